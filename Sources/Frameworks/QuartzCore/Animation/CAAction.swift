// The responses of a layer to changes.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A response of a layer to an event, such as a change of a property.
public protocol CAAction {
  /// Runs the action.
  ///
  /// - Parameters:
  ///   - event: The name of the property that changed.
  ///   - anObject: The layer.
  ///   - dict: Empty, for changes of properties.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

/// The null object as an action ends the search for an action: nothing runs.
extension NSNull: CAAction {
  /// Does nothing.
  public func run(
    forKey event: String,
    object anObject: Any,
    arguments dict: [AnyHashable: Any]?
  ) {}
}
