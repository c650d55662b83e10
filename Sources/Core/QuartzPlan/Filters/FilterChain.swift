// From the filters of a layer to effects of surfaces.
// Licensed under the MIT license; see LICENSE.
//
// Each filter makes a surface from the one before. Colour matrices and Gaussian blurs have kernels
// of whole numbers in every renderer; all others are programs, which the processor draws.

import QuartzFilters
import QuartzMath
import QuartzModel
import QuartzRaster

/// A filter of a layer, ready for the renderers.
struct FilterStage {
  var effect: SurfaceEffect
  /// The pixels of the result.
  var frame: PixelRect
}

/// The space and bounds that filters are lowered for.
struct LoweringTarget: Equatable {
  /// Pixels for each point.
  var scale: Double
  /// The layer's bounds in pixels.
  var bounds: PixelRect
  /// The largest frame of any result.
  var limit: PixelRect
  /// Whether the layer's upper side is at the greatest row of the surface.
  var isTurned: Bool

  /// The filters' space in that of the surface.
  var space: ProgramSpace { ProgramSpace(bounds: bounds, isTurned: isTurned) }
}

/// The filters of a layer, lowered.
///
/// A chain is lowered again in its place: steps of the renderers take no memory then.
final class FilterChain {
  /// The most pixels that a result may reach beyond its source on a side.
  private static let farthest = 1 << 20

  private(set) var stages: ContiguousArray<FilterStage> = []
  /// The pixels of the source.
  private(set) var source = PixelRect.empty
  private var target: LoweringTarget?
  private var list: FilterList?
  private var images: ContiguousArray<(id: ImageID, version: UInt64)> = []
  /// The plan that last showed it.
  var lastUse = 0

  /// Whether the filters are those of a list, for a source and a target, with the images as they
  /// are.
  func isOf(
    _ list: FilterList,
    of source: PixelRect,
    in target: LoweringTarget,
    _ pictures: FilterPictures
  ) -> Bool {
    self.list == list && self.source == source && self.target == target
      && images.allSatisfy { pictures.picture($0.id)?.version ?? 0 == $0.version }
  }

  /// Lowers filters, in the place of those before.
  ///
  /// Filters that are off or unknown, and those that lack an image, pass their source through.
  ///
  /// - Parameters:
  ///   - source: The pixels that the layer itself touches.
  ///   - pictures: The images of the context.
  func lower(
    _ list: FilterList,
    of source: PixelRect,
    in target: LoweringTarget,
    _ pictures: FilterPictures
  ) {
    (self.list, self.source, self.target) = (list, source, target)
    stages.removeAll(keepingCapacity: true)
    for filter in list.filters where filter.isEnabled {
      let frame = frame
      if frame.isEmpty { break }
      guard let stage = FilterChain.stage(filter, of: frame, in: target, pictures) else { continue }
      stages.append(stage)
    }
    images.removeAll(keepingCapacity: true)
    list.forEachImage { images.append(($0, pictures.picture($0)?.version ?? 0)) }
  }

  /// The pixels of the last result, or of the source.
  var frame: PixelRect { stages.last?.frame ?? source }

  private static func stage(
    _ filter: FilterDescription,
    of frame: PixelRect,
    in target: LoweringTarget,
    _ pictures: FilterPictures
  ) -> FilterStage? {
    let space = target.space
    let bounds = FilterRect(space.inside(target.bounds))
    let context = FilterContext.layer(scale: target.scale, bounds: bounds)
    if let effect = FilterCatalog.step(for: filter, in: context).flatMap({ effect($0) }) {
      return FilterStage(effect: effect, frame: result(effect, of: frame, in: target))
    }
    let extent = FilterRect(space.inside(frame))
    let source = FilterNode(.source(slot: 0, extent: extent))
    var images = ["inputImage": source]
    let name = pictures.name(filter, in: target, &images)
    guard let node = try? FilterCatalog.node(for: filter, images: images, in: context),
      node !== source
    else { return nil }
    // A picture without end ends with the layer.
    let ended = node.extent.isFinite ? node : node.cropped(to: bounds.union(extent))
    guard let pixels = ended.extent.pixels else { return nil }
    let program = FilterProgram(node: ended, space: space, name: name)
    let reached = space.outside(pixels).intersection(target.limit)
    return FilterStage(effect: .filter(program), frame: reached)
  }

  /// The effect that a step is; nil for blurs with edges, which need a program.
  private static func effect(_ step: FilterStep) -> SurfaceEffect? {
    switch step {
    case .blur(let blur):
      guard blur.edges == .transparent else { return nil }
      return .blur(sigma: SIMD2(Float(blur.sigmaX), Float(blur.sigmaY)), .color)
    case .matrix(let matrix):
      return .colorMatrix(
        ColorMatrixKernel(
          red: matrix.red,
          green: matrix.green,
          blue: matrix.blue,
          alpha: matrix.alpha,
          bias: matrix.bias
        )
      )
    }
  }

  private static func result(
    _ effect: SurfaceEffect,
    of frame: PixelRect,
    in target: LoweringTarget
  ) -> PixelRect {
    switch effect {
    case .blur(let sigma, _):
      func reach(_ sigma: Float) -> Int32 {
        Int32(min(BlurExtent.visible(sigma: Double(sigma)).rounded(.up), Double(farthest)))
      }
      return frame.grown(reach(sigma.x), reach(sigma.y)).intersection(target.limit)
    case .colorMatrix(let kernel):
      // Clear pixels of the layer may become visible.
      return kernel.pixel(0) == 0 ? frame : frame.union(target.bounds).intersection(target.limit)
    case .mirror, .scale, .filter: return frame
    }
  }
}

extension ContentHash {
  /// Adds all that decides what a filter does, but for the pixels of images.
  mutating func add(_ filter: FilterDescription) {
    add(filter.type)
    for input in filter.inputs {
      add(input.key)
      switch input.value {
      case .number(let number): add(number.bitPattern)
      case .vector(let numbers):
        add(UInt64(numbers.count))
        for number in numbers { add(number.bitPattern) }
      case .color(let color):
        for index in 0..<4 { add(color[index].bitPattern) }
      case .text(let text): add(text)
      case .data(let bytes):
        add(UInt64(bytes.count))
        for byte in bytes { add(UInt64(byte)) }
      case .image(let number): add(number)
      }
    }
  }

  private mutating func add(_ text: String) {
    for byte in text.utf8 { add(UInt64(byte)) }
    add(UInt64(0x100))
  }
}

extension FilterPictures {
  /// Adds the nodes of a filter's images by key.
  ///
  /// - Returns: A hash of all that decides what the filter does.
  func name(
    _ filter: FilterDescription,
    in target: LoweringTarget,
    _ nodes: inout [String: FilterNode]
  ) -> UInt64 {
    var hash = ContentHash()
    hash.add(filter)
    hash.add(Float(target.scale))
    hash.add(target.bounds)
    for input in filter.inputs {
      guard case .image(let number) = input.value, let number = UInt32(exactly: number),
        let (picture, version) = picture(ImageID(number))
      else { continue }
      nodes[input.key] = FilterNode(.picture(picture))
      hash.add(version)
    }
    return hash.value
  }
}
