// The names of inputs, attributes, types and categories.
// Licensed under the MIT license; see LICENSE.

import CoreImage
import Foundation
import QuartzFilters
import TestClaims
import Testing

@Suite struct NameTests {
  /// Constants, with the keys that Apple's attributes have for them.
  private static let inputs = [
    (kCIInputAmountKey, "inputAmount"),
    (kCIInputAngleKey, "inputAngle"),
    (kCIInputAspectRatioKey, "inputAspectRatio"),
    (kCIInputBackgroundImageKey, "inputBackgroundImage"),
    (kCIInputBacksideImageKey, "inputBacksideImage"),
    (kCIInputBiasKey, "inputBias"),
    (kCIInputBiasVectorKey, "inputBiasVector"),
    (kCIInputBrightnessKey, "inputBrightness"),
    (kCIInputCenterKey, "inputCenter"),
    (kCIInputColor0Key, "inputColor0"),
    (kCIInputColor1Key, "inputColor1"),
    (kCIInputColorKey, "inputColor"),
    (kCIInputColorSpaceKey, "inputColorSpace"),
    (kCIInputContrastKey, "inputContrast"),
    (kCIInputCountKey, "inputCount"),
    (kCIInputEVKey, "inputEV"),
    (kCIInputExtentKey, "inputExtent"),
    (kCIInputExtrapolateKey, "inputExtrapolate"),
    (kCIInputGradientImageKey, "inputGradientImage"),
    (kCIInputImage2Key, "inputImage2"),
    (kCIInputImageKey, "inputImage"),
    (kCIInputIntensityKey, "inputIntensity"),
    (kCIInputMaskImageKey, "inputMaskImage"),
    (kCIInputPaletteImageKey, "inputPaletteImage"),
    (kCIInputPerceptualKey, "inputPerceptual"),
    (kCIInputPoint0Key, "inputPoint0"),
    (kCIInputPoint1Key, "inputPoint1"),
    (kCIInputRadius0Key, "inputRadius0"),
    (kCIInputRadius1Key, "inputRadius1"),
    (kCIInputRadiusKey, "inputRadius"),
    (kCIInputRefractionKey, "inputRefraction"),
    (kCIInputSaturationKey, "inputSaturation"),
    (kCIInputScaleKey, "inputScale"),
    (kCIInputShadingImageKey, "inputShadingImage"),
    (kCIInputSharpnessKey, "inputSharpness"),
    (kCIInputTargetImageKey, "inputTargetImage"),
    (kCIInputThresholdKey, "inputThreshold"),
    (kCIInputTimeKey, "inputTime"),
    (kCIInputTransformKey, "inputTransform"),
    (kCIInputWeightsKey, "inputWeights"),
    (kCIInputWidthKey, "inputWidth"),
  ]

  @Test(
    .shows(
      "kCIInputAmountKey",
      "kCIInputAngleKey",
      "kCIInputAspectRatioKey",
      "kCIInputBackgroundImageKey",
      "kCIInputBacksideImageKey",
      "kCIInputBiasKey",
      "kCIInputBiasVectorKey",
      "kCIInputBrightnessKey",
      "kCIInputCenterKey",
      "kCIInputColor0Key",
      "kCIInputColor1Key",
      "kCIInputColorKey",
      "kCIInputColorSpaceKey",
      "kCIInputContrastKey",
      "kCIInputCountKey",
      "kCIInputEVKey",
      "kCIInputExtentKey",
      "kCIInputExtrapolateKey",
      "kCIInputGradientImageKey",
      "kCIInputImage2Key",
      "kCIInputImageKey",
      "kCIInputIntensityKey",
      "kCIInputMaskImageKey",
      "kCIInputPaletteImageKey",
      "kCIInputPerceptualKey",
      "kCIInputPoint0Key",
      "kCIInputPoint1Key",
      "kCIInputRadius0Key",
      "kCIInputRadius1Key",
      "kCIInputRadiusKey",
      "kCIInputRefractionKey",
      "kCIInputSaturationKey",
      "kCIInputScaleKey",
      "kCIInputShadingImageKey",
      "kCIInputSharpnessKey",
      "kCIInputTargetImageKey",
      "kCIInputThresholdKey",
      "kCIInputTimeKey",
      "kCIInputTransformKey",
      "kCIInputWeightsKey",
      "kCIInputWidthKey"
    )
  ) func keysAreThoseOfInputs() {
    let known = Set(FilterAttributes.all.flatMap { $0.inputs.map(\.key) })
    for (constant, key) in Self.inputs {
      #expect(constant == key && known.contains(key), "\(key)")
    }
    #expect(Set(Self.inputs.map(\.0)).count == Self.inputs.count)
  }

