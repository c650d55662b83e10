// The layout of a pixel in memory.
// Licensed under the MIT license; see LICENSE.

/// The layout of a pixel in memory: its components in order, and their type.
///
/// Colours are multiplied with alpha. Numbers of 16 and 32 bits are in the order of the machine.
/// `L` is luminance, `X` a component that is not used.
///
/// **Differences**: raw values are those of this module. Packed and planar formats are absent.
public struct CIFormat: RawRepresentable, Hashable, Sendable {
  /// The number of the format: bits 0...3 hold the component's type, the others the order.
  public var rawValue: Int32

  /// Creates the format of a number; such as there are not is no format that anything takes.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  private init(_ order: Order, _ component: Component) {
    rawValue = order.rawValue << 4 | component.rawValue
  }

  /// The components in their order in memory.
  enum Order: Int32 {
    case rgba, bgra, argb, abgr, rgbx, alpha, red, redGreen, luminance, luminanceAlpha

    /// The number of components.
    var count: Int {
      switch self {
      case .rgba, .bgra, .argb, .abgr, .rgbx: 4
      case .redGreen, .luminanceAlpha: 2
      case .alpha, .red, .luminance: 1
      }
    }
  }

  /// The type of a component.
  enum Component: Int32 {
    case byte, short, half, float

    /// In bytes.
    var size: Int {
      switch self {
      case .byte: 1
      case .short, .half: 2
      case .float: 4
      }
    }
  }

  var order: Order? { Order(rawValue: rawValue >> 4) }
  var component: Component? { Component(rawValue: rawValue & 15) }

  /// The bytes of a pixel; nil for a number that is no format.
  package var bytesPerPixel: Int? {
    guard let order, let component else { return nil }
    return order.count * component.size
  }
}

extension CIFormat {
  /// Alpha, red, green, blue in bytes.
  public static let ARGB8 = CIFormat(.argb, .byte)
  /// Blue, green, red, alpha in bytes.
  public static let BGRA8 = CIFormat(.bgra, .byte)
  /// Red, green, blue, alpha in bytes.
  public static let RGBA8 = CIFormat(.rgba, .byte)
  /// Alpha, blue, green, red in bytes.
  public static let ABGR8 = CIFormat(.abgr, .byte)
  /// Red, green, blue, alpha in integers of 16 bits.
  public static let RGBA16 = CIFormat(.rgba, .short)
  /// Red, green, blue, alpha in floating point of 16 bits.
  public static let RGBAh = CIFormat(.rgba, .half)
  /// Red, green, blue, alpha in floating point of 32 bits.
  public static let RGBAf = CIFormat(.rgba, .float)
  /// Red, green, blue and an unused component in integers of 16 bits.
  public static let rgbX16 = CIFormat(.rgbx, .short)
  /// Red, green, blue and an unused component in floating point of 16 bits.
  public static let rgbXh = CIFormat(.rgbx, .half)
  /// Red, green, blue and an unused component in floating point of 32 bits.
  public static let rgbXf = CIFormat(.rgbx, .float)
  /// Alpha in bytes.
  public static let A8 = CIFormat(.alpha, .byte)
  /// Alpha in integers of 16 bits.
  public static let A16 = CIFormat(.alpha, .short)
  /// Alpha in floating point of 16 bits.
  public static let Ah = CIFormat(.alpha, .half)
  /// Alpha in floating point of 32 bits.
  public static let Af = CIFormat(.alpha, .float)
  /// Red in bytes.
  public static let R8 = CIFormat(.red, .byte)
  /// Red in integers of 16 bits.
  public static let R16 = CIFormat(.red, .short)
  /// Red in floating point of 16 bits.
  public static let Rh = CIFormat(.red, .half)
  /// Red in floating point of 32 bits.
  public static let Rf = CIFormat(.red, .float)
  /// Red and green in bytes.
  public static let RG8 = CIFormat(.redGreen, .byte)
  /// Red and green in integers of 16 bits.
  public static let RG16 = CIFormat(.redGreen, .short)
  /// Red and green in floating point of 16 bits.
  public static let RGh = CIFormat(.redGreen, .half)
  /// Red and green in floating point of 32 bits.
  public static let RGf = CIFormat(.redGreen, .float)
  /// Luminance in bytes.
  public static let L8 = CIFormat(.luminance, .byte)
  /// Luminance in integers of 16 bits.
  public static let L16 = CIFormat(.luminance, .short)
  /// Luminance in floating point of 16 bits.
  public static let Lh = CIFormat(.luminance, .half)
  /// Luminance in floating point of 32 bits.
  public static let Lf = CIFormat(.luminance, .float)
  /// Luminance and alpha in bytes.
  public static let LA8 = CIFormat(.luminanceAlpha, .byte)
  /// Luminance and alpha in integers of 16 bits.
  public static let LA16 = CIFormat(.luminanceAlpha, .short)
  /// Luminance and alpha in floating point of 16 bits.
  public static let LAh = CIFormat(.luminanceAlpha, .half)
  /// Luminance and alpha in floating point of 32 bits.
  public static let LAf = CIFormat(.luminanceAlpha, .float)
}
