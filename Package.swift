// swift-tools-version: 6.2
// The package: Core Animation for Linux. ARCHITECTURE.md says what each module does.
// Licensed under the MIT license; see LICENSE.

import PackageDescription

/// Imports are internal unless a signature needs more, and existentials say so.
let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
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
  exclude: [String] = []
) -> Target {
  let isOptimised = optimisesDebug && optimisedModules.contains(name)
  let speed: [SwiftSetting] =
    isOptimised ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []
  return .target(
    name: name,
    dependencies: dependencies,
    exclude: exclude,
    swiftSettings: swiftSettings + speed
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
    .library(name: "QuartzCore", targets: ["QuartzCore"]),
    .library(name: "OpenGLES", targets: ["OpenGLES"]),
    .library(name: "GLKit", targets: ["GLKit"]),
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
    .executable(name: "hello", targets: ["hello"]),
    .executable(name: "filters", targets: ["filters"]),
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
    .target(name: "CQuartzLibrary"),
    .target(name: "CQuartzEGL", dependencies: ["CQuartzLibrary"]),
    .target(name: "CQuartzGLES", dependencies: ["CQuartzLibrary"]),
    .target(name: "CQuartzGBM", dependencies: ["CQuartzLibrary"]),
    .target(name: "CQuartzDRM", dependencies: ["CQuartzLibrary"]),
    .systemLibrary(
      name: "CQuartzPango",
      pkgConfig: "pangoft2",
      providers: [.apt(["libpango1.0-dev"])]
    ),
    .target(name: "CQuartzLinux"),
    .target(name: "CQuartzStack"),
    .target(name: "CQuartzKernels", cSettings: optimisedC),
    .target(
      name: "CQuartzPNG",
      linkerSettings: [.linkedLibrary("png16"), .linkedLibrary("z"), .linkedLibrary("deflate")]
    ),
    .target(name: "CQuartzICC", linkerSettings: [.linkedLibrary("lcms2")]),
    .target(name: "CQuartzJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
    .target(
      name: "CQuartzWebP",
      linkerSettings: [.linkedLibrary("webp"), .linkedLibrary("webpdemux")]
    ),
    .target(name: "CQuartzGIF", linkerSettings: [.linkedLibrary("gif")]),
    .target(name: "CQuartzTIFF", linkerSettings: [.linkedLibrary("tiff")]),
    .target(name: "CQuartzJPEG2000", linkerSettings: [.linkedLibrary("openjp2")]),
    .target(name: "CQuartzBarcode", linkerSettings: [.linkedLibrary("zint")]),
    .target(name: "CQuartzZip", linkerSettings: [.linkedLibrary("zip")]),
    .target(name: "CQuartzASTC", linkerSettings: [.linkedLibrary("astcenc")]),

    // Failures of the machine, made to happen by a counter; any module may ask.
    module("QuartzFaults", ["CQuartzLinux"]),
    module("QuartzMath"),
    module("QuartzRaster", ["QuartzMath", "QuartzFaults", "CQuartzKernels"]),
    module(
      "CoreGraphics",
      [
        "QuartzMath", "QuartzFaults", "QuartzRaster", "CQuartzPNG", "CQuartzICC", "CQuartzLinux",
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
    // The work of filters, as values: for Core Image, the model, the plan and packages.
    module("QuartzFilters", ["QuartzMath", "QuartzRaster", "QuartzFaults"]),
    module(
      "CoreImage",
      ["CoreGraphics", "CoreText", "ImageIO", "QuartzFilters", "QuartzMath", "CQuartzBarcode"]
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
        "CoreGraphics", "QuartzText", "QuartzMath", "QuartzFilters", "QuartzModel", "QuartzWire",
        "QuartzPlan", "QuartzSoftware", "QuartzFaults", "CQuartzLinux", "CQuartzStack",
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
      ["OpenGLES", "QuartzGLES", "QuartzCore", "CoreGraphics", "ImageIO", "CQuartzASTC"]
    ),
    module(
      "QuartzArchive",
      [
        "QuartzCore", "CoreGraphics", "ImageIO", "QuartzFilters", "QuartzModel", "QuartzMath",
        "QuartzFaults", "CQuartzZip",
      ]
    ),
    module(
      "QuartzServer",
      [
        "QuartzMath", "QuartzModel", "QuartzWire", "QuartzPlan", "QuartzSoftware", "QuartzGLES",
        "QuartzFaults", "CQuartzLinux", logging,
      ]
    ),
    // How pictures differ; for tests and the command line.
    module("QuartzComparison", ["CoreGraphics", "QuartzMath", "CQuartzKernels"]),
    module(
      "QuartzTesting",
      [
        "QuartzCore", "QuartzComparison", "QuartzText", "QuartzPlan", "QuartzModel",
        "QuartzSoftware", "QuartzGLES", "CoreGraphics", "QuartzMath", "_Testing_CoreGraphics",
      ]
    ),
    module("_Testing_CoreGraphics", ["CoreGraphics"]),
    module("_Testing_CoreImage", ["CoreImage", "_Testing_CoreGraphics"]),

    program(
      "quartzd",
      [
        "QuartzServer", "QuartzWire", "QuartzGLES", "QuartzPlan", "QuartzFaults", argumentParser,
        logging,
      ]
    ),
    program(
      "quartz",
      [
        "QuartzArchive", "QuartzCore", "QuartzServer", "QuartzPlan", "QuartzGLES", "CoreGraphics",
        "ImageIO", "QuartzWire", "QuartzModel", "QuartzMath", "QuartzSoftware", "QuartzComparison",
        "QuartzFaults", "CQuartzLinux", argumentParser,
      ]
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
        "QuartzPlan", "QuartzModel", "QuartzMath", "QuartzSoftware", "QuartzFaults",
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
        "QuartzCore", "CoreGraphics", "CoreText", "QuartzModel", "QuartzPlan", "QuartzSoftware",
        "TestRandom",
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
        "QuartzFaults", "QuartzWireSamples", "quartzd", "quartz-test-client", "TestRandom", logging,
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
      "CoreGraphicsTests",
      ["CoreGraphics", "QuartzMath", "_Testing_CoreGraphics", "TestRandom"]
    ),
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
      ["ImageIO", "CoreGraphics", "QuartzFaults", "_Testing_CoreGraphics", "TestRandom"],
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
        "GLKit", "OpenGLES", "QuartzCore", "CoreGraphics", "ImageIO", "TestRandom",
        "_Testing_CoreGraphics",
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
      "CommandTests",
      [
        "QuartzCore", "QuartzTesting", "CoreGraphics", "ImageIO", "QuartzFaults", "quartz",
        "quartzd", "hello", "filters",
      ]
    ),
    tests(
      "RenderTests",
      [
        "QuartzCore", "QuartzTesting", "QuartzSoftware", "QuartzGLES", "QuartzPlan", "QuartzModel",
        "QuartzMath", "CoreGraphics", "ImageIO", "QuartzWire", "QuartzWireSamples", "RenderScenes",
        "TestRandom", "QuartzArchive", "QuartzFaults", "CoreImage",
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
