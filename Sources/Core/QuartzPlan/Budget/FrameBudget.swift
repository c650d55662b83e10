// The limits of one frame of one context, counted in units that are the same on every machine.
// Licensed under the MIT license; see LICENSE.
//
// A scene of a few kilobytes can ask for hours of work: layers that all cut each other, lines
// across the output by the million, groups in groups. Time would be a poor limit: the same scene
// would be drawn on one machine and not on another, or now and not later. So the work is counted:
// planning notes its next step, and stops when the frame's budget is spent.
//
// All kinds of work but memory take time of the same core. So their shares add up: a frame that
// took half of the pixels that it may has half of all other limits left (`FrameBudget.timeOfUnit`).

import QuartzFaults
package import QuartzModel

/// The kinds of work that are counted in a frame.
package enum FrameCost: UInt8, CaseIterable, Sendable, CustomStringConvertible {
  /// Layers that are placed, each instance of a replicator counted, and siblings that are sorted
  /// for the particles that lie among them.
  case layers
  /// Comparisons of planes that share a space, and the pieces that they are cut into.
  case planes
  /// Particles, once for each place where they show, and of births one for sixteen, of values at
  /// births one for eight (`LayerTree.stepsOfParticle`).
  case particles
  /// Steps of paths, and the pixels that lines of coverage run through.
  case outlines
  /// Pixels that draws touch, with those of surfaces and of effects, each as the plain pixels that
  /// take as long (`RenderPlan.pixelWeight`).
  case pixels
  /// Bytes of coverage, of surfaces that are drawn as a whole, and of the plan.
  case memory

  /// Whether it takes time, and not room.
  var takesTime: Bool { self != .memory }

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
  /// Each limit is several times the cost of the heaviest honest scenes. A frame that just fits
  /// takes at most about 2.5 s of one core, whatever it is made of (`quartz-fuzz budgets` measures
  /// it): 1,048,576 layers and instances; 8,388,608 comparisons of planes; 1,048,576 particles;
  /// 67,108,864 steps and pixels of outlines; 2,147,483,648 pixels, eight times the largest output;
  /// 536,870,912 bytes. A frame of several kinds of work has the shares of all limits together.
  package static let standard = {
    var limits = FrameCosts()
    limits[.layers] = 1 << 20
    limits[.planes] = 1 << 23
    limits[.particles] = 1 << 20
    limits[.outlines] = 1 << 26
    limits[.pixels] = 1 << 31
    limits[.memory] = 1 << 29
    return FrameBudget(limits: limits)
  }()

  package init(limits: FrameCosts) { self.limits = limits }

  /// The share of a frame's time that costs take: more than 1 is too much.
  package func share(of costs: FrameCosts) -> Double {
    FrameCost.allCases.reduce(0) { sum, cost in
      let isCounted = cost.takesTime && limits[cost] < .max
      return isCounted ? sum + Double(costs[cost]) / Double(max(limits[cost], 1)) : sum
    }
  }

  /// All time of a frame.
  static let wholeTime = 1 << 62

  /// The part of a frame's time that a unit of a cost takes: as many as its limit take all of it.
  ///
  /// 0 for costs without a limit and for memory.
  func timeOfUnit(_ cost: FrameCost) -> Int {
    cost.takesTime && limits[cost] > 0 ? FrameBudget.wholeTime / limits[cost] : 0
  }
}

/// The limit that a frame exceeded.
package struct BudgetExcess: Equatable, Sendable, CustomStringConvertible {
  package var cost: FrameCost
  /// The count when planning stopped; the whole frame may need more.
  package var count: Int
  package var limit: Int
  /// Whether the limit is what the frame's other work left of it.
  package var isShared = false
  /// The layer that exceeded the limit; nil if it is not known.
  package var layer: LayerID?

  package var description: String {
    let name = layer.map { "\($0): " } ?? ""
    let others = isShared ? " beside its other work" : ""
    return "\(name)the frame needs at least \(count) \(cost), and \(limit) are allowed\(others)"
  }
}

/// Counts the costs of a frame, and records the first limit that it exceeds.
///
/// The meter belongs to the planning thread.
final class FrameMeter {
  var budget: FrameBudget {
    didSet { timesOfUnits = FrameMeter.timesOfUnits(budget) }
  }
  private(set) var costs = FrameCosts()
  /// The sum of the shares that the costs have in their limits (`FrameBudget.wholeTime`).
  private var time = 0
  private var timesOfUnits: FrameCosts
  /// Whether the frame asked for too much; planning then ends, with a plan that is of no use.
  private(set) var isSpent = false
  private(set) var excess: Excess?

  /// The limit that was exceeded first.
  struct Excess {
    var cost: FrameCost
    var count: Int
    var limit: Int
    /// Whether the limit is what other costs left.
    var isShared: Bool
    /// The layer's, or -1.
    var slot: Int32
  }

  init(_ budget: FrameBudget = .unlimited) {
    self.budget = budget
    timesOfUnits = FrameMeter.timesOfUnits(budget)
  }

  private static func timesOfUnits(_ budget: FrameBudget) -> FrameCosts {
    var times = FrameCosts()
    for cost in FrameCost.allCases { times[cost] = budget.timeOfUnit(cost) }
    return times
  }

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
    time = 0
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
    let (share, isLong) = amount.multipliedReportingOverflow(by: timesOfUnits[cost])
    let (whole, isLonger) = time.addingReportingOverflow(share)
    time = isLong || isLonger ? .max : whole
    let isOver = costs[cost] > budget.limits[cost] || time > FrameBudget.wholeTime
    if isOver || isTooMuch { stop(cost, slot) }
    return !isSpent
  }

  /// How much is left beside the other costs; 0 once anything is spent.
  func rest(of cost: FrameCost) -> Int {
    if isSpent { return 0 }
    let rest = max(budget.limits[cost] - costs[cost], 0)
    let unit = timesOfUnits[cost]
    return unit == 0 ? rest : min(rest, (FrameBudget.wholeTime - time) / unit)
  }

  private func stop(_ cost: FrameCost, _ slot: Int32) {
    if isSpent { return }
    isSpent = true
    let (count, limit) = (costs[cost], budget.limits[cost])
    excess = Excess(cost: cost, count: count, limit: limit, isShared: false, slot: slot)
    let unit = timesOfUnits[cost]
    guard count <= limit, unit > 0 else { return }
    let surplus = (time - FrameBudget.wholeTime) / unit + 1
    excess?.limit = max(count - surplus, 0)
    excess?.isShared = true
  }
}
