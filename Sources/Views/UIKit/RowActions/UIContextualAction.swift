// Actions beside a row, which a finger uncovers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// An action beside a row.
@preconcurrency
@MainActor
open class UIContextualAction: NSObject {
  /// The look of an action.
  public enum Style: Int, Sendable {
    /// Grey.
    case normal = 0
    /// Red, for what takes something away.
    case destructive = 1
  }

  /// Does what the action says.
  ///
  /// The third argument is called, once, with whether it was done; the row closes then.
  public typealias Handler = (UIContextualAction, UIView, @escaping (Bool) -> Void) -> Void

  /// The look.
  public let style: Style
  /// Called when the action is chosen.
  public let handler: Handler
  /// The title, or nil.
  open var title: String?
  /// The colour behind the title; red or grey at first.
  open var backgroundColor: UIColor?
  /// The picture over the title, or nil.
  open var image: UIImage?

  /// Creates an action.
  public init(style: Style, title: String?, handler: @escaping Handler) {
    self.style = style
    self.title = title
    self.handler = handler
    backgroundColor = style == .destructive ? .systemRed : .systemGray
    super.init()
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}

/// The actions at one side of a row.
@preconcurrency
@MainActor
open class UISwipeActionsConfiguration: NSObject {
  /// The actions, from the row's edge inwards.
  public let actions: [UIContextualAction]
  /// Whether a long drag does what the first action says; true by default.
  open var performsFirstActionWithFullSwipe = true

  /// Creates a configuration.
  public init(actions: [UIContextualAction]) {
    self.actions = actions
    super.init()
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}

/// The buttons of actions, which fill the room that a row leaves.
@MainActor
final class SwipeStrip: UIView {
  private static let leastBreadth: CGFloat = 74
  private static let margin: CGFloat = 15
  private let buttons: [UIButton]
  private let breadths: [CGFloat]
  private let isTrailing: Bool

  /// The breadth of all buttons, in points.
  var breadth: CGFloat { breadths.reduce(0, +) }

  /// The room that the row leaves, in points.
  var shown: CGFloat = 0 { didSet { placeButtons() } }

  init(
    _ configuration: UISwipeActionsConfiguration,
    isTrailing: Bool,
    perform: @escaping (UIContextualAction) -> Void
  ) {
    self.isTrailing = isTrailing
    buttons = configuration.actions.map { action in
      let button = UIButton(type: .custom)
      button.setTitle(action.title, for: .normal)
      button.setImage(action.image, for: .normal)
      button.setTitleColor(.white, for: .normal)
      button.backgroundColor = action.backgroundColor
      button.clipsToBounds = true
      button.addAction(UIAction { _ in perform(action) }, for: .touchUpInside)
      return button
    }
    breadths = buttons.map {
      max($0.sizeThatFits(.zero).width + 2 * SwipeStrip.margin, SwipeStrip.leastBreadth).rounded()
    }
    super.init(frame: .zero)
    clipsToBounds = true
    // The first one is at the edge, over those that come after it.
    for button in buttons.reversed() { addSubview(button) }
  }

  required init?(coder: NSCoder) { nil }

  private func placeButtons() {
    let part = breadth > 0 ? shown / breadth : 0
    var passed: CGFloat = 0
    for (button, own) in zip(buttons, breadths) {
      // They come out together, as wide as the room lets them.
      let width = own * max(part, 1)
      let outer = passed * part
      let x = isTrailing ? shown - outer - own * part : outer + own * part - width
      button.frame = CGRect(x: x, y: 0, width: width, height: bounds.height)
      passed += own
    }
  }
}
