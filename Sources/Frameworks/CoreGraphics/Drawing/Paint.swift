// The sources of colours for drawing.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzRaster

/// Premultiplied colours for the pixels of a canvas, in the colour space of its context.
enum Paint {
  case color(SIMD4<Float>)
  case gradient(GradientFiller)
  case image(ImagePaint)
  /// An image in its own light.
  case light(LightPaint)
  /// An image repeated along both of its axes.
  case tiles(TilePaint)
  /// Pixels at the same places of another canvas, in `layerFormat`; clear outside of it.
  case canvas(Canvas)
}

/// An image under an affine map.
struct ImagePaint {
  var sampler: AffineSampler
  /// The owner of the memory that the sampler reads.
  var owner: AnyObject
  /// From sRGB to the context's colours; nil where these are the same.
  var conversion: SpanColorConversion?
}

extension Canvas {
  /// Draws `paint` where `mask` covers pixels.
  ///
  /// - Parameters:
  ///   - mode: The mode that combines the paint with the existing pixels.
  ///   - opacity: A factor for the paint, alpha included, 0...1.
  func draw(_ paint: Paint, mode: BlendMode, opacity: Float, through mask: CoverageMask) {
    let visible = mask.bounds.intersection(bounds)
    guard !visible.isEmpty else { return }
    deep?.read(visible, into: self)
    defer { deep?.write(visible, from: self) }
    if mode == .normal, case .color(let color) = paint, let pixels = alignedWords {
      // Spans of one colour in one call.
      let source = SourceOver.source(color * opacity)
      let stride = rowBytes / 4
      let origin = pixels - (Int(bounds.minY) * stride + Int(bounds.minX))
      return mask.paint(source, onto: origin, stride: stride, in: visible)
    }
    let blender = SpanBlender(mode: mode, format: format)
    func blend(_ source: SpanSource, _ coverage: SpanCoverage, _ x: Int32, _ y: Int32, _ n: Int) {
      blender.blend(source, opacity: opacity, coverage: coverage, onto: pixel(x, y), count: n)
    }
    switch paint {
    case .color(let color):
      mask.forEachSpan(in: visible) { y, x, length, coverage in
        blend(.color(color), coverage, x, y, Int(length))
      }
    case .gradient(let filler) where isHalf:
      withScratch(SIMD4<Float>.self, visible) { colors in
        mask.forEachSpan(in: visible) { y, x, length, coverage in
          filler.fill(colors, x: Int(x), y: Int(y), count: Int(length))
          blend(.colors(colors), coverage, x, y, Int(length))
        }
      }
    case .gradient(let filler):
      drawWords(visible, mask, nil, blend) { words, x, y, count in
        filler.fill(words, x: x, y: y, count: count)
      }
    case .light(let light):
      withScratch(SIMD4<Float>.self, visible) { colors in
        mask.forEachSpan(in: visible) { y, x, length, coverage in
          light.fill(colors, x: Int(x), y: Int(y), count: Int(length))
          blend(.colors(colors), coverage, x, y, Int(length))
        }
      }
    case .image(let image):
      drawWords(visible, mask, image.conversion, blend) { words, x, y, count in
        image.sampler.fill(words, x: x, y: y, count: count)
      }
      withExtendedLifetime(image.owner) {}
    case .tiles(let tiles):
      drawWords(visible, mask, tiles.conversion, blend) { words, x, y, count in
        tiles.fill(words, x: x, y: y, count: count)
      }
    case .canvas(let source):
      let both = visible.intersection(source.bounds)
      withScratch(SIMD4<Float>.self, both) { colors in
        mask.forEachSpan(in: both) { y, x, length, coverage in
          let row = source.source(x, y, Int(length), scratch: colors)
          blend(row, coverage, x, y, Int(length))
        }
      }
    }
  }

  /// The pixels as words, if they are R, G, B, A bytes with alpha at places where words may lie.
  private var alignedWords: UnsafeMutablePointer<UInt32>? {
    guard format == .rgba8, rowBytes % 4 == 0, UInt(bitPattern: base) % 4 == 0 else { return nil }
    return base.assumingMemoryBound(to: UInt32.self)
  }

  /// Draws words of sRGB that `fill` gives for spans.
  @inline(__always)
  private func drawWords(
    _ visible: PixelRect,
    _ mask: CoverageMask,
    _ conversion: SpanColorConversion?,
    _ blend: (SpanSource, SpanCoverage, Int32, Int32, Int) -> Void,
    _ fill: (UnsafeMutablePointer<UInt32>, Int, Int, Int) -> Void
  ) {
    withScratch(UInt32.self, visible) { words in
      guard isHalf, let conversion else {
        mask.forEachSpan(in: visible) { y, x, length, coverage in
          fill(words, Int(x), Int(y), Int(length))
          conversion?.convert(words, count: Int(length))
          blend(.pixels(words), coverage, x, y, Int(length))
        }
        return
      }
      withScratch(SIMD4<Float>.self, visible) { colors in
        mask.forEachSpan(in: visible) { y, x, length, coverage in
          fill(words, Int(x), Int(y), Int(length))
          conversion.convert(words, to: colors, count: Int(length))
          blend(.colors(colors), coverage, x, y, Int(length))
        }
      }
    }
  }

  /// Whether pixels have more than eight bits.
  private var isHalf: Bool { format.layout == .rgbaHalf }

  /// Memory for a row of `visible`.
  @inline(__always)
  private func withScratch<Element>(
    _ type: Element.Type,
    _ visible: PixelRect,
    _ body: (UnsafeMutablePointer<Element>) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: type, capacity: Int(visible.width)) { buffer in
      // Bounds: no span is wider than `visible`.
      if let base = buffer.baseAddress { body(base) }
    }
  }

  /// The pixels from (x, y) on as a source; `scratch` has room for them.
  @inline(__always)
  private func source(
    _ x: Int32,
    _ y: Int32,
    _ count: Int,
    scratch: UnsafeMutablePointer<SIMD4<Float>>
  ) -> SpanSource {
    let row = UnsafeRawPointer(pixel(x, y))
    guard isHalf else {
      // Words of a canvas that was made for them: aligned, and nothing else is stored there.
      return .pixels(row.assumingMemoryBound(to: UInt32.self))
    }
    // Bounds: the caller vouches for `count` pixels in the row and in `scratch`.
    for index in 0..<count {
      let half = row.load(fromByteOffset: index * 8, as: SIMD4<Float16>.self)
      scratch[index] = SIMD4<Float>(half)
    }
    return .colors(UnsafePointer(scratch))
  }
}
