// The cells of emitters as bytes: for each, its name, the end of its nested cells, and the
// properties that are not the default.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

extension WireWriter {
  mutating func append(_ box: CellBox) throws(WireError) {
    if let problem = box.problem { throw error(problem) }
    append(UInt32(box.cells.count))
    for cell in box.cells {
      append(cell.name != nil)
      if let name = cell.name { try append(name) }
      append(UInt32(cell.end))
      let changed = CellProperty.allCases.filter { cell.value($0) != $0.defaultValue }
      append(UInt8(changed.count))
      for property in changed {
        append(property.rawValue)
        try append(cell.value(property))
      }
    }
  }

  mutating func append(_ target: CellTarget) throws(WireError) {
    append(target.property.rawValue)
    append(UInt8(clamping: target.names.count))
    for name in target.names.prefix(Int(UInt8.max)) { try append(name) }
  }
}

extension WireReader {
  /// The fewest bytes of a cell: no name, its end, no properties.
  private static let minimumCellBytes = 1 + 4 + 1

  mutating func cells() throws(WireError) -> CellBox {
    let start = offset
    let count = try count(
      of: "cells",
      minimumBytes: WireReader.minimumCellBytes,
      limit: CellBox.maximumCount,
      memory: MemoryLayout<ParticleCell>.stride + 2 * WireReader.memoryOfObject
    )
    var cells: [ParticleCell] = []
    cells.reserveCapacity(count)
    for _ in 0..<count { cells.append(try cell()) }
    let box = CellBox(cells)
    if let problem = box.problem { throw malformed(at: start, "a list of cells", problem) }
    return box
  }

  private mutating func cell() throws(WireError) -> ParticleCell {
    var cell = ParticleCell()
    if try bool() { cell.name = try string() }
    cell.end = Int(try uint32())
    for _ in 0..<(try uint8()) {
      let start = offset
      let property = try cellProperty()
      let value = try value()
      guard value.fits(property.type) else {
        throw malformed(at: start, "\(property): \(property.type.noun)", value.noun)
      }
      cell.set(property, value)
    }
    return cell
  }

  mutating func cellTarget() throws(WireError) -> CellTarget {
    let property = try cellProperty()
    let start = offset
    let count = Int(try uint8())
    guard (1...CellBox.maximumDepth).contains(count) else {
      throw malformed(at: start, "1 to \(CellBox.maximumDepth) names of cells", "\(count)")
    }
    var names: [String] = []
    for _ in 0..<count { names.append(try string()) }
    return CellTarget(names, property)
  }

  private mutating func cellProperty() throws(WireError) -> CellProperty {
    let start = offset
    let number = try uint8()
    guard let property = CellProperty(rawValue: number) else {
      throw malformed(at: start, "the number of a cell's property", "\(number)")
    }
    return property
  }
}
