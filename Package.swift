// swift-tools-version: 6.2
// The package: Core Animation for Linux. ARCHITECTURE.md says what each module does.
// Licensed under the MIT license; see LICENSE.
//
// Targets stand in rooms, the folders of Sources, and rooms in parts; QUARTZ_PART builds a part.
//
// Long because: the package manager reads one file, and this one lists 130 targets.

import Foundation
import PackageDescription

/// Whether the package is built for itself, and no dependency of another one by its address.
///
/// Then its traits are on; who depends on the libraries resolves nothing that they do not need.
let isForItself =
  FileManager.default.fileExists(atPath: Context.packageDirectory + "/VERSION")
  && !Context.packageDirectory.contains("/checkouts/")

/// Imports are internal unless a signature needs more, and existentials say so.
let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// For the modules of views, whose types belong to the main actor.
///
/// In the language mode of Swift 6 each closure of theirs that the standard library or Foundation
/// gets, such as that of `array.map { $0 + x }`, begins with a check of its thread. Off the main
/// thread, as in tests that are not on the main actor and in programs that have their views on
/// another thread, it ends the program. Swift 6.3.1 says:
///
///     *** Program crashed: Illegal instruction at 0x00007f0133b3f2a2 ***
///     _dispatch_assert_queue_fail + 82 in libdispatch.so
///     dispatch_assert_queue + 118 in libdispatch.so
///     _swift_task_checkIsolatedSwift + 18 in libswift_Concurrency.so
///     swift_task_isCurrentExecutorWithFlags + 409 in libswift_Concurrency.so
///
/// `-disable-upcoming-feature DynamicActorIsolation` does not help ("upcoming feature
/// 'DynamicActorIsolation' is already enabled as of Swift version 6"). The compiler's own
/// `-disable-dynamic-actor-isolation` does, but a package that others depend on may not have unsafe
/// flags. The mode of Swift 5 has no such checks; with the features below its rules for concurrency
/// are those of Swift 6 all the same.
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
  "QuartzWire", "CoreGraphics", "QuartzComparison", "ImageIO", "CoreImage", "QuartzText",
  "QuartzInteraction",
  "QuartzLottie", "QuartzEncoding",
  // Those of their tests that compare each pixel with a formula; the others compile faster than
  // they would run.
  "TestRandom", "QuartzWireSamples", "RenderScenes", "BenchScenes", "QuartzRasterTests",
  "QuartzPlanTests", "QuartzSoftwareTests", "CoreGraphicsTests", "RenderTests",
  "QuartzInteractionTests", "InteractionScenes",
  "QuartzInteractionTests", "QuartzLottieTests",
]
/// Sanitizers of the parts in C alone: they trap on undefined behaviour, or call the runtime of the
/// address sanitizer, which programs are then linked with; for scripts/fuzz and scripts/sanitize.
let sanitizersOfC = [
  "QUARTZ_CHECK_UNDEFINED": ["-fsanitize=undefined", "-fsanitize-trap=undefined"],
  "QUARTZ_CHECK_ADDRESSES": ["-fsanitize=address", "-fno-omit-frame-pointer"],
].filter { Context.environment[$0.key] != nil }.values.flatMap { $0 }
let optimisedC: [CSetting] =
  optimisesDebug ? [.unsafeFlags(["-O2"], .when(configuration: .debug))] : []

/// The settings that optimise a module of `optimisedModules` in debug builds, if that is asked for.
func speed(_ name: String) -> [SwiftSetting] {
  optimisesDebug && optimisedModules.contains(name)
    ? [.unsafeFlags(["-O", "-wmo", "-num-threads", "2"], .when(configuration: .debug))] : []
}

func module(
  _ name: String,
  _ dependencies: [Target.Dependency] = [],
  path: String? = nil,
  settings: [SwiftSetting] = swiftSettings
) -> Target {
  .target(
    name: name,
    dependencies: dependencies,
    path: path,
    swiftSettings: settings + speed(name)
  )
}

func program(
  _ name: String,
  _ dependencies: [Target.Dependency] = [],
  path: String? = nil,
  resources: [Resource]? = nil
) -> Target {
  .executableTarget(
    name: name,
    dependencies: dependencies,
    path: path,
    resources: resources,
    swiftSettings: swiftSettings
  )
}

/// Tests of a module; they see the fonts of Tests/Support/fonts.conf alone (`CTestFonts`).
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: name,
    dependencies: dependencies + ["TestClaims", "CTestFonts"],
    exclude: exclude,
    swiftSettings: swiftSettings + speed(name)
  )
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser",
  package: "swift-argument-parser"
)
let httpServer = ["NIOCore", "NIOPosix", "NIOHTTP1"].map { name in
  Target.Dependency.product(
    name: name,
    package: "swift-nio",
    condition: .when(traits: ["Serve"])
  )
}
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

/// A part of the package, which QUARTZ_PART can select alone.
enum Part: String, CaseIterable {
  case core, gl, views, media, tools
}

/// The targets of each part; those that they depend on may belong to others.
var parts: [Part: [Target]] = [:]

/// Targets one below the other.
@resultBuilder enum Targets {
  static func buildBlock(_ targets: Target...) -> [Target] { targets }
}

