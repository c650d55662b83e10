// The classes that can be made, and their properties: all from the tables of the modules below.
// Licensed under the MIT license; see LICENSE.

import CQuartzInterface
import CoreImage
import QuartzArchive
import QuartzCore
import QuartzFilters
import QuartzModel

enum Catalogue {
  struct Class: Sendable {
    var name: String
    var properties: [ClassProperty]
  }

  struct ClassProperty: Sendable {
    var name: String
    var type: quartz_type
    var kind = QUARTZ_KIND_NONE
    var isAnimatable = false
    var owner: String
    /// The names that it takes; empty for one that takes any text, or others.
    var names: [String] = []
  }

  /// The classes of animations.
  enum AnimationName: String, CaseIterable {
    case basic = "CABasicAnimation"
    case keyframe = "CAKeyframeAnimation"
    case spring = "CASpringAnimation"
    case group = "CAAnimationGroup"
    case transition = "CATransition"

    func make(_ keyPath: String?) -> CAAnimation {
      switch self {
      case .basic: CABasicAnimation(keyPath: keyPath)
      case .keyframe: CAKeyframeAnimation(keyPath: keyPath)
      case .spring: CASpringAnimation(keyPath: keyPath)
      case .group: CAAnimationGroup()
      case .transition: CATransition()
      }
    }
  }

  static let cell = "CAEmitterCell"

  /// The classes of layers, animations and cells.
  static let classes: [Class] =
    LayerClass.allCases.map { Class(name: $0.publicName, properties: properties(of: $0)) }
    + AnimationName.allCases.map { Class(name: $0.rawValue, properties: properties(of: $0)) }
    + [Class(name: cell, properties: cellProperties)]

  private static let byName = Dictionary(
    uniqueKeysWithValues: classes.map { ($0.name, $0.properties) }
  )

  /// Returns the properties of a class, or the inputs of a filter.
  static func properties(of name: String) throws(CallFailure) -> [ClassProperty] {
    if let known = byName[name] { return known }
    guard let filter = filter(name) else { throw unknown("class or filter", name) }
    return KeyTarget.inputs(of: filter).map { key, type in
      ClassProperty(name: key, type: type, owner: name)
    }
  }

  // `Any?` because: values of keys are of any type.
  /// Returns the value that a new object of a class or filter has for a key.
  static func defaultValue(_ name: String, _ key: String) -> Any? {
    if let layerClass = LayerClass(publicName: name) {
      return layerClass.makeLayer().value(forKey: key)
    }
    if let animation = AnimationName(rawValue: name) {
      return animation.make(nil).value(forKey: key)
    }
    if name == cell { return CAEmitterCell().value(forKey: key) }
    switch filter(name) {
    case let filter as CAFilter: return filter.value(forKey: key)
    case let filter as CIFilter: return key == "outputImage" ? nil : filter.value(forKey: key)
    default: return nil
    }
  }

  static func unknown(_ what: String, _ name: String) -> CallFailure {
    CallFailure(QUARTZ_UNKNOWN_NAME, "there is no \(what) \(name)")
  }

  /// Creates a filter; nil if there is none of that name.
  static func filter(_ name: String) -> AnyObject? {
    LayerFilterAttributes.named(name) != nil ? CAFilter(type: name) : CIFilter(name: name)
  }

  // MARK: Layers

  private static func properties(of layerClass: LayerClass) -> [ClassProperty] {
    let base = LayerClass.layer.publicName
    let derived = DerivedKey.allCases.compactMap { key in
      type(of: key).map { ClassProperty(name: key.rawValue, type: $0.0, kind: $0.1, owner: base) }
    }
    // C has no behaviours of particles.
    let shown = PropertyTable.all.filter { layerClass.has($0.id) && $0.id != .emitterBehaviors }
    let rows = shown.map { row in
      let (type, kind) = type(of: row.type)
      return ClassProperty(
        name: row.name,
        type: type,
        kind: kind,
        isAnimatable: row.isAnimatable,
        owner: row.layerClass.publicName,
        names: names(of: row.type)
      )
    }
    let texts = CATextLayer.keysOfText.map { key in
      ClassProperty(name: key, type: QUARTZ_STRING, owner: LayerClass.text.publicName)
    }
    return derived + rows + (layerClass == .text ? texts : [])
  }

  private static func names(of type: ValueType) -> [String] {
    if case .name(let names) = type { names } else { [] }
  }

