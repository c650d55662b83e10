// Attributed strings that are values, as those that are objects, and back.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzText

extension NSAttributedString {
  /// Creates an empty string: `NSMutableAttributedString()`, which Foundation lacks on Linux.
  public convenience init(_ nothing: Void = ()) { self.init(string: "") }

  /// Creates a string with the attributes of UIKit, and the links, of another.
  public convenience init(_ attrStr: AttributedString) {
    var runs = AttributeRuns(String(attrStr.characters))
    var location = 0
    for run in attrStr.runs {
      let length = String(attrStr.characters[run.range]).utf16.count
      runs.append(run.attributes.dictionary, NSRange(location: location, length: length))
      location += length
    }
    self.init(attributedString: runs.string)
  }
}

extension AttributedString {
  /// Creates a string with the attributes of UIKit, and the links, of another.
  ///
  /// Attributes that are not among those are left out.
  public init(_ nsStr: NSAttributedString) {
    self.init()
    let whole = NSRange(location: 0, length: nsStr.length)
    nsStr.enumerateAttributes(in: whole, options: []) { attributes, range, _ in
      let text = (nsStr.string as NSString).substring(with: range)
      append(AttributedString(text, attributes: AttributeContainer(attributes)))
    }
  }
}

extension AttributeContainer {
  /// Creates a container with those attributes that UIKit knows, and links.
  public init(_ dictionary: [NSAttributedString.Key: Any]) {
    self.init()
    for bridge in AttributeBridge.all {
      if let value = dictionary[bridge.key] { bridge.take(value, &self) }
    }
  }

  /// The attributes of UIKit and links, as `NSAttributedString` has them.
  var dictionary: [NSAttributedString.Key: Any] {
    var result: [NSAttributedString.Key: Any] = [:]
    for bridge in AttributeBridge.all { result[bridge.key] = bridge.value(self) }
    return result
  }
}

/// An attribute in both kinds of strings.
private struct AttributeBridge: Sendable {
  let key: NSAttributedString.Key
  let value: @Sendable (AttributeContainer) -> Any?
  let take: @Sendable (Any, inout AttributeContainer) -> Void

  private init<Attribute: AttributedStringKey>(
    _ attribute: Attribute.Type,
    boxed: @escaping @Sendable (Attribute.Value) -> Any,
    unboxed: @escaping @Sendable (Any) -> Attribute.Value?
  ) {
    key = NSAttributedString.Key(rawValue: Attribute.name)
    value = { $0[Attribute.self].map(boxed) }
    take = { value, container in
      if let value = unboxed(value) { container[Attribute.self] = value }
    }
  }

  private static func object<Attribute: AttributedStringKey>(
    _ attribute: Attribute.Type
  ) -> AttributeBridge {
    AttributeBridge(attribute, boxed: { $0 }, unboxed: { $0 as? Attribute.Value })
  }

  private static func number<Attribute: AttributedStringKey>(
    _ attribute: Attribute.Type
  ) -> AttributeBridge where Attribute.Value == CGFloat {
    AttributeBridge(
      attribute,
      boxed: { NSNumber(value: Double($0)) },
      unboxed: { number($0).map { CGFloat($0.doubleValue) } }
    )
  }

  private static func lines<Attribute: AttributedStringKey>(
    _ attribute: Attribute.Type
  ) -> AttributeBridge where Attribute.Value == NSUnderlineStyle {
    AttributeBridge(
      attribute,
      boxed: { NSNumber(value: $0.rawValue) },
      unboxed: { number($0).map { NSUnderlineStyle(rawValue: $0.intValue) } }
    )
  }

  private static func number(_ value: Any) -> NSNumber? {
    switch value {
    case let number as NSNumber: number
    case let number as CGFloat: NSNumber(value: Double(number))
    case let number as Double: NSNumber(value: number)
    case let number as Int: NSNumber(value: number)
    default: nil
    }
  }

  private typealias Scope = AttributeScopes.UIKitAttributes

  static let all: [AttributeBridge] = [
    object(Scope.FontAttribute.self),
    object(Scope.ForegroundColorAttribute.self),
    object(Scope.BackgroundColorAttribute.self),
    object(Scope.ParagraphStyleAttribute.self),
    object(Scope.UnderlineColorAttribute.self),
    object(Scope.StrikethroughColorAttribute.self),
    object(Scope.StrokeColorAttribute.self),
    object(Scope.ShadowAttribute.self),
    object(Scope.AttachmentAttribute.self),
    object(AttributeScopes.FoundationAttributes.LinkAttribute.self),
    number(Scope.KernAttribute.self),
    number(Scope.StrokeWidthAttribute.self),
    number(Scope.BaselineOffsetAttribute.self),
    lines(Scope.UnderlineStyleAttribute.self),
    lines(Scope.StrikethroughStyleAttribute.self),
    AttributeBridge(
      Scope.LigatureAttribute.self,
      boxed: { NSNumber(value: $0) },
      unboxed: { number($0)?.intValue }
    ),
  ]
}
