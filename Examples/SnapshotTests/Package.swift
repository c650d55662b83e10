// swift-tools-version: 6.2
// A package with layer code and snapshot tests of it, as a user of Core Animation for Linux has
// one.
// Licensed under the MIT license; see LICENSE.

import PackageDescription

let package = Package(
  name: "Cards",
  dependencies: [
    // In a repository of your own: .package(url: "https://…/quartz", from: "0.2.0")
    .package(name: "quartz", path: "../..")
  ],
  targets: [
    .target(name: "Cards", dependencies: [.product(name: "QuartzCore", package: "quartz")]),
    .testTarget(
      name: "CardsTests",
      dependencies: ["Cards", .product(name: "QuartzTesting", package: "quartz")],
      // References are read where they lie.
      exclude: ["__Snapshots__"]
    ),
  ]
)
