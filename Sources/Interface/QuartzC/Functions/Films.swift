// Films of contexts.
// Licensed under the MIT license; see LICENSE.

package import CQuartzInterface
import CoreGraphics
import QuartzCore
import QuartzEncoding

/// A film that is to be written.
private struct FilmRequest {
  /// The arguments of the codec and of the file, by the end of the file's name.
  private static let formats: [String: (isH264: Bool, container: [String])] = [
    "mp4": (true, ["-movflags", "+faststart", "-f", "mp4"]),
    "mov": (true, ["-movflags", "+faststart", "-f", "mov"]),
    "m4v": (true, ["-movflags", "+faststart", "-f", "ipod"]),
    "mkv": (true, ["-f", "matroska"]),
    "webm": (false, ["-f", "webm"]),
  ]
  private static let fastest = 1000.0
  private static let mostFrames = 10_000_000.0

  let path: String
  let start: Double
  let rate: Double
  let count: Int
  private let format: (isH264: Bool, container: [String])

  init(_ path: String, _ options: quartz_film_options) throws(CallFailure) {
    guard options.struct_size == MemoryLayout<quartz_film_options>.size else {
      throw CallFailure(QUARTZ_INVALID_VALUE, "struct_size is \(options.struct_size)")
    }
    let end = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    guard let format = Self.formats[end] else {
      throw Catalogue.unknown("format of films like that of", path)
    }
    start = try Argument.finite(options.start, "start")
    guard options.rate > 0, options.rate <= Self.fastest else {
      throw CallFailure(QUARTZ_INVALID_VALUE, "the rate is \(options.rate), not in 0...1000")
    }
    let frames = (try Argument.finite(options.duration, "duration") * options.rate).rounded()
    guard frames >= 1, frames <= Self.mostFrames else {
      throw CallFailure(QUARTZ_INVALID_VALUE, "a film of \(frames) frames")
    }
    (self.path, self.format, rate, count) = (path, format, options.rate, Int(frames))
  }

  /// The sides of the frames: H.264 with half the resolution of colour has even ones.
  func size(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
    format.isH264 ? ((width + 1) & ~1, (height + 1) & ~1) : (width, height)
  }

  func arguments(_ width: Int, _ height: Int, output: String) -> [String] {
    let codec =
      format.isH264
      ? ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "18"]
      : ["-c:v", "libvpx-vp9", "-deadline", "good", "-cpu-used", "6", "-crf", "20", "-b:v", "0"]
    return FilmEncoder.quiet + [
      "-f", "rawvideo", "-pixel_format", "rgb0", "-video_size", "\(width)x\(height)",
      "-framerate", "\(rate)", "-i", "pipe:0",
      "-vf", "scale=out_color_matrix=bt709:out_range=tv,\(FilmEncoder.colors)",
    ] + codec + FilmEncoder.threads + ["-pix_fmt", "yuv420p"] + format.container
      + ["-fflags", "+bitexact", output]
  }
}

extension EncoderError {
  fileprivate var failure: CallFailure {
    let status = self == .missingProgram ? QUARTZ_NO_ENCODER : QUARTZ_UNWRITABLE
    return CallFailure(status, "\(self)")
  }
}

/// Copies a picture to a frame; a column and a row that the frame has beyond it are doubled.
private func copy(
  _ picture: PixelStorage,
  to frame: UnsafeMutableRawBufferPointer,
  _ size: (width: Int, height: Int)
) {
  guard let base = frame.baseAddress else { return }
  let (width, height) = (min(picture.width, size.width), picture.height)
  // Bounds: the frame has `size.height` rows of `size.width` pixels; `y` is a row of the picture.
  for row in 0..<size.height {
    let source = picture.base + min(row, height - 1) * picture.rowBytes
    let target = base + row * size.width * 4
    target.copyMemory(from: source, byteCount: width * 4)
    for x in width..<max(size.width, width) {
      (target + x * 4).copyMemory(from: source + (width - 1) * 4, byteCount: 4)
    }
  }
}

private func opened(_ path: String) throws(CallFailure) -> PendingFile {
  do {
    return try PendingFile(path: path)
  } catch {
    throw CallFailure(QUARTZ_UNWRITABLE, "\(error)")
  }
}

extension ThreadState {
  /// Draws and encodes all frames.
  fileprivate func write(
    _ film: FilmRequest,
    _ context: CAContext,
    _ options: quartz_film_options
  ) throws(CallFailure) {
    let configuration = context.configuration
    let size = film.size(configuration.width, configuration.height)
    var file = try opened(film.path)
    let frame = UnsafeMutableRawBufferPointer.allocate(
      byteCount: size.width * size.height * 4,
      alignment: 16
    )
    defer { frame.deallocate() }
    do {
      let arguments = film.arguments(size.width, size.height, output: file.openName)
      let encoder = try FilmEncoder(arguments)
      for number in 0..<film.count {
        let image = try picture(context, film.start + Double(number) / film.rate).pixelStorage
        copy(image, to: frame, size)
        try encoder.add(UnsafeRawBufferPointer(frame))
        if let progress = options.progress, !progress(number + 1, film.count, options.user) {
          throw CallFailure(QUARTZ_CANCELLED, "the film was ended after frame \(number + 1)")
        }
      }
      let messages = try encoder.finish()
      if let message = messages.last { throw CallFailure(QUARTZ_UNWRITABLE, message) }
    } catch let error as EncoderError {
      throw error.failure
    } catch let failure as CallFailure {
      throw failure
    } catch {
      throw CallFailure(QUARTZ_UNWRITABLE, "\(error)")
    }
    do {
      try file.publish()
    } catch {
      throw CallFailure(QUARTZ_UNWRITABLE, "\(error)")
    }
  }
}

@c @implementation
package func quartz_context_write_film(
  _ context: quartz_object,
  _ path: UnsafePointer<CChar>?,
  _ options: UnsafePointer<quartz_film_options>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let context = try state.object(context, QUARTZ_KIND_CONTEXT, as: CAContext.self)
    let path = try Argument.text(path, "path")
    guard let options = options?.pointee else { throw .null("options") }
    try state.write(try FilmRequest(path, options), context, options)
  }
}
