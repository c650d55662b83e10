// Trees from a seed whose layers reach far beyond themselves: shadows, blurs, glass, copies.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import RenderScenes
import TestRandom

/// A tree that moves, made from a seed: the same each time that it is built.
struct RandomFilm {
  static let (width, height) = (80, 60)

  private let seed: Int
  private var random: SeededGenerator
  private var count = 0

  init(seed: Int) {
    self.seed = seed
    random = SeededGenerator(seed: UInt64(seed) &* 6151 &+ 29)
  }

  /// Fills a stage of `width` by `height` pixels, and lets it move.
  func build(_ stage: Stage) {
    var film = self
    stage.edit { film.fill(stage.root) }
    var mover = RandomMover(seed: seed)
    for _ in 0..<2 { mover.move(stage) }
  }

  private mutating func fill(_ root: CALayer) {
    if !random.once(in: 4) { root.backgroundColor = color(opaque: true) }
    if random.once(in: 4) { root.sublayerTransform = perspective(number(60, 300)) }
    let size = CGSize(width: RandomFilm.width, height: RandomFilm.height)
    for _ in 0..<2 + random.index(below: 4) { add(to: root, size, depth: 0) }
  }

  private mutating func add(to parent: CALayer, _ size: CGSize, depth: Int) {
    count += 1
    guard count < 14 else { return }
    let layer = newLayer()
    place(layer, in: size)
    look(layer)
    parent.addSublayer(layer)
    if random.once(in: 6) {
      let mask = CALayer()
      place(mask, in: layer.bounds.size)
      mask.backgroundColor = color(opaque: random.once(in: 2))
      mask.cornerRadius = number(0, 12)
      layer.mask = mask
    }
    guard depth < 3, !(layer is CABackdropLayer) else { return }
    for _ in 0..<random.index(below: 3) { add(to: layer, layer.bounds.size, depth: depth + 1) }
  }

  private mutating func newLayer() -> CALayer {
    switch random.index(below: 15) {
    case 12: return text()
    case 13: return scroll()
    case 14: return tiles()
    case 0, 1: return backdrop()
    case 2: return replicator()
    case 3: return CATransformLayer()
    case 4: return shape()
    case 5: return gradient()
    case 6: return random.once(in: 2) ? emitter() : CALayer()
    default: return CALayer()
    }
  }

  private mutating func place(_ layer: CALayer, in size: CGSize) {
    var frame = CGRect(
      x: number(-0.5, 1) * size.width,
      y: number(-0.5, 1) * size.height,
      width: number(0.1, 1) * size.width + 1,
      height: number(0.1, 1) * size.height + 1
    )
    if random.once(in: 2) { frame = frame.integral }
    layer.frame = frame
    if random.once(in: 5) { layer.transform = turn(Double(number(-180, 180))) }
    if random.once(in: 6) {
      layer.transform = tilt(Double(number(-75, 75)), number(-1, 1), number(-1, 1))
    }
    if random.once(in: 6) { layer.zPosition = number(-20, 20) }
  }

  private mutating func look(_ layer: CALayer) {
    if layer is CATransformLayer { return }
    if !random.once(in: 4), !(layer is CABackdropLayer) {
      layer.backgroundColor = color(opaque: random.once(in: 2))
    }
    if random.once(in: 3) {
      layer.cornerRadius = number(1, 16)
      layer.cornerCurve = random.once(in: 4) ? .continuous : .circular
    }
    if random.once(in: 3) { layer.masksToBounds = true }
    if random.once(in: 6) { layer.borderWidth = number(1, 5) }
    if random.once(in: 3) {
      (layer.shadowOpacity, layer.shadowRadius) = (Float(number(0.25, 1)), number(0, 10))
      layer.shadowOffset = CGSize(width: number(-30, 30), height: number(-30, 30))
      if random.once(in: 4) { layer.shadowPath = CGPath(rect: layer.bounds, transform: nil) }
    }
    if random.once(in: 4) {
      layer.opacity = Float(number(0.25, 1))
      layer.allowsGroupOpacity = !random.once(in: 4)
    }
    if random.once(in: 8) {
      layer.compositingFilter = Scene.blendNames[random.index(below: Scene.blendNames.count)]
    }
    if random.once(in: 8) {
      layer.shouldRasterize = true
      layer.rasterizationScale = [0.5, 1, 2][random.index(below: 3)]
    }
    if random.once(in: 6) { layer.contents = sample(5 + random.index(below: 20), 12, alpha: 200) }
    if layer is CABackdropLayer { return layer.filters = filters() }
    if random.once(in: 5) { layer.filters = filters() }
    if random.once(in: 7) { layer.backgroundFilters = filters() }
  }

  // MARK: Classes

