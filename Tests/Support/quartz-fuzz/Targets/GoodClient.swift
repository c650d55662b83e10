// A client that does nothing wrong, and whose picture nobody may change.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzMath
import QuartzModel
import QuartzWire
import Synchronization

/// Asks for the same picture again and again on a thread of its own, compares it byte for byte and
/// notes how long it took.
final class GoodClient: Sendable {
  private struct State {
    var problem: String?
    var isEnding = false
    var hasEnded = false
  }

  private let connection: ServerConnection
  private let context: RemoteContext
  private let picture: [UInt8]
  private let progress: Progress
  private let state = Mutex(State())

  init(path: String, _ progress: Progress) throws {
    self.progress = progress
    var options = ServerConnection.Options()
    options.clientName = "good"
    options.timeout = 60
    connection = try ServerConnection(path: path, options: options)
    let size = ContextConfiguration(width: 64, height: 32, background: .black)
    context = try connection.createContext(size, clock: .stepped)
    try connection.send(Self.scene(), to: context)
    picture = try connection.frame(of: context, at: .seconds(0.25)).pixels.withBytes { Array($0) }
    Thread { [self] in
      while !state.withLock({ $0.isEnding || $0.problem != nil }) { look() }
      state.withLock { $0.hasEnded = true }
    }.start()
  }

  /// A box with a rounded corner, a shadow and an image, which moves.
  static func scene() throws -> Commit {
    let (root, box, image) = (LayerID(1), LayerID(2), ImageID(1))
    var commit = Commit()
    commit.created = [Commit.Creation(root, .layer), Commit.Creation(box, .layer)]
    let bytes = (UInt8(0)...255).flatMap { [$0, 255 - $0, 40, 255] as [UInt8] }
    let pixels = try bytes.withUnsafeBytes {
      try PixelBuffer(width: 16, height: 16, rowBytes: 64, isOpaque: true, copying: $0)
    }
    commit.createdImages = [Commit.ImageCreation(image, pixels)]
    var values = PropertyBag()
    values[.bounds] = .rect(Rect(0, 0, 20, 20))
    values[.position] = .point(Point(12, 16))
    values[.backgroundColor] = .color(Color(0.2, 0.4, 0.8))
    values[.cornerRadius] = .number(4)
    values[.shadowOpacity] = .number(0.5)
    values[.shadowColor] = .color(.white)
    values[.contents] = .image(image)
    commit.changes = [Commit.Change(box, values)]
    commit.sublayers = [Commit.Sublayers(root, [box])]
    commit.root = root
    var timing = MediaTiming()
    timing.duration = 1
    let movement = AnimationState(
      target: AnimationTarget(.position, .x),
      kind: .basic(BasicAnimation(from: .number(8), to: .number(56))),
      timing: timing
    )
    commit.animations = [.add(box, key: "movement", movement)]
    return commit
  }

  private func look() {
    let clock = ContinuousClock()
    do {
      var isSame = false
      let duration = try clock.measure {
        let frame = try connection.frame(of: context, at: .seconds(0.25))
        isSame = frame.pixels.withBytes { picture.elementsEqual($0) }
      }
      progress.addGoodFrame(seconds: duration / .seconds(1))
      if !isSame { fail("the good client's picture is another one") }
    } catch {
      fail("the good client was told: \(error)")
    }
    usleep(1000)
  }

  private func fail(_ problem: String) {
    state.withLock { $0.problem = $0.problem ?? problem }
  }

  /// Throws if anything was wrong so far.
  func check() throws {
    if let problem = state.withLock({ $0.problem }) { throw WrongResult(problem) }
  }

  /// Ends the thread.
  func finish() throws {
    state.withLock { $0.isEnding = true }
    while !state.withLock({ $0.hasEnded }) { sched_yield() }
    try check()
  }
}
