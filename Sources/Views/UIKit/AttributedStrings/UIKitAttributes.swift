// Attributes of UIKit in attributed strings that are values.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
import QuartzText

extension AttributeScopes {
  /// The attributes of UIKit.
  public var uiKit: UIKitAttributes.Type { UIKitAttributes.self }

  /// The attributes of UIKit, with those of Foundation.
  ///
  /// ```swift
  /// var title = AttributedString("Sold out")
  /// title.foregroundColor = .systemRed
  /// title.font = .preferredFont(forTextStyle: .headline)
  /// ```
  public struct UIKitAttributes: AttributeScope {
    /// The font.
    public let font: FontAttribute
    /// The colour of the text.
    public let foregroundColor: ForegroundColorAttribute
    /// The colour behind the text.
    public let backgroundColor: BackgroundColorAttribute
    /// The style of the paragraph.
    public let paragraphStyle: ParagraphStyleAttribute
    /// Points that are added after each character.
    public let kern: KernAttribute
    /// 0 for no ligatures but those that the script needs.
    public let ligature: LigatureAttribute
    /// The lines under the text.
    public let underlineStyle: UnderlineStyleAttribute
    /// The colour of the lines under the text.
    public let underlineColor: UnderlineColorAttribute
    /// The lines through the text.
    public let strikethroughStyle: StrikethroughStyleAttribute
    /// The colour of the lines through the text.
    public let strikethroughColor: StrikethroughColorAttribute
    /// The width of a line around glyphs, in percents of the font's size.
    public let strokeWidth: StrokeWidthAttribute
    /// The colour of the line around glyphs.
    public let strokeColor: StrokeColorAttribute
    /// Points by which the text stands above the baseline.
    public let baselineOffset: BaselineOffsetAttribute
    /// The shadow of the text.
    public let shadow: ShadowAttribute
    /// The attachment that stands in the place of the character U+FFFC.
    public let attachment: AttachmentAttribute
    /// The attributes of Foundation.
    public let foundation: AttributeScopes.FoundationAttributes

    /// The font.
    public enum FontAttribute: AttributedStringKey {
      /// A font.
      public typealias Value = UIFont
      /// The name in archives.
      public static let name = NSAttributedString.Key.font.rawValue
    }
    /// The colour of the text.
    public enum ForegroundColorAttribute: AttributedStringKey {
      /// A colour.
      public typealias Value = UIColor
      /// The name in archives.
      public static let name = NSAttributedString.Key.foregroundColor.rawValue
    }
    /// The colour behind the text.
    public enum BackgroundColorAttribute: AttributedStringKey {
      /// A colour.
      public typealias Value = UIColor
      /// The name in archives.
      public static let name = NSAttributedString.Key.backgroundColor.rawValue
    }
    /// The style of the paragraph.
    public enum ParagraphStyleAttribute: AttributedStringKey {
      /// A style.
      public typealias Value = NSParagraphStyle
      /// The name in archives.
      public static let name = NSAttributedString.Key.paragraphStyle.rawValue
    }
    /// Points that are added after each character.
    public enum KernAttribute: AttributedStringKey {
      /// Points.
      public typealias Value = CGFloat
      /// The name in archives.
      public static let name = NSAttributedString.Key.kern.rawValue
    }
    /// 0 for no ligatures but those that the script needs.
    public enum LigatureAttribute: AttributedStringKey {
      /// 0 or 1.
      public typealias Value = Int
      /// The name in archives.
      public static let name = NSAttributedString.Key.ligature.rawValue
    }
    /// The lines under the text.
    public enum UnderlineStyleAttribute: AttributedStringKey {
      /// A style of lines.
      public typealias Value = NSUnderlineStyle
      /// The name in archives.
      public static let name = NSAttributedString.Key.underlineStyle.rawValue
    }
    /// The colour of the lines under the text.
    public enum UnderlineColorAttribute: AttributedStringKey {
      /// A colour.
      public typealias Value = UIColor
      /// The name in archives.
      public static let name = NSAttributedString.Key.underlineColor.rawValue
    }
    /// The lines through the text.
    public enum StrikethroughStyleAttribute: AttributedStringKey {
      /// A style of lines.
      public typealias Value = NSUnderlineStyle
      /// The name in archives.
      public static let name = NSAttributedString.Key.strikethroughStyle.rawValue
    }
    /// The colour of the lines through the text.
    public enum StrikethroughColorAttribute: AttributedStringKey {
      /// A colour.
      public typealias Value = UIColor
      /// The name in archives.
      public static let name = NSAttributedString.Key.strikethroughColor.rawValue
    }
    /// The width of a line around glyphs.
    public enum StrokeWidthAttribute: AttributedStringKey {
      /// Percents of the font's size.
      public typealias Value = CGFloat
      /// The name in archives.
      public static let name = NSAttributedString.Key.strokeWidth.rawValue
    }
    /// The colour of the line around glyphs.
    public enum StrokeColorAttribute: AttributedStringKey {
      /// A colour.
      public typealias Value = UIColor
      /// The name in archives.
      public static let name = NSAttributedString.Key.strokeColor.rawValue
    }
    /// Points by which the text stands above the baseline.
    public enum BaselineOffsetAttribute: AttributedStringKey {
      /// Points.
      public typealias Value = CGFloat
      /// The name in archives.
      public static let name = NSAttributedString.Key.baselineOffset.rawValue
    }
    /// The attachment that stands in the place of the character U+FFFC.
    public enum AttachmentAttribute: AttributedStringKey {
      /// An attachment.
      public typealias Value = NSTextAttachment
      /// The name in archives.
      public static let name = NSAttributedString.Key.attachment.rawValue
    }
    /// The shadow of the text.
    public enum ShadowAttribute: AttributedStringKey {
      /// A shadow.
      public typealias Value = NSShadow
      /// The name in archives.
      public static let name = NSAttributedString.Key.shadow.rawValue
    }
  }
}

extension AttributeDynamicLookup {
  /// The attribute of UIKit by its name.
  public subscript<Attribute: AttributedStringKey>(
    dynamicMember keyPath: KeyPath<AttributeScopes.UIKitAttributes, Attribute>
  ) -> Attribute { self[Attribute.self] }
}
