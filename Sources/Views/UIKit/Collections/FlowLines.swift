// Items of a flow, line after line.
// Licensed under the MIT license; see LICENSE.

/// The items of one section of a flow, broken into lines.
///
/// `breadth` is along the lines, `length` is the direction in which lines follow each other; all in
/// points from the section's first line. Items of one size need no memory for each.
package struct FlowLines: Equatable, Sendable {
  /// A size along and across the lines.
  package struct Size: Equatable, Sendable {
    package var breadth: Double
    package var length: Double

    package init(breadth: Double, length: Double) {
      self.breadth = Extents.usable(breadth)
      self.length = Extents.usable(length)
    }
  }

  /// The place of an item.
  package struct Position: Equatable, Sendable {
    package var breadthBegin: Double
    package var lengthBegin: Double
    package var size: Size
  }

  /// How a section is broken.
  package struct Options: Equatable, Sendable {
    /// The breadth of the lines.
    package var breadth: Double
    /// The least room between two items of a line.
    package var itemSpacing: Double
    /// The room between two lines.
    package var lineSpacing: Double
    /// Points per pixel: items begin at whole pixels; 0 for anywhere.
    package var pixel: Double

    package init(breadth: Double, itemSpacing: Double, lineSpacing: Double, pixel: Double = 0) {
      self.breadth = Extents.usable(breadth)
      self.itemSpacing = Extents.usable(itemSpacing)
      self.lineSpacing = Extents.usable(lineSpacing)
      self.pixel = pixel
    }

    fileprivate func aligned(_ value: Double) -> Double {
      guard pixel > 0 else { return value }
      return (value / pixel + 1e-6).rounded(.down) * pixel
    }
  }

  private struct Line: Equatable, Sendable {
    var first: Int
    var count: Int
    var begin: Double
    var length: Double
    /// The start of the first item, and the room between two.
    var inset: Double
    var spacing: Double
  }

  private enum Storage: Equatable, Sendable {
    case uniform(Size, perLine: Int, inset: Double, spacing: Double)
    case varied(sizes: [Size], begins: [Double], lines: [Line])
  }

  private let storage: Storage
  private let options: Options
  package let count: Int
  /// The end of the last line.
  package let length: Double

  /// Items of one size: columns, which fill the lines.
  ///
  /// One column is in the middle of its lines. The last line has the columns of the others.
  package init(count: Int, size: Size, options: Options) {
    self.count = max(count, 0)
    self.options = options
    let breadth = options.breadth
    let fitting =
      (breadth + options.itemSpacing + 1e-6) / max(size.breadth + options.itemSpacing, 1e-9)
    let perLine = Int(min(max(fitting.rounded(.down), 1), 1e9))
    var inset = 0.0
    var spacing = options.itemSpacing
    let columns = min(perLine, max(count, 1))
    if perLine == 1 {
      inset = max((breadth - size.breadth) / 2, 0)
    } else if columns == perLine {
      spacing = (breadth - size.breadth * Double(perLine)) / Double(perLine - 1)
    }
    storage = .uniform(size, perLine: perLine, inset: inset, spacing: spacing)
    let lines = Double((self.count + perLine - 1) / perLine)
    length = lines > 0 ? lines * (size.length + options.lineSpacing) - options.lineSpacing : 0
  }

  /// Items of several sizes: each line takes as many as fit, at least one.
  ///
  /// The items of a line fill it, one alone is in its middle; the last line has the least spacing.
  package init(sizes: [Size], options: Options) {
    if let first = sizes.first, sizes.allSatisfy({ $0 == first }) {
      self.init(count: sizes.count, size: first, options: options)
    } else {
      self.init(varied: sizes, options: options)
    }
  }

  private init(varied sizes: [Size], options: Options) {
    count = sizes.count
    self.options = options
    var lines: [Line] = []
    var begins: [Double] = []
    begins.reserveCapacity(sizes.count)
    var first = 0
    var position = 0.0
    while first < sizes.count {
      let line = FlowLines.line(from: first, at: position, sizes: sizes, options: options)
      var begin = line.inset
      for item in first..<(first + line.count) {
        begins.append(begin)
        begin += sizes[item].breadth + line.spacing
      }
      lines.append(line)
      first += line.count
      position += line.length + options.lineSpacing
    }
    length = max(position - options.lineSpacing, 0)
    storage = .varied(sizes: sizes, begins: begins, lines: lines)
  }

  private static func line(from first: Int, at begin: Double, sizes: [Size], options: Options)
    -> Line
  {
    var breadth = sizes[first].breadth
    var length = sizes[first].length
    var end = first + 1
    while end < sizes.count {
      let next = breadth + options.itemSpacing + sizes[end].breadth
      guard next <= options.breadth + 1e-6 else { break }
      breadth = next
      length = max(length, sizes[end].length)
      end += 1
    }
    var line = Line(
      first: first,
      count: end - first,
      begin: begin,
      length: length,
      inset: 0,
      spacing: options.itemSpacing
    )
    guard end < sizes.count else { return line }
    let rest = max(options.breadth - breadth, 0)
    if line.count == 1 {
      line.inset = rest / 2
    } else {
      line.spacing += rest / Double(line.count - 1)
    }
    return line
  }

  /// Returns the place of an item, or nil if there is no such item; O(log n).
  package func position(of item: Int) -> Position? {
    guard item >= 0, item < count else { return nil }
    switch storage {
    case .uniform(let size, let perLine, let inset, let spacing):
      let column = Double(item % perLine)
      return Position(
        breadthBegin: options.aligned(inset + column * (size.breadth + spacing)),
        lengthBegin: Double(item / perLine) * (size.length + options.lineSpacing),
        size: size
      )
    case .varied(let sizes, let begins, let lines):
      let line = lines[FlowLines.partition(lines) { $0.first <= item } - 1]
      let size = sizes[item]
      let middle = (line.length - size.length) / 2
      return Position(
        breadthBegin: options.aligned(begins[item]),
        lengthBegin: line.begin + options.aligned(middle),
        size: size
      )
    }
  }

  /// Returns the items of the lines of which something is between two positions; O(log n).
  package func items(from start: Double, to end: Double) -> Range<Int> {
    guard count > 0, end > start, end >= 0, start <= length else { return 0..<0 }
    switch storage {
    case .uniform(let size, let perLine, _, _):
      let stride = size.length + options.lineSpacing
      guard stride > 0 else { return 0..<count }
      let lines = Double((count + perLine - 1) / perLine)
      // A line that ends where the positions begin does not count.
      let first = min(max(((start - size.length) / stride).rounded(.down) + 1, 0), lines)
      let last = min(max((end / stride).rounded(.up), first), lines)
      return min(Int(first) * perLine, count)..<min(Int(last) * perLine, count)
    case .varied(_, _, let lines):
      let first = FlowLines.partition(lines) { $0.begin + $0.length <= start }
      let last = FlowLines.partition(lines) { $0.begin < end }
      guard first < last else { return 0..<0 }
      return lines[first].first..<(lines[last - 1].first + lines[last - 1].count)
    }
  }

  /// Returns how many of the first lines agree; they come before all others.
  private static func partition(_ lines: [Line], _ agrees: (Line) -> Bool) -> Int {
    var low = 0
    var high = lines.count
    while low < high {
      let middle = (low + high) / 2
      if agrees(lines[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
