// swift-tools-version: 6.2
// The package of quartz-inspect: shows the inspector of quartz in a browser on this machine.
// Licensed under the MIT license; see LICENSE.
//
// It is a package of its own: its HTTP server does not compile beside the module OSLog. It needs
// nothing of the libraries: quartz answers its questions, over a socket that it inherits.

import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "quartz-inspect",
  products: [
    .executable(name: "quartz-inspect", targets: ["quartz-inspect"])
  ],
  dependencies: [
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1")
  ],
  targets: [
    .target(
      name: "InspectorKit",
      dependencies: [.product(name: "FlyingFox", package: "FlyingFox")],
      resources: ["inspector.html", "inspector.css", "inspector.js", "details.js", "frame.js"].map {
        .embedInCode("Web/\($0)")
      },
      swiftSettings: swiftSettings
    ),
    .executableTarget(
      name: "quartz-inspect",
      dependencies: ["InspectorKit"],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "InspectorKitTests",
      dependencies: ["InspectorKit"],
      swiftSettings: swiftSettings
    ),
  ]
)
