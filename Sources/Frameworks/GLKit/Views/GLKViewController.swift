// A controller that updates a scene and draws it, frame by frame.
// Licensed under the MIT license; see LICENSE.

public import Foundation
package import QuartzCore
import QuartzViews
public import UIKit

/// An object that updates a scene and is notified when its loop pauses.
@preconcurrency
@MainActor
public protocol GLKViewControllerDelegate: AnyObject {
  /// Advances the scene; the view is drawn after it.
  func glkViewControllerUpdate(_ controller: GLKViewController)

  /// Tells that the loop will pause or resume.
  func glkViewController(_ controller: GLKViewController, willPause pause: Bool)
}

extension GLKViewControllerDelegate {
  /// Does nothing.
  public func glkViewController(_ controller: GLKViewController, willPause pause: Bool) {}
}

/// A controller that updates a scene and draws it in its view, frame by frame.
///
///     final class Spinner: GLKViewController {
///       override func update() {
///         angle += timeSinceLastUpdate * speed
///       }
///       override func glkView(_ view: GLKView, drawIn rect: CGRect) {
///         glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
///       }
///     }
///
///     let spinner = Spinner()
///     (spinner.view as? GLKView)?.context = EAGLContext(api: .openGLES2)
///     window.rootViewController = spinner
///
/// For each frame the delegate's `glkViewControllerUpdate` is called, or `update()` if there is
/// none; then the view displays, whose delegate is the controller unless it has another. The loop
/// begins when the view has appeared, and ends when it disappears. Times are those of the frames,
/// in seconds of the clock of the window; the time of the first frame after the loop begins or
/// resumes counts as the time when it did so.
///
/// **Differences**: applications do not become inactive here, so nothing pauses by itself. A window
/// with a clock of its own has a frame for each requested picture, whatever the preferred frame
/// rate.
open class GLKViewController: UIViewController, GLKViewDelegate {
  /// The object that updates the scene; without one, `update()` does.
  open weak var delegate: (any GLKViewControllerDelegate)?

  // Safe because: only the views' thread and the last owner have it.
  nonisolated(unsafe) private var link: CADisplayLink?
  private var times = LoopTimes()

  deinit {
    link?.invalidate()
  }

  /// Makes a `GLKView`, whose delegate is the controller; only the loop draws it.
  open override func loadView() {
    view = GLKView(frame: UIScreen.main.bounds)
  }

  /// The view of the scene.
  ///
  /// A `GLKView` without a delegate has the controller as its delegate, and only the loop draws it.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open override var view: UIView! {
    get { super.view }
    set {
      super.view = newValue
      guard let scene = newValue as? GLKView else { return }
      scene.enableSetNeedsDisplay = false
      if scene.delegate == nil { scene.delegate = self }
    }
  }

  /// Begins the loop.
  open override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    if let context = view.window?.context { beginDisplaying(in: context) }
  }

  /// Ends the loop.
  open override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    endDisplaying()
  }

  // MARK: The loop

  /// Begins the loop, with the frames of a context; one that runs already is ended before.
  ///
  /// - Parameters:
  ///   - context: The output that the view's layer is shown in.
  ///   - mode: The mode of the thread's run loop that frames come in.
  package final func beginDisplaying(
    in context: CAContext,
    forMode mode: RunLoop.Mode = .common
  ) {
    endDisplaying()
    let listener = FrameListener()
    listener.controller = self
    let link = context.displayLink(target: listener, selector: FrameListener.step)
    link.preferredFrameRateRange = preferredRates
    link.isPaused = isPaused
    times = LoopTimes()
    self.link = link
    link.add(to: .current, forMode: mode)
  }

  /// Ends the loop; the layer shows its last frame.
  package final func endDisplaying() {
    link?.invalidate()
    link = nil
  }

  /// Whether the loop is paused; false by default.
  open var isPaused = false {
    willSet {
      if newValue != isPaused { delegate?.glkViewController(self, willPause: newValue) }
    }
    didSet {
      guard isPaused != oldValue else { return }
      link?.isPaused = isPaused
      if !isPaused { times.resume() }
    }
  }

  /// The preferred frames a second of the loop: 30 by default; 0 is the rate of the output.
  open var preferredFramesPerSecond = 30 {
    didSet { link?.preferredFrameRateRange = preferredRates }
  }

  /// The nearest rate of the output, even if it is lower.
  private var preferredRates: CAFrameRateRange {
    let rate = Float(max(preferredFramesPerSecond, 0))
    return rate == 0 ? .default : CAFrameRateRange(minimum: 1, maximum: rate, preferred: rate)
  }

  /// The actual frames a second of the loop: those of the output, or every second one, and so on.
  open var framesPerSecond: Int {
    let known = link?.duration ?? 0
    let duration = known > 0 ? known : 1 / Self.usualRate
    guard preferredFramesPerSecond > 0 else { return Int((1 / duration).rounded()) }
    let step = max((1 / duration / Double(preferredFramesPerSecond)).rounded(), 1)
    return Int((1 / duration / step).rounded())
  }

  /// Frames a second, while there is no output.
  private static let usualRate = 60.0

  /// Advances the scene; called for each frame if there is no delegate.
  open func update() {}

  /// Draws the scene; called for each frame after the update.
  open func glkView(_ view: GLKView, drawIn rect: CGRect) {}

  fileprivate func step(_ link: CADisplayLink) {
    times.begin(at: link.targetTimestamp)
    if let delegate { delegate.glkViewControllerUpdate(self) } else { update() }
    times.didUpdate()
    (view as? GLKView)?.display()
    times.didDraw()
    framesDisplayed += 1
  }

  // MARK: Times

  /// The number of frames displayed.
  open private(set) var framesDisplayed = 0

  /// Seconds since the loop began.
  open var timeSinceFirstResume: TimeInterval { times.since(times.firstResume) }

  /// Seconds since the loop began, or resumed after a pause.
  open var timeSinceLastResume: TimeInterval { times.since(times.lastResume) }

  /// Seconds since the frame before was updated; 0 for the first one, and the first after a pause.
  open var timeSinceLastUpdate: TimeInterval { times.since(times.lastUpdate) }

  /// Seconds since the frame before was drawn; 0 for the first one, and the first after a pause.
  open var timeSinceLastDraw: TimeInterval { times.since(times.lastDraw) }
}

/// The times of events, in seconds of the context's clock.
private struct LoopTimes {
  /// The time of the frame that is shown next.
  private var now: Double?
  private(set) var firstResume: Double?
  /// Nil until the first frame after it.
  private(set) var lastResume: Double?
  /// The time of the previous frame while a frame is updated, then that of this frame.
  private(set) var lastUpdate: Double?
  private(set) var lastDraw: Double?

  func since(_ time: Double?) -> Double {
    guard let now, let time else { return 0 }
    return now - time
  }

  mutating func begin(at time: Double) {
    now = time
    firstResume = firstResume ?? time
    lastResume = lastResume ?? time
    lastUpdate = lastUpdate ?? time
    lastDraw = lastDraw ?? time
  }

  mutating func didUpdate() { lastUpdate = now }

  mutating func didDraw() { lastDraw = now }

  mutating func resume() {
    (lastResume, lastUpdate, lastDraw) = (nil, nil, nil)
  }
}

/// Hears of frames for a controller, which a display link would keep.
private final class FrameListener {
  weak var controller: GLKViewController?

  func step(_ link: CADisplayLink) {
    guard let controller else { return link.invalidate() }
    // The loop is on the views' thread.
    onViewThread(link) { controller.step($0) }
  }
}
