// Shadows: of shapes, of paths, of trees, inside of everything else.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Scene {
  package static let shadowSheets: [Scene] = [
    Scene(
      name: "shadows",
      shows: [
        "CALayer.shadowRadius", "CALayer.shadowOffset", "CALayer.shadowOpacity",
        "CALayer.shadowColor",
      ]
    ) { shadows($0) },
    Scene(name: "shadowsYUp", isYUp: true) { shadows($0) },
    Scene(name: "shadowsDense", width: 60, height: 40, scale: 2) { shadowsDense($0) },
    Scene(name: "shadowPaths", shows: ["CALayer.shadowPath"]) { shadowPaths($0) },
    Scene(name: "shadowTrees") { shadowTrees($0) },
    Scene(name: "shadowPictures") { shadowPictures($0) },
    Scene(name: "shadowClips") { shadowClips($0) },
    Scene(name: "shadowsTurned", exceptions: [.edges: .roundedTwice("a turned shadow")]) {
      shadowsTurned($0)
    },
    Scene(name: "shadowsInSpace") { shadowsInSpace($0) },
    Scene(name: "shadowsNested", exceptions: [.extendedEdges: .edgesAddUp("shadows")]) {
      shadowsNested($0)
    },
    Scene(name: "shadowGroups") { shadowGroups($0) },
    Scene(name: "shadowsWide", exceptions: [.edges: .roundedTwice("each step of a wide blur")]) {
      shadowsWide($0)
    },
  ]
}

@discardableResult
private func cast(
  _ layer: CALayer,
  radius: CGFloat = 4,
  offset: CGSize = CGSize(width: 0, height: 3),
  opacity: Float = 1,
  color: CGColor = black
) -> CALayer {
  layer.shadowRadius = radius
  layer.shadowOffset = offset
  layer.shadowOpacity = opacity
  layer.shadowColor = color
  return layer
}

private func shadows(_ root: CALayer) {
  root.backgroundColor = white
  for (index, radius) in [0, 0.5, 1.5, 4, 8].enumerated() {
    let layer = panel(6 + CGFloat(index) * 23, 8, 15, 18, sea, in: root)
    cast(layer, radius: radius, offset: CGSize(width: 2, height: 3), opacity: 0.8)
    layer.cornerRadius = index == 2 ? 5 : 0
  }
  for (index, offset) in [CGSize(width: 0, height: -3), CGSize(width: 5.5, height: 0.25)]
    .enumerated()
  {
    let layer = panel(8 + CGFloat(index) * 34, 44, 22, 24, sun, in: root)
    cast(layer, radius: 3, offset: offset, opacity: index == 0 ? 0.5 : 1, color: veil)
    layer.cornerRadius = 11
    layer.borderWidth = 1
  }
  let curved = cast(panel(74, 44, 36, 24, sea, in: root), radius: 5)
  curved.cornerRadius = 9
  curved.cornerCurve = .continuous
}

private func shadowsDense(_ root: CALayer) {
  root.backgroundColor = paper
  let card = cast(panel(6, 6, 24, 26, white, in: root), radius: 3, opacity: 0.4)
  card.cornerRadius = 4
  cast(panel(4, 4, 8, 8, sea, in: card), radius: 1, offset: .zero, opacity: 0.9)
  let knob = cast(panel(37.25, 8.25, 15.5, 15.5, veil, in: root), radius: 2.5)
  knob.cornerRadius = 7.75
  cast(panel(38, 30, 16, 0.5, ink, in: root), radius: 1.5, opacity: 1, color: red)
}

