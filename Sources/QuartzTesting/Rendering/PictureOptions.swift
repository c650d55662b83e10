// The words of picture strategies.
// Licensed under the MIT license; see LICENSE.

public import QuartzCore

/// Who draws the pictures of snapshots.
public enum SnapshotRenderer: Equatable, Sendable {
  /// The software renderer: the same bytes on every machine.
  case software
  /// OpenGL ES in this process.
  case gles
  /// Both; the software renderer's picture is compared with the reference, and the other one with it.
  ///
  /// They must be equal but for rounding: 1/255, and 1 more for each surface within a surface.
  case both
}

/// The time of a picture, by a clock that stands at 0 when the layer tree is shown.
public enum SnapshotTime: Equatable, Sendable {
  /// The time at which the tree is shown: animations stand at their begin.
  case frozen
  /// When all animations have ended that end, those that completion blocks and delegates start too.
  case finished
  /// Seconds after the tree is shown; what ends before is told on the way.
  case at(CFTimeInterval)
}

/// Differences that do not count, in 1/255 of a channel.
///
///     assertSnapshot(of: layer, as: .image(tolerance: .init(within: 1, except: 40, upTo: 8)))
public struct PixelTolerance: Equatable, Sendable {
  /// The difference that does not count.
  public var within: Int
  /// How many pixels may differ by more.
  public var except: Int
  /// By how much these may differ at most.
  public var upTo: Int

  /// Pixels that differ by up to `within` match; of the others there may be `except`, which differ by
  /// up to `upTo`.
  public init(within: Int = 0, except: Int = 0, upTo: Int = 0) {
    self.within = within
    self.except = except
    self.upTo = upTo
  }

  /// No difference at all.
  public static let exact = PixelTolerance()
}

/// What to do about pictures that are in another colour space than sRGB.
public enum SnapshotColorSpaces: Equatable, Sendable {
  /// They fail: the same numbers are other colours.
  case equal
  /// They are compared converted to sRGB with 8 bits; with a `perceptualPrecision`, and a reference in
  /// another colour space or of 16 bits, as what they are in their own spaces.
  case converted
}
