// Tests of the way of events: who gets them, and how many wait.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan
@testable import QuartzServer
import Testing

/// A tree at x = 100 and to the right, whose layer begins there.
private struct SplitScene: EventScene {
  static let place = HostedPlace(source: 7, host: LayerID(3))
  var isThere = true

  func place(at point: Point) -> HostedPlace? {
    isThere && point.x >= 100 ? Self.place : nil
  }

  func point(at point: Point, in place: HostedPlace) -> Point? {
    isThere ? Point(point.x - 100, point.y) : nil
  }
}

@Suite struct EventRouterTests {
  private typealias Delivery = EventRouter.Delivery
  private let hosted = EventRouter.Target.hosted(SplitScene.place)
  private let scene = SplitScene()

  private func event(_ kind: OutputEvent.Kind) -> OutputEvent { OutputEvent(kind, time: 1) }

  private func to(_ target: EventRouter.Target, _ kind: OutputEvent.Kind) -> Delivery {
    Delivery(target: target, event: event(kind))
  }

  private func point(_ x: Double) -> Point { Point(x, 5) }

  @Test func thePointerGoesFromOneToTheOther() {
    var router = EventRouter()
    func move(_ x: Double) -> [Delivery] { router.route(event(.pointerMoved(point(x))), in: scene) }
    #expect(move(10) == [to(.context, .pointerMoved(point(10)))])
    #expect(
      move(130) == [to(.context, .pointerLeft), to(hosted, .pointerMoved(point(30)))]
    )
    #expect(move(131) == [to(hosted, .pointerMoved(point(31)))])
    #expect(router.route(event(.pointerLeft), in: scene) == [to(hosted, .pointerLeft)])
    #expect(router.route(event(.pointerLeft), in: scene) == [])
  }

  /// A button that went down on a tree belongs to it until all are up, wherever the pointer is.
  @Test func aButtonKeepsItsContext() {
    var router = EventRouter()
    func send(_ kind: OutputEvent.Kind) -> [Delivery] { router.route(event(kind), in: scene) }
    #expect(
      send(.buttonDown(1, clicks: 1, at: point(110)))
        == [to(hosted, .buttonDown(1, clicks: 1, at: point(10)))]
    )
    #expect(send(.pointerMoved(point(40))) == [to(hosted, .pointerMoved(point(-60)))])
    #expect(
      send(.buttonDown(3, clicks: 1, at: point(40)))
        == [to(hosted, .buttonDown(3, clicks: 1, at: point(-60)))]
    )
    #expect(send(.buttonUp(1, at: point(40))) == [to(hosted, .buttonUp(1, at: point(-60)))])
    #expect(send(.buttonUp(3, at: point(40))) == [to(hosted, .buttonUp(3, at: point(-60)))])
    #expect(
      send(.pointerMoved(point(41)))
        == [to(hosted, .pointerLeft), to(.context, .pointerMoved(point(41)))]
    )
  }

  @Test func eachFingerHasItsContext() {
    var router = EventRouter()
    func send(_ phase: OutputEvent.Finger, _ finger: Int, _ x: Double) -> [Delivery] {
      router.route(event(.touch(phase, finger, at: point(x))), in: scene)
    }
    #expect(send(.began, 1, 10) == [to(.context, .touch(.began, 1, at: point(10)))])
    #expect(send(.began, 2, 110) == [to(hosted, .touch(.began, 2, at: point(10)))])
    #expect(send(.moved, 1, 150) == [to(.context, .touch(.moved, 1, at: point(150)))])
    #expect(send(.moved, 2, 50) == [to(hosted, .touch(.moved, 2, at: point(-50)))])
    #expect(send(.ended, 2, 50) == [to(hosted, .touch(.ended, 2, at: point(-50)))])
    // A finger that never came down.
    #expect(send(.moved, 2, 50) == [] && send(.ended, 9, 50) == [])
    for finger in 10..<200 { _ = send(.began, finger, 10) }
    #expect(send(.moved, 72, 11) == [to(.context, .touch(.moved, 72, at: point(11)))])
    #expect(send(.moved, 73, 11) == [])
  }

  /// Keys follow the press, and each side is told.
  @Test func keysGoWhereThePressWas() {
    var router = EventRouter()
    func send(_ kind: OutputEvent.Kind) -> [Delivery] { router.route(event(kind), in: scene) }
    let key = OutputEvent.Kind.key(
      .init(characters: "a", plainCharacters: "a", usage: 4, isRepeat: false),
      isDown: true
    )
    #expect(send(.focus(true)) == [to(.context, .focus(true))])
    #expect(send(key) == [to(.context, key)])
    #expect(
      send(.buttonDown(1, clicks: 1, at: point(110)))
        == [
          to(.context, .focus(false)), to(hosted, .focus(true)),
          to(hosted, .buttonDown(1, clicks: 1, at: point(10))),
        ]
    )
    #expect(send(key) == [to(hosted, key)])
    // The desktop takes everything back.
    #expect(send(.focus(false)) == [to(hosted, .focus(false))])
    #expect(
      send(.pointerMoved(point(1)))
        == [to(.context, .pointerMoved(point(1)))]
    )
  }

  @Test func nothingGoesToATreeThatIsGone() {
    var router = EventRouter()
    _ = router.route(event(.buttonDown(1, clicks: 1, at: point(110))), in: scene)
    let gone = SplitScene(isThere: false)
    #expect(router.route(event(.pointerMoved(point(110))), in: gone) == [])
    #expect(router.route(event(.buttonUp(1, at: point(110))), in: gone) == [])
    #expect(
      router.route(event(.buttonUp(1, at: point(110))), in: gone)
        == [to(.context, .buttonUp(1, at: point(110)))]
    )
  }
}

