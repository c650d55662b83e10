// Pictures in layers: parts, nine parts, scales, filters, tints, patterns, own drawing.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Scene {
  package static let contentsSheets: [Scene] = [
    Scene(name: "nineParts", width: 176, height: 132, shows: ["CALayer.contentsCenter"]) {
      nineParts($0)
    },
    Scene(name: "ninePartsScaled", scale: 2) { ninePartsScaled($0) },
    Scene(name: "ninePartsTurned") { ninePartsTurned($0) },
    Scene(name: "sprites", shows: ["CALayer.contentsRect"]) { sprites($0) },
    Scene(name: "outsideTheImage") { outsideTheImage($0) },
    Scene(
      name: "trilinear",
      shows: [
        "CALayer.minificationFilter", "CALayer.minificationFilterBias",
        "CALayerContentsFilter.nearest", "CALayerContentsFilter.linear",
        "CALayerContentsFilter.trilinear",
      ]
    ) { trilinear($0) },
    Scene(name: "tints") { tints($0) },
    Scene(name: "patterns") { patterns($0) },
    Scene(name: "patternsYUp", isYUp: true) { patterns($0) },
    Scene(name: "patternColours", width: 176, height: 96) { patternColours($0) },
    Scene(name: "patternColoursYUp", width: 176, height: 96, isYUp: true) { patternColours($0) },
    Scene(name: "contentsScales", scale: 2, shows: ["CALayer.contentsScale"]) {
      contentsScales($0)
    },
    Scene(
      name: "ownDrawing",
      scale: 1.5,
      shows: [
        "CALayer.contentsFormat", "CALayerContentsFormat.RGBA8Uint",
        "CALayerContentsFormat.gray8Uint",
      ]
    ) { ownDrawing($0) },
    Scene(name: "gravitiesDense", width: 88, height: 66, scale: 2) { gravitiesDense($0) },
  ]
}

/// Corners red, edges green, the middle blue.
private func frame(_ side: Int, alpha: UInt8 = 255) -> CGImage? {
  bitmap(side, side) { x, y in
    let (outerX, outerY) = (
      x < side / 4 || x >= side * 3 / 4, y < side / 4 || y >= side * 3 / 4
    )
    let on = alpha
    return outerX && outerY
      ? [on, 0, 0, alpha] : outerX || outerY ? [0, on, 0, alpha] : [0, UInt8(x + y), on, alpha]
  }
}

private let quarters = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)

private func nineParts(_ root: CALayer) {
  root.backgroundColor = paper
  let all: [CALayerContentsGravity] = [
    .resize, .resizeAspect, .resizeAspectFill, .center, .top, .bottom, .left, .right, .topLeft,
    .topRight, .bottomLeft, .bottomRight,
  ]
  let image = frame(24)
  for (index, gravity) in all.enumerated() {
    let layer = panel(
      CGFloat(index % 4) * 44 + 4,
      CGFloat(index / 4) * 44 + 4,
      38,
      33,
      rgba(0.8, 0.85, 0.9),
      in: root
    )
    layer.contents = image
    layer.contentsGravity = gravity
    layer.contentsCenter = quarters
    layer.masksToBounds = index % 2 == 0
  }
}

private func ninePartsScaled(_ root: CALayer) {
  root.backgroundColor = white
  let image = frame(32)
  for (index, scale) in [1.0, 2, 4].enumerated() {
    let layer = panel(4 + CGFloat(index) * 39, 4, 35, 30, in: root)
    layer.contents = image
    layer.contentsCenter = quarters
    layer.contentsScale = scale
    // A point or a line in the middle, and a middle at the edge.
    let thin = panel(4 + CGFloat(index) * 39, 42, 35, 30, in: root)
    thin.contents = image
    thin.contentsScale = scale
    thin.contentsCenter =
      [
        CGRect(x: 0.5, y: 0.5, width: 0, height: 0), CGRect(x: 0, y: 0.4, width: 1, height: 0.6),
        CGRect(x: 0.75, y: 0, width: 0.25, height: 0.5),
      ][index]
  }
}