/// Adds targets to a part.
///
/// Each lies in the folder of its name in `folder`, unless it says where.
@MainActor func room(_ part: Part, _ folder: String, @Targets _ targets: () -> [Target]) {
  let targets = targets()
  for target in targets where target.path == nil { target.path = "\(folder)/\(target.name)" }
  parts[part, default: []] += targets
}

// MARK: The core: layers, plans, renderers, the server

// Libraries of the system, and loops in C.
room(.core, "Sources/C") {
  // Libraries that a machine may lack: their headers are needed here, the libraries to draw with
  // GL.
  Target.target(name: "CQuartzLibrary")
  Target.target(name: "CQuartzEGL", dependencies: ["CQuartzLibrary"])
  Target.target(name: "CQuartzGLES", dependencies: ["CQuartzLibrary"])
  Target.target(name: "CQuartzGBM", dependencies: ["CQuartzLibrary"])
  Target.target(name: "CQuartzDRM", dependencies: ["CQuartzLibrary"])
  Target.target(name: "CQuartzCairo", dependencies: ["CQuartzLibrary"])
  Target.target(name: "CQuartzSDL", dependencies: ["CQuartzLibrary"])
  Target.systemLibrary(
    name: "CQuartzPango",
    pkgConfig: "pangoft2",
    providers: [.apt(["libpango1.0-dev"])]
  )
  Target.target(name: "CQuartzLinux")
  Target.target(name: "CQuartzVideo", cSettings: optimisedC)
  Target.target(name: "CQuartzStack")
  Target.target(name: "CQuartzInstances")
  // quartz.h, the C interface, and the state that it keeps for each thread.
  Target.target(name: "CQuartzInterface")
  Target.target(name: "CQuartzKernels", cSettings: optimisedC)
  Target.target(
    name: "CQuartzPNG",
    linkerSettings: [.linkedLibrary("png16"), .linkedLibrary("z"), .linkedLibrary("deflate")]
  )
  Target.target(
    name: "CQuartzICC",
    linkerSettings: [.linkedLibrary("lcms2")]
  )
  Target.target(
    name: "CQuartzJPEG",
    linkerSettings: [.linkedLibrary("jpeg")]
  )
  Target.target(
    name: "CQuartzWebP",
    linkerSettings: [.linkedLibrary("webp"), .linkedLibrary("webpdemux")]
  )
  Target.target(
    name: "CQuartzGIF",
    linkerSettings: [.linkedLibrary("gif")]
  )
  Target.target(name: "CQuartzTIFF", dependencies: ["CQuartzLibrary"])
  Target.target(name: "CQuartzAVIF", dependencies: ["CQuartzLibrary"])
  Target.target(
    name: "CQuartzJPEG2000",
    linkerSettings: [.linkedLibrary("openjp2")]
  )
  Target.target(
    name: "CQuartzBarcode",
    linkerSettings: [.linkedLibrary("zint")]
  )
  Target.target(name: "CQuartzZip", dependencies: ["CQuartzLibrary"])
  Target.target(
    name: "CQuartzASTC",
    linkerSettings: [.linkedLibrary("astcenc")]
  )
}

// The machine: failures on purpose, instances of classes, windows.
room(.core, "Sources/System") {
  // Failures of the machine, made to happen by a counter; any module may ask.
  module("QuartzFaults", ["CQuartzLinux"])
  // Locks, addresses and values handed on, where the compiler cannot prove that threads may.
  module("QuartzSharing")
  // Objects of classes that are only known when the program runs.
  module("QuartzInstances", ["CQuartzInstances"])
  // Windows of the desktop, by SDL 2.
  module("QuartzWindow", ["QuartzMath", "QuartzModel", "CQuartzSDL"])
}

// Layers as values, how they travel, how they become plans.
room(.core, "Sources/Core") {
  module("QuartzMath")
  module(
    "QuartzModel",
    ["QuartzMath", "QuartzRaster", "QuartzFilters", "QuartzFaults", "CQuartzVideo"]
  )
  module(
    "QuartzWire",
    ["QuartzMath", "QuartzFilters", "QuartzModel", "QuartzFaults", "QuartzSharing", "CQuartzLinux"]
  )
  module(
    "QuartzPlan",
    [
      "QuartzMath", "QuartzModel", "QuartzRaster", "QuartzFilters", "QuartzFaults", "QuartzSharing",
      "CQuartzVideo",
    ]
  )
}

// Renderers, and the work on pixels that they share.
room(.core, "Sources/Renderers") {
  module("QuartzRaster", ["QuartzMath", "QuartzFaults", "QuartzSharing", "CQuartzKernels"])
  // The work of filters, as values: for Core Image, the model, the plan and packages.
  module("QuartzFilters", ["QuartzMath", "QuartzRaster", "QuartzFaults"])
  module(
    "QuartzSoftware",
    [
      "QuartzMath", "QuartzRaster", "QuartzFilters", "QuartzPlan", "QuartzModel", "QuartzFaults",
      "QuartzSharing", "CQuartzKernels",
    ]
  )
  module(
    "QuartzGLES",
    [
      "QuartzMath", "QuartzRaster", "QuartzFilters", "QuartzModel", "QuartzPlan", "QuartzFaults",
      "QuartzSharing", "CQuartzEGL",
      "CQuartzGLES", "CQuartzGBM", "CQuartzDRM", "CQuartzLinux",
    ]
  )
}

