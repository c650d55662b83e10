// Views that blur what is behind them.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzCore

/// An effect on the content behind a view.
open class UIVisualEffect: NSObject, NSCopying, NSSecureCoding {
  /// An effect that does nothing.
  public override init() {
    super.init()
  }

  /// The effect of an archive.
  public required init?(coder: NSCoder) {
    super.init()
  }

  /// Whether archives may be read safely: true.
  open class var supportsSecureCoding: Bool { true }

  /// Writes nothing.
  open func encode(with coder: NSCoder) {}

  // `Any` because: it is NSCopying's.
  /// The effect itself, which cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// A blur with a tint.
///
/// **Differences**: light, extra light and dark are those of Apple's sample code "UIImageEffects";
/// materials are made from them, more transparent the thinner they are.
open class UIBlurEffect: UIVisualEffect {
  /// The look of a blur.
  public enum Style: Int, Hashable, Sendable {
    /// Much white.
    case extraLight = 0
    /// Some white.
    case light = 1
    /// Much black.
    case dark = 2
    /// Light or dark as the style of the interface.
    case regular = 4
    /// As `regular`, with more of the tint.
    case prominent = 5
    /// The most transparent material.
    case systemUltraThinMaterial = 6
    /// A transparent material.
    case systemThinMaterial = 7
    /// A material.
    case systemMaterial = 8
    /// A material that lets little through.
    case systemThickMaterial = 9
    /// A material for bars.
    case systemChromeMaterial = 10
    /// The most transparent material, always light.
    case systemUltraThinMaterialLight = 11
    /// A transparent material, always light.
    case systemThinMaterialLight = 12
    /// A material, always light.
    case systemMaterialLight = 13
    /// A material that lets little through, always light.
    case systemThickMaterialLight = 14
    /// A material for bars, always light.
    case systemChromeMaterialLight = 15
    /// The most transparent material, always dark.
    case systemUltraThinMaterialDark = 16
    /// A transparent material, always dark.
    case systemThinMaterialDark = 17
    /// A material, always dark.
    case systemMaterialDark = 18
    /// A material that lets little through, always dark.
    case systemThickMaterialDark = 19
    /// A material for bars, always dark.
    case systemChromeMaterialDark = 20
  }

  let style: Style

  /// A blur of a style.
  public init(style: Style) {
    self.style = style
    super.init()
  }

  /// The blur of an archive; `regular` if it holds none.
  public required init?(coder: NSCoder) {
    style = Style(rawValue: Int(coder.decodeInt64(forKey: "UIBlurEffectStyle"))) ?? .regular
    super.init(coder: coder)
  }

  /// Writes the style.
  open override func encode(with coder: NSCoder) {
    coder.encode(Int64(style.rawValue), forKey: "UIBlurEffectStyle")
  }

  /// A blur in numbers.
  struct Recipe {
    /// The standard deviation, in points.
    var radius: CGFloat
    var tint: UIColor
    var saturation: CGFloat
  }

  /// The numbers of the style for traits.
  func recipe(_ traits: UITraitCollection) -> Recipe {
    let isDark = traits.userInterfaceStyle == .dark
    func light(_ alpha: CGFloat) -> Recipe {
      Recipe(radius: 15, tint: UIColor(white: 1, alpha: alpha), saturation: 1.8)
    }
    func dark(_ alpha: CGFloat) -> Recipe {
      Recipe(radius: 10, tint: UIColor(white: 0.11, alpha: alpha), saturation: 1.8)
    }
    func either(_ alpha: CGFloat) -> Recipe { isDark ? dark(alpha) : light(alpha) }
    switch style {
    case .extraLight:
      return Recipe(radius: 10, tint: UIColor(white: 0.97, alpha: 0.82), saturation: 1.8)
    case .light: return light(0.3)
    case .dark: return dark(0.73)
    case .regular: return isDark ? dark(0.73) : light(0.3)
    case .prominent: return isDark ? dark(0.73) : light(0.7)
    case .systemUltraThinMaterial: return either(0.3)
    case .systemThinMaterial: return either(0.45)
    case .systemMaterial: return either(0.6)
    case .systemThickMaterial: return either(0.75)
    case .systemChromeMaterial: return either(0.8)
    case .systemUltraThinMaterialLight: return light(0.3)
    case .systemThinMaterialLight: return light(0.45)
    case .systemMaterialLight: return light(0.6)
    case .systemThickMaterialLight: return light(0.75)
    case .systemChromeMaterialLight: return light(0.8)
    case .systemUltraThinMaterialDark: return dark(0.3)
    case .systemThinMaterialDark: return dark(0.45)
    case .systemMaterialDark: return dark(0.6)
    case .systemThickMaterialDark: return dark(0.75)
    case .systemChromeMaterialDark: return dark(0.8)
    }
  }
}

/// An effect for what lies on a blur.
///
/// **Differences**: its content is shown as it is.
open class UIVibrancyEffect: UIVisualEffect {
  /// An effect for what lies on a blur.
  public init(blurEffect: UIBlurEffect) {
    super.init()
  }