private func shadowPaths(_ root: CALayer) {
  root.backgroundColor = white
  let bounds = CGRect(x: 0, y: 0, width: 24, height: 24)
  let star = CGMutablePath()
  for point in 0..<5 {
    let angle = Double(point) * .pi * 4 / 5 - .pi / 2
    let place = CGPoint(x: 12 + 12 * cosine(angle), y: 12 + 12 * sine(angle))
    if point == 0 { star.move(to: place) } else { star.addLine(to: place) }
  }
  star.closeSubpath()
  let hole = CGMutablePath()
  hole.addRect(bounds)
  hole.move(to: CGPoint(x: 6, y: 6))
  for (x, y) in [(6.0, 18.0), (18, 18), (18, 6)] { hole.addLine(to: CGPoint(x: x, y: y)) }
  hole.closeSubpath()
  let paths = [
    CGPath(rect: bounds, transform: nil), CGPath(ellipseIn: bounds, transform: nil),
    CGPath(roundedRect: bounds, cornerWidth: 8, cornerHeight: 8, transform: nil), star, hole,
    CGPath(rect: bounds.insetBy(dx: -6, dy: 9), transform: nil), CGMutablePath(),
    CGPath(roundedRect: bounds, cornerWidth: 12, cornerHeight: 6, transform: nil),
  ]
  for (index, path) in paths.enumerated() {
    let layer = panel(
      4 + CGFloat(index % 4) * 30,
      6 + CGFloat(index / 4) * 38,
      24,
      24,
      index % 3 == 1 ? rgba(0.1, 0.55, 0.7, 0.3) : nil,
      in: root
    )
    cast(layer, radius: index < 4 ? 2 : 1, offset: CGSize(width: 1, height: 4), opacity: 0.7)
    layer.shadowPath = path
  }
}

private func sine(_ angle: Double) -> Double { Double(CGAffineTransform(rotationAngle: angle).b) }
private func cosine(_ angle: Double) -> Double { Double(CGAffineTransform(rotationAngle: angle).a) }

/// The shadow is that of everything the layer shows.
private func shadowTrees(_ root: CALayer) {
  root.backgroundColor = white
  let bare = cast(panel(8, 8, 40, 30, in: root), radius: 3, offset: CGSize(width: 2, height: 4))
  panel(0, 0, 14, 14, sea, in: bare).cornerRadius = 7
  panel(20, 6, 26, 12, sun, in: bare).transform = turn(12)
  panel(4, 20, 20, 8, veil, in: bare)
  let faint = cast(panel(62, 8, 40, 28, rgba(0.1, 0.55, 0.7, 0.4), in: root), radius: 2)
  panel(-4, 10, 20, 26, rgba(1, 1, 0, 0.5), in: faint)
  let ring = cast(panel(10, 48, 34, 24, in: root), radius: 2, offset: CGSize(width: 0, height: 2))
  ring.borderWidth = 4
  ring.cornerRadius = 8
  ring.borderColor = sea
  let hidden = cast(panel(60, 48, 24, 24, in: root), radius: 2)
  panel(0, 0, 24, 24, sun, in: hidden).isHidden = true
  let faded = cast(panel(90, 48, 22, 24, sun, in: root), radius: 3)
  faded.opacity = 0.5
}

private func shadowPictures(_ root: CALayer) {
  root.backgroundColor = white
  let offset = CGSize(width: 3, height: 3)
  let round = cast(panel(6, 6, 30, 30, in: root), radius: 2, offset: offset)
  round.contents = disc(15, sun)
  let part = cast(panel(44, 6, 30, 30, in: root), radius: 0, offset: offset, opacity: 0.5)
  part.contents = disc(20, sea)
  part.contentsGravity = .center
  let see = cast(panel(82, 6, 30, 30, in: root), radius: 2, offset: offset)
  see.contents = sample(10, 10, alpha: 100)
  let over = cast(panel(8, 46, 40, 26, in: root), radius: 3, offset: .zero, color: veil)
  over.contents = sample(12, 12)
  over.contentsGravity = .resizeAspect
  let nine = cast(panel(62, 44, 46, 30, in: root), radius: 2)
  nine.contents = disc(16, ink)
  nine.contentsCenter = CGRect(x: 0.5, y: 0.5, width: 0, height: 0)
}

/// A layer that clips has no shadow; one that lies in a clip has as much of it as is inside.
private func shadowClips(_ root: CALayer) {
  root.backgroundColor = white
  let none = cast(panel(6, 6, 26, 26, sea, in: root))
  none.masksToBounds = true
  panel(10, 10, 30, 30, sun, in: none)
  let clip = panel(42, 4, 34, 34, paper, in: root)
  clip.masksToBounds = true
  clip.cornerRadius = 10
  cast(panel(8, 14, 40, 12, sea, in: clip), radius: 4)
  // The recipe with two layers.
  let outer = cast(panel(84, 6, 28, 28, in: root))
  let inner = panel(0, 0, 28, 28, sun, in: outer)
  inner.cornerRadius = 9
  inner.masksToBounds = true
  panel(-6, 8, 60, 10, veil, in: inner)
  let path = cast(panel(8, 46, 28, 24, sea, in: root))
  path.masksToBounds = true
  path.shadowPath = CGPath(rect: path.bounds, transform: nil)
  let turned = panel(50, 46, 28, 26, paper, in: root)
  turned.transform = turn(20)
  turned.masksToBounds = true
  cast(panel(4, 10, 16, 26, sea, in: turned), radius: 3)
  cast(panel(-14, -14, 12, 80, ink, in: turned), radius: 5, offset: CGSize(width: 8, height: 0))
  let outside = panel(92, 46, 22, 28, paper, in: root)
  outside.masksToBounds = true
  cast(panel(-30, 4, 20, 20, ink, in: outside), radius: 3, offset: CGSize(width: 30, height: 0))
}

