// The names of inputs, attributes, types and categories.
// Licensed under the MIT license; see LICENSE.

// MARK: Inputs and outputs

/// The key of a filter's result.
public let kCIOutputImageKey = "outputImage"
/// The key of the amount.
public let kCIInputAmountKey = "inputAmount"
/// The key of the angle, in radians.
public let kCIInputAngleKey = "inputAngle"
/// The key of the aspect ratio.
public let kCIInputAspectRatioKey = "inputAspectRatio"
/// The key of the image behind the input image.
public let kCIInputBackgroundImageKey = "inputBackgroundImage"
/// The key of the image on the back of a page.
public let kCIInputBacksideImageKey = "inputBacksideImage"
/// The key of the number that is added.
public let kCIInputBiasKey = "inputBias"
/// The key of the numbers that are added.
public let kCIInputBiasVectorKey = "inputBiasVector"
/// The key of the brightness.
public let kCIInputBrightnessKey = "inputBrightness"
/// The key of the centre, in pixels.
public let kCIInputCenterKey = "inputCenter"
/// The key of the colour.
public let kCIInputColorKey = "inputColor"
/// The key of the first colour.
public let kCIInputColor0Key = "inputColor0"
/// The key of the second colour.
public let kCIInputColor1Key = "inputColor1"
/// The key of the colour space.
public let kCIInputColorSpaceKey = "inputColorSpace"
/// The key of the contrast.
public let kCIInputContrastKey = "inputContrast"
/// The key of the number of things.
public let kCIInputCountKey = "inputCount"
/// The key of the exposure, in stops.
public let kCIInputEVKey = "inputEV"
/// The key of the rectangle, in pixels.
public let kCIInputExtentKey = "inputExtent"
/// The key of the switch for colours beyond the table.
public let kCIInputExtrapolateKey = "inputExtrapolate"
/// The key of the gradient to look colours up in.
public let kCIInputGradientImageKey = "inputGradientImage"
/// The key of the image to work on.
public let kCIInputImageKey = "inputImage"
/// The key of the second image.
public let kCIInputImage2Key = "inputImage2"
/// The key of the intensity.
public let kCIInputIntensityKey = "inputIntensity"
/// The key of the mask.
public let kCIInputMaskImageKey = "inputMaskImage"
/// The key of the palette.
public let kCIInputPaletteImageKey = "inputPaletteImage"
/// The key of the switch for work on encoded colours.
public let kCIInputPerceptualKey = "inputPerceptual"
/// The key of the first point, in pixels.
public let kCIInputPoint0Key = "inputPoint0"
/// The key of the second point, in pixels.
public let kCIInputPoint1Key = "inputPoint1"
/// The key of the radius, in pixels.
public let kCIInputRadiusKey = "inputRadius"
/// The key of the first radius, in pixels.
public let kCIInputRadius0Key = "inputRadius0"
/// The key of the second radius, in pixels.
public let kCIInputRadius1Key = "inputRadius1"
/// The key of the index of refraction.
public let kCIInputRefractionKey = "inputRefraction"
/// The key of the saturation.
public let kCIInputSaturationKey = "inputSaturation"
/// The key of the scale.
public let kCIInputScaleKey = "inputScale"
/// The key of the map of the light.
public let kCIInputShadingImageKey = "inputShadingImage"
/// The key of the sharpness.
public let kCIInputSharpnessKey = "inputSharpness"
/// The key of the image after a transition.
public let kCIInputTargetImageKey = "inputTargetImage"
/// The key of the threshold.
public let kCIInputThresholdKey = "inputThreshold"
/// The key of the time of a transition, 0...1.
public let kCIInputTimeKey = "inputTime"
/// The key of the affine transform.
public let kCIInputTransformKey = "inputTransform"
/// The key of the weights of a convolution.
public let kCIInputWeightsKey = "inputWeights"
/// The key of the width, in pixels.
public let kCIInputWidthKey = "inputWidth"

// MARK: Attributes of a filter

/// The key of the filter's name.
public let kCIAttributeFilterName = "CIAttributeFilterName"
/// The key of the filter's name for people.
public let kCIAttributeFilterDisplayName = "CIAttributeFilterDisplayName"
/// The key of the names of the filter's categories, a list of strings.
public let kCIAttributeFilterCategories = "CIAttributeFilterCategories"
/// The key of the release of macOS that brought the filter, as text.
public let kCIAttributeFilterAvailable_Mac = "CIAttributeFilterAvailable_Mac"
/// The key of the release of iOS that brought the filter, as text.
public let kCIAttributeFilterAvailable_iOS = "CIAttributeFilterAvailable_iOS"

