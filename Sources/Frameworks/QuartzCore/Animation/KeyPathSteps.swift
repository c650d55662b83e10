// Key paths through objects that have keys.
// Licensed under the MIT license; see LICENSE.

/// The steps of a key path, from one object with keys to the next one.
enum KeyPathSteps {
  /// Returns the first key of a path and the rest; nil for a single key.
  static func split(_ path: String) -> (first: String, rest: String)? {
    guard let dot = path.firstIndex(of: ".") else { return nil }
    return (String(path[..<dot]), String(path[path.index(after: dot)...]))
  }

  // `Any?` because: values of keys are of any type.
  /// Returns the value of a path of an object; nil for one without keys.
  static func value(_ path: String, of object: Any?) -> Any? {
    switch object {
    case let layer as CALayer: layer.value(forKeyPath: path)
    case let animation as CAAnimation: animation.value(forKeyPath: path)
    case let cell as CAEmitterCell: cell.value(forKeyPath: path)
    case let filter as CAFilter: filter.value(forKey: path)
    case let behavior as CAEmitterBehavior: behavior.value(forKey: path)
    default: nil
    }
  }

  // `Any?` because: values of keys are of any type.
  /// Sets the value of a path of an object.
  ///
  /// - Returns: Whether the object has keys.
  static func set(_ value: Any?, _ path: String, of object: Any?) -> Bool {
    switch object {
    case let layer as CALayer: layer.setValue(value, forKeyPath: path)
    case let animation as CAAnimation: animation.setValue(value, forKeyPath: path)
    case let cell as CAEmitterCell: cell.setValue(value, forKeyPath: path)
    case let filter as CAFilter: filter.setValue(value, forKey: path)
    case let behavior as CAEmitterBehavior: behavior.setValue(value, forKey: path)
    default: return false
    }
    return true
  }
}
