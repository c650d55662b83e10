// The rounding of a driver where it stores half floats.
// Licensed under the MIT license; see LICENSE.
//
// GPUs mostly round to the nearest half float; llvmpipe (Mesa 22.3) drops the bits that do not fit.
// After n draws over each other, pixels of such a driver may be n units in the last place too
// small.

import QuartzMath
package import QuartzPlan

/// A way to store numbers that are no half floats.
package enum HalfRounding: String, Sendable, CustomStringConvertible {
  /// The nearest half float.
  case nearest
  /// The half float that is nearest on the side of 0.
  case truncates

  package var description: String {
    self == .nearest ? "rounds to nearest" : "truncates"
  }
}

extension GLESBackend {
  /// Finds the rounding of this driver, with an output of one pixel.
  ///
  /// - Throws: `RenderError.noExtendedRange` if it has no half-float targets.
  package func findHalfRounding() throws(RenderError) -> HalfRounding {
    let output = UInt32.max - 1
    try createOutput(output, width: 1, height: 1, range: .extended(headroom: 8))
    defer { destroyOutput(output) }
    var plan = RenderPlan()
    plan.range = .extended(headroom: 8)
    let frame = PixelRect(width: 1, height: 1)
    // Three quarters of the way from 1 to the next half float, by a draw: clears round otherwise.
    let color = SIMD4<Float>(1 + 0.75 / 1024, 0, 0, 1)
    plan.solids.append(SolidRecord(shape: ShapeRecord(rect: SIMD4(0, 0, 1, 1)), color: color))
    plan.draws.append(Draw(kind: .solid, flags: .covers, record: 0, bounds: frame))
    plan.visible.append(0)
    plan.surfaces.append(
      Surface(frame: frame, clearColor: .zero, reason: .output, draws: 0..<1, visible: 0..<1)
    )
    plan.damage = Damage(frame)
    try execute(plan, context: output)
    var pixel: UInt64 = 0
    var failure: RenderError?
    withUnsafeMutableBytes(of: &pixel) { bytes in
      do throws(RenderError) {
        try read(output, frame, into: bytes, rowBytes: 8)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return pixel & 0xFFFF == 0x3C01 ? .nearest : .truncates
  }
}
