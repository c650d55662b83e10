// The drawing code of the tests of tiled layers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzTesting
import Synchronization

@testable import QuartzCore

/// Draws tiles in colours of their places, and writes down which.
// Safe because: what changes is under a lock.
final class TilePainter: CALayerDelegate, @unchecked Sendable {
  struct Call: Equatable {
    var clip: CGRect
    var pixelsPerPoint: Double
    var thread: ObjectIdentifier
  }

  private let calls = Mutex<[Call]>([])
  /// A closure that blocks until the drawing may go on.
  private let wait: @Sendable () -> Void

  init(wait: @escaping @Sendable () -> Void = {}) {
    self.wait = wait
  }

  func draw(_ layer: CALayer, in context: CGContext) {
    let clip = context.boundingBoxOfClipPath
    let call = Call(
      clip: clip,
      pixelsPerPoint: context.userSpaceToDeviceSpaceTransform.a,
      thread: ObjectIdentifier(Thread.current)
    )
    wait()
    calls.withLock { $0.append(call) }
    // A chequered board of 64 points, or coarser where that would be too many fields.
    let step = max(64, (max(clip.width, clip.height) / 4096).rounded(.up) * 64)
    for x in stride(from: (clip.minX / step).rounded(.down) * step, to: clip.maxX, by: step) {
      for y in stride(from: (clip.minY / step).rounded(.down) * step, to: clip.maxY, by: step) {
        context.setFillColor(TilePainter.color(x, y))
        context.fill(CGRect(x: x, y: y, width: step, height: step))
      }
    }
  }

  /// The colour at a point.
  static func color(_ x: Double, _ y: Double) -> CGColor {
    let (column, row) = (Int((x / 64).rounded(.down)), Int((y / 64).rounded(.down)))
    return CGColor(
      red: Double((column & 7) * 32) / 255,
      green: Double((row & 7) * 32) / 255,
      blue: Double((column &+ row) & 1) * 1,
      alpha: 1
    )
  }

  func takeCalls() -> [Call] {
    calls.withLock { calls in
      defer { calls = [] }
      return calls
    }
  }

  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { NSNull() }
}

/// Lets nobody go on before as many have come as it is for.
// Safe because: the count is read and written under the condition's lock.
final class Meeting: @unchecked Sendable {
  private let condition = NSCondition()
  private var missing: Int

  init(of count: Int) {
    missing = count
  }

  func wait() {
    condition.lock()
    defer { condition.unlock() }
    missing -= 1
    condition.broadcast()
    while missing > 0 { condition.wait() }
  }
}

/// Tiles that do not fade.
final class SteadyTiles: CATiledLayer {
  override class func fadeDuration() -> CFTimeInterval { 0 }
}

final class SlowTiles: CATiledLayer {
  override class func fadeDuration() -> CFTimeInterval { 2 }
}
