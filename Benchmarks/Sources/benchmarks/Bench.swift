// A bench, its frames and its result.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzGLES
import QuartzModel
import QuartzPlan

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
  /// The connections to drivers that GLES may take.
  var platforms = PlatformChoice.any
  /// Whether frames are timed by the GPU, too.
  var timesGPU = false
  /// The range of the outputs of scenes that peers draw, too.
  var range = OutputRange.standard
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
    /// The backend that draws the frame; nil if nothing is drawn.
    let backend: (any RenderBackend)?

    init(
      prepare: @escaping (Int) throws -> Void = { _ in },
      note: @escaping () -> String = { "" },
      backend: (any RenderBackend)? = nil,
      run: @escaping (Int) throws -> Void
    ) {
      self.prepare = prepare
      self.note = note
      self.backend = backend
      self.run = run
    }

    /// A frame of a plan that a backend draws; its note is the number of draw calls.
    init(drawnBy backend: any RenderBackend, run: @escaping (Int) throws -> Void) {
      self.init(note: { "\(backend.counters.drawCalls) calls" }, backend: backend, run: run)
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
