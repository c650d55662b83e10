// The base of all animations.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzModel

/// The base class of all animations: timing, a delegate, and arbitrary key-value tags.
///
/// A layer stores an immutable copy of an animation that is added to it; changing that copy is an
/// error that ends the program.
///
/// A subclass that has stored properties overrides `copy(with:)`.
open class CAAnimation: NSObject, NSCopying, NSSecureCoding, CAMediaTiming, CAAction {
  private var timing = MediaTiming()
  private var storedFunction: CAMediaTimingFunction?
  private var storedDelegate: (any CAAnimationDelegate)?
  private var storedFrameRateRange = CAFrameRateRange.default
  private var tags: [String: Any] = [:]
  private var isReadOnly = false
  // Whether the begin time is that of a commit, which is meaningless elsewhere.
  private var isBeginSettled = false

  /// Creates an animation that does nothing.
  public override init() {
    super.init()
    timing.duration = 0
  }

  /// Creates an animation from an archive; nil if the archive is damaged.
  ///
  /// Subclasses that have properties of their own override it, and `encode(with:)`, to archive
  /// them.
  ///
  /// - Parameter coder: A keyed unarchiver.
  public required init?(coder: NSCoder) {
    super.init()
    timing.duration = 0
    guard restoreState(from: coder) else { return nil }
  }

  /// Checks that the animation is mutable; must be called before any change.
  final func willModify() {
    if isReadOnly { preconditionFailure("attempting to modify read-only animation \(self)") }
  }

  /// Makes the animation, and all animations in it, immutable.
  final func freeze() {
    var budget = GroupBudget()
    freeze(depth: 1, &budget)
  }

  final func freeze(depth: Int, _ budget: inout GroupBudget) {
    freezeChildren(depth: depth, &budget)
    isReadOnly = true
  }

  /// Replaces the animations in this one by immutable copies.
  func freezeChildren(depth: Int, _ budget: inout GroupBudget) {}

  /// Whether the animation is one of a layer, which changes no more.
  package final var isFrozen: Bool { isReadOnly }

  final var mediaTiming: MediaTiming { timing }

  /// Sets the begin time that a committed animation got from its commit.
  final func settleBegin(at layerTime: Double) {
    guard timing.beginTime == 0 else { return }
    timing.beginTime = layerTime
    isBeginSettled = true
  }

  /// Whether a key is archived; the time of a commit is not, because the animation could not begin
  /// at it again.
  final func hasToArchive(_ key: String) -> Bool {
    if isBeginSettled, key == AnimationKey.beginTime.rawValue { return false }
    return shouldArchiveValue(forKey: key)
  }

  private func set<Value>(_ path: WritableKeyPath<MediaTiming, Value>, _ value: Value) {
    willModify()
    timing[keyPath: path] = value
  }

  // MARK: Timing

