// Animations as bytes. Their values keep their tags: a value of the wrong type is not an error of the
// wire, the layer just shows its model value, as it would without a server in between.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// Which change of a layer's animations an entry is.
private enum ChangeTag: UInt8, CaseIterable {
  case add = 0
  case remove = 1
  case removeAll = 2
}

/// Which kind of animation follows.
private enum KindTag: UInt8, CaseIterable {
  case basic = 0
  case keyframe = 1
}

/// The number that stands for "the whole property" where a member could stand.
private let noMember: UInt8 = 255

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

  private mutating func append(_ state: AnimationState) throws(WireError) {
    append(state.target.property.rawValue)
    append(state.target.member?.rawValue ?? noMember)
    append(state.isAdditive)
    append(state.isCumulative)
    append(state.timing)
    append(state.timingFunction != nil)
    if let function = state.timingFunction { append(function) }
    switch state.kind {
    case .basic(let basic):
      append(KindTag.basic.rawValue)
      for value in [basic.fromValue, basic.toValue, basic.byValue] {
        append(value != nil)
        if let value { try append(value) }
      }
    case .keyframe(let frames):
      append(KindTag.keyframe.rawValue)
      try append(frames)
    }
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
    append(UInt32(frames.values.count))
    for value in frames.values { try append(value) }
    append(frames.keyTimes != nil)
    if let times = frames.keyTimes {
      append(UInt32(times.count))
      for time in times { append(time) }
    }
    append(UInt32(frames.timingFunctions.count))
    for function in frames.timingFunctions { append(function) }
  }
}

extension WireReader {
  /// The fewest bytes of an entry: the change and its layer.
  static let minimumAnimationBytes = 5

  mutating func animationChange() throws(WireError) -> Commit.AnimationChange {
    let change = try choice(ChangeTag.self)
    let layer = LayerID(try uint32())
    return switch change {
    case .add: .add(layer, key: try string(), try animationState())
    case .remove: .remove(layer, key: try string())
    case .removeAll: .removeAll(layer)
    }
  }

  private mutating func animationState() throws(WireError) -> AnimationState {
    let target = try animationTarget()
    let isAdditive = try bool()
    let isCumulative = try bool()
    let timing = try mediaTiming()
    let function = try bool() ? try timingFunction() : nil
    let kind: AnimationState.Kind =
      switch try choice(KindTag.self) {
      case .basic:
        .basic(
          BasicAnimation(
            from: try optionalValue(),
            to: try optionalValue(),
            by: try optionalValue()
          )
        )
      case .keyframe: .keyframe(try keyframes())
      }
    var state = AnimationState(
      target: target,
      kind: kind,
      timing: timing,
      timingFunction: function
    )
    state.isAdditive = isAdditive
    state.isCumulative = isCumulative
    return state
  }

  private mutating func animationTarget() throws(WireError) -> AnimationTarget {
    let start = offset
    let number = try uint8()
    guard let property = PropertyID(rawValue: number) else {
      throw malformed(at: start, "a property's number", "\(number)")
    }
    let memberNumber = try uint8()
    if memberNumber == noMember { return AnimationTarget(property) }
    guard let member = ValueMember(rawValue: memberNumber),
      ValueMember.members(of: PropertyTable[property].type).contains(member)
    else {
      throw malformed(at: start + 1, "a member of \(property), or 255", "\(memberNumber)")
    }
    return AnimationTarget(property, member)
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
    var frames = KeyframeAnimation(values: [], calculationMode: mode)
    let valueCount = try count(of: "keyframes", minimumBytes: 1)
    frames.values.reserveCapacity(valueCount)
    for _ in 0..<valueCount { frames.values.append(try value()) }
    if try bool() {
      let timeCount = try count(of: "key times", minimumBytes: 8)
      var times: [Double] = []
      times.reserveCapacity(timeCount)
      for _ in 0..<timeCount { times.append(try double()) }
      frames.keyTimes = times
    }
    let functionCount = try count(of: "timing functions", minimumBytes: 32)
    frames.timingFunctions.reserveCapacity(functionCount)
    for _ in 0..<functionCount { frames.timingFunctions.append(try timingFunction()) }
    return frames
  }
}
