// Controllers in columns beside each other.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// Shows controllers in two or three columns, or in one where there is little room.
///
/// ```swift
/// let split = UISplitViewController(style: .doubleColumn)
/// split.setViewController(list, for: .primary)
/// split.setViewController(details, for: .secondary)
/// window.rootViewController = split
/// ```
///
/// The columns become one where `traitCollection` says that the width is compact. The controllers
/// of the columns then form one stack, or the compact column shows alone. With room they are apart
/// again.
///
/// **Differences**:
/// - The traits of `traitCollection` have a regular width if the window is at least 600 points wide
///   and 414 high, which makes the classes of Apple's devices, and compact width below. Those of
///   the columns' controllers are the window's.
/// - In one column the controllers of all stacks are in the stack of the first column: stacks in
///   stacks do not exist here.
/// - There is no inspector column.
///
/// Source: Apple's documentation of the class and "Split views" of the Human Interface Guidelines.
/// Facts from elsewhere are marked as observed or chosen.
open class UISplitViewController: UIViewController {
  /// The columns; `unspecified` in the classic interface.
  public let style: Style
  /// The length that leaves a width to the split view: -1.
  nonisolated public static let automaticDimension = SplitWidth.automatic

  /// The object that decides about the columns.
  open weak var delegate: (any UISplitViewControllerDelegate)?

  // MARK: State of the columns, for the other files of the folder

  final var entries: [Column: SplitEntry] = [:]
  final let hosts: [Column: SplitColumnView] = [
    .primary: SplitColumnView(), .supplementary: SplitColumnView(),
    .secondary: SplitColumnView(), .compact: SplitColumnView(),
  ]
  final let dimming = UIView()
  /// The arrangement that shows.
  final var mode = DisplayMode.secondaryOnly
  /// The arrangement that a person or the program chose last; nil for the preferred one.
  final var chosenMode: DisplayMode?
  /// The behaviour by which `mode` was chosen.
  final var arrangedBehavior = SplitBehavior.automatic
  /// Whether the columns have their places: from the first appearance on.
  final var isArranged = false
  /// The column that shows alone; nil while there is room for several.
  final var front: Column?
  /// The columns of the controllers that were put on one stack.
  final var owners: [ObjectIdentifier: Column] = [:]
  /// The classic secondary controller while there is one column.
  final var taken: SplitTaken?
  /// The change of columns that is in motion.
  final var change: SplitChange?
  /// Whether columns are being exchanged; changes wait meanwhile.
  final var isBusy = false
  /// The arrangement that the delegate is being told of.
  final var nextMode: DisplayMode?
  /// The arrangement that waits for the end of a change.
  final var waiting: (mode: DisplayMode, animated: Bool)?
  final var waitingTurns = 0
  private(set) final lazy var gesture = SplitGesture(self)

  // MARK: Making

  /// Creates a split view without controllers.
  public init(style: Style) {
    self.style = style
    super.init(nibName: nil, bundle: nil)
  }

