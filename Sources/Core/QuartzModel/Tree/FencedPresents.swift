// Pictures that wait until their producers have made them.
// Licensed under the MIT license; see LICENSE.

/// Says when a device has written a picture: a file of the kernel's, such as a sync_file.
package protocol PictureFence: AnyObject, Sendable {
  /// Readable from the moment on when the picture is made. It stays this object's.
  var descriptor: Int32 { get }
  /// How far the picture is; determined without waiting.
  var state: PictureFenceState { get }
}

/// How far a picture behind a fence is.
package enum PictureFenceState: Sendable {
  case waits
  case signalled
  /// It never signals: its producer is gone.
  case failed
}

/// Pictures behind fences, which are not shown before those signal.
///
/// Of the pictures of an image the last one counts that is made: older ones are let go of. One
/// whose fence fails, or does not signal in time, is let go of as well, and the image keeps the one
/// that it has.
package struct FencedPresents {
  /// Seconds from the arrival of a picture until it is given up.
  package static let patience = 1.0
  /// The most pictures that wait; further ones take the place of the oldest.
  package static let mostWaiting = 64

  /// The pictures that wait no more.
  package struct Outcome {
    /// Pictures to show, in their order, without their fences.
    package var made: [ImagePresent] = []
    /// The number of pictures that were given up because their fences did not signal in time.
    package var lateCount = 0
  }

  private var waiting: [(present: ImagePresent, fence: any PictureFence, deadline: Double)] = []

  package init() {}

  package var isEmpty: Bool { waiting.isEmpty }

  /// The files to wait for.
  package var descriptors: [Int32] { waiting.map(\.fence.descriptor) }

  /// When the next picture is given up, in seconds of the clock of `add`; nil if none waits.
  package var deadline: Double? { waiting.map(\.deadline).min() }

  /// Takes a picture that comes after all others.
  ///
  /// - Parameter now: In seconds of a clock that goes on.
  /// - Returns: The picture without its fence, if it is made; nil if it waits.
  package mutating func add(_ present: ImagePresent, now: Double) -> ImagePresent? {
    var shown = present
    shown.fence = nil
    guard let fence = present.fence, fence.state != .signalled else {
      if present.time == nil { forget(present.image) { $0 == nil } }
      return shown
    }
    if waiting.count >= FencedPresents.mostWaiting { waiting.removeFirst() }
    waiting.append((shown, fence, now + FencedPresents.patience))
    return nil
  }

  /// Takes out the pictures that are made, and those that are late.
  package mutating func take(now: Double) -> Outcome {
    var outcome = Outcome()
    if waiting.isEmpty { return outcome }
    var left: [(present: ImagePresent, fence: any PictureFence, deadline: Double)] = []
    for entry in waiting {
      let state = entry.fence.state
      if state == .signalled {
        // It takes the place of those before it.
        if entry.present.time == nil {
          left.removeAll { $0.present.image == entry.present.image && $0.present.time == nil }
        }
        outcome.made.append(entry.present)
      } else if state == .failed || entry.deadline <= now {
        outcome.lateCount += 1
      } else {
        left.append(entry)
      }
    }
    waiting = left
    return outcome
  }

  /// Lets go of the pictures of an image, or of those for certain times.
  package mutating func forget(
    _ image: ImageID,
    where isGone: (_ time: Double?) -> Bool = { _ in true }
  ) {
    waiting.removeAll { $0.present.image == image && isGone($0.present.time) }
  }
}
