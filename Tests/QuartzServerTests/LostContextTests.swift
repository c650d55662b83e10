// A GL context that is destroyed under the server.
// Licensed under the MIT license; see LICENSE.

import QuartzGLES
import QuartzModel
import QuartzPlan
import QuartzWire
import Synchronization
import TestPlatform
import Testing

@testable import QuartzServer

@Suite(.enabled(if: isGLAvailable)) struct LostContextTests {
  /// A loop with a tree of every kind of thing that a driver holds: an image, a slot's picture,
  /// coverage, a group, a shadow.
  private struct Stage {
    let harness: LoopHarness
    let client = ClientID(1)
    let log = RecordedLog.Lines()

    /// - Parameter mayRecover: Whether GL comes back when it was lost.
    init(mayRecover: Bool) throws {
      let makes = Mutex(0)
      harness = try LoopHarness(logger: log.logger) {
        (_) throws(RenderError) in
        let count = makes.withLock { count in
          count += 1
          return count
        }
        guard count == 1 || mayRecover else { throw .noRenderer(reasons: ["the GPU is gone"]) }
        return try GLESBackend(.ofTests)
      }
      _ = harness.connect(client.rawValue)
      _ = harness.createContext(1, of: client)
      harness.commit(Scenes.box(), of: client)
      harness.commit(try Scenes.contents(ImageID(1)), of: client)
      var styles = PropertyBag()
      styles[.cornerRadius] = .number(3)
      styles[.shadowOpacity] = .number(1)
      styles[.opacity] = .number(0.75)
      var change = Commit()
      change.changes = [Commit.Change(Scenes.box, styles)]
      harness.commit(change, of: client)
    }

    /// Replaces the picture of the contents without a commit.
    func present(_ byte: UInt8) throws {
      let present = ImagePresent(ImageID(1), try Scenes.pixels(side: 4, byte: byte))
      harness.post(.presentSlot(PresentSlot(context: 1, present: present)), from: client)
    }

    func bytes() throws -> [UInt8] { try #require(harness.frame(of: client)).bytes }

    func lose() throws {
      try #require(harness.loop.backend as? GLESBackend).loseContext()
    }

    /// Commits a change, so that the next frame is drawn anew.
    func touch(_ value: Double) {
      var styles = PropertyBag()
      styles[.shadowRadius] = .number(value)
      var change = Commit()
      change.changes = [Commit.Change(Scenes.box, styles)]
      harness.commit(change, of: client)
    }
  }

  /// Pictures, with what was presented since the images were committed, are those of before.
  @Test func theNextFrameEqualsTheOneBefore() throws {
    let stage = try Stage(mayRecover: true)
    try stage.present(77)
    let before = try stage.bytes()
    #expect(Set(before).count > 4)
    let first = stage.harness.loop.backend
    try stage.lose()
    #expect(try stage.bytes() == before)
    #expect(stage.harness.loop.backend !== first && stage.harness.loop.backend is GLESBackend)
    // And again, with a change that comes at the same time.
    stage.touch(2)
    let changed = try stage.bytes()
    stage.touch(3)
    try stage.lose()
    stage.touch(2)
    #expect(try stage.bytes() == changed)
    let lines = stage.log.lines
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains("the GL context was lost") })
  }

  @Test func softwareTakesOverIfGLDoesNotComeBack() throws {
    let stage = try Stage(mayRecover: false)
    let before = try stage.bytes()
    try stage.lose()
    let after = try stage.bytes()
    #expect(stage.harness.loop.backend.description.name == "software")
    #expect(zip(before, after).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    for step in 1...3 {
      stage.touch(Double(step))
      _ = try stage.bytes()
    }
    // Told once.
    let lines = stage.log.lines
    #expect(lines.count == 1)
    #expect(lines.first?.contains("the GL context was lost") == true)
  }

  /// An old state is in the memory of the driver alone: its transition ends when that is lost.
  @Test func transitionsFromLostPicturesEnd() throws {
    /// - Parameter fades: Whether the change is a transition.
    func stage(fades: Bool) throws -> Stage {
      let stage = try Stage(mayRecover: true)
      var styles = PropertyBag()
      styles[.opacity] = .number(0.25)
      var change = Commit()
      change.changes = [Commit.Change(Scenes.box, styles)]
      if fades {
        var timing = MediaTiming()
        timing.duration = 1000
        let state = AnimationState(.transition(TransitionAnimation()), timing: timing)
        change.animations = [.add(Scenes.box, key: "transition", state)]
      }
      stage.harness.commit(change, of: stage.client)
      return stage
    }
    let (fading, changed) = (try stage(fades: true), try stage(fades: false))
    let new = try changed.bytes()
    #expect(try fading.bytes() != new)
    try fading.lose()
    #expect(try fading.bytes() == new)
    fading.touch(2)
    changed.touch(2)
    #expect(try fading.bytes() == changed.bytes())
    #expect(fading.log.lines.count == 1)
  }
}
