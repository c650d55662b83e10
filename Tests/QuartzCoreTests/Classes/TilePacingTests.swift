// Tiles while time goes by itself: they come when they are drawn, and the layer's thread waits for
// none.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzTesting

@testable import QuartzCore

@Suite struct TilePacingTests {
  private let context: CAContext
  private let root = CALayer()
  private let layer: CATiledLayer
  private let painter: TilePainter
  /// Lets drawings go on, one for each signal.
  private let gate: DispatchSemaphore

  init() throws {
    let gate = DispatchSemaphore(value: 0)
    self.gate = gate
    painter = TilePainter { gate.wait() }
    var options = CAContext.Options()
    options.isRealTime = true
    context = try CAContext(size: CGSize(width: 512, height: 512), options: options)
    layer = SteadyTiles()
    root.bounds = CGRect(x: 0, y: 0, width: 512, height: 512)
    for layer in [root, layer] { layer.anchorPoint = .zero }
    layer.bounds = CGRect(x: 0, y: 0, width: 4096, height: 4096)
    layer.levelsOfDetail = 3
    layer.delegate = painter
    root.addSublayer(layer)
    context.layer = root
  }

  /// Runs the run loop until something holds; it fails after some seconds.
  private func wait(until isDone: () -> Bool) {
    let end = Date(timeIntervalSinceNow: 60)
    while !isDone(), Date() < end {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.02))
    }
    #expect(isDone())
  }

  private var shownCount: Int { layer.layerUnderSublayers?.sublayers?.count ?? 0 }

  private func zoom(to scale: CGFloat) {
    withoutActions { layer.transform = CATransform3DMakeScale(scale, scale, 1) }
  }

  /// ZL-D-12.5: each tile replaces the background by itself when it is ready.
  @Test func tilesComeOneByOne() {
    CATransaction.flush()
    #expect(shownCount == 0)
    for count in 1...4 {
      gate.signal()
      wait { shownCount == count }
    }
    #expect(layer.tileCounters.drawnCount == 4)
  }

  /// Tiles of the level before stay until all of the new ones are there.
  @Test func coarserTilesStay() {
    zoom(to: 0.25)
    CATransaction.flush()
    for _ in 0..<4 { gate.signal() }
    wait { layer.tileCounters.cachedCount == 4 }
    zoom(to: 1)
    for _ in 0..<3 { gate.signal() }
    wait { layer.tileCounters.drawnCount == 7 }
    #expect(shownCount == 7)
    gate.signal()
    wait { shownCount == 4 }
    // The coarse ones are kept, unseen: going back draws nothing.
    zoom(to: 0.25)
    #expect(shownCount == 4 && layer.tileCounters.drawnCount == 8)
  }

  /// LW-P-6.10: what has left is not drawn, and what was under way is not shown.
  @Test func tilesThatLeave() {
    CATransaction.flush()
    withoutActions { layer.position.x = -2048 }
    for _ in 0..<16 { gate.signal() }
    wait { shownCount == 4 }
    let places = layer.layerUnderSublayers?.sublayers?.map(\.position.x) ?? []
    #expect(places.allSatisfy { $0 >= 2048 })
    #expect(layer.tileCounters.drawnCount == 4)
  }

  /// An animation above the layer brings tiles into sight without a commit of the program's.
  @Test func animationsBringTiles() {
    for _ in 0..<200 { gate.signal() }
    CATransaction.flush()
    wait { shownCount == 4 }
    let pan = CABasicAnimation(keyPath: "bounds.origin.x")
    pan.fromValue = 0
    pan.toValue = 3000
    pan.duration = 0.3
    root.add(pan, forKey: "pan")
    CATransaction.flush()
    wait { root.animationKeys() == nil }
    #expect(layer.tileCounters.drawnCount > 4)
  }

  /// Removing the layer gives up what waits, and lets it go.
  @Test func layersGoAway() {
    weak var gone: CATiledLayer?
    let gate = gate
    do {
      let layer = SteadyTiles()
      layer.bounds = CGRect(x: 0, y: 0, width: 4096, height: 4096)
      layer.delegate = painter
      gone = layer
      withoutActions { root.sublayers = [layer] }
      withoutActions { root.sublayers = nil }
    }
    for _ in 0..<64 { gate.signal() }
    wait { gone == nil }
  }

  /// A picture that is asked for has all of its tiles.
  @Test func picturesWait() throws {
    for _ in 0..<8 { gate.signal() }
    let image = try context.image()
    #expect(
      image.pixelStorage.withBytes { bytes in
        stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 }
      }
    )
  }
}
