// Images into files and data.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// A file or data that images are written to.
///
/// PNG, JPEG, GIF, WebP, TIFF, JPEG 2000 and AVIF are written. An image of more than 8 bits keeps
/// them, and its colours, in PNG (16 bits, with cICP) and AVIF (10 or 12 bits); one of
/// floating-point numbers also in TIFF (32 bits, linear light, which may leave 0...1). More than
/// one image make an animated PNG
/// or GIF, which is written frame by frame and needs no more memory the longer it gets, or pages of
/// a TIFF. A GIF keeps up to 255 colours of each image as they are; more are mapped to the nearest
/// of 255, and pixels less than half opaque are transparent. A file appears under its name when it
/// is complete, and not at all if something fails. A destination belongs to one thread.
///
/// ```swift
/// let movie = CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 2, nil)!
/// let half = [kCGImagePropertyPNGDictionary: [kCGImagePropertyAPNGDelayTime: 0.5]] as CFDictionary
/// CGImageDestinationAddImage(movie, first, half)
/// CGImageDestinationAddImage(movie, second, half)
/// let isWritten = CGImageDestinationFinalize(movie)
/// ```
///
/// **Differences**: other types are absent. Properties of the whole file are set before the first
/// image is added. Images are written in sRGB with 8 bits; grey and opaque images omit unneeded
/// components. Of their properties resolution, orientation (JPEG, TIFF) and times are written.
public final class CGImageDestination {
  /// The destination of the bytes.
  private enum Target {
    case data(NSMutableData)
    case consumer(CGDataConsumer)
    case file
  }

  private let target: Target
  private var file: PendingFile?
  /// The bytes for data or a consumer, which are delivered at the end.
  private var collected: [UInt8] = []

  /// For messages.
  private let path: String
  private let format: FileFormat
  private let count: Int
  private var animation: PNGAnimationWriter?
  private var gif: GIFWriter?
  private var tiff: TIFFWriter?
  private var properties: CFDictionary = [:]
  private var added = 0
  private var isFinished = false
  /// The reason why the destination failed, if it did.
  package private(set) var failure: ImageFileError?

  fileprivate init(data: NSMutableData, _ format: FileFormat, count: Int) {
    target = .data(data)
    path = "data"
    self.format = format
    self.count = count
  }

  fileprivate init(consumer: CGDataConsumer, _ format: FileFormat, count: Int) {
    target = .consumer(consumer)
    path = "consumer"
    self.format = format
    self.count = count
  }

  fileprivate init(path: String, _ format: FileFormat, count: Int) throws(ImageFileError) {
    file = try PendingFile.image(path)
    target = .file
    self.path = path
    self.format = format
    self.count = count
  }

  /// Runs a step unless one failed before; the first failure stays.
  private func attempt(_ step: () throws(ImageFileError) -> Void) {
    guard failure == nil else { return }
    do throws(ImageFileError) {
      guard !isFinished else {
        throw ImageFileError.misuse(path: path, reason: "the destination is finalized already")
      }
      try step()
    } catch {
      failure = error
      // The partial file is removed at once.
      file = nil
      collected = []
    }
  }

  fileprivate func set(_ properties: CFDictionary) {
    attempt { () throws(ImageFileError) in
      guard added == 0 else {
        throw .misuse(path: path, reason: "properties were set after the first image was added")
      }
      self.properties = properties
    }
  }

  fileprivate func add(_ image: CGImage, _ own: CFDictionary) {
    attempt { () throws(ImageFileError) in
      guard added < count else {
        throw .cannotEncode(path: path, .wrongFrameCount(expected: count, found: added + 1))
      }
      try write(try encode(image, properties.merging(own) { $1 }))
      added += 1
    }
  }

  fileprivate func finish() -> Bool {
    attempt { () throws(ImageFileError) in
      guard added == count else {
        throw .cannotEncode(path: path, .wrongFrameCount(expected: count, found: added))
      }
      if let animation {
        try write(
          try ImageFileError.encoding(path) { () throws(PNGError) in try animation.finish() }
        )
      }
      try writeEnd()
      switch target {
      case .file: try writing { file throws(FileError) in try file?.publish() }
      case .data(let data): data.append(Data(collected))
      case .consumer(let consumer):
        guard consumer.put(collected), consumer.finish() else {
          throw .misuse(path: path, reason: "the consumer did not take all bytes")
        }
      }
      collected = []
      isFinished = true
    }
    return isFinished && failure == nil
  }

