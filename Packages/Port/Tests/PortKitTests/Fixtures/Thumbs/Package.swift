// swift-tools-version:5.5
// Pictures that are scaled, rounded and blurred on their way to a view.
// Licensed under the MIT license; see LICENSE.

import PackageDescription

let package = Package(
    name: "Thumbs",
    platforms: [.iOS(.v13)],
    products: [.library(name: "Thumbs", targets: ["Thumbs"])],
    dependencies: [
    ],
    targets: [
        .target(name: "Thumbs", dependencies: [
        ], linkerSettings: [.linkedFramework("UIKit"), .linkedFramework("CoreImage", .when(platforms: [.iOS]))]),
    ]
)