// Apple's modules below the views.
room(.core, "Sources/Frameworks") {
  module(
    "CoreGraphics",
    [
      "QuartzMath", "QuartzFaults", "QuartzSharing", "QuartzRaster", "CQuartzPNG", "CQuartzICC",
      "CQuartzLinux",
      "CQuartzCairo",
    ]
  )
  module(
    "ImageIO",
    [
      "CoreGraphics", "QuartzFaults", "QuartzSharing", "CQuartzJPEG", "CQuartzWebP", "CQuartzGIF",
      "CQuartzTIFF",
      "CQuartzJPEG2000", "CQuartzAVIF",
    ]
  )
  module("QuartzText", ["CoreGraphics", "QuartzMath", "CQuartzPango", "CQuartzLinux"])
  module("CoreText", ["QuartzText", "CoreGraphics"])
  // Pictures in memory that processes share.
  module(
    "CoreVideo",
    ["CoreGraphics", "QuartzMath", "QuartzFaults", "QuartzSharing", "CQuartzLinux"]
  )
  // Times as fractions.
  module("CoreMedia", ["CoreVideo"])
  module(
    "CoreImage",
    [
      "CoreGraphics", "CoreText", "CoreVideo", "ImageIO", "QuartzFilters", "QuartzMath",
      "QuartzInstances", "CQuartzBarcode", "QuartzSharing",
    ]
  )
  // Modules of Apple's that Linux lacks, as far as code that draws uses them.
  module("OSLog", ["QuartzSharing", logging])
  module("simd")
  // The parts of Foundation that Linux lacks, as far as code of views uses them.
  module("QuartzFoundation", ["QuartzSharing"])
  // Notifications of a program, which nothing shows.
  module("UserNotifications", ["CoreGraphics", "QuartzSharing"])
  // Questions who a person is, none of which can be asked.
  module("LocalAuthentication")
  // Where a device is: one without a receiver, or what a test gives.
  module("CoreLocation", ["QuartzSharing"])
  module(
    "QuartzCore",
    [
      "CoreGraphics", "CoreVideo", "QuartzText", "QuartzMath", "QuartzRaster", "QuartzFilters",
      "QuartzModel", "QuartzWire", "QuartzPlan", "QuartzSoftware", "QuartzFaults",
      "QuartzInstances", "QuartzWindow", "QuartzSharing", "CQuartzLinux", "CQuartzStack",
    ]
  )
}

// The render server.
room(.core, "Sources/Server") {
  module(
    "QuartzServer",
    [
      "QuartzMath", "QuartzModel", "QuartzWire", "QuartzPlan", "QuartzSoftware", "QuartzGLES",
      "QuartzFaults", "QuartzSharing", "QuartzWindow", "CQuartzLinux", logging,
    ]
  )
  program(
    "quartzd",
    [
      "QuartzServer", "QuartzWire", "QuartzGLES", "QuartzPlan", "QuartzModel", "QuartzFaults",
      argumentParser, logging,
    ]
  )
}

// For tests of layer code.
room(.core, "Sources/Testing") {
  module(
    "QuartzTesting",
    [
      "QuartzCore", "QuartzComparison", "QuartzText", "QuartzPlan", "QuartzModel",
      "QuartzSoftware", "QuartzGLES", "QuartzWire", "CoreGraphics", "QuartzMath", "QuartzFaults",
      "QuartzSharing", "_Testing_CoreGraphics",
    ]
  )
}

// The modules that the compiler looks for beside Testing.
room(.core, "Sources/Testing/CrossImports") {
  module("_Testing_CoreGraphics", ["CoreGraphics"])
  module("_Testing_CoreImage", ["CoreImage", "_Testing_CoreGraphics"])
}

// Programs that write Swift; scripts/generate runs them.
room(.core, "Generators") {
  program("shadergen", [])
  program("filtergen", ["QuartzFilters"])
}

// Code that the tests share, and programs that they start.
room(.core, "Tests/Support") {
  // Traits that name the symbols that a test shows, for scripts/conformance.
  module("TestClaims")
  // Random numbers that are the same in every run.
  module("TestRandom")
  // Lets tests see their own fonts and no others of the machine.
  Target.target(name: "CTestFonts")
  // Pages of PDF as Poppler shows them.
  module("PageReading")
  // Tells the thread sanitizer of locks that it cannot see.
  Target.target(name: "CQuartzThreads")
  // Counts allocations, for the tests that there are none.
  Target.target(name: "CQuartzAllocations")
  // The program that scripts/sanitize runs under the thread sanitizer.
  program("thread-stress", ["QuartzCore", "CQuartzThreads"])
  program("core-only", ["QuartzCore"])
  // Subclasses of layers in the shapes of programs, and a look at them in release builds.
  module("LayerShapes", ["QuartzCore"])
  program("layer-shapes", ["LayerShapes", "QuartzCore"])
  // Hostile and random messages, for every test of something that reads a socket.
  module(
    "QuartzWireSamples",
    [
      "QuartzWire", "QuartzFilters", "QuartzModel", "QuartzMath", "TestRandom",
    ]
  )
  // Layer trees that every renderer is tested with.
  module(
    "RenderScenes",
    [
      "QuartzCore", "CoreGraphics", "CoreText", "CoreImage", "QuartzModel", "QuartzPlan",
      "QuartzSoftware", "QuartzMath", "TestRandom",
    ]
  )
  // The scenes that Benchmarks/ measures, and whose counters tests hold.
  module("BenchScenes", ["QuartzMath", "QuartzModel", "QuartzRaster", "QuartzPlan"])
  // The driver that tests of OpenGL ES draw with.
  module("TestPlatform", ["QuartzGLES", "QuartzWire"])
  // Prints what the software renderer draws of them, to compare builds.
  program("scene-hashes", ["RenderScenes"])
  // Draws what scripts/gallery shows.
  program("gallery", ["CoreText", "CoreGraphics"])
  program(
    "quartz-test-client",
    [
      "QuartzWire", "QuartzModel", "QuartzMath", "QuartzCore", "OpenGLES", "GLSupport",
    ]
  )
}

