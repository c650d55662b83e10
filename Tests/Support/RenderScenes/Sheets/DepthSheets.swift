// Layers in space: perspective, order by depth, planes that cut each other, backs, the eye.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Scene {
  package static let depthSheets: [Scene] = [
    Scene(name: "cuts") { cuts($0) },
    Scene(name: "cutsFlat") { cutsFlat($0) },
    Scene(name: "threePlanes") { threePlanes($0) },
    Scene(name: "fan") { fan($0) },
    Scene(name: "cube") { cube($0) },
    Scene(name: "eye") { eye($0) },
    Scene(name: "depths", shows: ["CALayer.zPosition", "CALayer.anchorPointZ"]) { depths($0) },
    Scene(name: "ties") { ties($0) },
    Scene(name: "backs", shows: ["CALayer.isDoubleSided"]) { backs($0) },
    Scene(name: "cutGroups") { cutGroups($0) },
    Scene(name: "flattened") { flattened($0) },
    Scene(name: "singular") { singular($0) },
    Scene(name: "cutPictures", scale: 2) { cutPictures($0) },
  ]
}

/// Two planes through one line.
private func cuts(_ root: CALayer) {
  root.backgroundColor = white
  root.sublayerTransform = perspective(200)
  for (index, colors) in [(sea, sun), (veil, sea)].enumerated() {
    let x = 10 + CGFloat(index) * 56
    let left = panel(x, 14, 44, 50, colors.0, in: root)
    left.transform = tilt(35, 0, 1)
    let right = panel(x, 14, 44, 50, colors.1, in: root)
    right.transform = tilt(-35, 0, 1)
  }
}

/// Without perspective a cut is a straight line through the plane.
private func cutsFlat(_ root: CALayer) {
  root.backgroundColor = white
  let still = panel(10, 20, 100, 40, sun, in: root)
  still.borderWidth = 3
  for index in 0..<3 {
    let layer = panel(14 + CGFloat(index) * 34, 10, 24, 60, index == 1 ? veil : sea, in: root)
    layer.transform = tilt(20 + Double(index) * 25, 1, CGFloat(index) * 0.4)
    layer.cornerRadius = CGFloat(index) * 6
    layer.borderWidth = CGFloat(index)
  }
}

private func threePlanes(_ root: CALayer) {
  root.backgroundColor = ink
  root.sublayerTransform = perspective(180)
  let (x, y, side): (CGFloat, CGFloat, CGFloat) = (34, 14, 52)
  panel(x, y, side, side, sea, in: root).transform = CATransform3DConcat(
    tilt(90, 0, 1),
    tilt(30, 1, 1)
  )
  panel(x, y, side, side, sun, in: root).transform = CATransform3DConcat(
    tilt(90, 1, 0),
    tilt(30, 1, 1)
  )
  panel(x, y, side, side, veil, in: root).transform = tilt(30, 1, 1)
}

/// Many planes about one axis.
private func fan(_ root: CALayer) {
  root.backgroundColor = white
  root.sublayerTransform = perspective(150)
  for index in 0..<6 {
    let color = rgba(CGFloat(index) / 6, 0.6, 1 - CGFloat(index) / 6, index % 2 == 0 ? 1 : 0.6)
    let layer = panel(30, 10, 60, 60, color, in: root)
    layer.transform = tilt(Double(index) * 30 + 8, 0.1, 1)
    layer.cornerRadius = 8
  }
}

private func cube(_ root: CALayer) {
  root.backgroundColor = ink
  var camera = perspective(200)
  camera = CATransform3DRotate(camera, -.pi / 5, 1, 0, 0)
  camera = CATransform3DRotate(camera, -.pi / 5, 0, 1, 0)
  root.sublayerTransform = camera
  let side: CGFloat = 36
  let faces: [(CATransform3D, CGColor)] = [
    (CATransform3DIdentity, red), (tilt(90, 0, 1), green), (tilt(90, 1, 0), blue),
    (tilt(-90, 1, 0), yellow), (tilt(-90, 0, 1), white), (tilt(180, 0, 1), sea),
  ]
  for (rotation, color) in faces {
    let face = panel(42, 22, side, side, color, in: root)
    face.borderWidth = 2
    face.transform = CATransform3DConcat(
      CATransform3DMakeTranslation(0, 0, side / 2),
      rotation
    )
  }
}

/// Planes that go through the eye's plane, and behind it.
private func eye(_ root: CALayer) {
  root.backgroundColor = white
  root.sublayerTransform = perspective(40)
  let road = panel(30, 20, 60, 160, sea, in: root)
  road.contents = sample(12, 32)
  road.transform = tilt(80, 1, 0)
  let wall = panel(0, 10, 120, 50, veil, in: root)
  wall.transform = tilt(75, 0, 1)
  wall.borderWidth = 4
  let behind = panel(40, 20, 40, 40, red, in: root)
  behind.zPosition = 41
  let near = panel(54, 34, 12, 12, sun, in: root)
  near.zPosition = 30
  near.cornerRadius = 3
}

private func depths(_ root: CALayer) {
  root.backgroundColor = white
  root.sublayerTransform = perspective(100)
  for (index, depth) in [-60.0, -20, 0, 20, 45].enumerated() {
    let layer = panel(8 + CGFloat(index) * 22, 8, 16, 20, sea, in: root)
    layer.zPosition = depth
    layer.borderWidth = 1
  }
  for (index, depth) in [-20.0, 0, 20].enumerated() {
    let layer = panel(14 + CGFloat(index) * 36, 44, 24, 28, veil, in: root)
    layer.anchorPointZ = depth
    layer.transform = tilt(40, 0, 1)
    // Depth inside of a layer changes nothing but the order: it is flat.
    let low = panel(2, 2, 12, 12, sun, in: layer)
    low.zPosition = 30
    panel(8, 8, 12, 12, ink, in: layer)
  }
}

