// Views that follow a pointer.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzCore

/// Runs closures beside the motion of a pointer that enters or leaves a region.
@preconcurrency
@MainActor
public protocol UIPointerInteractionAnimating: NSObjectProtocol {
  /// Runs a closure with the motion.
  func addAnimations(_ animations: @escaping () -> Void)
  /// Runs a closure after the motion; it gets whether that came to its end.
  func addCompletion(_ completion: @escaping (Bool) -> Void)
}

/// Gives regions of a view and looks of the pointer in them.
///
/// **Differences**: optional methods have default implementations.
@preconcurrency
@MainActor
public protocol UIPointerInteractionDelegate: AnyObject {
  /// Returns the region at a place, or nil, by default the whole view.
  func pointerInteraction(
    _ interaction: UIPointerInteraction,
    regionFor request: UIPointerRegionRequest,
    defaultRegion: UIPointerRegion
  ) -> UIPointerRegion?

  /// Returns the look in a region; nil, the default, for the usual one.
  func pointerInteraction(
    _ interaction: UIPointerInteraction,
    styleFor region: UIPointerRegion
  ) -> UIPointerStyle?

  /// The pointer enters a region.
  func pointerInteraction(
    _ interaction: UIPointerInteraction,
    willEnter region: UIPointerRegion,
    animator: any UIPointerInteractionAnimating
  )

  /// The pointer leaves a region.
  func pointerInteraction(
    _ interaction: UIPointerInteraction,
    willExit region: UIPointerRegion,
    animator: any UIPointerInteractionAnimating
  )
}

extension UIPointerInteractionDelegate {
  /// Returns the whole view.
  public func pointerInteraction(
    _ interaction: UIPointerInteraction,
    regionFor request: UIPointerRegionRequest,
    defaultRegion: UIPointerRegion
  ) -> UIPointerRegion? { defaultRegion }

  /// Returns nil.
  public func pointerInteraction(
    _ interaction: UIPointerInteraction,
    styleFor region: UIPointerRegion
  ) -> UIPointerStyle? { nil }

  /// Does nothing.
  public func pointerInteraction(
    _ interaction: UIPointerInteraction,
    willEnter region: UIPointerRegion,
    animator: any UIPointerInteractionAnimating
  ) {}

  /// Does nothing.
  public func pointerInteraction(
    _ interaction: UIPointerInteraction,
    willExit region: UIPointerRegion,
    animator: any UIPointerInteractionAnimating
  ) {}
}

/// Tells of a pointer that is over a view without a button, and shows effects.
///
/// It follows the moves of `UIApplication.mouseMoved(to:time:in:)`.
///
/// **Differences**: every effect is a grey plate of 8 points of radius behind the preview's view,
/// 8 points larger on each side. The pointer keeps its shape.
@preconcurrency
@MainActor
open class UIPointerInteraction: NSObject, UIInteraction {
  private static let duration = 0.15

  /// The view; nil if there is none.
  open private(set) weak var view: UIView?
  /// The object that gives regions.
  open private(set) weak var delegate: (any UIPointerInteractionDelegate)?
  /// Whether pointers are followed; true by default.
  open var isEnabled = true {
    didSet {
      hover.isEnabled = isEnabled
      if !isEnabled { leave() }
    }
  }
  private var region: UIPointerRegion?
  private var plate: UIView?
  private lazy var hover = UIHoverGestureRecognizer { [weak self] _ in self?.changed() }

  /// Creates an interaction; without a delegate the region is the view.
  public init(delegate: (any UIPointerInteractionDelegate)? = nil) {
    self.delegate = delegate
    super.init()
  }

  /// Stops following the pointer.
  open func willMove(to view: UIView?) {
    leave()
    self.view?.removeGestureRecognizer(hover)
  }

  /// Follows the pointer over a view.
  open func didMove(to view: UIView?) {
    self.view = view
    view?.addGestureRecognizer(hover)
  }

  /// Asks for the region and the look again.
  open func invalidate() {
    guard region != nil, let view else { return }
    let place = hover.location(in: view)
    leave()
    enter(at: place)
  }

  private func changed() {
    guard let view else { return }
    switch hover.state {
    case .began, .changed: enter(at: hover.location(in: view))
    default: leave()
    }
  }

  private func enter(at place: CGPoint) {
    guard let view, isEnabled else { return }
    let whole = UIPointerRegion(rect: view.bounds)
    let request = UIPointerRegionRequest(place, UIApplication.shared.input.modifiers)
    let found =
      delegate.map {
        $0.pointerInteraction(self, regionFor: request, defaultRegion: whole)
      } ?? whole
    guard let found, found.rect.contains(place) else { return leave() }
    if let region, region.matches(found) { return }
    leave()
    region = found
    let animating = PointerAnimating()
    delegate?.pointerInteraction(self, willEnter: found, animator: animating)
    let style = delegate?.pointerInteraction(self, styleFor: found)
    // The delegate may have ended it.
    guard region === found else { return animating.run {} }
    let plate = (style?.effect).flatMap { makePlate(for: $0.preview) }
    self.plate = plate
    animating.run { plate?.alpha = 1 }
  }

  private func makePlate(for preview: UITargetedPreview) -> UIView? {
    let shown = preview.view
    guard let parent = shown.superview, shown.window != nil else { return nil }
    let plate = UIView(frame: shown.frame.insetBy(dx: -8, dy: -8))
    plate.backgroundColor = .tertiarySystemFill
    plate.layer.cornerRadius = 8
    plate.isUserInteractionEnabled = false
    plate.alpha = 0
    parent.insertSubview(plate, belowSubview: shown)
    return plate
  }

  private func leave() {
    let plate = plate
    self.plate = nil
    guard let old = region else { return }
    region = nil
    let animating = PointerAnimating()
    delegate?.pointerInteraction(self, willExit: old, animator: animating)
    animating.addCompletion { _ in plate?.removeFromSuperview() }
    animating.run { plate?.alpha = 0 }
  }

  /// Closures that run beside a motion.
  private final class PointerAnimating: NSObject, UIPointerInteractionAnimating {
    private var animations: [() -> Void] = []
    private var completions: [(Bool) -> Void] = []

    func addAnimations(_ animations: @escaping () -> Void) { self.animations.append(animations) }
    func addCompletion(_ completion: @escaping (Bool) -> Void) { completions.append(completion) }

    func run(_ own: @escaping () -> Void) {
      let (animations, completions) = (animations, completions)
      UIView.animate(
        withDuration: UIPointerInteraction.duration,
        animations: {
          own()
          for animation in animations { animation() }
        },
        completion: { isFinished in
          for completion in completions { completion(isFinished) }
        }
      )
    }
  }
}