room(.core, "Examples") {
  // The first program of README.md.
  program("hello", ["QuartzCore", "ImageIO"], path: "Examples/Hello")
  // A QR code and a blurred picture, in 20 lines of Core Image.
  program("filters", ["CoreImage"], path: "Examples/Filters")
  // One program that shows three others; the server comes along, so that `swift run` builds it.
  program(
    "desk",
    ["QuartzCore", "CoreGraphics", "ExampleSupport", "quartzd"],
    path: "Examples/Desk"
  )
  // Code shared by the examples.
  module(
    "ExampleSupport",
    ["QuartzCore", "CoreGraphics", "ImageIO"]
  )
}

room(.core, "Tests") {
  tests("QuartzFaultsTests", ["QuartzFaults"])
  tests("QuartzSharingTests", ["QuartzSharing"])
  tests("QuartzInstancesTests", ["QuartzInstances"])
  tests("QuartzMathTests", ["QuartzMath"])
  tests(
    "QuartzModelTests",
    [
      "QuartzModel", "QuartzFilters", "QuartzMath", "QuartzFaults", "CQuartzAllocations",
      "TestRandom",
    ]
  )
  tests(
    "QuartzPlanTests",
    [
      "QuartzPlan", "QuartzFilters", "QuartzModel", "QuartzMath", "QuartzSoftware",
      "QuartzFaults",
      "CQuartzAllocations", "TestRandom",
    ]
  )
  tests(
    "QuartzRasterTests",
    ["QuartzRaster", "QuartzMath", "CQuartzKernels", "CQuartzAllocations", "TestRandom"]
  )
  tests("QuartzFiltersTests", ["QuartzFilters", "QuartzMath", "QuartzRaster", "TestRandom"])
  tests(
    "QuartzSoftwareTests",
    [
      "QuartzSoftware", "QuartzRaster", "QuartzPlan", "QuartzModel", "QuartzMath",
      "QuartzFaults", "CQuartzAllocations", "CQuartzKernels", "TestRandom",
    ]
  )
  tests(
    "QuartzGLESTests",
    [
      "QuartzGLES", "QuartzSoftware", "QuartzPlan", "QuartzFilters", "QuartzModel",
      "QuartzRaster", "QuartzMath", "QuartzFaults", "CQuartzDRM", "CQuartzGLES", "shadergen",
      "TestRandom", "TestPlatform", "BenchScenes",
    ]
  )
  tests(
    "QuartzWireTests",
    [
      "QuartzWire", "QuartzWireSamples", "CQuartzLinux", "QuartzModel", "QuartzMath",
      "QuartzFaults", "TestRandom",
    ]
  )
  tests(
    "QuartzServerTests",
    [
      "QuartzServer", "QuartzWire", "QuartzPlan", "QuartzFilters", "QuartzModel", "QuartzMath",
      "QuartzSoftware", "QuartzGLES", "QuartzCore", "CoreGraphics", "_Testing_CoreGraphics",
      "CQuartzLinux", "QuartzFaults", "QuartzWireSamples", "QuartzInspection", "quartzd",
      "quartz-test-client", "TestRandom", "TestPlatform", logging,
    ]
  )
  tests(
    "CoreGraphicsTests",
    ["CoreGraphics", "QuartzMath", "_Testing_CoreGraphics", "TestRandom", "PageReading"]
  )
  tests("CoreVideoTests", ["CoreVideo", "QuartzFaults", "_Testing_CoreGraphics"])
  tests("CoreMediaTests", ["CoreMedia", "TestRandom", "_Testing_CoreGraphics"])
  tests(
    "QuartzTextTests",
    [
      "QuartzText", "CoreText", "CoreGraphics", "QuartzMath", "CQuartzPango",
      "_Testing_CoreGraphics",
    ],
    exclude: ["Fixtures"]
  )
  tests(
    "ImageIOTests",
    [
      "ImageIO", "CoreGraphics", "QuartzFaults", "CQuartzAllocations", "_Testing_CoreGraphics",
      "TestRandom",
    ],
    exclude: ["Fixtures"]
  )
  tests(
    "CoreImageTests",
    ["CoreImage", "ImageIO", "CoreGraphics", "QuartzFilters", "_Testing_CoreImage"]
  )
  tests(
    "QuartzCoreTests",
    [
      "QuartzCore", "QuartzTesting", "CoreGraphics", "QuartzModel", "QuartzPlan",
      "QuartzSoftware", "QuartzMath", "QuartzText", "QuartzFaults", "QuartzFilters", "TestRandom",
      "PageReading", "LayerShapes",
    ]
  )
  tests(
    "QuartzTestingTests",
    [
      "QuartzTesting", "QuartzComparison", "QuartzCore", "CoreText", "CoreGraphics",
      "QuartzModel", "QuartzMath", "CQuartzKernels", "TestRandom",
    ],
    exclude: ["__Snapshots__"]
  )
  tests(
    "RenderTests",
    [
      "QuartzCore", "QuartzTesting", "QuartzSoftware", "QuartzGLES", "QuartzPlan", "QuartzModel",
      "QuartzMath", "QuartzRaster", "CoreGraphics", "ImageIO", "QuartzWire", "QuartzWireSamples",
      "RenderScenes", "QuartzServer", "TestRandom", "QuartzArchive", "QuartzFaults", "CoreImage",
      "_Testing_CoreImage", "TestPlatform",
    ],
    exclude: ["References", "Recorded"]
  )
  tests("OSLogTests", ["OSLog"])
  tests("QuartzFoundationTests", ["QuartzFoundation", "QuartzSharing"])
  tests("simdTests", ["simd"])
  tests("UserNotificationsTests", ["UserNotifications", "CoreGraphics", "_Testing_CoreGraphics"])
  tests("LocalAuthenticationTests", ["LocalAuthentication"])
  tests("CoreLocationTests", ["CoreLocation"])
}

