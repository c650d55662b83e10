// Filters of layers: colours, blurs, edges, places, and what lies behind.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Scene {
  package static let filterSheets: [Scene] = [
    Scene(name: "filterColors", shows: ["CALayer.filters"]) { filterColors($0) },
    Scene(name: "filterBlurs", exceptions: turnedBlurs) { filterBlurs($0) },
    Scene(name: "filterBlursYUp", isYUp: true, exceptions: turnedBlurs) { filterBlurs($0) },
    Scene(name: "filterBlursDense", width: 60, height: 40, scale: 2, exceptions: turnedBlurs) {
      filterBlursDense($0)
    },
    Scene(name: "filterEdges") { filterEdges($0) },
    Scene(name: "filterOrder") { filterOrder($0) },
    Scene(name: "filterPlaces", exceptions: [.edges: .roundedTwice("a filtered picture, turned")]) {
      filterPlaces($0)
    },
    Scene(name: "backdrops", exceptions: edgeBackdrops, shows: ["CALayer.backgroundFilters"]) {
      backdrops($0)
    },
    Scene(name: "backdropGroups", exceptions: turnedBlurs) { backdropGroups($0) },
  ]

  private static let turnedBlurs: [Check: Reason] = [
    .turned: halvedPictures, .mirrored: halvedPictures,
  ]
  private static let halvedPictures = Reason(
    tolerance: 6,
    because: "a wide blur halves pictures from their first pixel on, and half pixels are mixed"
  )
  private static let edgeBackdrops: [Check: Reason] = [
    .turned: outputEdge, .mirrored: outputEdge, .moved: outputEdge,
    .edges: .roundedTwice("what lies behind, filtered,"),
  ]
  private static let outputEdge = Reason(because: "pixels are mirrored at the output's edge")
}

private func filter(_ type: String, _ inputs: KeyValuePairs<String, Any> = [:]) -> CAFilter {
  let filter = CAFilter(type: type)
  for (key, value) in inputs { filter.setValue(value, forKey: key) }
  return filter
}

/// A few colours with and without alpha.
private func swatches(_ x: CGFloat, _ y: CGFloat, in parent: CALayer) -> CALayer {
  let box = panel(x, y, 20, 16, in: parent)
  for (index, color) in [rgba(0.8, 0.4, 0.2), sea, sun, veil].enumerated() {
    panel(CGFloat(index % 2) * 10, CGFloat(index / 2) * 8, 10, 8, color, in: box)
  }
  return box
}

private func filterColors(_ root: CALayer) {
  root.backgroundColor = white
  let filters = [
    filter(
      "colorMatrix",
      [
        "inputColorMatrix": [0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0.5, 0.25]
      ]
    ),
    filter("colorSaturate", ["inputAmount": 0.25]), filter("colorSaturate", ["inputAmount": 2]),
    filter("colorHueRotate", ["inputAngle": 2]), filter("colorBrightness", ["inputAmount": 0.2]),
    filter("colorContrast", ["inputAmount": 1.6]), filter("colorInvert"),
    filter("colorInvert", ["inputAmount": 0.3]),
    filter("colorMonochrome", ["inputColor": sun, "inputAmount": 0.8]),
    filter("multiplyColor", ["inputColor": rgba(1, 0.5, 0.25, 0.75)]),
    filter("colorAdd", ["inputColor": rgba(0.2, 0, 0.3)]),
    filter("colorSubtract", ["inputColor": rgba(0.2, 0, 0.3)]), filter("luminanceToAlpha"),
    filter("luminanceCurveMap", ["inputAmount": 1, "inputValues": [0, 0.5, 0.6, 1]]),
  ]
  for (index, filter) in filters.enumerated() {
    let box = swatches(4 + CGFloat(index % 5) * 23, 4 + CGFloat(index / 5) * 20, in: root)
    box.filters = [filter]
  }
}

private func filterBlurs(_ root: CALayer) {
  root.backgroundColor = white
  for (index, radius) in [0, 0.4, 1, 2.5, 6].enumerated() {
    let box = swatches(3 + CGFloat(index) * 24, 12, in: root)
    box.filters = [filter("gaussianBlur", ["inputRadius": radius])]
  }
  // Half a pixel off, and over others.
  let ring = panel(20.5, 44.25, 40, 24, in: root)
  ring.cornerRadius = 12
  ring.borderWidth = 5
  ring.borderColor = ink
  ring.filters = [filter("gaussianBlur", ["inputRadius": 1.5])]
  let group = swatches(72, 48, in: root)
  group.opacity = 0.6
  group.filters = [filter("gaussianBlur", ["inputRadius": 3])]
}

private func filterBlursDense(_ root: CALayer) {
  root.backgroundColor = white
  let box = swatches(6, 10, in: root)
  box.filters = [filter("gaussianBlur", ["inputRadius": 2])]
  let other = swatches(34.25, 10.5, in: root)
  other.filters = [filter("gaussianBlur", ["inputRadius": 0.75])]
}

private func filterEdges(_ root: CALayer) {
  root.backgroundColor = white
  for (index, key) in ["", "inputNormalizeEdges", "inputHardEdges"].enumerated() {
    let box = panel(6 + CGFloat(index) * 38, 12, 30, 50, sea, in: root)
    panel(0, 0, 15, 25, sun, in: box)
    panel(15, 25, 15, 25, ink, in: box)
    let blur = filter("gaussianBlur", ["inputRadius": 5])
    if !key.isEmpty { blur.setValue(1, forKey: key) }
    box.filters = [blur]
  }
}

