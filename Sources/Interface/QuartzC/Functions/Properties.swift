// Properties by key path.
// Licensed under the MIT license; see LICENSE.

package import CQuartzInterface
import QuartzCore
import QuartzMath
import QuartzModel

extension ThreadState {
  /// Returns the row, and the member of its value, that a key path names for a layer.
  ///
  /// - Returns: Nil if the object or the key is of another kind.
  @inline(__always)
  private func row(
    _ object: quartz_object,
    _ key: UnsafePointer<CChar>
  ) throws(CallFailure) -> (layer: CALayer, row: PropertyID, entry: RowKeys.Entry)? {
    guard Handle(object).kind == UInt8(QUARTZ_KIND_LAYER.rawValue) else { return nil }
    let layer = try self.object(object, QUARTZ_KIND_LAYER, as: CALayer.self)
    guard let entry = RowKeys.shared.find(key), let row = entry.row(of: type(of: layer).layerClass)
    else { return nil }
    return (layer, row, entry)
  }

  /// Sets a simple row of a layer without any string.
  ///
  /// - Returns: False if the object or the key is of another kind, or the value does not fit.
  @inline(__always)
  private func setRow(
    _ object: quartz_object,
    _ key: UnsafePointer<CChar>,
    _ value: PropertyValue
  ) throws(CallFailure) -> Bool {
    guard let (layer, row, entry) = try row(object, key), value.hasType(entry.type) else {
      return false
    }
    guard let member = entry.member else {
      layer.setRow(row, to: value)
      return true
    }
    guard let new = layer.rowValue(row).replacing(member, with: value) else { return false }
    layer.setRow(row, to: new)
    return true
  }

  /// Returns a simple row of a layer, or a member of one, without any string.
  ///
  /// - Returns: Nil if the object or the key is of another kind.
  @inline(__always)
  fileprivate func rowValue(
    _ object: quartz_object,
    _ key: UnsafePointer<CChar>?
  ) throws(CallFailure) -> PropertyValue? {
    guard let key else { throw .null("key_path") }
    guard let (layer, row, entry) = try row(object, key) else { return nil }
    let value = layer.rowValue(row)
    return entry.member.map { value.member($0) } ?? value
  }

  /// Sets any value of any object with keys.
  private func setKeyed(
    _ object: quartz_object,
    _ key: UnsafePointer<CChar>,
    _ value: quartz_value
  ) throws(CallFailure) {
    let (found, kind) = try self.object(object)
    let path = try Argument.text(key, "key_path")
    let read = try read(value)
    try KeyTarget(found, kind, path).set(read)
  }

  @inline(__always)
  fileprivate func set(
    _ object: quartz_object,
    _ key: UnsafePointer<CChar>?,
    _ value: PropertyValue?,
    _ general: () -> quartz_value
  ) throws(CallFailure) {
    guard let key else { throw .null("key_path") }
    if let value, try setRow(object, key, value) { return }
    try setKeyed(object, key, general())
  }
}

extension PropertyValue {
  /// Whether the value is one of a type.
  @inline(__always)
  fileprivate func hasType(_ type: SimpleType) -> Bool {
    switch (self, type) {
    case (.bool, .bool), (.number, .number), (.point, .point), (.size, .size), (.rect, .rect),
      (.transform, .transform):
      true
    default: false
    }
  }

