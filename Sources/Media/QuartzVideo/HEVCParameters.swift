// Further layers of an HEVC track, by its parameters.
// Licensed under the MIT license; see LICENSE.
//
// Films with alpha that Apple's encoders make have two pictures for each time: the colours in layer
// 0 and the alpha, as the Y of another picture, in layer 1 (ITU-T H.265, annex F). FFmpeg decodes
// layer 0 alone.

/// The parameters that come before all pictures of an HEVC track.
package enum HEVCParameters {
  /// The kind of a supplemental message.
  private static let prefixMessage: UInt8 = 39
  /// The number of the message that describes an alpha layer (H.265, F.14.2.8).
  private static let alphaChannel: UInt8 = 165

  /// Whether there is a layer beside the colours: alpha.
  ///
  /// - Parameter bytes: The record of files of the QuickTime family (ISO/IEC 14496-15, 8.3.3), or
  ///   units after start codes; anything else has none.
  package static func haveAlphaLayer(_ bytes: [UInt8]) -> Bool {
    units(bytes).contains { unit in
      // Six bits of the kind and six of the layer, behind a bit that is 0.
      guard unit.count > 2 else { return false }
      let (first, second) = (unit[unit.startIndex], unit[unit.startIndex + 1])
      let layer = (first & 1) << 5 | second >> 3
      let isMessage = first >> 1 & 63 == prefixMessage
      return layer > 0 || isMessage && unit[unit.startIndex + 2] == alphaChannel
    }
  }

  private static func units(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.first == 1 ? recordUnits(bytes) : streamUnits(bytes)
  }

  /// The units of a record: behind 22 bytes the number of lists, each with a kind, a number of
  /// units and the units with their lengths.
  private static func recordUnits(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var place = 22
    var found: [ArraySlice<UInt8>] = []
    func number(_ count: Int) -> Int? {
      guard place + count <= bytes.count else { return nil }
      defer { place += count }
      return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }
    guard let lists = number(1) else { return found }
    for _ in 0..<lists {
      guard number(1) != nil, let count = number(2) else { return found }
      for _ in 0..<count {
        guard let length = number(2), place + length <= bytes.count else { return found }
        found.append(bytes[place..<place + length])
        place += length
      }
    }
    return found
  }

  /// The units of a stream: each behind the bytes 0, 0, 1.
  private static func streamUnits(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let starts = bytes.indices.dropLast(2).filter { place in
      bytes[place] == 0 && bytes[place + 1] == 0 && bytes[place + 2] == 1
    }
    return starts.enumerated().map { number, start in
      let end = number + 1 < starts.count ? starts[number + 1] : bytes.count
      return bytes[start + 3..<max(end, start + 3)]
    }
  }
}
