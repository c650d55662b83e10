// Animations as bytes. Values keep their tags, so a value of the wrong type is not an error of the
// wire: the layer just shows its model value, as it would without a server.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// The change of a layer's animations that an entry makes.
private enum ChangeTag: UInt8, CaseIterable {
  case add = 0
  case remove = 1
  case removeAll = 2
}

/// The kind of the animation that follows.
private enum KindTag: UInt8, CaseIterable {
  case basic = 0
  case keyframe = 1
  case spring = 2
  case group = 3
  case transition = 4
  /// A range of frame rates, before the kind.
  case rates = 5
}

/// The number that means none in place of a member, a function or a mode, and a cell's property in
/// place of a layer's.
private let none: UInt8 = 255
/// The number in place of a layer's property that means an input of a filter.
private let filterInput: UInt8 = 254

extension WireWriter {
  mutating func append(_ change: Commit.AnimationChange) throws(WireError) {
    switch change {
    case .add(let layer, let key, let state):
      append(ChangeTag.add.rawValue)
      append(layer.rawValue)
      try append(key)
      try append(state)
    case .remove(let layer, let key):
      append(ChangeTag.remove.rawValue)
      append(layer.rawValue)
      try append(key)
    case .removeAll(let layer):
      append(ChangeTag.removeAll.rawValue)
      append(layer.rawValue)
    }
  }

  /// - Throws: `WireError` for properties that the server does not know and for groups that are
  ///   nested deeper than animations are.
  private mutating func append(
    _ state: AnimationState,
    depth: Int = 1
  ) throws(WireError) {
    append(state.timing)
    append(state.timingFunction != nil)
    if let function = state.timingFunction { append(function) }
    if state.rates != .none {
      append(KindTag.rates.rawValue)
      append(state.rates)
    }
    switch state.kind {
    case .property(let animation): try append(animation)
    case .group(let children):
      guard depth < AnimationState.maximumDepth else {
        throw error("an animation in more than \(AnimationState.maximumDepth - 1) groups")
      }
      append(KindTag.group.rawValue)
      append(UInt32(children.count))
      for child in children { try append(child, depth: depth + 1) }
    case .transition(let transition):
      append(KindTag.transition.rawValue)
      append(transition.type.rawValue)
      append(transition.subtype.rawValue)
      append(transition.startProgress)
      append(transition.endProgress)
      append(transition.filter != nil)
      if let filter = transition.filter { try append(filter) }
    }
  }

  private mutating func append(_ animation: PropertyAnimation) throws(WireError) {
    let tag: KindTag =
      switch animation.kind {
      case .basic: .basic
      case .keyframe: .keyframe
      case .spring: .spring
      }
    append(tag.rawValue)
    switch animation.property {
    case .row(let target):
      append(target.property.rawValue)
      append(target.member?.rawValue ?? none)
    case .cell(let target):
      append(none)
      try append(target)
    case .filter(let target):
      append(filterInput)
      try append(target)
    case .declared:
      throw error("an animation of \(animation.property.keyPath), which no server knows")
    }
    append(animation.valueFunction?.rawValue ?? none)
    append(animation.isAdditive)
    append(animation.isCumulative)
    switch animation.kind {
    case .basic(let basic): try append(basic)
    case .keyframe(let frames): try append(frames)
    case .spring(let animation):
      try append(animation.ends)
      append(animation.spring)
    }
  }

  private mutating func append(_ basic: BasicAnimation) throws(WireError) {
    for value in [basic.fromValue, basic.toValue, basic.byValue] {
      append(value != nil)
      if let value { try append(value) }
    }
  }

  private mutating func append(_ spring: Spring) {
    append(spring.mass)
    append(spring.stiffness)
    append(spring.damping)
    append(spring.initialVelocity)
    append(spring.allowsOverdamping)
  }

  private mutating func append(_ timing: MediaTiming) {
    append(timing.beginTime)
    append(timing.duration)
    append(timing.speed)
    append(timing.timeOffset)
    append(timing.repeatCount)
    append(timing.repeatDuration)
    append(timing.autoreverses)
    append(timing.fillMode.rawValue)
    append(timing.isRemovedOnCompletion)
  }

  private mutating func append(_ function: TimingFunction) {
    append(function.first.x)
    append(function.first.y)
    append(function.second.x)
    append(function.second.y)
  }

