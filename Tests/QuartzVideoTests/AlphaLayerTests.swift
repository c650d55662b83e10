// Films of HEVC with an alpha layer: it is found, and said not to be decoded.
// Licensed under the MIT license; see LICENSE.

import FilmSamples
import Foundation
import QuartzVideo
import Testing

@Suite struct AlphaLayerTests {
  /// A unit of a kind and a layer.
  private func unit(_ kind: UInt8, layer: UInt8, _ content: [UInt8] = [0x80]) -> [UInt8] {
    [kind << 1 | layer >> 5, layer << 3 | 1] + content
  }

  private func record(_ units: [[UInt8]]) -> [UInt8] {
    [1] + [UInt8](repeating: 0, count: 21) + [UInt8(units.count)]
      + units.flatMap { unit in
        [unit[0] >> 1 & 63, 0, 1, UInt8(unit.count >> 8), UInt8(unit.count & 255)] + unit
      }
  }

  @Test func layersAndMessagesAreFound() {
    let plain = [unit(32, layer: 0), unit(33, layer: 0), unit(34, layer: 0)]
    #expect(!HEVCParameters.haveAlphaLayer(record(plain)))
    #expect(HEVCParameters.haveAlphaLayer(record(plain + [unit(33, layer: 1)])))
    #expect(HEVCParameters.haveAlphaLayer(record(plain + [unit(34, layer: 63)])))
    // The message of number 165 describes alpha; 137 is that of the display.
    #expect(HEVCParameters.haveAlphaLayer(record(plain + [unit(39, layer: 0, [165, 4])])))
    #expect(!HEVCParameters.haveAlphaLayer(record(plain + [unit(39, layer: 0, [137, 4])])))
    func stream(_ units: [[UInt8]]) -> [UInt8] { units.flatMap { [0, 0, 0, 1] + $0 } }
    #expect(!HEVCParameters.haveAlphaLayer(stream(plain)))
    #expect(HEVCParameters.haveAlphaLayer(stream(plain + [unit(33, layer: 1)])))
  }

  @Test func cutRecordsHaveNone() {
    let whole = record([unit(32, layer: 0), unit(33, layer: 0), unit(33, layer: 1)])
    for count in 0..<whole.count {
      #expect(!HEVCParameters.haveAlphaLayer(Array(whole.prefix(count))), "\(count)")
    }
    #expect(!HEVCParameters.haveAlphaLayer([1] + [UInt8](repeating: 255, count: 40)))
    for count in 0..<8 {
      #expect(!HEVCParameters.haveAlphaLayer([UInt8](repeating: 0, count: count) + [0, 0, 1]))
    }
  }

  /// The places of a box of a file and of all around it.
  private func boxes(_ path: [String], in bytes: [UInt8]) -> [Int]? {
    var (start, end, found) = (0, bytes.count, [Int]())
    for name in path {
      // The list of descriptions has a number first, and a description of pictures 78 bytes.
      if name == "hvc1" { start += 8 }
      if name == "hvcC" { start += 78 }
      var place = start
      while place + 8 <= end {
        let size = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        if String(decoding: bytes[place + 4..<place + 8], as: UTF8.self) == name {
          found.append(place)
          (start, end) = (place + 8, place + size)
          break
        }
        guard size >= 8 else { return nil }
        place += size
      }
      guard found.last == place else { return nil }
    }
    return found
  }

  /// A film whose record has one unit more, of layer 1, as Apple's encoder writes it.
  @Test func filmsSayThatTheyHaveAlpha() throws {
    let folder = try Folder()
    let path = try #require(FilmKind.all.first { $0.name == "hevc mp4" }).make(5, in: folder)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(try !VideoDecoder(path: path).description.hasHiddenAlpha)
    let names = ["moov", "trak", "mdia", "minf", "stbl", "stsd", "hvc1", "hvcC"]
    let places = try #require(boxes(names, in: bytes))
    let record = places[7] + 8
    let size = bytes[places[7]..<places[7] + 4].reduce(0) { $0 << 8 | Int($1) }
    let layer = unit(33, layer: 1, [1, 2, 3])
    let list: [UInt8] = [33, 0, 1, 0, UInt8(layer.count)] + layer
    bytes[record + 22] += 1
    bytes.insert(contentsOf: list, at: places[7] + size)
    for place in places {
      let size = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } + list.count
      for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: size >> (24 - byte * 8)) }
    }
    let alpha = folder.file("alpha.mp4")
    try Data(bytes).write(to: URL(fileURLWithPath: alpha))
    let decoder = try VideoDecoder(path: alpha)
    #expect(decoder.description.hasHiddenAlpha && decoder.description.format?.hasAlpha == false)
    // The colours are there.
    #expect(NumberPicture.number(try decoder.picture(4).rgba) == 4)
  }
}
