// Locks around values of any type, values that are handed on, addresses.
// Licensed under the MIT license; see LICENSE.

import Dispatch
import QuartzSharing
import Testing

private final class Box {
  var number: Int
  init(_ number: Int) { self.number = number }
}

private struct Refusal: Error, Equatable { var number: Int }

private final class Holder: Sendable {
  let guarded = Guarded([Box(1)])
  let isTaken = Guarded<Bool?>(nil)
}

@Suite("What threads share")
struct GuardedTests {
  @Test("Threads exclude one another, also from objects that are not sendable")
  func exclusion() {
    let guarded = Guarded(Box(0))
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<1000 { guarded.withLock { $0.number += 1 } }
    }
    #expect(guarded.withLock { $0.number } == 8000)
  }

  @Test("Errors and results come through, and a lock that another one has is not waited for")
  func results() {
    let guarded = Guarded([Box(1), Box(2)])
    #expect(guarded.withLock { $0.popLast() }?.number == 2)
    #expect(throws: Refusal(number: 1)) {
      try guarded.withLock { boxes throws(Refusal) in throw Refusal(number: boxes.count) }
    }
    #expect(guarded.withLockIfAvailable { $0.count } == 1)
    let boxes = Holder()
    boxes.guarded.withLock { _ in
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) {
        let count = boxes.guarded.withLockIfAvailable { $0.count }
        boxes.isTaken.withLock { $0 = count == nil }
      }
      group.wait()
    }
    #expect(boxes.isTaken.withLock { $0 } == true)
  }

  @Test("A monitor wakes those who wait for what a change makes true")
  func waiting() {
    let (count, sides) = (1000, Monitor((sent: 0, taken: 0)))
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      for number in 1...count {
        if index == 0 {
          sides.wait(until: { $0.taken == number - 1 }, then: { _ in })
          sides.change { $0.sent = number }
        } else {
          sides.wait(until: { $0.sent == number }, then: { _ in })
          sides.change { $0.taken = number }
        }
      }
    }
    #expect(sides.withLock { $0.sent == count && $0.taken == count })
    #expect(throws: Refusal(number: 7)) {
      try sides.change { _ throws(Refusal) in throw Refusal(number: 7) }
    }
  }

  @Test("A weak reference that is handed on keeps nothing alive")
  func weakness() {
    var box: Box? = Box(3)
    let held = box.map { WeakTransferred($0) }
    #expect(held?.object?.number == 3)
    box = nil
    #expect(held?.object == nil)
  }
}
