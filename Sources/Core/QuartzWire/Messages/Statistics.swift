// Statistics: the server's totals and current counts.
// Licensed under the MIT license; see LICENSE.

/// Totals over all clients since the server's start, and current counts.
package struct Statistics: Message, Equatable {
  package static let opcode = Opcode.statistics

  package var clients = 0
  package var contexts = 0
  /// Frames drawn since the start.
  package var framesDrawn = 0
  /// The number of wake-ups of the render threads since the start.
  package var wakeUps = 0
  package var layers = 0
  package var imageBytes = 0
  /// Memory of the server's process that is in RAM.
  package var residentBytes = 0

  package init() {}

  package func encode(to writer: inout WireWriter) {
    for count in [
      clients, contexts, framesDrawn, wakeUps, layers, imageBytes, residentBytes,
    ] {
      writer.append(UInt64(clamping: count))
    }
  }

  package init(from reader: inout WireReader) throws(WireError) {
    clients = try reader.size()
    contexts = try reader.size()
    framesDrawn = try reader.size()
    wakeUps = try reader.size()
    layers = try reader.size()
    imageBytes = try reader.size()
    residentBytes = try reader.size()
  }
}
