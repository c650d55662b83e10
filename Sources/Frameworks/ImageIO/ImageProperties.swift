// Keys of properties of images and files.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics

/// An inch in metres: 25.4 mm, by definition.
let metresPerInch = 0.0254

// MARK: - Images

/// The width in pixels, an `Int`.
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// The height in pixels, an `Int`.
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// Pixels per inch along x, a `Double`.
public let kCGImagePropertyDPIWidth: CFString = "DPIWidth"
/// Pixels per inch along y, a `Double`.
public let kCGImagePropertyDPIHeight: CFString = "DPIHeight"
/// Bits per component in the file, an `Int`.
public let kCGImagePropertyDepth: CFString = "Depth"
/// The colour model of the file, a string.
public let kCGImagePropertyColorModel: CFString = "ColorModel"
/// The colour model is cyan, magenta, yellow and black.
public let kCGImagePropertyColorModelCMYK: CFString = "CMYK"
/// The colour model is red, green and blue.
public let kCGImagePropertyColorModelRGB: CFString = "RGB"
/// The colour model is grey.
public let kCGImagePropertyColorModelGray: CFString = "Gray"
/// The orientation of the picture, an `Int`: the `rawValue` of a `CGImagePropertyOrientation`.
public let kCGImagePropertyOrientation: CFString = "Orientation"
/// The name of the file's ICC profile, a string.
public let kCGImagePropertyProfileName: CFString = "ProfileName"
/// The size of the file in bytes, an `Int`.
public let kCGImagePropertyFileSize: CFString = "FileSize"
/// Whether pixels have alpha, a `Bool`.
public let kCGImagePropertyHasAlpha: CFString = "HasAlpha"
/// Whether pixels are numbers of colours in a table, a `Bool`.
public let kCGImagePropertyIsIndexed: CFString = "IsIndexed"

// MARK: - PNG

/// The properties of PNG files, a dictionary.
public let kCGImagePropertyPNGDictionary: CFString = "{PNG}"
/// The exponent of encoding, a `Double`, where the file has one that counts.
public let kCGImagePropertyPNGGamma: CFString = "Gamma"
/// 1 if the file is interlaced, else 0; an `Int`.
public let kCGImagePropertyPNGInterlaceType: CFString = "InterlaceType"
/// Pixels per metre along x, an `Int`.
public let kCGImagePropertyPNGXPixelsPerMeter: CFString = "XPixelsPerMeter"
/// Pixels per metre along y, an `Int`.
public let kCGImagePropertyPNGYPixelsPerMeter: CFString = "YPixelsPerMeter"
/// The time that a frame is shown, in seconds, a `Double`.
///
/// **Differences**: as in the file; very short times are not made longer.
public let kCGImagePropertyAPNGDelayTime: CFString = "DelayTime"
/// The time that a frame is shown, in seconds, a `Double`, as in the file.
public let kCGImagePropertyAPNGUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// The loop count of an animation, an `Int`; 0 without end.
public let kCGImagePropertyAPNGLoopCount: CFString = "LoopCount"
/// The width of an animation in pixels, an `Int`.
public let kCGImagePropertyAPNGCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// The height of an animation in pixels, an `Int`.
public let kCGImagePropertyAPNGCanvasPixelHeight: CFString = "CanvasPixelHeight"

// MARK: - GIF

/// The properties of GIF files, a dictionary.
public let kCGImagePropertyGIFDictionary: CFString = "{GIF}"
/// The loop count of an animation, an `Int`; 0 without end.
public let kCGImagePropertyGIFLoopCount: CFString = "LoopCount"
/// The time that a frame is shown, in seconds, a `Double`; up to 0.01 s counts as 0.1 s.
public let kCGImagePropertyGIFDelayTime: CFString = "DelayTime"
/// The time that a frame is shown, in seconds, a `Double`, as in the file.
public let kCGImagePropertyGIFUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// The width of an animation in pixels, an `Int`.
public let kCGImagePropertyGIFCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// The height of an animation in pixels, an `Int`.
public let kCGImagePropertyGIFCanvasPixelHeight: CFString = "CanvasPixelHeight"
/// Whether frames can share colours, a `Bool`.
public let kCGImagePropertyGIFHasGlobalColorMap: CFString = "HasGlobalColorMap"

