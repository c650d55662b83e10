// Where the parts of a table are.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The heights of a table's sections, and the positions that follow.
///
/// The sections begin below the table's header, whose height is `top`.
package struct TableGeometry: Equatable, Sendable {
  /// The heights of a section's parts, one below the other.
  package struct Section: Equatable, Sendable {
    /// The room above the header.
    package var padding: Double
    package var header: Double
    package var rows: Extents
    package var footer: Double

    package init(padding: Double = 0, header: Double, rows: Extents, footer: Double) {
      self.padding = Extents.usable(padding)
      self.header = Extents.usable(header)
      self.rows = rows
      self.footer = Extents.usable(footer)
    }

    /// From the section's start to its first row.
    package var rowsBegin: Double { padding + header }
    package var height: Double { rowsBegin + rows.total + footer }
  }

  package private(set) var sections: [Section]
  private var extents: Extents
  package var top: Double

  package init(top: Double = 0, sections: [Section] = []) {
    self.top = Extents.usable(top)
    self.sections = sections
    extents = Extents(sections.map(\.height))
  }

  /// The end of the last section.
  package var bottom: Double { top + extents.total }

  /// The numbers of rows of the sections.
  package var counts: [Int] { sections.map(\.rows.count) }

  /// Returns where a section begins.
  package func begin(ofSection section: Int) -> Double { top + extents.begin(of: section) }

  /// Returns the start and the height of a section, or nil if there is no such section.
  package func section(_ section: Int) -> (y: Double, height: Double)? {
    guard sections.indices.contains(section) else { return nil }
    return (begin(ofSection: section), extents[section])
  }

  /// Returns the start and the height of a row, or nil if there is no such row.
  package func row(_ row: Int, section: Int) -> (y: Double, height: Double)? {
    guard sections.indices.contains(section) else { return nil }
    let part = sections[section]
    guard row >= 0, row < part.rows.count else { return nil }
    return (
      begin(ofSection: section) + part.rowsBegin + part.rows.begin(of: row), part.rows[row]
    )
  }

  /// Returns the start and the height of a section's footer.
  package func footer(ofSection section: Int) -> (y: Double, height: Double)? {
    guard sections.indices.contains(section) else { return nil }
    let part = sections[section]
    return (begin(ofSection: section) + part.rowsBegin + part.rows.total, part.footer)
  }

  /// Returns the sections of which something is between two positions.
  package func sections(from start: Double, to end: Double) -> Range<Int> {
    extents.indices(from: start - top, to: end - top)
  }

  /// Returns the rows of a section of which something is between two positions.
  package func rows(ofSection section: Int, from start: Double, to end: Double) -> Range<Int> {
    guard sections.indices.contains(section) else { return 0..<0 }
    let begin = begin(ofSection: section) + sections[section].rowsBegin
    return sections[section].rows.indices(from: start - begin, to: end - begin)
  }

  /// Returns the row at a position; headers and footers are not rows.
  package func row(at position: Double) -> IndexPath? {
    guard position >= top, position < bottom, let section = extents.index(at: position - top) else {
      return nil
    }
    let part = sections[section]
    let inside = position - begin(ofSection: section) - part.rowsBegin
    guard inside >= 0, inside < part.rows.total, let row = part.rows.index(at: inside) else {
      return nil
    }
    return IndexPath(row: row, section: section)
  }

  /// Changes the height of a header.
  package mutating func setHeader(_ height: Double, section: Int) {
    guard sections.indices.contains(section) else { return }
    sections[section].header = Extents.usable(height)
    extents[section] = sections[section].height
  }

  /// Changes the height of a footer.
  package mutating func setFooter(_ height: Double, section: Int) {
    guard sections.indices.contains(section) else { return }
    sections[section].footer = Extents.usable(height)
    extents[section] = sections[section].height
  }

  /// Changes the height of a row, in O(log n).
  package mutating func setHeight(_ height: Double, row: Int, section: Int) {
    guard sections.indices.contains(section) else { return }
    sections[section].rows[row] = height
    extents[section] = sections[section].height
  }
}
