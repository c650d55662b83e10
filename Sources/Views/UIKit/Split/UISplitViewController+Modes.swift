// The arrangement of the columns of a split view, and changes of it.
// Licensed under the MIT license; see LICENSE.
//
// A change tells the delegate, puts the views of the columns that come where they were hidden,
// moves all to their new places, and takes away the columns that went. A change that is asked for
// meanwhile, by the delegate or by controllers that appear, waits. One that is asked for during
// the motion ends the motion first.

import CoreGraphics
import QuartzCore

extension UISplitViewController {
  /// The seconds of the motion: as of stacks of controllers (chosen).
  private static let duration = 0.35
  /// The alpha of the black over a secondary column that others lie over: as under sheets (chosen).
  private static let dimAlpha: CGFloat = 0.2
  /// The width that the secondary column keeps beside two others, in points (chosen).
  private static let leastBesideTwo: CGFloat = 400
  /// The least sides of a window with room for columns, in points.
  ///
  /// They make the classes of Apple's devices.
  /// Source: Human Interface Guidelines, Layout, Specifications.
  private static let regularSize = CGSize(width: 600, height: 414)
  /// The changes that may cause each other before they are broken off.
  private static let mostTurns = 8

  final var isClassic: Bool { style == .unspecified }
  private var isTriple: Bool { style == .tripleColumn }

  final var isPrimaryAtRight: Bool {
    let isMirrored = viewIfLoaded?.effectiveUserInterfaceLayoutDirection == .rightToLeft
    return (primaryEdge == .trailing) != isMirrored
  }

  // MARK: Room

  private var outermostView: UIView? {
    var outer: UIViewController = self
    while let parent = outer.parent { outer = parent }
    return outer.viewIfLoaded
  }

  /// The class of the width of what the split view fills: of its window, or of a sheet.
  final var classOfWidth: UIUserInterfaceSizeClass {
    let view = outermostView
    let size = view?.bounds.size ?? UIScreen.main.bounds.size
    let height = view?.window?.bounds.height ?? size.height
    let least = UISplitViewController.regularSize
    return size.width >= least.width && height >= least.height ? .regular : .compact
  }

  private var size: CGSize { viewIfLoaded?.bounds.size ?? UIScreen.main.bounds.size }

  /// Arranges the columns for the room that there is now.
  final func updateRoom() {
    guard isViewLoaded, !isBusy else { return }
    let isNarrow = traitCollection.horizontalSizeClass == .compact
    if !isArranged {
      isArranged = true
      isNarrow ? collapse() : arrange()
    } else if isNarrow != isCollapsed {
      isNarrow ? collapse() : expand()
    } else if !isCollapsed, arrangedBehavior != wantedBehavior {
      // The view was turned: what was chosen for the other way does not count.
      arrangedBehavior = wantedBehavior
      chosenMode = nil
      move(to: wantedMode, animated: false)
    }
  }

  private func arrange() {
    arrangedBehavior = wantedBehavior
    mode = wantedMode
    isBusy = true
    placeColumns()
    enter(shownColumns(in: mode))
    isBusy = false
    settle()
  }

  // MARK: Wishes

  private var automaticBehavior: SplitBehavior {
    let size = size
    guard size.width > size.height else { return .overlay }
    let widths = geometry.widths(in: .secondaryOnly)
    let said =
      SplitWidth.said(preferredSecondaryColumnWidth) ?? SplitWidth.said(minimumSecondaryColumnWidth)
    let wanted = said ?? (isTriple ? UISplitViewController.leastBesideTwo : 0)
    if size.width - widths.reduce(0, +) >= wanted { return .tile }
    return isTriple ? .displace : .overlay
  }

  final func isCompatible(_ mode: DisplayMode, _ behavior: SplitBehavior) -> Bool {
    mode.behavior == nil || DisplayMode(columns: mode.leadingColumns, behavior: behavior) == mode
  }

