// The filters that put two pictures together, and the names of layers' compositing filters.
// Licensed under the MIT license; see LICENSE.

import QuartzRaster

extension FilterBlend {
  /// The blend that a layer's `compositingFilter` names, such as `multiplyBlendMode` or `destIn`;
  /// nil for an unknown name.
  package init?(compositingName name: String) {
    guard let blend = FilterBlend.compositing[name] else { return nil }
    self = blend
  }

  /// The blends of Core Animation by name.
  package static let compositing: [String: FilterBlend] = {
    var names: [String: FilterBlend] = [
      "sourceOver": .mode(.normal), "sourceIn": .mode(.sourceIn), "sourceOut": .mode(.sourceOut),
      "sourceAtop": .mode(.sourceAtop), "destOver": .mode(.destinationOver),
      "destIn": .mode(.destinationIn), "destOut": .mode(.destinationOut),
      "destAtop": .mode(.destinationAtop), "xor": .mode(.xor), "clear": .mode(.clear),
      "copy": .mode(.copy), "plusL": .plusLighterClamped, "plusD": .plusDarkerClamped,
      "maximum": .mode(.maximum), "minimum": .mode(.minimum),
      "subtractS": .mode(.sourceMinusDestination),
      "subtractD": .mode(.destinationMinusSource), "darkenSourceOver": .darkenOver,
      "lightenSourceOver": .lightenOver,
    ]
    for (name, blend) in straightModes { names[name + "BlendMode"] = blend }
    return names
  }()

  /// The modes on straight colours, by their names without an ending.
  static let straightModes: [String: FilterBlend] = [
    "normal": .mode(.normal), "multiply": .mode(.multiply), "screen": .mode(.screen),
    "overlay": .mode(.overlay), "darken": .mode(.darken), "lighten": .mode(.lighten),
    "colorDodge": .mode(.colorDodge), "colorBurn": .mode(.colorBurn),
    "softLight": .mode(.softLight), "hardLight": .mode(.hardLight),
    "difference": .mode(.difference), "exclusion": .mode(.exclusion), "hue": .mode(.hue),
    "saturation": .mode(.saturation), "color": .mode(.color),
    "luminosity": .mode(.luminosity), "linearBurn": .mode(.linearBurn),
    "linearDodge": .mode(.linearDodge),
    "linearLight": .mode(.linearLight), "vividLight": .mode(.vividLight),
    "pinLight": .mode(.pinLight),
    "subtract": .mode(.subtract), "divide": .mode(.divide),
  ]

  /// The blend of one of Core Image's filters with `inputImage` and `inputBackgroundImage`.
  package init?(coreImageName name: String) {
    guard let blend = FilterBlend.coreImage[name] else { return nil }
    self = blend
  }

  /// The blends of Core Image by name.
  static let coreImage: [String: FilterBlend] = {
    var names: [String: FilterBlend] = [
      "CIAdditionCompositing": .addition, "CIMaximumCompositing": .mode(.maximum),
      "CIMinimumCompositing": .mode(.minimum), "CIMultiplyCompositing": .product,
      "CISourceOverCompositing": .mode(.normal), "CISourceInCompositing": .mode(.sourceIn),
      "CISourceOutCompositing": .mode(.sourceOut), "CISourceAtopCompositing": .mode(.sourceAtop),
    ]
    for (name, blend) in straightModes where name != "normal" {
      names["CI" + name.prefix(1).uppercased() + name.dropFirst() + "BlendMode"] = blend
    }
    return names
  }()
}

extension FilterCatalog {
  /// Filters of two or three pictures.
  static let blendLowerings: [String: Lowering] = {
    var lowerings: [String: Lowering] = [
      "CIColorAbsoluteDifference": absoluteDifference, "CIDissolveTransition": dissolve,
      "CIMix": mix,
    ]
    for (name, blend) in FilterBlend.coreImage where blendSteps[name] == nil {
      lowerings[name] = lowering(blend)
    }
    return lowerings
  }()

  private static let absoluteDifference: Lowering = { (inputs) throws(FilterError) in
    FilterNode(.blend(.absoluteDifference), [try inputs.image(), try inputs.image("inputImage2")])
  }

  private static let dissolve: Lowering = { (inputs) throws(FilterError) in
    let time = inputs.number("inputTime", in: 0...1)
    let target = try inputs.image("inputTargetImage")
    return FilterNode(.sum(1 - time, time), [try inputs.image(), target])
  }

  private static let mix: Lowering = { (inputs) throws(FilterError) in
    let amount = inputs.number("inputAmount", in: 0...1)
    return FilterNode(.sum(amount, 1 - amount), [try inputs.image(), inputs.background()])
  }

  private static func lowering(_ blend: FilterBlend) -> Lowering {
    { (inputs) throws(FilterError) in
      FilterNode(.blend(blend), [try inputs.image(), inputs.background()])
    }
  }

  /// Those that are steps of a renderer.
  static let blendSteps: [String: StepLowering] = [
    "CISourceOverCompositing": { _ in .join(nil) },
    "CIBlendWithMask": { _ in .join(.luminance) },
    "CIBlendWithAlphaMask": { _ in .join(.alpha) },
    "CIBlendWithRedMask": { _ in .join(.red) },
    "CIBlendWithBlueMask": { _ in .join(.blue) },
  ]
}
