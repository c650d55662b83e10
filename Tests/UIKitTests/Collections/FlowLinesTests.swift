// Items of a flow, line after line.
// Licensed under the MIT license; see LICENSE.

import Testing
import UIKit

@Suite("Lines of a flow")
struct FlowLinesTests {
  private typealias Size = FlowLines.Size

  private func options(_ breadth: Double = 320, pixel: Double = 0) -> FlowLines.Options {
    FlowLines.Options(breadth: breadth, itemSpacing: 10, lineSpacing: 20, pixel: pixel)
  }

  @Test("Equal items stand in columns that fill the line, the last line too")
  func columns() throws {
    // Three columns of 100 points in 320: 10 points between them.
    let lines = FlowLines(count: 8, size: Size(breadth: 100, length: 50), options: options())
    let begins = try (0..<8).map { try #require(lines.position(of: $0)) }
    #expect(begins.map(\.breadthBegin) == [0, 110, 220, 0, 110, 220, 0, 110])
    #expect(begins.map(\.lengthBegin) == [0, 0, 0, 70, 70, 70, 140, 140])
    #expect(lines.length == 190)
    // Four in 350: the room between them grows with the line.
    let wide = FlowLines(count: 3, size: Size(breadth: 100, length: 50), options: options(350))
    #expect(wide.position(of: 2)?.breadthBegin == 250)
  }

  @Test("One column is in the middle of the lines")
  func oneColumn() {
    let lines = FlowLines(count: 2, size: Size(breadth: 200, length: 50), options: options())
    #expect(lines.position(of: 0)?.breadthBegin == 60)
    #expect(lines.position(of: 1)?.lengthBegin == 70)
  }

  @Test("Items of several sizes fill their lines, are centred across, and the last is packed")
  func varied() throws {
    let sizes = [
      Size(breadth: 100, length: 50), Size(breadth: 150, length: 30),
      Size(breadth: 200, length: 40),
      Size(breadth: 100, length: 20), Size(breadth: 50, length: 10),
    ]
    let lines = FlowLines(sizes: sizes, options: options())
    let places = try (0..<5).map { try #require(lines.position(of: $0)) }
    #expect(places.map(\.breadthBegin) == [0, 170, 0, 220, 0])
    #expect(places.map(\.lengthBegin) == [0, 10, 70, 80, 130])
    #expect(lines.length == 140)
    let alone = FlowLines(
      sizes: [Size(breadth: 300, length: 10), Size(breadth: 200, length: 10)],
      options: options()
    )
    #expect(alone.position(of: 0)?.breadthBegin == 10)
    #expect(alone.position(of: 1)?.breadthBegin == 0)
  }

  @Test("Items begin at whole pixels")
  func pixels() {
    let lines = FlowLines(
      count: 4,
      size: Size(breadth: 73, length: 50),
      options: options(pixel: 0.5)
    )
    // 320 - 3 * 73 = 101, two gaps of 50.5; then columns at 123.5 and 247.
    #expect(lines.position(of: 1)?.breadthBegin == 123.5)
    let thirds = FlowLines(
      count: 4,
      size: Size(breadth: 73, length: 1),
      options: options(321, pixel: 1)
    )
    #expect(thirds.position(of: 1)?.breadthBegin == 124)
  }

  @Test("Items between two positions agree with their places", arguments: [false, true])
  func between(isVaried: Bool) throws {
    let sizes = (0..<200).map {
      Size(breadth: 60, length: isVaried ? Double(20 + ($0 * 7) % 31) : 25)
    }
    let lines = FlowLines(sizes: sizes, options: options())
    for start in stride(from: -100.0, to: lines.length + 100, by: 13) {
      let range = lines.items(from: start, to: start + 90)
      for item in 0..<200 {
        let place = try #require(lines.position(of: item))
        let end = place.lengthBegin + place.size.length
        if end > start, place.lengthBegin < start + 90 { #expect(range.contains(item)) }
      }
      #expect(range.count <= 4 * 6)
    }
  }

  @Test("Sizes without sense give finite places")
  func hostile() throws {
    for size in [Double.nan, 0, -3, .infinity, 1e9] {
      let lines = FlowLines(
        count: 1000,
        size: Size(breadth: size, length: size),
        options: options()
      )
      for item in [0, 1, 999] {
        let place = try #require(lines.position(of: item))
        #expect(place.breadthBegin.isFinite)
        #expect(place.lengthBegin.isFinite)
      }
      #expect(lines.length.isFinite)
      #expect(lines.items(from: 0, to: 480).count <= 1000)
      #expect(lines.items(from: .nan, to: 480).isEmpty)
    }
    #expect(FlowLines(sizes: [], options: options()).position(of: 0) == nil)
    let mixed = FlowLines(
      sizes: [Size(breadth: 0, length: 0), Size(breadth: 1e9, length: 1e9)],
      options: options(0)
    )
    #expect(mixed.position(of: 1)?.lengthBegin == 20)
    #expect(FlowLines(count: -5, size: Size(breadth: 1, length: 1), options: options()).count == 0)
  }
}
