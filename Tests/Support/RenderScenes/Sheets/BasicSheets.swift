// Boxes, corners, borders, gravities, filters, turned layers, clips and groups.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Scene {
  package static let basicSheets: [Scene] = [
    Scene(name: "boxes", shows: ["CALayer.backgroundColor"]) { boxes($0) },
    Scene(
      name: "rounded",
      shows: [
        "CALayer.cornerRadius", "CALayer.maskedCorners", "CACornerMask.layerMinXMinYCorner",
        "CACornerMask.layerMaxXMinYCorner", "CACornerMask.layerMinXMaxYCorner",
        "CACornerMask.layerMaxXMaxYCorner",
      ]
    ) { rounded($0) },
    Scene(name: "borders", shows: ["CALayer.borderWidth", "CALayer.borderColor"]) { borders($0) },
    Scene(
      name: "gravities",
      width: 176,
      height: 132,
      shows: [
        "CALayer.contents", "CALayer.contentsGravity", "CALayerContentsGravity.resize",
        "CALayerContentsGravity.resizeAspect", "CALayerContentsGravity.resizeAspectFill",
        "CALayerContentsGravity.center", "CALayerContentsGravity.top",
        "CALayerContentsGravity.bottom", "CALayerContentsGravity.left",
        "CALayerContentsGravity.right", "CALayerContentsGravity.topLeft",
        "CALayerContentsGravity.topRight", "CALayerContentsGravity.bottomLeft",
        "CALayerContentsGravity.bottomRight",
      ]
    ) { gravities($0) },
    Scene(
      name: "filters",
      shows: [
        "CALayer.contentsRect", "CALayer.magnificationFilter", "CALayerContentsFilter.linear",
        "CALayerContentsFilter.nearest",
      ]
    ) { filters($0) },
    Scene(name: "turned") { turned($0) },
    Scene(name: "perspective") { perspective($0) },
    Scene(name: "clips", shows: ["CALayer.masksToBounds"]) { clips($0) },
    Scene(name: "groups", shows: ["CALayer.opacity", "CALayer.allowsGroupOpacity"]) { groups($0) },
    Scene(name: "order", shows: ["CALayer.zPosition"]) { order($0) },
    Scene(name: "flipped", width: 176, height: 132, isYUp: true) { gravities($0) },
    Scene(name: "dense", scale: 1.5) { mixed($0) },
    Scene(name: "moving", times: [0, 0.25, 0.6, 1.1, 3]) { moving($0) },
  ]
}

private func boxes(_ root: CALayer) {
  root.backgroundColor = rgba(1, 1, 1)
  panel(5, 5, 40, 30, ink, in: root)
  panel(20.25, 20.5, 40, 30, veil, in: root)
  panel(70, 10, 0.5, 60, ink, in: root)
  panel(75.75, 10, 0.5, 60, ink, in: root)
  panel(80, 40.3, 30, 0.4, sea, in: root)
  panel(90, -10, 50, 30, sun, in: root)
}

private func rounded(_ root: CALayer) {
  root.backgroundColor = rgba(1, 1, 1)
  for (index, radius) in [0.5, 2, 6, 12, 40].enumerated() {
    let box = panel(4 + CGFloat(index) * 23, 4, 20, 20, sea, in: root)
    box.cornerRadius = radius
  }
  let masks: [CACornerMask] = [
    .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner,
    [.layerMaxXMaxYCorner, .layerMinXMinYCorner],
  ]
  for (index, mask) in masks.enumerated() {
    let box = panel(4.3 + CGFloat(index) * 28, 28.6, 24, 18, index % 2 == 0 ? ink : veil, in: root)
    box.cornerRadius = 8
    box.maskedCorners = mask
  }
  panel(10, 54, 100, 18, sun, in: root).cornerRadius = 9
}

private func borders(_ root: CALayer) {
  root.backgroundColor = rgba(1, 1, 1)
  for (index, width) in [0.5, 1, 3, 6, 15].enumerated() {
    let box = panel(4 + CGFloat(index) * 23, 4, 20, 20, sun, in: root)
    box.borderWidth = width
    box.borderColor = rgba(0.1, 0.2, 0.5)
    let round = panel(4 + CGFloat(index) * 23, 30, 20, 20, sun, in: root)
    round.borderWidth = width
    round.cornerRadius = 7
    round.borderColor = rgba(0.1, 0.2, 0.5, index == 2 ? 0.5 : 1)
  }
  let over = panel(10.5, 56.5, 90, 18, in: root)
  over.borderWidth = 2
  over.cornerRadius = 9
  panel(-4, 4, 40, 10, veil, in: over)
}

