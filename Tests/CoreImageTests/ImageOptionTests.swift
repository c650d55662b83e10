// Images with options: spaces, sampling, properties; and what is known of them.
// Licensed under the MIT license; see LICENSE.

import CoreImage
import Foundation
import ImageIO
import TestClaims
import Testing

@Suite struct ImageOptionTests {
  private let one = CGRect(x: 0, y: 0, width: 1, height: 1)

  private func core(_ image: CIImage) throws -> CGImage {
    try #require(CIContext().createCGImage(image, from: image.extent))
  }

  /// The components of a pixel in the working space.
  private func working(_ image: CIImage) -> SIMD4<Float> {
    var pixel = SIMD4<Float>.zero
    CIContext().render(
      image,
      toBitmap: &pixel,
      rowBytes: 16,
      bounds: one,
      format: .RGBAf,
      colorSpace: nil
    )
    return pixel
  }

  @Test(
    .shows(
      "CIImage.init(cgImage:options:)",
      "CIImageOption.colorSpace",
      "CIImageOption.properties",
      "CIImageOption.nearestSampling"
    )
  ) func optionsHold() throws {
    let pixels = try core(image([SIMD4(128, 128, 128, 255), SIMD4(255, 0, 0, 255)], width: 2))
    let plain = CIImage(cgImage: pixels, options: nil)
    #expect(bytes(plain, one) == [SIMD4(128, 128, 128, 255)])
    // 128 of light, encoded: IEC 61966-2-1 gives 187.5 of 255.
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
    let light = CIImage(cgImage: pixels, options: [.colorSpace: linear])
    #expect(bytes(light, one) == [SIMD4(188, 188, 188, 255)])
    #expect(light.colorSpace == linear)
    let named = CIImage(cgImage: pixels, options: [.properties: ["name": "two"]])
    #expect(named.properties["name"] as? String == "two" && plain.properties.isEmpty)
    let large = CGAffineTransform(scaleX: 4, y: 1)
    let blocks = CIImage(cgImage: pixels, options: [.nearestSampling: true])
    let colors = bytes(blocks.transformed(by: large), CGRect(x: 0, y: 0, width: 8, height: 1))
    #expect(Set(colors).count == 2)
    #expect(
      Set(bytes(plain.transformed(by: large), CGRect(x: 1, y: 0, width: 6, height: 1))).count > 2
    )
  }

  @Test(.shows("CIImage.samplingLinear()", "CISampleNearest"))
  func samplingIsThatAskedForLast() throws {
    let picture = image([SIMD4(0, 0, 0, 255), SIMD4(255, 255, 255, 255)], width: 2)
    let large = CGAffineTransform(scaleX: 8, y: 1)
    let rect = CGRect(x: 0, y: 0, width: 16, height: 1)
    let linear = bytes(picture.transformed(by: large), rect)
    let nearest = bytes(picture.samplingNearest().transformed(by: large), rect)
    #expect(Set(nearest).count == 2 && Set(linear).count > 4)
    #expect(
      bytes(picture.samplingNearest().samplingLinear().transformed(by: large), rect) == linear
    )
    let filtered = picture.applyingFilter("CISampleNearest")
    #expect(bytes(filtered, picture.extent) == bytes(picture, picture.extent))
    #expect(bytes(filtered.transformed(by: large), rect) == nearest)
  }

  @Test(
    .shows(
      "CIImage.cgImage",
      "CIImage.colorSpace",
      "CIImage.copy(with:)",
      "CIImage.settingProperties(_:)",
      "CIImage.applyingGaussianBlur(sigma:)",
      "CIImage.applyingFilter(_:parameters:)"
    )
  ) func factsAreThoseOfTheSource() throws {
    let pixels = try core(TypedPictures.first)
    let image = CIImage(cgImage: pixels)
    #expect(image.cgImage === pixels && image.colorSpace == pixels.colorSpace)
    #expect(image.copy() as? CIImage === image)
    let named = image.settingProperties(["name": "a", 3: "left out"])
    #expect(named.properties.count == 1 && named.properties["name"] as? String == "a")
    let blurred = named.applyingGaussianBlur(sigma: 2)
    #expect(blurred.cgImage == nil && blurred.colorSpace == nil)
    #expect(blurred.extent == image.extent.insetBy(dx: -6, dy: -6))
    let filtered = named.applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: 2])
    #expect(bytes(filtered, filtered.extent) == bytes(blurred, blurred.extent))
  }

  /// EG 432-1's red in the primaries of IEC 61966-2-1, in light.
  @Test(
    .shows("CIImage.matchedToWorkingSpace(from:)", "CIImage.matchedFromWorkingSpace(to:)")
  ) func componentsAreMatched() throws {
    let wide = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let red = try #require(CIImage.red.matchedToWorkingSpace(from: wide))
    let light = working(red)
    for (found, expected) in [(light.x, 1.2249), (light.y, -0.0420), (light.z, -0.0196)] {
      #expect(abs(Double(found) - expected) < 1e-3)
    }
    let back = working(try #require(red.matchedFromWorkingSpace(to: wide)))
    #expect(abs(back.x - 1) < 1e-4 && abs(back.y) < 1e-4 && abs(back.z) < 1e-4)
    let sRGB = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let half = working(try #require(CIImage.gray.matchedFromWorkingSpace(to: sRGB)))
    #expect(abs(half.x - 0.5) < 1e-4)
    let gray = CGColorSpaceCreateDeviceGray()
    #expect(CIImage.red.matchedToWorkingSpace(from: gray) == nil)
    #expect(CIImage.red.matchedFromWorkingSpace(to: gray) == nil)
  }

  @Test(
    .shows(
      "CIImage.orientationTransform(for:)",
      "CIImage.orientationTransform(forExifOrientation:)"
    )
  ) func orientationTransformsAreThoseOfOrientedImages() throws {
    let wide = TypedPictures.first.cropped(to: CGRect(x: 3, y: 5, width: 12, height: 7))
    var seen: Set<[SIMD4<UInt8>]> = []
    for number in Int32(1)...8 {
      let orientation = try #require(CGImagePropertyOrientation(rawValue: UInt32(number)))
      let map = wide.orientationTransform(for: orientation)
      #expect(map == wide.orientationTransform(forExifOrientation: number))
      let turned = wide.transformed(by: map)
      #expect(turned.extent.origin == wide.extent.origin)
      #expect((turned.extent.width == 12) == (number <= 4))
      let pixels = bytes(turned, turned.extent)
      #expect(pixels == bytes(wide.oriented(orientation), turned.extent))
      seen.insert(pixels)
    }
    #expect(seen.count == 8)
    #expect(wide.orientationTransform(forExifOrientation: 9) == .identity)
  }

  // MARK: Formats

  /// A type of numbers in memory: how to read one, and half of its step at 1.
  private static let types: [(name: String, size: Int, step: Double)] = [
    ("8", 1, 0.5 / 255), ("16", 2, 0.5 / 65535), ("h", 2, 1.0 / 2048), ("f", 4, 1e-6),
  ]

  private func number(_ bytes: Data, _ index: Int, _ type: Int) -> Double {
    bytes.withUnsafeBytes { bytes in
      let offset = index * Self.types[type].size
      switch type {
      case 0: return Double(bytes[offset]) / 255
      case 1: return Double(bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)) / 65535
      case 2: return Double(bytes.loadUnaligned(fromByteOffset: offset, as: Float16.self))
      default: return Double(bytes.loadUnaligned(fromByteOffset: offset, as: Float.self))
      }
    }
  }

  /// Formats of one and of two components, with their numbers for a colour of light that is half
  /// covered, and with the light that these numbers are.
  @Test(
    .shows(
      "CIFormat.A8",
      "CIFormat.A16",
      "CIFormat.Ah",
      "CIFormat.Af",
      "CIFormat.R8",
      "CIFormat.R16",
      "CIFormat.Rh",
      "CIFormat.Rf",
      "CIFormat.RG8",
      "CIFormat.RG16",
      "CIFormat.RGh",
      "CIFormat.RGf",
      "CIFormat.L8",
      "CIFormat.L16",
      "CIFormat.Lh",
      "CIFormat.Lf",
      "CIFormat.LA8",
      "CIFormat.LA16",
      "CIFormat.LAh",
      "CIFormat.LAf"
    )
  ) func formatsOfFewComponents() throws {
    // Premultiplied; the luminance is that of BT.709.
    let light = SIMD4<Float>(0.1, 0.4, 0.25, 0.5)
    let luminance = 0.2126 * 0.1 + 0.7152 * 0.4 + 0.0722 * 0.25
    let source = CIImage(
      bitmapData: withUnsafeBytes(of: light) { Data($0) },
      bytesPerRow: 16,
      size: one.size,
      format: .RGBAf,
      colorSpace: nil
    )
    let gray = CGColorSpace(name: CGColorSpace.linearGray)
    let l = Float(luminance)
    let kinds: [([CIFormat], CGColorSpace?, [Double], SIMD4<Float>)] = [
      ([.A8, .A16, .Ah, .Af], nil, [0.5], SIMD4(0, 0, 0, 0.5)),
      ([.R8, .R16, .Rh, .Rf], nil, [0.1], SIMD4(0.1, 0, 0, 1)),
      ([.RG8, .RG16, .RGh, .RGf], nil, [0.1, 0.4], SIMD4(0.1, 0.4, 0, 1)),
      ([.L8, .L16, .Lh, .Lf], gray, [luminance], SIMD4(l, l, l, 1)),
      ([.LA8, .LA16, .LAh, .LAf], gray, [luminance, 0.5], SIMD4(l, l, l, 0.5)),
    ]
    for (formats, space, numbers, expected) in kinds {
      for (type, format) in formats.enumerated() {
        let (name, size, step) = Self.types[type]
        var data = Data(count: numbers.count * size)
        data.withUnsafeMutableBytes { bytes in
          guard let start = bytes.baseAddress else { return }
          CIContext().render(
            source,
            toBitmap: start,
            rowBytes: bytes.count,
            bounds: one,
            format: format,
            colorSpace: space
          )
        }
        for (index, expected) in numbers.enumerated() {
          // because: BT.709's weights have four digits here.
          #expect(abs(number(data, index, type) - expected) <= step + 2e-5, "\(name) \(numbers)")
        }
        let read = CIImage(
          bitmapData: data,
          bytesPerRow: data.count,
          size: one.size,
          format: format,
          colorSpace: space
        )
        let rest = working(read) - expected
        #expect(max(rest.max(), -rest.min()) <= Float(step) + 2e-5, "\(name) \(numbers)")
      }
    }
  }
}
