// Tests of events of windows and screens in the loops of their contexts.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan
@testable import QuartzServer
import QuartzWire
import Testing

@Suite struct EventLoopTests {
  private let harness: LoopHarness
  private let owner: ClientID
  private let reader: ClientID
  private let token: UInt64
  private let feed = EventFeed()

  init() throws {
    harness = try LoopHarness()
    (owner, reader) = (harness.connect(1), harness.connect(2))
    token = harness.createContext(1, of: owner)
    harness.commit(Scenes.box(), of: owner)
    settle()
    harness.advance(to: 101)
  }

  @discardableResult
  private func settle() -> [RecordingReplySink.Record] { (0..<6).flatMap { _ in harness.turn() } }

  private func request(
    _ token: UInt64? = nil,
    by client: ClientID? = nil,
    serial: UInt64 = 9
  ) {
    let message = RequestEvents(token: token ?? self.token)
    harness.post(.requestEvents(message), from: client ?? reader, serial: serial)
  }

  /// Lets things happen in the window of the context.
  private func happen(_ kinds: OutputEvent.Kind...) {
    for kind in kinds where feed.add(OutputEvent(kind, time: 1)) {
      harness.mailbox.post(.events(feed, of: token, isRouted: false))
    }
  }

  private func answer(to client: ClientID? = nil, serial: UInt64 = 9) -> [OutputEvent.Kind]? {
    for record in settle() where record.client == client ?? reader && record.serial == serial {
      if case .outputEvents(let message) = record.message { return message.events.map(\.kind) }
    }
    return nil
  }

  private func refusal(of client: ClientID) -> Failure? {
    for record in settle() where record.client == client {
      if case .failure(let failure) = record.message { return failure }
    }
    return nil
  }

  @Test func whoAsksGetsWhatHappens() {
    request()
    #expect(answer() == nil)
    happen(.pointerMoved(Point(3, 4)), .buttonDown(1, clicks: 1, at: Point(3, 4)))
    let first = [
      OutputEvent.Kind.pointerMoved(Point(3, 4)), .buttonDown(1, clicks: 1, at: Point(3, 4)),
    ]
    #expect(answer() == first)
    // Nothing is sent unasked, and nothing is lost meanwhile.
    happen(.buttonUp(1, at: Point(3, 4)))
    #expect(settle().isEmpty)
    happen(.pointerLeft)
    request(serial: 10)
    #expect(answer(serial: 10) == [.buttonUp(1, at: Point(3, 4)), .pointerLeft])
  }

