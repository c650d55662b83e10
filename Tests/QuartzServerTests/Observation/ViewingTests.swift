// Tests of those who show the picture of a context as it changes.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan
@testable import QuartzServer
import QuartzWire
import Testing

@Suite struct ViewingTests {
  private let harness: LoopHarness
  private let owner: ClientID
  private let viewer: ClientID
  private let token: UInt64
  private let whole = PixelRect(width: 64, height: 16)

  init() throws {
    harness = try LoopHarness()
    (owner, viewer) = (harness.connect(1), harness.connect(2))
    token = harness.createContext(1, of: owner)
  }

  /// Commits, and draws the frame that shows it.
  private func show(_ commit: Commit) {
    harness.commit(commit, of: owner)
    harness.turn()
    harness.advance(to: 101)
  }

  /// Asks for news, as number 9.
  private func ask(isWhole: Bool = false) {
    harness.post(.captureNews(CaptureNews(token: token, isWhole: isWhole)), from: viewer, serial: 9)
  }

  /// The frame that the viewer has got, given back at once.
  private func news() -> Frame? {
    let records = harness.turn() + harness.turn()
    for record in records where record.client == viewer && record.serial == 9 {
      guard case .frame(let frame) = record.message else { continue }
      if let buffer = frame.pixels.owner as? SharedBuffer {
        let release = ReleaseFrames(buffers: [buffer.id])
        harness.post(.releaseFrames(release), from: viewer, serial: 10)
        harness.turn()
      }
      return frame
    }
    return nil
  }

  private func takeRefusal() -> Failure? {
    for record in harness.turn() + harness.turn() where record.client == viewer {
      if case .failure(let failure) = record.message { return failure }
    }
    return nil
  }

  @Test func theFirstPictureIsWholeAndWaitsForACommit() throws {
    ask()
    harness.advance(to: 105)
    #expect(news() == nil)
    harness.commit(Scenes.box(), of: owner)
    harness.turn()
    harness.advance(to: 106)
    let frame = try #require(news())
    #expect(frame.damage == [whole])
    #expect(frame.red(8, 8) == 255 && frame.red(20, 8) == 0)
  }

  /// Windows have bytes: a context of extended range comes clipped, with its parts in their places.
  @Test func extendedRangeComesAsBytes() throws {
    var size = Scenes.size
    size.range = .extended(headroom: 4)
    harness.post(
      .createContext(CreateContext(context: 2, configuration: size, clock: .real, frameRate: 10)),
      from: owner
    )
    var token: UInt64 = 0
    for record in harness.turn() {
      if case .contextCreated(let created) = record.message { token = created.token }
    }
    harness.commit(Scenes.box(color: Color(2, 0.5, 0)), to: 2, of: owner)
    harness.turn()
    harness.advance(to: 101)
    harness.post(.captureNews(CaptureNews(token: token, isWhole: false)), from: viewer, serial: 9)
    let frame = try #require(news())
    #expect(frame.pixels.form == .bytes && frame.pixels.rowBytes == 64 * 4)
    #expect(frame.damage == [whole])
    let pixel = frame.pixels.withBytes { Array($0[(8 * 64 + 8) * 4..<(8 * 64 + 9) * 4]) }
    #expect(pixel == [255, 128, 0, 255])
    #expect(frame.red(20, 8) == 0)
  }

  /// A picture that stands still has no news, and nobody is woken for it.
  @Test func onlyWhatChangedIsSent() throws {
    show(Scenes.box())
    ask()
    _ = try #require(news())
    let drawn = harness.loop.statistics.framesDrawn
    ask()
    #expect(news() == nil)
    #expect(harness.advance(to: 200) == 0)
    #expect(news() == nil)
    #expect(harness.loop.statistics.framesDrawn == drawn)
    var values = PropertyBag()
    values[.backgroundColor] = .color(Color(0.5, 0, 0))
    var commit = Commit()
    commit.changes = [Commit.Change(Scenes.box, values)]
    harness.commit(commit, of: owner)
    harness.turn()
    harness.advance(to: 201)
    let frame = try #require(news())
    #expect(frame.damage == [PixelRect(0, 0, 16, 16)])
    #expect(frame.red(8, 8) == 128)
  }

  /// Changes while nobody asked are in the next answer.
  @Test func changesAddUp() throws {
    show(Scenes.box())
    ask()
    _ = try #require(news())
    harness.commit(Scenes.movement(from: 102, duration: 1), of: owner)
    harness.turn()
    harness.advance(to: 110)
    ask()
    let damage = try #require(news()).damage
    // The box was everywhere in between.
    #expect(damage.reduce(PixelRect.empty) { $0.union($1) }.maxX > 60)
    ask(isWhole: true)
    #expect(try #require(news()).damage == [whole])
  }

  @Test func whoWaitsAsksOnce() throws {
    show(Scenes.box())
    ask()
    _ = try #require(news())
    ask()
    ask()
    let refusal = try #require(takeRefusal())
    #expect(refusal.code == .limitExceeded && refusal.refusedOpcode == 39)
  }

  @Test func contextThatGoesIsToldToThoseWhoWait() throws {
    show(Scenes.box())
    ask()
    _ = try #require(news())
    ask()
    harness.turn()
    #expect(harness.loop.clients[viewer]?.frameCount == 1)
    harness.post(.destroyContext(DestroyContext(context: 1)), from: owner)
    let refusal = try #require(takeRefusal())
    #expect(refusal.code == .unknownToken && !refusal.endsConnection)
    #expect(harness.loop.clients[viewer]?.frameCount == 0)
    ask()
    #expect(try #require(takeRefusal()).code == .unknownToken)
  }

  @Test func offeredContextHasNoPictureOfItsOwn() throws {
    let key = LayerServerKey(high: 1, low: 2, process: 3)
    let offer = OfferContext(context: 1, key: key, client: 5)
    harness.post(.offerContext(offer), from: owner)
    harness.commit(Scenes.box(), of: owner)
    ask()
    harness.advance(to: 101)
    #expect(news() == nil)
  }

  @Test func viewersThatLeaveAreForgotten() throws {
    show(Scenes.box())
    ask()
    _ = try #require(news())
    ask()
    harness.turn()
    harness.mailbox.post(.disconnected(viewer))
    harness.turn()
    let context = try #require(harness.loop.tokens[token])
    #expect(context.viewers.waitingCount == 0)
    harness.commit(Scenes.box(color: .black), of: harness.connect(3))
    #expect(harness.turn().allSatisfy { $0.client != viewer })
  }

  /// Across loops, as between programs.
  @Test func viewersOfOtherLoopsGetNews() throws {
    let others = try LoopHarness(
      failures: FailingBackend.FailurePlan(),
      directory: harness.loop.directory
    ) { (_) throws(RenderError) in FailingBackend(FailingBackend.FailurePlan()) }
    let visitor = others.connect(7)
    show(Scenes.box())
    others.post(.captureNews(CaptureNews(token: token, isWhole: false)), from: visitor, serial: 4)
    others.turn()
    #expect(others.loop.clients[visitor]?.frameCount == 1)
    harness.turn()
    let records = others.turn()
    #expect(records.map(\.serial) == [4])
    guard case .frame(let frame)? = records.first?.message else {
      Issue.record("no frame")
      return
    }
    #expect(frame.red(8, 8) == 255)
  }
}
