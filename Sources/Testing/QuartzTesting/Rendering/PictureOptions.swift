// The options of picture strategies.
// Licensed under the MIT license; see LICENSE.

public import QuartzCore

/// The renderer that draws the pictures of snapshots.
public enum SnapshotRenderer: Equatable, Sendable {
  /// The software renderer: the same bytes on every machine.
  case software
  /// OpenGL ES in this process.
  case gles
  /// Both. The software renderer's picture is compared with the reference, and the OpenGL ES
  /// picture with the software renderer's.
  ///
  /// The two must be equal within rounding: 1/255, and 1 more for each surface within a surface.
  case both
}

/// The time of a picture, by a clock that is at 0 when the layer tree is shown.
public enum SnapshotTime: Equatable, Sendable {
  /// The time at which the tree is shown, with animations at their begin.
  case frozen
  /// The time when all finite animations have ended, with those that completion blocks and
  /// delegates start.
  case finished
  /// Seconds after the tree is shown; animations that end before are reported on the way.
  case at(CFTimeInterval)

  /// The time with what strategies around wait.
  var delayed: SnapshotTime {
    let delay = SnapshotDelay.seconds
    guard delay > 0 else { return self }
    return switch self {
    case .frozen: .at(delay)
    case .finished: .finished
    case .at(let time): .at(time + delay)
    }
  }
}

/// Differences that are ignored, in 1/255 of a channel.
///
///     assertSnapshot(of: layer, as: .image(tolerance: .init(within: 1, except: 40, upTo: 8)))
public struct PixelTolerance: Equatable, Sendable {
  /// The difference that is ignored.
  public var within: Int
  /// The number of pixels that may differ by more.
  public var except: Int
  /// The largest difference of these pixels.
  public var upTo: Int

  /// Creates a tolerance.
  ///
  /// Pixels that differ by up to `within` match; at most `except` others may differ, by up to
  /// `upTo`.
  public init(within: Int = 0, except: Int = 0, upTo: Int = 0) {
    self.within = within
    self.except = except
    self.upTo = upTo
  }

  /// No difference at all.
  public static let exact = PixelTolerance()
}

/// The treatment of pictures that are in another colour space than sRGB.
public enum SnapshotColorSpaces: Equatable, Sendable {
  /// They fail, since the same numbers are other colours.
  case equal
  /// They are converted to sRGB with 8 bits and compared. With a `perceptualPrecision`, and a
  /// reference in another colour space or of 16 bits, they are compared in their own spaces.
  case converted
}
