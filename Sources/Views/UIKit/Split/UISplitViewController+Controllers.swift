// The controllers of the columns of a split view, and their buttons.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics

extension UISplitViewController {
  private var columns: [Column] {
    style == .tripleColumn ? UISplitViewController.order : [.primary, .secondary]
  }

  // MARK: Views

  final func prepareViews() {
    dimming.backgroundColor = .black
    dimming.alpha = 0
    let parts: [UIView?] = [
      hosts[.secondary], hosts[.compact], dimming, hosts[.supplementary], hosts[.primary],
    ]
    for part in parts.compactMap({ $0 }) { view.addSubview(part) }
    gesture.attach(to: view, dimming)
  }

  final func attach(_ column: Column) {
    guard isViewLoaded, let entry = entries[column] else { return }
    hosts[column]?.show(entry.shown.view)
  }

  final func detach(_ column: Column) { hosts[column]?.show(nil) }

  /// Shows columns at once.
  final func enter(_ columns: [Column]) {
    let controllers = columns.compactMap { entries[$0]?.shown }
    let isShown = hasAppeared
    if isShown {
      for controller in controllers {
        controller.beginAppearance(isAppearing: true, animated: false)
      }
    }
    for column in columns { attach(column) }
    if isShown { for controller in controllers { controller.endAppearance() } }
  }

  /// Takes columns away at once.
  final func leave(_ columns: [Column]) {
    let controllers = columns.compactMap { entries[$0]?.shown }
    let isShown = hasAppeared
    if isShown {
      for controller in controllers {
        controller.beginAppearance(isAppearing: false, animated: false)
      }
    }
    for column in columns { detach(column) }
    if isShown { for controller in controllers { controller.endAppearance() } }
  }

  // MARK: Controllers

  final var shownControllers: [UIViewController] {
    if let front { return entries[front].map { [$0.shown] } ?? [] }
    return UISplitViewController.order.compactMap { entries[$0]?.shown }
  }

  final var outermostShown: UIViewController? {
    let column = front ?? (isArranged ? shownColumns(in: mode).first : nil)
    return column.flatMap { entries[$0]?.shown }
  }

  final func setControllers(_ controllers: [UIViewController]) {
    var unique: [UIViewController] = []
    for controller in controllers where !unique.contains(where: { $0 === controller }) {
      unique.append(controller)
    }
    if unique.count > columns.count {
      Diagnostics.report(
        "UIKit: UISplitViewController.viewControllers: \(unique.count) controllers; expected at "
          + "most \(columns.count), the first ones show"
      )
    }
    for (index, column) in columns.enumerated() {
      replace(column, by: unique.indices.contains(index) ? unique[index] : nil)
    }
  }

  /// Returns the reason why a controller cannot be in a column; nil if it can.
  private func reason(against controller: UIViewController?, in column: Column) -> String? {
    guard columns.contains(column) || column == .compact && !isClassic else {
      return "the style has no column \(column)"
    }
    guard let controller else { return nil }
    var ancestor: UIViewController? = self
    while let next = ancestor {
      if next === controller {
        return next === self ? "a split view cannot contain itself" : "it contains the split view"
      }
      ancestor = next.parent
    }
    return nil
  }

  final func replace(_ column: Column, by new: UIViewController?) {
    guard new !== entries[column]?.controller else { return }
    if let reason = reason(against: new, in: column) {
      return Diagnostics.report(
        "UIKit: UISplitViewController.setViewController(_:for:): "
          + "\(new.map { "\(type(of: $0))" } ?? "nil") for \(column); \(reason)"
      )
    }
    finishChange()
    if let new {
      for (other, entry) in entries where entry.controller === new || entry.shown === new {
        if other != column { replace(other, by: nil) }
      }
    }
    if isCollapsed {
      replaceCollapsed(column) { self.exchange(column, new, isShown: $0) }
    } else {
      exchange(column, new, isShown: isArranged)
    }
    settle()
  }

