// Lengths side by side: begins and look-ups.
// Licensed under the MIT license; see LICENSE.

import Testing
import UIKit

@Suite("Extents of lists")
struct ExtentsTests {
  // Lengths of a fixed pattern, zeros among them.
  private let pattern = (0..<1000).map { Double(($0 * 37) % 53) }

  @Test("Begins are the sums of the lengths before")
  func begins() {
    let extents = Extents(pattern)
    var sum = 0.0
    for (index, length) in pattern.enumerated() {
      #expect(extents.begin(of: index) == sum)
      #expect(extents[index] == length)
      sum += length
    }
    #expect(extents.total == sum)
    #expect(extents.begin(of: 5000) == sum)
    #expect(extents.begin(of: -4) == 0)
  }

  @Test("The part at a position is the one around it, and never one without length")
  func lookups() throws {
    let extents = Extents(pattern)
    for position in stride(from: 0.5, to: extents.total, by: 7.25) {
      let index = try #require(extents.index(at: position))
      #expect(extents.begin(of: index) <= position)
      #expect(position < extents.begin(of: index + 1))
    }
    #expect(extents.index(at: -9) == 0)
    #expect(extents.index(at: 1e12) == 999)
    #expect(Extents([]).index(at: 3) == nil)
    #expect(extents.index(at: .nan) == 0)
  }

  @Test("A changed length moves all parts behind it")
  func changes() {
    var extents = Extents(count: 100, length: 44)
    extents[10] = 20
    var expected = Array(repeating: 44.0, count: 100)
    expected[10] = 20
    extents[99] = 1
    expected[99] = 1
    #expect(extents.lengths == expected)
    for index in 0...100 { #expect(extents.begin(of: index) == expected[..<index].reduce(0, +)) }
    extents[100] = 3
    extents[-1] = 3
    #expect(extents.lengths == expected)
  }

  @Test("Parts between two positions touch them with more than an edge")
  func between() {
    let extents = Extents(count: 10, length: 44)
    #expect(extents.indices(from: 0, to: 44) == 0..<1)
    #expect(extents.indices(from: 44, to: 89) == 1..<3)
    #expect(extents.indices(from: 43, to: 45) == 0..<2)
    #expect(extents.indices(from: -50, to: 10) == 0..<1)
    #expect(extents.indices(from: -50, to: 0) == 0..<0)
    #expect(extents.indices(from: 440, to: 500) == 0..<0)
    #expect(extents.indices(from: 430, to: 500) == 9..<10)
    #expect(extents.indices(from: 50, to: 50) == 0..<0)
    #expect(extents.indices(from: .nan, to: 50) == 0..<0)
    let varied = Extents([10, 0, 30, 5])
    #expect(varied.indices(from: 0, to: 10) == 0..<2 || varied.indices(from: 0, to: 10) == 0..<1)
    #expect(varied.indices(from: 10, to: 41) == 2..<4)
  }

  @Test("Lengths that are negative, NaN or endless count as 0 or as the greatest length")
  func hostile() {
    let extents = Extents([.nan, -5, .infinity, 1e300, 10])
    #expect(extents.lengths == [0, 0, 1e9, 1e9, 10])
    #expect(extents.total == 2e9 + 10)
    #expect(Extents(count: -4, length: 3).count == 0)
    #expect(Extents(count: 4, length: 0).index(at: 3) == 0)
  }

  @Test("Positions of a table: headers, rows, footers, sections")
  func table() {
    let table = TableGeometry(
      top: 100,
      sections: [
        .init(header: 20, rows: Extents(count: 3, length: 44), footer: 10),
        .init(header: 0, rows: Extents([10, 30]), footer: 0),
      ]
    )
    #expect(table.bottom == 302)
    #expect(table.row(2, section: 0)?.y == 208)
    #expect(table.row(1, section: 1)?.y == 272)
    #expect(table.row(3, section: 0) == nil)
    #expect(table.row(0, section: 2) == nil)
    #expect(table.footer(ofSection: 0)?.y == 252)
    #expect(table.row(at: 99) == nil)
    #expect(table.row(at: 119) == nil)
    #expect(table.row(at: 120) == IndexPath(row: 0, section: 0))
    #expect(table.row(at: 253) == nil)
    #expect(table.row(at: 262) == IndexPath(row: 0, section: 1))
    #expect(table.row(at: 301) == IndexPath(row: 1, section: 1))
    #expect(table.row(at: 302) == nil)
    #expect(table.sections(from: 0, to: 99) == 0..<0)
    #expect(table.sections(from: 0, to: 263) == 0..<2)
    #expect(table.rows(ofSection: 0, from: 165, to: 400) == 1..<3)
  }
}
