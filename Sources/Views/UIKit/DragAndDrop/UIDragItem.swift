// Items that are dragged.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// One thing that is dragged.
@preconcurrency
@MainActor
open class UIDragItem: NSObject {
  /// The data of the thing.
  public let itemProvider: NSItemProvider
  // `Any` because: it is Apple's type.
  /// A value for the program's own use; nil by default.
  open var localObject: Any?
  /// Makes the picture that is dragged, as soon as the finger moves.
  ///
  /// Nil, the default, for the one that was lifted. A closure that returns nil takes the picture
  /// away.
  open var previewProvider: (() -> UIDragPreview?)?

  /// Creates an item.
  public init(itemProvider: NSItemProvider) {
    self.itemProvider = itemProvider
    super.init()
  }
}

/// The effect of a drop.
public enum UIDropOperation: UInt, Sendable {
  /// None: the items go back.
  case cancel = 0
  /// None, although the place takes drops at other times.
  case forbidden = 1
  /// The items are copied.
  case copy = 2
  /// The items are moved.
  case move = 3
}

/// The answer of a view to items that are dragged over it.
@preconcurrency
@MainActor
open class UIDropProposal: NSObject, NSCopying {
  /// The effect that a drop would have.
  public let operation: UIDropOperation
  /// Whether the exact place counts; false by default.
  ///
  /// **Differences**: it is stored; pictures do not move away from under the finger.
  open var isPrecise = false
  /// Whether pictures keep their size; false by default.
  ///
  /// **Differences**: it is stored; pictures always keep their size.
  open var prefersFullSizePreview = false

  /// Creates an answer.
  public required init(operation: UIDropOperation) {
    self.operation = operation
    super.init()
  }

  /// Returns a copy.
  nonisolated open func copy(with zone: NSZone? = nil) -> Any { onViewThread { duplicate() } }

  func duplicate() -> UIDropProposal {
    let copy = Self(operation: operation)
    copy.isPrecise = isPrecise
    copy.prefersFullSizePreview = prefersFullSizePreview
    return copy
  }
}

/// Runs closures beside the motion of something that is dragged.
@preconcurrency
@MainActor
public protocol UIDragAnimating: NSObjectProtocol {
  /// Runs a closure with the motion.
  func addAnimations(_ animations: @escaping () -> Void)
  /// Runs a closure after the motion, with the end that it came to.
  func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
}

/// Closures that run beside a motion.
@MainActor
final class DragAnimating: NSObject, UIDragAnimating {
  private var animations: [() -> Void] = []
  private var completions: [(UIViewAnimatingPosition) -> Void] = []

  func addAnimations(_ animations: @escaping () -> Void) { self.animations.append(animations) }

  func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
    completions.append(completion)
  }

  /// Runs the closures of the motion, once.
  func animate() {
    let pending = animations
    animations = []
    for animation in pending { animation() }
  }

  /// Runs the closures for the end, once.
  func finish(at position: UIViewAnimatingPosition) {
    let pending = completions
    completions = []
    for completion in pending { completion(position) }
  }
}
