// The colours and the light of pictures in memory.
// Licensed under the MIT license; see LICENSE.

import CoreVideo
import Foundation
import TestClaims
import Testing

@Suite struct BufferColorTests {
  private let x420 = kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
  private let xf20 = kCVPixelFormatType_420YpCbCr10BiPlanarFullRange
  private let half = kCVPixelFormatType_64RGBAHalf
  private let wide = kCVPixelFormatType_30RGBLEPackedWideGamut
  private let packed = kCVPixelFormatType_ARGB2101010LEPacked
  private let pq: [CFString: Any] = [
    kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_ITU_R_2020,
    kCVImageBufferTransferFunctionKey: kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ,
    kCVImageBufferYCbCrMatrixKey: kCVImageBufferYCbCrMatrix_ITU_R_2020,
  ]

  private func make(
    _ format: OSType,
    _ notes: [CFString: Any] = [:],
    width: Int = 2,
    height: Int = 2
  ) throws -> CVPixelBuffer {
    var made: CVPixelBuffer?
    _ = CVPixelBufferCreate(nil, width, height, format, nil, &made)
    let buffer = try #require(made)
    CVBufferSetAttachments(buffer, notes, .shouldPropagate)
    return buffer
  }

  /// Writes one colour everywhere.
  private func fill(_ buffer: CVPixelBuffer, _ color: SIMD4<Float>) {
    let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
    let pixels = [SIMD4<Float>](repeating: color, count: width * height)
    #expect(buffer.store(pixels, columns: 0..<width, rows: 0..<height))
  }

