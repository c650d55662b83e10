// From PNG files to the light that they mean.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzSharing

extension PNGFile {
  /// Whether a still picture has more than 8 bits, or colours of another space than sRGB.
  var hasOwnLight: Bool {
    if isAnimated || codedSpace != nil { return false }
    if let profile { return header.bitDepth == 16 || !profile.isSRGB }
    return header.bitDepth == 16 || foreignGamma != nil
  }

  /// The gamma of the file, if it is not that of sRGB.
  private var foreignGamma: Double? {
    gamma.flatMap { abs($0 * 2.2 - 1) > 0.05 ? $0 : nil }
  }

  /// The properties of the file that 8 bits of sRGB cannot hold.
  package var losses: ImageLosses {
    var losses: ImageLosses = header.bitDepth == 16 ? .depth : []
    if codedSpace != nil { losses.insert(.gamut) }
    if profile.map({ !$0.isSRGB }) ?? (foreignGamma != nil) { losses.insert(.gamut) }
    return losses
  }

  /// The picture in linear light; nil if it cannot be decoded, if 16 bits for each component need
  /// more memory than the limits allow, or if its profile is one of greys.
  func light() -> LightRows? {
    let (width, height) = (header.width, header.height)
    guard width * height * 8 <= limits.bytes else { return nil }
    let wide = WidePixels(width * height)
    do {
      try decode(bytes, 0, into: UnsafeMutableRawBufferPointer(wide.numbers), isWide: true)
    } catch {
      return nil
    }
    if let profile, !profile.isSRGB {
      guard let light = profile.light() else { return nil }
      return LightRows(width: width, height: height) { y, target in
        wide.read(y * width, into: target) { Float($0) / 65535 }
        light.convert(target)
      }
    }
    let gamma = foreignGamma
    let table = (0...65535).map { number in
      let value = Double(number) / 65535
      return Float(gamma.map { pow(value, 1 / $0) } ?? TransferCurve.sRGB.decode(value))
    }
    return LightRows(width: width, height: height) { y, target in
      wide.read(y * width, into: target) { table[Int($0)] }
    }
  }
}

/// R, G, B, A with 16 bits each, straight.
private final class WidePixels: Sendable {
  // Nothing writes to the memory once it was filled, before others have it.
  private let sharedNumbers: SharedPointer<UnsafeMutableBufferPointer<UInt16>>
  var numbers: UnsafeMutableBufferPointer<UInt16> { sharedNumbers.value }

  init(_ count: Int) {
    sharedNumbers = SharedPointer(.allocate(capacity: count * 4))
    numbers.initialize(repeating: 0)
  }

  /// Pixels from number `start` on; alpha is 0...1.
  func read(
    _ start: Int,
    into target: UnsafeMutableBufferPointer<SIMD4<Float>>,
    _ color: (UInt16) -> Float
  ) {
    // Bounds: the caller vouches for as many pixels from `start` on as the target has.
    for x in target.indices {
      let offset = (start + x) * 4
      target[x] = SIMD4(
        color(numbers[offset]),
        color(numbers[offset + 1]),
        color(numbers[offset + 2]),
        Float(numbers[offset + 3]) / 65535
      )
    }
  }

  deinit {
    numbers.deallocate()
  }
}
