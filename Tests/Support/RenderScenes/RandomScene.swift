// Scenes from a seeded generator: small trees over all properties, with values that programs use.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import TestRandom

extension Scene {
  /// Scenes that nobody has drawn.
  package static let generated: [Scene] = (0..<350).map { seed in
    Scene(
      name: "generated\(seed)",
      width: 96,
      height: 96,
      isYUp: seed % 11 == 3,
      exceptions: nested.merging(differences[seed] ?? [:]) { $1 }
    ) { root in
      var generator = RandomLayerTree(seed: UInt64(seed))
      generator.fill(root)
    }
  }
}

/// The reasons that apply to all scenes where something went through a picture on its way.
private let nested: [Check: Reason] = [
  .edges: .roundedTwice("a group, a mask or a shadow within another")
]

/// Where the renderers differ more than elsewhere, by seed.
private let differences: [Int: [Check: Reason]] = [
  156: [
    .flatAreas: Reason(
      tolerance: 1,
      because: "on the slopes of wide shadows neighbours are equal by chance"
    )
  ],
  162: [
    .edges: Reason(
      tolerance: 5,
      because: "colorDodge divides by what is nearly nothing"
    )
  ],
  237: [
    .flatAreas: Reason(
      tolerance: 1,
      because: "where a gradient lies between two levels, the last bit of a Float decides"
    )
  ],
  323: [
    .flatAreas: Reason(
      tolerance: 1,
      because: "a blur spreads by how much the edges that it is made of differ"
    ),
    .edges: Reason(tolerance: 2, because: "a filter of colours makes a difference larger"),
  ],
  325: [
    .edges: Reason(tolerance: 3, because: "a filter of colours makes a difference larger")
  ],
  344: [
    .flatAreas: Reason(
      tolerance: 1,
      because: "a blur spreads by how much the edges that it is made of differ"
    )
  ],
]

/// Makes trees.
private struct RandomLayerTree {
  private var random: SeededGenerator
  /// The themes to use: each scene draws on some properties only, so that pictures stay readable.
  private let themes: Set<Theme>
  private let classTheme: ClassTheme?
  /// Whether some layers have filters: the last seeds.
  private let hasFilters: Bool
  private var count = 0

  private enum Theme: CaseIterable {
    case pictures, corners, borders, shadows, masks, blends, groups, clips, turns, space, rasters
    case flips, edges
  }

