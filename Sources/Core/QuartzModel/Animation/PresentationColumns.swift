// The values that animated layers show, in columns.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
import QuartzMath

/// The presentation value of one property of an animated layer.
///
/// Thousands of them are written and compared in a frame, so they hold no references: matrices and
/// objects lie in columns beside them.
package struct PresentationValue: Sendable {
  enum Content: Sendable {
    case vector(AnimatedValue.VectorType)
    /// Index in `matrices`.
    case transform(Int32)
    /// Index in `objects`.
    case object(Int32)
  }

  package let property: PropertyID
  var content: Content
  var vector = SIMD4<Double>.zero
}

/// The presentation values of all layers at a time.
struct PresentationColumns: Sendable {
  var values: ContiguousArray<PresentationValue> = []
  private var matrices: ContiguousArray<Matrix4x4> = []
  private var objects: ContiguousArray<AnimatedValue> = []
  // Lists of filters that were made here; the first of them are among `objects`. They are made
  // again in place once nobody else has them any more.
  private var lists: ContiguousArray<FilterList> = []
  private var usedLists = 0

  mutating func removeAll() {
    values.removeAll(keepingCapacity: true)
    matrices.removeAll(keepingCapacity: true)
    objects.removeAll(keepingCapacity: true)
    usedLists = 0
  }

  /// Where the value of a property is, from `start` on.
  @inline(__always)
  func position(of property: PropertyID, from start: Int) -> Int? {
    var position = start
    while position < values.count {
      if values[position].property == property { return position }
      position += 1
    }
    return nil
  }

  /// The matrix of a property, from `start` on; nil if there is none.
  func matrix(of property: PropertyID, from start: Int) -> Matrix4x4? {
    guard let position = position(of: property, from: start),
      case .transform(let index) = values[position].content
    else { return nil }
    return matrices[Int(index)]
  }

  subscript(position: Int) -> AnimatedValue {
    switch values[position].content {
    case .vector(let type): .vector(values[position].vector, type)
    case .transform(let index): .transform(matrices[Int(index)])
    case .object(let index): objects[Int(index)]
    }
  }

  func isEqual(_ position: Int, _ other: PresentationColumns, _ otherIndex: Int) -> Bool {
    switch (values[position].content, other.values[otherIndex].content) {
    case (.vector(let a), .vector(let b)):
      a == b && values[position].vector == other.values[otherIndex].vector
    case (.transform(let a), .transform(let b)): matrices[Int(a)] == other.matrices[Int(b)]
    case (.object(let a), .object(let b)): objects[Int(a)] == other.objects[Int(b)]
    default: false
    }
  }

  @inline(__always)
  mutating func store(
    _ vector: SIMD4<Double>,
    _ type: AnimatedValue.VectorType,
    _ property: PropertyID,
    from start: Int
  ) {
    store(PresentationValue(property: property, content: .vector(type), vector: vector), start)
  }

  mutating func store(_ matrix: Matrix4x4, _ property: PropertyID, from start: Int) {
    if let position = position(of: property, from: start),
      case .transform(let index) = values[position].content
    {
      matrices[Int(index)] = matrix
      return
    }
    let index = Int32(matrices.count)
    matrices.append(matrix)
    store(PresentationValue(property: property, content: .transform(index)), start)
  }

  mutating func store(_ value: AnimatedValue, _ property: PropertyID, from start: Int) {
    switch value {
    case .vector(let vector, let type): store(vector, type, property, from: start)
    case .transform(let matrix): store(matrix, property, from: start)
    case .crossFade, .names, .discrete:
      let index = Int32(objects.count)
      objects.append(value)
      store(PresentationValue(property: property, content: .object(index)), start)
    }
  }

  /// Stores a list of filters with one input changed.
  ///
  /// - Parameters:
  ///   - list: As the property has it, here or in the model.
  ///   - input: The input to change, by the index of its filter and its key.
  ///   - property: The row of filters.
  ///   - start: Where the layer's values begin.
  ///   - change: As of `FilterList.become`.
  mutating func store(
    _ list: FilterList,
    changing input: (filter: Int, key: String),
    _ property: PropertyID,
    from start: Int,
    _ change: (inout FilterDescription) -> Bool
  ) {
    // A list of this evaluation: nobody has seen it yet.
    if let own = lists.prefix(usedLists).last(where: { $0 === list }) {
      return own.become(list, changing: input, change)
    }
    if usedLists == lists.count {
      lists.append(FilterList(list.filters))
    } else if !isKnownUniquelyReferenced(&lists[usedLists]) {
      lists[usedLists] = FilterList(list.filters)
    }
    let own = lists[usedLists]
    usedLists += 1
    own.become(list, changing: input, change)
    store(.discrete(.filters(own)), property, from: start)
  }

  @inline(__always)
  private mutating func store(_ value: PresentationValue, _ start: Int) {
    if let position = position(of: value.property, from: start) {
      values[position] = value
    } else {
      values.append(value)
    }
  }
}
