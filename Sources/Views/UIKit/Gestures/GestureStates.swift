// The states that recognisers go through.
// Licensed under the MIT license; see LICENSE.

import Foundation

extension UIGestureRecognizer {
  /// Whether the step from one state to another is in the order.
  private static func isStep(from old: State, to new: State) -> Bool {
    switch old {
    case .possible: new != .possible && new != .changed
    case .began, .changed: new != .possible && new != .began && new != .failed
    case .ended, .cancelled, .failed: false
    }
  }

  /// Whether it has finished until the next gesture.
  final var isOver: Bool { state == .ended || state == .cancelled || state == .failed }

  /// Whether a continuous gesture is in progress.
  final var isGoingOn: Bool { state == .began || state == .changed }

  final func change(to new: State) {
    guard UIGestureRecognizer.isStep(from: state, to: new) else { return }
    // Other recognisers, the view and the delegate can veto recognition.
    if state == .possible, new == .began || new == .ended {
      if hasToWait { return pendingState = new }
      guard mayBegin else { return fail() }
      arbitrate()
      guard state == .possible else { return }
    }
    if new == .failed { return fail() }
    store(new)
    if new == .ended || new == .cancelled { noteLastPlace() }
    // The targets are notified before the view loses its touches.
    let taken = (new == .began || new == .ended) && cancelsTouchesInView ? touches : []
    callTargets()
    UIApplication.shared.input.cancelInViews(taken.filter { !$0.isTaken })
  }

  private func noteLastPlace() {
    if !touches.isEmpty { lastPlace = location(in: nil) }
  }

  private func fail() {
    pendingState = nil
    store(.failed)
    noteLastPlace()
    UIApplication.shared.input.recognizerFailed(self)
  }

  /// Breaks a gesture off.
  final func cancelGesture() {
    if isGoingOn { change(to: .cancelled) } else if state == .possible { store(.failed) }
    pendingState = nil
    for touch in touches { touch.recognizers.removeAll { $0 === self } }
    touches.removeAll()
    prepareForNext()
  }

  /// Prepares for the next gesture once the present one has finished.
  final func prepareForNext() {
    pendingState = nil
    waitsForMore = false
    reset()
    store(.possible)
  }

  /// Recognises what waited for others to fail.
  final func recognizePending() {
    guard let pending = pendingState, !hasToWait else { return }
    pendingState = nil
    change(to: pending)
  }

  private var mayBegin: Bool {
    guard let view else { return false }
    // The view that was touched is asked, and those up to the recogniser's own.
    var candidate = touches.first?.view ?? view
    while candidate !== view {
      guard candidate.gestureRecognizerShouldBegin(self) else { return false }
      guard let next = candidate.superview else { break }
      candidate = next
    }
    guard view.gestureRecognizerShouldBegin(self) else { return false }
    return delegate?.gestureRecognizerShouldBegin(self) ?? true
  }

  /// Whether another one has to fail before.
  final var hasToWait: Bool {
    UIApplication.shared.input.recognizers(with: self).contains { other in
      other !== self && other.state == .possible && waits(for: other)
    }
  }

  final func waits(for other: UIGestureRecognizer) -> Bool {
    waitsFor.contains { $0.recognizer === other }
      || shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
      || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
  }

  private func goesTogether(with other: UIGestureRecognizer) -> Bool {
    delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) == true
      || other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) == true
  }

  /// Fails if an active recogniser prevents it, and makes others fail.
  private func arbitrate() {
    let others = UIApplication.shared.input.recognizers(with: self).filter { $0 !== self }
    for other in others where other.isGoingOn || other.state == .ended {
      guard !goesTogether(with: other), other.canPrevent(self), canBePrevented(by: other) else {
        continue
      }
      return fail()
    }
    for other in others where other.state == .possible {
      guard !goesTogether(with: other), canPrevent(other), other.canBePrevented(by: self) else {
        continue
      }
      other.pendingState = nil
      other.change(to: .failed)
    }
  }
}
