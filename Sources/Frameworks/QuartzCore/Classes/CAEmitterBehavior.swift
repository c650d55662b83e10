// Behaviours: how the particles of an emitter layer move and look while they live.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
package import QuartzFilters
import QuartzModel

/// A way in which all particles of a `CAEmitterLayer` move or look.
///
///     let pull = CAEmitterBehavior(type: "attractor")
///     pull.name = "pull"
///     pull.setValue(CGPoint(x: 160, y: 40), forKey: "position")
///     pull.setValue(20, forKey: "stiffness")
///     emitter.setValue([pull], forKey: "emitterBehaviors")
///     emitter.setValue(80, forKeyPath: "emitterBehaviors.pull.stiffness")
///
/// Particles get the behaviours of the moment at which they are born; animations of
/// `emitterBehaviors.NAME.INPUT` act on them through their lives. Lengths are points in the layer's
/// space, times seconds, angles radians, colours straight sRGB. The types and their inputs, with
/// the defaults:
///
/// - `wave`: `force`, three numbers, points/s² for a mass of 1, 0; `frequency`, 1/s, 0. The force
///   swings between its value, as the emission begins, and the opposite: a triangle eased by a
///   quadratic.
/// - `drag`: `drag`, 1/s, 0. It slows particles down by the share of their speed.
/// - `alignToMotion`: `rotation`, added, in turns, 0; `preservesDepth`, false. The image's y axis
///   points along the velocity, in the layer's plane or in space.
/// - `valueOverLife`: `keyPath`, `values` and `locations` (0...1; even without them). It replaces
///   `position.x`, `position.y`, `position.z`, `velocity.x`, `velocity.y`, `velocity.z`, `mass`,
///   `rotation`, `spin`, `scale`, `scaleSpeed`, `color.red`, `color.green`, `color.blue` or
///   `color.alpha` by what lies between the values.
/// - `colorOverLife`: `colors` and `locations`. It replaces the colour.
/// - `light`: `color`, white; `position` and `zPosition`, 0; `falloff`, 0, and `falloffDistance`,
///   1; `appliesAlpha`, false; `spot`, false, with `directionLatitude`, `directionLongitude`,
///   `coneAngle`, a quarter turn, and `coneEdgeSoftness`, 0. Lights add up, and multiply colours.
/// - `attractor`: `attractorType`, `radial`, `axial` or `planar`; `position`, `zPosition`,
///   `orientationLatitude` and `orientationLongitude` of the axis or of the plane's normal;
///   `stiffness`, 1/s², `radius`, within which there is no pull, `falloff`, 0, and
///   `falloffDistance`, 1.
/// - `simpleAttractor`: `position`, `zPosition`, `stiffness`, `radius`.
///
/// Motion with waves, attractors or animated inputs is worked out in steps of 1/240 s from each
/// birth, so that a time has one picture. A particle takes at most 4096 steps in its life, and
/// those of a layer in a frame 2^21; else steps are longer, with one diagnostic.
///
/// **Differences**: Apple removed the class from its headers, and never published formulas. Waves
/// begin with the emission. A falloff F of attractors is the factor (d/falloffDistance)^-F, at most
/// 1000; of lights, (1 + d/falloffDistance)^-F. Light falls on the side that is seen. Values over
/// life are those of the particle itself, without the layer's factors. Longer steps begin with 2^21
/// rather than 2^24 of a frame, so that a seek stays within the frame's budget.
open class CAEmitterBehavior: NSObject, NSCopying, NSSecureCoding {
  /// The kind of behaviour, such as `wave`.
  public let type: String
  /// The name in key paths, `emitterBehaviors.NAME.INPUT`; nil, the default, if there is none.
  open var name: String?
  /// Whether the behaviour acts; true by default.
  open var isEnabled = true
  // The values as they were set.
  private var objects: [String: Any] = [:]

  /// Returns the types that have an effect.
  public class func behaviorTypes() -> [String] { BehaviorType.allCases.map(\.rawValue) }

  /// Creates a behaviour of a type with the defaults of all inputs; unknown types have no effect,
  /// with a diagnostic when a layer gets them.
  public init(type: String) {
    self.type = type
    super.init()
  }

  /// The keys of the inputs, sorted.
  open var inputKeys: [String] { BehaviorType(rawValue: type)?.inputs.map(\.key) ?? [] }

