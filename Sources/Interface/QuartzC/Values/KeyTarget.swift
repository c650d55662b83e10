// The object and the key that a key path ends at.
// Licensed under the MIT license; see LICENSE.

import CQuartzInterface
import CoreGraphics
import CoreImage
import QuartzCore
import QuartzModel

/// An object with keys, and a key or a path within its values.
///
/// Key-value coding follows paths from one object to the next and ends the program where a layer
/// would contain itself, or an animation cannot be changed. So the steps between objects are made
/// here, and each assignment is checked at its object.
struct KeyTarget {
  enum Owner {
    case layer(CALayer)
    case animation(CAAnimation)
    case filter(CAFilter)
    case imageFilter(CIFilter)
    case cell(CAEmitterCell)

    init?(_ object: Any?) {
      switch object {
      case let layer as CALayer: self = .layer(layer)
      case let animation as CAAnimation: self = .animation(animation)
      case let filter as CAFilter: self = .filter(filter)
      case let filter as CIFilter: self = .imageFilter(filter)
      case let cell as CAEmitterCell: self = .cell(cell)
      default: return nil
      }
    }
  }

  var owner: Owner
  var path: String

  /// The most steps between objects.
  private static let mostSteps = 100

  init(_ object: AnyObject, _ kind: quartz_kind, _ path: String) throws(CallFailure) {
    guard let owner = Owner(object) else {
      throw CallFailure(
        QUARTZ_WRONG_KIND,
        "\(Kind.name(UInt8(kind.rawValue))) has no properties"
      )
    }
    guard !path.isEmpty else { throw CallFailure(QUARTZ_UNKNOWN_NAME, "the key path is empty") }
    self.owner = owner
    self.path = path
    for _ in 0..<Self.mostSteps {
      guard let dot = self.path.firstIndex(of: "."), let next = next(String(self.path[..<dot]))
      else { return }
      self.owner = next
      self.path = String(self.path[self.path.index(after: dot)...])
    }
    throw CallFailure(QUARTZ_LIMIT, "the key path has more than \(Self.mostSteps) steps")
  }

  /// The object that a key holds; nil for other values, and for lists of filters and cells.
  private func next(_ key: String) -> Owner? {
    switch owner {
    case .layer(let layer):
      PropertyTable.id(named: key, of: type(of: layer).layerClass) == nil
        ? Owner(layer.value(forKey: key)) : nil
    case .animation(let animation): Owner(animation.value(forKey: key))
    case .cell(let cell): Owner(cell.value(forKey: key))
    case .filter, .imageFilter: nil
    }
  }

  // `Any?` because: key-value coding returns values of any type.
  /// The value of the key.
  var value: Any? {
    switch owner {
    case .layer(let layer): layer.value(forKeyPath: path)
    case .animation(let animation): animation.value(forKeyPath: path)
    case .filter(let filter): filter.value(forKey: path)
    // The image of a filter is nothing that C can have.
    case .imageFilter(let filter): path == "outputImage" ? nil : filter.value(forKey: path)
    case .cell(let cell): cell.value(forKeyPath: path)
    }
  }

  // `Any?` because: key-value coding takes values of any type.
  /// Sets the value of the key.
  ///
  /// A line that is reported meanwhile is the failure.
  func set(_ value: Any?) throws(CallFailure) {
    let value = try accepted(value)
    let lines = Diagnostics.lines {
      switch owner {
      case .layer(let layer): layer.setValue(value, forKeyPath: path)
      case .animation(let animation): animation.setValue(value, forKeyPath: path)
      case .filter(let filter): filter.setValue(value, forKey: path)
      case .imageFilter(let filter): filter.setValue(value, forKey: path)
      case .cell(let cell): cell.setValue(value, forKeyPath: path)
      }
    }
    if let line = lines.first { throw CallFailure(QUARTZ_WRONG_TYPE, line) }
  }

  // `Any?` because: key-value coding takes values of any type.
  /// The value as the key takes it, if the object can have it.
  private func accepted(_ value: Any?) throws(CallFailure) -> Any? {
    switch owner {
    case .layer(let layer):
      try Containment.check(value, path, in: layer)
      return converted(value, PropertyTable.id(named: path).map { PropertyTable[$0].type })
    case .animation(let animation):
      guard !animation.isFrozen else {
        throw CallFailure(QUARTZ_READ_ONLY, "an animation of a layer cannot be changed: \(path)")
      }
      try Containment.check(value, in: animation)
      return try AnimationKey(rawValue: path).map { key throws(CallFailure) in
        try Timing.value(value, key)
      } ?? value
    case .cell(let cell):
      try Containment.check(value, in: cell)
      return converted(value, CellProperty(named: path)?.type)
    case .imageFilter: return (value as? [Double]).map { CIVector($0) } ?? value
    case .filter: return value
    }
  }

  // `Any?` because: key-value coding takes values of any type.
  /// Four numbers as a colour, where a colour is needed.
  private func converted(_ value: Any?, _ type: ValueType?) -> Any? {
    guard type == .color, let numbers = value as? [Double], numbers.count == 4 else { return value }
    return CGColor(red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3])
  }
}
