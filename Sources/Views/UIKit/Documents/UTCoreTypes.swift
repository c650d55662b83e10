// Kinds of files and data by the names that they had before `UTType`.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics

/// Everything.
public let kUTTypeItem: CFString = "public.item"
/// Things that people look at or hear.
public let kUTTypeContent: CFString = "public.content"
/// Files with bytes.
public let kUTTypeData: CFString = "public.data"
/// Folders of all kinds.
public let kUTTypeDirectory: CFString = "public.directory"
/// Folders.
public let kUTTypeFolder: CFString = "public.folder"
/// Addresses.
public let kUTTypeURL: CFString = "public.url"
/// Addresses of files.
public let kUTTypeFileURL: CFString = "public.file-url"
/// Texts.
public let kUTTypeText: CFString = "public.text"
/// Texts without a form.
public let kUTTypePlainText: CFString = "public.plain-text"
/// Texts without a form in UTF-8.
public let kUTTypeUTF8PlainText: CFString = "public.utf8-plain-text"
/// Tables whose values are between commas.
public let kUTTypeCommaSeparatedText: CFString = "public.comma-separated-values-text"
/// Texts in RTF.
public let kUTTypeRTF: CFString = "public.rtf"
/// Pages of HTML.
public let kUTTypeHTML: CFString = "public.html"
/// Documents in XML.
public let kUTTypeXML: CFString = "public.xml"
/// Documents in JSON.
public let kUTTypeJSON: CFString = "public.json"
/// Property lists.
public let kUTTypePropertyList: CFString = "com.apple.property-list"
/// Sources of programs.
public let kUTTypeSourceCode: CFString = "public.source-code"
/// Sources in Swift.
public let kUTTypeSwiftSource: CFString = "public.swift-source"
/// Documents in PDF.
public let kUTTypePDF: CFString = "com.adobe.pdf"
/// Pictures.
public let kUTTypeImage: CFString = "public.image"
/// Pictures in PNG.
public let kUTTypePNG: CFString = "public.png"
/// Pictures in JPEG.
public let kUTTypeJPEG: CFString = "public.jpeg"
/// Pictures in TIFF.
public let kUTTypeTIFF: CFString = "public.tiff"
/// Pictures in GIF.
public let kUTTypeGIF: CFString = "com.compuserve.gif"
/// Pictures in BMP.
public let kUTTypeBMP: CFString = "com.microsoft.bmp"
/// Pictures in SVG.
public let kUTTypeScalableVectorGraphics: CFString = "public.svg-image"
/// Films and sounds.
public let kUTTypeAudiovisualContent: CFString = "public.audiovisual-content"
/// Films.
public let kUTTypeMovie: CFString = "public.movie"
/// Films without sound.
public let kUTTypeVideo: CFString = "public.video"
/// Sounds.
public let kUTTypeAudio: CFString = "public.audio"
/// Films in MPEG-4.
public let kUTTypeMPEG4: CFString = "public.mpeg-4"
/// Films of QuickTime.
public let kUTTypeQuickTimeMovie: CFString = "com.apple.quicktime-movie"
/// Sounds in MP3.
public let kUTTypeMP3: CFString = "public.mp3"
/// Sounds in WAV.
public let kUTTypeWaveformAudio: CFString = "com.microsoft.waveform-audio"
/// Archives of files.
public let kUTTypeArchive: CFString = "public.archive"
/// Archives in ZIP.
public let kUTTypeZipArchive: CFString = "public.zip-archive"
/// Cards of people.
public let kUTTypeVCard: CFString = "public.vcard"

/// Whether a kind is another one, or one of it.
///
/// - Parameters:
///   - inUTI: The identifier of a kind.
///   - inConformsToUTI: The identifier of the wider one.
public func UTTypeConformsTo(_ inUTI: CFString, _ inConformsToUTI: CFString) -> Bool {
  TypeConformance.conforms(inUTI, to: inConformsToUTI)
}

/// Whether two identifiers are those of one kind; large and small letters are the same.
public func UTTypeEqual(_ inUTI1: CFString, _ inUTI2: CFString) -> Bool {
  inUTI1.lowercased() == inUTI2.lowercased()
}
