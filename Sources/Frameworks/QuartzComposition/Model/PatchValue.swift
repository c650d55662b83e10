// The values of inputs.
// Licensed under the MIT license; see LICENSE.

import CoreImage
import CoreVideo
import Foundation
import OpenGLES

/// A value of an input.
enum PatchValue {
  case number(Double)
  case text(String)
  /// Straight alpha, in the space of the colour.
  case color(CGColor)
  /// A point or another row of numbers, for filters.
  case row([Double])
  case picture(Picture)

  /// A value of a program, of JSON or of a property list.
  ///
  /// - Returns: Nil for what the input does not take: other types, and numbers that are not finite.
  init?(_ any: Any, as type: PortType) {
    let found: PatchValue? =
      switch type {
      case .number: Self.number(any).map { .number($0) }
      case .text: Self.text(any).map { .text($0) }
      case .color: Self.color(any).map { .color($0) }
      case .image: Picture(any).map { .picture($0) }
      case .blending: Self.blending(any).map { .number($0) }
      case .any:
        Self.number(any).map { .number($0) } ?? Self.text(any).map { .text($0) }
          ?? Self.row(any).map { .row($0) } ?? Picture(any).map { .picture($0) }
          ?? Self.color(any).map { .color($0) }
      }
    guard let found else { return nil }
    self = found
  }

  private static func number(_ any: Any) -> Double? {
    let number: Double? =
      switch any {
      case let value as Bool: value ? 1 : 0
      case let value as Int: Double(value)
      case let value as Double: value
      case let value as NSNumber: value.doubleValue
      default: nil
      }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  private static func text(_ any: Any) -> String? {
    if let url = any as? URL { return url.isFileURL ? url.path : nil }
    return any as? String
  }

  /// The most numbers of a row, which are those of a matrix.
  private static let longestRow = 16

  private static func row(_ any: Any) -> [Double]? {
    guard let list = any as? [Any], (1...longestRow).contains(list.count) else { return nil }
    let numbers = list.compactMap { number($0) }
    return numbers.count == list.count ? numbers : nil
  }

  /// A colour, three or four numbers, or a dictionary of numbers by their names.
  private static func color(_ any: Any) -> CGColor? {
    if let color = any as? CGColor { return color }
    if let color = any as? CIColor {
      return CGColor(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }
    var parts = row(any) ?? []
    if let named = any as? [String: Any] {
      parts = ["red", "green", "blue"].compactMap { named[$0].flatMap { number($0) } }
      if parts.count == 3 { parts.append(named["alpha"].flatMap { number($0) } ?? 1) }
    }
    guard parts.count == 3 || parts.count == 4 else { return nil }
    return CGColor(
      red: parts[0],
      green: parts[1],
      blue: parts[2],
      alpha: parts.dropFirst(3).first ?? 1
    )
  }

  private static func blending(_ any: Any) -> Double? {
    let names = ["replace": 0.0, "over": 1, "add": 2]
    let found = (any as? String).flatMap { names[$0] } ?? number(any)
    return found.flatMap { names.values.contains($0) ? $0 : nil }
  }

  /// The value for programs.
  var object: Any {
    switch self {
    case .number(let number): number
    case .text(let text): text
    case .color(let color): color
    case .row(let row): row
    case .picture(let picture): picture.original
    }
  }

  /// The value for property lists; nil for images.
  var listObject: Any? {
    switch self {
    case .number(let number): number
    case .text(let text): text
    case .row(let row): row
    case .color(let color):
      (color.components ?? []).count == 4 ? color.components?.map { Double($0) } : nil
    case .picture: nil
    }
  }

  /// The value for an input of a filter.
  var filterObject: Any {
    switch self {
    case .row(let row):
      row.map { CGFloat($0) }.withUnsafeBufferPointer { values in
        values.baseAddress.map { CIVector(values: $0, count: values.count) } ?? CIVector(x: 0)
      }
    case .picture(let picture): picture.image
    default: object
    }
  }
}
