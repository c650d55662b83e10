// Values of callers, as key-value coding takes them.
// Licensed under the MIT license; see LICENSE.

import CQuartzInterface
import CoreGraphics
import QuartzCore

extension ThreadState {
  // `Any?` because: key-value coding takes values of any type.
  /// Returns the value of a caller, or nil.
  func read(_ value: quartz_value) throws(CallFailure) -> Any? {
    switch value.type {
    case QUARTZ_NULL: return nil
    case QUARTZ_BOOL: return value.boolean
    case QUARTZ_NUMBER: return value.number
    case QUARTZ_INTEGER: return Int(value.integer)
    case QUARTZ_POINT: return CGPoint(value.point)
    case QUARTZ_SIZE: return CGSize(value.size)
    case QUARTZ_RECT: return CGRect(value.rect)
    case QUARTZ_COLOR: return CGColor.make(value.color)
    case QUARTZ_BRIGHT_COLOR: return try CGColor.make(value.bright_color)
    case QUARTZ_TRANSFORM: return CATransform3D(value.transform)
    case QUARTZ_STRING: return try Argument.text(value.string, "the text")
    case QUARTZ_OBJECT: return value.object == 0 ? nil : try keyed(value.object)
    default: return try readList(value)
    }
  }

  // `Any?` because: key-value coding takes values of any type.
  private func readList(_ value: quartz_value) throws(CallFailure) -> Any? {
    switch value.type {
    case QUARTZ_NUMBERS:
      return [Double](try Argument.list(value.numbers.items, value.numbers.count, "the list"))
    case QUARTZ_COLORS:
      return try Argument.list(value.colors.items, value.colors.count, "the list").map {
        CGColor.make($0)
      }
    case QUARTZ_BRIGHT_COLORS:
      let (items, count) = (value.bright_colors.items, value.bright_colors.count)
      var colors: [CGColor] = []
      for color in try Argument.list(items, count, "the list") {
        colors.append(try CGColor.make(color))
      }
      return colors
    case QUARTZ_POINTS:
      return try Argument.list(value.points.items, value.points.count, "the list").map {
        CGPoint($0)
      }
    case QUARTZ_TRANSFORMS:
      return try Argument.list(value.transforms.items, value.transforms.count, "the list").map {
        CATransform3D($0)
      }
    case QUARTZ_STRINGS:
      var texts: [String] = []
      for text in try Argument.list(value.strings.items, value.strings.count, "the list") {
        texts.append(try Argument.text(text, "a text of the list"))
      }
      return texts
    case QUARTZ_OBJECTS:
      var objects: [Any] = []
      for object in try Argument.list(value.objects.items, value.objects.count, "the list") {
        objects.append(try keyed(object))
      }
      return objects
    default:
      throw CallFailure(QUARTZ_INVALID_VALUE, "\(value.type.rawValue) is no type of values")
    }
  }

  /// Returns an object that can be a value.
  private func keyed(_ handle: quartz_object) throws(CallFailure) -> AnyObject {
    let (object, kind) = try object(handle)
    guard kind != QUARTZ_KIND_CONTEXT, kind != QUARTZ_KIND_PACKAGE, kind != QUARTZ_KIND_CLIENT
    else {
      throw CallFailure(
        QUARTZ_WRONG_KIND,
        "\(Kind.name(UInt8(kind.rawValue))) is no value of a property"
      )
    }
    return object
  }
}

extension CGPoint {
  init(_ point: quartz_point) {
    self.init(x: point.x, y: point.y)
  }
}

extension CGSize {
  init(_ size: quartz_size) {
    self.init(width: size.width, height: size.height)
  }
}

extension CGRect {
  init(_ rect: quartz_rect) {
    self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  }
}

extension CGColor {
  static func make(_ color: quartz_color) -> CGColor {
    CGColor(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }

  static func make(_ color: quartz_bright_color) throws(CallFailure) -> CGColor {
    let parts = color.color
    let made = CGColorSpace(name: CGColorSpace.extendedSRGB).flatMap { space in
      CGColor(
        headroom: Float(color.headroom),
        colorSpace: space,
        red: parts.red,
        green: parts.green,
        blue: parts.blue,
        alpha: parts.alpha
      )
    }
    guard let made else {
      throw CallFailure(
        QUARTZ_INVALID_VALUE,
        "the headroom of a colour is \(color.headroom), not 0 or 1...65504"
      )
    }
    return made
  }
}

extension CATransform3D {
  init(_ transform: quartz_transform) {
    let m = transform.m
    self.init(
      m11: m.0.0,
      m12: m.0.1,
      m13: m.0.2,
      m14: m.0.3,
      m21: m.1.0,
      m22: m.1.1,
      m23: m.1.2,
      m24: m.1.3,
      m31: m.2.0,
      m32: m.2.1,
      m33: m.2.2,
      m34: m.2.3,
      m41: m.3.0,
      m42: m.3.1,
      m43: m.3.2,
      m44: m.3.3
    )
  }
}
