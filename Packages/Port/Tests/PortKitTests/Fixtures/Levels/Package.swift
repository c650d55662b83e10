// swift-tools-version:5.5
// Bars that follow published values.
// Licensed under the MIT license; see LICENSE.

import PackageDescription

let package = Package(
    name: "Levels",
    platforms: [.iOS(.v13)],
    products: [.library(name: "Levels", targets: ["Levels"])],
    targets: [
        .target(name: "Levels"),
    ]
)
