// The mouse and the pads of a window: objects around the values of its interaction.
// Licensed under the MIT license; see LICENSE.
//
// For the interaction each button is a finger, and so is each gesture of a pad. This gives it the
// views and recognisers under the pointer, answers its questions with delegates and overrides, and
// makes its calls. It retains events alone. Places have y down; their origin is the window's, as
// nothing depends on it.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzInteraction
import QuartzViews

/// The mouse and the pads of a window.
@MainActor
final class MouseShell {
  private struct WeakView {
    weak var view: NSView?
  }

  private struct WeakRecognizer {
    weak var recognizer: NSGestureRecognizer?
  }

  /// The events of a button or pad from the time that it goes down.
  private struct Press {
    let source: MouseSource
    let first: NSEvent
    var last: NSEvent
  }

  /// A call at the next deadline.
  private struct Timer {
    let time: Double
    let cancel: () -> Void
  }

  private weak var window: NSWindow?
  final lazy var interaction = Interaction(host: self)
  private var recognizers: [Int: WeakRecognizer] = [:]
  private var views: [Int: WeakView] = [:]
  /// By the numbers of touches.
  private var presses: [Int: Press] = [:]
  /// The event that is handled; nil for a timer.
  private var event: NSEvent?
  private var isMakingCalls = false
  private var timer: Timer?

  init(_ window: NSWindow) {
    self.window = window
  }

  // MARK: Events

  /// Takes an event of a button or a pad.
  func deliver(_ event: NSEvent) {
    guard let source = event.source else { return }
    let place = TouchPlace(event.locationInWindow.x, 0 - event.locationInWindow.y)
    var sample = TouchSample(
      event.touchPhase,
      source.finger,
      at: place,
      kind: MouseShell.pointer,
      buttons: source.bit
    )
    sample.amount = event.amount
    var samples = [sample]
    for touch in interaction.touches where touch.isDown {
      if touch.finger == source.finger {
        presses[touch.id]?.last = event
      } else if source.isButton, MouseSource(finger: touch.finger).isButton, touch.place != place {
        // All buttons are at the place of the pointer.
        samples.append(TouchSample(.moved, touch.finger, at: place))
      }
    }
    self.event = event
    interaction.handle(TouchEvent(time: time(of: event), samples))
    makeCalls()
  }

  private static let pointer = 3

  /// Returns the time of an event: by the window's clock for one without a time, or one that is
  /// earlier than a clock that stands still.
  private func time(of event: NSEvent) -> Double {
    let now = window?.context?.currentTime
    guard event.timestamp > 0, event.timestamp.isFinite else { return now ?? interaction.now }
    guard let now, window?.context?.isStepped == true else { return event.timestamp }
    return max(event.timestamp, now)
  }

  /// Breaks off a recogniser that is turned off or removed.
  func drop(_ recognizer: NSGestureRecognizer) {
    guard interaction.row(recognizer.number) != nil else { return }
    note(recognizer)
    interaction.drop(recognizer.number)
    makeCalls()
  }

  /// Takes a state that a recogniser of the program sets.
  func wish(_ recognizer: NSGestureRecognizer, _ state: NSGestureRecognizer.State) {
    guard let state = GestureState(rawValue: state.rawValue) else { return }
    note(recognizer)
    interaction.wish(recognizer.number, state)
    if !interaction.isFeeding { makeCalls() }
  }

  /// Takes the buttons of a view away that left the window.
  func viewLeft(_ view: NSView) {
    let number = view.mouseNumber
    interaction.viewsLeft { $0 == number }
    makeCalls()
  }

  /// Takes all buttons away.
  func cancelAll() {
    guard !interaction.touches.isEmpty else { return }
    if !isMakingCalls { event = nil }
    interaction.cancelAll()
    makeCalls()
  }

  /// Returns the view of a touch; nil if that is over.
  func view(of touch: Int) -> NSView? {
    interaction.touch(touch).flatMap { views[$0.view]?.view }
  }

  private func note(_ recognizer: NSGestureRecognizer) {
    recognizers[recognizer.number] = WeakRecognizer(recognizer: recognizer)
  }

  // MARK: Calls

  private func makeCalls() {
    guard !isMakingCalls else { return }
    isMakingCalls = true
    NSApplication.shared.events.handle {
      while let call = interaction.next() { make(call) }
      isMakingCalls = false
      event = nil
    }
    presses = presses.filter { interaction.touch($0.key) != nil }
    if interaction.rows.isEmpty, interaction.touches.isEmpty {
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
      recognizer.callTarget()
    case .touch(let phase, let view, let touch):
      if let view = views[view]?.view, let press = presses[touch] { tell(view, phase, press) }
    case .halt, .settle: break
    case .reset(let id):
      recognizers[id]?.recognizer?.liveShell = nil
      recognizers[id]?.recognizer?.reset()
    }
  }

