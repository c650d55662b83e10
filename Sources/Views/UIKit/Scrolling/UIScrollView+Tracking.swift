// Drags of content, and its motion afterwards.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzInteraction

/// The recogniser of a scroll view's drags.
@MainActor
final class ScrollPanGestureRecognizer: UIPanGestureRecognizer {
  override func fill(_ settings: inout GestureSettings) {
    super.fill(&settings)
    settings.scroll = settings.view
  }
}

extension UIScrollView {
  // MARK: Touches

  /// How it stands, for decisions about touches.
  final var facts: ScrollFacts {
    let (x, y, offset) = (rangeX, rangeY, contentOffset)
    var facts = ScrollFacts()
    facts.offset = TouchPlace(offset.x, offset.y)
    facts.minimum = TouchPlace(x.lowerBound, y.lowerBound)
    facts.maximum = TouchPlace(x.upperBound, y.upperBound)
    facts.viewport = TouchPlace(bounds.width, bounds.height)
    facts.bounces = bounces
    facts.alwaysBouncesX = alwaysBounceHorizontal
    facts.alwaysBouncesY = alwaysBounceVertical || refreshControl != nil
    facts.isEnabled = isScrollEnabled
    facts.canCancel = canCancelContentTouches
    facts.isMoving = scroll.motion != nil && isScrollEnabled
    facts.isLocking = isDirectionalLockEnabled
    return facts
  }

  /// Stops a motion at a touch.
  final func haltMotion() {
    guard scroll.motion != nil else { return }
    step(to: now)
    endMotion(atTouch: true)
  }

  /// Lets content go to where it may rest, after a touch that stopped it and was no drag.
  final func settleAfterTouch() {
    if scroll.drag == nil, scroll.motion == nil, scroll.zoom == nil { settle() }
  }

  final func scrollViewPanned(_ pan: UIPanGestureRecognizer) {
    switch pan.state {
    case .began: beginDrag(pan)
    case .changed: continueDrag(pan)
    case .ended: endDrag(pan, velocity: pan.velocity(in: self))
    case .cancelled, .failed: endDrag(pan, velocity: .zero)
    default: break
    }
  }

  // MARK: Drags

  private func beginDrag(_ pan: UIPanGestureRecognizer) {
    haltMotion()
    let way = pan.way(in: self)
    scroll.drag = ScrollDrag(facts, way: TouchPlace(way.x, way.y))
    let pulls = keyboardDismissMode.isInteractive && window?.keyboard.mayFollow == true
    if keyboardDismissMode != .none, !pulls { resignFirstResponderInWindow() }
    showIndicators()
    scroll.delegate?.scrollViewWillBeginDragging(self)
    continueDrag(pan)
  }

  private func resignFirstResponderInWindow() {
    guard let responder = window?.firstResponder, responder is any UIKeyInput else { return }
    _ = responder.resignFirstResponder()
  }

  private func continueDrag(_ pan: UIPanGestureRecognizer) {
    if keyboardDismissMode.isInteractive { window?.keyboard.follow(pan.location(in: window).y) }
    guard let drag = scroll.drag, mayFollow(pan) else { return }
    let translation = pan.translation(in: self)
    let way = TouchPlace(translation.x, translation.y)
    let place = drag.offset(way, facts)
    let offset = CGPoint(x: place.x, y: place.y)
    if offset != contentOffset { bounds.origin = offset }
    push(drag.rest(way, facts))
  }

  /// Whether the content follows the drag: while two fingers zoom, it follows them.
  private func mayFollow(_ pan: UIPanGestureRecognizer) -> Bool {
    guard let zoom = scroll.zoom else { return true }
    return zoom.isByFingers && pan.numberOfTouches < 2
  }

  /// Lets a drag go on from the present offset.
  final func rebaseDrag() {
    guard scroll.drag != nil else { return }
    let (way, translation) = (scroll.pan.way(in: self), scroll.pan.translation(in: self))
    scroll.drag = ScrollDrag(facts, way: TouchPlace(way.x, way.y))
    scroll.drag?.start += TouchPlace(translation.x, translation.y)
  }

