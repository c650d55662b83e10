// Emitters: shapes, modes, orders, looks, nested cells, and what surrounds them.
// Licensed under the MIT license; see LICENSE.
//
// Most emit from before time 0 on, so that there is something to see of them at once.

import CoreGraphics
import QuartzCore

extension Scene {
  package static let emitterSheets: [Scene] = [
    Scene(
      name: "emitterShapes",
      height: 120,
      times: [0, 0.5],
      exceptions: [
        .edges: Reason(
          tolerance: 8,
          because: "dozens of particles lie upon each other, and each may differ by a level"
        )
      ],
      shows: [
        "CAEmitterLayer.emitterShape", "CAEmitterLayer.emitterMode", "CAEmitterLayer.emitterSize",
        "CAEmitterLayer.emitterDepth",
      ]
    ) { shapes($0) },
    Scene(
      name: "emitterOrders",
      width: 120,
      height: 60,
      times: [0, 0.4],
      exceptions: [
        .edges: Reason(tolerance: 2, because: "particles lie upon each other, each a level off")
      ],
      shows: [
        "CAEmitterLayer.renderMode", "CAEmitterLayerRenderMode.unordered",
        "CAEmitterLayerRenderMode.oldestFirst", "CAEmitterLayerRenderMode.oldestLast",
        "CAEmitterLayerRenderMode.backToFront", "CAEmitterLayerRenderMode.additive",
      ]
    ) { orders($0) },
    Scene(
      name: "emitterLooks",
      width: 120,
      height: 80,
      times: [0, 0.7],
      shows: [
        "CAEmitterCell.contentsRect", "CAEmitterCell.contentsScale",
        "CAEmitterCell.magnificationFilter", "CAEmitterCell.minificationFilter",
        "CAEmitterCell.color", "CAEmitterCell.scale", "CAEmitterCell.scaleSpeed",
        "CAEmitterCell.spin",
      ]
    ) { looks($0) },
    Scene(
      name: "emitterFireworks",
      width: 120,
      height: 120,
      times: [0.6, 1.2, 1.6, 2.2],
      exceptions: [.extendedEdges: .edgesAddUp("particles")]
    ) { fireworks($0) },
    Scene(name: "emitterSurroundings", width: 120, height: 100, times: [0, 0.8]) {
      surroundings($0)
    },
    Scene(
      name: "emitterCone",
      width: 100,
      height: 80,
      times: [0.4, 1.2, 2.4],
      exceptions: [.extendedEdges: .edgesAddUp("particles")]
    ) { cone($0) },
    Scene(name: "emitterDepth", width: 120, height: 80, times: [0, 1]) { depth($0) },
    Scene(name: "emitterAnimated", width: 120, height: 60, times: [0.5, 1, 1.5, 2.5]) {
      animated($0)
    },
    Scene(name: "emitterUpwards", width: 60, height: 60, isYUp: true, times: [0, 0.5]) {
      upwards($0)
    },
  ]
}

/// Every shape in a column, every mode in a row.
private func shapes(_ root: CALayer) {
  root.backgroundColor = ink
  let shapes: [CAEmitterLayerEmitterShape] = [.line, .rectangle, .cuboid, .circle, .sphere]
  let modes: [CAEmitterLayerEmitterMode] = [.points, .outline, .surface, .volume]
  for (column, shape) in shapes.enumerated() {
    for (row, mode) in modes.enumerated() {
      let window = panel(CGFloat(column) * 24, CGFloat(row) * 30, 23, 29, nil, in: root)
      window.masksToBounds = true
      window.borderWidth = 0.5
      window.borderColor = sea
      let emitter = emitter(11.5, 14.5, in: window)
      emitter.emitterShape = shape
      emitter.emitterMode = mode
      let isRound = shape == .circle || shape == .sphere
      emitter.emitterSize = isRound ? CGSize(width: 7, height: 0) : CGSize(width: 14, height: 10)
      emitter.emitterDepth = 8
      let cell = spark(glow(4), rate: 80, life: 0.7)
      cell.color = sun
      cell.velocity = 8
      cell.beginTime = -1
      emitter.emitterCells = [cell]
    }
  }
}

