// swift-tools-version: 5.7
// Keyframes that a clock or a scroll view drives, as a library for iOS.
// Licensed under the MIT license; see LICENSE.

import PackageDescription

let package = Package(
    name: "Reel",
    platforms: [
        .iOS(.v13)
    ],
    products: [
        .library(
            name: "Reel",
            targets: ["Reel"]
        )
    ],
    dependencies: [],
    targets: [
        .target(
            name: "Reel",
            dependencies: []
        )
    ]
)