// MARK: Programs that draw with OpenGL ES

// OpenGL ES in layers.
room(.gl, "Sources/Frameworks") {
  module(
    "OpenGLES",
    [
      "QuartzCore", "CoreGraphics", "QuartzModel", "QuartzGLES", "QuartzPlan", "QuartzWire",
      "CQuartzGLES",
    ]
  )
  module(
    "GLKit",
    [
      "UIKit", "QuartzViews", "OpenGLES", "QuartzGLES", "QuartzCore", "CoreGraphics", "ImageIO",
      "CQuartzASTC", "QuartzSharing",
    ],
    settings: viewSettings
  )
}

room(.gl, "Examples") {
  // The examples of OpenGL ES in a layer; the server comes along, so that `swift run` builds it.
  program(
    "triangle",
    ["OpenGLES", "QuartzCore", "CoreGraphics", "ExampleSupport", "quartzd", argumentParser],
    path: "Examples/Triangle"
  )
  program(
    "cube",
    [
      "OpenGLES", "GLKit", "QuartzCore", "CoreGraphics", "ExampleSupport", "quartzd",
      argumentParser,
    ],
    path: "Examples/Cube"
  )
}

room(.gl, "Tests/Support") {
  // Code shared by the programs and tests that draw into layers.
  module("GLSupport", ["OpenGLES"])
  program("gl-present", ["OpenGLES", "QuartzCore", "CoreGraphics", "GLSupport"])
}

room(.gl, "Tests") {
  tests(
    "OpenGLESTests",
    [
      "OpenGLES", "QuartzCore", "QuartzModel", "QuartzPlan", "QuartzGLES", "CoreGraphics",
      "ImageIO", "_Testing_CoreGraphics", "GLSupport", "TestPlatform", "triangle", "cube",
      "quartzd",
    ]
  )
  tests(
    "GLKitTests",
    [
      "GLKit", "UIKit", "OpenGLES", "QuartzCore", "CoreGraphics", "ImageIO", "TestRandom",
      "_Testing_CoreGraphics", "_Testing_UIKit",
    ],
    exclude: ["Fixtures"]
  )
}

// MARK: Views over layers

room(.views, "Sources/Views") {
  // Equations of layouts and their solver; no views.
  module("QuartzLayout")
  // Shared by UIKit and AppKit.
  module(
    "QuartzViews",
    ["QuartzCore", "QuartzSharing", "CoreGraphics"],
    settings: viewSettings
  )
  // Touches as values: recognisers, their delivery, drags; no views.
  module("QuartzInteraction", settings: viewSettings)
  // Views over layers. Of the libraries GLKit alone may depend on it, whose views are views.
  module(
    "UIKit",
    [
      "QuartzCore", "QuartzViews", "QuartzInteraction", "QuartzLayout", "QuartzInstances",
      "CoreGraphics", "CoreText", "CoreImage", "ImageIO", "QuartzText", "QuartzMath",
      "QuartzModel", "QuartzSharing", "QuartzFoundation", "UserNotifications",
    ],
    settings: viewSettings
  )
  // Never in one program with UIKit.
  module(
    "AppKit",
    [
      "QuartzCore", "QuartzViews", "QuartzInteraction", "CoreGraphics", "CoreText", "CoreImage",
      "ImageIO",
    ],
    settings: viewSettings
  )
}

room(.views, "Sources/Testing") {
  module(
    "UIKitTesting",
    ["UIKit", "QuartzTesting", "QuartzViews", "QuartzCore", "CoreGraphics", "_Testing_UIKit"],
    settings: viewSettings
  )
}

