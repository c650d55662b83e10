// Pictures of half floats, and how they differ.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import Testing

@testable import QuartzGLES
@testable import QuartzPlan

/// Pixels as half floats R, G, B, A.
struct TargetHalves: Equatable {
  let width: Int
  let height: Int
  private(set) var pixels: [SIMD4<Float16>]

  /// Draws one plan of extended range, in a context of its own.
  init(
    _ plan: RenderPlan,
    _ images: [(ImageID, PixelBuffer)] = [],
    with backend: any RenderBackend
  ) throws {
    let frame = plan.outputFrame
    let (width, height) = (Int(frame.width), Int(frame.height))
    try backend.createOutput(1, width: width, height: height, range: plan.range)
    defer { backend.destroyOutput(1) }
    for (image, pixels) in images {
      try backend.createImage(ImageKey(context: 1, image: image), pixels)
    }
    defer {
      for (image, _) in images { backend.destroyImage(ImageKey(context: 1, image: image)) }
    }
    try backend.execute(plan, context: 1)
    try self.init(of: 1, width, height, in: backend)
  }

  /// Reads the current picture of an output of extended range.
  init(of context: UInt32, _ width: Int, _ height: Int, in backend: any RenderBackend) throws {
    (self.width, self.height) = (width, height)
    pixels = [SIMD4<Float16>](repeating: .zero, count: width * height)
    try pixels.withUnsafeMutableBytes { memory in
      let rect = PixelRect(width: Int32(width), height: Int32(height))
      try backend.read(context, rect, into: memory, rowBytes: width * 8)
    }
    if let gles = backend as? GLESBackend { #expect(gles.takeDriverMessages() == []) }
  }

  subscript(x: Int, y: Int) -> SIMD4<Float16> { pixels[y * width + x] }
}

/// How much two pictures of half floats differ.
struct HalfDifference: CustomStringConvertible {
  /// The largest difference in units of the last place.
  private(set) var units = 0
  /// The largest difference of a component v of the reference, divided by max(1, |v|).
  private(set) var relative: Float = 0
  private var worst = (x: 0, y: 0)
  private let reference: TargetHalves
  private let actual: TargetHalves

  init(reference: TargetHalves, actual: TargetHalves) {
    (self.reference, self.actual) = (reference, actual)
    for y in 0..<reference.height {
      for x in 0..<reference.width {
        let (a, b) = (reference[x, y], actual[x, y])
        for channel in 0..<4 {
          let units = HalfDifference.units(a[channel], b[channel])
          self.units = max(self.units, units)
          let size = max(1, abs(Float(a[channel])))
          let away = abs(Float(a[channel]) - Float(b[channel])) / size
          // NaN is as far away as can be.
          guard !(away <= relative) else { continue }
          relative = away.isNaN ? .infinity : away
          worst = (x, y)
        }
      }
    }
  }

  /// The number of half floats from one to the other.
  private static func units(_ a: Float16, _ b: Float16) -> Int {
    func place(_ value: Float16) -> Int {
      let size = Int(value.bitPattern & 0x7FFF)
      return value.bitPattern & 0x8000 == 0 ? size : -size
    }
    return abs(place(a) - place(b))
  }

  var description: String {
    """
    they differ by up to \(units) units, and by \(relative) of max(1, |v|) at \
    (\(worst.x), \(worst.y)): \(reference[worst.x, worst.y]) expected, \
    \(actual[worst.x, worst.y]) found
    """
  }
}

extension PixelBuffer {
  /// An image of half floats.
  static func halves(
    _ width: Int,
    _ height: Int,
    _ pixel: (Int, Int) -> SIMD4<Float>
  ) throws -> PixelBuffer {
    var texels: [SIMD4<Float16>] = []
    for y in 0..<height { for x in 0..<width { texels.append(SIMD4<Float16>(pixel(x, y))) } }
    return try texels.withUnsafeBytes { bytes in
      try PixelBuffer(
        width: width,
        height: height,
        rowBytes: width * 8,
        isOpaque: false,
        copying: bytes,
        form: .halves(ContentLight(.extended))
      )
    }
  }
}

extension GLESPlanSketch {
  /// The plan for an output of extended range; colours are as they were given.
  func extended(headroom: Float = 8) -> RenderPlan {
    var plan = finished()
    plan.range = .extended(headroom: headroom)
    return plan
  }
}
