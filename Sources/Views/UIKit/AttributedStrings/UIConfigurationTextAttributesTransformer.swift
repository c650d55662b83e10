// Changes of attributes by configurations.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A change of the attributes of a text by configurations.
///
/// ```swift
/// configuration.titleTextAttributesTransformer = UIConfigurationTextAttributesTransformer {
///   var attributes = $0
///   attributes.font = .preferredFont(forTextStyle: .headline)
///   return attributes
/// }
/// ```
public struct UIConfigurationTextAttributesTransformer: Sendable {
  /// The change.
  public var transform: @Sendable (AttributeContainer) -> AttributeContainer

  /// Creates a change of attributes.
  public init(_ transform: @escaping @Sendable (AttributeContainer) -> AttributeContainer) {
    self.transform = transform
  }

  /// Returns the changed attributes.
  public func callAsFunction(_ input: AttributeContainer) -> AttributeContainer {
    transform(input)
  }
}
