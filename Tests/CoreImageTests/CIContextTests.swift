// Pictures of a context, against the formulas of Core Image.
// Licensed under the MIT license; see LICENSE.

import CoreImage
import Foundation
import ImageIO
import TestClaims
import Testing

@Suite(.serialized) struct CIContextTests {
  private let one = CGRect(x: 0, y: 0, width: 1, height: 1)

  private func color(_ red: Double, _ green: Double, _ blue: Double) -> CIImage {
    CIImage(color: CIColor(red: red, green: green, blue: blue))
  }

  /// Measured of Apple's: (.592, .141, .122) gives (.849, .992, .994), within half a byte.
  @Test(
    .shows(
      "CIColorInvert",
      "CIImage.init(color:)",
      "CIImage.applyingFilter(_:)",
      "CIContext.init(options:)",
      "CIContextOption",
      "CIContextOption.workingColorSpace"
    )
  ) func invertsInLinearLight() {
    let found = bytes(color(0.592, 0.141, 0.122).applyingFilter("CIColorInvert"), one)[0]
    for (index, expected) in [0.849, 0.992, 0.994].enumerated() {
      #expect(abs(Double(found[index]) - expected * 255) <= 0.7)
    }
    // Encoded: 1 - x.
    let encoded = CIContext(options: [.workingColorSpace: NSNull()])
    let plain = bytes(
      color(0.2, 0.4, 0.6).applyingFilter("CIColorInvert"),
      one,
      context: encoded
    )[0]
    #expect(plain == SIMD4(204, 153, 102, 255))
  }

  /// Half of white over black in linear light is 188.
  @Test(.shows("CIDissolveTransition", "CIImage.composited(over:)")) func dissolvesInLinearLight()
    throws
  {
    let fade = CIFilter.dissolveTransition()
    fade.inputImage = .black
    fade.targetImage = .white
    fade.time = 0.5
    #expect(bytes(try #require(fade.outputImage), one) == [SIMD4(188, 188, 188, 255)])
    let half = CIImage(color: CIColor(red: 1, green: 1, blue: 1, alpha: 0.5))
    #expect(bytes(half.composited(over: .black), one) == [SIMD4(188, 188, 188, 255)])
  }

