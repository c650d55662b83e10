// The kinds of files and data.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A kind of files or data, by its identifier.
///
///     UTType(filenameExtension: "jpg")?.conforms(to: .image)  // true
///
/// **Differences**: Apple's module is UniformTypeIdentifiers; here the type comes with UIKit. The
/// kinds are those below and those that item providers know. Kinds of a program have no extensions
/// of files: `Info.plist` is not read.
public struct UTType: Hashable, Sendable, CustomStringConvertible {
  /// The identifier: `public.png` for example.
  public let identifier: String
  /// The wider kind of a kind of a program's; nil for others.
  private var parent: String?

  /// Whether two kinds have the same identifier.
  public static func == (first: UTType, second: UTType) -> Bool {
    first.identifier == second.identifier
  }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

  /// The kind of an identifier; nil for one that is not known.
  public init?(_ identifier: String) {
    guard TypeConformance.isKnown(identifier) else { return nil }
    self.identifier = identifier
  }

  /// The kind of files of an extension; for one that is not known a kind of its own, of data.
  ///
  /// - Parameters:
  ///   - filenameExtension: Without a point; large and small letters are the same.
  ///   - supertype: A kind that the kind must be one of; data by default.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    let found = TypeConformance.knownKind(ofFileWith: filenameExtension)
    guard let found else {
      self.init(dynamic: filenameExtension, supertype)
      return
    }
    guard TypeConformance.conforms(found, to: supertype.identifier) else { return nil }
    self.init(known: found)
  }

  /// The kind of a type of MIME; nil for one that is not known.
  ///
  /// - Parameters:
  ///   - mimeType: `image/png` for example.
  ///   - supertype: A kind that the kind must be one of; data by default.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    guard let found = TypeConformance.kind(ofMIME: mimeType),
      TypeConformance.conforms(found, to: supertype.identifier)
    else { return nil }
    identifier = found
  }

  /// A kind that a program declares; the identifier is taken as it is.
  ///
  /// - Parameters:
  ///   - identifier: The identifier.
  ///   - parentType: The wider kind, or nil.
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.identifier = identifier
    parent = parentType?.identifier
  }

  /// A kind that another program declares; the identifier is taken as it is.
  ///
  /// - Parameters:
  ///   - identifier: The identifier.
  ///   - parentType: The wider kind, or nil.
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.identifier = identifier
    parent = parentType?.identifier
  }

  /// The kind of an extension that is not known.
  private init?(dynamic pathExtension: String, _ supertype: UTType) {
    guard !pathExtension.isEmpty, TypeConformance.conforms("public.data", to: supertype.identifier)
    else { return nil }
    self.init(known: TypeConformance.dynamicPrefix + pathExtension.lowercased())
  }

  private init(known identifier: String) { self.identifier = identifier }

  /// Whether it is this kind, or one of it.
  public func conforms(to type: UTType) -> Bool {
    TypeConformance.conforms(identifier, to: type.identifier)
      || parent.map { TypeConformance.conforms($0, to: type.identifier) } ?? false
  }

  /// Whether it is another kind, of this one.
  public func isSupertype(of type: UTType) -> Bool { type != self && type.conforms(to: self) }

  /// Whether it is another kind, one of that.
  public func isSubtype(of type: UTType) -> Bool { type != self && conforms(to: type) }

  /// Whether it stands for an extension that is not known.
  public var isDynamic: Bool { identifier.hasPrefix(TypeConformance.dynamicPrefix) }

  /// Whether it is known to all programs.
  public var isPublic: Bool { identifier.hasPrefix("public.") }

  /// The usual extension of its files; nil if there is none.
  public var preferredFilenameExtension: String? {
    TypeConformance.extensions(of: identifier).first
  }

  /// The type of MIME; nil if there is none.
  public var preferredMIMEType: String? { TypeConformance.mime(of: identifier) }

  /// The identifier.
  public var description: String { identifier }
}

extension UTType {
  /// Everything.
  public static let item = UTType(known: "public.item")
  /// Things that people look at or hear.
  public static let content = UTType(known: "public.content")
  /// Files with bytes.
  public static let data = UTType(known: "public.data")
  /// Folders of all kinds.
  public static let directory = UTType(known: "public.directory")
  /// Folders.
  public static let folder = UTType(known: "public.folder")
  /// Addresses.
  public static let url = UTType(known: "public.url")
  /// Addresses of files.
  public static let fileURL = UTType(known: "public.file-url")
  /// Texts.
  public static let text = UTType(known: "public.text")
  /// Texts without a form.
  public static let plainText = UTType(known: "public.plain-text")
  /// Texts without a form in UTF-8.
  public static let utf8PlainText = UTType(known: "public.utf8-plain-text")
  /// Tables whose values are between commas.
  public static let commaSeparatedText = UTType(known: "public.comma-separated-values-text")
  /// Texts with a form in RTF.
  public static let rtf = UTType(known: "public.rtf")
  /// Pages in HTML.
  public static let html = UTType(known: "public.html")
  /// XML.
  public static let xml = UTType(known: "public.xml")
  /// JSON.
  public static let json = UTType(known: "public.json")
  /// Property lists.
  public static let propertyList = UTType(known: "com.apple.property-list")
  /// Programs as text.
  public static let sourceCode = UTType(known: "public.source-code")
  /// Programs in Swift.
  public static let swiftSource = UTType(known: "public.swift-source")
  /// PDF.
  public static let pdf = UTType(known: "com.adobe.pdf")
  /// Pictures.
  public static let image = UTType(known: "public.image")
  /// Pictures in PNG.
  public static let png = UTType(known: "public.png")
  /// Pictures in JPEG.
  public static let jpeg = UTType(known: "public.jpeg")
  /// Pictures in TIFF.
  public static let tiff = UTType(known: "public.tiff")
  /// Pictures in GIF.
  public static let gif = UTType(known: "com.compuserve.gif")
  /// Pictures in BMP.
  public static let bmp = UTType(known: "com.microsoft.bmp")
  /// Pictures in WebP.
  public static let webP = UTType(known: "org.webmproject.webp")
  /// Pictures in HEIF.
  public static let heif = UTType(known: "public.heif")
  /// Pictures in HEIC.
  public static let heic = UTType(known: "public.heic")
  /// Drawings in SVG.
  public static let svg = UTType(known: "public.svg-image")
  /// Sounds and films.
  public static let audiovisualContent = UTType(known: "public.audiovisual-content")
  /// Films with sound.
  public static let movie = UTType(known: "public.movie")
  /// Films.
  public static let video = UTType(known: "public.video")
  /// Sounds.
  public static let audio = UTType(known: "public.audio")
  /// Films in MPEG-4.
  public static let mpeg4Movie = UTType(known: "public.mpeg-4")
  /// Films in QuickTime's container.
  public static let quickTimeMovie = UTType(known: "com.apple.quicktime-movie")
  /// Sounds in MP3.
  public static let mp3 = UTType(known: "public.mp3")
  /// Sounds in WAV.
  public static let wav = UTType(known: "com.microsoft.waveform-audio")
  /// Files with files in them.
  public static let archive = UTType(known: "public.archive")
  /// Archives in ZIP.
  public static let zip = UTType(known: "public.zip-archive")
  /// Cards of contacts.
  public static let vCard = UTType(known: "public.vcard")
}

extension URL {
  /// Begins to use a file outside of the program's room: true, Linux has no such rooms.
  @discardableResult
  public func startAccessingSecurityScopedResource() -> Bool { true }

  /// Ends what `startAccessingSecurityScopedResource()` began; there is nothing to end.
  public func stopAccessingSecurityScopedResource() {}
}
