// Layers that several threads use.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzTesting
import Synchronization
import TestClaims
import Testing

@testable import QuartzCore

/// Hands something to another thread.
// Safe because: layers may be used on any thread.
private struct Sent<Value>: @unchecked Sendable {
  let value: Value
}

/// Runs `body` on another thread and waits for it.
private func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    body()
    done.signal()
  }
  done.wait()
}

/// A body for a thread.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Runs `body` on another thread, and waits until that has ended.
private func onThreadThatEnds(_ body: @escaping @Sendable () -> Void) {
  var thread = pthread_t()
  let argument = Unmanaged.passRetained(ThreadBody(body)).toOpaque()
  let code = pthread_create(
    &thread,
    nil,
    { pointer in
      guard let pointer else { return nil }
      Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue().run()
      return nil
    },
    argument
  )
  precondition(code == 0, "no thread: \(code)")
  pthread_join(thread, nil)
}

@Suite struct ThreadTests {
  /// LW-14.24: what a tile shows stands under a key of the layer.
  @Test func tilesReadTheLayerThatTheyDraw() throws {
    final class Map: CATiledLayer {
      override class func fadeDuration() -> CFTimeInterval { 0 }
      override func draw(in ctx: CGContext) {
        for _ in 0..<200 { _ = value(forKey: "shade") }
        let shade = value(forKey: "shade") as? CGFloat ?? 0
        ctx.setFillColor(CGColor(red: shade, green: 0, blue: 0, alpha: 1))
        ctx.fill(ctx.boundingBoxOfClipPath)
      }
    }
    let context = try CAContext(size: CGSize(width: 64, height: 64))
    let layer = Map()
    layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
    layer.tileSize = CGSize(width: 8, height: 8)
    context.layer = layer
    for round in 0..<20 {
      layer.setValue(CGFloat(round % 2), forKey: "shade")
      for key in 0..<50 { layer.setValue(round, forKey: "key \(key)") }
      layer.setNeedsDisplay()
      let picture = try context.image(at: Double(round))
      #expect(pixel(picture, 40, 40) == [round % 2 == 0 ? 0 : 255, 0, 0, 255])
    }
  }

  /// Pictures wait for tiles, and tiles for the lock that the program has: it is given back
  /// meanwhile.
  @Test func picturesWithinTheLock() throws {
    final class Map: CATiledLayer {
      override func draw(in ctx: CGContext) {
        ctx.setFillColor(CGColor(red: CGFloat(opacity), green: 0, blue: 0, alpha: 1))
        ctx.fill(ctx.boundingBoxOfClipPath)
      }
    }
    let context = try CAContext(size: CGSize(width: 8, height: 8))
    let layer = Map()
    layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
    context.layer = layer
    CATransaction.lock()
    CATransaction.lock()
    let picture = try context.image(at: 10)
    CATransaction.unlock()
    CATransaction.unlock()
    #expect(pixel(picture, 4, 4) == [255, 0, 0, 255])
  }

  @Test(.shows("CATransaction.lock()", "CATransaction.unlock()")) func lockMakesSeveralAccessesOne()
  {
    let layer = Sent(value: CALayer())
    let group = DispatchGroup()
    for _ in 0..<4 {
      DispatchQueue.global().async(group: group) {
        for _ in 0..<500 {
          CATransaction.lock()
          layer.value.zPosition += 1
          CATransaction.unlock()
        }
        CATransaction.flush()
      }
    }
    group.wait()
    #expect(layer.value.zPosition == 2000)
    // More often than it was taken.
    CATransaction.unlock()
    layer.value.zPosition = 0
  }

  /// Each thread's flush sends what it changed, also while another thread's transaction is open.
  @Test(.shows("CATransaction.flush()")) func everyThreadCommitsItsChanges() {
    let stage = CoreStage()
    let layer = Sent(value: stage.addLayer())
    _ = stage.carrier.takeCommits()
    let carrier = Sent(value: stage.carrier)
    CATransaction.begin()
    stage.root.zPosition = 1
    onAnotherThread {
      layer.value.cornerRadius = 3
      CATransaction.flush()
      #expect(carrier.value.takeCommits().count == 1)
    }
    CATransaction.commit()
    stage.root.zPosition = 2
    CATransaction.flush()
    #expect(stage.carrier.takeCommits().count >= 1)
  }

  /// A superlayer that goes away on another thread is not there any more, or still whole.
  @Test func superlayersThatGoAway() {
    for _ in 0..<200 {
      let child = CALayer()
      var parent: CALayer? = CALayer()
      parent?.addSublayer(child)
      let sent = Sent(value: child)
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        for _ in 0..<20 { _ = sent.value.superlayer?.opacity }
        done.signal()
      }
      parent = nil
      done.wait()
      #expect(child.superlayer == nil)
    }
  }

  /// The same picture, drawn on other threads than the one that commits.
  @Test(.shows("CALayer.drawsAsynchronously", "CALayer.draw(in:)")) func asynchronousDrawing()
    throws
  {
    final class Card: CALayer {
      let threads = Mutex<[Bool]>([])
      override func draw(in ctx: CGContext) {
        let isMain = Thread.current == committing.withLock { $0 }
        threads.withLock { $0.append(isMain) }
        ctx.setFillColor(CGColor(red: CGFloat(zPosition), green: 0, blue: 0, alpha: 1))
        ctx.fill(bounds)
        // A change belongs to the same commit.
        cornerRadius = 1
      }
    }
    committing.withLock { $0 = Thread.current }
    let stage = CoreStage()
    let cards = (0..<3).map { _ in Card() }
    for (index, card) in cards.enumerated() {
      card.frame = CGRect(x: CGFloat(index) * 4, y: 0, width: 4, height: 4)
      card.zPosition = 1
      card.drawsAsynchronously = index < 2
      card.setNeedsDisplay()
      stage.root.addSublayer(card)
    }
    _ = stage.carrier.takeCommits()
    CATransaction.flush()
    #expect(stage.carrier.takeCommits().count == 1)
    #expect(cards.map { $0.threads.withLock { $0 } } == [[false], [false], [true]])
    for card in cards {
      let image = try #require(card.contents as? CGImage)
      #expect(pixel(image, 2, 2) == [255, 0, 0, 255])
      #expect(try stage.serverValues(card).value(.cornerRadius) == .number(1))
    }
    // Outside of commits it is drawn where that is asked for.
    cards[0].setNeedsDisplay()
    cards[0].displayIfNeeded()
    #expect(cards[0].threads.withLock { $0 } == [false, true])
  }

  /// Animations that began on a thread that has ended end all the same.
  @Test func animationsOfEndedThreadsEnd() throws {
    let context = try CAContext(size: CGSize(width: 64, height: 64))
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
    layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.layer = layer
    _ = try context.image(at: 0)
    let sent = Sent(value: layer)
    onThreadThatEnds {
      sent.value.position = CGPoint(x: 40, y: 40)
      CATransaction.flush()
    }
    let early = try context.image(at: 0.001)
    let late = try context.image(at: 1)
    #expect(pixel(early, 4, 4) == [255, 0, 0, 255])
    #expect(pixel(late, 0, 0) == [0, 0, 0, 0])
    #expect(pixel(late, 40, 40) == [255, 0, 0, 255])
    #expect(layer.animationKeys() == nil)
  }
}

private let committing = Mutex<Thread?>(nil)

/// The bytes of a pixel: red, green, blue, alpha.
private func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> [UInt8] {
  guard let bytes = image.dataProvider?.data else { return [] }
  let start = y * image.bytesPerRow + x * 4
  return Array(bytes[start..<start + 4])
}
