// RequestChange, Change, EndObservation: the tree of another program, and how it changes.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

/// Asks for the next change of a context of any connection; answered by `ObservedChange`.
///
/// The first request begins an observation with the whole tree. Later changes wait in the
/// server until they are asked for; if too many wait, the whole tree comes again.
package struct RequestChange: Message, Equatable {
  package static let opcode = Opcode.requestChange

  package var token: UInt64
  /// Whether the whole tree is wanted, also if it was sent before.
  package var fromStart: Bool

  package init(token: UInt64, fromStart: Bool) {
    (self.token, self.fromStart) = (token, fromStart)
  }

  package func encode(to writer: inout WireWriter) {
    writer.append(token)
    writer.append(fromStart)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    token = try reader.uint64()
    fromStart = try reader.bool()
  }
}

/// Ends an observation, and what the connection overrides in the context; no answer.
package struct EndObservation: Message, Equatable {
  package static let opcode = Opcode.endObservation

  package var token: UInt64

  package init(token: UInt64) { self.token = token }

  package func encode(to writer: inout WireWriter) { writer.append(token) }

  package init(from reader: inout WireReader) throws(WireError) { token = try reader.uint64() }
}

/// A part of a tree as a whole.
package struct ObservedPart: Sendable {
  /// Changes that add up to the tree, part by part.
  package var commit: Commit
  /// Whether nothing of what was sent before is there any more.
  package var isFirst: Bool
  package var isLast: Bool
  /// When the particles of emitters began, in the layers' own time; with the last part.
  package var emission: [LayerID: Double]

  package init(
    _ commit: Commit,
    isFirst: Bool,
    isLast: Bool,
    emission: [LayerID: Double] = [:]
  ) {
    self.commit = commit
    (self.isFirst, self.isLast) = (isFirst, isLast)
    self.emission = emission
  }
}

extension Commit {
  /// Adds the changes of the next part of a tree.
  package mutating func append(part next: Commit) {
    createdImages += next.createdImages
    created += next.created
    changes += next.changes
    sublayers += next.sublayers
    animations += next.animations
    root = next.root ?? root
  }
}

/// A change of a context that is observed, in the order in which the server made it.
package enum ObservedUpdate: Sendable {
  /// Nothing waits.
  case nothing
  case part(ObservedPart)
  case commit(Commit)
  case present(ImagePresent)
  /// The pictures of an image that wait for a later time are dropped.
  case flush(ImageID)
  /// A stepped clock was set.
  case time(Double)
  /// The context is gone, or never was there.
  case ended

  fileprivate var number: UInt8 {
    switch self {
    case .nothing: 0
    case .part: 1
    case .commit: 2
    case .present: 3
    case .flush: 4
    case .time: 5
    case .ended: 6
    }
  }
}

/// A change of an observed context.
package struct ObservedChange: Message {
  package static let opcode = Opcode.change

  package var token: UInt64
  /// When the server made it, in seconds of CLOCK_MONOTONIC.
  package var moment: Double
  /// Whether more waits.
  package var hasMore: Bool
  package var update: ObservedUpdate

  package init(token: UInt64, moment: Double, hasMore: Bool, _ update: ObservedUpdate) {
    self.token = token
    self.moment = moment
    self.hasMore = hasMore
    self.update = update
  }

  package func encode(to writer: inout WireWriter) throws(WireError) {
    writer.append(token)
    writer.append(moment)
    writer.append(hasMore)
    writer.append(update.number)
    switch update {
    case .nothing, .ended: break
    case .part(let part):
      writer.append(part.isFirst)
      writer.append(part.isLast)
      try writer.append(part.commit)
      writer.append(emission: part.emission)
    case .commit(let commit): try writer.append(commit)
    case .present(let present): try writer.append(present)
    case .flush(let image): writer.append(image.rawValue)
    case .time(let time): writer.append(time)
    }
  }

  package init(from reader: inout WireReader) throws(WireError) {
    token = try reader.uint64()
    moment = try reader.finite("a finite moment")
    hasMore = try reader.bool()
    let start = reader.offset
    switch try reader.uint8() {
    case 0: update = .nothing
    case 1: update = .part(try reader.observedPart())
    case 2: update = .commit(try reader.commit())
    case 3: update = .present(try reader.present())
    case 4: update = .flush(ImageID(try reader.uint32()))
    case 5: update = .time(try reader.finite("a finite time"))
    case 6: update = .ended
    case let number: throw reader.malformed(at: start, "a kind of change, 0...6", "\(number)")
    }
  }
}

extension WireReader {
  fileprivate mutating func finite(_ expected: String) throws(WireError) -> Double {
    let start = offset
    let value = try double()
    guard value.isFinite else { throw malformed(at: start, expected, "\(value)") }
    return value
  }

  fileprivate mutating func observedPart() throws(WireError) -> ObservedPart {
    let (isFirst, isLast) = (try bool(), try bool())
    var part = ObservedPart(try commit(), isFirst: isFirst, isLast: isLast)
    part.emission = try emission()
    return part
  }
}

/// Asks for the statistics of a context of any connection; answered by `ContextReport`.
package struct CaptureStatistics: Message, Equatable {
  package static let opcode = Opcode.captureStatistics

  package var token: UInt64

  package init(token: UInt64) { self.token = token }

  package func encode(to writer: inout WireWriter) { writer.append(token) }

  package init(from reader: inout WireReader) throws(WireError) { token = try reader.uint64() }
}

/// Shows another value of a layer than its program's; answered by `Overridden`.
///
/// The program is not told. A value that it sets meanwhile shows when the override ends: by a
/// message without a value, by `EndObservation`, or with the connection.
package struct OverrideValue: Message, Equatable {
  package static let opcode = Opcode.overrideValue

  package var token: UInt64
  package var layer: LayerID
  package var property: PropertyID
  /// Nil shows the program's value again.
  package var value: PropertyValue?

  package init(token: UInt64, layer: LayerID, property: PropertyID, value: PropertyValue?) {
    self.token = token
    self.layer = layer
    self.property = property
    self.value = value
  }

  package func encode(to writer: inout WireWriter) throws(WireError) {
    writer.append(token)
    writer.append(layer.rawValue)
    writer.append(property.rawValue)
    writer.append(value != nil)
    if let value { try writer.append(value) }
  }

  package init(from reader: inout WireReader) throws(WireError) {
    token = try reader.uint64()
    layer = LayerID(try reader.uint32())
    let start = reader.offset
    let number = try reader.uint8()
    let rule = ValueRule.all[Int(number)]
    guard rule.tags != 0, let property = PropertyID(rawValue: number) else {
      throw reader.malformed(at: start, "the number of a property", "\(number)")
    }
    self.property = property
    value = try reader.bool() ? try reader.value(rule, of: number) : nil
  }
}

/// Says that a value is overridden, or is not any more.
package struct Overridden: Message, Equatable {
  package static let opcode = Opcode.overridden

  package var token: UInt64
  /// The overridden values of the context now, of all connections.
  package var count: Int

  package init(token: UInt64, count: Int) { (self.token, self.count) = (token, count) }

  package func encode(to writer: inout WireWriter) {
    writer.append(token)
    writer.append(UInt64(clamping: count))
  }

  package init(from reader: inout WireReader) throws(WireError) {
    token = try reader.uint64()
    count = try reader.size()
  }
}