  /// Writes the end of a GIF or TIFF file.
  private func writeEnd() throws(ImageFileError) {
    var end: [UInt8] = []
    do throws(EncodingFailure) {
      if let gif { end = try gif.finish() }
      if let tiff { end = try tiff.finish() }
    } catch {
      throw notEncoded(error)
    }
    try write(end)
  }

  private func notEncoded(_ failure: EncodingFailure) -> ImageFileError {
    .notEncoded(path: path, type: format.rawValue, reason: failure.reason)
  }

  private func encode(
    _ image: CGImage,
    _ options: CFDictionary
  ) throws(ImageFileError) -> [UInt8] {
    let side = options.pixels(kCGImageDestinationImageMaxPixelSize)
    if side ?? .max >= max(image.width, image.height),
      let bytes = try encodeWide(image, options)
    {
      return bytes
    }
    let pixels = image.pixelStorage.fitted(side, of: image.width, image.height)
    do throws(EncodingFailure) {
      switch format {
      case .avif: return try AVIFOptions(options).file(pixels)
      case .jpeg: return try JPEGOptions(options).file(pixels)
      case .webP: return try WebPOptions(options).file(pixels)
      case .jpeg2000: return try JPEG2000Options(options).file(pixels)
      case .gif: return try encodeGIF(pixels, options)
      case .tiff:
        if tiff == nil { tiff = try TIFFWriter(pageCount: count) }
        try tiff?.add(pixels, TIFFOptions(options))
        return []
      case .png: break
      }
    } catch {
      throw notEncoded(error)
    }
    return try ImageFileError.encoding(path) { () throws(PNGError) in
      try encodePNG(CGImage(pixels), options)
    }
  }

  /// The bytes of an image with more than 8 bits, for formats that keep them; nil for others.
  private func encodeWide(
    _ image: CGImage,
    _ options: CFDictionary
  ) throws(ImageFileError) -> [UInt8]? {
    switch format {
    case .png:
      guard count == 1, WideRows(image) != nil else { return nil }
      return try ImageFileError.encoding(path) { () throws(PNGError) in
        try encodePNG(image, options)
      }
    case .avif, .tiff: break
    case .jpeg, .gif, .webP, .jpeg2000: return nil
    }
    do throws(EncodingFailure) {
      if format == .avif {
        guard let wide = WideRows(image) else { return nil }
        return try AVIFOptions(options).file(wide)
      }
      guard image.hasFloats, let light = image.ownLight else { return nil }
      if tiff == nil { tiff = try TIFFWriter(pageCount: count) }
      try tiff?.add(light, TIFFOptions(options))
      return []
    } catch {
      throw notEncoded(error)
    }
  }

  private func encodeGIF(
    _ pixels: PixelStorage,
    _ options: CFDictionary
  ) throws(EncodingFailure) -> [UInt8] {
    if gif == nil {
      gif = try GIFWriter(
        width: pixels.width,
        height: pixels.height,
        loopCount: properties.gifLoopCount
      )
    }
    return try gif?.add(pixels, delay: options.gifDelay ?? properties.gifDelay ?? 0) ?? []
  }

  private func encodePNG(_ image: CGImage, _ options: CFDictionary) throws(PNGError) -> [UInt8] {
    // The first image's resolution is that of the file.
    var png = PNGOptions()
    png.pixelsPerMetre = options.pixelsPerMetre
    if added == 0, count > 1 {
      animation = PNGAnimationWriter(
        frameCount: count,
        loopCount: properties.loopCount,
        options: png
      )
    }
    guard animation != nil else { return Array(try image.pngData(png)) }
    return try animation?.add(image, delay: options.delay ?? properties.delay ?? 0) ?? []
  }

  private func write(_ bytes: [UInt8]) throws(ImageFileError) {
    switch target {
    case .file: try writing { file throws(FileError) in try file?.write(bytes) }
    case .data, .consumer: collected += bytes
    }
  }

  /// Runs a step of writing the file.
  private func writing(
    _ step: (inout PendingFile?) throws(FileError) -> Void
  ) throws(ImageFileError) {
    do {
      try step(&file)
    } catch {
      throw ImageFileError(error)
    }
  }
}

// MARK: - Functions

extension FileFormat {
  /// The format to write `count` images in; nil if that is not done.
  fileprivate init?(writing type: CFString, count: Int) {
    guard let format = FileFormat(rawValue: type), Self.written.contains(format),
      format.hasManyPictures ? count > 0 : count == 1
    else { return nil }
    self = format
  }
}

