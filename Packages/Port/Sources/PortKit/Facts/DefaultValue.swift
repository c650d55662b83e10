// Values that stand for nothing, by type.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

enum DefaultValue {
  private static let values: [String: String] = {
    var values = [
      "Bool": "false", "String": "\"\"", "NSString": "\"\"", "Any": "0", "Date": "Date()",
      "Data": "Data()", "NSNumber": "0", "NSRange": "NSRange()", "IndexPath": "IndexPath()",
      "CATransform3D": "CATransform3DIdentity", "CGAffineTransform": ".identity",
      "UIColor": ".clear", "NSColor": ".clear", "CGColor": "CGColor(gray: 0, alpha: 0)",
      "UIFont": ".systemFont(ofSize: 17)", "AnyObject": "NSObject()", "CGPath": "CGMutablePath()",
    ]
    let numbers = [
      "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
      "Float", "Double", "CGFloat", "TimeInterval", "CFTimeInterval", "NSInteger", "NSTimeInterval",
      "Float32", "Float64",
    ]
    for type in numbers { values[type] = "0" }
    for type in ["CGPoint", "CGSize", "CGRect", "CGVector", "UIEdgeInsets", "UIOffset"] {
      values[type] = ".zero"
    }
    let objects = [
      "NSObject", "NSAttributedString", "UIView", "UILabel", "UIImage", "UIImageView", "UIButton",
      "UIBezierPath", "CALayer", "CAShapeLayer", "CAGradientLayer", "UIViewController",
      "UITableViewCell", "UICollectionViewCell", "UICollectionReusableView", "CGMutablePath",
    ]
    for type in objects { values[type] = type + "()" }
    return values
  }()

  /// Returns an expression for a value of a type that stands for nothing; nil if none is known.
  static func of(_ type: TypeSyntax, _ file: SourceFile, _ facts: PackageFacts) -> String? {
    if Signature.isOptional(type, file) { return "nil" }
    let text = file.text(type)
    if let known = values[text] { return known }
    if let array = type.as(ArrayTypeSyntax.self), !array.isEmpty { return "[]" }
    if type.is(DictionaryTypeSyntax.self) || text.hasPrefix("Dictionary<") { return "[:]" }
    if text.hasPrefix("Array<") || text.hasPrefix("Set<") { return "[]" }
    return firstCase(TypePath.plain(type, file), facts).map { "." + $0 }
  }

  /// Returns the first case without values of an enumeration of the package.
  private static func firstCase(_ name: String, _ facts: PackageFacts) -> String? {
    for type in facts.all(name) where type.node.is(EnumDeclSyntax.self) {
      for member in Members.flat(type.members.members) {
        guard let list = member.as(EnumCaseDeclSyntax.self)?.elements else { continue }
        if let first = list.first(where: { $0.parameterClause == nil }) { return first.name.text }
      }
    }
    return nil
  }
}

extension ArrayTypeSyntax {
  fileprivate var isEmpty: Bool { element.is(MissingTypeSyntax.self) }
}
