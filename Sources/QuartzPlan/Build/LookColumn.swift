// The looks of all layers, by slot.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

/// The looks of all layers, each read from the tree once whenever its layer changes.
///
/// Index i is the look of slot i. The column is an object so that looks can be read while the
/// planner's other columns change.
final class LookColumn {
  private var looks: UnsafeMutablePointer<LayerLook>
  // Written only for layers that have matrices, so that the others' pages are never touched.
  private var matrices: UnsafeMutablePointer<LayerMatrices>
  // Initialised for those layers whose looks point to them.
  private var details: UnsafeMutablePointer<LayerDetails>
  private var capacity = 0
  private var count = 0
  // A look without values, to copy from: building one in place of another costs two copies.
  private let blank: UnsafeMutablePointer<LayerLook>
  private let blankDetails: UnsafeMutablePointer<LayerDetails>

  init() {
    looks = .allocate(capacity: 0)
    matrices = .allocate(capacity: 0)
    details = .allocate(capacity: 0)
    blank = .allocate(capacity: 1)
    blankDetails = .allocate(capacity: 1)
    blankDetails.initialize(to: LayerDetails())
    blank.initialize(to: LayerLook(details: blankDetails))
  }

  deinit {
    for slot in 0..<count where hasDetails(slot) { (details + slot).deinitialize(count: 1) }
    blank.deinitialize(count: 1)
    blank.deallocate()
    blankDetails.deinitialize(count: 1)
    blankDetails.deallocate()
    looks.deinitialize(count: count)
    looks.deallocate()
    matrices.deallocate()
    details.deallocate()
  }

  private func hasDetails(_ slot: Int) -> Bool { looks[slot].details != blankDetails }

  // Bounds: slots come from the tree, whose length the columns have had since `resize`.

  /// The look of a slot; the pointer holds until a look is read.
  @inline(__always)
  subscript(slot: Int32) -> UnsafePointer<LayerLook> {
    assert(slot >= 0 && Int(slot) < count)
    return UnsafePointer(looks + Int(slot))
  }

  /// The matrices of a slot; only those that its look says to have.
  @inline(__always)
  func matrices(of slot: Int32) -> LayerMatrices {
    assert(slot >= 0 && Int(slot) < count)
    return matrices[Int(slot)]
  }

  /// Reads a slot's look anew.
  @inline(__always)
  func read(_ slot: Int32, of tree: LayerTree) {
    if Int(slot) >= count { resize(to: tree.ids.count) }
    read(slot, from: slot, of: tree)
  }

  /// Reads the look of a slot into the place of another one, which may be behind all slots.
  @inline(__always)
  func read(_ index: Int32, from slot: Int32, of tree: LayerTree) {
    if Int(index) >= count { resize(to: Int(index) + 1) }
    let look = looks + Int(index)
    let place = details + Int(index)
    if hasDetails(Int(index)) { place.deinitialize(count: 1) }
    // Bounds: both are one look; it has numbers and flags only, so its bytes are all there is to
    // it.
    UnsafeMutableRawPointer(look).copyMemory(from: blank, byteCount: MemoryLayout<LayerLook>.size)
    look.pointee.read(tree, slot, &matrices[Int(index)], details: place)
  }

  /// Reads all looks anew.
  func readAll(of tree: LayerTree) {
    for slot in tree.ids.indices { read(Int32(slot), of: tree) }
  }

  private func resize(to newCount: Int) {
    if newCount > capacity {
      let newCapacity = max(newCount, capacity * 2)
      looks = LookColumn.move(looks, count, newCapacity)
      matrices = LookColumn.move(matrices, count, newCapacity)
      moveDetails(newCapacity)
      capacity = newCapacity
    }
    while count < newCount {
      (looks + count).initialize(to: LayerLook(details: blankDetails))
      count += 1
    }
  }

  private func moveDetails(_ newCapacity: Int) {
    let larger = UnsafeMutablePointer<LayerDetails>.allocate(capacity: newCapacity)
    for slot in 0..<count where hasDetails(slot) {
      (larger + slot).moveInitialize(from: details + slot, count: 1)
      looks[slot].moveDetails(to: larger + slot)
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
