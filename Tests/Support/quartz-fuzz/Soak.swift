// A day of a server's life in minutes, by a clock that is stepped.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import CQuartzLinux
import Foundation
import QuartzModel
import QuartzServer
import QuartzWire
import TestRandom

/// Steps a server through hours, and compares its memory at the end with that at the beginning.
struct Soak: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Steps a server through a day; its memory may grow by 1 %, or by 512 KiB."
  )

  @Option(help: "Hours of the stepped clock.")
  var hours = 24.0

  @Option(help: "Hours after which all has been made that is kept for later use.")
  var warm = 1.0

  @Option(help: "Frames for each second of the clock.")
  var rate = 10.0

  @Option(help: "Where all chance comes from.")
  var seed: UInt64 = 1

  func run() throws {
    let stage = try SoakStage(seed: seed)
    let steps = Int(hours * 3600 * rate)
    let warmStep = min(Int(warm * 3600 * rate), steps / 2)
    var (before, after) = (0, 0)
    var tenths: [Int] = []
    for step in 0..<steps {
      try stage.step(to: Double(step) / rate)
      if step == warmStep { before = try stage.memory() }
      if step % max(steps / 10, 1) == 0 { tenths.append(try stage.memory() >> 10) }
    }
    after = try stage.memory()
    let growth = Double(after - before) / Double(before)
    print(
      String(format: "%.1f h, %d frames, seed %d: ", hours, steps, seed)
        + "\(before >> 10) KiB when it is warm, \(after >> 10) KiB at the end, "
        + String(format: "%+.2f %%", growth * 100) + ", KiB at each tenth: \(tenths)"
    )
    // A small process may take half a MiB more, which is a block of an allocator, and no leak: one
    // of 16 bytes a frame is 27 MiB in a day.
    guard growth <= 0.01 || after - before <= 512 << 10 else { throw ExitCode(1) }
  }
}

/// A server in this process, a client that animates and edits, and others that come and go.
private final class SoakStage {
  private let clock: SteppedClock
  private let server: RenderServer
  private let folder: ScratchFolder
  private let path: String
  private let connection: ServerConnection
  private let context: RemoteContext
  private let picture: [UInt8]
  private var random: SeededGenerator
  private var stepCount = 0
  private var lastImage: UInt32 = 1

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    clock = SteppedClock(1)
    var options = ServerOptions()
    options.renderer = .software
    server = try RenderServer(options, clock: clock)
    folder = try ScratchFolder()
    path = folder.url.appending(path: "s").path
    try server.listen(at: SocketPath(path))
    connection = try ServerConnection(path: path)
    let size = ContextConfiguration(width: 64, height: 32, background: .black)
    context = try connection.createContext(size, clock: .real)
    try connection.send(GoodClient.scene(), to: context)
    clock.set(10)
    picture = try connection.frame(of: context).pixels.withBytes { Array($0) }
  }

  deinit {
    server.stop()
  }

  /// Bytes of this process in RAM, without free ones that the allocator keeps.
  func memory() throws -> Int {
    quartz_return_heap()
    return Int(try connection.statistics().residentBytes)
  }

  /// Sets the clock, and does what a client does in a frame.
  func step(to time: Double) throws {
    stepCount += 1
    clock.set(20 + time)
    if stepCount % 10 == 0 { try animate(at: 20 + time) }
    if stepCount % 500 == 0 { try exchangeImage() }
    if stepCount % 5000 == 0 { try visit() }
    let frame = try connection.frame(of: context)
    guard frame.pixels.width == 64 else { throw WrongResult("the frame has another size") }
  }

  /// Another animation in the place of the last one.
  private func animate(at time: Double) throws {
    var timing = MediaTiming()
    timing.beginTime = time
    timing.duration = 0.8
    let ends = BasicAnimation(from: .number(8), to: .number(Double(random.index(below: 60))))
    let movement = AnimationState(
      target: AnimationTarget(.position, .x),
      kind: .basic(ends),
      timing: timing
    )
    var commit = Commit(time: time)
    commit.animations = [.add(LayerID(2), key: "movement", movement)]
    try connection.send(commit, to: context)
  }

  /// Another image in the place of the last one.
  private func exchangeImage() throws {
    let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: random.next()), count: 64 * 64 * 4)
    let pixels = try bytes.withUnsafeBytes {
      try PixelBuffer(width: 64, height: 64, rowBytes: 256, isOpaque: true, copying: $0)
    }
    var commit = Commit()
    commit.createdImages = [Commit.ImageCreation(ImageID(lastImage + 1), pixels)]
    var values = PropertyBag()
    values[.contents] = .image(ImageID(lastImage + 1))
    commit.changes = [Commit.Change(LayerID(2), values)]
    commit.destroyedImages = [ImageID(lastImage)]
    lastImage += 1
    try connection.send(commit, to: context)
  }

  /// A client comes, shows something, and goes.
  private func visit() throws {
    let visitor = try ServerConnection(path: path)
    let size = ContextConfiguration(width: 64, height: 64, background: .white)
    let context = try visitor.createContext(size, clock: .stepped)
    var client = PlausibleClient()
    // Some of what it says is refused.
    try? visitor.send(client.commit(&random), to: context)
    _ = try? visitor.frame(of: context, at: .seconds(0.5))
    visitor.close()
  }
}
