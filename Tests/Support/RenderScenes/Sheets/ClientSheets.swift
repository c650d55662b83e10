// Text, scroll layers, tiles: layers that the client draws or moves itself.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Scene {
  package static let clientSheets: [Scene] = [
    Scene(
      name: "text",
      width: 240,
      height: 150,
      shows: ["CATextLayer.alignmentMode", "CATextLayer.truncationMode", "CATextLayer.isWrapped"]
    ) { text($0) },
    Scene(name: "textScales", width: 120, height: 80, scale: 2) { textScales($0) },
    Scene(name: "textYUp", width: 120, height: 60, isYUp: true) { textYUp($0) },
    Scene(name: "textMoving", width: 160, height: 60, times: [0, 0.3, 0.6, 1.2]) {
      textMoving($0)
    },
    Scene(
      name: "scrolled",
      width: 160,
      height: 100,
      shows: ["CAScrollLayer.scrollMode", "CAScrollLayer.scroll(to:)"]
    ) { scrolled($0) },
    Scene(
      name: "tiles",
      width: 200,
      height: 120,
      exceptions: [
        .moved: Reason(because: "moved by 8 of 20 points, other parts of turned tiles are sampled")
      ],
      shows: [
        "CATiledLayer.tileSize", "CATiledLayer.levelsOfDetail", "CATiledLayer.levelsOfDetailBias",
      ]
    ) { tiles($0) },
    Scene(
      name: "tilesFading",
      width: 160,
      height: 80,
      times: [0, 0.25, 0.5, 1],
      shows: ["CATiledLayer.fadeDuration()"]
    ) {
      tilesFading($0)
    },
    Scene(name: "tilesInSpace", width: 160, height: 100) { tilesInSpace($0) },
  ]
}

/// A text layer with a frame.
@discardableResult
func label(
  _ string: String,
  _ frame: CGRect,
  size: CGFloat = 12,
  _ color: CGColor = ink,
  in parent: CALayer
) -> CATextLayer {
  let layer = CATextLayer()
  layer.frame = frame
  layer.string = string
  layer.fontSize = size
  layer.foregroundColor = color
  parent.addSublayer(layer)
  return layer
}

private func text(_ root: CALayer) {
  root.backgroundColor = white
  let modes: [CATextLayerAlignmentMode] = [.left, .center, .right]
  for (index, mode) in modes.enumerated() {
    let layer = label(
      "Aligned",
      CGRect(x: 5, y: 5 + CGFloat(index) * 18, width: 110, height: 16),
      in: root
    )
    layer.alignmentMode = mode
    layer.backgroundColor = paper
  }
  let cuts: [CATextLayerTruncationMode] = [.none, .start, .middle, .end]
  for (index, mode) in cuts.enumerated() {
    let layer = label(
      "What does not fit is cut",
      CGRect(x: 125, y: 5 + CGFloat(index) * 18, width: 110, height: 16),
      in: root
    )
    layer.truncationMode = mode
    layer.backgroundColor = paper
  }
  let paragraph = label(
    "Lines break at the width of the layer, and both sides are flush.",
    CGRect(x: 5, y: 60, width: 110, height: 56),
    size: 11,
    sea,
    in: root
  )
  (paragraph.isWrapped, paragraph.alignmentMode) = (true, .justified)
  let cut = label(
    "Where the last line does not fit, an ellipsis says so, at its end.",
    CGRect(x: 125, y: 80, width: 110, height: 30),
    size: 11,
    in: root
  )
  (cut.isWrapped, cut.truncationMode) = (true, .end)
  let fonts = ["Times-Roman", "Courier-Bold", "Helvetica-BoldOblique"]
  for (index, font) in fonts.enumerated() {
    let frame = CGRect(x: 5 + CGFloat(index) * 78, y: 122, width: 76, height: 24)
    let layer = label("Fonts", frame, size: 18, in: root)
    layer.font = font
    if index == 2 { layer.foregroundColor = veil }
  }
}

private func textScales(_ root: CALayer) {
  root.backgroundColor = white
  for (index, scale) in [1, 2].enumerated() {
    let layer = label(
      "Scale",
      CGRect(x: 4, y: 2 + CGFloat(index) * 24, width: 50, height: 22),
      size: 18,
      in: root
    )
    layer.contentsScale = CGFloat(scale)
  }
  let turned = label("Turned", CGRect(x: 55, y: 20, width: 64, height: 22), size: 18, in: root)
  turned.contentsScale = 2
  turned.transform = turn(-30)
  let round = label(
    "Clipped",
    CGRect(x: 4, y: 52, width: 60, height: 24),
    size: 20,
    white,
    in: root
  )
  (round.contentsScale, round.backgroundColor, round.cornerRadius) = (2, sea, 12)
  round.masksToBounds = true
  let shadow = label("Shadow", CGRect(x: 68, y: 52, width: 50, height: 18), size: 13, in: root)
  (shadow.contentsScale, shadow.shadowOpacity, shadow.shadowRadius) = (2, 0.8, 1)
  shadow.shadowOffset = CGSize(width: 2, height: 2)
}

private func textYUp(_ root: CALayer) {
  root.backgroundColor = white
  label("Top", CGRect(x: 4, y: 10, width: 50, height: 40), size: 16, in: root)
    .backgroundColor = paper
  let host = panel(60, 10, 56, 40, paper, in: root)
  host.isGeometryFlipped = true
  label("Flipped", CGRect(x: 0, y: 0, width: 56, height: 40), size: 14, in: host)
}

