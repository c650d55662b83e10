// The named values of text layers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzModel
import QuartzText

/// The alignment of a text layer's lines.
public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
  /// The name in archives and key-value coding.
  public let rawValue: String

  /// Creates the constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ mode: TextAlignmentMode) {
    rawValue = mode.name
  }

  /// At the side where lines of the text's script begin: the default.
  public static let natural = CATextLayerAlignmentMode(.natural)
  /// At the left side.
  public static let left = CATextLayerAlignmentMode(.left)
  /// At the right side.
  public static let right = CATextLayerAlignmentMode(.right)
  /// In the middle.
  public static let center = CATextLayerAlignmentMode(.center)
  /// At both sides, the last line of a paragraph at the natural one.
  public static let justified = CATextLayerAlignmentMode(.justified)
}

/// The place of the ellipsis if text does not fit.
public struct CATextLayerTruncationMode: RawRepresentable, Hashable, Sendable {
  /// The name in archives and key-value coding.
  public let rawValue: String

  /// Creates the constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ mode: TextTruncationMode) {
    rawValue = mode.name
  }

  /// None; the text is clipped to the bounds: the default.
  public static let none = CATextLayerTruncationMode(.none)
  /// At the beginning of the last line; the end of the text shows.
  public static let start = CATextLayerTruncationMode(.start)
  /// At the end of the last line.
  public static let end = CATextLayerTruncationMode(.end)
  /// In the middle of the last line; the end of the text shows.
  public static let middle = CATextLayerTruncationMode(.middle)
}

extension CTTextAlignment {
  init(_ mode: CATextLayerAlignmentMode) {
    switch mode {
    case .left: self = .left
    case .right: self = .right
    case .center: self = .center
    case .justified: self = .justified
    default: self = .natural
    }
  }
}

extension TextTruncation {
  init(_ mode: CATextLayerTruncationMode) {
    switch mode {
    case .start: self = .start
    case .end: self = .end
    case .middle: self = .middle
    default: self = .none
    }
  }
}
