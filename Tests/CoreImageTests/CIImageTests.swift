// Images: extents, places, colours.
// Licensed under the MIT license; see LICENSE.

import CoreImage
import Foundation
import ImageIO
import TestClaims
import Testing

@Suite(.serialized) struct CIImageTests {
  /// Four opaque pixels: red and green above, blue and white below.
  private static let four = [
    SIMD4<UInt8>(255, 0, 0, 255), SIMD4(0, 255, 0, 255),
    SIMD4(0, 0, 255, 255), SIMD4(255, 255, 255, 255),
  ]
  private let square = CGRect(x: 0, y: 0, width: 2, height: 2)

  private var picture: CIImage { image(Self.four, width: 2) }

  @Test(
    .shows(
      "CIImage",
      "CIImage.extent",
      "CIImage.empty()",
      "CIImage.cropped(to:)",
      "CIImage.clampedToExtent()",
      "CIImage.transformed(by:)",
      "CIImage.composited(over:)"
    )
  ) func extentsAreThoseOfPixels() {
    #expect(picture.extent == square)
    #expect(CIImage.red.extent == .infinite && CIImage.red.extent.isInfinite)
    #expect(CIImage.empty().extent.isNull)
    let rect = CGRect(x: 3, y: -4, width: 5, height: 6)
    #expect(CIImage.red.cropped(to: rect).extent == rect)
    #expect(
      picture.cropped(to: CGRect(x: 1, y: 0, width: 9, height: 9)).extent
        == CGRect(x: 1, y: 0, width: 1, height: 2)
    )
    #expect(picture.cropped(to: CGRect(x: 9, y: 9, width: 1, height: 1)).extent.isNull)
    #expect(picture.clampedToExtent().extent == .infinite)
    #expect(
      picture.transformed(by: CGAffineTransform(translationX: 5, y: 7)).extent.origin
        == CGPoint(x: 5, y: 7)
    )
    #expect(picture.composited(over: .blue).extent == .infinite)
  }

  /// y is up: the last row of the pixels is at the bottom.
  @Test(.shows("CIImage.transformed(by:)", "CIImage.clampedToExtent()", "CIImage.clamped(to:)"))
  func partsLieWhereTheyBelong() {
    #expect(bytes(picture, square) == Self.four)
    #expect(bytes(picture, CGRect(x: 0, y: 0, width: 1, height: 1)) == [Self.four[2]])
    #expect(bytes(picture, CGRect(x: 1, y: 1, width: 1, height: 1)) == [Self.four[1]])
    #expect(bytes(picture, CGRect(x: 5, y: 5, width: 1, height: 1)) == [.zero])
    let moved = picture.transformed(by: CGAffineTransform(translationX: 10, y: 20))
    #expect(bytes(moved, CGRect(x: 10, y: 20, width: 2, height: 2)) == Self.four)
    let clamped = picture.clampedToExtent()
    #expect(bytes(clamped, CGRect(x: 90, y: -90, width: 1, height: 1)) == [Self.four[3]])
    let corner = picture.clamped(to: CGRect(x: 0, y: 1, width: 1, height: 1))
    #expect(bytes(corner, CGRect(x: 7, y: 7, width: 1, height: 1)) == [Self.four[0]])
  }

  @Test(.shows("CIImage.samplingNearest()")) func nearestSamplingKeepsPixels() {
    let large = picture.samplingNearest().transformed(by: CGAffineTransform(scaleX: 3, y: 3))
    let pixels = bytes(large, large.extent)
    #expect(large.extent == CGRect(x: 0, y: 0, width: 6, height: 6))
    for y in 0..<6 {
      for x in 0..<6 { #expect(pixels[y * 6 + x] == Self.four[y / 3 * 2 + x / 3]) }
    }
  }

  /// As the pixels that ImageIO turns.
  @Test(
    .shows(
      "CIImage.oriented(_:)",
      "CIImage.oriented(forExifOrientation:)",
      "CIImage.init(cgImage:)"
    )
  ) func orientationsAreThoseOfCameras() throws {
    let pixels = (0..<6).map { SIMD4<UInt8>(UInt8(40 * $0), 0, 0, 255) }
    let wide = image(pixels, width: 3)
    let stored = try #require(CIContext().createCGImage(wide, from: wide.extent)).pixelStorage
    for number in 1...8 {
      let orientation = try #require(CGImagePropertyOrientation(rawValue: UInt32(number)))
      let upright = CIImage(cgImage: CGImage(stored.upright(orientation)))
      let turned = wide.oriented(orientation)
      #expect(turned.extent == upright.extent)
      #expect(bytes(turned, turned.extent) == bytes(upright, upright.extent), "\(number)")
    }
    #expect(wide.oriented(forExifOrientation: 77).extent == wide.extent)
  }

  @Test func allBytesSurvive() throws {
    // Premultiplied grey of every alpha.
    let pixels = (0...255).flatMap { alpha in
      (0...alpha).map { SIMD4(UInt8($0), UInt8($0), UInt8(alpha - $0), UInt8(alpha)) }
    }
    let all = image(Array(pixels.prefix(pixels.count / 64 * 64)), width: 64)
    #expect(bytes(all, all.extent) == Array(pixels.prefix(pixels.count / 64 * 64)))
    let encoded = CIContext(options: [.workingColorSpace: NSNull()])
    #expect(bytes(all, all.extent, context: encoded) == bytes(all, all.extent))
  }

  @Test(
    .shows(
      "CIImage.premultiplyingAlpha()",
      "CIImage.unpremultiplyingAlpha()",
      "CIImage.settingAlphaOne(in:)"
    )
  ) func alphaIsMultipliedAndDivided() {
    // Straight white of alpha 102/255 = 0.4 over nothing.
    let half = image([SIMD4(102, 102, 102, 102)], width: 1)
    let rect = CGRect(x: 0, y: 0, width: 1, height: 1)
    let context = CIContext(options: [.workingColorSpace: NSNull()])
    // 0.4 x 0.4 x 255 = 40.8.
    #expect(bytes(half.premultiplyingAlpha(), rect, context: context) == [SIMD4(41, 41, 41, 102)])
    let opaque = half.settingAlphaOne(in: rect)
    #expect(bytes(opaque, rect, context: context) == [SIMD4(102, 102, 102, 255)])
    #expect(opaque.extent == rect)
    let back = half.premultiplyingAlpha().unpremultiplyingAlpha()
    #expect(bytes(back, rect) == [SIMD4(102, 102, 102, 102)])
  }

  @Test(
    .shows(
      "CIImage.init(contentsOf:)",
      "CIImage.init(data:)",
      "CIImage.url",
      "CIImage.properties",
      "CIImageFileError",
      "CIContext.pngRepresentation(of:format:colorSpace:options:)",
      "CIContext.writePNGRepresentation(of:to:format:colorSpace:options:)"
    )
  ) func filesHaveTheirPixelsAndProperties() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("ciimage-\(UUID().uuidString).png")
    defer { try? FileManager.default.removeItem(at: file) }
    let context = CIContext()
    let space = CGColorSpaceCreateDeviceRGB()
    try context.writePNGRepresentation(of: picture, to: file, format: .RGBA8, colorSpace: space)
    let read = try #require(CIImage(contentsOf: file))
    #expect(bytes(read, read.extent) == Self.four)
    #expect(read.url == file && read.properties["PixelWidth"] as? Int == 2)
    let data = try #require(
      context.pngRepresentation(of: picture, format: .RGBA8, colorSpace: space)
    )
    #expect(CIImage(data: data)?.extent == square)
    #expect(CIImage(data: Data([1, 2, 3])) == nil)
    #expect(CIImage(contentsOf: URL(fileURLWithPath: "/nowhere.png")) == nil)
    let jpeg = try #require(context.jpegRepresentation(of: picture, colorSpace: space))
    #expect(jpeg.prefix(2) == Data([0xFF, 0xD8]))
    #expect(context.tiffRepresentation(of: picture, format: .RGBA8, colorSpace: space) != nil)
    let nowhere = URL(fileURLWithPath: "/nowhere/a.png")
    #expect(throws: CIImageFileError.self) {
      try context.writePNGRepresentation(
        of: picture,
        to: nowhere,
        format: .RGBA8,
        colorSpace: space
      )
    }
  }

  @Test(.shows("CIImageOption.applyOrientationProperty", "CIImage.init(data:options:)"))
  func orientationOfAFileIsApplied() throws {
    let tall = image(Self.four + Self.four, width: 2)
    let picture = try #require(CIContext().createCGImage(tall, from: tall.extent))
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, "public.tiff", 1, nil))
    CGImageDestinationAddImage(destination, picture, [kCGImagePropertyOrientation: 6])
    #expect(CGImageDestinationFinalize(destination))
    let file = Data(referencing: data)
    #expect(CIImage(data: file)?.extent.size == CGSize(width: 2, height: 4))
    let upright = CIImage(data: file, options: [.applyOrientationProperty: true])
    #expect(upright?.extent.size == CGSize(width: 4, height: 2))
    #expect(upright?.properties[kCGImagePropertyOrientation] as? Int == 1)
  }

  @Test func wideColorsSurvive() throws {
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let red = CIImage(color: try #require(CIColor(red: 1, green: 0, blue: 0, colorSpace: p3)))
    var pixel = SIMD4<Float>.zero
    let rect = CGRect(x: 0, y: 0, width: 1, height: 1)
    CIContext().render(
      red,
      toBitmap: &pixel,
      rowBytes: 16,
      bounds: rect,
      format: .RGBAf,
      colorSpace: p3
    )
    #expect(abs(pixel.x - 1) < 1e-4 && abs(pixel.y) < 1e-3 && abs(pixel.z) < 1e-3)
    // The same red outside of sRGB: IEC 61966-2-1's primaries and EG 432-1's, encoded.
    let extended = CGColorSpace(name: CGColorSpace.extendedSRGB)
    CIContext().render(
      red,
      toBitmap: &pixel,
      rowBytes: 16,
      bounds: rect,
      format: .RGBAf,
      colorSpace: extended
    )
    #expect(abs(pixel.x - 1.0930) < 1e-3 && abs(pixel.y + 0.2267) < 1e-3)
  }

  @Test(
    .shows(
      "CIContext.render(_:toBitmap:rowBytes:bounds:format:colorSpace:)",
      "CIImage.init(bitmapData:bytesPerRow:size:format:colorSpace:)",
      "CIFormat.RGBA8",
      "CIFormat.BGRA8",
      "CIFormat.ARGB8",
      "CIFormat.ABGR8",
      "CIFormat.RGBA16",
      "CIFormat.RGBAh",
      "CIFormat.RGBAf",
      "CIFormat.rgbX16",
      "CIFormat.rgbXh",
      "CIFormat.rgbXf"
    )
  ) func bitmapsOfAllFormatsAreReadAndWritten() throws {
    let formats: [CIFormat] = [
      .RGBA8, .BGRA8, .ARGB8, .ABGR8, .RGBA16, .RGBAh, .RGBAf, .rgbX16, .rgbXh, .rgbXf,
    ]
    let space = CGColorSpaceCreateDeviceRGB()
    for format in formats {
      let size = try #require(format.bytesPerPixel)
      var data = Data(count: size * 4)
      data.withUnsafeMutableBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        CIContext().render(
          picture,
          toBitmap: start,
          rowBytes: size * 2,
          bounds: square,
          format: format,
          colorSpace: space
        )
      }
      let read = CIImage(
        bitmapData: data,
        bytesPerRow: size * 2,
        size: square.size,
        format: format,
        colorSpace: space
      )
      #expect(bytes(read, square) == Self.four, "\(format)")
      let drawn = CIContext().createCGImage(
        picture,
        from: square,
        format: format,
        colorSpace: space
      )
      #expect(bytes(CIImage(cgImage: try #require(drawn)), square) == Self.four, "\(format)")
    }
  }

  // MARK: Bad input

  @Test func hostileSizesHaveClearResults() {
    let context = CIContext()
    let rects = [
      CGRect.zero, .null, .infinite, CGRect(x: 0, y: 0, width: CGFloat.nan, height: 1),
      CGRect(x: CGFloat.infinity, y: 0, width: 1, height: 1),
      CGRect(x: 0, y: 0, width: 1e12, height: 1e12), CGRect(x: 1e18, y: 0, width: 4, height: 4),
      CGRect(x: 0, y: 0, width: 65536, height: 1),
    ]
    for rect in rects {
      let lines = diagnostics {
        #expect(context.createCGImage(.red, from: rect) == nil, "\(rect)")
      }
      #expect(!lines.isEmpty, "\(rect)")
    }
    #expect(
      CIImage.red.cropped(to: CGRect(x: 0, y: 0, width: CGFloat.nan, height: 1)).extent.isNull
    )
    let nan = CGAffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    #expect(picture.transformed(by: nan).extent.isNull)
    #expect(picture.transformed(by: CGAffineTransform(scaleX: 0, y: 0)).extent.isNull)
    let over = picture.transformed(by: CGAffineTransform(scaleX: 1e300, y: 1e300))
    #expect(bytes(over, square).count == 4)
    #expect(context.createCGImage(.empty(), from: .null) == nil)
  }

  @Test func aLongRowIsDrawn() {
    let row = (0..<65536).map { SIMD4<UInt8>(UInt8($0 & 255), UInt8($0 >> 8), 0, 255) }
    let long = image(row, width: 65536)
    #expect(long.extent.width == 65536)
    #expect(bytes(long, long.extent) == row)
  }

  @Test func bitmapsThatDoNotFitAreEmpty() {
    let sizes = [
      CGSize.zero, CGSize(width: -1, height: 1), CGSize(width: CGFloat.nan, height: 1),
      CGSize(width: 3, height: 2), CGSize(width: 1e9, height: 1e9),
      CGSize(width: CGFloat.infinity, height: 1),
    ]
    for size in sizes {
      let lines = diagnostics {
        let image = CIImage(
          bitmapData: Data(count: 16),
          bytesPerRow: 8,
          size: size,
          format: .RGBA8,
          colorSpace: nil
        )
        #expect(image.extent.isNull, "\(size)")
      }
      #expect(!lines.isEmpty, "\(size)")
    }
    let odd = CIImage(
      bitmapData: Data(count: 16),
      bytesPerRow: 8,
      size: CGSize(width: 2, height: 2),
      format: CIFormat(rawValue: 9999),
      colorSpace: nil
    )
    #expect(odd.extent.isNull)
  }

  @Test func damagedArchivesAreNil() throws {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: picture,
      requiringSecureCoding: true
    )
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: CIImage.self, from: data)
    #expect(bytes(try #require(read), square) == Self.four)
    for cut in stride(from: 1, to: data.count, by: 97) {
      _ = try? NSKeyedUnarchiver.unarchivedObject(
        ofClass: CIImage.self,
        from: data.prefix(cut)
      )
    }
  }
}
