// Descriptions of the problems of an animation.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

extension AnimationState {
  /// Why the animation has no effect, as a text that goes after "animation X of layer Y: "; nil if
  /// it has one.
  ///
  /// An animation of which something is malformed shows nothing at all: its layer has the values
  /// that it has without it. In a group the others run all the same.
  package var problem: String? {
    if let problem = ownProblem { return problem }
    if isNestedTooDeep(1) {
      return "groups are nested deeper than \(AnimationState.maximumDepth), or one is in itself"
    }
    return nil
  }

  /// Why the animation has no effect in a group; nil if it has one.
  ///
  /// How deep groups are nested is a question to the outermost.
  var problemInGroup: String? {
    if case .transition = kind { return "a transition cannot be in a group" }
    return ownProblem
  }

  /// The problem of the animation itself, without the animations in it.
  private var ownProblem: String? {
    if let problem = timing.problem { return problem }
    if let function = timingFunction, !function.isValid {
      return "its timing function has \(function.trouble)"
    }
    switch kind {
    case .property(let animation): return animation.problem
    case .transition(let transition): return transition.problem
    case .group: return nil
    }
  }

  private func isNestedTooDeep(_ depth: Int) -> Bool {
    guard case .group(let children) = kind else { return false }
    return depth >= AnimationState.maximumDepth
      || children.contains { $0.isNestedTooDeep(depth + 1) }
  }
}

extension TransitionAnimation {
  fileprivate var problem: String? {
    for (name, progress) in [("start", startProgress), ("end", endProgress)]
    where !(0...1).contains(progress) {
      return "its \(name) progress is \(progress), not within 0...1"
    }
    return filter?.problem
  }
}

extension PropertyAnimation {
  /// The type that the values must have; nil for declared properties, whose values say it.
  private var valueType: ValueType? {
    valueFunction?.valueType ?? property.valueType
  }

  fileprivate var problem: String? {
    if case .row(let target) = property {
      guard PropertyTable[target.property].isAnimatable else {
        return "\(target.keyPath) does not animate"
      }
      let type = PropertyTable[target.property].type
      if let member = target.member, !ValueMember.members(of: type).contains(member) {
        return "\(PropertyTable[target.property].name) has no \(member.keyPath)"
      }
      if let valueFunction {
        if type != .transform { return "\(valueFunction.name) makes transforms" }
        if target.member != nil, valueFunction.member == nil {
          return "\(valueFunction.name) makes whole transforms"
        }
      }
    }
    if case .cell(let target) = property {
      if !target.property.isAnimatable { return "\(target.keyPath) does not animate" }
      if let valueFunction { return "\(valueFunction.name) makes transforms" }
    }
    if case .filter = property, let valueFunction {
      return "\(valueFunction.name) makes transforms"
    }
    switch kind {
    case .basic(let basic): return problem(basic)
    case .spring(let spring): return spring.spring.problem ?? problem(spring.ends)
    case .keyframe(let frames): return problem(frames)
    }
  }

  private func problem(_ basic: BasicAnimation) -> String? {
    problem("fromValue", basic.fromValue) ?? problem("toValue", basic.toValue)
      ?? problem("byValue", basic.byValue)
  }

  private func problem(_ name: @autoclosure () -> String, _ value: PropertyValue?) -> String? {
    guard let value else { return nil }
    if let type = valueType, !value.fits(type) {
      return "\(name()) is \(value.noun), not \(type.noun)"
    }
    if let valueFunction, let numbers = value.numbers, numbers.count != valueFunction.inputCount {
      return "\(name()) has \(numbers.count) numbers, not \(valueFunction.inputCount)"
    }
    return value.isFinite ? nil : "\(name()) is not finite"
  }

  private func problem(_ frames: KeyframeAnimation) -> String? {
    if let path = frames.path {
      if let type = valueType, type != .point, type != .size {
        return "a path moves points and sizes, not \(type.noun)"
      }
      guard !path.points.isEmpty else { return "its path is empty" }
      guard path.points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
        return "its path is not finite"
      }
    } else {
      guard !frames.values.isEmpty else { return "it has no keyframes" }
      for (index, value) in frames.values.enumerated() {
        if let problem = problem("value \(index)", value) { return problem }
      }
    }
    for (index, function) in frames.timingFunctions.enumerated() where !function.isValid {
      return "timing function \(index) has \(function.trouble)"
    }
    return frames.curveProblem ?? frames.keyTimeProblem
  }
}

extension KeyframeAnimation {
  fileprivate var curveProblem: String? {
    guard calculationMode.isCubic else { return nil }
    for (name, list) in [("tension", tensions), ("continuity", continuities), ("bias", biases)] {
      if let number = list.first(where: { !$0.isFinite }) { return "a \(name) is \(number)" }
    }
    return nil
  }

  fileprivate var keyTimeProblem: String? {
    guard let keyTimes, !calculationMode.isPaced else { return nil }
    guard let index = keyTimes.firstIndex(where: { !$0.isFinite }) else { return nil }
    return "key time \(index) is \(keyTimes[index])"
  }
}

extension TimingFunction {
  /// The problem of a function that is not valid.
  fileprivate var trouble: String {
    for x in [first.x, second.x] where !(0...1).contains(x) { return "an x of \(x)" }
    return "a y that is not finite"
  }
}