private func ninePartsTurned(_ root: CALayer) {
  root.backgroundColor = white
  root.sublayerTransform = perspective(200)
  let image = frame(16, alpha: 200)
  for index in 0..<3 {
    let layer = panel(8 + CGFloat(index) * 38, 8, 30, 60, in: root)
    layer.contents = image
    layer.contentsCenter = quarters
    layer.contentsRect =
      index == 2
      ? CGRect(x: 0, y: 0, width: 0.75, height: 1) : CGRect(x: 0, y: 0, width: 1, height: 1)
    layer.transform = index == 0 ? turn(20) : index == 1 ? tilt(45, 0, 1) : turn(90)
    // Smaller than its corners.
    let small = panel(16 + CGFloat(index) * 38, 70, 12, 6, in: root)
    small.contents = image
    small.contentsCenter = quarters
  }
}

/// A sheet of four pictures: nothing of the neighbours may show.
private func sprites(_ root: CALayer) {
  let sheet = bitmap(16, 16) { x, y in
    x < 8
      ? (y < 8 ? [255, 0, 0, 255] : [0, 0, 255, 255])
      : (y < 8 ? [0, 255, 0, 255] : [255, 255, 0, 255])
  }
  for index in 0..<8 {
    let layer = panel(
      3.3 + CGFloat(index % 4) * 29.1,
      3.7 + CGFloat(index / 4) * 38.2,
      25.4,
      34.9,
      in: root
    )
    layer.contents = sheet
    layer.contentsRect = CGRect(
      x: Double(index % 2) * 0.5,
      y: Double(index / 2 % 2) * 0.5,
      width: 0.5,
      height: 0.5
    )
    layer.magnificationFilter = index < 4 ? .linear : .nearest
    if index == 3 || index == 6 { layer.transform = turn(11) }
  }
}

private func outsideTheImage(_ root: CALayer) {
  root.backgroundColor = white
  let rects = [
    CGRect(x: -0.5, y: -0.5, width: 2, height: 2), CGRect(x: 0.5, y: 0.5, width: 1, height: 1),
    CGRect(x: 1.5, y: 0, width: 1, height: 1), CGRect(x: -3, y: 0.25, width: 4, height: 0.5),
    CGRect(x: 0.75, y: 0, width: -0.5, height: 1), CGRect(x: 0, y: 0, width: 0, height: 1),
    CGRect(x: 0.5, y: 0.5, width: 0, height: 0), CGRect(x: 0, y: 1, width: 1, height: -1),
  ]
  for (index, rect) in rects.enumerated() {
    let layer = panel(
      4 + CGFloat(index % 4) * 29,
      4 + CGFloat(index / 4) * 38,
      25,
      34,
      paper,
      in: root
    )
    layer.contents = sample(8, 8, alpha: index == 3 ? 128 : 255)
    layer.contentsRect = rect
    layer.borderWidth = 1
  }
}

private func trilinear(_ root: CALayer) {
  root.backgroundColor = white
  let comb = bitmap(128, 128) { x, y in
    x % 8 == 0 || y % 16 == 0 ? [255, 255, 255, 255] : [0, 0, 60, 255]
  }
  for (index, filter) in [CALayerContentsFilter.nearest, .linear, .trilinear].enumerated() {
    for (row, side) in [24.0, 11].enumerated() {
      let layer = panel(4 + CGFloat(index) * 28, 4 + CGFloat(row) * 30, side, side, in: root)
      layer.contents = comb
      layer.minificationFilter = filter
    }
  }
  for (index, bias) in [-1.0, 0.5, 2].enumerated() {
    let layer = panel(88, 4 + CGFloat(index) * 25, 28, 21, in: root)
    layer.contents = comb
    layer.minificationFilter = .trilinear
    layer.minificationFilterBias = Float(bias)
    layer.transform = index == 1 ? turn(14) : CATransform3DIdentity
  }
  let far = panel(4, 50, 70, 28, in: root)
  far.contents = comb
  far.minificationFilter = .trilinear
  var transform = perspective(60)
  transform = CATransform3DRotate(transform, 1.1, 1, 0, 0)
  far.transform = transform
}

