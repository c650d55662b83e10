// Kinds of files by their first bytes, to say what a file is that is no package.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// A kind of file, by its name with an article.
enum FileKind: String {
  case png = "a PNG picture"
  case jpeg = "a JPEG picture"
  case gif = "a GIF picture"
  case webp = "a WebP picture"
  case tiff = "a TIFF picture"
  case heif = "a HEIF picture"
  case pdf = "a PDF document"
  case playList = "a play list (m3u8)"
  case mpeg4 = "a film (MP4 or QuickTime)"
  case matroska = "a film (Matroska or WebM)"
  case propertyList = "a binary property list; a keyed archive has a name that ends with .caar"
  case markup = "XML; a document has a name that ends with .caml"

  /// The kind of a file; nil for any other.
  init?(of data: Data) {
    let bytes = [UInt8](data.prefix(16))
    func has(_ text: String, at place: Int = 0) -> Bool {
      bytes.dropFirst(place).starts(with: text.utf8)
    }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if has("GIF8") {
      self = .gif
    } else if has("RIFF"), has("WEBP", at: 8) {
      self = .webp
    } else if bytes.starts(with: [0x49, 0x49, 42, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 42]) {
      self = .tiff
    } else if has("%PDF") {
      self = .pdf
    } else if has("#EXTM3U") {
      self = .playList
    } else if has("ftyp", at: 4) {
      self = has("heic", at: 8) || has("mif1", at: 8) || has("avif", at: 8) ? .heif : .mpeg4
    } else if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      self = .matroska
    } else if has("bplist") {
      self = .propertyList
    } else if has("<?xml") || has("<caml") {
      self = .markup
    } else {
      return nil
    }
  }
}