/// A destination that appends to `data` when it is finalized.
///
/// - Parameters:
///   - data: The destination of the bytes.
///   - type: One of `CGImageDestinationCopyTypeIdentifiers`.
///   - count: How many images will be added, at least 1; more only in PNG, GIF and TIFF.
///   - options: Not looked at.
/// - Returns: The destination, or nil for another type or number of images.
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData,
  _ type: CFString,
  _ count: Int,
  _ options: CFDictionary?
) -> CGImageDestination? {
  guard let format = FileFormat(writing: type, count: count) else { return nil }
  return CGImageDestination(data: data, format, count: count)
}

/// A destination that writes a local file.
///
/// - Parameters:
///   - url: Where the file will be. An existing file is replaced when the new one is complete.
///   - type: One of `CGImageDestinationCopyTypeIdentifiers`.
///   - count: How many images will be added, at least 1; more only in PNG, GIF and TIFF.
///   - options: Not looked at.
/// - Returns: The destination, or nil for another type or number of images, or a place that cannot
///   be written.
public func CGImageDestinationCreateWithURL(
  _ url: CFURL,
  _ type: CFString,
  _ count: Int,
  _ options: CFDictionary?
) -> CGImageDestination? {
  guard url.isFileURL, let format = FileFormat(writing: type, count: count) else { return nil }
  return try? CGImageDestination(path: url.path, format, count: count)
}

/// A destination that hands the file to `consumer` when it is finalized.
///
/// - Parameters:
///   - consumer: The destination of the bytes.
///   - type: One of `CGImageDestinationCopyTypeIdentifiers`.
///   - count: How many images will be added, at least 1; more only in PNG, GIF and TIFF.
///   - options: Not looked at.
/// - Returns: The destination, or nil for another type or number of images.
public func CGImageDestinationCreateWithDataConsumer(
  _ consumer: CGDataConsumer,
  _ type: CFString,
  _ count: Int,
  _ options: CFDictionary?
) -> CGImageDestination? {
  guard let format = FileFormat(writing: type, count: count) else { return nil }
  return CGImageDestination(consumer: consumer, format, count: count)
}

/// The types that destinations write, as uniform type identifiers.
public func CGImageDestinationCopyTypeIdentifiers() -> [CFString] {
  FileFormat.written.map(\.rawValue)
}

/// Sets the properties of all images: `kCGImagePropertyAPNGLoopCount` and a delay for frames
/// without one, in the dictionary of `kCGImagePropertyPNGDictionary`, the same of a GIF in that of
/// `kCGImagePropertyGIFDictionary`, and whatever an image has not of its own.
///
/// **Differences**: comes before the first image; later, finalizing fails.
public func CGImageDestinationSetProperties(
  _ idst: CGImageDestination,
  _ properties: CFDictionary?
) {
  idst.set(properties ?? [:])
}

/// Adds an image.
///
/// - Parameters:
///   - idst: The destination, which has fewer images than it was made for.
///   - image: Of the same size as those before.
///   - properties: `kCGImageDestinationLossyCompressionQuality`, `…BackgroundColor`,
///     `…ImageMaxPixelSize`; `kCGImagePropertyDPIWidth` and `…Height` (of the first image);
///     `kCGImagePropertyOrientation` (JPEG, TIFF); and in the dictionary of
///     `kCGImagePropertyPNGDictionary`, for animations, `kCGImagePropertyAPNGDelayTime` or
///     `kCGImagePropertyAPNGUnclampedDelayTime`; in that of `kCGImagePropertyGIFDictionary`
///     `kCGImagePropertyGIFDelayTime` or `kCGImagePropertyGIFUnclampedDelayTime`; in that of
///     `kCGImagePropertyTIFFDictionary` `kCGImagePropertyTIFFCompression`.
public func CGImageDestinationAddImage(
  _ idst: CGImageDestination,
  _ image: CGImage,
  _ properties: CFDictionary?
) {
  idst.add(image, properties ?? [:])
}

/// Adds the image of a source, with its own properties and with `properties` in place of them.
public func CGImageDestinationAddImageFromSource(
  _ idst: CGImageDestination,
  _ isrc: CGImageSource,
  _ index: Int,
  _ properties: CFDictionary?
) {
  guard let image = CGImageSourceCreateImageAtIndex(isrc, index, nil) else { return }
  let own = CGImageSourceCopyPropertiesAtIndex(isrc, index, nil) ?? [:]
  idst.add(image, own.merging(properties ?? [:]) { $1 })
}

