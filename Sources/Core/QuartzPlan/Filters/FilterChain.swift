// From the filters of a layer to effects of surfaces.
// Licensed under the MIT license; see LICENSE.
//
// Each filter makes a surface from the one before. Colour matrices and Gaussian blurs have kernels
// of whole numbers in every renderer, steps of single colours have code in floats, and those that
// follow each other make one surface. Filters that put the picture together with images are draws,
// as of layers. All others are programs, which the processor draws.

import QuartzFilters
import QuartzMath
import QuartzModel
import QuartzRaster

/// A filter of a layer, ready for the renderers.
struct FilterStage {
  /// The making of a picture from the one before.
  enum Work {
    case effect(SurfaceEffect)
    case join(PictureJoin)
  }

  var work: Work
  /// The pixels of the result.
  var frame: PixelRect

  init(effect: SurfaceEffect, frame: PixelRect) { (work, self.frame) = (.effect(effect), frame) }

  init(join: PictureJoin, frame: PixelRect) { (work, self.frame) = (.join(join), frame) }

  /// The stage that does the same as this one and then another; nil where there is none.
  func fused(with next: FilterStage) -> FilterStage? {
    guard case .effect(.color(let first)) = work, case .effect(.color(let second)) = next.work,
      let both = first.followed(by: second)
    else { return nil }
    return FilterStage(effect: .color(both), frame: next.frame)
  }
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
  private var images: ContiguousArray<(id: ImageID, state: UInt64)> = []
  /// Whether a program reads the images: draws show them as they are, whatever their texels.
  private var readsImages = false
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
      && images.allSatisfy { state(of: $0.id, pictures) == $0.state }
  }

  /// Tells an image from the same one at a time when it leads to other stages.
  private func state(of image: ImageID, _ pictures: FilterPictures) -> UInt64 {
    if readsImages { return pictures.picture(image)?.version ?? 0 }
    guard let size = pictures.size(image) else { return 0 }
    return UInt64(size.x) << 32 | UInt64(size.y)
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
    readsImages = false
    for filter in list.filters where filter.isEnabled {
      if frame.isEmpty { break }
      append(filter, in: target, pictures)
    }
    images.removeAll(keepingCapacity: true)
    list.forEachImage { images.append(($0, state(of: $0, pictures))) }
  }

  /// The pixels of the last result, or of the source.
  var frame: PixelRect { stages.last?.frame ?? source }

  private func append(
    _ filter: FilterDescription,
    in target: LoweringTarget,
    _ pictures: FilterPictures
  ) {
    let space = target.space
    let bounds = FilterRect(space.inside(target.bounds))
    let context = FilterContext.layer(scale: target.scale, bounds: bounds)
    let step = FilterCatalog.step(for: filter, in: context)
    if case .crop(let rect)? = step, rect == rect.roundedOut {
      let part = rect.intersection(FilterRect(space.inside(frame)))
      crop(to: space.outside(part.pixels ?? .empty))
    } else if case .join(let mask)? = step {
      guard let join = PictureJoin(filter, mask, in: space, pictures) else { return }
      append(FilterStage(join: join, frame: join.frame(of: frame).intersection(target.limit)))
    } else if let effect = step.flatMap({ FilterChain.effect($0, in: space) }) {
      let result = FilterChain.result(effect, of: frame, in: target)
      append(FilterStage(effect: effect, frame: result))
    } else if let stage = FilterChain.program(filter, of: frame, context, in: target, pictures) {
      readsImages = true
      append(stage)
    }
  }

  private func append(_ stage: FilterStage) {
    if let last = stages.last, let both = last.fused(with: stage) {
      stages[stages.count - 1] = both
    } else {
      stages.append(stage)
    }
  }

  /// Leaves pixels of the result out.
  ///
  /// Most effects are just made for fewer pixels. Those of a blur depend on the rectangle that it
  /// is made in, and the layer itself is drawn once for all filters; so these are copied.
  private func crop(to part: PixelRect) {
    let frame = frame
    if part == frame { return }
    switch stages.last?.work {
    case .join, .effect(.colorMatrix), .effect(.color), .effect(.mirror), .effect(.scale),
      .effect(.affine), .effect(.filter):
      stages[stages.count - 1].frame = part
    case .effect(.blur), nil: stages.append(FilterStage(effect: .mirror(frame), frame: part))
    }
  }

  /// The stage of a filter that the processor draws; nil for one without effect.
  private static func program(
    _ filter: FilterDescription,
    of frame: PixelRect,
    _ context: FilterContext,
    in target: LoweringTarget,
    _ pictures: FilterPictures
  ) -> FilterStage? {
    let space = target.space
    let extent = FilterRect(space.inside(frame))
    let source = FilterNode(.source(slot: 0, extent: extent))
    var images = ["inputImage": source]
    let name = pictures.name(filter, in: target, &images)
    guard let node = try? FilterCatalog.node(for: filter, images: images, in: context),
      node !== source
    else { return nil }
    // A picture without end ends with the layer.
    let bounds = FilterRect(space.inside(target.bounds))
    let ended = node.extent.isFinite ? node : node.cropped(to: bounds.union(extent))
    guard let pixels = ended.extent.pixels else { return nil }
    let program = FilterProgram(node: ended, space: space, name: name)
    let reached = space.outside(pixels).intersection(target.limit)
    return FilterStage(effect: .filter(program), frame: reached)
  }

  /// The effect that a step is; nil for blurs with edges and for crops through pixels, which need a
  /// program, and for pictures that are put together.
  private static func effect(_ step: FilterStep, in space: ProgramSpace) -> SurfaceEffect? {
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
    case .color(let step): return .color(ColorChain(step))
    case .transform(let map): return AffinePicture(map, space).map { .affine($0) }
    case .crop, .join: return nil
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
    case .affine(let picture):
      let extent = FilterRect(picture.space.inside(frame)).transformed(picture.map)
      // A picture that is too large for numbers is as large as it can be.
      guard let pixels = extent.pixels else { return target.limit }
      return picture.space.outside(pixels).intersection(target.limit)
    case .color, .mirror, .scale, .filter: return frame
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
