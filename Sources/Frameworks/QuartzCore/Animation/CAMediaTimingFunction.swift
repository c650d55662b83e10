// Timing curves of animations.
// Licensed under the MIT license; see LICENSE.

public import Foundation
package import QuartzModel

/// The names of the built-in timing curves.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  /// The name in archives and key-value coding.
  public let rawValue: String

  /// Creates the constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Constant speed.
  public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
  /// Slow at the start.
  public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
  /// Slow at the end.
  public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
  /// Slow at the start and at the end.
  public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
  /// The curve of implicit animations.
  public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

/// The pace of an animation: a cubic Bézier curve from (0, 0) to (1, 1) with two control points.
///
/// x is the fraction of the time, y the fraction of the change.
open class CAMediaTimingFunction: NSObject, NSSecureCoding {
  package let function: TimingFunction

  /// Creates the curve with a name; the linear one if there is no such name.
  public init(name: CAMediaTimingFunctionName) {
    function = TimingFunction.named[name.rawValue] ?? .linear
  }

  /// Creates the curve with the control points (`c1x`, `c1y`) and (`c2x`, `c2y`).
  ///
  /// The x must lie in 0...1; an animation with another curve has no effect, with a diagnostic.
  public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    function = TimingFunction(Double(c1x), Double(c1y), Double(c2x), Double(c2y))
  }

  package init(_ function: TimingFunction) {
    self.function = function
  }

  /// Creates a curve from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    guard let function = TimingFunction(coder: coder) else { return nil }
    self.function = function
  }

  /// Archives the control points.
  open func encode(with coder: NSCoder) {
    function.encode(with: coder)
  }

  /// Whether archives of the class are safe to read; true unless a subclass overrides it.
  open class var supportsSecureCoding: Bool { true }

  /// Writes x and y of a control point to `ptr`, which has room for two numbers.
  ///
  /// - Parameters:
  ///   - idx: 0...3; 0 is the start (0, 0), 3 the end (1, 1).
  ///   - ptr: Memory for x and y.
  public func getControlPoint(at idx: Int, values ptr: UnsafeMutablePointer<Float>) {
    precondition((0...3).contains(idx), "index must be 0...3")
    let points: [(Double, Double)] = [
      (0, 0), (function.first.x, function.first.y), (function.second.x, function.second.y), (1, 1),
    ]
    ptr[0] = Float(points[idx].0)
    ptr[1] = Float(points[idx].1)
  }

  /// Returns the fraction of the change at a fraction of the time.
  package final func way(at time: Double) -> Double { function.value(at: time) }

  /// Whether the other object is a curve with the same control points.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? CAMediaTimingFunction)?.function == function
  }

  /// A hash of the control points.
  open override var hash: Int { function.hashValue }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}
