// Split views with one column, and the way back.
// Licensed under the MIT license; see LICENSE.
//
// In one column the compact column shows alone, or the stack of the first column with a controller
// does. On that stack the controllers of the other columns lie one on another, up to the top
// column. Their own stacks are empty meanwhile, and `parked` keeps the controllers, also those that
// were taken from the stack. A controller that is put on the stack belongs to the column of the
// one below it.
//
// A classic split view leaves it to the two controllers to become one.

import CoreGraphics

extension UISplitViewController {
  // MARK: One column

  /// Makes one column of all.
  final func collapse() {
    finishChange()
    isBusy = true
    if isClassic { collapseClassic() } else { collapseColumns() }
    isBusy = false
    waiting = nil
    settle()
    delegate?.splitViewControllerDidCollapse(self)
  }

  /// Shows the columns apart again.
  final func expand() {
    finishChange()
    isBusy = true
    let proposed = wantedMode
    let said =
      delegate?.splitViewController(self, displayModeForExpandingToProposedDisplayMode: proposed)
      ?? proposed
    arrangedBehavior = wantedBehavior
    mode = supported(said)
    if mode != proposed { chosenMode = mode }
    let old = front
    if isClassic { expandClassic() } else { unstack() }
    front = nil
    let shown = shownColumns(in: mode)
    if let old, !shown.contains(old) { leave([old]) }
    placeColumns()
    enter(shown.filter { $0 != old })
    isBusy = false
    settle()
    delegate?.splitViewControllerDidExpand(self)
    runWaiting()
  }

  /// Makes one column anew, after its first column has changed.
  private func recollapse() {
    unstack()
    if let front { leave([front]) }
    front = nil
    collapse()
  }

  private func collapseColumns() {
    let innermost = UISplitViewController.order.last { entries[$0] != nil }
    let proposed = entries[.compact] != nil ? .compact : innermost ?? .secondary
    let said = delegate?.splitViewController(
      self,
      topColumnForCollapsingToProposedTopColumn: proposed
    )
    let visible = shownColumns(in: mode)
    let known = UISplitViewController.order.filter { entries[$0] != nil }
    let top = [said, proposed, .compact, known.last].compactMap { $0 }.first {
      entries[$0] != nil
    }
    guard let top, top != .compact, let first = known.first else {
      leave(visible)
      front = top ?? .primary
      placeColumns()
      return enter([front ?? .primary])
    }
    leave(visible.filter { $0 != first })
    front = first
    placeColumns()
    let last = known.firstIndex(of: top) ?? 0
    stack(Array(known[...last]), parts: [:], animated: false)
    // It may show already.
    if !visible.contains(first) || entries[first]?.shown.viewIfLoaded?.superview == nil {
      enter([first])
    }
  }

  // MARK: The stack

  private var frontStack: UINavigationController? { front.flatMap { entries[$0]?.stack } }

  /// The controllers on the stack by their columns.
  private var parts: [Column: [UIViewController]] {
    guard var column = front, column != .compact, let frontStack else { return [:] }
    var parts: [Column: [UIViewController]] = [:]
    for controller in frontStack.viewControllers {
      column = owners[ObjectIdentifier(controller)] ?? column
      parts[column, default: []].append(controller)
    }
    return parts
  }

  /// The column of the controller that shows in one column.
  final var topColumn: Column? {
    guard let front, front != .compact, let top = frontStack?.topViewController else {
      return front
    }
    if isClassic { return isTaken(top) ? .secondary : front }
    return parts.first { $0.value.last === top }?.key ?? front
  }

