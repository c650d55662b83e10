// All filters by name: known, drawn, and proof against hostile inputs.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
import QuartzMath
import TestRandom
import Testing

@Suite
struct CatalogTests {
  /// filters.md 5, T1 and T2, but for text and bar codes.
  static let names: [String] = {
    var names = """
      GaussianBlur BoxBlur ColorControls HueAdjust ColorInvert ColorMatrix ColorPosterize SepiaTone
      Bloom PinchDistortion GlassDistortion DotScreen SharpenLuminance RippleTransition
      BarsSwipeTransition DissolveTransition SwipeTransition SourceOverCompositing
      SourceInCompositing SourceOutCompositing SourceAtopCompositing ConstantColorGenerator
      CheckerboardGenerator StripesGenerator LinearGradient SmoothLinearGradient RadialGradient
      GaussianGradient RoundedRectangleGenerator ExposureAdjust GammaAdjust Vibrance
      WhitePointAdjust TemperatureAndTint ToneCurve LinearToSRGBToneCurve SRGBToneCurveToLinear
      ColorPolynomial ColorCrossPolynomial ColorClamp ColorMap FalseColor ColorMonochrome
      MaskToAlpha MaximumComponent MinimumComponent PhotoEffectChrome PhotoEffectFade
      PhotoEffectInstant PhotoEffectMono PhotoEffectNoir PhotoEffectProcess PhotoEffectTonal
      PhotoEffectTransfer ColorThreshold Vignette VignetteEffect HighlightShadowAdjust UnsharpMask
      DiscBlur MotionBlur ZoomBlur MorphologyMaximum MorphologyMinimum MedianFilter
      MaskedVariableBlur Convolution3X3 Convolution5X5 Convolution7X7 Convolution9Horizontal
      Convolution9Vertical AffineTransform AffineClamp AffineTile Crop StraightenFilter
      LanczosScaleTransform PerspectiveTransform PerspectiveCorrection AreaAverage AreaMaximum
      AreaMinimum AreaHistogram BumpDistortion TwirlDistortion HoleDistortion Pixellate
      HexagonalPixellate Crystallize Edges Kaleidoscope BlendWithMask BlendWithAlphaMask
      CopyMachineTransition DisintegrateWithMaskTransition FlashTransition ModTransition
      PageCurlTransition PageCurlWithShadowTransition AccordionFoldTransition
      ColorAbsoluteDifference ToneMapHeadroom SystemToneMap
      """.split { $0 == " " || $0 == "\n" }.map { "CI" + $0 }
    names += """
      Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn SoftLight HardLight Difference
      Exclusion Hue Saturation Color Luminosity LinearBurn LinearDodge LinearLight VividLight
      PinLight Subtract Divide
      """.split { $0 == " " || $0 == "\n" }.map { "CI\($0)BlendMode" }
    return names
  }()

  /// Pictures for every image input.
  private func images(_ size: Int32 = 12) throws -> [String: FilterNode] {
    let checks = FilterNode(
      .pattern(
        .checkerboard(
          FilterColor(1, 0.2, 0),
          FilterColor(0, 0.5, 1, 0.5),
          center: .zero,
          width: 3,
          1
        )
      )
    )
    let image = checks.cropped(to: FilterRect(0, 0, Double(size), Double(size)))
    let ramp = FilterNode(
      .pattern(.linearGradient(.black, .white, from: .zero, to: SIMD2(12, 12), isSmooth: false))
    ).cropped(to: image.extent)
    var images: [String: FilterNode] = [:]
    for name in FilterCatalog.coreImageNames {
      for input in FilterAttributes.named(name)?.inputs ?? [] where input.valueClass == .image {
        images[input.key] = input.key == "inputImage" ? image : ramp
      }
    }
    images["inputImage"] = image
    images["inputMaskImage"] = ramp
    return images
  }

  @Test
  func tiersAreKnown() {
    for name in CatalogTests.names {
      #expect(FilterCatalog.knows(name), "\(name)")
      #expect(FilterAttributes.named(name) != nil, "\(name)")
    }
    for name in FilterCatalog.coreImageNames where name != "CIRandomGenerator" {
      #expect(FilterAttributes.named(name) != nil, "\(name)")
    }
  }

