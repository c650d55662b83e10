// The objects that item providers write and read: texts, addresses, images, colours.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// An object of a class from one of a class above it.
///
/// - Throws: An error of Foundation for a subclass that cannot be made.
private func cast<Object>(_ object: AnyObject?, to type: Object.Type) throws -> Object {
  guard let object = object as? Object else { throw CocoaError(.coderInvalidValue) }
  return object
}

extension NSString: NSItemProviderWriting, NSItemProviderReading {
  /// Plain text in UTF-8.
  public static var writableTypeIdentifiersForItemProvider: [String] {
    ["public.utf8-plain-text"]
  }

  /// Plain text.
  public static var readableTypeIdentifiersForItemProvider: [String] {
    ["public.utf8-plain-text", "public.utf16-plain-text", "public.plain-text"]
  }

  /// Writes the text in UTF-8.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler:
      @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    completionHandler(Data((self as String).utf8), nil)
    return nil
  }

  /// Reads a text in UTF-8, or in UTF-16 for that kind.
  public static func object(
    withItemProviderData data: Data,
    typeIdentifier: String
  ) throws -> Self {
    let encoding: String.Encoding =
      typeIdentifier == "public.utf16-plain-text" ? .utf16 : .utf8
    return try cast(String(data: data, encoding: encoding).map { $0 as NSString }, to: Self.self)
  }
}

extension NSURL: NSItemProviderWriting, NSItemProviderReading {
  /// An address; that of a file, too.
  public static var writableTypeIdentifiersForItemProvider: [String] {
    ["public.url", "public.file-url"]
  }

  /// An address, and for that of a file its own kind before.
  public var writableTypeIdentifiersForItemProvider: [String] {
    isFileURL ? ["public.file-url", "public.url"] : ["public.url"]
  }

  /// An address.
  public static var readableTypeIdentifiersForItemProvider: [String] {
    ["public.file-url", "public.url"]
  }

  /// Writes the address as a text in UTF-8.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler:
      @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    completionHandler(Data(absoluteString.utf8), nil)
    return nil
  }

  /// Reads an address from a text in UTF-8.
  public static func object(
    withItemProviderData data: Data,
    typeIdentifier: String
  ) throws -> Self {
    let text = String(data: data, encoding: .utf8)
    return try cast(text.flatMap { NSURL(string: $0) }, to: Self.self)
  }
}

extension UIImage: NSItemProviderWriting, NSItemProviderReading {
  /// PNG.
  public static var writableTypeIdentifiersForItemProvider: [String] { ["public.png"] }

  /// The formats of images.
  public static var readableTypeIdentifiersForItemProvider: [String] {
    ["public.png", "public.jpeg", "public.tiff", "com.compuserve.gif", "public.image"]
  }

  /// Writes the image as PNG, without its scale.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler:
      @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    let data = pngData()
    completionHandler(data, data == nil ? CocoaError(.fileWriteUnknown) : nil)
    return nil
  }

  /// Reads an image of one pixel a point from a file's bytes.
  public static func object(
    withItemProviderData data: Data,
    typeIdentifier: String
  ) throws -> Self {
    try cast(UIImage(data: data), to: Self.self)
  }
}

extension UIColor: NSItemProviderWriting, NSItemProviderReading {
  /// A colour.
  public static var writableTypeIdentifiersForItemProvider: [String] {
    ["com.apple.uikit.color"]
  }

  /// A colour.
  public static var readableTypeIdentifiersForItemProvider: [String] {
    ["com.apple.uikit.color"]
  }

  /// Writes red, green, blue and alpha, in the order of JSON's arrays.
  ///
  /// **Differences**: Apple's bytes are an archive of its own, which no program here reads.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler:
      @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    var (red, green, blue, alpha) = (CGFloat(0), CGFloat(0), CGFloat(0), CGFloat(0))
    getRed(&red, green: &green, blue: &blue, alpha: &alpha)
    do {
      completionHandler(
        try JSONEncoder().encode([red, green, blue, alpha].map { Double($0) }),
        nil
      )
    } catch {
      completionHandler(nil, error)
    }
    return nil
  }

  /// Reads red, green, blue and alpha.
  public static func object(
    withItemProviderData data: Data,
    typeIdentifier: String
  ) throws -> Self {
    let parts = try JSONDecoder().decode([Double].self, from: data)
    guard parts.count == 4 else { throw CocoaError(.coderInvalidValue) }
    return try cast(
      UIColor(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3]),
      to: Self.self
    )
  }
}
