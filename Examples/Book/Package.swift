// swift-tools-version: 6.2
// The book: every demo of the texts on layers, as a program to run by its number.
// Licensed under the MIT license; see LICENSE.

import PackageDescription

let quartz: [Target.Dependency] = [
  .product(name: "UIKit", package: "quartz"),
  .product(name: "GLKit", package: "quartz"),
  .product(name: "ImageIO", package: "quartz"),
  .product(name: "CoreText", package: "quartz"),
]

let package = Package(
  name: "book",
  dependencies: [
    .package(name: "quartz", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    // Chipmunk, for the demos of physics.
    .systemLibrary(
      name: "CChipmunk",
      path: "Sources/CChipmunk",
      providers: [.apt(["chipmunk-dev"])]
    ),
    // Demos as values, and the stage that plays them.
    .target(name: "BookKit", dependencies: quartz),
    // The demos, a folder for each chapter.
    .target(name: "Demos", dependencies: ["BookKit", "CChipmunk"] + quartz),
    .executableTarget(
      name: "book",
      dependencies: [
        "BookKit", "Demos", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    // UIKitTesting has what Testing looks for in a file that imports UIKit, too.
    .testTarget(
      name: "BookTests",
      dependencies: ["BookKit", "Demos", .product(name: "UIKitTesting", package: "quartz")],
      exclude: ["References.txt"]
    ),
  ]
)
