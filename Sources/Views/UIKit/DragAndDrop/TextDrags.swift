// Drags of text, which fields and text views do not begin or take by themselves.
// Licensed under the MIT license; see LICENSE.

import Foundation

extension UITextField {
  /// The interaction by which the text is dragged: none.
  ///
  /// **Differences**: text is not dragged by itself; a program adds a ``UIDragInteraction``.
  public var textDragInteraction: UIDragInteraction? { nil }

  /// The interaction by which the field takes text: none.
  ///
  /// **Differences**: fields take no drops by themselves; a program adds a ``UIDropInteraction``.
  public var textDropInteraction: UIDropInteraction? { nil }
}

extension UITextView {
  /// The interaction by which the text is dragged: none.
  ///
  /// **Differences**: text is not dragged by itself; a program adds a ``UIDragInteraction``.
  public var textDragInteraction: UIDragInteraction? { nil }

  /// The interaction by which the view takes text: none.
  ///
  /// **Differences**: text views take no drops by themselves; a program adds a
  /// ``UIDropInteraction``.
  public var textDropInteraction: UIDropInteraction? { nil }
}
