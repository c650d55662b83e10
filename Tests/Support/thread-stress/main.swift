// Layers used on several threads at the same time, for the thread sanitizer: scripts/sanitize
// thread.
// Licensed under the MIT license; see LICENSE.

import CQuartzThreads
import QuartzCore
import Synchronization

/// Draws tiles on the threads of tiles and asks the layer for what it draws.
final class Map: CATiledLayer {
  override func draw(in ctx: CGContext) {
    let shade = value(forKey: "shade") as? CGFloat ?? 0
    ctx.setFillColor(
      CGColor(red: shade, green: CGFloat(opacity), blue: bounds.width / 100, alpha: 1)
    )
    ctx.fill(ctx.boundingBoxOfClipPath)
  }
}

/// Draws itself on other threads than the one that commits.
final class StressCard: CALayer {
  override func draw(in ctx: CGContext) {
    ctx.setFillColor(CGColor(red: 0, green: cornerRadius / 10, blue: 0, alpha: 1))
    ctx.fill(bounds)
    name = "drawn"
  }
}

/// The tree that all threads use.
// Safe because: layers are made for it, and everything else never changes.
final class StressTree: @unchecked Sendable {
  let root = CALayer()
  let map = Map()
  let layers = (0..<12).map { _ in CALayer() }
  let cards = (0..<4).map { _ in StressCard() }
  let counter = CALayer()
  let shape = CAShapeLayer()
  let text = CATextLayer()
  let emitter = CAEmitterLayer()
  let colors: [CGColor]

  init() {
    let frame = CGRect(x: 0, y: 0, width: 64, height: 64)
    for layer in [root, map] + cards { layer.frame = frame }
    for card in cards { card.drawsAsynchronously = true }
    for layer in [map] + layers + cards + [counter, shape, text, emitter] {
      root.addSublayer(layer)
    }
    colors = (0..<4).map { CGColor(red: CGFloat($0) / 4, green: 0, blue: 1, alpha: 1) }
    emitter.emitterCells = [CAEmitterCell(), CAEmitterCell()]
    shape.strokeColor = colors[1]
    text.frame = frame
    root.setNeedsDisplay()
  }
}

/// A thread's random numbers: the same in every run.
struct Dice {
  var state: UInt64

  mutating func roll(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }
}

/// One thing that threads do to a tree.
func act(on tree: StressTree, _ dice: inout Dice) {
  let layer = tree.layers[dice.roll(tree.layers.count)]
  let amount = CGFloat(dice.roll(10))
  switch dice.roll(24) {
  case 0: layer.position = CGPoint(x: amount, y: amount)
  case 1: layer.frame = CGRect(x: amount, y: 1, width: 9, height: amount + 1)
  case 2: layer.backgroundColor = CGColor(red: amount / 10, green: 0, blue: 0, alpha: 1)
  case 3: layer.removeFromSuperlayer()
  case 4: tree.root.insertSublayer(layer, at: UInt32(dice.roll(8)))
  case 5: tree.cards[dice.roll(4)].addSublayer(layer)
  case 6:
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.fromValue = 0
    animation.duration = 0.1
    layer.add(animation, forKey: "fade")
  case 7: layer.removeAllAnimations()
  case 8: tree.map.setValue(amount / 10, forKey: "shade")
  case 9: tree.cards[dice.roll(4)].setNeedsDisplay()
  case 10: _ = layer.presentation()?.opacity
  case 11: _ = tree.root.hitTest(CGPoint(x: amount, y: amount))
  case 12: _ = layer.convert(CGPoint(x: amount, y: 0), to: tree.root)
  case 13: _ = (layer.value(forKeyPath: "position.x"), layer.animationKeys(), layer.superlayer)
  case 14: tree.root.sublayers?.last?.setNeedsLayout()
  case 15..<23: actMore(on: tree, layer, amount, &dice)
  default:
    layer.style = ["cornerRadius": amount]
    layer.mask = dice.roll(4) == 0 ? CALayer() : nil
  }
  CATransaction.lock()
  tree.counter.zPosition += 1
  CATransaction.unlock()
  if dice.roll(8) == 0 { CATransaction.flush() }
}

