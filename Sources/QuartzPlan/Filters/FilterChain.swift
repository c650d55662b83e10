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

/// The place that filters are lowered for.
struct FilterPlace {
  /// Pixels for each point.
  var scale: Double
  /// The layer's bounds in pixels.
  var bounds: PixelRect
  /// The largest frame of any result.
  var limit: PixelRect
}

/// The filters of a layer, lowered.
struct FilterChain {
  /// The most pixels that a result may reach beyond its source on a side.
  private static let farthest = 1 << 20

  private(set) var stages: ContiguousArray<FilterStage> = []
  /// The pixels of the source.
  let source: PixelRect

  /// Lowers filters.
  ///
  /// Filters that are off or unknown, and those that lack an image, pass their source through.
  ///
  /// - Parameters:
  ///   - source: The pixels that the layer itself touches.
  ///   - images: The images of the context.
  init(
    _ filters: [FilterDescription],
    of source: PixelRect,
    in place: FilterPlace,
    _ images: [ImageID: PixelBuffer]
  ) {
    self.source = source
    for filter in filters where filter.isEnabled {
      let frame = stages.last?.frame ?? source
      if frame.isEmpty { return }
      guard let stage = FilterChain.stage(filter, of: frame, in: place, images) else { continue }
      stages.append(stage)
    }
  }

  /// The pixels of the last result, or of the source.
  var frame: PixelRect { stages.last?.frame ?? source }

  private static func stage(
    _ filter: FilterDescription,
    of frame: PixelRect,
    in place: FilterPlace,
    _ images: [ImageID: PixelBuffer]
  ) -> FilterStage? {
    let bottom = place.bounds.maxY
    let bounds = FilterRect(FilterProgram.flipped(place.bounds, bottom))
    let extent = FilterRect(FilterProgram.flipped(frame, bottom))
    let context = FilterContext.layer(scale: place.scale, bounds: bounds)
    let source = FilterNode(.source(slot: 0, extent: extent))
    var pictures = ["inputImage": source]
    var hash = ContentHash()
    hash.add(filter)
    hash.add(Float(place.scale))
    hash.add(place.bounds)
    for input in filter.inputs {
      guard case .image(let number) = input.value, let id = ImageID(exactly: number),
        let pixels = images[id], let picture = FilterPicture(pixels)
      else { continue }
      pictures[input.key] = FilterNode(.picture(picture))
      hash.add(UInt64(UInt(bitPattern: ObjectIdentifier(pixels))))
    }
    guard let node = try? FilterCatalog.node(for: filter, images: pictures, in: context),
      node !== source
    else { return nil }
    if let effect = simpleEffect(node, source) {
      return FilterStage(effect: effect, frame: result(effect, of: frame, in: place))
    }
    // A picture without end ends with the layer.
    let ended = node.extent.isFinite ? node : node.cropped(to: bounds.union(extent))
    guard let pixels = ended.extent.pixels else { return nil }
    let program = FilterProgram(node: ended, bottom: bottom, name: hash.value)
    let reached = FilterProgram.flipped(pixels, bottom).intersection(place.limit)
    return FilterStage(effect: .filter(program), frame: reached)
  }

  /// The effect that a node is; nil for those that need a program.
  private static func simpleEffect(_ node: FilterNode, _ source: FilterNode) -> SurfaceEffect? {
    guard node.inputs.count == 1, node.inputs[0] === source else { return nil }
    switch node.operation {
    case .gaussianBlur(let blur) where blur.edges == .transparent:
      return .blur(sigma: SIMD2(Float(blur.sigmaX), Float(blur.sigmaY)), .color)
    case .color(let function):
      let stages = function.fused.stages
      guard stages.count <= 2, case .matrix(let matrix)? = stages.first,
        stages.count == 1 || stages[1] == .limit
      else { return nil }
      let rows = [matrix.red, matrix.green, matrix.blue, matrix.alpha]
      return .colorMatrix(ColorMatrixKernel(rows: rows, bias: matrix.bias))
    default: return nil
    }
  }

  private static func result(
    _ effect: SurfaceEffect,
    of frame: PixelRect,
    in place: FilterPlace
  ) -> PixelRect {
    switch effect {
    case .blur(let sigma, _):
      func reach(_ sigma: Float) -> Int32 {
        Int32(min(BlurExtent.visible(sigma: Double(sigma)).rounded(.up), Double(farthest)))
      }
      return frame.grown(reach(sigma.x), reach(sigma.y)).intersection(place.limit)
    case .colorMatrix(let kernel):
      // Clear pixels of the layer may become visible.
      return kernel.pixel(0) == 0 ? frame : frame.union(place.bounds).intersection(place.limit)
    case .mirror, .filter: return frame
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

extension ImageID {
  fileprivate init?(exactly number: UInt64) {
    guard let number = UInt32(exactly: number) else { return nil }
    self.init(number)
  }
}

extension FilterPicture {
  /// The pixels of an image; nil for an image without pixels.
  fileprivate convenience init?(_ pixels: PixelBuffer) {
    let rowBytes = pixels.width * 4
    var bytes = [UInt8](repeating: 0, count: rowBytes * pixels.height)
    pixels.withBytes { source in
      bytes.withUnsafeMutableBytes { target in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        for row in 0..<pixels.height {
          (to + row * rowBytes).copyMemory(from: from + row * pixels.rowBytes, byteCount: rowBytes)
        }
      }
    }
    self.init(width: pixels.width, height: pixels.height, pixels: .bytes(bytes))
  }
}
