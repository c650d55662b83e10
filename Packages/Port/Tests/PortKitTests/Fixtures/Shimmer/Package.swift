// swift-tools-version:5.3
// Placeholders that shimmer while data are on their way.
// Licensed under the MIT license; see LICENSE.

import PackageDescription

let package = Package(
  name: "Shimmer",
  platforms: [.iOS(.v9), .tvOS(.v9)],
  products: [
    .library(name: "Shimmer", targets: ["Shimmer"])
  ],
  targets: [
    .target(
      name: "Shimmer",
      dependencies: [],
      path: "Sources"
    )
  ],
  swiftLanguageVersions: [.v5]
)
