// Where layers are: anchors, sizes, origins, affine transforms, flips.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Scene {
  package static let geometrySheets: [Scene] = [
    Scene(name: "anchors", shows: ["CALayer.anchorPoint"]) { anchors($0) },
    Scene(name: "sizes") { sizes($0) },
    Scene(name: "affine") { affine($0) },
    Scene(name: "origins") { origins($0) },
    Scene(name: "flips", shows: ["CALayer.isGeometryFlipped"]) { flips($0) },
    Scene(name: "flipsYUp", isYUp: true) { flips($0) },
    Scene(name: "nested") { nested($0) },
    Scene(name: "thin", scale: 2) { thin($0) },
    Scene(name: "sublayerTransforms", shows: ["CALayer.sublayerTransform"]) {
      sublayerTransforms($0)
    },
  ]
}

private func anchors(_ root: CALayer) {
  root.backgroundColor = white
  let anchors: [(CGFloat, CGFloat)] = [(0, 0), (1, 0), (0.5, 0.5), (0.5, 0.9), (1.5, -0.5)]
  for (index, anchor) in anchors.enumerated() {
    let center = CGPoint(x: 14 + CGFloat(index) * 23, y: 24)
    for (degrees, color) in [(0.0, veil), (30, sea)] {
      let layer = panel(0, 0, 14, 20, color, in: root)
      layer.anchorPoint = CGPoint(x: anchor.0, y: anchor.1)
      layer.position = center
      layer.transform = turn(degrees)
    }
    panel(center.x - 1, center.y - 1, 2, 2, ink, in: root)
  }
  // The frame comes back whatever the anchor is.
  for index in 0..<4 {
    let layer = CALayer()
    layer.anchorPoint = CGPoint(x: CGFloat(index) / 3, y: 1 - CGFloat(index) / 2)
    layer.frame = CGRect(x: 6 + CGFloat(index) * 28, y: 54, width: 22, height: 18)
    layer.backgroundColor = sun
    root.addSublayer(layer)
  }
}

private func sizes(_ root: CALayer) {
  root.backgroundColor = white
  let backwards = panel(6, 6, 30, 20, sea, in: root)
  backwards.bounds = CGRect(x: 0, y: 0, width: -30, height: -20)
  panel(2, 2, 6, 6, sun, in: backwards)
  let half = CALayer()
  half.frame = CGRect(x: 70, y: 30, width: -24, height: -20)
  half.backgroundColor = veil
  root.addSublayer(half)
  // Nothing of their own, but their sublayers show.
  let none = panel(80, 10, 0, 20, ink, in: root)
  panel(2, 2, 10, 10, sun, in: none)
  let point = panel(100, 10, 0, 0, ink, in: root)
  point.borderWidth = 2
  panel(-4, 4, 12, 8, sea, in: point)
  for index in 0..<6 {
    let size = 2.25 + CGFloat(index) * 3.5
    let layer = panel(4.4 + CGFloat(index) * 19, 44.3, size, size, sea, in: root)
    layer.borderWidth = 0.75
    layer.cornerRadius = 1.5
  }
}

private func affine(_ root: CALayer) {
  root.backgroundColor = white
  let transforms = [
    CGAffineTransform(a: 1, b: 0, c: -0.6, d: 1, tx: 0, ty: 0),
    CGAffineTransform(a: 1, b: 0.4, c: 0, d: 1, tx: 0, ty: 0),
    CGAffineTransform(scaleX: -1, y: 1),
    CGAffineTransform(scaleX: 1.5, y: -0.5),
    CGAffineTransform(rotationAngle: .pi / 6).scaledBy(x: 0.5, y: 1.3),
    CGAffineTransform(translationX: 3.5, y: 2.25),
    // Flat, and nothing at all.
    CGAffineTransform(scaleX: 1, y: 0),
    CGAffineTransform(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0),
  ]
  for (index, transform) in transforms.enumerated() {
    let (x, y) = (CGFloat(index % 4) * 29 + 6, CGFloat(index / 4) * 38 + 8)
    panel(x, y, 20, 22, paper, in: root)
    let layer = panel(x, y, 20, 22, sea, in: root)
    layer.contents = sample(10, 11)
    layer.borderWidth = 1.5
    layer.cornerRadius = 4
    layer.setAffineTransform(transform)
    panel(12, 2, 6, 6, sun, in: layer)
  }
}

