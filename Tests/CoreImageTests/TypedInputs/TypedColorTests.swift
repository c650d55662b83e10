// The properties of typed filters of colours and of blends.
// Licensed under the MIT license; see LICENSE.

import CoreImage
import Foundation
import Testing

@Suite struct TypedColorTests {
  private let orange = CIColor(red: 0.9, green: 0.4, blue: 0.1)
  private let half = CIVector(x: 0.5, y: 0.25, z: 0.1, w: 0.05)

  @Test func matricesAndPolynomials() {
    let clamp = TypedFilter(CIFilter.colorClamp)
    clamp.input("CIColorClamp.inputImage", \.inputImage)
    clamp.input("CIColorClamp.minComponents", \.minComponents, CIVector(x: 0.3, y: 0, z: 0, w: 0))
    clamp.input("CIColorClamp.maxComponents", \.maxComponents, CIVector(x: 1, y: 0.3, z: 1, w: 1))
    let controls = TypedFilter(CIFilter.colorControls)
    controls.input("CIColorControls.inputImage", \.inputImage)
    controls.input("CIColorControls.saturation", \.saturation, 0.25)
    controls.input("CIColorControls.brightness", \.brightness, 0.25)
    controls.input("CIColorControls.contrast", \.contrast, 1.5)
    let cross = TypedFilter(CIFilter.colorCrossPolynomial)
    let ten = CIVector([0.1, 0.2, 0.3, 0.1, 0, 0, 0.2, 0, 0, 0.1])
    cross.input("CIColorCrossPolynomial.inputImage", \.inputImage)
    cross.input("CIColorCrossPolynomial.redCoefficients", \.redCoefficients, ten)
    cross.input("CIColorCrossPolynomial.greenCoefficients", \.greenCoefficients, ten)
    cross.input("CIColorCrossPolynomial.blueCoefficients", \.blueCoefficients, ten)
    let matrix = TypedFilter(CIFilter.colorMatrix)
    matrix.input("CIColorMatrix.inputImage", \.inputImage)
    matrix.input("CIColorMatrix.rVector", \.rVector, half)
    matrix.input("CIColorMatrix.gVector", \.gVector, half)
    matrix.input("CIColorMatrix.bVector", \.bVector, half)
    matrix.input("CIColorMatrix.aVector", \.aVector, half)
    matrix.input("CIColorMatrix.biasVector", \.biasVector, half)
    let polynomial = TypedFilter(CIFilter.colorPolynomial)
    polynomial.input("CIColorPolynomial.inputImage", \.inputImage)
    polynomial.input("CIColorPolynomial.redCoefficients", \.redCoefficients, half)
    polynomial.input("CIColorPolynomial.greenCoefficients", \.greenCoefficients, half)
    polynomial.input("CIColorPolynomial.blueCoefficients", \.blueCoefficients, half)
    polynomial.input("CIColorPolynomial.alphaCoefficients", \.alphaCoefficients, half)
    let hue = TypedFilter(CIFilter.hueAdjust)
    hue.input("CIHueAdjust.inputImage", \.inputImage)
    hue.input("CIHueAdjust.angle", \.angle, 1.5)
    let exposure = TypedFilter(CIFilter.exposureAdjust)
    exposure.input("CIExposureAdjust.inputImage", \.inputImage)
    exposure.input("CIExposureAdjust.ev", \.ev, -1.5, key: "inputEV")
    let white = TypedFilter(CIFilter.whitePointAdjust)
    white.input("CIWhitePointAdjust.inputImage", \.inputImage)
    white.input("CIWhitePointAdjust.color", \.color, orange)
    let light = TypedFilter(CIFilter.temperatureAndTint)
    light.input("CITemperatureAndTint.inputImage", \.inputImage)
    light.input("CITemperatureAndTint.neutral", \.neutral, CIVector(x: 4500, y: 10))
    light.input("CITemperatureAndTint.targetNeutral", \.targetNeutral, CIVector(x: 4500, y: 10))
  }

