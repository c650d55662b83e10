// Welcome: the server's answer to a Hello of its version.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

/// The renderer and the limits of the server.
package struct Welcome: Message, Equatable {
  package static let opcode = Opcode.welcome
  static let nameBytes = 1 << 10

  package var version: UInt32
  package var backend: BackendDescription
  /// The longest side of an output in pixels.
  package var maximumSide: UInt32
  package var limits: WireLimits

  package init(backend: BackendDescription, maximumSide: Int, limits: WireLimits) {
    version = protocolVersion
    self.backend = backend
    self.maximumSide = UInt32(clamping: maximumSide)
    self.limits = limits
  }

  package func encode(to writer: inout WireWriter) throws(WireError) {
    writer.append(version)
    writer.append(maximumSide)
    for text in [backend.name, backend.renderer, backend.version, backend.platform] {
      try writer.append(text, limit: Welcome.nameBytes)
    }
    for count in [
      limits.messageBytes, limits.descriptors, limits.stringBytes, limits.tree.layers,
      limits.tree.imageBytes, limits.tree.animations, limits.tree.depth, limits.contexts,
      limits.buffers, limits.framesInFlight, limits.queueBytes,
    ] {
      writer.append(UInt64(clamping: count))
    }
  }

  package init(from reader: inout WireReader) throws(WireError) {
    version = try reader.uint32()
    guard version == protocolVersion else {
      throw .versionMismatch(ours: protocolVersion, theirs: version)
    }
    maximumSide = try reader.uint32()
    backend = BackendDescription(
      name: try reader.string(limit: Welcome.nameBytes),
      renderer: try reader.string(limit: Welcome.nameBytes),
      version: try reader.string(limit: Welcome.nameBytes),
      platform: try reader.string(limit: Welcome.nameBytes)
    )
    limits = WireLimits()
    limits.messageBytes = try reader.size()
    let start = reader.offset
    limits.descriptors = try reader.size()
    guard limits.descriptors <= WireLimits.maximumDescriptors else {
      throw reader.malformed(
        at: start,
        "at most \(WireLimits.maximumDescriptors) descriptors",
        "\(limits.descriptors)"
      )
    }
    limits.stringBytes = try reader.size()
    limits.tree.layers = try reader.size()
    limits.tree.imageBytes = try reader.size()
    limits.tree.animations = try reader.size()
    limits.tree.depth = try reader.size()
    limits.contexts = try reader.size()
    limits.buffers = try reader.size()
    limits.framesInFlight = try reader.size()
    limits.queueBytes = try reader.size()
  }
}