  /// The value as C has it; nil for those that need more than their own memory.
  fileprivate var simple: quartz_value? {
    switch self {
    case .bool(let flag): quartz_value(QUARTZ_BOOL) { $0.boolean = flag }
    case .number(let number): quartz_value(QUARTZ_NUMBER) { $0.number = number }
    case .point(let p): quartz_value(QUARTZ_POINT) { $0.point = quartz_point(x: p.x, y: p.y) }
    case .size(let size):
      quartz_value(QUARTZ_SIZE) { $0.size = quartz_size(width: size.width, height: size.height) }
    case .rect(let rect):
      quartz_value(QUARTZ_RECT) {
        $0.rect = quartz_rect(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
      }
    default: nil
    }
  }

  /// Creates the value of a simple row; nil for the others.
  fileprivate init?(_ value: quartz_value) {
    switch value.type {
    case QUARTZ_BOOL: self = .bool(value.boolean)
    case QUARTZ_NUMBER: self = .number(value.number)
    case QUARTZ_POINT: self = .point(Point(value.point.x, value.point.y))
    case QUARTZ_SIZE: self = .size(Size(value.size.width, value.size.height))
    case QUARTZ_RECT:
      let rect = value.rect
      self = .rect(Rect(rect.x, rect.y, rect.width, rect.height))
    default: return nil
    }
  }
}

@c @implementation
package func quartz_set(
  _ object: quartz_object,
  _ key_path: UnsafePointer<CChar>?,
  _ value: UnsafePointer<quartz_value>?
) -> quartz_status {
  call { state throws(CallFailure) in
    guard let value else { throw .null("value") }
    try state.set(object, key_path, PropertyValue(value.pointee)) { value.pointee }
  }
}

@c @implementation
package func quartz_set_number(
  _ object: quartz_object,
  _ key_path: UnsafePointer<CChar>?,
  _ number: Double
) -> quartz_status {
  call { state throws(CallFailure) in
    try state.set(object, key_path, .number(number)) {
      quartz_value(QUARTZ_NUMBER) { $0.number = number }
    }
  }
}

// Bool because: parameters of C have no labels.
@c @implementation
package func quartz_set_bool(
  _ object: quartz_object,
  _ key_path: UnsafePointer<CChar>?,
  _ boolean: Bool
) -> quartz_status {
  call { state throws(CallFailure) in
    try state.set(object, key_path, .bool(boolean)) {
      quartz_value(QUARTZ_BOOL) { $0.boolean = boolean }
    }
  }
}

@c @implementation
package func quartz_set_string(
  _ object: quartz_object,
  _ key_path: UnsafePointer<CChar>?,
  _ text: UnsafePointer<CChar>?
) -> quartz_status {
  call { state throws(CallFailure) in
    guard let text else { throw .null("text") }
    try state.set(object, key_path, nil) {
      quartz_value(QUARTZ_STRING) { $0.string = quartz_string(text: text, length: -1) }
    }
  }
}

@c @implementation
package func quartz_set_object(
  _ object: quartz_object,
  _ key_path: UnsafePointer<CChar>?,
  _ value: quartz_object
) -> quartz_status {
  call { state throws(CallFailure) in
    try state.set(object, key_path, nil) { quartz_value(QUARTZ_OBJECT) { $0.object = value } }
  }
}

@c @implementation
package func quartz_get(
  _ object: quartz_object,
  _ key_path: UnsafePointer<CChar>?,
  _ value: UnsafeMutablePointer<quartz_value>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let value = try Argument.result(value, "value")
    if let simple = try state.rowValue(object, key_path)?.simple {
      value.pointee = simple
      return
    }
    let (object, kind) = try state.object(object)
    let path = try Argument.text(key_path, "key_path")
    let target = try KeyTarget(object, kind, path)
    state.scratch.reset()
    value.pointee = try state.write(target.value)
  }
}

@c @implementation
package func quartz_get_number(
  _ object: quartz_object,
  _ key_path: UnsafePointer<CChar>?,
  _ number: UnsafeMutablePointer<Double>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let number = try Argument.result(number, "number")
    if case .number(let found)? = try state.rowValue(object, key_path) {
      number.pointee = found
      return
    }
    let (object, kind) = try state.object(object)
    let path = try Argument.text(key_path, "key_path")
    let value = try KeyTarget(object, kind, path).value
    guard let found = value as? Double ?? (value as? Bool).map({ $0 ? 1 : 0 }) else {
      throw CallFailure(
        QUARTZ_WRONG_TYPE,
        "\(path) is \(value.map { "a \(type(of: $0))" } ?? "nothing"), not a number"
      )
    }
    number.pointee = found
  }
}

@c @implementation
package func quartz_class_count() -> Int { Catalogue.classes.count }

@c @implementation
package func quartz_class_name(
  _ index: Int,
  _ name: UnsafeMutablePointer<quartz_string>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let name = try Argument.result(name, "name")
    guard Catalogue.classes.indices.contains(index) else {
      throw CallFailure(
        QUARTZ_NOT_FOUND,
        "there is no class \(UInt(bitPattern: index)) of \(Catalogue.classes.count)"
      )
    }
    state.scratch.reset()
    name.pointee = state.scratch.string(Catalogue.classes[index].name)
  }
}

@c @implementation
package func quartz_property_count(
  _ class_name: UnsafePointer<CChar>?,
  _ count: UnsafeMutablePointer<Int>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let name = try Argument.text(class_name, "class_name")
    try Argument.result(count, "count").pointee = try Catalogue.properties(of: name).count
  }
}

@c @implementation
package func quartz_property_at(
  _ class_name: UnsafePointer<CChar>?,
  _ index: Int,
  _ property: UnsafeMutablePointer<quartz_property>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(property, "property")
    let name = try Argument.text(class_name, "class_name")
    let properties = try Catalogue.properties(of: name)
    guard properties.indices.contains(index) else {
      throw CallFailure(
        QUARTZ_NOT_FOUND,
        "there is no property \(UInt(bitPattern: index)) of \(properties.count) of \(name)"
      )
    }
    let property = properties[index]
    state.scratch.reset()
    result.pointee = quartz_property(
      name: state.scratch.string(property.name),
      type: property.type,
      kind: property.kind,
      is_animatable: property.isAnimatable,
      owner: state.scratch.string(property.owner),
      names: state.scratch.strings(property.names),
      default_value: try state.write(Catalogue.defaultValue(name, property.name))
    )
  }
}
