// Symbols as images.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import Synchronization

extension UIImage {
  /// The symbol of a name, for text of 17 points; nil for a name that no symbol can have.
  ///
  /// The outlines are those of Bootstrap Icons, under Apple's names for the same thing. A name
  /// that has no outline shows a square with a line through it, and is reported once.
  ///
  /// **Differences**: symbols are square; on iOS an unknown name gives nil.
  public convenience init?(systemName name: String) {
    self.init(systemName: name, withConfiguration: nil)
  }

  /// The symbol of a name, for text of 17 points; traits do not change it.
  public convenience init?(systemName name: String, compatibleWith traits: UITraitCollection?) {
    self.init(systemName: name, withConfiguration: nil)
  }

  /// The symbol of a name in a size and a weight.
  public convenience init?(
    systemName name: String,
    withConfiguration configuration: UIImage.Configuration?
  ) {
    var facts = SymbolFacts(name: name)
    if let symbol = configuration as? SymbolConfiguration { facts.take(symbol) }
    self.init(facts, look: Look())
  }

  /// The symbol of a name, in a size and a weight; the value changes nothing.
  ///
  /// **Differences**: outlines have no parts that a value shows.
  public convenience init?(
    systemName name: String,
    variableValue value: Double,
    configuration: UIImage.Configuration? = nil
  ) {
    self.init(systemName: name, withConfiguration: configuration)
  }

  private convenience init?(_ facts: SymbolFacts, look: Look) {
    guard SymbolPictures.canBeName(facts.name), let pixels = SymbolPictures.image(facts) else {
      return nil
    }
    var look = look
    look.symbol = facts
    look.scale = CurrentTraits.screenScale
    self.init(.pixels(pixels), look)
  }

  /// The size and weight of the symbol; nil for another image.
  public var symbolConfiguration: SymbolConfiguration? {
    look.symbol.map {
      SymbolConfiguration(size: $0.pointSize, weight: $0.weight, scale: $0.scale, colors: $0.colors)
    }
  }

  /// The size and weight of the symbol; nil for another image.
  public var configuration: Configuration? { symbolConfiguration }

  /// The symbol with a size and a weight beside those that it has; nil for another image.
  public func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? {
    guard var facts = look.symbol else { return nil }
    facts.take(configuration)
    return UIImage(facts, look: look)
  }

  /// The symbol with a configuration for all that it does not say by one of its own; the image
  /// itself if it is no symbol.
  final func preferring(_ configuration: SymbolConfiguration) -> UIImage {
    guard let own = look.symbol else { return self }
    let usual = SymbolFacts(name: own.name)
    let said = UIImage.SymbolConfiguration(
      size: own.pointSize == usual.pointSize ? nil : own.pointSize,
      weight: own.weight == usual.weight ? nil : own.weight,
      scale: own.scale == usual.scale ? .unspecified : own.scale,
      colors: own.colors
    )
    return applyingSymbolConfiguration(configuration.applying(said)) ?? self
  }

  /// The symbol in another size and weight; the image itself if it is no symbol.
  public func withConfiguration(_ configuration: Configuration) -> UIImage {
    guard let configuration = configuration as? SymbolConfiguration else { return self }
    return applyingSymbolConfiguration(configuration) ?? self
  }
}

/// The pictures of symbols.
private enum SymbolPictures {
  private struct Key: Hashable {
    var facts: SymbolFacts
    var scale: CGFloat
  }

  /// A thousand pictures at most are kept.
  private static let limit = 1000
  private static let kept = Mutex<[Key: CGImage]>([:])
  private static let reported = Mutex<Set<String>>([])

  /// Whether a symbol can have a name: of small letters, digits and points.
  static func canBeName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 100 && !name.hasPrefix(".") && !name.hasSuffix(".")
      && name.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
      }
  }

  static func image(_ facts: SymbolFacts) -> CGImage? {
    let key = Key(facts: facts, scale: CurrentTraits.screenScale)
    if facts.colors.isEmpty, let image = kept.withLock({ $0[key] }) { return image }
    let side = facts.height
    guard
      let canvas = ImageCanvas(
        size: CGSize(width: side, height: side),
        scale: key.scale,
        isOpaque: false
      )
    else { return nil }
    let colors = facts.colors.map(\.cgColor)
    canvas.context.setFillColor(colors.first ?? CGColor(gray: 0, alpha: 1))
    canvas.context.setStrokeColor(colors.first ?? CGColor(gray: 0, alpha: 1))
    outline(facts.name).draw(
      in: canvas.context,
      side: side,
      weight: facts.weight,
      plate: colors.count > 1 ? colors[1] : nil
    )
    guard let image = canvas.context.makeImage() else { return nil }
    if facts.colors.isEmpty {
      kept.withLock {
        if $0.count >= limit { $0.removeAll() }
        $0[key] = image
      }
    }
    return image
  }

  private static func outline(_ name: String) -> SymbolOutline {
    if let outline = SymbolOutline(name) { return outline }
    if reported.withLock({ $0.count < limit && $0.insert(name).inserted }) {
      Diagnostics.report(
        "UIKit: UIImage(systemName: \"\(name)\"): no outline has that name; a square with a line "
          + "through it is shown"
      )
    }
    return SymbolOutline(placeholder: ())
  }
}
