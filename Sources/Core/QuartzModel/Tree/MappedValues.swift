// Values of layers and animations, each replaced by what is made of it.
// Licensed under the MIT license; see LICENSE.

extension PropertyBag {
  /// The bag with the values that `body` makes of its own.
  func mapped(_ body: (PropertyValue) -> PropertyValue) -> PropertyBag {
    PropertyBag(keys: keys, values: ContiguousArray(valuesInOrder.map(body)))
  }
}

extension AnimationState {
  /// The animation with the values that `body` makes of its own, in groups too.
  ///
  /// - Parameters:
  ///   - changes: Whether `body` makes something else of a value; lists of keyframes without such a
  ///     value stay as they are.
  ///   - body: Makes a value of a value.
  func mapped(
    _ changes: (PropertyValue) -> Bool,
    _ body: (PropertyValue) -> PropertyValue
  ) -> AnimationState {
    var state = self
    switch state.kind {
    case .group(let children): state.kind = .group(children.map { $0.mapped(changes, body) })
    case .transition: break
    case .property(var animation):
      switch animation.kind {
      case .basic(let ends): animation.kind = .basic(ends.mapped(body))
      case .spring(var spring):
        spring.ends = spring.ends.mapped(body)
        animation.kind = .spring(spring)
      case .keyframe(var frames):
        guard frames.values.contains(where: changes) else { return state }
        frames.values = frames.values.map(body)
        animation.kind = .keyframe(frames)
      }
      state.kind = .property(animation)
    }
    return state
  }
}

extension BasicAnimation {
  fileprivate func mapped(_ body: (PropertyValue) -> PropertyValue) -> BasicAnimation {
    BasicAnimation(from: fromValue.map(body), to: toValue.map(body), by: byValue.map(body))
  }
}

extension PropertyAnimation {
  /// Whether a colour in it has a headroom.
  var hasHeadroom: Bool {
    switch kind {
    case .basic(let ends): ends.hasHeadroom
    case .spring(let spring): spring.ends.hasHeadroom
    case .keyframe(let frames): frames.values.contains(where: \.hasHeadroom)
    }
  }
}

extension BasicAnimation {
  fileprivate var hasHeadroom: Bool {
    [fromValue, toValue, byValue].contains { $0?.hasHeadroom ?? false }
  }
}
