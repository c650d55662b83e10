// Tests of failures that happen by a counter.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

@testable import QuartzFaults

@Suite struct FaultTests {
  @Test func oneStrikesTheRequestOfItsNumber() {
    let fault = Fault(.descriptor, at: 3)
    let struck = fault.run { (1...5).map { _ in Fault.strikes(.descriptor) } }
    #expect(struck == [false, false, true, false, false])
    #expect(fault.requests == 5)
    #expect(fault.hasStruck)
  }

  @Test func oneThatLastsStrikesAllAfterIt() {
    let fault = Fault(.disk, at: 2, lasts: true)
    #expect(fault.run { (1...4).map { _ in Fault.strikes(.disk) } } == [false, true, true, true])
  }

  @Test func interruptedCallsAreRepeated() {
    var codes = [EINTR, EINTR, EAGAIN, EINTR]
    func call() -> Int {
      errno = codes.removeFirst()
      return -1
    }
    #expect(uninterrupted(call) == -1)
    #expect(errno == EAGAIN)
    #expect(codes == [EINTR])
    // The number of an old error says nothing of a call that succeeds.
    errno = EINTR
    #expect(uninterrupted { Int32(0) } == 0)
  }

  @Test func otherKindsAreNotCounted() {
    let fault = Fault(.memory, at: 1)
    #expect(!fault.run { Fault.strikes(.thread) })
    #expect(!fault.hasStruck)
  }

  @Test func nothingFailsAfterwards() {
    Fault(.memory, at: 1, lasts: true).run { #expect(Fault.strikes(.memory)) }
    #expect(Fault.current == nil)
    #expect(!Fault.strikes(.memory))
  }

  @Test func innerOnesStandInTheWayOfOuterOnes() {
    let (outer, inner) = (Fault(.memory, at: 1, lasts: true), Fault(.memory, at: 9))
    outer.run {
      inner.run { #expect(!Fault.strikes(.memory)) }
      #expect(Fault.strikes(.memory))
    }
    #expect(inner.requests == 1)
  }

  @Test func threadsMeetOnlyWhatTheyAdopt() {
    let fault = Fault(.thread, at: 1, lasts: true)
    fault.run {
      let other = Thread { #expect(!Fault.strikes(.thread)) }
      let adopting = Thread {
        fault.adopt()
        #expect(Fault.strikes(.thread))
      }
      for thread in [other, adopting] {
        thread.start()
        while !thread.isFinished { sched_yield() }
      }
    }
    #expect(fault.requests == 1)
  }

  @Test func textsNameThem() throws {
    let fault = try #require(Fault("descriptor:3"))
    #expect((fault.kind, fault.number, fault.lasts) == (.descriptor, 3, false))
    #expect(try #require(Fault("disk:10+")).lasts)
    #expect(try #require(Fault("disk:10+:/tmp/a:b")).mark == "/tmp/a:b")
    for text in [
      "", "disk", "disk:", "disk:0", "disk:-1", "disk:x", "luck:1", "disk:1:", "disk:+",
    ] {
      #expect(Fault(text) == nil, "\(text)")
    }
  }

  @Test func memoryThatCannotBeIsAnError() {
    #expect(throws: Never.self) { try MemoryProbe.ensure(bytes: 1 << 20) }
    for bytes in [-1, Int.min, Int.max, 1 << 50] {
      #expect(throws: MemoryError(bytes: bytes)) { try MemoryProbe.ensure(bytes: bytes) }
    }
    #expect(throws: MemoryError.self) { try MemoryProbe.ensure(Int.max, of: 8) }
    #expect(throws: MemoryError.self) {
      try Fault(.memory, at: 1).run { try MemoryProbe.ensure(bytes: 1 << 20) }
    }
  }
}
