// Actions in the phases of updates.
// Licensed under the MIT license; see LICENSE.

import Foundation
public import QuartzCore

/// Calls actions in the phases of the updates of a view's window, or of a scene.
///
///     let link = UIUpdateLink(view: ball)
///     link.addAction { [weak ball] link, info in ball?.center.y = height(at: info.modelTime) }
///     link.requiresContinuousUpdates = true
///     link.isEnabled = true
///
/// An update is an event, the calls of display links, or a commit of changed layers, whichever
/// comes first; the phases of what it lacks come with nothing between them. A requested picture is
/// an update, too. A link only watches, unless `requiresContinuousUpdates` asks for one with each
/// frame. A view's link rests while the view has no window. The program retains the link; it ends
/// when it is released.
///
/// **Differences**: on Apple's platforms an event waits for the next frame; here it is an update of
/// its own as soon as it comes, with the display links of a window whose time is stopped. The end
/// of a transaction of the program's own is an update, if none is going on.
@preconcurrency
@MainActor
open class UIUpdateLink: NSObject {
  private enum Origin {
    case view(WeakView)
    case scene
  }

  private struct WeakView {
    weak var view: UIView?
  }

  private struct Action {
    var phase: UIUpdateActionPhase
    var call: (UIUpdateLink, UIUpdateInfo) -> Void
  }

  private let origin: Origin
  private var actions: [Action] = []
  /// The frames of a link that needs all of them.
  private var pace: (link: CADisplayLink, context: CAContext)?

  /// Creates a link to the updates of a view's window.
  public init(view: UIView) {
    origin = .view(WeakView(view: view))
    super.init()
  }

  /// Creates a link to the updates of all windows of a scene.
  public init(windowScene: UIWindowScene) {
    origin = .scene
    super.init()
  }

  /// Creates a link with an action; see `addAction(target:selector:)`.
  public convenience init(view: UIView, actionTarget target: Any, selector: Selector) {
    self.init(view: view)
    addAction(target: target, selector: selector)
  }

  /// Creates a link with an action; see `addAction(target:selector:)`.
  public convenience init(
    windowScene: UIWindowScene,
    actionTarget target: Any,
    selector: Selector
  ) {
    self.init(windowScene: windowScene)
    addAction(target: target, selector: selector)
  }

  // MARK: Actions

  /// Adds an action to the phase before the calls of display links.
  ///
  /// **Differences**: the phase is our choice.
  open func addAction(handler: @escaping (UIUpdateLink, UIUpdateInfo) -> Void) {
    addAction(to: .beforeCADisplayLinkDispatch, handler: handler)
  }

  /// Adds an action to a phase; actions of a phase are called in the order in which they were
  /// added.
  ///
  /// An action that is added to a phase while it goes on is called from the next update on.
  open func addAction(
    to phase: UIUpdateActionPhase,
    handler: @escaping (UIUpdateLink, UIUpdateInfo) -> Void
  ) {
    actions.append(Action(phase: phase, call: handler))
  }

  /// Adds a method of an object, which is not retained, to the phase before the calls of display
  /// links.
  open func addAction(target: Any, selector: Selector) {
    addAction(to: .beforeCADisplayLinkDispatch, target: target, selector: selector)
  }

  /// Adds a method of an object, which is not retained, to a phase.
  ///
  /// The method gets the link and the update.
  open func addAction(to phase: UIUpdateActionPhase, target: Any, selector: Selector) {
    let object = target as AnyObject
    addAction(to: phase) { [weak object] link, info in
      if let object { SelectorCall.send(selector, to: object, from: link, event: info) }
    }
  }

  /// Calls the actions of a phase.
  final func call(_ phase: UIUpdateActionPhase, _ info: UIUpdateInfo) {
    for action in actions where action.phase === phase && isEnabled { action.call(self, info) }
  }

  // MARK: Settings

  /// Whether actions are called; false by default.
  open var isEnabled = false {
    didSet {
      guard isEnabled != oldValue else { return }
      UIApplication.shared.updates.linkChanged(self)
    }
  }

  /// Whether there is to be an update with each frame, although nothing else asks for one; false by
  /// default.
  ///
  /// In a window whose time is stopped each requested picture is an update in any case.
  open var requiresContinuousUpdates = false {
    didSet { updatePace() }
  }

  /// The rates that continuous updates are to have; see `CADisplayLink.preferredFrameRateRange`.
  open var preferredFrameRateRange = CAFrameRateRange.default {
    didSet { pace?.link.preferredFrameRateRange = preferredFrameRateRange }
  }

  /// Whether events are to come with low latency; false by default.
  ///
  /// **Differences**: it is stored.
  open var wantsLowLatencyEventDispatch = false

  /// Whether frames are to be shown as soon as they are drawn; false by default.
  ///
  /// **Differences**: it is stored.
  open var wantsImmediatePresentation = false

  /// The update that is going on; nil outside of updates.
  open var currentUpdateInfo: UIUpdateInfo? { UIApplication.shared.updates.info(of: self) }

  // MARK: The output

  /// Whether the link takes part in the updates of a context.
  final func follows(_ context: CAContext) -> Bool {
    switch origin {
    case .view(let weak): weak.view?.window?.context === context
    case .scene: UIApplication.shared.windows.contains { $0.context === context }
    }
  }

  /// The context whose frames and clock count; nil while there is none.
  final var context: CAContext? {
    switch origin {
    case .view(let weak): weak.view?.window?.context
    case .scene: UIApplication.shared.windows.last { $0.context != nil }?.context
    }
  }

  /// Asks for frames, or no longer.
  final func updatePace() {
    let context = isEnabled && requiresContinuousUpdates ? context : nil
    let wanted = context.flatMap { $0.drawsOnRequest ? nil : $0 }
    guard wanted !== pace?.context else { return }
    pace?.link.invalidate()
    pace = nil
    guard let wanted else { return }
    // The update itself calls the actions.
    let link = wanted.displayLink(target: Frames(self), selector: Frames.come)
    link.preferredFrameRateRange = preferredFrameRateRange
    link.add(to: .current, forMode: .common)
    pace = (link, wanted)
  }

  /// Wants frames as long as there is the link, and does nothing with them.
  private final class Frames {
    private weak var owner: UIUpdateLink?

    init(_ owner: UIUpdateLink) { self.owner = owner }

    func come(_ link: CADisplayLink) {
      if owner == nil { link.invalidate() }
    }
  }
}
