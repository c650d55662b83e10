// Controllers of views.
// Licensed under the MIT license; see LICENSE.
//
// Long because: subclasses override what the class declares.

import CoreGraphics
public import Foundation
import QuartzCore

/// The way in which a controller is shown over another.
public enum UIModalPresentationStyle: Int, Sendable {
  /// The system's choice: over the full screen.
  case automatic = -2
  /// None.
  case none = -1
  /// In place of the other one, whose view is removed.
  case fullScreen = 0
  /// As a page over the other one.
  case pageSheet = 1
  /// As a form over the other one.
  case formSheet = 2
  /// Within a parent.
  case currentContext = 3
  /// By the program.
  case custom = 4
  /// Over the other one, which stays.
  case overFullScreen = 5
  /// Over a parent's view, which stays.
  case overCurrentContext = 6
  /// Beside a view.
  case popover = 7
}

/// The motion with which a controller is shown over another.
public enum UIModalTransitionStyle: Int, Sendable {
  /// It comes up from below.
  case coverVertical = 0
  /// The views turn over.
  case flipHorizontal = 1
  /// It fades in.
  case crossDissolve = 2
  /// The page is turned up.
  case partialCurl = 3
}

/// Controls a view: makes it, lays it out, and hears when it appears and disappears.
@preconcurrency
@MainActor
open class UIViewController: UIResponder, UIContentContainer {
  private var storedView: UIView?
  private var storedChildren: [UIViewController] = []
  private final weak var storedParent: UIViewController?
  private final weak var presenter: UIViewController?
  private var shown: UIViewController?
  /// The animations that begin and end appearances, so that each is reported once.
  private enum Appearance { case disappeared, appearing, appeared, disappearing }
  private var appearance = Appearance.disappeared
  private var storedStyle = UIUserInterfaceStyle.unspecified
  private var isLoading = false

  /// The nib or the storyboard that the controller comes from.
  final var origin = ControllerOrigin()

