// The layout of a pixel's bytes.
// Licensed under the MIT license; see LICENSE.

/// The position of alpha in a pixel, and whether colours are multiplied with it.
public enum CGImageAlphaInfo: UInt32, Hashable, Sendable {
  /// No alpha.
  case none = 0
  /// After the colour, which is multiplied with it: RGBA.
  case premultipliedLast = 1
  /// Before the colour, which is multiplied with it: ARGB.
  case premultipliedFirst = 2
  /// After the colour, which is not multiplied: RGBA.
  case last = 3
  /// Before the colour, which is not multiplied: ARGB.
  case first = 4
  /// An unused component after the colour: RGBX.
  case noneSkipLast = 5
  /// An unused component before the colour: XRGB.
  case noneSkipFirst = 6
  /// Alpha and no colour: a mask.
  case alphaOnly = 7
}

/// The order of bytes in the numbers that pixels are made of.
public enum CGImageByteOrderInfo: UInt32, Hashable, Sendable {
  /// The bits of the byte order in `CGBitmapInfo`.
  case orderMask = 0x7000
  /// Components lie in memory in their order.
  case orderDefault = 0x0000
  /// Numbers of 16 bits, least significant byte first.
  case order16Little = 0x1000
  /// Numbers of 32 bits, least significant byte first: the components of a pixel lie reversed.
  case order32Little = 0x2000
  /// Numbers of 16 bits, most significant byte first.
  case order16Big = 0x3000
  /// Numbers of 32 bits, most significant byte first: components lie in their order.
  case order32Big = 0x4000
}

/// The packing of components that are not whole bytes.
///
/// **Differences**: the layout of 5, 6 and 5 bits is absent.
public enum CGImagePixelFormatInfo: UInt32, Hashable, Sendable {
  /// The bits of the packing in `CGBitmapInfo`.
  case mask = 0xF0000
  /// Components follow each other.
  case packed = 0x00000
  /// Three components of 5 bits in a number of 16.
  case rgb555 = 0x10000
  /// Three components of 10 bits, 0...1023, in a number of 32; the other two bits are alpha or not
  /// used.
  case rgb101010 = 0x30000
  /// Three components of 10 bits in a number of 32, whose other two bits are not used.
  ///
  /// The number c stands for (c - 384) / 510, -0.753 to 1.253: 384 for black, 894 for white. It is
  /// an encoded component that may leave 0...1, whatever the range of the colour space.
  case rgbCIF10 = 0x40000
}

/// Alpha, byte order and kind of number of an image's components.
///
/// Bits 0...4 hold a `CGImageAlphaInfo`, bits 8...11 are set for floating point, bits 12...14 hold
/// a `CGImageByteOrderInfo`, bits 16...19 a `CGImagePixelFormatInfo`.
///
/// ```swift
/// let bgra = CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedFirst.rawValue)
///   .union(.byteOrder32Little)
/// ```
public struct CGBitmapInfo: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// The bits `rawValue`.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The bits that hold a `CGImageAlphaInfo`.
  public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
  /// The bits that say whether components are floating-point numbers.
  public static let floatInfoMask = CGBitmapInfo(rawValue: 0xF00)
  /// Components are floating-point numbers.
  public static let floatComponents = CGBitmapInfo(rawValue: 0x100)
  /// The bits that hold a `CGImageByteOrderInfo`.
  public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
  /// Numbers of 16 bits, least significant byte first.
  public static let byteOrder16Little = CGBitmapInfo(rawValue: 0x1000)
  /// Numbers of 32 bits, least significant byte first.
  public static let byteOrder32Little = CGBitmapInfo(rawValue: 0x2000)
  /// Numbers of 16 bits, most significant byte first.
  public static let byteOrder16Big = CGBitmapInfo(rawValue: 0x3000)
  /// Numbers of 32 bits, most significant byte first.
  public static let byteOrder32Big = CGBitmapInfo(rawValue: 0x4000)
}
