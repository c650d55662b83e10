// Sections by the first letters of names.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// Sorts objects into sections by the first letters of their names.
///
/// **Differences**: the letters are those from A to Z, with `#` for all others, in any language;
/// marks above letters do not count. Names are sorted as the language of the program does.
@preconcurrency
@MainActor
open class UILocalizedIndexedCollation: NSObject {
  private static let shared = UILocalizedIndexedCollation()

  /// The collation of the program.
  open class func current() -> UILocalizedIndexedCollation { shared }

  /// The letters, as headers of sections.
  open private(set) var sectionTitles: [String] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ#".map { String($0) }

  /// The letters at the edge of a table: those of the sections.
  open var sectionIndexTitles: [String] { sectionTitles }

  /// Returns the section of a letter at the edge of a table.
  open func section(forSectionIndexTitle indexTitleIndex: Int) -> Int {
    min(max(indexTitleIndex, 0), sectionTitles.count - 1)
  }

  /// Returns the section of a name.
  ///
  /// **Differences**: a closure of the name, and a key path, take the place of a selector, which
  /// Swift on Linux cannot call on any object.
  open func section(for name: String) -> Int {
    let plain = name.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
    let first = plain.first { !$0.isWhitespace }?.uppercased() ?? "#"
    return sectionTitles.firstIndex(of: first) ?? sectionTitles.count - 1
  }

  /// Returns the section of an object by its name.
  public final func section<Object>(for object: Object, name: KeyPath<Object, String>) -> Int {
    section(for: object[keyPath: name])
  }

  /// Returns objects sorted by their names.
  public final func sortedArray<Object>(
    from array: [Object],
    name: KeyPath<Object, String>
  ) -> [Object] {
    array.sorted {
      $0[keyPath: name].compare(
        $1[keyPath: name],
        options: [.caseInsensitive, .diacriticInsensitive, .numeric],
        range: nil,
        locale: UILocalization.locale
      ) == .orderedAscending
    }
  }
}
