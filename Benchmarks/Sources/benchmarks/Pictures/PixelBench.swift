// Blurs, blend modes, gradients, images and conversions on 1024 x 1024 pixels.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzRaster

/// Work of the bitmap context on pixels, without paths.
///
/// Peers/skia_pixels.py does the same with Skia, which takes the names of the benches from here.
enum PixelBench {
  static let all: [Bench] =
    blurs + BlendMode.allCases.map { blend($0) } + gradients + images + conversions

  private static let side = 1024

  // MARK: - Blurs

  private static let blurs: [Bench] = [3.0, 10, 50].flatMap { sigma in
    [
      blur("blur/a8-\(Int(sigma))", .alpha8, sigma), blur("blur/rgba-\(Int(sigma))", .rgba8, sigma),
    ]
  }

  private static func blur(_ name: String, _ pixels: BlurPixels, _ sigma: Double) -> Bench {
    Bench(name: name) { _ in
      let source = Canvas(side, side)
      let target = Canvas(side, side)
      source.scatter()
      let rowBytes = side * pixels.rawValue
      return { _ in
        try GaussianBlur(
          pixels,
          width: side,
          height: side,
          sigma: sigma,
          edges: .transparent,
          from: BlurPicture(base: UnsafeMutableRawPointer(source.words), rowBytes: rowBytes),
          to: BlurPicture(base: UnsafeMutableRawPointer(target.words), rowBytes: rowBytes)
        ).run()
      }
    }
  }

  // MARK: - Blend modes

  /// A translucent picture over another one.
  private static func blend(_ mode: BlendMode) -> Bench {
    Bench(name: "blend/\(mode)") { _ in
      let source = Canvas(side, side)
      let target = Canvas(side, side)
      source.scatter()
      target.scatter()
      let blender = SpanBlender(mode: mode, format: .rgba8)
      return { _ in
        for y in 0..<side {
          blender.blend(.pixels(source.row(y)), onto: target.row(y), count: side)
        }
      }
    }
  }

  // MARK: - Gradients

  private static let colors: [SIMD4<Float>] = [[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 0.5]]

  private static let gradients: [Bench] = [
    gradient("gradient/axial", .axial(start: Point(0, 100), end: Point(1024, 924))),
    gradient(
      "gradient/radial",
      .radial(start: Point(512, 512), startRadius: 0, end: Point(512, 512), endRadius: 700)
    ),
    gradient(
      "gradient/focal",
      .radial(start: Point(400, 450), startRadius: 10, end: Point(512, 512), endRadius: 700)
    ),
    gradient("gradient/conic", .conic(center: Point(512, 512), angle: 0)),
  ]

  private static func gradient(_ name: String, _ shape: GradientShape) -> Bench {
    Bench(name: name) { _ in
      let target = Canvas(side, side)
      let stops = zip([0, 0.3, 1], colors).map { GradientStop($0, $1) }
      let filler = GradientFiller(
        GradientRamp(stops),
        shape,
        extent: .both,
        pixelToGradient: .identity
      )
      return { _ in
        for y in 0..<side { filler.fill(target.row(y), x: 0, y: y, count: side) }
      }
    }
  }

  // MARK: - Images

  private static let images: [Bench] = [
    image("image/nearest", .nearest, size: 700, scale: 0.6),
    image("image/linear", .linear, size: 700, scale: 0.6),
    image("image/cubic", .cubic, size: 700, scale: 0.6),
    Bench(name: "image/mipmaps") { _ in
      let source = Canvas(side, side)
      source.scatter()
      return { _ in _ = try MipChain(source.texels) }
    },
    Bench(name: "image/halved") { _ in
      let source = Canvas(side, side)
      source.scatter()
      return { _ in _ = try ScaledImage(source.texels, width: side / 2, height: side / 2) }
    },
  ]

  /// An image turned by an angle whose sine is 0.28.
  private static func image(
    _ name: String,
    _ quality: SamplingQuality,
    size: Int,
    scale: Double
  ) -> Bench {
    Bench(name: name) { _ in
      let source = Canvas(size, size)
      let target = Canvas(side, side)
      source.scatter()
      let map = Affine.rotation(cosine: 0.96, sine: 0.28) * .scale(scale, scale)
      let sampler = AffineSampler(
        source.texels,
        quality: quality,
        edges: .clamped,
        pixelToTexel: map
      )
      return { _ in
        for y in 0..<side { sampler.fill(target.row(y), x: 0, y: y, count: side) }
        withExtendedLifetime(source) {}
      }
    }
  }

  // MARK: - Conversions

  private static let conversions: [Bench] = [
    conversion("convert/swap", .rgba8, .bgra8),
    conversion("convert/straight", .rgba8, PixelFormat(.rgba8, .straight)),
    conversion("convert/premultiplied", PixelFormat(.rgba8, .straight), .rgba8),
    conversion("convert/half", .rgba8, .rgbaHalf),
    conversion("convert/gray", .rgba8, .gray8),
  ]

  private static func conversion(_ name: String, _ from: PixelFormat, _ to: PixelFormat) -> Bench {
    Bench(name: name) { _ in
      let source = Canvas(side, side)
      let target = Canvas(side * 2, side)
      source.scatter()
      let conversion = PixelConversion(from: from, to: to)
      return { _ in
        for y in 0..<side { conversion.convert(source.row(y), to: target.row(y), count: side) }
      }
    }
  }
}

/// Premultiplied words that live as long as the object.
private final class Canvas {
  let words: UnsafeMutablePointer<UInt32>
  private let width: Int
  private let height: Int

  init(_ width: Int, _ height: Int) {
    (self.width, self.height) = (width, height)
    words = .allocate(capacity: width * height)
    words.initialize(repeating: 0, count: width * height)
  }

  deinit { words.deallocate() }

  func row(_ y: Int) -> UnsafeMutablePointer<UInt32> { words + y * width }

  var texels: TexelSource {
    TexelSource(
      base: UnsafeRawPointer(words),
      width: Int32(width),
      height: Int32(height),
      rowBytes: width * 4
    )
  }

  /// Discs of many colours and alphas.
  func scatter() {
    for y in 0..<height {
      for x in 0..<width {
        let (dx, dy) = (x % 64 - 32, y % 64 - 32)
        let isDisc = dx * dx + dy * dy < 700
        let alpha = isDisc ? 255 : UInt32((x / 64 * 37 + y / 64 * 11) % 256)
        let pixel = UInt32(x & 255) | UInt32(y & 255) << 8 | UInt32((x + y) & 255) << 16
        words[y * width + x] = PixelWord.premultiplied(pixel | alpha << 24)
      }
    }
  }
}