// MARK: Attributes of an input

/// The key of the input's key.
public let kCIAttributeName = "CIAttributeName"
/// The key of the input's name for people.
public let kCIAttributeDisplayName = "CIAttributeDisplayName"
/// The key of the input's class, as text: `NSNumber`, `CIVector`.
public let kCIAttributeClass = "CIAttributeClass"
/// The key of the meaning of the input's value, one of `kCIAttributeType…`.
public let kCIAttributeType = "CIAttributeType"
/// The key of the value of an input that was not set.
public let kCIAttributeDefault = "CIAttributeDefault"
/// The key of the least value.
public let kCIAttributeMin = "CIAttributeMin"
/// The key of the greatest value.
public let kCIAttributeMax = "CIAttributeMax"

// MARK: Types of inputs

/// A time of a transition, 0...1.
public let kCIAttributeTypeTime = "CIAttributeTypeTime"
/// A number without unit.
public let kCIAttributeTypeScalar = "CIAttributeTypeScalar"
/// A length in pixels.
public let kCIAttributeTypeDistance = "CIAttributeTypeDistance"
/// An angle in radians.
public let kCIAttributeTypeAngle = "CIAttributeTypeAngle"
/// A switch.
public let kCIAttributeTypeBoolean = "CIAttributeTypeBoolean"
/// A whole number.
public let kCIAttributeTypeInteger = "CIAttributeTypeInteger"
/// A whole number, 0 or more.
public let kCIAttributeTypeCount = "CIAttributeTypeCount"
/// A point in pixels.
public let kCIAttributeTypePosition = "CIAttributeTypePosition"
/// A displacement in pixels.
public let kCIAttributeTypeOffset = "CIAttributeTypeOffset"
/// A point in space, in pixels.
public let kCIAttributeTypePosition3 = "CIAttributeTypePosition3"
/// A rectangle in pixels.
public let kCIAttributeTypeRectangle = "CIAttributeTypeRectangle"
/// A colour whose alpha does not matter.
public let kCIAttributeTypeOpaqueColor = "CIAttributeTypeOpaqueColor"
/// A colour.
public let kCIAttributeTypeColor = "CIAttributeTypeColor"
/// An image of one row.
public let kCIAttributeTypeGradient = "CIAttributeTypeGradient"
/// An image.
public let kCIAttributeTypeImage = "CIAttributeTypeImage"
/// An affine transform.
public let kCIAttributeTypeTransform = "CIAttributeTypeTransform"

// MARK: Categories

/// Filters that move pixels.
public let kCICategoryDistortionEffect = "CICategoryDistortionEffect"
/// Filters that transform or cut the image.
public let kCICategoryGeometryAdjustment = "CICategoryGeometryAdjustment"
/// Filters that put an image over another.
public let kCICategoryCompositeOperation = "CICategoryCompositeOperation"
/// Screens of print.
public let kCICategoryHalftoneEffect = "CICategoryHalftoneEffect"
/// Filters that correct colours.
public let kCICategoryColorAdjustment = "CICategoryColorAdjustment"
/// Filters that change colours.
public let kCICategoryColorEffect = "CICategoryColorEffect"
/// Filters between two images.
public let kCICategoryTransition = "CICategoryTransition"
/// Filters that repeat an image.
public let kCICategoryTileEffect = "CICategoryTileEffect"
/// Filters that make an image.
public let kCICategoryGenerator = "CICategoryGenerator"
/// Filters that sum an image up.
public let kCICategoryReduction = "CICategoryReduction"
/// Filters that make a gradient.
public let kCICategoryGradient = "CICategoryGradient"
/// Filters that draw the image otherwise.
public let kCICategoryStylize = "CICategoryStylize"
/// Filters that sharpen.
public let kCICategorySharpen = "CICategorySharpen"
/// Filters that blur.
public let kCICategoryBlur = "CICategoryBlur"
/// Filters for films.
public let kCICategoryVideo = "CICategoryVideo"
/// Filters for single pictures.
public let kCICategoryStillImage = "CICategoryStillImage"
/// Filters for films in half pictures.
public let kCICategoryInterlaced = "CICategoryInterlaced"
/// Filters for pixels that are no squares.
public let kCICategoryNonSquarePixels = "CICategoryNonSquarePixels"
/// Filters that keep light above white.
public let kCICategoryHighDynamicRange = "CICategoryHighDynamicRange"
/// Filters of Core Image itself.
public let kCICategoryBuiltIn = "CICategoryBuiltIn"
/// Filters that are made of others; there are none.
public let kCICategoryFilterGenerator = "CICategoryFilterGenerator"