  /// Creates a split view of the classic interface.
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    style = .unspecified
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }

  /// Creates a split view of the classic interface from an archive.
  public required init?(coder: NSCoder) {
    let number = Int(coder.decodeInt64(forKey: "UISplitViewControllerStyle"))
    style = Style(rawValue: number) ?? .unspecified
    super.init(coder: coder)
    coder.finish(self, UISplitViewController.self)
  }

  // MARK: Controllers

  /// Sets the controller of a column; nil leaves the column out.
  ///
  /// A controller that is no `UINavigationController` gets one around it, except in the compact
  /// column. A controller of another column leaves that column.
  ///
  /// **Differences**: a classic split view takes no wrappers; it has a primary and a secondary
  /// column.
  open func setViewController(_ vc: UIViewController?, for column: Column) {
    replace(column, by: vc)
  }

  /// Returns the controller that was set for a column; nil if there is none.
  open func viewController(for column: Column) -> UIViewController? { entries[column]?.controller }

  /// The controllers of the columns, with those around them, from the primary one on; the one that
  /// shows if there is one column.
  ///
  /// In the classic interface it has two, and the second one shows in the secondary column.
  ///
  /// Chosen: it can be set in the other styles, too, whose columns get them in order. Controllers
  /// beyond the columns are left out.
  open var viewControllers: [UIViewController] {
    get { shownControllers }
    set { setControllers(newValue) }
  }

  /// Shows a column, by a motion if the split view has appeared.
  ///
  /// - In several columns the secondary one always shows; it is freed from what lies over it.
  /// - In one column the stack shows the controllers of the column. The compact column stays.
  open func show(_ column: Column) { setShown(true, column) }

  /// Hides a column, and those further out, by a motion if the split view has appeared.
  ///
  /// The secondary column is hidden only where there is one column.
  open func hide(_ column: Column) { setShown(false, column) }

  /// Returns whether a column shows; in one column, whether the top of the stack belongs to it.
  open func isShowing(_ column: Column) -> Bool {
    isCollapsed ? topColumn == column : isArranged && shownColumns(in: mode).contains(column)
  }

  /// Whether there is one column.
  ///
  /// It is false before the split view appears for the first time.
  open var isCollapsed: Bool { front != nil }

  open override func show(_ vc: UIViewController, sender: Any?) {
    if delegate?.splitViewController(self, show: vc, sender: sender) == true { return }
    showPrimary(vc)
  }

  /// Shows a controller in the secondary column: on top of the stack if there is one column.
  open override func showDetailViewController(_ vc: UIViewController, sender: Any?) {
    if delegate?.splitViewController(self, showDetail: vc, sender: sender) == true { return }
    showSecondary(vc)
  }

  // MARK: Arrangement

  /// The arrangement of the columns; never automatic.
  ///
  /// While there is one column it is the last one.
  open var displayMode: DisplayMode { isArranged ? mode : wantedMode }

  /// The arrangement that the program wants; automatic by default.
  ///
  /// Automatic is, chosen but for the first two: in windows that are wider than high one further
  /// column beside the secondary one, in three columns two if 400 points remain; in others the
  /// secondary column alone. A mode for columns that the style lacks is that with the columns that
  /// there are. Within an animation block the change is animated.
  open var preferredDisplayMode = DisplayMode.automatic { didSet { preferencesChanged() } }

  /// The behaviour of the secondary column: that of `displayMode`, or the one in which further
  /// columns will show; never automatic.
  open var splitBehavior: SplitBehavior {
    guard let own = displayMode.behavior else { return wantedBehavior }
    return isCompatible(displayMode, wantedBehavior) ? wantedBehavior : own
  }

  /// The behaviour that the program wants; automatic by default.
  ///
  /// Chosen: another than automatic turns all modes into those of the behaviour with as many
  /// columns; two columns do not displace, but tile.
  open var preferredSplitBehavior = SplitBehavior.automatic { didSet { preferencesChanged() } }

  /// Whether a finger shows and hides columns; true by default.
  ///
  /// A finger from the edge of the primary column shows one more. One that moves back hides those
  /// over the secondary one.
  open var presentsWithGesture = true {
    didSet { if presentsWithGesture != oldValue { factsChanged() } }
  }

  /// The button that shows or hides a column.
  ///
  /// In the classic interface the program puts it into a bar. In the other styles it is in the bar
  /// of the outermost column that shows, as `displayModeButtonVisibility` says.
  open var displayModeButtonItem: UIBarButtonItem { toggleItem }
  private lazy var toggleItem = makeItem("sidebar.leading", "Sidebar") { $0.toggleColumns() }

  /// Whether the button is in a bar by itself; automatic by default.
  open var displayModeButtonVisibility = DisplayModeButtonVisibility.automatic {
    didSet { if displayModeButtonVisibility != oldValue { updateButtons() } }
  }

  /// Whether three columns have a button over the secondary one that hides all others; false by
  /// default.
  open var showsSecondaryOnlyButton = false {
    didSet { if showsSecondaryOnlyButton != oldValue { updateButtons() } }
  }
  final lazy var secondaryOnlyItem = makeItem(
    "arrow.up.left.and.arrow.down.right",
    "Full Screen"
  ) { $0.choose(.secondaryOnly) }

  /// The side of the primary column; leading by default.
  open var primaryEdge = PrimaryEdge.leading {
    didSet { if primaryEdge != oldValue { factsChanged() } }
  }

  /// The background of the primary column; none by default.
  ///
  /// Chosen: none is that of the system, and that of sidebars the secondary one of the system. It
  /// shows where the controller's views have none.
  open var primaryBackgroundStyle = BackgroundStyle.none {
    didSet { hosts[.primary]?.isSidebar = primaryBackgroundStyle == .sidebar }
  }

  // MARK: Widths
  //
  // Negative lengths and no numbers are automatic.

  final var primaryWidth = SplitWidth() {
    didSet { if primaryWidth != oldValue { factsChanged() } }
  }
  final var supplementaryWidth = SplitWidth() {
    didSet { if supplementaryWidth != oldValue { factsChanged() } }
  }

  /// The width of the primary column, in points; 0 before the view is loaded.
  ///
  /// It contains the safe area at its side.
  open var primaryColumnWidth: CGFloat { width(of: .primary) }
  /// The wanted width of the primary column, in points; automatic by default.
  ///
  /// Automatic is the fraction. Chosen: an automatic maximum does not limit it.
  open var preferredPrimaryColumnWidth: CGFloat {
    get { primaryWidth.preferred }
    set { primaryWidth.preferred = newValue }
  }
  /// The wanted part of the split view's width for the primary column, in 0...1; automatic by
  /// default.
  ///
  /// Automatic is 320 points, 375 from 1366 on, and 0.4 of the width below 768 (observed).
  open var preferredPrimaryColumnWidthFraction: CGFloat {
    get { primaryWidth.fraction }
    set { primaryWidth.fraction = newValue }
  }
  /// The least width of the primary column, in points; automatic, which is 0, by default.
  open var minimumPrimaryColumnWidth: CGFloat {
    get { primaryWidth.minimum }
    set { primaryWidth.minimum = newValue }
  }
  /// The greatest width of the primary column, in points; automatic by default.
  ///
  /// Automatic is the automatic width. A greater minimum counts instead (chosen).
  open var maximumPrimaryColumnWidth: CGFloat {
    get { primaryWidth.maximum }
    set { primaryWidth.maximum = newValue }
  }

  /// The width of the supplementary column, in points; 0 in two columns.
  open var supplementaryColumnWidth: CGFloat { width(of: .supplementary) }
  /// The wanted width of the supplementary column, in points; automatic by default.
  open var preferredSupplementaryColumnWidth: CGFloat {
    get { supplementaryWidth.preferred }
    set { supplementaryWidth.preferred = newValue }
  }
  /// The wanted part of the split view's width for the supplementary column, in 0...1; automatic,
  /// which is as for the primary one (chosen), by default.
  open var preferredSupplementaryColumnWidthFraction: CGFloat {
    get { supplementaryWidth.fraction }
    set { supplementaryWidth.fraction = newValue }
  }
  /// The least width of the supplementary column, in points; automatic, which is 0, by default.
  open var minimumSupplementaryColumnWidth: CGFloat {
    get { supplementaryWidth.minimum }
    set { supplementaryWidth.minimum = newValue }
  }
  /// The greatest width of the supplementary column, in points; automatic by default.
  open var maximumSupplementaryColumnWidth: CGFloat {
    get { supplementaryWidth.maximum }
    set { supplementaryWidth.maximum = newValue }
  }

  /// The width of the secondary column that the automatic behaviour leaves it beside others, in
  /// points; automatic by default.
  ///
  /// Automatic is the minimum, or 400 in three columns (chosen). Where less remains, others lie
  /// over it or displace it.
  open var preferredSecondaryColumnWidth = UISplitViewController.automaticDimension {
    didSet { if preferredSecondaryColumnWidth != oldValue { factsChanged() } }
  }
  /// The least width of the secondary column beside others, in points; automatic, which is 0, by
  /// default.
  ///
  /// Others become narrower, down to their own least widths.
  open var minimumSecondaryColumnWidth = UISplitViewController.automaticDimension {
    didSet { if minimumSecondaryColumnWidth != oldValue { factsChanged() } }
  }

  // MARK: The controller's own part

  open override func viewDidLoad() {
    super.viewDidLoad()
    view.clipsToBounds = true
    prepareViews()
  }

  open override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    updateRoom()
  }

  open override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    updateRoom()
  }

  open override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    placeColumns()
    gesture.update()
  }

  /// The traits of the view, with the class of width that decides about the columns.
  ///
  /// A subclass may override it to choose the class. The split view asks with each layout.
  open override var traitCollection: UITraitCollection {
    let traits = super.traitCollection
    guard traits.horizontalSizeClass != .regular else { return traits }
    return UITraitCollection(traitsFrom: [
      traits, UITraitCollection(horizontalSizeClass: classOfWidth),
    ])
  }

  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    viewIfLoaded?.setNeedsLayout()
  }

  open override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
    delegate?.splitViewControllerSupportedInterfaceOrientations(self) ?? usualOrientations
  }

  open override var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation {
    delegate?.splitViewControllerPreferredInterfaceOrientationForPresentation(self)
      ?? super.preferredInterfaceOrientationForPresentation
  }

  open override var childForStatusBarStyle: UIViewController? { outermostShown }
  open override var childForStatusBarHidden: UIViewController? { outermostShown }
}

extension UIViewController {
  /// The nearest controller of columns around this one.
  public var splitViewController: UISplitViewController? {
    var next = parent
    while let candidate = next {
      if let found = candidate as? UISplitViewController { return found }
      next = candidate.parent
    }
    return nil
  }
}