room(.views, "Sources/Testing/CrossImports") {
  module("_Testing_UIKit", ["UIKit", "_Testing_CoreImage"])
  module("_Testing_AppKit", ["AppKit", "_Testing_CoreImage"])
}

room(.views, "Examples") {
  // Views, an animation and a touch.
  program("views", ["UIKit"], path: "Examples/Views")
}

room(.views, "Tests/Support") {
  // A display without a monitor, for tests of windows.
  module("VirtualScreen")
  // Scenes of touches as text, with what follows of them.
  module("InteractionScenes", ["QuartzInteraction", "TestRandom"])
  // Programs with windows, which tests look at.
  program("uikit-window", ["UIKit"])
  program("appkit-window", ["AppKit", "QuartzCore"])
  program("server-window", ["QuartzCore", "CoreGraphics"])
  // Programs as they are written for iOS, in the language mode that such projects have.
  Target.target(
    name: "UIKitPrograms",
    dependencies: ["UIKit"],
    path: "Tests/UIKitPrograms",
    swiftSettings: [.swiftLanguageMode(.v5)]
  )
  // Screens of apps, in the same mode.
  Target.target(
    name: "UIKitScreens",
    dependencies: ["UIKit"],
    path: "Tests/UIKitScreens",
    swiftSettings: [.swiftLanguageMode(.v5)]
  )
  // Shows one of the programs.
  program("uikit-program", ["UIKit", "UIKitPrograms"])
}

room(.views, "Tests") {
  tests("QuartzViewsTests", ["QuartzViews"])
  tests("QuartzLayoutTests", ["QuartzLayout", "TestRandom"], exclude: ["Fixtures"])
  tests(
    "QuartzInteractionTests",
    ["QuartzInteraction", "InteractionScenes", "CQuartzAllocations", "TestRandom"],
    exclude: ["Sequences.txt"]
  )
  tests(
    "UIKitTests",
    [
      "UIKit", "QuartzCore", "CoreGraphics", "ImageIO", "CoreText", "QuartzMath", "QuartzModel",
      "_Testing_UIKit", "TestRandom", "PageReading", "QuartzServer", "QuartzWire", "RenderScenes",
      "QuartzInteraction", "InteractionScenes", "UserNotifications",
    ]
  )
  tests(
    "UIKitTestingTests",
    ["UIKitTesting", "UIKit", "QuartzTesting", "_Testing_UIKit"],
    exclude: ["__Snapshots__"]
  )
  tests(
    "UIKitProgramsTests",
    ["UIKitPrograms", "UIKitScreens", "UIKit", "UIKitTesting", "_Testing_UIKit"],
    exclude: ["__Snapshots__", "Screens/__Snapshots__"]
  )
  tests(
    "AppKitTests",
    [
      "AppKit", "QuartzCore", "CoreGraphics", "QuartzInteraction", "_Testing_AppKit", "TestRandom",
    ]
  )
}

// MARK: Films in layers

room(.media, "Sources/Media") {
  // Films, decoded by a process of its own: the app's side and the messages of both.
  module(
    "QuartzVideo",
    [
      "CoreGraphics", "QuartzMath", "QuartzRaster", "QuartzFaults", "QuartzSharing",
      "CQuartzVideo", "CQuartzLinux",
    ]
  )
  // The sound of films, heard on the desktop's device.
  module("QuartzSound", ["QuartzFaults", "QuartzSharing", "CQuartzSDL"])
  // The program that encodes films, at the other end of a pipe, and frames in its formats.
  module(
    "QuartzEncoding",
    ["QuartzVideo", "QuartzMath", "QuartzRaster", "QuartzFaults", "CoreGraphics", "CQuartzLinux"]
  )
  program(
    "quartz-video",
    ["QuartzVideo", "QuartzFaults", "ImageIO", "CoreGraphics", "CQuartzLinux"]
  )
}

room(.media, "Sources/Frameworks") {
  // Films in layers; quartz-video decodes them.
  module(
    "AVFoundation",
    [
      "QuartzCore", "CoreImage", "CoreMedia", "CoreVideo", "CoreGraphics", "QuartzVideo",
      "QuartzEncoding", "QuartzSound", "QuartzModel", "QuartzPlan", "QuartzRaster", "QuartzMath",
      "QuartzFaults", "QuartzSharing", "ImageIO", "CQuartzLinux",
    ]
  )
  // Compositions of films, images and filters in layers; nothing else depends on it.
  module(
    "QuartzComposition",
    [
      "OpenGLES", "AVFoundation", "CoreImage", "ImageIO", "CoreMedia", "CoreVideo", "CoreGraphics",
      "QuartzCore",
    ]
  )
}

room(.media, "Tests/Support") {
  // Films whose every picture shows its number.
  module("FilmSamples")
}