  /// Creates a controller whose view a nib makes.
  ///
  /// - Parameters:
  ///   - nibNameOrNil: The name of the nib; nil for one with the name of the class, or with that
  ///     name without `Controller`, if there is one.
  ///   - nibBundleOrNil: The bundle with images and texts; nil for that of the program.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init()
    origin.nibName = nibNameOrNil
    origin.bundle = nibBundleOrNil
  }

  /// Creates a controller from an archive.
  public required init?(coder: NSCoder) {
    super.init()
    coder.finish(self, UIViewController.self)
  }

  /// Creates a controller.
  public override convenience init() { self.init(nibName: nil, bundle: nil) }

  // MARK: The view

  /// The view, which is loaded when it is first asked for.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return storedView
    }
    set { takeView(newValue) }
  }

  /// The view, if it was loaded.
  open var viewIfLoaded: UIView? { storedView }

  /// Whether the view was loaded.
  open var isViewLoaded: Bool { storedView != nil }

  /// Makes the view and sets `view`: by the storyboard or the nib of the controller, else a plain
  /// view of the size of the screen.
  open func loadView() {
    guard !loadFromNib() else { return }
    view = UIView(frame: UIScreen.main.bounds)
  }

  /// Loads the view, unless it is.
  open func loadViewIfNeeded() {
    guard storedView == nil, !isLoading else { return }
    isLoading = true
    loadView()
    isLoading = false
    if storedView == nil {
      Diagnostics.report("UIKit: \(type(of: self)).loadView() set no view; expected one")
      view = UIView(frame: UIScreen.main.bounds)
    }
    viewDidLoad()
  }

  private func takeView(_ new: UIView?) {
    guard new !== storedView else { return }
    storedView?.extras?.controller = nil
    storedView = new
    new?.ownExtras.controller = self
    new?.setNeedsLayout()
  }

  /// Called when the view was loaded.
  open func viewDidLoad() {}

  /// Called before the view appears.
  open func viewWillAppear(_ animated: Bool) {}

  /// Called while the view appears, when it is in its place.
  open func viewIsAppearing(_ animated: Bool) {}

  /// Called when the view has appeared.
  open func viewDidAppear(_ animated: Bool) {}

  /// Called before the view disappears.
  open func viewWillDisappear(_ animated: Bool) {}

  /// Called when the view has disappeared.
  open func viewDidDisappear(_ animated: Bool) {}

  /// Called before the view's `layoutSubviews()`.
  open func viewWillLayoutSubviews() {}

  /// Updates the constraints of the controller's view; overrides call it of the superclass last.
  open func updateViewConstraints() { viewIfLoaded?.updateConstraints() }

  /// Called after the view's `layoutSubviews()`.
  open func viewDidLayoutSubviews() {}

  /// Called when the safe area of the view changed.
  open func viewSafeAreaInsetsDidChange() {}

  /// Called when the margins of the view changed.
  open func viewLayoutMarginsDidChange() {}

  /// The least margins of the view: 16 points at the sides, 20 in views of at least 414.
  open var systemMinimumLayoutMargins: NSDirectionalEdgeInsets {
    let width = viewIfLoaded?.bounds.width ?? 0
    let side: CGFloat = width < 414 ? 16 : 20
    return NSDirectionalEdgeInsets(top: 0, leading: side, bottom: 0, trailing: side)
  }

  /// Whether the view's margins are at least those of the system; true by default.
  open var viewRespectsSystemMinimumLayoutMargins = true {
    didSet { if viewRespectsSystemMinimumLayoutMargins != oldValue { viewIfLoaded?.tellMargins() } }
  }

  /// The margins of the view without the safe area.
  ///
  /// - Parameter own: Those that the program set; nil if it set none.
  final func margins(own: UIEdgeInsets?) -> UIEdgeInsets {
    guard viewRespectsSystemMinimumLayoutMargins else { return own ?? .zero }
    let least = systemMinimumLayoutMargins
    let set = own ?? .zero
    return UIEdgeInsets(
      top: max(set.top, least.top),
      left: max(set.left, least.leading),
      bottom: max(set.bottom, least.bottom),
      right: max(set.right, least.trailing)
    )
  }

  /// Called when the storyboard that the controller is in has made it; its view is not loaded yet.
  open func awakeFromNib() {}

  // MARK: Nibs and storyboards

  /// The name of the nib that makes the view; nil if none does.
  open var nibName: String? { nibOfView?.name }

  /// The bundle that was named for the nib; nil if none was.
  open var nibBundle: Bundle? { origin.bundle }

  /// The storyboard that made the controller; nil if none did.
  open var storyboard: UIStoryboard? { origin.storyboard }

  // `Any` because: senders are of many classes.
  /// Takes the segue of an identifier.
  ///
  /// **Differences**: an identifier that is unknown gives a diagnostic, where iOS raises an
  /// exception.
  open func performSegue(withIdentifier identifier: String, sender: Any?) {
    takeSegue(identifier, sender)
  }

  // `Any` because: senders are of many classes.
  /// Whether a segue that a touch began is taken; true by default.
  open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }

  // `Any` because: senders are of many classes.
  /// Called before a segue from this controller is taken; subclasses set up its destination.
  open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}

  // `Any` because: senders are of many classes.
  /// Whether an unwind segue from another controller may end here; true by default.
  open func canPerformUnwindSegueAction(
    _ action: Selector,
    from fromViewController: UIViewController,
    sender: Any?
  ) -> Bool { true }

  /// Called on each container between the window and the end of an unwind segue, before it shows
  /// that child.
  open func unwind(for unwindSegue: UIStoryboardSegue, towards subsequentVC: UIViewController) {}

  /// Called when the memory is low: never by itself.
  open func didReceiveMemoryWarning() {}

  /// The program's additions to the safe area of the view, in points.
  open var additionalSafeAreaInsets = UIEdgeInsets.zero {
    didSet { if additionalSafeAreaInsets != oldValue { storedView?.tellSafeArea() } }
  }

  /// The title, for bars.
  open var title: String? {
    didSet { titleChanged() }
  }

  /// The size that the view should have in a container; zero if there is none.
  open var preferredContentSize = CGSize.zero {
    didSet {
      if preferredContentSize != oldValue {
        parent?.preferredContentSizeDidChange(forChildContentContainer: self)
        presentation?.contentSizeChanged()
      }
    }
  }

  /// Called when a child's `preferredContentSize` changed.
  open func preferredContentSizeDidChange(
    forChildContentContainer container: any UIContentContainer
  ) {}

  /// Called when the size of a child's content changed; does nothing by default.
  open func systemLayoutFittingSizeDidChange(
    forChildContentContainer container: any UIContentContainer
  ) {}

  /// Returns the size of a child's view when the own one has another size; that size by default.
  open func size(
    forChildContentContainer container: any UIContentContainer,
    withParentContainerSize parentSize: CGSize
  ) -> CGSize { parentSize }

  /// Whether the status bar is hidden; there is none.
  open var prefersStatusBarHidden: Bool { false }

  /// The colours of the status bar's text; there is none.
  open var preferredStatusBarStyle: UIStatusBarStyle { .default }

  /// The motion with which the status bar comes and goes; there is none.
  open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }

  /// Tells that `prefersStatusBarHidden` or `preferredStatusBarStyle` changed.
  open func setNeedsStatusBarAppearanceUpdate() {}

  /// Whether the views turn with the device, which does not turn by itself; true by default.
  open var shouldAutorotate: Bool { true }

  /// The orientations that the controller can show; all but upside down on a phone by default.
  open var supportedInterfaceOrientations: UIInterfaceOrientationMask { usualOrientations }

  /// The orientations without an override.
  final var usualOrientations: UIInterfaceOrientationMask {
    UIDevice.current.userInterfaceIdiom == .pad ? .all : .allButUpsideDown
  }

  /// The orientation that suits the controller best when it is presented.
  open var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation { .portrait }

  /// Tells that `supportedInterfaceOrientations` changed.
  open func setNeedsUpdateOfSupportedInterfaceOrientations() {}

  /// Called before the view gets another size because its window does.
  ///
  /// `super` notifies children and the presented controller.
  ///
  /// - Parameters:
  ///   - size: In points.
  ///   - coordinator: Runs changes of views beside the change of size.
  open func viewWillTransition(
    to size: CGSize,
    with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    for child in storedChildren {
      let own = self.size(forChildContentContainer: child, withParentContainerSize: size)
      child.viewWillTransition(to: own, with: coordinator)
    }
    shown?.presentation?.viewWillTransition(to: size, with: coordinator)
    shown?.viewWillTransition(to: size, with: coordinator)
  }

  /// Called before the controller gets other traits.
  ///
  /// `super` notifies children and the presented controller.
  open func willTransition(
    to newCollection: UITraitCollection,
    with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    for child in storedChildren { child.willTransition(to: newCollection, with: coordinator) }
    shown?.presentation?.willTransition(to: newCollection, with: coordinator)
    shown?.willTransition(to: newCollection, with: coordinator)
  }

  /// The coordinator of the transition that the controller or its container is in; nil if there is
  /// none.
  open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    coordinator ?? storedParent?.transitionCoordinator
  }

  final var coordinator: TransitionCoordinator?

  /// Whether the view reaches under bars that nothing shows through; false by default.
  open var extendedLayoutIncludesOpaqueBars = false {
    didSet { storedParent?.childExtentChanged(self) }
  }

  /// Whether `.currentContext` presentations cover the controller; false by default.
  ///
  /// **Differences**: it is stored; presentations cover the window.
  open var definesPresentationContext = false

  /// The edges up to which the view reaches under bars; all by default.
  ///
  /// It does so under translucent bars, and under others if `extendedLayoutIncludesOpaqueBars`
  /// is true. Bars over the view are part of its safe area.
  open var edgesForExtendedLayout = UIRectEdge.all {
    didSet { storedParent?.childExtentChanged(self) }
  }

  /// Whether a scroll view that is the view, or the first one in it, leaves room for bars though
  /// its content is not higher than it; true by default.
  open var automaticallyAdjustsScrollViewInsets = true

  /// The room that bars and the screen take at the top of the view.
  open var topLayoutGuide: any UILayoutSupport { LayoutSupport(self, edge: .top) }

  /// The room that bars and the screen take at the bottom of the view.
  open var bottomLayoutGuide: any UILayoutSupport { LayoutSupport(self, edge: .bottom) }

  /// Whether a sheet over others can be pulled away; true for that by default.
  ///
  /// **Differences**: it is stored; no gesture dismisses a sheet.
  open var isModalInPresentation = false

  open override var next: UIResponder? { storedView?.superview ?? presenter }

  override var responderWindow: UIWindow? { storedView?.window }

  // MARK: Traits

  /// The style of the controller's views; inherited by default.
  open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
    get { storedStyle }
    set {
      guard newValue != storedStyle else { return }
      storedView?.noteStyleChange()
      storedStyle = newValue
    }
  }

  final var styleOfViews: UIUserInterfaceStyle { storedStyle }

  final var ownOverrides: TraitOverrides?

  /// The traits of the view.
  open var traitCollection: UITraitCollection { storedView?.traitCollection ?? traitsWithoutView }

  /// The context of the extension that the controller is the view of; nil in a program.
  ///
  /// **Differences**: it is that of `NSExtensionContext.begin(with:)`; no system runs extensions.
  open var extensionContext: NSExtensionContext? {
    ownExtensionContext ?? storedParent?.extensionContext
  }
  final var ownExtensionContext: NSExtensionContext?

  /// Called when traits changed.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  final let traitObservers = TraitObservers()

  // MARK: Children

  /// The controllers in this one.
  open var children: [UIViewController] { storedChildren }

  /// The controller that this one is in.
  open var parent: UIViewController? { storedParent }

  /// Adds a controller; it leaves its parent first.
  ///
  /// The program adds the view.
  open func addChild(_ childController: UIViewController) {
    var ancestor: UIViewController? = self
    while let next = ancestor {
      if next === childController {
        return Diagnostics.report(
          "UIKit: UIViewController.addChild(_:): \(type(of: childController)) cannot be a child of "
            + "\(type(of: self)); "
            + (childController === self
              ? "a controller cannot contain itself" : "it contains \(type(of: self))")
        )
      }
      ancestor = next.parent
    }
    guard childController.parent !== self else { return }
    childController.removeFromParent()
    childController.willMove(toParent: self)
    storedChildren.append(childController)
    childController.storedParent = self
  }

  /// Removes the controller from its parent.
  ///
  /// The program removes the view.
  open func removeFromParent() {
    guard let parent = storedParent else { return }
    parent.storedChildren.removeAll { $0 === self }
    storedParent = nil
    didMove(toParent: nil)
  }

  /// Called before the controller gets a parent; before it loses it, the program calls it.
  open func willMove(toParent parent: UIViewController?) {}

  /// Called when the controller has lost its parent; when it has got one, the program calls it.
  open func didMove(toParent parent: UIViewController?) {}

  /// Whether children appear and disappear with this controller; true by default.
  open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }

  /// Begins the appearing or disappearing of a child, which `endAppearanceTransition()` ends.
  open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
    beginAppearance(isAppearing: isAppearing, animated: animated)
  }

  /// Ends what `beginAppearanceTransition(_:animated:)` began.
  open func endAppearanceTransition() { endAppearance() }

  private var isAnimatingAppearance = false

  final func beginAppearance(isAppearing: Bool, animated: Bool) {
    if isAppearing {
      guard appearance == .disappeared || appearance == .disappearing else { return }
      loadViewIfNeeded()
      appearance = .appearing
      isAnimatingAppearance = animated
      viewWillAppear(animated)
    } else {
      guard appearance == .appeared || appearance == .appearing else { return }
      appearance = .disappearing
      isAnimatingAppearance = animated
      viewWillDisappear(animated)
    }
    guard shouldAutomaticallyForwardAppearanceMethods else { return }
    for child in storedChildren where child.isInView(of: self) {
      child.beginAppearance(isAppearing: isAppearing, animated: animated)
    }
  }

  final func endAppearance() {
    let animated = isAnimatingAppearance
    switch appearance {
    case .appearing:
      viewIsAppearing(animated)
      appearance = .appeared
      viewDidAppear(animated)
    case .disappearing:
      appearance = .disappeared
      viewDidDisappear(animated)
    case .appeared, .disappeared: return
    }
    guard shouldAutomaticallyForwardAppearanceMethods else { return }
    for child in storedChildren where child.isInView(of: self) { child.endAppearance() }
  }

  // Whether the view's own way into or out of a window began the present step.
  private var movesByItself = false

  /// Begins an appearance where the program, and no container, moves the view.
  final func viewWillMove(to window: UIWindow?) {
    guard storedParent?.shouldAutomaticallyForwardAppearanceMethods ?? true else { return }
    if let window {
      guard appearance == .disappeared, !window.isHidden else { return }
      beginAppearance(isAppearing: true, animated: false)
    } else {
      guard appearance == .appeared else { return }
      beginAppearance(isAppearing: false, animated: false)
    }
    movesByItself = true
  }

  /// Ends it.
  final func viewDidMove() {
    guard movesByItself else { return }
    movesByItself = false
    endAppearance()
  }

  /// Whether the view has appeared.
  final var hasAppeared: Bool { appearance == .appeared }

  private func isInView(of other: UIViewController) -> Bool {
    guard let own = storedView, let outer = other.viewIfLoaded else { return false }
    return own.isDescendant(of: outer)
  }

  /// Whether the view is being put into the hierarchy for the first time by a container.
  open var isMovingToParent: Bool { appearance == .appearing && storedParent != nil }

  /// Whether the controller is leaving its container.
  open var isMovingFromParent: Bool { appearance == .disappearing && storedParent == nil }

  /// Whether the controller is being presented.
  open var isBeingPresented: Bool { appearance == .appearing && presenter != nil }

  /// Whether the controller is being dismissed.
  open var isBeingDismissed: Bool { appearance == .disappearing && presenter != nil }

  // MARK: Presenting

  /// The way in which the controller is shown over another; the full screen by default.
  open var modalPresentationStyle = UIModalPresentationStyle.automatic

  /// The motion with which it is shown.
  open var modalTransitionStyle = UIModalTransitionStyle.coverVertical

  /// The object that chooses the program's own animations of showing and of its end.
  open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?

  /// The view around the controller's view while a transition of the program's shows it.
  final var transitionContainer: UIView?

  /// The way in which the controller is shown, chosen by the program; nil for the system's.
  final var presentation: UIPresentationController?

  /// The sheet that the controller is shown by, once it was asked for.
  final var sheet: UISheetPresentationController?
  /// The popover of the style `popover`; nil before it is asked for.
  final var popover: UIPopoverPresentationController?

  /// The presentation that the controller or a parent is shown by, if the program chose one.
  ///
  /// Before the presentation it is that of the style: a sheet for `automatic`, which then is
  /// shown as one, a popover, or nil.
  ///
  /// **Differences**: presentations of the system's own styles but sheets and popovers have no
  /// object; nil.
  open var presentationController: UIPresentationController? {
    if let shownPresentation { return shownPresentation }
    guard storedParent == nil, presenter == nil else { return storedParent?.presentationController }
    return modalPresentationStyle == .popover
      ? popoverPresentationController : sheetPresentationController
  }

  /// The presentation that the controller or a parent is shown by.
  final var shownPresentation: UIPresentationController? {
    presentation ?? storedParent?.shownPresentation
  }

  /// The controller that is shown over this one, or over a parent.
  open var presentedViewController: UIViewController? {
    shown ?? storedParent?.presentedViewController
  }

  /// The controller that shows this one.
  open var presentingViewController: UIViewController? {
    presenter ?? storedParent?.presentingViewController
  }

  /// Shows a controller over this one.
  open func present(
    _ viewControllerToPresent: UIViewController,
    animated flag: Bool,
    completion: (() -> Void)? = nil
  ) {
    show(over: viewControllerToPresent, animated: flag, completion)
  }

  /// Ends the showing of the controller over this one, or of this one.
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    if let shown {
      hide(shown, animated: flag, completion)
    } else if let parent = storedParent, presenter == nil {
      parent.dismiss(animated: flag, completion: completion)
    } else {
      presenter?.dismiss(animated: flag, completion: completion)
    }
  }

  /// The completions that wait for the end of a dismissal; nil while there is none.
  final var goingCompletions: [() -> Void]?

  /// Ends the presentation or dismissal of this controller that runs; nil while none does.
  ///
  /// One that a gesture calls off is taken back, and any other one stays.
  final var finishTransition: (() -> Void)?

  final func setShown(_ controller: UIViewController?) {
    shown?.presenter = nil
    shown = controller
    controller?.presenter = self
  }

  /// The item of a bar of tabs that stands for the controller.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open lazy var tabBarItem: UITabBarItem! = UITabBarItem(title: title, image: nil, tag: 0)

  /// The title and the buttons of the controller in a bar over a stack of controllers.
  open lazy var navigationItem = UINavigationItem(title: title ?? "")

  // MARK: Editing and tools

  private var editing = false
  private var commands: [UIKeyCommand] = []

  /// Whether the content is edited; false by default.
  open var isEditing: Bool {
    get { editing }
    set { setEditing(newValue, animated: false) }
  }

  /// Begins or ends editing; overrides call it of the superclass.
  open func setEditing(_ editing: Bool, animated: Bool) {
    self.editing = editing
    guard let button = ownEditButton else { return }
    button.title = editing ? "Done" : "Edit"
    button.style = editing ? .done : .plain
  }

  private var ownEditButton: UIBarButtonItem?

  /// A button that begins and ends editing.
  open var editButtonItem: UIBarButtonItem {
    if let ownEditButton { return ownEditButton }
    let button = UIBarButtonItem(
      primaryAction: UIAction(title: editing ? "Done" : "Edit") { [weak self] _ in
        guard let self else { return }
        setEditing(!isEditing, animated: true)
      }
    )
    button.style = editing ? .done : .plain
    ownEditButton = button
    return button
  }

  /// The buttons of the bar with tools that a stack of controllers shows; nil if there are none.
  open var toolbarItems: [UIBarButtonItem]? {
    didSet { (storedParent as? UINavigationController)?.toolsChanged(self) }
  }

  /// Sets the buttons of the bar with tools.
  open func setToolbarItems(_ toolbarItems: [UIBarButtonItem]?, animated: Bool) {
    self.toolbarItems = toolbarItems
  }

  /// Whether the bar at the bottom goes away while the controller is in a stack; false by default.
  ///
  /// **Differences**: bars with tools do; bars of tabs stay.
  open var hidesBottomBarWhenPushed = false

  /// Whether the status bar follows the controller though it does not fill the screen.
  ///
  /// **Differences**: it is stored; there is no status bar.
  open var modalPresentationCapturesStatusBarAppearance = false

  /// Shows a controller: by the nearest container that knows a way, or over this one.
  open func show(_ vc: UIViewController, sender: Any?) {
    if let container = storedParent { return container.show(vc, sender: sender) }
    present(vc, animated: true)
  }

  /// Shows a controller with details: by the nearest container that knows a way, or over this one.
  open func showDetailViewController(_ vc: UIViewController, sender: Any?) {
    if let container = storedParent {
      return container.showDetailViewController(vc, sender: sender)
    }
    present(vc, animated: true)
  }

  /// Takes the secondary controller of a split view with one column in.
  ///
  /// The base class does nothing; a stack takes the controller, or those on its stack.
  open func collapseSecondaryViewController(
    _ secondaryViewController: UIViewController,
    for splitViewController: UISplitViewController
  ) {}

  /// Returns the secondary controller for a split view with room for two columns; nil for the last
  /// one.
  open func separateSecondaryViewController(
    for splitViewController: UISplitViewController
  ) -> UIViewController? { nil }

  /// The child whose colours the status bar has; nil for this controller.
  open var childForStatusBarStyle: UIViewController? { nil }
  /// The child that says whether the status bar is hidden; nil for this controller.
  open var childForStatusBarHidden: UIViewController? { nil }
  /// Whether the line at the bottom of a phone goes away; there is none.
  open var prefersHomeIndicatorAutoHidden: Bool { false }
  /// The child that says whether the line at the bottom goes away; nil for this controller.
  open var childForHomeIndicatorAutoHidden: UIViewController? { nil }
  /// Tells that `prefersHomeIndicatorAutoHidden` changed; there is no such line.
  open func setNeedsUpdateOfHomeIndicatorAutoHidden() {}
  /// The edges whose gestures of the system wait; there are none.
  open var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { [] }
  /// The child that says which gestures wait; nil for this controller.
  open var childForScreenEdgesDeferringSystemGestures: UIViewController? { nil }
  /// Tells that `preferredScreenEdgesDeferringSystemGestures` changed; there are no such gestures.
  open func setNeedsUpdateOfScreenEdgesDeferringSystemGestures() {}

  /// The parts that the focus prefers: the view.
  open var preferredFocusEnvironments: [any UIFocusEnvironment] { viewIfLoaded.map { [$0] } ?? [] }

  /// The name of the group of the items in the view; nil, the default, for that around it.
  open var focusGroupIdentifier: String?

  /// Whether the focus may move, from an item in the view or to one; true by default.
  open func shouldUpdateFocus(in context: UIFocusUpdateContext) -> Bool { true }

  /// The focus moved, from an item in the view or to one.
  open func didUpdateFocus(
    in context: UIFocusUpdateContext,
    with coordinator: UIFocusAnimationCoordinator
  ) {}

  /// The commands that keys call, those that were added.
  open override var keyCommands: [UIKeyCommand]? { commands.isEmpty ? nil : commands }

  /// Adds a command that keys call.
  open func addKeyCommand(_ keyCommand: UIKeyCommand) { commands.append(keyCommand) }

  /// Removes a command that keys call.
  open func removeKeyCommand(_ keyCommand: UIKeyCommand) {
    commands.removeAll { $0 === keyCommand }
  }

  /// Exchanges the view of a child for that of another one.
  ///
  /// The program adds and removes the children themselves.
  ///
  /// - Parameters:
  ///   - fromViewController: The child whose view goes.
  ///   - toViewController: The child whose view comes.
  ///   - duration: In seconds.
  ///   - options: Of `UIView.animate`.
  ///   - animations: Changes that are animated; or nil.
  ///   - completion: Called at the end, with whether the animations came to their ends.
  open func transition(
    from fromViewController: UIViewController,
    to toViewController: UIViewController,
    duration: TimeInterval,
    options: UIView.AnimationOptions = [],
    animations: (() -> Void)?,
    completion: ((Bool) -> Void)? = nil
  ) {
    guard let area = fromViewController.viewIfLoaded?.superview else {
      completion?(false)
      return
    }
    let animated = duration > 0
    fromViewController.beginAppearance(isAppearing: false, animated: animated)
    toViewController.beginAppearance(isAppearing: true, animated: animated)
    if toViewController.view.superview !== area { area.addSubview(toViewController.view) }
    UIView.animate(
      withDuration: duration,
      delay: 0,
      options: options,
      animations: { animations?() },
      completion: { finished in
        fromViewController.viewIfLoaded?.removeFromSuperview()
        fromViewController.endAppearance()
        toViewController.endAppearance()
        completion?(finished)
      }
    )
  }

  /// Called when the title changed, for bars of containers.
  final func titleChanged() { storedParent?.childTitleChanged(self) }

  /// Called on a container.
  func childTitleChanged(_ child: UIViewController) {}

  /// Called on a container when a child reaches under other bars than before.
  func childExtentChanged(_ child: UIViewController) {}
}

