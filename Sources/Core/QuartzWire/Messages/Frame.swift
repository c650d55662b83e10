// Frame: the picture of a context at a time.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath
package import QuartzModel

/// The answer to `RequestFrame` and `CaptureFrame`; the pixels are in the attached descriptor.
package struct Frame: Message {
  package static let opcode = Opcode.frame

  /// The owner's number of the context.
  package var context: UInt32
  /// The time that the picture shows, in seconds of the context's clock.
  package var time: Double
  package var pixels: PixelBuffer
  /// The damage since the context's previous frame, in pixels, at most eight rectangles.
  package var damage: [PixelRect]
  package var counters: FrameCounters

  package init(
    context: UInt32,
    time: Double,
    pixels: PixelBuffer,
    damage: [PixelRect],
    counters: FrameCounters
  ) {
    self.context = context
    self.time = time
    self.pixels = pixels
    self.damage = damage
    self.counters = counters
  }

  package func encode(to writer: inout WireWriter) throws(WireError) {
    writer.append(context)
    writer.append(time)
    writer.append(counters)
    guard damage.count <= Damage.capacity else {
      throw writer.error("\(damage.count) rectangles, at most \(Damage.capacity) are allowed")
    }
    writer.append(UInt8(damage.count))
    for rect in damage {
      for edge in [rect.minX, rect.minY, rect.maxX, rect.maxY] { writer.append(edge) }
    }
    writer.append(counters.layers)
    writer.append(counters.passes)
    let locations = try writer.append(buffersOf: [pixels])
    writer.append(pixels, at: locations[0])
  }

  package init(from reader: inout WireReader) throws(WireError) {
    context = try reader.uint32()
    time = try reader.double()
    counters = try reader.frameCounters()
    let start = reader.offset
    let count = Int(try reader.uint8())
    guard count <= Damage.capacity else {
      throw reader.malformed(at: start, "at most \(Damage.capacity) rectangles", "\(count)")
    }
    damage = []
    for _ in 0..<count {
      damage.append(
        PixelRect(
          try reader.int32(),
          try reader.int32(),
          try reader.int32(),
          try reader.int32()
        )
      )
    }
    counters.layers = try reader.layerCosts()
    counters.passes = try reader.passCosts()
    var buffers = try reader.buffers()
    pixels = try reader.pixels(in: &buffers)
    try reader.checkUse(of: buffers)
  }
}

extension WireWriter {
  mutating func append(_ counters: FrameCounters) {
    for count in [
      counters.drawCalls, counters.draws, counters.targets, counters.programChanges,
      counters.textureChanges, counters.pixelsTouched, counters.bytesUploaded, counters.bytesRead,
      counters.cacheHits, counters.cacheMisses, counters.damagedPixels,
    ] {
      append(UInt64(clamping: count))
    }
  }

  fileprivate mutating func append(_ layers: [LayerCost]) {
    append(UInt32(layers.count))
    for cost in layers {
      append(cost.layer.rawValue)
      for count in [cost.draws, cost.pixelsTouched, cost.bytesUploaded] {
        append(UInt64(clamping: count))
      }
    }
  }

  fileprivate mutating func append(_ passes: [PassCost]) {
    append(UInt32(passes.count))
    for pass in passes {
      append(pass.layer.rawValue)
      append(pass.reason.rawValue)
      append(UInt64(clamping: pass.pixels))
      append(pass.isCached)
    }
  }
}

extension WireReader {
  mutating func frameCounters() throws(WireError) -> FrameCounters {
    var counters = FrameCounters()
    counters.drawCalls = try size()
    counters.draws = try size()
    counters.targets = try size()
    counters.programChanges = try size()
    counters.textureChanges = try size()
    counters.pixelsTouched = try size()
    counters.bytesUploaded = try size()
    counters.bytesRead = try size()
    counters.cacheHits = try size()
    counters.cacheMisses = try size()
    counters.damagedPixels = try size()
    return counters
  }

  fileprivate mutating func layerCosts() throws(WireError) -> [LayerCost] {
    let count = try count(
      of: "costs of layers",
      minimumBytes: 28,
      limit: limits.tree.layers,
      memory: MemoryLayout<LayerCost>.stride
    )
    var costs: [LayerCost] = []
    costs.reserveCapacity(count)
    for _ in 0..<count {
      var cost = LayerCost(LayerID(try uint32()))
      cost.draws = try size()
      cost.pixelsTouched = try size()
      cost.bytesUploaded = try size()
      costs.append(cost)
    }
    return costs
  }

  fileprivate mutating func passCosts() throws(WireError) -> [PassCost] {
    let count = try count(of: "passes", minimumBytes: 14, memory: MemoryLayout<PassCost>.stride)
    var passes: [PassCost] = []
    passes.reserveCapacity(count)
    for _ in 0..<count {
      let layer = LayerID(try uint32())
      let reason = try choice(SurfaceReason.self)
      passes.append(PassCost(layer, reason, pixels: try size(), isCached: try bool()))
    }
    return passes
  }
}