  @Test(
    .shows(
      "CIContext",
      "CIContext.createCGImage(_:from:)",
      "CIContext.createCGImage(_:from:format:colorSpace:)",
      "CIFormat.RGBAh",
      "CIFormat.L8"
    )
  ) func imagesHaveTheFormatThatWasAsked() throws {
    let context = CIContext()
    let rect = CGRect(x: 0, y: 0, width: 3, height: 2)
    let plain = try #require(context.createCGImage(.red, from: rect))
    #expect(plain.width == 3 && plain.height == 2 && plain.bitsPerComponent == 8)
    #expect(plain.colorSpace?.name == CGColorSpace.sRGB)
    let deep = try #require(
      context.createCGImage(
        .red,
        from: rect,
        format: .RGBAh,
        colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
      )
    )
    #expect(deep.bitsPerComponent == 16 && deep.bitmapInfo.contains(.floatComponents))
    let gray = try #require(
      context.createCGImage(
        .white,
        from: rect,
        format: .L8,
        colorSpace: CGColorSpaceCreateDeviceGray()
      )
    )
    #expect(gray.bitsPerPixel == 8)
    let lines = diagnostics {
      #expect(
        context.createCGImage(
          .red,
          from: rect,
          format: .RGBA8,
          colorSpace: CGColorSpaceCreateDeviceGray()
        ) == nil
      )
      #expect(context.createCGImage(.red, from: rect, format: .R8, colorSpace: nil) == nil)
    }
    #expect(lines.count >= 2)
  }

  @Test(
    .shows(
      "CIContextOption.outputColorSpace",
      "CIContext.workingColorSpace",
      "CIContext.workingFormat",
      "CIContext.createCGImage(_:from:format:colorSpace:deferred:)"
    )
  ) func spacesAreThoseOfTheOptions() throws {
    let plain = CIContext()
    #expect(plain.workingColorSpace?.name == CGColorSpace.extendedLinearSRGB)
    #expect(plain.workingFormat == .RGBAf)
    let encoded = CIContext(options: [.workingColorSpace: NSNull()])
    #expect(encoded.workingColorSpace?.name == CGColorSpace.extendedSRGB)
    let wide = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let context = CIContext(options: [.outputColorSpace: wide])
    let red = try #require(context.createCGImage(.red, from: one))
    #expect(red.colorSpace == wide)
    // sRGB's red in Display P3: (0.9175, 0.2003, 0.1386).
    let data = try #require(red.dataProvider?.data)
    #expect(Array(Data(referencing: data as NSData)) == [234, 51, 35, 255])
    let later = plain.createCGImage(
      .red,
      from: one,
      format: .RGBA8,
      colorSpace: wide,
      deferred: true
    )
    #expect(later?.dataProvider?.data == red.dataProvider?.data)
  }

  /// Hints change no picture.
  @Test(
    .shows(
      "CIContextOption.cacheIntermediates",
      "CIContextOption.highQualityDownsample",
      "CIContextOption.priorityRequestLow",
      "CIContextOption.useSoftwareRenderer",
      "CIContext.clearCaches()",
      "CIContext.reclaimResources()",
      "CIImage.insertingIntermediate()",
      "CIImage.insertingIntermediate(cache:)",
      "CIImage.transformed(by:highQualityDownsample:)"
    )
  ) func hintsChangeNothing() {
    let rect = CGRect(x: 0, y: 0, width: 12, height: 12)
    let small = CGAffineTransform(scaleX: 0.375, y: 0.625)
    let image = TypedPictures.first
    let expected = bytes(image.applyingGaussianBlur(sigma: 2).transformed(by: small), rect)
    #expect(Set(expected).count > 40)
    let hints: [CIContextOption] = [
      .cacheIntermediates, .highQualityDownsample, .priorityRequestLow, .useSoftwareRenderer,
    ]
    for hint in hints {
      for value in [true, false] {
        let context = CIContext(options: [hint: value])
        let blurred = image.applyingGaussianBlur(sigma: 2)
          .insertingIntermediate().insertingIntermediate(cache: value)
        let result = blurred.transformed(by: small, highQualityDownsample: value)
        #expect(bytes(result, rect, context: context) == expected, "\(hint)")
        context.clearCaches()
        context.reclaimResources()
        #expect(bytes(result, rect, context: context) == expected, "\(hint)")
      }
    }
  }

  @Test(.shows("CIContext.inputImageMaximumSize()", "CIContext.outputImageMaximumSize()"))
  func largestSizesAreTakenAndNoLarger() throws {
    let context = CIContext()
    let most = context.outputImageMaximumSize()
    #expect(context.inputImageMaximumSize() == most && most.width == most.height)
    let row = CGRect(x: 0, y: 0, width: most.width, height: 1)
    let widest = try #require(context.createCGImage(.red, from: row))
    #expect(CIImage(cgImage: widest).extent == row)
    let lines = diagnostics {
      let wider = CGRect(x: 0, y: 0, width: most.width + 1, height: 1)
      #expect(context.createCGImage(.red, from: wider) == nil)
    }
    #expect(lines.count == 1)
  }

  @Test(
    .shows(
      "CIContext.jpegRepresentation(of:colorSpace:options:)",
      "CIContext.tiffRepresentation(of:format:colorSpace:options:)",
      "CIContext.writeJPEGRepresentation(of:to:colorSpace:options:)",
      "CIContext.writeTIFFRepresentation(of:to:format:colorSpace:options:)",
      "CIImageRepresentationOption",
      "CIImage.init(contentsOf:options:)"
    )
  ) func filesShowTheImage() throws {
    let context = CIContext()
    let space = CGColorSpaceCreateDeviceRGB()
    let image = TypedPictures.first
    let pixels = bytes(image, image.extent)
    let tiff = try #require(
      context.tiffRepresentation(of: image, format: .RGBA8, colorSpace: space)
    )
    let read = try #require(CIImage(data: tiff))
    #expect(bytes(read, read.extent) == pixels)
    let quality = CIImageRepresentationOption(
      rawValue: kCGImageDestinationLossyCompressionQuality as String
    )
    let sizes = try [0.1, 0.5, 1].map { value in
      try #require(
        context.jpegRepresentation(of: image, colorSpace: space, options: [quality: value])
      ).count
    }
    #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2])
    let folder = FileManager.default.temporaryDirectory
    let name = "cicontext-\(UUID().uuidString)"
    let files = ["tiff", "jpg"].map { folder.appendingPathComponent("\(name).\($0)") }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    try context.writeTIFFRepresentation(
      of: image,
      to: files[0],
      format: .RGBA8,
      colorSpace: space
    )
    try context.writeJPEGRepresentation(of: .red.cropped(to: one), to: files[1], colorSpace: space)
    let written = try #require(CIImage(contentsOf: files[0], options: [.properties: ["a": 1]]))
    #expect(bytes(written, written.extent) == pixels && written.properties["a"] as? Int == 1)
    let red = try #require(CIImage(contentsOf: files[1]))
    // Baseline JPEG of one colour: each of three conversions rounds by half a step.
    let pixel = bytes(red, red.extent)[0]
    #expect(red.extent == one && pixel.x >= 253 && pixel.y <= 2 && pixel.z <= 2)
  }

  @Test func partialPixelsGrowToWholeOnes() throws {
    let picture = try #require(
      CIContext().createCGImage(.red, from: CGRect(x: 0.5, y: 0.5, width: 2, height: 1))
    )
    #expect(picture.width == 3 && picture.height == 2)
  }

  @Test(.shows("CIContext.init(cgContext:options:)", "CIContext.draw(_:in:from:)"))
  func drawsIntoAContext() throws {
    let target = try #require(
      CGContext(
        data: nil,
        width: 4,
        height: 4,
        bitsPerComponent: 8,
        bytesPerRow: 16,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    CIContext(cgContext: target).draw(
      .green,
      in: CGRect(x: 1, y: 0, width: 2, height: 2),
      from: one
    )
    let drawn = CIImage(cgImage: try #require(target.makeImage()))
    let green = bytes(drawn, drawn.extent).filter { $0 == SIMD4(0, 255, 0, 255) }
    #expect(green.count == 4)
    let lines = diagnostics { CIContext().draw(.green, in: one, from: one) }
    #expect(lines.count == 1)
  }

  @Test func rowsThatAreTooShortAreLeftAlone() {
    var pixels = [UInt8](repeating: 7, count: 16)
    let lines = diagnostics {
      CIContext().render(
        .red,
        toBitmap: &pixels,
        rowBytes: 4,
        bounds: CGRect(x: 0, y: 0, width: 2, height: 2),
        format: .RGBA8,
        colorSpace: CGColorSpaceCreateDeviceRGB()
      )
    }
    #expect(lines.count >= 1 && pixels.allSatisfy { $0 == 7 })
  }

  /// A picture is drawn in tiles by several threads; each row by itself is drawn at once.
  @Test func tilesAreThePicture() throws {
    let noise = try #require(CIFilter(name: "CIRandomGenerator")?.outputImage)
    let image = noise.cropped(to: CGRect(x: 0, y: 0, width: 1300, height: 900))
      .applyingFilter("CISepiaTone", parameters: ["inputIntensity": 0.8])
      .applyingGaussianBlur(sigma: 9)
      .transformed(by: CGAffineTransform(rotationAngle: 0.1))
      .cropped(to: CGRect(x: 20, y: 30, width: 1200, height: 850))
    let rect = CGRect(x: 10, y: 10, width: 1220, height: 880)
    let whole = bytes(image, rect)
    for row in stride(from: 0, to: 880, by: 97) {
      let line = CGRect(x: 10, y: 889 - CGFloat(row), width: 1220, height: 1)
      #expect(Array(whole[row * 1220..<(row + 1) * 1220]) == bytes(image, line))
    }
    #expect(Set(whole).count > 1000)
  }

  @Test func workThatIsTooMuchIsRefused() {
    var image = CIImage.red.cropped(to: CGRect(x: 0, y: 0, width: 1e6, height: 1e6))
    image = image.applyingGaussianBlur(sigma: 1e9)
    let lines = diagnostics {
      #expect(CIContext().createCGImage(image, from: one) == nil)
    }
    #expect(!lines.isEmpty)
  }

  @Test func unknownFiltersAreEmpty() {
    let lines = diagnostics {
      #expect(CIImage.red.applyingFilter("CINone").extent.isNull)
    }
    #expect(lines.contains { $0.contains("CINone") })
  }
}