  /// Puts the controllers of columns on the stack, and takes all others from it.
  ///
  /// - Parameter parts: The controllers that are on it.
  private func stack(_ columns: [Column], parts: [Column: [UIViewController]], animated: Bool) {
    guard let front, let frontStack else { return }
    var list: [UIViewController] = []
    owners = [:]
    for column in UISplitViewController.order {
      guard let entry = entries[column] else { continue }
      guard columns.contains(column) else {
        if let gone = parts[column] { entries[column]?.parked = gone }
        continue
      }
      if column == front {
        list += parts[column] ?? frontStack.viewControllers
        continue
      }
      let own = entry.stack?.viewControllers ?? []
      let part = parts[column] ?? (own.isEmpty ? entry.parked : own)
      // Controllers that the program put into the column's own stack meanwhile stay there.
      if parts[column] == nil { entry.stack?.setViewControllers([], animated: false) }
      entries[column]?.parked = part
      for controller in part { owners[ObjectIdentifier(controller)] = column }
      list += part
    }
    frontStack.setViewControllers(list, animated: animated)
  }

  /// Gives the controllers on the stack back to the stacks of their columns.
  private func unstack() {
    guard let front, front != .compact, let frontStack else { return }
    let parts = parts
    owners = [:]
    frontStack.setViewControllers(parts[front] ?? [], animated: false)
    for column in UISplitViewController.order where column != front {
      guard let stack = entries[column]?.stack else { continue }
      let part = parts[column] ?? entries[column]?.parked ?? []
      entries[column]?.parked = []
      if stack.viewControllers.isEmpty { stack.setViewControllers(part, animated: false) }
    }
  }

  /// Shows or hides a column on the stack.
  final func setStacked(_ isShown: Bool, _ column: Column) {
    guard let front, front != .compact, column != .compact, entries[column] != nil,
      !isClassic
    else { return }
    let parts = parts
    guard isShown ? topColumn != column : column != front && parts[column] != nil else { return }
    if !isBusy {
      isBusy = true
      if isShown {
        delegate?.splitViewController(self, willShow: column)
      } else {
        delegate?.splitViewController(self, willHide: column)
      }
      isBusy = false
    }
    guard self.front == front, entries[column] != nil else { return }
    let columns = UISplitViewController.order.filter {
      $0 == front || (isShown ? $0.rawValue <= column.rawValue : $0.rawValue < column.rawValue)
    }
    stack(columns, parts: self.parts, animated: hasAppeared)
  }

  /// Replaces the controllers of a column while there is one.
  ///
  /// - Parameter exchange: Does it; whether the new view may show is given to it.
  final func replaceCollapsed(_ column: Column, _ exchange: (Bool) -> Void) {
    guard let front else { return exchange(true) }
    if isClassic { return replaceClassic(column, exchange) }
    let isEmpty = entries[front] == nil
    if front == .compact || column == .compact {
      exchange(front == .compact)
    } else {
      let stacked = UISplitViewController.order.filter { parts[$0] != nil || $0 == front }
      guard stacked.contains(column) else {
        exchange(false)
        if isEmpty || column.rawValue < front.rawValue { recollapse() }
        return
      }
      unstack()
      exchange(true)
      if entries[front] != nil { stack(stacked, parts: [:], animated: false) }
    }
    // The column that showed alone is gone, or there was none.
    if entries[front] == nil || isEmpty, !entries.isEmpty { recollapse() }
  }

  // MARK: The classic interface

  private func isTaken(_ controller: UIViewController) -> Bool {
    guard let frontStack, let taken,
      let start = frontStack.viewControllers.firstIndex(where: taken.controllers.contains),
      let index = frontStack.viewControllers.firstIndex(of: controller)
    else { return false }
    return index >= start
  }

  private func collapseClassic() {
    let visible = shownColumns(in: mode)
    let said = delegate?.primaryViewController(forCollapsing: self)
    let secondary = entries[.secondary]?.shown
    guard entries[.primary] != nil || said != nil, said == nil || said !== secondary else {
      // The secondary controller shows alone.
      leave(visible.filter { $0 != .secondary })
      front = .secondary
      placeColumns()
      return enter(visible.contains(.secondary) ? [] : [.secondary])
    }
    leave(visible.filter { $0 != .primary })
    if let said, said !== entries[.primary]?.shown { replace(.primary, by: said) }
    front = .primary
    placeColumns()
    if let secondary, let primary = entries[.primary]?.shown {
      taken = SplitTaken(secondary: secondary)
      let isDone =
        delegate?.splitViewController(self, collapseSecondary: secondary, onto: primary) ?? false
      if !isDone { primary.collapseSecondaryViewController(secondary, for: self) }
    }
    if entries[.primary]?.shown.viewIfLoaded?.superview !== hosts[.primary] { enter([.primary]) }
  }