private func gravities(_ root: CALayer) {
  root.backgroundColor = rgba(0.95, 0.95, 0.95)
  let image = sample(16, 12)
  let all: [CALayerContentsGravity] = [
    .resize, .resizeAspect, .resizeAspectFill, .center, .top, .bottom, .left, .right, .topLeft,
    .topRight, .bottomLeft, .bottomRight,
  ]
  for (index, gravity) in all.enumerated() {
    let box = panel(
      CGFloat(index % 4) * 44 + 4,
      CGFloat(index / 4) * 44 + 4,
      36,
      36,
      rgba(0.8, 0.85, 0.9, 1),
      in: root
    )
    box.contents = image
    box.contentsGravity = gravity
    box.masksToBounds = true
    if index == 2 { box.cornerRadius = 10 }
  }
}

// No texel's edge meets a pixel's centre here: which texel is the nearest there is up to rounding.
private func filters(_ root: CALayer) {
  let small = sample(4, 4)
  for (index, filter) in [CALayerContentsFilter.linear, .nearest].enumerated() {
    let box = panel(4 + CGFloat(index) * 38, 4, 32, 32, in: root)
    box.contents = small
    box.magnificationFilter = filter
    let part = panel(4.3 + CGFloat(index) * 38, 42.3, 30, 30, in: root)
    part.contents = sample(16, 16, alpha: 128)
    part.contentsRect = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    part.magnificationFilter = filter
  }
  let wide = panel(82, 4, 34, 34, in: root)
  wide.contents = sample(16, 16)
  wide.contentsRect = CGRect(x: -0.5, y: -0.5, width: 2, height: 2)
  let shrunk = panel(84, 44, 12, 12, in: root)
  shrunk.contents = sample(60, 60)
  shrunk.cornerRadius = 6
  shrunk.masksToBounds = true
  let exact = panel(100, 44, 16, 16, in: root)
  exact.contents = sample(16, 16, alpha: 200)
  exact.opacity = 0.75
}

private func turned(_ root: CALayer) {
  root.backgroundColor = rgba(1, 1, 1)
  for index in 0..<4 {
    let box = panel(CGFloat(index) * 29 + 6, 8, 20, 24, index % 2 == 0 ? sea : veil, in: root)
    box.cornerRadius = CGFloat(index) * 3
    box.borderWidth = 2
    box.transform = CATransform3DMakeRotation(0.2 + Double(index) * 0.7, 0, 0, 1)
    let picture = panel(CGFloat(index) * 29 + 6, 46, 20, 20, in: root)
    picture.contents = sample(10, 10)
    picture.magnificationFilter = index % 2 == 0 ? .linear : .nearest
    picture.transform = CATransform3DMakeRotation(.pi / 2 * Double(index) + 0.1, 0, 0, 1)
  }
}

private func perspective(_ root: CALayer) {
  var depth = CATransform3DIdentity
  depth.m34 = -1 / 120
  root.sublayerTransform = depth
  let left = panel(8, 14, 50, 50, sea, in: root)
  left.cornerRadius = 10
  left.borderWidth = 3
  left.transform = CATransform3DMakeRotation(0.9, 0, 1, 0)
  let right = panel(64, 14, 46, 50, in: root)
  right.contents = sample(23, 25)
  right.transform = CATransform3DMakeRotation(-0.8, 0.3, 1, 0)
  let eye = panel(50, 60, 60, 60, veil, in: root)
  eye.transform = CATransform3DMakeRotation(1.45, 1, 0, 0)
}

