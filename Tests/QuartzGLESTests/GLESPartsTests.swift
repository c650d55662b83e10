// The parts that need no GL: reports, packing, pieces of damage, batches, generated files.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzMath
import QuartzModel
import TestRandom
import Testing

@testable import QuartzGLES
@testable import QuartzPlan
@testable import shadergen

@Suite
struct EGLReportTests {
  @Test
  func probeNamesEveryPlatformTried() {
    let report = EGLReport.probe()
    #expect(report.attempts.contains { $0.platform == .surfaceless })
    for attempt in report.attempts {
      #expect(report.description.contains("\(attempt.platform): "))
      if case .refused(let reason) = attempt.outcome { #expect(!reason.isEmpty) }
    }
  }

  /// Buffer devices, then EGL devices, then surfaceless, each kind with at least one line.
  @Test
  func attemptsReadInTheOrderTried() {
    let report = EGLReport.probe()
    let kinds = report.attempts.map(\.platform.name)
    let order = ["gbm", "device", "surfaceless"]
    #expect(Set(kinds) == Set(order))
    #expect(kinds == kinds.sorted { order.firstIndex(of: $0)! < order.firstIndex(of: $1)! })
    let lines = report.description.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    #expect(lines.count == report.attempts.count)
    for (line, attempt) in zip(lines, report.attempts) {
      #expect(line.hasPrefix("\(attempt.platform): "))
    }
  }

  @Test
  func missingNodeIsRefusedWithItsReason() {
    let preferences = GLESPreferences(platforms: .only(.gbm(node: "/dev/dri/renderD999")))
    let report = EGLReport.probe(preferences)
    #expect(report.chosen == nil)
    #expect(report.attempts.map(\.platform) == [.gbm(node: "/dev/dri/renderD999")])
    #expect(report.reasons == ["gbm:/dev/dri/renderD999: No such file or directory"])
    #expect(throws: RenderError.noRenderer(reasons: report.reasons)) {
      try GLESBackend(preferences)
    }
  }

  @Test(arguments: [
    ("gbm", PlatformChoice.anyGBM), ("device", .anyDevice),
    ("gbm:/dev/dri/card0", .only(.gbm(node: "/dev/dri/card0"))),
    ("device:3", .only(.device(index: 3))), ("surfaceless", .only(.surfaceless)),
  ])
  func choicesReadWhatTheyPrint(name: String, choice: PlatformChoice) {
    #expect(PlatformChoice(name: name) == choice)
    #expect("\(choice)" == name)
  }

  @Test(arguments: [
    "", "GBM", "gbm:", "gbm:card0", "device:", "device:-1", "device:x", "surfaceless:", "any", ":",
  ])
  func choicesRefuseWhatNamesNoPlatform(name: String) {
    #expect(PlatformChoice(name: name) == nil)
  }

  /// A kind of platform is tried as far as this machine has it, and nothing else is.
  @Test(arguments: [(PlatformChoice.anyGBM, "gbm"), (.anyDevice, "device")])
  func kindsTryNothingElse(choice: PlatformChoice, kind: String) {
    let all = EGLReport.probe().attempts.map(\.platform).filter { $0.name == kind }
    let report = EGLReport.probe(GLESPreferences(platforms: choice))
    #expect(report.attempts.map(\.platform) == all)
    #expect(!all.isEmpty)
  }

  @Test
  func softwareDriversAreKnown() {
    var driver = EGLReport.Driver()
    driver.renderer = "llvmpipe (LLVM 15.0.6, 256 bits)"
    #expect(driver.isSoftware)
    driver.renderer = "Mesa Intel(R) UHD Graphics 620"
    #expect(!driver.isSoftware)
  }
}

@Suite
struct ShelfPackerTests {
  @Test
  func placesNeverOverlapAndAreReused() {
    var numbers = SeededGenerator(seed: 1)
    var packer = ShelfPacker(width: 512, height: 512)
    var taken: [PixelRect] = []
    for _ in 0..<4000 {
      if Int.random(in: 0..<3, using: &numbers) > 0 || taken.isEmpty {
        let width = Int.random(in: 1...90, using: &numbers)
        let height = Int.random(in: 1...90, using: &numbers)
        guard let place = packer.allocate(width: width, height: height) else {
          taken.shuffle(using: &numbers)
          continue
        }
        let rect = PixelRect(
          Int32(place.x),
          Int32(place.y),
          Int32(place.x + width),
          Int32(place.y + height)
        )
        #expect(PixelRect(width: 512, height: 512).contains(rect))
        #expect(!taken.contains { $0.intersects(rect) })
        taken.append(rect)
      } else {
        let rect = taken.removeLast()
        packer.free(x: Int(rect.minX), y: Int(rect.minY), width: Int(rect.width))
      }
    }
    for rect in taken { packer.free(x: Int(rect.minX), y: Int(rect.minY), width: Int(rect.width)) }
    #expect(packer.isEmpty)
    #expect(packer.allocate(width: 512, height: 512) != nil)
    #expect(packer.allocate(width: 1, height: 1) == nil)
  }

