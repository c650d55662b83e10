// Filters whose numbers Apple has not published, against what its reference says of them.
// Licensed under the MIT license; see LICENSE.

import CoreImage
import Foundation
import TestClaims
import Testing

@Suite struct FilterLookTests {
  private let one = CGRect(x: 0, y: 0, width: 1, height: 1)

  /// The bytes that a filter makes of an encoded colour.
  private func made(_ name: String, _ color: SIMD3<Double>) -> SIMD3<Double> {
    let color = CIColor(red: color.x, green: color.y, blue: color.z)
    let pixel = bytes(CIImage(color: color).applyingFilter("CIPhotoEffect" + name), one)[0]
    return SIMD3(Double(pixel.x), Double(pixel.y), Double(pixel.z)) / 255
  }

  @Test(
    .shows(
      "CIPhotoEffectMono",
      "CIPhotoEffectNoir",
      "CIPhotoEffectTonal",
      "CIPhotoEffectChrome",
      "CIPhotoEffectFade",
      "CIPhotoEffectInstant",
      "CIPhotoEffectProcess",
      "CIPhotoEffectTransfer",
      "CIPhotoEffect"
    )
  ) func photoEffectsAreAsTheReferenceSays() {
    let color = SIMD3(0.7, 0.4, 0.3)
    let gray = SIMD3(repeating: 0.5)
    func spread(_ color: SIMD3<Double>) -> Double { color.max() - color.min() }
    func contrast(_ name: String) -> Double {
      made(name, SIMD3(repeating: 0.75)).y - made(name, SIMD3(repeating: 0.25)).y
    }
    // "Black-and-white photography film", with low contrast, exaggerated, and not much altered.
    for name in ["Mono", "Noir", "Tonal"] { #expect(spread(made(name, color)) == 0, "\(name)") }
    #expect(contrast("Noir") > 1.2 * contrast("Mono"))
    #expect(abs(contrast("Tonal") - contrast("Mono")) < 0.15 * contrast("Mono"))
    // "Exaggerated color", and "diminished color".
    #expect(spread(made("Chrome", color)) > 1.1 * spread(color))
    #expect(spread(made("Fade", color)) < 0.9 * spread(color))
    // "Distorted colors", "emphasized cool colors", "emphasized warm colors".
    #expect(spread(made("Instant", gray)) > 0.02)
    let (cool, warm) = (made("Process", gray), made("Transfer", gray))
    #expect(cool.z > cool.x + 0.02 && warm.x > warm.z + 0.02)
    // None turns dark and light around.
    for name in [
      "Mono", "Noir", "Tonal", "Chrome", "Fade", "Instant", "Process", "Transfer",
    ] {
      #expect(made(name, .zero).sum() < made(name, gray).sum(), "\(name)")
      #expect(made(name, gray).sum() < made(name, SIMD3(repeating: 1)).sum(), "\(name)")
    }
  }

  /// "Generates an image of infinite extent whose pixel values are made up of four independent,
  /// uniformly-distributed random numbers": the same each time.
  @Test(.shows("CIRandomGenerator")) func noiseIsEvenAndAlwaysTheSame() throws {
    let noise = try #require(CIFilter.randomGenerator().outputImage)
    #expect(noise.extent.isInfinite)
    let rect = CGRect(x: -40, y: 3, width: 64, height: 64)
    var floats = [SIMD4<Float>](repeating: .zero, count: 64 * 64)
    CIContext().render(
      noise,
      toBitmap: &floats,
      rowBytes: 64 * 16,
      bounds: rect,
      format: .RGBAf,
      colorSpace: nil
    )
    for channel in 0..<4 {
      let values = floats.map { Double($0[channel]) }.sorted()
      #expect(values[0] >= 0 && values[4095] <= 1)
      // The mean of 4096 numbers of 0...1 is within five deviations of 1/2: 5 x 0.2887 / 64; alpha
      // is one of them, and the others are multiplied with it: 1/4, with less deviation.
      let mean = values.reduce(0, +) / 4096
      #expect(abs(mean - (channel == 3 ? 0.5 : 0.25)) < 0.0226, "\(channel): \(mean)")
    }
    let again = try #require(CIFilter(name: "CIRandomGenerator")?.outputImage)
    #expect(bytes(again, rect) == bytes(noise, rect))
    let beside = CGRect(x: 24, y: 3, width: 64, height: 64)
    #expect(bytes(noise, beside) != bytes(noise, rect))
  }

  /// A quarter turn of a square needs no enlargement: counter-clockwise, y up.
  @Test(.shows("CIStraightenFilter")) func straighteningTurnsAndFills() throws {
    let four = [
      SIMD4<UInt8>(255, 0, 0, 255), SIMD4(0, 255, 0, 255),
      SIMD4(0, 0, 255, 255), SIMD4(255, 255, 255, 255),
    ]
    let square = image(four, width: 2)
    let filter = CIFilter.straighten()
    filter.inputImage = square
    filter.angle = .pi / 2
    let turned = try #require(filter.outputImage)
    #expect(bytes(turned, square.extent) == [four[1], four[3], four[0], four[2]])
    filter.inputImage = TypedPictures.first
    filter.angle = 0.3
    let slanted = try #require(filter.outputImage)
    #expect(slanted.extent == TypedPictures.first.extent)
    #expect(bytes(slanted, slanted.extent).allSatisfy { $0.w == 255 })
  }

  /// Colours of a table in a space are those of the space: in linear light, those of `CIColorCube`.
  @Test(.shows("CIColorCubeWithColorSpace")) func tablesAreOfTheirSpace() throws {
    let plain = CIFilter.colorCube()
    plain.inputImage = TypedPictures.first
    plain.cubeData = TypedPictures.cube
    let spaced = CIFilter.colorCubeWithColorSpace()
    spaced.inputImage = TypedPictures.first
    spaced.cubeData = TypedPictures.cube
    spaced.colorSpace = CGColorSpace(name: CGColorSpace.linearSRGB)
    let rect = TypedPictures.first.extent
    let linear = bytes(try #require(spaced.outputImage), rect)
    #expect(linear == bytes(try #require(plain.outputImage), rect))
    spaced.colorSpace = CGColorSpace(name: CGColorSpace.sRGB)
    let encoded = bytes(try #require(spaced.outputImage), rect)
    spaced.colorSpace = nil
    #expect(encoded == bytes(try #require(spaced.outputImage), rect) && encoded != linear)
    let lines = diagnostics {
      spaced.colorSpace = CGColorSpaceCreateDeviceGray()
      #expect(spaced.outputImage == nil)
    }
    #expect(lines.count == 1 && lines[0].contains("inputColorSpace"))
  }
}
