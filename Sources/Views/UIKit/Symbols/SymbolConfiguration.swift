// The size and the weight of symbols.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// The facts that a symbol is drawn from.
struct SymbolFacts: Hashable {
  var name: String
  /// The size of the text that the symbol suits, in points.
  var pointSize: CGFloat = SymbolFacts.usualSize
  var weight = UIFont.Weight.regular
  var scale = UIImage.SymbolScale.medium
  /// The colours of the parts; none for a template.
  var colors: [UIColor] = []

  /// The size of a symbol that is told nothing, in points.
  static let usualSize: CGFloat = 17

  /// The height of the picture, in points.
  ///
  /// A symbol is a little higher than the capital letters of its text.
  var height: CGFloat { (pointSize * SymbolFacts.heightOfPoint * scale.factor).rounded(.up) }

  /// The height of a picture of medium scale for a text of one point.
  private static let heightOfPoint: CGFloat = 1.18

  mutating func take(_ configuration: UIImage.SymbolConfiguration) {
    if let size = configuration.size { pointSize = size }
    if let weight = configuration.weight { self.weight = weight }
    if configuration.scale != .unspecified { scale = configuration.scale }
    if !configuration.colors.isEmpty { colors = configuration.colors }
    if configuration.isMonochrome { colors = [] }
  }
}

extension UIImage {
  /// The size of a symbol beside text.
  public enum SymbolScale: Int, Sendable {
    /// The usual one.
    case `default` = -1
    /// Not said.
    case unspecified = 0
    /// Small.
    case small = 1
    /// Of middle size.
    case medium = 2
    /// Large.
    case large = 3

    /// The factor of the height.
    var factor: CGFloat {
      switch self {
      case .small: 0.78
      case .default, .unspecified, .medium: 1
      case .large: 1.28
      }
    }
  }

  /// The weight of the lines of a symbol.
  public enum SymbolWeight: Int, Sendable {
    /// Not said.
    case unspecified = 0
    /// Very thin.
    case ultraLight = 1
    /// Thin.
    case thin = 2
    /// Light.
    case light = 3
    /// As text.
    case regular = 4
    /// A little heavier.
    case medium = 5
    /// Heavier.
    case semibold = 6
    /// Bold.
    case bold = 7
    /// Heavy.
    case heavy = 8
    /// Black.
    case black = 9

    /// The weight of text.
    public func fontWeight() -> UIFont.Weight {
      switch self {
      case .ultraLight: .ultraLight
      case .thin: .thin
      case .light: .light
      case .unspecified, .regular: .regular
      case .medium: .medium
      case .semibold: .semibold
      case .bold: .bold
      case .heavy: .heavy
      case .black: .black
      }
    }
  }

  /// The facts that an image is chosen and drawn by.
  open class Configuration: NSObject, NSCopying {
    /// The traits; nil if there are none.
    public let traitCollection: UITraitCollection?

    init(traits: UITraitCollection?) {
      traitCollection = traits
      super.init()
    }

    /// Creates a configuration of traits.
    public convenience init(traitCollection: UITraitCollection?) {
      self.init(traits: traitCollection)
    }

    // `Any` because: it is NSCopying's.
    /// The configuration itself, which cannot change.
    open func copy(with zone: NSZone? = nil) -> Any { self }
  }

  /// The size, the weight and the colours of a symbol.
  ///
  /// ```swift
  /// let bold = UIImage.SymbolConfiguration(pointSize: 24, weight: .bold)
  /// imageView.image = UIImage(systemName: "star.fill", withConfiguration: bold)
  /// ```
  open class SymbolConfiguration: Configuration {
    /// The size in points, for the current traits; nil if it says none.
    var size: CGFloat? {
      style.map { UIFont.preferredFont(forTextStyle: $0).pointSize } ?? fixedSize
    }
    private let fixedSize: CGFloat?
    /// The style of text whose size it follows; nil if it follows none.
    private let style: UIFont.TextStyle?
    let weight: UIFont.Weight?
    let scale: SymbolScale
    let colors: [UIColor]
    let isMonochrome: Bool

