// Colours.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// A colour.
///
/// **Differences**: all spaces are sRGB or its grey; named colours of catalogues do not exist, and
/// system colours have their light form.
// Safe because: nothing changes after an initialiser.
open class NSColor: NSObject, NSCopying, @unchecked Sendable {
  /// The colour as Core Graphics has it.
  public final let cgColor: CGColor

  /// Creates a colour from one of Core Graphics.
  public init?(cgColor: CGColor) { self.cgColor = cgColor }

  private init(_ color: CGColor) { cgColor = color }

  /// Creates a colour of sRGB.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha))
  }

  /// Creates a colour of sRGB.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(srgbRed: red, green: green, blue: blue, alpha: alpha)
  }

  /// Creates a colour of sRGB.
  public convenience init(
    calibratedRed red: CGFloat,
    green: CGFloat,
    blue: CGFloat,
    alpha: CGFloat
  ) {
    self.init(srgbRed: red, green: green, blue: blue, alpha: alpha)
  }

  /// Creates a colour of sRGB.
  public convenience init(deviceRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(srgbRed: red, green: green, blue: blue, alpha: alpha)
  }

  /// Creates a grey.
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(CGColor(deviceGray: white, alpha: alpha))
  }

  /// Creates a grey.
  public convenience init(calibratedWhite white: CGFloat, alpha: CGFloat) {
    self.init(white: white, alpha: alpha)
  }

  /// Creates a grey.
  public convenience init(deviceWhite white: CGFloat, alpha: CGFloat) {
    self.init(white: white, alpha: alpha)
  }

  /// Creates a colour from hue, saturation and brightness, in 0...1.
  public convenience init(
    hue: CGFloat,
    saturation: CGFloat,
    brightness: CGFloat,
    alpha: CGFloat
  ) {
    func part(_ offset: CGFloat) -> CGFloat {
      let turn = (offset + (hue.isFinite ? hue : 0) * 6).truncatingRemainder(dividingBy: 6)
      let distance = max(0, min(turn, 4 - turn, 1))
      return brightness - brightness * saturation * distance
    }
    self.init(srgbRed: part(5), green: part(3), blue: part(1), alpha: alpha)
  }

  /// The parts in sRGB.
  private var parts: (red: CGFloat, green: CGFloat, blue: CGFloat) {
    let parts = cgColor.components ?? []
    if parts.count < 3 { return (parts.first ?? 0, parts.first ?? 0, parts.first ?? 0) }
    return (parts[0], parts[1], parts[2])
  }

  /// The red part.
  open var redComponent: CGFloat { parts.red }
  /// The green part.
  open var greenComponent: CGFloat { parts.green }
  /// The blue part.
  open var blueComponent: CGFloat { parts.blue }
  /// The opacity.
  open var alphaComponent: CGFloat { cgColor.alpha }
  /// The grey part: that of red for a colour.
  open var whiteComponent: CGFloat { parts.red }

  /// Returns the colour with another opacity.
  open func withAlphaComponent(_ alpha: CGFloat) -> NSColor {
    cgColor.copy(alpha: alpha).map { NSColor($0) } ?? self
  }

  /// Returns a mixture with another colour.
  ///
  /// - Parameters:
  ///   - fraction: The part of the other colour, in 0...1.
  ///   - color: The other colour.
  open func blended(withFraction fraction: CGFloat, of color: NSColor) -> NSColor? {
    let (one, other) = (parts, color.parts)
    let part = min(max(fraction, 0), 1)
    return NSColor(
      srgbRed: one.red + (other.red - one.red) * part,
      green: one.green + (other.green - one.green) * part,
      blue: one.blue + (other.blue - one.blue) * part,
      alpha: alphaComponent + (color.alphaComponent - alphaComponent) * part
    )
  }

  /// Makes it the colour of fills and strokes in the current context.
  open func set() {
    setFill()
    setStroke()
  }

  /// Makes it the colour of fills in the current context.
  open func setFill() { NSGraphicsContext.current?.cgContext.setFillColor(cgColor) }

  /// Makes it the colour of strokes in the current context.
  open func setStroke() { NSGraphicsContext.current?.cgContext.setStrokeColor(cgColor) }

  /// Returns itself: colours do not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether another colour is the same.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSColor).map { $0.cgColor == cgColor } ?? false
  }

  /// A hash of the colour.
  open override var hash: Int { cgColor.hashValue }

  // MARK: Colours by name

  /// Black.
  open class var black: NSColor { NSColor(white: 0, alpha: 1) }
  /// A third of white.
  open class var darkGray: NSColor { NSColor(white: 1 / 3, alpha: 1) }
  /// Two thirds of white.
  open class var lightGray: NSColor { NSColor(white: 2 / 3, alpha: 1) }
  /// White.
  open class var white: NSColor { NSColor(white: 1, alpha: 1) }
  /// Half of white.
  open class var gray: NSColor { NSColor(white: 0.5, alpha: 1) }
  /// Red.
  open class var red: NSColor { NSColor(srgbRed: 1, green: 0, blue: 0, alpha: 1) }
  /// Green.
  open class var green: NSColor { NSColor(srgbRed: 0, green: 1, blue: 0, alpha: 1) }
  /// Blue.
  open class var blue: NSColor { NSColor(srgbRed: 0, green: 0, blue: 1, alpha: 1) }
  /// Green and blue.
  open class var cyan: NSColor { NSColor(srgbRed: 0, green: 1, blue: 1, alpha: 1) }
  /// Red and green.
  open class var yellow: NSColor { NSColor(srgbRed: 1, green: 1, blue: 0, alpha: 1) }
  /// Red and blue.
  open class var magenta: NSColor { NSColor(srgbRed: 1, green: 0, blue: 1, alpha: 1) }
  /// Orange.
  open class var orange: NSColor { NSColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 1) }
  /// Purple.
  open class var purple: NSColor { NSColor(srgbRed: 0.5, green: 0, blue: 0.5, alpha: 1) }
  /// Brown.
  open class var brown: NSColor { NSColor(srgbRed: 0.6, green: 0.4, blue: 0.2, alpha: 1) }
  /// Nothing.
  open class var clear: NSColor { NSColor(white: 0, alpha: 0) }
  /// The background of windows.
  open class var windowBackgroundColor: NSColor { NSColor(white: 236 / 255, alpha: 1) }
  /// The background of controls.
  open class var controlColor: NSColor { NSColor(white: 1, alpha: 1) }
  /// The text of controls.
  open class var controlTextColor: NSColor { NSColor(white: 0, alpha: 0.85) }
  /// The blue of what is selected or on.
  open class var controlAccentColor: NSColor {
    NSColor(srgbRed: 0, green: 122 / 255, blue: 1, alpha: 1)
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}
