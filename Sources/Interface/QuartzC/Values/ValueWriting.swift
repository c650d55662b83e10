// Values of key-value coding, as callers get them.
// Licensed under the MIT license; see LICENSE.

import CQuartzInterface
import CoreGraphics
import CoreImage
import Foundation
import QuartzCore
import QuartzMath

extension quartz_value {
  /// Creates a value of a type, to fill in.
  init(_ type: quartz_type, _ fill: (inout quartz_value) -> Void = { _ in }) {
    self.init()
    self.type = type
    fill(&self)
  }
}

extension ThreadState {
  // `Any` because: key-value coding returns values of any type.
  /// Returns a value for the caller, whose objects are retained.
  func write(_ any: Any?) throws(CallFailure) -> quartz_value {
    guard let any, !(any is NSNull) else { return quartz_value(QUARTZ_NULL) }
    if let value = simpleValue(any) { return value }
    if let value = try objectValue(any) { return value }
    if let list = any as? [Any], let value = try listValue(list) { return value }
    throw CallFailure(QUARTZ_WRONG_TYPE, "the value is a \(type(of: any)), which C cannot have")
  }

  // `Any` because: key-value coding returns values of any type.
  private func simpleValue(_ any: Any) -> quartz_value? {
    if let value = geometry(any) { return value }
    switch any {
    case let text as String:
      return quartz_value(QUARTZ_STRING) { $0.string = scratch.string(text) }
    case let number as NSNumber:
      // Truth values are numbers of the type `c`.
      if number.objCType.pointee == CChar(UInt8(ascii: "c")) {
        return quartz_value(QUARTZ_BOOL) { $0.boolean = number.boolValue }
      }
      return quartz_value(QUARTZ_NUMBER) { $0.number = number.doubleValue }
    case let text as NSAttributedString:
      return quartz_value(QUARTZ_STRING) { $0.string = scratch.string(text.string) }
    case let function as CAMediaTimingFunction:
      let points = (1...2).flatMap { index in
        var point: [Float] = [0, 0]
        function.getControlPoint(at: index, values: &point)
        return point.map { Double($0) }
      }
      return numbers(points)
    case let function as CAValueFunction:
      return quartz_value(QUARTZ_STRING) { $0.string = scratch.string(function.name.rawValue) }
    case let mask as CAAutoresizingMask:
      return quartz_value(QUARTZ_NUMBER) { $0.number = Double(mask.rawValue) }
    case let vector as CIVector:
      return numbers((0..<vector.count).map { Double(vector.value(at: $0)) })
    case let color as CIColor: return quartz_color(color.cgColor).map { self.color($0) }
    default: return nil
    }
  }

  // `Any` because: key-value coding returns values of any type.
  private func geometry(_ any: Any) -> quartz_value? {
    switch any {
    case let point as CGPoint: quartz_value(QUARTZ_POINT) { $0.point = quartz_point(point) }
    case let size as CGSize: quartz_value(QUARTZ_SIZE) { $0.size = quartz_size(size) }
    case let rect as CGRect: quartz_value(QUARTZ_RECT) { $0.rect = quartz_rect(rect) }
    case let transform as CATransform3D:
      quartz_value(QUARTZ_TRANSFORM) { $0.transform = quartz_transform(transform) }
    case let transform as CGAffineTransform:
      quartz_value(QUARTZ_TRANSFORM) {
        $0.transform = quartz_transform(CATransform3DMakeAffineTransform(transform))
      }
    default: (any as? CGColor).flatMap { color($0) }
    }
  }

  /// A colour, with its headroom if that is above 1; nil for a pattern.
  private func color(_ any: CGColor) -> quartz_value? {
    guard let color = quartz_color(any) else { return nil }
    let headroom = Double(any.contentHeadroom)
    guard headroom > 1 else { return self.color(color) }
    return quartz_value(QUARTZ_BRIGHT_COLOR) {
      $0.bright_color = quartz_bright_color(color: color, headroom: headroom)
    }
  }

  private func color(_ color: quartz_color) -> quartz_value {
    quartz_value(QUARTZ_COLOR) { $0.color = color }
  }

  func numbers(_ numbers: [Double]) -> quartz_value {
    quartz_value(QUARTZ_NUMBERS) {
      $0.numbers = quartz_numbers(items: scratch.list(numbers), count: numbers.count)
    }
  }

  func strings(_ texts: [String]) -> quartz_value {
    quartz_value(QUARTZ_STRINGS) { $0.strings = scratch.strings(texts) }
  }

  // MARK: Objects

