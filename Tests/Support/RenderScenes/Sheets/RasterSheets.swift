// Layers that are shown as bitmaps of their own.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Scene {
  package static let rasterSheets: [Scene] = [
    Scene(
      name: "rasterized",
      exceptions: [
        .turned: Reason(because: "the bitmap has the layer's own pixels"),
        .mirrored: Reason(because: "the bitmap has the layer's own pixels"),
        .edges: .roundedTwice("a kept bitmap"),
      ],
      shows: ["CALayer.shouldRasterize", "CALayer.rasterizationScale"]
    ) { rasterized($0) },
    Scene(name: "rasterizedDense", width: 60, height: 40, scale: 2) { rasterizedDense($0) },
    Scene(
      name: "rasterizedTurned",
      exceptions: [
        .turned: Reason(because: "the bitmap has the layer's own pixels"),
        .mirrored: Reason(because: "the bitmap has the layer's own pixels"),
      ]
    ) { rasterizedTurned($0) },
  ]
}

private func card(_ x: CGFloat, _ y: CGFloat, scale: CGFloat?, in parent: CALayer) -> CALayer {
  let layer = panel(x, y, 24, 28, white, in: parent)
  layer.cornerRadius = 6
  layer.borderWidth = 1
  layer.shouldRasterize = scale != nil
  layer.rasterizationScale = scale ?? 1
  panel(4, 4, 16, 10, nil, in: layer).contents = sample(8, 5)
  panel(-3, 17, 20, 3, ink, in: layer)
  panel(4, 22.3, 12, 3, veil, in: layer).cornerRadius = 1.5
  return layer
}

private func rasterized(_ root: CALayer) {
  root.backgroundColor = paper
  for (index, scale) in [CGFloat?.none, 0.3, 1, 2].enumerated() {
    let layer = card(6 + CGFloat(index) * 29, 5, scale: scale, in: root)
    layer.opacity = index == 2 ? 0.6 : 1
    let shaded = card(6 + CGFloat(index) * 29, 44, scale: scale, in: root)
    shaded.shadowOpacity = 0.7
    shaded.shadowRadius = 2
    shaded.position.x += 0.5
  }
}

private func rasterizedDense(_ root: CALayer) {
  root.backgroundColor = paper
  _ = card(4, 6, scale: 1, in: root)
  let sharp = card(32, 6, scale: 2, in: root)
  sharp.mask = stencil(0, 0, 24, 26)
  sharp.mask?.cornerRadius = 8
  sharp.compositingFilter = "multiplyBlendMode"
}

private func rasterizedTurned(_ root: CALayer) {
  root.backgroundColor = paper
  root.sublayerTransform = perspective(200)
  for (index, transform) in [
    turn(15), CATransform3DMakeScale(1.4, 1.4, 1), tilt(45, 0, 1), turn(90),
  ].enumerated() {
    let layer = card(4 + CGFloat(index) * 29, 8, scale: 1, in: root)
    layer.transform = transform
    let group = card(4 + CGFloat(index) * 29, 45, scale: 1, in: root)
    group.sublayerTransform = index == 2 ? turn(10) : CATransform3DIdentity
    // A bitmap in a bitmap.
    let inner = panel(10, 2, 12, 12, sun, in: group)
    inner.shouldRasterize = true
    inner.rasterizationScale = index == 1 ? 0.5 : 1
    inner.transform = turn(Double(index) * 10)
    panel(2, 2, 6, 6, sea, in: inner).cornerRadius = 3
  }
}