  /// All that happened before somebody asked is over, but for the focus and the screen.
  @Test func theFirstAnswerHasTheStateOfThings() throws {
    happen(.focus(true), .buttonDown(1, clicks: 1, at: .zero), .buttonUp(1, at: .zero))
    settle()
    harness.loop.tellHeadroom(2.5, to: try #require(harness.loop.tokens[token]))
    request()
    #expect(answer() == [.focus(true), .headroom(2.5)])
    // The same headroom again is no news.
    request()
    harness.loop.tellHeadroom(2.5, to: try #require(harness.loop.tokens[token]))
    #expect(answer() == nil)
    harness.loop.tellHeadroom(.nan, to: try #require(harness.loop.tokens[token]))
    #expect(answer() == [.headroom(1)])
  }

  /// A program that does not read costs what 4096 events do, and gets messages of at most 1024.
  @Test func aMillionEventsOfAProgramThatDoesNotRead() {
    request()
    settle()
    happen(.pointerLeft, .pointerMoved(.zero))
    #expect(answer() == [.pointerMoved(.zero)])
    for index in 0..<1_000_000 {
      happen(index % 2 == 0 ? .buttonDown(1, clicks: 1, at: .zero) : .buttonUp(1, at: .zero))
      if index % 1000 == 0 { harness.turn() }
    }
    var count = 0
    for serial in UInt64(20)... {
      request(serial: serial)
      guard let events = answer(serial: serial) else { break }
      #expect(events.count <= 1024)
      count += events.count
    }
    #expect(count == 4096)
  }

  @Test func oneConnectionOfTheProcessReads() throws {
    request()
    settle()
    request(by: owner, serial: 11)
    let second = try #require(refusal(of: owner))
    #expect(second.code == .limitExceeded && second.refusedOpcode == 41)
    #expect(!second.endsConnection)
    // The first one goes; another may read.
    harness.mailbox.post(.disconnected(reader))
    settle()
    #expect(!harness.loop.directory.listens(token))
    request(by: owner, serial: 12)
    settle()
    happen(.pointerMoved(.zero))
    #expect(answer(to: owner, serial: 12) == [.pointerMoved(.zero)])
    #expect(harness.loop.directory.listens(token))
  }

  /// Nobody reads what is typed for another process.
  @Test func otherProcessesGetNothing() throws {
    let flowControl = FlowControl(limits: ServerLimits())
    let id = ClientID(5)
    let client = NewClient(id: id, name: "other", flowControl: flowControl, process: 99)
    harness.mailbox.post(.connected(client))
    request(by: id)
    let refused = try #require(refusal(of: id))
    #expect(refused.code == .unknownContext && !refused.endsConnection)
    happen(.pointerMoved(.zero))
    #expect(settle().isEmpty)
  }

  @Test func contextsThatAreGoneHaveNoEvents() throws {
    request()
    settle()
    harness.post(.destroyContext(DestroyContext(context: 1)), from: owner)
    let gone = try #require(refusal(of: reader))
    #expect(gone.code == .unknownToken && !gone.endsConnection)
    happen(.pointerMoved(.zero))
    #expect(settle().isEmpty)
    request()
    #expect(try #require(refusal(of: reader)).code == .unknownToken)
  }

  // MARK: Trees of other programs

  /// A host that shows the client 7's box of 16 x 16 with its left edge at 20.
  private func makeHosted() -> (token: UInt64, host: UInt64, reader: ClientID) {
    let (host, reader) = (harness.connect(11), harness.connect(12))
    let hostToken = harness.createContext(1, of: host)
    harness.post(.serveLayers(ServeLayers(high: 5, low: 6)), from: host)
    harness.commit(Scenes.hosting(7, x: 20), of: host)
    let key = LayerServerKey(high: 5, low: 6, process: 0)
    harness.post(.offerContext(OfferContext(context: 1, key: key, client: 7)), from: owner)
    settle()
    harness.advance(to: 102)
    return (token, hostToken, reader)
  }

  @Test func theProgramUnderThePointerGetsIt() throws {
    let hosted = makeHosted()
    let window = EventFeed()
    func happen(_ kinds: OutputEvent.Kind...) {
      for kind in kinds where window.add(OutputEvent(kind, time: 1)) {
        harness.mailbox.post(.events(window, of: hosted.host, isRouted: false))
      }
    }
    request(hosted.host, by: hosted.reader, serial: 30)
    settle()
    // The hosted program does not listen yet: the host has what happens over it.
    happen(.pointerMoved(Point(24, 4)))
    #expect(answer(to: hosted.reader, serial: 30) == [.pointerMoved(Point(24, 4))])
    request(serial: 31)
    settle()
    happen(.buttonDown(1, clicks: 1, at: Point(25, 4)))
    #expect(answer(serial: 31) == [.buttonDown(1, clicks: 1, at: Point(5, 4))])
    // Beside the box, at its far edge, and while the button is down.
    request(serial: 32)
    happen(.pointerMoved(Point(2, 30)))
    #expect(answer(serial: 32) == [.pointerMoved(Point(-18, 30))])
    request(serial: 33)
    happen(.buttonUp(1, at: Point(2, 30)))
    #expect(answer(serial: 33) == [.buttonUp(1, at: Point(-18, 30))])
    request(hosted.host, by: hosted.reader, serial: 34)
    happen(.pointerMoved(Point(36, 4)))
    #expect(answer(to: hosted.reader, serial: 34) == [.pointerLeft, .pointerMoved(Point(36, 4))])
  }

  // MARK: Headroom

  @Test func anExtendedContextTakesAnotherHeadroom() throws {
    var size = Scenes.size
    size.range = .extended(headroom: 4)
    _ = harness.createContext(2, of: owner, configuration: size)
    harness.post(.setHeadroom(SetHeadroom(context: 2, headroom: 2)), from: owner)
    #expect(settle().isEmpty)
    let context = try #require(harness.loop.clients[owner]?.contexts[2])
    #expect(context.configuration.range == .extended(headroom: 2))
    #expect(harness.loop.tokens[context.token] === context)
    harness.post(.setHeadroom(SetHeadroom(context: 1, headroom: 2)), from: owner)
    #expect(try #require(refusal(of: owner)).code == .malformed)
  }

  /// The program whose context a screen shows is told how bright it is.
  @Test func aScreenTellsItsHeadroom() throws {
    let screen = RecordingScreen()
    screen.headroom = 3.5
    let harness = try LoopHarness(screen: screen)
    let (owner, reader) = (harness.connect(1), harness.connect(2))
    let token = harness.createContext(1, of: owner)
    harness.commit(Scenes.box(), of: owner)
    harness.turn()
    harness.advance(to: 101)
    func told() -> [OutputEvent.Kind] {
      harness.post(.requestEvents(RequestEvents(token: token)), from: reader)
      return (0..<4).flatMap { _ in harness.turn() }.flatMap { record -> [OutputEvent.Kind] in
        if case .outputEvents(let message) = record.message {
          message.events.map(\.kind)
        } else {
          []
        }
      }
    }
    #expect(told() == [.headroom(3.5)])
    // Another monitor, which shows the picture again.
    screen.headroom = 1
    screen.isStale = true
    screen.finishFlip(at: nil)
    harness.loop.takeFlip()
    #expect(told() == [.headroom(1)])
  }
}
