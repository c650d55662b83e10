// Members of struct values that key paths may name: `position.x`, `transform.rotation.z`.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// A member of a point, size, rectangle or transform.
///
/// The wire carries the raw value.
package enum ValueMember: UInt8, CaseIterable, Sendable {
  case x = 0, y = 1
  case width = 2, height = 3
  case origin = 4, originX = 5, originY = 6
  case size = 7, sizeWidth = 8, sizeHeight = 9
  case rotation = 10, rotationX = 11, rotationY = 12, rotationZ = 13
  case scale = 14, scaleX = 15, scaleY = 16, scaleZ = 17, scaleXY = 18
  case translation = 19, translationX = 20, translationY = 21, translationZ = 22

  /// The rest of the key path after the property's name.
  package var keyPath: String {
    switch self {
    case .x: "x"
    case .y: "y"
    case .width: "width"
    case .height: "height"
    case .origin: "origin"
    case .originX: "origin.x"
    case .originY: "origin.y"
    case .size: "size"
    case .sizeWidth: "size.width"
    case .sizeHeight: "size.height"
    case .rotation: "rotation"
    case .rotationX: "rotation.x"
    case .rotationY: "rotation.y"
    case .rotationZ: "rotation.z"
    case .scale: "scale"
    case .scaleX: "scale.x"
    case .scaleY: "scale.y"
    case .scaleZ: "scale.z"
    case .scaleXY: "scale.xy"
    case .translation: "translation"
    case .translationX: "translation.x"
    case .translationY: "translation.y"
    case .translationZ: "translation.z"
    }
  }

  package var valueType: ValueType {
    switch self {
    case .origin: .point
    case .size, .translation: .size
    default: .number
    }
  }

  /// The type of the values that have this member; points and vectors share x and y.
  private func belongs(to type: ValueType) -> Bool {
    switch self {
    case .x, .y: type == .point
    case .width, .height: type == .size
    case .origin, .originX, .originY, .size, .sizeWidth, .sizeHeight: type == .rect
    default: type == .transform
    }
  }

  /// The members that values of a type have.
  package static func members(of type: ValueType) -> [ValueMember] {
    allCases.filter { $0.belongs(to: type) }
  }
}

extension AnimationTarget {
  /// The property and member that a key path names; nil if the class has no such thing.
  package init?(keyPath: String, of layerClass: LayerClass) {
    let targets = AnimationTarget.byKeyPath[keyPath]
    guard let target = targets?.first(where: { layerClass.has($0.property) }) else { return nil }
    self = target
  }

  /// The property and member that a key path names for any class; nil if there is no such thing.
  package init?(keyPath: String) {
    guard let target = AnimationTarget.byKeyPath[keyPath]?.first else { return nil }
    self = target
  }

  // All there are: programs add animations by the thousand. Two classes may have a row of one name.
  private static let byKeyPath: [String: [AnimationTarget]] = {
    var targets: [String: [AnimationTarget]] = [:]
    for row in PropertyTable.all {
      targets[row.name, default: []].append(AnimationTarget(row.id))
      for member in ValueMember.members(of: row.type) {
        targets["\(row.name).\(member.keyPath)", default: []]
          .append(AnimationTarget(row.id, member))
      }
    }
    return targets
  }()

  package var keyPath: String {
    let name = PropertyTable[property].name
    return member.map { "\(name).\($0.keyPath)" } ?? name
  }
}

extension PropertyValue {
  /// The value of a member, or nil if this value has no such member.
  package func member(_ member: ValueMember) -> PropertyValue? {
    switch (self, member) {
    case (.point(let point), .x): .number(point.x)
    case (.point(let point), .y): .number(point.y)
    case (.size(let size), .width): .number(size.width)
    case (.size(let size), .height): .number(size.height)
    case (.rect(let rect), .origin): .point(Point(rect.x, rect.y))
    case (.rect(let rect), .originX): .number(rect.x)
    case (.rect(let rect), .originY): .number(rect.y)
    case (.rect(let rect), .size): .size(Size(rect.width, rect.height))
    case (.rect(let rect), .sizeWidth): .number(rect.width)
    case (.rect(let rect), .sizeHeight): .number(rect.height)
    case (.transform(let box), _): TransformMembers(box.matrix).member(member)
    default: nil
    }
  }

