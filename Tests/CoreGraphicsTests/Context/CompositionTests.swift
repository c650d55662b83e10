// Clips, shadows, layers, masks and blend modes together: what must be equal whatever the numbers
// are.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestRandom
import TestClaims
import Testing

@Suite struct CompositionTests {
  private struct Numbers {
    var generator: SeededGenerator

    mutating func index(_ count: Int) -> Int { Int(generator.next() % UInt64(count)) }

    /// A multiple of 1/16 in -4..<52.
    mutating func number() -> CGFloat { CGFloat(index(56 * 16)) / 16 - 4 }

    /// 0...1 in 16 steps.
    mutating func part() -> CGFloat { CGFloat(index(17)) / 16 }

    mutating func point() -> CGPoint { CGPoint(x: number(), y: number()) }

    mutating func color() -> CGColor {
      CGColor(srgbRed: part(), green: part(), blue: part(), alpha: part())
    }
  }

  private struct Format {
    var name: String
    var info: UInt32
    /// Where R, G, B and A are in the memory of a pixel.
    var places: [Int]
  }

  private static let formats = [
    Format(name: "RGBA", info: CGImageAlphaInfo.premultipliedLast.rawValue, places: [0, 1, 2, 3]),
    Format(name: "ARGB", info: CGImageAlphaInfo.premultipliedFirst.rawValue, places: [1, 2, 3, 0]),
    Format(
      name: "BGRA",
      info: CGImageAlphaInfo.premultipliedFirst.rawValue
        | CGBitmapInfo.byteOrder32Little.rawValue,
      places: [2, 1, 0, 3]
    ),
    Format(
      name: "ABGR",
      info: CGImageAlphaInfo.premultipliedLast.rawValue
        | CGBitmapInfo.byteOrder32Little.rawValue,
      places: [3, 2, 1, 0]
    ),
  ]

