// The styles of all layers, by slot.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

/// The styles of all layers, each read from the tree once whenever its layer changes.
///
/// Index i is the style of slot i. The column is an object so that styles can be read while the
/// planner's other columns change.
final class LayerStyleColumn {
  private var styles: UnsafeMutablePointer<LayerStyle>
  // Written only for layers that have matrices, so that the others' pages are never touched.
  private var matrices: UnsafeMutablePointer<LayerMatrices>
  // Initialised for those layers whose styles point to them.
  private var details: UnsafeMutablePointer<LayerDetails>
  private var capacity = 0
  private var count = 0
  // A style without values, to copy from: building one in place of another costs two copies.
  private let blank: UnsafeMutablePointer<LayerStyle>
  private let blankDetails: UnsafeMutablePointer<LayerDetails>

  init() {
    styles = .allocate(capacity: 0)
    matrices = .allocate(capacity: 0)
    details = .allocate(capacity: 0)
    blank = .allocate(capacity: 1)
    blankDetails = .allocate(capacity: 1)
    blankDetails.initialize(to: LayerDetails())
    blank.initialize(to: LayerStyle(details: blankDetails))
  }

  deinit {
    for slot in 0..<count where hasDetails(slot) { (details + slot).deinitialize(count: 1) }
    blank.deinitialize(count: 1)
    blank.deallocate()
    blankDetails.deinitialize(count: 1)
    blankDetails.deallocate()
    styles.deinitialize(count: count)
    styles.deallocate()
    matrices.deallocate()
    details.deallocate()
  }

  /// How many slots have styles.
  var slotCount: Int { count }

  private func hasDetails(_ slot: Int) -> Bool { styles[slot].details != blankDetails }

  // Bounds: slots come from the tree, whose length the columns have had since `resize`.

  /// The style of a slot; the pointer holds until a style is read.
  @inline(__always)
  subscript(slot: Int32) -> UnsafePointer<LayerStyle> {
    assert(slot >= 0 && Int(slot) < count)
    return UnsafePointer(styles + Int(slot))
  }

  /// The matrices of a slot; only those that its style says to have.
  @inline(__always)
  func matrices(of slot: Int32) -> LayerMatrices {
    assert(slot >= 0 && Int(slot) < count)
    return matrices[Int(slot)]
  }

  /// Reads a slot's style anew.
  @inline(__always)
  func read(_ slot: Int32, of tree: LayerTree) {
    if Int(slot) >= count { resize(to: tree.ids.count) }
    read(slot, from: slot, of: tree)
  }

  /// Reads the style of a slot into the place of another one, which may be behind all slots.
  @inline(__always)
  func read(_ index: Int32, from slot: Int32, of tree: LayerTree) {
    if Int(index) >= count { resize(to: Int(index) + 1) }
    let style = styles + Int(index)
    let storage = details + Int(index)
    if hasDetails(Int(index)) { storage.deinitialize(count: 1) }
    // Bounds: both are one style; it has numbers and flags only, so its bytes are all there is to
    // it.
    UnsafeMutableRawPointer(style).copyMemory(from: blank, byteCount: MemoryLayout<LayerStyle>.size)
    style.pointee.read(tree, slot, &matrices[Int(index)], details: storage)
  }

  /// Reads all styles anew.
  func readAll(of tree: LayerTree) {
    for slot in tree.ids.indices { read(Int32(slot), of: tree) }
  }

  private func resize(to newCount: Int) {
    if newCount > capacity {
      let newCapacity = max(newCount, capacity * 2)
      styles = LayerStyleColumn.move(styles, count, newCapacity)
      matrices = LayerStyleColumn.move(matrices, count, newCapacity)
      moveDetails(newCapacity)
      capacity = newCapacity
    }
    while count < newCount {
      (styles + count).initialize(to: LayerStyle(details: blankDetails))
      count += 1
    }
  }

  private func moveDetails(_ newCapacity: Int) {
    let larger = UnsafeMutablePointer<LayerDetails>.allocate(capacity: newCapacity)
    for slot in 0..<count where hasDetails(slot) {
      (larger + slot).moveInitialize(from: details + slot, count: 1)
      styles[slot].moveDetails(to: larger + slot)
    }
    details.deallocate()
    details = larger
  }

  private static func move<Element: ~Copyable>(
    _ column: UnsafeMutablePointer<Element>,
    _ count: Int,
    _ capacity: Int
  ) -> UnsafeMutablePointer<Element> {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.moveInitialize(from: column, count: count)
    column.deallocate()
    return larger
  }
}
