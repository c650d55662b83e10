// swift-tools-version:5.5
// Thirty spinners, as a library for iOS.
// Licensed under the MIT license; see LICENSE.

import PackageDescription

let package = Package(
    name: "Whirls",
    platforms: [.iOS(.v12), .tvOS(.v12)],
    products: [
        .library(name: "Whirls", targets: ["Whirls"]),
    ],
    targets: [
        .target(name: "Whirls"),
    ]
)