  private static let types = [
    (kCIAttributeTypeAngle, "Angle"),
    (kCIAttributeTypeBoolean, "Boolean"),
    (kCIAttributeTypeColor, "Color"),
    (kCIAttributeTypeCount, "Count"),
    (kCIAttributeTypeDistance, "Distance"),
    (kCIAttributeTypeGradient, "Gradient"),
    (kCIAttributeTypeImage, "Image"),
    (kCIAttributeTypeInteger, "Integer"),
    (kCIAttributeTypeOffset, "Offset"),
    (kCIAttributeTypeOpaqueColor, "OpaqueColor"),
    (kCIAttributeTypePosition, "Position"),
    (kCIAttributeTypePosition3, "Position3"),
    (kCIAttributeTypeRectangle, "Rectangle"),
    (kCIAttributeTypeScalar, "Scalar"),
    (kCIAttributeTypeTime, "Time"),
    (kCIAttributeTypeTransform, "Transform"),
  ]

  @Test(
    .shows(
      "kCIAttributeTypeAngle",
      "kCIAttributeTypeBoolean",
      "kCIAttributeTypeColor",
      "kCIAttributeTypeCount",
      "kCIAttributeTypeDistance",
      "kCIAttributeTypeGradient",
      "kCIAttributeTypeImage",
      "kCIAttributeTypeInteger",
      "kCIAttributeTypeOffset",
      "kCIAttributeTypeOpaqueColor",
      "kCIAttributeTypePosition",
      "kCIAttributeTypePosition3",
      "kCIAttributeTypeRectangle",
      "kCIAttributeTypeScalar",
      "kCIAttributeTypeTime",
      "kCIAttributeTypeTransform"
    )
  ) func typesAreThoseOfInputs() {
    let known = Set(FilterAttributes.all.flatMap { $0.inputs.compactMap { $0.type?.rawValue } })
    for (constant, type) in Self.types {
      #expect(constant == "CIAttributeType" + type && known.contains(type), "\(type)")
    }
    #expect(Self.types.count == known.count)
  }

  /// Categories, each with a filter that Apple has in it.
  private static let categories = [
    (kCICategoryBlur, "Blur", "CIGaussianBlur"),
    (kCICategoryColorAdjustment, "ColorAdjustment", "CIColorControls"),
    (kCICategoryColorEffect, "ColorEffect", "CISepiaTone"),
    (kCICategoryCompositeOperation, "CompositeOperation", "CISourceOverCompositing"),
    (kCICategoryDistortionEffect, "DistortionEffect", "CITwirlDistortion"),
    (kCICategoryGenerator, "Generator", "CIStripesGenerator"),
    (kCICategoryGeometryAdjustment, "GeometryAdjustment", "CICrop"),
    (kCICategoryGradient, "Gradient", "CIRadialGradient"),
    (kCICategoryHalftoneEffect, "HalftoneEffect", "CIDotScreen"),
    (kCICategoryReduction, "Reduction", "CIAreaAverage"),
    (kCICategorySharpen, "Sharpen", "CIUnsharpMask"),
    (kCICategoryStylize, "Stylize", "CIPixellate"),
    (kCICategoryTileEffect, "TileEffect", "CIAffineTile"),
    (kCICategoryTransition, "Transition", "CISwipeTransition"),
    (kCICategoryBuiltIn, "BuiltIn", "CIGaussianBlur"),
    (kCICategoryHighDynamicRange, "HighDynamicRange", "CIColorControls"),
    (kCICategoryInterlaced, "Interlaced", "CIColorControls"),
    (kCICategoryNonSquarePixels, "NonSquarePixels", "CIColorControls"),
    (kCICategoryStillImage, "StillImage", "CIGaussianBlur"),
    (kCICategoryVideo, "Video", "CIGaussianBlur"),
  ]

