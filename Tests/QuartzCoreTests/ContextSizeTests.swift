// Contexts whose size and scale change, and that slow their animations down.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzModel
import QuartzTesting
import Testing

@testable import QuartzCore

@Suite struct ContextSizeTests {
  /// A root with a dot, a shadow, text and a rasterised layer.
  private func makeTree() -> CALayer {
    let root = CALayer()
    root.frame = CGRect(x: 2, y: 2, width: 40, height: 30)
    root.backgroundColor = CGColor(red: 1, green: 1, blue: 0.5, alpha: 1)
    root.shadowOpacity = 0.5
    let dot = CALayer()
    dot.frame = CGRect(x: 10, y: 5, width: 12, height: 12)
    dot.cornerRadius = 6
    dot.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    dot.shouldRasterize = true
    root.addSublayer(dot)
    return root
  }

  private func bytes(_ image: CGImage) -> [UInt8] {
    image.pixelStorage.withBytes { Array($0) }
  }

  /// The picture right after a change is that of a context that was made so.
  @Test(
    arguments: [
      (CGSize(width: 80, height: 50), 1), (CGSize(width: 20, height: 10), 1),
      (CGSize(width: 50, height: 40), 3), (CGSize(width: 112.666666666667, height: 20), 3),
    ] as [(CGSize, CGFloat)]
  )
  func picturesAfterAChange(size: CGSize, scale: CGFloat) throws {
    let context = try CAContext(size: CGSize(width: 50, height: 40))
    context.layer = makeTree()
    _ = try context.image()
    try context.setSize(size, scale: scale)
    #expect(abs(context.size.width - size.width) < 1e-6 && context.scale == scale)
    let other = try CAContext(size: size, scale: scale)
    other.layer = makeTree()
    let (picture, fresh) = (try context.image(), try other.image())
    #expect(picture.width == Int((size.width * scale).rounded()))
    #expect((picture.width, picture.height) == (fresh.width, fresh.height))
    #expect(bytes(picture) == bytes(fresh))
  }

  @Test func animationsGoOn() throws {
    let context = try CAContext(size: CGSize(width: 20, height: 4))
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
    layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.layer = layer
    let slide = CABasicAnimation(keyPath: "position.x")
    slide.fromValue = 2
    slide.toValue = 18
    slide.duration = 1
    layer.add(slide, forKey: nil)
    _ = try context.image(at: 0.25)
    try context.setSize(CGSize(width: 30, height: 4), scale: 2)
    let picture = try context.image(at: 0.5)
    #expect(picture.width == 60 && alpha(picture, 15, 4) == 0 && alpha(picture, 16, 4) == 255)
  }

