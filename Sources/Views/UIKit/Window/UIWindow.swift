// Windows: views that an output shows.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
public import QuartzCore
public import QuartzFoundation

/// A view that an output shows, and that events come through.
///
///     let window = UIWindow(frame: UIScreen.main.bounds)
///     window.rootViewController = PlayerController()
///     window.makeKeyAndVisible()
///     let picture = try window.image(at: 0.5)
///
/// A window makes a `CAContext` of its size and its screen's scale. By default it is one for
/// pictures: its time is stopped until a picture of a later time is requested. `output` chooses
/// another. As on iOS, layers of a hidden window have presentations too, and animations begin and
/// end: with the context's time, which `context?.advance(to:)` moves where there are no pictures.
/// A window on a server or on the desktop has its context while it is visible.
///
/// **Differences**: the output, `context` and `image(at:)` are additions.
@preconcurrency
@MainActor
open class UIWindow: UIView {
  /// The output that shows a window.
  public enum Output {
    /// Pictures of this process, whose time is stopped until it is moved.
    case pictures
    /// Pictures of this process, in real time.
    ///
    /// One line gives it to all windows of a process of tests:
    ///
    ///     UIWindow.defaultOutput = .realTime
    case realTime
    /// Pictures of this process, at the times of a clock.
    case clock(any CAContext.Clock)
    /// A render server at the path of its socket; in real time, with the input of the window in
    /// which the server may show it, or with a time that is stopped until it is moved.
    case server(path: String, isRealTime: Bool = true)
    /// A window of the desktop, in real time, with its mouse, wheel, fingers and keys; nil is the
    /// name of the program.
    ///
    /// The window has the size that the user gives it, and the scale of the monitor.
    case window(title: String? = nil)
  }

  /// The output of windows that are given none; for pictures by default.
  public static var defaultOutput = Output.pictures

  /// The level of the windows of a program.
  public struct Level: _UIKitNumericRawRepresentable, Hashable, Sendable {
    /// Greater ones are in front.
    public let rawValue: CGFloat
    /// Creates a level.
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    /// Creates a level.
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
    /// That of most windows.
    public static let normal = Level(rawValue: 0)
    /// That of the status bar.
    public static let statusBar = Level(rawValue: 1000)
    /// That of alerts.
    public static let alert = Level(rawValue: 2000)
  }

  /// The output; a change counts when the window is hidden.
  public final var output: Output {
    didSet { outputDidChange() }
  }
  /// Whether the context is not that of `output`.
  private var isOutputNew = false
  /// The context that shows the window; nil while it is hidden, if it is on a server or on the
  /// desktop.
  public private(set) final var context: CAContext?
  /// Called when the window of the desktop was closed.
  ///
  /// A window that the user closed, or whose display is gone, is hidden afterwards. The program
  /// goes on.
  public final var onClose: ((CAContext.Window.Ending) -> Void)?
  /// The reason why a visible window has no context; nil if it has one.
  public private(set) final var contextError: CAContextError?
  // The layer around the window's, in the coordinates of the screen.
  private let root = CALayer()
  final var firstResponder: UIResponder? {
    didSet { if firstResponder !== oldValue { keyboard.update() } }
  }
  final lazy var keyboard = Keyboard(self)
  /// The touches of the window.
  final lazy var touchShell = TouchShell(self)
  /// The touches since it was shown, if it records them.
  final var recording = TouchRecording()
  private var storedScreen: UIScreen
  private var storedController: UIViewController?
  /// The controllers presented over the window's own, the last one last.
  final var presented: [UIViewController] = []

  /// Creates a window; it is hidden at first.
  ///
  /// - Parameter frame: In the coordinates of the main screen.
  public override init(frame: CGRect) {
    output = UIWindow.defaultOutput
    storedScreen = .main
    super.init(frame: frame)
    prepareWindow()
  }

  /// Creates a window of the size of a scene's screen.
  public convenience init(windowScene: UIWindowScene) {
    self.init(frame: windowScene.screen.bounds)
  }

  /// The scene that the window is in: the application's only one.
  open var windowScene: UIWindowScene? {
    get { UIApplication.shared.scene }
    set { _ = newValue }
  }

  /// Creates a window of the size of the main screen.
  public convenience init() { self.init(frame: UIScreen.main.bounds) }

  /// Creates a window with an output.
  public convenience init(frame: CGRect, output: Output) {
    self.init(frame: frame)
    self.output = output
    // The observer does not hear of what an initialiser sets.
    outputDidChange()
  }