  /// The value with one member replaced, or nil if the member or the value's type does not fit.
  package func replacing(_ member: ValueMember, with value: PropertyValue) -> PropertyValue? {
    switch (self, member, value) {
    case (.point(let p), .x, .number(let x)): .point(Point(x, p.y))
    case (.point(let p), .y, .number(let y)): .point(Point(p.x, y))
    case (.size(let s), .width, .number(let width)): .size(Size(width, s.height))
    case (.size(let s), .height, .number(let height)): .size(Size(s.width, height))
    case (.rect(let r), .origin, .point(let p)): .rect(Rect(p.x, p.y, r.width, r.height))
    case (.rect(let r), .originX, .number(let x)): .rect(Rect(x, r.y, r.width, r.height))
    case (.rect(let r), .originY, .number(let y)): .rect(Rect(r.x, y, r.width, r.height))
    case (.rect(let r), .size, .size(let s)): .rect(Rect(r.x, r.y, s.width, s.height))
    case (.rect(let r), .sizeWidth, .number(let width)): .rect(Rect(r.x, r.y, width, r.height))
    case (.rect(let r), .sizeHeight, .number(let height)): .rect(Rect(r.x, r.y, r.width, height))
    case (.transform(let box), _, _):
      TransformMembers(box.matrix).replacing(member, with: value).map { .transform($0) }
    default: nil
    }
  }
}

/// The members of a matrix that key paths name: translation, Euler angles and scale.
///
/// As archives write them (and decision 2.3 of the package format reads them) a matrix is scale,
/// then rotation about x, y and z, then translation, with row vectors: M = S · Rx · Ry · Rz · T.
/// Reading a member of a matrix that has skew or perspective gives its nearest part; replacing one
/// member changes only that part and keeps skew and perspective. A side of a singular matrix that
/// has no length has the scale 0, and all members can be set.
struct TransformMembers: Sendable {
  private(set) var parts: TransformParts
  private(set) var angles: SIMD3<Double>
  private var isTurned = false

  /// Those of the identity.
  init() {
    parts = .identity
    angles = .zero
  }

  init(_ matrix: Matrix4x4) {
    parts = TransformParts(nearest: matrix) ?? .identity
    angles = parts.eulerAngles
  }

  /// A member that is a number.
  func number(_ member: ValueMember) -> Double? {
    let scale = parts.scale
    return switch member {
    case .rotation, .rotationZ: angles.z
    case .rotationX: angles.x
    case .rotationY: angles.y
    case .scale: (scale.x + scale.y + scale.z) / 3
    case .scaleXY: (scale.x + scale.y) / 2
    case .scaleX: scale.x
    case .scaleY: scale.y
    case .scaleZ: scale.z
    case .translationX: parts.translation.x
    case .translationY: parts.translation.y
    case .translationZ: parts.translation.z
    case .x, .y, .width, .height, .origin, .originX, .originY, .size, .sizeWidth, .sizeHeight,
      .translation:
      nil
    }
  }

  func member(_ member: ValueMember) -> PropertyValue? {
    if member == .translation {
      return .size(Size(parts.translation.x, parts.translation.y))
    }
    return number(member).map { .number($0) }
  }

  func replacing(_ member: ValueMember, with value: PropertyValue) -> Matrix4x4? {
    var members = self
    let isSet =
      switch value {
      case .number(let number): members.set(member, SIMD4(number, 0, 0, 0))
      case .size(let size): members.set(member, SIMD4(size.width, size.height, 0, 0))
      default: false
      }
    return isSet ? members.matrix : nil
  }

  /// Sets a member from the components of its value.
  ///
  /// - Returns: Whether there is such a member.
  mutating func set(_ member: ValueMember, _ value: SIMD4<Double>) -> Bool {
    let old = angles
    switch member {
    case .rotation, .rotationZ: angles.z = value.x
    case .rotationX: angles.x = value.x
    case .rotationY: angles.y = value.x
    case .scale: parts.scale = SIMD3(repeating: value.x)
    case .scaleXY:
      parts.scale.x = value.x
      parts.scale.y = value.x
    case .scaleX: parts.scale.x = value.x
    case .scaleY: parts.scale.y = value.x
    case .scaleZ: parts.scale.z = value.x
    case .translation:
      parts.translation.x = value.x
      parts.translation.y = value.y
    case .translationX: parts.translation.x = value.x
    case .translationY: parts.translation.y = value.x
    case .translationZ: parts.translation.z = value.x
    case .x, .y, .width, .height, .origin, .originX, .originY, .size, .sizeWidth, .sizeHeight:
      return false
    }
    if angles != old { isTurned = true }
    return true
  }

  /// The matrix of the members.
  var matrix: Matrix4x4 {
    parts.matrix(rotation: isTurned ? TransformParts.rotation(eulerAngles: angles) : parts.rotation)
  }
}
