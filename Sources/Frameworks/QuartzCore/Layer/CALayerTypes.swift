// The named values of layer properties.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

/// The placement of the contents in the bounds.
///
/// Top is maximum y in the layer's own coordinates.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
  /// The name in archives and key-value coding.
  public let rawValue: String

  /// Creates the constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ gravity: ContentsGravity) {
    rawValue = gravity.name
  }

  /// In the middle, one texel for each pixel of `contentsScale`.
  public static let center = CALayerContentsGravity(.center)
  /// At the top edge, centred.
  public static let top = CALayerContentsGravity(.top)
  /// At the bottom edge, centred.
  public static let bottom = CALayerContentsGravity(.bottom)
  /// At the left edge, centred.
  public static let left = CALayerContentsGravity(.left)
  /// At the right edge, centred.
  public static let right = CALayerContentsGravity(.right)
  /// In the top left corner.
  public static let topLeft = CALayerContentsGravity(.topLeft)
  /// In the top right corner.
  public static let topRight = CALayerContentsGravity(.topRight)
  /// In the bottom left corner.
  public static let bottomLeft = CALayerContentsGravity(.bottomLeft)
  /// In the bottom right corner.
  public static let bottomRight = CALayerContentsGravity(.bottomRight)
  /// Stretched to the bounds: the default.
  public static let resize = CALayerContentsGravity(.resize)
  /// The largest size that fits into the bounds, in its own proportions.
  public static let resizeAspect = CALayerContentsGravity(.resizeAspect)
  /// The smallest size that fills the bounds, in its own proportions.
  public static let resizeAspectFill = CALayerContentsGravity(.resizeAspectFill)
}

/// The sampling of the contents where a texel is not a pixel.
public struct CALayerContentsFilter: RawRepresentable, Hashable, Sendable {
  /// The name in archives and key-value coding.
  public let rawValue: String

  /// Creates the constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ filter: ContentsFilter) {
    rawValue = filter.name
  }

  /// Mixes the four texels around a point: the default.
  public static let linear = CALayerContentsFilter(.linear)
  /// Takes the texel that the point lies in.
  public static let nearest = CALayerContentsFilter(.nearest)
  /// Mixes the two nearest of several versions of the image, each half the size of the one before.
  ///
  /// For magnification it is the same as `linear`.
  public static let trilinear = CALayerContentsFilter(.trilinear)
}

/// The pixel format of a layer's own drawing.
public struct CALayerContentsFormat: RawRepresentable, Hashable, Sendable {
  /// The name in archives and key-value coding.
  public let rawValue: String

  /// Creates the constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Red, green, blue and alpha, 8 bits each: the default.
  public static let RGBA8Uint = CALayerContentsFormat(rawValue: "RGBA8")
  /// Red, green, blue and alpha as floating point numbers of 16 bits.
  public static let RGBA16Float = CALayerContentsFormat(rawValue: "RGBAh")
  /// Grey of 8 bits; such a drawing is opaque and begins black.
  public static let gray8Uint = CALayerContentsFormat(rawValue: "Gray8")

  /// Chosen by the system: `RGBA8Uint`.
  public static let automatic = CALayerContentsFormat(rawValue: "Automatic")

  /// The constant that it counts as: itself, half floats for 10 bits of extended range, which have
  /// no public name, and the default for others.
  var counted: CALayerContentsFormat {
    if rawValue == "RGBA10XR" { return .RGBA16Float }
    return [.RGBA16Float, .gray8Uint, .automatic].contains(self) ? self : .RGBA8Uint
  }

  /// The format of the bitmap.
  var drawn: CALayerContentsFormat { self == .automatic ? .RGBA8Uint : self }
}

/// The curve of rounded corners.
public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
  /// The name in archives and key-value coding.
  public let rawValue: String

  /// Creates the constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ curve: CornerCurve) {
    rawValue = curve.name
  }

  /// Quarters of circles: the default.
  public static let circular = CALayerCornerCurve(.circular)
  /// Curves whose curvature begins gently, further along the edges.
  public static let continuous = CALayerCornerCurve(.continuous)
}

/// The edges of a layer that are anti-aliased.
///
/// Top is maximum y in the layer's own coordinates.
public struct CAEdgeAntialiasingMask: OptionSet, Sendable {
  /// The bits in archives and key-value coding.
  public let rawValue: UInt32

  /// Creates the edges with these bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  private init(_ edge: EdgeMask) {
    rawValue = UInt32(edge.rawValue)
  }

  /// The edge of least x.
  public static let layerLeftEdge = CAEdgeAntialiasingMask(.left)
  /// The edge of greatest x.
  public static let layerRightEdge = CAEdgeAntialiasingMask(.right)
  /// The edge of least y.
  public static let layerBottomEdge = CAEdgeAntialiasingMask(.bottom)
  /// The edge of greatest y.
  public static let layerTopEdge = CAEdgeAntialiasingMask(.top)
}

/// The corners that `cornerRadius` rounds.
public struct CACornerMask: OptionSet, Sendable {
  /// The bits in archives and key-value coding.
  public let rawValue: UInt

  /// Creates the corners with these bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  private init(_ corner: CornerMask) {
    rawValue = UInt(corner.rawValue)
  }

  /// The corner of least x and least y.
  public static let layerMinXMinYCorner = CACornerMask(.minXMinY)
  /// The corner of greatest x and least y.
  public static let layerMaxXMinYCorner = CACornerMask(.maxXMinY)
  /// The corner of least x and greatest y.
  public static let layerMinXMaxYCorner = CACornerMask(.minXMaxY)
  /// The corner of greatest x and greatest y.
  public static let layerMaxXMaxYCorner = CACornerMask(.maxXMaxY)

  /// All corners.
  static let all: CACornerMask = [
    .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
  ]
}