  /// The behaviour that is preferred, or that the preferred mode has, or that suits the size.
  final var wantedBehavior: SplitBehavior {
    switch preferredSplitBehavior {
    case .tile, .overlay: return preferredSplitBehavior
    case .displace: return isTriple ? .displace : .tile
    case .automatic: break
    }
    let automatic = automaticBehavior
    let preferred = preferredDisplayMode
    if isCompatible(preferred, automatic) { return automatic }
    let own = preferred.behavior ?? automatic
    return own == .displace && !isTriple ? .tile : own
  }

  /// The mode that was chosen, or that is preferred.
  final var wantedMode: DisplayMode { supported(chosenMode ?? preferredDisplayMode) }

  /// Returns the mode of this split view that a mode stands for.
  final func supported(_ mode: DisplayMode) -> DisplayMode {
    let most = isTriple ? 2 : 1
    if mode == .automatic {
      let behavior = wantedBehavior
      let columns = [SplitBehavior.tile: most, .displace: 1][behavior] ?? 0
      return DisplayMode(columns: columns, behavior: behavior)
    }
    let isFree = preferredSplitBehavior == .automatic
    return DisplayMode(
      columns: min(mode.leadingColumns, most),
      behavior: isFree ? mode.behavior ?? .tile : wantedBehavior
    )
  }

  /// The columns with controllers that show in a mode, from the outermost one on.
  final func shownColumns(in mode: DisplayMode) -> [Column] {
    let leading: [Column] = isTriple ? [.primary, .supplementary] : [.primary]
    let shown = leading.suffix(mode.leadingColumns) + [.secondary]
    return shown.filter { entries[$0] != nil }
  }

  final func preferencesChanged() {
    chosenMode = nil
    factsChanged()
    guard isArranged else { return }
    arrangedBehavior = wantedBehavior
    move(to: wantedMode, animated: UIView.inheritedAnimationDuration > 0)
  }

  /// Lays out after a change of what the places of columns depend on.
  final func factsChanged() {
    viewIfLoaded?.setNeedsLayout()
    gesture.update()
    updateButtons()
  }

  // MARK: Changes

  /// Shows a mode that a person or the program chose.
  final func choose(_ mode: DisplayMode) {
    let mode = supported(mode)
    guard isArranged, !isCollapsed else {
      chosenMode = mode
      return
    }
    move(to: mode, animated: true, isChosen: true)
  }

  private func move(to new: DisplayMode, animated: Bool, isChosen: Bool = false) {
    guard !isBusy else {
      waiting = (new, animated)
      return
    }
    guard !isCollapsed else { return }
    finishChange()
    let chosenBefore = chosenMode
    if isChosen { chosenMode = new }
    guard new != mode else { return }
    let change = begin(new, chosenBefore)
    if animated, hasAppeared, UIView.areAnimationsEnabled {
      run(change)
    } else {
      change.progress = nil
      placeColumns()
      end(change)
    }
    runWaiting()
  }

  final func runWaiting() {
    guard !isBusy, let next = waiting else { return }
    waiting = nil
    guard waitingTurns < UISplitViewController.mostTurns else {
      return Diagnostics.report(
        "UIKit: UISplitViewController.displayMode: \(waitingTurns) changes that cause each other; "
          + "the last one stays"
      )
    }
    waitingTurns += 1
    move(to: supported(next.mode), animated: next.animated, isChosen: true)
    waitingTurns -= 1
  }

  private func tell(_ new: DisplayMode, coming: [Column], going: [Column]) {
    delegate?.splitViewController(self, willChangeTo: new)
    guard !isClassic else { return }
    for column in going { delegate?.splitViewController(self, willHide: column) }
    for column in coming { delegate?.splitViewController(self, willShow: column) }
  }

  /// Returns the columns that come and go with a mode.
  private func difference(_ new: DisplayMode) -> (coming: [Column], going: [Column]) {
    let (before, after) = (shownColumns(in: mode), shownColumns(in: new))
    return (after.filter { !before.contains($0) }, before.filter { !after.contains($0) })
  }