  /// Moves the scroll view around this one by what content without bounces leaves of a way.
  private func push(_ rest: TouchPlace) {
    guard rest != .zero || scroll.push != nil else { return }
    if scroll.push == nil {
      guard let outer = scrollViewAround else { return }
      scroll.push = ScrollState.Push(view: outer, push: ScrollPush(outer.facts))
    }
    guard let push = scroll.push, let outer = push.view else { return }
    let place = push.push.offset(rest, outer.facts)
    let offset = CGPoint(x: place.x, y: place.y)
    if offset != outer.contentOffset { outer.bounds.origin = offset }
  }

  /// The nearest scroll view around this one.
  private var scrollViewAround: UIScrollView? {
    var view = superview
    while let candidate = view {
      if let scroll = candidate as? UIScrollView { return scroll }
      view = candidate.superview
    }
    return nil
  }

  private func endDrag(_ pan: UIPanGestureRecognizer, velocity finger: CGPoint) {
    guard let drag = scroll.drag else { return }
    scroll.push = nil
    if keyboardDismissMode.isInteractive { window?.keyboard.letGo(velocity: finger.y) }
    applyRefreshInset()
    let velocity = CGPoint(
      x: drag.axes.x ? ScrollPhysics.usable(-finger.x) : 0,
      y: drag.axes.y ? ScrollPhysics.usable(-finger.y) : 0
    )
    let natural = decelerationMotion(velocity: velocity)
    let aim = natural.end
    let speed = CGPoint(x: velocity.x / 1000, y: velocity.y / 1000)
    var target = restingTarget(aim, velocity: speed)
    scroll.delegate?.scrollViewWillEndDragging(
      self,
      withVelocity: speed,
      targetContentOffset: &target
    )
    // The delegate may have begun another motion, or ended this drag.
    guard scroll.drag != nil else { return }
    scroll.drag = nil
    guard scroll.motion == nil else {
      scroll.delegate?.scrollViewDidEndDragging(self, willDecelerate: false)
      return
    }
    let motion =
      target == aim || !target.x.isFinite || !target.y.isFinite
      ? natural : motion(to: target, velocity: velocity)
    let movesOn = motion.duration > 0 && window != nil
    scroll.delegate?.scrollViewDidEndDragging(self, willDecelerate: movesOn)
    if movesOn {
      run(motion)
      scroll.delegate?.scrollViewWillBeginDecelerating(self)
    } else {
      if motion.end != contentOffset { bounds.origin = motion.end }
      fadeIndicators()
    }
  }

  // MARK: Motions

  /// Returns the motion of content that is left with a velocity, in points per second.
  private func decelerationMotion(velocity: CGPoint) -> ScrollState.Motion {
    let glide = ScrollGlide(
      facts,
      velocity: TouchPlace(velocity.x, velocity.y),
      rate: decelerationRate.rawValue,
      isPaging: isPagingEnabled
    )
    return ScrollState.Motion(x: glide.x, y: glide.y, begin: now, purpose: .deceleration)
  }

  /// Returns the motion to a target that the delegate chose.
  private func motion(to target: CGPoint, velocity: CGPoint) -> ScrollState.Motion {
    let glide = ScrollGlide(
      facts,
      velocity: TouchPlace(velocity.x, velocity.y),
      to: TouchPlace(target.x, target.y),
      rate: decelerationRate.rawValue,
      isPaging: isPagingEnabled
    )
    return ScrollState.Motion(x: glide.x, y: glide.y, begin: now, purpose: .deceleration)
  }

  /// Moves content that rests outside of its range, or between pages, to where it may rest.
  final func settle() {
    let motion = decelerationMotion(velocity: .zero)
    guard motion.end != contentOffset else { return fadeIndicators() }
    run(motion)
    scroll.delegate?.scrollViewWillBeginDecelerating(self)
  }

