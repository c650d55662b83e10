// swift-tools-version: 6.2
// The package: Core Animation for Linux. ARCHITECTURE.md says what each module does.
// Licensed under the MIT license; see LICENSE.

import PackageDescription

/// Imports are internal unless a signature needs more, and existentials say so.
let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// For the modules of views, whose types belong to the main actor.
///
/// In the language mode of Swift 6 each closure that such a module hands to `map` or `filter`
/// checks its thread when it is called, and ends the program where the main actor is elsewhere: in
/// tests that are not on it, and in programs that have their views on another thread. This mode has
/// no such checks; its rules for concurrency are those of Swift 6 all the same.
let viewSettings: [SwiftSetting] =
  swiftSettings + [
    .swiftLanguageMode(.v5),
    .enableUpcomingFeature("StrictConcurrency"),
    .enableUpcomingFeature("GlobalActorIsolatedTypesUsability"),
    .enableUpcomingFeature("GlobalConcurrency"),
    .enableUpcomingFeature("InferSendableFromCaptures"),
    .enableUpcomingFeature("IsolatedDefaultValues"),
    .enableUpcomingFeature("RegionBasedIsolation"),
    .enableUpcomingFeature("DisableOutwardActorInference"),
    .enableUpcomingFeature("ConciseMagicFile"),
    .enableUpcomingFeature("ForwardTrailingClosures"),
    .enableUpcomingFeature("ImplicitOpenExistentials"),
    .enableUpcomingFeature("BareSlashRegexLiterals"),
  ]

/// Whether debug builds optimise the modules that touch each pixel or layer.
///
/// Tests of pixels then take seconds instead of minutes. Only for work on this package: a package
/// that others depend on may not have such flags.
let optimisesDebug = Context.environment["QUARTZ_OPTIMISED_DEBUG"] != nil
let optimisedModules: Set = [
  "QuartzMath", "QuartzRaster", "QuartzFilters", "QuartzModel", "QuartzPlan", "QuartzSoftware",
  "CoreGraphics", "QuartzComparison", "ImageIO",
]
/// Whether the parts in C trap on undefined behaviour; for scripts/fuzz.
let checksUndefined = Context.environment["QUARTZ_CHECK_UNDEFINED"] != nil
let optimisedC: [CSetting] =
  optimisesDebug ? [.unsafeFlags(["-O2"], .when(configuration: .debug))] : []

func module(
  _ name: String,
  _ dependencies: [Target.Dependency] = [],
  exclude: [String] = [],
  settings: [SwiftSetting] = swiftSettings
) -> Target {
  let isOptimised = optimisesDebug && optimisedModules.contains(name)
  let speed: [SwiftSetting] =
    isOptimised ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []
  return .target(
    name: name,
    dependencies: dependencies,
    exclude: exclude,
    swiftSettings: settings + speed
  )
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: name,
    dependencies: dependencies,
    exclude: exclude,
    swiftSettings: swiftSettings
  )
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser",
  package: "swift-argument-parser"
)
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

