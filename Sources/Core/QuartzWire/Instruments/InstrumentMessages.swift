// SetOverlays, RequestContextStatistics, ReportCommit and what the server says to them.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

/// Chooses what frames of a context show besides layers; no answer.
package struct SetOverlays: Message, Equatable {
  package static let opcode = Opcode.setOverlays

  package var context: UInt32
  package var overlays: Overlays

  package init(context: UInt32, overlays: Overlays) {
    (self.context, self.overlays) = (context, overlays)
  }

  package func encode(to writer: inout WireWriter) {
    writer.append(context)
    writer.append(overlays.rawValue)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    context = try reader.uint32()
    let start = reader.offset
    overlays = Overlays(rawValue: try reader.uint32())
    guard overlays.isSubset(of: .all) else {
      throw reader.malformed(at: start, "bits of overlays", "\(overlays.rawValue)")
    }
  }
}

/// Asks for the statistics of a context; answered by `ContextStatistics`.
package struct RequestContextStatistics: Message, Equatable {
  package static let opcode = Opcode.requestContextStatistics

  package var context: UInt32

  package init(context: UInt32) { self.context = context }

  package func encode(to writer: inout WireWriter) { writer.append(context) }

  package init(from reader: inout WireReader) throws(WireError) { context = try reader.uint32() }
}

/// Says how long the program's part of the next commit took; no answer.
package struct ReportCommit: Message, Equatable {
  package static let opcode = Opcode.reportCommit

  package var context: UInt32
  package var report: CommitReport

  package init(context: UInt32, report: CommitReport) {
    (self.context, self.report) = (context, report)
  }

  private static let phases: [FramePhase] = [.layout, .display, .commit]

  package func encode(to writer: inout WireWriter) {
    writer.append(context)
    writer.append(report.flow)
    for phase in Self.phases { writer.append(report.phases[phase]) }
  }

  package init(from reader: inout WireReader) throws(WireError) {
    context = try reader.uint32()
    report = CommitReport(flow: try reader.uint64(), phases: FramePhases())
    for phase in Self.phases { report.phases[phase] = try reader.duration() }
  }
}

/// The statistics of a context.
package struct ContextReport: Message, Equatable {
  package static let opcode = Opcode.contextStatistics

  package var context: UInt32
  package var statistics: ContextStatistics

  package init(context: UInt32, statistics: ContextStatistics) {
    (self.context, self.statistics) = (context, statistics)
  }

  package func encode(to writer: inout WireWriter) {
    writer.append(context)
    writer.append(UInt64(clamping: statistics.frames))
    writer.append(UInt64(clamping: statistics.framesPerSecond))
    for phase in statistics.phases {
      writer.append(phase.median)
      writer.append(phase.worst)
    }
    writer.append(statistics.counters)
    writer.append(UInt32(statistics.layers.count))
    for layer in statistics.layers {
      writer.append(layer.layer.rawValue)
      writer.append(UInt64(clamping: layer.imageBytes))
      writer.append(UInt64(clamping: layer.cachedBytes))
    }
  }

  package init(from reader: inout WireReader) throws(WireError) {
    context = try reader.uint32()
    statistics = ContextStatistics()
    statistics.frames = try reader.size()
    statistics.framesPerSecond = try reader.size()
    for phase in FramePhase.allCases {
      statistics.phases[phase.rawValue] = PhaseSummary(
        median: try reader.duration(),
        worst: try reader.duration()
      )
    }
    statistics.counters = try reader.frameCounters()
    let count = try reader.count(
      of: "layers",
      minimumBytes: 20,
      limit: reader.limits.tree.layers,
      memory: MemoryLayout<LayerMemory>.stride
    )
    statistics.layers.reserveCapacity(count)
    for _ in 0..<count {
      statistics.layers.append(
        LayerMemory(
          LayerID(try reader.uint32()),
          imageBytes: try reader.size(),
          cachedBytes: try reader.size()
        )
      )
    }
  }
}

/// Asks for `ClientSettings`, now and whenever they change.
package struct RequestSettings: Message, Equatable {
  package static let opcode = Opcode.requestSettings

  package init() {}

  package func encode(to writer: inout WireWriter) {}

  package init(from reader: inout WireReader) throws(WireError) {}
}

/// Tells a client that asked for it what the server's user chose for all programs; answers nothing.
///
/// It comes before later answers, and whenever something of it changes; not at all while everything
/// is as usual.
package struct ClientSettings: Message, Equatable {
  package static let opcode = Opcode.clientSettings

  /// The factor by which motion is slowed down.
  package var slowAnimationFactor = 1.0
  /// Whether `ReportCommit` is wanted before each commit.
  package var wantsReports = false

  package init() {}

  package func encode(to writer: inout WireWriter) {
    writer.append(slowAnimationFactor)
    writer.append(wantsReports)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    let start = reader.offset
    slowAnimationFactor = try reader.double()
    guard slowAnimationFactor > 0, slowAnimationFactor.isFinite else {
      throw reader.malformed(at: start, "a positive factor", "\(slowAnimationFactor)")
    }
    wantsReports = try reader.bool()
  }
}

extension WireReader {
  /// Reads seconds that are finite and not negative.
  fileprivate mutating func duration() throws(WireError) -> Double {
    let start = offset
    let seconds = try double()
    guard seconds >= 0, seconds.isFinite else {
      throw malformed(at: start, "a duration", "\(seconds)")
    }
    return seconds
  }
}
