// The structure of a PNG file, before any pixel is decoded.
// Licensed under the MIT license; see LICENSE.

import CQuartzPNG
import Foundation

/// A PNG or APNG file in memory: its structure is checked, its pixels are not decoded yet.
///
/// The whole file is walked when the value is made: chunks are complete, checksums hold, sizes and
/// the memory that frames need are within the limits.
///
/// Colours: cICP comes first; one that says nothing known is left out with a line that says why. A
/// file with an sRGB chunk or with none that speaks of colour is taken as sRGB. An ICC profile is
/// evaluated, or ignored if it is invalid. A file with gAMA alone is converted to sRGB, unless its
/// gamma is that of sRGB (1/2.2) within 5 %. cHRM is ignored.
package struct PNGFile: Sendable {
  /// IHDR.
  package struct Header: Equatable, Sendable {
    package var width: Int
    package var height: Int
    /// Per component or index: 1, 2, 4, 8 or 16.
    package var bitDepth: Int
    /// 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA.
    package var colorType: Int
    package var isInterlaced: Bool
  }

  /// A picture of an animation, or the only one.
  package struct Frame: Equatable, Sendable {
    package typealias Disposal = FrameCanvas.Disposal
    package typealias Blend = FrameCanvas.Blend

    /// The rectangle that the frame changes, in pixels of the picture.
    package var x = 0
    package var y = 0
    package var width: Int
    package var height: Int
    /// In seconds; 0 is as short as the viewer can.
    package var delay = 0.0
    package var disposal = Disposal.keep
    package var blend = Blend.source
    /// The ranges of the compressed pixels in the file.
    package var data: [Range<Int>] = []
  }

  package let bytes: Data
  package let limits: ImageLimits
  package let header: Header
  /// One for a still picture; else the frames of the animation.
  package let frames: [Frame]
  /// Whether the file has an animation, even one of a single frame.
  package let isAnimated: Bool
  /// The loop count of the animation; 0 without end.
  package let loopCount: Int
  /// gAMA: the exponent of encoding, if it describes the colours.
  package let gamma: Double?
  /// Whether there is an sRGB chunk.
  package let isSRGB: Bool
  /// iCCP, if it is sound and describes the colours that the file has.
  package let profile: ICCProfile?
  /// eXIf: a TIFF structure.
  package let exif: Data?
  /// pHYs, if it is in pixels per metre.
  package let pixelsPerMetre: PNGSize?
  /// cICP, mDCV and cLLI.
  package let coding: PNGLight
  /// Whether a pixel can be other than opaque.
  package let hasAlpha: Bool
  /// Chunks between IHDR and the first IDAT that decoding needs (PLTE, tRNS and others).
  let prelude: [Range<Int>]
  /// Whether the only frame is all that the file has, so that libpng can read the file as it is.
  let isPlain: Bool

  /// Checks the structure of a file.
  ///
  /// - Throws: `PNGError` with the offset of the error.
  package init(_ bytes: Data, limits: ImageLimits = ImageLimits()) throws(PNGError) {
    var walk = try PNGWalk(bytes, limits: limits)
    try walk.run()
    self.bytes = bytes
    self.limits = limits
    header = walk.header
    isAnimated = walk.animation != nil
    frames = walk.frames
    loopCount = walk.animation?.loops ?? 1
    isPlain = !isAnimated
    coding = walk.coding
    let isSRGB = walk.isSRGB || walk.coding.colors != nil
    profile = isSRGB ? nil : walk.profile.flatMap { bytes.profile(in: $0, of: walk.header) }
    exif = walk.exif.map { bytes.withBytes($0) { Data($0) } }
    gamma = isSRGB || profile != nil ? nil : walk.gamma
    self.isSRGB = walk.isSRGB
    pixelsPerMetre = walk.pixelsPerMetre
    hasAlpha = walk.header.colorType & 4 != 0 || walk.hasTransparency
    prelude = walk.prelude
  }
}

