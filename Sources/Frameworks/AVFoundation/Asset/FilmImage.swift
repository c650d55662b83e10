// Decoded pictures as they are shown: square pixels, turned, of a size.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzModel
import QuartzVideo

/// Rows of R, G, B, A, premultiplied, without gaps: bytes, or half floats of extended sRGB.
struct FilmImage {
  var width: Int
  var height: Int
  var bytes: [UInt8]
  var isOpaque: Bool
  let form: TexelForm

  /// The pixels of a picture, turned if that is asked for.
  ///
  /// Turns by quarters and mirrors move pixels and change none; other turns are drawn.
  ///
  /// - Parameter form: Half floats for pictures alone that keep light.
  init(_ picture: VideoPicture, isTurned: Bool, _ form: TexelForm = .bytes) {
    (width, height) = (picture.format.width, picture.format.height)
    self.form = form
    let byteCount = width * height * form.texelBytes
    bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      picture.write(form, to: base)
      count = byteCount
    }
    isOpaque = picture.isOpaque
    let size = picture.format.squareSize
    let transform = isTurned ? picture.format.affine : .identity
    let numbers = [transform.a, transform.b, transform.c, transform.d]
    let isQuarters =
      numbers.allSatisfy { [-1, 0, 1].contains($0) } && abs(transform.a) != abs(transform.b)
      && abs(transform.a) == abs(transform.d) && abs(transform.b) == abs(transform.c)
    if size.width != Double(width) { scale(to: size) }
    if isQuarters { turn(transform) } else { draw(transform) }
  }

  /// The pixels of a picture that was drawn.
  init(_ picture: BrightPicture) {
    (width, height, isOpaque, form) = (picture.width, picture.height, true, picture.form)
    // Bounds: the memory has a texel for each pixel.
    let count = width * height * form.texelBytes
    bytes = [UInt8](UnsafeRawBufferPointer(start: picture.memory.base, count: count))
  }

  /// Moves pixels to where a turn by quarters takes them.
  private mutating func turn(_ transform: CGAffineTransform) {
    guard transform.a != 1 || transform.d != 1 else { return }
    let (oldWidth, oldHeight) = (width, height)
    let swaps = transform.a == 0
    let (newWidth, newHeight) = swaps ? (oldHeight, oldWidth) : (oldWidth, oldHeight)
    let (a, b) = (Int(transform.a), Int(transform.b))
    let (c, d) = (Int(transform.c), Int(transform.d))
    // The corner that goes to the upper left.
    let startX = (a < 0 || c < 0) ? newWidth - 1 : 0
    let startY = (b < 0 || d < 0) ? newHeight - 1 : 0
    var turned = [UInt8](repeating: 0, count: bytes.count)
    func move<Texel: BitwiseCopyable>(_ texels: Texel.Type) {
      let size = MemoryLayout<Texel>.size
      bytes.withUnsafeBytes { old in
        turned.withUnsafeMutableBytes { new in
          // Bounds: both have width x height pixels, and each goes to one place.
          for y in 0..<oldHeight {
            for x in 0..<oldWidth {
              let to = (startY + b * x + d * y) * newWidth + startX + a * x + c * y
              let texel = old.loadUnaligned(fromByteOffset: (y * oldWidth + x) * size, as: texels)
              new.storeBytes(of: texel, toByteOffset: to * size, as: texels)
            }
          }
        }
      }
    }
    if form.isHalf { move(UInt64.self) } else { move(UInt32.self) }
    (width, height, bytes) = (newWidth, newHeight, turned)
  }

  /// The image: of bytes in sRGB, of half floats in extended sRGB; nil without memory.
  var image: CGImage? {
    let name = form.isHalf ? CGColorSpace.extendedSRGB : CGColorSpace.sRGB
    guard let space = CGColorSpace(name: name) else { return nil }
    let alpha: CGImageAlphaInfo = isOpaque ? .noneSkipLast : .premultipliedLast
    if form.isHalf {
      return CGImage(
        samples: Data(bytes),
        size: (width, height),
        .halves,
        space: space,
        alpha: alpha,
        tags: (nil, form.light.headroom)
      )
    }
    guard let provider = CGDataProvider(data: Data(bytes)) else { return nil }
    return CGImage(
      width: width,
      height: height,
      bitsPerComponent: 8,
      bitsPerPixel: 32,
      bytesPerRow: width * 4,
      space: space,
      bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue),
      provider: provider,
      decode: nil,
      shouldInterpolate: true,
      intent: .defaultIntent
    )
  }

  /// The image in a film's own light: 16 bits in PQ or HLG for half floats, as `image` for bytes.
  ///
  /// - Returns: Nil without memory.
  func image(in colors: CodedColors) -> CGImage? {
    form.isHalf ? image?.coded(colors) : image
  }

  /// Scales to a size in pixels.
  mutating func scale(to size: CGSize) {
    draw(
      CGAffineTransform(
        scaleX: size.width / Double(width),
        y: size.height / Double(height)
      )
    )
  }

  /// Draws the picture through a transform, into a picture as large as the result.
  private mutating func draw(_ transform: CGAffineTransform) {
    if form.isHalf { return resample(transform) }
    let rect = CGRect(x: 0, y: 0, width: width, height: height)
    let shown = rect.applying(transform)
    let newWidth = min(max(Int(shown.width.rounded()), 1), VideoLimits.side)
    let newHeight = min(max(Int(shown.height.rounded()), 1), VideoLimits.side)
    guard let image, let context = CGContext(sRGBWidth: newWidth, height: newHeight) else {
      return
    }
    context.interpolationQuality = .high
    // The transform is one of pictures, whose y goes down.
    context.translateBy(x: 0, y: Double(newHeight))
    context.scaleBy(x: 1, y: -1)
    context.translateBy(x: -shown.minX, y: -shown.minY)
    context.concatenate(transform)
    context.translateBy(x: 0, y: Double(height))
    context.scaleBy(x: 1, y: -1)
    context.draw(image, in: rect)
    guard let data = context.data else { return }
    // Bounds: the context has as many rows of as many bytes.
    bytes = [UInt8](UnsafeRawBufferPointer(start: data, count: newWidth * newHeight * 4))
    (width, height) = (newWidth, newHeight)
  }

  /// Draws half floats through a transform, whose values may be beyond 0...1.
  private mutating func resample(_ transform: CGAffineTransform) {
    guard !transform.isIdentity else { return }
    let shown = CGRect(x: 0, y: 0, width: width, height: height).applying(transform)
    let newWidth = min(max(Int(shown.width.rounded()), 1), VideoLimits.side)
    let newHeight = min(max(Int(shown.height.rounded()), 1), VideoLimits.side)
    let old = HalfPicture(width: width, height: height, halves: bytes)
    if transform.b == 0, transform.c == 0, transform.a > 0, transform.d > 0 {
      bytes = old.scaled(to: newWidth, newHeight)
    } else {
      let moved = transform.concatenating(
        CGAffineTransform(translationX: -shown.minX, y: -shown.minY)
      )
      bytes = old.turned(moved, newWidth, newHeight)
      isOpaque = false
    }
    (width, height) = (newWidth, newHeight)
  }
}
