// Shows pictures of a film of 1920 x 1080 in a layer: all of our share, but for the decoder.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan

/// A picture of 4:2:0 from the decoder's memory to the output, with any backend.
///
/// A film of 30 pictures a second needs 3 % of a core for each millisecond. `colours` makes R, G,
/// B, A before the picture goes into the slot; `planes` leaves that to the renderer.
enum FilmBench {
  static let all = [
    Bench(name: "film/1080p planes") { try make($0, isConverted: false, scale: 1) },
    Bench(name: "film/1080p colours") { try make($0, isConverted: true, scale: 1) },
    Bench(name: "film/1080p planes at 0.7") { try make($0, isConverted: false, scale: 0.7) },
  ]

  private static let width = 1920
  private static let height = 1080

  private static func make(
    _ options: BenchOptions,
    isConverted: Bool,
    scale: Double
  ) throws -> Bench.Frame {
    let backend = try options.backend.make(options)
    let renderer = try ContextRenderer(
      context: 1,
      configuration: ContextConfiguration(width: width, height: height),
      backend: backend
    )
    var commit = Commit()
    commit.created = [.init(LayerID(1), .layer)]
    commit.root = LayerID(1)
    commit.createdImages = [.init(ImageID(1), try picture(0))]
    let (shownWidth, shownHeight) = (Double(width) * scale, Double(height) * scale)
    var values = PropertyBag()
    values[.bounds] = .rect(Rect(0, 0, shownWidth, shownHeight))
    values[.position] = .point(Point(shownWidth / 2, shownHeight / 2))
    values[.contents] = .image(ImageID(1))
    commit.changes = [.init(LayerID(1), values)]
    try renderer.apply(commit)
    try renderer.render(at: 0)
    // As many as a decoder keeps.
    let pictures = try (0..<4).map { try picture(UInt8($0)) }
    return Bench.Frame(drawnBy: backend) { frame in
      // A picture of its own each time, as nothing of the one before is known.
      let pixels = try again(pictures[frame % 4])
      let shown = isConverted ? pixels.copy() ?? pixels : pixels
      try renderer.present(ImagePresent(ImageID(1), shown))
      try renderer.render(at: Double(frame))
    }
  }

  /// The same memory as another picture.
  private static func again(_ pixels: PixelBuffer) throws -> PixelBuffer {
    try pixels.withStorage { bytes in
      guard let base = bytes.baseAddress, let planes = pixels.planes else { return pixels }
      return try PixelBuffer(
        width: pixels.width,
        height: pixels.height,
        planes: planes,
        base: base,
        byteCount: bytes.count,
        owner: pixels
      )
    }
  }

  /// NV12 of noise.
  private static func picture(_ seed: UInt8) throws -> PixelBuffer {
    let planes = PlaneLayout(.interleaved).packed(width: width, height: height)
    let block = try MemoryBlock(unwritten: width * height * 3 / 2)
    var noise = UInt32(seed)
    for index in 0..<block.count {
      noise = noise &* 1_664_525 &+ 1_013_904_223
      block.base.storeBytes(of: UInt8(noise >> 24), toByteOffset: index, as: UInt8.self)
    }
    return try PixelBuffer(
      width: width,
      height: height,
      planes: planes,
      base: UnsafeRawPointer(block.base),
      byteCount: block.count,
      owner: block
    )
  }
}
