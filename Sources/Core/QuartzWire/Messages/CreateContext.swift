// CreateContext: a tree and an output for it.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

/// The clock of a context.
package enum ContextClock: UInt8, CaseIterable, Sendable {
  /// CLOCK_MONOTONIC in seconds; the server draws by itself while something moves.
  case real = 0
  /// The time that requests for frames name; nothing is drawn without a request.
  case stepped = 1
}

/// Makes a context.
///
/// The client chooses the context's number; the answer is `ContextCreated`.
package struct CreateContext: Message, Equatable {
  package static let opcode = Opcode.createContext
  static let maximumRate = 1000.0

  package var context: UInt32
  package var configuration: ContextConfiguration
  package var clock: ContextClock
  /// Frames per second at which the server draws while something moves, above 0, at most 1000.
  package var frameRate: Double

  package init(
    context: UInt32,
    configuration: ContextConfiguration,
    clock: ContextClock,
    frameRate: Double = 60
  ) {
    self.context = context
    self.configuration = configuration
    self.clock = clock
    self.frameRate = frameRate
  }

  package func encode(to writer: inout WireWriter) throws(WireError) {
    encodeFields(to: &writer)
    guard configuration.range.isExtended else { return }
    // Peers that draw no such outputs find more bytes than they know, and refuse the message.
    writer.append(CreateContext.extendedClass)
    writer.append(Double(configuration.range.headroom))
  }

  /// Writes the fields of every context, those of a standard output.
  func encodeFields(to writer: inout WireWriter) {
    writer.append(context)
    writer.append(UInt32(clamping: configuration.width))
    writer.append(UInt32(clamping: configuration.height))
    writer.append(configuration.scale)
    writer.append(configuration.isYUp)
    writer.append(configuration.background.within(headroom: configuration.range.headroom))
    writer.append(clock.rawValue)
    writer.append(frameRate)
  }

  /// The class of pixels of an output of extended range; standard ones say nothing.
  private static let extendedClass: UInt8 = 1

  private static func range(_ reader: inout WireReader) throws(WireError) -> OutputRange {
    guard reader.remaining > 0 else { return .standard }
    let start = reader.offset
    let pixelClass = try reader.uint8()
    guard pixelClass == extendedClass else {
      throw reader.malformed(at: start, "class 1 of pixels", "\(pixelClass)")
    }
    let range = OutputRange.extended(headroom: Float(try reader.double()))
    guard range.isValid else {
      throw reader.malformed(at: start + 1, "a headroom of 1...64", "\(range.headroom)")
    }
    return range
  }

  package init(from reader: inout WireReader) throws(WireError) {
    try self.init(fields: &reader)
    configuration.range = try CreateContext.range(&reader)
  }

  /// Reads the fields of every context.
  init(fields reader: inout WireReader) throws(WireError) {
    context = try reader.uint32()
    let start = reader.offset
    let width = Int(try reader.uint32())
    let height = Int(try reader.uint32())
    let scale = try reader.double()
    let isYUp = try reader.bool()
    let colorStart = reader.offset
    let background = try reader.color()
    configuration = ContextConfiguration(
      width: width,
      height: height,
      scale: scale,
      isYUp: isYUp,
      background: background
    )
    guard configuration.isValid else {
      throw reader.malformed(
        at: start,
        "sides of 1...\(ContextConfiguration.maximumSide) pixels and a scale above 0, at most 64",
        "\(width) x \(height), scale \(scale)"
      )
    }
    guard PropertyValue.color(background).isFinite else {
      throw reader.malformed(at: colorStart, "a finite colour", "\(background)")
    }
    clock = try reader.choice(ContextClock.self)
    let rateStart = reader.offset
    frameRate = try reader.double()
    guard frameRate > 0, frameRate <= CreateContext.maximumRate else {
      throw reader.malformed(at: rateStart, "a rate above 0, at most 1000", "\(frameRate)")
    }
  }
}
