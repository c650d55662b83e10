// Masks: of shapes, pictures and trees, in and around everything else.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Scene {
  package static let maskSheets: [Scene] = [
    Scene(name: "masks", shows: ["CALayer.mask"]) { masks($0) },
    Scene(name: "masksYUp", isYUp: true) { masks($0) },
    Scene(name: "masksInMasks") { masksInMasks($0) },
    Scene(name: "maskEffects") { maskEffects($0) },
    Scene(name: "maskedShadows") { maskedShadows($0) },
    Scene(name: "masksTurned") { masksTurned($0) },
    Scene(name: "maskedClips", scale: 1.5) { maskedClips($0) },
    Scene(name: "masksInSpace") { masksInSpace($0) },
    Scene(name: "turnedClips") { turnedClips($0) },
    Scene(name: "paintOrder", scale: 2) { paintOrder($0) },
  ]
}

private func picture(_ x: CGFloat, _ y: CGFloat, in parent: CALayer) -> CALayer {
  let layer = panel(x, y, 32, 32, in: parent)
  layer.contents = sample(16, 16)
  return layer
}

private func masks(_ root: CALayer) {
  root.backgroundColor = paper
  let square = picture(5, 5, in: root)
  square.mask = stencil(6, 8, 20, 16)
  let round = picture(44, 5, in: root)
  round.mask = stencil(4, 4, 24, 24, sun)
  round.mask?.cornerRadius = 12
  let dim = picture(83, 5, in: root)
  dim.mask = stencil(0, 0, 32, 32, rgba(1, 1, 1, 0.5))
  dim.mask?.opacity = 0.8
  let shape = picture(5, 43, in: root)
  shape.mask = stencil(0, 0, 32, 32, nil)
  shape.mask?.contents = disc(20)
  // A tree, and more than the layer has.
  let tree = picture(44, 43, in: root)
  let trunk = stencil(-8, -8, 48, 48, nil)
  panel(12, 12, 14, 14, red, in: trunk)
  panel(22, 22, 16, 16, rgba(0, 0, 0, 0.6), in: trunk).cornerRadius = 6
  tree.mask = trunk
  panel(-6, 10, 20, 8, veil, in: tree)
  // One that shows nothing, and one beside the layer.
  picture(83, 43, in: root).mask = stencil(0, 0, 32, 32, nil)
  picture(100, 60, in: root).mask = stencil(40, 0, 32, 32)
}

private func masksInMasks(_ root: CALayer) {
  root.backgroundColor = paper
  let outer = panel(6, 6, 50, 68, sea, in: root)
  outer.mask = stencil(4, 4, 42, 60)
  outer.mask?.cornerRadius = 14
  let inner = panel(6, 10, 40, 40, sun, in: outer)
  inner.mask = stencil(0, 0, 40, 40, nil)
  inner.mask?.contents = disc(40)
  panel(4, 16, 40, 8, ink, in: inner).mask = stencil(8, 2, 16, 4)
  // A mask that has one itself.
  let double = panel(64, 6, 50, 30, sea, in: root)
  let first = stencil(0, 0, 50, 30)
  first.mask = stencil(5, 5, 30, 40)
  first.mask?.cornerRadius = 10
  double.mask = first
  // A mask with a masked part.
  let parts = panel(64, 42, 50, 32, veil, in: root)
  let holder = stencil(0, 0, 50, 32, nil)
  panel(2, 2, 20, 28, black, in: holder).mask = stencil(4, 4, 10, 30)
  panel(28, 2, 20, 28, rgba(0, 0, 0, 0.7), in: holder).cornerRadius = 10
  parts.mask = holder
}

/// The effects of a mask's own opacity, border, shadow and transform.
private func maskEffects(_ root: CALayer) {
  root.backgroundColor = white
  let bordered = picture(5, 5, in: root)
  bordered.mask = stencil(2, 2, 28, 28, rgba(0, 0, 0, 0.3))
  bordered.mask?.borderWidth = 5
  bordered.mask?.cornerRadius = 8
  let soft = picture(44, 5, in: root)
  soft.mask = stencil(10, 8, 12, 12)
  soft.mask?.shadowOpacity = 1
  soft.mask?.shadowRadius = 4
  soft.mask?.shadowOffset = CGSize(width: 0, height: 4)
  let turned = picture(83, 5, in: root)
  turned.mask = stencil(6, 6, 20, 20)
  turned.mask?.transform = turn(30)
  let clipped = picture(5, 43, in: root)
  let window = stencil(4, 4, 24, 24, nil)
  window.masksToBounds = true
  window.cornerRadius = 8
  panel(-10, 6, 30, 30, black, in: window).transform = turn(20)
  clipped.mask = window
  let grouped = picture(44, 43, in: root)
  let group = stencil(0, 0, 32, 32, nil)
  group.opacity = 0.5
  panel(2, 2, 20, 20, black, in: group)
  panel(10, 10, 20, 20, black, in: group)
  grouped.mask = group
  let tilted = picture(83, 43, in: root)
  tilted.mask = stencil(2, 2, 28, 28)
  tilted.mask?.transform = tilt(50, 0.4, 1)
  tilted.bounds.origin = CGPoint(x: 3, y: 2)
}

