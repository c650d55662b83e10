// swift-tools-version: 6.2
// A program with a tiled layer; run it with `swift run -c release --package-path Examples/Town
// town`.
// Licensed under the MIT license; see LICENSE.

import PackageDescription

let package = Package(
  name: "town",
  dependencies: [.package(name: "quartz", path: "../..")],
  targets: [
    .executableTarget(
      name: "town",
      dependencies: [
        .product(name: "QuartzCore", package: "quartz"),
        .product(name: "ImageIO", package: "quartz"),
      ]
    )
  ]
)
