// From PNG files to pixels.
// Licensed under the MIT license; see LICENSE.

import CQuartzPNG
import Foundation

extension PNGFile {
  /// The picture of a file with one; of an animation, its first frame.
  ///
  /// It has 16 bits a component in the space that cICP names, if there is one; else 8 in sRGB.
  package func image() throws(PNGError) -> CGImage {
    if isPlain, let codedSpace { return try wideImage(of: 0, codedSpace) }
    let pixels = try pixels(of: 0)
    return hasOwnLight ? CGImage(pixels, losses: losses) { light() } : CGImage(pixels)
  }

  /// The pixels of a frame's own rectangle, before it is composed over the canvas.
  package func pixels(of index: Int) throws(PNGError) -> PixelStorage {
    guard frames.indices.contains(index) else {
      throw .noSuchFrame(index: index, count: frames.count)
    }
    if let codedSpace { return try wideImage(of: index, codedSpace).pixelStorage }
    let frame = frames[index]
    let file = isPlain ? bytes : Data(standalone(frame))
    return try PixelStorage(width: frame.width, height: frame.height) {
      (pixels) throws(PNGError) in
      guard let colors = PNGColors(self) else {
        try decode(file, index, into: pixels, isWide: false)
        return hasAlpha ? premultiply(pixels) : true
      }
      try colors.decode(pixels, self) { (target, isWide) throws(PNGError) in
        try decode(file, index, into: target, isWide: isWide)
      }
      return hasAlpha ? premultiply(pixels) : true
    }
  }

  /// Fills `pixels` with straight RGBA, of 16 bits per component if `isWide`.
  func decode(
    _ file: Data,
    _ index: Int,
    into pixels: UnsafeMutableRawBufferPointer,
    isWide: Bool
  ) throws(PNGError) {
    let frame = frames[index]
    let rowBytes = frame.width * (isWide ? 8 : 4)
    guard let start = pixels.baseAddress, pixels.count >= rowBytes * frame.height else {
      preconditionFailure("\(pixels.count) bytes for \(frame.height) rows of \(rowBytes)")
    }
    var message = QuartzPNGMessage()
    var target = QuartzPNGTarget(
      width: UInt32(frame.width),
      height: UInt32(frame.height),
      is_wide: isWide,
      pixels: start,
      row_bytes: rowBytes
    )
    let isDone = file.withUnsafeBytes { bytes in
      guard let first = bytes.bindMemory(to: UInt8.self).baseAddress else { return false }
      return quartz_png_decode(first, bytes.count, &target, &message)
    }
    guard isDone else { throw .corrupt(frame: index, reason: message.string) }
  }

  /// A file with the frame as its only picture.
  func standalone(_ frame: Frame) -> [UInt8] {
    var file = PNGBytes(signed: true)
    file.appendChunk("IHDR") { chunk in
      chunk.append(UInt32(frame.width))
      chunk.append(UInt32(frame.height))
      chunk.append([
        UInt8(header.bitDepth), UInt8(header.colorType), 0, 0, header.isInterlaced ? 1 : 0,
      ])
    }
    for range in prelude { bytes.withBytes(range) { file.append($0) } }
    for range in frame.data {
      file.appendChunk("IDAT") { chunk in bytes.withBytes(range) { chunk.append($0) } }
    }
    file.appendChunk("IEND") { _ in }
    return file.bytes
  }
}

/// The conversion of components to sRGB: by a table of levels, or by a profile.
///
/// Files of 16 bits are converted from 16 bits: in linear light, 8 would show steps.
private struct PNGColors {
  private enum Method {
    case table([UInt8])
    case profile(ICCProfile)
  }

  private let method: Method
  private let isWide: Bool

