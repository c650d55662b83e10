// An attached animation, prepared for evaluation: groups flattened to a list of clocks and motions.
// Licensed under the MIT license; see LICENSE.

/// One step of a program: a clock, and the steps or the motion that run on it.
struct AnimationStep: Sendable {
  enum Content: Sendable {
    /// The steps up to this index run on the position of this clock in its cycle.
    case group(end: Int)
    /// Index in `motions`.
    case motion(Int)
  }

  let timing: PreparedTiming
  /// Applied to the position in the group's cycle.
  let groupFunction: TimingFunction?
  let content: Content
}

/// The steps of an animation: an animation comes before the animations in it.
final class AnimationProgram: Sendable {
  let steps: ContiguousArray<AnimationStep>
  let motions: ContiguousArray<PropertyMotion>

  static let empty = AnimationProgram(steps: [], motions: [])

  private init(
    steps: ContiguousArray<AnimationStep>,
    motions: ContiguousArray<PropertyMotion>
  ) {
    self.steps = steps
    self.motions = motions
  }

  /// - Parameter state: Must have no problem.
  convenience init(_ state: AnimationState) {
    var steps: ContiguousArray<AnimationStep> = []
    var motions: ContiguousArray<PropertyMotion> = []
    AnimationProgram.append(state, PreparedTiming(state.timing), &steps, &motions)
    self.init(steps: steps, motions: motions)
  }

  private static func append(
    _ state: AnimationState,
    _ timing: PreparedTiming,
    _ steps: inout ContiguousArray<AnimationStep>,
    _ motions: inout ContiguousArray<PropertyMotion>
  ) {
    switch state.kind {
    case .transition: break
    case .property(let animation):
      steps.append(
        AnimationStep(timing: timing, groupFunction: nil, content: .motion(motions.count))
      )
      motions.append(
        PropertyMotion(animation, duration: timing.duration, timingFunction: state.timingFunction)
      )
    case .group(let children):
      let start = steps.count
      let function = state.timingFunction == .linear ? nil : state.timingFunction
      var group = AnimationStep(timing: timing, groupFunction: function, content: .group(end: 0))
      steps.append(group)
      for child in children where child.problemInGroup == nil && !child.isIdleInGroup {
        let childTiming = PreparedTiming(child.timing, inGroupOf: timing.duration)
        append(child, childTiming, &steps, &motions)
      }
      group = AnimationStep(
        timing: timing,
        groupFunction: function,
        content: .group(end: steps.count)
      )
      steps[start] = group
    }
  }
}

/// An animation attached to a layer, prepared for evaluation.
package struct AnimationTrack: Sendable {
  package let key: String
  package let state: AnimationState
  /// Why the animation has no effect, if it has none.
  package let problem: String?
  /// The bytes that it is counted as, beside those of any animation.
  let countedBytes: Int
  /// 1 if the animation has a wish for a frame rate, else 0.
  let wishes: Int
  /// Nil for those that a lane says all of.
  private let preparedProgram: AnimationProgram?

  package init(key: String, state: AnimationState) {
    var lane: AnimationLane?
    self.init(key: key, state: state, lane: &lane)
  }

  /// - Parameter lane: How a layer runs the animation, if it needs no program for it.
  init(key: String, state: AnimationState, lane: inout AnimationLane?) {
    self.key = key
    self.state = state
    problem = state.problem
    countedBytes = AnimationTrack.countedBytes(key: key, state)
    wishes = problem == nil && state.hasWish ? 1 : 0
    lane = problem == nil ? AnimationLane(between: state) : nil
    preparedProgram =
      if lane != nil { nil } else { problem == nil ? AnimationProgram(state) : .empty }
  }

  /// The animation's steps; made anew at each call for the simplest animations.
  var program: AnimationProgram { preparedProgram ?? AnimationProgram(state) }

  /// The animation's value at a time of the layer's clock, or nil where it has no effect.
  ///
  /// For animations of one property; nil for groups, which may have several.
  ///
  /// - Parameter base: The value of the target without this animation.
  package func value(at layerTime: Double, base: AnimatedValue) -> AnimatedValue? {
    let program = program
    guard program.steps.count == 1, layerTime.isFinite,
      case .motion(let index) = program.steps[0].content,
      let (fraction, cycle) = program.steps[0].timing.progress(at: layerTime)
    else { return nil }
    return program.motions[index].value(at: fraction, cycle: cycle, base: base)
  }

  /// Returns the animated value of a property that a class of layers declares beyond the table.
  ///
  /// All animations in it that are of the property, or of a member of it, act one after another.
  ///
  /// - Parameters:
  ///   - name: The property's name, as in `AnimatedProperty.declared`.
  ///   - base: Its value without this animation.
  /// - Returns: Nil where none of them has an effect.
  package func value(
    ofDeclared name: String,
    at layerTime: Double,
    base: PropertyValue
  ) -> PropertyValue? {
    guard layerTime.isFinite else { return nil }
    var value: PropertyValue?
    program.run(at: layerTime) { motion, fraction, cycle in
      guard case .declared(name, let member) = motion.property else { return }
      let current = value ?? base
      guard let member else {
        let base = AnimatedValue(current)
        value = motion.value(at: fraction, cycle: cycle, base: base).propertyValue
        return
      }
      guard let old = current.member(member) else { return }
      let part = motion.value(at: fraction, cycle: cycle, base: AnimatedValue(old)).propertyValue
      value = current.replacing(member, with: part) ?? value
    }
    return value
  }

  /// How far a transition has come, between its start and its end progress.
  ///
  /// - Returns: Nil where the transition has no effect, and for all other animations.
  package func transitionProgress(at layerTime: Double) -> Double? {
    guard problem == nil, let transition = state.transition,
      let (fraction, _) = state.timing.progress(at: layerTime)
    else { return nil }
    let way = state.timingFunction?.value(at: fraction) ?? fraction
    return transition.startProgress + (transition.endProgress - transition.startProgress) * way
  }
}

extension AnimationProgram {
  /// Calls `body` for every motion that has an effect at a time of the layer's clock, in order.
  ///
  /// - Parameter body: Gets the motion, the fraction of its cycle and how many cycles are over.
  @inline(__always)
  func run(at layerTime: Double, _ body: (PropertyMotion, Double, Double) -> Void) {
    if steps.count == 1 {
      run(step: 0, at: layerTime, includesEnd: false, body)
    } else {
      run(steps.indices, at: layerTime, includesEnd: false, body)
    }
  }

  /// - Parameter includesEnd: Whether an animation still shows at exactly its own end: in a group
  ///   it does.
  private func run(
    _ range: Range<Int>,
    at time: Double,
    includesEnd: Bool,
    _ body: (PropertyMotion, Double, Double) -> Void
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      guard case .group(let end) = steps[index].content else {
        run(step: index, at: time, includesEnd: includesEnd, body)
        index += 1
        continue
      }
      let timing = steps[index].timing
      if let (fraction, _) = timing.progress(at: time, includesEnd: includesEnd) {
        let way = steps[index].groupFunction?.value(at: fraction) ?? fraction
        let position = min(max(way, 0), 1) * timing.duration
        run((index + 1)..<end, at: position, includesEnd: true, body)
      }
      index = end
    }
  }

  @inline(__always)
  private func run(
    step: Int,
    at time: Double,
    includesEnd: Bool,
    _ body: (PropertyMotion, Double, Double) -> Void
  ) {
    guard case .motion(let index) = steps[step].content,
      let (fraction, cycle) = steps[step].timing.progress(at: time, includesEnd: includesEnd)
    else { return }
    body(motions[index], fraction, cycle)
  }
}