  private func expandClassic() {
    guard front == .primary else { return }
    if let said = delegate?.primaryViewController(forExpanding: self),
      said !== entries[.primary]?.shown
    {
      _ = frontStack?.giveBackSecondary(for: self)
      front = nil
      replace(.primary, by: said)
      front = .primary
    }
    guard let primary = entries[.primary]?.shown else { return }
    let before = taken
    let separated =
      delegate?.splitViewController(self, separateSecondaryFrom: primary)
      ?? primary.separateSecondaryViewController(for: self) ?? before?.secondary
    taken = nil
    restore(before)
    guard let separated, separated !== primary else { return }
    if entries[.secondary]?.shown !== separated {
      replaceSecondary(by: separated)
    } else if separated.parent !== self {
      addChild(separated)
      separated.didMove(toParent: self)
    }
  }

  /// Gives a secondary stack its controllers back, which have left the primary one.
  private func restore(_ taken: SplitTaken?) {
    guard let taken, let stack = taken.secondary as? UINavigationController,
      stack.viewControllers.isEmpty
    else { return }
    stack.setViewControllers(taken.controllers.filter { $0.parent == nil }, animated: false)
  }

  /// Replaces the classic secondary controller, whose view does not show.
  private func replaceSecondary(by separated: UIViewController) {
    if let old = entries[.secondary]?.shown, old.parent === self {
      old.willMove(toParent: nil)
      old.removeFromParent()
    }
    entries[.secondary] = SplitEntry(controller: separated, shown: separated)
    addChild(separated)
    separated.didMove(toParent: self)
  }

  private func replaceClassic(_ column: Column, _ exchange: (Bool) -> Void) {
    guard let front else { return }
    if let taken {
      _ = frontStack?.giveBackSecondary(for: self)
      restore(taken)
      self.taken = nil
    }
    exchange(front == column)
    if column == .primary || entries[front] == nil {
      if !entries.isEmpty { recollapse() }
    } else if front == .primary, let secondary = entries[.secondary]?.shown {
      taken = SplitTaken(secondary: secondary)
    }
  }

  /// Shows a classic secondary controller on the stack.
  final func stackClassic(_ controller: UIViewController, on stack: UINavigationController) {
    if let top = stack.topViewController, isTaken(top), !(controller is UINavigationController) {
      return stack.pushViewController(controller, animated: hasAppeared)
    }
    if entries[.secondary]?.shown !== controller { replace(.secondary, by: controller) }
    stack.takeSecondary(controller, for: self, animated: hasAppeared)
  }
}

extension UINavigationController {
  /// Puts the controllers of a secondary controller, or itself, on the stack.
  final func takeSecondary(
    _ secondary: UIViewController,
    for split: UISplitViewController,
    animated: Bool
  ) {
    let stack = secondary as? UINavigationController
    let controllers = stack?.viewControllers ?? [secondary]
    stack?.setViewControllers([], animated: false)
    split.taken = SplitTaken(secondary: secondary, controllers: controllers)
    setViewControllers(viewControllers + controllers, animated: animated)
  }

  /// Takes the controllers of the secondary controller, and those on them, from the stack.
  ///
  /// - Returns: The secondary controller with them; nil if they are not on the stack.
  final func giveBackSecondary(for split: UISplitViewController) -> UIViewController? {
    guard let taken = split.taken,
      let start = viewControllers.firstIndex(where: taken.controllers.contains), start > 0
    else { return nil }
    let given = Array(viewControllers[start...])
    setViewControllers(Array(viewControllers[..<start]), animated: false)
    if let stack = taken.secondary as? UINavigationController {
      stack.setViewControllers(given, animated: false)
    }
    return taken.secondary
  }
}
