// The output that a plan is made for: its size, its space, and the limits of its surfaces.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// The output of the plans of a builder.
///
/// It is an object so that all parts of the builder have one and the same.
final class PlanOutput {
  var configuration: ContextConfiguration
  /// The longest side of surfaces and coverage that the renderer can make, in pixels.
  private(set) var surfaceSide = Int32(ContextConfiguration.maximumSide)
  /// The layer to plan in the place of the root, if only a part of the tree is to be seen.
  var top: PlanTop?

  /// The pictures of images brighter than their layers may be.
  var lights: LightTable

  init(_ configuration: ContextConfiguration) {
    self.configuration = configuration
    var last = ImageID.firstOfRenderer.rawValue
    lights = LightTable {
      last &+= 1
      return ImageID(last)
    }
  }

  /// The range of the output.
  var range: OutputRange { configuration.range }

  /// Limits surfaces to the longest side that a renderer can make, in pixels.
  func limitSurfaces(to side: Int) {
    surfaceSide = Int32(min(max(side, 1), ContextConfiguration.maximumSide))
  }

  /// The output's pixels.
  var frame: PixelRect {
    PixelRect(width: Int32(configuration.width), height: Int32(configuration.height))
  }

  /// The longest side, in pixels, of surfaces that reach beyond the area in which they are seen.
  private static let widestReach: Int32 = 8192

  /// The largest allowed bounds of a surface, centred on its visible part.
  ///
  /// The caster of a shadow blurred over thousands of pixels, or a layer scaled up to any size, is
  /// cut to this.
  func largestSurface(around part: PixelRect) -> PixelRect {
    func ends(_ low: Int32, _ high: Int32) -> (Int32, Int32) {
      let side = min(max(high &- low, PlanOutput.widestReach), surfaceSide)
      let start = low &+ (high &- low &- side) / 2
      return (start, start &+ side)
    }
    let (x, y) = (ends(part.minX, part.maxX), ends(part.minY, part.maxY))
    return PixelRect(x.0, y.0, x.1, y.1)
  }

  /// The map from the root's superspace, in points, to the output's pixels.
  @inline(__always)
  var base: Homography {
    let scale = configuration.scale
    guard configuration.isYUp else { return .scale(scale, scale) }
    return Homography(
      SIMD3(scale, 0, 0),
      SIMD3(0, -scale, 0),
      SIMD3(0, Double(configuration.height), 1)
    )
  }
}

/// The top of a part of a tree that is planned alone.
struct PlanTop {
  var slot: Int32
  /// The layer's space -> pixels.
  var world: Homography
  /// Whether y points up for the layer on the output.
  var isFlipped: Bool
}
