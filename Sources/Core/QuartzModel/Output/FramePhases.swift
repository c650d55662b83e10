// The phases of frames: how long each took, and what is usual.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// A part of the way from a changed layer to the shown pixels, in order.
package enum FramePhase: Int, CaseIterable, Sendable {
  /// The program's layers are laid out.
  case layout
  /// The program's layers draw their contents.
  case display
  /// The program's changes are collected and handed on.
  case commit
  /// The values of animations are worked out.
  case evaluate
  /// The tree is made a plan.
  case plan
  /// The renderer takes over images and executes the plan.
  case draw
  /// The pixels are handed on.
  case present

  package var name: String { "\(self)" }
}

/// The machine's monotonic clock.
package enum PhaseClock {
  /// Seconds.
  package static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

/// The times of one frame.
package struct FramePhases: Equatable, Sendable {
  /// When the frame began to be evaluated, in seconds of `PhaseClock`.
  package var begin = 0.0
  // Index i: the phase with the raw value i; the last is unused.
  private var durations = SIMD8<Double>.zero

  package init() {}

  /// Seconds that a phase took.
  package subscript(phase: FramePhase) -> Double {
    get { durations[phase.rawValue] }
    set { durations[phase.rawValue] = newValue }
  }

  /// Adds the times of changes that the frame shows, too.
  package mutating func add(_ other: FramePhases) { durations += other.durations }

  /// Seconds of all phases together.
  package var total: Double { durations.sum() }
}

/// The usual and the worst time of a phase, in seconds.
package struct PhaseSummary: Equatable, Sendable {
  package var median = 0.0
  package var worst = 0.0

  package init(median: Double = 0, worst: Double = 0) {
    self.median = median
    self.worst = worst
  }
}

/// The times of the last frames of a context.
package struct PhaseHistory: Sendable {
  /// The most frames that are remembered.
  package static let capacity = 120

  // A ring, once it is full.
  private var frames: ContiguousArray<FramePhases> = []
  private var oldest = 0

  package init() {}

  /// How many frames are remembered.
  package var count: Int { frames.count }

  package mutating func append(_ frame: FramePhases) {
    if frames.isEmpty { frames.reserveCapacity(PhaseHistory.capacity) }
    if frames.count < PhaseHistory.capacity { return frames.append(frame) }
    frames[oldest] = frame
    oldest = (oldest + 1) % PhaseHistory.capacity
  }

  /// Adds time to a phase of the last frame.
  package mutating func addToLast(_ seconds: Double, _ phase: FramePhase) {
    guard !frames.isEmpty else { return }
    frames[(oldest + frames.count - 1) % frames.count][phase] += seconds
  }

  /// The frame that was the last but `age`.
  package func frame(age: Int) -> FramePhases? {
    guard age >= 0, age < frames.count else { return nil }
    return frames[(oldest + frames.count - 1 - age) % frames.count]
  }

  /// The usual and the worst time of a phase among the remembered frames.
  package func summary(of phase: FramePhase) -> PhaseSummary {
    guard !frames.isEmpty else { return PhaseSummary() }
    let times = frames.map { $0[phase] }.sorted()
    return PhaseSummary(median: times[times.count / 2], worst: times[times.count - 1])
  }

  /// How many frames began within the second up to the last frame.
  package var framesPerSecond: Int {
    guard let last = frame(age: 0) else { return 0 }
    return frames.count { last.begin - $0.begin < 1 }
  }
}