    init(
      size: CGFloat? = nil,
      style: UIFont.TextStyle? = nil,
      weight: UIFont.Weight? = nil,
      scale: SymbolScale = .unspecified,
      colors: [UIColor] = [],
      isMonochrome: Bool = false
    ) {
      self.style = style
      fixedSize = size.flatMap {
        $0 > 0 && $0.isFinite ? min($0, SymbolConfiguration.largest) : nil
      }
      self.weight = weight
      self.scale = scale
      self.colors = colors
      self.isMonochrome = isMonochrome
      super.init(traits: nil)
    }

    /// The largest size, in points; larger ones are treated as this one.
    private static let largest: CGFloat = 2000

    /// One that says nothing.
    open class var unspecified: SymbolConfiguration { SymbolConfiguration() }

    /// For a text of so many points.
    public convenience init(pointSize: CGFloat) { self.init(size: pointSize) }

    /// For a text of so many points and a weight.
    public convenience init(pointSize: CGFloat, weight: SymbolWeight) {
      self.init(size: pointSize, weight: weight.fontWeight())
    }

    /// For a text of so many points and a weight, in a scale.
    public convenience init(pointSize: CGFloat, weight: SymbolWeight, scale: SymbolScale) {
      self.init(size: pointSize, weight: weight.fontWeight(), scale: scale)
    }

    /// In a scale.
    public convenience init(scale: SymbolScale) { self.init(size: nil, scale: scale) }

    /// Of a weight.
    public convenience init(weight: SymbolWeight) {
      self.init(size: nil, weight: weight.fontWeight())
    }

    /// For a style of text.
    public convenience init(textStyle: UIFont.TextStyle) {
      self.init(textStyle: textStyle, scale: .unspecified)
    }

    /// For a style of text, in a scale.
    public convenience init(textStyle: UIFont.TextStyle, scale: SymbolScale) {
      self.init(style: textStyle, scale: scale)
    }

    /// For a font.
    public convenience init(font: UIFont) { self.init(font: font, scale: .unspecified) }

    /// For a font, in a scale.
    public convenience init(font: UIFont, scale: SymbolScale) {
      let isBold = font.fontDescriptor.symbolicTraits.contains(.traitBold)
      self.init(size: font.pointSize, weight: isBold ? .bold : .regular, scale: scale)
    }

    /// In one colour, fainter for parts that matter less.
    ///
    /// **Differences**: symbols have one part, which has the colour.
    public convenience init(hierarchicalColor: UIColor) {
      self.init(size: nil, colors: [hierarchicalColor])
    }

    /// In colours, one for each part.
    ///
    /// **Differences**: symbols have one part, which has the first colour; discs and squares behind
    /// a symbol have the second.
    public convenience init(paletteColors: [UIColor]) {
      self.init(size: nil, colors: paletteColors)
    }

    /// In the tint colour.
    open class func preferringMonochrome() -> SymbolConfiguration {
      SymbolConfiguration(isMonochrome: true)
    }

    /// In the symbol's own colours, where it has any: none has here.
    open class func preferringMulticolor() -> SymbolConfiguration { SymbolConfiguration() }

    /// A configuration with what this one and then another one say.
    open func applying(_ otherConfiguration: SymbolConfiguration) -> SymbolConfiguration {
      let saysSize = otherConfiguration.size != nil
      return SymbolConfiguration(
        size: saysSize ? otherConfiguration.fixedSize : fixedSize,
        style: saysSize ? otherConfiguration.style : style,
        weight: otherConfiguration.weight ?? weight,
        scale: otherConfiguration.scale == .unspecified ? scale : otherConfiguration.scale,
        colors: otherConfiguration.colors.isEmpty ? colors : otherConfiguration.colors,
        isMonochrome: isMonochrome || otherConfiguration.isMonochrome
      )
    }

    /// Whether another one says the same.
    open func isEqual(to otherConfiguration: SymbolConfiguration?) -> Bool {
      guard let other = otherConfiguration else { return false }
      return fixedSize == other.fixedSize && style == other.style && weight == other.weight
        && scale == other.scale
        && colors == other.colors && isMonochrome == other.isMonochrome
    }
  }
}