  /// The first Y, Cb and Cr of two planes of 16 bits, without their lower six.
  private func codes(_ buffer: CVPixelBuffer) throws -> [Int] {
    _ = CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { _ = CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    let luma = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
    let chroma = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 1))
    let numbers = [
      luma.load(as: UInt16.self), chroma.load(as: UInt16.self),
      chroma.load(fromByteOffset: 2, as: UInt16.self),
    ]
    #expect(numbers.allSatisfy { $0 & 63 == 0 }, "samples are in the upper bits")
    return numbers.map { Int($0 >> 6) }
  }

  private func light(_ buffer: CVPixelBuffer) throws -> [SIMD4<Float>] {
    let image = try #require(buffer.makeImage())
    let rows = image.ownLight ?? LightRows(image.pixelStorage)
    var row = [SIMD4<Float>](repeating: .zero, count: image.width)
    row.withUnsafeMutableBufferPointer { rows.read(row: 0, into: $0) }
    return row
  }

  // Law A3.6: notes decide the space.
  @Test(
    .shows(
      "kCVImageBufferColorPrimariesKey",
      "kCVImageBufferTransferFunctionKey",
      "kCVImageBufferColorPrimaries_ITU_R_709_2",
      "kCVImageBufferColorPrimaries_ITU_R_2020",
      "kCVImageBufferColorPrimaries_P3_D65",
      "kCVImageBufferTransferFunction_ITU_R_709_2",
      "kCVImageBufferTransferFunction_ITU_R_2020",
      "kCVImageBufferTransferFunction_sRGB",
      "kCVImageBufferTransferFunction_Linear",
      "kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ",
      "kCVImageBufferTransferFunction_ITU_R_2100_HLG",
      "kCVImageBufferCGColorSpaceKey"
    )
  ) func notesDecideTheSpace() throws {
    let cases: [(primaries: CFString?, transfer: CFString?, space: CFString, wide: CFString)] = [
      (nil, nil, CGColorSpace.sRGB, CGColorSpace.extendedSRGB),
      ("ITU_R_709_2", "ITU_R_709_2", CGColorSpace.itur_709, CGColorSpace.itur_709),
      ("ITU_R_709_2", "IEC_sRGB", CGColorSpace.sRGB, CGColorSpace.extendedSRGB),
      ("ITU_R_709_2", nil, CGColorSpace.sRGB, CGColorSpace.extendedSRGB),
      ("ITU_R_709_2", "Linear", CGColorSpace.linearSRGB, CGColorSpace.extendedLinearSRGB),
      ("P3_D65", "IEC_sRGB", CGColorSpace.displayP3, CGColorSpace.extendedDisplayP3),
      ("P3_D65", "ITU_R_709_2", CGColorSpace.displayP3, CGColorSpace.extendedDisplayP3),
      ("ITU_R_2020", "ITU_R_2020", CGColorSpace.itur_2020, CGColorSpace.extendedITUR_2020),
      ("ITU_R_2020", "SMPTE_ST_2084_PQ", CGColorSpace.itur_2100_PQ, CGColorSpace.itur_2100_PQ),
      (nil, "SMPTE_ST_2084_PQ", CGColorSpace.itur_2100_PQ, CGColorSpace.itur_2100_PQ),
      ("ITU_R_2020", "ITU_R_2100_HLG", CGColorSpace.itur_2100_HLG, CGColorSpace.itur_2100_HLG),
    ]
    for (primaries, transfer, name, wideName) in cases {
      for format in [kCVPixelFormatType_32BGRA, x420, half, wide] {
        let buffer = try make(format)
        if let primaries {
          CVBufferSetAttachment(
            buffer,
            kCVImageBufferColorPrimariesKey,
            primaries,
            .shouldPropagate
          )
        }
        if let transfer {
          CVBufferSetAttachment(
            buffer,
            kCVImageBufferTransferFunctionKey,
            transfer,
            .shouldPropagate
          )
        }
        let expected = format == half || format == wide ? wideName : name
        #expect(buffer.makeImage()?.colorSpace?.name == expected, "\(buffer.formatName) \(name)")
      }
    }
    let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let buffer = try make(half, pq.merging([kCVImageBufferCGColorSpaceKey: ""]) { $1 })
    CVBufferSetAttachment(buffer, kCVImageBufferCGColorSpaceKey, space, .shouldPropagate)
    #expect(buffer.makeImage()?.colorSpace?.name == CGColorSpace.extendedDisplayP3)
  }

  @Test func unknownNotesAreReported() throws {
    let buffer = try make(
      kCVPixelFormatType_32BGRA,
      [kCVImageBufferColorPrimariesKey: "SMPTE_C", kCVImageBufferTransferFunctionKey: 7]
    )
    let lines = Diagnostics.lines { #expect(buffer.colorSpace == .sRGBSpace) }
    #expect(lines.count == 2 && lines[0].contains("SMPTE_C"))
    let gray = try #require(CGColorSpace(name: CGColorSpace.linearGray))
    CVBufferRemoveAllAttachments(buffer)
    CVBufferSetAttachment(buffer, kCVImageBufferCGColorSpaceKey, gray, .shouldPropagate)
    let reports = Diagnostics.lines { #expect(buffer.colorSpace == .sRGBSpace) }
    #expect(reports.count == 1)
  }

  @Test(.shows("kCVImageBufferYCbCrMatrixKey")) func unknownMatricesAreRefused() throws {
    let buffer = try make(x420, [kCVImageBufferYCbCrMatrixKey: "SMPTE_240M_1995"])
    let lines = Diagnostics.lines {
      #expect(buffer.makeImage() == nil)
      #expect(
        !buffer.store([SIMD4<Float>](repeating: .zero, count: 4), columns: 0..<2, rows: 0..<2)
      )
    }
    #expect(lines.count == 2 && lines[0].contains("SMPTE_240M_1995"))
  }

  /// x and y of BT.2020's green, blue and red, and of white; then 1000 and 0.005 nits.
  private let screen: [UInt8] = [
    0x21, 0x34, 0x9B, 0xAA, 0x19, 0x96, 0x08, 0xFC, 0x8A, 0x48, 0x39, 0x08, 0x3D, 0x13, 0x40, 0x42,
    0x00, 0x98, 0x96, 0x80, 0x00, 0x00, 0x00, 0x32,
  ]

  // Law A5.3: the brightest pixel, then the screen, 203...10,000 nits over 203.
  @Test(
    .shows(
      "kCVImageBufferMasteringDisplayColorVolumeKey",
      "kCVImageBufferContentLightLevelInfoKey",
      "kCVImageBufferAmbientViewingEnvironmentKey"
    )
  ) func headroomsOfNotes() throws {
    let screenKey = kCVImageBufferMasteringDisplayColorVolumeKey
    let lightKey = kCVImageBufferContentLightLevelInfoKey
    func headroom(_ notes: [CFString: Any], _ format: OSType? = nil) throws -> Float? {
      try make(format ?? x420, pq.merging(notes) { $1 }).makeImage()?.contentHeadroom
    }
    func data(_ bytes: [UInt8]) -> Data { Data(bytes) }
    #expect(try headroom([:]) == kCGDefaultHDRImageContentHeadroom)
    #expect(try headroom([screenKey: data(screen)]) == 1000 / 203)
    #expect(try headroom([lightKey: data([0x0F, 0xA0, 0, 0])]) == 4000 / 203)
    #expect(
      try headroom([lightKey: data([0x0F, 0xA0, 0, 0]), screenKey: data(screen)]) == 4000 / 203
    )
    #expect(try headroom([lightKey: data([0, 0, 1, 0]), screenKey: data(screen)]) == 1000 / 203)
    #expect(try headroom([lightKey: data([0, 1, 0, 0])]) == 1)
    #expect(try headroom([lightKey: data([0xFF, 0xFF, 0, 0])]) == 10_000 / 203)
    // HLG is for any screen; and a standard range has no light beyond white.
    let hlg = kCVImageBufferTransferFunction_ITU_R_2100_HLG
    let four = data([0x0F, 0xA0, 0, 0])
    #expect(
      try headroom([kCVImageBufferTransferFunctionKey: hlg, lightKey: four])
        == kCGDefaultHDRImageContentHeadroom
    )
    #expect(try make(kCVPixelFormatType_32BGRA, [lightKey: four]).makeImage()?.contentHeadroom == 1)
    #expect(try make(half, [lightKey: four]).makeImage()?.contentHeadroom == 4000 / 203)
    #expect(try make(half).makeImage()?.contentHeadroom == 0)
    #expect(try make(wide).makeImage()?.contentHeadroom == 0)
    for bad: Any in [data([1, 2, 3]), "4000", data(screen + [0])] {
      var found: Float?
      let lines = try Diagnostics.lines { found = try headroom([lightKey: bad]) }
      #expect(found == kCGDefaultHDRImageContentHeadroom)
      #expect(lines.count == 1 && lines[0].contains("4 bytes"), "\(lines)")
    }
    let room = data([0x00, 0x2F, 0xE9, 0xA0, 0x3D, 0x13, 0x40, 0x42])
    let lit = try make(x420, [kCVImageBufferAmbientViewingEnvironmentKey: room])
    #expect(
      CVBufferCopyAttachment(lit, kCVImageBufferAmbientViewingEnvironmentKey, nil) as? Data == room
    )
  }

  // Laws A4.1 and A4.4: the codes of light in nits.
  @Test func codesOfNits() throws {
    let cases: [(signal: Float, limited: Int, full: Int)] = [
      (0.149945732, 195, 153), (0.508078422, 509, 520), (0.580688881, 573, 594),
      (0.652578598, 636, 668), (0.751827096, 723, 769), (0.902572393, 855, 923), (1, 940, 1023),
      // HLG of 100, 203 and 400 nits; full numbers of the same signals.
      (0.629620, 616, 644), (0.749877, 721, 767), (0.858397, 816, 878),
    ]
    for (signal, limited, full) in cases {
      let video = try make(x420, pq)
      fill(video, SIMD4(signal, signal, signal, 1))
      #expect(try codes(video) == [limited, 512, 512], "\(signal)")
      let all = try make(xf20, pq)
      fill(all, SIMD4(signal, signal, signal, 1))
      #expect(try codes(all) == [full, 512, 512], "\(signal)")
    }
  }

  // Law A4.6: BT.2020's red of 1000 nits in PQ.
  @Test(.shows("kCVImageBufferYCbCrMatrix_ITU_R_2020")) func redOfThousandNits() throws {
    let buffer = try make(x420, pq)
    fill(buffer, SIMD4(0.751827096, 0, 0, 1))
    #expect(try codes(buffer) == [237, 418, 849])
    let image = try #require(buffer.makeImage())
    #expect(image.bitsPerComponent == 16 && image.alphaInfo == .noneSkipLast)
    // Light of sRGB's primaries: 4.926 times the first column of the matrix.
    let found = try light(buffer)[0]
    for (value, factor) in zip([found.x, found.y, found.z], [1.6604910, -0.1245505, -0.0181508]) {
      // because: a step of 10 bits is 1/876 of the signal, about 1.4 % of light at 1000 nits.
      #expect(abs(value - Float(4.926108 * factor)) < 0.07, "\(value)")
    }
  }

  // BT.709 and BT.601 where no note says it.
  @Test func matricesWithoutNotes() throws {
    let format = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    for (height, notes, luma) in [
      (2, [:], 81), (720, [:], 63),
      (2, [kCVImageBufferYCbCrMatrixKey: kCVImageBufferYCbCrMatrix_ITU_R_709_2], 63),
      (720, [kCVImageBufferYCbCrMatrixKey: kCVImageBufferYCbCrMatrix_ITU_R_601_4], 81),
      (720, [kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_ITU_R_2020], 74),
    ] as [(Int, [CFString: Any], UInt8)] {
      let buffer = try make(format, notes, height: height)
      fill(buffer, SIMD4(1, 0, 0, 1))
      _ = CVPixelBufferLockBaseAddress(buffer, .readOnly)
      let base = try #require(CVPixelBufferGetBaseAddress(buffer))
      // 16 + 219 times 0.299, 0.2126, 0.2627.
      #expect(base.load(as: UInt8.self) == luma)
      _ = CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
      let shown = try light(buffer)[0]
      // because: Y, Cb and Cr of 8 bits are rounded.
      guard notes[kCVImageBufferColorPrimariesKey] == nil else { continue }
      #expect(abs(shown.x - 1) < 0.02 && abs(shown.y) < 0.005 && abs(shown.z) < 0.005)
    }
  }

  @Test func planesOfTwoAndThreeAreAlike() throws {
    let formats = [
      kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
    ]
    var images: [[UInt8]] = []
    for format in formats {
      let buffer = try make(format, width: 5, height: 3)
      var pixels: [SIMD4<Float>] = []
      for index in 0..<15 {
        let share = Float(index) / 14
        pixels.append(SIMD4(share, 1 - share, share * share, 1))
      }
      #expect(buffer.store(pixels, columns: 0..<5, rows: 0..<3))
      let storage = try #require(buffer.makeImage()).pixelStorage
      images.append(storage.withBytes { Array($0) })
    }
    #expect(images[0] == images[1] && Set(images[0]).count > 10)
  }

  // Chroma lies on even columns, between two rows.
  @Test func chromaBetweenSamples() throws {
    let buffer = try make(
      kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
      [kCVImageBufferYCbCrMatrixKey: kCVImageBufferYCbCrMatrix_ITU_R_601_4],
      width: 4,
      height: 4
    )
    _ = CVPixelBufferLockBaseAddress(buffer, [])
    let luma = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
    let chroma = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 1))
    for y in 0..<4 {
      for x in 0..<4 {
        luma.storeBytes(
          of: 128,
          toByteOffset: y * CVPixelBufferGetBytesPerRow(buffer) + x,
          as: UInt8.self
        )
      }
    }
    let rowBytes = CVPixelBufferGetBytesPerRowOfPlane(buffer, 1)
    for (index, cr) in [128, 168, 148, 188].enumerated() as EnumeratedSequence<[UInt8]> {
      let place = index / 2 * rowBytes + index % 2 * 2
      chroma.storeBytes(of: 128, toByteOffset: place, as: UInt8.self)
      chroma.storeBytes(of: cr, toByteOffset: place + 1, as: UInt8.self)
    }
    _ = CVPixelBufferUnlockBaseAddress(buffer, [])
    let storage = try #require(buffer.makeImage()).pixelStorage
    let reds = storage.withBytes { bytes in (0..<16).map { Int(bytes[$0 * 4]) } }
    // Red is 128 + 1.402 (Cr - 128): columns 0, half, 40, 40; rows 0, a quarter, three, 20.
    let (columns, rows) = ([0.0, 20, 40, 40], [0.0, 5, 15, 20])
    for index in 0..<16 {
      let expected = 128 + 1.402 * (columns[index % 4] + rows[index / 4])
      #expect(abs(Double(reds[index]) - expected) <= 0.5 + 1e-9, "\(index)")
    }
  }

  // Law A3.5: (c - 384) / 510.
  @Test(.shows("kCVPixelFormatType_30RGBLEPackedWideGamut")) func codesOfWideGamut() throws {
    let buffer = try make(wide, width: 4, height: 1)
    let values: [Float] = [0, 1, -0.25, 2]
    #expect(
      buffer.store(values.map { SIMD4($0, 0, 0.5, 1) }, columns: 0..<4, rows: 0..<1)
    )
    _ = CVPixelBufferLockBaseAddress(buffer, .readOnly)
    let base = try #require(CVPixelBufferGetBaseAddress(buffer))
    let codes = (0..<4).map { base.load(fromByteOffset: $0 * 4, as: UInt32.self) }
    _ = CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
    // -0.25 x 510 + 384 is 256.5; 2 is beyond.
    #expect(codes.map { $0 >> 20 } == [384, 894, 257, 1023])
    #expect(codes.allSatisfy { $0 >> 10 & 1023 == 384 && $0 & 1023 == 639 })
    let found = try light(buffer)
    #expect(found[0].x == 0 && found[1].x == 1 && found[2].x < -0.05 && found[3].x > 1.6)
  }

  @Test(.shows("kCVPixelFormatType_ARGB2101010LEPacked")) func alphaOfTwoBits() throws {
    let buffer = try make(packed, width: 3, height: 1)
    let pixels = [SIMD4<Float>(1, 0.5, 0, 1), SIMD4(0.35, 0.14, 0, 0.7), SIMD4(0, 0, 0, 0.1)]
    #expect(buffer.store(pixels, columns: 0..<3, rows: 0..<1))
    _ = CVPixelBufferLockBaseAddress(buffer, .readOnly)
    let base = try #require(CVPixelBufferGetBaseAddress(buffer))
    let codes = (0..<3).map { base.load(fromByteOffset: $0 * 4, as: UInt32.self) }
    _ = CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
    #expect(codes[0] == 3 << 30 | 1023 << 20 | 512 << 10)
    // Two thirds of a half and of a fifth.
    #expect(codes[1] == 2 << 30 | 341 << 20 | 136 << 10)
    #expect(codes[2] == 0)
    let shown = try light(buffer)[1]
    #expect(abs(shown.w - 2.0 / 3) < 1e-6 && abs(shown.x - 0.2140411) < 1e-3)
  }

  @Test(.shows("kCVPixelFormatType_64RGBAHalf")) func halvesHoldLight() throws {
    let linear = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    let buffer = try make(half, [kCVImageBufferCGColorSpaceKey: linear], width: 3, height: 1)
    let pixels = [SIMD4<Float>(4, -0.25, 0.5, 1), SIMD4(1, 0, 0, 0.5), SIMD4(1e9, 0, 0, 1)]
    #expect(buffer.store(pixels, columns: 0..<3, rows: 0..<1))
    let found = try light(buffer)
    #expect(found[0] == SIMD4(4, -0.25, 0.5, 1) && found[1] == SIMD4(2, 0, 0, 0.5))
    #expect(found[2].x == 65504)
  }

  @Test func bytesInTheirOrders() throws {
    for (format, order) in [
      (kCVPixelFormatType_32BGRA, [51, 102, 255, 255]),
      (kCVPixelFormatType_32RGBA, [255, 102, 51, 255]),
      (kCVPixelFormatType_32ARGB, [255, 255, 102, 51]),
    ] as [(OSType, [UInt8])] {
      let buffer = try make(format)
      fill(buffer, SIMD4(1, 0.4, 0.2, 1))
      _ = CVPixelBufferLockBaseAddress(buffer, .readOnly)
      let base = try #require(CVPixelBufferGetBaseAddress(buffer))
      #expect((0..<4).map { base.load(fromByteOffset: $0, as: UInt8.self) } == order)
      _ = CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
      let storage = try #require(buffer.makeImage()).pixelStorage
      #expect(storage.withBytes { Array($0.prefix(4)) } == [255, 102, 51, 255])
    }
  }
}
