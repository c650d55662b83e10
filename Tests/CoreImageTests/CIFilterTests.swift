// Inputs of filters, copies, archives.
// Licensed under the MIT license; see LICENSE.

import CoreImage
import Foundation
import QuartzFilters
import TestClaims
import Testing

@Suite(.serialized) struct CIFilterTests {
  private func filter(_ name: String) throws -> CIFilter { try #require(CIFilter(name: name)) }

  @Test(
    .shows(
      "CIFilter",
      "CIFilter.init(name:)",
      "CIFilter.name",
      "CIFilter.value(forKey:)",
      "CIFilter.setValue(_:forKey:)",
      "CIFilter.setDefaults()",
      "kCIInputRadiusKey",
      "kCIInputImageKey"
    )
  ) func inputsHaveDefaultsAndKeepValues() throws {
    let blur = try filter("CIGaussianBlur")
    #expect(blur.name == "CIGaussianBlur")
    #expect(blur.value(forKey: kCIInputRadiusKey) as? Double == 10)
    #expect(blur.value(forKey: kCIInputImageKey) == nil)
    blur.setValue(3, forKey: kCIInputRadiusKey)
    #expect(blur.value(forKey: kCIInputRadiusKey) as? Double == 3)
    blur.setValue(nil, forKey: kCIInputRadiusKey)
    #expect(blur.value(forKey: kCIInputRadiusKey) == nil)
    blur.setDefaults()
    #expect(blur.value(forKey: kCIInputRadiusKey) as? NSNumber == 10)
  }

  @Test func numbersOfAllTypesAreTaken() throws {
    let blur = try filter("CIGaussianBlur")
    let values: [Any] = [
      4, UInt8(4), Float(4), 4.0, CGFloat(4), NSNumber(value: 4), Int64(4), Float16(4),
    ]
    for value in values {
      blur.setValue(value, forKey: kCIInputRadiusKey)
      #expect(blur.value(forKey: kCIInputRadiusKey) as? Double == 4)
    }
    blur.setValue(true, forKey: kCIInputRadiusKey)
    #expect(blur.value(forKey: kCIInputRadiusKey) as? Double == 1)
  }

  @Test func vectorsAndColorsAreTakenInAllForms() throws {
    let matrix = try filter("CIColorMatrix")
    let key = "inputRVector"
    func numbers(_ value: Any) -> [Double]? {
      matrix.setValue(value, forKey: key)
      return (matrix.value(forKey: key) as? CIVector)?.numbers
    }
    #expect(numbers(CIVector(x: 1, y: 2, z: 3, w: 4)) == [1, 2, 3, 4])
    #expect(numbers(CGPoint(x: 1, y: 2)) == [1, 2])
    #expect(numbers(CGSize(width: 1, height: 2)) == [1, 2])
    #expect(numbers(CGRect(x: 1, y: 2, width: 3, height: 4)) == [1, 2, 3, 4])
    #expect(numbers(NSValue(rect: CGRect(x: 1, y: 2, width: 3, height: 4))) == [1, 2, 3, 4])
    #expect(numbers([1.0, 2.0]) == [1, 2])
    #expect(
      numbers(CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)) == [1, 2, 3, 4, 5, 6]
    )
    let mono = CIFilter(name: "CIColorMonochrome")
    mono?.setValue(CGColor(red: 1, green: 0.5, blue: 0, alpha: 1), forKey: kCIInputColorKey)
    if let mono {
      #expect(
        mono.value(forKey: kCIInputColorKey) as? CIColor == CIColor(red: 1, green: 0.5, blue: 0)
      )
    }
  }

  @Test func wrongKeysAndTypesChangeNothing() throws {
    let blur = try filter("CIGaussianBlur")
    let lines = diagnostics {
      blur.setValue(1, forKey: "inputRadios")
      blur.setValue("wide", forKey: kCIInputRadiusKey)
      blur.setValue(3, forKey: kCIInputImageKey)
    }
    #expect(lines.filter { $0.contains("CIGaussianBlur") }.count == 3)
    #expect(blur.value(forKey: kCIInputRadiusKey) as? Double == 10)
    #expect(blur.value(forKey: kCIInputImageKey) == nil)
    #expect(blur.value(forKey: "inputRadios") == nil)
  }

  @Test(.shows("CIFilter.outputImage", "CIFilter.isEnabled")) func outputNeedsItsImage() throws {
    let blur = try filter("CIGaussianBlur")
    #expect(blur.outputImage == nil)
    blur.setValue(
      CIImage.red.cropped(to: CGRect(x: 0, y: 0, width: 4, height: 4)),
      forKey: "inputImage"
    )
    // filters.md 4: the extent grows by exactly 3 r.
    #expect(blur.outputImage?.extent == CGRect(x: -30, y: -30, width: 64, height: 64))
    blur.isEnabled = false
    #expect(blur.outputImage?.extent == CGRect(x: 0, y: 0, width: 4, height: 4))
  }

  /// An image is a value: a filter may be given its own output.
  @Test func ownOutputAsInputDoesNotLoop() throws {
    let invert = try filter("CIColorInvert")
    let rect = CGRect(x: 0, y: 0, width: 1, height: 1)
    invert.setValue(CIImage.black.cropped(to: rect), forKey: kCIInputImageKey)
    invert.setValue(invert.outputImage, forKey: kCIInputImageKey)
    let twice = try #require(invert.outputImage)
    #expect(bytes(twice, rect) == [SIMD4(0, 0, 0, 255)])
  }

  @Test func chainOfTenThousandIsDrawn() throws {
    let rect = CGRect(x: 0, y: 0, width: 1, height: 1)
    var image = CIImage.black.cropped(to: rect)
    let invert = try filter("CIColorInvert")
    for _ in 0..<10_001 {
      invert.setValue(image, forKey: kCIInputImageKey)
      image = try #require(invert.outputImage)
    }
    #expect(bytes(image, rect) == [SIMD4(255, 255, 255, 255)])
  }

  @Test(.shows("CIFilter.copy(with:)", "CIFilter.inputKeys")) func copyIsIndependent() throws {
    let blur = try filter("CIGaussianBlur")
    blur.setValue(2, forKey: kCIInputRadiusKey)
    blur.name = "soft"
    blur.isEnabled = false
    let copy = try #require(blur.copy() as? CIFilter)
    blur.setValue(9, forKey: kCIInputRadiusKey)
    #expect(copy.value(forKey: kCIInputRadiusKey) as? Double == 2)
    #expect(copy.name == "soft" && !copy.isEnabled)
    #expect(copy.inputKeys == blur.inputKeys)
  }

  @Test(.shows("CIFilter.init(coder:)", "CIImage.init(coder:)")) func archivesKeepInputs() throws {
    let controls = try filter("CIColorControls")
    controls.setValue(0.25, forKey: kCIInputBrightnessKey)
    controls.name = "mine"
    let pixels = [SIMD4<UInt8>(1, 2, 3, 255), SIMD4(200, 100, 50, 255)]
    controls.setValue(image(pixels, width: 2), forKey: kCIInputImageKey)
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: controls,
      requiringSecureCoding: true
    )
    let read = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CIFilter.self, from: data)
    )
    #expect(read.name == "mine")
    #expect(read.value(forKey: kCIInputBrightnessKey) as? Double == 0.25)
    #expect(read.value(forKey: kCIInputContrastKey) as? Double == 1)
    let picture = try #require(read.value(forKey: kCIInputImageKey) as? CIImage)
    #expect(bytes(picture, picture.extent) == pixels)
  }

  @Test(
    .shows(
      "CIGaussianBlur.radius",
      "CIGaussianBlur.inputImage",
      "CITransitionFilter.time",
      "CIFilter.gaussianBlur()",
      "CIFilter.qrCodeGenerator()",
      "CIFilter.areaAverage()"
    )
  ) func builtinsAreTyped() {
    let blur = CIFilter.gaussianBlur()
    #expect(blur.radius == 10)
    blur.radius = 2.5
    blur.inputImage = CIImage.red.cropped(to: CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(blur.value(forKey: kCIInputRadiusKey) as? Double == 2.5)
    #expect(blur.outputImage?.extent == CGRect(x: -7.5, y: -7.5, width: 17, height: 17))
    let over = CIFilter.sourceOverCompositing()
    over.inputImage = .red
    over.backgroundImage = .green
    #expect(over.name == "CISourceOverCompositing")
    let code = CIFilter.qrCodeGenerator()
    #expect(code.correctionLevel == "M" && code.name == "CIQRCodeGenerator")
    let mean = CIFilter.areaAverage()
    #expect(mean.name == "CIAreaAverage")
    mean.inputImage = CIImage.blue.cropped(to: CGRect(x: 0, y: 0, width: 9, height: 9))
    mean.extent = CGRect(x: 0, y: 0, width: 9, height: 9)
    #expect(mean.outputImage?.extent == CGRect(x: 0, y: 0, width: 1, height: 1))
    let fade: any CIFilter & CITransitionFilter = CIFilter.dissolveTransition()
    fade.time = 0.5
    #expect(fade.value(forKey: kCIInputTimeKey) as? Double == 0.5)
    #expect((blur.copy() as? any CIFilter & CIGaussianBlur)?.radius == 2.5)
  }

  /// A class of an app overrides the output and its inputs.
  private final class Halves: CIFilter {
    var inputImage: CIImage?

    override var inputKeys: [String] { ["inputImage"] }

    override func setValue(_ value: Any?, forKey key: String) {
      if key == "inputImage" {
        inputImage = value as? CIImage
      } else {
        super.setValue(value, forKey: key)
      }
    }

    override var outputImage: CIImage? {
      inputImage?.transformed(by: CGAffineTransform(scaleX: 0.5, y: 0.5))
    }
  }

  @Test func classesOfAppsWork() {
    let halves = Halves()
    #expect(halves.name == "Halves" && halves.outputImage == nil && halves.attributes.isEmpty)
    halves.setValue(
      CIImage.red.cropped(to: CGRect(x: 0, y: 0, width: 8, height: 4)),
      forKey: "inputImage"
    )
    #expect(halves.outputImage?.extent == CGRect(x: 0, y: 0, width: 4, height: 2))
  }

  // MARK: Layers

  /// A layer gets the inputs that were set, so that it may choose others' defaults.
  @Test func layersGetTheInputsThatWereSet() throws {
    let bump: any FilterConvertible = try filter("CIBumpDistortion")
    #expect(bump.filterDescription.type == "CIBumpDistortion")
    #expect(bump.filterDescription.inputs.isEmpty)
    bump.setFilterValue(20, forKey: kCIInputRadiusKey)
    bump.setShownInput(.vector([3, 4]), forKey: kCIInputCenterKey)
    bump.setFilterValue("bump", forKey: "name")
    let copy = bump.filterCopy()
    bump.setFilterValue(nil, forKey: kCIInputRadiusKey)
    bump.setFilterEnabled(false)
    #expect(copy.filterDescription.name == "bump" && copy.filterDescription.isEnabled)
    #expect(
      copy.filterDescription.inputs == [
        FilterInput(key: kCIInputCenterKey, value: .vector([3, 4])),
        FilterInput(key: kCIInputRadiusKey, value: .number(20)),
      ]
    )
    #expect(bump.filterValue(forKey: kCIInputRadiusKey) as? Double == 300)
    #expect(!bump.filterDescription.isEnabled)
  }

  @Test func imagesOfInputsBecomePictures() throws {
    let map = try filter("CIColorMap")
    map.setValue(image([.zero, .one], width: 2), forKey: kCIInputGradientImageKey)
    map.setValue(CIImage.red, forKey: kCIInputImageKey)
    #expect(
      map.filterDescription.inputs == [
        FilterInput(key: kCIInputGradientImageKey, value: .image(0))
      ]
    )
    #expect((map.filterImages.first as? CGImage)?.width == 2)
  }
}
