// FFmpeg at the other end of a pipe: the one place that runs it to hear films.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFaults

/// Sound that is not decoded.
package enum SoundError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No folder of `PATH` has the program.
  case missingProgram
  case failed(reason: String)

  package var description: String {
    switch self {
    case .missingProgram: "ffmpeg was not found in PATH"
    case .failed(let reason): reason
    }
  }
}

/// Somebody who takes decoded samples.
protocol SoundSink: AnyObject, Sendable {
  /// Whether nobody wants more.
  var isEnding: Bool { get }
  /// Takes samples, those of all channels by turns, and waits while there are too many.
  ///
  /// - Returns: Whether more are wanted.
  func add(_ samples: UnsafeBufferPointer<Float>) -> Bool
  /// There are no more.
  func finishDecoding()
}

extension SoundVoice: SoundSink {}

/// Samples as a sink takes them: floats, those of all channels by turns.
package struct SoundForm: Equatable, Sendable {
  /// Samples of a channel in a second.
  package var rate: Int
  package var channels: Int

  package init(rate: Int, channels: Int) { (self.rate, self.channels) = (rate, channels) }

  /// Those of voices.
  static let voice = SoundForm(rate: 48_000, channels: 2)

  /// The arguments of FFmpeg for such samples, behind its inputs and filters.
  fileprivate var output: [String] {
    ["-vn", "-sn", "-dn", "-f", "f32le", "-ar", "\(rate)", "-ac", "\(channels)", "pipe:1"]
  }

  /// The bytes of a sample of all channels.
  fileprivate var frameBytes: Int { channels * MemoryLayout<Float>.size }
}

/// Decodes sound.
package enum SoundDecoder {
  private static let pipeSize: Int32 = 1 << 16

  /// Starts FFmpeg on a thread of its own; it ends with the voice, or with the sound.
  ///
  /// - Parameters:
  ///   - arguments: Inputs, filters and the map.
  ///   - voice: Gets the samples.
  ///   - report: Called if the sound cannot be decoded, on that thread, with the reason.
  package static func start(
    _ arguments: [String],
    for voice: SoundVoice,
    report: @escaping @Sendable (String) -> Void
  ) {
    start(arguments, .voice, for: voice) { report("\($0)") }
  }

  static func start(
    _ arguments: [String],
    _ form: SoundForm,
    for sink: any SoundSink,
    report: @escaping @Sendable (SoundError) -> Void
  ) {
    do throws(ThreadError) {
      try SystemThread.detach(name: "quartz-hear") { run(arguments, form, sink, report) }
    } catch {
      report(.failed(reason: "no thread: \(String(cString: strerror(error.code)))"))
      sink.finishDecoding()
    }
  }

  private static func run(
    _ arguments: [String],
    _ form: SoundForm,
    _ sink: any SoundSink,
    _ report: (SoundError) -> Void
  ) {
    defer { sink.finishDecoding() }
    do throws(ProcessError) {
      var pipe = try SystemPipe(size: pipeSize)
      let program = ["ffmpeg", "-hide_banner", "-loglevel", "error", "-nostats", "-nostdin"]
      let process = try ChildProcess(
        program + arguments + form.output,
        descriptors: [nil, pipe.writing, nil],
        bounds: .readOnly
      )
      let reading = pipe.takeReading()
      // With the last end of writing here, the end of the program is the end of the pipe.
      close(pipe.takeWriting())
      defer {
        close(reading)
        process.kill()
        process.wait()
      }
      if !copy(from: reading, to: sink, form.frameBytes) { return }
      if case .exit(status: 0) = process.wait() { return }
      report(.failed(reason: "ffmpeg cannot decode it"))
    } catch {
      report(error.isMissingProgram ? .missingProgram : .failed(reason: "\(error)"))
    }
  }

  /// Copies samples until there are no more, or nobody wants them.
  ///
  /// - Returns: Whether there are no more.
  private static func copy(
    from pipe: Int32,
    to sink: any SoundSink,
    _ frameBytes: Int
  ) -> Bool {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 16)
    defer { buffer.deallocate() }
    var held = 0
    while !sink.isEnding {
      // A film that arrives slowly, or never, keeps no sink.
      var ready = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      if poll(&ready, 1, 100) == 0 { continue }
      let count = read(pipe, buffer.baseAddress.map { $0 + held }, buffer.count - held)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return true }
      held += count
      let whole = held / frameBytes * frameBytes
      // Bounds: whole frames of the bytes that were read.
      let samples = UnsafeRawBufferPointer(rebasing: buffer[..<whole]).bindMemory(to: Float.self)
      guard sink.add(samples) else { return false }
      // The rest of a frame goes to the front.
      for index in whole..<held { buffer[index - whole] = buffer[index] }
      held -= whole
    }
    return false
  }
}
