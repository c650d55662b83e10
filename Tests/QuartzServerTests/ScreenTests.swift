// Tests of what comes to a screen, and when.
// Licensed under the MIT license; see LICENSE.

import QuartzGLES
import QuartzModel
import QuartzPlan
@testable import QuartzServer
import QuartzWire
import Testing

/// A screen that flips when it is told to.
final class RecordingScreen: Screen {
  let name = "test"
  let refreshRate: Double
  var headroom = 1.0
  private(set) var isFlipping = false
  let descriptors: [Int32] = []
  /// Whether another monitor came, which the next picture shows on.
  var isStale = false
  /// All that was drawn.
  private(set) var pictures: [ScreenPicture?] = []
  var failure: RenderError?
  var flipFailure: ScreenError?
  private var finishedFlip: ScreenFlip?

  init(refreshRate: Double = 10) {
    self.refreshRate = refreshRate
  }

  func draw(_ picture: ScreenPicture?, by backend: any RenderBackend) throws(RenderError) {
    #expect(!isFlipping)
    defer { failure = nil }
    if let failure { throw failure }
    pictures.append(picture)
    isStale = false
  }

  func takeNews() -> [String] { [] }

  func flip() throws(ScreenError) {
    if let flipFailure { throw flipFailure }
    // The first picture shows at once.
    isFlipping = pictures.count > 1
  }

  func takeFlip() throws(ScreenError) -> ScreenFlip? {
    if let flipFailure { throw flipFailure }
    defer { finishedFlip = nil }
    return finishedFlip
  }

  /// Ends the flip, for `takeFlip` to notice.
  func finishFlip(at time: Double?) {
    isFlipping = false
    finishedFlip = ScreenFlip(time: time)
  }
}

@Suite struct ScreenTests {
  private func turned(_ screen: RecordingScreen) throws -> LoopHarness {
    let harness = try LoopHarness(screen: screen)
    harness.turn()
    return harness
  }

  private func finishFlip(_ screen: RecordingScreen, _ harness: LoopHarness, at time: Double?) {
    screen.finishFlip(at: time)
    harness.loop.takeFlip()
    harness.turn()
  }

  /// Shows a box that moves, with as many frames as the screen has.
  private func showMovement(_ harness: LoopHarness) -> UInt64 {
    let client = harness.connect(1)
    let token = harness.createContext(1, of: client, rate: 1000)
    harness.commit(Scenes.box(), of: client)
    harness.commit(Scenes.movement(from: 0, duration: 1, repeats: true), of: client)
    return token
  }

  private func framesDrawn(_ harness: LoopHarness, _ token: UInt64) -> Int? {
    harness.loop.tokens[token]?.framesDrawn
  }

  @Test func choicesReadWhatTheyPrint() {
    let choices = [
      "none": OutputChoice.none, "kms": .kms(node: nil),
      "kms:/dev/dri/card1": .kms(node: "/dev/dri/card1"), "window": .window,
    ]
    for (name, choice) in choices {
      #expect(OutputChoice(name: name) == choice)
      #expect("\(choice)" == name)
    }
    for name in ["", "KMS", "kms:", "kms:card0", "/dev/dri/card0", "window:1"] {
      #expect(OutputChoice(name: name) == nil)
    }
  }

  @Test func screenIsBlackAtFirst() throws {
    let screen = RecordingScreen()
    let harness = try turned(screen)
    #expect(screen.pictures == [nil])
    harness.turn()
    #expect(screen.pictures.count == 1)
  }

  /// While a flip is on its way nothing is drawn and nobody is woken; then the frame of its time
  /// is.
  @Test func framesWaitForFlips() throws {
    let screen = RecordingScreen()
    let harness = try turned(screen)
    let token = showMovement(harness)
    harness.turn()
    #expect(screen.isFlipping)
    #expect(harness.advance(to: 100.35) == 0)
    let drawn = try #require(framesDrawn(harness, token))
    let client = ClientID(1)
    harness.post(.awaitFrame(AwaitFrame(token: token)), from: client)
    #expect(harness.turn().isEmpty)
    harness.clock.set(100.36)
    screen.finishFlip(at: 100.35)
    harness.loop.takeFlip()
    let times = harness.turn().compactMap { record in
      if case .frameBegan(let frame) = record.message { frame.time } else { nil }
    }
    #expect(times == [100.35])
    #expect(framesDrawn(harness, token) == drawn + 1)
    #expect(screen.isFlipping)
  }

  @Test func screenWithoutAClockOfItsOwnKeepsTheRate() throws {
    let screen = RecordingScreen()
    let harness = try turned(screen)
    let token = showMovement(harness)
    harness.turn()
    let drawn = try #require(framesDrawn(harness, token))
    for step in 0..<50 {
      let time = 100 + Double(step) * 0.01
      if screen.isFlipping { finishFlip(screen, harness, at: nil) }
      harness.advance(to: time)
    }
    // 0.1, 0.2, 0.3 and 0.4 seconds later.
    #expect(framesDrawn(harness, token) == drawn + 4)
  }

  @Test func firstContextShowsThenTheNextThenBlack() throws {
    let screen = RecordingScreen()
    let harness = try turned(screen)
    var time = 100.0
    func settle() {
      for _ in 0..<4 {
        time += 1
        harness.advance(to: time)
        if screen.isFlipping { finishFlip(screen, harness, at: time) }
      }
    }
    let (first, second) = (harness.connect(1), harness.connect(2))
    for client in [first, second] {
      _ = harness.createContext(1, of: client)
      harness.commit(Scenes.box(), of: client)
      harness.turn()
    }
    settle()
    let numbers = screen.pictures.compactMap { $0?.context }
    #expect(Set(numbers).count == 1)
    #expect(screen.pictures.last??.width == 64)
    harness.mailbox.post(.disconnected(first))
    harness.turn()
    settle()
    #expect(screen.pictures.last??.context == numbers.first.map { $0 + 1 })
    harness.mailbox.post(.disconnected(second))
    harness.turn()
    settle()
    #expect(screen.pictures.last == .some(nil))
  }

