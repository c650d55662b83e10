// Functions that make matrices of numbers.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// Makes a matrix of an animation's numbers.
///
/// Animated as a whole, a transform is that matrix. Animated by a member (`transform.rotation.z`),
/// the function says which member it is, in the place of the key path's.
package enum ValueFunction: UInt8, NamedValue {
  case rotateX, rotateY, rotateZ
  case scale, scaleX, scaleY, scaleZ
  case translate, translateX, translateY, translateZ

  /// How many numbers the function takes.
  package var inputCount: Int { self == .scale || self == .translate ? 3 : 1 }

  /// The type of the values that the function takes.
  package var valueType: ValueType { inputCount == 1 ? .number : .numbers }

  /// The member that a function of one number sets; nil for functions of three.
  package var member: ValueMember? {
    switch self {
    case .rotateX: .rotationX
    case .rotateY: .rotationY
    case .rotateZ: .rotationZ
    case .scaleX: .scaleX
    case .scaleY: .scaleY
    case .scaleZ: .scaleZ
    case .translateX: .translationX
    case .translateY: .translationY
    case .translateZ: .translationZ
    case .scale, .translate: nil
    }
  }

  /// The matrix of an input, whose surplus components do not count.
  func matrix(_ input: SIMD4<Double>) -> Matrix4x4 {
    switch self {
    case .rotateX: .rotation(input.x, 1, 0, 0)
    case .rotateY: .rotation(input.x, 0, 1, 0)
    case .rotateZ: .rotation(input.x, 0, 0, 1)
    case .scale: .scale(input.x, input.y, input.z)
    case .scaleX: .scale(input.x, 1, 1)
    case .scaleY: .scale(1, input.x, 1)
    case .scaleZ: .scale(1, 1, input.x)
    case .translate: .translation(input.x, input.y, input.z)
    case .translateX: .translation(input.x, 0, 0)
    case .translateY: .translation(0, input.x, 0)
    case .translateZ: .translation(0, 0, input.x)
    }
  }

  /// The input whose matrix is nearest to another one.
  func input(_ matrix: Matrix4x4) -> SIMD4<Double> {
    let members = TransformMembers(matrix)
    if let member { return SIMD4(members.number(member) ?? 0, 0, 0, 0) }
    let parts = members.parts
    return SIMD4(self == .scale ? parts.scale : parts.translation, 0)
  }
}