private func clips(_ root: CALayer) {
  root.backgroundColor = rgba(1, 1, 1)
  func clip(_ x: CGFloat, _ y: CGFloat, _ radius: CGFloat, in parent: CALayer) -> CALayer {
    let clip = panel(x, y, 32, 32, rgba(0.85, 0.9, 0.95, 1), in: parent)
    clip.cornerRadius = radius
    clip.masksToBounds = true
    return clip
  }
  panel(-8, 10, 30, 30, sea, in: clip(4, 4, 0, in: root))
  panel(-8, 10, 50, 30, sea, in: clip(42, 4, 10, in: root))
  let stacked = clip(80.5, 4.5, 10, in: root)
  panel(-4, 16, 50, 30, ink, in: stacked)
  panel(-4, 20, 50, 30, sun, in: stacked)
  let nested = clip(4, 42, 12, in: root)
  let inner = clip(10, 8, 12, in: nested)
  panel(-10, -10, 60, 30, sea, in: inner)
  let tilted = clip(44, 42, 8, in: root)
  tilted.transform = CATransform3DMakeRotation(0.4, 0, 0, 1)
  tilted.borderWidth = 2
  panel(-10, 12, 60, 10, sun, in: tilted)
  panel(12, -10, 8, 60, veil, in: tilted)
  let framed = clip(82, 42, 16, in: root)
  framed.contents = sample(32, 32)
  panel(8, 8, 40, 8, veil, in: framed)
}

private func groups(_ root: CALayer) {
  root.backgroundColor = rgba(0, 0, 0)
  for (index, isGroup) in [true, false].enumerated() {
    let group = panel(8 + CGFloat(index) * 56, 8, 48, 64, in: root)
    group.opacity = 0.5
    group.allowsGroupOpacity = isGroup
    panel(4, 4, 24, 30, rgba(1, 1, 1, 1), in: group)
    panel(16, 16, 24, 30, rgba(1, 1, 1, 1), in: group)
    let inner = panel(4.5, 34.5, 30, 24, sea, in: group)
    inner.opacity = 0.6
    inner.cornerRadius = 8
    inner.masksToBounds = true
    panel(-4, 8, 20, 30, sun, in: inner)
    panel(6, 4, 40, 12, veil, in: inner)
  }
}

private func order(_ root: CALayer) {
  for index in 0..<5 {
    let box = panel(
      8 + CGFloat(index) * 18,
      8 + CGFloat(index) * 8,
      32,
      32,
      rgba(CGFloat(index) / 5, 0.4, 0.8, 1),
      in: root
    )
    box.zPosition = index == 2 ? 0.0001 : CGFloat(-index)
    box.borderWidth = 1
  }
}

private func mixed(_ root: CALayer) {
  root.backgroundColor = rgba(0.9, 0.93, 0.95)
  let card = panel(8, 8, 70, 60, rgba(1, 1, 1, 1), in: root)
  card.cornerRadius = 7
  card.masksToBounds = true
  card.borderWidth = 1
  card.borderColor = rgba(0, 0, 0, 0.2)
  let photo = panel(0, 0, 70, 34, in: card)
  photo.contents = sample(35, 17)
  photo.contentsGravity = .resizeAspectFill
  panel(6, 40, 40, 5, ink, in: card)
  panel(6, 48, 30, 5, rgba(0.6, 0.65, 0.7, 1), in: card)
  let badge = panel(84, 12, 26, 26, veil, in: root)
  badge.cornerRadius = 13
  badge.opacity = 0.8
  badge.borderWidth = 2
}

private func moving(_ root: CALayer) {
  root.backgroundColor = rgba(1, 1, 1)
  let slider = panel(10, 10, 20, 20, sea, in: root)
  let slide = CABasicAnimation(keyPath: "position.x")
  slide.fromValue = 20
  slide.toValue = 100
  slide.duration = 1
  slide.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
  slide.autoreverses = true
  slider.add(slide, forKey: "slide")
  let spinner = panel(15, 44, 24, 24, sun, in: root)
  spinner.cornerRadius = 4
  let spin = CABasicAnimation(keyPath: "transform.rotation.z")
  spin.toValue = Double.pi * 2
  spin.duration = 2
  spin.repeatCount = .infinity
  spinner.add(spin, forKey: "spin")
  let blinker = panel(60, 44, 40, 24, ink, in: root)
  let blink = CAKeyframeAnimation(keyPath: "backgroundColor")
  blink.values = [rgba(1, 0, 0), rgba(0, 1, 0), rgba(0, 0, 1)]
  blink.calculationMode = .discrete
  blink.duration = 0.9
  blink.repeatCount = 2
  blinker.add(blink, forKey: "blink")
  let fade = CAKeyframeAnimation(keyPath: "opacity")
  fade.values = [1, 0.2, 1]
  fade.keyTimes = [0, 0.8, 1]
  fade.duration = 2
  blinker.add(fade, forKey: "fade")
}