  /// Begins a change; the columns stay where they are.
  private func begin(_ new: DisplayMode, _ chosenBefore: DisplayMode?) -> SplitChange {
    isBusy = true
    nextMode = new
    let told = difference(new)
    tell(new, coming: told.coming, going: told.going)
    nextMode = nil
    let columns = difference(new)
    let change = SplitChange(
      from: mode,
      to: new,
      chosenBefore: chosenBefore,
      columns: columns,
      isShown: hasAppeared
    )
    change.progress = 0
    self.change = change
    mode = new
    beginAppearances(of: change)
    UIView.performWithoutAnimation {
      placeColumns()
      for column in columns.coming { attach(column) }
      if isViewLoaded, !columns.coming.isEmpty { view.layoutIfNeeded() }
    }
    isBusy = false
    return change
  }

  private func beginAppearances(of change: SplitChange) {
    guard change.isShown else { return }
    for column in change.going {
      entries[column]?.shown.beginAppearance(isAppearing: false, animated: true)
    }
    for column in change.coming {
      entries[column]?.shown.beginAppearance(isAppearing: true, animated: true)
    }
  }

  /// Moves the columns to their places in the new mode.
  private func run(_ change: SplitChange) {
    change.progress = nil
    let motion = ViewMotion(
      of: hosts.values.map { $0 as UIView? } + [dimming],
      duration: UISplitViewController.duration,
      animations: {
        self.placeColumns()
        self.view.layoutIfNeeded()
      },
      completion: { self.end(change) }
    )
    change.motion = motion
  }

  private func end(_ change: SplitChange) {
    guard self.change === change else { return }
    self.change = nil
    isBusy = true
    for column in change.going { detach(column) }
    if change.isShown {
      for column in change.going + change.coming { entries[column]?.shown.endAppearance() }
    }
    isBusy = false
    settle()
    change.completion?()
    runWaiting()
  }

  /// Ends a change that is in motion, where it was going.
  final func finishChange() {
    // A change that begins or ends goes on by itself.
    guard let change, !isBusy else { return }
    if let motion = change.motion { return motion.finish() }
    change.progress = nil
    placeColumns()
    end(change)
  }

  // MARK: By a finger

  /// Begins a change whose columns a finger moves.
  final func beginByFinger(_ new: DisplayMode) -> SplitChange? {
    guard !isBusy else { return nil }
    finishChange()
    guard !isBusy, isArranged, !isCollapsed, new != mode else { return nil }
    let chosenBefore = chosenMode
    chosenMode = new
    return begin(new, chosenBefore)
  }

  /// Lets a change that a finger has moved go on, or go back.
  final func endByFinger(_ change: SplitChange, goesOn: Bool) {
    guard self.change === change else { return }
    if goesOn { return run(change) }
    isBusy = true
    nextMode = change.from
    tell(change.from, coming: change.going, going: change.coming)
    nextMode = nil
    let back = SplitChange(
      from: change.to,
      to: change.from,
      chosenBefore: nil,
      columns: (coming: change.going, going: change.coming),
      isShown: change.isShown
    )
    back.completion = change.completion
    chosenMode = change.chosenBefore
    mode = change.from
    self.change = back
    beginAppearances(of: back)
    isBusy = false
    run(back)
    runWaiting()
  }

  // MARK: Columns chosen by name

  /// The mode with one more column; nil if all show.
  final var modeWithMore: DisplayMode? {
    let more = mode.leadingColumns + 1
    guard more <= (isTriple ? 2 : 1) else { return nil }
    return DisplayMode(columns: more, behavior: splitBehavior)
  }

  /// The mode that a tap on the dimmed column brings.
  final var modeWithoutOverlay: DisplayMode {
    mode == .twoDisplaceSecondary ? .oneBesideSecondary : .secondaryOnly
  }

  /// Does what the button does.
  final func toggleColumns() {
    guard !isCollapsed else { return }
    let said = delegate?.targetDisplayModeForAction(in: self) ?? .automatic
    guard said == .automatic else { return choose(said) }
    let fewer = DisplayMode(columns: mode.leadingColumns - 1, behavior: splitBehavior)
    choose(modeWithMore ?? fewer)
  }

