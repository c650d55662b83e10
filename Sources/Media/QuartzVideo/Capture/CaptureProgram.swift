// FFmpeg as the program that reads a capture device.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFaults

/// A program that writes samples to a pipe, and messages to another one.
struct CaptureProgram {
  /// The device's name in messages.
  let name: String
  let medium: CaptureMedium
  /// FFmpeg's, without its name.
  let arguments: [String]

  /// Room in the pipe of samples: the most that a user may ask for without rights.
  private static let pipeSize: Int32 = 1 << 20
  private static let longestError = 300

  /// Runs the program until its samples end, or the device is stopped.
  ///
  /// - Parameter read: Reads all samples, and returns how many there were.
  /// - Throws: `CaptureDeviceError` if the samples end by themselves.
  func run(
    _ flow: CaptureFlow,
    read: (inout CaptureReader) throws(CaptureDeviceError) -> Int
  ) throws(CaptureDeviceError) {
    let process: ChildProcess
    let (samples, words): (Int32, Int32)
    do throws(ProcessError) {
      var output = try SystemPipe(size: Self.pipeSize)
      var messages = try SystemPipe(size: 1 << 16)
      process = try ChildProcess(
        ["ffmpeg", "-hide_banner", "-loglevel", "error", "-nostats", "-nostdin"] + arguments,
        descriptors: [nil, output.writing, messages.writing],
        bounds: .readOnly
      )
      (samples, words) = (output.takeReading(), messages.takeReading())
      // With the last end of writing here, the end of the program is the end of the pipe.
      close(output.takeWriting())
      close(messages.takeWriting())
    } catch {
      throw error.isMissingProgram ? .missingProgram : .system(reason: "\(error)")
    }
    defer {
      close(samples)
      close(words)
      process.kill()
      process.wait()
    }
    for descriptor in [samples, words] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
    var reader = CaptureReader(self, samples: samples, words: words, flow)
    let count = try read(&reader)
    guard !flow.isEnding else { return }
    process.wait()
    throw error(count, reader.lastWords)
  }

  private func error(_ count: Int, _ words: String) -> CaptureDeviceError {
    let line = words.split(whereSeparator: \.isNewline).last.map(String.init) ?? "it ended"
    // Nothing that a terminal would take for a command.
    let text = line.unicodeScalars.map {
      $0.properties.generalCategory == .control ? " " : String($0)
    }.joined()
    let reason = String(text.prefix(Self.longestError))
    if reason.contains("Device or resource busy") { return .busy(name: name) }
    return count > 0
      ? .gone(name: name, medium, reason: reason)
      : .unavailable(name: name, medium, reason: reason)
  }
}

/// Reads what the program of a device writes, until the device is stopped.
struct CaptureReader {
  private let program: CaptureProgram
  private let samples: Int32
  private var words: Int32
  private let flow: CaptureFlow
  /// The bytes that the last call of `fill` got.
  private(set) var lastCount = 0
  /// The last messages of the program.
  private(set) var lastWords = ""

  /// Seconds without a sample after which a device counts as gone; the first one may take longer.
  private static let silence = 10

  fileprivate init(_ program: CaptureProgram, samples: Int32, words: Int32, _ flow: CaptureFlow) {
    (self.program, self.samples, self.words, self.flow) = (program, samples, words, flow)
  }

  /// Reads bytes, and waits for them.
  ///
  /// - Returns: False at the end, and once the device is stopped.
  mutating func fill(
    _ memory: UnsafeMutableRawPointer,
    _ count: Int
  ) throws(CaptureDeviceError) -> Bool {
    var done = 0
    defer { lastCount = done }
    let start = CaptureFlow.now
    while done < count, !flow.isEnding {
      // Bounds: the memory has at least `count` bytes.
      let got = uninterrupted { read(samples, memory + done, count - done) }
      if got > 0 {
        done += got
        continue
      }
      if got == 0 || errno != EAGAIN {
        takeWords()
        return false
      }
      guard CaptureFlow.now - start < Double(Self.silence) else {
        throw .silent(name: program.name, program.medium, seconds: Self.silence)
      }
      var ready = [
        pollfd(fd: flow.wakeDescriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: samples, events: Int16(POLLIN), revents: 0),
        pollfd(fd: words, events: Int16(POLLIN), revents: 0),
      ]
      poll(&ready, 3, 1000)
      if ready[2].revents != 0 { takeWords() }
    }
    return done == count
  }

  private mutating func takeWords() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while words >= 0 {
      let got = uninterrupted { read(words, &buffer, buffer.count) }
      guard got > 0 else {
        // The end would be ready for ever.
        if got == 0 { words = -1 }
        return
      }
      lastWords = String((lastWords + String(decoding: buffer[..<got], as: UTF8.self)).suffix(4096))
    }
  }
}
