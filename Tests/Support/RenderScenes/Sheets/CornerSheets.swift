// Corners, circular and continuous, with borders and clips; edges that are not anti-aliased.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Scene {
  package static let cornerSheets: [Scene] = [
    Scene(name: "continuous", shows: ["CALayer.cornerCurve", "CALayerCornerCurve.continuous"]) {
      continuous($0)
    },
    Scene(name: "continuousLarge", scale: 2) { continuous($0) },
    Scene(
      name: "cornerMasks",
      shows: [
        "CALayer.maskedCorners", "CALayer.cornerCurve", "CALayerCornerCurve.circular",
        "CALayerCornerCurve.continuous",
      ]
    ) { cornerMasks($0) },
    Scene(name: "bordersContinuous") { bordersContinuous($0) },
    Scene(name: "curvedClips") { curvedClips($0) },
    Scene(name: "cornersInSpace") { cornersInSpace($0) },
    Scene(
      name: "edges",
      exceptions: [
        .mirrored: Reason(because: "hard edges run through the centres of pixels"),
        .turned: Reason(because: "hard edges run through the centres of pixels"),
      ],
      shows: [
        "CALayer.edgeAntialiasingMask", "CALayer.allowsEdgeAntialiasing",
        "CAEdgeAntialiasingMask.layerLeftEdge", "CAEdgeAntialiasingMask.layerRightEdge",
        "CAEdgeAntialiasingMask.layerBottomEdge", "CAEdgeAntialiasingMask.layerTopEdge",
      ]
    ) { edges($0) },
    Scene(name: "edgesTurned") { edgesTurned($0) },
    Scene(name: "fineBorders", scale: 2) { fineBorders($0) },
  ]
}

private func continuous(_ root: CALayer) {
  root.backgroundColor = white
  for (index, radius) in [1, 4, 8, 11, 30].enumerated() {
    let layer = panel(3 + CGFloat(index) * 23.5, 4, 21, 21, sea, in: root)
    layer.cornerRadius = CGFloat(radius)
    layer.cornerCurve = .continuous
  }
  // Sides too short for the whole curve.
  for (index, size) in [(50, 20), (50, 14), (14, 44), (36, 44)].enumerated() {
    let x = [4, 4, 58, 78][index]
    let y = [30, 56, 30, 30][index]
    let layer = panel(CGFloat(x), CGFloat(y), CGFloat(size.0), CGFloat(size.1), ink, in: root)
    layer.cornerRadius = index == 3 ? 12 : 9
    layer.cornerCurve = .continuous
  }
}

private func cornerMasks(_ root: CALayer) {
  root.backgroundColor = white
  for index in 0..<16 {
    let layer = panel(
      3 + CGFloat(index % 8) * 14.5,
      4 + CGFloat(index / 8) * 38,
      12,
      34,
      index % 3 == 0 ? veil : sea,
      in: root
    )
    layer.cornerRadius = 5
    layer.maskedCorners = CACornerMask(rawValue: UInt(index))
    layer.cornerCurve = index % 2 == 0 ? .circular : .continuous
    layer.borderWidth = index % 4 == 1 ? 2 : 0
  }
}

private func bordersContinuous(_ root: CALayer) {
  root.backgroundColor = white
  for (index, width) in [0.5, 1.5, 4, 8, 14].enumerated() {
    let layer = panel(3 + CGFloat(index) * 23.5, 4, 21, 32, sun, in: root)
    layer.borderWidth = width
    layer.borderColor = index == 2 ? rgba(0.1, 0.2, 0.5, 0.5) : rgba(0.1, 0.2, 0.5)
    layer.cornerRadius = 8
    layer.cornerCurve = .continuous
    let ring = panel(3.4 + CGFloat(index) * 23.5, 42.3, 20.5, 31, in: root)
    ring.borderWidth = width / 2
    ring.cornerRadius = 6
    ring.cornerCurve = index % 2 == 0 ? .continuous : .circular
    ring.maskedCorners = index == 3 ? [.layerMinXMinYCorner, .layerMaxXMaxYCorner] : .all
    panel(-3, 8, 12, 12, veil, in: ring)
  }
}

extension CACornerMask {
  fileprivate static let all: CACornerMask = [
    .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
  ]
}