  @Test func curvesAndTables() {
    let gamma = TypedFilter(CIFilter.gammaAdjust)
    gamma.input("CIGammaAdjust.inputImage", \.inputImage)
    gamma.input("CIGammaAdjust.power", \.power, 2)
    let steps = TypedFilter(CIFilter.colorPosterize)
    steps.input("CIColorPosterize.inputImage", \.inputImage)
    steps.input("CIColorPosterize.levels", \.levels, 3)
    let threshold = TypedFilter(CIFilter.colorThreshold)
    threshold.input("CIColorThreshold.inputImage", \.inputImage)
    threshold.input("CIColorThreshold.threshold", \.threshold, 0.2)
    TypedFilter(CIFilter.linearToSRGBToneCurve)
      .input("CILinearToSRGBToneCurve.inputImage", \.inputImage)
    TypedFilter(CIFilter.sRGBToneCurveToLinear)
      .input("CISRGBToneCurveToLinear.inputImage", \.inputImage)
    let tone = TypedFilter(CIFilter.toneCurve)
    tone.input("CIToneCurve.inputImage", \.inputImage)
    tone.input("CIToneCurve.point0", \.point0, CGPoint(x: 0, y: 0.2))
    tone.input("CIToneCurve.point1", \.point1, CGPoint(x: 0.25, y: 0.4))
    tone.input("CIToneCurve.point2", \.point2, CGPoint(x: 0.5, y: 0.3))
    tone.input("CIToneCurve.point3", \.point3, CGPoint(x: 0.75, y: 0.6))
    tone.input("CIToneCurve.point4", \.point4, CGPoint(x: 1, y: 0.8))
    // The curve goes on where light is beyond it.
    tone.input("CIToneCurve.extrapolate", \.extrapolate, true) {
      $0.point4 = CGPoint(x: 1, y: 0.5)
      $0.inputImage = TypedPictures.bright
    }
    let dark = Data(count: 3 * 3 * 3 * 16)
    // A table of 3 x 3 x 3 needs as many colours, and its first eight are a table of 2 x 2 x 2.
    let larger = TypedPictures.cube + dark
    let cube = TypedFilter(CIFilter.colorCube) { $0.cubeData = larger }
    cube.input("CIColorCube.inputImage", \.inputImage)
    cube.input("CIColorCube.cubeData", \.cubeData, dark)
    cube.input("CIColorCube.cubeDimension", \.cubeDimension, 3)
    cube.input("CIColorCube.extrapolate", \.extrapolate, true) {
      $0.inputImage = TypedPictures.bright
    }
    let spaced = TypedFilter(CIFilter.colorCubeWithColorSpace) { $0.cubeData = larger }
    spaced.input("CIColorCubeWithColorSpace.inputImage", \.inputImage)
    spaced.input("CIColorCubeWithColorSpace.cubeData", \.cubeData, dark)
    spaced.input("CIColorCubeWithColorSpace.cubeDimension", \.cubeDimension, 3)
    spaced.input("CIColorCubeWithColorSpace.extrapolate", \.extrapolate, true) {
      $0.inputImage = TypedPictures.bright
    }
    spaced.input(
      "CIColorCubeWithColorSpace.colorSpace",
      \.colorSpace,
      CGColorSpace(name: CGColorSpace.linearSRGB)
    )
    let map = TypedFilter(CIFilter.colorMap)
    map.input("CIColorMap.inputImage", \.inputImage)
    map.input("CIColorMap.gradientImage", \.gradientImage)
  }

  @Test func looks() {
    let mono = TypedFilter(CIFilter.colorMonochrome)
    mono.input("CIColorMonochrome.inputImage", \.inputImage)
    mono.input("CIColorMonochrome.color", \.color, .cyan)
    mono.input("CIColorMonochrome.intensity", \.intensity, 0.25)
    let false2 = TypedFilter(CIFilter.falseColor)
    false2.input("CIFalseColor.inputImage", \.inputImage)
    false2.input("CIFalseColor.color0", \.color0, orange)
    false2.input("CIFalseColor.color1", \.color1, orange)
    let sepia = TypedFilter(CIFilter.sepiaTone)
    sepia.input("CISepiaTone.inputImage", \.inputImage)
    sepia.input("CISepiaTone.intensity", \.intensity, 0.25)
    let vibrance = TypedFilter(CIFilter.vibrance)
    vibrance.input("CIVibrance.inputImage", \.inputImage)
    vibrance.input("CIVibrance.amount", \.amount, 0.75)
    let corners = TypedFilter(CIFilter.vignette) { $0.intensity = 1 }
    corners.input("CIVignette.inputImage", \.inputImage)
    corners.input("CIVignette.intensity", \.intensity, -0.5)
    corners.input("CIVignette.radius", \.radius, 0.5)
    let effect = TypedFilter(CIFilter.vignetteEffect) {
      $0.center = CGPoint(x: 12, y: 12)
      $0.radius = 6
    }
    effect.input("CIVignetteEffect.inputImage", \.inputImage)
    effect.input("CIVignetteEffect.center", \.center, CGPoint(x: 4, y: 8))
    effect.input("CIVignetteEffect.radius", \.radius, 10)
    effect.input("CIVignetteEffect.intensity", \.intensity, 0.25)
    effect.input("CIVignetteEffect.falloff", \.falloff, 0.9)
    let lights = TypedFilter(CIFilter.highlightShadowAdjust)
    lights.input("CIHighlightShadowAdjust.inputImage", \.inputImage)
    lights.input("CIHighlightShadowAdjust.shadowAmount", \.shadowAmount, 0.75)
    lights.input("CIHighlightShadowAdjust.highlightAmount", \.highlightAmount, 0.25)
    // The radius is that of the surroundings whose light counts, for whatever changes by it.
    lights.input("CIHighlightShadowAdjust.radius", \.radius, 6) { $0.shadowAmount = 0.75 }
    TypedFilter(CIFilter.colorInvert).input("CIColorInvert.inputImage", \.inputImage)
    TypedFilter(CIFilter.maskToAlpha).input("CIMaskToAlpha.inputImage", \.inputImage)
    TypedFilter(CIFilter.maximumComponent).input("CIMaximumComponent.inputImage", \.inputImage)
    TypedFilter(CIFilter.minimumComponent).input("CIMinimumComponent.inputImage", \.inputImage)
    let films: [() -> any CIFilter & CIPhotoEffect] = [
      CIFilter.photoEffectChrome, CIFilter.photoEffectFade, CIFilter.photoEffectInstant,
      CIFilter.photoEffectMono, CIFilter.photoEffectNoir, CIFilter.photoEffectProcess,
      CIFilter.photoEffectTonal, CIFilter.photoEffectTransfer,
    ]
    for make in films {
      let film = TypedFilter(make)
      film.input("CIPhotoEffect.inputImage", \.inputImage)
      // Light above 1 shows what is beyond.
      let beyond = TypedFilter(make) { $0.inputImage = TypedPictures.bright }
      beyond.input("CIPhotoEffect.extrapolate", \.extrapolate, true)
    }
  }