/// The room at an edge of a controller's view that its contents leave free.
@preconcurrency
@MainActor
public protocol UILayoutSupport: NSObjectProtocol {
  /// In points.
  var length: CGFloat { get }
}

@MainActor
private final class LayoutSupport: NSObject, UILayoutSupport {
  private weak var controller: UIViewController?
  private let edge: UIRectEdge

  init(_ controller: UIViewController, edge: UIRectEdge) {
    self.controller = controller
    self.edge = edge
  }

  var length: CGFloat {
    let insets = controller?.viewIfLoaded?.safeAreaInsets ?? .zero
    return edge == .top ? insets.top : insets.bottom
  }
}

extension UIViewController {
  /// Returns the frame of a child's view in a view whose bars it may reach under.
  final func frame(of child: UIViewController, in area: CGRect, _ bars: [ContainerBar]) -> CGRect {
    var frame = area
    for bar in bars where bar.height > 0 {
      let reaches = bar.isTranslucent || child.extendedLayoutIncludesOpaqueBars
      if reaches, child.edgesForExtendedLayout.contains(bar.edge) { continue }
      let height = min(bar.height, frame.height)
      frame.size.height -= height
      if bar.edge == .top { frame.origin.y += height }
    }
    return frame
  }
}

/// A bar of a container over the views of its children.
struct ContainerBar {
  var edge: UIRectEdge
  /// In points, with the safe area around it.
  var height: CGFloat
  var isTranslucent: Bool
}
