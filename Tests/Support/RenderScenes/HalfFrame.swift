// Frames of extended range, and how far those of two renderers are from each other.
// Licensed under the MIT license; see LICENSE.

import Glibc
package import QuartzCore
import QuartzMath
package import QuartzModel
package import QuartzPlan

/// A frame of half floats: R, G, B, A, extended sRGB, encoded, premultiplied.
package struct HalfFrame: Equatable, Sendable {
  package let width: Int
  package let height: Int
  private var pixels: [SIMD4<Float16>]

  /// Draws a frame of a stage, whose output is of extended range.
  package init(_ stage: Stage, at time: Double) throws {
    CATransaction.flush()
    let renderer = stage.carrier.renderer
    try renderer.render(at: time)
    let size = renderer.configuration
    (width, height) = (size.width, size.height)
    pixels = [SIMD4<Float16>](repeating: .zero, count: width * height)
    let rowBytes = width * 8
    try pixels.withUnsafeMutableBytes { memory in
      try renderer.read(into: memory, rowBytes: rowBytes)
    }
  }

  package subscript(x: Int, y: Int) -> SIMD4<Float> { SIMD4<Float>(pixels[y * width + x]) }

  /// Whether the eight pixels around one have its colour, as far as there are so many.
  fileprivate func isFlat(_ x: Int, _ y: Int) -> Bool {
    let color = pixels[y * width + x]
    for row in max(y - 1, 0)...min(y + 1, height - 1) {
      for column in max(x - 1, 0)...min(x + 1, width - 1)
      where pixels[row * width + column] != color { return false }
    }
    return true
  }
}

/// How far a frame is from that of the software renderer.
package struct HalfAgreement: Sendable, CustomStringConvertible {
  /// The last place of half floats near 1, by which 1 less such a number may be off. Near black PQ
  /// makes 18 codes of it, which nobody sees.
  private static let unit: Float = 0x1p-11

  /// The largest difference where the reference is flat, in 1023rds of the full code of PQ
  /// (SMPTE ST 2084), 1 being 203 nits.
  package private(set) var flatCodes: Float = 0
  /// The largest difference elsewhere, of a component v, divided by max(1, |v|).
  package private(set) var edge: Float = 0
  private var flatPlace = (x: 0, y: 0)
  /// The colours at that place: of the frame, and of the reference.
  private var flatColors = (found: SIMD4<Float>.zero, wanted: SIMD4<Float>.zero)
  private var edgePlace = (x: 0, y: 0)
  private var edgeColors = (found: SIMD4<Float>.zero, wanted: SIMD4<Float>.zero)

  /// The largest difference of flat places that renderers may have (A8.6).
  private static let mostFlatCodes: Float = 2

  /// Whether it is as close as A8.6 wants, or as a scene says why not; nil has no exceptions.
  ///
  /// Scenes may differ here by as much as in bytes.
  package func isWithin(_ scene: Scene?) -> Bool {
    func tolerance(_ check: Check) -> Float { Float(scene?.exceptions[check]?.tolerance ?? 0) }
    let flat = HalfAgreement.mostFlatCodes * (tolerance(.flatAreas) + 1)
    let edges = max(tolerance(.edges), tolerance(.extendedEdges), 1) / 255
    return flatCodes <= flat && edge <= edges
  }

  package init(_ actual: HalfFrame, reference: HalfFrame) {
    for y in 0..<reference.height {
      for x in 0..<reference.width {
        let (found, wanted) = (actual[x, y], reference[x, y])
        if found == wanted { continue }
        if reference.isFlat(x, y) {
          let away = HalfAgreement.codes(found, wanted)
          if !(away <= flatCodes) {
            (flatCodes, flatPlace, flatColors) = (away, (x, y), (found, wanted))
          }
        } else {
          let away = HalfAgreement.relative(found, wanted)
          if !(away <= edge) {
            (edge, edgePlace, edgeColors) = (away, (x, y), (found, wanted))
          }
        }
      }
    }
  }

  private static func relative(_ found: SIMD4<Float>, _ wanted: SIMD4<Float>) -> Float {
    (0..<4).reduce(0) { most, channel in
      let away = abs(found[channel] - wanted[channel]) / max(1, abs(wanted[channel]))
      // A difference that is no number is as large as can be.
      return away.isNaN ? .infinity : max(most, away)
    }
  }

  private static func codes(_ found: SIMD4<Float>, _ wanted: SIMD4<Float>) -> Float {
    (0..<4).reduce(0) { most, channel in
      if abs(found[channel] - wanted[channel]) <= unit { return most }
      let away = abs(code(found[channel]) - code(wanted[channel]))
      return away.isNaN ? .infinity : max(most, away)
    }
  }

  /// The code of PQ of an encoded component, in 1023rds; negative below 0.
  private static func code(_ value: Float) -> Float {
    let x = abs(value)
    let light = x <= 0.04045 ? x / 12.92 : powf((x + 0.055) / 1.055, 2.4)
    let power = powf(light * 203 / 10000, 0.159_301_757_8)
    let code = powf((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
    return (value < 0 ? -code : code) * 1023
  }

  package var description: String {
    let codes = (flatCodes * 100).rounded() / 100
    let levels = (edge * 255 * 100).rounded() / 100
    return "flat places differ by \(codes) codes of PQ at \(flatPlace), "
      + "\(flatColors.found) instead of \(flatColors.wanted), others by \(levels) levels of 255 at \(edgePlace), "
      + "\(edgeColors.found) instead of \(edgeColors.wanted)"
  }
}