private func textMoving(_ root: CALayer) {
  root.backgroundColor = white
  let layer = label("Grow", CGRect(x: 5, y: 5, width: 150, height: 50), size: 12, in: root)
  let growth = CABasicAnimation(keyPath: "fontSize")
  growth.fromValue = 12
  growth.toValue = 40
  let glow = CABasicAnimation(keyPath: "foregroundColor")
  glow.fromValue = ink
  glow.toValue = red
  for (key, animation) in [("growth", growth), ("glow", glow)] {
    animation.duration = 1
    layer.add(animation, forKey: key)
  }
}

private func scrolled(_ root: CALayer) {
  root.backgroundColor = white
  for (index, mode) in [CAScrollLayerScrollMode.both, .horizontally].enumerated() {
    let window = CAScrollLayer()
    window.frame = CGRect(x: 5 + CGFloat(index) * 78, y: 5, width: 70, height: 90)
    window.backgroundColor = paper
    window.scrollMode = mode
    root.addSublayer(window)
    for place in 0..<9 {
      let (x, y) = (CGFloat(place % 3) * 40, CGFloat(place / 3) * 40)
      let color = [ink, sea, sun, veil][place % 4]
      panel(x, y, 36, 36, color, in: window).cornerRadius = 8
    }
    window.scroll(to: CGPoint(x: 30, y: 25))
    if index == 0 {
      let inner = CAScrollLayer()
      inner.frame = CGRect(x: 60, y: 60, width: 36, height: 36)
      inner.backgroundColor = white
      window.addSublayer(inner)
      panel(20, 30, 30, 30, red, in: inner)
      panel(50, 30, 30, 30, blue, in: inner).scrollRectToVisible(
        CGRect(x: 0, y: 0, width: 10, height: 30)
      )
    }
  }
}

/// A map of fields whose colours say where they are; as all tiled layers it is drawn on any thread.
// Safe because: it has no state of its own.
class FieldMap: CATiledLayer, @unchecked Sendable {
  override class func fadeDuration() -> CFTimeInterval { 0 }

  override func draw(in context: CGContext) {
    let clip = context.boundingBoxOfClipPath
    func first(_ low: CGFloat) -> CGFloat { (low / 10).rounded(.down) * 10 }
    for x in stride(from: first(clip.minX), to: clip.maxX, by: 10) {
      for y in stride(from: first(clip.minY), to: clip.maxY, by: 10) {
        let isEven = Int((x + y) / 10) % 2 == 0
        context.setFillColor(rgba(x / 200, y / 200, isEven ? 0.9 : 0.3))
        context.fill(CGRect(x: x, y: y, width: 10, height: 10))
      }
    }
    context.setFillColor(white)
    context.fillEllipse(in: CGRect(x: 30, y: 30, width: 70, height: 40))
  }
}

// Safe because: as its superclass.
private final class FadingMap: FieldMap, @unchecked Sendable {
  override class func fadeDuration() -> CFTimeInterval { 0.5 }
}

private func map(
  _ frame: CGRect,
  _ layer: FieldMap = FieldMap(),
  tile: CGFloat = 32,
  in parent: CALayer
) -> FieldMap {
  layer.frame = frame
  layer.tileSize = CGSize(width: tile, height: tile)
  parent.addSublayer(layer)
  return layer
}

private func tiles(_ root: CALayer) {
  root.backgroundColor = white
  // Sides that are no whole number of tiles, and one of no whole number of pixels.
  _ = map(CGRect(x: 5, y: 5, width: 80, height: 50.5), in: root)
  let turned = map(CGRect(x: 100, y: 10, width: 70, height: 50), tile: 20, in: root)
  turned.transform = turn(20)
  let small = map(CGRect(x: -20, y: 40, width: 120, height: 100), in: root)
  small.levelsOfDetail = 3
  small.transform = CATransform3DMakeScale(0.4, 0.4, 1)
  let large = map(CGRect(x: 115, y: 80, width: 40, height: 20), in: root)
  large.levelsOfDetailBias = 1
  large.levelsOfDetail = 2
  large.transform = CATransform3DMakeScale(1.7, 1.7, 1)
  large.cornerRadius = 6
  large.masksToBounds = true
  let flipped = map(CGRect(x: 70, y: 70, width: 20, height: 45), tile: 16, in: root)
  flipped.isGeometryFlipped = true
  flipped.sublayerTransform = turn(45)
  flipped.opacity = 0.6
}

private func tilesFading(_ root: CALayer) {
  root.backgroundColor = sun
  _ = map(CGRect(x: 5, y: 5, width: 70, height: 70), FadingMap(), in: root)
  panel(78, 30, 4, 20, ink, in: root)
  let zoomed = map(CGRect(x: 85, y: 5, width: 70, height: 70), FadingMap(), in: root)
  zoomed.levelsOfDetail = 3
  let zoom = CABasicAnimation(keyPath: "transform.scale")
  zoom.fromValue = 0.2
  zoom.toValue = 1
  zoom.duration = 0.9
  zoomed.add(zoom, forKey: "zoom")
}

private func tilesInSpace(_ root: CALayer) {
  root.backgroundColor = ink
  root.sublayerTransform.m34 = -1 / 150
  let floor = map(CGRect(x: 10, y: 20, width: 140, height: 70), in: root)
  floor.levelsOfDetail = 2
  floor.transform = CATransform3DMakeRotation(1.0, 1, 0, 0)
}
