// Objects of the public API that are filters, or values of their inputs.
// Licensed under the MIT license; see LICENSE.

/// An object that is a filter: `CAFilter` here, `CIFilter` in CoreImage.
///
/// Layers copy such objects when they are set, and change their own copies by key path.
package protocol FilterConvertible: AnyObject {
  /// The filter as it is now; `.image(n)` is the image at index n of `filterImages`.
  var filterDescription: FilterDescription { get }
  /// The images of inputs, each a `CGImage`.
  var filterImages: [Any] { get }
  /// Returns a filter of the same class with the same values.
  func filterCopy() -> any FilterConvertible
  /// Returns the value of an input, of `enabled` or of `name`, or nil.
  func filterValue(forKey key: String) -> Any?
  /// Sets an input, `enabled` or `name`; nil resets an input to its default.
  func setFilterValue(_ value: Any?, forKey key: String)
  /// Sets an input to the value that an animation shows.
  func setShownInput(_ value: FilterInputValue, forKey key: String)
  /// Turns the filter on or off.
  func setFilterEnabled(_ isEnabled: Bool)
}

/// An object that is the value of an input, such as `CIVector` and `CIColor`.
package protocol FilterInputConvertible {
  var filterInputValue: FilterInputValue { get }
}
