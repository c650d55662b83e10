// Commits, tiles and completion blocks in all modes of run loops.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzTesting
import Testing

@testable import QuartzCore

/// A mode as a program makes it, and one that only counts as common.
private let modes = ["mine", "UITrackingRunLoopMode", "NSEventTrackingRunLoopMode"].map {
  RunLoop.Mode(rawValue: $0)
}

@Suite struct RunLoopModeTests {
  /// Runs the run loop in a mode until something holds; it fails after some seconds.
  private func wait(in mode: RunLoop.Mode, until isDone: () -> Bool) {
    // Something to wait for, as a program has it in a mode of its own.
    let timer = Timer(timeInterval: 0.02, repeats: true) { _ in }
    RunLoop.current.add(timer, forMode: mode)
    defer { timer.invalidate() }
    let end = Date(timeIntervalSinceNow: 60)
    while !isDone(), Date() < end {
      _ = RunLoop.current.run(mode: mode, before: Date(timeIntervalSinceNow: 0.05))
    }
    #expect(isDone())
  }

  /// The mode is there when the layer is changed, or made afterwards.
  @Test(arguments: modes, [true, false])
  func transactionsCommit(mode: RunLoop.Mode, isKnown: Bool) {
    let stage = CoreStage()
    let layer = stage.addLayer()
    _ = stage.carrier.takeCommits()
    let timer = Timer(timeInterval: 100, repeats: false) { _ in }
    if isKnown { RunLoop.current.add(timer, forMode: mode) }
    defer { timer.invalidate() }
    layer.cornerRadius = 3
    var commits = 0
    wait(in: mode) {
      commits += stage.carrier.takeCommits().count
      return commits > 0
    }
  }

  @Test(arguments: modes) func completionBlocksCome(mode: RunLoop.Mode) throws {
    var options = CAContext.Options()
    options.isRealTime = true
    let context = try CAContext(size: CGSize(width: 4, height: 4), options: options)
    let layer = CALayer()
    context.layer = layer
    CATransaction.flush()
    var isOver = false
    CATransaction.begin()
    CATransaction.setAnimationDuration(0.05)
    CATransaction.setCompletionBlock { isOver = true }
    layer.opacity = 0
    CATransaction.commit()
    wait(in: mode) { isOver }
  }

  @Test(arguments: modes) func tilesArrive(mode: RunLoop.Mode) throws {
    final class Map: CATiledLayer {
      override func draw(in ctx: CGContext) {}
    }
    var options = CAContext.Options()
    options.isRealTime = true
    let context = try CAContext(size: CGSize(width: 64, height: 64), options: options)
    let layer = Map()
    layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
    context.layer = layer
    CATransaction.flush()
    wait(in: mode) { layer.tileCounters.drawnCount == 1 }
  }
}
