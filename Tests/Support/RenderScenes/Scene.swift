// Layer trees to draw: what every renderer is tested with.
// Licensed under the MIT license; see LICENSE.

package import QuartzCore

/// A layer tree to draw: `build` fills a layer of `width` by `height` points.
package struct Scene: CustomStringConvertible, Sendable {
  package var name: String
  /// In points.
  package var width = 120
  package var height = 80
  /// Pixels per point.
  package var scale = 1.0
  package var isYUp = false
  package var times: [Double] = [0]
  /// The known colours of its pictures.
  package var probes: [Probe] = []
  /// The checks that it does not pass, and why.
  package var exceptions: [Check: Reason] = [:]
  /// The symbols of Apple's API that its pictures show, for scripts/conformance.
  package var shows: [String] = []
  package var build: @Sendable (CALayer) -> Void

  package init(
    name: String,
    width: Int = 120,
    height: Int = 80,
    scale: Double = 1,
    isYUp: Bool = false,
    times: [Double] = [0],
    probes: [Probe] = [],
    exceptions: [Check: Reason] = [:],
    shows: [String] = [],
    build: @escaping @Sendable (CALayer) -> Void
  ) {
    (self.name, self.width, self.height, self.scale) = (name, width, height, scale)
    (self.isYUp, self.times, self.probes) = (isYUp, times, probes)
    (self.exceptions, self.shows, self.build) = (exceptions, shows, build)
  }

  package var description: String { name }

  package var widthInPixels: Int { Int((Double(width) * scale).rounded(.up)) }
  package var heightInPixels: Int { Int((Double(height) * scale).rounded(.up)) }
}

/// A check that a scene may be excepted from.
package enum Check: Hashable, Sendable {
  case mirrored, turned, moved
  /// GLES against software: equal where it is flat, within 1 elsewhere.
  case flatAreas, edges
  /// The same on outputs of extended range: within 1/255 of max(1, |v|) where it is not flat.
  case extendedEdges
}

/// Why a check is not made, or how much may differ.
package struct Reason: Sendable {
  /// The difference that is allowed, in 1/255; nil where no difference would mean anything.
  package var tolerance: Int?
  package var because: String
  /// Whether it holds only where something is drawn into a picture of its own first.
  package var isOfTargets = false

  package init(tolerance: Int? = nil, because: String) {
    (self.tolerance, self.because) = (tolerance, because)
  }

  /// Content that goes through a picture of 8 bits is rounded twice, and either renderer may be a
  /// level off each time.
  package static func roundedTwice(_ what: String) -> Reason {
    var reason = Reason(
      tolerance: 2,
      because: "\(what) is rounded to 8 bits, and once more on the output"
    )
    reason.isOfTargets = true
    return reason
  }

  /// Draws with edges that lie over one another: where one is a level off, the next one is on top.
  /// Bytes hide that; half floats add up to three levels (A8.2).
  package static func edgesAddUp(_ what: String) -> Reason {
    Reason(tolerance: 3, because: "\(what) lie over one another, each up to a level off")
  }
}

/// A colour that a picture has at a place.
package struct Probe: Sendable, CustomStringConvertible {
  /// From the top left of the output, in points; the pixel that the place lies in.
  package var x: Double
  package var y: Double
  /// Red, green and blue, premultiplied, over what the scene lies on.
  package var color: SIMD3<Int>
  package var tolerance: Int

  package init(_ x: Double, _ y: Double, _ color: SIMD3<Int>, within tolerance: Int = 2) {
    (self.x, self.y, self.color, self.tolerance) = (x, y, color, tolerance)
  }

  package var description: String { "(\(x), \(y))" }
}

extension Scene {
  /// The hand-made scenes: sheets of variants of one thing.
  package static let sheets: [Scene] =
    basicSheets + geometrySheets + depthSheets + contentsSheets + cornerSheets + shadowSheets
    + filterSheets + maskSheets + blendSheets + rasterSheets + clientSheets + emitterSheets
    + movingSheets

  /// The hand-made scenes and those of the cases.
  package static let all: [Scene] = sheets + Case.all.flatMap(\.scenes)
}
