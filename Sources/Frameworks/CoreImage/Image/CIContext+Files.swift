// Images as files.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import Foundation
import ImageIO

/// The names of options for files.
public struct CIImageRepresentationOption: RawRepresentable, Hashable, Sendable {
  /// The name: that of a property of `ImageIO`, such as
  /// `kCGImageDestinationLossyCompressionQuality`.
  public var rawValue: String

  /// Creates the option of a name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// The reason that a file was not written.
public struct CIImageFileError: Error, CustomStringConvertible, Sendable {
  /// One line that names the file.
  public let description: String
}

extension CIContext {
  // `Any` because: options are of many types.

  /// Returns an image as a PNG file; nil if it cannot be drawn.
  ///
  /// - Parameters:
  ///   - image: An image that has an end; its extent is drawn.
  ///   - format: The layout of a pixel; files have 8 bits, whatever it says.
  ///   - colorSpace: A space of the format's model.
  ///   - options: Properties of `ImageIO`.
  public func pngRepresentation(
    of image: CIImage,
    format: CIFormat,
    colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    data("public.png", picture(image, format, colorSpace), options)
  }

  /// Returns an image as a JPEG file; nil if it cannot be drawn.
  ///
  /// - Parameters:
  ///   - image: An image that has an end; its extent is drawn.
  ///   - colorSpace: A space of red, green and blue, or of grey.
  ///   - options: Properties of `ImageIO`, such as `kCGImageDestinationLossyCompressionQuality`.
  public func jpegRepresentation(
    of image: CIImage,
    colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    data("public.jpeg", picture(image, .fitting(colorSpace), colorSpace), options)
  }

  /// Returns an image as a TIFF file; nil if it cannot be drawn.
  ///
  /// - Parameters:
  ///   - image: An image that has an end; its extent is drawn.
  ///   - format: The layout of a pixel; files have 8 bits, whatever it says.
  ///   - colorSpace: A space of the format's model.
  ///   - options: Properties of `ImageIO`.
  public func tiffRepresentation(
    of image: CIImage,
    format: CIFormat,
    colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    data("public.tiff", picture(image, format, colorSpace), options)
  }

  /// Writes an image as a PNG file.
  ///
  /// - Parameters:
  ///   - image: An image that has an end; its extent is drawn.
  ///   - url: A local file; an existing one is replaced when the new one is complete.
  ///   - format: The layout of a pixel; files have 8 bits, whatever it says.
  ///   - colorSpace: A space of the format's model.
  ///   - options: Properties of `ImageIO`.
  /// - Throws: ``CIImageFileError`` if the image cannot be drawn or the file not be written.
  public func writePNGRepresentation(
    of image: CIImage,
    to url: URL,
    format: CIFormat,
    colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write("public.png", picture(image, format, colorSpace), url, options)
  }

  /// Writes an image as a JPEG file.
  ///
  /// - Parameters:
  ///   - image: An image that has an end; its extent is drawn.
  ///   - url: A local file; an existing one is replaced when the new one is complete.
  ///   - colorSpace: A space of red, green and blue, or of grey.
  ///   - options: Properties of `ImageIO`, such as `kCGImageDestinationLossyCompressionQuality`.
  /// - Throws: ``CIImageFileError`` if the image cannot be drawn or the file not be written.
  public func writeJPEGRepresentation(
    of image: CIImage,
    to url: URL,
    colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write("public.jpeg", picture(image, .fitting(colorSpace), colorSpace), url, options)
  }

  /// Writes an image as a TIFF file.
  ///
  /// - Parameters:
  ///   - image: An image that has an end; its extent is drawn.
  ///   - url: A local file; an existing one is replaced when the new one is complete.
  ///   - format: The layout of a pixel; files have 8 bits, whatever it says.
  ///   - colorSpace: A space of the format's model.
  ///   - options: Properties of `ImageIO`.
  /// - Throws: ``CIImageFileError`` if the image cannot be drawn or the file not be written.
  public func writeTIFFRepresentation(
    of image: CIImage,
    to url: URL,
    format: CIFormat,
    colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write("public.tiff", picture(image, format, colorSpace), url, options)
  }

  private func picture(_ image: CIImage, _ format: CIFormat, _ space: CGColorSpace) -> CGImage? {
    createCGImage(image, from: image.extent, format: format, colorSpace: space)
  }

  private func data(
    _ type: String,
    _ picture: CGImage?,
    _ options: [CIImageRepresentationOption: Any]
  ) -> Data? {
    guard let picture else { return nil }
    let data = NSMutableData()
    guard let destination = CGImageDestinationCreateWithData(data, type, 1, nil) else { return nil }
    CGImageDestinationAddImage(destination, picture, options.properties)
    return CGImageDestinationFinalize(destination) ? Data(referencing: data) : nil
  }

  private func write(
    _ type: String,
    _ picture: CGImage?,
    _ url: URL,
    _ options: [CIImageRepresentationOption: Any]
  ) throws(CIImageFileError) {
    guard let picture else {
      throw CIImageFileError(description: "\(url.path): the image cannot be drawn")
    }
    let destination = CGImageDestinationCreateWithURL(url, type, 1, nil)
    if let destination {
      CGImageDestinationAddImage(destination, picture, options.properties)
    }
    guard let destination, CGImageDestinationFinalize(destination) else {
      throw CIImageFileError(description: "\(url.path) cannot be written")
    }
  }
}

extension [CIImageRepresentationOption: Any] {
  /// The options as properties of `ImageIO`.
  fileprivate var properties: CFDictionary {
    reduce(into: [:]) { $0[$1.key.rawValue] = $1.value }
  }
}

extension CIFormat {
  /// The format of 8 bits that fits a space.
  fileprivate static func fitting(_ space: CGColorSpace) -> CIFormat {
    space.model == .monochrome ? .L8 : .RGBA8
  }
}
