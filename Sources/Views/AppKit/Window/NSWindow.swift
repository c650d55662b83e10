// The window: a view on an output, and the events for it.
// Licensed under the MIT license; see LICENSE.
//
// Long because: what a subclass may override stands in the body of the class.

public import CoreGraphics
public import Foundation
public import QuartzCore
import QuartzViews

/// A rectangle of a screen that shows views and receives events.
///
///     let window = NSWindow(
///       contentRect: NSRect(x: 100, y: 100, width: 480, height: 360), styleMask: .borderless,
///       backing: .buffered, defer: false)
///     window.contentView = view
///     window.makeKeyAndOrderFront(nil)
///     let picture = try window.image(at: 0.5)
///
/// **Differences**: windows have no frame around their content, whatever their style is. `output`,
/// `context` and `image(at:)` are additions. Contents and coordinates have y up.
@preconcurrency
@MainActor
open class NSWindow: NSResponder, NSAnimatablePropertyContainer {
  /// The parts of the frame of a window; none is drawn.
  public struct StyleMask: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates a mask from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// None.
    public static let borderless = StyleMask([])
    /// A title.
    public static let titled = StyleMask(rawValue: 1)
    /// A button that closes it.
    public static let closable = StyleMask(rawValue: 2)
    /// A button that makes it small.
    public static let miniaturizable = StyleMask(rawValue: 4)
    /// Edges that change its size.
    public static let resizable = StyleMask(rawValue: 8)
  }

  /// How the window keeps its picture.
  public enum BackingStoreType: UInt, Sendable {
    /// In memory.
    case buffered = 2
  }

  /// A place among others.
  public enum OrderingMode: Int, Sendable {
    /// In front.
    case above = 1
    /// Behind.
    case below = -1
    /// Not among them.
    case out = 0
  }

  /// Where a window shows.
  public enum Output {
    /// In pictures; the time is stopped until one of a later time is requested.
    case pictures
    /// In pictures; the time is the machine's.
    case realTime
    /// In pictures; the time is a clock's.
    case clock(any CAContext.Clock)
    /// In a render server, at the path of its socket, with the input of the window in which the
    /// server may show it.
    case server(String)
    /// In a window of the desktop, with the window's title; the time is the machine's.
    ///
    /// Mouse, wheel and keys come as events. The window has the size that the user gives it, and
    /// the scale of the monitor.
    case window
  }

  /// The output of windows made later; pictures by default.
  public static var defaultOutput = Output.pictures

  /// The output; it counts when the window is shown.
  public final var output: Output
  /// The context of a visible window; nil for a hidden one, or without an output.
  public private(set) final var context: CAContext?
  /// Called when the window of the desktop was closed.
  ///
  /// A window that the user closed, or whose display is gone, is closed afterwards. The program
  /// goes on.
  public final var onClose: ((CAContext.Window.Ending) -> Void)?
  /// The reason why a visible window has no context; nil if it has one.
  public private(set) final var contextError: CAContextError?
  /// The number of the window.
  public private(set) final var windowNumber = 0
  /// The style that the window was made with.
  public final let styleMask: StyleMask
  /// The layer around the content.
  final let root = CALayer()
  /// The scale that views and layers know.
  final var shownScale: CGFloat = 1
  private var storedFrame: NSRect
  private var content: NSView?
  private var first: NSResponder?
  /// The mouse and the pads.
  final lazy var mouse = MouseShell(self)
  private var storedAlpha: CGFloat = 1

  /// Creates a window, which shows once it is ordered in.
  ///
  /// - Parameters:
  ///   - contentRect: Place and size on the screen, y up.
  ///   - style: The parts of the frame; they do not matter.
  ///   - backingStoreType: How the picture is kept.
  ///   - flag: Whether the output is made when the window is shown; it always is.
  public init(
    contentRect: NSRect,
    styleMask style: StyleMask,
    backing backingStoreType: BackingStoreType,
    defer flag: Bool
  ) {
    storedFrame = NSView.usable(contentRect, instead: NSRect(x: 0, y: 0, width: 1, height: 1))
    styleMask = style
    output = NSWindow.defaultOutput
    super.init()
    shownScale = backingScaleFactor
    windowNumber = NSApplication.shared.add(self)
    nextResponder = NSApplication.shared
    first = self
    root.anchorPoint = .zero
    root.bounds.size = storedFrame.size
    root.backgroundColor = backgroundColor.cgColor
    contentView = NSView(frame: NSRect(origin: .zero, size: storedFrame.size))
  }

  // MARK: Content

  /// The view that fills the window; replacing it gives the new one the window's size.
  open var contentView: NSView? {
    get { content }
    set { setContent(newValue) }
  }

  private func setContent(_ view: NSView?) {
    guard view !== content else { return }
    let old = content
    content = nil
    old?.storedLayer?.removeFromSuperlayer()
    old?.nextResponder = nil
    old?.enter(nil)
    guard let view else { return }
    if view.superview != nil { view.removeFromSuperview() }
    content = view
    view.nextResponder = self
    view.store(frame: NSRect(origin: .zero, size: storedFrame.size))
    view.ensureLayer()
    view.placeLayer()
    if let layer = view.storedLayer { root.insertSublayer(layer, at: 0) }
    view.enter(self)
  }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The colour behind the content.
  open var backgroundColor: NSColor! = .windowBackgroundColor {
    didSet { root.backgroundColor = backgroundColor?.cgColor }
  }

  /// The title, which a window of the desktop shows.
  open var title = "" {
    didSet { context?.window?.title = title }
  }

  // MARK: Geometry

  /// Place and size on the screen, y up; through `animator()` a change takes its time.
  open var frame: NSRect {
    get { storedFrame }
    set { changeFrame(to: newValue) }
  }

  /// Moves the window and changes its size.
  ///
  /// - Parameters:
  ///   - frameRect: Place and size on the screen.
  ///   - flag: Whether the views are drawn at once.
  open func setFrame(_ frameRect: NSRect, display flag: Bool) {
    changeFrame(to: frameRect)
    if flag { displayIfNeeded() }
  }

  /// Moves the window and changes its size.
  ///
  /// - Parameters:
  ///   - frameRect: Place and size on the screen.
  ///   - displayFlag: Whether the views are drawn at once.
  ///   - animateFlag: Whether it takes `animationResizeTime(_:)`; it does not wait for the end.
  open func setFrame(_ frameRect: NSRect, display displayFlag: Bool, animate animateFlag: Bool) {
    guard animateFlag else { return setFrame(frameRect, display: displayFlag) }
    NSAnimationContext.runAnimationGroup { context in
      context.duration = animationResizeTime(frameRect)
      animator().setFrame(frameRect, display: displayFlag)
    }
  }

  /// Moves the window.
  open func setFrameOrigin(_ point: NSPoint) {
    changeFrame(to: NSRect(origin: point, size: storedFrame.size))
  }

  /// Changes the size of the window.
  open func setContentSize(_ size: NSSize) {
    changeFrame(to: NSRect(origin: storedFrame.origin, size: size))
  }

  /// Returns the seconds that an animated change to a frame takes: 0.2 for each 150 points.
  open func animationResizeTime(_ newFrame: NSRect) -> TimeInterval {
    let way = max(
      abs(newFrame.width - storedFrame.width),
      abs(newFrame.height - storedFrame.height),
      abs(newFrame.minX - storedFrame.minX),
      abs(newFrame.minY - storedFrame.minY)
    )
    return way.isFinite ? 0.2 * way / 150 : 0
  }

  private func changeFrame(to frame: NSRect) {
    let frame = NSView.usable(frame, instead: storedFrame)
    guard frame != storedFrame else { return }
    if AnimatorScope.isActive(for: self), !PropertyRun.isSetting, let context {
      let animations = NSAnimationContext.current.animations(for: self, animations) {
        animation(forKey: $0)
      }
      if animations.values.contains(where: { $0.duration > 0 }) {
        _ = PropertyRun(self, in: root, of: context, (storedFrame, frame), animations) {
          [weak self] in self?.store($0)
        }
        return
      }
    }
    PropertyRun.cancel(of: self)
    store(frame)
  }

  private func store(_ frame: NSRect) {
    let isResized = frame.size != storedFrame.size
    storedFrame = frame
    guard isResized else { return }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    root.bounds.size = frame.size
    CATransaction.commit()
    content?.store(frame: NSRect(origin: .zero, size: frame.size))
    resizeOutput()
  }

  /// Gives the output the window's size, and the scale of its screen.
  final func resizeOutput() {
    guard let context else { return }
    let frame = storedFrame
    do throws(CAContextError) {
      // The scale of a window of the desktop is its monitor's.
      let scale = context.window == nil ? backingScaleFactor : context.scale
      try context.setSize(frame.size, scale: scale)
    } catch {
      Diagnostics.report(
        "AppKit: the output of an NSWindow cannot have \(frame.width) x \(frame.height) points, and "
          + "stays at \(context.size.width) x \(context.size.height): \(error)"
      )
    }
  }

  /// The screen of the window.
  open var screen: NSScreen? { NSScreen.main }

  /// Pixels of a point.
  open var backingScaleFactor: CGFloat { screen?.backingScaleFactor ?? 1 }

  /// Converts a point of the screen to the window's coordinates.
  open func convertPoint(fromScreen point: NSPoint) -> NSPoint {
    NSPoint(x: point.x - storedFrame.minX, y: point.y - storedFrame.minY)
  }

  /// Converts a point of the window to the screen's coordinates.
  open func convertPoint(toScreen point: NSPoint) -> NSPoint {
    NSPoint(x: point.x + storedFrame.minX, y: point.y + storedFrame.minY)
  }

  /// Converts a rectangle of the screen to the window's coordinates.
  open func convertFromScreen(_ rect: NSRect) -> NSRect {
    NSRect(origin: convertPoint(fromScreen: rect.origin), size: rect.size)
  }

  /// Converts a rectangle of the window to the screen's coordinates.
  open func convertToScreen(_ rect: NSRect) -> NSRect {
    NSRect(origin: convertPoint(toScreen: rect.origin), size: rect.size)
  }

  // MARK: Showing

  /// Whether the window shows.
  open var isVisible: Bool { context != nil }

  /// Shows the window and makes it the key window.
  open func makeKeyAndOrderFront(_ sender: Any?) {
    orderFront(sender)
    makeKey()
  }

  /// Makes it the window that key events go to.
  open func makeKey() { NSApplication.shared.keyWindow = self }

  /// Whether key events go to the window.
  open var isKeyWindow: Bool { NSApplication.shared.keyWindow === self }

  /// Shows the window.
  open func orderFront(_ sender: Any?) {
    guard context == nil else { return }
    ViewThread.claim()
    contextError = nil
    do throws(CAContextError) {
      let made = try makeContext()
      made.layer = root
      switch output {
      case .window: try openOnDesktop(made)
      case .server: listen(to: made)
      case .pictures, .realTime, .clock: break
      }
      context = made
      watchHeadroom(of: made)
    } catch {
      contextError = error
      Diagnostics.report(
        "AppKit: an NSWindow of \(frame.width) x \(frame.height) points has no output: \(error)"
      )
    }
  }

  /// Hides the window.
  open func orderOut(_ sender: Any?) {
    mouse.cancelAll()
    context?.window?.close()
    context?.onEvent = nil
    context?.layer = nil
    context = nil
    if isKeyWindow { NSApplication.shared.keyWindow = nil }
  }

  /// Hides the window.
  open func close() { orderOut(nil) }

  private func makeContext() throws(CAContextError) -> CAContext {
    var options = CAContext.Options()
    options.isYUp = true
    // Windows of the desktop have 8 bits a component.
    if case .window = output {} else { options.dynamicRange = screen?.dynamicRange ?? .standard }
    let (size, scale) = (storedFrame.size, backingScaleFactor)
    switch output {
    case .pictures: return try CAContext(size: size, scale: scale, options: options)
    case .realTime, .window:
      options.isRealTime = true
      return try CAContext(size: size, scale: scale, options: options)
    case .clock(let clock):
      options.clock = clock
      return try CAContext(size: size, scale: scale, options: options)
    case .server(let path):
      return try CAContext(server: path, size: size, scale: scale, options: options)
    }
  }

  /// Returns the picture that the window shows at a time; the current time by default.
  ///
  /// - Parameter time: In seconds of the context's clock. A window for pictures moves on to it.
  /// - Throws: `CAContextError` for a window that is hidden, or whose output fails.
  public final func image(at time: CFTimeInterval? = nil) throws(CAContextError) -> CGImage {
    guard let context else {
      throw contextError ?? .refused("the window is hidden: makeKeyAndOrderFront(_:) shows it")
    }
    return try context.image(at: time)
  }

  /// The opacity of the window, in 0...1.
  open var alphaValue: CGFloat {
    get { storedAlpha }
    set { setAlpha(newValue) }
  }

  private func setAlpha(_ alpha: CGFloat) {
    let alpha = alpha.isNaN ? 1 : min(max(alpha, 0), 1)
    let old = storedAlpha
    guard alpha != old else { return }
    storedAlpha = alpha
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    root.opacity = Float(alpha)
    CATransaction.commit()
    guard AnimatorScope.isActive(for: self) else { return }
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = Float(old)
    fade.toValue = Float(alpha)
    NSAnimationContext.current.complete(fade)
    root.add(fade, forKey: "alphaValue")
  }

  /// Draws now what needs it.
  open func displayIfNeeded() { content?.displayIfNeeded() }

  // MARK: Animation

  /// The animations of keys, used by `animator()`.
  open var animations: [String: Any] = [:]

  /// Returns the animation of a key: one of `animations`, or the class's default.
  open func animation(forKey key: String) -> Any? {
    animations[key] ?? type(of: self).defaultAnimation(forKey: key)
  }

  /// Returns the animation of a key for all windows of the class; nil for one that is not animated.
  open class func defaultAnimation(forKey key: String) -> Any? {
    AnimatedKeys.windows.contains(key) ? CABasicAnimation() : nil
  }

  // MARK: Events

  /// Whether `mouseMoved(with:)` is called; false by default.
  open var acceptsMouseMovedEvents = false

  /// The responder that key events go to; the window itself by default.
  open var firstResponder: NSResponder? { first }

  /// Makes a responder the first one; nil is the window itself.
  ///
  /// - Returns: Whether both the old and the new one agree.
  @discardableResult
  open func makeFirstResponder(_ responder: NSResponder?) -> Bool {
    let new = responder ?? self
    guard new !== first else { return true }
    if let old = first, !old.resignFirstResponder() { return false }
    first = self
    guard new === self || new.acceptsFirstResponder, new.becomeFirstResponder() else {
      return false
    }
    first = new
    return true
  }

  /// Gives an event to the view or responder that it is for.
  open func sendEvent(_ event: NSEvent) {
    switch event.type {
    case .keyDown: first?.keyDown(with: event)
    case .keyUp: first?.keyUp(with: event)
    case .flagsChanged: first?.flagsChanged(with: event)
    case .scrollWheel: content?.hitTest(event.locationInWindow)?.scrollWheel(with: event)
    case .smartMagnify: content?.hitTest(event.locationInWindow)?.smartMagnify(with: event)
    case .mouseEntered, .mouseExited: break
    default: sendMouse(event)
    }
  }

  /// Sends an event of the mouse or a pad; one that comes while another is handled waits.
  private func sendMouse(_ event: NSEvent) {
    let queue = NSApplication.shared.events
    guard !queue.postpones({ self.sendMouse(event) }) else { return }
    queue.handle {
      if event.type.isOfMouse {
        NSApplication.shared.pointer = convertPoint(toScreen: event.locationInWindow)
        track(event)
      }
      if event.type != .mouseMoved {
        mouse.deliver(event)
      } else if acceptsMouseMovedEvents {
        first?.mouseMoved(with: event)
      }
    }
  }

  /// Tells the tracking areas where the pointer is.
  private func track(_ event: NSEvent) {
    guard let content else { return }
    var views = [content]
    while let view = views.popLast() {
      guard !view.isHidden else { continue }
      for area in view.trackingAreas { area.pointerMoved(event, in: view) }
      views.append(contentsOf: view.subviews)
    }
  }
}
