// swift-tools-version:5.5
// Badges whose dials are described by JSON.
// Licensed under the MIT license; see LICENSE.

import PackageDescription

let package = Package(
    name: "Badges",
    platforms: [.iOS(.v13)],
    products: [.library(name: "Badges", targets: ["Badges"])],
    targets: [
        .target(name: "Badges"),
    ]
)