  final func setShown(_ isShown: Bool, _ column: Column) {
    let known: [Column] = isTriple ? [.primary, .supplementary] : [.primary]
    guard column == .secondary || column == .compact || known.contains(column) else {
      return Diagnostics.report(
        "UIKit: UISplitViewController.\(isShown ? "show" : "hide")(_:): the style has no column "
          + "\(column)"
      )
    }
    if isCollapsed { return setStacked(isShown, column) }
    let now = waiting?.mode ?? nextMode ?? displayMode
    switch (column, isShown) {
    case (.compact, _), (.secondary, false): return
    case (.secondary, true):
      if now.isDimmed {
        choose(now == .twoDisplaceSecondary ? .oneBesideSecondary : .secondaryOnly)
      }
    default:
      // Columns are counted from the innermost one.
      let place = known.count - (known.firstIndex(of: column) ?? 0)
      let isThere = now.leadingColumns >= place
      guard isThere != isShown else { return }
      choose(DisplayMode(columns: isShown ? place : place - 1, behavior: splitBehavior))
    }
  }

  // MARK: Places

  private var geometry: SplitGeometry {
    func width(_ column: Column, _ width: SplitWidth) -> SplitWidth {
      entries[column] == nil ? SplitWidth(minimum: 0, preferred: 0, maximum: 0) : width
    }
    var leading = [(column: Column.primary, width: width(.primary, primaryWidth))]
    if isTriple {
      leading.append((.supplementary, width(.supplementary, supplementaryWidth)))
    }
    return SplitGeometry(
      size: size,
      leading: leading,
      leastSecondary: SplitWidth.said(minimumSecondaryColumnWidth) ?? 0,
      isPrimaryAtRight: isPrimaryAtRight
    )
  }

  final func width(of column: Column) -> CGFloat {
    guard isViewLoaded else { return 0 }
    let geometry = geometry
    guard let index = geometry.leading.firstIndex(where: { $0.column == column }) else { return 0 }
    return geometry.widths(in: displayMode)[index]
  }

  /// Puts the columns into their places.
  final func placeColumns() {
    guard isViewLoaded else { return }
    let origin = view.bounds.origin
    dimming.frame = view.bounds
    if let front {
      hosts[front]?.frame = view.bounds
      hosts[front]?.lineEdge = []
      dimming.alpha = 0
      return
    }
    let geometry = geometry
    var frames = geometry.frames(in: mode)
    var dim: CGFloat = mode.isDimmed ? 1 : 0
    if let change, let progress = change.progress {
      let before = geometry.frames(in: change.from)
      for (column, frame) in frames {
        frames[column] = (before[column] ?? frame).mixed(with: frame, progress)
      }
      let dimBefore: CGFloat = change.from.isDimmed ? 1 : 0
      dim = dimBefore + (dim - dimBefore) * progress
    }
    for (column, frame) in frames {
      hosts[column]?.frame = frame.offsetBy(dx: origin.x, dy: origin.y)
    }
    dimming.alpha = dim * UISplitViewController.dimAlpha
    let edge: UIRectEdge = geometry.isPrimaryAtRight ? .left : .right
    for column in [Column.primary, .supplementary] { hosts[column]?.lineEdge = edge }
  }

  /// The way of a finger from one mode to another, in points.
  final func distance(_ change: SplitChange) -> CGFloat {
    let geometry = geometry
    func shownWidth(_ mode: DisplayMode) -> CGFloat {
      geometry.widths(in: mode).suffix(mode.leadingColumns).reduce(0, +)
    }
    return abs(shownWidth(change.to) - shownWidth(change.from))
  }

  /// Brings what depends on the columns that show up to date.
  final func settle() {
    gesture.update()
    updateButtons()
    viewIfLoaded?.setNeedsLayout()
  }
}

extension CGRect {
  /// Returns the rectangle between this one and another one, at a part of the way in 0...1.
  fileprivate func mixed(with other: CGRect, _ part: CGFloat) -> CGRect {
    func mix(_ one: CGFloat, _ two: CGFloat) -> CGFloat { one + (two - one) * part }
    return CGRect(
      x: mix(minX, other.minX),
      y: mix(minY, other.minY),
      width: mix(width, other.width),
      height: mix(height, other.height)
    )
  }
}