/// The state of a walk over the chunks of a file.
private struct PNGWalk {
  private let file: Data
  private let limits: ImageLimits
  private var chunks: PNGChunkReader

  private(set) var header: PNGFile.Header
  private(set) var frames: [PNGFile.Frame] = []
  private(set) var animation: (frames: Int, loops: Int)?
  private(set) var gamma: Double?
  private(set) var isSRGB = false
  private(set) var profile: Range<Int>?
  private(set) var exif: Range<Int>?
  private(set) var hasTransparency = false
  private(set) var pixelsPerMetre: PNGSize?
  private(set) var coding = PNGLight()
  private(set) var prelude: [Range<Int>] = []

  /// IDAT chunks.
  private var defaultData: [Range<Int>] = []
  private var nextSequence = 0
  private var hasPalette = false

  init(_ file: Data, limits: ImageLimits) throws(PNGError) {
    self.file = file
    self.limits = limits
    chunks = try PNGChunkReader(file)
    let first = try chunks.next()
    guard first.type == "IHDR" else { throw .missingChunk(type: "IHDR", offset: first.offset) }
    header = try PNGFile.Header(file, first)
    try Self.check(PNGSize(header.width, header.height), limits)
  }

  private static func check(_ size: PNGSize, _ limits: ImageLimits) throws(PNGError) {
    let side = 1...limits.side
    guard side.contains(size.width), side.contains(size.height) else {
      throw .tooLarge(width: size.width, height: size.height, limit: limits.side)
    }
    let needed = size.width * size.height * 4
    guard needed <= limits.bytes else {
      throw .tooMuchMemory(needed: needed, limit: limits.bytes)
    }
  }

  mutating func run() throws(PNGError) {
    while true {
      let chunk = try chunks.next()
      if chunk.type == "IEND" {
        try finish(chunk)
        return
      }
      try take(chunk)
    }
  }

  private mutating func take(_ chunk: PNGChunk) throws(PNGError) {
    switch chunk.type {
    case "IDAT":
      guard header.colorType != 3 || hasPalette else {
        throw .missingChunk(type: "PLTE", offset: chunk.offset)
      }
      defaultData.append(chunk.data)
    case "acTL": try takeAnimation(chunk)
    case "fcTL" where animation != nil: try takeFrame(chunk)
    case "fdAT" where animation != nil: try takeFrameData(chunk)
    case _ where PNGLight.types.contains(chunk.type):
      coding.take(chunk, file, isLate: !defaultData.isEmpty)
    default:
      guard defaultData.isEmpty else { return }
      takeDescription(chunk)
    }
  }

  /// Chunks that describe the colours; those of a wrong length are skipped, as libpng does.
  private mutating func takeDescription(_ chunk: PNGChunk) {
    let (start, count) = (chunk.data.lowerBound, chunk.data.count)
    switch chunk.type {
    case "PLTE":
      hasPalette = true
      prelude.append(chunk.offset..<chunk.end)
    case "tRNS":
      hasTransparency = true
      prelude.append(chunk.offset..<chunk.end)
    case "sRGB" where count == 1: isSRGB = true
    case "iCCP": profile = chunk.data
    case "eXIf": exif = chunk.data
    case "gAMA" where count == 4:
      let value = Double(file.bigEndian32(at: start)) / 100_000
      gamma = value > 0 ? value : nil
    case "pHYs" where count == 9 && file.byte(at: start + 8) == 1:
      pixelsPerMetre = PNGSize(
        Int(file.bigEndian32(at: start)),
        Int(file.bigEndian32(at: start + 4))
      )
    default: break
    }
  }

  // MARK: Animation (PNG, third edition, section 11.3.2.6)

