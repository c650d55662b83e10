// Attachments: pictures that stand in text.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

extension NSAttributedString.Key {
  /// The thing that stands in the place of the character U+FFFC: an `NSTextAttachment`.
  public static let attachment = NSAttributedString.Key(rawValue: "NSAttachment")
}

extension NSAttributedString {
  /// The character that an attachment stands in the place of: U+FFFC.
  public class var attachmentCharacter: Int { NSTextAttachment.character }

  /// Creates a string of one character in whose place an attachment stands.
  public convenience init(attachment: NSTextAttachment) {
    self.init(
      string: NSTextAttachment.characterString,
      attributes: [.attachment: attachment]
    )
  }
}

/// An object that says which picture an attachment shows, and in which rectangle.
public protocol NSTextAttachmentContainer: AnyObject {
  /// Returns the picture, or nil.
  ///
  /// - Parameters:
  ///   - imageBounds: The rectangle that it is drawn into, with the baseline at y = 0 and y up.
  ///   - textContainer: The room of the text; nil where it is in no text view.
  ///   - charIndex: The UTF-16 code unit of the text.
  func image(
    forBounds imageBounds: CGRect,
    textContainer: NSTextContainer?,
    characterIndex charIndex: Int
  ) -> UIImage?

  /// Returns the rectangle, in points, from the place of the character on the baseline, y up.
  ///
  /// - Parameters:
  ///   - textContainer: The room of the text; nil where it is in no text view.
  ///   - lineFrag: As wide as lines may be.
  ///   - position: Where the character is in the line; zero here.
  ///   - charIndex: The UTF-16 code unit of the text.
  func attachmentBounds(
    for textContainer: NSTextContainer?,
    proposedLineFragment lineFrag: CGRect,
    glyphPosition position: CGPoint,
    characterIndex charIndex: Int
  ) -> CGRect
}

/// A picture in text: in labels, text views, buttons, and strings that are drawn.
///
/// The line leaves room for `bounds`: its width moves what follows, and its top and bottom make the
/// line higher where they are beyond those of the text.
///
/// ```swift
/// let star = NSTextAttachment(image: UIImage(systemName: "star.fill")!)
/// star.bounds = CGRect(x: 0, y: -3, width: 17, height: 17)
/// label.attributedText = NSAttributedString(attachment: star)
/// ```
///
/// Templates, as symbols are, take the colour of the text.
///
/// **Differences**: nothing stands for an attachment without a picture; there are no views in text.
/// A line with an attachment is at least as high as its font asks for.
open class NSTextAttachment: NSObject, NSTextAttachmentContainer, NSSecureCoding {
  /// The character that an attachment stands in the place of: U+FFFC.
  public static let character = 0xFFFC
  static let characterString = "\u{FFFC}"

  /// The picture; nil for that of `contents`, if they are one.
  open var image: UIImage?
  /// The rectangle in points, from the place of the character on the baseline, y up: below 0 the
  /// picture goes under the baseline.
  ///
  /// Zero, the default, stands for the size of the picture, on the baseline; symbols are moved so
  /// that their middle is that of capital letters.
  open var bounds = CGRect.zero
  /// The bytes of a file; nil if there are none.
  open var contents: Data? {
    didSet { decoded = nil }
  }
  /// The type of the file, as a uniform type identifier; nil if it is not known.
  open var fileType: String?
  /// Points that are free at both sides; 0 by default.
  open var lineLayoutPadding: CGFloat = 0
  private var decoded: UIImage?

  /// Creates an attachment of a file.
  ///
  /// - Parameters:
  ///   - contentData: The bytes; a picture shows.
  ///   - uti: The uniform type identifier; it is kept, the bytes tell the kind of picture.
  public init(data contentData: Data?, ofType uti: String?) {
    contents = contentData
    fileType = uti
    super.init()
  }

  /// Creates an attachment without a picture.
  public override convenience init() { self.init(data: nil, ofType: nil) }

  /// Creates an attachment of a picture.
  public convenience init(image: UIImage) {
    self.init(data: nil, ofType: nil)
    self.image = image
  }

  /// Reads an attachment from an archive.
  public required init?(coder: NSCoder) {
    image = coder.object(of: UIImage.self, forKey: "NSImage")
    contents = coder.object(of: NSData.self, forKey: "NSContents") as Data?
    fileType = coder.object(of: NSString.self, forKey: "NSFileType") as String?
    bounds = CGRect(
      x: coder.decodeDouble(forKey: "NSBoundsX"),
      y: coder.decodeDouble(forKey: "NSBoundsY"),
      width: coder.decodeDouble(forKey: "NSBoundsWidth"),
      height: coder.decodeDouble(forKey: "NSBoundsHeight")
    )
    super.init()
  }

  /// Whether archives may be read safely: true.
  open class var supportsSecureCoding: Bool { true }

  /// Writes picture, file and bounds.
  open func encode(with coder: NSCoder) {
    coder.encode(image, forKey: "NSImage")
    coder.encode(contents.map { NSData(data: $0) }, forKey: "NSContents")
    coder.encode(fileType.map { NSString(string: $0) }, forKey: "NSFileType")
    coder.encode(Double(bounds.origin.x), forKey: "NSBoundsX")
    coder.encode(Double(bounds.origin.y), forKey: "NSBoundsY")
    coder.encode(Double(bounds.size.width), forKey: "NSBoundsWidth")
    coder.encode(Double(bounds.size.height), forKey: "NSBoundsHeight")
  }

  /// The picture, or that of the file.
  final var picture: UIImage? {
    if let image { return image }
    if decoded == nil, let contents { decoded = UIImage(data: contents) }
    return decoded
  }

  /// Returns the picture; a subclass may show another one.
  open func image(
    forBounds imageBounds: CGRect,
    textContainer: NSTextContainer?,
    characterIndex charIndex: Int
  ) -> UIImage? { picture }

  /// Returns `bounds`, or the size of the picture if they are zero; a subclass may say others.
  open func attachmentBounds(
    for textContainer: NSTextContainer?,
    proposedLineFragment lineFrag: CGRect,
    glyphPosition position: CGPoint,
    characterIndex charIndex: Int
  ) -> CGRect {
    if bounds != .zero { return bounds }
    return CGRect(origin: .zero, size: picture?.size ?? .zero)
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}
