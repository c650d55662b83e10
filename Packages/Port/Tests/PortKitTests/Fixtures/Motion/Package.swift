// swift-tools-version:5.7
// An engine that compiles JSON to animations of layers.
// Licensed under the MIT license; see LICENSE.

import PackageDescription

let package = Package(
  name: "Motion",
  platforms: [.iOS("11.0"), .macOS("10.11"), .tvOS("11.0")],
  products: [.library(name: "Motion", targets: ["Motion"])],
  targets: [
    .target(
      name: "Motion",
      path: "Sources"),
    .testTarget(
      name: "MotionTests",
      dependencies: ["Motion"]),
  ])
