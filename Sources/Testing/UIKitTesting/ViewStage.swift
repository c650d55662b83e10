// A window that shows a view for a snapshot.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import QuartzTesting
import UIKit

/// A window for one snapshot; the view returns to where it was.
@MainActor
struct ViewStage {
  private let window: UIWindow

  /// Shows a controller.
  ///
  /// - Parameters:
  ///   - controller: The controller; it may be in another one.
  ///   - config: The screen.
  init(_ controller: UIViewController, _ config: ViewImageConfig) {
    let view: UIView = controller.view
    let size = config.size ?? ViewStage.size(of: view)
    let scale = config.traits.displayScale
    let screen = UIScreen(
      size: size,
      scale: scale > 0 ? scale : 1,
      safeArea: config.safeArea,
      traits: config.traits
    )
    window = UIWindow(frame: CGRect(origin: .zero, size: size))
    window.screen = screen
    window.rootViewController = controller
    window.makeKeyAndVisible()
  }

  /// The size that a view has, or would like to have.
  static func size(of view: UIView) -> CGSize {
    if view.bounds.width > 0 && view.bounds.height > 0 { return view.bounds.size }
    view.sizeToFit()
    return view.bounds.size
  }

  /// Makes touches, and lets their time pass.
  func replay(_ touches: UITouchSession) {
    window.layoutIfNeeded()
    CATransaction.flush()
    touches.replay(in: window)
  }

  /// Takes the picture of the window, and hides it.
  ///
  /// - Throws: `SnapshotProblem` if nothing can be drawn.
  func image() throws -> UIImage {
    defer { end() }
    window.layoutIfNeeded()
    do {
      let image = try window.image(at: shownTime(0))
      return UIImage(cgImage: image, scale: window.screen.scale, orientation: .up)
    } catch {
      throw SnapshotProblem.notDrawn("\(error)")
    }
  }

  /// Takes pictures of the window at several times, side by side, and hides it.
  ///
  /// - Parameters:
  ///   - times: In seconds after the window is shown, ascending.
  ///   - columns: The pictures in a row; nil for as many as fit into 4096 pixels.
  /// - Throws: `SnapshotProblem` if nothing can be drawn.
  func sheet(at times: [TimeInterval], columns: Int?) throws -> UIImage {
    defer { end() }
    window.layoutIfNeeded()
    var images: [CGImage] = []
    do {
      for time in times.sorted() { images.append(try window.image(at: shownTime(time))) }
    } catch {
      throw SnapshotProblem.notDrawn("\(error)")
    }
    let sheet = try FrameSheet(images, columns: columns).image
    return UIImage(cgImage: sheet, scale: window.screen.scale, orientation: .up)
  }

  /// The time of the window's clock, some seconds after it is shown.
  private func shownTime(_ seconds: TimeInterval) -> TimeInterval? {
    let delay = seconds + SnapshotDelay.seconds
    guard delay > 0, let context = window.context else { return nil }
    return context.currentTime + delay
  }

  /// Returns the views of the window's controller as text, and hides the window.
  func text(_ body: (UIView) -> String) -> String {
    defer { end() }
    window.layoutIfNeeded()
    return window.rootViewController.map { body($0.view) } ?? ""
  }

  private func end() {
    window.isHidden = true
    window.rootViewController = nil
  }
}

extension ViewStage {
  /// Calls `body` with a stage that shows a view, and returns the view to its superview.
  ///
  /// - Parameters:
  ///   - view: The view; its transform and position do not count.
  ///   - size: The size in points; nil for the view's own.
  ///   - traits: The traits; the display scale is the pixels of a point.
  static func with<Result>(
    _ view: UIView,
    size: CGSize?,
    traits: UITraitCollection,
    _ body: (ViewStage) throws -> Result
  ) rethrows -> Result {
    let (superview, index) = (view.superview, view.superview?.subviews.firstIndex(of: view))
    let before = (view.bounds, view.center, view.transform)
    defer {
      view.removeFromSuperview()
      (view.bounds, view.center, view.transform) = before
      if let superview, let index { superview.insertSubview(view, at: index) }
    }
    let shownSize = size ?? ViewStage.size(of: view)
    view.removeFromSuperview()
    view.transform = .identity
    view.frame = CGRect(origin: .zero, size: shownSize)
    let controller = UIViewController()
    let container = UIView(frame: CGRect(origin: .zero, size: shownSize))
    container.addSubview(view)
    controller.view = container
    let config = ViewImageConfig(size: shownSize, traits: traits)
    return try body(ViewStage(controller, config))
  }
}
