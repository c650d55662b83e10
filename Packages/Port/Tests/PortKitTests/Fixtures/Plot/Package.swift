// swift-tools-version: 5.9
// Charts of layers.
// Licensed under the MIT license; see LICENSE.

import PackageDescription

let package = Package(
    name: "Plot",
    platforms: [.iOS(.v13), .macOS(.v10_15)],
    products: [.library(name: "Plot", targets: ["Plot"])],
    targets: [
        .target(name: "Plot", path: "Sources/Plot"),
    ])
