// Images of pixel buffers, and images drawn into them.
// Licensed under the MIT license; see LICENSE.

import CoreImage
import Foundation
import TestClaims
import Testing

@Suite struct PixelBufferImageTests {
  private static let formats = [
    kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA, kCVPixelFormatType_32ARGB,
    kCVPixelFormatType_64RGBAHalf, kCVPixelFormatType_ARGB2101010LEPacked,
    kCVPixelFormatType_30RGBLEPackedWideGamut, kCVPixelFormatType_420YpCbCr8Planar,
    kCVPixelFormatType_420YpCbCr8PlanarFullRange,
    kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
    kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
    kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
    kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
  ]
  private let pq: [CFString: Any] = [
    kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_ITU_R_2020,
    kCVImageBufferTransferFunctionKey: kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ,
    kCVImageBufferYCbCrMatrixKey: kCVImageBufferYCbCrMatrix_ITU_R_2020,
  ]

  private func make(
    _ format: OSType,
    _ width: Int,
    _ height: Int,
    _ notes: [CFString: Any] = [:]
  ) throws -> CVPixelBuffer {
    var made: CVPixelBuffer?
    _ = CVPixelBufferCreate(nil, width, height, format, nil, &made)
    let buffer = try #require(made)
    CVBufferSetAttachments(buffer, notes, .shouldPropagate)
    return buffer
  }

  /// The premultiplied light of an image, rows from the top.
  private func light(_ image: CIImage, _ rect: CGRect) -> [SIMD4<Float>] {
    let (width, height) = (Int(rect.width), Int(rect.height))
    var pixels = [SIMD4<Float>](repeating: .zero, count: width * height)
    CIContext().render(
      image,
      toBitmap: &pixels,
      rowBytes: width * 16,
      bounds: rect,
      format: .RGBAf,
      colorSpace: nil
    )
    return pixels
  }

  private func gray(_ light: Float, _ width: Int = 4, _ height: Int = 4) -> CIImage {
    let pixels = [SIMD4<Float>](repeating: SIMD4(light, light, light, 1), count: width * height)
    return CIImage(
      bitmapData: pixels.withUnsafeBytes { Data($0) },
      bytesPerRow: width * 16,
      size: CGSize(width: width, height: height),
      format: .RGBAf,
      colorSpace: nil
    )
  }

  @Test(
    .shows(
      "CIImage.init(cvPixelBuffer:)",
      "CIImage.init(cvPixelBuffer:options:)",
      "CIImage.init(cvImageBuffer:)",
      "CIImage.init(cvImageBuffer:options:)",
      "CIImage.pixelBuffer"
    )
  ) func bytesAreThoseOfTheBuffer() throws {
    let buffer = try make(kCVPixelFormatType_32BGRA, 3, 2)
    _ = CVPixelBufferLockBaseAddress(buffer, [])
    let base = try #require(CVPixelBufferGetBaseAddress(buffer))
    var expected: [SIMD4<UInt8>] = []
    for index in 0..<6 {
      let (x, y) = (index % 3, index / 3)
      let pixel = SIMD4<UInt8>(UInt8(index * 20), UInt8(x * 60), UInt8(y * 90), 255)
      base.storeBytes(
        of: pixel,
        toByteOffset: y * CVPixelBufferGetBytesPerRow(buffer) + x * 4,
        as: SIMD4<UInt8>.self
      )
      expected.append(SIMD4(pixel.z, pixel.y, pixel.x, 255))
    }
    _ = CVPixelBufferUnlockBaseAddress(buffer, [])
    let rect = CGRect(x: 0, y: 0, width: 3, height: 2)
    for image in [
      CIImage(cvPixelBuffer: buffer), CIImage(cvImageBuffer: buffer),
      CIImage(cvPixelBuffer: buffer, options: [:]), CIImage(cvImageBuffer: buffer, options: [:]),
    ] {
      #expect(image.extent == rect && image.pixelBuffer === buffer && image.cgImage == nil)
      #expect(bytes(image, rect) == expected)
      #expect(image.contentHeadroom == 1 && image.colorSpace?.name == CGColorSpace.sRGB)
      #expect(image.applyingGaussianBlur(sigma: 1).pixelBuffer == nil)
    }
    let space = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
    let other = CIImage(cvPixelBuffer: buffer, options: [.colorSpace: space])
    #expect(light(other, rect)[0].x == 0 && light(other, rect)[3].x == 90.0 / 255)
  }

