// Draws graphs of filters on the CPU, in floats.
// Licensed under the MIT license; see LICENSE.
//
// The graph is first made a list, inputs before what reads them, each node once. From the end of
// the list to its beginning each node learns which part of it is needed, so that only that part is
// drawn and limits are checked before the first pixel. Then the list is drawn from its beginning;
// a picture is freed when the last node that reads it is done.

package import QuartzMath

/// The limits of one picture.
package struct FilterLimits: Equatable, Sendable {
  /// Pixels of one step.
  package var stepPixels = 1 << 27
  /// Pixels of all steps, each counted as often as it costs.
  package var workPixels = 1 << 32
  /// Pixels of all pictures that are kept at a time, sources included: 4 GiB.
  package var keptPixels = 1 << 28
  /// Steps.
  package var steps = 1 << 17

  package init() {}
}

/// Draws nodes.
package struct FilterExecutor {
  package var space: FilterSpace
  package var limits = FilterLimits()
  /// The pixels of `FilterOperation.source`, by slot, in the working space.
  package var sources: [Int: FilterBuffer] = [:]

  package init(space: FilterSpace = .linear) {
    self.space = space
  }

  /// The bytes of a pixel of a picture.
  package static let bytesOfPixel = MemoryLayout<SIMD4<Float>>.stride

  /// The most pixels that drawing a rectangle of a node keeps at a time, those of the sources
  /// included.
  ///
  /// - Parameter sources: The rectangles of the sources.
  package func keptPixels(
    of node: FilterNode,
    in rect: PixelRect,
    sources: [Int: PixelRect]
  ) throws(FilterError) -> Int {
    try FilterPlan(node, rect, limits).mostKept(sources, rect).pixels
  }

  /// Draws a rectangle of a node's picture; it is transparent outside of the node's extent.
  package func render(
    _ node: FilterNode,
    in rect: PixelRect
  ) throws(FilterError) -> FilterBuffer {
    let plan = try FilterPlan(node, rect, limits)
    let rects = sources.mapValues(\.rect)
    let most = plan.mostKept(rects, rect)
    guard most.pixels <= limits.keptPixels else {
      throw .tooLarge(
        step: plan.steps[most.step].node.operation.name,
        pixels: Double(most.pixels),
        limit: limits.keptPixels
      )
    }
    var pictures = [FilterBuffer?](repeating: nil, count: plan.steps.count)
    var readers = plan.readers
    for (index, step) in plan.steps.enumerated() {
      if step.rect.isEmpty {
        pictures[index] = try FilterBuffer(.empty)
      } else if case .source(let slot, _) = step.node.operation, plan.isSource(index, rects) {
        pictures[index] = sources[slot]
      } else {
        var inputs: [FilterBuffer] = []
        for input in step.inputs {
          if let picture = pictures[input] { inputs.append(picture) }
        }
        if case .gaussianBlur(let blur) = step.node.operation, let input = inputs.first {
          let extent = step.node.inputs[0].extent
          pictures[index] = try input.blurred(blur, extent, step.rect)
        } else {
          let isInPlace = plan.isInPlace(index, rects)
          let target = isInPlace ? inputs[0] : try FilterBuffer(step.rect)
          try draw(step, inputs, into: target)
          pictures[index] = target
        }
      }
      for input in step.inputs {
        readers[input] -= 1
        if readers[input] == 0 { pictures[input] = nil }
      }
    }
    if let drawn = pictures.last, let drawn, drawn.rect == rect { return drawn }
    let result = try FilterBuffer(rect)
    if let drawn = pictures.last, let drawn { result.copy(from: drawn) }
    return result
  }

  /// Draws one step; the inputs are its operation's.
  private func draw(
    _ step: FilterPlan.Step,
    _ inputs: [FilterBuffer],
    into target: FilterBuffer
  ) throws(FilterError) {
    let extents = step.node.inputs.map(\.extent)
    switch step.node.operation {
    case .source(let slot, _):
      guard let source = sources[slot] else { throw .missingSource(slot: slot) }
      target.copy(from: source)
    case .picture(let picture): picture.draw(into: target, space)
    case .constant(let color):
      target.pixels.update(repeating: color.premultiplied(in: space), count: target.rect.area)
    case .crop(let rect): target.crop(inputs[0], rect)
    case .clamp: target.clamp(inputs[0], extents[0])
    case .transform(let map, let sampling): target.transform(inputs[0], map, sampling)
    case .color(let function):
      if target !== inputs[0] { target.copy(from: inputs[0]) }
      function.fused.apply(premultiplied: target.pixels, target.rect.area)
    case .blend(let blend): target.blend(inputs[0], inputs[1], blend)
    case .sum(let a, let b): target.sum(inputs[0], Float(a), inputs[1], Float(b))
    case .mask(let mask): target.mix(inputs, mask)
    case .gaussianBlur(let blur):
      target.copy(from: try inputs[0].blurred(blur, extents[0], target.rect))
    case .variableBlur(let sigma, let mask):
      try target.blur(inputs[0], sigma, inputs[1], mask, extents[0])
    case .smear(let smear): try smear.draw(inputs[0], into: target)
    case .rank(let rank): try rank.draw(inputs[0], into: target)
    case .convolution(let kernel): kernel.draw(inputs[0], into: target)
    case .sharpen(let amount, let isLuminance):
      target.sharpen(inputs[0], inputs[1], Float(amount), isLuminance: isLuminance)
    case .colorMap: target.map(inputs[0], inputs[1])
    case .pattern(let pattern): pattern.draw(into: target, space)
    case .displacement(let map): target.displace(inputs[0], map, extents[0])
    case .mapDisplacement(let map): target.displace(inputs[0], by: inputs[1], map)
    case .cells(let cells): cells.draw(inputs[0], into: target)
    case .shading(let shading): shading.draw(inputs[0], into: target)
    case .reduction(let reduction): reduction.draw(inputs[0], into: target)
    case .transition(let transition): transition.draw(inputs, into: target, space)
    case .resample(let scale, let kernel): try target.resample(inputs[0], scale, kernel)
    }
  }
}