  /// Nil for a file whose colours are those of sRGB.
  init?(_ file: PNGFile) {
    isWide = file.header.bitDepth == 16
    if let profile = file.profile {
      if profile.isSRGB { return nil }
      if profile.model == .rgb {
        method = .profile(profile)
      } else {
        guard let table = profile.grayTable(isWide: isWide) else { return nil }
        method = .table(table)
      }
      return
    }
    guard let gamma = file.gamma, abs(gamma * 2.2 - 1) > 0.05 else { return nil }
    let most = isWide ? 65535 : 255
    method = .table(
      (0...most).map { value in
        let light = pow(Double(value) / Double(most), 1 / gamma)
        return UInt8((TransferCurve.sRGB.encode(light) * 255).rounded())
      }
    )
  }

  /// Decodes a picture with `read`, and leaves it in `pixels` with 8 bits in sRGB.
  func decode(
    _ pixels: UnsafeMutableRawBufferPointer,
    _ file: PNGFile,
    _ read: (UnsafeMutableRawBufferPointer, Bool) throws(PNGError) -> Void
  ) throws(PNGError) {
    guard let start = pixels.baseAddress else { return }
    guard isWide else {
      try read(pixels, false)
      switch method {
      case .table(let table):
        // Bounds: four bytes a pixel; the table has an entry for each byte.
        for index in pixels.indices where index % 4 != 3 {
          pixels[index] = table[Int(pixels[index])]
        }
      case .profile(let profile):
        _ = profile.convert(start, count: pixels.count / 4, layout: .rgba8)
      }
      return
    }
    let needed = pixels.count * 3
    guard needed <= file.limits.bytes else {
      throw .tooMuchMemory(needed: needed, limit: file.limits.bytes)
    }
    let wide = UnsafeMutableRawBufferPointer.allocate(byteCount: pixels.count * 2, alignment: 8)
    defer { wide.deallocate() }
    try read(wide, true)
    guard let first = wide.baseAddress else { return }
    switch method {
    case .profile(let profile)
    where profile.convertWide(first, to: start, count: pixels.count / 4):
      // Little CMS copies alpha, but cuts it off where it should round.
      for index in stride(from: 3, to: pixels.count, by: 4) {
        pixels[index] = Self.byte(wide, index)
      }
    case .profile:
      for index in pixels.indices { pixels[index] = Self.byte(wide, index) }
    case .table(let table):
      // Bounds: two bytes of `wide` for each of `pixels`; the table has an entry for each number.
      for index in pixels.indices {
        let value = wide.load(fromByteOffset: index * 2, as: UInt16.self)
        pixels[index] = index % 4 == 3 ? Self.byte(wide, index) : table[Int(value)]
      }
    }
  }

  /// A number of 16 bits as a byte, rounded to nearest.
  private static func byte(_ wide: UnsafeMutableRawBufferPointer, _ index: Int) -> UInt8 {
    UInt8((UInt32(wide.load(fromByteOffset: index * 2, as: UInt16.self)) + 128) / 257)
  }
}

/// Multiplies straight RGBA with its alpha, in place, and returns whether all of it is opaque.
package func premultiply(_ pixels: UnsafeMutableRawBufferPointer) -> Bool {
  let words = pixels.bindMemory(to: UInt32.self)
  var opaque = UInt32.max
  // Bounds: the memory holds whole pixels.
  for index in words.indices {
    let pixel = UInt32(littleEndian: words[index])
    opaque &= pixel
    words[index] = premultiplied(pixel).littleEndian
  }
  return opaque >> 24 == 255
}

/// The pixel with red, green and blue multiplied by alpha, rounded as `multiply` does.
@inline(__always)
private func premultiplied(_ pixel: UInt32) -> UInt32 {
  let alpha = pixel >> 24
  // Two components at a time, with 16 bits for each; alpha x 255 / 255 stays alpha.
  let evens = (pixel & 0x00FF_00FF) &* alpha &+ 0x0080_0080
  let odds = ((pixel >> 8) & 0xFF | 0x00FF_0000) &* alpha &+ 0x0080_0080
  func quotient(_ sum: UInt32) -> UInt32 { sum &+ ((sum >> 8) & 0x00FF_00FF) }
  return (quotient(evens) >> 8) & 0x00FF_00FF | quotient(odds) & 0xFF00_FF00
}

extension QuartzPNGMessage {
  var string: String {
    withUnsafeBytes(of: text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