  @Test func tones() {
    let target = TypedFilter(CIFilter.toneMapHeadroom) { $0.inputImage = TypedPictures.bright }
    target.input("CIToneMapHeadroom.inputImage", \.inputImage)
    target.input("CIToneMapHeadroom.sourceHeadroom", \.sourceHeadroom, 4)
    target.input("CIToneMapHeadroom.targetHeadroom", \.targetHeadroom, 2)
    let display = TypedFilter(CIFilter.systemToneMap) {
      $0.inputImage = TypedPictures.bright
      $0.displayHeadroom = 3
    }
    display.input("CISystemToneMap.inputImage", \.inputImage)
    display.input("CISystemToneMap.displayHeadroom", \.displayHeadroom, 2)
    display.input("CISystemToneMap.preferredDynamicRange", \.preferredDynamicRange, "standard")
  }

  @Test func blends() {
    let makers: [() -> any CIFilter & CICompositeOperation] = [
      CIFilter.additionCompositing, CIFilter.colorBlendMode, CIFilter.colorBurnBlendMode,
      CIFilter.colorDodgeBlendMode, CIFilter.darkenBlendMode, CIFilter.differenceBlendMode,
      CIFilter.divideBlendMode, CIFilter.exclusionBlendMode, CIFilter.hardLightBlendMode,
      CIFilter.hueBlendMode, CIFilter.lightenBlendMode, CIFilter.linearBurnBlendMode,
      CIFilter.linearDodgeBlendMode, CIFilter.linearLightBlendMode,
      CIFilter.luminosityBlendMode, CIFilter.maximumCompositing, CIFilter.minimumCompositing,
      CIFilter.multiplyBlendMode, CIFilter.multiplyCompositing, CIFilter.overlayBlendMode,
      CIFilter.pinLightBlendMode, CIFilter.saturationBlendMode, CIFilter.screenBlendMode,
      CIFilter.softLightBlendMode, CIFilter.sourceAtopCompositing,
      CIFilter.sourceInCompositing, CIFilter.sourceOutCompositing,
      CIFilter.sourceOverCompositing, CIFilter.subtractBlendMode, CIFilter.vividLightBlendMode,
    ]
    for make in makers {
      // Images that let each other through.
      let blend = TypedFilter(make) {
        $0.inputImage = TypedPictures.third
        $0.backgroundImage = TypedPictures.fourth
      }
      blend.input("CICompositeOperation.inputImage", \.inputImage)
      blend.input("CICompositeOperation.backgroundImage", \.backgroundImage)
    }
    let difference = TypedFilter(CIFilter.colorAbsoluteDifference)
    difference.input("CIColorAbsoluteDifference.inputImage", \.inputImage)
    difference.input("CIColorAbsoluteDifference.inputImage2", \.inputImage2)
    let mix = TypedFilter(CIFilter.mix) { $0.amount = 0.5 }
    mix.input("CIMix.inputImage", \.inputImage)
    mix.input("CIMix.backgroundImage", \.backgroundImage)
    mix.input("CIMix.amount", \.amount, 0.25)
    let luminance = TypedFilter(CIFilter.blendWithMask)
    luminance.input("CIBlendWithMask.inputImage", \.inputImage)
    luminance.input("CIBlendWithMask.backgroundImage", \.backgroundImage)
    luminance.input("CIBlendWithMask.maskImage", \.maskImage)
    let alpha = TypedFilter(CIFilter.blendWithAlphaMask)
    alpha.input("CIBlendWithAlphaMask.inputImage", \.inputImage)
    alpha.input("CIBlendWithAlphaMask.backgroundImage", \.backgroundImage)
    alpha.input("CIBlendWithAlphaMask.maskImage", \.maskImage)
    let red = TypedFilter(CIFilter.blendWithRedMask)
    red.input("CIBlendWithRedMask.inputImage", \.inputImage)
    red.input("CIBlendWithRedMask.backgroundImage", \.backgroundImage)
    red.input("CIBlendWithRedMask.maskImage", \.maskImage)
    let blue = TypedFilter(CIFilter.blendWithBlueMask)
    blue.input("CIBlendWithBlueMask.inputImage", \.inputImage)
    blue.input("CIBlendWithBlueMask.backgroundImage", \.backgroundImage)
    blue.input("CIBlendWithBlueMask.maskImage", \.maskImage)
  }
}
