// Films of contexts.
// Licensed under the MIT license; see LICENSE.

package import CQuartzInterface
import CoreGraphics
import Foundation
import QuartzCore
import QuartzEncoding
import QuartzMath

/// A film that is to be written.
private struct FilmRequest {
  private static let fastest = 1000.0
  private static let mostFrames = 10_000_000.0

  let path: String
  let format: FilmFormat
  let start: Double
  let rate: Double
  let count: Int

  init(_ path: String, _ options: quartz_film_options) throws(CallFailure) {
    guard options.struct_size == MemoryLayout<quartz_film_options>.size else {
      throw CallFailure(QUARTZ_INVALID_VALUE, "struct_size is \(options.struct_size)")
    }
    guard let format = FilmFormat(path: path) else {
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

  func time(of frame: Int) -> Double { start + Double(frame) / rate }
}

/// A frame that was drawn before.
private final class KeptFrame: EncoderFrame {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var byteCount: Int { bytes.count }

  func write(to encoder: FilmEncoder) throws {
    try bytes.withUnsafeBytes { try encoder.add($0) }
  }
}

/// The pictures of a context, one after the other, in an encoder's format.
private final class InterfacePictures {
  private let state: ThreadState
  private let context: CAContext
  private let film: FilmRequest
  private let canvas: FilmCanvas
  private let frame: FilmFrame
  /// The frames of a film that is encoded twice, on the disk: the time of a context goes on alone.
  private var kept: PendingFile?

  init(
    _ state: ThreadState,
    _ context: CAContext,
    _ film: FilmRequest,
    _ pipeline: FilmPipeline
  ) throws {
    (self.state, self.context, self.film) = (state, context, film)
    canvas = FilmCanvas(width: pipeline.width, height: pipeline.height)
    let size = film.format.encodedSize(pipeline.width, pipeline.height, pipeline.pixels)
    frame = FilmFrame(pipeline.pixels, width: size.width, height: size.height)
    if film.format.passCount > 1 {
      kept = try PendingFile(path: NSTemporaryDirectory() + "quartz-frames")
    }
  }

  /// Draws the frame of a number; those of a second pass are read again.
  func frame(_ number: Int, pass: Int) throws -> any EncoderFrame {
    if pass > 0 { return try keptFrame(number) }
    let picture = try state.picture(context, film.time(of: number)).pixelStorage
    guard picture.width == canvas.width, picture.height == canvas.height else {
      throw CallFailure(QUARTZ_REFUSED, "the size of the context was changed while it was drawn")
    }
    // Bounds: both have as many rows, and rows of as many pixels at least.
    for y in 0..<canvas.height {
      (canvas.base + y * canvas.rowBytes).copyMemory(
        from: picture.base + y * picture.rowBytes,
        byteCount: canvas.width * 4
      )
    }
    canvas.extendEdges()
    frame.invalidate(
      Damage(PixelRect(width: Int32(canvas.width), height: Int32(canvas.height)))
    )
    frame.update(from: canvas)
    return frame
  }

  /// Keeps the current frame for a second pass.
  func keep() throws {
    try frame.withBytes { try kept?.write(Data($0)) }
  }

  private func keptFrame(_ number: Int) throws -> KeptFrame {
    let count = frame.byteCount
    let bytes = kept?.withBytes { all in
      number * count + count <= all.count ? [UInt8](all[number * count..<(number + 1) * count]) : []
    }
    guard let bytes, bytes.count == count else {
      throw CallFailure(QUARTZ_UNWRITABLE, "the frames that were kept are lost")
    }
    return KeptFrame(bytes)
  }
}

extension CallFailure {
  /// The failure of a film.
  fileprivate init(film error: any Error) {
    switch error {
    case let failure as CallFailure: self = failure
    case EncoderError.missingProgram: self.init(QUARTZ_NO_ENCODER, "\(error)")
    default: self.init(QUARTZ_UNWRITABLE, "\(error)")
    }
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
    let isOpaque = film.format.isH264 || configuration.background.alpha == 1
    let pipeline = FilmPipeline(
      film.format,
      film.format.pixels(isOpaque: isOpaque),
      width: configuration.width,
      height: configuration.height,
      rate: film.rate
    )
    let passes = film.format.passCount
    var done = 0
    do {
      let pictures = try InterfacePictures(self, context, film, pipeline)
      var pass = -1
      try pipeline.write(
        to: film.path,
        count: film.count,
        frames: { range in
          pass += 1
          var numbers = range.makeIterator()
          return { [pass] in try numbers.next().map { try pictures.frame($0, pass: pass) } }
        },
        done: { _, pass in
          if pass == 0, passes > 1 { try pictures.keep() }
          done += 1
          guard let progress = options.progress,
            !progress(done, film.count * passes, options.user)
          else { return }
          throw CallFailure(QUARTZ_CANCELLED, "the film was ended after frame \(done)")
        }
      )
    } catch {
      throw CallFailure(film: error)
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
