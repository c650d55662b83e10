// Lists that are short most of the time.
// Licensed under the MIT license; see LICENSE.

/// A list of plain values, of which the first four need no memory of their own.
struct ShortList<Element: BitwiseCopyable>: RandomAccessCollection {
  private static var near: Int { 4 }
  private var first: InlineArray<4, Element>
  private var others: [Element] = []
  private(set) var count = 0

  /// An empty list.
  ///
  /// - Parameter filler: Stands in the places that are not used yet.
  init(filler: Element) { first = InlineArray(repeating: filler) }

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Element {
    get { index < Self.near ? first[index] : others[index - Self.near] }
    set {
      if index < Self.near { first[index] = newValue } else { others[index - Self.near] = newValue }
    }
  }

  mutating func append(_ element: Element) {
    if count < Self.near { first[count] = element } else { others.append(element) }
    count += 1
  }
}

extension ShortList: Sendable where Element: Sendable {}