/// A mask cuts a shadow too.
private func maskedShadows(_ root: CALayer) {
  root.backgroundColor = white
  for index in 0..<3 {
    let layer = panel(10 + CGFloat(index) * 38, 10, 24, 24, sea, in: root)
    layer.shadowOpacity = 1
    layer.shadowRadius = 3
    layer.shadowOffset = CGSize(width: 3, height: 3)
    layer.mask = index == 0 ? stencil(-8, -8, 24, 40) : stencil(4, 4, 40, 40)
    layer.mask?.cornerRadius = index == 2 ? 14 : 0
    layer.opacity = index == 1 ? 0.6 : 1
    // The recipe for a shadow around a masked layer.
    let holder = panel(10 + CGFloat(index) * 38, 48, 24, 24, in: root)
    holder.shadowOpacity = 0.8
    holder.shadowRadius = CGFloat(index)
    holder.shadowOffset = CGSize(width: 2, height: 3)
    let masked = panel(0, 0, 24, 24, sun, in: holder)
    masked.mask = stencil(0, 0, 24, 24, nil)
    masked.mask?.contents = disc(24)
  }
}

private func masksTurned(_ root: CALayer) {
  root.backgroundColor = paper
  for index in 0..<3 {
    let layer = picture(8 + CGFloat(index) * 38, 6, in: root)
    layer.mask = stencil(4.3, 3.7, 20.5, 24.2)
    layer.mask?.cornerRadius = 7
    layer.transform = turn(Double(index) * 33 + 10)
    let group = picture(8 + CGFloat(index) * 38, 44, in: root)
    group.opacity = 0.7
    group.mask = stencil(0, 8, 32, 14)
    group.transform = CATransform3DMakeScale(1, index == 1 ? -0.8 : 0.9, 1)
    panel(-4, 10, 40, 8, veil, in: group).transform = turn(Double(index) * 20)
  }
}

private func maskedClips(_ root: CALayer) {
  root.backgroundColor = white
  for index in 0..<3 {
    let clip = panel(5 + CGFloat(index) * 38.5, 6, 33, 66, paper, in: root)
    clip.cornerRadius = 12
    clip.cornerCurve = index == 1 ? .continuous : .circular
    clip.masksToBounds = true
    clip.mask = stencil(3, 6, 27, 54)
    clip.mask?.cornerRadius = CGFloat(index) * 6
    clip.borderWidth = 2
    panel(-6, 12, 60, 30, sea, in: clip)
    let inner = panel(8, 20, 40, 40, sun, in: clip)
    inner.mask = stencil(2, 2, 20, 30, rgba(0, 0, 0, 0.6))
    inner.shadowOpacity = 1
  }
}

private func masksInSpace(_ root: CALayer) {
  root.backgroundColor = white
  root.sublayerTransform = perspective(150)
  for index in 0..<3 {
    let layer = picture(10 + CGFloat(index) * 36, 8, in: root)
    layer.bounds.size.height = 60
    layer.position.y = 40
    layer.mask = stencil(3, 6, 26, 48)
    layer.mask?.cornerRadius = 10
    layer.mask?.transform = index == 1 ? turn(15) : CATransform3DIdentity
    layer.transform = tilt(45, CGFloat(index) * 0.5, 1)
  }
  let blade = panel(4, 30, 112, 20, veil, in: root)
  blade.mask = stencil(4, 2, 104, 16)
  blade.mask?.cornerRadius = 8
  blade.transform = tilt(20, 1, 0)
}

private func turnedClips(_ root: CALayer) {
  root.backgroundColor = white
  for index in 0..<3 {
    let outer = panel(6 + CGFloat(index) * 38, 10, 32, 58, paper, in: root)
    outer.cornerRadius = 10
    outer.masksToBounds = true
    outer.transform = index == 2 ? tilt(40, 0, 1) : turn(Double(index) * 16 + 6)
    let middle = panel(6, 8, 40, 40, sea, in: outer)
    middle.cornerRadius = 14
    middle.masksToBounds = true
    middle.transform = turn(-12)
    let inner = panel(-6, 10, 30, 40, sun, in: middle)
    inner.masksToBounds = true
    inner.cornerRadius = CGFloat(index) * 5
    panel(8, -10, 10, 60, veil, in: inner).transform = turn(30)
  }
}

/// Background, contents, sublayers by depth, border; then the shadow, the mask, the opacity.
private func paintOrder(_ root: CALayer) {
  root.backgroundColor = white
  for index in 0..<3 {
    let layer = panel(10 + CGFloat(index) * 38, 12, 28, 54, sun, in: root)
    layer.contents = disc(14, sea)
    layer.contentsGravity = .center
    layer.borderWidth = 4
    layer.borderColor = ink
    layer.cornerRadius = 8
    layer.shadowOpacity = 0.8
    layer.shadowRadius = 3
    panel(-5, 20, 20, 12, green, in: layer).zPosition = 1
    panel(8, 16, 24, 12, red, in: layer).zPosition = -1
    if index > 0 { layer.mask = stencil(-8, 4, 30, 60) }
    if index > 1 { layer.opacity = 0.5 }
  }
}
