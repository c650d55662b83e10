// Scenes as files, for Peers/scene_bench.py: plans as JSON, texels and pictures as bytes.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzSoftware

/// Writes what peers need to draw the frames of a scene.
///
/// In a folder of the scene's name, `scene.json` has the frames and a list of blocks, and `blocks`
/// their bytes: images as R, G, B, A, premultiplied; coverage as one byte for each texel; pictures
/// that we drew as images.
final class SceneDump {
  private struct Block: Encodable {
    var offset: Int
    var width: Int
    var height: Int
    /// 4 or 1 for a texel.
    var bytes: Int
  }

  private struct Frame: Encodable {
    var surfaces: [PlannedSurface]
    var draws: [PlannedDraw]
    /// The block with what we drew.
    var picture: Int
  }

  private struct Document: Encodable {
    var name: String
    var width: Int
    var height: Int
    var blocks: [Block]
    var frames: [Frame]
  }

  private var blocks: [Block] = []
  private var bytes = Data()
  private var images: [ObjectIdentifier: (pixels: PixelBuffer, block: Int)] = [:]
  private var coverages: [UInt64: Int] = [:]

  /// Writes the scenes whose names contain one of the filters.
  static func write(to directory: String, _ filters: [String]) throws {
    for scene in MeasuredScene.all
    where filters.isEmpty || filters.contains(where: { scene.name.contains($0) }) {
      try SceneDump().write(scene, to: directory)
    }
  }

  private func write(_ scene: MeasuredScene, to directory: String) throws {
    let folder = URL(fileURLWithPath: directory).appendingPathComponent(
      scene.name.replacingOccurrences(of: "/", with: "-").replacingOccurrences(of: " ", with: "-")
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let stage = try SceneStage(scene, SoftwareBackend(threads: 1))
    var document = Document(
      name: scene.name,
      width: scene.width,
      height: scene.height,
      blocks: [],
      frames: []
    )
    for frame in 0..<MeasuredScene.frameCount {
      try stage.draw(frame)
      let plan = stage.renderer.plan
      document.frames.append(
        Frame(
          surfaces: plan.surfaces.map { PlannedSurface($0) },
          draws: plan.draws.map { self.draw($0, plan, stage.renderer.tree) },
          picture: try picture(stage.renderer, scene)
        )
      )
    }
    document.blocks = blocks
    let encoder = JSONEncoder()
    try encoder.encode(document).write(to: folder.appendingPathComponent("scene.json"))
    try bytes.write(to: folder.appendingPathComponent("blocks"))
  }

  private func draw(_ draw: Draw, _ plan: RenderPlan, _ tree: LayerTree) -> PlannedDraw {
    var planned = PlannedDraw(draw, plan)
    guard !draw.showsSurface, draw.source >= 0 else { return planned }
    switch draw.kind {
    case .image:
      if let pixels = tree.images[plan.images[Int(draw.source)]] { planned.block = block(pixels) }
    case .coverage: planned.block = block(plan.coverages[Int(draw.source)])
    case .solid, .border, .composite, .gradient: break
    }
    return planned
  }

  private func add(_ width: Int, _ height: Int, _ texelBytes: Int) -> Int {
    blocks.append(Block(offset: bytes.count, width: width, height: height, bytes: texelBytes))
    return blocks.count - 1
  }

  private func block(_ pixels: PixelBuffer) -> Int {
    if let known = images[ObjectIdentifier(pixels)] { return known.block }
    let block = add(pixels.width, pixels.height, 4)
    pixels.withBytes { memory in
      for row in 0..<pixels.height {
        let start = row * pixels.rowBytes
        bytes.append(contentsOf: memory[start..<start + pixels.width * 4])
      }
    }
    images[ObjectIdentifier(pixels)] = (pixels, block)
    return block
  }

  private func block(_ coverage: CoverageBytes) -> Int {
    if let known = coverages[coverage.id] { return known }
    var (width, height) = (coverage.width, coverage.height)
    var texels = [UInt8](coverage.bytes)
    if !coverage.strips.isEmpty {
      width = coverage.strips.reduce(0) { max($0, Int($1.rect.maxX)) }
      height = coverage.strips.reduce(0) { max($0, Int($1.rect.maxY)) }
      texels = [UInt8](repeating: 0, count: width * height)
      for strip in coverage.strips {
        for y in Int(strip.rect.minY)..<Int(strip.rect.maxY) {
          for x in Int(strip.rect.minX)..<Int(strip.rect.maxX) {
            let place = (y + Int(strip.shiftY)) * coverage.width + x + Int(strip.shiftX)
            texels[y * width + x] = coverage.bytes[place]
          }
        }
      }
    }
    let block = add(width, height, 1)
    bytes.append(contentsOf: texels)
    coverages[coverage.id] = block
    return block
  }

  private func picture(_ renderer: ContextRenderer, _ scene: MeasuredScene) throws -> Int {
    let block = add(scene.width, scene.height, 4)
    var memory = [UInt8](repeating: 0, count: scene.width * scene.height * 4)
    try memory.withUnsafeMutableBytes { memory in
      try renderer.read(into: memory, rowBytes: scene.width * 4)
    }
    bytes.append(contentsOf: memory)
    return block
  }
}