  // Attachments decide space and headroom.
  @Test func lightOfTenBits() throws {
    let buffer = try make(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, 4, 4, pq)
    CIContext().render(gray(4.926108), to: buffer)
    _ = CVPixelBufferLockBaseAddress(buffer, .readOnly)
    let base = try #require(CVPixelBufferGetBaseAddress(buffer))
    // Law A4.1: 1000 nits.
    #expect(base.load(as: UInt16.self) >> 6 == 723)
    _ = CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
    let image = CIImage(cvPixelBuffer: buffer)
    #expect(image.contentHeadroom == kCGDefaultHDRImageContentHeadroom)
    #expect(image.colorSpace?.name == CGColorSpace.itur_2100_PQ)
    // because: a step of 10 bits is 1/876 of the signal, about 1 % of light at 1000 nits.
    let shown = light(image, image.extent)[0]
    #expect(abs(shown.x - 4.926108) < 0.05 && abs(shown.y - shown.x) < 1e-3)
    let standard = CIFilter.toneMapHeadroom()
    standard.inputImage = image
    let mapped = light(try #require(standard.outputImage), image.extent)[0]
    #expect(abs(mapped.x - 1) < 0.01)
    let nits = Data([0x0F, 0xA0, 0, 0])
    CVBufferSetAttachment(buffer, kCVImageBufferContentLightLevelInfoKey, nits, .shouldPropagate)
    #expect(CIImage(cvPixelBuffer: buffer).contentHeadroom == Float(4000) / 203)
  }

  @Test(
    .shows("CIContext.render(_:to:)", "CIContext.render(_:to:bounds:colorSpace:)"),
    arguments: formats
  )
  func everyFormatComesBack(_ format: OSType) throws {
    let buffer = try make(format, 5, 3)
    let color = CIColor(red: 0.8, green: 0.4, blue: 0.2)
    CIContext().render(CIImage(color: color), to: buffer)
    let rect = CGRect(x: 0, y: 0, width: 5, height: 3)
    let found = bytes(CIImage(cvPixelBuffer: buffer), rect)
    for pixel in found {
      // because: 8 bits of Y, Cb and Cr are as far from R, G and B.
      let difference = SIMD4<Int>(truncatingIfNeeded: pixel) &- SIMD4(204, 102, 51, 255)
      #expect(difference.max() <= 2 && difference.min() >= -2, "\(buffer.formatName): \(pixel)")
    }
    #expect(found.count == 15)
  }

  @Test func lightBeyondWhite() throws {
    for format in [kCVPixelFormatType_64RGBAHalf, kCVPixelFormatType_30RGBLEPackedWideGamut] {
      let buffer = try make(format, 4, 4)
      CIContext().render(gray(1.5), to: buffer)
      let image = CIImage(cvPixelBuffer: buffer)
      // because: a step of 10 bits is 1/510 of the encoded value.
      #expect(abs(light(image, image.extent)[5].x - 1.5) < 0.01, "\(buffer.formatName)")
      #expect(image.contentHeadroom == 0)
    }
    // A buffer of bytes ends at white.
    let bytes = try make(kCVPixelFormatType_32BGRA, 4, 4)
    CIContext().render(gray(1.5), to: bytes)
    let image = CIImage(cvPixelBuffer: bytes)
    #expect(light(image, image.extent)[0].x == 1)
  }

  @Test(arguments: [kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange])
  func boundsArePartsOfTheBuffer(_ format: OSType) throws {
    let buffer = try make(format, 8, 6)
    let whole = CGRect(x: 0, y: 0, width: 8, height: 6)
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let context = CIContext()
    context.render(.black, to: buffer)
    context.render(
      .white,
      to: buffer,
      bounds: CGRect(x: 2, y: 4, width: 100, height: 100),
      colorSpace: space
    )
    let found = bytes(CIImage(cvPixelBuffer: buffer), whole)
    for (index, pixel) in found.enumerated() {
      let isInside = index % 8 >= 2 && index / 8 < 2
      // White and black have the same Cb and Cr, so nothing shows beyond an edge.
      #expect(pixel.x == (isInside ? 255 : 0) && pixel.x == pixel.z, "\(index)")
    }
    let lines = diagnostics {
      let outside = CGRect(x: 20, y: 0, width: 2, height: 2)
      context.render(.white, to: buffer, bounds: outside, colorSpace: space)
    }
    #expect(lines.count == 1)
    #expect(bytes(CIImage(cvPixelBuffer: buffer), whole) == found)
  }

  @Test func spacesOfResults() throws {
    let buffer = try make(kCVPixelFormatType_64RGBAHalf, 1, 1)
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
    for space in [nil, linear] {
      CIContext().render(gray(3), to: buffer, bounds: .infinite, colorSpace: space)
      _ = CVPixelBufferLockBaseAddress(buffer, .readOnly)
      let base = try #require(CVPixelBufferGetBaseAddress(buffer))
      // The extended space stands for the one of 0...1.
      #expect(base.load(as: Float16.self) == 3)
      _ = CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
    }
  }

  @Test func grayBuffers() throws {
    let buffer = try make(kCVPixelFormatType_OneComponent8, 3, 2)
    CIContext().render(gray(0.2158605, 3, 2), to: buffer)
    let rect = CGRect(x: 0, y: 0, width: 3, height: 2)
    let found = bytes(CIImage(cvPixelBuffer: buffer), rect)
    #expect(found == [SIMD4<UInt8>](repeating: SIMD4(128, 128, 128, 255), count: 6))
    let lines = diagnostics {
      CIContext().render(
        .white,
        to: buffer,
        bounds: rect,
        colorSpace: .init(name: CGColorSpace.sRGB)
      )
    }
    #expect(lines.count == 1 && lines[0].contains("L008"))
  }

  @Test func unknownMatricesAreRefused() throws {
    let format = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    let buffer = try make(format, 2, 2, [kCVImageBufferYCbCrMatrixKey: "ICtCp"])
    let lines = diagnostics {
      #expect(CIImage(cvPixelBuffer: buffer).extent.isNull)
      CIContext().render(.red, to: buffer)
    }
    #expect(lines.count == 4 && lines[0].contains("ICtCp") && lines[1].contains("420v"))
  }
}
