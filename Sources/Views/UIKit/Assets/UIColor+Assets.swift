// Colours of asset catalogues.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

extension UIColor {
  /// The colour of a name in the asset catalogues of the main bundle and of `UIImage.imageFolders`;
  /// nil if there is none.
  ///
  /// It follows the style, the contrast and the kind of device, as its set says.
  public convenience init?(named name: String) {
    self.init(named: name, in: nil, compatibleWith: nil)
  }

  /// The colour of a name in the asset catalogues of a bundle; nil if there is none.
  ///
  /// - Parameters:
  ///   - name: The name of the set, with its namespaces.
  ///   - bundle: The bundle; nil for the main one and for `UIImage.imageFolders`.
  ///   - traitCollection: The traits that it is for; nil to follow those of its place.
  public convenience init?(
    named name: String,
    in bundle: Bundle?,
    compatibleWith traitCollection: UITraitCollection?
  ) {
    guard let colors = AssetColors(name, in: bundle) else { return nil }
    if let traitCollection {
      self.init(cgColor: colors.color(traitCollection).cgColor)
    } else {
      self.init(dynamicProvider: { colors.color($0) })
    }
  }
}

/// The colours of a set.
private struct AssetColors: Sendable {
  private struct Row: Sendable {
    var idiom: String?
    var appearances: [[String: String]]
    var color: UIColor
  }

  private var rows: [Row] = []

  init?(_ name: String, in bundle: Bundle?) {
    guard let set = AssetCatalog.find(.color, name, in: bundle),
      let description = AssetCatalog.description(of: set)
    else { return nil }
    for row in description["colors"] as? [[String: Any]] ?? [] {
      guard let facts = row["color"] as? [String: Any] else { continue }
      guard let color = Self.color(facts) else {
        AssetCatalog.report(set, "a colour is neither components nor one of the system's: \(facts)")
        continue
      }
      let appearances = row["appearances"] as? [[String: Any]] ?? []
      rows.append(
        Row(
          idiom: row["idiom"] as? String,
          appearances: appearances.map { $0.compactMapValues { $0 as? String } },
          color: color
        )
      )
    }
    guard !rows.isEmpty else { return nil }
  }

  func color(_ traits: UITraitCollection) -> UIColor {
    var best: (score: Int, color: UIColor)?
    for row in rows {
      var facts: [String: Any] = ["appearances": row.appearances]
      facts["idiom"] = row.idiom
      guard let score = AssetCatalog.suits(facts, traits) else { continue }
      if best.map({ score > $0.score }) ?? true { best = (score, row.color) }
    }
    return best?.color ?? rows[0].color
  }

  private static func color(_ facts: [String: Any]) -> UIColor? {
    if let name = facts["reference"] as? String { return system[name] }
    guard let components = facts["components"] as? [String: Any] else { return nil }
    func number(_ key: String) -> CGFloat? { (components[key] as? String).flatMap(value) }
    let alpha = number("alpha") ?? 1
    if let white = number("white") { return UIColor(white: white, alpha: alpha) }
    guard let red = number("red"), let green = number("green"), let blue = number("blue") else {
      return nil
    }
    return facts["color-space"] as? String == "display-p3"
      ? UIColor(displayP3Red: red, green: green, blue: blue, alpha: alpha)
      : UIColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// A component: `0.5`, `0x80` of 255, or `128` of 255; nil for anything else.
  private static func value(_ text: String) -> CGFloat? {
    if text.hasPrefix("0x") || text.hasPrefix("0X") {
      return Int(text.dropFirst(2), radix: 16).map { CGFloat($0) / 255 }
    }
    if !text.contains("."), let whole = Int(text) { return CGFloat(whole) / 255 }
    return Double(text).flatMap { $0.isFinite ? CGFloat($0) : nil }
  }

  private static let system: [String: UIColor] = [
    "systemRedColor": .systemRed, "systemGreenColor": .systemGreen,
    "systemBlueColor": .systemBlue, "systemOrangeColor": .systemOrange,
    "systemYellowColor": .systemYellow, "systemPinkColor": .systemPink,
    "systemPurpleColor": .systemPurple, "systemTealColor": .systemTeal,
    "systemIndigoColor": .systemIndigo, "systemGrayColor": .systemGray,
    "systemGray2Color": .systemGray2, "systemGray3Color": .systemGray3,
    "systemGray4Color": .systemGray4, "systemGray5Color": .systemGray5,
    "systemGray6Color": .systemGray6, "labelColor": .label,
    "secondaryLabelColor": .secondaryLabel, "tertiaryLabelColor": .tertiaryLabel,
    "quaternaryLabelColor": .quaternaryLabel, "linkColor": .link,
    "placeholderTextColor": .placeholderText, "separatorColor": .separator,
    "opaqueSeparatorColor": .opaqueSeparator, "systemBackgroundColor": .systemBackground,
    "secondarySystemBackgroundColor": .secondarySystemBackground,
    "tertiarySystemBackgroundColor": .tertiarySystemBackground,
    "systemGroupedBackgroundColor": .systemGroupedBackground,
    "secondarySystemGroupedBackgroundColor": .secondarySystemGroupedBackground,
    "tertiarySystemGroupedBackgroundColor": .tertiarySystemGroupedBackground,
    "systemFillColor": .systemFill, "secondarySystemFillColor": .secondarySystemFill,
    "tertiarySystemFillColor": .tertiarySystemFill,
    "quaternarySystemFillColor": .quaternarySystemFill, "whiteColor": .white,
    "blackColor": .black, "clearColor": .clear, "darkTextColor": .darkText,
    "lightTextColor": .lightText,
  ]
}
