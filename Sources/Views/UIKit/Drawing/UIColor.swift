// Colours of views: fixed ones, and such as depend on traits.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import CoreImage
public import Foundation

/// A colour: components in a colour space, or a rule that gives one for traits.
///
/// Colours are immutable and may be used from any thread.
///
/// ```swift
/// view.backgroundColor = UIColor { traits in
///   traits.userInterfaceStyle == .dark ? .black : UIColor(white: 0.95, alpha: 1)
/// }
/// ```
///
/// **Differences**: greys have the curve of sRGB, so that grey 1/3 is drawn as red, green and blue
/// 85.
// Safe because: nothing changes after an initialiser; providers are called as Apple's are, on the
// thread that asks.
open class UIColor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The kinds of colours.
  enum Kind {
    case fixed(CGColor)
    /// A rule, and an alpha that replaces that of its colours.
    case dynamic(DynamicRule, alpha: CGFloat?)
  }

  let kind: Kind

  init(_ kind: Kind) {
    self.kind = kind
    super.init()
  }

  // MARK: Creating colours

  /// A grey of two components.
  ///
  /// - Parameters:
  ///   - white: 0 for black, 1 for white.
  ///   - alpha: 0 for transparent, 1 for opaque; clamped to that.
  public required init(white: CGFloat, alpha: CGFloat) {
    kind = .fixed(CGColor(deviceGray: white, alpha: Self.clamped(alpha)))
    super.init()
  }

  /// A colour in extended sRGB.
  ///
  /// - Parameters:
  ///   - red: Encoded; may leave 0...1.
  ///   - green: Encoded; may leave 0...1.
  ///   - blue: Encoded; may leave 0...1.
  ///   - alpha: 0 for transparent, 1 for opaque; clamped to that.
  public required init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    kind = .fixed(Self.color(in: .extendedSRGBSpace, red, green, blue, alpha))
    super.init()
  }

  /// A colour in Display P3.
  ///
  /// - Parameters:
  ///   - displayP3Red: Encoded, 0...1.
  ///   - green: Encoded, 0...1.
  ///   - blue: Encoded, 0...1.
  ///   - alpha: 0 for transparent, 1 for opaque; clamped to that.
  public required init(displayP3Red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    let space = CGColorSpace(name: CGColorSpace.displayP3) ?? .extendedSRGBSpace
    kind = .fixed(Self.color(in: space, displayP3Red, green, blue, alpha))
    super.init()
  }

  /// A colour of a hue, in extended sRGB.
  ///
  /// - Parameters:
  ///   - hue: 0...1, from red over green and blue to red; clamped to that.
  ///   - saturation: 0 for grey, 1 for pure colours.
  ///   - brightness: 0 for black.
  ///   - alpha: 0 for transparent, 1 for opaque; clamped to that.
  public required init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    let (red, green, blue) = HueColor(
      hue: hue,
      saturation: saturation,
      brightness: brightness
    ).components
    kind = .fixed(Self.color(in: .extendedSRGBSpace, red, green, blue, alpha))
    super.init()
  }

  /// The colour of Core Graphics.
  public required init(cgColor: CGColor) {
    kind = .fixed(cgColor)
    super.init()
  }

  /// The colour of Core Image.
  public required init(ciColor: CIColor) {
    kind = .fixed(
      Self.color(in: .extendedSRGBSpace, ciColor.red, ciColor.green, ciColor.blue, ciColor.alpha)
    )
    super.init()
  }

  /// A picture that is repeated, upright, from the top left corner of where it is painted.
  ///
  /// An image without size or without pixels gives a pattern that paints nothing.
  public required init(patternImage image: UIImage) {
    kind = .fixed(image.patternColor ?? .clear)
    super.init()
  }

  /// A colour that `dynamicProvider` gives whenever it is needed, for the traits there.
  ///
  /// A provider that gives dynamic colours again and again is asked 16 times; then the colour is
  /// clear.
  public required init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) {
    kind = .dynamic(DynamicRule(dynamicProvider), alpha: nil)
    super.init()
  }

  /// The colour of a literal.
  public required convenience init(
    _colorLiteralRed red: Float,
    green: Float,
    blue: Float,
    alpha: Float
  ) {
    self.init(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
  }

  /// The colour of an archive; nil if it holds none.
  public required init?(coder: NSCoder) {
    func number(_ key: String) -> CGFloat { CGFloat(coder.decodeDouble(forKey: key)) }
    if coder.containsValue(forKey: Key.white) {
      kind = .fixed(
        CGColor(deviceGray: number(Key.white), alpha: Self.clamped(number(Key.alpha)))
      )
    } else if coder.containsValue(forKey: Key.red) {
      kind = .fixed(
        Self.color(
          in: .extendedSRGBSpace,
          number(Key.red),
          number(Key.green),
          number(Key.blue),
          number(Key.alpha)
        )
      )
    } else {
      return nil
    }
    super.init()
  }

  private enum Key {
    static let red = "UIRed"
    static let green = "UIGreen"
    static let blue = "UIBlue"
    static let white = "UIWhite"
    static let alpha = "UIAlpha"
  }

  /// Whether archives may be read safely: true.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the components; those of a dynamic colour for the current traits.
  open func encode(with coder: NSCoder) {
    let color = cgColor
    coder.encode(Double(color.alpha), forKey: Key.alpha)
    if let white = color.plainWhite {
      return coder.encode(Double(white), forKey: Key.white)
    }
    let (red, green, blue) = color.redGreenBlue
    coder.encode(Double(red), forKey: Key.red)
    coder.encode(Double(green), forKey: Key.green)
    coder.encode(Double(blue), forKey: Key.blue)
  }

  // `Any` because: it is NSCopying's.
  /// The colour itself, which cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Components

  /// The colour of Core Graphics; of a dynamic colour that for `UITraitCollection.current`.
  open var cgColor: CGColor { resolved(for: nil) }

  /// The colour of Core Image, as `cgColor`.
  ///
  /// **Differences**: on Apple's platforms only colours made of one have it.
  open var ciColor: CIColor { CIColor(cgColor: cgColor) }

  /// Writes the grey of the colour; of colours, that of the same luminance.
  ///
  /// - Returns: Whether there is one; patterns have none, and nothing is written.
  @discardableResult
  open func getWhite(
    _ white: UnsafeMutablePointer<CGFloat>?,
    alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let color = cgColor
    guard color.pattern == nil else { return false }
    white?.pointee = color.plainWhite ?? color.luminance
    alpha?.pointee = color.alpha
    return true
  }

  /// Writes hue, saturation and brightness.
  ///
  /// - Returns: Whether there are any; patterns have none, and nothing is written.
  @discardableResult
  open func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?,
    saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?,
    alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let color = cgColor
    guard color.pattern == nil else { return false }
    let components = HueColor(color.redGreenBlue)
    hue?.pointee = components.hue
    saturation?.pointee = components.saturation
    brightness?.pointee = components.brightness
    alpha?.pointee = color.alpha
    return true
  }

  /// Writes the components in extended sRGB.
  ///
  /// - Returns: Whether there are any; patterns have none, and nothing is written.
  @discardableResult
  open func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?,
    green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?,
    alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let color = cgColor
    guard color.pattern == nil else { return false }
    let components = color.redGreenBlue
    red?.pointee = components.red
    green?.pointee = components.green
    blue?.pointee = components.blue
    alpha?.pointee = color.alpha
    return true
  }

  /// The colour with another alpha, clamped to 0...1; a dynamic colour stays one.
  open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    let alpha = Self.clamped(alpha)
    switch kind {
    case .fixed(let color): return UIColor(.fixed(color.copy(alpha: alpha) ?? color))
    case .dynamic(let rule, _): return UIColor(.dynamic(rule, alpha: alpha))
    }
  }

  /// The colour for traits; a fixed colour is itself.
  open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
    guard case .dynamic = kind else { return self }
    return UIColor(.fixed(resolved(for: traitCollection)))
  }

  // MARK: Drawing

  /// Makes the colour the one of filling and stroking of the current context.
  open func set() {
    setFill()
    setStroke()
  }

  /// Makes the colour that of filling of the current context.
  open func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }

  /// Makes the colour that of stroking of the current context.
  open func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }

  // MARK: Equality

  // `Any?` because: it is NSObject's.
  /// Whether both have the same components in the same space; a dynamic colour equals only those
  /// that were made of the same provider.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIColor else { return false }
    if other === self { return true }
    switch (kind, other.kind) {
    case (.fixed(let one), .fixed(let two)): return one == two
    case (.dynamic(let one, let alpha), .dynamic(let two, let otherAlpha)):
      return one === two && alpha == otherAlpha
    default: return false
    }
  }

  /// Equal colours have equal hashes.
  open override var hash: Int {
    switch kind {
    case .fixed(let color): color.hashValue
    case .dynamic(let rule, let alpha):
      alpha.hashValue ^ ObjectIdentifier(rule).hashValue
    }
  }

  /// The space and the components, or that the colour is dynamic.
  open override var description: String {
    guard case .fixed(let color) = kind else { return "<UIDynamicProviderColor>" }
    if color.pattern != nil { return "<UIDynamicPatternColor>" }
    if let white = color.plainWhite {
      return "UIExtendedGrayColorSpace \(short(white)) \(short(color.alpha))"
    }
    let (red, green, blue) = color.redGreenBlue
    let name =
      color.colorSpace?.name == CGColorSpace.displayP3
      ? "UIDisplayP3ColorSpace" : "UIExtendedSRGBColorSpace"
    let numbers = name == "UIDisplayP3ColorSpace" ? color.components ?? [] : [red, green, blue]
    return "\(name) \((numbers.prefix(3) + [color.alpha]).map(short).joined(separator: " "))"
  }

  private func short(_ value: CGFloat) -> String { String(format: "%g", Double(value)) }

  private static func clamped(_ alpha: CGFloat) -> CGFloat { alpha > 0 ? min(alpha, 1) : 0 }

  private static func color(
    in space: CGColorSpace,
    _ red: CGFloat,
    _ green: CGFloat,
    _ blue: CGFloat,
    _ alpha: CGFloat
  ) -> CGColor {
    let alpha = clamped(alpha)
    return CGColor(colorSpace: space, components: [red, green, blue, alpha])
      ?? CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }
}