  /// The type of a row's values, and the kind of its objects.
  private static func type(of type: ValueType) -> (quartz_type, quartz_kind) {
    switch type {
    case .bool: (QUARTZ_BOOL, QUARTZ_KIND_NONE)
    case .integer, .number: (QUARTZ_NUMBER, QUARTZ_KIND_NONE)
    case .point: (QUARTZ_POINT, QUARTZ_KIND_NONE)
    case .size: (QUARTZ_SIZE, QUARTZ_KIND_NONE)
    case .rect: (QUARTZ_RECT, QUARTZ_KIND_NONE)
    case .color: (QUARTZ_COLOR, QUARTZ_KIND_NONE)
    case .transform: (QUARTZ_TRANSFORM, QUARTZ_KIND_NONE)
    case .string, .name: (QUARTZ_STRING, QUARTZ_KIND_NONE)
    case .image: (QUARTZ_OBJECT, QUARTZ_KIND_IMAGE)
    case .path: (QUARTZ_OBJECT, QUARTZ_KIND_PATH)
    case .numbers: (QUARTZ_NUMBERS, QUARTZ_KIND_NONE)
    case .colors: (QUARTZ_COLORS, QUARTZ_KIND_NONE)
    case .cells: (QUARTZ_OBJECTS, QUARTZ_KIND_CELL)
    case .filters: (QUARTZ_OBJECTS, QUARTZ_KIND_FILTER)
    }
  }

  /// The type of a key without a row; nil for those whose values are objects of Swift.
  private static func type(of key: DerivedKey) -> (quartz_type, quartz_kind)? {
    switch key {
    case .frame, .visibleRect: (QUARTZ_RECT, QUARTZ_KIND_NONE)
    case .sublayers: (QUARTZ_OBJECTS, QUARTZ_KIND_LAYER)
    case .superlayer, .mask: (QUARTZ_OBJECT, QUARTZ_KIND_LAYER)
    case .contentsFormat: (QUARTZ_STRING, QUARTZ_KIND_NONE)
    case .drawsAsynchronously, .needsDisplayOnBoundsChange: (QUARTZ_BOOL, QUARTZ_KIND_NONE)
    case .autoresizingMask: (QUARTZ_NUMBER, QUARTZ_KIND_NONE)
    case .delegate, .actions, .style, .layoutManager, .constraints: nil
    }
  }

  // MARK: Animations

  private static func properties(of animation: AnimationName) -> [ClassProperty] {
    let example = animation.make(nil)
    // A key that the class does not declare has no outcome.
    return AnimationKey.allCases.compactMap { key in
      guard let (type, kind) = type(of: key.kind), example.setDeclared(key, nil) != nil else {
        return nil
      }
      return ClassProperty(
        name: key.rawValue,
        type: type,
        kind: kind,
        owner: animation.rawValue,
        names: names(of: key.kind)
      )
    }
  }

  private static func names(of kind: AnimationKey.Kind) -> [String] {
    if case .name(let names) = kind { names } else { [] }
  }

  /// The type of a key's values; nil for those that are objects of Swift.
  private static func type(of kind: AnimationKey.Kind) -> (quartz_type, quartz_kind)? {
    switch kind {
    case .bool: (QUARTZ_BOOL, QUARTZ_KIND_NONE)
    case .number: (QUARTZ_NUMBER, QUARTZ_KIND_NONE)
    case .string, .name, .valueFunction: (QUARTZ_STRING, QUARTZ_KIND_NONE)
    case .timingFunction, .timingFunctions, .numbers: (QUARTZ_NUMBERS, QUARTZ_KIND_NONE)
    case .value, .values: (QUARTZ_NULL, QUARTZ_KIND_NONE)
    case .path: (QUARTZ_OBJECT, QUARTZ_KIND_PATH)
    case .animations: (QUARTZ_OBJECTS, QUARTZ_KIND_ANIMATION)
    case .filter: (QUARTZ_OBJECT, QUARTZ_KIND_FILTER)
    case .reference: nil
    }
  }

  // MARK: Cells

  private static var cellProperties: [ClassProperty] {
    let own = CellKey.allCases.compactMap { key -> ClassProperty? in
      switch key {
      case .name: ClassProperty(name: key.rawValue, type: QUARTZ_STRING, owner: cell)
      case .emitterCells:
        ClassProperty(
          name: key.rawValue,
          type: QUARTZ_OBJECTS,
          kind: QUARTZ_KIND_CELL,
          owner: cell
        )
      case .style: nil
      }
    }
    return own
      + CellProperty.allCases.map { property in
        let (type, kind) = type(of: property.type)
        return ClassProperty(
          name: property.name,
          type: type,
          kind: kind,
          isAnimatable: property.isAnimatable,
          owner: cell,
          names: names(of: property.type)
        )
      }
  }
}

extension KeyTarget {
  /// The inputs of a filter, and the types of their values.
  static func inputs(of filter: AnyObject) -> [(String, quartz_type)] {
    let keys: [String]
    switch filter {
    case let filter as CAFilter: keys = filter.inputKeys
    case let filter as CIFilter: keys = filter.inputKeys
    default: keys = []
    }
    // The type follows from the default, where there is one.
    let state = ThreadState.current
    return keys.map { key in
      let name = (filter as? CAFilter)?.type ?? (filter as? CIFilter)?.name ?? ""
      let value = try? state.write(Catalogue.defaultValue(name, key))
      return (key, value?.type ?? QUARTZ_NULL)
    }
  }
}
