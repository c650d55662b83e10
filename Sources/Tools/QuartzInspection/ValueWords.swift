// Values of properties as texts, with their units.
// Licensed under the MIT license; see LICENSE.

import QuartzArchive
import QuartzMath
package import QuartzModel

extension PropertyID {
  /// The unit of the numbers, or empty.
  package var unit: String {
    switch self {
    case .beginTime, .timeOffset, .duration, .repeatDuration, .instanceDelay: "s"
    case .speed: "× the superlayer's time"
    case .repeatCount: "cycles"
    case .contentsScale, .rasterizationScale: "px/pt"
    case .opacity, .shadowOpacity, .strokeStart, .strokeEnd, .instanceRedOffset,
      .instanceGreenOffset, .instanceBlueOffset, .instanceAlphaOffset:
      "0…1"
    case .anchorPoint, .contentsRect, .contentsCenter, .startPoint, .endPoint: "of the bounds"
    case .bounds, .position, .zPosition, .anchorPointZ, .cornerRadius, .borderWidth,
      .shadowOffset, .shadowRadius, .lineWidth, .lineDashPattern, .lineDashPhase, .fontSize,
      .emitterPosition, .emitterZPosition, .emitterSize, .emitterDepth, .path, .shadowPath,
      .backdropBleed:
      "pt"
    case .backgroundColor, .borderColor, .shadowColor, .fillColor, .strokeColor, .colors,
      .instanceColor, .foregroundColor, .contentsMultiplyColor:
      "sRGB, alpha"
    case .tileSize: "px"
    case .emitterBirthRate, .emitterLifetime, .emitterVelocity, .emitterScale, .emitterSpin:
      "× the cells'"
    default: ""
    }
  }
}

/// Texts of values, as the page shows and edits them.
package enum ValueWords {
  /// The most bytes of a text; longer ones are cut.
  private static let longest = 2000

  /// Returns the text of a value of a row.
  package static func text(_ value: PropertyValue, _ type: ValueType) -> String {
    let text: String =
      switch value {
      case .null: "none"
      case .bool(let value): value ? "true" : "false"
      case .color(let color): words(color)
      case .colors(let box): box.colors.map(words).joined(separator: ", ")
      case .image(let image): "\(image)"
      case .pattern(let pattern): "pattern of \(pattern.image)"
      case .numbers(let values): numbers(values)
      case .cells(let box): "\(box.cells.count) cells"
      case .filters(let list): list.filters.map { $0.name ?? $0.type }.joined(separator: ", ")
      case .transform(let box) where box.matrix == .identity: "identity"
      case .integer, .number, .point, .size, .rect, .transform, .string, .path, .name:
        ValueText.text(value, type) ?? "none"
      }
    return text.utf8.count <= longest ? text : "\(text.prefix(longest))…"
  }

  private static func words(_ color: Color) -> String {
    let components = numbers([color.red, color.green, color.blue, color.alpha])
    return color.headroom == 0 ? components : "\(components) headroom \(color.headroom)"
  }

  private static func numbers(_ numbers: [Double]) -> String {
    ValueText.text(.numbers(numbers), .numbers) ?? ""
  }

  /// Whether values of a row can be written as texts.
  package static func isEditable(_ type: ValueType) -> Bool {
    switch type {
    case .image, .cells, .filters: false
    default: true
    }
  }

  /// Returns the value that a text means; `none` is no value where that is possible.
  package static func value(
    _ text: String,
    _ row: Property
  ) throws(InspectionError) -> PropertyValue {
    guard isEditable(row.type) else { throw .notEditable(row.name) }
    if text == "none", row.type.isOptional { return .null }
    if text == "identity", row.type == .transform { return .transform(.identity) }
    var value = ValueText.value(text, row.type)
    if row.type == .colors {
      value = ValueText.numbers(text).map { .numbers($0) }
    }
    guard let value, value.fits(row.type), value.isFinite || row.canBeInfinite else {
      throw .badValue(text, expected: row.type.noun)
    }
    return value
  }

  /// The choices of a row of names; nil for others.
  package static func choices(_ type: ValueType) -> [String]? {
    switch type {
    case .name(let names): names
    case .bool: ["true", "false"]
    default: nil
    }
  }
}

extension ValueWords {
  /// The name of a timing function, or its control points.
  package static func text(_ function: TimingFunction) -> String { ValueText.text(function) }
}