  final func moveContent(
    to target: CGPoint,
    animated: Bool,
    for purpose: ScrollState.Motion.Purpose = .animation
  ) {
    guard target.x.isFinite, target.y.isFinite else {
      _ = usableBounds(CGRect(origin: target, size: .zero), instead: bounds)
      return
    }
    if scroll.motion != nil { endMotion(atTouch: false) }
    if scroll.drag != nil {
      // The finger goes on from there.
      let translation = scroll.pan.translation(in: self)
      scroll.drag?.start = TouchPlace(target.x + translation.x, target.y + translation.y)
    }
    guard animated, target != contentOffset, window != nil else {
      if target != contentOffset { bounds.origin = target }
      return
    }
    let offset = contentOffset
    let duration = UIScrollView.scrollDuration
    showIndicators()
    run(
      ScrollState.Motion(
        x: ScrollMotion(from: offset.x, to: target.x, duration: duration),
        y: ScrollMotion(from: offset.y, to: target.y, duration: duration),
        begin: now,
        purpose: purpose
      )
    )
  }

  /// Where along y a motion ends that the program or the status bar began; nil if there is none.
  final var animationEnd: CGFloat? {
    guard let motion = scroll.motion, motion.purpose != .deceleration else { return nil }
    return CGFloat(motion.y.end)
  }

  /// Moves the content by a distance along y because something above what shows became higher; the
  /// drag or the motion goes on from there.
  ///
  /// - Parameters:
  ///   - distance: The distance, in points.
  ///   - endDistance: By what became higher above the end of a motion that the program began; nil
  ///     for the same.
  final func shiftContent(by distance: CGFloat, endBy endDistance: CGFloat? = nil) {
    scroll.drag?.start.y += distance
    let motion = scroll.motion
    if distance != 0 { bounds.origin.y += distance }
    guard let motion, scroll.motion != nil else { return }
    let time = scroll.stepTime
    let passed = time - motion.begin
    guard passed.isFinite else { return }
    let y: ScrollMotion
    switch motion.purpose {
    case .deceleration:
      y = ScrollMotion(
        from: contentOffset.y,
        velocity: motion.y.velocity(at: passed),
        in: rangeY,
        rate: decelerationRate.rawValue,
        bounces: bounces
      )
    case .animation, .top:
      y = ScrollMotion(
        from: contentOffset.y,
        to: min(
          max(motion.y.end + (endDistance ?? distance), rangeY.lowerBound),
          rangeY.upperBound
        ),
        duration: max(motion.y.duration - passed, 0)
      )
    }
    run(
      ScrollState.Motion(
        x: ScrollMotion(restingAt: contentOffset.x),
        y: y,
        begin: time,
        purpose: motion.purpose
      )
    )
  }

  private func run(_ motion: ScrollState.Motion) {
    scroll.stepTime = motion.begin
    scroll.motion = motion
    scroll.ticker?.cancel()
    scroll.ticker = FrameTicker(self, until: motion.begin + motion.duration) { view, time in
      (view as? UIScrollView)?.step(to: time)
    }
  }

  /// Shows the motion's offset at a time; the last step ends it.
  private func step(to time: CFTimeInterval) {
    guard let motion = scroll.motion else { return }
    scroll.stepTime = time
    guard time < motion.begin + motion.duration else {
      scroll.motion?.begin = -.infinity
      if motion.end != contentOffset { bounds.origin = motion.end }
      // The delegate may have begun another one.
      guard scroll.motion?.begin == -.infinity else { return }
      endMotion(atTouch: false)
      return
    }
    let offset = motion.offset(at: time)
    if offset != contentOffset { bounds.origin = offset }
  }

  /// Ends a motion where it is, and tells the delegate.
  private func endMotion(atTouch: Bool) {
    guard let motion = scroll.motion else { return }
    scroll.motion = nil
    scroll.ticker?.cancel()
    scroll.ticker = nil
    if !atTouch { fadeIndicators() }
    switch motion.purpose {
    case .deceleration: scroll.delegate?.scrollViewDidEndDecelerating(self)
    case .animation: scroll.delegate?.scrollViewDidEndScrollingAnimation(self)
    case .top: if !atTouch { scroll.delegate?.scrollViewDidScrollToTop(self) }
    }
  }

  /// Cancels all motion without notifying the delegate, for example when the view leaves its
  /// window.
  final func endMotions() {
    scroll.ticker?.cancel()
    scroll.ticker = nil
    scroll.motion = nil
    scroll.drag = nil
    scroll.push = nil
    applyRefreshInset()
  }
}
