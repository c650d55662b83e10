// Timing functions and value functions of callers.
// Licensed under the MIT license; see LICENSE.

import CQuartzInterface
import QuartzCore

enum Timing {
  private static let names = ["linear", "easeIn", "easeOut", "easeInEaseOut", "default"]

  // `Any?` because: key-value coding takes values of any type.
  /// Returns a value as a declared key of an animation takes it.
  static func value(_ value: Any?, _ key: AnimationKey) throws(CallFailure) -> Any? {
    switch key.kind {
    case .timingFunction: return try value.map { value throws(CallFailure) in try function(value) }
    case .timingFunctions:
      return try value.map { value throws(CallFailure) in try functions(value) }
    case .valueFunction:
      guard let name = value as? String else { return value }
      guard let function = CAValueFunction(name: CAValueFunctionName(rawValue: name)) else {
        throw CallFailure(QUARTZ_UNKNOWN_NAME, "there is no value function \(name)")
      }
      return function
    case .bool, .number, .string, .name, .value, .values, .path, .numbers, .animations, .filter,
      .reference:
      return value
    }
  }

  // `Any` because: key-value coding takes values of any type.
  /// Returns a timing function: of a name, or of four numbers.
  static func function(_ value: Any) throws(CallFailure) -> CAMediaTimingFunction {
    if let name = value as? String {
      guard names.contains(name) else {
        throw CallFailure(
          QUARTZ_UNKNOWN_NAME,
          "there is no timing function \(name), but \(names.joined(separator: ", "))"
        )
      }
      return CAMediaTimingFunction(name: CAMediaTimingFunctionName(rawValue: name))
    }
    guard let numbers = value as? [Double], numbers.count == 4 else {
      throw CallFailure(QUARTZ_WRONG_TYPE, "a timing function is a name or four numbers")
    }
    return try curve(numbers[...])
  }

  private static func functions(_ value: Any) throws(CallFailure) -> [CAMediaTimingFunction] {
    if let names = value as? [String] {
      var functions: [CAMediaTimingFunction] = []
      for name in names { functions.append(try function(name)) }
      return functions
    }
    guard let numbers = value as? [Double], numbers.count % 4 == 0 else {
      throw CallFailure(QUARTZ_WRONG_TYPE, "timing functions are names, or four numbers for each")
    }
    var functions: [CAMediaTimingFunction] = []
    for start in stride(from: 0, to: numbers.count, by: 4) {
      functions.append(try curve(numbers[start..<start + 4]))
    }
    return functions
  }

  /// Returns the function of two control points, whose x are in 0...1.
  private static func curve(_ points: ArraySlice<Double>) throws(CallFailure)
    -> CAMediaTimingFunction
  {
    let numbers = points.map { Float($0) }
    guard numbers.allSatisfy(\.isFinite), (0...1).contains(numbers[0]), (0...1).contains(numbers[2])
    else {
      throw CallFailure(
        QUARTZ_INVALID_VALUE,
        "control points \(Array(points)): x are in 0...1, y are finite"
      )
    }
    return CAMediaTimingFunction(controlPoints: numbers[0], numbers[1], numbers[2], numbers[3])
  }
}