  @Test
  func equalSizesFillThePage() {
    var packer = ShelfPacker(width: 2048, height: 2048)
    var count = 0
    while packer.allocate(width: 66, height: 66) != nil { count += 1 }
    #expect(count == 31 * 28)
  }
}

@Suite
struct ImageTilesTests {
  @Test
  func tilesHoldEachTexelOnce() {
    for (width, height, limit) in [(20, 7, 8), (8, 8, 8), (9, 17, 8), (1, 30, 4)] {
      let tiles = ImageTiles(width: width, height: height, limit: limit)
      #expect(max(tiles.width, tiles.height) <= limit)
      var counts = [Int](repeating: 0, count: width * height)
      for index in 0..<tiles.count {
        let rect = tiles.rect(index)
        for y in Int(rect.minY)..<Int(rect.maxY) {
          for x in Int(rect.minX)..<Int(rect.maxX) {
            counts[y * width + x] += 1
            // Where the shader looks for it.
            #expect(y / tiles.height * tiles.columns + x / tiles.width == index)
          }
        }
      }
      #expect(counts.allSatisfy { $0 == 1 })
    }
  }
}

@Suite
struct DamagePiecesTests {
  @Test
  func piecesCoverEachPixelOnce() {
    var numbers = SeededGenerator(seed: 2)
    let frame = PixelRect(5, 3, 60, 50)
    for _ in 0..<50 {
      var damage = Damage()
      for _ in 0..<12 {
        let x = Int32.random(in: 0..<60, using: &numbers)
        let y = Int32.random(in: 0..<50, using: &numbers)
        damage.add(PixelRect(x, y, x + 14, y + 9))
      }
      var pieces = DamagePieces()
      pieces.set(damage, frame: frame)
      for y in 0..<60 as Range<Int32> {
        for x in 0..<70 as Range<Int32> {
          let pixel = PixelRect(x, y, x + 1, y + 1)
          let expected = frame.contains(pixel) && damage.intersects(pixel) ? 1 : 0
          #expect(pieces.rects.filter { $0.contains(pixel) }.count == expected)
        }
      }
    }
  }

  @Test
  func wholeFrameIsOnePiece() {
    var damage = Damage(PixelRect(0, 0, 50, 100))
    damage.add(PixelRect(40, 0, 100, 100))
    var pieces = DamagePieces()
    pieces.set(damage, frame: PixelRect(width: 100, height: 100))
    #expect(pieces.isWhole)
    #expect(pieces.rects == [PixelRect(width: 100, height: 100)])
  }
}

@Suite
struct BatchPlannerTests {
  /// The batches of the plan's last pass.
  private func batches(
    _ plan: RenderPlan,
    _ placements: FramePlacements = .init(),
    splitsOpaque: Bool = false
  ) -> (BatchPlanner, PassBatches) {
    var traits = DriverTraits(.init(), [], .init())
    traits.software.splitsOpaque = splitsOpaque
    // Calls that cost nothing, so that every draw has the program that it needs.
    if splitsOpaque { traits.software.pixelsPerCall = 0 }
    var planner = BatchPlanner(traits: traits)
    var layout = FrameLayout(maximumSide: 4096, order: .rgba)
    layout.set(plan) { _ in false }
    let pass = planner.plan(plan, layout.passes[layout.passes.count - 1], layout, placements)
    return (planner, pass)
  }

  /// The draws in the order in which the batches draw them.
  private func order(_ planner: BatchPlanner) -> [Int32] {
    planner.batches.flatMap { batch in
      var draws: [Int32] = []
      var item = batch.firstItem
      while item >= 0 {
        draws.append(planner.items[Int(item)].draw)
        item = planner.items[Int(item)].next
      }
      return draws
    }
  }

  /// The draws that each pixel of a target takes, in their order.
  private func stacks(_ planner: BatchPlanner, side: Int) -> [[Int32]] {
    var stacks = [[Int32]](repeating: [], count: side * side)
    for batch in planner.batches {
      var item = batch.firstItem
      while item >= 0 {
        let current = planner.items[Int(item)]
        for y in current.quad.minY..<current.quad.maxY {
          for x in current.quad.minX..<current.quad.maxX {
            stacks[Int(y) * side + Int(x)].append(current.draw)
          }
        }
        item = current.next
      }
    }
    return stacks
  }

  @Test
  func insidesDrawnApartKeepTheOrderOfEveryPixel() {
    var random = SeededGenerator(seed: 3)
    var sketch = GLESPlanSketch(200, 200)
    for index in 0..<60 {
      let (x, y) = (Float(random.index(below: 560)) / 4, Float(random.index(below: 560)) / 4)
      let radius: Float = index % 3 == 0 ? 9 : 0
      sketch.solid(SketchShape(x, y, x + 60, y + 44, radius: radius), [1, 0, 0, 1])
    }
    let plan = sketch.finished()
    let (whole, _) = batches(plan)
    let (split, _) = batches(plan, splitsOpaque: true)
    #expect(stacks(split, side: 200) == stacks(whole, side: 200))
    #expect(whole.batches.allSatisfy { $0.blends })
    let insides = split.batches.filter { !$0.blends }
    #expect(insides.reduce(0) { $0 + $1.count } == 60)
    #expect(insides.allSatisfy { $0.program.variant.contains(.covered) })
  }

