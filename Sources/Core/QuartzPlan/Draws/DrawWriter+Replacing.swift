// Draws that take the places of those of the frame before.
// Licensed under the MIT license; see LICENSE.
//
// Parts whose number of draws depends on more than the layer's parts, such as paths, gradients and
// shadows, are made again as always: behind all draws of the plan. Then they move to the places of
// the old ones, if they are as many and of the same kinds. Particles, whose number changes all the
// time, may be more or fewer: the draws behind them move.

import QuartzMath
import QuartzModel

/// Particles on their way to their places.
struct ParticleScratch {
  var draws: ContiguousArray<Draw> = []
  var records: ContiguousArray<ImageRecord> = []

  mutating func removeAll() {
    draws.removeAll(keepingCapacity: true)
    records.removeAll(keepingCapacity: true)
  }
}

extension DrawWriter {
  /// The draws of a layer from an index on, up to the first that is no part of what is looked for.
  func draws(of slot: Int32, from start: Int32, where isPart: (Draw) -> Bool) -> Range<Int32> {
    var end = start
    while Int(end) < plan.draws.count, plan.draws[Int(end)].slot == slot,
      isPart(plan.draws[Int(end)])
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

  /// Puts the particles that `emit` appends in the places of old ones.
  ///
  /// - Returns: How many more they are; so much further back are the draws behind the old ones.
  mutating func replaceParticles(
    _ old: Range<Int32>,
    with emit: (inout DrawWriter) -> Void
  ) -> Int32 {
    let (firstDraw, firstRecord) = (plan.draws.count, plan.imageRecords.count)
    emit(&self)
    let count = plan.draws.count - firstDraw
    scratch.draws.append(contentsOf: plan.draws[firstDraw...])
    scratch.records.append(contentsOf: plan.imageRecords[firstRecord...])
    plan.draws.removeLast(count)
    plan.imageRecords.removeLast(count)
    defer { scratch.removeAll() }
    var pixels = resize(old, to: count)
    for index in 0..<count {
      let position = Int(old.lowerBound) + index
      let before = plan.draws[position]
      var draw = scratch.draws[index]
      let record = scratch.records[index]
      draw.record = before.record
      if draw == before, record == plan.imageRecords[Int(before.record)] { continue }
      pixels = pixels.union(before.bounds).union(draw.bounds)
      plan.draws[position] = draw
      plan.imageRecords[Int(before.record)] = record
    }
    if !pixels.isEmpty { plan.damage.add(pixels) }
    return Int32(count - old.count)
  }

  /// Makes places for more particles behind old ones, or takes the last of these out.
  ///
  /// - Returns: The pixels of those that go.
  private mutating func resize(_ old: Range<Int32>, to count: Int) -> PixelRect {
    var pixels = PixelRect.empty
    let end = Int(old.upperBound)
    if count < old.count {
      let rest = (end - old.count + count)..<end
      for draw in plan.draws[rest] {
        pixels = pixels.union(draw.bounds)
        freeRecords.append(draw.record)
      }
      plan.draws.removeSubrange(rest)
    } else if count > old.count, var place = scratch.draws.first, let blank = scratch.records.first
    {
      place.bounds = .empty
      plan.draws.insert(contentsOf: repeatElement(place, count: count - old.count), at: end)
      for position in end..<(end + count - old.count) {
        if let free = freeRecords.popLast() {
          plan.draws[position].record = free
        } else {
          plan.draws[position].record = Int32(plan.imageRecords.count)
          plan.imageRecords.append(blank)
        }
      }
    }
    return pixels
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
