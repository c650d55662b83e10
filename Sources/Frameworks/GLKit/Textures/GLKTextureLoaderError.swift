// The reason why a texture was not loaded.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The domain of the loader's errors as `NSError`.
public let GLKTextureLoaderErrorDomain = "GLKTextureLoaderErrorDomain"

/// In an error's `userInfo`: a description of the reason, a string.
public let GLKTextureLoaderErrorKey = "GLKTextureLoaderErrorKey"

/// In an error's `userInfo`, if GL refused something: GL's error, a number.
public let GLKTextureLoaderGLErrorKey = "GLKTextureLoaderGLErrorKey"

/// The reason why a texture was not loaded.
///
///     do {
///       texture = try GLKTextureLoader.texture(withContentsOfFile: "wall.ktx")
///     } catch GLKTextureLoaderError.fileOrURLNotFound {
///       texture = blank
///     }
public struct GLKTextureLoaderError: Error, Sendable {
  /// The kind of the error.
  public enum Code: UInt32, Sendable {
    /// There is no such file, or it cannot be read.
    case fileOrURLNotFound = 0
    /// The bytes end too early, or contradict themselves.
    case invalidNSData
    /// The image has no pixels.
    case invalidCGImage
    /// The URL is none of a file.
    case unknownPathType
    /// The type of the bytes is unknown, or it contains an unknown format.
    case unknownFileType
    /// A PVR file holds more than one surface.
    case pvrAtlasUnsupported
    /// Cube maps are made of six files.
    case cubeMapInvalidNumFiles
    /// Compressed texels cannot be uploaded.
    case compressedTextureUpload
    /// Plain texels cannot be uploaded.
    case uncompressedTextureUpload
    /// The faces of a cube map are no squares, or of different size or format.
    case unsupportedCubeMapDimensions
    /// Components have a number of bits that is not known.
    case unsupportedBitDepth
    /// A PVR file holds a format that is not known.
    case unsupportedPVRFormat
    /// Texels cannot be decoded.
    case dataPreprocessingFailure
    /// Mipmaps of this format or size cannot be made.
    case mipmapUnsupported
    /// The file's rows or columns run in a direction that is not known.
    case unsupportedOrientation
    /// Compressed texels cannot be turned over.
    case reorientationFailure
    /// Texels of this format cannot be multiplied with their alpha.
    case alphaPremultiplicationFailure
    /// No context is current on this thread.
    case invalidEAGLContext
    /// The format, or the context, cannot be sRGB.
    case incompatibleFormatSRGB
    /// The texture has a third dimension, only one, or is an array.
    case unsupportedTextureTarget
  }

  /// The kind of the error.
  public let code: Code

  /// A description of the reason, with the found and the expected value.
  public let reason: String

  /// GL's error, if it refused something.
  let glError: UInt32?

  init(_ code: Code, _ reason: String, glError: UInt32? = nil) {
    self.code = code
    self.reason = reason
    self.glError = glError
  }
}

extension GLKTextureLoaderError.Code {
  /// Whether an error is one of the loader with this code.
  public static func ~= (code: Self, error: any Error) -> Bool {
    (error as? GLKTextureLoaderError)?.code == code
  }
}

extension GLKTextureLoaderError: CustomStringConvertible {
  /// The reason in one line.
  public var description: String {
    let problem = glError.map { ": error 0x\(String($0, radix: 16)) of GL" } ?? ""
    return "\(code): \(reason)\(problem)"
  }
}

extension GLKTextureLoaderError: LocalizedError, CustomNSError {
  /// `GLKTextureLoaderErrorDomain`.
  public static var errorDomain: String { GLKTextureLoaderErrorDomain }

  /// The code as a number.
  public var errorCode: Int { Int(code.rawValue) }

  /// The reason, and GL's error if there was one.
  public var errorUserInfo: [String: Any] {
    var values: [String: Any] = [
      GLKTextureLoaderErrorKey: reason, NSLocalizedDescriptionKey: description,
    ]
    if let glError { values[GLKTextureLoaderGLErrorKey] = NSNumber(value: glError) }
    return values
  }

  /// The reason in one line.
  public var errorDescription: String? { description }
}

extension GLKTextureLoaderError {
  /// There is no such file.
  public static var fileOrURLNotFound: Code { .fileOrURLNotFound }
  /// The bytes are damaged.
  public static var invalidNSData: Code { .invalidNSData }
  /// The image has no pixels.
  public static var invalidCGImage: Code { .invalidCGImage }
  /// The URL is none of a file.
  public static var unknownPathType: Code { .unknownPathType }
  /// The type of the bytes is not known.
  public static var unknownFileType: Code { .unknownFileType }
  /// A PVR file holds more than one surface.
  public static var pvrAtlasUnsupported: Code { .pvrAtlasUnsupported }
  /// There are not six files.
  public static var cubeMapInvalidNumFiles: Code { .cubeMapInvalidNumFiles }
  /// Compressed texels cannot be uploaded.
  public static var compressedTextureUpload: Code { .compressedTextureUpload }
  /// Plain texels cannot be uploaded.
  public static var uncompressedTextureUpload: Code { .uncompressedTextureUpload }
  /// The faces do not fit together.
  public static var unsupportedCubeMapDimensions: Code { .unsupportedCubeMapDimensions }
  /// The number of bits is not known.
  public static var unsupportedBitDepth: Code { .unsupportedBitDepth }
  /// The format of a PVR file is not known.
  public static var unsupportedPVRFormat: Code { .unsupportedPVRFormat }
  /// Texels cannot be decoded.
  public static var dataPreprocessingFailure: Code { .dataPreprocessingFailure }
  /// Mipmaps cannot be made.
  public static var mipmapUnsupported: Code { .mipmapUnsupported }
  /// The directions of the file are not known.
  public static var unsupportedOrientation: Code { .unsupportedOrientation }
  /// Texels cannot be turned over.
  public static var reorientationFailure: Code { .reorientationFailure }
  /// Texels cannot be multiplied with their alpha.
  public static var alphaPremultiplicationFailure: Code { .alphaPremultiplicationFailure }
  /// No context is current.
  public static var invalidEAGLContext: Code { .invalidEAGLContext }
  /// The format cannot be sRGB.
  public static var incompatibleFormatSRGB: Code { .incompatibleFormatSRGB }
  /// The texture is not two-dimensional.
  public static var unsupportedTextureTarget: Code { .unsupportedTextureTarget }
}
