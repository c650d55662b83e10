// Properties by key path.
// Licensed under the MIT license; see LICENSE.

package import CQuartzInterface
import QuartzCore
import QuartzMath
import QuartzModel

extension ThreadState {
  /// Sets a simple row of a layer without any string.
  ///
  /// - Returns: False if the object or the key is of another kind, or the value does not fit.
  @inline(__always)
  private func setRow(
    _ object: quartz_object,
    _ key: UnsafePointer<CChar>,
    _ value: PropertyValue
  ) throws(CallFailure) -> Bool {
    guard Handle(object).kind == UInt8(QUARTZ_KIND_LAYER.rawValue) else { return false }
    let layer = try self.object(object, QUARTZ_KIND_LAYER, as: CALayer.self)
    guard let entry = RowKeys.shared.find(key) else { return false }
    let layerClass = type(of: layer).layerClass
    guard let row = entry.rows.first(where: { layerClass.has($0) }) else { return false }
    if let member = entry.member {
      guard value.hasType(member.valueType),
        let new = layer.rowValue(row).replacing(member, with: value)
      else { return false }
      layer.setRow(row, to: new)
    } else {
      guard value.hasType(entry.type) else { return false }
      layer.setRow(row, to: value)
    }
    return true
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
  /// Whether the value is one of a simple row of a type.
  @inline(__always)
  fileprivate func hasType(_ type: ValueType) -> Bool {
    switch (self, type) {
    case (.bool, .bool), (.number, .number), (.point, .point), (.size, .size), (.rect, .rect),
      (.transform, .transform):
      true
    default: false
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
