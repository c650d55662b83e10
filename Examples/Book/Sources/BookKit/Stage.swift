// The stage of a demo: a window, its time, a finger, and what was seen.
// Licensed under the MIT license; see LICENSE.

public import BookPages
public import UIKit

/// A window that a demo runs in; time moves when the script says so.
@MainActor
public final class Stage: Findings {
  /// The window that the demo is in.
  public let window: UIWindow
  /// The demo's controller.
  public let controller: UIViewController

  /// Creates a stage and shows the demo on it.
  ///
  /// - Parameters:
  ///   - demo: The demo.
  ///   - output: The output: pictures in this process, or a server.
  public init(_ demo: Demo, output: UIWindow.Output = .pictures) {
    Trace.begin()
    UIScreen.setMain(UIScreen(size: demo.size, scale: demo.scale))
    window = UIWindow(frame: UIScreen.main.bounds, output: output)
    controller = demo.make()
    super.init()
    window.backgroundColor = .white
    window.rootViewController = controller
    window.makeKeyAndVisible()
  }

  public override func image(at time: CFTimeInterval) throws -> CGImage {
    try window.image(at: time)
  }

  public override var scale: CGFloat { window.screen.scale }

  /// States the colour of the screen at a point.
  ///
  /// - Parameters:
  ///   - point: In points of the screen; the pixel that it is in counts.
  ///   - color: The expected colour.
  ///   - tolerance: The difference of a component that is allowed, in 255ths.
  public func expect(
    at point: CGPoint,
    _ color: UIColor,
    within tolerance: Int = 2,
    _ statement: String = "the colour"
  ) {
    expect(at: point, cgColor: color.cgColor, within: tolerance, statement)
  }
}
