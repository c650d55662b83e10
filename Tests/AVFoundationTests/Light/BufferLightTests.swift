// Pixel buffers of films and in layers: formats, colours and light.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import FilmSamples
import Foundation
import QuartzVideo
import TestClaims
import Testing

// Serialized because: films and buffers have files open, which other tests count.
@Suite(.serialized) struct BufferLightTests {
  /// The pictures of a film in a format.
  private func buffers(_ url: URL, _ format: OSType) throws -> [CVPixelBuffer] {
    let asset = AVURLAsset(url: url)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: try #require(asset.tracks(withMediaType: .video).first),
      outputSettings: [kCVPixelBufferPixelFormatTypeKey: format]
    )
    #expect(reader.canAdd(output))
    reader.add(output)
    #expect(reader.startReading())
    var result: [CVPixelBuffer] = []
    while let sample = output.copyNextSampleBuffer() {
      result.append(try #require(sample.imageBuffer))
    }
    #expect(reader.status == .completed)
    return result
  }

  private func bytes<Value: BitwiseCopyable>(
    _ buffer: CVPixelBuffer,
    _ plane: Int,
    _ count: Int
  ) throws -> [Value] {
    _ = CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { _ = CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    let base = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane))
    return (0..<count).map {
      base.load(fromByteOffset: $0 * MemoryLayout<Value>.size, as: Value.self)
    }
  }

  private func light(_ buffer: CVPixelBuffer) throws -> SIMD4<Float> {
    let image = try #require(buffer.makeImage())
    let rows = image.ownLight ?? LightRows(image.pixelStorage)
    var row = [SIMD4<Float>](repeating: .zero, count: image.width)
    row.withUnsafeMutableBufferPointer { rows.read(row: 0, into: $0) }
    return row[3]
  }

  @Test(.shows("AVAssetReaderTrackOutput")) func samplesOfTenBitsAreThoseOfTheFilm() throws {
    let folder = try Folder()
    for transfer in [VideoFormat.Transfer.pq, .hlg] {
      let film = BrightFilm(codes: [64, 195, 573, 723, 940], transfer)
      let url = try film.make(in: folder, "\(transfer).mkv")
      let found = try buffers(url, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
      #expect(found.count == 5)
      for (number, buffer) in found.enumerated() {
        let luma: [UInt16] = try bytes(buffer, 0, 64)
        let chroma: [UInt16] = try bytes(buffer, 1, 64)
        #expect(luma.allSatisfy { Int($0) == film.codes[number] << 6 })
        #expect(chroma.allSatisfy { $0 == 512 << 6 })
        let space = transfer == .pq ? CGColorSpace.itur_2100_PQ : CGColorSpace.itur_2100_HLG
        #expect(buffer.makeImage()?.colorSpace?.name == space)
        #expect(buffer.makeImage()?.contentHeadroom == kCGDefaultHDRImageContentHeadroom)
        let expected = Float(film.light(number))
        // because: the signal of 10 bits becomes one of 16, a step of which is 1 in 5000 of light.
        #expect(abs(try light(buffer).x - expected) <= 5e-4 * max(expected, 0.01))
      }
    }
  }

  @Test func halvesHaveTheLightOfTheFilm() throws {
    let folder = try Folder()
    let film = BrightFilm(nits: [0, 100, 203, 1000])
    let found = try buffers(try film.make(in: folder), kCVPixelFormatType_64RGBAHalf)
    #expect(found.count == 4)
    for (number, buffer) in found.enumerated() {
      let halves: [Float16] = try bytes(buffer, 0, 4)
      // because: tables, and the steps of half precision, are 1 in 1000.
      #expect(abs(Double(halves[1]) - extendedSRGB(film.light(number))) < 2e-3)
      #expect(halves[3] == 1)
      let image = try #require(buffer.makeImage())
      #expect(image.colorSpace?.name == CGColorSpace.extendedSRGB)
      #expect(image.contentHeadroom == Float(1000) / 203)
    }
  }

  @Test func otherDepthsAndRanges() throws {
    let folder = try Folder()
    let film = BrightFilm(codes: [64, 502, 940], .pq)
    let url = try film.make(in: folder)
    for (format, codes) in [
      (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, [16, 126, 235]),
      (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, [0, 128, 255]),
    ] as [(OSType, [UInt8])] {
      let lumas: [UInt8] = try buffers(url, format).map { try bytes($0, 0, 1)[0] }
      #expect(lumas == codes)
    }
    let full = try buffers(url, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange)
    let lumas: [UInt16] = try full.map { try bytes($0, 0, 1)[0] }
    #expect(lumas.map { $0 >> 6 } == [0, 512, 1023])
  }

  // Films of standard range: the same colours as in BGRA.
  @Test func filmsOfStandardRange() throws {
    let folder = try Folder()
    for kind in [FilmKind.all[0]] {
      let url = URL(fileURLWithPath: try kind.make(3, in: folder))
      let plain = try buffers(url, kCVPixelFormatType_32BGRA)
      for format in [
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
        kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, kCVPixelFormatType_64RGBAHalf,
      ] {
        for (buffer, reference) in zip(try buffers(url, format), plain) {
          let (image, expected) = try (
            #require(buffer.makeImage()).pixelStorage, #require(reference.makeImage()).pixelStorage
          )
          let difference = image.withBytes { left in
            expected.withBytes { right in zip(left, right).map { abs(Int($0) - Int($1)) }.max() }
          }
          // because: the film's converter rounds in integers, and this one in floats.
          #expect(difference ?? 255 <= 2, "\(buffer.formatName)")
        }
      }
    }
  }

  // Pictures of R, G and B have no samples to take over.
  @Test func filmsOfOtherSamplesAreConverted() throws {
    let folder = try Folder()
    let path = folder.file("rgb.mkv")
    try ffmpeg([
      "-f", "lavfi", "-i", "color=c=0xC06020:s=16x16:r=25:d=0.08", "-pix_fmt", "gbrp", "-c:v",
      "ffv1", path,
    ])
    let format = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    let found = try buffers(URL(fileURLWithPath: path), format)
    let luma: [UInt8] = try bytes(try #require(found.first), 0, 1)
    let plain = try buffers(URL(fileURLWithPath: path), kCVPixelFormatType_32RGBA)
    let color: [UInt8] = try bytes(try #require(plain.first), 0, 3)
    let weighted = 0.2126 * Double(color[0]) + 0.7152 * Double(color[1]) + 0.0722 * Double(color[2])
    #expect(Double(luma[0]) == (16 + 219 * weighted / 255).rounded(), "\(color)")
    let storage = try #require(found[0].makeImage()).pixelStorage
    let pixel = storage.withBytes { Array($0.prefix(3)) }
    // because: Y, Cb and Cr of 8 bits are rounded.
    for (value, expected) in zip(pixel, [192, 96, 32]) { #expect(abs(Int(value) - expected) <= 2) }
  }

  /// A sample of one colour in a buffer with notes.
  private func sample(
    _ format: OSType,
    _ color: SIMD4<Float>,
    _ notes: [CFString: Any]
  ) throws -> CMSampleBuffer {
    var made: CVPixelBuffer?
    _ = CVPixelBufferCreate(nil, 4, 4, format, nil, &made)
    let buffer = try #require(made)
    CVBufferSetAttachments(buffer, notes, .shouldPropagate)
    let pixels = [SIMD4<Float>](repeating: color, count: 16)
    #expect(buffer.store(pixels, columns: 0..<4, rows: 0..<4))
    return try CMSampleBuffer(
      imageBuffer: buffer,
      formatDescription: CMFormatDescription(imageBuffer: buffer),
      sampleTiming: CMSampleTimingInfo(
        duration: .invalid,
        presentationTimeStamp: .zero,
        decodeTimeStamp: .invalid
      )
    )
  }

  private let pq: [CFString: Any] = [
    kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_ITU_R_2020,
    kCVImageBufferTransferFunctionKey: kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ,
  ]

  // Law A6.2: 203 nits of contents of 1000 are 188 of 255 at most white, and 1000 are 255.
  @Test(.shows("AVSampleBufferDisplayLayer.enqueue(_:)")) func layersOfStandardRange() throws {
    let p3: [CFString: Any] = [
      kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_P3_D65
    ]
    let cases: [(OSType, SIMD4<Float>, [CFString: Any], [Int])] = [
      (
        kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, .bright(0.580688881), pq, [188, 188, 188]
      ),
      (
        kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, .bright(0.751827096), pq, [255, 255, 255]
      ),
      (kCVPixelFormatType_64RGBAHalf, .bright(0.580688881), pq, [188, 188, 188]),
      (kCVPixelFormatType_64RGBAHalf, .bright(2), [:], [255, 255, 255]),
      (kCVPixelFormatType_30RGBLEPackedWideGamut, SIMD4(0.5, 0.25, -0.1, 1), [:], [128, 64, 0]),
      (kCVPixelFormatType_ARGB2101010LEPacked, SIMD4(0.5, 0.25, 0, 1), [:], [128, 64, 0]),
      (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .bright(0.5), [:], [128, 128, 128]),
      // Green of Display P3 is beyond that of sRGB.
      (kCVPixelFormatType_32BGRA, SIMD4(0, 1, 0, 1), p3, [0, 255, 0]),
      (kCVPixelFormatType_32BGRA, SIMD4(0.5, 0.5, 0.5, 1), p3, [128, 128, 128]),
    ]
    for (format, color, notes, expected) in cases {
      let context = try CAContext(size: CGSize(width: 8, height: 8))
      let layer = AVSampleBufferDisplayLayer()
      layer.videoGravity = .resize
      layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
      context.layer = layer
      layer.enqueue(try sample(format, color, notes))
      let found = try MoviePixels(context.image(at: 0.1))[4, 4]
      for (value, wanted) in zip(found, expected) {
        // because: samples of 8 and 10 bits are rounded before light is made of them.
        #expect(abs(value - wanted) <= 1, "\(format): \(found)")
      }
      #expect(layer.status == .rendering)
    }
  }

  @Test func layersOfExtendedRange() throws {
    let format = kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
    for (wish, expected) in [
      (CALayer.DynamicRange.high, 4.0), (.constrainedHigh, 2), (.standard, 1),
    ] {
      var options = CAContext.Options()
      options.dynamicRange = .extended(headroom: 4)
      let context = try CAContext(size: CGSize(width: 8, height: 8), options: options)
      let layer = AVSampleBufferDisplayLayer()
      layer.videoGravity = .resize
      layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
      layer.preferredDynamicRange = wish
      context.layer = layer
      layer.enqueue(try sample(format, .bright(0.751827096), pq))
      let rows = try #require(context.image(at: 0.1).ownLight)
      var row = [SIMD4<Float>](repeating: .zero, count: 8)
      row.withUnsafeMutableBufferPointer { rows.read(row: 4, into: $0) }
      // because: a step of 10 bits is about 1 % of light at 1000 nits.
      #expect(abs(Double(row[4].y) - expected) < 0.03 * expected, "\(wish): \(row[4])")
    }
  }
}

extension SIMD4<Float> {
  fileprivate static func bright(_ signal: Float) -> SIMD4<Float> {
    SIMD4(signal, signal, signal, 1)
  }
}
