// The pointer over a button.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The look of a pointer over a button: a plate, or that of the button's closure.
@MainActor
final class ButtonPointer: UIPointerInteractionDelegate {
  private weak var button: UIButton?
  private(set) lazy var interaction = UIPointerInteraction(delegate: self)

  init(_ button: UIButton) {
    self.button = button
    button.addInteraction(interaction)
  }

  func pointerInteraction(
    _ interaction: UIPointerInteraction,
    styleFor region: UIPointerRegion
  ) -> UIPointerStyle? {
    guard let button, button.isEnabled else { return nil }
    let effect = UIPointerEffect.automatic(UITargetedPreview(view: button))
    guard let provider = button.pointerStyleProvider else { return UIPointerStyle(effect: effect) }
    return provider(button, effect, .roundedRect(button.frame))
  }
}
