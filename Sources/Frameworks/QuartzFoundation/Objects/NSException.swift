// Exceptions, which end the program.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A mistake of the program, with a name and a reason.
///
/// **Differences**: nothing catches exceptions here; ``raise()`` ends the program. Call stacks are
/// left out.
open class NSException: NSObject {
  /// The name.
  public let name: NSExceptionName
  /// The reason, in words.
  public let reason: String?
  // `Any` because: it is Apple's type.
  /// Other values, by their names.
  public let userInfo: [AnyHashable: Any]?

  /// Creates an exception.
  ///
  /// - Parameters:
  ///   - aName: The name.
  ///   - aReason: The reason, in words.
  ///   - aUserInfo: Other values, by their names.
  public init(
    name aName: NSExceptionName,
    reason aReason: String?,
    userInfo aUserInfo: [AnyHashable: Any]? = nil
  ) { (name, reason, userInfo) = (aName, aReason, aUserInfo) }

  /// Ends the program with the name and the reason.
  open func raise() -> Never { fatalError(description) }

  /// The name and the reason.
  open override var description: String {
    reason.map { "\(name.rawValue): \($0)" } ?? name.rawValue
  }
}

/// A place for an error.
///
/// **Differences**: on Apple's platforms the pointer releases what it points to.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

extension NSExceptionName {
  /// An argument that a method does not take.
  public static let invalidArgumentException = NSExceptionName("NSInvalidArgumentException")
  /// A mistake within the program.
  public static let internalInconsistencyException = NSExceptionName(
    "NSInternalInconsistencyException"
  )
  /// A place outside of a list.
  public static let rangeException = NSExceptionName("NSRangeException")
  /// A mistake of no other kind.
  public static let genericException = NSExceptionName("NSGenericException")
}
