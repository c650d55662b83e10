// Lines of a text, as offsets of bytes.
// Licensed under the MIT license; see LICENSE.

/// The lines of a text; a line ends after LF, CR LF or a lone CR.
struct LineTable: Sendable {
  /// The offset of each line's first byte.
  let starts: [Int]
  /// The number of bytes.
  let length: Int
  /// The text between two lines, as most of the file has it.
  let newline: String

  init(_ bytes: [UInt8]) {
    var starts = [0]
    var (returns, feeds) = (0, 0)
    for (offset, byte) in bytes.enumerated() {
      if byte == Byte.feed {
        starts.append(offset + 1)
        feeds += 1
        if offset > 0, bytes[offset - 1] == Byte.carriage { returns += 1 }
      } else if byte == Byte.carriage, offset + 1 == bytes.count || bytes[offset + 1] != Byte.feed {
        starts.append(offset + 1)
      }
    }
    self.starts = starts
    length = bytes.count
    newline = returns * 2 > feeds ? "\r\n" : "\n"
  }

  /// Returns the index of the line that has a byte; 0 is the first.
  func index(of offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns the number of the line that has a byte; 1 is the first.
  func number(of offset: Int) -> Int { index(of: offset) + 1 }

  /// Returns the offset of the first byte of the line that has a byte.
  func start(of offset: Int) -> Int { starts[index(of: offset)] }

  /// Returns the offset after the line that has a byte, with its newline.
  func end(of offset: Int) -> Int {
    let next = index(of: offset) + 1
    return next < starts.count ? starts[next] : length
  }

  /// Whether a line begins at an offset.
  func isStart(_ offset: Int) -> Bool { starts[index(of: offset)] == offset }
}

/// Bytes that rules look for.
enum Byte {
  static let tab: UInt8 = 9
  static let feed: UInt8 = 10
  static let carriage: UInt8 = 13
  static let space: UInt8 = 32

  /// Whether it is a space or a tab.
  static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

  /// Whether it ends a line.
  static func isNewline(_ byte: UInt8) -> Bool { byte == feed || byte == carriage }
}
