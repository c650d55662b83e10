// The main queue as one thread, whichever threads serve it.
// Licensed under the MIT license; see LICENSE.
//
// The runner of these tests ends its main thread, so that threads of a pool serve the main actor in
// turn. Layers take them for one thread.

import Dispatch
import Foundation
import QuartzTesting
import Synchronization
import Testing

@testable import QuartzCore

@MainActor
@Suite struct MainQueueTests {
  @Test func changesBeforeAndAfterASuspensionAreOneTransaction() async throws {
    let (context, layer) = (try CAContext(size: CGSize(width: 2, height: 2)), CALayer())
    context.layer = layer
    CATransaction.flush()
    layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let stack = TransactionStack.existing
    // Another queue's thread may serve the main actor afterwards.
    for _ in 0..<20 { await Task.detached {}.value }
    #expect(TransactionStack.existing === stack)
    layer.frame = CGRect(x: 0, y: 0, width: 2, height: 2)
    let data = try #require(try context.image(at: 1).dataProvider?.data)
    #expect((data as Data).contains { $0 != 0 })
  }

  // It waits behind all tests of the main actor.
  @Test func completionsComeWhileTheMainActorIsFree() async throws {
    let (context, layer) = (try CAContext(size: CGSize(width: 2, height: 2)), CALayer())
    context.layer = layer
    await withCheckedContinuation { continuation in
      CATransaction.setCompletionBlock { continuation.resume() }
      layer.opacity = 0.5
    }
    dispatchPrecondition(condition: .onQueue(.main))
  }

  @Test func completionsComeWhileTheThreadRunsItsRunLoop() throws {
    let (context, layer) = (try CAContext(size: CGSize(width: 2, height: 2)), CALayer())
    context.layer = layer
    var isOver = false
    CATransaction.setCompletionBlock { isOver = true }
    layer.opacity = 0.5
    let limit = Date(timeIntervalSinceNow: 60)
    while !isOver, Date() < limit {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
    }
    #expect(isOver)
  }

  /// The second thread finds the call on the run loop of the first, which never runs.
  @Test nonisolated func callsComeOnTheThreadThatServesTheQueueNow() async {
    let count = CallCount()
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        DispatchQueue.main.sync { _ = HomeLoop.current.perform(after: 0.2) { count.add() } }
        Thread.detachNewThread {
          DispatchQueue.main.sync {
            let limit = Date(timeIntervalSinceNow: 60)
            _ = HomeLoop.current
            while count.value == 0, Date() < limit {
              _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
            }
          }
          continuation.resume()
        }
      }
    }
    #expect(count.value == 1)
  }

  /// A thread that ended is not taken for one that began afterwards, though that has its number.
  @Test nonisolated func threadsAreToldApart() async {
    for _ in 0..<20 {
      let isCalled = await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          let isCalled = DispatchQueue.main.sync {
            let (count, limit) = (CallCount(), Date(timeIntervalSinceNow: 60))
            _ = HomeLoop.current.perform { count.add() }
            while count.value == 0, Date() < limit {
              // A run does not end with a block.
              _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
            }
            return count.value == 1
          }
          continuation.resume(returning: isCalled)
        }
      }
      guard isCalled else {
        Issue.record("a call went to the run loop of a thread that has ended")
        return
      }
    }
  }

  /// A call that is due later does not come at once, whatever the machine does meanwhile.
  @Test nonisolated func callsWaitForTheirTime() async {
    let elapsed = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let start = MonotonicClock.now
        var end: Double?
        _ = HomeLoop.current.perform(after: 0.05) { end = MonotonicClock.now }
        while end == nil { _ = RunLoop.current.run(mode: .default, before: .distantFuture) }
        continuation.resume(returning: (end ?? 0) - start)
      }
    }
    #expect(elapsed >= 0.05)
  }

  private final class CallCount: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .acquiring) }
    func add() { count.add(1, ordering: .acquiringAndReleasing) }
  }
}
