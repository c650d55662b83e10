// swift-tools-version:5.7
// A library with nibs and a storyboard.
// Licensed under the MIT license; see LICENSE.

import PackageDescription

let package = Package(
  name: "Board",
  platforms: [.iOS(.v14)],
  products: [.library(name: "Board", targets: ["Board"])],
  targets: [.target(name: "Board", path: "Sources/Board")]
)
