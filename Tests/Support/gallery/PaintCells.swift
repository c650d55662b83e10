// Cells of paint: gradients, shadings, patterns, images, layers, shadows.
// Licensed under the MIT license; see LICENSE.

import CoreText

/// Grey squares, for what is translucent.
func checkers(_ context: CGContext) {
  context.saveGState()
  context.setFillColor(gray: 0.82, alpha: 1)
  for row in 0..<9 {
    for column in 0..<12 where (row + column) % 2 == 0 {
      context.fill(box(CGFloat(column) * 8, CGFloat(row) * 8, 8, 8))
    }
  }
  context.restoreGState()
}

func gradient(_ colors: [CGColor], _ locations: [CGFloat]? = nil) -> CGGradient {
  guard
    let gradient = CGGradient(
      colorsSpace: CGColorSpace(name: CGColorSpace.sRGB),
      colors: colors as CFArray,
      locations: locations
    )
  else { preconditionFailure("colours make a gradient") }
  return gradient
}

let rainbow = gradient(
  [0xE5484D, 0xF5A623, 0xF8E71C, 0x3DA35D, 0x2A7DE1, 0x8E4EC6].map { color($0) }
)
private let warm = gradient([color(0xFFF1B8), color(0xE5484D), color(0x3B1159)])
private let both: CGGradientDrawingOptions = [.drawsBeforeStartLocation, .drawsAfterEndLocation]

private func radial(
  _ context: CGContext,
  _ gradient: CGGradient,
  _ start: CGPoint,
  _ startRadius: CGFloat,
  _ end: CGPoint,
  _ endRadius: CGFloat,
  _ options: CGGradientDrawingOptions = []
) {
  context.drawRadialGradient(
    gradient,
    startCenter: start,
    startRadius: startRadius,
    endCenter: end,
    endRadius: endRadius,
    options: options
  )
}

/// A shading whose colours oscillate.
private func waves(_ makeShading: (CGFunction) -> CGShading?) -> CGShading? {
  var callbacks = CGFunctionCallbacks(
    version: 0,
    evaluate: { _, input, output in
      let wave = 0.5 + 0.5 * sin(input[0] * 8 * .pi)
      (output[0], output[1], output[2], output[3]) = (0.1 + 0.8 * wave, 0.3, 0.9 - 0.6 * wave, 1)
    },
    releaseInfo: nil
  )
  let function = CGFunction(
    info: nil,
    domainDimension: 1,
    domain: [0, 1],
    rangeDimension: 4,
    range: [0, 1, 0, 1, 0, 1, 0, 1],
    callbacks: &callbacks
  )
  return function.flatMap(makeShading)
}

let gradientCells = [
  Cell("linear") {
    $0.drawLinearGradient(rainbow, start: point(8, 0), end: point(82, 0), options: both)
  },
  Cell("linear, no ends") {
    $0.drawLinearGradient(warm, start: point(20, 10), end: point(70, 62), options: [])
  },
  Cell("stops at .5 .5") {
    let stops = gradient(
      [0xFFF1B8, 0xE5484D, 0x2A7DE1, 0x0B1F3A].map { color($0) },
      [0, 0.5, 0.5, 1]
    )
    $0.drawLinearGradient(stops, start: point(0, 0), end: point(90, 0), options: [])
  },
  Cell("translucent") {
    checkers($0)
    let fade = gradient([color(0xE5484D, 0), color(0xE5484D)])
    $0.drawLinearGradient(fade, start: point(5, 0), end: point(85, 0), options: both)
  },
  Cell("radial") { radial($0, warm, Cell.center, 4, Cell.center, 36) },
  Cell("focus, both ends") { radial($0, warm, point(34, 46), 0, Cell.center, 34, both) },
  Cell("cone, both ends") { radial($0, rainbow, point(24, 36), 6, point(62, 36), 16, both) },
  Cell("conic") { $0.drawConicGradient(rainbow, center: Cell.center, angle: .pi / 2) },
  Cell("axial shading") { context in
    let shading = waves {
      CGShading(
        axialSpace: CGColorSpaceCreateDeviceRGB(),
        start: point(10, 10),
        end: point(80, 60),
        function: $0,
        extendStart: true,
        extendEnd: true
      )
    }
    if let shading { context.drawShading(shading) }
  },
  Cell("radial shading") { context in
    let shading = waves {
      CGShading(
        radialSpace: CGColorSpaceCreateDeviceRGB(),
        start: Cell.center,
        startRadius: 0,
        end: Cell.center,
        endRadius: 34,
        function: $0,
        extendStart: false,
        extendEnd: false
      )
    }
    if let shading { context.drawShading(shading) }
  },
]

// MARK: - Patterns