  /// The begin time of the animation, in seconds of the layer's time; 0 means the time of the
  /// commit.
  ///
  /// After the commit, the layer's own copy of the animation has the time at which it began.
  open var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { set(\.beginTime, newValue) }
  }

  /// The length of one cycle in seconds; 0, the default, means that of the transaction.
  open var duration: CFTimeInterval {
    get { timing.duration }
    set { set(\.duration, newValue) }
  }

  /// The speed of the animation's time; negative runs backwards, 0 pauses.
  open var speed: Float {
    get { Float(timing.speed) }
    set { set(\.speed, Double(newValue)) }
  }

  /// The offset at which the animation starts, in seconds; it wraps within the cycle.
  open var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { set(\.timeOffset, newValue) }
  }

  /// The number of cycles; fractions and infinity are allowed, 0 is treated as 1.
  open var repeatCount: Float {
    get { Float(timing.repeatCount) }
    set { set(\.repeatCount, Double(newValue)) }
  }

  /// The number of seconds that cycles run for; 0 means that `repeatCount` applies.
  open var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { set(\.repeatDuration, newValue) }
  }

  /// Whether every cycle runs back to its start after reaching its end.
  open var autoreverses: Bool {
    get { timing.autoreverses }
    set { set(\.autoreverses, newValue) }
  }

  /// The state that the animation shows before its begin and after its end.
  open var fillMode: CAMediaTimingFillMode {
    get { CAMediaTimingFillMode(rawValue: timing.fillMode.name) }
    set {
      set(\.fillMode, FillMode.allCases.first { $0.name == newValue.rawValue } ?? .removed)
    }
  }

  /// Whether the layer removes the animation when it has ended; true by default.
  open var isRemovedOnCompletion: Bool {
    get { timing.isRemovedOnCompletion }
    set { set(\.isRemovedOnCompletion, newValue) }
  }

  /// The pace of the whole cycle; nil is linear.
  open var timingFunction: CAMediaTimingFunction? {
    get { storedFunction }
    set {
      willModify()
      storedFunction = newValue
    }
  }

  /// The delegate, which is notified when the animation starts and stops; held strongly.
  open var delegate: (any CAAnimationDelegate)? {
    get { storedDelegate }
    set {
      willModify()
      storedDelegate = newValue
    }
  }

  /// The preferred number of frames per second; a hint.
  ///
  /// While animations run, the output draws at the rate of its refresh or a whole part of it: the
  /// least that serves the greatest preference of all animations and display links. An animation
  /// without a range prefers the refresh's own rate. The range of a group is that of its animations
  /// that have none.
  open var preferredFrameRateRange: CAFrameRateRange {
    get { storedFrameRateRange }
    set {
      willModify()
      storedFrameRateRange = newValue
    }
  }

  // MARK: Key-value coding

  /// Returns the value of a declared property or of a tag; nil if there is none.
  ///
  /// Numbers and truth values are NSNumbers.
  open func value(forKey key: String) -> Any? {
    if let declared = AnimationKey(rawValue: key), let value = declaredValue(declared) {
      return value
    }
    return tags[key] ?? type(of: self).defaultValue(forKey: key).map(Boxing.boxed)
  }

  /// Sets a declared property, or a tag of any name and type; nil removes a tag.
  ///
  /// A value of the wrong type for a declared property changes nothing and gives a diagnostic.
  open func setValue(_ value: Any?, forKey key: String) {
    willModify()
    guard let declared = AnimationKey(rawValue: key), let outcome = setDeclared(declared, value)
    else {
      tags[key] = value.map(Boxing.boxed)
      return
    }
    if case .wrongType = outcome {
      Diagnostics.report("\(type(of: self)): a value for \(key) has the wrong type")
    }
  }

  /// Returns the value of a key, or of a key of the object that it holds: `owner.name`.
  ///
  /// A tag whose name is the whole path counts first. Objects in between are layers, animations,
  /// filters and cells.
  open func value(forKeyPath keyPath: String) -> Any? {
    if let value = value(forKey: keyPath) { return value }
    guard let (first, rest) = KeyPathSteps.split(keyPath) else { return nil }
    return KeyPathSteps.value(rest, of: value(forKey: first))
  }

  /// Sets the value of a key, or of a key of the object that it holds.
  ///
  /// Without such an object nothing changes, and a diagnostic says so.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) {
    guard let (first, rest) = KeyPathSteps.split(keyPath) else {
      return setValue(value, forKey: keyPath)
    }
    guard !KeyPathSteps.set(value, rest, of: self.value(forKey: first)) else { return }
    Diagnostics.report("\(type(of: self)): \(first) holds no object with keys, for \(keyPath)")
  }

  /// Returns the default value of a key; nil for a default that is zero, false or empty by default.
  open class func defaultValue(forKey key: String) -> Any? {
    AnimationKey(rawValue: key).flatMap { Bridge.nonzero(plain.declaredValue($0)) }
  }

  /// A new animation of this library's class that the class is, or is derived from.
  class var plain: CAAnimation { CAAnimation() }

  /// The keys of the tags, in order.
  final var tagKeys: [String] { tags.keys.sorted() }

  package enum Assignment {
    case done, wrongType

    /// Assigns a converted value, if the conversion gave one.
    static func assign<Value>(_ value: Value?, _ body: (Value) -> Void) -> Assignment {
      guard let value else { return .wrongType }
      body(value)
      return .done
    }
  }

  /// Returns the value of a declared key; nil if this class does not have the key or it has no
  /// value.
  func declaredValue(_ key: AnimationKey) -> Any? {
    switch key {
    case .timingFunction: timingFunction
    case .delegate: delegate
    case .removedOnCompletion: NSNumber(value: isRemovedOnCompletion)
    case .beginTime: NSNumber(value: beginTime)
    case .duration: NSNumber(value: duration)
    case .speed: NSNumber(value: speed)
    case .timeOffset: NSNumber(value: timeOffset)
    case .repeatCount: NSNumber(value: repeatCount)
    case .repeatDuration: NSNumber(value: repeatDuration)
    case .autoreverses: NSNumber(value: autoreverses)
    case .fillMode: fillMode.rawValue
    case .preferredFrameRateRangeMinimum: NSNumber(value: preferredFrameRateRange.minimum)
    case .preferredFrameRateRangeMaximum: NSNumber(value: preferredFrameRateRange.maximum)
    case .preferredFrameRateRangePreferred:
      preferredFrameRateRange.preferred.map { NSNumber(value: $0) }
    default: nil
    }
  }

  /// Sets a declared key; nil if this class does not have it.
  package func setDeclared(_ key: AnimationKey, _ value: Any?) -> Assignment? {
    switch key {
    case .timingFunction:
      return assign(value) { timingFunction = $0 }
    case .delegate:
      return assign(value) { delegate = $0 }
    case .removedOnCompletion:
      return .assign(Bridge.bool(value)) { isRemovedOnCompletion = $0 }
    case .beginTime: return .assign(Bridge.number(value)) { beginTime = $0 }
    case .duration: return .assign(Bridge.number(value)) { duration = $0 }
    case .speed: return .assign(Bridge.number(value)) { speed = Float($0) }
    case .timeOffset: return .assign(Bridge.number(value)) { timeOffset = $0 }
    case .repeatCount: return .assign(Bridge.number(value)) { repeatCount = Float($0) }
    case .repeatDuration: return .assign(Bridge.number(value)) { repeatDuration = $0 }
    case .autoreverses: return .assign(Bridge.bool(value)) { autoreverses = $0 }
    case .fillMode:
      return .assign(Bridge.string(value)) { fillMode = CAMediaTimingFillMode(rawValue: $0) }
    case .preferredFrameRateRangeMinimum:
      return .assign(Bridge.number(value)) { preferredFrameRateRange.minimum = Float($0) }
    case .preferredFrameRateRangeMaximum:
      return .assign(Bridge.number(value)) { preferredFrameRateRange.maximum = Float($0) }
    case .preferredFrameRateRangePreferred:
      return .assign(Bridge.number(value)) { preferredFrameRateRange.preferred = Float($0) }
    default: return nil
    }
  }

  /// Assigns an optional object: nil clears it.
  func assign<Value>(_ value: Any?, _ body: (Value?) -> Void) -> Assignment {
    guard let value else {
      body(nil)
      return .done
    }
    return .assign(value as? Value) { body($0) }
  }

  // MARK: Archiving

  /// Whether archives of the class are safe to read; true unless a subclass overrides it.
  open class var supportsSecureCoding: Bool { true }

  /// Archives the animation with all tags, but not its delegate.
  ///
  /// - Parameter coder: A keyed archiver.
  open func encode(with coder: NSCoder) {
    encodeState(with: coder)
  }

  /// Whether `encode(with:)` writes the value of a key: if it differs from that of a new animation.
  ///
  /// Subclasses override it to leave out derived values, and call super for other keys.
  open func shouldArchiveValue(forKey key: String) -> Bool {
    differsFromClass(key)
  }

  // MARK: Copying and running

  /// Returns a mutable copy, with all tags.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = newOfSameClass()
    copy.isReadOnly = false
    copy.isBeginSettled = false
    copyState(to: copy)
    return copy
  }

  /// Copies the class's declared properties to a new animation of the same class.
  func copyState(to copy: CAAnimation) {
    copy.timing = timing
    copy.storedFunction = storedFunction
    copy.storedDelegate = storedDelegate
    copy.storedFrameRateRange = storedFrameRateRange
    copy.tags = tags
  }

  /// Adds the animation to the layer, under the event's name.
  open func run(
    forKey event: String,
    object anObject: Any,
    arguments dict: [AnyHashable: Any]?
  ) {
    guard let layer = anObject as? CALayer else { return }
    layer.add(self, forKey: event)
  }

  /// Converts the animation to a value.
  ///
  /// - Throws: `AnimationProblem` for an animation that cannot have an effect.
  final func state(
    _ conversion: borrowing AnimationConversion
  ) throws(AnimationProblem) -> AnimationState {
    var state = AnimationState(
      try kind(conversion),
      timing: timing,
      timingFunction: timingFunction?.function
    )
    state.rates = preferredFrameRateRange.wish(of: "\(self)")
    return state
  }

  /// Converts the animation's effect on a layer.
  ///
  /// - Throws: `AnimationProblem` for an animation that cannot have an effect.
  func kind(
    _ conversion: borrowing AnimationConversion
  ) throws(AnimationProblem) -> AnimationState.Kind {
    throw AnimationProblem("\(type(of: self)) animates nothing")
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}
