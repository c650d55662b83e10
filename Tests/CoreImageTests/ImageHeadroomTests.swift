// The headroom that images of Core Image say.
// Licensed under the MIT license; see LICENSE.

import CoreImage
import Foundation
import TestClaims
import Testing

@Suite struct ImageHeadroomTests {
  private func bright() throws -> CIImage {
    let space = try #require(CGColorSpace(name: CGColorSpace.itur_2100_PQ))
    let samples = [UInt16](repeating: 49271, count: 4 * 4 * 4)
    return CIImage(
      cgImage: CGImage(
        samples: samples.withUnsafeBytes { Data($0) },
        size: (4, 4),
        .integers16,
        space: space,
        alpha: .noneSkipLast
      )
    )
  }

  @Test(.shows("CIImage.contentHeadroom", "CIImage.settingContentHeadroom(_:)"))
  func headroomsOfImages() throws {
    let image = try bright()
    #expect(image.contentHeadroom == kCGDefaultHDRImageContentHeadroom)
    #expect(CIImage.red.contentHeadroom == 0 && CIImage.empty().contentHeadroom == 0)
    let two = image.settingContentHeadroom(2)
    #expect(two.contentHeadroom == 2 && two.extent == image.extent)
    #expect(image.settingContentHeadroom(1).contentHeadroom == 1)
    #expect(image.settingContentHeadroom(1e9).contentHeadroom == 65504)
    for number: Float in [0, 0.5, -2, .nan, -Float.infinity] {
      #expect(image.settingContentHeadroom(number).contentHeadroom == 0)
    }
  }

  @Test func resultsThatKeepIt() throws {
    let image = try bright().settingContentHeadroom(3)
    let rect = CGRect(x: 1, y: 1, width: 2, height: 2)
    #expect(image.cropped(to: rect).contentHeadroom == 3)
    #expect(image.transformed(by: CGAffineTransform(scaleX: 2, y: 2)).contentHeadroom == 3)
    #expect(image.clampedToExtent().contentHeadroom == 3)
    #expect(image.applyingGaussianBlur(sigma: 1).contentHeadroom == 3)
    for name in ["CILanczosScaleTransform", "CIAreaAverage", "CIPinchDistortion"] {
      #expect(image.applyingFilter(name).contentHeadroom == 3, "\(name)")
    }
  }

  @Test func resultsThatDoNotKnow() throws {
    let image = try bright().settingContentHeadroom(3)
    for name in ["CIColorInvert", "CIExposureAdjust", "CIBoxBlur", "CISepiaTone"] {
      #expect(image.applyingFilter(name).contentHeadroom == 0, "\(name)")
    }
    #expect(image.composited(over: .red).contentHeadroom == 0)
  }
}
