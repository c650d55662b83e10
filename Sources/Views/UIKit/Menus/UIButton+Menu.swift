// Menus of buttons.
// Licensed under the MIT license; see LICENSE.

import Foundation

extension UIButton {
  /// The name of the recogniser of the long touch.
  private static let pressName = "UIButton.menu"

  /// Shows the menu, as a tap or a long touch does.
  final func showMenu() {
    guard let menu, isEnabled, isContextMenuInteractionEnabled else { return }
    sendActions(for: .menuActionTriggered)
    MenuPresenter.show(
      menu,
      from: self,
      chosen: { [weak self] in self?.chose($0) }
    )
  }

  /// A long touch shows the menu.
  final func menuChanged() {
    let known = gestureRecognizers?.first { $0.name == Self.pressName }
    if menu == nil, let known { removeGestureRecognizer(known) }
    if menu != nil, known == nil {
      let press = UILongPressGestureRecognizer { [weak self] in
        guard $0.state == .began, self?.showsMenuAsPrimaryAction == false else { return }
        self?.showMenu()
      }
      press.name = Self.pressName
      addGestureRecognizer(press)
    }
    guard changesSelectionAsPrimaryAction, let menu else { return }
    let actions = menu.allActions
    if !actions.contains(where: { $0.state == .on }) { actions.first?.state = .on }
    if let chosen = actions.first(where: { $0.state == .on }) { take(chosen) }
  }

  private func chose(_ element: UIMenuElement) {
    guard let menu, let action = element as? UIAction else { return }
    let isSingle = menu.options.contains(.singleSelection) || changesSelectionAsPrimaryAction
    guard isSingle else { return }
    for other in menu.allActions { other.state = other === action ? .on : .off }
    if changesSelectionAsPrimaryAction { take(action) }
  }

  private func take(_ action: UIAction) {
    if configuration != nil {
      configuration?.title = action.title
    } else {
      setTitle(action.title, for: .normal)
    }
  }
}
