// Compositing filters: all blend modes over colours, in groups, with masks and shadows.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Scene {
  package static let blendSheets: [Scene] = [
    Scene(name: "blends", width: 176, shows: ["CALayer.compositingFilter"]) {
      blends($0, isGroup: false)
    },
    Scene(
      name: "blendsInGroup",
      width: 176,
      exceptions: [.edges: .roundedTwice("a blended group")]
    ) { blends($0, isGroup: true) },
    Scene(
      name: "blendsOfFilters",
      width: 176,
      height: 42,
      exceptions: [
        .edges: Reason(tolerance: 2, because: "vividLight and divide make a level of rounding two")
      ]
    ) { blends($0, isGroup: false, Scene.filterBlendNames) },
    Scene(
      name: "blendsOfFiltersInGroup",
      width: 176,
      height: 42,
      exceptions: [.edges: .roundedTwice("a blended group")]
    ) { blends($0, isGroup: true, Scene.filterBlendNames) },
    Scene(name: "blendedTrees") { blendedTrees($0) },
    Scene(name: "blendedMasks", exceptions: [.edges: .roundedTwice("a masked layer")]) {
      blendedMasks($0)
    },
    Scene(name: "groupsDeep") { groupsDeep($0) },
  ]

  /// The names of all modes, as `compositingFilter` has them.
  package static let blendNames: [String] =
    [
      "normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn",
      "softLight", "hardLight", "difference", "exclusion", "hue", "saturation", "color",
      "luminosity", "clear", "copy", "sourceIn", "sourceOut", "sourceAtop", "destinationOver",
      "destinationIn", "destinationOut", "destinationAtop", "xor", "plusDarker", "plusLighter",
    ].map { $0 + "BlendMode" }
}

extension Scene {
  /// The names of the modes that only filters have.
  package static let filterBlendNames: [String] = [
    "linearBurnBlendMode", "linearDodgeBlendMode", "linearLightBlendMode", "vividLightBlendMode",
    "pinLightBlendMode", "subtractBlendMode", "divideBlendMode", "maximum", "minimum",
    "subtractS", "subtractD",
  ]
}

/// One cell for each mode: a disc and a translucent box over stripes.
private func blends(_ root: CALayer, isGroup: Bool, _ names: [String] = Scene.blendNames) {
  root.backgroundColor = rgba(0.9, 0.85, 0.8)
  for (index, name) in names.enumerated() {
    let cell = panel(
      2 + CGFloat(index % 7) * 25,
      1.5 + CGFloat(index / 7) * 19.5,
      22,
      18,
      isGroup ? nil : sun,
      in: root
    )
    // A group of its own: modes see what is in it, and nothing behind.
    cell.opacity = isGroup ? 0.95 : 1
    cell.masksToBounds = true
    panel(0, 0, 11, 9, rgba(0.2, 0.4, 0.9), in: cell)
    panel(11, 9, 11, 9, rgba(0.1, 0.7, 0.3, 0.6), in: cell)
    let top = panel(4, 3, 14, 12, rgba(0.8, 0.3, 0.5, index % 2 == 0 ? 1 : 0.6), in: cell)
    top.cornerRadius = 4
    top.compositingFilter = name
    top.opacity = index % 3 == 0 ? 0.8 : 1
  }
}

/// The layer mixes with all that it shows.
private func blendedTrees(_ root: CALayer) {
  root.contents = sample(30, 20)
  for (index, name) in ["multiplyBlendMode", "screenBlendMode", "differenceBlendMode"].enumerated()
  {
    let layer = panel(6 + CGFloat(index) * 38, 8, 32, 28, sun, in: root)
    layer.compositingFilter = name
    layer.cornerRadius = 8
    layer.borderWidth = 2
    panel(-4, 8, 24, 10, veil, in: layer)
    let turned = panel(10 + CGFloat(index) * 38, 46, 24, 24, rgba(0.7, 0.9, 0.5), in: root)
    turned.compositingFilter = name
    turned.transform = index == 2 ? tilt(40, 1, 1) : turn(25)
    panel(4, 4, 8, 8, ink, in: turned).compositingFilter = "multiplyBlendMode"
  }
}

private func blendedMasks(_ root: CALayer) {
  root.backgroundColor = white
  panel(0, 30, 120, 20, sea, in: root)
  for (index, name) in ["multiplyBlendMode", "xorBlendMode", "plusDarkerBlendMode"].enumerated() {
    let masked = panel(4 + CGFloat(index) * 39, 4, 34, 34, sun, in: root)
    masked.mask = stencil(4, 4, 26, 40)
    masked.mask?.cornerRadius = 10
    masked.compositingFilter = name
    let shaded = panel(8 + CGFloat(index) * 39, 44, 26, 26, veil, in: root)
    shaded.shadowOpacity = 0.8
    shaded.shadowRadius = 3
    shaded.compositingFilter = name
    shaded.opacity = 0.7
    let clip = panel(14 + CGFloat(index) * 39, 34, 14, 14, nil, in: root)
    clip.masksToBounds = true
    clip.cornerRadius = 5
    panel(-2, 4, 20, 6, rgba(1, 0.8, 0.8), in: clip).compositingFilter = name
  }
}

private func groupsDeep(_ root: CALayer) {
  root.backgroundColor = ink
  var parent = root
  for index in 0..<5 {
    let layer = panel(4, 3, 112 - CGFloat(index) * 9, 74 - CGFloat(index) * 9, in: parent)
    layer.opacity = 0.85
    layer.backgroundColor = rgba(1, CGFloat(index) / 5, 0.3, 0.5)
    layer.cornerRadius = 6
    layer.masksToBounds = index % 2 == 1
    panel(60, 20 + CGFloat(index) * 4, 50, 20, rgba(0.2, 0.9, CGFloat(index) / 5), in: layer)
    parent = layer
  }
}