  @Test
  func apartDrawsJoinAcrossOthers() {
    var sketch = GLESPlanSketch(400, 400)
    for index in 0..<20 {
      let x = Float(index % 5) * 80 + 3.5
      let y = Float(index / 5) * 80 + 3.5
      sketch.solid(SketchShape(x, y, x + 40, y + 40, radius: 5), [1, 0, 0, 1])
      sketch.border(SketchShape(x, y, x + 40, y + 40, radius: 5), width: 2, [0, 0, 0, 1])
    }
    let (planner, surface) = batches(sketch.finished())
    #expect(surface.batches.count == 2)
    #expect(planner.batches.map(\.program.shader) == [.solid, .border])
  }

  @Test
  func overlappingDrawsKeepTheirOrder() throws {
    for seed in 0..<20 as Range<UInt64> {
      let plan = try randomSketch(seed: seed, count: 60, [(ImageID(1), smallImage)]).finished()
      var placements = FramePlacements()
      placements.images = [TexturePlacement(slot: 0, x: 1, y: 1, width: 4, height: 4)]
      let (planner, _) = batches(plan, placements)
      let order = order(planner)
      #expect(order.sorted() == plan.visible.sorted())
      for (position, draw) in order.enumerated() {
        for later in order[(position + 1)...] where later < draw {
          #expect(!plan.draws[Int(later)].bounds.intersects(plan.draws[Int(draw)].bounds))
        }
      }
    }
  }

  private var smallImage: PixelBuffer {
    get throws { try .smooth(4, 4) }
  }

  @Test
  func largeOpaqueDrawsDoNotBlend() {
    var sketch = GLESPlanSketch(400, 400)
    sketch.solid(SketchShape(0, 0, 400, 400), [0.2, 0.2, 0.2, 1])
    sketch.solid(SketchShape(10, 10, 20, 20), [0.9, 0.2, 0.2, 1])
    let (planner, pass) = batches(sketch.finished())
    #expect(planner.batches.map(\.blends) == [false, true])
    #expect(pass.clearColor == nil)
  }
}

@Suite
struct ShaderGeneratorTests {
  private var root: String {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/")
  }

  @Test
  func generatedFilesAreUpToDate() throws {
    for (path, text) in try ShaderGenerator(root: root).outputs() {
      let committed = try String(contentsOfFile: root + "/" + path, encoding: .utf8)
      #expect(committed == text, "\(path): run scripts/generate")
    }
  }

  /// The renderer joins the parts of a shader to the text that the validator sees.
  @Test
  func joinedSourcesAreTheValidatedOnes() throws {
    let files = try ShaderGenerator(root: root).files
    #expect(files.map(\.name) == Shader.allCases.map { "\($0)" })
    for (file, shader) in zip(files, Shader.allCases) {
      #expect(shader.source == file.source, "\(shader)")
    }
  }

  /// Includes stand once in the generated file, so that a change of one is one difference.
  @Test
  func includesStandOnce() throws {
    let text =
      try ShaderGenerator(root: root).outputs()
      .first { $0.path.hasSuffix("Shaders.swift") }?.text ?? ""
    for line in ["float boxCircularCoverage(", "void drawOver(", "const int rampsWidth = 768;"] {
      #expect(text.components(separatedBy: line).count == 2, "\(line)")
    }
    #expect(ShaderConstant.rampsWidth == 768)
    #expect(ShaderConstant.rampsWidth % 3 == 0)
  }

  @Test
  func variantsThatExcludeEachOtherAreNotCombined() throws {
    let solid = try ShaderFile(name: "solid", folder: root + "/Generators/Shaders")
    #expect(solid.combinations.count == (1 + 5) * 4 * 2 * 2 * 2 * 2)
    for set in solid.combinations.map({ Set($0.map(\.name)) }) where set.contains("covered") {
      #expect(set.isDisjoint(with: ["general", "rounded"]))
    }
  }

  @Test
  func mistakesNameFileAndLine() {
    let text = "// A.\n//\n// kind foo foos | A.\n// field rect vec9 | B."
    #expect {
      try Preamble(file: "foo.glsl", text: text)
    } throws: { error in
      "\(error)" == "foo.glsl:4: field `rect` needs a type: vec4 or float"
    }
  }

  /// No shader reads more attributes and fragment inputs than OpenGL ES 3.0 promises.
  @Test
  func recordsFitTheLimits() throws {
    for file in try ShaderGenerator(root: root).files {
      #expect(file.preamble.fields.count + 1 <= 16)
      #expect(file.preamble.fields.count <= 15)
    }
  }
}
