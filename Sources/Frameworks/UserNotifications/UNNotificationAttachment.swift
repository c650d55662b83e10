// Files that notifications show.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The key of the type of the file, a `String` such as `public.png`.
public let UNNotificationAttachmentOptionsTypeHintKey =
  "UNNotificationAttachmentOptionsTypeHintKey"
/// The key of whether the small picture is left out, a `Bool`.
public let UNNotificationAttachmentOptionsThumbnailHiddenKey =
  "UNNotificationAttachmentOptionsThumbnailHiddenKey"
/// The key of the part that the small picture shows, a dictionary of a rectangle in 0...1.
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey =
  "UNNotificationAttachmentOptionsThumbnailClippingRectKey"
/// The key of the second, or of the picture, that the small picture shows, an `NSNumber`.
public let UNNotificationAttachmentOptionsThumbnailTimeKey =
  "UNNotificationAttachmentOptionsThumbnailTimeKey"

/// A picture, a sound or a film that a notification shows.
///
/// **Differences**: the file stays where it is, and is not moved into a store of the system. It is
/// no `NSSecureCoding`.
public final class UNNotificationAttachment: NSObject, NSCopying, Sendable {
  /// The name.
  public let identifier: String
  /// The file.
  public let url: URL
  /// The type of the file, such as `public.png`.
  public let type: String

  /// A kind of files that notifications take.
  private struct Kind {
    var type: String
    /// Bytes: 5 MB of sound, 10 MB of pictures, 50 MB of films.
    ///
    /// Source: Apple's documentation of `UNNotificationAttachment`, "Supported File Types".
    var limit: Int
  }

  private static let sound = 5 << 20
  private static let picture = 10 << 20
  private static let film = 50 << 20

  private static let kinds: [String: Kind] = [
    "aif": Kind(type: "public.aiff-audio", limit: sound),
    "aiff": Kind(type: "public.aiff-audio", limit: sound),
    "wav": Kind(type: "com.microsoft.waveform-audio", limit: sound),
    "mp3": Kind(type: "public.mp3", limit: sound),
    "m4a": Kind(type: "public.mpeg-4-audio", limit: sound),
    "jpg": Kind(type: "public.jpeg", limit: picture),
    "jpeg": Kind(type: "public.jpeg", limit: picture),
    "gif": Kind(type: "com.compuserve.gif", limit: picture),
    "png": Kind(type: "public.png", limit: picture),
    "mpg": Kind(type: "public.mpeg", limit: film),
    "mpeg": Kind(type: "public.mpeg", limit: film),
    "mp4": Kind(type: "public.mpeg-4", limit: film),
    "avi": Kind(type: "public.avi", limit: film),
  ]

  /// Creates an attachment.
  ///
  /// - Parameters:
  ///   - identifier: The name; empty for a unique one.
  ///   - url: The file.
  ///   - options: The keys above; of these the type is read.
  /// - Throws: `UNError` with the code `attachmentInvalidURL` for what is no file that can be read,
  ///   `attachmentUnrecognizedType` for a type that is no picture, sound or film, and
  ///   `attachmentInvalidFileSize` for a file that is larger than its type may be.
  public init(identifier: String, url: URL, options: [AnyHashable: Any]? = nil) throws {
    guard url.isFileURL, FileManager.default.isReadableFile(atPath: url.path),
      let facts = try? FileManager.default.attributesOfItem(atPath: url.path),
      facts[.type] as? FileAttributeType == .typeRegular
    else { throw UNError(.attachmentInvalidURL, "\(url): expected a file that can be read") }
    let hint = options?[UNNotificationAttachmentOptionsTypeHintKey] as? String
    let kind =
      hint.flatMap { hint in Self.kinds.values.first { $0.type == hint } }
      ?? Self.kinds[url.pathExtension.lowercased()]
    guard let kind else {
      throw UNError(
        .attachmentUnrecognizedType,
        "\(url.lastPathComponent): expected a picture, a sound or a film"
      )
    }
    let size = (facts[.size] as? NSNumber)?.intValue ?? 0
    guard size <= kind.limit else {
      throw UNError(
        .attachmentInvalidFileSize,
        "\(url.lastPathComponent): \(size) bytes; expected \(kind.limit) at most"
      )
    }
    self.identifier = identifier.isEmpty ? UUID().uuidString : identifier
    self.url = url
    type = kind.type
    super.init()
  }

  /// Returns itself: it does not change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the other object is the same file under the same name.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationAttachment else { return false }
    return identifier == other.identifier && url == other.url && type == other.type
  }

  /// A number that equal attachments share.
  public override var hash: Int { identifier.hashValue }
}
