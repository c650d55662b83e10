// Cameras that FFmpeg reads, as a program of its own: devices of V4L2, and its graphs of filters.
// Licensed under the MIT license; see LICENSE.

/// A camera whose pictures come from FFmpeg as Y4M, which says their size.
package struct ProgramCamera: CaptureSource {
  package let name: String
  package var medium: CaptureMedium { .pictures }
  private let input: [String]

  private static let longestLine = 256

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

  package func run(_ flow: CaptureFlow) throws(CaptureDeviceError) {
    let arguments =
      input + [
        "-map", "0:v:0", "-fps_mode", "passthrough", "-vf",
        "scale=out_color_matrix=bt601:out_range=tv,format=yuv420p", "-f", "yuv4mpegpipe",
        "-avioflags", "direct", "pipe:1",
      ]
    try CaptureProgram(name: name, medium: medium, arguments: arguments).run(flow) {
      reader throws(CaptureDeviceError) in try read(&reader, flow)
    }
  }

  /// Reads pictures until they end.
  ///
  /// - Returns: How many there were.
  private func read(
    _ reader: inout CaptureReader,
    _ flow: CaptureFlow
  ) throws(CaptureDeviceError) -> Int {
    var line: [UInt8] = []
    while line.last != 10 {
      var byte: UInt8 = 0
      guard line.count < Self.longestLine, try reader.fill(&byte, 1) else { return 0 }
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
      guard try reader.fill(&found, head.count) else { return number }
      guard found == head else {
        throw .gone(name: name, reason: "picture \(number) does not begin with FRAME")
      }
      // The picture begins to arrive.
      let moment = CaptureFlow.now
      let memory = try flow.memory(format)
      guard try reader.fill(memory.base, format.byteCount) else { return number }
      flow.deliver(number, format, memory, at: moment)
    }
    return 0
  }
}
