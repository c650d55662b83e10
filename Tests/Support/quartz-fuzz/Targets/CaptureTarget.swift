// Files of captures.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzModel
import QuartzPlan
import QuartzServer
import QuartzSoftware
import QuartzWire
import QuartzWireSamples
import TestRandom

/// Captures of made-up sessions, damaged with and without right checksums, and drawn.
final class CaptureTarget: FuzzTarget {
  private let folder: ScratchFolder
  private let pool = BufferPool()

  init() throws {
    folder = try ScratchFolder()
  }

  // MARK: Inputs

  func makeInput(_ generator: inout SeededGenerator) throws -> FuzzInput {
    let url = folder.url.appending(path: "made")
    try write(to: url.path, &generator)
    var bytes = [UInt8](try Data(contentsOf: url))
    if generator.once(in: 10) { return FuzzInput(file: bytes) }
    bytes.damage(&generator, head: 200)
    // Damage that its writer meant gets behind the checksums.
    if !generator.once(in: 3) { bytes.sumRecords() }
    return FuzzInput(file: bytes)
  }

  private func write(to path: String, _ generator: inout SeededGenerator) throws {
    let writer = try CaptureWriter(path: path, CaptureHeader(start: 5, process: 1))
    var time = 0.0
    let connections = UInt32(1 + generator.index(below: 2))
    for connection in 1...connections {
      try writer.add(Hello(clientName: "fuzz"), at: time, of: connection)
      let size = ContextConfiguration(
        width: 1 + generator.index(below: 64),
        height: 1 + generator.index(below: 64)
      )
      let clock = generator.once(in: 2) ? ContextClock.real : .stepped
      let create = CreateContext(context: 1, configuration: size, clock: clock)
      try writer.add(create, at: time, of: connection)
    }
    for _ in 0...generator.index(below: 8) {
      time += Double(generator.index(below: 3)) / 4
      let connection = 1 + UInt32(generator.index(below: Int(connections)))
      switch generator.index(below: 5) {
      case 0:
        let samples = try SampleMessages.client(pool: pool, seed: generator.next())
        let sample = samples[generator.index(below: samples.count)]
        let releases = ReleaseQueue()
        guard let received = try? sample.decoded(as: ClientMessage.self, releases: releases)
        else { continue }
        try? writer.add(received.message.message, at: time, of: connection)
      case 1:
        let request = RequestFrame(context: 1, time: .seconds(time))
        try writer.add(request, at: time, of: connection)
      case 2:
        let commit = Commit.random(layers: 8, hasOddNumbers: true, using: &generator)
        try? writer.add(CommitMessage(context: 1, commit: commit), at: time, of: connection)
      default:
        var commit = Commit.creating(layers: 8)
        commit.createdImages = [.init(ImageID(1), .random(using: &generator))]
        try? writer.add(CommitMessage(context: 1, commit: commit), at: time, of: connection)
      }
    }
    if !generator.once(in: 4) { try writer.finish() }
  }

  // MARK: Reading

  func run(_ input: FuzzInput) throws {
    let url = folder.url.appending(path: "read")
    try input.file.write(to: url)
    guard let capture = try? Capture(path: url.path) else { return }
    var limits = ServerLimits()
    // Outputs that a mutation makes large only cost time.
    limits.surfaceSide = 128
    let replay = try CaptureReplay(capture, limits: limits) { () throws(RenderError) in
      SoftwareBackend(threads: 1)
    }
    while let step = try? replay.next() {
      guard case .frame(let context, let time) = step else { continue }
      _ = try? replay.picture(of: context, at: time)
    }
    guard replay.position <= capture.events.count else { throw WrongResult("too many records") }
    if let shown = replay.shownContext {
      _ = try? replay.picture(of: shown, at: replay.clockTime(shown, at: capture.duration))
    }
  }
}

extension [UInt8] {
  /// Gives all records the checksums that they should have.
  fileprivate mutating func sumRecords() {
    func sum(_ range: Range<Int>, after sum: UInt32 = 0) -> UInt32 {
      self[range].withUnsafeBytes { CRC32.of($0, after: sum) }
    }
    func put(_ value: UInt32, at offset: Int) {
      for byte in 0..<4 { self[offset + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
    }
    guard count >= 40 else { return }
    put(sum(0..<36), at: 36)
    var offset = 40
    while offset + 12 <= count {
      let length = (0..<4).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) }
      guard offset + 12 + length <= count else { return }
      let head = sum(offset..<offset + 8)
      put(sum(offset + 12..<offset + 12 + length, after: head), at: offset + 8)
      offset += 12 + length
    }
  }
}