  private mutating func backdrop() -> CALayer {
    let layer = CABackdropLayer()
    if random.once(in: 3) { layer.scale = [0.25, 0.5, 0.7][random.index(below: 3)] }
    if random.once(in: 3) { layer.groupName = "glass" }
    if random.once(in: 3) { layer.bleedAmount = number(1, 20) }
    return layer
  }

  private mutating func replicator() -> CALayer {
    let layer = CAReplicatorLayer()
    layer.instanceCount = 1 + random.index(below: 4)
    layer.preservesDepth = random.once(in: 4)
    layer.instanceTransform = CATransform3DMakeTranslation(number(-30, 30), number(-30, 30), 0)
    if random.once(in: 2) { layer.instanceDelay = Double(number(0, 0.3)) }
    if random.once(in: 2) { layer.instanceAlphaOffset = -0.25 }
    return layer
  }

  private mutating func shape() -> CALayer {
    let layer = CAShapeLayer()
    let path = CGMutablePath()
    path.move(to: CGPoint(x: number(0, 40), y: number(0, 30)))
    for _ in 0..<3 {
      path.addQuadCurve(
        to: CGPoint(x: number(-20, 60), y: number(-20, 50)),
        control: CGPoint(x: number(-20, 60), y: number(-20, 50))
      )
    }
    (layer.path, layer.lineWidth) = (path, number(1, 9))
    layer.fillColor = random.once(in: 2) ? nil : color(opaque: false)
    layer.strokeColor = color(opaque: true)
    return layer
  }

  private mutating func gradient() -> CALayer {
    let layer = CAGradientLayer()
    layer.colors = [color(opaque: true), color(opaque: random.once(in: 2)), color(opaque: true)]
    layer.type = [.axial, .radial, .conic][random.index(below: 3)]
    layer.endPoint = CGPoint(x: number(0.25, 1), y: number(0.25, 1))
    return layer
  }

  private mutating func emitter() -> CALayer {
    let layer = CAEmitterLayer()
    layer.emitterPosition = CGPoint(x: number(0, 40), y: number(0, 30))
    let cell = CAEmitterCell()
    cell.contents = disc(5, color(opaque: true))
    (cell.birthRate, cell.lifetime) = (30, 0.5)
    (cell.velocity, cell.emissionRange) = (number(20, 120), 2 * .pi)
    cell.beginTime = -0.5
    layer.emitterCells = [cell]
    layer.seed = UInt32(seed)
    return layer
  }

  private mutating func text() -> CALayer {
    let layer = CATextLayer()
    layer.string = ["Quartz", "A line that is too long for its layer", "1\n2\n3"]
      .randomElement(using: &random)
    layer.fontSize = number(6, 30)
    layer.foregroundColor = color(opaque: random.once(in: 2))
    layer.isWrapped = random.once(in: 2)
    return layer
  }

  private mutating func scroll() -> CALayer {
    let layer = CAScrollLayer()
    layer.scroll(to: CGPoint(x: number(-30, 30), y: number(-20, 20)))
    return layer
  }

  private mutating func tiles() -> CALayer {
    let layer = ColoredTiles()
    layer.tileSize = CGSize(width: 8 + random.index(below: 30), height: 8 + random.index(below: 30))
    return layer
  }

  // MARK: Values

  private mutating func filters() -> [CAFilter] {
    func filter(_ type: String, _ key: String, _ value: CGFloat) -> CAFilter {
      let filter = CAFilter(type: type)
      filter.setValue(Double(value), forKey: key)
      return filter
    }
    let blur = filter("gaussianBlur", "inputRadius", number(0, 9))
    switch random.index(below: 4) {
    case 0: return [filter("colorInvert", "inputAmount", 1)]
    case 1: return [blur, filter("colorSaturate", "inputAmount", number(0, 2))]
    default: return [blur]
    }
  }

  private mutating func number(_ low: CGFloat, _ high: CGFloat) -> CGFloat {
    (CGFloat.random(in: low...high, using: &random) * 8).rounded() / 8
  }

  private mutating func color(opaque: Bool) -> CGColor {
    rgba(number(0, 1), number(0, 1), number(0, 1), opaque ? 1 : number(0.125, 0.875))
  }
}

/// Tiles whose colours are those of their places.
private final class ColoredTiles: CATiledLayer {
  override class func fadeDuration() -> CFTimeInterval { 0 }

  override func draw(in context: CGContext) {
    let box = context.boundingBoxOfClipPath
    let (x, y) = (Double(box.minX) / 80, Double(box.minY) / 60)
    context.setFillColor(rgba(0.5 + x / 2, 0.5 + y / 2, 0.5, 0.8))
    context.fill(box.insetBy(dx: 1, dy: 1))
  }
}