  private mutating func append(_ frames: KeyframeAnimation) throws(WireError) {
    append(frames.calculationMode.rawValue)
    append(frames.rotationMode?.rawValue ?? none)
    append(UInt32(frames.values.count))
    for value in frames.values { try append(value) }
    append(frames.path != nil)
    if let path = frames.path { try append(path) }
    append(frames.keyTimes != nil)
    if let times = frames.keyTimes { append(times) }
    append(UInt32(frames.timingFunctions.count))
    for function in frames.timingFunctions { append(function) }
    append(frames.tensions)
    append(frames.continuities)
    append(frames.biases)
  }

  /// Appends a range of frame rates.
  mutating func append(_ rates: FrameRateWish) {
    for rate in [rates.minimum, rates.maximum, rates.preferred] { append(rate.bitPattern) }
  }

  /// Appends a count and the numbers.
  mutating func append(_ numbers: [Double]) {
    append(UInt32(numbers.count))
    for number in numbers { append(number) }
  }
}

extension WireReader {
  /// The fewest bytes of an entry: the change and its layer.
  static let minimumAnimationBytes = 5

  /// The fewest bytes of an animation: its timing, no function, and an empty group.
  private static let minimumStateBytes = 6 * 8 + 3 + 1 + 1 + 4

  mutating func animationChange() throws(WireError) -> Commit.AnimationChange {
    let change = try choice(ChangeTag.self)
    let layer = LayerID(try uint32())
    return switch change {
    case .add: .add(layer, key: try string(), try animationState())
    case .remove: .remove(layer, key: try string())
    case .removeAll: .removeAll(layer)
    }
  }

  private mutating func animationState(depth: Int = 1) throws(WireError) -> AnimationState {
    let timing = try mediaTiming()
    let function = try bool() ? try timingFunction() : nil
    var start = offset
    var tag = try choice(KindTag.self)
    var rates = FrameRateWish.none
    if tag == .rates {
      rates = try frameRates()
      start = offset
      tag = try choice(KindTag.self)
    }
    let kind: AnimationState.Kind
    switch tag {
    case .rates: throw malformed(at: start, "the kind of an animation", "another range of rates")
    case .basic: kind = .property(try propertyAnimation(.basic))
    case .keyframe: kind = .property(try propertyAnimation(.keyframe))
    case .spring: kind = .property(try propertyAnimation(.spring))
    case .group:
      guard depth < AnimationState.maximumDepth else {
        throw malformed(
          at: start,
          "an animation in at most \(AnimationState.maximumDepth - 1) groups",
          "another group"
        )
      }
      let count = try count(
        of: "animations",
        minimumBytes: WireReader.minimumStateBytes,
        memory: WireReader.memoryOfState
      )
      var children: [AnimationState] = []
      children.reserveCapacity(count)
      for _ in 0..<count { children.append(try animationState(depth: depth + 1)) }
      kind = .group(children)
    case .transition:
      var transition = TransitionAnimation()
      transition.type = try choice(TransitionType.self)
      transition.subtype = try choice(TransitionSubtype.self)
      transition.startProgress = try double()
      transition.endProgress = try double()
      if try bool() { transition.filter = try filter() }
      kind = .transition(transition)
    }
    var state = AnimationState(kind, timing: timing, timingFunction: function)
    state.rates = rates
    return state
  }

  /// Reads a range of frame rates.
  mutating func frameRates() throws(WireError) -> FrameRateWish {
    let start = offset
    let (minimum, maximum) = (Float(bitPattern: try uint32()), Float(bitPattern: try uint32()))
    let preferred = Float(bitPattern: try uint32())
    let wish = FrameRateWish(minimum: minimum, maximum: maximum, preferred: preferred)
    guard let wish else {
      throw malformed(
        at: start,
        "rates from 0, the minimum not above the maximum",
        "\(minimum) to \(maximum), \(preferred)"
      )
    }
    return wish
  }