private func tints(_ root: CALayer) {
  root.backgroundColor = white
  for (index, color) in [sea, veil, black, white].enumerated() {
    let layer = panel(4 + CGFloat(index) * 29, 4, 25, 20, paper, in: root)
    layer.contents = sample(25, 20)
    layer.contentsMultiplyColor = color
    let round = panel(4 + CGFloat(index) * 29, 30, 24, 24, in: root)
    round.contents = disc(24)
    round.contentsMultiplyColor = color
    round.opacity = index == 1 ? 0.5 : 1
    let opaque = panel(4 + CGFloat(index) * 29, 58, 25, 18, sun, in: root)
    opaque.contents = sample(5, 6, alpha: index % 2 == 0 ? 255 : 100)
    opaque.isOpaque = true
  }
}

/// A pattern colour with a cell of 8 points: a red and a blue square, and nothing beside them.
private let patternColor: CGColor = {
  var callbacks = CGPatternCallbacks(
    version: 0,
    drawPattern: { _, context in
      context.setFillColor(red)
      context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
      context.setFillColor(blue)
      context.fill(CGRect(x: 4, y: 4, width: 3, height: 4))
    },
    releaseInfo: nil
  )
  let pattern = CGPattern(
    info: nil,
    bounds: CGRect(x: 0, y: 0, width: 8, height: 8),
    matrix: .identity,
    xStep: 8,
    yStep: 8,
    tiling: .constantSpacing,
    isColored: true,
    callbacks: &callbacks
  )
  guard let pattern, let space = CGColorSpace(patternBaseSpace: nil),
    let color = CGColor(patternSpace: space, pattern: pattern, components: [1])
  else { return red }
  return color
}()

/// Patterns in borders, along and within paths, and in texts.
private func patternColours(_ root: CALayer) {
  root.backgroundColor = white
  func framed(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat) -> CALayer {
    let layer = panel(x, y, 38, 42, paper, in: root)
    (layer.borderColor, layer.borderWidth) = (patternColor, width)
    return layer
  }
  _ = framed(4, 4, 8)
  let round = framed(47, 4, 6)
  (round.cornerRadius, round.opacity) = (14, 0.5)
  let curved = framed(4, 50, 7)
  (curved.cornerRadius, curved.cornerCurve, curved.isGeometryFlipped) = (14, .continuous, true)
  let turned = framed(47, 50, 5)
  (turned.transform, turned.masksToBounds) = (turn(15), true)
  panel(-6, 10, 20, 20, sun, in: turned)
  func shape(_ x: CGFloat, _ y: CGFloat) -> CAShapeLayer {
    let layer = CAShapeLayer()
    layer.frame = CGRect(x: x, y: y, width: 40, height: 42)
    layer.path = CGPath(ellipseIn: CGRect(x: 5, y: 5, width: 30, height: 32), transform: nil)
    (layer.fillColor, layer.strokeColor) = (patternColor, ink)
    root.addSublayer(layer)
    return layer
  }
  _ = shape(90, 4)
  let line = shape(90, 50)
  (line.fillColor, line.strokeColor, line.lineWidth) = (sun, patternColor, 8)
  line.lineDashPattern = [14, 6]
  let copies = CAReplicatorLayer()
  copies.frame = CGRect(x: 132, y: 4, width: 40, height: 42)
  (copies.instanceCount, copies.instanceColor) = (2, rgba(0.5, 1, 1))
  copies.instanceTransform = CATransform3DMakeTranslation(4, 20, 0)
  root.addSublayer(copies)
  let card = panel(2, 2, 30, 16, in: copies)
  (card.borderColor, card.borderWidth) = (patternColor, 4)
  let text = label("Ab", CGRect(x: 132, y: 50, width: 42, height: 42), size: 34, in: root)
  text.foregroundColor = patternColor
}

