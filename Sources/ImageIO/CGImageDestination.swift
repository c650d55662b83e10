// Images into files and data.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// A file or data that images are written to.
///
/// PNG is written: one image makes a still picture, more make an animation (APNG), which is written
/// frame by frame and needs no more memory the longer it gets. A file appears under its name when it
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
/// **Differences**: types other than PNG are absent. Properties of the whole file are set before the
/// first image is added. Images are written in sRGB, grey ones and opaque ones without what they do
/// not need.
public final class CGImageDestination {
  /// Where the bytes go: a file, or `target` by way of `collected`.
  private var file: AtomicFile?
  private let target: NSMutableData?
  private var collected: [UInt8] = []

  /// For messages.
  private let path: String
  private let count: Int
  private var animation: PNGAnimationWriter?
  private var properties: CFDictionary = [:]
  private var added = 0
  private var isFinished = false
  /// Why the destination failed, if it did.
  package private(set) var failure: ImageFileError?

  fileprivate init(data: NSMutableData, count: Int) {
    file = nil
    target = data
    path = "data"
    self.count = count
  }

  fileprivate init(path: String, count: Int) throws(ImageFileError) {
    file = try AtomicFile(path: path)
    target = nil
    self.path = path
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
      // What was begun is taken away at once.
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
      try write(
        try ImageFileError.encoding(path) { () throws(PNGError) in try encode(image, own) }
      )
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
      try file?.commit()
      target?.append(Data(collected))
      collected = []
      isFinished = true
    }
    return isFinished && failure == nil
  }

  private func encode(_ image: CGImage, _ own: CFDictionary) throws(PNGError) -> [UInt8] {
    if added == 0, count > 1 {
      animation = PNGAnimationWriter(
        frameCount: count,
        loopCount: properties.loopCount,
        options: options(own)
      )
    }
    guard animation != nil else { return Array(try image.pngData(options(own))) }
    return try animation?.add(image, delay: own.delay ?? properties.delay ?? 0) ?? []
  }

  /// The first image's resolution, or that of the file.
  private func options(_ own: CFDictionary) -> PNGOptions {
    var options = PNGOptions()
    options.pixelsPerMetre = own.pixelsPerMetre ?? properties.pixelsPerMetre
    return options
  }

  private func write(_ bytes: [UInt8]) throws(ImageFileError) {
    if target == nil {
      try file?.write(bytes)
    } else {
      collected += bytes
    }
  }
}

// MARK: - Functions

/// A destination that appends to `data` when it is finalized.
///
/// - Parameters:
///   - data: Where the bytes go.
///   - type: `public.png`.
///   - count: How many images will be added, at least 1.
///   - options: Not looked at.
/// - Returns: The destination, or nil for another type or no images.
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData,
  _ type: CFString,
  _ count: Int,
  _ options: CFDictionary?
) -> CGImageDestination? {
  guard type == pngType, count > 0 else { return nil }
  return CGImageDestination(data: data, count: count)
}

/// A destination that writes a local file.
///
/// - Parameters:
///   - url: Where the file will be. A file that is there is replaced when the new one is complete.
///   - type: `public.png`.
///   - count: How many images will be added, at least 1.
///   - options: Not looked at.
/// - Returns: The destination, or nil for another type, no images, or a place that cannot be written.
public func CGImageDestinationCreateWithURL(
  _ url: CFURL,
  _ type: CFString,
  _ count: Int,
  _ options: CFDictionary?
) -> CGImageDestination? {
  guard url.isFileURL, type == pngType, count > 0 else { return nil }
  return try? CGImageDestination(path: url.path, count: count)
}

/// The types that destinations write, as uniform type identifiers: `public.png`.
public func CGImageDestinationCopyTypeIdentifiers() -> [CFString] {
  [pngType]
}

/// Sets what holds for all images: `kCGImagePropertyAPNGLoopCount` and a delay for frames without
/// one, in the dictionary of `kCGImagePropertyPNGDictionary`, and the resolution.
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
///   - properties: `kCGImagePropertyDPIWidth` and `…Height` (of the first image), and in the
///     dictionary of `kCGImagePropertyPNGDictionary`, for animations,
///     `kCGImagePropertyAPNGDelayTime` or `kCGImagePropertyAPNGUnclampedDelayTime`.
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
/// - Returns: Whether everything was written. If not, there is no file, or the one that was there.
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool {
  idst.finish()
}

// MARK: - Properties

extension CFDictionary {
  private func number(_ key: CFString) -> Double? {
    switch self[key] {
    case let value as Double: value
    case let value as Int: Double(value)
    case let value as Float: Double(value)
    case let value as NSNumber: value.doubleValue
    default: nil
    }
  }

  private var png: CFDictionary {
    self[kCGImagePropertyPNGDictionary] as? CFDictionary ?? [:]
  }

  /// In seconds.
  fileprivate var delay: Double? {
    png.number(kCGImagePropertyAPNGUnclampedDelayTime) ?? png.number(kCGImagePropertyAPNGDelayTime)
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