  private mutating func propertyAnimation(_ tag: KindTag) throws(WireError) -> PropertyAnimation {
    let property = try animatedProperty()
    let function = try optionalChoice(ValueFunction.self)
    let isAdditive = try bool()
    let isCumulative = try bool()
    let kind: PropertyAnimation.Kind
    switch tag {
    case .keyframe: kind = .keyframe(try keyframes())
    case .spring: kind = .spring(SpringAnimation(try basic(), try spring()))
    case .basic, .group, .transition, .rates: kind = .basic(try basic())
    }
    var animation = PropertyAnimation(property, kind)
    animation.valueFunction = function
    animation.isAdditive = isAdditive
    animation.isCumulative = isCumulative
    return animation
  }

  private mutating func basic() throws(WireError) -> BasicAnimation {
    BasicAnimation(from: try optionalValue(), to: try optionalValue(), by: try optionalValue())
  }

  private mutating func spring() throws(WireError) -> Spring {
    let parts = try doubles4()
    var spring = Spring(
      mass: parts.x,
      stiffness: parts.y,
      damping: parts.z,
      initialVelocity: parts.w
    )
    spring.allowsOverdamping = try bool()
    return spring
  }

  /// Appends a choice that may be none.
  private mutating func optionalChoice<Choice: NamedValue>(
    _ type: Choice.Type
  ) throws(WireError) -> Choice? {
    let start = offset
    let number = try uint8()
    if number == none { return nil }
    guard let choice = Choice(rawValue: number) else {
      throw malformed(at: start, "the number of a \(type), or 255", "\(number)")
    }
    return choice
  }

  private mutating func animatedProperty() throws(WireError) -> AnimatedProperty {
    let start = offset
    let number = try uint8()
    if number == none { return .cell(try cellTarget()) }
    if number == filterInput { return .filter(try filterTarget()) }
    guard let property = PropertyID(rawValue: number) else {
      throw malformed(at: start, "a property's number", "\(number)")
    }
    let memberNumber = try uint8()
    if memberNumber == none { return .row(AnimationTarget(property)) }
    guard let member = ValueMember(rawValue: memberNumber),
      ValueMember.members(of: PropertyTable[property].type).contains(member)
    else {
      throw malformed(at: start + 1, "a member of \(property), or 255", "\(memberNumber)")
    }
    return .row(AnimationTarget(property, member))
  }

  private mutating func mediaTiming() throws(WireError) -> MediaTiming {
    var timing = MediaTiming()
    timing.beginTime = try double()
    timing.duration = try double()
    timing.speed = try double()
    timing.timeOffset = try double()
    timing.repeatCount = try double()
    timing.repeatDuration = try double()
    timing.autoreverses = try bool()
    timing.fillMode = try choice(FillMode.self)
    timing.isRemovedOnCompletion = try bool()
    return timing
  }

  private mutating func timingFunction() throws(WireError) -> TimingFunction {
    let parts = try doubles4()
    return TimingFunction(parts.x, parts.y, parts.z, parts.w)
  }

  private mutating func optionalValue() throws(WireError) -> PropertyValue? {
    try bool() ? try value() : nil
  }

  private mutating func keyframes() throws(WireError) -> KeyframeAnimation {
    let mode = try choice(CalculationMode.self)
    var frames = KeyframeAnimation(calculationMode: mode)
    frames.rotationMode = try optionalChoice(RotationMode.self)
    let valueCount = try count(
      of: "keyframes",
      minimumBytes: 1,
      memory: WireReader.memoryOfValue
    )
    frames.values.reserveCapacity(valueCount)
    for _ in 0..<valueCount { frames.values.append(try value()) }
    if try bool() { frames.path = try path() }
    if try bool() { frames.keyTimes = try numbers(of: "key times") }
    let functionCount = try count(
      of: "timing functions",
      minimumBytes: 32,
      memory: MemoryLayout<TimingFunction>.stride
    )
    frames.timingFunctions.reserveCapacity(functionCount)
    for _ in 0..<functionCount { frames.timingFunctions.append(try timingFunction()) }
    frames.tensions = try numbers(of: "tensions")
    frames.continuities = try numbers(of: "continuities")
    frames.biases = try numbers(of: "biases")
    return frames
  }

  /// Reads a count and that many numbers.
  mutating func numbers(of name: String) throws(WireError) -> [Double] {
    let count = try count(of: name, minimumBytes: 8, memory: 8)
    var numbers: [Double] = []
    numbers.reserveCapacity(count)
    for _ in 0..<count { numbers.append(try double()) }
    return numbers
  }
}
