// Planes over the wire: what arrives, and what is refused.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import QuartzWireSamples
import TestRandom
import Testing

@testable import QuartzWire

@Suite struct PlaneWireTests {
  let pool = BufferPool()
  let releases = ReleaseQueue()

  private func present(_ sample: SampleMessage) throws -> PixelBuffer {
    let received = try sample.decoded(as: ClientMessage.self, releases: releases)
    guard case .presentSlot(let message) = received.message else {
      throw WireError.cannotEncode(opcode: .presentSlot, reason: "another message")
    }
    return message.present.pixels
  }

  private func sample(_ pixels: PixelBuffer) throws -> SampleMessage {
    let present = ImagePresent(ImageID(1), pixels)
    return try SampleMessage(PresentSlot(context: 3, present: present), pool: pool)
  }

  /// The same form and the same colours on the other side, with and without a copy.
  @Test(arguments: PlaneLayout.Chroma.allCases, [false, true])
  func planesArriveAsTheyAre(chroma: PlaneLayout.Chroma, isShared: Bool) throws {
    var generator = SeededGenerator(seed: UInt64(chroma.rawValue))
    for _ in 0..<40 {
      var pixels = PixelBuffer.planes(chroma, using: &generator)
      let colors = try #require(pixels.copy())
      let layout = try #require(pixels.planes)
      if isShared {
        let buffer = try pool.buffer(byteCount: pixels.storageByteCount)
        pixels.withStorage { buffer.bytes.copyMemory(from: $0) }
        pixels = try buffer.pixels(width: pixels.width, height: pixels.height, planes: layout)
      }
      let arrived = try present(try sample(pixels))
      #expect(arrived.planes == layout && arrived.isOpaque)
      #expect(arrived.width == pixels.width && arrived.height == pixels.height)
      let bytes = arrived.withBytes { Array($0) }
      #expect(bytes == colors.withBytes { Array($0) })
    }
    #expect(releases.inUse == 0)
  }

  private static let lights: [PlaneLayout.Light?] = [
    nil, PlaneLayout.Light(.pq, headroom: 4.926108), PlaneLayout.Light(.hlg, headroom: 0),
    PlaneLayout.Light(.pq, headroom: 65504),
  ]

