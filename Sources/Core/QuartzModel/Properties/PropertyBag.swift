// The values of a layer that are not the default: a bit for each row, and the values in row order.
// Licensed under the MIT license; see LICENSE.

/// Some rows of the table with values: the state of a layer, a change of it, a message's payload.
///
/// A client's layer, a commit, the wire and the server's layer all hold this same shape, so that a
/// change is never translated on its way. Look-up is a bit test and a population count.
package struct PropertyBag: Equatable, Sendable {
  /// The rows that have a value.
  package private(set) var keys = PropertySet()
  // Index i is the value of the i-th member of `keys`.
  private var values: ContiguousArray<PropertyValue> = []

  package init() {}

  /// A bag of these rows; index i of `values` is the value of the i-th member of `keys`.
  package init(keys: PropertySet, values: ContiguousArray<PropertyValue>) {
    precondition(keys.count == values.count, "\(values.count) values for \(keys.count) rows")
    self.keys = keys
    self.values = values
  }

  /// The values alone, in the order of the rows.
  package var valuesInOrder: ContiguousArray<PropertyValue> { values }

  package var isEmpty: Bool { keys.isEmpty }

  /// Whether one of the rows has a value that say how long, or how often, a layer is there.
  package var hasActiveTime: Bool {
    keys.contains(.duration) || keys.contains(.repeatCount) || keys.contains(.repeatDuration)
      || keys.contains(.autoreverses) || keys.contains(.fillMode)
  }
  package var count: Int { values.count }

  /// The value of a row, or nil if it has none here (not the default).
  package subscript(id: PropertyID) -> PropertyValue? {
    get { keys.contains(id) ? values[keys.rank(of: id)] : nil }
    set {
      let rank = keys.rank(of: id)
      switch (keys.contains(id), newValue) {
      case (true, let value?): values[rank] = value
      case (true, nil):
        values.remove(at: rank)
        keys.remove(id)
      case (false, let value?):
        values.insert(value, at: rank)
        keys.insert(id)
      case (false, nil): break
      }
    }
  }

  /// The value of a row, or the table's default.
  package func value(_ id: PropertyID) -> PropertyValue {
    self[id] ?? PropertyTable[id].defaultValue
  }

  /// Gives a row a value.
  ///
  /// - Returns: The value before, or the table's default; nil if it is the same one.
  package mutating func exchange(_ id: PropertyID, for value: PropertyValue) -> PropertyValue? {
    let rank = keys.rank(of: id)
    guard keys.contains(id) else {
      let old = PropertyTable[id].defaultValue
      if old == value { return nil }
      values.insert(value, at: rank)
      keys.insert(id)
      return old
    }
    // Bounds: the row is a member, so there is a value of its rank.
    let old = values[rank]
    if old == value { return nil }
    values[rank] = value
    return old
  }

  /// Gives a row a value.
  ///
  /// - Returns: The value that it had here, or nil (not the default).
  package mutating func updateValue(
    _ value: PropertyValue,
    of id: PropertyID
  ) -> PropertyValue? {
    let rank = keys.rank(of: id)
    guard keys.contains(id) else {
      values.insert(value, at: rank)
      keys.insert(id)
      return nil
    }
    // Bounds: the row is a member, so there is a value of its rank.
    let old = values[rank]
    values[rank] = value
    return old
  }

  /// Takes over every value of `other`.
  package mutating func merge(_ other: PropertyBag) {
    if isEmpty {
      self = other
      return
    }
    other.forEach { id, value in self[id] = value }
  }

  /// Calls `body` for every value, in the order of the rows.
  ///
  /// Allocates nothing.
  package func forEach(_ body: (PropertyID, PropertyValue) -> Void) {
    var index = 0
    // Word by word, without an index: that would write the set to memory first.
    visit(keys.words.x, from: 0, &index, body)
    guard index < values.count else { return }
    visit(keys.words.y, from: 64, &index, body)
    visit(keys.words.z, from: 128, &index, body)
    visit(keys.words.w, from: 192, &index, body)
  }

  @inline(__always)
  private func visit(
    _ word: UInt64,
    from first: UInt8,
    _ index: inout Int,
    _ body: (PropertyID, PropertyValue) -> Void
  ) {
    var bits = word
    while bits != 0 {
      let number = first + UInt8(truncatingIfNeeded: bits.trailingZeroBitCount)
      bits &= bits - 1
      // A bit is set only through a PropertyID, so the number has a case.
      if let id = PropertyID(rawValue: number) { body(id, values[index]) }
      index += 1
    }
  }

  package mutating func removeAll() {
    keys = PropertySet()
    values.removeAll(keepingCapacity: true)
  }
}
