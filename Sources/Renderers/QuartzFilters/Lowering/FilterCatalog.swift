// From descriptions of filters to nodes: the one place that knows the filters by their names.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

/// The filters.
package enum FilterCatalog {
  /// Whether `node` makes nodes of a type.
  package static func knows(_ type: String) -> Bool { lowering(of: type) != nil }

  /// The types of layers' filters (CAFilter).
  package static var layerTypes: [String] { layerLowerings.keys.sorted() }

  /// The names of Core Image's filters.
  package static var coreImageNames: [String] { coreImageLowerings.keys.sorted() }

  /// Makes the nodes of a filter.
  ///
  /// A filter that is off returns `inputImage` as it is.
  ///
  /// - Parameters:
  ///   - images: The pictures of the inputs by key, `inputImage` among them. Those that
  ///     `description` names by number must have been looked up by the caller.
  ///   - context: A CIContext or a layer.
  /// - Throws: `FilterError` for unknown types and for images that are missing.
  package static func node(
    for description: FilterDescription,
    images: [String: FilterNode],
    in context: FilterContext
  ) throws(FilterError) -> FilterNode {
    if !description.isEnabled, let image = images["inputImage"] { return image }
    guard let lowering = lowering(of: description.type) else {
      throw .unknownFilter(description.type)
    }
    let node = try lowering(FilterInputs(description, context, images))
    let isNew = !images.values.contains { $0 === node }
    return context.space.isLimited && isNew ? limited(node) : node
  }

  /// A node whose colours are in 0...1, as the bytes of layers are.
  ///
  /// Operations that cannot leave that range, but by what they are given, stay as they are.
  private static func limited(_ node: FilterNode) -> FilterNode {
    switch node.operation {
    case .color(let function):
      guard function.stages.last != .limit else { return node }
      return FilterNode(.color(ColorFunction(function.stages + [.limit])), node.inputs)
    case .blend(.mode): return node
    case .blend, .sharpen, .convolution, .resample, .shading, .transition:
      return FilterNode(.color(ColorFunction([.limit])), node)
    case .source, .picture, .constant, .crop, .clamp, .transform, .sum, .mask, .gaussianBlur,
      .variableBlur, .smear, .rank, .colorMap, .pattern, .displacement, .mapDisplacement, .cells,
      .reduction:
      return node
    }
  }

  /// The colour function of a filter that is nothing else; nil for other filters.
  ///
  /// A renderer may execute it without nodes.
  package static func colorFunction(
    for description: FilterDescription,
    in context: FilterContext
  ) throws(FilterError) -> ColorFunction? {
    let source = FilterNode(.source(slot: 0, extent: .infinite))
    let node = try node(for: description, images: ["inputImage": source], in: context)
    if node === source { return ColorFunction([]) }
    guard case .color(let function) = node.operation, node.inputs[0] === source else { return nil }
    return function
  }

  /// The step of a renderer that a filter is, made without nodes; nil for other filters.
  ///
  /// It does what `node` says, on encoded values that end in 0...1.
  package static func step(
    for description: FilterDescription,
    in context: FilterContext
  ) -> FilterStep? {
    guard let lowering = layerSteps[description.type] ?? coreImageSteps[description.type] else {
      return nil
    }
    return lowering(FilterInputs(description, context, [:]))
  }

  /// How a filter's inputs become nodes.
  typealias Lowering = @Sendable (FilterInputs) throws(FilterError) -> FilterNode

  /// How the inputs of a filter become a step of a renderer.
  typealias StepLowering = @Sendable (FilterInputs) -> FilterStep

  private static func lowering(of type: String) -> Lowering? {
    layerLowerings[type] ?? coreImageLowerings[type]
  }

  /// A lowering that is a step of a renderer.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - isLimited: Whether colours end in 0...1 in every space.
  static func lowering(_ step: @escaping StepLowering, isLimited: Bool) -> Lowering {
    { (inputs) throws(FilterError) in
      let image = try inputs.image()
      switch step(inputs) {
      case .matrix(let matrix):
        let stages: [ColorStage] = isLimited ? [.matrix(matrix), .limit] : [.matrix(matrix)]
        return image.colored(ColorFunction(stages))
      case .blur(let blur): return FilterNode(.gaussianBlur(blur), image)
      case .color(let color): return image.colored(color.function(in: inputs.space))
      case .transform(let map): return FilterNode(.transform(map, .linear), image)
      case .crop(let rect): return image.cropped(to: rect)
      case .join(nil): return image.over(inputs.background())
      case .join(let mask?):
        // Without a mask nothing of the background shows.
        guard let cover = inputs.images["inputMaskImage"] else { return image }
        return FilterNode(.mask(mask), [image, inputs.background(), cover])
      }
    }
  }

  /// A lowering that is a colour function of `inputImage`.
  static func color(
    _ function: @escaping @Sendable (FilterInputs) throws(FilterError) -> ColorFunction
  ) -> Lowering {
    { (inputs) throws(FilterError) in try inputs.image().colored(function(inputs)) }
  }

  /// A step that is a matrix of `inputImage`'s colours.
  static func matrix(
    _ matrix: @escaping @Sendable (FilterInputs) -> ColorMatrix
  ) -> StepLowering {
    { .matrix(matrix($0)) }
  }

  /// The filters of Core Image, group by group.
  static let coreImageLowerings: [String: Lowering] = {
    let groups = [
      colorLowerings, blendLowerings, blurLowerings, generatorLowerings, geometryLowerings,
      transitionLowerings, toneLowerings,
    ]
    let lowerings = coreImageSteps.mapValues { lowering($0, isLimited: false) }
    return groups.reduce(into: lowerings) { all, group in all.merge(group) { first, _ in first } }
  }()

  /// Those of them that are steps of a renderer.
  private static let coreImageSteps = colorSteps.merging(blurSteps) { first, _ in first }
    .merging(geometrySteps) { first, _ in first }
    .merging(blendSteps) { first, _ in first }
}

/// A filter that every renderer has a step for.
package enum FilterStep: Equatable, Sendable {
  /// A matrix of straight colours, whose results are kept in 0...1 where the space is limited.
  case matrix(ColorMatrix)
  case blur(FilterBlur)
  /// A step of straight colours, whose results are kept in 0...1 where the space is limited.
  case color(ColorStep)
  /// The picture moved by a map, mixed between its pixels, with nothing around it.
  case transform(Affine)
  /// A rectangle of the picture, with nothing around it.
  case crop(FilterRect)
  /// The picture over `inputBackgroundImage`; or there where `inputMaskImage` says so, and the
  /// background elsewhere.
  case join(FilterMask?)
}
