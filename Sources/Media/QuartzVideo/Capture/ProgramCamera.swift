// Cameras that FFmpeg reads, as a program of its own: devices of V4L2, and its graphs of filters.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFaults

/// A camera whose pictures come from FFmpeg as Y4M, which says their size.
package struct ProgramCamera: CameraSource {
  package let name: String
  private let input: [String]

  /// Seconds without a picture after which a camera counts as gone; the first one may take longer.
  private static let silence = 10
  /// Room in the pipe of pictures: the most that a user may ask for without rights.
  private static let pipeSize: Int32 = 1 << 20
  private static let longestLine = 256
  private static let longestError = 300

  /// A device.
  package init(_ camera: CameraDescription, _ mode: CameraMode, interval: Ratio) {
    name = camera.name
    input = [
      "-f", "v4l2", "-input_format", mode.samples, "-framerate",
      "\(interval.denominator)/\(interval.numerator)", "-video_size",
      "\(mode.width)x\(mode.height)", "-i", camera.node,
    ]
  }

  /// A graph of FFmpeg's filters that makes pictures, as `testsrc2=size=640x480:rate=30`, in real
  /// time.
  ///
  /// A graph can read files, so that it is for programs and not for documents.
  package init(graph: String) {
    name = "lavfi:" + graph
    input = ["-re", "-f", "lavfi", "-i", graph]
  }

  private var arguments: [String] {
    ["ffmpeg", "-hide_banner", "-loglevel", "error", "-nostats", "-nostdin"] + input + [
      "-map", "0:v:0", "-fps_mode", "passthrough", "-vf",
      "scale=out_color_matrix=bt601:out_range=tv,format=yuv420p", "-f", "yuv4mpegpipe",
      "-avioflags", "direct", "pipe:1",
    ]
  }

  package func run(_ flow: CameraFlow) throws(CameraError) {
    let process: ChildProcess
    let (pictures, words): (Int32, Int32)
    do throws(ProcessError) {
      var output = try SystemPipe(size: Self.pipeSize)
      var messages = try SystemPipe(size: 1 << 16)
      process = try ChildProcess(
        arguments,
        descriptors: [nil, output.writing, messages.writing],
        bounds: .readOnly
      )
      (pictures, words) = (output.takeReading(), messages.takeReading())
      // With the last end of writing here, the end of the program is the end of the pipe.
      close(output.takeWriting())
      close(messages.takeWriting())
    } catch {
      throw error.isMissingProgram ? .missingProgram : .system(reason: "\(error)")
    }
    defer {
      close(pictures)
      close(words)
      process.kill()
      process.wait()
    }
    for descriptor in [pictures, words] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
    var reader = CameraReader(pictures: pictures, words: words, flow: flow, silence: Self.silence)
    let number = try read(&reader, flow)
    guard !flow.isEnding else { return }
    process.wait()
    throw error(number, reader.lastWords)
  }

  /// Reads pictures until they end.
  ///
  /// - Returns: How many there were.
  private func read(
    _ reader: inout CameraReader,
    _ flow: CameraFlow
  ) throws(CameraError) -> Int {
    var line: [UInt8] = []
    while line.last != 10 {
      var byte: UInt8 = 0
      guard line.count < Self.longestLine, try reader.fill(&byte, 1, name) else { return 0 }
      line.append(byte)
    }
    let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    func side(_ letter: Character) -> Int {
      words.first { $0.first == letter }.flatMap { Int($0.dropFirst()) } ?? 0
    }
    let (width, height) = (side("W"), side("H"))
    let sides = 1...VideoLimits.side
    guard words.first == "YUV4MPEG2", sides.contains(width), sides.contains(height) else {
      throw .unavailable(name: name, reason: "pictures of \(width) x \(height) pixels")
    }
    let format = CameraPicture.format(width: width, height: height)
    let head = Array("FRAME\n".utf8)
    for number in 0... {
      var found = [UInt8](repeating: 0, count: head.count)
      guard try reader.fill(&found, head.count, name) else { return number }
      guard found == head else {
        throw .gone(name: name, reason: "picture \(number) does not begin with FRAME")
      }
      // The picture begins to arrive.
      let moment = CameraFlow.now
      let memory = try flow.memory(format)
      guard try reader.fill(memory.base, format.byteCount, name) else { return number }
      flow.deliver(number, format, memory, at: moment)
    }
    return 0
  }

  private func error(_ count: Int, _ words: String) -> CameraError {
    let line = words.split(whereSeparator: \.isNewline).last.map(String.init) ?? "it ended"
    // Nothing that a terminal would take for a command.
    let text = line.unicodeScalars.map {
      $0.properties.generalCategory == .control ? " " : String($0)
    }.joined()
    let reason = String(text.prefix(Self.longestError))
    if reason.contains("Device or resource busy") { return .busy(name: name) }
    return count > 0
      ? .gone(name: name, reason: reason) : .unavailable(name: name, reason: reason)
  }
}

/// Reads what a camera's program writes, until the camera is stopped.
private struct CameraReader {
  let pictures: Int32
  var words: Int32
  let flow: CameraFlow
  let silence: Int
  /// The last messages of the program.
  private(set) var lastWords = ""

  init(pictures: Int32, words: Int32, flow: CameraFlow, silence: Int) {
    (self.pictures, self.words, self.flow, self.silence) = (pictures, words, flow, silence)
  }

  /// Reads bytes, and waits for them.
  ///
  /// - Returns: False at the end, and once the camera is stopped.
  mutating func fill(
    _ memory: UnsafeMutableRawPointer,
    _ count: Int,
    _ name: String
  ) throws(CameraError) -> Bool {
    var done = 0
    let start = CameraFlow.now
    while done < count, !flow.isEnding {
      // Bounds: the memory has at least `count` bytes.
      let got = uninterrupted { read(pictures, memory + done, count - done) }
      if got > 0 {
        done += got
        continue
      }
      if got == 0 || errno != EAGAIN {
        takeWords()
        return false
      }
      guard CameraFlow.now - start < Double(silence) else {
        throw .silent(name: name, seconds: silence)
      }
      var ready = [
        pollfd(fd: flow.wakeDescriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: pictures, events: Int16(POLLIN), revents: 0),
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
