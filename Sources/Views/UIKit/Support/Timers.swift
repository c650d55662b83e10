// Timers by selectors, on the clock of views.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzSharing

extension Timer {
  /// Starts a timer that calls a method by name.
  ///
  /// It follows the clock of the window shown last: that of a window for pictures moves with them.
  ///
  /// - Parameters:
  ///   - interval: In seconds; 0 or less is treated as 0.0001.
  ///   - aTarget: The object; the timer retains it until it is invalid.
  ///   - aSelector: The method's name; the timer is its argument.
  ///   - userInfo: An object for the program's own use.
  ///   - yesOrNo: Whether the timer repeats.
  @discardableResult
  public class func scheduledTimer(
    timeInterval interval: TimeInterval,
    target aTarget: Any,
    selector aSelector: Selector,
    userInfo: Any?,
    repeats yesOrNo: Bool
  ) -> Timer {
    let target = aTarget as AnyObject
    return ClockTimer(interval, repeats: yesOrNo) { timer in
      SelectorCall.send(aSelector, to: target, from: timer)
    }
  }

  /// Creates a timer that calls a method by name, for a run loop that it is added to.
  ///
  /// It runs in real time.
  ///
  /// - Parameters:
  ///   - ti: In seconds.
  ///   - aTarget: The object; the timer retains it until it is invalid.
  ///   - aSelector: The method's name; the timer is its argument.
  ///   - userInfo: An object for the program's own use.
  ///   - yesOrNo: Whether the timer repeats.
  public convenience init(
    timeInterval ti: TimeInterval,
    target aTarget: Any,
    selector aSelector: Selector,
    userInfo: Any?,
    repeats yesOrNo: Bool
  ) {
    // It is used on the views' thread alone.
    let target = Transferred(aTarget as AnyObject)
    self.init(timeInterval: ti, repeats: yesOrNo) { timer in
      SelectorCall.send(aSelector, to: target.value, from: timer)
    }
  }

  /// Starts a timer on the clock of the window shown last.
  ///
  /// **Differences**: an addition; Foundation's own timers run in real time.
  ///
  /// - Parameters:
  ///   - interval: In seconds; 0 or less is treated as 0.0001.
  ///   - repeats: Whether the timer repeats.
  ///   - block: Called with the timer.
  @discardableResult
  public class func onViewClock(
    withTimeInterval interval: TimeInterval,
    repeats: Bool,
    block: @escaping (Timer) -> Void
  ) -> Timer {
    ClockTimer(interval, repeats: repeats, block)
  }
}

/// A timer on the clock of views.
private final class ClockTimer: Timer {
  private var call: ViewClock.Call?
  private let interval: TimeInterval
  private let isRepeating: Bool
  private var body: ((Timer) -> Void)?
  private var next: TimeInterval

  /// In seconds.
  private static let least = 0.0001

  init(_ interval: TimeInterval, repeats: Bool, _ body: @escaping (Timer) -> Void) {
    self.interval = interval.isFinite ? max(interval, ClockTimer.least) : .infinity
    isRepeating = repeats
    self.body = body
    next = ViewClock.now
    // Foundation's part of it never fires, because no run loop has it.
    super.init(fire: .distantFuture, interval: 0, repeats: false) { _ in }
    schedule()
  }

  private func schedule() {
    next += interval
    // It is used on the views' thread alone.
    let timer = Transferred(self)
    call = ViewClock.call(after: next - ViewClock.now) { timer.value.fire() }
  }

  override func fire() {
    guard let body else { return }
    if !isRepeating { invalidate() }
    body(self)
    guard isRepeating, self.body != nil else { return }
    call?.cancel()
    schedule()
  }

  override func invalidate() {
    super.invalidate()
    call?.cancel()
    call = nil
    body = nil
  }

  override var isValid: Bool { body != nil }

  override var timeInterval: TimeInterval { isRepeating ? interval : 0 }
}
