// The touches of a window: objects around the values of its interaction.
// Licensed under the MIT license; see LICENSE.
//
// The interaction knows numbers. This gives it the views and recognisers that a finger comes down
// on, answers its questions with delegates and overrides, and makes its calls. No two objects share
// a number, and it retains nothing but touches.

import CoreGraphics
import Foundation
import QuartzInteraction

/// The touches of a window.
@MainActor
final class TouchShell {
  private struct WeakView {
    weak var view: UIView?
  }

  private weak var window: UIWindow?
  final lazy var interaction = Interaction(host: self)
  private var recognizers: [Int: UIGestureRecognizer.WeakRecognizer] = [:]
  /// The recognisers that a finger which comes down is offered to one by one, and the place of the
  /// present one; empty after the event.
  private var offered: [UIGestureRecognizer] = []
  private var offer = 0
  private var views: [Int: WeakView] = [:]
  private var touches: [Int: UITouch] = [:]
  /// Touches of an event that are new.
  private var arriving: [Int: UITouch] = [:]
  private var event: UIEvent
  private var isMakingCalls = false
  private var timer: (call: ViewClock.Call, time: Double)?

  init(_ window: UIWindow) {
    self.window = window
    event = UIEvent(.touches, time: 0)
  }

  // MARK: Events

  /// Sends the touches of an event that belong to the window.
  func deliver(_ event: UIEvent) {
    let changed = event.touches.filter { $0.window === window && $0.phase != .stationary }
    guard !changed.isEmpty else { return }
    self.event = event
    let samples = changed.sorted { $0.order < $1.order }.compactMap { touch -> TouchSample? in
      guard let phase = TouchPhase(touch.phase) else { return nil }
      if phase == .began { arriving[touch.finger] = touch }
      return TouchSample(
        phase,
        touch.finger,
        at: TouchPlace(touch.place.x, touch.place.y),
        kind: touch.type.rawValue,
        buttons: touch.buttons.rawValue
      )
    }
    interaction.handle(TouchEvent(time: event.timestamp, samples))
    makeCalls()
    if !isMakingCalls {
      arriving.removeAll()
      offered.removeAll(keepingCapacity: true)
    }
  }

  /// Breaks off a recogniser that is turned off or removed.
  func drop(_ recognizer: UIGestureRecognizer) {
    guard interaction.row(recognizer.number) != nil else { return }
    note(recognizer)
    interaction.drop(recognizer.number)
    makeCalls()
  }

  /// Takes a state that a recogniser of the program sets.
  func wish(_ recognizer: UIGestureRecognizer, _ state: UIGestureRecognizer.State) {
    guard let state = GestureState(rawValue: state.rawValue) else { return }
    note(recognizer)
    interaction.wish(recognizer.number, state)
    if !interaction.isFeeding { makeCalls() }
  }

  /// Takes the touches of a view away that left the window.
  func viewLeft(_ view: UIView) {
    guard let number = view.extras?.touchNumber, number > 0 else { return }
    interaction.viewsLeft { $0 == number }
    makeCalls()
  }

  /// Forgets all touches without telling anybody but recognisers.
  func clear() {
    let active = interaction.rows.compactMap { recognizers[$0.id]?.recognizer }
    interaction = Interaction(host: self)
    for recognizer in active {
      recognizer.liveShell = nil
      recognizer.reset()
    }
    touches.removeAll()
    arriving.removeAll()
    arm()
  }

  /// Returns the recognisers that receive a touch.
  func recognizers(of touch: UITouch) -> [UIGestureRecognizer] {
    interaction.touch(touch.number)?.recognizers.compactMap { recognizers[$0]?.recognizer } ?? []
  }

  /// Returns the view of a touch.
  func view(of touch: Int) -> UIView? { touches[touch]?.touchedView }

  private func note(_ recognizer: UIGestureRecognizer) {
    recognizers[recognizer.number] = .init(recognizer: recognizer)
  }

  // MARK: Calls

