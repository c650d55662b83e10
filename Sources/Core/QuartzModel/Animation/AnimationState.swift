// Animations as values, as they cross from the client to the server.
// Licensed under the MIT license; see LICENSE.

package import QuartzFilters
package import QuartzMath

/// A row of the property table, or a member of its struct.
package struct AnimationTarget: Equatable, Hashable, Sendable {
  package var property: PropertyID
  package var member: ValueMember?

  package init(_ property: PropertyID, _ member: ValueMember? = nil) {
    self.property = property
    self.member = member
  }

  /// The type of the values that the animation gives.
  package var valueType: ValueType {
    member?.valueType ?? PropertyTable[property].type
  }
}

/// The property that an animation changes.
package enum AnimatedProperty: Equatable, Hashable, Sendable {
  /// A row of the table, which the server evaluates too.
  case row(AnimationTarget)
  /// A property that a class of layers declares beyond the table, or a member of it.
  ///
  /// Evaluated by the client alone, never sent; the values give its type.
  case declared(String, ValueMember?)
  /// A property of a cell of an emitter layer, which particles get at birth.
  case cell(CellTarget)
  /// An input of a filter.
  case filter(FilterTarget)

  package var target: AnimationTarget? {
    if case .row(let target) = self { target } else { nil }
  }

  /// The type that values have; nil for declared properties and inputs of filters, whose values say
  /// it.
  package var valueType: ValueType? {
    switch self {
    case .row(let target): target.valueType
    case .declared(_, let member): member?.valueType
    case .cell(let target): target.property.type
    case .filter: nil
    }
  }

  package var keyPath: String {
    switch self {
    case .row(let target): target.keyPath
    case .declared(let name, let member): member.map { "\(name).\($0.keyPath)" } ?? name
    case .cell(let target): target.keyPath
    case .filter(let target): target.keyPath
    }
  }
}

/// From, to and by of a basic animation; at most two of them count, as documented for
/// CABasicAnimation.
///
/// A value that is missing is taken from the model.
package struct BasicAnimation: Equatable, Sendable {
  package var fromValue: PropertyValue?
  package var toValue: PropertyValue?
  package var byValue: PropertyValue?

  package init(
    from fromValue: PropertyValue? = nil,
    to toValue: PropertyValue? = nil,
    by byValue: PropertyValue? = nil
  ) {
    self.fromValue = fromValue
    self.toValue = toValue
    self.byValue = byValue
  }
}

/// A basic animation whose pace is that of a weight on a spring.
package struct SpringAnimation: Equatable, Sendable {
  package var ends: BasicAnimation
  package var spring: Spring

  package init(_ ends: BasicAnimation, _ spring: Spring) {
    self.ends = ends
    self.spring = spring
  }
}

/// How keyframes are joined.
package enum CalculationMode: UInt8, NamedValue {
  case linear, discrete, paced, cubic, cubicPaced

  package var name: String {
    switch self {
    case .linear: "linear"
    case .discrete: "discrete"
    case .paced: "paced"
    case .cubic: "cubic"
    case .cubicPaced: "cubicPaced"
    }
  }

  /// Whether the path is taken at constant speed, so that key times and timing functions do not
  /// count.
  package var isPaced: Bool { self == .paced || self == .cubicPaced }
  package var isCubic: Bool { self == .cubic || self == .cubicPaced }
}

/// Whether a layer turns with the path that it follows.
package enum RotationMode: UInt8, NamedValue {
  /// Its x axis points along the path, or against it.
  case auto, autoReverse
}

/// The keyframes of an animation.
package struct KeyframeAnimation: Equatable, Sendable {
  package var values: [PropertyValue]
  /// In the place of values for properties that are two numbers.
  package var path: Path?
  /// Fractions of the duration at which the keyframes are reached; nil or empty for equal
  /// distances.
  ///
  /// Any finite numbers in any order, and any number of them (see `KeyTimes`).
  package var keyTimes: [Double]?
  /// One for each step between values; missing ones are linear, surplus ones are ignored.
  package var timingFunctions: [TimingFunction]
  package var calculationMode: CalculationMode
  /// Nil for a layer that keeps its direction.
  package var rotationMode: RotationMode?
  /// How tight, broken and leaning the curve of the cubic modes is at each keyframe.
  ///
  /// 0 where one is missing.
  package var tensions: [Double] = []
  package var continuities: [Double] = []
  package var biases: [Double] = []

  package init(
    values: [PropertyValue] = [],
    path: Path? = nil,
    keyTimes: [Double]? = nil,
    timingFunctions: [TimingFunction] = [],
    calculationMode: CalculationMode = .linear,
    rotationMode: RotationMode? = nil
  ) {
    self.values = values
    self.path = path
    self.keyTimes = keyTimes
    self.timingFunctions = timingFunctions
    self.calculationMode = calculationMode
    self.rotationMode = rotationMode
  }
}

/// An animation of one property.
package struct PropertyAnimation: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case basic(BasicAnimation)
    case keyframe(KeyframeAnimation)
    case spring(SpringAnimation)
  }

  package var property: AnimatedProperty
  package var kind: Kind
  /// Makes matrices of the values; nil for values that are the property's own.
  package var valueFunction: ValueFunction?
  /// Whether the value is added to the property's present value.
  package var isAdditive = false
  /// Whether each cycle starts where the one before ended.
  package var isCumulative = false

  package init(_ property: AnimatedProperty, _ kind: Kind) {
    self.property = property
    self.kind = kind
  }
}

