// Views that items are dragged out of.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// Gives the items of drags that begin in a view, and hears of the drags.
///
/// **Differences**: optional methods have default implementations; the object need not be an
/// NSObject. Items cannot be added to a drag on its way.
@preconcurrency
@MainActor
public protocol UIDragInteractionDelegate: AnyObject {
  /// Returns the items for a long touch; empty if there is nothing to drag.
  func dragInteraction(
    _ interaction: UIDragInteraction,
    itemsForBeginning session: any UIDragSession
  ) -> [UIDragItem]

  /// Returns the picture of an item that is lifted; nil, the default, for that of the view, under
  /// the first item.
  func dragInteraction(
    _ interaction: UIDragInteraction,
    previewForLifting item: UIDragItem,
    session: any UIDragSession
  ) -> UITargetedDragPreview?

  /// The pictures are lifted.
  func dragInteraction(
    _ interaction: UIDragInteraction,
    willAnimateLiftWith animator: any UIDragAnimating,
    session: any UIDragSession
  )

  /// The finger begins to move.
  func dragInteraction(
    _ interaction: UIDragInteraction,
    sessionWillBegin session: any UIDragSession
  )

  /// Whether items may be moved; true by default.
  func dragInteraction(
    _ interaction: UIDragInteraction,
    sessionAllowsMoveOperation session: any UIDragSession
  ) -> Bool

  /// Whether only this program may take the items; false by default.
  func dragInteraction(
    _ interaction: UIDragInteraction,
    sessionIsRestrictedToDraggingApplication session: any UIDragSession
  ) -> Bool

  /// Whether pictures keep their size; they do anyhow.
  func dragInteraction(
    _ interaction: UIDragInteraction,
    prefersFullSizePreviewsFor session: any UIDragSession
  ) -> Bool

  /// The finger moved.
  func dragInteraction(_ interaction: UIDragInteraction, sessionDidMove session: any UIDragSession)

  /// The finger was lifted: the drop begins, or the way back.
  func dragInteraction(
    _ interaction: UIDragInteraction,
    session: any UIDragSession,
    willEndWith operation: UIDropOperation
  )

  /// The drop, or the way back, is over.
  func dragInteraction(
    _ interaction: UIDragInteraction,
    session: any UIDragSession,
    didEndWith operation: UIDropOperation
  )

  /// The data was handed over, after a drop.
  func dragInteraction(
    _ interaction: UIDragInteraction,
    sessionDidTransferItems session: any UIDragSession
  )

  /// Returns the place that an item goes back to; nil for a fade, by default where it came from.
  func dragInteraction(
    _ interaction: UIDragInteraction,
    previewForCancelling item: UIDragItem,
    withDefault defaultPreview: UITargetedDragPreview
  ) -> UITargetedDragPreview?

  /// An item goes back.
  func dragInteraction(
    _ interaction: UIDragInteraction,
    item: UIDragItem,
    willAnimateCancelWith animator: any UIDragAnimating
  )
}

extension UIDragInteractionDelegate {
  /// Returns nil.
  public func dragInteraction(
    _ interaction: UIDragInteraction,
    previewForLifting item: UIDragItem,
    session: any UIDragSession
  ) -> UITargetedDragPreview? { nil }

  /// Does nothing.
  public func dragInteraction(
    _ interaction: UIDragInteraction,
    willAnimateLiftWith animator: any UIDragAnimating,
    session: any UIDragSession
  ) {}

  /// Does nothing.
  public func dragInteraction(
    _ interaction: UIDragInteraction,
    sessionWillBegin session: any UIDragSession
  ) {}

  /// Returns true.
  public func dragInteraction(
    _ interaction: UIDragInteraction,
    sessionAllowsMoveOperation session: any UIDragSession
  ) -> Bool { true }

  /// Returns false.
  public func dragInteraction(
    _ interaction: UIDragInteraction,
    sessionIsRestrictedToDraggingApplication session: any UIDragSession
  ) -> Bool { false }

  /// Returns false.
  public func dragInteraction(
    _ interaction: UIDragInteraction,
    prefersFullSizePreviewsFor session: any UIDragSession
  ) -> Bool { false }

  /// Does nothing.
  public func dragInteraction(
    _ interaction: UIDragInteraction,
    sessionDidMove session: any UIDragSession
  ) {}

