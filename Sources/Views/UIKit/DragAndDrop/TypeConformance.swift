// The kinds of data, and the wider kinds that each is one of.
// Licensed under the MIT license; see LICENSE.

/// The tree of type identifiers that item providers know.
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
    "public.heic": ["public.image"],
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
    "txt": "public.plain-text", "swift": "public.source-code", "json": "public.json",
    "xml": "public.xml", "html": "public.html", "htm": "public.html", "rtf": "public.rtf",
    "png": "public.png", "jpg": "public.jpeg", "jpeg": "public.jpeg", "gif": "com.compuserve.gif",
    "tif": "public.tiff", "tiff": "public.tiff", "heic": "public.heic", "svg": "public.svg-image",
    "bmp": "com.microsoft.bmp", "webp": "org.webmproject.webp", "mp4": "public.mpeg-4",
    "mov": "com.apple.quicktime-movie", "mp3": "public.mp3", "pdf": "com.adobe.pdf",
    "zip": "public.zip-archive", "vcf": "public.vcard",
  ]

  /// Whether data of a kind is also data of another one.
  static func conforms(_ identifier: String, to other: String) -> Bool {
    if identifier == other { return true }
    return parents[identifier]?.contains { conforms($0, to: other) } ?? false
  }

  /// Returns the kind of a file; data, for an extension that is not known.
  static func kind(ofFileWith pathExtension: String) -> String {
    extensions[pathExtension.lowercased()] ?? "public.data"
  }
}
