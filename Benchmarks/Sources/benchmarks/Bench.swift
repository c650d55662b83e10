// A bench, its frames and its result.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// How to measure, from the command line.
struct BenchOptions {
  /// Measured frames; at least 15.
  var frames = 25
  /// Frames before the first measured one.
  var warmUp = 5
  /// The backend that draws.
  var backend = BackendChoice.software
  /// Threads of the software renderer; nil for one on each core.
  var threads: Int? = 1
}

/// A bench: a name and something to measure.
///
/// One file for each; `Registry.swift` lists them.
struct Bench: Sendable {
  let name: String
  /// Sets the scene and returns what its frames do.
  let make: @Sendable (BenchOptions) throws -> Frame

  /// The repeated and measured work; the number of the frame is passed.
  struct Frame {
    /// Comes before the frame and is not measured.
    let prepare: (Int) throws -> Void
    let run: (Int) throws -> Void
    /// A note about the last frame besides its time; may be empty.
    let note: () -> String

    init(
      prepare: @escaping (Int) throws -> Void = { _ in },
      note: @escaping () -> String = { "" },
      run: @escaping (Int) throws -> Void
    ) {
      self.prepare = prepare
      self.note = note
      self.run = run
    }
  }

  init(
    name: String,
    preparing make: @escaping @Sendable (BenchOptions) throws -> Frame
  ) {
    self.name = name
    self.make = make
  }

  init(
    name: String,
    make: @escaping @Sendable (BenchOptions) throws -> (Int) throws -> Void
  ) {
    self.init(name: name) { options in
      Frame(run: try make(options))
    }
  }
}

/// The times of one bench, in milliseconds.
struct Measurement {
  let name: String
  let median: Double
  let minimum: Double
  let frames: Int
  let note: String

  init(_ bench: Bench, _ options: BenchOptions) throws {
    let frame = try bench.make(options)
    for index in 0..<options.warmUp {
      try frame.prepare(index)
      try frame.run(index)
    }
    var times: [Double] = []
    for index in options.warmUp..<(options.warmUp + max(options.frames, 15)) {
      try frame.prepare(index)
      let start = Measurement.milliseconds()
      try frame.run(index)
      times.append(Measurement.milliseconds() - start)
    }
    times.sort()
    name = bench.name
    median = times[times.count / 2]
    minimum = times[0]
    frames = times.count
    note = frame.note()
  }

  private static func milliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) * 1e-6
  }

  var json: String {
    "{\"name\": \"\(name)\", \"median_ms\": \(rounded(median)), \"minimum_ms\": \(rounded(minimum)), "
      + "\"frames\": \(frames), \"note\": \"\(note)\"}"
  }

  var line: String {
    let name = name + String(repeating: " ", count: max(28 - name.count, 0))
    return "\(name) median \(rounded(median)) ms   minimum \(rounded(minimum)) ms"
      + (note.isEmpty ? "" : "   \(note)")
  }

  private func rounded(_ value: Double) -> Double { (value * 10000).rounded() / 10000 }
}