  /// An effect for what lies on a blur, for the kind of content.
  ///
  /// **Differences**: the kind changes nothing; content keeps its colours.
  public convenience init(blurEffect: UIBlurEffect, style: UIVibrancyEffectStyle) {
    self.init(blurEffect: blurEffect)
  }

  /// The effect of an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }
}

/// The kind of content that lies on a blur.
public enum UIVibrancyEffectStyle: Int, Sendable {
  /// Text.
  case label = 0
  /// Text below text.
  case secondaryLabel = 1
  /// Text below that.
  case tertiaryLabel = 2
  /// Text that hardly counts.
  case quaternaryLabel = 3
  /// Plates.
  case fill = 4
  /// Smaller plates.
  case secondaryFill = 5
  /// Small plates.
  case tertiaryFill = 6
  /// Lines.
  case separator = 7
}

/// A view that captures the content behind it.
private final class BackdropView: UIView {
  override class var layerClass: AnyClass { CABackdropLayer.self }
}

/// A view that applies an effect to the content behind it, with content of its own on top.
///
/// ```swift
/// let glass = UIVisualEffectView(effect: UIBlurEffect(style: .light))
/// glass.frame = CGRect(x: 0, y: 0, width: 200, height: 80)
/// glass.contentView.addSubview(label)
/// ```
@preconcurrency
@MainActor
open class UIVisualEffectView: UIView {
  private let backdrop = BackdropView()
  private let tint = UIView()
  /// The view that content belongs into; it fills this one.
  public let contentView = UIView()
  private var shownEffect: UIVisualEffect?

  /// Creates a view with an effect; nil means none.
  public init(effect: UIVisualEffect?) {
    super.init(frame: .zero)
    shownEffect = effect
    addParts()
  }

  /// A view without an effect.
  public override convenience init(frame: CGRect) {
    self.init(effect: nil)
    self.frame = frame
  }

  /// Creates a view from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    shownEffect = coder.object(of: UIBlurEffect.self, forKey: "UIVisualEffect")
    for view in subviews { view.removeFromSuperview() }
    addParts()
    coder.finish(self, UIVisualEffectView.self)
  }

  /// Archives the view and a blur, without its content.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(shownEffect as? UIBlurEffect, forKey: "UIVisualEffect")
  }

  /// The effect; nil if there is none.
  open var effect: UIVisualEffect? {
    get { shownEffect }
    set {
      shownEffect = newValue
      update()
    }
  }

  private func addParts() {
    for part in [backdrop, tint, contentView] {
      part.frame = bounds
      part.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      addSubview(part)
    }
    backdrop.isUserInteractionEnabled = false
    tint.isUserInteractionEnabled = false
    update()
  }

  /// Takes the numbers for the new style.
  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    update()
  }

  private func update() {
    let shown =
      (shownEffect as? UIBlurEffect)?.recipe(traitCollection)
      ?? (shownEffect as? UIGlassEffect)?.recipe(traitCollection)
    guard let recipe = shown else {
      backdrop.isHidden = true
      tint.isHidden = true
      return
    }
    let saturate = CAFilter(type: "colorSaturate")
    saturate.setValue(Double(recipe.saturation), forKey: "inputAmount")
    let soften = CAFilter(type: "gaussianBlur")
    soften.setValue(Double(recipe.radius), forKey: "inputRadius")
    backdrop.isHidden = false
    backdrop.layer.filters = [saturate, soften]
    tint.isHidden = false
    tint.backgroundColor = recipe.tint
  }
}