  private mutating func takeAnimation(_ chunk: PNGChunk) throws(PNGError) {
    try chunk.expect(count: 8)
    guard defaultData.isEmpty, animation == nil else {
      throw .missingChunk(type: "acTL", offset: chunk.offset)
    }
    let count = Int(file.bigEndian32(at: chunk.data.lowerBound))
    guard (1...limits.frames).contains(count) else {
      throw .badValue(
        field: "number of frames",
        offset: chunk.data.lowerBound,
        expected: "1...\(limits.frames)",
        found: count
      )
    }
    animation = (count, Int(file.bigEndian32(at: chunk.data.lowerBound + 4)))
  }

  private mutating func takeSequence(_ chunk: PNGChunk) throws(PNGError) {
    let found = Int(file.bigEndian32(at: chunk.data.lowerBound))
    guard found == nextSequence else {
      throw .badValue(
        field: "sequence number",
        offset: chunk.data.lowerBound,
        expected: "\(nextSequence)",
        found: found
      )
    }
    nextSequence += 1
  }

  private mutating func takeFrame(_ chunk: PNGChunk) throws(PNGError) {
    try chunk.expect(count: 26)
    try takeSequence(chunk)
    try closeFrame(chunk.offset)
    let frame = try PNGFile.Frame(file, chunk)
    try Self.check(PNGSize(frame.width, frame.height), limits)
    guard frame.x + frame.width <= header.width, frame.y + frame.height <= header.height,
      // A frame before IDAT is the picture that other readers show.
      !defaultData.isEmpty || (frame.width == header.width && frame.height == header.height)
    else {
      throw .wrongSize(
        expected: PNGSize(header.width, header.height),
        found: PNGSize(frame.x + frame.width, frame.y + frame.height)
      )
    }
    frames.append(frame)
  }

  private mutating func takeFrameData(_ chunk: PNGChunk) throws(PNGError) {
    guard chunk.data.count >= 4 else {
      throw .badLength(type: chunk.type, offset: chunk.offset, expected: 4, found: chunk.data.count)
    }
    try takeSequence(chunk)
    guard !frames.isEmpty, !defaultData.isEmpty else {
      throw .missingChunk(type: "fcTL", offset: chunk.offset)
    }
    frames[frames.count - 1].data.append(chunk.data.lowerBound + 4..<chunk.data.upperBound)
  }

  /// Checks the frame that ends at `offset`; the first one may be the default picture.
  private mutating func closeFrame(_ offset: Int) throws(PNGError) {
    guard let last = frames.indices.last, frames[last].data.isEmpty else { return }
    guard last == 0, !defaultData.isEmpty else {
      throw .missingChunk(type: defaultData.isEmpty ? "IDAT" : "fdAT", offset: offset)
    }
    frames[0].data = defaultData
  }

  private mutating func finish(_ end: PNGChunk) throws(PNGError) {
    guard !defaultData.isEmpty else { throw .missingChunk(type: "IDAT", offset: end.offset) }
    if let animation {
      try closeFrame(end.offset)
      guard frames.count == animation.frames else {
        throw .wrongFrameCount(expected: animation.frames, found: frames.count)
      }
    } else {
      frames = [
        PNGFile.Frame(width: header.width, height: header.height, data: defaultData)
      ]
    }
    for frame in frames { try header.checkData(of: frame) }
  }
}

extension PNGChunk {
  fileprivate func expect(count: Int) throws(PNGError) {
    guard data.count == count else {
      throw .badLength(type: type, offset: offset, expected: count, found: data.count)
    }
  }
}

