// The limits of one frame of one context, counted in units that are the same on every machine.
// Licensed under the MIT license; see LICENSE.
//
// A scene of a few kilobytes can ask for hours of work: layers that all cut each other, lines
// across the output by the million, groups in groups. Time would be a poor limit: the same scene
// would be drawn on one machine and not on another, or now and not later. So the work is counted:
// planning notes its next step, and stops when the frame's budget is spent.

import QuartzFaults
package import QuartzModel

/// The kinds of work that are counted in a frame.
package enum FrameCost: UInt8, CaseIterable, Sendable, CustomStringConvertible {
  /// Layers that are placed, each instance of a replicator counted, and siblings that are sorted
  /// for the particles that lie among them.
  case layers
  /// Comparisons of planes that share a space, and the pieces that they are cut into.
  case planes
  /// Particles, once for each place where they show, and of births and of values at births one for
  /// sixteen (`LayerTree.stepsOfParticle`).
  case particles
  /// Steps of paths, and the pixels that lines of coverage run through.
  case outlines
  /// Pixels that draws touch, with those of surfaces and of effects, each as the plain pixels that
  /// take as long (`RenderPlan.pixelWeight`).
  case pixels
  /// Bytes of coverage, of surfaces that are drawn as a whole, and of the plan.
  case memory

  package var description: String {
    switch self {
    case .layers: "layers and instances"
    case .planes: "comparisons and pieces of planes"
    case .particles: "particles"
    case .outlines: "steps and pixels of outlines"
    case .pixels: "pixels to draw"
    case .memory: "bytes of surfaces, coverage and plan"
    }
  }
}

/// Numbers by cost.
package struct FrameCosts: Sendable {
  private var values: InlineArray<6, Int>

  /// The same number for each.
  package init(all value: Int = 0) { values = .init(repeating: value) }

  package subscript(cost: FrameCost) -> Int {
    get { values[Int(cost.rawValue)] }
    set { values[Int(cost.rawValue)] = newValue }
  }
}

extension FrameCosts: Equatable {
  package static func == (a: FrameCosts, b: FrameCosts) -> Bool {
    FrameCost.allCases.allSatisfy { a[$0] == b[$0] }
  }
}

/// The most that one frame of one context may take.
package struct FrameBudget: Equatable, Sendable {
  package var limits: FrameCosts

  /// No limits, for pictures that a program makes of its own scene.
  package static let unlimited = FrameBudget(limits: FrameCosts(all: .max))

  /// The limits for a client of a server.
  ///
  /// Each limit is several times the cost of the heaviest honest scenes. A frame that just fits one
  /// of them takes at most about 2.5 s of one core, strokes scattered over the output 4.5 s
  /// (`quartz-fuzz budgets` measures it): 1,048,576 layers and instances; 8,388,608 comparisons of
  /// planes; 1,048,576 particles; 100,663,296 steps and pixels of outlines; 2,147,483,648 pixels,
  /// eight times the largest output; 536,870,912 bytes.
  package static let standard = {
    var limits = FrameCosts()
    limits[.layers] = 1 << 20
    limits[.planes] = 1 << 23
    limits[.particles] = 1 << 20
    limits[.outlines] = 3 << 25
    limits[.pixels] = 1 << 31
    limits[.memory] = 1 << 29
    return FrameBudget(limits: limits)
  }()

  package init(limits: FrameCosts) { self.limits = limits }
}

/// The limit that a frame exceeded.
package struct BudgetExcess: Equatable, Sendable, CustomStringConvertible {
  package var cost: FrameCost
  /// The count when planning stopped; the whole frame may need more.
  package var count: Int
  package var limit: Int
  /// The layer that exceeded the limit; nil if it is not known.
  package var layer: LayerID?

  package var description: String {
    let name = layer.map { "\($0): " } ?? ""
    return "\(name)the frame needs at least \(count) \(cost), and \(limit) are allowed"
  }
}

/// Counts the costs of a frame, and records the first limit that it exceeds.
///
/// The meter belongs to the planning thread.
final class FrameMeter {
  var budget: FrameBudget
  private(set) var costs = FrameCosts()
  /// Whether the frame asked for too much; planning then ends, with a plan that is of no use.
  private(set) var isSpent = false
  private(set) var excess: (cost: FrameCost, count: Int, slot: Int32)?

  init(_ budget: FrameBudget = .unlimited) { self.budget = budget }

  /// The memory that the frame would have taken, if there was not so much.
  private(set) var missingBytes: Int?

  /// Asks for memory whose size comes from the scene, before it is taken.
  ///
  /// - Returns: Whether there is so much; if not, planning ends.
  func ensure(bytes: Int) -> Bool {
    do {
      try MemoryProbe.ensure(bytes: bytes)
    } catch {
      runOut(ofBytes: error.bytes)
    }
    return !isSpent
  }

  /// Ends planning, because there was no memory.
  func runOut(ofBytes bytes: Int) {
    if !isSpent { missingBytes = bytes }
    isSpent = true
  }

  /// Begins a frame.
  func reset() {
    missingBytes = nil
    costs = FrameCosts()
    isSpent = false
    excess = nil
  }

  /// Counts work that is about to be done for a layer.
  ///
  /// - Parameter amount: At least 0; sums beyond the range of `Int` count as its maximum.
  /// - Returns: Whether the work may be done.
  @inline(__always)
  @discardableResult
  func spend(_ amount: Int, of cost: FrameCost, for slot: Int32 = -1) -> Bool {
    let (sum, isTooMuch) = costs[cost].addingReportingOverflow(amount)
    costs[cost] = isTooMuch ? .max : sum
    if costs[cost] > budget.limits[cost] || isTooMuch { stop(cost, slot) }
    return !isSpent
  }

  /// How much is left; 0 once anything is spent.
  func rest(of cost: FrameCost) -> Int {
    isSpent ? 0 : max(budget.limits[cost] - costs[cost], 0)
  }

  private func stop(_ cost: FrameCost, _ slot: Int32) {
    if isSpent { return }
    isSpent = true
    excess = (cost, costs[cost], slot)
  }
}
