// AwaitFrame: asks for a notice when a context's next frame begins.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

/// Asks when the next frame of the context with a token begins; answered by `FrameBegan` at that
/// time.
///
/// A connection can wait for one frame of a context at a time.
package struct AwaitFrame: Message, Equatable {
  package static let opcode = Opcode.awaitFrame

  package var token: UInt64

  package init(token: UInt64) {
    self.token = token
  }

  package func encode(to writer: inout WireWriter) {
    writer.append(token)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    token = try reader.uint64()
  }
}

/// The same as `AwaitFrame`, for a client that wants fewer frames than the output may have.
///
/// The context draws for it at a rate that serves the range, and all else that moves.
package struct AwaitRatedFrame: Message, Equatable {
  package static let opcode = Opcode.awaitRatedFrame

  package var token: UInt64
  package var rates: FrameRateWish

  package init(token: UInt64, rates: FrameRateWish) {
    self.token = token
    self.rates = rates
  }

  package func encode(to writer: inout WireWriter) {
    writer.append(token)
    writer.append(rates)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    token = try reader.uint64()
    rates = try reader.frameRates()
  }
}

/// The answer to `AwaitFrame` and `AwaitRatedFrame`.
package struct FrameBegan: Message, Equatable {
  package static let opcode = Opcode.frameBegan

  /// The time that the frame shows, in seconds of the context's clock.
  package var time: Double
  /// Seconds to the frame after it, while something moves at the same rate.
  package var period: Double

  package init(time: Double, period: Double) {
    self.time = time
    self.period = period
  }

  package func encode(to writer: inout WireWriter) {
    writer.append(time)
    writer.append(period)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    time = try reader.double()
    period = try reader.double()
  }
}
