// Pixels of an image, wherever their memory is.
// Licensed under the MIT license; see LICENSE.

import Glibc
package import QuartzFaults
import Synchronization

/// Why a buffer of pixels was refused.
package enum PixelBufferError: Error, Equatable, CustomStringConvertible {
  case badSize(width: Int, height: Int, limit: Int)
  case tooLarge(width: Int, height: Int, limit: Int)
  case tooShort(needed: Int, found: Int)
  case badRowBytes(rowBytes: Int, needed: Int)
  case outOfMemory(bytes: Int)
  case badSamples(depth: Int, lowBits: Int)
  case badPlanes(count: Int, needed: Int)
  case badAlpha
  case badPlane(plane: Int, offset: Int, rowBytes: Int, neededRowBytes: Int, byteCount: Int)

  package var description: String {
    switch self {
    case .badSize(let width, let height, let limit):
      "image of \(width) x \(height) pixels: each side must be 1...\(limit)"
    case .tooLarge(let width, let height, let limit):
      "image of \(width) x \(height) pixels: at most \(limit) bytes are possible"
    case .tooShort(let needed, let found):
      "image needs \(needed) bytes, the buffer has \(found)"
    case .badRowBytes(let rowBytes, let needed):
      "image rows of \(rowBytes) bytes: expected whole pixels, at least \(needed)"
    case .outOfMemory(let bytes): "out of memory: \(bytes) bytes for an image"
    case .badSamples(let depth, let lowBits):
      "samples of \(depth) bits above \(lowBits) others: 8 above none, or 9...16 of 16 in all"
    case .badPlanes(let count, let needed): "an image of \(count) planes: its form has \(needed)"
    case .badAlpha: "alpha of planes, or of light beyond white: words up to white alone have it"
    case .badPlane(let plane, let offset, let rowBytes, let needed, let byteCount):
      "plane \(plane) with rows of \(rowBytes) bytes from byte \(offset) on: rows have at least "
        + "\(needed), and all of them lie in \(byteCount)"
    }
  }
}