extension PNGFile.Header {
  /// Reads IHDR: PNG (third edition), section 11.2.1.
  fileprivate init(_ file: Data, _ chunk: PNGChunk) throws(PNGError) {
    try chunk.expect(count: 13)
    let start = chunk.data.lowerBound
    let (bitDepth, colorType) = (file.byte(at: start + 8), file.byte(at: start + 9))
    let depths: [Int]
    switch colorType {
    case 0: depths = [1, 2, 4, 8, 16]
    case 3: depths = [1, 2, 4, 8]
    case 2, 4, 6: depths = [8, 16]
    default:
      throw .badValue(
        field: "colour type",
        offset: start + 9,
        expected: "0, 2, 3, 4 or 6",
        found: colorType
      )
    }
    guard depths.contains(bitDepth) else {
      throw .badValue(
        field: "bit depth of colour type \(colorType)",
        offset: start + 8,
        expected: depths.map(String.init).joined(separator: ", "),
        found: bitDepth
      )
    }
    for (field, index, limit) in [("compression", 10, 0), ("filter", 11, 0), ("interlace", 12, 1)] {
      let value = file.byte(at: start + index)
      guard value <= limit else {
        throw .badValue(
          field: "\(field) method",
          offset: start + index,
          expected: "0...\(limit)",
          found: value
        )
      }
    }
    self.init(
      width: Int(file.bigEndian32(at: start)),
      height: Int(file.bigEndian32(at: start + 4)),
      bitDepth: bitDepth,
      colorType: colorType,
      isInterlaced: file.byte(at: start + 12) == 1
    )
  }

  /// The most bytes that deflate makes of one (zlib's technical details: two bits for 258 bytes).
  ///
  /// A file that declares more than its data can hold is refused before memory is taken.
  private static let mostPerByte = 1032

  fileprivate func checkData(of frame: PNGFile.Frame) throws(PNGError) {
    let components = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1
    let unpacked = (frame.width * components * bitDepth + 7) / 8 * frame.height
    let found = frame.data.reduce(0) { $0 + $1.count }
    let needed = unpacked / Self.mostPerByte
    guard found >= needed, found > 0 else { throw .tooLittleData(needed: needed, found: found) }
  }
}

extension PNGFile.Frame {
  /// Reads fcTL; its length was checked.
  fileprivate init(_ file: Data, _ chunk: PNGChunk) throws(PNGError) {
    let start = chunk.data.lowerBound
    func number(_ index: Int) -> Int { Int(file.bigEndian32(at: start + index)) }
    let denominator = file.bigEndian16(at: start + 22)
    guard let disposal = Disposal(rawValue: file.byte(at: start + 24)),
      let blend = Blend(rawValue: file.byte(at: start + 25))
    else {
      throw .badValue(
        field: "disposal and blend",
        offset: start + 24,
        expected: "0...2 and 0...1",
        found: file.bigEndian16(at: start + 24)
      )
    }
    self.init(
      x: number(12),
      y: number(16),
      width: number(4),
      height: number(8),
      // A denominator of 0 means hundredths.
      delay: Double(file.bigEndian16(at: start + 20))
        / Double(denominator == 0 ? 100 : denominator),
      disposal: disposal,
      blend: blend
    )
  }
}

extension Data {
  /// The profile of an iCCP chunk's data: name, zero, method 0, zlib data; nil if it is no good.
  fileprivate func profile(in range: Range<Int>, of header: PNGFile.Header) -> ICCProfile? {
    // Larger ones are dropped: as many bytes are no more than a picture needs.
    let most = 4 << 20
    let name = withBytes(range) { $0.prefix(80).firstIndex(of: 0) }
    guard let name, range.lowerBound + name + 2 < range.upperBound,
      byte(at: range.lowerBound + name + 1) == 0
    else { return nil }
    let packed = range.lowerBound + name + 2..<range.upperBound
    let bytes = withBytes(packed) { source -> Data? in
      guard let start = source.bindMemory(to: UInt8.self).baseAddress else { return nil }
      var count = 0
      let unpacked = quartz_png_inflate(start, source.count, most, &count)
      return unpacked.map { Data(bytesNoCopy: $0, count: count, deallocator: .free) }
    }
    guard let bytes, let profile = ICCProfile(bytes) else { return nil }
    // Bit 1 of the colour type stands for colour.
    let isGray = header.colorType & 2 == 0
    return profile.model == (isGray ? .monochrome : .rgb) ? profile : nil
  }
}