/// Planes of the same depth keep the order of the sublayers, coplanar ones that are turned too.
private func ties(_ root: CALayer) {
  root.backgroundColor = white
  for (index, transform) in [tilt(40, 0, 1), tilt(-35, 1, 0.3)].enumerated() {
    let x = 8 + CGFloat(index) * 56
    for step in 0..<4 {
      let color = rgba(CGFloat(step) / 4, 0.5, 0.8, step == 2 ? 0.5 : 1)
      let layer = panel(x, 10, 46, 56, color, in: root)
      layer.transform = CATransform3DConcat(
        CATransform3DMakeTranslation(CGFloat(step) * 5 - 6, CGFloat(step) * 6 - 8, 0),
        transform
      )
      layer.cornerRadius = CGFloat(step) * 3
    }
  }
}

private func backs(_ root: CALayer) {
  root.backgroundColor = white
  root.sublayerTransform = perspective(160)
  for (index, degrees) in [0.0, 60, 89, 91, 180].enumerated() {
    for row in 0..<2 {
      let layer = panel(4 + CGFloat(index) * 23, 4 + CGFloat(row) * 38, 20, 32, sea, in: root)
      layer.contents = sample(10, 16)
      layer.isDoubleSided = row == 0
      layer.transform = tilt(degrees, 0, 1)
      panel(2, 2, 8, 8, sun, in: layer)
    }
  }
}

/// Layers are cut with all that they have.
private func cutGroups(_ root: CALayer) {
  root.backgroundColor = paper
  root.sublayerTransform = perspective(220)
  for (index, degrees) in [30.0, -40].enumerated() {
    let group = panel(12, 10, 44, 60, index == 0 ? sea : sun, in: root)
    group.opacity = 0.7
    group.cornerRadius = 8
    group.masksToBounds = true
    group.borderWidth = 2
    group.transform = tilt(degrees, 0, 1)
    panel(-6, 10, 40, 14, veil, in: group)
    panel(10, 30, 50, 20, ink, in: group).cornerRadius = 5
  }
  let card = panel(68, 12, 40, 56, white, in: root)
  card.transform = tilt(50, 1, 0.2)
  card.borderWidth = 1
  panel(4, 4, 32, 20, sea, in: card).contents = sample(16, 10)
  panel(4, 30, 20, 6, ink, in: card)
  let blade = panel(64, 20, 50, 40, veil, in: root)
  blade.transform = tilt(-50, 1, -0.2)
  panel(0, 0, 25, 40, sun, in: blade).opacity = 0.5
}

/// Each layer is flat: turning back what is inside of a turned layer gives no square again.
private func flattened(_ root: CALayer) {
  root.backgroundColor = white
  for (index, depth) in [perspective(150), CATransform3DIdentity].enumerated() {
    let outer = panel(10 + CGFloat(index) * 56, 16, 44, 48, sea, in: root)
    outer.transform = CATransform3DRotate(depth, .pi / 4, 0, 1, 0)
    let inner = panel(11, 12, 22, 24, sun, in: outer)
    inner.transform = CATransform3DRotate(depth, -.pi / 4, 0, 1, 0)
    let crossing = panel(11, 12, 22, 24, veil, in: outer)
    crossing.transform = CATransform3DRotate(depth, .pi / 3, 1, 0, 0)
  }
}

/// Matrices that leave nothing, or a line, of a layer; the others are drawn as if they were not
/// there.
private func singular(_ root: CALayer) {
  root.backgroundColor = white
  let transforms = [
    CATransform3DMakeScale(0, 1, 1), CATransform3DMakeScale(0, 0, 0),
    CATransform3DMakeScale(1, 1, 0), tilt(90, 0, 1), tilt(90, 1, 0),
    CATransform3D(
      m11: 0,
      m12: 0,
      m13: 0,
      m14: 0,
      m21: 0,
      m22: 0,
      m23: 0,
      m24: 0,
      m31: 0,
      m32: 0,
      m33: 0,
      m34: 0,
      m41: 0,
      m42: 0,
      m43: 0,
      m44: 0
    ),
  ]
  for (index, transform) in transforms.enumerated() {
    let x = 4 + CGFloat(index) * 19
    panel(x, 6, 16, 30, paper, in: root)
    let layer = panel(x, 6, 16, 30, red, in: root)
    layer.transform = transform
    panel(2, 2, 8, 8, sun, in: layer)
    let parent = panel(x, 44, 16, 30, paper, in: root)
    parent.sublayerTransform = transform
    panel(2, 2, 8, 8, sea, in: parent)
  }
}

/// Cuts through pictures, at two pixels per point.
private func cutPictures(_ root: CALayer) {
  root.sublayerTransform = perspective(140)
  let left = panel(20, 8, 80, 64, in: root)
  left.contents = sample(40, 32)
  left.transform = tilt(28, 0.2, 1)
  let right = panel(20, 8, 80, 64, in: root)
  right.contents = sample(20, 16, alpha: 160)
  right.magnificationFilter = .nearest
  right.transform = tilt(-28, -0.1, 1)
}