private func curvedClips(_ root: CALayer) {
  root.backgroundColor = white
  for index in 0..<3 {
    let clip = panel(4 + CGFloat(index) * 39, 4, 34, 34, paper, in: root)
    clip.cornerRadius = 11
    clip.cornerCurve = .continuous
    clip.masksToBounds = true
    panel(-6, 12, 60, 40, sea, in: clip)
    if index > 0 { panel(8, -6, 12, 60, veil, in: clip) }
    if index > 1 { clip.transform = turn(17) }
    let nest = panel(4 + CGFloat(index) * 39, 43, 34, 34, paper, in: root)
    nest.cornerRadius = 10
    nest.masksToBounds = true
    nest.borderWidth = CGFloat(index)
    let inner = panel(8, -4, 34, 28, sun, in: nest)
    inner.cornerRadius = 12
    inner.cornerCurve = index == 1 ? .circular : .continuous
    inner.masksToBounds = true
    inner.contents = index == 2 ? sample(17, 14) : nil
    panel(-4, 8, 30, 30, veil, in: inner).transform = turn(Double(index) * 12)
  }
}

private func cornersInSpace(_ root: CALayer) {
  root.backgroundColor = white
  root.sublayerTransform = perspective(150)
  for index in 0..<3 {
    let layer = panel(6 + CGFloat(index) * 38, 12, 32, 54, sea, in: root)
    layer.cornerRadius = 12
    layer.cornerCurve = index == 0 ? .circular : .continuous
    layer.borderWidth = 3
    layer.borderColor = ink
    layer.transform = index == 2 ? turn(30) : tilt(50, 0.3, 1)
    layer.masksToBounds = index == 1
    panel(-5, 20, 50, 12, veil, in: layer)
  }
}

private func edges(_ root: CALayer) {
  root.backgroundColor = white
  let masks: [CAEdgeAntialiasingMask] = [
    [], .layerLeftEdge, .layerRightEdge, .layerBottomEdge, .layerTopEdge,
    [.layerLeftEdge, .layerTopEdge],
  ]
  for (index, mask) in masks.enumerated() {
    let layer = panel(4.4 + CGFloat(index) * 19, 4.4, 14.3, 20.3, sea, in: root)
    layer.edgeAntialiasingMask = mask
    layer.borderWidth = index == 5 ? 2.2 : 0
    let off = panel(4.4 + CGFloat(index) * 19, 28.3, 14.2, 20.4, ink, in: root)
    off.allowsEdgeAntialiasing = false
    off.edgeAntialiasingMask = mask
    off.cornerRadius = CGFloat(index)
    off.contents = index == 3 ? sample(7, 10) : nil
  }
  // Side by side without a seam.
  for index in 0..<7 {
    let layer = panel(5.3 + CGFloat(index) * 15.7, 54.3, 15.7, 20.4, sun, in: root)
    layer.edgeAntialiasingMask = [.layerTopEdge, .layerBottomEdge]
    layer.opacity = 0.8
  }
}

private func edgesTurned(_ root: CALayer) {
  root.backgroundColor = white
  for index in 0..<6 {
    let layer = panel(8 + CGFloat(index % 3) * 38, 6 + CGFloat(index / 3) * 38, 28, 28, in: root)
    layer.backgroundColor = index % 2 == 0 ? sea : veil
    layer.transform = index < 3 ? turn(17 + Double(index) * 20) : tilt(40, 1, CGFloat(index) - 4)
    layer.allowsEdgeAntialiasing = index != 4
    layer.edgeAntialiasingMask =
      [[], [.layerLeftEdge], [.layerTopEdge, .layerBottomEdge]][index % 3]
    layer.borderWidth = index == 5 ? 3 : 0
    layer.cornerRadius = index == 2 ? 8 : 0
    if index == 1 { layer.contents = sample(14, 14) }
    layer.masksToBounds = index == 3
    panel(-6, 8, 24, 8, sun, in: layer)
  }
}

private func fineBorders(_ root: CALayer) {
  root.backgroundColor = white
  for index in 0..<8 {
    let layer = panel(4 + CGFloat(index) * 14.5, 4.5, 12, 32, in: root)
    layer.borderWidth = 0.25 + CGFloat(index) * 0.25
    layer.cornerRadius = CGFloat(index) * 0.75
    layer.borderColor = index % 2 == 0 ? ink : veil
    let narrow = panel(4 + CGFloat(index) * 14.5, 42, 0.5 + CGFloat(index), 32, sun, in: root)
    narrow.borderWidth = 1
    narrow.cornerRadius = 3
  }
}