private func filterOrder(_ root: CALayer) {
  root.backgroundColor = white
  // Inverted and then blurred, blurred and then inverted, and a shadow of what is filtered.
  let invert = filter("colorInvert")
  let blur = filter("gaussianBlur", ["inputRadius": 3])
  let first = swatches(8, 10, in: root)
  first.filters = [invert, blur]
  let second = swatches(48, 10, in: root)
  second.filters = [blur, invert]
  let third = swatches(86, 10, in: root)
  third.filters = [blur]
  third.shadowOpacity = 0.8
  third.shadowRadius = 2
  third.shadowOffset = CGSize(width: 4, height: 5)
  // Filters within filters, and filters that are off.
  let outer = panel(10, 44, 44, 28, paper, in: root)
  let inner = swatches(12, 6, in: outer)
  inner.filters = [invert]
  outer.filters = [filter("colorSaturate", ["inputAmount": 0]), blur]
  let off = swatches(70, 50, in: root)
  let disabled = filter("colorInvert")
  disabled.isEnabled = false
  off.filters = [disabled, filter("noSuchFilter")]
}

private func filterPlaces(_ root: CALayer) {
  root.backgroundColor = white
  let blur = filter("gaussianBlur", ["inputRadius": 1.5])
  let turned = swatches(10, 8, in: root)
  turned.setAffineTransform(CGAffineTransform(rotationAngle: 0.5))
  turned.filters = [blur]
  let deep = swatches(46, 8, in: root)
  var perspective = CATransform3DIdentity
  perspective.m34 = -1 / 60
  deep.transform = CATransform3DRotate(perspective, 0.9, 0, 1, 0)
  deep.filters = [blur]
  let scaled = swatches(84, 10, in: root)
  scaled.setAffineTransform(CGAffineTransform(scaleX: 1.37, y: 1.37))
  scaled.filters = [blur]
  let masked = panel(8, 40, 30, 30, sea, in: root)
  panel(8, 8, 14, 14, sun, in: masked)
  let mask = CALayer()
  mask.frame = CGRect(x: 4, y: 4, width: 22, height: 22)
  mask.cornerRadius = 11
  mask.backgroundColor = black
  masked.mask = mask
  masked.filters = [filter("gaussianBlur", ["inputRadius": 3])]
  let copies = CAReplicatorLayer()
  copies.frame = CGRect(x: 48, y: 44, width: 60, height: 30)
  copies.instanceCount = 3
  copies.instanceTransform = CATransform3DMakeTranslation(22, 0, 0)
  root.addSublayer(copies)
  let copied = panel(0, 4, 14, 14, sun, in: copies)
  copied.filters = [filter("colorHueRotate", ["inputAngle": 1.2]), blur]
}

/// Stripes for what lies behind.
private func stripes(_ root: CALayer) {
  root.backgroundColor = white
  for index in 0..<10 {
    panel(CGFloat(index) * 12, 0, 6, 80, [sea, sun, ink, veil][index % 4], in: root)
  }
}

private func backdrops(_ root: CALayer) {
  stripes(root)
  let plain = panel(6, 6, 30, 30, rgba(1, 1, 1, 0.2), in: root)
  plain.backgroundFilters = [filter("gaussianBlur", ["inputRadius": 3])]
  let round = panel(44, 6, 30, 30, in: root)
  round.cornerRadius = 12
  round.backgroundFilters = [filter("colorInvert")]
  let translucent = panel(82, 6, 30, 30, in: root)
  translucent.opacity = 0.5
  translucent.backgroundFilters = [
    filter("colorSaturate", ["inputAmount": 0]), filter("gaussianBlur", ["inputRadius": 2]),
  ]
  // Turned, at the edge of the output, and one over another.
  let turned = panel(10, 46, 26, 20, in: root)
  turned.setAffineTransform(CGAffineTransform(rotationAngle: 0.4))
  turned.backgroundFilters = [filter("gaussianBlur", ["inputRadius": 2])]
  let edge = panel(44, 60, 30, 30, in: root)
  edge.backgroundFilters = [filter("gaussianBlur", ["inputRadius": 4])]
  let over = panel(64, 50, 40, 20, rgba(0.9, 0.2, 0.4, 0.3), in: root)
  over.backgroundFilters = [filter("colorBrightness", ["inputAmount": 0.3])]
}

private func backdropGroups(_ root: CALayer) {
  stripes(root)
  for (index, group) in ["a", "a", nil].enumerated() {
    let backdrop = CABackdropLayer()
    backdrop.frame = CGRect(x: 6 + CGFloat(index) * 26, y: 10, width: 36, height: 30)
    backdrop.groupName = group
    backdrop.cornerRadius = 6
    backdrop.filters = [filter("gaussianBlur", ["inputRadius": 4])]
    root.addSublayer(backdrop)
  }
  // Within a group of its own, the layer knows that group alone.
  let group = panel(10, 48, 100, 26, in: root)
  group.opacity = 0.7
  panel(0, 4, 60, 12, sea, in: group)
  panel(20, 8, 60, 12, sun, in: group)
  let backdrop = CABackdropLayer()
  backdrop.frame = CGRect(x: 30, y: 0, width: 40, height: 26)
  backdrop.filters = [filter("gaussianBlur", ["inputRadius": 2])]
  group.addSublayer(backdrop)
}
