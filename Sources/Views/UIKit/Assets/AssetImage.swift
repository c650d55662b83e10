// Images of asset catalogues.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

extension AssetCatalog {
  /// An image of a set.
  struct FoundImage {
    var file: URL
    var scale: CGFloat
    var renderingMode: UIImage.RenderingMode
  }

  /// The image of a name that suits traits and the scale best; nil if there is none.
  static func image(
    _ name: String,
    in bundle: Bundle?,
    traits: UITraitCollection,
    scale: CGFloat
  ) -> FoundImage? {
    guard let set = find(.image, name, in: bundle), let description = description(of: set) else {
      return nil
    }
    var best: (row: [String: Any], score: Int, scale: CGFloat)?
    for row in description["images"] as? [[String: Any]] ?? [] {
      guard row["filename"] is String, let score = suits(row, traits) else { continue }
      let own = (row["scale"] as? String).flatMap { Double($0.dropLast()) }.map { CGFloat($0) } ?? 1
      guard own > 0, own <= 10 else { continue }
      if let present = best, present.score > score { continue }
      if let present = best, present.score == score, !isBetter(own, present.scale, scale) {
        continue
      }
      best = (row, score, own)
    }
    guard let best, let name = best.row["filename"] as? String, let file = file(name, in: set)
    else {
      return nil
    }
    if ["pdf", "svg"].contains(file.pathExtension.lowercased()) {
      report(file, "outlines are not drawn; expected a picture of pixels")
      return nil
    }
    let properties = description["properties"] as? [String: Any]
    let mode: UIImage.RenderingMode =
      switch properties?["template-rendering-intent"] as? String {
      case "template": .alwaysTemplate
      case "original": .alwaysOriginal
      default: .automatic
      }
    return FoundImage(file: file, scale: best.scale, renderingMode: mode)
  }

  /// Whether a scale is nearer to that of the screen: the next larger one, then the next smaller.
  private static func isBetter(_ new: CGFloat, _ old: CGFloat, _ wanted: CGFloat) -> Bool {
    if (new >= wanted) != (old >= wanted) { return new >= wanted }
    return new >= wanted ? new < old : new > old
  }

  /// The file of data of a name; nil if there is none.
  static func dataFile(_ name: String, in bundle: Bundle?) -> URL? {
    guard let set = find(.data, name, in: bundle), let description = description(of: set) else {
      return nil
    }
    let rows = description["data"] as? [[String: Any]] ?? []
    return rows.lazy.compactMap { $0["filename"] as? String }.first.flatMap { file($0, in: set) }
  }
}