private func orders(_ root: CALayer) {
  root.backgroundColor = paper
  let modes: [CAEmitterLayerRenderMode] = [
    .unordered, .oldestFirst, .oldestLast, .backToFront, .additive,
  ]
  for (column, mode) in modes.enumerated() {
    let window = panel(CGFloat(column) * 24, 0, 23, 60, column == 4 ? ink : nil, in: root)
    let emitter = emitter(11.5, 8, in: window)
    emitter.renderMode = mode
    let first = spark(plain(8, 8, [200, 40, 30, 255]), rate: 10, life: 1)
    let second = spark(plain(8, 8, [20, 120, 60, 255]), rate: 10, life: 1)
    for (index, cell) in [first, second].enumerated() {
      cell.emissionLongitude = .pi / 2
      cell.velocity = 44
      cell.beginTime = -2 - Double(index) * 0.05
      cell.alphaRange = index == 0 ? 0 : 0.4
      cell.color = rgba(1, 1, 1, 0.8)
      cell.zAcceleration = index == 0 ? 20 : -20
    }
    emitter.emitterCells = [first, second]
  }
}

/// Parts of images, filters, densities, turns, scales and colours that change.
private func looks(_ root: CALayer) {
  root.backgroundColor = paper
  func row(_ y: CGFloat, _ change: (CAEmitterCell) -> Void) {
    let emitter = emitter(6, y, in: root)
    let cell = spark(sample(8, 8), rate: 6, life: 2)
    cell.velocity = 56
    cell.beginTime = -2
    change(cell)
    emitter.emitterCells = [cell]
  }
  row(7) { $0.spin = 1.5 }
  row(20) {
    $0.scale = 1.6
    $0.scaleSpeed = -0.8
    $0.magnificationFilter = "nearest"
  }
  row(33) {
    $0.contentsRect = CGRect(x: 0.5, y: 0, width: 0.5, height: 1)
    $0.spin = -2
    $0.scaleRange = 1
  }
  row(46) {
    $0.contentsScale = 0.7
    $0.color = rgba(1, 0.6, 1)
    $0.greenSpeed = -0.4
    $0.alphaSpeed = -0.45
  }
  row(59) {
    $0.contents = sample(32, 32)
    $0.scale = 0.3
    $0.minificationFilter = "trilinear"
    $0.redRange = 1
    $0.blueRange = 1
  }
  row(72) {
    $0.spinRange = 6
    $0.lifetimeRange = 1.5
    $0.yAcceleration = -8
    $0.emissionLongitude = 0.15
  }
}

/// Rockets that leave a trail and burst.
private func fireworks(_ root: CALayer) {
  root.backgroundColor = ink
  let emitter = emitter(60, 118, in: root)
  emitter.renderMode = .additive
  emitter.emitterSize = CGSize(width: 50, height: 0)
  emitter.emitterShape = .line
  let trail = spark(glow(4), rate: 40, life: 0.35)
  trail.alphaSpeed = -2.5
  trail.yAcceleration = 30
  let burst = spark(glow(6), rate: 4000, life: 0.9)
  burst.beginTime = 1
  burst.duration = 0.02
  burst.velocity = 26
  burst.velocityRange = 8
  burst.emissionRange = 2 * .pi
  burst.yAcceleration = 14
  burst.alphaSpeed = -0.9
  let rocket = spark(glow(6), rate: 2.5, life: 1.03)
  rocket.velocity = 95
  rocket.velocityRange = 25
  rocket.emissionLongitude = -.pi / 2
  rocket.emissionRange = 0.4
  rocket.yAcceleration = 20
  rocket.color = rgba(0.7, 0.7, 0.7)
  rocket.redRange = 0.6
  rocket.greenRange = 0.6
  rocket.blueRange = 0.6
  rocket.emitterCells = [trail, burst]
  emitter.emitterCells = [rocket]
}

private func fountain(_ x: CGFloat, _ y: CGFloat, in parent: CALayer) -> CAEmitterLayer {
  let emitter = emitter(x, y, in: parent)
  let cell = spark(disc(6, sea), rate: 30, life: 1)
  cell.velocity = 18
  cell.emissionRange = 2 * .pi
  cell.beginTime = -1
  emitter.emitterCells = [cell]
  return emitter
}

