// Images that are drawn smaller than they are, against Catmull and Rom's kernel in Double.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestClaims
import Testing

@Suite("Images that shrink")
struct ShrinkingTests {
  /// Premultiplied R, G, B, A.
  private typealias Texel = SIMD4<UInt8>

  private func image(_ width: Int, _ height: Int, _ texel: (Int, Int) -> Texel) throws -> CGImage {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let texel = texel(x, y)
        for channel in 0..<4 { bytes.append(texel[channel]) }
      }
    }
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let provider = try #require(CGDataProvider(data: Data(bytes)))
    return try #require(
      CGImage(
        width: width,
        height: height,
        bitsPerComponent: 8,
        bitsPerPixel: 32,
        bytesPerRow: width * 4,
        space: space,
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
        provider: provider,
        decode: nil,
        shouldInterpolate: true,
        intent: .defaultIntent
      )
    )
  }

  private static func gray(_ level: Int) -> Texel {
    Texel(UInt8(level), UInt8(level), UInt8(level), 255)
  }

  /// A texel of a picture without any order, whose colours are below their alpha.
  private static func noise(_ x: Int, _ y: Int) -> Texel {
    let bits = UInt32(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663) &* 2_654_435_761
    let alpha = bits >> 24
    func below(_ shift: UInt32) -> UInt8 { UInt8(((bits >> shift) & 0xFF) * alpha / 255) }
    return Texel(below(0), below(8), below(16), UInt8(alpha))
  }

  /// Keys 1981, equation 15, with a = -1/2.
  private func keys(_ distance: Double) -> Double {
    let (a, s) = (-0.5, abs(distance))
    if s < 1 { return (a + 2) * s * s * s - (a + 3) * s * s + 1 }
    return s < 2 ? a * s * s * s - 5 * a * s * s + 8 * a * s - 4 * a : 0
  }

  /// The weights of the texels of a line around a place, each texel with its own.
  private func weights(_ place: Double, _ step: Double, isCubic: Bool) -> [(texel: Int, Double)] {
    let reach = max(abs(step), 1)
    let texels = Int((place - 2 * reach).rounded(.down))...Int((place + 2 * reach).rounded(.up))
    let all = texels.map { texel in
      let distance = (Double(texel) + 0.5 - place) / reach
      return (texel, reach > 1 || isCubic ? keys(distance) : max(1 - abs(distance), 0))
    }
    let sum = all.reduce(0) { $0 + $1.1 }
    return all.map { ($0.0, $0.1 / sum) }
  }

  /// The colour of an image around a place in texels, which steps of one pixel are apart.
  private func filtered(
    _ texel: (Int, Int) -> Texel,
    _ size: (Int, Int),
    _ place: (Double, Double),
    _ step: (Double, Double),
    isCubic: Bool
  ) -> SIMD4<Double> {
    var sum = SIMD4<Double>.zero
    for (y, tall) in weights(place.1, step.1, isCubic: isCubic) {
      for (x, wide) in weights(place.0, step.0, isCubic: isCubic) {
        let (x, y) = (min(max(x, 0), size.0 - 1), min(max(y, 0), size.1 - 1))
        sum += SIMD4<Double>(texel(x, y)) * (wide * tall)
      }
    }
    let alpha = min(max(sum.w, 0), 255)
    return sum.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: alpha))
  }

  /// Rectangles of the picture, whether x and y are swapped, and whether the image is turned over.
  private static let places: [(CGRect, swaps: Bool, flips: Bool)] = [
    (CGRect(x: 2, y: 3, width: 12, height: 9), false, false),
    (CGRect(x: 1.3, y: 2.6, width: 20.4, height: 11.9), false, false),
    (CGRect(x: -5.5, y: -3, width: 31, height: 13.1), false, true),
    (CGRect(x: 3, y: 1, width: 8, height: 60), false, false),
    (CGRect(x: 4.2, y: 2, width: 17, height: 13.5), true, false),
    (CGRect(x: 2, y: 2, width: 13, height: 16), true, true),
  ]

  @Test(
    "Each axis has the kernel that its own scale asks for: upright, mirrored and turned",
    .shows("CGContext.draw(_:in:byTiling:)", "CGContext.interpolationQuality"),
    arguments: places.indices,
    [CGInterpolationQuality.default, .medium, .high]
  )
  func kernel(index: Int, quality: CGInterpolationQuality) throws {
    let (rect, swaps, flips) = Self.places[index]
    let (width, height) = (41, 37)
    let picture = try PaintedPicture(24, 20)
    picture.context.interpolationQuality = quality
    if swaps { picture.context.concatenate(CGAffineTransform(0, 1, 1, 0, 0, 0)) }
    if flips {
      picture.context.translateBy(x: 0, y: rect.minY + rect.maxY)
      picture.context.scaleBy(x: 1, y: -1)
    }
    picture.context.draw(try image(width, height, Self.noise), in: rect)
    let step = (Double(width) / rect.width, Double(height) / rect.height)
    for y in 0..<20 {
      for x in 0..<24 {
        // User space has y up.
        var (u, v) = (Double(x) + 0.5, 20 - Double(y) - 0.5)
        if swaps { (u, v) = (v, u) }
        if flips { v = rect.minY + rect.maxY - v }
        // Edges of a fraction of a pixel are covered by that fraction.
        guard rect.insetBy(dx: 0.5, dy: 0.5).contains(CGPoint(x: u, y: v)) else { continue }
        let place = ((u - rect.minX) * step.0, (rect.maxY - v) * step.1)
        let exact = filtered(
          Self.noise,
          (width, height),
          place,
          step,
          isCubic: quality == .high
        )
        let pixel = picture.pixel(x, y)
        for channel in 0..<4 {
          // Rounding to a level, and sums of Floats.
          #expect(abs(Double(pixel[channel]) - exact[channel]) <= 0.51, "\(x), \(y)")
        }
      }
    }
  }

  @Test(
    "A constant image stays as it is at every size and angle",
    .shows("CGContext.draw(_:in:byTiling:)"),
    arguments: [0, 0.3, .pi / 2, 2] as [CGFloat]
  )
  func constant(angle: CGFloat) throws {
    let color = Texel(40, 80, 20, 120)
    let image = try image(50, 40) { _, _ in color }
    for side in [40, 33.3, 9, 4] as [CGFloat] {
      for isTiled in [false, true] {
        let picture = try PaintedPicture(60, 60)
        picture.context.translateBy(x: 30, y: 30)
        picture.context.rotate(by: angle)
        picture.context.draw(
          image,
          in: CGRect(x: -side / 2, y: -side / 2, width: side, height: side),
          byTiling: isTiled
        )
        // The pixels that a turned square covers wholly.
        for offset in 0..<(isTiled ? 30 : max(Int(side / 4), 1)) {
          #expect(picture.pixel(30 - offset, 30 + offset / 2) == [40, 80, 20, 120])
        }
      }
    }
  }

  @Test("A ramp keeps its values", .shows("CGContext.draw(_:in:byTiling:)"))
  func ramp() throws {
    let image = try image(120, 4) { x, _ in Self.gray(2 * x) }
    for width in [60, 48, 31, 17, 10] {
      let picture = try PaintedPicture(width, 2)
      picture.context.draw(image, in: CGRect(x: 0, y: 0, width: width, height: 2))
      let step = 120 / Double(width)
      // Two steps from the edges the kernel reaches over them.
      for x in 2..<width - 2 {
        let exact = 2 * ((Double(x) + 0.5) * step - 0.5)
        #expect(abs(Double(picture.pixel(x, 0)[0]) - exact) <= 1, "\(width), \(x)")
      }
    }
  }

  @Test("A thin line keeps what it adds to a row", .shows("CGContext.draw(_:in:byTiling:)"))
  func energy() throws {
    for width in [32, 24, 16, 8] {
      for line in 24..<40 {
        let image = try image(64, 1) { x, _ in Self.gray(x == line ? 255 : 55) }
        let picture = try PaintedPicture(width, 1)
        picture.context.draw(image, in: CGRect(x: 0, y: 0, width: width, height: 1))
        let sum = (0..<width).reduce(0) { $0 + Int(picture.pixel($1, 0)[0]) - 55 }
        // Four pixels have a part of the line, each rounded to a level: one in all.
        #expect(abs(Double(sum) - 200 * Double(width) / 64) <= 1.5, "\(width), \(line)")
      }
    }
  }

  @Test("An edge rings as far as its kernel does", .shows("CGContext.draw(_:in:byTiling:)"))
  func ringing() throws {
    for edge in 30..<36 {
      let image = try image(64, 2) { x, _ in Self.gray(x < edge ? 50 : 200) }
      for width in [32, 20, 13] {
        let picture = try PaintedPicture(width, 1)
        picture.context.draw(image, in: CGRect(x: 0, y: 0, width: width, height: 1))
        let step = 64 / Double(width)
        for x in 0..<width {
          let level = Int(picture.pixel(x, 0)[0])
          // The lobe of the kernel beyond its first zero has 1/24 of the area, 6.25 of 150 levels;
          // sums over few texels have up to 7.1.
          #expect((50 - 8...200 + 8).contains(level))
          let place = (Double(x) + 0.5) * step
          if place < Double(edge) - 2 * step { #expect(level == 50) }
          if place > Double(edge) + 2 * step { #expect(level == 200) }
        }
      }
    }
  }

  @Test(
    "Clear texels take nothing from the colours beside them, and no colour exceeds its alpha",
    .shows("CGContext.draw(_:in:byTiling:)")
  )
  func alpha() throws {
    let image = try image(63, 63) { x, y in
      (x / 5 + y / 3) % 2 == 0 ? Texel(0, 0, 0, 0) : Texel(200, 0, 0, 200)
    }
    for angle in [0, 0.4] as [CGFloat] {
      let picture = try PaintedPicture(40, 40)
      picture.context.rotate(by: angle)
      picture.context.draw(image, in: CGRect(x: 5, y: 2, width: 21, height: 19))
      var alphas: Set<UInt8> = []
      for y in 0..<40 {
        for x in 0..<40 {
          let pixel = picture.pixel(x, y)
          // Each channel is rounded once, and a turned image twice.
          #expect(abs(Int(pixel[0]) - Int(pixel[3])) <= (angle == 0 ? 0 : 1))
          #expect(pixel[1] == 0 && pixel[2] == 0)
          alphas.insert(pixel[3])
        }
      }
      #expect(alphas.count > 20)
    }
  }

  @Test("An axis that keeps its scale stays sharp", .shows("CGContext.draw(_:in:byTiling:)"))
  func oneAxis() throws {
    let image = try image(64, 16) { _, y in Self.gray(y % 2 == 0 ? 0 : 255) }
    let picture = try PaintedPicture(16, 16)
    picture.context.draw(image, in: CGRect(x: 0, y: 0, width: 16, height: 16))
    for y in 0..<16 { #expect(picture.pixel(8, y)[0] == (y % 2 == 0 ? 0 : 255)) }
  }

  @Test(
    "Without interpolation a pixel has the texel of its middle, at any size",
    .shows("CGInterpolationQuality.none", "CGContext.interpolationQuality")
  )
  func nearest() throws {
    let image = try image(40, 40, Self.noise)
    let picture = try PaintedPicture(16, 16)
    picture.context.interpolationQuality = .none
    picture.context.draw(image, in: CGRect(x: 0, y: 0, width: 16, height: 16))
    for y in 0..<16 {
      for x in 0..<16 {
        // 2.5 texels a pixel: middles fall on 1.25, 3.75 and so on.
        let texel = Self.noise(Int((Double(x) + 0.5) * 2.5), Int((Double(y) + 0.5) * 2.5))
        #expect(picture.pixel(x, y) == (0..<4).map { texel[$0] })
      }
    }
  }

  @Test(
    "A clip, a copy at another place and a shadow do not change the pixels",
    .shows("CGContext.draw(_:in:byTiling:)", "CGContext.setShadow(offset:blur:color:)")
  )
  func parts() throws {
    let image = try image(70, 50, Self.noise)
    let rect = CGRect(x: 3.25, y: 4.5, width: 21, height: 17)
    let whole = try PaintedPicture(40, 40)
    whole.context.draw(image, in: rect)
    let part = try PaintedPicture(40, 40)
    part.context.clip(to: CGRect(x: 9, y: 10, width: 5, height: 6))
    part.context.draw(image, in: rect)
    let moved = try PaintedPicture(40, 40)
    moved.context.draw(image, in: rect)
    moved.context.draw(image, in: rect.offsetBy(dx: 10, dy: 12))
    let shadowed = try PaintedPicture(40, 40)
    shadowed.context.setShadow(offset: CGSize(width: 10, height: 12), blur: 0, color: .red)
    shadowed.context.clip(to: CGRect(x: 28, y: 20, width: 12, height: 13))
    shadowed.context.draw(image, in: rect)
    for y in 24..<30 {
      for x in 9..<14 { #expect(part.pixel(x, y) == whole.pixel(x, y)) }
    }
    #expect(part.pixel(8, 26) == PaintedPicture.clear)
    for y in 7..<16 {
      for x in 28..<34 {
        #expect(moved.pixel(x, y) == whole.pixel(x - 10, y + 12))
        #expect(shadowed.pixel(x, y)[3] == whole.pixel(x - 10, y + 12)[3])
      }
    }
  }

  @Test(
    "An image without an area, or of one pixel, is drawn",
    .shows("CGContext.draw(_:in:byTiling:)")
  )
  func extremes() throws {
    let image = try image(300, 200) { x, _ in Self.gray(x < 150 ? 100 : 200) }
    let picture = try PaintedPicture(4, 4)
    for rect in [
      CGRect(x: 1, y: 1, width: 1, height: 1), CGRect(x: 1e9, y: 1, width: 1, height: 1),
      CGRect(x: 1, y: 1, width: 1e-9, height: 1), CGRect(x: -1e12, y: 0, width: 1e12, height: 1),
      CGRect(x: 0, y: 0, width: 1e-300, height: 1e-300),
    ] {
      picture.context.draw(image, in: rect)
      picture.context.draw(image, in: rect, byTiling: true)
    }
    picture.context.clear(CGRect(x: 0, y: 0, width: 4, height: 4))
    picture.context.draw(image, in: CGRect(x: 1, y: 1, width: 1, height: 1))
    #expect(picture.pixel(1, 2) == [150, 150, 150, 255] && picture.pixel(2, 2)[3] == 0)
  }
}