  /// Does nothing.
  public func dragInteraction(
    _ interaction: UIDragInteraction,
    session: any UIDragSession,
    willEndWith operation: UIDropOperation
  ) {}

  /// Does nothing.
  public func dragInteraction(
    _ interaction: UIDragInteraction,
    session: any UIDragSession,
    didEndWith operation: UIDropOperation
  ) {}

  /// Does nothing.
  public func dragInteraction(
    _ interaction: UIDragInteraction,
    sessionDidTransferItems session: any UIDragSession
  ) {}

  /// Returns the default.
  public func dragInteraction(
    _ interaction: UIDragInteraction,
    previewForCancelling item: UIDragItem,
    withDefault defaultPreview: UITargetedDragPreview
  ) -> UITargetedDragPreview? { defaultPreview }

  /// Does nothing.
  public func dragInteraction(
    _ interaction: UIDragInteraction,
    item: UIDragItem,
    willAnimateCancelWith animator: any UIDragAnimating
  ) {}
}

/// Lets a long touch of a view lift items, which the finger takes to another view.
///
/// After 0.5 s the picture is lifted; the drag begins once the finger has moved by 10 points. A
/// menu that the same touch shows goes then. A finger that is lifted before lets the picture down.
///
/// **Differences**: items stay in the window that they were lifted in, and in the program. A drag
/// ends if the view leaves its window.
@preconcurrency
@MainActor
open class UIDragInteraction: NSObject, UIInteraction {
  /// The view; nil if there is none.
  open private(set) weak var view: UIView?
  /// The object that gives the items.
  open private(set) weak var delegate: (any UIDragInteractionDelegate)?
  /// Whether other recognisers may recognise while something is lifted; false by default.
  open var allowsSimultaneousRecognitionDuringLift = false
  /// Whether long touches lift items; turning it off sends back what is dragged.
  open var isEnabled = UIDragInteraction.isEnabledByDefault {
    didSet {
      press.recognizer.isEnabled = isEnabled
      if !isEnabled { press.stop() }
    }
  }
  private lazy var press = DragPress(self)

  /// Whether new interactions are enabled: true.
  open class var isEnabledByDefault: Bool { true }

  /// Creates an interaction.
  public init(delegate: any UIDragInteractionDelegate) {
    self.delegate = delegate
    super.init()
  }

  /// Removes the recogniser of the long touch.
  open func willMove(to view: UIView?) {
    self.view?.removeGestureRecognizer(press.recognizer)
    press.stop()
  }

  /// Adds the recogniser of the long touch.
  open func didMove(to view: UIView?) {
    self.view = view
    view?.addGestureRecognizer(press.recognizer)
  }
}

/// The long touch of a drag, which begins only where there are items.
@MainActor
final class DragPress: NSObject, UIGestureRecognizerDelegate {
  private weak var interaction: UIDragInteraction?
  private var pending: DragSession?
  private var flight: DragFlight?
  private(set) lazy var recognizer = UILongPressGestureRecognizer { [weak self] _ in
    self?.changed()
  }

  init(_ interaction: UIDragInteraction) {
    self.interaction = interaction
    super.init()
    recognizer.delegate = self
  }

  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
    pending = nil
    guard let interaction, let window = interaction.view?.window,
      let delegate = interaction.delegate
    else { return false }
    let session = DragSession(window, recognizer.location(in: nil))
    session.items = delegate.dragInteraction(interaction, itemsForBeginning: session)
    // The delegate may have taken the view away.
    guard !session.items.isEmpty, interaction.view?.window === window else { return false }
    pending = session
    return true
  }

  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool {
    otherGestureRecognizer.delegate is MenuPress
      || interaction?.allowsSimultaneousRecognitionDuringLift == true
  }

  /// Sends back what is dragged; a recogniser does not tell of its end within a call of its own.
  func stop() {
    let ending = flight
    flight = nil
    ending?.cancel()
  }

  private func changed() {
    switch recognizer.state {
    case .began:
      guard let session = pending, let interaction else { return }
      pending = nil
      flight?.cancel()
      flight = DragFlight(session, interaction)
      flight?.lift()
    case .changed: flight?.move(to: recognizer.location(in: nil))
    case .ended:
      let ending = flight
      flight = nil
      ending?.letGo(at: recognizer.location(in: nil))
    default: stop()
    }
  }
}