/// Completes the file or the data; nothing can be added after that.
///
/// - Returns: Whether everything was written. If not, there is no file, or the old one.
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool {
  idst.finish()
}

// MARK: - Properties

extension JPEGOptions {
  fileprivate init(_ properties: CFDictionary) {
    self.init()
    quality = properties.number(kCGImageDestinationLossyCompressionQuality) ?? quality
    isProgressive =
      properties.dictionary(kCGImagePropertyJFIFDictionary)
      .bool(kCGImagePropertyJFIFIsProgressive) ?? false
    if let color = properties[kCGImageDestinationBackgroundColor] as? CGColor {
      background = color.bytes
    }
    if let x = properties.pixels(kCGImagePropertyDPIWidth),
      let y = properties.pixels(kCGImagePropertyDPIHeight)
    {
      density = (x, y)
    }
    orientation = properties.number(kCGImagePropertyOrientation).flatMap {
      CGImagePropertyOrientation(rawValue: UInt32(min(max($0, 0), 9)))
    }
  }
}

extension CGColor {
  /// The opaque colour in sRGB.
  fileprivate var bytes: SIMD3<UInt8> {
    let color = converted(
      to: CGColorSpaceCreateDeviceRGB(),
      intent: .defaultIntent,
      options: nil
    )
    let numbers = color?.components ?? [1, 1, 1]
    func byte(_ index: Int) -> UInt8 {
      let value = numbers[index]
      return value.isNaN ? 0 : UInt8((min(max(value, 0), 1) * 255).rounded())
    }
    return SIMD3(byte(0), byte(1), byte(2))
  }
}

extension TIFFOptions {
  fileprivate init(_ properties: CFDictionary) {
    self.init()
    let own = properties.dictionary(kCGImagePropertyTIFFDictionary)
    if let number = own.number(kCGImagePropertyTIFFCompression) {
      compression = Int(min(max(number, 0), 65535))
    }
    if let x = properties.pixels(kCGImagePropertyDPIWidth),
      let y = properties.pixels(kCGImagePropertyDPIHeight)
    {
      density = (x, y)
    }
    orientation = properties.number(kCGImagePropertyOrientation).flatMap {
      CGImagePropertyOrientation(rawValue: UInt32(min(max($0, 0), 9)))
    }
  }
}

extension JPEG2000Options {
  fileprivate init(_ properties: CFDictionary) {
    self.init()
    quality = properties.number(kCGImageDestinationLossyCompressionQuality) ?? quality
  }
}

extension AVIFOptions {
  fileprivate init(_ properties: CFDictionary) {
    self.init()
    quality = properties.number(kCGImageDestinationLossyCompressionQuality) ?? quality
  }
}

extension WebPOptions {
  fileprivate init(_ properties: CFDictionary) {
    self.init()
    quality = properties.number(kCGImageDestinationLossyCompressionQuality) ?? quality
  }
}

extension CFDictionary {
  private var png: CFDictionary { dictionary(kCGImagePropertyPNGDictionary) }

  /// In seconds.
  fileprivate var delay: Double? {
    png.number(kCGImagePropertyAPNGUnclampedDelayTime) ?? png.number(kCGImagePropertyAPNGDelayTime)
  }

  private var gif: CFDictionary { dictionary(kCGImagePropertyGIFDictionary) }

  /// In seconds.
  fileprivate var gifDelay: Double? {
    gif.number(kCGImagePropertyGIFUnclampedDelayTime) ?? gif.number(kCGImagePropertyGIFDelayTime)
  }

  /// Nil if nothing is said of it.
  fileprivate var gifLoopCount: Int? {
    gif.number(kCGImagePropertyGIFLoopCount).map { number in
      Int(Swift.min(Swift.max(number, 0), Double(Int32.max)))
    }
  }

  fileprivate var loopCount: Int {
    let number = png.number(kCGImagePropertyAPNGLoopCount) ?? 0
    return Int(Swift.min(Swift.max(number, 0), Double(Int32.max)))
  }

  fileprivate var pixelsPerMetre: PNGSize? {
    guard let x = number(kCGImagePropertyDPIWidth), let y = number(kCGImagePropertyDPIHeight)
    else { return nil }
    let range = 1.0...Double(Int32.max)
    let (width, height) = ((x / metresPerInch).rounded(), (y / metresPerInch).rounded())
    guard range.contains(width), range.contains(height) else { return nil }
    return PNGSize(Int(width), Int(height))
  }
}