private func patterns(_ root: CALayer) {
  root.backgroundColor = white
  panel(4, 4, 40, 32, patternColor, in: root)
  let round = panel(50, 4, 30, 32, patternColor, in: root)
  round.cornerRadius = 10
  round.borderWidth = 2
  let turned = panel(86, 6, 28, 28, patternColor, in: root)
  turned.transform = turn(20)
  let moved = panel(4.5, 42.5, 40, 32, patternColor, in: root)
  moved.bounds.origin = CGPoint(x: 3, y: 2)
  let faded = panel(50, 42, 30, 32, patternColor, in: root)
  faded.opacity = 0.5
  panel(5, 5, 30, 10, veil, in: faded)
  let framed = panel(86, 42, 28, 32, sun, in: root)
  framed.borderWidth = 7
  framed.borderColor = sea
}

private func contentsScales(_ root: CALayer) {
  root.backgroundColor = white
  for (index, scale) in [0.5, 1, 2, 3].enumerated() {
    for (row, gravity) in [CALayerContentsGravity.center, .resizeAspect].enumerated() {
      let layer = panel(
        4 + CGFloat(index) * 29,
        4 + CGFloat(row) * 38,
        25,
        34,
        paper,
        in: root
      )
      layer.contents = sample(16, 16)
      layer.contentsGravity = gravity
      layer.contentsScale = scale
      layer.masksToBounds = index < 2
      layer.magnificationFilter = row == 0 ? .nearest : .linear
    }
  }
}

private func ownDrawing(_ root: CALayer) {
  root.backgroundColor = white
  for index in 0..<4 {
    let layer = DrawnLayer()
    layer.frame = CGRect(x: 4 + CGFloat(index) * 29, y: 6, width: 25, height: 30)
    layer.contentsScale = index == 0 ? 1 : 1.5
    layer.backgroundColor = index == 1 ? sun : nil
    layer.isOpaque = index == 2
    layer.bounds.origin = index == 3 ? CGPoint(x: 5, y: 5) : .zero
    layer.paint = {
      $0.setStrokeColor(sea)
      $0.setLineWidth(4)
      $0.strokeEllipse(in: CGRect(x: 4, y: 4, width: 17, height: 22))
      $0.clear(CGRect(x: 10, y: 2, width: 4, height: 8))
    }
    root.addSublayer(layer)
    layer.setNeedsDisplay()
    let low = CALayer()
    low.frame = CGRect(x: 4 + CGFloat(index) * 29, y: 42, width: 25, height: 30)
    Painter { _, context in
      context.setFillColor(veil)
      context.fill(CGRect(x: 3.5, y: 3.5, width: 12, height: 20))
      context.fill(CGRect(x: 8, y: 12, width: 30, height: 6))
    }.own(low)
    low.contentsFormat = index == 1 ? .gray8Uint : .RGBA8Uint
    low.transform = index == 3 ? turn(15) : CATransform3DIdentity
    root.addSublayer(low)
    low.setNeedsDisplay()
  }
}

private func gravitiesDense(_ root: CALayer) {
  root.backgroundColor = white
  let all: [CALayerContentsGravity] = [
    .resizeAspect, .resizeAspectFill, .center, .topRight, .bottomLeft, .bottom,
  ]
  for (index, gravity) in all.enumerated() {
    let layer = panel(
      CGFloat(index % 3) * 29 + 1.5,
      CGFloat(index / 3) * 32 + 1.5,
      26,
      29,
      rgba(0.8, 0.85, 0.9),
      in: root
    )
    layer.contents = sample(24, 40, alpha: 220)
    layer.contentsGravity = gravity
    layer.contentsScale = 2
    layer.cornerRadius = 6
    layer.masksToBounds = true
  }
}