/// An image in memory: R, G, B, A bytes, premultiplied, sRGB-encoded, rows from the top; or the
/// same in half floats of extended range (`TexelForm`); or planes of Y, Cb and Cr, or words of ten
/// bits, of which bytes or half floats are made where they are needed.
///
/// Plans of standard outputs name images of bytes and planes alone. Half floats are converted to
/// bytes before, those of planes of light as well.
///
/// The memory belongs to another object (an array, a mapping), which `owner` keeps alive. It
/// changes only when a commit replaces parts of a tree's image, between two frames, on the thread
/// that draws the tree.
package final class PixelBuffer: Sendable {
  /// The longest side of an image in pixels.
  package static let maximumSide = 65536
  /// The most bytes of an image, and the default limit for all images of a context.
  package static let maximumByteCount = 1 << 30

  package let width: Int
  package let height: Int
  /// Bytes from one row of R, G, B, A to the next: a multiple of the bytes of a texel, at least
  /// those of a row.
  package let rowBytes: Int
  /// Whether texels are bytes or half floats; of planes, those that are made of them.
  package let form: TexelForm
  /// The planes that the memory has; nil for rows of R, G, B, A.
  package let planes: PlaneLayout?
  /// The planes if renderers may convert them where they draw them; otherwise nil.
  package var drawnPlanes: PlaneLayout? { planes.flatMap { $0.isDrawn ? $0 : nil } }
  /// Whether every alpha is 1.
  package let isOpaque: Bool
  /// The object that keeps the memory alive; code that knows its type need not copy a shared buffer
  /// again.
  package let owner: any AnyObject & Sendable
  // Safe because: the memory changes only as said above, when nobody reads it.
  nonisolated(unsafe) let base: UnsafeRawPointer
  /// The bytes in the memory, from its first to the end of the last row.
  package let storageByteCount: Int
  // The rows of R, G, B, A of planes, once something needed all of them.
  let converted = Mutex<ConvertedPixels?>(nil)

  /// Wraps memory of `byteCount` bytes at `base`.
  ///
  /// - Throws: `PixelBufferError` if the size is out of range or does not fit into the memory.
  // Long because: one parameter for each property, and the bytes that they are checked against.
  package init(
    width: Int,
    height: Int,
    rowBytes: Int,
    isOpaque: Bool,
    base: UnsafeRawPointer,
    byteCount: Int,
    owner: any AnyObject & Sendable,
    form: TexelForm = .bytes
  ) throws(PixelBufferError) {
    try PixelBuffer.check(width: width, height: height, form)
    let texelBytes = form.texelBytes
    guard rowBytes >= width * texelBytes, rowBytes % texelBytes == 0, rowBytes <= Int(Int32.max)
    else { throw .badRowBytes(rowBytes: rowBytes, needed: width * texelBytes) }
    let needed = rowBytes * (height - 1) + width * texelBytes
    guard byteCount >= needed else { throw .tooShort(needed: needed, found: byteCount) }
    self.width = width
    self.height = height
    self.rowBytes = rowBytes
    self.isOpaque = isOpaque
    self.base = base
    self.owner = owner
    self.form = form
    planes = nil
    storageByteCount = needed
  }

  /// Wraps planes in memory of `byteCount` bytes at `base`; such an image is opaque, unless it is
  /// of words with alpha.
  ///
  /// - Throws: `PixelBufferError` if size or planes are out of range, or do not fit.
  package init(
    width: Int,
    height: Int,
    planes: PlaneLayout,
    base: UnsafeRawPointer,
    byteCount: Int,
    owner: any AnyObject & Sendable
  ) throws(PixelBufferError) {
    form = planes.form
    try PixelBuffer.check(width: width, height: height, form)
    storageByteCount = try planes.byteCount(width: width, height: height, limit: byteCount)
    (self.width, self.height, self.rowBytes) = (width, height, width * form.texelBytes)
    (self.planes, isOpaque) = (planes, !planes.hasAlpha)
    self.base = base
    self.owner = owner
  }

  /// Whether an image may have this size, before there is memory for it.
  package static func check(
    width: Int,
    height: Int,
    _ form: TexelForm = .bytes
  ) throws(PixelBufferError) {
    guard (1...maximumSide).contains(width), (1...maximumSide).contains(height) else {
      throw .badSize(width: width, height: height, limit: maximumSide)
    }
    guard width * height * form.texelBytes <= maximumByteCount else {
      throw .tooLarge(width: width, height: height, limit: maximumByteCount)
    }
  }

  /// The size that counts against limits, in bytes: its rows, and never less than the cost of any
  /// image (this object, its place in trees and caches), so that millions of tiny images cannot
  /// evade the limit.
  package var countedBytes: Int {
    max(rowBytes * height, storageByteCount, PixelBuffer.leastCountedBytes)
  }

  /// The counted size of the smallest image.
  package static let leastCountedBytes = 256

  /// The bytes of a texel: 4, or 8 of half floats.
  package var texelBytes: Int { form.texelBytes }

  /// The texels from the first pixel to the end of the last row: bytes R, G, B, A, or half floats
  /// if `form` says so.
  ///
  /// Those of planes are made by the first call, and are none if there is no memory for them.
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if planes != nil { return try body(convertedBytes) }
    return try body(UnsafeRawBufferPointer(start: base, count: storageByteCount))
  }

  /// The bytes of the memory: of the rows, or of all planes.
  package func withStorage<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: base, count: storageByteCount))
  }

  /// The same image in memory of its own; nil for a size that no image has, which cannot be.
  package func copy() -> PixelBuffer? {
    withBytes { bytes in
      try? PixelBuffer(
        width: width,
        height: height,
        rowBytes: rowBytes,
        isOpaque: isOpaque,
        copying: bytes,
        form: form
      )
    }
  }

  /// A copy of rows of bytes in memory of its own.
  package convenience init(
    width: Int,
    height: Int,
    rowBytes: Int,
    isOpaque: Bool,
    copying bytes: UnsafeRawBufferPointer,
    form: TexelForm = .bytes
  ) throws(PixelBufferError) {
    let block: MemoryBlock
    do {
      block = try MemoryBlock(copying: bytes)
    } catch {
      throw .outOfMemory(bytes: error.bytes)
    }
    try self.init(
      width: width,
      height: height,
      rowBytes: rowBytes,
      isOpaque: isOpaque,
      base: UnsafeRawPointer(block.base),
      byteCount: bytes.count,
      owner: block,
      form: form
    )
  }
}