private func pattern(
  isColored: Bool,
  matrix: CGAffineTransform = .identity,
  _ draw: @escaping @Sendable (CGContext) -> Void
) -> CGPattern {
  var callbacks = CGPatternCallbacks(
    version: 0,
    drawPattern: { _, context in draw(context) },
    releaseInfo: nil
  )
  let pattern = CGPattern(
    info: nil,
    bounds: box(0, 0, 12, 12),
    matrix: matrix,
    xStep: 12,
    yStep: 12,
    tiling: .constantSpacing,
    isColored: isColored,
    callbacks: &callbacks
  )
  guard let pattern else { preconditionFailure("these numbers make a pattern") }
  return pattern
}

/// Makes fills paint with a pattern: alone one with colours, over device RGB one without.
private func paint(_ context: CGContext, _ pattern: CGPattern, _ components: [CGFloat]) {
  let base = components.count == 1 ? nil : CGColorSpaceCreateDeviceRGB()
  if let space = CGColorSpace(patternBaseSpace: base) { context.setFillColorSpace(space) }
  context.setFillPattern(pattern, colorComponents: components)
}

// MARK: - Images

/// A small picture: a gradient with a letter's worth of pixels.
private let sprite: CGImage? = {
  let context = CGContext(
    data: nil,
    width: 9,
    height: 7,
    bitsPerComponent: 8,
    bytesPerRow: 0,
    space: CGColorSpaceCreateDeviceRGB(),
    bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
  )
  context?.drawLinearGradient(rainbow, start: point(0, 0), end: point(9, 0), options: both)
  context?.setFillColor(gray: 0, alpha: 1)
  for (x, y) in [(2, 5), (6, 5), (1, 2), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 2)] {
    context?.fill(box(CGFloat(x), CGFloat(y), 1, 1))
  }
  return context?.makeImage()
}()

private func image(_ label: String, _ quality: CGInterpolationQuality) -> Cell {
  Cell(label) {
    $0.interpolationQuality = quality
    if let sprite { $0.draw(sprite, in: box(0, 1, 90, 70)) }
  }
}

let paintCells = [
  Cell("coloured pattern") {
    let cell = pattern(isColored: true) {
      $0.setFillColor(color(0x2A7DE1))
      $0.fill(box(0, 0, 6, 6))
      $0.setFillColor(color(0xF5A623))
      $0.fillEllipse(in: box(6, 6, 6, 6))
    }
    paint($0, cell, [1])
    $0.fillEllipse(in: box(5, 4, 80, 64))
  },
  Cell("uncoloured, turned") {
    let turned = CGAffineTransform(rotationAngle: .pi / 6)
    let cell = pattern(isColored: false, matrix: turned) { $0.fill(box(0, 0, 12, 5)) }
    paint($0, cell, [0.56, 0.3, 0.78, 1])
    $0.fillEllipse(in: box(5, 4, 80, 64))
  },
  image("quality none", .none),
  image("quality high", .high),
  Cell("tiled") {
    $0.rotate(by: -.pi / 12)
    if let sprite { $0.draw(sprite, in: box(0, 0, 18, 14), byTiling: true) }
  },
  Cell("clip to a mask") {
    guard let mask = softMask else { return }
    $0.clip(to: box(5, 4, 80, 64), mask: mask)
    $0.drawLinearGradient(rainbow, start: point(0, 0), end: point(90, 0), options: both)
  },
  Cell("alpha 0.5, one by one") {
    $0.setAlpha(0.5)
    overlapping($0)
  },
  Cell("alpha 0.5, as a layer") {
    $0.setAlpha(0.5)
    $0.beginTransparencyLayer(auxiliaryInfo: nil)
    overlapping($0)
    $0.endTransparencyLayer()
  },
  Cell("shadow") {
    $0.setShadow(offset: CGSize(width: 4, height: -5), blur: 8, color: color(0, 0.7))
    overlapping($0)
  },
  Cell("shadow of a layer") {
    $0.setShadow(offset: CGSize(width: 4, height: -5), blur: 8, color: color(0, 0.7))
    $0.beginTransparencyLayer(auxiliaryInfo: nil)
    overlapping($0)
    $0.endTransparencyLayer()
  },
]

private func overlapping(_ context: CGContext) {
  context.setFillColor(color(0xE5484D))
  context.fillEllipse(in: box(10, 26, 38, 38))
  context.setFillColor(color(0xF5A623))
  context.fillEllipse(in: box(42, 26, 38, 38))
  context.setFillColor(color(0x2A7DE1))
  context.fillEllipse(in: box(26, 8, 38, 38))
}

/// Rings that fade out.
private let softMask: CGImage? = {
  let context = CGContext(
    data: nil,
    width: 80,
    height: 64,
    bitsPerComponent: 8,
    bytesPerRow: 0,
    space: CGColorSpaceCreateDeviceGray(),
    bitmapInfo: CGImageAlphaInfo.none.rawValue
  )
  let fade = gradient([CGColor(gray: 1, alpha: 1), CGColor(gray: 0, alpha: 1)])
  context?.drawRadialGradient(
    fade,
    startCenter: point(40, 32),
    startRadius: 8,
    endCenter: point(40, 32),
    endRadius: 32,
    options: .drawsBeforeStartLocation
  )
  return context?.makeImage()
}()
