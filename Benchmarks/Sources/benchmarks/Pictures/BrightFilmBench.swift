// Shows pictures of a film in PQ or HLG of 1920 x 1080: all of our share, but for the decoder.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzVideo

/// A picture of 4:2:0 of 10 bits from the decoder's memory to the output.
///
/// A film of 30 pictures a second needs 3 % of a core for each millisecond. `bytes` is the way to
/// outputs of standard range, where the film's light is made darker; `halves` that to outputs as
/// bright as the film, and `mapped` to a layer that shows no more than white there.
enum BrightFilmBench {
  static let all = [
    Bench(name: "film/1080p PQ bytes") { try make($0, .pq, .standard, .standard) },
    Bench(name: "film/1080p HLG bytes") { try make($0, .hlg, .standard, .standard) },
    Bench(name: "film/1080p PQ halves") { try make($0, .pq, .extended(headroom: 64), .high) },
    Bench(name: "film/1080p PQ mapped") { try make($0, .pq, .extended(headroom: 64), .standard) },
  ]

  private static let width = 1920
  private static let height = 1080

  private static func make(
    _ options: BenchOptions,
    _ transfer: VideoFormat.Transfer,
    _ range: OutputRange,
    _ limit: DynamicRange
  ) throws -> Bench.Frame {
    let backend = try options.backend.make(options)
    let renderer = try ContextRenderer(
      context: 1,
      configuration: ContextConfiguration(width: width, height: height, range: range),
      backend: backend
    )
    // As many as a decoder keeps.
    let pictures = try (0..<4).map { try picture(UInt32($0), transfer) }
    var commit = Commit()
    commit.created = [.init(LayerID(1), .layer)]
    commit.root = LayerID(1)
    commit.createdImages = [.init(ImageID(1), try pixels(pictures[0], range))]
    var values = PropertyBag()
    values[.bounds] = .rect(Rect(0, 0, Double(width), Double(height)))
    values[.position] = .point(Point(Double(width) / 2, Double(height) / 2))
    values[.contents] = .image(ImageID(1))
    values[.preferredDynamicRange] = .name(limit.rawValue)
    commit.changes = [.init(LayerID(1), values)]
    try renderer.apply(commit)
    try renderer.render(at: 0)
    return Bench.Frame(drawnBy: backend) { frame in
      let shown = try pixels(pictures[frame % 4], range)
      try renderer.present(ImagePresent(ImageID(1), shown))
      try renderer.render(at: Double(frame))
    }
  }

  /// The picture as an output of a range shows it.
  private static func pixels(_ picture: VideoPicture, _ range: OutputRange) throws -> PixelBuffer {
    let light = ContentLight(.absolute, headroom: Float(picture.format.headroom))
    let form: TexelForm = range.isExtended ? .halves(light) : .bytes
    let rowBytes = width * form.texelBytes
    let block = try MemoryBlock(unwritten: rowBytes * height)
    if form.isHalf {
      _ = picture.convertToHalves(block.base, rowBytes: rowBytes)
    } else {
      picture.convert(to: block.base, rowBytes: rowBytes)
    }
    return try PixelBuffer(
      width: width,
      height: height,
      rowBytes: rowBytes,
      isOpaque: true,
      base: UnsafeRawPointer(block.base),
      byteCount: block.count,
      owner: block,
      form: form
    )
  }

  /// A ramp of light with noise, up to 1000 nits.
  private static func picture(
    _ seed: UInt32,
    _ transfer: VideoFormat.Transfer
  ) throws -> VideoPicture {
    var format = VideoFormat(width: width, height: height, layout: .planar, pixelFormat: "")
    (format.depth, format.matrix, format.primaries) = (10, .rec2020, .rec2020)
    (format.transfer, format.halvesX, format.halvesY) = (transfer, true, true)
    format.betweenY = true
    let memory = try VideoMemory(count: format.byteCount)
    var noise = seed
    for (number, plane) in format.planes.enumerated() {
      let columns = plane.rowBytes / 2
      for place in 0..<columns * plane.rows {
        noise = noise &* 1_664_525 &+ 1_013_904_223
        let base = number == 0 ? 64 + place % columns * 600 / columns : 480
        let sample = UInt16(base + Int(noise >> 26))
        memory.base.storeBytes(
          of: sample.littleEndian,
          toByteOffset: plane.offset + place * 2,
          as: UInt16.self
        )
      }
    }
    return VideoPicture(number: 0, format: format, memory: memory)
  }
}