/// Memory of one image of one tree, in which parts of the image are replaced.
///
/// Only trees refer to it, so that a tree knows whether it is the only one; renderers have
/// `PixelBuffer`s of the same memory.
final class PatchedPixels: Sendable {
  private let width: Int
  private let height: Int
  private let form: TexelForm
  private let memory: MemoryBlock

  /// - Parameter memory: As many bytes as the pixels have.
  init(copying pixels: PixelBuffer, into memory: MemoryBlock) {
    precondition(
      memory.count == pixels.width * pixels.height * pixels.texelBytes,
      "memory of another size"
    )
    width = pixels.width
    height = pixels.height
    form = pixels.form
    self.memory = memory
    write(pixels, x: 0, y: 0)
  }

  /// Copies `part` to the place (x, y), where it must lie inside of the image and have its form.
  func write(_ part: PixelBuffer, x: Int, y: Int) {
    precondition(
      x >= 0 && y >= 0 && x + part.width <= width && y + part.height <= height,
      "a part outside of its image"
    )
    precondition(part.form.isHalf == form.isHalf, "a part of another form than its image")
    let texelBytes = form.texelBytes
    part.withBytes { bytes in
      guard let source = bytes.baseAddress else { return }
      // Bounds: checked above; rows of the part lie in its bytes.
      for row in 0..<part.height {
        let target = memory.base + ((y + row) * width + x) * texelBytes
        target.copyMemory(from: source + row * part.rowBytes, byteCount: part.width * texelBytes)
      }
    }
  }

  /// The image; nil for a size that no image has, which cannot be.
  func pixels(isOpaque: Bool) -> PixelBuffer? {
    try? PixelBuffer(
      width: width,
      height: height,
      rowBytes: width * form.texelBytes,
      isOpaque: isOpaque,
      base: UnsafeRawPointer(memory.base),
      byteCount: memory.count,
      owner: memory,
      form: form
    )
  }
}

/// Memory on the heap that frees itself.
package final class MemoryBlock: Sendable {
  // Safe because: written only by whoever made the block, before it is shared, or as `PixelBuffer`
  // says.
  package nonisolated(unsafe) let base: UnsafeMutableRawPointer
  package let count: Int

  /// Memory of `count` bytes, all zero.
  package init(count: Int) throws(MemoryError) {
    base = try MemoryBlock.memory(count)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    self.count = count
  }

  /// Memory of `count` bytes of any value: whoever made it writes all of it before it is read.
  package init(unwritten count: Int) throws(MemoryError) {
    base = try MemoryBlock.memory(count)
    self.count = count
  }

  package init(copying bytes: UnsafeRawBufferPointer) throws(MemoryError) {
    base = try MemoryBlock.memory(bytes.count)
    if let source = bytes.baseAddress { base.copyMemory(from: source, byteCount: bytes.count) }
    count = bytes.count
  }

  private static func memory(_ count: Int) throws(MemoryError) -> UnsafeMutableRawPointer {
    guard let memory = MemoryProbe.block(bytes: max(count, 1)) else {
      throw MemoryError(bytes: count)
    }
    return memory
  }

  deinit {
    free(base)
  }
}