/// Clips, opacity with and without a group, a mask, a shadow, a turned layer, a blend mode.
private func surroundings(_ root: CALayer) {
  root.backgroundColor = paper
  func window(_ column: Int, _ row: Int) -> CALayer {
    let x = CGFloat(column) * 40 + 3
    let layer = panel(x, CGFloat(row) * 50 + 8, 34, 34, rgba(1, 0.8, 0.7), in: root)
    return layer
  }
  let clipped = fountain(17, 17, in: window(0, 0))
  clipped.masksToBounds = true
  clipped.cornerRadius = 12
  clipped.backgroundColor = white
  clipped.borderWidth = 1
  let faded = fountain(17, 17, in: window(1, 0))
  faded.opacity = 0.4
  let single = fountain(17, 17, in: window(2, 0))
  single.opacity = 0.4
  single.allowsGroupOpacity = false
  let masked = fountain(17, 17, in: window(0, 1))
  masked.mask = stencil(0, 0, 34, 17)
  masked.shadowOpacity = 0
  let shaded = fountain(17, 17, in: window(1, 1))
  shaded.shadowOpacity = 0.8
  shaded.shadowRadius = 1
  shaded.shadowOffset = CGSize(width: 2, height: 2)
  let turned = fountain(17, 17, in: window(2, 1))
  turned.transform = turn(30)
  turned.compositingFilter = "multiplyBlendMode"
  panel(20, 15, 6, 4, veil, in: turned)
}

/// Half of a half circle, twice as fast, twice as many, living half as long.
private func cone(_ root: CALayer) {
  root.backgroundColor = black
  let emitter = emitter(4, 40, in: root)
  emitter.renderMode = .additive
  emitter.birthRate = 2
  emitter.lifetime = 0.5
  emitter.velocity = 2
  let cell = spark(glow(8), rate: 60, life: 2)
  cell.color = rgba(1, 0.5, 0.1)
  cell.velocity = 25
  cell.velocityRange = 25
  cell.emissionRange = .pi / 4
  cell.duration = 1.5
  emitter.emitterCells = [cell]
}

/// Particles at different depths in a perspective, in a layer that is tilted.
private func depth(_ root: CALayer) {
  root.backgroundColor = ink
  let room = panel(0, 0, 120, 80, nil, in: root)
  room.sublayerTransform = perspective(150)
  let tilted = emitter(60, 40, in: room)
  tilted.transform = tilt(50, 0, 1)
  tilted.backgroundColor = rgba(0.2, 0.3, 0.4)
  tilted.sublayerTransform = perspective(120)
  tilted.renderMode = .backToFront
  tilted.emitterShape = .cuboid
  tilted.emitterSize = CGSize(width: 100, height: 60)
  tilted.emitterDepth = 120
  let cell = spark(sample(8, 8), rate: 30, life: 1)
  cell.beginTime = -1
  cell.spin = 2
  cell.zAcceleration = 30
  tilted.emitterCells = [cell]
}

/// Cells and layer that animate: rate, colour, place.
private func animated(_ root: CALayer) {
  root.backgroundColor = paper
  let emitter = emitter(10, 50, in: root)
  let cell = spark(disc(6), rate: 0, life: 1.5)
  cell.velocity = 24
  cell.emissionLongitude = -.pi / 2
  cell.color = red
  emitter.emitterCells = [cell]
  let rate = CABasicAnimation(keyPath: "emitterCells.spark.birthRate")
  rate.fromValue = 0
  rate.toValue = 60
  rate.duration = 2
  emitter.add(rate, forKey: nil)
  let color = CABasicAnimation(keyPath: "emitterCells.spark.color")
  color.fromValue = red
  color.toValue = blue
  color.duration = 2
  emitter.add(color, forKey: nil)
  let place = CABasicAnimation(keyPath: "emitterPosition.x")
  place.fromValue = 10
  place.toValue = 110
  place.duration = 2
  emitter.add(place, forKey: nil)
  panel(0, 54, 120, 2, sea, in: root)
}

private func upwards(_ root: CALayer) {
  root.backgroundColor = paper
  let emitter = emitter(8, 8, in: root)
  let cell = spark(sample(8, 8), rate: 5, life: 1.5)
  cell.velocity = 40
  cell.emissionLongitude = .pi / 4
  cell.beginTime = -2
  emitter.emitterCells = [cell]
}
