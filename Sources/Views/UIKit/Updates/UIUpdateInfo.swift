// The phases of an update, and what its actions know of it.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A phase of an update, in which actions of update links are called.
///
/// The phases come in the order in which they are listed here, one after the other, and nothing
/// else of the run loop comes between them.
///
/// **Differences**: those of low latency can be named and are never called.
public final class UIUpdateActionPhase: NSObject, Sendable {
  private let name: String

  private init(_ name: String) { self.name = name }

  /// At the beginning of the update.
  public static let afterUpdateScheduled = UIUpdateActionPhase("afterUpdateScheduled")
  /// Before the event that the update is for, if it is for one.
  public static let beforeEventDispatch = UIUpdateActionPhase("beforeEventDispatch")
  /// After the event.
  public static let afterEventDispatch = UIUpdateActionPhase("afterEventDispatch")
  /// Before the calls of display links.
  public static let beforeCADisplayLinkDispatch = UIUpdateActionPhase("beforeCADisplayLinkDispatch")
  /// After the calls of display links.
  public static let afterCADisplayLinkDispatch = UIUpdateActionPhase("afterCADisplayLinkDispatch")
  /// Before views are laid out and drawn, and the changes of layers are sent.
  public static let beforeCATransactionCommit = UIUpdateActionPhase("beforeCATransactionCommit")
  /// When the changes of layers were sent.
  public static let afterCATransactionCommit = UIUpdateActionPhase("afterCATransactionCommit")
  /// Before events that wait for low latency; never called.
  public static let beforeLowLatencyEventDispatch = UIUpdateActionPhase(
    "beforeLowLatencyEventDispatch"
  )
  /// After events that wait for low latency; never called.
  public static let afterLowLatencyEventDispatch = UIUpdateActionPhase(
    "afterLowLatencyEventDispatch"
  )
  /// Before the commit of low latency; never called.
  public static let beforeLowLatencyCATransactionCommit = UIUpdateActionPhase(
    "beforeLowLatencyCATransactionCommit"
  )
  /// After the commit of low latency; never called.
  public static let afterLowLatencyCATransactionCommit = UIUpdateActionPhase(
    "afterLowLatencyCATransactionCommit"
  )
  /// At the end of the update.
  public static let afterUpdateComplete = UIUpdateActionPhase("afterUpdateComplete")

  /// The name of the phase.
  public override var description: String { name }
}

/// The times of an update.
///
/// **Differences**: an update is shown by the frame that it is for, so its three times are one:
/// that of the frame, in seconds of the window's clock.
@preconcurrency
@MainActor
public final class UIUpdateInfo: NSObject {
  private let time: TimeInterval

  init(time: TimeInterval) { self.time = time }

  /// The time that positions of moving things are computed for.
  public var modelTime: TimeInterval { time }
  /// The time by which the work is to be done.
  public var completionDeadlineTime: TimeInterval { time }
  /// The time at which the frame is expected to show.
  public var estimatedPresentationTime: TimeInterval { time }
  /// Whether the frame is shown as soon as it is drawn: no.
  public var isImmediatePresentationExpected: Bool { false }
  /// Whether one of the phases of low latency is going on: no.
  public var isPerformingLowLatencyPhases: Bool { false }

  /// Returns the update of a scene that is going on; nil outside of updates.
  public class func current(for windowScene: UIWindowScene) -> UIUpdateInfo? {
    UIApplication.shared.updates.info(for: windowScene.windows.last { $0.context != nil })
  }

  /// Returns the update of a view's window that is going on; nil outside of updates.
  public class func current(for view: UIView) -> UIUpdateInfo? {
    UIApplication.shared.updates.info(for: view.window)
  }
}