  private func makeCalls() {
    guard !isMakingCalls else { return }
    isMakingCalls = true
    UIApplication.shared.input.handle {
      while let call = interaction.next() { make(call) }
      isMakingCalls = false
    }
    touches = touches.filter { interaction.touch($0.key) != nil }
    if interaction.rows.isEmpty, touches.isEmpty {
      recognizers.removeAll(keepingCapacity: true)
      views.removeAll(keepingCapacity: true)
    }
    arm()
  }

  private func make(_ call: InteractionCall) {
    switch call {
    case .action(let id, _):
      guard let recognizer = recognizers[id]?.recognizer else { return }
      recognizer.lastPlace =
        interaction.row(id).map { $0.machine.fixedPlace ?? $0.hand.centroid }
        ?? recognizer.lastPlace
      recognizer.callTargets()
    case .touch(let phase, let view, let touch): tell(phase, view, touch)
    case .halt(let scroll): (views[scroll]?.view as? UIScrollView)?.haltMotion()
    case .settle(let scroll): (views[scroll]?.view as? UIScrollView)?.settleAfterTouch()
    case .reset(let id):
      recognizers[id]?.recognizer?.liveShell = nil
      recognizers[id]?.recognizer?.reset()
    }
  }

  /// Tells a view of all its touches in a phase.
  private func tell(_ phase: TouchPhase, _ number: Int, _ first: Int) {
    var told: Set<UITouch> = []
    var next: Int? = first
    while let id = next {
      if let touch = touches[id] { told.insert(touch) }
      next = interaction.nextTouch(phase, view: number)
    }
    guard let view = views[number]?.view, !told.isEmpty else { return }
    // A begin that was held back is one all the same.
    let phases = told.map { ($0, $0.currentPhase) }
    for touch in told { touch.currentPhase = UITouch.Phase(phase) }
    event.touches.formUnion(told)
    switch phase {
    case .began: view.touchesBegan(told, with: event)
    case .moved: view.touchesMoved(told, with: event)
    case .ended: view.touchesEnded(told, with: event)
    case .cancelled: view.touchesCancelled(told, with: event)
    }
    for (touch, phase) in phases { touch.currentPhase = phase }
  }

  /// Asks the window's clock for a call at the next deadline.
  private func arm() {
    let deadline = interaction.nextDeadline
    guard deadline != timer?.time else { return }
    timer?.call.cancel()
    timer = nil
    guard let deadline, let window else { return }
    let call = ViewClock.call(at: deadline, in: window) { [weak self] in self?.fire(deadline) }
    timer = (call, deadline)
  }

  private func fire(_ deadline: Double) {
    timer = nil
    let event = UIEvent(.touches, time: deadline)
    event.touches = Set(touches.values)
    self.event = event
    interaction.advance(to: deadline)
    makeCalls()
  }
}

extension TouchShell: InteractionHost {
  func chain(for touch: TouchRecord) -> TouchChain? {
    guard let window, let object = arriving[touch.finger] else { return nil }
    object.number = touch.id
    object.count = touch.tapCount
    let place = CGPoint(x: touch.place.x, y: touch.place.y)
    guard let hit = window.hitTest(place, with: event) else { return nil }
    object.touchedView = hit
    touches[touch.id] = object
    var chain = TouchChain(window: 0)
    offered.removeAll(keepingCapacity: true)
    offer = 0
    var candidate: UIView? = hit
    while let view = candidate {
      let number = view.touchNumber
      views[number] = WeakView(view: view)
      var link = TouchChain.Link(view: number)
      link.isMultiple = view.isMultipleTouchEnabled
      link.isExclusive = view.isExclusiveTouch
      if let scroll = view as? UIScrollView {
        link.pan = scroll.scroll.pan.number
        link.delaysContent = scroll.delaysContentTouches
      }
      for recognizer in view.extras?.recognizers ?? [] where recognizer.isEnabled {
        offered.append(recognizer)
        chain.recognizers.append(.init(id: recognizer.number, link: chain.links.count))
      }
      chain.links.append(link)
      candidate = view.superview
    }
    return chain
  }

  /// Returns the recogniser that is offered a touch; they come in their order.
  private func offeredRecognizer(_ id: Int) -> UIGestureRecognizer? {
    while offer < offered.count {
      if offered[offer].number == id { return offered[offer] }
      offer += 1
    }
    return nil
  }

