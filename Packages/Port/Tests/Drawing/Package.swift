// swift-tools-version: 6.2
// Draws the libraries under Fixtures after their port; scripts/test-port makes the ports.
// Licensed under the MIT license; see LICENSE.

import PackageDescription

let ported = Context.environment["QUARTZ_PORTED"] ?? "../../../../out/ported"
// The libraries under Fixtures.
let libraries = [
  "Whirls", "Halo", "Reel", "Gauge", "Tide", "Shimmer", "Sparkle", "Plot", "Motion", "Boxes",
  "Thumbs", "Turn", "Badges", "Levels",
]

let package = Package(
  name: "Drawing",
  dependencies: [.package(name: "quartz", path: "../../../..")]
    + libraries.map { .package(name: $0, path: "\(ported)/\($0)") },
  targets: [
    .executableTarget(
      name: "draw-ported",
      dependencies: [.product(name: "UIKit", package: "quartz")]
        + libraries.map { .product(name: $0, package: $0) }
    )
  ]
)
