// The ten scenes that are measured, and whose counters are held.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath
package import QuartzModel
package import QuartzPlan

/// A scene of 1024 x 1024 pixels on white that is drawn as a whole in each frame.
///
/// Benchmarks/Peers/skia_bench.py draws the same: same generator, same order of numbers.
package struct BenchScene: Sendable {
  package static let side: Int32 = 1024
  /// The context whose output it is drawn to.
  package static let context: UInt32 = 1

  package let name: String
  private let prepare: @Sendable (any RenderBackend, OutputRange) throws -> (Int) throws -> Void

  /// The scenes of boxes: 1000 of 64 x 48 at random places between pixels, a quarter of a pixel
  /// further in each of eight frames.
  package static let boxes: [BenchScene] = [
    boxes("draw/rect") { $0.solid($1, radius: 0) },
    boxes("draw/rrect") { $0.solid($1, radius: 8) },
    boxes("draw/image") { $0.image($1) },
    boxes("draw/border") { $0.border($1) },
    boxes("draw/group") { $0.group($1) },
    boxes("draw/shadow") { $0.shadowed($1) },
    boxes("draw/clip") { $0.clipped($1) },
    boxes("draw/mixed") { $0.mixed($1) },
  ]

  /// The scenes of trees, whose frames are evaluated and planned, too.
  package static let trees: [BenchScene] = [
    tree("classes/strokes") { TreeScenes.strokes() },
    tree("classes/gradients") { TreeScenes.gradients() },
  ]

  package static let all: [BenchScene] = boxes + trees

  /// Ten thousand copies of a layer that moves; none of the ten.
  package static let instances = tree("classes/10k instances") { TreeScenes.instances() }

  /// Prepares the scene for a backend.
  ///
  /// - Parameters:
  ///   - backend: Draws the scene.
  ///   - range: The range of its output; the scene itself is of standard range.
  /// - Returns: Draws a frame, and waits until it is drawn.
  package func start(
    in backend: any RenderBackend,
    range: OutputRange = .standard
  ) throws -> (Int) throws -> Void {
    try BenchScene.createOutput(in: backend, range)
    let draw = try prepare(backend, range)
    let bytes = range.pixelBytes
    return { frame in
      try draw(frame)
      // Backends that draw later have drawn when a pixel is read back.
      try withUnsafeTemporaryAllocation(byteCount: bytes, alignment: bytes) { pixel in
        try backend.read(BenchScene.context, PixelRect(0, 0, 1, 1), into: pixel, rowBytes: bytes)
      }
    }
  }

  private static func boxes(
    _ name: String,
    _ draw: @escaping @Sendable (inout BoxPlan, SceneBox) -> Void
  ) -> BenchScene {
    BenchScene(name: name) { backend, range in
      try addImages(to: backend)
      let boxes = SceneBox.random(1000, side: Float(side))
      let plans = (0..<8).map { frame in
        var plan = BoxPlan(side: side)
        for box in boxes { draw(&plan, box.moved(Float(frame) * 0.25)) }
        var output = plan.output()
        output.range = range
        return output
      }
      return { try backend.execute(plans[$0 % plans.count], context: context) }
    }
  }

  private static func tree(
    _ name: String,
    _ commit: @escaping @Sendable () -> Commit
  ) -> BenchScene {
    BenchScene(name: name) { backend, range in
      let tree = try PlannedTree(commit(), range)
      return { frame in
        tree.plan(at: Double(frame) / 60)
        try backend.execute(tree.builder.plan, context: context)
      }
    }
  }

  /// Gives a backend the output that scenes are drawn to.
  package static func createOutput(
    in backend: any RenderBackend,
    _ range: OutputRange = .standard
  ) throws {
    try backend.createOutput(context, width: Int(side), height: Int(side), range: range)
  }

  /// Gives a backend the images of boxes.
  package static func addImages(to backend: any RenderBackend) throws {
    for index in 0..<BoxPlan.imageCount {
      let key = ImageKey(context: context, image: ImageID(UInt32(index + 1)))
      try backend.createImage(key, try picture(index))
    }
  }

  /// A disc on a colour: 64 x 64, alpha 1 everywhere, but not declared opaque.
  private static func picture(_ index: Int) throws -> PixelBuffer {
    let side = 64
    var bytes: [UInt8] = []
    bytes.reserveCapacity(side * side * 4)
    for y in 0..<side {
      for x in 0..<side {
        let (dx, dy) = (x * 2 - side + 1, y * 2 - side + 1)
        let isDisc = dx * dx + dy * dy < 1764
        bytes +=
          isDisc
          ? [255, 255, 255, 255] : [UInt8(index * 37 % 255), UInt8(index * 91 % 255), 120, 255]
      }
    }
    return try bytes.withUnsafeBytes { bytes in
      try PixelBuffer(
        width: side,
        height: side,
        rowBytes: side * 4,
        isOpaque: false,
        copying: bytes
      )
    }
  }
}