/// The ways in which a transition brings in the new state of a layer.
package enum TransitionType: UInt8, NamedValue {
  case fade, moveIn, push, reveal
}

/// The side from which a transition moves.
package enum TransitionSubtype: UInt8, NamedValue {
  case fromRight, fromLeft, fromTop, fromBottom
}

/// A change of all that a layer shows; it has no property.
package struct TransitionAnimation: Equatable, Sendable {
  package var type = TransitionType.fade
  package var subtype = TransitionSubtype.fromLeft
  /// The part of the transition that is played, within 0...1.
  package var startProgress = 0.0
  package var endProgress = 1.0
  /// Takes the place of the type: from `inputImage` to `inputTargetImage` by `inputTime`.
  package var filter: FilterDescription?

  package init() {}
}

/// An animation, complete with its timing.
///
/// Immutable once attached.
package struct AnimationState: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// Beside the state, which is copied often and read seldom.
    indirect case property(PropertyAnimation)
    /// Animations on one clock; their begin times count from the group's start.
    case group([AnimationState])
    case transition(TransitionAnimation)
  }

  /// How deep groups may be nested; 1 is an animation that is in none.
  package static let maximumDepth = 32

  package var kind: Kind
  package var timing: MediaTiming
  /// Applied to the fraction of the whole cycle; nil is linear.
  package var timingFunction: TimingFunction?
  /// The frames a second that the animation wants.
  package var rates = FrameRateWish.none

  package init(_ kind: Kind, timing: MediaTiming, timingFunction: TimingFunction? = nil) {
    self.kind = kind
    self.timing = timing
    self.timingFunction = timingFunction
  }

  /// An animation of a row of the table or of a member of it.
  package init(
    target: AnimationTarget,
    kind: PropertyAnimation.Kind,
    timing: MediaTiming,
    timingFunction: TimingFunction? = nil,
    isAdditive: Bool = false,
    isCumulative: Bool = false
  ) {
    var animation = PropertyAnimation(.row(target), kind)
    animation.isAdditive = isAdditive
    animation.isCumulative = isCumulative
    self.init(.property(animation), timing: timing, timingFunction: timingFunction)
  }

  /// The animation of one property; nil for groups and transitions.
  package var propertyAnimation: PropertyAnimation? {
    if case .property(let animation) = kind { animation } else { nil }
  }

  /// Whether the animation does nothing in a group, though nothing is wrong with it: a discrete one
  /// of a single value (measured on Core Animation).
  var isIdleInGroup: Bool {
    guard case .keyframe(let frames)? = propertyAnimation?.kind else { return false }
    return frames.calculationMode == .discrete && frames.path == nil && frames.values.count == 1
  }

  package var transition: TransitionAnimation? {
    if case .transition(let transition) = kind { transition } else { nil }
  }

  /// The row that is animated, or its member; nil for groups, transitions and declared properties.
  package var target: AnimationTarget? { propertyAnimation?.property.target }

  /// Calls `body` for every animation of a property in the state, in the order in which they act.
  package func forEachProperty(_ body: (PropertyAnimation) -> Void) {
    switch kind {
    case .property(let animation): body(animation)
    case .group(let children): for child in children { child.forEachProperty(body) }
    case .transition: break
    }
  }

  /// Whether some animation in the state gives the row values, if only by turning the layer.
  package func animates(_ property: PropertyID) -> Bool {
    var animates = false
    forEachProperty { animation in
      let target = animation.property.target
      animates = animates || target?.property == property
      if case .filter(let target) = animation.property, target.property == property {
        animates = true
      }
      if property == .transform, animation.turnsLayer { animates = true }
    }
    return animates
  }

  /// Whether some animation in the state changes a property of a cell.
  package func animates(_ target: CellTarget) -> Bool {
    var animates = false
    forEachProperty { animates = animates || $0.property == .cell(target) }
    return animates
  }

  /// The state without the animations in its groups that cannot be used; the others run.
  ///
  /// - Parameter report: Called with the problem of each animation that is left out, as "animation
  ///   1: " and the reason.
  package func withoutUnusable(_ report: (String) -> Void) -> AnimationState {
    guard case .group(let children) = kind else { return self }
    var state = self
    state.kind = .group(
      children.enumerated().compactMap { index, child in
        if let problem = child.problemInGroup {
          report("animation \(index): \(problem)")
          return nil
        }
        return child.withoutUnusable { report("animation \(index): \($0)") }
      }
    )
    return state
  }

  /// The state as the server takes it: without properties that it does not know.
  ///
  /// - Returns: Nil if nothing is left.
  package var withoutDeclaredProperties: AnimationState? {
    switch kind {
    case .transition: return self
    case .property(let animation):
      if case .declared = animation.property { return nil }
      return self
    case .group(let children):
      let shared = children.compactMap(\.withoutDeclaredProperties)
      if shared.isEmpty && !children.isEmpty { return nil }
      var state = self
      state.kind = .group(shared)
      return state
    }
  }
}

extension PropertyAnimation {
  /// Whether the animation turns the layer along its path.
  package var turnsLayer: Bool {
    guard property == .row(AnimationTarget(.position)), case .keyframe(let frames) = kind else {
      return false
    }
    return frames.path != nil && frames.rotationMode != nil
  }
}
