// From pictures of more than 8 bits to PNG files of 16.
// Licensed under the MIT license; see LICENSE.

import CQuartzPNG

/// Rows of 16 bits a component, RGB or RGBA, on their way into a file.
struct WidePNGRows {
  private let pixels: WideRows

  /// Nil for pictures of up to 8 bits a component, for masks, and for decoded files.
  init?(_ image: CGImage) {
    guard let pixels = WideRows(image) else { return nil }
    self.pixels = pixels
  }

  /// A whole PNG file.
  func encoded(_ options: PNGOptions) throws(PNGError) -> [UInt8] {
    let colors = pixels.space == .sRGBSpace ? nil : CodedColors(pixels.space)
    let state = State(pixels)
    var message = QuartzPNGMessage()
    var encoding = QuartzPNGEncoding(
      width: UInt32(pixels.width),
      height: UInt32(pixels.height),
      colors: pixels.isOpaque ? QUARTZ_PNG_RGB : QUARTZ_PNG_RGBA,
      is_wide: true,
      has_own_colors: colors != nil,
      level: Int32(min(max(options.compressionLevel, 0), 9)),
      pixels_per_metre_x: UInt32(clamping: options.pixelsPerMetre?.width ?? 0),
      pixels_per_metre_y: UInt32(clamping: options.pixelsPerMetre?.height ?? 0),
      context: Unmanaged.passUnretained(state).toOpaque(),
      row: { context, y, target in
        let pixels = Unmanaged<State>.fromOpaque(context).takeUnretainedValue().pixels
        // Bounds: the encoder has a row of numbers for all components, aligned as memory is.
        let components = pixels.isOpaque ? 3 : 4
        let numbers = UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt16.self)
        pixels.read(row: Int(y), components: components, into: numbers)
      },
      write: { context, bytes, count in
        let state = Unmanaged<State>.fromOpaque(context).takeUnretainedValue()
        state.file.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
        return true
      }
    )
    let isDone = withExtendedLifetime(state) { quartz_png_encode(&encoding, &message) }
    guard isDone else { throw .cannotEncode(reason: message.string) }
    guard let colors else { return state.file }
    var chunks = PNGBytes()
    chunks.append(colors, headroom: pixels.headroom, averageNits: pixels.averageNits)
    // Behind IHDR: the signature has 8 bytes, that chunk 25.
    state.file.insert(contentsOf: chunks.bytes, at: 33)
    return state.file
  }

  /// The state that the callbacks share.
  private final class State {
    let pixels: WideRows
    var file: [UInt8] = []

    init(_ pixels: WideRows) {
      self.pixels = pixels
    }
  }
}