private func shadowsTurned(_ root: CALayer) {
  root.backgroundColor = white
  for index in 0..<4 {
    let layer = cast(
      panel(8 + CGFloat(index) * 28, 12, 20, 22, sea, in: root),
      radius: 2.5,
      offset: CGSize(width: 0, height: 6)
    )
    layer.cornerRadius = CGFloat(index) * 3
    layer.transform = turn(Double(index) * 35)
    let path = cast(panel(8 + CGFloat(index) * 28, 50, 20, 18, in: root), radius: 2)
    path.shadowPath = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 20, height: 18), transform: nil)
    path.transform = CATransform3DConcat(
      CATransform3DMakeScale(1 + CGFloat(index) * 0.15, 0.7, 1),
      turn(Double(index) * -20)
    )
  }
}

private func shadowsInSpace(_ root: CALayer) {
  root.backgroundColor = white
  root.sublayerTransform = perspective(160)
  for index in 0..<3 {
    let layer = cast(
      panel(10 + CGFloat(index) * 37, 14, 28, 46, [sea, sun, veil][index], in: root),
      radius: 4,
      offset: CGSize(width: 3, height: 3)
    )
    layer.transform = tilt(45, index == 1 ? 1 : 0, index == 0 ? 1 : 0.5)
    layer.cornerRadius = 6
    if index == 2 { panel(-6, 10, 20, 10, ink, in: layer) }
    layer.shadowPath = index == 1 ? CGPath(rect: layer.bounds, transform: nil) : nil
  }
}

private func shadowsNested(_ root: CALayer) {
  let colors = [rgba(0, 0.5, 1), rgba(1, 0.23, 0.19), rgba(0.2, 0.78, 0.35)]
  var parent = root
  for color in colors {
    let group = panel(0, 0, 120, 80, in: parent)
    cast(group, radius: 4, offset: CGSize(width: 3, height: 1), color: color)
    parent = group
  }
  let dot = cast(panel(36, 20, 40, 40, sun, in: parent), radius: 4, offset: .zero)
  dot.cornerRadius = 20
}

private func shadowGroups(_ root: CALayer) {
  root.backgroundColor = white
  for (index, isGroup) in [true, false].enumerated() {
    let group = panel(6 + CGFloat(index) * 57, 6, 50, 34, in: root)
    group.opacity = 0.5
    group.allowsGroupOpacity = isGroup
    cast(panel(4, 4, 26, 18, sea, in: group), radius: 2)
    cast(panel(18, 12, 26, 18, sun, in: group), radius: 2)
  }
  let grouped = cast(panel(8, 46, 44, 28, in: root), radius: 3)
  grouped.opacity = 0.6
  panel(0, 0, 26, 18, sea, in: grouped)
  panel(12, 8, 26, 18, sun, in: grouped).opacity = 0.5
  let clear = cast(panel(66, 46, 44, 28, veil, in: root), radius: 3, opacity: 2)
  clear.borderWidth = 2
  cast(panel(8, 8, 14, 12, nil, in: clear), radius: 2).borderWidth = 3
}

/// Radii larger than the layer, and than the output.
private func shadowsWide(_ root: CALayer) {
  root.backgroundColor = white
  cast(panel(20, 30, 8, 8, sea, in: root), radius: 14, offset: CGSize(width: 4, height: 0))
  cast(panel(60, 30, 2, 30, sun, in: root), radius: 20, offset: .zero, color: red)
  cast(panel(96, 20, 12, 12, ink, in: root), radius: 60, offset: .zero)
  cast(panel(-40, 60, 30, 12, ink, in: root), radius: 10, offset: CGSize(width: 30, height: 0))
}