// MARK: - WebP

/// The properties of WebP files, a dictionary.
public let kCGImagePropertyWebPDictionary: CFString = "{WebP}"
/// The loop count of an animation, an `Int`; 0 without end.
public let kCGImagePropertyWebPLoopCount: CFString = "LoopCount"
/// The time that a frame is shown, in seconds, a `Double`; up to 0.01 s counts as 0.1 s.
public let kCGImagePropertyWebPDelayTime: CFString = "DelayTime"
/// The time that a frame is shown, in seconds, a `Double`, as in the file.
public let kCGImagePropertyWebPUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// The width of an animation in pixels, an `Int`.
public let kCGImagePropertyWebPCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// The height of an animation in pixels, an `Int`.
public let kCGImagePropertyWebPCanvasPixelHeight: CFString = "CanvasPixelHeight"

// MARK: - JPEG

/// The properties of JPEG files, a dictionary.
public let kCGImagePropertyJFIFDictionary: CFString = "{JFIF}"
/// Whether the file shows coarse pictures first, a `Bool`.
public let kCGImagePropertyJFIFIsProgressive: CFString = "IsProgressive"

// MARK: - TIFF, also as part of Exif

/// The data of cameras and programs about the picture, a dictionary.
public let kCGImagePropertyTIFFDictionary: CFString = "{TIFF}"
/// The compression of pixels: 1 none, 5 LZW, 8 deflate, 32773 runs of bytes; a number.
public let kCGImagePropertyTIFFCompression: CFString = "Compression"
/// The description of the picture, a string.
public let kCGImagePropertyTIFFImageDescription: CFString = "ImageDescription"
/// The manufacturer of the camera, a string.
public let kCGImagePropertyTIFFMake: CFString = "Make"
/// The camera, a string.
public let kCGImagePropertyTIFFModel: CFString = "Model"
/// As `kCGImagePropertyOrientation`.
public let kCGImagePropertyTIFFOrientation: CFString = "Orientation"
/// Pixels per unit along x, a `Double`.
public let kCGImagePropertyTIFFXResolution: CFString = "XResolution"
/// Pixels per unit along y, a `Double`.
public let kCGImagePropertyTIFFYResolution: CFString = "YResolution"
/// The unit of resolution, an `Int`: 2 for inches, 3 for centimetres.
public let kCGImagePropertyTIFFResolutionUnit: CFString = "ResolutionUnit"
/// The program that wrote the file, a string.
public let kCGImagePropertyTIFFSoftware: CFString = "Software"
/// The time of the file's last change, a string: `2024:05:31 12:00:00`.
public let kCGImagePropertyTIFFDateTime: CFString = "DateTime"
/// The author of the picture, a string.
public let kCGImagePropertyTIFFArtist: CFString = "Artist"
/// The copyright notice, a string.
public let kCGImagePropertyTIFFCopyright: CFString = "Copyright"

// MARK: - Exif

/// The settings with which the picture was taken, a dictionary.
public let kCGImagePropertyExifDictionary: CFString = "{Exif}"
/// In seconds, a `Double`.
public let kCGImagePropertyExifExposureTime: CFString = "ExposureTime"
/// The aperture, a `Double`.
public let kCGImagePropertyExifFNumber: CFString = "FNumber"
/// The sensitivity, an array of `Int`.
public let kCGImagePropertyExifISOSpeedRatings: CFString = "ISOSpeedRatings"
/// The time when the picture was taken, a string.
public let kCGImagePropertyExifDateTimeOriginal: CFString = "DateTimeOriginal"
/// The time when the picture was stored, a string.
public let kCGImagePropertyExifDateTimeDigitized: CFString = "DateTimeDigitized"
/// In millimetres, a `Double`.
public let kCGImagePropertyExifFocalLength: CFString = "FocalLength"
/// 1 for sRGB, 65535 for others, an `Int`.
public let kCGImagePropertyExifColorSpace: CFString = "ColorSpace"
/// The width in pixels, an `Int`.
public let kCGImagePropertyExifPixelXDimension: CFString = "PixelXDimension"
/// The height in pixels, an `Int`.
public let kCGImagePropertyExifPixelYDimension: CFString = "PixelYDimension"
