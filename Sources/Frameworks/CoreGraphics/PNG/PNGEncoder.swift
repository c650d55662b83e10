// From pixels to PNG files.
// Licensed under the MIT license; see LICENSE.

import CQuartzPNG
import Foundation

/// The options of writing a PNG file.
package struct PNGOptions: Sendable {
  /// zlib's level: 0 stores, 1 is fast, 9 is small.
  ///
  /// Measured on a drawn picture of 1024 x 1024 pixels: level 1 takes a sixth of the time of level
  /// 4 and makes a file one and a half times as large.
  package var compressionLevel = 1
  /// The resolution, or nil to omit it.
  package var pixelsPerMetre: PNGSize?

  package init() {}
}

extension CGImage {
  /// The image as a PNG file: with 8 bits per component in sRGB, or with 16 where the image has
  /// more than 8 itself (`WidePNGRows`).
  ///
  /// Grey where all pixels are opaque greys, RGB where all are opaque, else RGBA. Colours of
  /// translucent pixels are divided by alpha, rounded to nearest.
  package func pngData(_ options: PNGOptions = PNGOptions()) throws(PNGError) -> Data {
    if let rows = WidePNGRows(self) { return Data(try rows.encoded(options)) }
    let pixels = pixelStorage
    return Data(try PNGRows(pixels).encoded(options))
  }
}

/// Rows of an image, or of a part of it, on their way into a file.
struct PNGRows {
  private let pixels: PixelStorage
  private let colors: QuartzPNGColors

  /// Rows of `pixels`, stored as `colors` say, or with the fewest components that hold the image.
  init(_ pixels: PixelStorage, colors: QuartzPNGColors? = nil) {
    self.pixels = pixels
    self.colors = colors ?? pixels.leastColors
  }

  /// A whole PNG file.
  func encoded(_ options: PNGOptions) throws(PNGError) -> [UInt8] {
    let state = State(pixels, colors)
    var message = QuartzPNGMessage()
    var encoding = QuartzPNGEncoding(
      width: UInt32(pixels.width),
      height: UInt32(pixels.height),
      colors: colors,
      is_wide: false,
      has_own_colors: false,
      level: Int32(min(max(options.compressionLevel, 0), 9)),
      pixels_per_metre_x: UInt32(clamping: options.pixelsPerMetre?.width ?? 0),
      pixels_per_metre_y: UInt32(clamping: options.pixelsPerMetre?.height ?? 0),
      context: Unmanaged.passUnretained(state).toOpaque(),
      row: { context, y, target in
        Unmanaged<State>.fromOpaque(context).takeUnretainedValue().fill(target, row: Int(y))
      },
      write: { context, bytes, count in
        let state = Unmanaged<State>.fromOpaque(context).takeUnretainedValue()
        state.file.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
        return true
      }
    )
    let isDone = withExtendedLifetime(state) { quartz_png_encode(&encoding, &message) }
    guard isDone else { throw .cannotEncode(reason: message.string) }
    return state.file
  }

  /// The state that the callbacks share.
  private final class State {
    let pixels: PixelStorage
    let colors: QuartzPNGColors
    var file: [UInt8] = []

    init(_ pixels: PixelStorage, _ colors: QuartzPNGColors) {
      self.pixels = pixels
      self.colors = colors
    }

    /// Writes a row of straight components.
    func fill(_ target: UnsafeMutablePointer<UInt8>, row y: Int) {
      let row = (pixels.base + y * pixels.rowBytes).assumingMemoryBound(to: UInt8.self)
      let count = pixels.width
      // Bounds: the row has width x 4 bytes; so has the target, which takes 1, 3 or 4 of them each.
      switch colors {
      case QUARTZ_PNG_GRAY:
        for x in 0..<count { target[x] = row[x * 4] }
      case QUARTZ_PNG_RGB:
        for x in 0..<count {
          target[x * 3] = row[x * 4]
          target[x * 3 + 1] = row[x * 4 + 1]
          target[x * 3 + 2] = row[x * 4 + 2]
        }
      default:
        for x in 0..<count {
          let (pixel, alpha) = (row + x * 4, row[x * 4 + 3])
          for index in 0..<3 {
            target[x * 4 + index] = alpha == 255 ? pixel[index] : divide(pixel[index], alpha)
          }
          target[x * 4 + 3] = alpha
        }
      }
    }
  }
}

extension PixelStorage {
  /// The fewest components that hold the image.
  fileprivate var leastColors: QuartzPNGColors {
    guard isOpaque else { return QUARTZ_PNG_RGBA }
    for y in 0..<height {
      let row = (base + y * rowBytes).assumingMemoryBound(to: UInt8.self)
      // Bounds: four bytes a pixel.
      for x in 0..<width where row[x * 4] != row[x * 4 + 1] || row[x * 4] != row[x * 4 + 2] {
        return QUARTZ_PNG_RGB
      }
    }
    return QUARTZ_PNG_GRAY
  }
}
