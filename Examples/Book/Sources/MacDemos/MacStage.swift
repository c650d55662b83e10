// The stage of a demo of AppKit: a window and its time.
// Licensed under the MIT license; see LICENSE.

public import AppKit
public import BookPages

/// A window that a demo of AppKit runs in; time moves when the script says so.
@MainActor
public final class MacStage: Findings {
  /// The window that the demo is in; y counts from below.
  public let window: NSWindow

  /// Creates a stage with a white window.
  ///
  /// - Parameter size: In points.
  public init(_ size: NSSize) {
    Trace.begin()
    NSScreen.setScreens([MacStage.screen(1)])
    window = NSWindow(
      contentRect: NSRect(origin: .zero, size: size),
      styleMask: .borderless,
      backing: .buffered,
      defer: false
    )
    super.init()
    window.backgroundColor = .white
    window.makeKeyAndOrderFront(nil)
  }

  public override func image(at time: CFTimeInterval) throws -> CGImage {
    try window.image(at: time)
  }

  public override var scale: CGFloat { window.backingScaleFactor }

  /// The view that the demo adds its own to.
  var content: NSView { window.contentView ?? NSView() }

  /// Moves the window to a screen of another scale.
  ///
  /// - Parameter scale: Pixels per point.
  func setScale(_ scale: CGFloat) {
    NSScreen.setScreens([MacStage.screen(scale)])
    CATransaction.flush()
  }

  private static func screen(_ scale: CGFloat) -> NSScreen {
    NSScreen(frame: NSRect(x: 0, y: 0, width: 1440, height: 900), backingScaleFactor: scale)
  }
}

extension Entry {
  /// A demo of AppKit.
  init(
    _ id: String,
    _ title: String,
    size: NSSize,
    play: @escaping @MainActor (MacStage) throws -> Void
  ) {
    self.init(id, title) { server in
      guard server == nil else {
        throw CAContextError.refused("demos of AppKit are drawn in this process")
      }
      return MacStage(size)
    } play: { (stage: MacStage) in
      try play(stage)
      stage.window.close()
    }
  }
}
