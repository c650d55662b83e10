// Segues: ways from one controller of a storyboard to another.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A way from one controller to another, which a controller prepares before it is taken.
///
///     override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
///       (segue.destination as? Details)?.item = item
///     }
@preconcurrency
@MainActor
open class UIStoryboardSegue: NSObject {
  /// The identifier; nil if the segue has none.
  public let identifier: String?
  /// The controller that the segue leaves.
  public let source: UIViewController
  /// The controller that the segue leads to.
  public let destination: UIViewController
  /// Shows the destination; nil for a class that overrides `perform()`.
  final var performer: (() -> Void)?

  /// A segue that shows nothing by itself.
  public init(identifier: String?, source: UIViewController, destination: UIViewController) {
    self.identifier = identifier
    self.source = source
    self.destination = destination
    super.init()
  }

  /// A segue that shows the destination by a closure.
  public convenience init(
    identifier: String?,
    source: UIViewController,
    destination: UIViewController,
    performHandler: @escaping () -> Void
  ) {
    self.init(identifier: identifier, source: source, destination: destination)
    performer = performHandler
  }

  /// Shows the destination; subclasses do so in their own way.
  open func perform() { performer?() }
}

/// Where an unwind segue begins, and what looks for its end.
@preconcurrency
@MainActor
public final class UIStoryboardUnwindSegueSource: NSObject {
  /// The controller that is left.
  public let source: UIViewController
  /// The method that the destination has.
  public let unwindAction: Selector
  // `Any` because: it is Apple's.
  /// The object that began the segue; nil if there is none.
  public let sender: Any?

  // `Any` because: it is Apple's.
  init(_ source: UIViewController, _ unwindAction: Selector, sender: Any?) {
    self.source = source
    self.unwindAction = unwindAction
    self.sender = sender
    super.init()
  }
}
