// The rows that contain a symbol.
// Licensed under the MIT license; see LICENSE.

/// The rows that contain a symbol.
typealias RowList = ShortList<Int32>

extension ShortList<Int32> {
  /// An empty list.
  init() { self.init(filler: 0) }

  /// Removes a row; the others keep their order.
  mutating func remove(_ row: Int32) {
    var kept = RowList()
    for other in self where other != row { kept.append(other) }
    self = kept
  }
}
