// Points, sizes and rectangles as text.
// Licensed under the MIT license; see LICENSE.

public import Foundation

extension CGPoint: @retroactive CustomDebugStringConvertible {
  /// The numbers in order, which is also what `print` and interpolation write: `(1.0, 2.0)`.
  public var debugDescription: String { "(\(x), \(y))" }
}

extension CGSize: @retroactive CustomDebugStringConvertible {
  /// The numbers in order, which is also what `print` and interpolation write: `(3.0, 4.0)`.
  public var debugDescription: String { "(\(width), \(height))" }
}

extension CGRect: @retroactive CustomDebugStringConvertible {
  /// The numbers in order, which is also what `print` and interpolation write:
  /// `(1.0, 2.0, 3.0, 4.0)`.
  public var debugDescription: String {
    "(\(origin.x), \(origin.y), \(size.width), \(size.height))"
  }
}
