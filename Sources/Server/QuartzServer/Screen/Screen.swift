// A screen that shows what a context draws.
// Licensed under the MIT license; see LICENSE.

package import QuartzGLES
package import QuartzPlan

/// A screen whose page flips are the clock of its context.
///
/// Belongs to the render thread.
package protocol Screen: AnyObject {
  /// Node, connectors and modes.
  var name: String { get }
  /// Pictures per second.
  var refreshRate: Double { get }
  /// The brightest light that it can show, relative to SDR white; 1 of a standard one.
  var headroom: Double { get }
  /// Whether a flip is pending; no picture may be drawn then.
  var isFlipping: Bool { get }
  /// Whether there is a screen that shows no picture yet.
  var isStale: Bool { get }
  /// Readable when a flip has happened, or a screen came or went.
  var descriptors: [Int32] { get }

  /// Draws the next picture on black; nil is only black.
  func draw(_ picture: ScreenPicture?, by backend: any RenderBackend) throws(RenderError)
  /// Shows the drawn picture: at once the first time, and from the next refresh on later.
  func flip() throws(ScreenError)
  /// Reads what made a descriptor readable.
  ///
  /// - Returns: The flip, its time by the server's clock; nil if there was none.
  /// - Throws: If the screen is gone.
  func takeFlip() throws(ScreenError) -> ScreenFlip?
  /// The screens that came, went or failed since the last call, a line each for the log.
  func takeNews() -> [String]
}

extension KMSScreen: Screen {}

/// The output of pictures besides the clients that request them.
package enum OutputChoice: Equatable, Sendable, CustomStringConvertible {
  case none
  /// The screens of a DRM node; nil is the first node that has one.
  case kms(node: String?)
  /// Windows of the desktop, one for each context.
  case window

  /// `none`, `kms`, `kms:/dev/dri/card0`, `window`; nil for anything else.
  package init?(name: String) {
    switch name {
    case "none": self = .none
    case "kms": self = .kms(node: nil)
    case "window": self = .window
    case _ where name.hasPrefix("kms:/"): self = .kms(node: String(name.dropFirst(4)))
    default: return nil
    }
  }

  package var description: String {
    switch self {
    case .none: "none"
    case .kms(nil): "kms"
    case .kms(let node?): "kms:\(node)"
    case .window: "window"
    }
  }

  /// Makes the requested screen; nil if none is.
  ///
  /// - Parameter waits: Whether there may be none yet.
  func makeScreen(waits: Bool) throws(ScreenError) -> (any Screen)? {
    switch self {
    case .none, .window: nil
    case .kms(let node): try KMSScreen.open(node, waits: waits)
    }
  }
}
