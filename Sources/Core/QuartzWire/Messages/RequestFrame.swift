// RequestFrame: asks for a picture of an own context.
// Licensed under the MIT license; see LICENSE.

/// The moment that a frame shows.
package enum FrameTime: Equatable, Sendable {
  /// The context's present: CLOCK_MONOTONIC, or the last time that a stepped clock was set to.
  case now
  /// A time of the context's clock in seconds; a stepped clock is set to it.
  case seconds(Double)
}

/// Asks for the picture at a time; answered by `Frame`.
package struct RequestFrame: Message, Equatable {
  package static let opcode = Opcode.requestFrame

  package var context: UInt32
  package var time: FrameTime
  /// Whether the counters include the cost of each layer.
  package var wantsLayerCosts: Bool

  package init(context: UInt32, time: FrameTime, wantsLayerCosts: Bool = false) {
    self.context = context
    self.time = time
    self.wantsLayerCosts = wantsLayerCosts
  }

  package func encode(to writer: inout WireWriter) {
    writer.append(context)
    writer.append(time)
    writer.append(wantsLayerCosts)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    context = try reader.uint32()
    time = try reader.frameTime()
    wantsLayerCosts = try reader.bool()
  }
}

extension WireWriter {
  mutating func append(_ time: FrameTime) {
    switch time {
    case .now:
      append(UInt8(0))
      append(0.0)
    case .seconds(let seconds):
      append(UInt8(1))
      append(seconds)
    }
  }
}

extension WireReader {
  mutating func frameTime() throws(WireError) -> FrameTime {
    let start = offset
    let isGiven = try bool()
    let seconds = try double()
    guard isGiven ? seconds.isFinite : seconds.bitPattern == 0 else {
      throw malformed(at: start, "a finite time, or 0 for now", "\(seconds)")
    }
    return isGiven ? .seconds(seconds) : .now
  }
}
