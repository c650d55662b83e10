// The documents that list filters: Documentation/Filters.md, and topics of CoreImage.docc.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// Writes the lists of filters.
struct DocumentsOutput {
  let table: AttributeTable
  let isDrawn: (String) -> Bool

  /// Categories that say what a filter is for; the others say what it works with.
  private static let categories = [
    "Blur", "ColorAdjustment", "ColorEffect", "CompositeOperation", "DistortionEffect",
    "Generator", "GeometryAdjustment", "Gradient", "HalftoneEffect", "Reduction", "Sharpen",
    "Stylize", "TileEffect", "Transition",
  ]

  /// `Documentation/Filters.md`.
  func filters() -> String {
    let drawn = table.filters.filter { isDrawn($0.name) }
    var text = """
      # Core Image's filters

      Made by `scripts/generate`. `CIFilter(name:)` knows \(drawn.count) of the \
      \(table.filters.count) filters of Apple's
      that have attributes in [the tables](../Generators/Filters/README.md). The others are nil, and
      absent from `filterNames(inCategory:)` and from the typed filters. Documents keep them; they have
      no effect.

      | category | there | not yet |
      |---|---|---|

      """
    for category in Self.categories {
      let all = table.filters.filter { $0.categories.contains(category) }
      let there = all.filter { isDrawn($0.name) }.map { $0.name.dropFirst(2) }
      let absent = all.filter { !isDrawn($0.name) }.map { $0.name.dropFirst(2) }
      text += "| \(category) | \(there.joined(separator: ", ")) |"
      text += " \(absent.joined(separator: ", ")) |\n"
    }
    return text
  }

  /// The page of the module with its last list of topics made anew.
  ///
  /// - Throws: `TableError` if the page lacks the heading of that list.
  func page(_ page: String, protocols: [String]) throws -> String {
    let heading = "### Typed filters\n"
    guard let place = page.range(of: heading) else {
      throw TableError("CoreImage.md", 0, "there is no heading \(heading)")
    }
    let topics = protocols.sorted().map { "- ``\($0)``\n" }.joined()
    return page[..<place.upperBound] + "\n- ``CIFilterProtocol``\n" + topics
  }
}