  /// Planes and words of light beyond white, or of ten bits, arrive as they are.
  @Test(arguments: [PlaneLayout.Chroma.interleaved, .planar, .words], lights.indices)
  func lightArrivesAsItIs(chroma: PlaneLayout.Chroma, index: Int) throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<40 {
      let light = Self.lights[index]
      let pixels = PixelBuffer.planes(chroma, light: light, using: &generator)
      let arrived = try present(try sample(pixels))
      #expect(arrived.planes == pixels.planes && arrived.form == pixels.form)
      #expect(arrived.isOpaque == pixels.isOpaque && arrived.planes?.light == light)
      let texels = arrived.withBytes { Array($0) }
      #expect(texels.count == pixels.width * pixels.height * (light == nil ? 4 : 8))
      #expect(texels == pixels.withBytes { Array($0) })
    }
    #expect(releases.inUse == 0)
  }

  /// Wrong fields of words in PQ: order, bits, flags and light are the last of the message.
  @Test func wrongLightIsRefused() throws {
    var generator = SeededGenerator(seed: 8)
    let light = PlaneLayout.Light(.pq, headroom: 4)
    let right = try sample(.planes(.words, light: light, using: &generator))
    _ = try present(right)
    // Bytes from the end on, and what takes their place.
    let wrongs: [(name: String, offset: Int, bytes: [UInt8])] = [
      ("no headroom", 8, [0, 0, 0, 0, 0, 0, 0xE0, 0x3F]),
      ("a negative headroom", 8, [0, 0, 0, 0, 0, 0, 0x10, 0xC0]),
      ("a headroom of 65505", 8, [0, 0, 0, 0, 0x20, 0xFC, 0xEF, 0x40]),
      ("an infinite headroom", 8, [0, 0, 0, 0, 0, 0, 0xF0, 0x7F]),
      ("a headroom that is no number", 8, [1, 0, 0, 0, 0, 0, 0xF8, 0x7F]),
      ("a transfer function of 0", 9, [0]), ("a transfer function of 3", 9, [3]),
      ("a seventh flag", 10, [0x40]), ("alpha", 10, [0x20]), ("a matrix", 11, [3]),
      ("lower bits", 12, [6]), ("eight bits", 13, [8]), ("twelve bits", 13, [12]),
      ("planes that are not there", 14, [0]), ("an order", 14, [4]),
      ("a place behind the end", 22, [1]), ("a form", 24, [6]), ("a short row", 28, [1, 0]),
    ]
    for wrong in wrongs {
      var message = right
      let place = message.bytes.count - wrong.offset
      for (index, byte) in wrong.bytes.enumerated() { message.bytes[place + index] = byte }
      do {
        _ = try present(message)
        Issue.record("\(wrong.name) was taken")
      } catch let error as WireError {
        let text = "\(error)"
        #expect(text.contains("expected") || text.contains("found"), "\(wrong.name): \(text)")
      }
    }
    #expect(releases.inUse == 0)
  }

  /// Half floats arrive with their brightness, with and without a copy.
  @Test(arguments: [false, true]) func halvesArriveAsTheyAre(isShared: Bool) throws {
    for light in [
      ContentLight(.absolute, headroom: 4.926108), ContentLight(.extended),
      ContentLight(.extended, headroom: 65504),
    ] {
      let halves = (0..<7 * 5 * 4).map { Float16($0) / 8 - 3 }
      let form = TexelForm.halves(light)
      let pixels: PixelBuffer
      if isShared {
        pixels = try pool.pixels(width: 7, height: 5, isOpaque: true, form: form) { memory in
          halves.withUnsafeBytes { memory.copyMemory(from: $0) }
        }
      } else {
        pixels = try halves.withUnsafeBytes {
          try PixelBuffer(
            width: 7,
            height: 5,
            rowBytes: 56,
            isOpaque: true,
            copying: $0,
            form: form
          )
        }
      }
      let arrived = try present(try sample(pixels))
      #expect(arrived.form == form && arrived.isOpaque && arrived.planes == nil)
      #expect(arrived.width == 7 && arrived.height == 5)
      let bytes = arrived.withBytes { Array($0) }
      #expect(halves.withUnsafeBytes { $0.elementsEqual(bytes) })
    }
    #expect(releases.inUse == 0)
  }

  /// Bytes of a message from its end on, with planes of NV12: flags, place and row of chroma.
  private enum Field {
    static let rowBytes = 4
    static let chromaPlace = 12
    static let flags = 13
    static let matrix = 14
    static let lowBits = 15
    static let depth = 16
    static let chroma = 17
    static let place = 25
    static let buffer = 26
    static let form = 27
    static let lumaRowBytes = 31
    static let height = 35
    static let width = 39
  }

  private static let wrongs: [(name: String, offset: Int, value: UInt8)] = [
    ("a form", Field.form, 3), ("an order of chroma", Field.chroma, 3),
    ("a matrix", Field.matrix, 3), ("flags", Field.flags, 0xe3), ("no bits", Field.depth, 0),
    ("7 bits", Field.depth, 7), ("17 bits", Field.depth, 17),
    ("8 bits above one", Field.lowBits, 1),
    ("a third plane", Field.chroma, 0), ("no width", Field.width, 0), ("a width", Field.width, 200),
    ("no height", Field.height, 0), ("a height", Field.height, 200),
    ("a short row of luma", Field.lumaRowBytes, 9), ("a short row", Field.rowBytes, 9),
    ("a long row", Field.rowBytes, 200), ("a place", Field.chromaPlace, 255),
    ("a far place", Field.chromaPlace - 7, 0x7f), ("a farther place", Field.chromaPlace - 7, 0xff),
    ("a place of luma", Field.place - 7, 0x7f), ("a buffer", Field.buffer, 1),
    ("a smaller end", Field.chromaPlace, 99),
  ]

  /// One wrong field at a time is refused with the place and what was expected.
  @Test func wrongFieldsAreRefused() throws {
    let layout = PlaneLayout(.interleaved).packed(width: 10, height: 10)
    let block = try MemoryBlock(count: 150)
    let pixels = try PixelBuffer(
      width: 10,
      height: 10,
      planes: layout,
      base: UnsafeRawPointer(block.base),
      byteCount: 150,
      owner: block
    )
    let right = try sample(pixels)
    _ = try present(right)
    for wrong in PlaneWireTests.wrongs {
      var message = right
      message.bytes[message.bytes.count - wrong.offset] = wrong.value
      do {
        _ = try present(message)
        Issue.record("\(wrong.name) was taken")
      } catch let error as WireError {
        let text = "\(error)"
        #expect(text.contains("expected") || text.contains("found"), "\(wrong.name): \(text)")
      }
    }
    #expect(releases.inUse == 0)
  }

  /// 20,000 messages with three random bytes: an error or an image inside of its memory.
  @Test func randomFields() throws {
    var generator = SeededGenerator(seed: 77)
    var samples = try PlaneLayout.Chroma.allCases.map { chroma in
      try sample(PixelBuffer.planes(chroma, using: &generator))
    }
    for light in Self.lights {
      samples.append(try sample(PixelBuffer.planes(.words, light: light, using: &generator)))
      samples.append(try sample(PixelBuffer.planes(.swapped, light: light, using: &generator)))
    }
    var limits = WireLimits()
    limits.tree.imageBytes = 1 << 20
    for index in 0..<20_000 {
      var message = samples[index % samples.count]
      for _ in 0..<3 {
        let place = message.bytes.count - 1 - generator.index(below: 60)
        message.bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      let received = try? message.decoded(
        as: ClientMessage.self,
        limits: limits,
        releases: releases
      )
      guard case .presentSlot(let taken) = received?.message else { continue }
      // Reads every row of every plane.
      let count = taken.present.pixels.withBytes { $0.count }
      #expect(count == taken.present.pixels.width * taken.present.pixels.height * 4 || count > 0)
    }
    #expect(releases.inUse == 0)
  }
}