  func settings(of recognizer: Int) -> GestureSettings? {
    let isOffered = offer < offered.count && offered[offer].number == recognizer
    let found = isOffered ? offered[offer] : recognizers[recognizer]?.recognizer
    guard let recognizer = found, recognizer.isEnabled else { return nil }
    if isOffered { note(recognizer) }
    recognizer.liveShell = self
    return recognizer.settings
  }

  func facts(of scroll: Int) -> ScrollFacts {
    (views[scroll]?.view as? UIScrollView)?.facts ?? ScrollFacts()
  }

  func feed(_ recognizer: Int, _ phase: TouchPhase, _ ids: [Int]) {
    guard let recognizer = recognizers[recognizer]?.recognizer else { return }
    let told = Set(ids.compactMap { touches[$0] })
    guard !told.isEmpty else { return }
    switch phase {
    case .began: recognizer.touchesBegan(told, with: event)
    case .moved: recognizer.touchesMoved(told, with: event)
    case .ended: recognizer.touchesEnded(told, with: event)
    case .cancelled: recognizer.touchesCancelled(told, with: event)
    }
  }

  func answer(_ question: InteractionQuestion) -> Bool {
    func recognizer(_ id: Int) -> UIGestureRecognizer? { recognizers[id]?.recognizer }
    switch question {
    case .receives(let id, let touch):
      guard let recognizer = offeredRecognizer(id), let touch = touches[touch] else { return false }
      return receives(recognizer, touch)
    case .viewAllows(let view, let id):
      guard let recognizer = recognizer(id) else { return false }
      return views[view]?.view?.gestureRecognizerShouldBegin(recognizer) ?? true
    case .delegateAllows(let id):
      guard let recognizer = recognizer(id) else { return false }
      return recognizer.delegate?.gestureRecognizerShouldBegin(recognizer) ?? true
    case .together(let one, let other):
      guard let one = recognizer(one), let other = recognizer(other) else { return false }
      return one.goesTogether(with: other)
    case .requires(let one, let other):
      guard let one = recognizer(one), let other = recognizer(other) else { return false }
      return one.waits(for: other)
    case .prevents(let one, let other):
      guard let one = recognizer(one), let other = recognizer(other) else { return false }
      return one.canPrevent(other) && other.canBePrevented(by: one)
    case .scrollGives(let scroll, let view, let touch):
      guard let view = views[view]?.view, let touch = touches[touch] else { return true }
      return scrollView(scroll)?.touchesShouldBegin([touch], with: event, in: view) ?? true
    case .scrollTakes(let scroll, let view):
      guard let view = views[view]?.view else { return true }
      return scrollView(scroll)?.touchesShouldCancel(in: view) ?? true
    }
  }

  private func scrollView(_ number: Int) -> UIScrollView? { views[number]?.view as? UIScrollView }

  private func receives(_ recognizer: UIGestureRecognizer, _ touch: UITouch) -> Bool {
    guard recognizer.takes(touch.buttons), recognizer.shouldReceive(event),
      recognizer.touchTypes & 1 << UInt64(touch.type.rawValue) != 0
    else { return false }
    guard let delegate = recognizer.delegate else { return true }
    return delegate.gestureRecognizer(recognizer, shouldReceive: event)
      && delegate.gestureRecognizer(recognizer, shouldReceive: touch)
  }
}

extension TouchPhase {
  fileprivate init?(_ phase: UITouch.Phase) {
    switch phase {
    case .began: self = .began
    case .moved: self = .moved
    case .ended: self = .ended
    case .cancelled: self = .cancelled
    default: return nil
    }
  }
}

extension UITouch.Phase {
  fileprivate init(_ phase: TouchPhase) {
    switch phase {
    case .began: self = .began
    case .moved: self = .moved
    case .ended: self = .ended
    case .cancelled: self = .cancelled
    }
  }
}

extension UIView {
  private static var lastTouchNumber = 0

  /// The number by which a window knows the view.
  final var touchNumber: Int {
    if let number = extras?.touchNumber, number > 0 { return number }
    UIView.lastTouchNumber += 1
    ownExtras.touchNumber = UIView.lastTouchNumber
    return UIView.lastTouchNumber
  }
}