  @Test func impossibleSizesLeaveTheOutputAsItIs() throws {
    let context = try CAContext(size: CGSize(width: 20, height: 4))
    for (size, scale) in [(CGSize(width: 0, height: 4), 1), (CGSize(width: 20, height: 4), 0)] {
      #expect(throws: CAContextError.self) { try context.setSize(size, scale: CGFloat(scale)) }
    }
    #expect(throws: CAContextError.self) {
      try context.setSize(CGSize(width: 20, height: 40), scale: 1e6)
    }
    #expect(context.size == CGSize(width: 20, height: 4) && context.scale == 1)
    #expect(try context.image().width == 20)
  }

  // MARK: Slow animations

  @Test func slowAnimationsTakeLonger() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    let rise = CABasicAnimation(keyPath: "zPosition")
    rise.fromValue = 0
    rise.toValue = 10
    rise.duration = 10
    layer.add(rise, forKey: "rise")
    CATransaction.flush()
    stage.clock.advance(by: 2)
    let start = stage.clock.currentTime
    #expect(stage.context.slowAnimationFactor == 1)
    stage.context.slowAnimationFactor = 10
    CATransaction.flush()
    func height(_ time: Double) throws -> Double {
      try stage.serverPresentation(layer, at: start + time).value(.zPosition).number ?? -1
    }
    // It goes on where it was.
    #expect(isClose(try height(0), 2))
    #expect(isClose(try height(10), 3))
    stage.clock.advance(by: 20)
    #expect(isClose(Double(try #require(layer.presentation()).zPosition), 4))
    #expect(layer.presentation()?.speed == 1 && stage.root.speed == 1)
    stage.context.slowAnimationFactor = 1
    CATransaction.flush()
    #expect(isClose(try height(20), 4))
    #expect(isClose(try height(22), 6))
    // And it ends at its time.
    stage.clock.advance(by: 5.9)
    #expect(layer.animationKeys() == ["rise"])
    stage.clock.advance(by: 0.2)
    #expect(layer.animationKeys() == nil)
  }

  /// A root with a clock of its own is where it would be at a time that goes by more slowly.
  @Test(
    arguments: [
      [.beginTime: 2, .timeOffset: 0.5], [.beginTime: 2, .speed: 3], [.timeOffset: 1, .speed: 2],
      [.beginTime: 1, .duration: 2, .repeatCount: 1.5, .timeOffset: 0.25],
      [.duration: 1, .repeatCount: 3], [.beginTime: 1.5, .repeatDuration: 2],
    ] as [[PropertyID: Double]]
  )
  func slowRootsWithClocks(rows: [PropertyID: Double]) throws {
    func stage(slowBy factor: Double) throws -> (CoreStage, CALayer) {
      let stage = CoreStage()
      let rise = CABasicAnimation(keyPath: "zPosition")
      rise.fromValue = 0
      rise.toValue = 10
      rise.duration = 10
      rise.fillMode = .both
      let layer = stage.addLayer()
      // The clocks are at 0.5 s when the time begins to go by more slowly.
      stage.clock.advance(by: 0.5)
      stage.context.slowAnimationFactor = factor
      let root = stage.root
      for (row, number) in rows {
        root.setValue(number, forKey: PropertyTable[row].name)
      }
      rise.isRemovedOnCompletion = false
      rise.beginTime = 1e-9
      layer.add(rise, forKey: "rise")
      CATransaction.flush()
      return (stage, layer)
    }
    let (plain, layer) = try stage(slowBy: 1)
    let (slow, slowLayer) = try stage(slowBy: 4)
    for step in 0..<48 {
      // A little beside the moments at which something begins or ends.
      let time = 0.5 + Double(step) * 0.125 + 1e-3
      let slowTime = 0.5 + (time - 0.5) * 4
      let (a, b) = (
        try plain.serverPresentation(layer, at: time).value(.zPosition).number ?? -1,
        try slow.serverPresentation(slowLayer, at: slowTime).value(.zPosition).number ?? -1
      )
      #expect(isClose(a, b), "\(rows) at \(time): \(a), \(b)")
      #expect(try isShown(plain, at: time) == isShown(slow, at: slowTime), "\(rows) at \(time)")
      #expect(isClose(layer.localTime(at: time), slowLayer.localTime(at: slowTime)))
    }
  }

  /// Whether the root is in its active time, for a server.
  private func isShown(_ stage: CoreStage, at time: Double) throws -> Bool {
    let slot = try #require(stage.carrier.tree.slot(of: stage.root.link.id))
    stage.carrier.tree.evaluate(at: time)
    return !stage.carrier.tree.isOutOfTime(slot)
  }

  @Test func slownessGoesWithTheRoot() throws {
    let stage = CoreStage()
    stage.context.slowAnimationFactor = 4
    stage.clock.advance(by: 4)
    let root = CALayer()
    root.speed = 2
    root.timeOffset = 1
    stage.context.layer = root
    CATransaction.flush()
    // (4 / 4) x 2 + 1
    #expect(isClose(root.convertTime(4, from: nil), 3))
    #expect(try stage.serverValues(root).value(.speed) == .number(0.5))
    for bad in [0, -1, Double.nan, .infinity] {
      stage.context.slowAnimationFactor = bad
      #expect(stage.context.slowAnimationFactor == 1)
    }
  }
}
