// The rows that contain a symbol.
// Licensed under the MIT license; see LICENSE.

/// A list of rows, of which the first four need no memory of their own.
struct RowList: RandomAccessCollection {
  private static let near = 4
  private var first = InlineArray<4, Int32>(repeating: 0)
  private var others: [Int32] = []
  private(set) var count = 0

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Int32 {
    index < Self.near ? first[index] : others[index - Self.near]
  }

  mutating func append(_ row: Int32) {
    if count < Self.near { first[count] = row } else { others.append(row) }
    count += 1
  }

  /// Removes a row; the others keep their order.
  mutating func remove(_ row: Int32) {
    var kept = RowList()
    for other in self where other != row { kept.append(other) }
    self = kept
  }
}