extension UIColor: _ExpressibleByColorLiteral {}

/// The type of colour literals.
public typealias _ColorLiteralType = UIColor

/// The rule of a dynamic colour.
final class DynamicRule {
  let provide: (UITraitCollection) -> UIColor

  init(_ provide: @escaping (UITraitCollection) -> UIColor) {
    self.provide = provide
  }
}

extension UIColor {
  /// The number of dynamic colours that may follow one another.
  private static let longestChain = 16

  /// The colour for traits; nil for the current ones.
  private func resolved(for traits: UITraitCollection?) -> CGColor {
    if case .fixed(let color) = kind { return color }
    let traits = traits ?? UITraitCollection.current
    var color: UIColor = self
    var ownAlpha: CGFloat?
    var found = CGColor.clear
    traits.performAsCurrent {
      for _ in 0..<Self.longestChain {
        switch color.kind {
        case .fixed(let fixed):
          found = ownAlpha.flatMap { fixed.copy(alpha: $0) } ?? fixed
          return
        case .dynamic(let rule, let alpha):
          // The outermost alpha counts.
          ownAlpha = ownAlpha ?? alpha
          color = rule.provide(traits)
        }
      }
    }
    return found
  }
}

// MARK: - Layers

extension UIColor: LayerColorConvertible {
  /// The colour for a layer's key, for the traits of now.
  package var layerColor: CGColor { cgColor }
}