room(.media, "Tests") {
  tests(
    "QuartzVideoTests",
    [
      "QuartzVideo", "CQuartzVideo", "CoreGraphics", "QuartzMath", "QuartzFaults", "FilmSamples",
      "QuartzSharing", "quartz-video", "TestRandom", "_Testing_CoreGraphics",
    ]
  )
  tests(
    "AVFoundationTests",
    [
      "AVFoundation", "QuartzCore", "QuartzVideo", "QuartzSound", "QuartzModel", "QuartzSoftware",
      "QuartzGLES", "QuartzPlan", "QuartzMath", "QuartzEncoding", "QuartzSharing", "CoreMedia",
      "CoreGraphics", "CoreImage", "FilmSamples", "quartz-video", "_Testing_CoreImage",
    ]
  )
  tests(
    "QuartzCompositionTests",
    [
      "QuartzComposition", "AVFoundation", "OpenGLES", "QuartzCore", "CoreImage", "CoreGraphics",
      "CoreVideo", "ImageIO", "FilmSamples", "TestRandom", "TestPlatform", "quartz-video",
      "_Testing_CoreImage",
    ]
  )
}

// MARK: Documents and the command

room(.tools, "Sources/Tools") {
  module(
    "QuartzArchive",
    [
      "QuartzCore", "QuartzText", "CoreGraphics", "ImageIO", "QuartzFilters", "QuartzModel",
      "QuartzMath", "QuartzVideo", "QuartzFaults", "CQuartzZip",
    ]
  )
  // Animations in JSON and in archives of such, as layers.
  module("QuartzLottie", ["QuartzCore", "QuartzText", "CoreGraphics", "ImageIO", "CQuartzZip"])
  // A view that plays such animations.
  module(
    "QuartzLottieUI",
    ["QuartzLottie", "UIKit", "CoreGraphics"],
    path: "Sources/Views/QuartzLottieUI",
    settings: viewSettings
  )
  // A controller in the place of a browser's page.
  module(
    "SafariServices",
    ["UIKit", "CoreGraphics"],
    path: "Sources/Views/SafariServices",
    settings: viewSettings
  )
  // Controllers in the place of letters and messages.
  module(
    "MessageUI",
    ["UIKit", "CoreGraphics"],
    path: "Sources/Views/MessageUI",
    settings: viewSettings
  )
  // A controller that plays films.
  module(
    "AVKit",
    ["UIKit", "AVFoundation", "CoreMedia", "QuartzCore", "CoreGraphics"],
    path: "Sources/Views/AVKit",
    settings: viewSettings
  )
  // Layers of any file by its path; for the command line and the C interface.
  module(
    "QuartzDocuments",
    ["QuartzArchive", "QuartzLottie", "QuartzVideo", "QuartzCore", "CoreGraphics"]
  )
  // How pictures differ; for tests and the command line.
  module("QuartzComparison", ["CoreGraphics", "QuartzMath", "CQuartzKernels", "QuartzSharing"])
  // All that an inspector shows of a context, and how it is asked.
  module(
    "QuartzInspection",
    [
      "QuartzCore", "QuartzArchive", "QuartzModel", "QuartzPlan", "QuartzSoftware", "QuartzMath",
      "QuartzWire", "CoreGraphics",
    ]
  )
  program(
    "quartz",
    [
      "QuartzArchive", "QuartzDocuments", "QuartzLottie", "QuartzCore", "QuartzServer",
      "QuartzPlan", "QuartzGLES",
      "CoreGraphics", "QuartzText", "ImageIO", "QuartzWire", "QuartzModel", "QuartzMath",
      "QuartzRaster",
      "QuartzSoftware", "QuartzComparison", "QuartzFaults", "QuartzSharing", "AVFoundation",
      "QuartzVideo", "QuartzEncoding", "QuartzWindow", "QuartzInspection", "CQuartzLinux",
      argumentParser,
    ] + httpServer,
    // The program is one file, which brings its page along.
    resources: ["report.html", "report.css", "report.js"].map { .embedInCode("Report/Web/\($0)") }
  )
}

room(.tools, "Sources/Interface") {
  // The functions of quartz.h, for programs in other languages.
  module(
    "QuartzC",
    [
      "CQuartzInterface", "QuartzCore", "QuartzArchive", "QuartzDocuments", "QuartzLottie",
      "CoreGraphics", "CoreImage", "ImageIO", "QuartzModel", "QuartzMath", "QuartzPlan",
      "QuartzFilters", "QuartzSharing", "QuartzEncoding", "QuartzFaults",
    ]
  )
}

room(.tools, "Tests/Support") {
  // The program that scripts/fuzz runs.
  program(
    "quartz-fuzz",
    [
      "QuartzWireSamples", "QuartzServer", "QuartzWire", "QuartzModel", "QuartzMath",
      "QuartzPlan",
      "QuartzSoftware", "QuartzArchive", "QuartzCore", "CoreGraphics", "ImageIO", "GLKit",
      "CQuartzLinux", "QuartzFaults",
      "TestRandom", "CQuartzAllocations", argumentParser,
    ]
  )
  // The program that scripts/test-gpu asks about drivers, and has draw all scenes with them.
  program(
    "gpu-probe",
    [
      "QuartzGLES", "QuartzSoftware", "QuartzCore", "QuartzModel", "QuartzPlan", "QuartzMath",
      "RenderScenes", argumentParser,
    ]
  )
  // The program that scripts/test-gbm runs where there is a DRM device.
  program(
    "gbm-probe",
    [
      "QuartzArchive", "QuartzCore", "QuartzGLES", "QuartzModel", "QuartzPlan", "QuartzWire",
      "CoreGraphics", argumentParser,
    ]
  )
}

