// StartEmission: when the particles of layers began.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

/// Begins the particles of emitter layers anew, at other times than those of their commits; no
/// answer.
///
/// A tree that comes as a whole, such as the one that an attached capture begins with, has
/// particles that began before it.
package struct StartEmission: Message, Equatable {
  package static let opcode = Opcode.startEmission

  package var context: UInt32
  /// When the particles of each layer began, in the layer's own time, in finite seconds.
  package var starts: [LayerID: Double]

  package init(context: UInt32, starts: [LayerID: Double]) {
    (self.context, self.starts) = (context, starts)
  }

  package func encode(to writer: inout WireWriter) {
    writer.append(context)
    writer.append(emission: starts)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    context = try reader.uint32()
    starts = try reader.emission()
  }
}

extension WireWriter {
  /// Appends times by layers, in the order of the layers.
  mutating func append(emission: [LayerID: Double]) {
    append(UInt32(clamping: emission.count))
    for (layer, start) in emission.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      append(layer.rawValue)
      append(start)
    }
  }
}

extension WireReader {
  /// Reads times by layers.
  mutating func emission() throws(WireError) -> [LayerID: Double] {
    let count = try count(
      of: "emitters",
      minimumBytes: 12,
      limit: limits.tree.layers,
      memory: 2 * MemoryLayout<(LayerID, Double)>.stride
    )
    var emission: [LayerID: Double] = [:]
    emission.reserveCapacity(count)
    for _ in 0..<count {
      let layer = LayerID(try uint32())
      let start = offset
      let time = try double()
      guard time.isFinite else { throw malformed(at: start, "a finite time", "\(time)") }
      emission[layer] = time
    }
    return emission
  }
}
