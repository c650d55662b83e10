// Attributed strings of documents: plain text, and pages of HTML.
// Licensed under the MIT license; see LICENSE.

public import Foundation

extension NSAttributedString {
  /// The kind of a document.
  ///
  /// **Differences**: there are no documents in RTF.
  public struct DocumentType: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// A kind of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Text without attributes.
    public static let plain = DocumentType(rawValue: "NSPlainText")
    /// A page of HTML.
    public static let html = DocumentType(rawValue: "NSHTML")
  }

  /// The name of a wish about the reading of a document.
  public struct DocumentReadingOptionKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// A wish of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The kind, a `DocumentType`; without it, the first characters decide.
    public static let documentType = Self(rawValue: "DocumentType")
    /// The encoding, the raw value of a `String.Encoding`; UTF-8 by default, and Windows-1252 for
    /// bytes that are none.
    public static let characterEncoding = Self(rawValue: "CharacterEncoding")
    /// The attributes of text that has none of the document's, a dictionary.
    public static let defaultAttributes = Self(rawValue: "DefaultAttributes")
  }

  /// The name of a fact about a document.
  public struct DocumentAttributeKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// A fact of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The kind, a `DocumentType`.
    public static let documentType = Self(rawValue: "DocumentType")
    /// The encoding, the raw value of a `String.Encoding`.
    public static let characterEncoding = Self(rawValue: "CharacterEncoding")
  }

  /// The longest document that is read, in bytes.
  private static var longestDocument: Int { 8 << 20 }

  // `Any` because: it is Apple's type.
  /// Reads a document.
  ///
  /// ```swift
  /// let text = try NSAttributedString(
  ///   data: Data(page.utf8),
  ///   options: [.documentType: NSAttributedString.DocumentType.html],
  ///   documentAttributes: nil
  /// )
  /// ```
  ///
  /// Of HTML it knows paragraphs, headings, lists, breaks, preformatted and quoted text, links,
  /// `b`, `strong`, `i`, `em`, `u`, `s`, `code`, `font`, and `style` attributes with `color`,
  /// `background-color`, `font-size`, `font-family`, `font-weight`, `font-style`,
  /// `text-decoration` and `text-align`. Errors in it are passed over.
  ///
  /// - Parameters:
  ///   - data: At most 8 MiB.
  ///   - options: The kind, the encoding, the attributes.
  ///   - dict: Gets the kind and the encoding by their names.
  /// - Throws: `CocoaError.fileReadTooLarge` for a longer document,
  ///   `CocoaError.fileReadCorruptFile` for a kind that is not known, such as RTF, and
  ///   `CocoaError.fileReadInapplicableStringEncoding` for bytes that are not of the encoding.
  ///
  /// **Differences**: text of HTML has the system font of 12 points unless the page says another
  /// one. Style sheets, tables, pictures and scripts of a page do not count. A pointer to the
  /// attributes is an `UnsafeMutablePointer`.
  public convenience init(
    data: Data,
    options: [DocumentReadingOptionKey: Any] = [:],
    documentAttributes dict: UnsafeMutablePointer<NSDictionary?>?
  ) throws {
    guard data.count <= Self.longestDocument else { throw CocoaError(.fileReadTooLarge) }
    let (text, encoding) = try Self.decoded(data, options[.characterEncoding])
    let kind = try Self.kind(of: text, options[.documentType])
    let defaults = options[.defaultAttributes] as? [Key: Any] ?? [:]
    dict?.pointee = NSDictionary(
      objects: [kind.rawValue as NSString, NSNumber(value: encoding.rawValue)],
      forKeys: [
        DocumentAttributeKey.documentType.rawValue as NSString,
        DocumentAttributeKey.characterEncoding.rawValue as NSString,
      ]
    )
    if kind == .html {
      self.init(attributedString: HTMLText.read(text, defaults: defaults))
    } else {
      self.init(string: text, attributes: defaults)
    }
  }

  // `Any` because: it is Apple's type.
  private static func kind(of text: String, _ wish: Any?) throws -> DocumentType {
    if let wish {
      let kind = wish as? DocumentType ?? (wish as? String).map { DocumentType(rawValue: $0) }
      guard let kind, kind == .plain || kind == .html else {
        throw CocoaError(.fileReadCorruptFile)
      }
      return kind
    }
    let start = text.prefix(512).drop { $0.isWhitespace }.lowercased()
    if start.hasPrefix("{\\rtf") { throw CocoaError(.fileReadCorruptFile) }
    return start.hasPrefix("<!doctype html") || start.hasPrefix("<html") ? .html : .plain
  }

  // `Any` because: it is Apple's type.
  private static func decoded(_ data: Data, _ wish: Any?) throws -> (String, String.Encoding) {
    if let wish {
      let number = (wish as? NSNumber)?.uintValue ?? wish as? UInt
      let encoding = wish as? String.Encoding ?? number.map { String.Encoding(rawValue: $0) }
      guard let encoding, let text = String(data: data, encoding: encoding) else {
        throw CocoaError(.fileReadInapplicableStringEncoding)
      }
      return (text, encoding)
    }
    if let text = String(data: data, encoding: .utf8) { return (text, .utf8) }
    guard let text = String(data: data, encoding: .windowsCP1252) else {
      throw CocoaError(.fileReadInapplicableStringEncoding)
    }
    return (text, .windowsCP1252)
  }
}
