// What layers say about colours brighter than white.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

/// Whether contents brighter than the output can show are made darker to fit.
public struct CAToneMapMode: RawRepresentable, Hashable, Sendable {
  /// The name as archives and key-value coding have it.
  public let rawValue: String

  /// The constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ mode: ToneMapMode) {
    rawValue = mode.name
  }

  /// The system decides: the default.
  public static let automatic = CAToneMapMode(.automatic)
  /// What is too bright is cut.
  public static let never = CAToneMapMode(.never)
  /// Contents are made darker wherever that is possible.
  public static let ifSupported = CAToneMapMode(.ifSupported)
}

/// How bright a layer would like to be.
public struct CADynamicRange: RawRepresentable, Hashable, Sendable {
  /// The name as archives and key-value coding have it.
  public let rawValue: String

  /// The constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ range: DynamicRange) {
    rawValue = range.name
  }

  /// As the contents ask for.
  public static let automatic = CADynamicRange(.automatic)
  /// No brighter than white: the default.
  public static let standard = CADynamicRange(.standard)
  /// Brighter than white, but not so much that it outshines what is of standard range beside it.
  public static let constrainedHigh = CADynamicRange(.constrainedHigh)
  /// As bright as the output can be.
  public static let high = CADynamicRange(.high)
}

extension CALayer {
  /// How bright a layer would like to be.
  public typealias DynamicRange = CADynamicRange
}