  private func context(_ info: UInt32, bits: Int = 8) throws -> CGContext {
    try #require(
      CGContext(
        data: nil,
        width: 48,
        height: 40,
        bitsPerComponent: bits,
        bytesPerRow: 0,
        space: CGColorSpace(name: CGColorSpace.sRGB),
        bitmapInfo: info
      )
    )
  }

  /// All channels of all pixels, 0...1.
  private func channels(_ context: CGContext, _ places: [Int]) throws -> [Double] {
    let data = try #require(context.data)
    let isHalf = context.bitsPerComponent == 16
    var result: [Double] = []
    for y in 0..<context.height {
      for x in 0..<context.width {
        let pixel = data + y * context.bytesPerRow + x * context.bitsPerPixel / 8
        for place in places {
          result.append(
            isHalf
              ? Double(pixel.load(fromByteOffset: place * 2, as: Float16.self))
              : Double(pixel.load(fromByteOffset: place, as: UInt8.self)) / 255
          )
        }
      }
    }
    return result
  }

  private func image(_ numbers: inout Numbers) throws -> CGImage {
    let context = try PaintedPicture(6, 5).context
    for y in 0..<5 {
      for x in 0..<6 {
        context.setFillColor(numbers.color())
        context.fill(CGRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return try #require(context.makeImage())
  }

  /// A shape, an image or a gradient somewhere.
  private func thing(_ numbers: inout Numbers, _ image: CGImage) -> (CGContext) -> Void {
    let (a, b, c) = (numbers.point(), numbers.point(), numbers.point())
    let (color, other, width) = (numbers.color(), numbers.color(), numbers.part() * 8)
    let box = CGRect(x: a.x, y: a.y, width: b.x - a.x, height: b.y - a.y)
    switch numbers.index(6) {
    case 0:
      return {
        $0.setFillColor(color)
        $0.fill(box)
      }
    case 1:
      return {
        $0.setFillColor(color)
        $0.fillEllipse(in: box)
      }
    case 2:
      return {
        $0.setStrokeColor(color)
        $0.setLineWidth(width)
        $0.move(to: a)
        $0.addQuadCurve(to: b, control: c)
        $0.strokePath()
      }
    case 3: return { $0.draw(image, in: box) }
    case 4: return { $0.draw(image, in: box, byTiling: true) }
    default:
      let colors = [color, other] as CFArray
      let gradient = CGGradient(colorsSpace: nil, colors: colors, locations: nil)
      return {
        guard let gradient else { return }
        $0.drawLinearGradient(gradient, start: a, end: b, options: .drawsAfterEndLocation)
      }
    }
  }

  /// A way to look at things: alpha, blend mode, shadow, clip, mask.
  private func state(
    _ numbers: inout Numbers,
    _ mask: CGImage,
    modes: [CGBlendMode] = CGBlendMode.allCases
  ) -> (CGContext) -> Void {
    let (a, b) = (numbers.point(), numbers.point())
    let box = CGRect(x: a.x, y: a.y, width: b.x - a.x, height: b.y - a.y)
    let (alpha, mode) = (numbers.part(), modes[numbers.index(modes.count)])
    let (offset, blur) = (CGSize(width: a.x / 8, height: b.x / 8), numbers.part() * 8)
    let (color, kind) = (numbers.color(), numbers.index(4))
    return {
      $0.setAlpha(alpha)
      $0.setBlendMode(mode)
      if kind & 1 == 1 { $0.setShadow(offset: offset, blur: blur, color: color) }
      if kind & 2 == 2 {
        $0.clip(to: box, mask: mask)
      } else {
        $0.addEllipse(in: box.insetBy(dx: -8, dy: -8))
        $0.clip()
      }
    }
  }

  @Test(
    .shows(
      "CGContext.init(data:width:height:bitsPerComponent:bytesPerRow:space:bitmapInfo:)",
      "CGBitmapInfo.byteOrder32Little"
    ),
    arguments: 0..<24
  ) func formatsAgree(seed: Int) throws {
    func program(_ context: CGContext) throws {
      var numbers = Numbers(generator: SeededGenerator(seed: UInt64(seed) * 131 + 7))
      let image = try image(&numbers)
      for _ in 0..<12 {
        context.saveGState()
        state(&numbers, image)(context)
        let isLayer = numbers.index(2) == 0
        if isLayer { context.beginTransparencyLayer(auxiliaryInfo: nil) }
        for _ in 0...numbers.index(3) { thing(&numbers, image)(context) }
        if isLayer { context.endTransparencyLayer() }
        context.restoreGState()
      }
    }
    var pictures: [[Double]] = []
    for format in Self.formats {
      let context = try context(format.info)
      try program(context)
      pictures.append(try channels(context, format.places))
    }
    for index in 1..<pictures.count {
      #expect(pictures[index] == pictures[0], "\(Self.formats[index].name)")
    }
  }

  /// Modes in which a layer of one thing is that thing.
  ///
  /// Not those that act where the source is clear, which a layer is around the thing; and not those
  /// that divide by a component or the alpha of the source, which makes the rounding of the layer's
  /// faint pixels as large as one likes; and not sums, which stop at 0 or 1: an edge is alpha in a
  /// layer and enters the sum, of the thing itself it mixes the sum in.
  private static let modesOfLayers = CGBlendMode.allCases.filter {
    let actsOutside: [CGBlendMode] = [
      .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop,
    ]
    let divides: [CGBlendMode] = [
      .colorDodge, .colorBurn, .softLight, .hue, .saturation, .color, .luminosity,
    ]
    let sums: [CGBlendMode] = [.plusDarker, .plusLighter]
    return ![actsOutside, divides, sums].joined().contains($0)
  }

  /// One thing in a layer is the thing itself, but for the rounding of the layer's pixels: one
  /// level.
  @Test(.shows("CGContext.beginTransparencyLayer(auxiliaryInfo:)"), arguments: 0..<100)
  func layersOfOneThing(seed: Int) throws {
    var numbers = Numbers(generator: SeededGenerator(seed: UInt64(seed) * 977 + 3))
    let image = try image(&numbers)
    let background = thing(&numbers, image)
    let state = state(&numbers, image, modes: Self.modesOfLayers)
    let thing = thing(&numbers, image)
    func draw(inLayer isLayer: Bool) throws -> [Double] {
      let context = try context(Self.formats[0].info)
      context.setFillColor(CGColor(srgbRed: 0.2, green: 0.7, blue: 0.4, alpha: 0.8))
      context.fill(CGRect(x: 8, y: 0, width: 30, height: 40))
      background(context)
      state(context)
      if isLayer { context.beginTransparencyLayer(auxiliaryInfo: nil) }
      thing(context)
      if isLayer { context.endTransparencyLayer() }
      return try channels(context, [0, 1, 2, 3])
    }
    let (direct, layer) = (try draw(inLayer: false), try draw(inLayer: true))
    let distance = zip(direct, layer).map { abs($0 - $1) }.max() ?? 0
    #expect(distance * 255 <= 1.001, "levels: \(distance * 255)")
  }

  /// A rectangle that is clipped to a shape is the shape.
  @Test(
    .shows("CGContext.clip(using:)", "CGContext.fillPath(using:)", "CGContext.addPath(_:)"),
    arguments: 0..<20
  ) func clipsAreShapes(seed: Int) throws {
    var numbers = Numbers(generator: SeededGenerator(seed: UInt64(seed) * 31 + 1))
    let path = CGMutablePath()
    path.move(to: numbers.point())
    for _ in 0..<6 {
      path.addCurve(to: numbers.point(), control1: numbers.point(), control2: numbers.point())
    }
    let color = numbers.color()
    func draw(_ body: (CGContext) -> Void) throws -> [Double] {
      let context = try context(Self.formats[0].info)
      context.setFillColor(color)
      context.addPath(path)
      body(context)
      return try channels(context, [0, 1, 2, 3])
    }
    let filled = try draw { $0.fillPath(using: .evenOdd) }
    let clipped = try draw {
      $0.clip(using: .evenOdd)
      $0.fill(CGRect(x: -100, y: -100, width: 300, height: 300))
    }
    #expect(filled == clipped)
  }

  /// With y down everything is upside down and nothing else.
  @Test(.shows("CGContext.scaleBy(x:y:)", "CGContext.translateBy(x:y:)"), arguments: 0..<20)
  func upsideDown(seed: Int) throws {
    var numbers = Numbers(generator: SeededGenerator(seed: UInt64(seed) * 61 + 5))
    let image = try image(&numbers)
    let things = (0..<4).map { _ in thing(&numbers, image) }
    func draw(isFlipped: Bool) throws -> [Double] {
      let context = try context(Self.formats[0].info)
      if isFlipped {
        context.translateBy(x: 0, y: 40)
        context.scaleBy(x: 1, y: -1)
      }
      for thing in things { thing(context) }
      return try channels(context, [0, 1, 2, 3])
    }
    let (upright, flipped) = (try draw(isFlipped: false), try draw(isFlipped: true))
    var distance = 0.0
    for y in 0..<40 {
      for index in 0..<48 * 4 {
        distance = max(distance, abs(upright[y * 192 + index] - flipped[(39 - y) * 192 + index]))
      }
    }
    #expect(distance == 0)
    #expect(upright.contains { $0 > 0 })
  }
}