  // `Any` because: key-value coding returns values of any type.
  private func handle(_ any: Any) throws(CallFailure) -> quartz_object? {
    switch any {
    case let layer as CALayer: try give(layer, QUARTZ_KIND_LAYER)
    case let animation as CAAnimation: try give(animation, QUARTZ_KIND_ANIMATION)
    case let image as CGImage: try give(image, QUARTZ_KIND_IMAGE)
    case let path as CGPath: try give(path, QUARTZ_KIND_PATH)
    case let filter as CAFilter: try give(filter, QUARTZ_KIND_FILTER)
    case let filter as CIFilter: try give(filter, QUARTZ_KIND_FILTER)
    case let cell as CAEmitterCell: try give(cell, QUARTZ_KIND_CELL)
    default: nil
    }
  }

  private func objectValue(_ any: Any) throws(CallFailure) -> quartz_value? {
    guard let handle = try handle(any) else { return nil }
    return quartz_value(QUARTZ_OBJECT) { $0.object = handle }
  }

  // `Any` because: key-value coding returns values of any type.
  private func listValue(_ list: [Any]) throws(CallFailure) -> quartz_value? {
    guard let first = list.first else { return numbers([]) }
    let values = list.compactMap { simpleValue($0) }
    guard values.count == list.count else { return try objectsValue(list) }
    if values.contains(where: { $0.type == QUARTZ_BRIGHT_COLOR }) {
      return brightColors(list)
    }
    switch simpleValue(first)?.type {
    case QUARTZ_NUMBER, QUARTZ_BOOL:
      return numbers(list.compactMap { ($0 as? NSNumber)?.doubleValue })
    case QUARTZ_COLOR:
      let colors = values.map(\.color)
      return quartz_value(QUARTZ_COLORS) {
        $0.colors = quartz_colors(items: scratch.list(colors), count: colors.count)
      }
    case QUARTZ_POINT:
      let points = values.map(\.point)
      return quartz_value(QUARTZ_POINTS) {
        $0.points = quartz_points(items: scratch.list(points), count: points.count)
      }
    case QUARTZ_TRANSFORM:
      let transforms = values.map(\.transform)
      return quartz_value(QUARTZ_TRANSFORMS) {
        $0.transforms = quartz_transforms(items: scratch.list(transforms), count: transforms.count)
      }
    case QUARTZ_STRING:
      let texts = values.map(\.string)
      return quartz_value(QUARTZ_STRINGS) {
        $0.strings = quartz_strings(items: scratch.list(texts), count: texts.count)
      }
    // Timing functions, four numbers each.
    case QUARTZ_NUMBERS:
      return numbers(
        values.flatMap {
          [Double](UnsafeBufferPointer(start: $0.numbers.items, count: $0.numbers.count))
        }
      )
    default: return nil
    }
  }

  // `Any` because: key-value coding returns values of any type.
  /// Colours of which some have a headroom; nil if others are no colours.
  private func brightColors(_ list: [Any]) -> quartz_value? {
    let colors = list.compactMap { $0 as? CGColor }.compactMap { color in
      quartz_color(color).map {
        quartz_bright_color(color: $0, headroom: Double(color.contentHeadroom))
      }
    }
    guard colors.count == list.count else { return nil }
    return quartz_value(QUARTZ_BRIGHT_COLORS) {
      $0.bright_colors = quartz_bright_colors(items: scratch.list(colors), count: colors.count)
    }
  }

  // `Any` because: key-value coding returns values of any type.
  private func objectsValue(_ list: [Any]) throws(CallFailure) -> quartz_value? {
    var handles: [quartz_object] = []
    for item in list {
      guard let handle = try handle(item) else {
        for handle in handles { try release(handle) }
        return nil
      }
      handles.append(handle)
    }
    return quartz_value(QUARTZ_OBJECTS) {
      $0.objects = quartz_objects(items: scratch.list(handles), count: handles.count)
    }
  }
}

extension quartz_point {
  init(_ point: CGPoint) {
    self.init(x: point.x, y: point.y)
  }
}

extension quartz_size {
  init(_ size: CGSize) {
    self.init(width: size.width, height: size.height)
  }
}

extension quartz_rect {
  init(_ rect: CGRect) {
    self.init(x: rect.origin.x, y: rect.origin.y, width: rect.size.width, height: rect.size.height)
  }
}

extension quartz_color {
  /// Creates a colour in extended sRGB; nil for a pattern.
  init?(_ color: CGColor) {
    guard color.patternObject == nil else { return nil }
    let color = Color(color)
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }
}

extension quartz_transform {
  init(_ t: CATransform3D) {
    self.init(
      m: (
        (t.m11, t.m12, t.m13, t.m14), (t.m21, t.m22, t.m23, t.m24),
        (t.m31, t.m32, t.m33, t.m34), (t.m41, t.m42, t.m43, t.m44)
      )
    )
  }
}
