// Microphones that FFmpeg reads, and sound without a device.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// A piece of sound of a microphone.
package struct CapturedSound: Sendable {
  /// Samples of a channel in a second.
  package static let sampleRate = 48_000.0
  /// Left and right.
  package static let channels = 2

  /// Left and right by turns, finite; -1...1 is what devices play.
  package var samples: [Float]
  /// The time at which the first of them was heard, in seconds of CLOCK_MONOTONIC.
  package var moment: Double

  package init(samples: [Float], at moment: Double) {
    (self.samples, self.moment) = (samples, moment)
  }

  /// Pairs of samples.
  package var count: Int { samples.count / Self.channels }
  /// In seconds.
  package var duration: Double { Double(count) / Self.sampleRate }
}

/// The moments of sound by its arrival.
///
/// Sound arrives when its last sample was taken, or later. The earliest arrival counts, so that
/// later ones, of a busy machine, move nothing. A tenth of a second is no delay but a gap.
struct SampleClock {
  private var start: Double?
  private var count = 0
  /// In seconds.
  private static let largest = 0.1

  /// Returns the moment of the first of some pairs that arrived together.
  mutating func moment(of pairs: Int, arrived: Double) -> Double {
    let before = Double(count) / CapturedSound.sampleRate
    count += pairs
    let seen = arrived - Double(count) / CapturedSound.sampleRate
    let known = start ?? seen
    let begin = seen < known || seen - known > Self.largest ? seen : known
    start = begin
    return begin + before
  }
}

/// A microphone whose sound comes from FFmpeg.
package struct ProgramMicrophone: CaptureSource {
  package let name: String
  package var medium: CaptureMedium { .sound }
  private let input: [String]

  /// Pairs of samples that are handed over together: 10 ms.
  private static let pairs = 480

  /// A device.
  package init(_ microphone: MicrophoneDescription) {
    name = microphone.name
    input = ["-f", microphone.system.rawValue, "-i", microphone.node]
  }

  /// A graph of FFmpeg's filters that makes sound, as `sine=frequency=1000`, in real time.
  ///
  /// A graph can read files, so that it is for programs and not for documents.
  package init(graph: String) {
    name = "lavfi:" + graph
    input = ["-re", "-f", "lavfi", "-i", graph]
  }

  /// The filters of FFmpeg that make sound of nothing.
  private static let soundFilters: Set<String> = [
    "aevalsrc", "afirsrc", "amovie", "anoisesrc", "anullsrc", "flite", "hilbert", "sinc", "sine",
  ]

  /// Whether a graph of FFmpeg's filters makes sound, by the name of its first filter.
  package static func isSound(graph: String) -> Bool {
    soundFilters.contains(String(graph.prefix { $0.isLetter || $0.isNumber || $0 == "_" }))
  }

  package func run(_ flow: CaptureFlow) throws(CaptureDeviceError) {
    let arguments =
      input + [
        "-map", "0:a:0", "-f", "f32le", "-ar", "\(Int(CapturedSound.sampleRate))", "-ac",
        "\(CapturedSound.channels)", "-flush_packets", "1", "-avioflags", "direct", "pipe:1",
      ]
    try CaptureProgram(name: name, medium: medium, arguments: arguments).run(flow) {
      reader throws(CaptureDeviceError) in try read(&reader, flow)
    }
  }

  /// Reads sound until it ends.
  ///
  /// - Returns: How many pieces there were.
  private func read(
    _ reader: inout CaptureReader,
    _ flow: CaptureFlow
  ) throws(CaptureDeviceError) -> Int {
    var clock = SampleClock()
    var bits = [UInt32](repeating: 0, count: Self.pairs * CapturedSound.channels)
    let byteCount = bits.count * 4
    for number in 0... {
      let isWhole = try reader.fill(&bits, byteCount)
      let arrived = CaptureFlow.now
      // The last piece may be shorter.
      let count = reader.lastCount / 4 / CapturedSound.channels * CapturedSound.channels
      guard count > 0, !flow.isEnding else { return number }
      let samples = bits.prefix(count).map { bits in
        let sample = Float(bitPattern: UInt32(littleEndian: bits))
        return sample.isFinite ? sample : 0
      }
      let moment = clock.moment(of: count / CapturedSound.channels, arrived: arrived)
      flow.deliver(.sound(CapturedSound(samples: samples, at: moment)))
      guard isWhole else { return number + 1 }
    }
    return 0
  }
}

/// A microphone without a device: silent but for a click of a millisecond at each whole second of
/// CLOCK_MONOTONIC.
package struct TestMicrophone: CaptureSource {
  package let name: String
  package var medium: CaptureMedium { .sound }
  private let count: Int?

  /// The samples of a click.
  package static let click: Float = 0.75
  private static let pairs = 480

  /// - Parameter count: The number of pieces of 10 ms after which the microphone vanishes; nil for
  ///   no end.
  package init(name: String, count: Int? = nil) {
    (self.name, self.count) = (name, count)
  }

  package func run(_ flow: CaptureFlow) throws(CaptureDeviceError) {
    let rate = CapturedSound.sampleRate
    // Samples are counted from the beginning of the clock.
    let start = (CaptureFlow.now * rate).rounded()
    for number in 0... {
      let first = start + Double(number * Self.pairs)
      flow.wait(until: (first + Double(Self.pairs)) / rate)
      guard !flow.isEnding else { return }
      if number == count { throw .gone(name: name, .sound, reason: "it was unplugged") }
      let samples = (0..<Self.pairs * CapturedSound.channels).map { place -> Float in
        let sample = first + Double(place / CapturedSound.channels)
        return sample.truncatingRemainder(dividingBy: rate) < rate / 1000 ? Self.click : 0
      }
      flow.deliver(.sound(CapturedSound(samples: samples, at: first / rate)))
    }
  }
}