/// Things that layers of classes of their own, patterns, contents and the context bear.
func actMore(on tree: StressTree, _ layer: CALayer, _ amount: CGFloat, _ dice: inout Dice) {
  switch dice.roll(8) {
  case 0:
    tree.shape.path = CGPath(
      ellipseIn: CGRect(x: 0, y: 0, width: amount, height: 9),
      transform: nil
    )
    tree.shape.strokeEnd = amount / 10
  case 1:
    tree.text.string = "text \(amount)"
    tree.text.fontSize = amount + 8
  case 2:
    let cell = CAEmitterCell()
    (cell.birthRate, cell.lifetime, cell.name) = (Float(amount), 1, "cell")
    tree.emitter.emitterCells = [cell]
    tree.emitter.setValue(amount, forKeyPath: "emitterCells.cell.velocity")
  case 3:
    layer.backgroundColor = pattern(amount)
    layer.borderColor = tree.colors[dice.roll(4)]
  case 4: layer.contents = dice.roll(2) == 0 ? picture : nil
  case 5: context.slowAnimationFactor = Double(dice.roll(3) + 1)
  case 6:
    let copy = CALayer(layer: layer)
    _ = (copy.bounds, copy.value(forKey: "position"))
  default:
    let group = CAAnimationGroup()
    let spring = CASpringAnimation(keyPath: "position.x")
    spring.toValue = amount
    group.animations = [spring, CABasicAnimation(keyPath: "zPosition")]
    group.duration = 0.2
    CATransaction.begin()
    CATransaction.setCompletionBlock { _ = tree.root.sublayers?.count }
    layer.add(group, forKey: nil)
    CATransaction.commit()
  }
}

/// A pattern that draws a square of a size.
func pattern(_ side: CGFloat) -> CGColor? {
  var callbacks = CGPatternCallbacks(
    version: 0,
    drawPattern: { _, context in
      context.setFillColor(CGColor(red: 0, green: 1, blue: 0, alpha: 1))
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    },
    releaseInfo: nil
  )
  let pattern = CGPattern(
    info: nil,
    bounds: CGRect(x: 0, y: 0, width: side + 1, height: side + 1),
    matrix: .identity,
    xStep: side + 1,
    yStep: side + 1,
    tiling: .constantSpacing,
    isColored: true,
    callbacks: &callbacks
  )
  guard let pattern, let space = CGColorSpace(patternBaseSpace: nil) else { return nil }
  return CGColor(patternSpace: space, pattern: pattern, components: [1])
}

/// A grey picture.
func makePicture() -> CGImage? {
  let context = CGContext(
    data: nil,
    width: 8,
    height: 8,
    bitsPerComponent: 8,
    bytesPerRow: 0,
    space: CGColorSpaceCreateDeviceRGB(),
    bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
  )
  context?.setFillColor(CGColor(gray: 0.5, alpha: 1))
  context?.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
  return context?.makeImage()
}

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 2000
let threadCount = 4
let tree = StressTree()
let picture = makePicture()
// Safe because: threads only set what a context lets them.
nonisolated(unsafe) let context = try CAContext(size: CGSize(width: 64, height: 64))
context.layer = tree.root
CATransaction.flush()

let running = Atomic(threadCount)
for number in 0..<threadCount {
  let tree = tree
  let rounds = rounds
  Thread.detachNewThread {
    var dice = Dice(state: UInt64(number + 1))
    for _ in 0..<rounds { act(on: tree, &dice) }
    CATransaction.flush()
    running.subtract(1, ordering: .acquiringAndReleasing)
  }
}
var pictures = 0
while running.load(ordering: .acquiring) > 0 || pictures == 0 {
  pictures += 1
  tree.map.setNeedsDisplay()
  // Another size now and then.
  if pictures % 16 == 0 {
    try context.setSize(CGSize(width: 64, height: 48 + pictures % 32))
  }
  _ = try context.image(at: Double(pictures) / 60)
}
let expected = CGFloat(rounds * threadCount)
guard tree.counter.zPosition == expected else {
  fatalError("counted \(tree.counter.zPosition), expected \(expected)")
}
for layer in tree.layers {
  guard let above = layer.superlayer else { continue }
  guard above.sublayers?.filter({ $0 === layer }).count == 1 else {
    fatalError("a layer is not among the sublayers of its superlayer")
  }
}
let watch = quartz_threads_are_watched() ? "watched" : "not watched by the thread sanitizer"
print("\(threadCount) threads, \(rounds) rounds each, \(pictures) pictures, \(watch)")