  @Test(arguments: [FilterContext.coreImage, layer])
  func everyFilterDrawsWithItsDefaults(context: FilterContext) throws {
    let images = try images()
    for name in CatalogTests.names + FilterCatalog.layerTypes {
      var description = FilterDescription(type: name)
      let attributes = FilterAttributes.named(name)
      // Extents of tables are larger than the pictures.
      if attributes?.input("inputExtent") != nil {
        description["inputExtent"] = .vector([0, 0, 12, 12])
      }
      let node = try FilterCatalog.node(for: description, images: images, in: context)
      let part = PixelRect(-2, -2, 14, 14)
      let result = try FilterExecutor(space: context.space).render(node, in: part)
      for index in 0..<result.rect.area {
        let color = result.pixels[index]
        #expect(color == color, "\(name) has pixels that are no numbers")
        if context.space.isLimited { #expect(color.max() <= 1.00001 && color.min() > -1e-5) }
      }
    }
  }

  @Test
  func hostileInputsDoNotTrap() throws {
    let images = try images()
    let numbers: [Double] = [.nan, .infinity, -.infinity, -1, 0, 1e-300, 1e9, 1e300, 0.5]
    var random = SeededGenerator(seed: 21)
    var executor = FilterExecutor()
    executor.limits.workPixels = 1 << 20
    let names = FilterCatalog.coreImageNames + FilterCatalog.layerTypes
    for name in names {
      let keys =
        FilterAttributes.named(name)?.inputs.map(\.key) ?? [
          "inputRadius", "inputAmount", "inputAngle",
        ]
      for round in 0..<12 {
        var description = FilterDescription(type: name)
        for key in keys {
          func number() -> Double { numbers[random.index(below: numbers.count)] }
          switch random.index(below: 5) {
          case 0: description[key] = .number(number())
          case 1:
            let count = [0, 1, 2, 4, 6, 9, 20, 25][random.index(below: 8)]
            description[key] = .vector((0..<count).map { _ in number() })
          case 2: description[key] = .color(SIMD4(number(), number(), number(), number()))
          case 3: description[key] = .data([1, 2, 3])
          default: break
          }
          if round == 0 { description[key] = .number(numbers[random.index(below: 4)]) }
        }
        let pictures = random.once(in: 6) ? [:] : images
        for context in [FilterContext.coreImage, layer] {
          // A picture or an error, but no trap.
          let node = try? FilterCatalog.node(for: description, images: pictures, in: context)
          if let node { _ = try? executor.render(node, in: PixelRect(-3, -3, 9, 9)) }
        }
      }
    }
  }

  @Test
  func unknownFilter() throws {
    #expect(throws: FilterError.unknownFilter("CINothing")) {
      try filtered("CINothing", [:], .empty)
    }
    #expect(throws: FilterError.missingImage(filter: "CISepiaTone", key: "inputImage")) {
      try FilterCatalog.node(
        for: FilterDescription(type: "CISepiaTone"),
        images: [:],
        in: .coreImage
      )
    }
  }

  @Test
  func filtersThatAreOffPassTheirImage() throws {
    let image = FilterNode(.constant(.white))
    let description = FilterDescription(type: "CIColorInvert", isEnabled: false)
    let node = try FilterCatalog.node(
      for: description,
      images: ["inputImage": image],
      in: .coreImage
    )
    #expect(node === image)
  }

  @Test
  func colorFunctionsOfFilters() throws {
    let saturate = FilterDescription(type: "colorSaturate")
    let function = try FilterCatalog.colorFunction(for: saturate, in: layer)
    #expect(function?.stages == [.matrix(.saturation(1)), .limit])
    let blur = FilterDescription(type: "gaussianBlur")
    #expect(try FilterCatalog.colorFunction(for: blur, in: layer) == nil)
    let inert = FilterDescription(type: "vibrantDark")
    #expect(try FilterCatalog.colorFunction(for: inert, in: layer) == ColorFunction([]))
  }
}