  /// Creates a window from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    output = UIWindow.defaultOutput
    storedScreen = .main
    super.init(coder: coder)
    prepareWindow()
  }

  private func prepareWindow() {
    layer.isHidden = true
    layer.contentsScale = storedScreen.scale
    tellSafeArea()
    UIApplication.shared.note(self)
    connectWhileHidden()
  }

  /// The window itself.
  open override var window: UIWindow? { self }

  open override var next: UIResponder? { UIApplication.shared }

  private lazy var ownUndoManager = UndoManager()

  /// The undo manager of the window's responders.
  open override var undoManager: UndoManager? { ownUndoManager }

  /// The screen that the window is on.
  open var screen: UIScreen {
    get { storedScreen }
    set {
      storedScreen = newValue
      updateContextSize()
      watchHeadroom()
    }
  }

  /// The level; greater ones are in front.
  open var windowLevel = Level.normal

  /// Whether keys and shakes go to the window.
  open var isKeyWindow: Bool { UIApplication.shared.keyWindow === self }

  /// Whether the window may become the key window; true by default.
  open var canBecomeKey: Bool { true }

  /// Makes the window the key window.
  open func makeKey() { UIApplication.shared.makeKey(self) }

  /// Shows the window and makes it the key window.
  open func makeKeyAndVisible() {
    isHidden = false
    makeKey()
  }

  /// Called when it became the key window.
  open func becomeKey() {}

  /// Called when it is the key window no longer.
  open func resignKey() {}

  /// Whether the window is not shown; true at first.
  open override var isHidden: Bool {
    get { super.isHidden }
    set {
      let changed = newValue != super.isHidden
      super.isHidden = newValue
      guard changed else { return }
      if newValue { hide() } else { show() }
    }
  }

  open override var frame: CGRect {
    get { super.frame }
    set {
      changeSize(to: newValue.size) { super.frame = newValue }
      updateContextSize()
    }
  }

  open override var bounds: CGRect {
    get { super.bounds }
    set {
      changeSize(to: newValue.size) { super.bounds = newValue }
      updateContextSize()
    }
  }

  /// Tells the controller of another size, which `change` sets.
  private func changeSize(to size: CGSize, _ change: () -> Void) {
    guard let storedController, !isHidden, size != bounds.size else { return change() }
    let coordinator = TransitionCoordinator(view: self)
    storedController.coordinator = coordinator
    storedController.viewWillTransition(to: size, with: coordinator)
    change()
    coordinator.run(0)
    storedController.coordinator = nil
    coordinator.finish()
  }

  open override var safeAreaInsets: UIEdgeInsets {
    frame.size == screen.bounds.size ? screen.safeArea : .zero
  }

  /// The controller whose view fills the window; the view loads when the window is shown.
  open var rootViewController: UIViewController? {
    get { storedController }
    set { replaceController(newValue) }
  }

  /// Does what keys do to the focus; passes others on.
  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    let rest = presses.filter { !UIFocusSystem.own.take($0.key, in: self) }
    if !rest.isEmpty { super.pressesBegan(rest, with: event) }
  }

  /// Sends an event to the views that its touches are in, and to their recognisers.
  open func sendEvent(_ event: UIEvent) { deliver(event) }

  /// Converts a point to another window's coordinates; nil is the screen's.
  open func convert(_ point: CGPoint, to window: UIWindow?) -> CGPoint {
    let onScreen = layer.convert(point, to: root)
    return window.map { $0.layer.convert(onScreen, from: $0.root) } ?? onScreen
  }

  /// Converts a point of another window's coordinates to this one's; nil is the screen's.
  open func convert(_ point: CGPoint, from window: UIWindow?) -> CGPoint {
    let onScreen = window.map { $0.layer.convert(point, to: $0.root) } ?? point
    return layer.convert(onScreen, from: root)
  }

  // MARK: The output

  /// Returns the picture that the window shows at a time; the current time by default.
  ///
  /// - Parameter time: In seconds of the context's clock. A window for pictures moves on to it.
  /// - Throws: `CAContextError` for a window that is hidden, or whose output fails.
  public final func image(at time: CFTimeInterval? = nil) throws(CAContextError) -> CGImage {
    guard !isHidden, let context else {
      throw contextError ?? .refused("the window is hidden: makeKeyAndVisible() shows it")
    }
    return try context.image(at: time)
  }

  /// The output, or pictures if a coding agent started the program.
  private var usedOutput: Output { AgentLink.isOpen ? .pictures : output }

  private func show() {
    ViewThread.claim()
    AgentLink.start()
    tellSafeArea()
    if let context { context.noteUse() } else { connect(isShown: true) }
    if case .pictures = output { beginTouchSession() }
    appear()
  }

  private var runsWhileHidden: Bool {
    switch usedOutput {
    case .pictures, .realTime, .clock: true
    case .server, .window: false
    }
  }

  private func outputDidChange() {
    isOutputNew = true
    connectWhileHidden()
  }

  /// Gives a hidden window the context of its output, if that is one of this process.
  private func connectWhileHidden() {
    guard isHidden else { return }
    if isOutputNew || !runsWhileHidden { disconnect() }
    guard context == nil, runsWhileHidden else { return }
    if case .realTime = usedOutput {
      // Timers of a hidden window run where it was made, and its time is the machine's.
      ViewThread.claim()
      return connect(isShown: false)
    }
    // The time of what shows stays the current one.
    let current = CAContext.ofCurrentTime
    connect(isShown: false)
    current?.noteUse()
  }

  private func disconnect() {
    guard let context else { return }
    context.window?.close()
    context.onEvent = nil
    context.layer = nil
    self.context = nil
    layer.removeFromSuperlayer()
  }

  /// Makes the context.
  ///
  /// A window that is not shown may have no size yet: nobody is told of that.
  private func connect(isShown: Bool) {
    contextError = nil
    isOutputNew = false
    root.frame = CGRect(origin: .zero, size: bounds.size)
    root.bounds.origin = frame.origin
    do throws(CAContextError) {
      let made = try makeContext()
      if layer.superlayer !== root { root.addSublayer(layer) }
      made.layer = root
      switch usedOutput {
      case .window(let title): try openOnDesktop(made, title: title)
      case .server(_, isRealTime: true): listen(to: made)
      case .server, .pictures, .realTime, .clock: break
      }
      context = made
      watchHeadroom()
    } catch {
      guard isShown else { return }
      contextError = error
      Diagnostics.report(
        "UIKit: a UIWindow of \(bounds.width) x \(bounds.height) points has no output: \(error)"
      )
    }
  }

  private func makeContext() throws(CAContextError) -> CAContext {
    let (size, scale) = (bounds.size, screen.scale)
    var options = CAContext.Options()
    options.backgroundColor = nil
    // Windows of the desktop have 8 bits a component.
    if case .window = usedOutput {} else { options.dynamicRange = screen.dynamicRange }
    switch usedOutput {
    case .pictures: return try CAContext(size: size, scale: scale, options: options)
    case .realTime, .window:
      options.isRealTime = true
      return try CAContext(size: size, scale: scale, options: options)
    case .clock(let clock):
      options.clock = clock
      return try CAContext(size: size, scale: scale, options: options)
    case .server(let path, let isRealTime):
      options.isStepped = !isRealTime
      return try CAContext(server: path, size: size, scale: scale, options: options)
    }
  }

  /// Gives an output of extended range another headroom.
  final func takeHeadroom(_ headroom: CGFloat) {
    do throws(CAContextError) {
      try context?.setHeadroom(headroom)
    } catch {
      Diagnostics.report("UIKit: the output of a UIWindow keeps its headroom: \(error)")
    }
  }

  /// Posts the screen's notification when the headroom of the output changes.
  private func watchHeadroom() {
    let screen = storedScreen
    context?.onHeadroomChange = {
      NotificationCenter.default.post(
        name: UIScreen.brightnessDidChangeNotification,
        object: screen
      )
    }
  }

  private func hide() {
    disappear()
    connectWhileHidden()
    UIApplication.shared.windowWasHidden(self)
  }

  private func updateContextSize() {
    tellSafeArea()
    guard let context else { return connectWhileHidden() }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    root.frame = CGRect(origin: .zero, size: layer.bounds.size)
    root.bounds.origin = layer.frame.origin
    CATransaction.commit()
    do throws(CAContextError) {
      // The scale of a window of the desktop is its monitor's.
      let scale = context.window == nil ? screen.scale : context.scale
      try context.setSize(layer.bounds.size, scale: scale)
    } catch {
      Diagnostics.report(
        "UIKit: the output of a UIWindow cannot have \(bounds.width) x \(bounds.height) points, and "
          + "stays at \(context.size.width) x \(context.size.height): \(error)"
      )
    }
  }

  // MARK: The controller

  private func replaceController(_ controller: UIViewController?) {
    let old = storedController
    guard controller !== old else { return }
    let isShown = !isHidden
    if isShown { old?.beginAppearance(isAppearing: false, animated: false) }
    storedController = controller
    old?.viewIfLoaded?.removeFromSuperview()
    if isShown {
      old?.endAppearance()
      appear()
    }
  }

  /// Shows the controller's view; it loads now, when the window has its output and its clock.
  private func appear() {
    guard let controller = storedController else { return }
    let view: UIView = controller.view
    if view.superview !== self {
      view.frame = bounds
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    }
    controller.beginAppearance(isAppearing: true, animated: false)
    if view.superview !== self { insertSubview(view, at: 0) }
    controller.endAppearance()
  }

  private func disappear() {
    storedController?.beginAppearance(isAppearing: false, animated: false)
    storedController?.endAppearance()
  }
}