  /// Gives a view the event of a phase.
  private func tell(_ view: NSView, _ phase: TouchPhase, _ press: Press) {
    switch phase {
    case .began:
      if press.source == .primary, view.acceptsFirstResponder {
        window?.makeFirstResponder(view)
      }
      view.take(press.first)
    case .moved:
      // Another button's event has moved this one along.
      if let event, event.source == press.source { view.take(event) }
    case .ended: view.take(press.last)
    case .cancelled:
      if let event, event.source == press.source, event.phase.contains(.cancelled) {
        view.take(event)
      }
      view.mouseWasTaken(press.source.finger)
    }
  }

  /// Asks the window's clock for a call at the next deadline.
  private func arm() {
    let deadline = interaction.nextDeadline
    guard deadline != timer?.time else { return }
    timer?.cancel()
    timer = nil
    guard let deadline, deadline.isFinite else { return }
    if let context = window?.context {
      let call = context.call(at: deadline) { [weak self] in
        onViewThread { self?.fire(deadline) }
      }
      timer = Timer(time: deadline) { call.cancel() }
    } else {
      let delay = max(deadline - interaction.now, 0)
      let cancel = CATransaction.perform(after: delay) { [weak self] in
        onViewThread { self?.fire(deadline) }
      }
      timer = cancel.map { Timer(time: deadline, cancel: $0) }
    }
  }

  private func fire(_ deadline: Double) {
    guard timer?.time == deadline else { return }
    timer = nil
    interaction.advance(to: deadline)
    makeCalls()
  }
}

extension MouseShell: InteractionHost {
  func chain(for touch: TouchRecord) -> TouchChain? {
    guard let event, let source = event.source, source.finger == touch.finger,
      let hit = window?.contentView?.hitTest(event.locationInWindow)
    else { return nil }
    presses[touch.id] = Press(source: source, first: event, last: event)
    var chain = TouchChain(window: 0)
    var candidate: NSView? = hit
    while let view = candidate {
      let number = view.numberForMouse
      views[number] = WeakView(view: view)
      var link = TouchChain.Link(view: number)
      link.isMultiple = true
      for recognizer in view.recognizers where recognizer.isEnabled {
        note(recognizer)
        chain.recognizers.append(.init(id: recognizer.number, link: chain.links.count))
      }
      chain.links.append(link)
      candidate = view.superview
    }
    return chain
  }

  func settings(of recognizer: Int) -> GestureSettings? {
    guard let recognizer = recognizers[recognizer]?.recognizer, recognizer.isEnabled else {
      return nil
    }
    recognizer.liveShell = self
    return recognizer.settings
  }

  func facts(of scroll: Int) -> ScrollFacts { ScrollFacts() }

  func feed(_ id: Int, _ phase: TouchPhase, _ touches: [Int]) {
    guard let recognizer = recognizers[id]?.recognizer else { return }
    if let event, event.touchPhase == phase, let source = event.source,
      touches.contains(where: { presses[$0]?.source == source })
    {
      recognizer.take(event)
    } else {
      // No method stands for a button that is taken away, or that another one's event moves.
      interaction.takeByMachine(id, phase)
    }
  }

  func answer(_ question: InteractionQuestion) -> Bool {
    func recognizer(_ id: Int) -> NSGestureRecognizer? { recognizers[id]?.recognizer }
    switch question {
    case .receives(let id, let touch):
      guard let recognizer = recognizer(id), let press = presses[touch] else { return false }
      return recognizer.view != nil && recognizer.takes(press.source)
        && recognizer.delegate?.gestureRecognizer(
          recognizer,
          shouldAttemptToRecognizeWith: press.first
        ) ?? true
    case .viewAllows(let view, let id):
      guard let recognizer = recognizer(id) else { return false }
      return (views[view]?.view as? NSControl)?.allows(recognizer) ?? true
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
    case .scrollGives, .scrollTakes: return true
    }
  }
}

extension NSView {
  private static var lastMouseNumber = 0

  /// The number by which the mouse knows the view.
  final var numberForMouse: Int {
    if mouseNumber == 0 {
      NSView.lastMouseNumber += 1
      mouseNumber = NSView.lastMouseNumber
    }
    return mouseNumber
  }
}
