// One axis of the map from a layer to the texels of its contents, stretched in the middle or not.
// Licensed under the MIT license; see LICENSE.
//
//     texel
//       |              last part: `scale`
//       |            /
//       |        __/     middle part, between `first` and `last`: `stretch`
//       |  __----
//       | /
//       |/  first part: `scale`
//       +----+-------+---- l
//          first   last

import QuartzModel

/// t = (min(l, first) + max(l - last, 0)) · scale + offset + (clamp(l, first, last) - first) ·
/// stretch.
struct ContentsAxis: Equatable {
  /// Texels for each unit of the outer parts.
  var scale: Double
  var offset: Double
  /// The ends of the middle part; equal where nothing is stretched.
  var first = 0.0
  var last = 0.0
  /// Texels for each unit of the middle part.
  var stretch = 0.0

  init(scale: Double, offset: Double) {
    self.scale = scale
    self.offset = offset
  }

  var isStretched: Bool { first < last }

  /// Texels for each unit; of more than these nothing can be told.
  private static let mostTexels = 1e9

  /// Whether its numbers have a meaning.
  var isInCoordinateRange: Bool {
    abs(scale) < ContentsAxis.mostTexels && abs(stretch) < ContentsAxis.mostTexels
      && offset.isInCoordinateRange
  }

  /// The texel at `last`.
  private var lastTexel: Double { first * scale + offset + (last - first) * stretch }

  /// The same map from a space where the point p is at p · factor + origin.
  func mapped(factor: Double, origin: Double) -> ContentsAxis {
    var axis = self
    axis.offset -= origin * scale / factor
    axis.scale /= factor
    guard isStretched else { return axis }
    let ends = (first * factor + origin, last * factor + origin)
    axis.first = min(ends.0, ends.1)
    axis.last = max(ends.0, ends.1)
    axis.stretch = stretch / factor
    // Mirrored, the pixels before the first break are the points after the last one.
    let texel = factor > 0 ? first * scale + offset : lastTexel
    axis.offset = texel - axis.first * axis.scale
    return axis
  }

  /// The same map in numbers of the plan.
  ///
  /// The slice edges are rounded first, so that both ends of the middle part still meet the outer
  /// parts.
  var rounded: ContentsAxis {
    guard isStretched else { return self }
    var axis = self
    let low = Float(first)
    let high = max(Float(last), low.nextUp)
    axis.first = Double(low)
    axis.last = Double(high)
    axis.offset += (first - axis.first) * scale
    axis.stretch = (lastTexel - first * scale - offset) / (axis.last - axis.first)
    return axis
  }
}

extension ContentsAxis {
  /// A middle part narrower than this share of the whole is not seen, only the parts around it.
  private static let sliver = 1.0 / 4096

  /// The texels `texels` along `length` units from `start` on, their middle part stretched so that
  /// the outer ones are `unit` units a texel.
  ///
  /// Where there is no room for the outer parts they shrink alike, and the middle part goes.
  ///
  /// - Parameters:
  ///   - texels: The texel at the start and the one at the end; the first may be the larger.
  ///   - middle: The texels between which the picture is stretched, inside of `texels`.
  init(
    start: Double,
    length: Double,
    texels: (first: Double, last: Double),
    middle: (low: Double, high: Double),
    unit: Double
  ) {
    let direction: Double = texels.last < texels.first ? -1 : 1
    let ends = direction > 0 ? (middle.low, middle.high) : (middle.high, middle.low)
    let before = (ends.0 - texels.first) * direction
    let after = (texels.last - ends.1) * direction
    let room = length * (1 - ContentsAxis.sliver)
    let outer = (before + after) * unit
    let scale = outer > room ? unit * room / outer : unit
    self.init(scale: direction / scale, offset: texels.first - start * direction / scale)
    first = start + before * scale
    last = start + length - after * scale
    stretch = (ends.1 - ends.0) / (last - first)
    // A layer as large as its image shows it as it is.
    if abs(stretch - self.scale) <= 1e-9 * abs(self.scale) { (first, last, stretch) = (0, 0, 0) }
  }
}