let package = Package(
  name: "quartz",
  products: [
    .library(name: "CoreGraphics", targets: ["CoreGraphics"]),
    .library(name: "ImageIO", targets: ["ImageIO"]),
    .library(name: "CoreText", targets: ["CoreText"]),
    .library(name: "CoreImage", targets: ["CoreImage"]),
    .library(name: "CoreVideo", targets: ["CoreVideo"]),
    .library(name: "CoreMedia", targets: ["CoreMedia"]),
    .library(name: "OSLog", targets: ["OSLog"]),
    .library(name: "simd", targets: ["simd"]),
    .library(name: "AVFoundation", targets: ["AVFoundation"]),
    .library(name: "QuartzCore", targets: ["QuartzCore"]),
    .library(name: "OpenGLES", targets: ["OpenGLES"]),
    .library(name: "GLKit", targets: ["GLKit"]),
    .library(name: "UIKit", targets: ["UIKit"]),
    .library(
      name: "UIKitTesting",
      targets: [
        "UIKitTesting", "_Testing_UIKit", "_Testing_CoreImage", "_Testing_CoreGraphics",
      ]
    ),
    .library(name: "AppKit", targets: ["AppKit"]),
    .library(
      name: "AppKitTesting",
      targets: ["_Testing_AppKit", "_Testing_CoreImage", "_Testing_CoreGraphics"]
    ),
    .library(name: "QuartzArchive", targets: ["QuartzArchive"]),
    .library(name: "QuartzTesting", targets: ["QuartzTesting", "_Testing_CoreGraphics"]),
    .library(
      name: "CoreImageTesting",
      targets: ["_Testing_CoreImage", "_Testing_CoreGraphics"]
    ),
    // The modules that Benchmarks/ measures; no API for others.
    .library(
      name: "QuartzInternals",
      targets: [
        "QuartzMath", "QuartzRaster", "QuartzModel", "QuartzWire", "QuartzPlan", "QuartzSoftware",
        "QuartzGLES", "QuartzServer", "QuartzComparison",
      ]
    ),
    .executable(name: "quartz", targets: ["quartz"]),
    .executable(name: "quartzd", targets: ["quartzd"]),
    .executable(name: "quartz-video", targets: ["quartz-video"]),
    .executable(name: "hello", targets: ["hello"]),
    .executable(name: "filters", targets: ["filters"]),
    .executable(name: "views", targets: ["views"]),
    .executable(name: "desk", targets: ["desk"]),
    .executable(name: "triangle", targets: ["triangle"]),
    .executable(name: "cube", targets: ["cube"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    // Libraries that a machine may lack: their headers are needed here, the libraries to draw with
    // GL.
    .target(name: "CQuartzLibrary", path: "Sources/C/CQuartzLibrary"),
    .target(name: "CQuartzEGL", dependencies: ["CQuartzLibrary"], path: "Sources/C/CQuartzEGL"),
    .target(name: "CQuartzGLES", dependencies: ["CQuartzLibrary"], path: "Sources/C/CQuartzGLES"),
    .target(name: "CQuartzGBM", dependencies: ["CQuartzLibrary"], path: "Sources/C/CQuartzGBM"),
    .target(name: "CQuartzDRM", dependencies: ["CQuartzLibrary"], path: "Sources/C/CQuartzDRM"),
    .target(name: "CQuartzCairo", dependencies: ["CQuartzLibrary"], path: "Sources/C/CQuartzCairo"),
    .target(name: "CQuartzSDL", dependencies: ["CQuartzLibrary"], path: "Sources/C/CQuartzSDL"),
    .systemLibrary(
      name: "CQuartzPango",
      path: "Sources/C/CQuartzPango",
      pkgConfig: "pangoft2",
      providers: [.apt(["libpango1.0-dev"])]
    ),
    .target(name: "CQuartzLinux", path: "Sources/C/CQuartzLinux"),
    .target(name: "CQuartzVideo", path: "Sources/C/CQuartzVideo", cSettings: optimisedC),
    .target(name: "CQuartzStack", path: "Sources/C/CQuartzStack"),
    .target(name: "CQuartzInstances", path: "Sources/C/CQuartzInstances"),
    .target(name: "CQuartzKernels", path: "Sources/C/CQuartzKernels", cSettings: optimisedC),
    .target(
      name: "CQuartzPNG",
      path: "Sources/C/CQuartzPNG",
      linkerSettings: [.linkedLibrary("png16"), .linkedLibrary("z"), .linkedLibrary("deflate")]
    ),
    .target(
      name: "CQuartzICC",
      path: "Sources/C/CQuartzICC",
      linkerSettings: [.linkedLibrary("lcms2")]
    ),
    .target(
      name: "CQuartzJPEG",
      path: "Sources/C/CQuartzJPEG",
      linkerSettings: [.linkedLibrary("jpeg")]
    ),
    .target(
      name: "CQuartzWebP",
      path: "Sources/C/CQuartzWebP",
      linkerSettings: [.linkedLibrary("webp"), .linkedLibrary("webpdemux")]
    ),
    .target(
      name: "CQuartzGIF",
      path: "Sources/C/CQuartzGIF",
      linkerSettings: [.linkedLibrary("gif")]
    ),
    .target(
      name: "CQuartzTIFF",
      path: "Sources/C/CQuartzTIFF",
      linkerSettings: [.linkedLibrary("tiff")]
    ),
    .target(
      name: "CQuartzJPEG2000",
      path: "Sources/C/CQuartzJPEG2000",
      linkerSettings: [.linkedLibrary("openjp2")]
    ),
    .target(
      name: "CQuartzBarcode",
      path: "Sources/C/CQuartzBarcode",
      linkerSettings: [.linkedLibrary("zint")]
    ),
    .target(
      name: "CQuartzZip",
      path: "Sources/C/CQuartzZip",
      linkerSettings: [.linkedLibrary("zip")]
    ),
    .target(
      name: "CQuartzASTC",
      path: "Sources/C/CQuartzASTC",
      linkerSettings: [.linkedLibrary("astcenc")]
    ),

    // Failures of the machine, made to happen by a counter; any module may ask.
    module("QuartzFaults", ["CQuartzLinux"]),
    // Objects of classes that are only known when the program runs.
    module("QuartzInstances", ["CQuartzInstances"]),
    // Films, decoded by a process of its own: the app's side and the messages of both.
    module("QuartzVideo", ["QuartzFaults", "CQuartzVideo", "CQuartzLinux"]),
    module("QuartzMath"),
    // Windows of the desktop, by SDL 2.
    module("QuartzWindow", ["QuartzMath", "CQuartzSDL"]),
    module("QuartzRaster", ["QuartzMath", "QuartzFaults", "CQuartzKernels"]),
    module(
      "CoreGraphics",
      [
        "QuartzMath", "QuartzFaults", "QuartzRaster", "CQuartzPNG", "CQuartzICC", "CQuartzLinux",
        "CQuartzCairo",
      ]
    ),
    module(
      "ImageIO",
      [
        "CoreGraphics", "QuartzFaults", "CQuartzJPEG", "CQuartzWebP", "CQuartzGIF", "CQuartzTIFF",
        "CQuartzJPEG2000",
      ]
    ),
    module("QuartzText", ["CoreGraphics", "QuartzMath", "CQuartzPango"]),
    module("CoreText", ["QuartzText", "CoreGraphics"]),
    // Pictures in memory that processes share.
    module("CoreVideo", ["CoreGraphics", "QuartzFaults", "CQuartzLinux"]),
    // Times as fractions.
    module("CoreMedia", ["CoreVideo"]),
    // Modules of Apple's that Linux lacks, as far as code that draws uses them.
    module("OSLog", [logging]),
    module("simd"),
    // The work of filters, as values: for Core Image, the model, the plan and packages.
    module("QuartzFilters", ["QuartzMath", "QuartzRaster", "QuartzFaults"]),
    module(
      "CoreImage",
      [
        "CoreGraphics", "CoreText", "ImageIO", "QuartzFilters", "QuartzMath", "QuartzInstances",
        "CQuartzBarcode",
      ]
    ),
    module("QuartzModel", ["QuartzMath", "QuartzFilters", "QuartzFaults"]),
    module(
      "QuartzWire",
      ["QuartzMath", "QuartzFilters", "QuartzModel", "QuartzFaults", "CQuartzLinux"]
    ),
    module(
      "QuartzPlan",
      ["QuartzMath", "QuartzModel", "QuartzRaster", "QuartzFilters", "QuartzFaults"]
    ),
    module(
      "QuartzSoftware",
      [
        "QuartzMath", "QuartzRaster", "QuartzPlan", "QuartzModel", "QuartzFaults",
        "CQuartzKernels",
      ]
    ),
    module(
      "QuartzGLES",
      [
        "QuartzMath", "QuartzRaster", "QuartzModel", "QuartzPlan", "QuartzFaults", "CQuartzEGL",
        "CQuartzGLES", "CQuartzGBM", "CQuartzDRM", "CQuartzLinux",
      ]
    ),
    module(
      "QuartzCore",
      [
        "CoreGraphics", "CoreVideo", "QuartzText", "QuartzMath", "QuartzRaster", "QuartzFilters",
        "QuartzModel", "QuartzWire", "QuartzPlan", "QuartzSoftware", "QuartzFaults",
        "QuartzInstances", "QuartzWindow", "CQuartzLinux", "CQuartzStack",
      ]
    ),
    module(
      "OpenGLES",
      [
        "QuartzCore", "CoreGraphics", "QuartzModel", "QuartzGLES", "QuartzPlan", "QuartzWire",
        "CQuartzGLES",
      ]
    ),
    module(
      "GLKit",
      [
        "UIKit", "QuartzViews", "OpenGLES", "QuartzGLES", "QuartzCore", "CoreGraphics", "ImageIO",
        "CQuartzASTC",
      ],
      settings: viewSettings
    ),
    // Films in layers; quartz-video decodes them.
    module(
      "AVFoundation",
      [
        "QuartzCore", "CoreMedia", "CoreVideo", "CoreGraphics", "QuartzVideo", "QuartzModel",
        "QuartzFaults", "CQuartzLinux",
      ]
    ),
    // Shared by UIKit and AppKit.
    module("QuartzViews", ["QuartzCore"], settings: viewSettings),
    // Views over layers. Of the libraries GLKit alone may depend on it, whose views are views.
    module(
      "UIKit",
      [
        "QuartzCore", "QuartzViews", "QuartzInstances", "CoreGraphics", "CoreText", "CoreImage",
        "ImageIO", "QuartzText", "QuartzMath",
      ],
      settings: viewSettings
    ),
    // Never in one program with UIKit.
    module(
      "AppKit",
      ["QuartzCore", "QuartzViews", "CoreGraphics", "CoreText", "CoreImage", "ImageIO"],
      settings: viewSettings
    ),
    module(
      "QuartzArchive",
      [
        "QuartzCore", "CoreGraphics", "ImageIO", "QuartzFilters", "QuartzModel", "QuartzMath",
        "QuartzVideo", "QuartzFaults", "CQuartzZip",
      ]
    ),
    module(
      "QuartzServer",
      [
        "QuartzMath", "QuartzModel", "QuartzWire", "QuartzPlan", "QuartzSoftware", "QuartzGLES",
        "QuartzFaults", "CQuartzLinux", logging,
      ]
    ),
    // All that an inspector shows of a context, and how it is asked.
    module(
      "QuartzInspection",
      [
        "QuartzCore", "QuartzArchive", "QuartzModel", "QuartzPlan", "QuartzSoftware", "QuartzMath",
        "QuartzWire", "CoreGraphics",
      ]
    ),
    // How pictures differ; for tests and the command line.
    module("QuartzComparison", ["CoreGraphics", "QuartzMath", "CQuartzKernels"]),
    module(
      "QuartzTesting",
      [
        "QuartzCore", "QuartzComparison", "QuartzText", "QuartzPlan", "QuartzModel",
        "QuartzSoftware", "QuartzGLES", "QuartzWire", "CoreGraphics", "QuartzMath",
        "_Testing_CoreGraphics",
      ]
    ),
    module(
      "UIKitTesting",
      ["UIKit", "QuartzTesting", "QuartzViews", "QuartzCore", "CoreGraphics", "_Testing_UIKit"],
      settings: viewSettings
    ),
    module("_Testing_CoreGraphics", ["CoreGraphics"]),
    module("_Testing_CoreImage", ["CoreImage", "_Testing_CoreGraphics"]),
    module("_Testing_UIKit", ["UIKit", "_Testing_CoreImage"]),
    module("_Testing_AppKit", ["AppKit", "_Testing_CoreImage"]),

    program(
      "quartzd",
      [
        "QuartzServer", "QuartzWire", "QuartzGLES", "QuartzPlan", "QuartzModel", "QuartzFaults",
        argumentParser, logging,
      ]
    ),
    program(
      "quartz",
      [
        "QuartzArchive", "QuartzCore", "QuartzServer", "QuartzPlan", "QuartzGLES", "CoreGraphics",
        "ImageIO", "QuartzWire", "QuartzModel", "QuartzMath", "QuartzSoftware", "QuartzComparison",
        "QuartzFaults", "AVFoundation", "QuartzVideo", "QuartzWindow", "QuartzInspection",
        "CQuartzLinux", argumentParser,
      ]
    ),
    program(
      "quartz-video",
      ["QuartzVideo", "QuartzFaults", "ImageIO", "CoreGraphics", "CQuartzLinux"]
    ),
    program("shadergen", []),
    program("filtergen", ["QuartzFilters"]),
    // The examples of OpenGL ES in a layer; the server comes along, so that `swift run` builds it.
    program(
      "triangle",
      ["OpenGLES", "QuartzCore", "CoreGraphics", "ExampleSupport", "quartzd", argumentParser]
    ),
    program(
      "cube",
      [
        "OpenGLES", "GLKit", "QuartzCore", "CoreGraphics", "ExampleSupport", "quartzd",
        argumentParser,
      ]
    ),
    // The program that scripts/sanitize runs under the thread sanitizer.
    .executableTarget(
      name: "thread-stress",
      dependencies: ["QuartzCore", "CQuartzThreads"],
      path: "Tests/Support/thread-stress",
      swiftSettings: swiftSettings
    ),
    // The first program of README.md.
    .executableTarget(
      name: "hello",
      dependencies: ["QuartzCore", "ImageIO"],
      path: "Examples/Hello",
      swiftSettings: swiftSettings
    ),
    // Views, an animation and a touch.
    .executableTarget(
      name: "views",
      dependencies: ["UIKit"],
      path: "Examples/Views",
      swiftSettings: swiftSettings
    ),
    // One program that shows three others; the server comes along, so that `swift run` builds it.
    .executableTarget(
      name: "desk",
      dependencies: ["QuartzCore", "CoreGraphics", "ExampleSupport", "quartzd"],
      path: "Examples/Desk",
      swiftSettings: swiftSettings
    ),
    // A QR code and a blurred picture, in 20 lines of Core Image.
    .executableTarget(
      name: "filters",
      dependencies: ["CoreImage"],
      path: "Examples/Filters",
      swiftSettings: swiftSettings
    ),
    // Code shared by the examples.
    module("ExampleSupport", ["QuartzCore", "CoreGraphics", "ImageIO"]),
    .executableTarget(
      name: "core-only",
      dependencies: ["QuartzCore"],
      path: "Tests/Support/core-only",
      swiftSettings: swiftSettings
    ),

    tests("QuartzFaultsTests", ["QuartzFaults"]),
    tests("QuartzInstancesTests", ["QuartzInstances"]),
    tests("QuartzMathTests", ["QuartzMath"]),
    tests(
      "QuartzModelTests",
      [
        "QuartzModel", "QuartzFilters", "QuartzMath", "QuartzFaults", "CQuartzAllocations",
        "TestRandom",
      ]
    ),
    // Tells the thread sanitizer of locks that it cannot see.
    .target(name: "CQuartzThreads", path: "Tests/Support/CQuartzThreads"),
    // Counts allocations, for the tests that there are none.
    .target(name: "CQuartzAllocations", path: "Tests/Support/CQuartzAllocations"),
    tests(
      "QuartzPlanTests",
      [
        "QuartzPlan", "QuartzFilters", "QuartzModel", "QuartzMath", "QuartzSoftware",
        "QuartzFaults",
        "CQuartzAllocations", "TestRandom",
      ]
    ),
    tests(
      "QuartzRasterTests",
      ["QuartzRaster", "QuartzMath", "CQuartzKernels", "CQuartzAllocations", "TestRandom"]
    ),
    tests("QuartzFiltersTests", ["QuartzFilters", "QuartzMath", "QuartzRaster", "TestRandom"]),
    tests(
      "QuartzSoftwareTests",
      [
        "QuartzSoftware", "QuartzRaster", "QuartzPlan", "QuartzModel", "QuartzMath",
        "QuartzFaults", "CQuartzAllocations", "TestRandom",
      ]
    ),
    tests(
      "QuartzGLESTests",
      [
        "QuartzGLES", "QuartzSoftware", "QuartzPlan", "QuartzModel", "QuartzRaster", "QuartzMath",
        "QuartzFaults", "CQuartzGLES", "shadergen", "TestRandom",
      ]
    ),
    // Layer trees that every renderer is tested with.
    .target(
      name: "RenderScenes",
      dependencies: [
        "QuartzCore", "CoreGraphics", "CoreText", "CoreImage", "QuartzModel", "QuartzPlan",
        "QuartzSoftware", "TestRandom",
      ],
      path: "Tests/Support/RenderScenes",
      swiftSettings: swiftSettings
    ),
    // Prints what the software renderer draws of them, to compare builds.
    .executableTarget(
      name: "scene-hashes",
      dependencies: ["RenderScenes"],
      path: "Tests/Support/scene-hashes",
      swiftSettings: swiftSettings
    ),
    // A display without a monitor, for tests of windows.
    .target(
      name: "VirtualScreen",
      path: "Tests/Support/VirtualScreen",
      swiftSettings: swiftSettings
    ),
    // Programs with windows, which tests look at.
    .executableTarget(
      name: "uikit-window",
      dependencies: ["UIKit"],
      path: "Tests/Support/uikit-window",
      swiftSettings: swiftSettings
    ),
    .executableTarget(
      name: "appkit-window",
      dependencies: ["AppKit", "QuartzCore"],
      path: "Tests/Support/appkit-window",
      swiftSettings: swiftSettings
    ),
    // Random numbers that are the same in every run.
    .target(
      name: "TestRandom",
      path: "Tests/Support/TestRandom",
      swiftSettings: swiftSettings
    ),
    // Hostile and random messages, for every test of something that reads a socket.
    .target(
      name: "QuartzWireSamples",
      dependencies: [
        "QuartzWire", "QuartzFilters", "QuartzModel", "QuartzMath", "TestRandom",
      ],
      path: "Tests/Support/QuartzWireSamples",
      swiftSettings: swiftSettings
    ),
    tests(
      "QuartzWireTests",
      [
        "QuartzWire", "QuartzWireSamples", "CQuartzLinux", "QuartzModel", "QuartzMath",
        "QuartzFaults", "TestRandom",
      ]
    ),
    tests(
      "QuartzServerTests",
      [
        "QuartzServer", "QuartzWire", "QuartzPlan", "QuartzModel", "QuartzMath", "QuartzSoftware",
        "QuartzGLES", "QuartzCore", "CoreGraphics", "_Testing_CoreGraphics", "CQuartzLinux",
        "QuartzFaults", "QuartzWireSamples", "QuartzInspection", "quartzd", "quartz-test-client",
        "TestRandom", logging,
      ]
    ),
    .executableTarget(
      name: "quartz-test-client",
      dependencies: [
        "QuartzWire", "QuartzModel", "QuartzMath", "QuartzCore", "OpenGLES", "GLSupport",
      ],
      path: "Tests/Support/quartz-test-client",
      swiftSettings: swiftSettings
    ),
    // The program that scripts/fuzz runs.
    .executableTarget(
      name: "quartz-fuzz",
      dependencies: [
        "QuartzWireSamples", "QuartzServer", "QuartzWire", "QuartzModel", "QuartzMath",
        "QuartzPlan",
        "QuartzSoftware", "QuartzArchive", "QuartzCore", "CoreGraphics", "ImageIO", "GLKit",
        "CQuartzLinux",
        "TestRandom", "CQuartzAllocations", argumentParser,
      ],
      path: "Tests/Support/quartz-fuzz",
      swiftSettings: swiftSettings
    ),
    tests("FuzzerTests", ["quartz-fuzz", "quartzd"], exclude: ["Corpus"]),
    // The program that scripts/test-gbm runs where there is a DRM device.
    .executableTarget(
      name: "gbm-probe",
      dependencies: [
        "QuartzArchive", "QuartzCore", "QuartzGLES", "QuartzModel", "QuartzPlan", "QuartzWire",
        "CoreGraphics", argumentParser,
      ],
      path: "Tests/Support/gbm-probe",
      swiftSettings: swiftSettings
    ),
    // Draws what scripts/gallery shows.
    .executableTarget(
      name: "gallery",
      dependencies: ["CoreText", "CoreGraphics"],
      path: "Tests/Support/gallery",
      swiftSettings: swiftSettings
    ),
    tests(
      "UIKitTests",
      [
        "UIKit", "QuartzCore", "CoreGraphics", "CoreText", "QuartzMath", "_Testing_UIKit",
        "TestRandom", "PageReading",
      ]
    ),
    tests(
      "UIKitTestingTests",
      ["UIKitTesting", "UIKit", "QuartzTesting", "_Testing_UIKit"],
      exclude: ["__Snapshots__"]
    ),
    // Programs as they are written for iOS, in the language mode that such projects have.
    .target(
      name: "UIKitPrograms",
      dependencies: ["UIKit"],
      path: "Tests/UIKitPrograms",
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    tests(
      "UIKitProgramsTests",
      ["UIKitPrograms", "UIKit", "UIKitTesting", "_Testing_UIKit"],
      exclude: ["__Snapshots__"]
    ),
    tests(
      "AppKitTests",
      ["AppKit", "QuartzCore", "CoreGraphics", "_Testing_AppKit", "TestRandom"]
    ),
    tests(
      "CoreGraphicsTests",
      ["CoreGraphics", "QuartzMath", "_Testing_CoreGraphics", "TestRandom", "PageReading"]
    ),
    // Pages of PDF as Poppler shows them.
    .target(
      name: "PageReading",
      path: "Tests/Support/PageReading",
      swiftSettings: swiftSettings
    ),
    tests(
      "QuartzVideoTests",
      [
        "QuartzVideo", "CQuartzVideo", "QuartzFaults", "FilmSamples", "quartz-video", "TestRandom",
      ]
    ),
    tests(
      "AVFoundationTests",
      [
        "AVFoundation", "QuartzCore", "QuartzVideo", "QuartzModel", "QuartzSoftware", "CoreMedia",
        "CoreGraphics", "FilmSamples", "quartz-video", "_Testing_CoreGraphics",
      ]
    ),
    // Films whose every picture shows its number.
    .target(
      name: "FilmSamples",
      path: "Tests/Support/FilmSamples",
      swiftSettings: swiftSettings
    ),
    tests("OSLogTests", ["OSLog"]),
    tests("simdTests", ["simd"]),
    tests("CoreVideoTests", ["CoreVideo", "QuartzFaults", "_Testing_CoreGraphics"]),
    tests("CoreMediaTests", ["CoreMedia", "TestRandom", "_Testing_CoreGraphics"]),
    tests(
      "QuartzTextTests",
      [
        "QuartzText", "CoreText", "CoreGraphics", "QuartzMath", "CQuartzPango",
        "_Testing_CoreGraphics",
      ],
      exclude: ["Fixtures"]
    ),
    tests(
      "ImageIOTests",
      [
        "ImageIO", "CoreGraphics", "QuartzFaults", "CQuartzAllocations", "_Testing_CoreGraphics",
        "TestRandom",
      ],
      exclude: ["Fixtures"]
    ),
    tests(
      "CoreImageTests",
      ["CoreImage", "ImageIO", "CoreGraphics", "QuartzFilters", "_Testing_CoreImage"]
    ),
    tests(
      "QuartzCoreTests",
      [
        "QuartzCore", "QuartzTesting", "CoreGraphics", "QuartzModel", "QuartzPlan",
        "QuartzSoftware", "QuartzMath", "QuartzText", "QuartzFaults", "QuartzFilters", "TestRandom",
        "PageReading",
      ]
    ),
    tests(
      "QuartzTestingTests",
      [
        "QuartzTesting", "QuartzComparison", "QuartzCore", "CoreText", "CoreGraphics",
        "QuartzModel", "QuartzMath", "CQuartzKernels", "TestRandom",
      ],
      exclude: ["__Snapshots__"]
    ),
    tests(
      "OpenGLESTests",
      [
        "OpenGLES", "QuartzCore", "QuartzModel", "QuartzPlan", "QuartzGLES", "CoreGraphics",
        "ImageIO", "_Testing_CoreGraphics", "GLSupport", "triangle", "cube", "quartzd",
      ]
    ),
    // Code shared by the programs and tests that draw into layers.
    .target(
      name: "GLSupport",
      dependencies: ["OpenGLES"],
      path: "Tests/Support/GLSupport",
      swiftSettings: swiftSettings
    ),
    .executableTarget(
      name: "gl-present",
      dependencies: ["OpenGLES", "QuartzCore", "CoreGraphics", "GLSupport"],
      path: "Tests/Support/gl-present",
      swiftSettings: swiftSettings
    ),
    tests(
      "GLKitTests",
      [
        "GLKit", "UIKit", "OpenGLES", "QuartzCore", "CoreGraphics", "ImageIO", "TestRandom",
        "_Testing_CoreGraphics", "_Testing_UIKit",
      ],
      exclude: ["Fixtures"]
    ),
    tests(
      "QuartzArchiveTests",
      [
        "QuartzArchive", "QuartzCore", "QuartzTesting", "CoreGraphics", "ImageIO", "QuartzModel",
        "QuartzMath", "QuartzFaults", "QuartzFilters", "TestRandom",
      ],
      exclude: ["Packages"]
    ),
    tests(
      "QuartzInspectionTests",
      [
        "QuartzInspection", "QuartzCore", "QuartzModel", "QuartzPlan", "QuartzSoftware",
        "QuartzMath", "CoreGraphics", "TestRandom",
      ]
    ),
    tests(
      "CommandTests",
      [
        "QuartzCore", "QuartzTesting", "CoreGraphics", "ImageIO", "QuartzFaults", "FilmSamples",
        "QuartzWire", "QuartzModel", "QuartzMath", "VirtualScreen", "quartz", "quartzd",
        "quartz-video", "hello", "filters", "uikit-window",
        "appkit-window",
      ]
    ),
    tests(
      "RenderTests",
      [
        "QuartzCore", "QuartzTesting", "QuartzSoftware", "QuartzGLES", "QuartzPlan", "QuartzModel",
        "QuartzMath", "CoreGraphics", "ImageIO", "QuartzWire", "QuartzWireSamples", "RenderScenes",
        "QuartzServer", "TestRandom", "QuartzArchive", "QuartzFaults", "CoreImage",
      ],
      exclude: ["References", "Recorded"]
    ),
  ]
)

if checksUndefined {
  for target in package.targets where target.type == .regular && target.name.hasPrefix("CQuartz") {
    let settings = target.cSettings ?? []
    target.cSettings =
      settings + [.unsafeFlags(["-fsanitize=undefined", "-fsanitize-trap=undefined"])]
  }
}
