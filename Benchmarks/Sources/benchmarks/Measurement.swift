// The times of a bench, on the processor's clock and on the GPU's.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzGLES

/// The times of one bench, in milliseconds.
struct Measurement {
  let name: String
  let median: Double
  let minimum: Double
  let frames: Int
  let note: String
  /// The times of the GPU; nil if they were not asked for.
  let gpu: GPUTimes?

  init(_ bench: Bench, _ options: BenchOptions) throws {
    let frame = try bench.make(options)
    for index in 0..<options.warmUp {
      try frame.prepare(index)
      try frame.run(index)
    }
    var gpu = options.timesGPU ? try GPUTimes(frame) : nil
    var times: [Double] = []
    for index in options.warmUp..<(options.warmUp + max(options.frames, 15)) {
      try frame.prepare(index)
      let start = Measurement.milliseconds()
      try frame.run(index)
      times.append(Measurement.milliseconds() - start)
      try gpu?.add(frame)
    }
    times.sort()
    name = bench.name
    median = times[times.count / 2]
    minimum = times[0]
    frames = times.count
    note = frame.note()
    self.gpu = gpu
  }

  private static func milliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) * 1e-6
  }

  var json: String {
    "{\"name\": \"\(name)\", \"median_ms\": \(rounded(median)), \"minimum_ms\": \(rounded(minimum)), "
      + "\"frames\": \(frames), \"note\": \"\(note)\"\(gpu.map { ", " + $0.json } ?? "")}"
  }

  var line: String {
    let name = name + String(repeating: " ", count: max(28 - name.count, 0))
    return "\(name) median \(rounded(median)) ms   minimum \(rounded(minimum)) ms"
      + (note.isEmpty ? "" : "   \(note)") + (gpu.map { "   \($0.line)" } ?? "")
  }

  /// The heads of `row`, in Markdown.
  static let heads = """
    | bench | GPU ms: median | least | frames with a time | wall ms: median | least | |
    |---|---:|---:|---:|---:|---:|---|
    """

  /// A row of a table in Markdown.
  var row: String {
    let times = gpu?.cells ?? ["", "", ""]
    let cells = [name] + times + ["\(rounded(median))", "\(rounded(minimum))", note]
    return "| \(cells.joined(separator: " | ")) |"
  }
}

/// The times that a driver's timer queries gave the measured frames, in milliseconds.
struct GPUTimes {
  /// The reason why there are none, in one line; nil if the driver times frames.
  private let absence: String?
  private var times: [Double] = []
  /// Frames whose time is no time: the GPU's clock jumped, or the driver's number was longer than
  /// the frame.
  private var wrongCount = 0

  /// Times the frames of a bench from now on.
  init(_ frame: Bench.Frame) throws {
    guard let backend = frame.backend as? GLESBackend else {
      absence = "no GPU draws it"
      return
    }
    absence = try backend.startTiming()
  }

  /// Adds the time of the frame that was drawn last.
  mutating func add(_ frame: Bench.Frame) throws {
    guard absence == nil, let backend = frame.backend as? GLESBackend else { return }
    switch try backend.takeFrameTime() {
    case .nanoseconds(let time): times.append(Double(time) * 1e-6)
    case .disjoint, .tooLong: wrongCount += 1
    case nil: break
    }
  }

  private var median: Double? { times.isEmpty ? nil : times.sorted()[times.count / 2] }

  private var frames: String { "\(times.count) of \(times.count + wrongCount)" }

  fileprivate var json: String {
    func number(_ value: Double?) -> String { value.map { "\(rounded($0))" } ?? "null" }
    return "\"gpu_median_ms\": \(number(median)), \"gpu_minimum_ms\": \(number(times.min())), "
      + "\"gpu_frames\": \(times.count), \"gpu_wrong_frames\": \(wrongCount)"
  }

  fileprivate var line: String {
    if let absence { return "GPU: none, \(absence)" }
    guard let median, let minimum = times.min() else { return "GPU: none, \(frames) frames" }
    return "GPU: median \(rounded(median)) ms   minimum \(rounded(minimum)) ms   \(frames) frames"
  }

  fileprivate var cells: [String] {
    if let absence { return [absence, "", ""] }
    return [median, times.min()].map { $0.map { "\(rounded($0))" } ?? "none" } + [frames]
  }
}

private func rounded(_ value: Double) -> Double { (value * 10000).rounded() / 10000 }