  /// A program that is there to be hosted was first, and shows in its host alone.
  @Test func screenShowsTheHostWithTheHostedTree() throws {
    let screen = RecordingScreen()
    let harness = try turned(screen)
    let key = LayerServerKey(high: 1, low: 2, process: 0)
    let (hosted, host) = (harness.connect(1), harness.connect(2))
    let source = harness.createContext(1, of: hosted)
    harness.post(
      .offerContext(OfferContext(context: 1, key: key, client: 5)),
      from: hosted
    )
    harness.commit(Scenes.box(), of: hosted)
    harness.turn()
    func settle(at times: [Double]) {
      for time in times {
        harness.advance(to: time)
        if screen.isFlipping { finishFlip(screen, harness, at: time) }
      }
    }
    // It was on the screen before it said so.
    settle(at: [100.5, 100.6, 100.7])
    #expect(screen.pictures.last == .some(nil))
    let before = screen.pictures.count
    let token = harness.createContext(1, of: host)
    harness.post(.serveLayers(ServeLayers(high: 1, low: 2)), from: host)
    var values = PropertyBag()
    values[.remoteClientId] = .integer(5)
    var commit = Scenes.box(color: .clear)
    commit.changes.append(Commit.Change(Scenes.root, values))
    harness.commit(commit, of: host)
    harness.turn()
    settle(at: [101.0, 102, 103, 104])
    let shown = try #require(screen.pictures.last??.context)
    #expect(shown == harness.loop.tokens[token]?.renderer.context)
    #expect(screen.pictures.dropFirst(before).allSatisfy { $0?.context == shown })
    #expect(harness.loop.tokens[source]?.framesDrawn ?? 0 <= 1)
    // The box of the hosted tree is in the picture of the screen.
    #expect(try #require(harness.frame(of: host)).red(8, 8) == 255)
    // A change of the hosted program comes to the screen.
    let count = screen.pictures.count
    harness.commit(Scenes.movement(from: 104, duration: 1), of: hosted)
    harness.turn()
    settle(at: [104.3, 104.6, 104.9])
    #expect(screen.pictures.count > count)
  }

  @Test func picturesThatAreAskedForComeToTheScreen() throws {
    let screen = RecordingScreen()
    let harness = try turned(screen)
    let client = harness.connect(1)
    _ = harness.createContext(1, of: client, clock: .stepped)
    harness.commit(Scenes.box(), of: client)
    harness.commit(Scenes.movement(from: 0, duration: 1), of: client)
    harness.turn()
    #expect(screen.pictures == [nil])
    _ = harness.frame(of: client, at: .seconds(0.25))
    #expect(screen.pictures.count == 2)
    // Drawn, but not before the flip to the picture before.
    _ = harness.frame(of: client, at: .seconds(0.5))
    #expect(screen.pictures.count == 2)
    finishFlip(screen, harness, at: 101)
    #expect(screen.pictures.count == 3)
  }

  @Test func screenThatFailsIsGivenUpAndNobodyIsHurt() throws {
    let screen = RecordingScreen()
    let harness = try turned(screen)
    screen.flipFailure = ScreenError("gone")
    let token = showMovement(harness)
    harness.turn()
    #expect(harness.loop.screenState == nil)
    let drawn = try #require(framesDrawn(harness, token))
    harness.advance(to: 101)
    #expect(try #require(framesDrawn(harness, token)) > drawn)
    #expect(harness.loop.clients.count == 1)
  }

  /// A monitor that is plugged in shows the picture that is there, though nothing changes.
  @Test func monitorThatComesShowsThePicture() throws {
    let screen = RecordingScreen()
    let harness = try turned(screen)
    let client = harness.connect(1)
    _ = harness.createContext(1, of: client)
    harness.commit(Scenes.box(), of: client)
    harness.turn()
    for time in [101.0, 102, 103] {
      harness.advance(to: time)
      if screen.isFlipping { finishFlip(screen, harness, at: time) }
    }
    let count = screen.pictures.count
    let last = try #require(screen.pictures.last)
    harness.advance(to: 110)
    #expect(screen.pictures.count == count)
    screen.isStale = true
    harness.loop.takeFlip()
    harness.turn()
    #expect(screen.pictures.count == count + 1)
    #expect(screen.pictures.last == last)
  }

  /// A flip that never comes would keep the context from being drawn for ever.
  @Test func screenThatIsGoneIsGivenUp() throws {
    let screen = RecordingScreen()
    let harness = try turned(screen)
    let token = showMovement(harness)
    harness.turn()
    #expect(screen.isFlipping)
    screen.flipFailure = ScreenError("gone")
    harness.loop.takeFlip()
    #expect(harness.loop.screenState == nil)
    let drawn = try #require(framesDrawn(harness, token))
    harness.turn()
    harness.advance(to: 101)
    #expect(try #require(framesDrawn(harness, token)) > drawn)
  }

  @Test func lostContextIsReplacedAndShowsAgain() throws {
    let screen = RecordingScreen()
    let harness = try turned(screen)
    screen.failure = .contextLost
    _ = showMovement(harness)
    harness.turn()
    #expect(harness.failures.makes.withLock { $0 } == 2)
    harness.advance(to: 101)
    #expect(harness.loop.screenState != nil)
    #expect(screen.pictures.count == 2)
  }
}
