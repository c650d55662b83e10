// swift-tools-version:5.1
// A gauge, as a library for iOS.
// Licensed under the MIT license; see LICENSE.

import PackageDescription

let package = Package(
  name: "Gauge",
  platforms: [.iOS(.v11)],
  products: [.library(name: "Gauge", targets: ["Gauge"])],
  targets: [.target(name: "Gauge", path: "Source")]
)