  /// Replaces the controllers of a column.
  ///
  /// - Parameter isShown: Whether the view of the new one shows, if the mode has the column.
  private func exchange(_ column: Column, _ new: UIViewController?, isShown: Bool) {
    let old = entries[column]
    if let old {
      // The program may set the stack around its controller itself.
      if let new, new === old.shown {
        entries[column] = SplitEntry(controller: new, shown: new, parked: old.parked)
        return
      }
      let isChild = old.shown.parent === self
      if isChild { old.shown.willMove(toParent: nil) }
      leave([column])
      old.stack?.navigationBar.columnItems = []
      entries[column] = nil
      if isChild { old.shown.removeFromParent() }
      if old.shown !== old.controller { old.stack?.setViewControllers([], animated: false) }
    }
    guard let new else { return }
    leaveStack(new)
    let wraps = !isClassic && column != .compact && !(new is UINavigationController)
    let shown = wraps ? UINavigationController(rootViewController: new) : new
    entries[column] = SplitEntry(controller: new, shown: shown)
    addChild(shown)
    if isShown, front == column || !isCollapsed && shownColumns(in: mode).contains(column) {
      placeColumns()
      enter([column])
    }
    shown.didMove(toParent: self)
  }

  /// Takes a controller from a stack that it is in.
  private func leaveStack(_ controller: UIViewController) {
    guard let stack = controller.parent as? UINavigationController else { return }
    let others = stack.viewControllers.filter { $0 !== controller }
    stack.setViewControllers(others, animated: false)
  }

  // MARK: Controllers that are shown by others

  final func showPrimary(_ controller: UIViewController) {
    guard let front else { return replace(.primary, by: controller) }
    push(controller, on: front)
  }

  final func showSecondary(_ controller: UIViewController) {
    guard let front else { return replace(.secondary, by: controller) }
    guard front != .compact, let stack = entries[front]?.stack else {
      return push(controller, on: front)
    }
    if stack.viewControllers.contains(controller) {
      stack.popToViewController(controller, animated: hasAppeared)
    } else if isClassic {
      stackClassic(controller, on: stack)
    } else {
      replace(.secondary, by: controller)
      setStacked(true, .secondary)
    }
  }

  /// Puts a controller on the stack of a column, or shows it over one without a stack.
  private func push(_ controller: UIViewController, on column: Column) {
    if let stack = entries[column]?.stack, !(controller is UINavigationController) {
      stack.pushViewController(controller, animated: hasAppeared)
    } else {
      entries[column]?.shown.present(controller, animated: true)
    }
  }

  // MARK: Buttons

  final func makeItem(
    _ symbol: String,
    _ label: String,
    _ action: @escaping (UISplitViewController) -> Void
  ) -> UIBarButtonItem {
    let item = UIBarButtonItem(
      image: UIImage(systemName: symbol),
      primaryAction: UIAction { [weak self] _ in
        if let self { action(self) }
      }
    )
    item.accessibilityLabel = label
    return item
  }

  private var showsButton: Bool {
    switch displayModeButtonVisibility {
    case .automatic: presentsWithGesture
    case .never: false
    case .always: true
    }
  }

  /// Puts the buttons into the bars of the columns that show.
  final func updateButtons() {
    let item = displayModeButtonItem
    if isClassic {
      if item.isHidden != isCollapsed { item.isHidden = isCollapsed }
      return
    }
    var items: [Column: [UIBarButtonItem]] = [:]
    let shown = isArranged && !isCollapsed ? shownColumns(in: mode) : []
    let hasOthers = entries[.primary] != nil || entries[.supplementary] != nil
    if let first = shown.first, hasOthers {
      if showsButton { items[first] = [item] }
      let isAlone = mode == .secondaryOnly
      if style == .tripleColumn, showsSecondaryOnlyButton, !isAlone {
        items[.secondary, default: []].append(secondaryOnlyItem)
      }
    }
    let bars = entries.compactMap { column, entry in
      entry.stack.map { (bar: $0.navigationBar, items: items[column] ?? []) }
    }
    // A button leaves its old bar first.
    for (bar, items) in bars where items.isEmpty && !bar.columnItems.isEmpty {
      bar.columnItems = []
    }
    for (bar, items) in bars where bar.columnItems != items { bar.columnItems = items }
  }
}
