// A paragraph as Pango takes it: UTF-8, and where its bytes come from.
// Licensed under the MIT license; see LICENSE.

/// A paragraph of a string, or a part of a long one, in UTF-8, with the way back to UTF-16.
///
/// Surrogates without their other half become U+FFFD. Control characters become U+2060, which has
/// neither width nor shape; tabs stay, and line separators and vertical tabs become U+2028.
struct ParagraphText {
  /// The UTF-16 code units of the string that this is.
  let range: Range<Int>
  private(set) var bytes: ContiguousArray<UInt8> = []
  /// The first byte of each character, and at the end the number of bytes.
  private(set) var byteOfCharacter: ContiguousArray<Int32> = []
  /// The first code unit of each character in the string, and at the end that of the next
  /// character.
  private(set) var unitOfCharacter: ContiguousArray<Int32> = []

  /// A part of the text `units` that is a paragraph, or a part of one, without its terminator.
  init(_ units: UnsafeBufferPointer<UInt16>, range: Range<Int>) {
    self.range = range
    bytes.reserveCapacity(range.count)
    byteOfCharacter.reserveCapacity(range.count + 1)
    unitOfCharacter.reserveCapacity(range.count + 1)
    var position = range.lowerBound
    while position < range.upperBound {
      let unit = units[position]
      var scalar = UInt32(unit)
      var length = 1
      if UTF16.isSurrogate(unit) {
        let next = position + 1 < range.upperBound ? units[position + 1] : 0
        if UTF16.isLeadSurrogate(unit), UTF16.isTrailSurrogate(next) {
          scalar = 0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(next & 0x3FF))
          length = 2
        } else {
          scalar = 0xFFFD
        }
      }
      append(Self.visible(scalar), at: position)
      position += length
    }
    byteOfCharacter.append(Int32(bytes.count))
    unitOfCharacter.append(Int32(range.upperBound))
  }

  /// The character of a number.
  func scalar(_ number: Int) -> UInt32 {
    // Bounds: each character has its first byte, and the bytes are whole characters.
    let range = Int(byteOfCharacter[number])..<Int(byteOfCharacter[number + 1])
    let first = UInt32(bytes[range.lowerBound])
    let lead = range.count == 1 ? first : first & (0x7F >> UInt32(range.count))
    return bytes[range].dropFirst().reduce(lead) { $0 << 6 | UInt32($1 & 0x3F) }
  }

  var characterCount: Int { byteOfCharacter.count - 1 }

  /// The number of the character whose first byte this is, or of the one that has it.
  func character(atByte byte: Int) -> Int {
    index(of: Int32(clamping: byte), in: byteOfCharacter)
  }

  /// The number of the first character that begins at a code unit of the string or after it.
  func character(atUnit unit: Int) -> Int {
    let unit = Int32(clamping: unit)
    let index = index(of: unit, in: unitOfCharacter)
    return unitOfCharacter[index] < unit && index < characterCount ? index + 1 : index
  }

  /// The last place whose value is not above `value`; the first one if all are.
  private func index(of value: Int32, in column: ContiguousArray<Int32>) -> Int {
    var low = 0
    var high = column.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if column[middle] <= value { low = middle } else { high = middle }
    }
    return low
  }

  private static func visible(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x09: 0x09
    case 0x0B, 0x0C, 0x2028: 0x2028
    case 0..<0x20, 0x7F..<0xA0: 0x2060
    default: scalar
    }
  }

  private mutating func append(_ scalar: UInt32, at unit: Int) {
    byteOfCharacter.append(Int32(bytes.count))
    unitOfCharacter.append(Int32(unit))
    func tail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(scalar >> shift & 0x3F) }
    switch scalar {
    case ..<0x80:
      bytes.append(UInt8(scalar))
    case ..<0x800:
      bytes.append(0xC0 | UInt8(scalar >> 6))
      bytes.append(tail(0))
    case ..<0x10000:
      bytes.append(0xE0 | UInt8(scalar >> 12))
      bytes.append(tail(6))
      bytes.append(tail(0))
    default:
      bytes.append(0xF0 | UInt8(scalar >> 18))
      bytes.append(tail(12))
      bytes.append(tail(6))
      bytes.append(tail(0))
    }
  }
}

/// The ranges of the paragraphs of a text, found one after the other.
struct ParagraphRanges: Sequence, IteratorProtocol {
  private let units: UnsafeBufferPointer<UInt16>
  private var position = 0

  init(_ units: UnsafeBufferPointer<UInt16>) {
    self.units = units
  }

  /// The next paragraph without and with its terminator: a line feed, a carriage return, both,
  /// U+0085 or U+2029.
  ///
  /// After the last of these there is no empty paragraph.
  mutating func next() -> (body: Range<Int>, range: Range<Int>)? {
    guard position < units.count else { return nil }
    let start = position
    while position < units.count {
      let unit = units[position]
      position += 1
      guard unit == 0x0A || unit == 0x0D || unit == 0x85 || unit == 0x2029 else { continue }
      let end = position - 1
      if unit == 0x0D, position < units.count, units[position] == 0x0A { position += 1 }
      return (start..<end, start..<position)
    }
    return (start..<position, start..<position)
  }
}
