// PNG files on disk, with errors that say why.
// Licensed under the MIT license; see LICENSE.

package import CoreGraphics
import Foundation
import QuartzFaults

/// Files larger than this are not read into memory, in bytes.
private let largestFile = 1 << 30

/// The bytes of a file.
package func readBytes(at path: String) throws(ImageFileError) -> Data {
  let descriptor = Fault.descriptor { open(path, O_RDONLY | O_CLOEXEC) }
  guard descriptor >= 0 else { throw .cannotRead(path: path, code: errno) }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw .cannotRead(path: path, code: errno) }
  guard status.st_mode & S_IFMT != S_IFDIR else { throw .cannotRead(path: path, code: EISDIR) }
  var bytes = Data()
  bytes.reserveCapacity(min(Int(status.st_size), largestFile) + 1)
  var buffer = [UInt8](repeating: 0, count: 1 << 18)
  while true {
    let count = buffer.withUnsafeMutableBytes { memory in
      uninterrupted { read(descriptor, memory.baseAddress, memory.count) }
    }
    guard count >= 0 else { throw .cannotRead(path: path, code: errno) }
    if count == 0 { return bytes }
    bytes.append(contentsOf: buffer[..<count])
    guard bytes.count <= largestFile else {
      throw .tooLarge(path: path, bytes: max(Int(status.st_size), bytes.count), limit: largestFile)
    }
  }
}

/// The picture of a PNG file, or the first one of an animation.
package func readPNG(
  at path: String,
  limits: ImageLimits = ImageLimits()
) throws(ImageFileError) -> CGImage {
  let bytes = try readBytes(at: path)
  do {
    return try PNGFile(bytes, limits: limits).image()
  } catch {
    throw .badImage(path: path, error)
  }
}

extension PendingFile {
  /// A file that will hold an image.
  static func image(_ path: String) throws(ImageFileError) -> PendingFile {
    do {
      return try PendingFile(path: path)
    } catch {
      throw ImageFileError(error)
    }
  }
}

/// Writes a PNG file, wholly or not at all.
package func writePNG(
  _ image: CGImage,
  to path: String,
  options: PNGOptions = PNGOptions()
) throws(ImageFileError) {
  // The file first: an unwritable folder is known before the work is done.
  var file = try PendingFile.image(path)
  let bytes = try ImageFileError.encoding(path) { () throws(PNGError) in
    try image.pngData(options)
  }
  do {
    try file.write(bytes)
    try file.publish()
  } catch {
    throw ImageFileError(error)
  }
}

/// An animated PNG file that is written frame by frame; it appears when it is finished.
package struct AnimatedPNGFile: ~Copyable {
  private let path: String
  private var file: PendingFile
  private var writer: PNGAnimationWriter

  /// A file of `frameCount` frames, empty so far.
  ///
  /// - Parameters:
  ///   - path: Where the file will be.
  ///   - frameCount: How many frames will be added.
  ///   - loopCount: How often the animation plays; 0 without end.
  ///   - options: How pictures are compressed.
  /// - Throws: `ImageFileError.cannotWrite` if the folder cannot be written to.
  package init(
    path: String,
    frameCount: Int,
    loopCount: Int = 0,
    options: PNGOptions = PNGOptions()
  ) throws(ImageFileError) {
    self.path = path
    file = try PendingFile.image(path)
    writer = PNGAnimationWriter(frameCount: frameCount, loopCount: loopCount, options: options)
  }

  /// Writes the next frame, which is shown for `delay` seconds.
  package mutating func add(_ image: CGImage, delay: Double) throws(ImageFileError) {
    let bytes = try ImageFileError.encoding(path) { () throws(PNGError) in
      try writer.add(image, delay: delay)
    }
    do {
      try file.write(bytes)
    } catch {
      throw ImageFileError(error)
    }
  }

  /// Ends the file and gives it its name.
  package mutating func finish() throws(ImageFileError) {
    let bytes = try ImageFileError.encoding(path) { () throws(PNGError) in
      try writer.finish()
    }
    do {
      try file.write(bytes)
      try file.publish()
    } catch {
      throw ImageFileError(error)
    }
  }
}
