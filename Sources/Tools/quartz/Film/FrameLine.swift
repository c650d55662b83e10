// Frames drawn on several threads, handed out in order.
// Licensed under the MIT license; see LICENSE.
//
// Worker k of n draws frames k, k + n, k + 2n ... with a scene and a renderer of its own, so only
// the queue of finished frames is shared. A frame's picture depends on its time alone, so any
// worker may draw it, and each worker's renderer redraws only the changes since its own last frame.
// A worker runs at most a few frames ahead, so memory does not grow with the length of a film. The
// line waits for its workers at its end, whether all frames were taken or not.

import Foundation
import QuartzCore
import QuartzFaults
import QuartzSharing

/// A type that draws one frame after the other on one thread.
protocol FrameArtist: AnyObject, SendableMetatype {
  associatedtype Frame
  /// A time in seconds, or a document.
  associatedtype Moment: Sendable = Double
  /// Draws the frame of a moment.
  func frame(at moment: Moment) throws -> Frame
}

/// The frames of some moments, drawn in parallel.
final class FrameLine<Artist: FrameArtist> {
  private let queue: FrameQueue<Artist.Frame>
  private var delivered = 0
  private let count: Int
  private var threads: [SystemThread] = []

  /// Starts drawing.
  ///
  /// - Parameters:
  ///   - moments: The moments of the frames.
  ///   - workers: How many threads draw.
  ///   - artist: Makes what draws, on the thread where it draws.
  /// - Throws: `RenderFailure.noThread`.
  init(
    _ moments: [Artist.Moment],
    workers: Int,
    artist: @escaping @Sendable () throws -> Artist
  ) throws {
    count = moments.count
    let workers = max(min(workers, moments.count), 1)
    let queue = FrameQueue<Artist.Frame>(ahead: 2 * workers)
    self.queue = queue
    for worker in 0..<workers {
      do throws(ThreadError) {
        // Documents are read there, whose layers may lie deep inside one another.
        threads.append(
          try SystemThread.start(name: "quartz-frames", stackBytes: 8 << 20) {
            FrameLine.draw(moments, from: worker, by: workers, queue, artist)
          }
        )
      } catch {
        // The others would wait for its frames.
        stop()
        throw RenderFailure.noThread(code: error.code)
      }
    }
  }

  /// Draws every so manieth frame, until none is wanted.
  private static func draw(
    _ moments: [Artist.Moment],
    from first: Int,
    by step: Int,
    _ queue: FrameQueue<Artist.Frame>,
    _ artist: @Sendable () throws -> Artist
  ) {
    CATransaction.useNoRunLoop()
    // A thread must not end with changes that nobody will commit.
    defer { CATransaction.flush() }
    do {
      let artist = try artist()
      for index in stride(from: first, to: moments.count, by: step) {
        guard queue.waitForTurn(of: index) else { return }
        queue.put(.success(try artist.frame(at: moments[index])), index)
      }
    } catch {
      queue.fail(error)
    }
  }

  deinit { stop() }

  /// Ends drawing, and waits for the frames that are being drawn: where the program ends while a
  /// thread draws by GL, the driver takes its memory away from it, and both die.
  private func stop() {
    queue.stop()
    for thread in threads { thread.join() }
    threads.removeAll()
  }

  /// Returns the next frame; nil after the last.
  func next() throws -> Artist.Frame? {
    guard delivered < count else { return nil }
    defer { delivered += 1 }
    return try queue.take(delivered).get()
  }
}

/// Finished frames by their numbers; whoever takes one is the only one who has it.
private final class FrameQueue<Frame>: Sendable {
  private struct State {
    var frames: [Int: Result<Frame, any Error>] = [:]
    var taken = 0
    var failure: (any Error)?
    var isStopped = false

    var isOver: Bool { isStopped || failure != nil }
  }

  private let ahead: Int
  private let state = Monitor(State())

  /// - Parameter ahead: The number of frames that may be drawn before they are taken.
  init(ahead: Int) {
    self.ahead = ahead
  }

  /// Waits until a frame may be drawn; false if no more are wanted.
  func waitForTurn(of index: Int) -> Bool {
    state.wait(until: { index < $0.taken + ahead || $0.isOver }, then: { !$0.isOver })
  }

  func put(_ frame: Result<Frame, any Error>, _ index: Int) {
    state.change { $0.frames[index] = frame }
  }

  /// Ends drawing with an error.
  func fail(_ error: any Error) {
    state.change { $0.failure = $0.failure ?? error }
  }

  func stop() {
    state.change { $0.isStopped = true }
  }

  /// Waits for a frame.
  func take(_ index: Int) -> Result<Frame, any Error> {
    state.wait(until: { $0.frames[index] != nil || $0.failure != nil }, then: { _ in })
    return state.change { state in
      guard let frame = state.frames.removeValue(forKey: index) else {
        return .failure(state.failure ?? CancellationError())
      }
      state.taken = index + 1
      return frame
    }
  }
}
