// Off-screen targets, kept for the next surface of about the same size.
// Licensed under the MIT license; see LICENSE.

import QuartzPlan

/// Unused targets, by size class.
struct TargetPool: ~Copyable {
  /// Frames after which an unused target is freed: two seconds at 60 Hz.
  static let evictionDelay: UInt64 = 120

  private var free: [RenderTarget] = []
  let maximumSide: Int
  private let labels: DebugLabels?

  init(maximumSide: Int, labels: DebugLabels? = nil) {
    self.maximumSide = maximumSide
    self.labels = labels
  }

  var count: Int { free.count }

  /// Returns the length that a side is rounded up to, so that surfaces that grow and shrink share
  /// targets.
  static func sizeClass(_ side: Int, maximum: Int) -> Int {
    let step = side <= 512 ? 64 : 256
    return min((max(side, 1) + step - 1) / step * step, maximum)
  }

  /// Returns a target of at least this size, with undefined pixels.
  mutating func take(
    width: Int,
    height: Int,
    format: TextureFormat
  ) throws(RenderError) -> RenderTarget {
    guard max(width, height) <= maximumSide else {
      throw .surfaceTooLarge(width: width, height: height, limit: maximumSide)
    }
    let wide = TargetPool.sizeClass(width, maximum: maximumSide)
    let high = TargetPool.sizeClass(height, maximum: maximumSide)
    let index = free.lastIndex {
      $0.texture.width == wide && $0.texture.height == high && $0.texture.format == format
    }
    if let index { return free.remove(at: index) }
    let target = try RenderTarget(width: wide, height: high, format: format)
    labels?.name(target, "pool \(wide) x \(high)")
    return target
  }

  mutating func give(_ target: RenderTarget, frame: UInt64) {
    target.lastUse = frame
    free.append(target)
  }

  /// Frees targets that have not been used for `evictionDelay` frames.
  mutating func trim(frame: UInt64) {
    free.removeAll { $0.lastUse + TargetPool.evictionDelay < frame }
  }
}
