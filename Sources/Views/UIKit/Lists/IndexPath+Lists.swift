// Index paths of lists: a section and a row or an item in it.
// Licensed under the MIT license; see LICENSE.

public import Foundation

extension IndexPath {
  /// Creates the path of a row of a table.
  public init(row: Int, section: Int) {
    self.init(indexes: [section, row])
  }

  /// Creates the path of an item of a collection.
  public init(item: Int, section: Int) {
    self.init(indexes: [section, item])
  }

  /// The number of the section, from 0; NSNotFound in an empty path.
  public var section: Int {
    get { isEmpty ? NSNotFound : self[0] }
    set { self = IndexPath(indexes: [newValue, count > 1 ? self[1] : 0]) }
  }

  /// The number of the row in its section, from 0; NSNotFound in a path of a section alone.
  public var row: Int {
    get { count > 1 ? self[1] : NSNotFound }
    set { self = IndexPath(indexes: [isEmpty ? 0 : self[0], newValue]) }
  }

  /// The number of the item in its section, from 0; NSNotFound in a path of a section alone.
  public var item: Int {
    get { row }
    set { row = newValue }
  }
}

extension IndexPath {
  /// Returns a sentence about a list that has nothing at this path: the number of its sections, or
  /// of the items of the section.
  ///
  /// - Parameters:
  ///   - counts: The numbers of items of the sections.
  ///   - items: The plural noun for the items.
  func extent(in counts: [Int], of items: String) -> String {
    guard count == 2 else { return "expected two indexes" }
    guard counts.indices.contains(section) else { return "there are \(counts.count) sections" }
    return "section \(section) has \(counts[section]) \(items)"
  }
}