private func origins(_ root: CALayer) {
  root.backgroundColor = white
  for (index, origin) in [CGPoint(x: 0, y: 0), CGPoint(x: 8, y: 0), CGPoint(x: -5.5, y: 10.5)]
    .enumerated()
  {
    for row in 0..<2 {
      let layer = panel(6 + CGFloat(index) * 38, 4 + CGFloat(row) * 38, 30, 34, paper, in: root)
      layer.contents = sample(15, 17)
      layer.bounds.origin = origin
      layer.masksToBounds = row == 1
      layer.cornerRadius = 6
      layer.borderWidth = 1
      panel(4, 4, 14, 12, sea, in: layer)
      panel(20, 24, 20, 20, veil, in: layer)
    }
  }
}

/// A box whose picture and sublayers say which way is up.
private func signpost(_ x: CGFloat, _ y: CGFloat, in parent: CALayer) -> CALayer {
  let layer = panel(x, y, 34, 34, paper, in: parent)
  layer.contents = sample(12, 12)
  layer.contentsGravity = .topLeft
  layer.borderWidth = 1
  layer.cornerRadius = 8
  layer.maskedCorners = [.layerMinXMinYCorner]
  panel(20, 2, 12, 8, sea, in: layer)
  return layer
}

private func flips(_ root: CALayer) {
  root.backgroundColor = white
  _ = signpost(4, 4, in: root)
  let flipped = signpost(42, 4, in: root)
  flipped.isGeometryFlipped = true
  panel(2, 22, 10, 10, sun, in: flipped).contents = sample(10, 10)
  // Flipped twice is upright again.
  let twice = signpost(80, 4, in: root)
  twice.isGeometryFlipped = true
  let inner = panel(2, 12, 24, 20, veil, in: twice)
  inner.isGeometryFlipped = true
  panel(2, 2, 8, 6, sun, in: inner).contents = sample(8, 6)
  let moved = panel(4, 42, 50, 34, paper, in: root)
  moved.isGeometryFlipped = true
  moved.bounds.origin = CGPoint(x: 4, y: 6)
  moved.masksToBounds = true
  panel(8, 8, 20, 10, sea, in: moved).transform = turn(20)
  panel(30, 30, 20, 16, sun, in: moved).cornerRadius = 4
  let turned = signpost(66, 42, in: root)
  turned.isGeometryFlipped = true
  turned.transform = turn(25)
  panel(4, 18, 8, 12, sun, in: turned)
}

private func nested(_ root: CALayer) {
  root.backgroundColor = white
  var parent = root
  for index in 0..<8 {
    let layer = panel(5.5, 4.25, 100 - CGFloat(index) * 10, 66 - CGFloat(index) * 7, in: parent)
    layer.backgroundColor = rgba(CGFloat(index) / 8, 0.5, 1 - CGFloat(index) / 10, 0.8)
    layer.transform = index % 3 == 2 ? turn(7) : CATransform3DMakeScale(0.97, 1, 1)
    layer.cornerRadius = CGFloat(index)
    parent = layer
  }
}

private func thin(_ root: CALayer) {
  root.backgroundColor = white
  for index in 0..<10 {
    let width = 0.1 + CGFloat(index) * 0.15
    panel(4 + CGFloat(index) * 5.3, 4, width, 40, ink, in: root)
    panel(60, 4 + CGFloat(index) * 4.1, 50, width, sea, in: root)
    let spoke = panel(30, 62, 60, width, veil, in: root)
    spoke.transform = turn(Double(index) * 18)
  }
}

private func sublayerTransforms(_ root: CALayer) {
  root.backgroundColor = white
  let transforms = [
    turn(15), CATransform3DMakeScale(0.6, 0.8, 1), CATransform3DMakeTranslation(4, -6, 0),
  ]
  for (index, transform) in transforms.enumerated() {
    let layer = panel(6 + CGFloat(index) * 38, 8, 30, 28, paper, in: root)
    layer.sublayerTransform = transform
    layer.borderWidth = 1
    panel(4, 4, 22, 12, sea, in: layer)
    // About the anchor point.
    let cornered = panel(6 + CGFloat(index) * 38, 44, 30, 28, paper, in: root)
    cornered.anchorPoint = .zero
    cornered.position = CGPoint(x: 6 + CGFloat(index) * 38, y: 44)
    cornered.sublayerTransform = transform
    cornered.masksToBounds = true
    let inner = panel(4, 4, 22, 12, veil, in: cornered)
    panel(2, 2, 6, 6, sun, in: inner)
  }
}
