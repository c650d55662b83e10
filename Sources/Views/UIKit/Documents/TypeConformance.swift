// The kinds of data, and the wider kinds that each is one of.
// Licensed under the MIT license; see LICENSE.

/// The tree of type identifiers, with extensions of files and types of MIME.
enum TypeConformance {
  /// The kinds that a kind is directly one of.
  private static let parents: [String: [String]] = [
    "public.content": ["public.item"],
    "public.data": ["public.item"],
    "public.text": ["public.data", "public.content"],
    "public.plain-text": ["public.text"],
    "public.utf8-plain-text": ["public.plain-text"],
    "public.utf16-plain-text": ["public.plain-text"],
    "public.utf16-external-plain-text": ["public.plain-text"],
    "public.source-code": ["public.plain-text"],
    "public.swift-source": ["public.source-code"],
    "public.comma-separated-values-text": ["public.plain-text"],
    "com.apple.property-list": ["public.data"],
    "public.json": ["public.text"],
    "public.xml": ["public.text"],
    "public.html": ["public.text"],
    "public.rtf": ["public.text"],
    "com.apple.flat-rtfd": ["public.data", "public.content"],
    "public.url": ["public.data"],
    "public.file-url": ["public.url"],
    "public.image": ["public.data", "public.content"],
    "public.png": ["public.image"],
    "public.jpeg": ["public.image"],
    "public.tiff": ["public.image"],
    "public.heif": ["public.image"],
    "public.heic": ["public.heif"],
    "public.svg-image": ["public.image", "public.xml"],
    "com.compuserve.gif": ["public.image"],
    "com.microsoft.bmp": ["public.image"],
    "org.webmproject.webp": ["public.image"],
    "public.audiovisual-content": ["public.data", "public.content"],
    "public.audio": ["public.audiovisual-content"],
    "public.movie": ["public.audiovisual-content"],
    "public.video": ["public.movie"],
    "public.mpeg-4": ["public.movie"],
    "com.apple.quicktime-movie": ["public.video"],
    "public.mp3": ["public.audio"],
    "com.microsoft.waveform-audio": ["public.audio"],
    "com.adobe.pdf": ["public.data", "public.content"],
    "public.archive": ["public.data"],
    "public.zip-archive": ["public.archive"],
    "public.folder": ["public.directory"],
    "public.directory": ["public.item"],
    "public.vcard": ["public.text"],
    "com.apple.uikit.color": ["public.data"],
  ]

  /// The kinds of files, by their extensions.
  private static let extensions: [String: String] = [
    "txt": "public.plain-text", "swift": "public.swift-source", "json": "public.json",
    "xml": "public.xml", "html": "public.html", "htm": "public.html", "rtf": "public.rtf",
    "png": "public.png", "jpg": "public.jpeg", "jpeg": "public.jpeg", "gif": "com.compuserve.gif",
    "tif": "public.tiff", "tiff": "public.tiff", "heic": "public.heic", "svg": "public.svg-image",
    "bmp": "com.microsoft.bmp", "webp": "org.webmproject.webp", "mp4": "public.mpeg-4",
    "mov": "com.apple.quicktime-movie", "mp3": "public.mp3", "pdf": "com.adobe.pdf",
    "zip": "public.zip-archive", "vcf": "public.vcard",
    "csv": "public.comma-separated-values-text", "plist": "com.apple.property-list",
    "heif": "public.heif", "wav": "com.microsoft.waveform-audio", "text": "public.plain-text",
    "m4v": "public.mpeg-4", "c": "public.source-code", "h": "public.source-code",
  ]

  /// The types of MIME of kinds.
  private static let mimes: [String: String] = [
    "public.plain-text": "text/plain", "public.html": "text/html", "public.xml": "application/xml",
    "public.json": "application/json", "public.rtf": "text/rtf", "public.png": "image/png",
    "public.comma-separated-values-text": "text/csv", "public.jpeg": "image/jpeg",
    "com.compuserve.gif": "image/gif", "public.tiff": "image/tiff", "public.heic": "image/heic",
    "public.heif": "image/heif", "public.svg-image": "image/svg+xml",
    "com.microsoft.bmp": "image/bmp", "org.webmproject.webp": "image/webp",
    "public.mpeg-4": "video/mp4", "com.apple.quicktime-movie": "video/quicktime",
    "public.mp3": "audio/mpeg", "com.microsoft.waveform-audio": "audio/wav",
    "com.adobe.pdf": "application/pdf", "public.zip-archive": "application/zip",
    "public.vcard": "text/vcard",
  ]

  /// The extensions of files of kinds that have several, with the usual one first.
  private static let usualExtensions: [String: String] = [
    "public.plain-text": "txt", "public.jpeg": "jpeg", "public.html": "html",
    "public.tiff": "tiff", "public.mpeg-4": "mp4", "public.source-code": "c",
  ]

  /// The start of the kinds of extensions that are not known; the extension follows.
  static let dynamicPrefix = "dyn.extension."

  /// Whether data of a kind is also data of another one.
  static func conforms(_ identifier: String, to other: String) -> Bool {
    if identifier == other { return true }
    if identifier.hasPrefix(dynamicPrefix) { return conforms("public.data", to: other) }
    return parents[identifier]?.contains { conforms($0, to: other) } ?? false
  }

  /// Returns the kind of a file; data, for an extension that is not known.
  static func kind(ofFileWith pathExtension: String) -> String {
    knownKind(ofFileWith: pathExtension) ?? "public.data"
  }

  /// Returns the kind of a file; nil for an extension that is not known.
  static func knownKind(ofFileWith pathExtension: String) -> String? {
    extensions[pathExtension.lowercased()]
  }

  /// Whether there is such a kind.
  static func isKnown(_ identifier: String) -> Bool {
    identifier == "public.item" || parents[identifier] != nil
      || identifier.hasPrefix(dynamicPrefix)
  }

  /// Returns the extensions of files of a kind, the usual one first.
  static func extensions(of identifier: String) -> [String] {
    if identifier.hasPrefix(dynamicPrefix) {
      return [String(identifier.dropFirst(dynamicPrefix.count))]
    }
    let usual = usualExtensions[identifier]
    let all = extensions.filter { $0.value == identifier }.keys.sorted()
    return all.filter { $0 == usual } + all.filter { $0 != usual }
  }

  /// Returns the type of MIME of a kind; nil if there is none.
  static func mime(of identifier: String) -> String? { mimes[identifier] }

  /// Returns the kind of a type of MIME; nil for one that is not known.
  static func kind(ofMIME type: String) -> String? {
    let wanted = type.lowercased()
    return mimes.first { $0.value == wanted }?.key
  }
}
