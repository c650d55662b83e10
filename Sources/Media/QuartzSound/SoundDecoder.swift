// FFmpeg at the other end of a pipe: the one place that runs it to hear films.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFaults

/// Decodes sound for a voice.
package enum SoundDecoder {
  /// The arguments of FFmpeg for samples as voices take them, behind its inputs and filters.
  private static let output = [
    "-vn", "-sn", "-dn", "-f", "f32le", "-ar", "48000", "-ac", "2", "pipe:1",
  ]
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
    do throws(ThreadError) {
      try SystemThread.detach(name: "quartz-hear") { run(arguments, voice, report) }
    } catch {
      report("no thread: \(String(cString: strerror(error.code)))")
      voice.finishDecoding()
    }
  }

  private static func run(
    _ arguments: [String],
    _ voice: SoundVoice,
    _ report: (String) -> Void
  ) {
    defer { voice.finishDecoding() }
    do throws(ProcessError) {
      var pipe = try SystemPipe(size: pipeSize)
      let program = ["ffmpeg", "-hide_banner", "-loglevel", "error", "-nostats", "-nostdin"]
      let process = try ChildProcess(
        program + arguments + output,
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
      if !copy(from: reading, to: voice) { return }
      if case .exit(status: 0) = process.wait() { return }
      report("ffmpeg cannot decode it")
    } catch {
      report(error.isMissingProgram ? "ffmpeg was not found in PATH" : "\(error)")
    }
  }

  /// Copies samples until there are no more, or nobody wants them.
  ///
  /// - Returns: Whether there are no more.
  private static func copy(from pipe: Int32, to voice: SoundVoice) -> Bool {
    let bytesOfPair = 8
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 16)
    defer { buffer.deallocate() }
    var held = 0
    while !voice.isEnding {
      // A film that arrives slowly, or never, keeps no voice.
      var ready = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      if poll(&ready, 1, 100) == 0 { continue }
      let count = read(pipe, buffer.baseAddress.map { $0 + held }, buffer.count - held)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return true }
      held += count
      let whole = held / bytesOfPair * bytesOfPair
      // Bounds: whole pairs of the bytes that were read.
      let pairs = UnsafeRawBufferPointer(rebasing: buffer[..<whole]).bindMemory(to: Float.self)
      guard voice.add(pairs) else { return false }
      // The rest of a pair goes to the front.
      for index in whole..<held { buffer[index - whole] = buffer[index] }
      held -= whole
    }
    return false
  }
}
