// Tests of pictures that are presented before their devices have made them.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Glibc
import QuartzModel
@testable import QuartzServer
@testable import QuartzWire
import Testing

/// A fence that a test signals, as a device does: an event of the kernel's in place of a sync_file.
private final class TestFence {
  let descriptor = quartz_make_event()

  deinit { close(descriptor) }

  func signal() { quartz_raise_event(descriptor) }

  /// The fence as a connection has it.
  func received() throws -> FenceDescriptor { try FenceDescriptor(duplicating: descriptor) }
}

@Suite struct FencedPresentTests {
  private let harness: LoopHarness
  private let client: ClientID
  private let image = ImageID(3)

  init() throws {
    harness = try LoopHarness()
    client = harness.connect(1)
    _ = harness.createContext(1, of: client)
    harness.commit(Scenes.box(color: .black), of: client)
    harness.commit(try Scenes.contents(image, byte: 100), of: client)
    harness.turn()
    harness.advance(to: 101)
  }

  private func present(_ byte: UInt8, behind fence: TestFence?, at time: Double? = nil) throws {
    let pixels = try Scenes.pixels(side: 16, byte: byte)
    let present = ImagePresent(image, pixels, at: time, behind: try fence?.received())
    let message: ClientMessage =
      fence == nil
      ? .presentSlot(PresentSlot(context: 1, present: present))
      : .presentFencedSlot(PresentFencedSlot(context: 1, present: present))
    harness.post(message, from: client)
    harness.turn()
  }

  private var red: UInt8? { harness.frame(of: client)?.red(8, 8) }
  private var lateCount: Int { harness.loop.directory.counts.lateFences.value }

  @Test func thePictureShowsWhenItIsMade() throws {
    let fence = TestFence()
    try present(150, behind: fence)
    #expect(red == 100)
    harness.advance(to: 101.5)
    #expect(red == 100)
    fence.signal()
    harness.turn()
    #expect(red == 150)
    #expect(lateCount == 0)
  }

  @Test func aFenceThatHasSignalledDelaysNothing() throws {
    let fence = TestFence()
    fence.signal()
    try present(150, behind: fence)
    #expect(red == 150)
  }

  /// After a second the picture is given back, the one before stays, and it is counted.
  @Test func aFenceThatNeverSignalsKeepsThePictureBefore() throws {
    let fence = TestFence()
    try present(150, behind: fence)
    harness.advance(to: 101.99)
    #expect(lateCount == 0)
    // The loop wakes for it by itself.
    #expect(harness.clock.scheduled != nil)
    harness.advance(to: 102.01)
    harness.turn()
    #expect(lateCount == 1 && red == 100)
    fence.signal()
    harness.turn()
    #expect(red == 100)
    try present(160, behind: nil)
    #expect(red == 160)
  }

  /// A producer that is gone has closed its end, which wakes the loop.
  @Test func aFenceWithoutAProducerFailsAtOnce() throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    close(ends[1])
    let fence = try FenceDescriptor(duplicating: ends[0])
    close(ends[0])
    #expect(fence.state == .failed)
    let present = ImagePresent(image, try Scenes.pixels(side: 16, byte: 150), behind: fence)
    harness.post(
      .presentFencedSlot(PresentFencedSlot(context: 1, present: present)),
      from: client
    )
    harness.turn()
    harness.turn()
    #expect(lateCount == 1 && red == 100)
    #expect(throws: WireError.self) { try FenceDescriptor(duplicating: -1) }
  }

  /// The last picture that is made counts, whichever was presented first.
  @Test func olderPicturesAreLetGoOf() throws {
    let (first, second) = (TestFence(), TestFence())
    try present(150, behind: first)
    try present(160, behind: second)
    second.signal()
    harness.turn()
    #expect(red == 160)
    first.signal()
    harness.turn()
    #expect(red == 160)
    let third = TestFence()
    try present(170, behind: third)
    try present(180, behind: nil)
    #expect(red == 180)
    third.signal()
    harness.turn()
    #expect(red == 180 && lateCount == 0)
  }

  @Test func picturesOfImagesThatAreGoneAreLetGoOf() throws {
    let fence = TestFence()
    try present(150, behind: fence)
    var commit = Commit()
    var values = PropertyBag()
    values[.contents] = .null
    commit.changes = [Commit.Change(Scenes.box, values)]
    commit.destroyedImages = [image]
    harness.commit(commit, of: client)
    harness.turn()
    fence.signal()
    harness.turn()
    #expect(harness.loop.clients[client] != nil)
    // One for an image that was never there ends the client, as without a fence.
    let late = ImagePresent(
      ImageID(99),
      try Scenes.pixels(side: 16, byte: 1),
      behind: try fence.received()
    )
    harness.post(.presentFencedSlot(PresentFencedSlot(context: 1, present: late)), from: client)
    harness.turn()
    #expect(harness.loop.clients[client] == nil)
  }

  /// A thousand pictures that are never made cost what 64 do.
  @Test func aBoundedNumberWaits() throws {
    var fenced = FencedPresents()
    let fence = TestFence()
    let held = try fence.received()
    let pixels = try Scenes.pixels(side: 1, byte: 1)
    for _ in 0..<1000 {
      let made = fenced.add(ImagePresent(image, pixels, behind: held), now: 5)
      if made != nil { Issue.record("a picture was shown before it was made") }
    }
    #expect(fenced.descriptors.count == 64 && fenced.deadline == 6)
    #expect(fenced.take(now: 5.9).lateCount == 0)
    #expect(fenced.take(now: 6).lateCount == 64)
    #expect(fenced.isEmpty && fenced.deadline == nil)
  }

  /// A picture for a later time waits for both.
  @Test func aPictureForATimeWaitsForItsFence() throws {
    let fence = TestFence()
    try present(150, behind: fence, at: 101.5)
    harness.advance(to: 101.7)
    #expect(red == 100)
    fence.signal()
    harness.turn()
    #expect(red == 150)
  }
}