room(.tools, "Tests") {
  tests(
    "QuartzArchiveTests",
    [
      "QuartzArchive", "QuartzCore", "QuartzText", "QuartzTesting", "CoreGraphics", "ImageIO",
      "QuartzModel",
      "QuartzMath", "QuartzFaults", "QuartzFilters", "TestRandom",
    ],
    exclude: ["Packages"]
  )
  tests(
    "QuartzLottieTests",
    [
      "QuartzLottie", "QuartzCore", "QuartzText", "QuartzTesting", "CoreGraphics", "ImageIO",
      "TestRandom",
    ]
  )
  tests("QuartzLottieUITests", ["QuartzLottieUI", "QuartzLottie", "UIKitTesting"])
  tests("SafariServicesTests", ["SafariServices", "UIKit", "_Testing_UIKit"])
  tests("MessageUITests", ["MessageUI", "UIKit", "_Testing_UIKit"])
  tests(
    "AVKitTests",
    [
      "AVKit", "AVFoundation", "UIKit", "UIKitTesting", "FilmSamples", "quartz-video",
      "_Testing_UIKit",
    ],
    exclude: ["__Snapshots__"]
  )
  tests(
    "QuartzInspectionTests",
    [
      "QuartzInspection", "QuartzCore", "QuartzModel", "QuartzPlan", "QuartzSoftware",
      "QuartzMath", "CoreGraphics", "TestRandom", "_Testing_CoreGraphics",
    ]
  )
  tests(
    "QuartzCTests",
    [
      "QuartzC", "CQuartzInterface", "QuartzCore", "QuartzArchive", "CoreGraphics", "QuartzModel",
      "TestRandom", "_Testing_CoreGraphics",
    ]
  )
  tests("FuzzerTests", ["quartz-fuzz", "quartzd"], exclude: ["Corpus"])
  tests(
    "CommandTests",
    [
      "QuartzCore", "QuartzText", "QuartzTesting", "CoreGraphics", "ImageIO", "QuartzFaults",
      "FilmSamples",
      "QuartzWire", "QuartzModel", "QuartzMath", "VirtualScreen", "quartz", "quartzd",
      "quartz-video", "hello", "filters", "uikit-window",
      "uikit-program", "appkit-window", "server-window", "desk",
    ]
  )
}

// MARK: The package

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
    .library(name: "QuartzFoundation", targets: ["QuartzFoundation"]),
    .library(name: "UserNotifications", targets: ["UserNotifications"]),
    .library(name: "LocalAuthentication", targets: ["LocalAuthentication"]),
    .library(name: "CoreLocation", targets: ["CoreLocation"]),
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
    .library(name: "QuartzComposition", targets: ["QuartzComposition"]),
    // libquartz.so, made by scripts/library with the symbols of quartz.h alone.
    .library(name: "QuartzC", type: .dynamic, targets: ["QuartzC"]),
    .library(name: "QuartzLottie", targets: ["QuartzLottie"]),
    .library(name: "QuartzLottieUI", targets: ["QuartzLottieUI"]),
    .library(name: "SafariServices", targets: ["SafariServices"]),
    .library(name: "MessageUI", targets: ["MessageUI"]),
    .library(name: "AVKit", targets: ["AVKit"]),
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
        "QuartzGLES", "QuartzServer", "QuartzComparison", "BenchScenes", "QuartzC",
        "CQuartzInterface", "QuartzEncoding", "QuartzVideo",
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
  traits: [
    .trait(name: "Serve", description: "quartz serve, which needs SwiftNIO"),
    .default(enabledTraits: isForItself ? ["Serve"] : []),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: Part.allCases.flatMap { parts[$0] ?? [] }
)

if !sanitizersOfC.isEmpty {
  for target in package.targets where target.type == .regular && target.name.hasPrefix("CQuartz") {
    target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(sanitizersOfC)]
  }
}

// QUARTZ_PART selects by names of parts and of targets, separated by commas: the targets that they
// name and all that these depend on are built, with the products of such targets alone.
//
//     QUARTZ_PART=core swift build
//     QUARTZ_PART=QuartzPlanTests swift test
if let selection = Context.environment["QUARTZ_PART"], selection != "", selection != "all" {
  let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
  var selected: Set<String> = []
  var remaining = selection.split(separator: ",").map(String.init).flatMap { name in
    if let part = Part(rawValue: name) { return (parts[part] ?? []).map(\.name) }
    if targets[name] != nil { return [name] }
    fatalError("QUARTZ_PART: \(name) is neither a target nor one of \(Part.allCases)")
  }
  while let name = remaining.popLast() {
    guard selected.insert(name).inserted, let target = targets[name] else { continue }
    remaining += target.dependencies.compactMap { dependency in
      switch dependency {
      case .byNameItem(let name, _), .targetItem(let name, _): name
      default: nil
      }
    }
  }
  package.targets.removeAll { !selected.contains($0.name) }
  package.products.removeAll { product in
    switch product {
    case let library as Product.Library: !selected.isSuperset(of: library.targets)
    case let program as Product.Executable: !selected.isSuperset(of: program.targets)
    default: false
    }
  }
}