  /// Sets an input, `name` or `enabled`; nil resets an input to its default.
  ///
  /// A value is a number, a truth value, a colour or a list of colours, a point, a list of numbers
  /// or a text. Others, an input that the type does not have, and a number that is not finite are
  /// refused with a diagnostic.
  open func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "name": name = Bridge.string(value)
    case "enabled", "isEnabled": if let flag = Bridge.bool(value) { isEnabled = flag }
    default: setInput(value, key)
    }
  }

  private func setInput(_ value: Any?, _ key: String) {
    guard let value, !(value is NSNull) else { return objects[key] = nil }
    if let known = BehaviorType(rawValue: type), !known.hasInput(key) {
      return Diagnostics.report("behavior \(type) has no input \(key)")
    }
    guard let input = CAEmitterBehavior.input(value) else {
      return Diagnostics.report("behavior \(type): \(key) takes no \(Swift.type(of: value))")
    }
    guard input.isFinite else {
      return Diagnostics.report("behavior \(type): \(key) is not finite")
    }
    // Numbers of all types are NSNumbers, as in all key-value coding.
    if case .number(let number) = input {
      objects[key] = NSNumber(value: number)
    } else {
      objects[key] = Boxing.boxed(value)
    }
  }

  /// An infinite number counts as this.
  private static let largest = 1e9

  /// Whether a value is one that inputs have.
  package func takes(_ value: Any) -> Bool { CAEmitterBehavior.input(value)?.isFinite == true }

  /// The value of an input; nil for kinds that no input has.
  private static func input(_ value: Any) -> FilterInputValue? {
    // The colours of behaviours are factors, without headrooms.
    if let colors = value as? [Any], !colors.isEmpty, let colors = Bridge.colors(colors)?.colors {
      return .vector(colors.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] })
    }
    switch FilterInputValue(any: value, image: { _ in nil }) {
    case .data, .image, nil: return nil
    // Documents have infinite falloffs.
    case .number(let number) where number.isInfinite:
      return .number(number < 0 ? -largest : largest)
    case let input?: return input
    }
  }

  /// Returns the value of an input, of `name`, `type` or `enabled`; nil for an input without one.
  open func value(forKey key: String) -> Any? {
    switch key {
    case "name": name
    case "type": type
    case "enabled", "isEnabled": NSNumber(value: isEnabled)
    default: objects[key] ?? BehaviorType(rawValue: type)?.defaultValue(of: key)?.object
    }
  }

  // MARK: Copying and archives

  /// Returns a behaviour with the same values.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = CAEmitterBehavior(type: type)
    copy.name = name
    copy.isEnabled = isEnabled
    copy.objects = objects
    return copy
  }

  /// True: archives are read with the classes that are expected.
  public static var supportsSecureCoding: Bool { true }

  private static let inputsKey = "inputs"

  /// Creates a behaviour from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    guard let type = coder.object(of: NSString.self, forKey: "type") as String? else {
      return nil
    }
    self.type = type
    super.init()
    if coder.containsValue(forKey: "name") {
      name = coder.object(of: NSString.self, forKey: "name") as String?
    }
    isEnabled = coder.decodeBool(forKey: "enabled")
    let archived = coder.object(of: ArchivedValue.self, forKey: CAEmitterBehavior.inputsKey)
    guard let inputs = archived?.value as? [String: Any] else { return nil }
    for (key, value) in inputs { setInput(value, key) }
  }

  /// Writes the behaviour to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(type as NSString, forKey: "type")
    if let name { coder.encode(name as NSString, forKey: "name") }
    coder.encode(isEnabled, forKey: "enabled")
    let inputs = ArchivedValue.of(objects, isSecure: coder.requiresSecureCoding) { key in
      Diagnostics.report("behavior \(type): \(key) cannot be archived")
    }
    coder.encode(inputs, forKey: CAEmitterBehavior.inputsKey)
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

extension CAEmitterBehavior: FilterConvertible {
  package var filterDescription: FilterDescription {
    var description = FilterDescription(type: type, name: name, isEnabled: isEnabled)
    for (key, object) in objects { description[key] = CAEmitterBehavior.input(object) }
    return description
  }

  package var filterImages: [Any] { [] }

  package func filterCopy() -> any FilterConvertible {
    let copied = copy()
    return copied as? any FilterConvertible ?? CAEmitterBehavior(filterDescription)
  }

  package func filterValue(forKey key: String) -> Any? { value(forKey: key) }

  package func setFilterValue(_ value: Any?, forKey key: String) { setValue(value, forKey: key) }

  package func setShownInput(_ value: FilterInputValue, forKey key: String) {
    guard let object = value.object else { return }
    // Colours stay colours: as numbers they are four for each.
    if case .vector(let numbers) = value, key == "colors" {
      objects[key] = PropertyValue.numbers(numbers).bridged(.colors) { _ in nil }
    } else {
      objects[key] = object
    }
  }

  package func setFilterEnabled(_ isEnabled: Bool) { self.isEnabled = isEnabled }

  /// Creates a behaviour of any type with the inputs of a description.
  convenience init(_ description: FilterDescription) {
    self.init(type: description.type)
    name = description.name
    isEnabled = description.isEnabled
    for input in description.inputs { setShownInput(input.value, forKey: input.key) }
  }
}