  /// Of the later seeds each draws on one class of layers, too.
  private enum ClassTheme: CaseIterable {
    case shapes, gradients, copies, spaces
  }

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed &* 7919 &+ 17)
    var themes: Set<Theme> = []
    for _ in 0..<4 { themes.insert(Theme.allCases[random.index(below: Theme.allCases.count)]) }
    self.themes = themes
    let classes = ClassTheme.allCases
    classTheme = seed < 230 || seed >= 310 ? nil : classes[Int(seed) % classes.count]
    hasFilters = seed >= 310
  }

  mutating func fill(_ root: CALayer) {
    root.backgroundColor = random.once(in: 4) ? nil : color(opaque: true)
    if themes.contains(.space), random.once(in: 2) {
      root.sublayerTransform = perspective(number(100, 400))
    }
    for _ in 0..<3 + random.index(below: 4) { add(to: root, width: 96, height: 96, depth: 0) }
  }

  // MARK: Layers

  private mutating func add(to parent: CALayer, width: CGFloat, height: CGFloat, depth: Int) {
    count += 1
    guard count < 24 else { return }
    let layer = layer(width: width, height: height)
    parent.addSublayer(layer)
    if uses(.masks, 4) { layer.mask = mask(of: layer) }
    guard depth < 3 else { return }
    for _ in 0..<random.index(below: 3) {
      add(to: layer, width: layer.bounds.width, height: layer.bounds.height, depth: depth + 1)
    }
  }

  /// A layer of one of the classes.
  private mutating func newLayer() -> CALayer {
    guard let classTheme, random.once(in: 2) else { return CALayer() }
    switch classTheme {
    case .shapes: return CAShapeLayer()
    case .gradients: return CAGradientLayer()
    case .copies: return replicator()
    case .spaces: return CATransformLayer()
    }
  }

  private mutating func layer(width: CGFloat, height: CGFloat) -> CALayer {
    let layer = newLayer()
    defer {
      if let layer = layer as? CAShapeLayer { draw(layer) }
      if let layer = layer as? CAGradientLayer { paint(layer) }
    }
    place(layer, width: width, height: height)
    look(layer)
    if uses(.pictures, 2) { show(layer) }
    if uses(.shadows, 2) { shade(layer) }
    if uses(.groups, 3) {
      layer.opacity = Float(number(0.2, 1))
      layer.allowsGroupOpacity = !random.once(in: 4)
    }
    if uses(.clips, 3) { layer.masksToBounds = true }
    if uses(.blends, 4) {
      layer.compositingFilter = Scene.blendNames[random.index(below: Scene.blendNames.count)]
    }
    if uses(.rasters, 4) {
      layer.shouldRasterize = true
      layer.rasterizationScale = [0.5, 1, 2][random.index(below: 3)]
    }
    if uses(.edges, 3) {
      layer.edgeAntialiasingMask = CAEdgeAntialiasingMask(rawValue: UInt32(random.index(below: 16)))
      layer.allowsEdgeAntialiasing = !random.once(in: 3)
    }
    if hasFilters, random.once(in: 2) { filter(layer) }
    return layer
  }

  private mutating func filter(_ layer: CALayer) {
    var filters: [CAFilter] = []
    for _ in 0...random.index(below: 2) {
      let kinds: [(String, String, Double)] = [
        ("gaussianBlur", "inputRadius", Double(number(0.25, 6))),
        ("colorInvert", "inputAmount", Double(number(0, 1))),
        ("colorSaturate", "inputAmount", Double(number(0, 1))),
        ("colorHueRotate", "inputAngle", Double(number(-3, 3))),
        ("colorBrightness", "inputAmount", Double(number(-0.25, 0.25))),
      ]
      let (type, key, value) = kinds[random.index(below: kinds.count)]
      let filter = CAFilter(type: type)
      filter.setValue(value, forKey: key)
      if type == "gaussianBlur", random.once(in: 4) {
        filter.setValue(1, forKey: "inputNormalizeEdges")
      }
      filters.append(filter)
    }
    if random.once(in: 3) { layer.backgroundFilters = filters } else { layer.filters = filters }
  }

  private mutating func place(_ layer: CALayer, width: CGFloat, height: CGFloat) {
    let isAligned = random.once(in: 2)
    var frame = CGRect(
      x: number(-0.2, 0.7) * width,
      y: number(-0.2, 0.7) * height,
      width: number(0.15, 0.7) * width + 2,
      height: number(0.15, 0.7) * height + 2
    )
    if isAligned { frame = frame.integral }
    layer.frame = frame
    if random.once(in: 6) { layer.zPosition = number(-20, 20).rounded() }
    if random.once(in: 8) { layer.bounds.origin = CGPoint(x: number(-8, 8), y: number(-8, 8)) }
    if uses(.flips, 3) { layer.isGeometryFlipped = true }
    if uses(.turns, 2) { layer.transform = turn(Double(number(-180, 180))) }
    if uses(.space, 2) {
      layer.transform = tilt(Double(number(-70, 70)), number(-1, 1), number(-1, 1))
      layer.isDoubleSided = !random.once(in: 5)
    }
    if random.once(in: 9) { layer.anchorPoint = CGPoint(x: number(0, 1), y: number(0, 1)) }
  }

  private mutating func look(_ layer: CALayer) {
    if !random.once(in: 5) { layer.backgroundColor = color(opaque: random.once(in: 2)) }
    if uses(.corners, 2) {
      layer.cornerRadius = number(0.5, 20)
      layer.cornerCurve = random.once(in: 2) ? .continuous : .circular
      if random.once(in: 3) {
        layer.maskedCorners = CACornerMask(rawValue: UInt(random.index(below: 16)))
      }
    }
    if uses(.borders, 2) {
      layer.borderWidth = random.once(in: 2) ? number(0.5, 6) : number(1, 6).rounded()
      layer.borderColor = color(opaque: random.once(in: 2))
    }
  }

  private mutating func show(_ layer: CALayer) {
    let size = 4 + random.index(below: 24)
    switch random.index(below: 4) {
    case 0: layer.contents = disc(size, color(opaque: true))
    case 1: layer.contents = sample(size, size + 3, alpha: 140)
    default: layer.contents = sample(size, size)
    }
    let gravities: [CALayerContentsGravity] = [
      .resize, .resize, .resizeAspect, .resizeAspectFill, .center, .topLeft, .bottomRight, .left,
    ]
    layer.contentsGravity = gravities[random.index(below: gravities.count)]
    if random.once(in: 4) {
      layer.contentsRect = CGRect(x: number(-0.3, 0.5), y: 0, width: number(0.2, 1), height: 0.75)
    }
    if random.once(in: 4) {
      layer.contentsCenter = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    }
    if random.once(in: 4) { layer.contentsScale = 2 }
    // Rounding decides which texel is the nearest where a texel's edge meets a pixel's centre.
    if random.once(in: 6) { layer.minificationFilter = .trilinear }
  }

  private mutating func shade(_ layer: CALayer) {
    layer.shadowOpacity = Float(number(0.3, 1))
    layer.shadowRadius = random.once(in: 5) ? 0 : number(0.5, 8)
    layer.shadowOffset = CGSize(width: number(-5, 5), height: number(-5, 5))
    if random.once(in: 3) { layer.shadowColor = color(opaque: true) }
    switch random.index(below: 5) {
    case 0: layer.shadowPath = CGPath(rect: layer.bounds, transform: nil)
    case 1: layer.shadowPath = CGPath(ellipseIn: layer.bounds, transform: nil)
    default: break
    }
  }

  private mutating func draw(_ layer: CAShapeLayer) {
    let path = CGMutablePath()
    for _ in 0...random.index(below: 2) {
      path.move(to: point(in: layer))
      for _ in 0..<2 + random.index(below: 4) {
        if random.once(in: 2) {
          path.addLine(to: point(in: layer))
        } else {
          let end = point(in: layer)
          path.addCurve(to: end, control1: point(in: layer), control2: point(in: layer))
        }
      }
      if random.once(in: 2) { path.closeSubpath() }
    }
    layer.path = path
    layer.fillColor = random.once(in: 3) ? nil : color(opaque: random.once(in: 2))
    layer.fillRule = random.once(in: 2) ? .evenOdd : .nonZero
    guard layer.fillColor == nil || random.once(in: 2) else { return }
    layer.strokeColor = color(opaque: random.once(in: 2))
    layer.lineWidth = number(0.5, 9)
    layer.lineCap = [.butt, .round, .square][random.index(below: 3)]
    layer.lineJoin = [.miter, .round, .bevel][random.index(below: 3)]
    if random.once(in: 3) { layer.lineDashPattern = [6, 4] }
    if random.once(in: 3) { layer.strokeEnd = number(0.3, 0.9) }
  }

  private mutating func point(in layer: CALayer) -> CGPoint {
    CGPoint(
      x: number(-0.1, 1.1) * layer.bounds.width,
      y: number(-0.1, 1.1) * layer.bounds.height
    )
  }

  private mutating func paint(_ layer: CAGradientLayer) {
    let count = 2 + random.index(below: 4)
    var colors: [CGColor] = []
    for _ in 0..<count { colors.append(color(opaque: random.once(in: 2))) }
    layer.colors = colors
    layer.type = [.axial, .radial, .conic][random.index(below: 3)]
    layer.startPoint = CGPoint(x: number(0, 0.6), y: number(0, 0.6))
    layer.endPoint = CGPoint(x: number(0.7, 1.2), y: number(0.7, 1.2))
    guard random.once(in: 3) else { return }
    layer.locations = (0..<count).map { NSNumber(value: Double($0 * $0) / Double(count * count)) }
  }

  private mutating func replicator() -> CALayer {
    let layer = CAReplicatorLayer()
    layer.instanceCount = 1 + random.index(below: 4)
    layer.preservesDepth = random.once(in: 4)
    let move = CATransform3DMakeTranslation(number(-12, 12), number(-12, 12), 0)
    layer.instanceTransform = CATransform3DRotate(move, number(-0.5, 0.5), 0, 0, 1)
    if random.once(in: 2) { layer.instanceColor = color(opaque: random.once(in: 2)) }
    if random.once(in: 2) { layer.instanceAlphaOffset = -0.125 }
    if random.once(in: 3) { layer.instanceRedOffset = 0.25 }
    return layer
  }

  private mutating func mask(of layer: CALayer) -> CALayer {
    let size = layer.bounds.size
    let mask = self.layer(width: size.width, height: size.height)
    mask.frame = layer.bounds.insetBy(
      dx: number(-2, size.width / 4),
      dy: number(-2, size.height / 4)
    )
    if mask.backgroundColor == nil, mask.contents == nil { mask.backgroundColor = black }
    if random.once(in: 3) { mask.cornerRadius = number(2, 12) }
    return mask
  }

  // MARK: Values

  private mutating func uses(_ theme: Theme, _ share: Int) -> Bool {
    themes.contains(theme) && random.once(in: share)
  }

  private mutating func number(_ low: CGFloat, _ high: CGFloat) -> CGFloat {
    guard low < high else { return low }
    // To an eighth, so that values read well.
    return (CGFloat.random(in: low...high, using: &random) * 8).rounded() / 8
  }

  private mutating func color(opaque: Bool) -> CGColor {
    rgba(
      CGFloat(random.index(below: 11)) / 10,
      CGFloat(random.index(below: 11)) / 10,
      CGFloat(random.index(below: 11)) / 10,
      opaque ? 1 : CGFloat(1 + random.index(below: 9)) / 10
    )
  }
}
