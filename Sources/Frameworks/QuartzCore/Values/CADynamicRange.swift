// Properties of layers for colours brighter than white.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

/// Whether contents brighter than the output can show are made darker to fit.
public struct CAToneMapMode: RawRepresentable, Hashable, Sendable {
  /// The name in archives and key-value coding.
  public let rawValue: String

  /// Creates the constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ mode: ToneMapMode) {
    rawValue = mode.name
  }

  /// The system decides: the default.
  public static let automatic = CAToneMapMode(.automatic)
  /// Colours that are too bright are clipped.
  public static let never = CAToneMapMode(.never)
  /// Contents are made darker wherever that is possible.
  public static let ifSupported = CAToneMapMode(.ifSupported)
}

/// The preferred brightness of a layer.
public struct CADynamicRange: RawRepresentable, Hashable, Sendable {
  /// The name in archives and key-value coding.
  public let rawValue: String

  /// Creates the constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ range: DynamicRange) {
    rawValue = range.name
  }

  /// The range of the contents.
  public static let automatic = CADynamicRange(.automatic)
  /// No brighter than white: the default.
  public static let standard = CADynamicRange(.standard)
  /// Brighter than white, but not so much that it outshines neighbours of standard range.
  public static let constrainedHigh = CADynamicRange(.constrainedHigh)
  /// As bright as the output can be.
  public static let high = CADynamicRange(.high)
}

extension CALayer {
  /// The preferred brightness of a layer.
  public typealias DynamicRange = CADynamicRange
}
