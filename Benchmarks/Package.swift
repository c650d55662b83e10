// swift-tools-version: 6.2
// The benches: one file for each, listed in Registry.swift. `scripts/bench` runs them.
// Licensed under the MIT license; see LICENSE.

import Foundation
import PackageDescription

/// The name under which the compiler knows the package above: its directory's, as an identifier.
///
/// Benches measure parts that are no public API; sharing the name gives them `package` access.
let directory = URL(fileURLWithPath: Context.packageDirectory).deletingLastPathComponent()
let identity = directory.lastPathComponent.lowercased()
let packageName = String(
  identity.unicodeScalars.map { scalar in
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) ? Character(scalar) : "_"
  }
)

let package = Package(
  name: "benchmarks",
  dependencies: [.package(path: "..")],
  targets: [
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "QuartzInternals", "QuartzCore", "UIKit", "QuartzTesting", "CoreGraphics", "CoreImage",
        "ImageIO", "QuartzArchive", "QuartzLottie",
      ].map {
        .product(name: $0, package: identity)
      },
      packageAccess: false,
      swiftSettings: [
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("ExistentialAny"),
        .unsafeFlags(["-package-name", packageName]),
      ]
    )
  ]
)