  @Test(
    .shows(
      "kCICategoryBlur",
      "kCICategoryBuiltIn",
      "kCICategoryColorAdjustment",
      "kCICategoryColorEffect",
      "kCICategoryCompositeOperation",
      "kCICategoryDistortionEffect",
      "kCICategoryFilterGenerator",
      "kCICategoryGenerator",
      "kCICategoryGeometryAdjustment",
      "kCICategoryGradient",
      "kCICategoryHalftoneEffect",
      "kCICategoryHighDynamicRange",
      "kCICategoryInterlaced",
      "kCICategoryNonSquarePixels",
      "kCICategoryReduction",
      "kCICategorySharpen",
      "kCICategoryStillImage",
      "kCICategoryStylize",
      "kCICategoryTileEffect",
      "kCICategoryTransition",
      "kCICategoryVideo"
    )
  ) func categoriesHaveTheirFilters() {
    for (constant, category, filter) in Self.categories {
      #expect(constant == "CICategory" + category)
      #expect(CIFilter.filterNames(inCategory: constant).contains(filter), "\(category)")
    }
    // Nothing here makes filters of others.
    #expect(kCICategoryFilterGenerator == "CICategoryFilterGenerator")
    #expect(CIFilter.filterNames(inCategory: kCICategoryFilterGenerator).isEmpty)
  }

  @Test(
    .shows(
      "kCIAttributeFilterName",
      "kCIAttributeFilterDisplayName",
      "kCIAttributeFilterAvailable_Mac",
      "kCIAttributeFilterAvailable_iOS",
      "kCIAttributeName",
      "kCIAttributeDisplayName",
      "kCIAttributeDefault"
    )
  ) func attributesSayWhatTheyAreNamedFor() throws {
    let attributes = CIFilter.sharpenLuminance().attributes
    #expect(attributes[kCIAttributeFilterName] as? String == "CISharpenLuminance")
    #expect(attributes[kCIAttributeFilterDisplayName] as? String == "Sharpen Luminance")
    #expect(attributes[kCIAttributeFilterAvailable_Mac] as? String == "10.4")
    #expect(attributes[kCIAttributeFilterAvailable_iOS] as? String == "6")
    let input = try #require(attributes["inputSharpness"] as? [String: Any])
    #expect(input[kCIAttributeName] as? String == "inputSharpness")
    #expect(input[kCIAttributeDisplayName] as? String == "Sharpness")
    #expect(input[kCIAttributeDefault] as? Double == 0.4)
  }

  @Test(
    .shows(
      "kCIOutputImageKey",
      "CIFilter.kCIOutputImageKey",
      "CIFilterProtocol",
      "CIFilterProtocol.outputImage",
      "CIFilter.init(name:parameters:)"
    )
  ) func outputsHaveTheirKey() throws {
    let rect = CGRect(x: 0, y: 0, width: 4, height: 2)
    let parameters =
      [kCIInputImageKey: CIImage.red.cropped(to: rect), kCIInputRadiusKey: 2] as [String: Any]
    let blur = try #require(CIFilter(name: "CIGaussianBlur", parameters: parameters))
    #expect(blur.outputKeys == [kCIOutputImageKey])
    let grown = CGRect(x: -6, y: -6, width: 16, height: 14)
    #expect((blur.value(forKey: kCIOutputImageKey) as? CIImage)?.extent == grown)
    #expect(CIFilter(name: "CINone", parameters: parameters) == nil)
    let typed: any CIFilterProtocol & CIBoxBlur = CIFilter.boxBlur()
    #expect(typed.outputImage == nil)
    typed.inputImage = CIImage.red.cropped(to: rect)
    typed.radius = 3
    #expect(typed.outputImage?.extent.contains(rect) == true)
  }
}
