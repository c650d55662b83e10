// The order in which a graph of filters is drawn, and how much of each node.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// The steps of one picture.
struct FilterPlan {
  /// A node that is drawn.
  struct Step {
    let node: FilterNode
    /// The indices of the steps that draw its inputs.
    let inputs: [Int]
    /// The pixels that are drawn.
    var rect = PixelRect.empty

    /// Whether the step may draw over its first input's pixels.
    var changesInPlace: Bool {
      if case .color = node.operation { true } else { false }
    }

    /// The pixels that the operation keeps while it runs, beside its inputs and its result: passes
    /// along the axes, and blurs between which others are mixed.
    ///
    /// Smears along curves have passes over all that they reach, two at a time.
    func scratchPixels(_ steps: [Step]) -> Int {
      let input = inputs.first.map { steps[$0].rect.area } ?? 0
      let larger = max(input, rect.area)
      switch node.operation {
      case .gaussianBlur: return larger
      case .variableBlur: return rect.area * FilterBuffer.blursOfVariableBlur + larger
      case .resample:
        let height = inputs.first.map { steps[$0].rect.height } ?? 0
        return Int(rect.width) * Int(height)
      case .smear(.box): return larger
      case .smear: return larger * 2
      default: return 0
      }
    }
  }

  /// Inputs before what reads them; the last step is the picture.
  private(set) var steps: [Step] = []
  /// How often each step is read.
  private(set) var readers: [Int] = []
  /// Pixels of all steps, each counted as often as it costs.
  private(set) var work = 0.0

  init(_ root: FilterNode, _ rect: PixelRect, _ limits: FilterLimits) throws(FilterError) {
    try order(root, limits)
    var needed = [FilterRect](repeating: .empty, count: steps.count)
    needed[steps.count - 1] = FilterRect(rect)
    for index in steps.indices.reversed() {
      let step = steps[index]
      let part = needed[index].intersection(step.node.extent).roundedOut
      if part.isEmpty { continue }
      guard part.isFinite else { throw .unbounded(step: step.node.operation.name) }
      let area = part.width * part.height
      guard let pixels = part.pixels, area <= Double(limits.stepPixels) else {
        throw .tooLarge(
          step: step.node.operation.name,
          pixels: area,
          limit: limits.stepPixels
        )
      }
      work += area * step.node.operation.cost
      guard work <= Double(limits.workPixels) else {
        throw .tooMuchWork(pixels: work, limit: limits.workPixels)
      }
      steps[index].rect = pixels
      for (number, input) in step.inputs.enumerated() {
        let extent = steps[input].node.extent
        let read = step.node.operation.needed(of: number, for: part, extent: extent)
        needed[input] = needed[input].union(read.intersection(extent))
      }
    }
  }

  /// The most pixels that are kept at a time, in pictures of 16 bytes a pixel.
  ///
  /// - Parameters:
  ///   - sources: The rectangles of the sources, which are kept from the beginning to the end.
  ///   - result: That of the result.
  /// - Returns: The pixels, and the step that keeps so many.
  func mostKept(
    _ sources: [Int: PixelRect],
    _ result: PixelRect
  ) -> (pixels: Int, step: Int) {
    var kept = sources.values.reduce(0) { $0 + $1.area }
    var most = (pixels: kept, step: 0)
    var left = readers
    for (index, step) in steps.enumerated() {
      let isInPlace = isInPlace(index, sources)
      if !isInPlace, !isSource(index, sources) { kept += step.rect.area }
      let scratch = step.scratchPixels(steps)
      if kept + scratch > most.pixels { most = (kept + scratch, index) }
      for (number, input) in step.inputs.enumerated() {
        left[input] -= 1
        guard left[input] == 0, !isSource(input, sources), !(isInPlace && number == 0) else {
          continue
        }
        kept -= steps[input].rect.area
      }
    }
    let last = steps.count - 1
    if steps[last].rect != result, kept + result.area > most.pixels {
      most = (kept + result.area, last)
    }
    return most
  }

  /// Whether a step's picture is that of a source, which is not copied.
  func isSource(_ index: Int, _ sources: [Int: PixelRect]) -> Bool {
    guard case .source(let slot, _) = steps[index].node.operation else { return false }
    return !steps[index].rect.isEmpty && sources[slot] == steps[index].rect
  }

  /// Whether a step draws over its first input's pixels, which nobody else reads.
  func isInPlace(_ index: Int, _ sources: [Int: PixelRect]) -> Bool {
    let step = steps[index]
    guard step.changesInPlace, let first = step.inputs.first, !step.rect.isEmpty else {
      return false
    }
    return readers[first] == 1 && steps[first].rect == step.rect && !isSource(first, sources)
  }

  /// Lists the nodes, each after its inputs, without recursion.
  private mutating func order(
    _ root: FilterNode,
    _ limits: FilterLimits
  ) throws(FilterError) {
    var places: [ObjectIdentifier: Int] = [:]
    var path: [(node: FilterNode, inputs: [FilterNode], next: Int)] = [(root, root.inputs, 0)]
    while let (node, inputs, next) = path.last {
      if next < inputs.count {
        path[path.count - 1].next += 1
        let input = inputs[next]
        if places[ObjectIdentifier(input)] == nil { path.append((input, input.inputs, 0)) }
        continue
      }
      path.removeLast()
      let places_ = inputs.compactMap { places[ObjectIdentifier($0)] }
      for place in places_ { readers[place] += 1 }
      guard steps.count < limits.steps else { throw .tooManySteps(limit: limits.steps) }
      places[ObjectIdentifier(node)] = steps.count
      steps.append(Step(node: node, inputs: places_))
      readers.append(0)
    }
    readers[steps.count - 1] += 1
  }
}

extension FilterOperation {
  /// The time for a pixel of the operation, in pixels that are copied.
  package var cost: Double {
    switch self {
    case .rank(let rank): rank.cost
    case .smear(let smear): smear.cost
    case .convolution(let kernel): Double(kernel.weights.count)
    case .gaussianBlur, .displacement, .transform, .cells, .transition: 4
    case .variableBlur, .resample: 16
    case .source, .picture, .constant, .crop, .clamp, .color, .blend, .sum, .mask, .sharpen,
      .colorMap, .pattern, .mapDisplacement, .shading, .reduction:
      1
    }
  }
}
