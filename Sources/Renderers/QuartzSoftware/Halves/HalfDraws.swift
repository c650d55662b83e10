// Draws of images, gradients and surfaces onto half floats.
// Licensed under the MIT license; see LICENSE.
//
// Solids, borders and coverage share their code with words of bytes, down to `fill`. The others are
// sources of many colours: rows of Float colours, which the kernels of HalfSpanKernels.h blend.
// Images of bytes are sampled as on outputs of standard range, in 8.8 bits.

import CQuartzKernels
import QuartzMath
import QuartzPlan
import QuartzRaster

extension TileRenderer {
  /// Gives pixels a colour.
  func clearHalves(_ rect: PixelRect, _ color: SIMD4<Float>, _ target: PixelTarget) {
    var pixel: UInt64 = 0
    withUnsafePointer(to: color) {
      $0.withMemoryRebound(to: Float.self, capacity: 4) { qk_half_store(&pixel, $0, 1) }
    }
    for y in rect.minY..<rect.maxY {
      // Bounds: `rect` lies in the target's frame, whose rows are aligned to pixels.
      target.halves(rect.minX, y)?.assumingMemoryBound(to: UInt64.self)
        .update(repeating: pixel, count: Int(rect.width))
    }
  }

  /// Draws an image through a coverage.
  func drawHalves(
    _ draw: Draw,
    _ record: ImageRecord,
    _ image: ImageTexels,
    _ coverage: Coverage,
    _ area: PixelRect,
    _ target: PixelTarget
  ) {
    guard let colors else { return }
    let count = area.maxX - area.minX
    let isTinted = record.color != SIMD4(repeating: 1)
    let isOpaque = draw.flags.contains(.opaque) && !isTinted
    let tint = FlatSource(record.color)
    if let half = image.half {
      let sampler = HalfSampler(draw, record, half, area)
      return paintHalves(coverage, isOpaque: isOpaque, area, target) { y in
        sampler.read(y, colors)
        if isTinted { tint.withColor { qk_half_tint(colors.sources.numbers, $0, count) } }
      }
    }
    guard let sampler = ImageSampler(draw, record, image, area, rows) else { return }
    paintHalves(coverage, isOpaque: isOpaque, area, target) { y in
      guard let row = sampler.row(y, rows) else { return }
      // Bounds: a row of sources, like one of colours, is as long as the area is wide.
      let result = colors.sources.numbers
      tint.withColor { tint in
        switch row {
        case .pixels(let words): qk_half_from_words(result, words, tint, count)
        case .sources(let sources): qk_half_from_sources(result, sources, tint, count)
        case .columns(let row, let first, let place, let step):
          qk_half_from_columns(result, row, count, place, step, first, tint)
        }
      }
    }
  }

  /// Draws a gradient through a coverage.
  func drawHalves(
    _ draw: Draw,
    _ filler: GradientFiller,
    _ coverage: Coverage,
    _ area: PixelRect,
    _ target: PixelTarget
  ) {
    guard let colors else { return }
    let isOpaque = draw.flags.contains(.opaque)
    paintHalves(coverage, isOpaque: isOpaque, area, target) { y in
      // Bounds: a row of colours is as long as the widest area.
      filler.fill(
        extended: colors.sources,
        x: Int(area.minX),
        y: Int(y),
        count: Int(area.maxX - area.minX)
      )
    }
  }

  /// Draws rows of colours through a coverage, run by run.
  ///
  /// - Parameter row: Writes the sources of a row to `colors.sources`.
  private func paintHalves(
    _ coverage: Coverage,
    isOpaque: Bool,
    _ area: PixelRect,
    _ target: PixelTarget,
    _ row: (Int32) -> Void
  ) {
    guard let colors else { return }
    eachRow(coverage, nil, area) { y, factors in
      row(y)
      // Bounds: `area` lies in the target's frame; factors are as many as it is wide.
      guard let pixels = target.halves(area.minX, y) else { return }
      let sources = UnsafePointer(colors.sources.numbers)
      let count = area.maxX - area.minX
      if isOpaque, factors == nil { return qk_half_store(pixels, sources, count) }
      qk_half_over(pixels, sources, factors, count)
    }
  }

  /// Draws a surface in place through a clip.
  func blendHalves(
    _ draw: Draw,
    _ record: CompositeRecord,
    _ blend: Blend,
    _ coverage: Coverage
  ) {
    let (source, mask, area, target) = (blend.pixels, blend.mask, blend.part, blend.target)
    let count = area.maxX - area.minX
    let opacity: Float = record.opacity > 0 ? min(record.opacity, 1) : 0
    let mode = BlendMode(rawValue: Int32(draw.blend.rawValue)) ?? .normal
    let limit = job?.plan.encodedHeadroom ?? 1
    eachRow(coverage, mask, area) { y, factors in
      // Bounds: `area` lies in both frames; factors are as many as it is wide.
      guard let pixels = target.halves(area.minX, y), let texels = source.halves(area.minX, y)
      else { return }
      if mode == .normal { return qk_half_composite(pixels, texels, opacity, factors, count) }
      mix(texels, pixels, factors, count) { s, d in
        mode.blendExtended(s * opacity, over: d, limit: limit)
      }
    }
  }

  /// Blends a row with a mode other than `normal`.
  private func mix(
    _ source: UnsafeMutableRawPointer,
    _ pixels: UnsafeMutableRawPointer,
    _ factors: UnsafePointer<UInt16>?,
    _ count: Int32,
    _ blend: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
  ) {
    guard let colors else { return }
    let (above, below) = (colors.sources, colors.others)
    qk_floats_from_halves(above.numbers, source, count * 4)
    qk_floats_from_halves(below.numbers, pixels, count * 4)
    for index in 0..<Int(count) {
      let share = factors.map { Float($0[index]) / 65535 } ?? 1
      guard share > 0 else { continue }
      let result = blend(above[index], below[index])
      below[index] = share == 1 ? result : below[index] * (1 - share) + result * share
    }
    qk_half_store(pixels, below.numbers, count)
  }
}
