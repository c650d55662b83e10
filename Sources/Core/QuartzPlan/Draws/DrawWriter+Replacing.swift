// Draws that take the places of those of the frame before.
// Licensed under the MIT license; see LICENSE.
//
// Parts whose number of draws depends on more than the layer's parts, such as paths, gradients and
// shadows, are made again as always: behind all draws of the plan. Then they move to the places of
// the old ones, if they are as many and of the same kinds.

import QuartzMath
import QuartzModel

extension DrawWriter {
  /// The draws of a layer and kind from an index on.
  func draws(of slot: Int32, _ kind: DrawKind, from start: Int32) -> Range<Int32> {
    var end = start
    while Int(end) < plan.draws.count, plan.draws[Int(end)].slot == slot,
      plan.draws[Int(end)].kind == kind
    {
      end += 1
    }
    return start..<end
  }

  /// The draws of a layer right before an index.
  func draws(of slot: Int32, before end: Int32) -> Range<Int32> {
    var start = end
    while start > 0, plan.draws[Int(start) - 1].slot == slot { start -= 1 }
    return start..<end
  }

  /// Puts the draws that `emit` appends in the places of old ones.
  ///
  /// - Returns: False if they cannot take these places, or show surfaces; then the plan is as it
  ///   was, but for records that nothing shows.
  mutating func replace(_ old: Range<Int32>, with emit: (inout DrawWriter) -> Void) -> Bool {
    let (first, surfaces) = (Int32(plan.draws.count), plan.surfaces.count)
    emit(&self)
    let new = first..<Int32(plan.draws.count)
    let isAlike =
      plan.surfaces.count == surfaces && new.count == old.count
      && zip(new, old).allSatisfy { plan.draws[Int($0)].kind == plan.draws[Int($1)].kind }
    guard isAlike else {
      plan.draws.removeLast(new.count)
      plan.surfaces.removeLast(plan.surfaces.count - surfaces)
      surfaceJobs.removeLast(surfaceJobs.count - surfaces)
      return false
    }
    // The records are the last ones, the last draw's behind the others.
    for position in old.reversed() { moveLast(to: position) }
    return true
  }

  /// Moves the last draw, whose record is the last of its kind, over another one.
  private mutating func moveLast(to position: Int32) {
    guard var draw = plan.draws.popLast() else { return }
    let old = plan.draws[Int(position)]
    switch draw.kind {
    case .solid:
      let record = plan.solids.removeLast()
      Self.put(draw, record, into: &plan.solids, &plan.draws, &plan.damage, at: position)
    case .gradient:
      let (record, ramp) = (plan.gradientRecords.removeLast(), plan.ramps.removeLast())
      // Draws are compared without their colours.
      if plan.ramps[Int(old.source)] != ramp {
        plan.damage.add(old.bounds)
        plan.damage.add(draw.bounds)
        plan.ramps[Int(old.source)] = ramp
      }
      draw.source = old.source
      Self.put(draw, record, into: &plan.gradientRecords, &plan.draws, &plan.damage, at: position)
    case .coverage:
      let record = plan.coverageRecords.removeLast()
      Self.put(draw, record, into: &plan.coverageRecords, &plan.draws, &plan.damage, at: position)
      releaseCoverage(old.source)
    case .border, .image, .composite:
      preconditionFailure("a draw of kind \(draw.kind) is written over another one")
    }
  }
}
