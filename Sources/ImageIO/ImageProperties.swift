// Keys of properties of images and files.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics

/// The uniform type identifier of PNG files, animated ones among them.
let pngType: CFString = "public.png"

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
/// The colour model is red, green and blue.
public let kCGImagePropertyColorModelRGB: CFString = "RGB"
/// The colour model is grey.
public let kCGImagePropertyColorModelGray: CFString = "Gray"
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
/// How long a frame is shown, in seconds, a `Double`.
///
/// **Differences**: as in the file; very short times are not made longer.
public let kCGImagePropertyAPNGDelayTime: CFString = "DelayTime"
/// How long a frame is shown, in seconds, a `Double`, as in the file.
public let kCGImagePropertyAPNGUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// How often an animation plays, an `Int`; 0 without end.
public let kCGImagePropertyAPNGLoopCount: CFString = "LoopCount"
/// The width of an animation in pixels, an `Int`.
public let kCGImagePropertyAPNGCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// The height of an animation in pixels, an `Int`.
public let kCGImagePropertyAPNGCanvasPixelHeight: CFString = "CanvasPixelHeight"