@Suite struct EventBacklogTests {
  private func event(_ kind: OutputEvent.Kind, _ time: Double = 0) -> OutputEvent {
    OutputEvent(kind, time: time)
  }

  /// A million movements of a pointer and ten fingers are eleven events that wait.
  @Test func movementsTakeThePlaceOfOthers() {
    var backlog = EventBacklog<OutputEvent>()
    for index in 0..<1_000_000 {
      let point = Point(Double(index), 0)
      let finger = index % 11
      backlog.append(
        event(finger == 10 ? .pointerMoved(point) : .touch(.moved, finger, at: point))
      )
    }
    #expect(backlog.events.count == 11)
    #expect(backlog.events.contains(event(.touch(.moved, 0, at: Point(999_999, 0)))))
    #expect(backlog.events.contains(event(.pointerMoved(Point(999_998, 0)))))
  }

  /// The order of movements and presses stays.
  @Test func nothingPassesAPress() {
    var backlog = EventBacklog<OutputEvent>()
    let kinds: [OutputEvent.Kind] = [
      .pointerMoved(Point(1, 0)), .buttonDown(1, clicks: 1, at: Point(1, 0)),
      .pointerMoved(Point(2, 0)), .pointerMoved(Point(3, 0)), .buttonUp(1, at: Point(3, 0)),
    ]
    for kind in kinds { backlog.append(event(kind)) }
    #expect(backlog.take().map(\.kind) == [kinds[0], kinds[1], kinds[3], kinds[4]])
    #expect(backlog.isEmpty)
  }

  @Test func turnsOfTheWheelAddUp() {
    var backlog = EventBacklog<OutputEvent>()
    for index in 0..<1000 {
      backlog.append(event(.wheel(right: 0.5, up: -1, at: Point(Double(index), 0)), Double(index)))
    }
    #expect(
      backlog.events == [event(.wheel(right: 500, up: -1000, at: Point(999, 0)), 999)]
    )
  }

  @Test func theOldestPressesGo() {
    var backlog = EventBacklog<OutputEvent>()
    for index in 0..<10_000 {
      let point = Point(Double(index), 0)
      backlog.append(
        event(index % 2 == 0 ? .buttonDown(1, clicks: 1, at: point) : .buttonUp(1, at: point))
      )
    }
    #expect(backlog.events.count == 4096)
    #expect(backlog.take(atMost: 1)[0].point == Point(5904, 0))
    #expect(backlog.events.count == 4095)
  }

  /// Numbers that are none, and those out of range, are no events.
  @Test func hostileNumbersAreNoEvents() {
    let bad: [OutputEvent.Kind] = [
      .pointerMoved(Point(.nan, 0)), .buttonDown(0, clicks: 1, at: .zero),
      .buttonDown(1, clicks: 0, at: .zero), .buttonDown(33, clicks: 1, at: .zero),
      .buttonUp(1, at: Point(0, .infinity)), .wheel(right: .nan, up: 0, at: .zero),
      .touch(.began, 1, at: Point(.nan, .nan)), .headroom(.nan), .headroom(0.5), .headroom(65),
      .key(
        .init(
          characters: String(repeating: "x", count: 65),
          plainCharacters: "",
          usage: 0,
          isRepeat: false
        ),
        isDown: true
      ),
    ]
    for kind in bad { #expect(!event(kind).isValid, "\(kind)") }
    #expect(!event(.pointerLeft, .nan).isValid && event(.pointerLeft).isValid)
  }
}
