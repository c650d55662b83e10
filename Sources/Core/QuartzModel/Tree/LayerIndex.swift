// Where layers are in a column, by their ids.
// Licensed under the MIT license; see LICENSE.
//
// The library's dictionary scatters ids: each look-up of one among many thousand misses the caches,
// and that was the first entry in the profiles of commits. Clients number their layers one after
// the other, and commits name them in about this order. So the indices of sixteen ids in a row lie
// in a row here, and only the rows are looked up, in a table that is small enough for the caches.
//
// Guaranteed: an answer is right whatever ids a client has; and the place of a row in the table
// depends on a number that differs from process to process, so that no client can choose rows that
// are all looked for at one place. Given up: memory, if ids are far apart. Each then takes a row of
// 64 bytes, about a fifth of what its layer takes elsewhere.

/// Numbers from 0 on of layers, by their ids.
struct LayerIndex: Sendable {
  /// A row of ids: the number that they have in common, and where its indices begin in `indices`.
  private struct Row {
    var number: UInt64
    /// -1 for no row.
    var start: Int32
  }

  // A hash table with open addressing; its size is a power of two, or 0.
  private var table: ContiguousArray<Row> = []
  private var rowCount = 0
  // Of each id in the rows, its index, or -1.
  private var indices: ContiguousArray<Int32> = []
  // Starts of rows that are free.
  private var free: ContiguousArray<Int32> = []
  private(set) var count = 0

  /// How many ids are in a row.
  private static let rowLength: UInt64 = 16
  /// Odd, and another one in each process.
  private static let seed = UInt64.random(in: 0...UInt64.max) | 1

  init() {}

  @inline(__always)
  private static func number(_ layer: LayerID) -> UInt64 {
    UInt64(layer.scope) << 32 | UInt64(layer.rawValue)
  }

  @inline(__always)
  private func home(of row: UInt64) -> Int {
    let product = (row &+ 1).multipliedFullWidth(by: LayerIndex.seed)
    return Int(truncatingIfNeeded: product.high ^ product.low) & (table.count - 1)
  }

  /// The place of a row in the table, or the free place where it would be.
  @inline(__always)
  private func place(of row: UInt64) -> Int {
    var place = home(of: row)
    // At least a quarter of the places is free, so the search ends.
    while table[place].start >= 0, table[place].number != row {
      place = (place + 1) & (table.count - 1)
    }
    return place
  }

  /// The number of a layer, or nil if it has none.
  @inline(__always)
  subscript(layer: LayerID) -> Int32? {
    if table.isEmpty { return nil }
    let (row, column) = LayerIndex.number(layer).quotientAndRemainder(
      dividingBy: LayerIndex.rowLength
    )
    let start = table[place(of: row)].start
    guard start >= 0 else { return nil }
    let index = indices[Int(start) + Int(column)]
    return index >= 0 ? index : nil
  }

  /// Gives a number to a layer that has none.
  mutating func insert(_ index: Int32, for layer: LayerID) {
    let (row, column) = LayerIndex.number(layer).quotientAndRemainder(
      dividingBy: LayerIndex.rowLength
    )
    indices[Int(start(of: row)) + Int(column)] = index
    count += 1
  }

  /// Takes the number of a layer away.
  ///
  /// - Returns: The number, or nil if it has none.
  mutating func remove(_ layer: LayerID) -> Int32? {
    guard let index = self[layer] else { return nil }
    let (row, column) = LayerIndex.number(layer).quotientAndRemainder(
      dividingBy: LayerIndex.rowLength
    )
    let place = place(of: row)
    let start = table[place].start
    indices[Int(start) + Int(column)] = -1
    count -= 1
    let members = Int(start)..<Int(start) + Int(LayerIndex.rowLength)
    if indices[members].allSatisfy({ $0 < 0 }) {
      free.append(start)
      removeRow(at: place)
    }
    return index
  }

  /// Makes room for so many more layers at once, as if their ids were in rows.
  mutating func reserve(_ layers: Int) {
    let rows = layers / Int(LayerIndex.rowLength) + 1
    growTable(to: rowCount + rows)
    indices.reserveCapacity(indices.count + rows * Int(LayerIndex.rowLength))
  }

  /// Where the indices of a row begin, which is added if it is not there.
  private mutating func start(of row: UInt64) -> Int32 {
    if !table.isEmpty {
      let start = table[place(of: row)].start
      if start >= 0 { return start }
    }
    growTable(to: rowCount + 1)
    let start: Int32
    if let last = free.popLast() {
      start = last
    } else {
      start = Int32(indices.count)
      for _ in 0..<LayerIndex.rowLength { indices.append(-1) }
    }
    table[place(of: row)] = Row(number: row, start: start)
    rowCount += 1
    return start
  }

  private mutating func growTable(to rows: Int) {
    guard rows * 4 > table.count * 3 else { return }
    var size = max(table.count, 4)
    while rows * 4 > size * 3 { size *= 2 }
    let old = table
    table = ContiguousArray(repeating: Row(number: 0, start: -1), count: size)
    for row in old where row.start >= 0 { table[place(of: row.number)] = row }
  }

  /// Empties a place of the table; rows behind it that are looked for from there or before move up.
  private mutating func removeRow(at place: Int) {
    let last = table.count - 1
    var (hole, next) = (place, (place + 1) & last)
    while table[next].start >= 0 {
      let distance = (next - home(of: table[next].number)) & last
      if distance >= (next - hole) & last {
        table[hole] = table[next]
        hole = next
      }
      next = (next + 1) & last
    }
    table[hole].start = -1
    rowCount -= 1
  }
}

/// Values of layers, by their ids, in the order in which they came.
struct LayerMap<Value> {
  // Index i of both is the i-th layer.
  private(set) var layers: ContiguousArray<LayerID> = []
  private(set) var values: ContiguousArray<Value> = []
  private var index = LayerIndex()

  var isEmpty: Bool { layers.isEmpty }
  var count: Int { layers.count }

  mutating func reserve(_ count: Int) {
    if count == 0 { return }
    layers.reserveCapacity(count)
    values.reserveCapacity(count)
    index.reserve(count)
  }

  @inline(__always)
  subscript(layer: LayerID) -> Value? { index[layer].map { values[Int($0)] } }

  /// Sets the value of a layer that has none.
  ///
  /// - Returns: The value that it has already, which stays; nil if it had none.
  @inline(__always)
  mutating func insert(_ value: Value, of layer: LayerID) -> Value? {
    if let old = self[layer] { return old }
    index.insert(Int32(layers.count), for: layer)
    layers.append(layer)
    values.append(value)
    return nil
  }
}
