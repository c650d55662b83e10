// Animations from a layer's old appearance to its new one.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzFilters
import QuartzModel

/// The ways in which a transition shows the new appearance.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
  /// The name in archives and key-value coding.
  public let rawValue: String

  /// Creates the constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ type: TransitionType) {
    rawValue = type.name
  }

  /// The old appearance fades into the new one: the default.
  public static let fade = CATransitionType(.fade)
  /// The new appearance slides in over the old one.
  public static let moveIn = CATransitionType(.moveIn)
  /// The new appearance slides in and pushes the old one out.
  ///
  /// **Differences**: on iOS both also fade meanwhile (as seen there; the documentation does not
  /// mention it); here they only slide, as on macOS.
  public static let push = CATransitionType(.push)
  /// The old appearance slides out and uncovers the new one.
  public static let reveal = CATransitionType(.reveal)
}

/// The side from which a transition moves.
///
/// Sides are those of the layer's own coordinates, as for `contentsGravity`: the top is at the
/// maximum y. So where y points down, as on iOS, `fromTop` comes from the visible bottom. Each
/// `isGeometryFlipped`, from the root down to the layer itself, turns that over.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
  /// The name in archives and key-value coding.
  public let rawValue: String

  /// Creates the constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ subtype: TransitionSubtype) {
    rawValue = subtype.name
  }

  /// From the right.
  public static let fromRight = CATransitionSubtype(.fromRight)
  /// From the left.
  public static let fromLeft = CATransitionSubtype(.fromLeft)
  /// From the top: the maximum y of the layer's own coordinates.
  public static let fromTop = CATransitionSubtype(.fromTop)
  /// From the bottom: the minimum y of the layer's own coordinates.
  public static let fromBottom = CATransitionSubtype(.fromBottom)
}

/// An animation from a layer's old appearance, with all its sublayers, to its new one.
///
///     let push = CATransition()
///     push.type = .push
///     push.subtype = .fromRight
///     layer.add(push, forKey: nil)
///     layer.contents = next
///
/// The old appearance keeps the bounds, position, anchor point and transform that the layer had
/// when the transition began; the new one has the new ones. Later animations of the layer move
/// both. The area in which they slide, and which a filter gets, is that of both rectangles.
///
/// **Differences**: what becomes of the old appearance of a layer that is resized is not documented
/// by Apple. Appearances slide along the axes of the layer's new space. A layer that slides out
/// uncovers the new appearance only where it has left. Edges of the old appearance that lie across
/// pixels are within 2 levels of those before.
open class CATransition: CAAnimation {
  private struct Settings {
    var type = CATransitionType.fade
    var subtype: CATransitionSubtype?
    var startProgress: Float = 0
    var endProgress: Float = 1
    var filter: Any?
  }

  private var settings = Settings()

  /// Creates a fade.
  public override init() {
    super.init()
  }

  /// Creates a transition from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  private func set<Value>(_ path: WritableKeyPath<Settings, Value>, _ value: Value) {
    willModify()
    settings[keyPath: path] = value
  }

  /// The way in which the new appearance comes in; a fade by default.
  open var type: CATransitionType {
    get { settings.type }
    set { set(\.type, newValue) }
  }

  /// The side from which it moves; nil, the default, is the left.
  open var subtype: CATransitionSubtype? {
    get { settings.subtype }
    set { set(\.subtype, newValue) }
  }

  /// The fraction of the transition at which it starts; 0 by default, within 0...1.
  open var startProgress: Float {
    get { settings.startProgress }
    set { set(\.startProgress, newValue) }
  }

  /// The fraction of the transition at which it ends; 1 by default, within 0...1.
  open var endProgress: Float {
    get { settings.endProgress }
    set { set(\.endProgress, newValue) }
  }

  /// A filter that takes the place of the type and subtype; nil, the default, if there is none.
  ///
  /// Its `inputImage` is the old appearance, `inputTargetImage` the new one, and `inputTime` runs
  /// from 0 to 1. It is a `CIFilter` of a transition, or a filter with the same inputs. The
  /// transition copies it. Other objects are kept; they take no effect, with a diagnostic.
  open var filter: Any? {
    get { CATransition.copy(of: settings.filter) }
    set {
      if let newValue, !(newValue is any FilterConvertible) {
        Diagnostics.report("a transition's filter takes no \(Swift.type(of: newValue))")
      }
      set(\.filter, CATransition.copy(of: newValue))
    }
  }

  private static func copy(of filter: Any?) -> Any? {
    (filter as? any FilterConvertible)?.filterCopy() ?? filter
  }

  override class var plain: CAAnimation { CATransition() }

  override func declaredValue(_ key: AnimationKey) -> Any? {
    switch key {
    case .type: type.rawValue
    case .subtype: subtype?.rawValue
    case .startProgress: NSNumber(value: startProgress)
    case .endProgress: NSNumber(value: endProgress)
    case .filter: filter
    default: super.declaredValue(key)
    }
  }

  package override func setDeclared(_ key: AnimationKey, _ value: Any?) -> Assignment? {
    switch key {
    case .type: .assign(Bridge.string(value)) { type = CATransitionType(rawValue: $0) }
    case .subtype:
      assign(value.map { Bridge.string($0) as Any }) { (name: String?) in
        subtype = name.map { CATransitionSubtype(rawValue: $0) }
      }
    case .startProgress: .assign(Bridge.number(value)) { startProgress = Float($0) }
    case .endProgress: .assign(Bridge.number(value)) { endProgress = Float($0) }
    case .filter: assign(value) { filter = $0 }
    default: super.setDeclared(key, value)
    }
  }

  override func copyState(to copy: CAAnimation) {
    super.copyState(to: copy)
    (copy as? CATransition)?.settings = settings
  }

  override func kind(
    _ conversion: borrowing AnimationConversion
  ) throws(AnimationProblem) -> AnimationState.Kind {
    var transition = TransitionAnimation()
    guard let type = TransitionType.named(settings.type.rawValue) else {
      throw AnimationProblem("no transition is named \(settings.type.rawValue)")
    }
    transition.type = type
    if let name = settings.subtype?.rawValue {
      guard let subtype = TransitionSubtype.named(name) else {
        throw AnimationProblem("no side is named \(name)")
      }
      transition.subtype = subtype
    }
    transition.startProgress = Double(settings.startProgress)
    transition.endProgress = Double(settings.endProgress)
    if let filter = settings.filter as? any FilterConvertible {
      transition.filter = FilterList([filter], images: conversion.images).filters.first
    }
    return .transition(transition)
  }
}

extension NamedValue {
  /// Returns the value with a name.
  static func named(_ name: String) -> Self? { allCases.first { $0.name == name } }
}
