// The terms of a linear equation.
// Licensed under the MIT license; see LICENSE.

/// A list of terms, of which the first four need no memory of their own.
///
/// Nine of ten equations of screens have no more.
package struct LayoutTerms: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
  private static let near = 4
  private var first = InlineArray<4, LayoutTerm>(repeating: LayoutTerm(0, 0))
  private var others: [LayoutTerm] = []
  package private(set) var count = 0

  package init() {}

  package init(_ terms: some Sequence<LayoutTerm>) {
    for term in terms { append(term) }
  }

  package init(arrayLiteral terms: LayoutTerm...) { self.init(terms) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(index: Int) -> LayoutTerm {
    get { index < Self.near ? first[index] : others[index - Self.near] }
    set {
      if index < Self.near { first[index] = newValue } else { others[index - Self.near] = newValue }
    }
  }

  package mutating func append(_ term: LayoutTerm) {
    if count < Self.near { first[count] = term } else { others.append(term) }
    count += 1
  }

  package mutating func removeAll() { self = LayoutTerms() }
}

extension LayoutTerms: Hashable {
  package static func == (one: LayoutTerms, other: LayoutTerms) -> Bool {
    one.elementsEqual(other)
  }

  package func hash(into hasher: inout Hasher) {
    for term in self { hasher.combine(term) }
  }
}
