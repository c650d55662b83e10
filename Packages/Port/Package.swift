// swift-tools-version: 6.2
// The package of quartz-port: rewrites Swift code for iOS so that it compiles on Linux.
// Licensed under the MIT license; see LICENSE.
//
// It is a package of its own, so that programs that use the libraries do not resolve swift-syntax.
// QUARTZ_SWIFT_SYNTAX names a folder with built modules and libraries of swift-syntax, such as
// usr/lib/swift/host of a tool chain; they are then linked, and swift-syntax is not compiled. The
// programs run where that folder is.

import PackageDescription

let builtSyntax = Context.environment["QUARTZ_SWIFT_SYNTAX"]
let syntaxModules = ["SwiftSyntax", "SwiftParser"]

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// Settings of the modules that see swift-syntax, directly or by a module.
let syntaxSettings: [SwiftSetting] =
  swiftSettings + (builtSyntax.map { [.unsafeFlags(["-I", $0])] } ?? [])

let package = Package(
  name: "quartz-port",
  products: [
    .executable(name: "quartz-port", targets: ["quartz-port"]),
    .library(name: "PortKit", targets: ["PortKit"]),
    .plugin(name: "port", targets: ["port"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ]
    + (builtSyntax == nil
      ? [.package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1")] : []),
  targets: [
    .target(
      name: "PortKit",
      dependencies: builtSyntax == nil
        ? syntaxModules.map { .product(name: $0, package: "swift-syntax") } : [],
      // A source of ported modules, and none of this one.
      resources: [.embedInCode("Combine/CombineOperators.swift")],
      swiftSettings: syntaxSettings,
      linkerSettings: builtSyntax.map { folder in
        [.unsafeFlags(["-L", folder, "-Xlinker", "-rpath", "-Xlinker", folder])]
          + syntaxModules.map { .linkedLibrary($0) }
      }
    ),
    .executableTarget(
      name: "quartz-port",
      dependencies: [
        "PortKit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: syntaxSettings
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
      swiftSettings: syntaxSettings
    ),
  ]
)
