// The filters that lead from one picture to another.
// Licensed under the MIT license; see LICENSE.

extension FilterCatalog {
  static let transitionLowerings: [String: Lowering] = [
    "CISwipeTransition": transition { inputs in
      .swipe(
        inputs.color("inputColor", .white),
        angle: inputs.number("inputAngle"),
        width: inputs.length("inputWidth"),
        opacity: max(inputs.number("inputOpacity"), 0)
      )
    },
    "CIBarsSwipeTransition": transition { inputs in
      .bars(
        angle: inputs.number("inputAngle"),
        width: inputs.length("inputWidth"),
        offset: max(inputs.number("inputBarOffset"), 0)
      )
    },
    "CICopyMachineTransition": transition { inputs in
      .copyMachine(
        inputs.color("inputColor", FilterColor(0.6, 1, 0.8)),
        angle: inputs.number("inputAngle"),
        width: inputs.length("inputWidth"),
        opacity: max(inputs.number("inputOpacity"), 0)
      )
    },
    "CIRippleTransition": transition(["inputShadingImage"]) { inputs in
      .ripple(
        center: inputs.center(),
        width: inputs.length("inputWidth"),
        scale: inputs.number("inputScale") * inputs.context.scale
      )
    },
    "CIModTransition": transition { inputs in
      .mod(
        center: inputs.center(),
        angle: inputs.number("inputAngle"),
        radius: inputs.length("inputRadius"),
        compression: inputs.length("inputCompression")
      )
    },
    "CIFlashTransition": transition { inputs in
      .flash(
        inputs.color("inputColor", FilterColor(1, 0.8, 0.6)),
        center: inputs.center(),
        FilterFlash(
          striationRadius: inputs.number("inputMaxStriationRadius", in: 0...100),
          striationStrength: inputs.number("inputStriationStrength", in: 0...10),
          striationContrast: inputs.number("inputStriationContrast", in: 0...10),
          fadeThreshold: inputs.number("inputFadeThreshold", in: 0...1)
        )
      )
    },
    "CIPageCurlTransition": transition(["inputBacksideImage", "inputShadingImage"]) { inputs in
      .pageCurl(
        angle: inputs.number("inputAngle"),
        radius: inputs.length("inputRadius"),
        FilterPageShadow()
      )
    },
    "CIPageCurlWithShadowTransition": transition(["inputBacksideImage"]) { inputs in
      let limits = inputs.rect("inputShadowExtent")
      return .pageCurl(
        angle: inputs.number("inputAngle"),
        radius: inputs.length("inputRadius"),
        FilterPageShadow(
          size: inputs.number("inputShadowSize", in: 0...1),
          amount: inputs.number("inputShadowAmount", in: 0...1),
          extent: limits.isEmpty ? .infinite : limits
        )
      )
    },
    "CIAccordionFoldTransition": transition { inputs in
      .accordion(
        height: inputs.length("inputBottomHeight"),
        folds: inputs.number("inputNumberOfFolds", in: 1...50),
        shadow: inputs.number("inputFoldShadowAmount", in: 0...1)
      )
    },
    "CIDisintegrateWithMaskTransition": disintegrate,
  ]

  private static func transition(
    _ more: [String] = [],
    _ kind: @escaping @Sendable (FilterInputs) -> FilterTransition.Kind
  ) -> Lowering {
    { (inputs) throws(FilterError) in
      let image = try inputs.image()
      let target = try inputs.image("inputTargetImage")
      // An extent that was not set is that of the image, as far as it has one.
      var extent = inputs.rect("inputExtent")
      let isOwn = inputs.isSet("inputExtent") || inputs.context.bounds != nil
      if !isOwn || extent.isEmpty || !extent.isFinite {
        let both = image.extent.union(target.extent)
        if both.isFinite { extent = both }
      }
      let kind = kind(inputs)
      let time = inputs.number("inputTime", in: 0...1)
      var pictures = [image, target]
      pictures += more.map { inputs.images[$0] ?? .empty }
      return FilterNode(
        .transition(FilterTransition(kind, extent: extent, time: time)),
        pictures
      )
    }
  }

  /// The target where the mask's luminance is below the time, with the shadow of what remains.
  private static let disintegrate: Lowering = { (inputs) throws(FilterError) in
    let image = try inputs.image()
    let target = try inputs.image("inputTargetImage")
    let time = inputs.number("inputTime", in: 0...1)
    guard time < 1 else { return target }
    guard let mask = inputs.images["inputMaskImage"] else {
      return FilterNode(.sum(1 - time, time), [image, target])
    }
    // The formula is about light.
    let limit = inputs.space.value(light: time)
    let cover = mask.colored(
      ColorFunction([.matrix(.luminance()), .curve(.threshold(limit))])
    )
    let rest = FilterNode(.mask(.red), [image, .empty, cover])
    let density = inputs.number("inputShadowDensity", in: 0...1)
    let black = rest.colored(
      ColorFunction(
        ColorMatrix(red: .zero, green: .zero, blue: .zero, alpha: SIMD4(0, 0, 0, density))
      )
    )
    let blur = FilterBlur(sigma: inputs.length("inputShadowRadius"))
    let offset = inputs.point("inputShadowOffset")
    let shadow = FilterNode(
      .transform(.translation(offset.x, offset.y), .linear),
      FilterNode(.gaussianBlur(blur), black)
    )
    let below = FilterNode(.blend(.mode(.sourceAtop)), [shadow, target])
    return rest.over(time > 0 ? below : target)
  }
}
