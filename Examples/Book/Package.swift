// swift-tools-version: 6.2
// The book: every demo of the texts on layers, as a program to run by its number.
// Licensed under the MIT license; see LICENSE.

import PackageDescription

let quartz: [Target.Dependency] = [
  .product(name: "UIKit", package: "quartz"),
  .product(name: "GLKit", package: "quartz"),
  .product(name: "ImageIO", package: "quartz"),
  .product(name: "CoreText", package: "quartz"),
  .product(name: "AVFoundation", package: "quartz"),
  .product(name: "QuartzComposition", package: "quartz"),
]

// The decoder of films and the render server, which lie beside the programs that start them.
let programs: [Target.Dependency] = [
  .product(name: "quartz-video", package: "quartz"),
  .product(name: "quartzd", package: "quartz"),
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
    // The figures, counts, files and commands that all programs of the book share.
    .target(
      name: "BookPages",
      dependencies: [
        .product(name: "QuartzCore", package: "quartz"),
        .product(name: "ImageIO", package: "quartz"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [.embedInCode("Rows.txt")]
    ),
    // Demos as values, and the stage that plays them.
    .target(name: "BookKit", dependencies: ["BookPages"] + quartz),
    // The demos, a folder for each chapter.
    .target(name: "Demos", dependencies: ["BookKit", "CChipmunk"] + quartz),
    .executableTarget(name: "book", dependencies: ["BookKit", "Demos"] + programs),
    // The demos of AppKit, which no program has together with UIKit.
    .target(
      name: "MacDemos",
      dependencies: ["BookPages", .product(name: "AppKit", package: "quartz")]
    ),
    .executableTarget(name: "book-appkit", dependencies: ["BookPages", "MacDemos"]),
    // UIKitTesting has what Testing looks for in a file that imports UIKit, too.
    .testTarget(
      name: "BookTests",
      dependencies: [
        "BookKit", "Demos", "book-appkit", .product(name: "UIKitTesting", package: "quartz"),
      ] + programs,
      exclude: ["References.txt", "References"]
    ),
  ]
)
