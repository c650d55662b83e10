// The terms of a linear equation.
// Licensed under the MIT license; see LICENSE.

/// A list of terms, of which the first four need no memory of their own.
///
/// Nine of ten equations of screens have no more.
package struct LayoutTerms: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
  private var list = ShortList(filler: LayoutTerm(0, 0))

  package init() {}

  package init(_ terms: some Sequence<LayoutTerm>) {
    for term in terms { append(term) }
  }

  package init(arrayLiteral terms: LayoutTerm...) { self.init(terms) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { list.count }

  package subscript(index: Int) -> LayoutTerm {
    get { list[index] }
    set { list[index] = newValue }
  }

  package mutating func append(_ term: LayoutTerm) { list.append(term) }

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
