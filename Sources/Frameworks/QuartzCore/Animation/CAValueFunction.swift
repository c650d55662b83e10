// Functions from an animation's numbers to transforms.
// Licensed under the MIT license; see LICENSE.

public import Foundation
package import QuartzModel

/// The names of value functions.
public struct CAValueFunctionName: RawRepresentable, Hashable, Sendable {
  /// The name in archives and key-value coding.
  public let rawValue: String

  /// Creates the constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ function: ValueFunction) {
    rawValue = function.name
  }

  /// An angle about the x axis, in radians.
  public static let rotateX = CAValueFunctionName(.rotateX)
  /// An angle about the y axis, in radians.
  public static let rotateY = CAValueFunctionName(.rotateY)
  /// An angle about the z axis, in radians.
  public static let rotateZ = CAValueFunctionName(.rotateZ)
  /// A list of three factors.
  public static let scale = CAValueFunctionName(.scale)
  /// A factor along x.
  public static let scaleX = CAValueFunctionName(.scaleX)
  /// A factor along y.
  public static let scaleY = CAValueFunctionName(.scaleY)
  /// A factor along z.
  public static let scaleZ = CAValueFunctionName(.scaleZ)
  /// A list of three distances.
  public static let translate = CAValueFunctionName(.translate)
  /// A distance along x.
  public static let translateX = CAValueFunctionName(.translateX)
  /// A distance along y.
  public static let translateY = CAValueFunctionName(.translateY)
  /// A distance along z.
  public static let translateZ = CAValueFunctionName(.translateZ)
}

/// A function that makes transforms of the numbers of an animation.
open class CAValueFunction: NSObject, NSSecureCoding {
  package let function: ValueFunction
  static let archiveKey = "name"

  /// Creates the function with a name; nil means none.
  public init?(name: CAValueFunctionName) {
    guard let function = ValueFunction.named(name.rawValue) else { return nil }
    self.function = function
  }

  /// Creates a function from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    let name = coder.object(of: NSString.self, forKey: Self.archiveKey)
    guard let name, let function = ValueFunction.named(name as String) else { return nil }
    self.function = function
  }

  /// Archives the name.
  open func encode(with coder: NSCoder) {
    coder.encode(function.name as NSString, forKey: Self.archiveKey)
  }

  /// Whether archives of the class are safe to read; true unless a subclass overrides it.
  open class var supportsSecureCoding: Bool { true }

  /// The name of the function.
  open var name: CAValueFunctionName { CAValueFunctionName(rawValue: function.name) }

  /// Whether the other object is the same function.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? CAValueFunction)?.function == function
  }

  /// A hash of the name.
  open override var hash: Int { function.hashValue }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}
