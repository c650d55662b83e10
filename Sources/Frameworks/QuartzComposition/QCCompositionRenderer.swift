// Inputs and results of what shows a composition.
// Licensed under the MIT license; see LICENSE.

/// Something that shows a composition, with its published inputs and results.
public protocol QCCompositionRenderer: AnyObject {
  /// The names of the published inputs, sorted.
  var inputKeys: [String] { get }
  /// The names of the published results, sorted.
  var outputKeys: [String] { get }
  // `Any` because: inputs are numbers, texts, colours and images.
  /// Sets an input; nil gives it no value.
  ///
  /// - Returns: Whether it was set; if not, nothing changes, and a line on the standard error says
  ///   why.
  @discardableResult
  func setValue(_ value: Any?, forInputKey key: String) -> Bool
  /// Returns the value of an input; nil if it has none, or if there is no such input.
  func value(forInputKey key: String) -> Any?
  /// Returns a result; nil if it has no value, or if there is no such result.
  func value(forOutputKey key: String) -> Any?
  /// Returns a result as an object of a type; nil if it cannot be one.
  ///
  /// - `type`: `CGImage`, `CIImage` or `CVPixelBuffer`.
  func value(forOutputKey key: String, ofType type: String) -> Any?
  /// Returns the values of the inputs for a property list, without images.
  func propertyListFromInputValues() -> Any
  /// Sets the inputs of a property list that are there.
  func setInputValuesWithPropertyList(_ propertyList: Any)
}
