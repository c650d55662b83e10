// swift-tools-version: 6.2
// The package of quartz-port: rewrites Swift code for iOS so that it compiles on Linux.
// Licensed under the MIT license; see LICENSE.
//
// It is a package of its own, so that who uses the libraries does not resolve swift-syntax.

import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "quartz-port",
  products: [
    .executable(name: "quartz-port", targets: ["quartz-port"]),
    .library(name: "PortKit", targets: ["PortKit"]),
    .plugin(name: "port", targets: ["port"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    .target(
      name: "PortKit",
      dependencies: [
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
      ],
      swiftSettings: swiftSettings
    ),
    .executableTarget(
      name: "quartz-port",
      dependencies: [
        "PortKit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: swiftSettings
    ),
    .plugin(
      name: "port",
      capability: .command(
        intent: .custom(
          verb: "port",
          description: "Writes a copy of the package that compiles on Linux"
        ),
        permissions: [
          .writeToPackageDirectory(reason: "The copy is written into a folder of the package.")
        ]
      ),
      dependencies: ["quartz-port"]
    ),
    .testTarget(
      name: "PortKitTests",
      dependencies: ["PortKit", "quartz-port"],
      exclude: ["Fixtures"],
      swiftSettings: swiftSettings
    ),
  ]
)
