// Planes of Y, Cb and Cr in dma-bufs, shown beside the same in shared memory.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import CoreGraphics
import QuartzCore
import QuartzGLES
import QuartzModel
import QuartzPlan

/// Shows planes that lie in a dma-buf.
struct Planes: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Present NV12, P010 and I420 in dma-bufs, and compare with shared memory.",
    discussion: """
      Prints how many pictures became textures and how many were mapped, and why. Exit code 1: a \
      picture differs, or one that became textures was uploaded.
      """
  )

  @Argument(help: "A primary node.")
  var node: String

  @Option(help: "Presents of each format.")
  var presents = 4

  /// Pixels of a picture; chroma is rounded up.
  private static let (width, height) = (99, 61)

  func run() throws {
    var preferences = GLESPreferences(platforms: .only(.gbm(node: node)))
    preferences.importsWhereProcessorDraws = true
    // The pass of the shader, as on a GPU.
    preferences.weighsPixels = false
    let backend = try GLESBackend(preferences)
    let size = (Self.width, Self.height)
    let carrier = try InProcessCarrier(
      backend: backend,
      configuration: ContextConfiguration(width: size.0, height: size.1)
    )
    let context = CAContext(
      configuration: carrier.renderer.configuration,
      carrier: carrier,
      clock: StandingClock()
    )
    let (layer, slot) = (CALayer(), CAContentSlot())
    layer.frame = CGRect(x: 0, y: 0, width: size.0, height: size.1)
    layer.contents = slot
    context.layer = layer
    CATransaction.flush()
    for layout in [CAContentSlot.PlaneFormat.Layout.nv12, .p010, .i420] {
      for number in 0..<presents {
        let seed = UInt8(truncatingIfNeeded: number * 37 + 5)
        try compare(CAContentSlot.PlaneFormat(layout), seed, slot, context, backend)
      }
    }
    print("\(3 * presents) pictures of planes in dma-bufs, equal: \(backend.deviceImports)")
  }

  /// Shows the same samples in both kinds of memory.
  private func compare(
    _ format: CAContentSlot.PlaneFormat,
    _ seed: UInt8,
    _ slot: CAContentSlot,
    _ context: CAContext,
    _ backend: GLESBackend
  ) throws {
    let (width, height) = (Self.width, Self.height)
    let places = Self.places(format.layout)
    var samples: [UInt8] = []
    // Samples follow each other without gaps where they are shared, and with gaps in the buffer.
    _ = try slot.present(width: width, height: height, planes: format) { memory in
      for index in memory.indices { memory[index] = Self.sample(index, seed) }
      samples = Array(memory)
    }
    let expected = try bytes(context)
    let rows = places.reduce(0) { $0 + $1.rows }
    let buffer = try GBMBuffer(node: node, width: Self.rowBytes / 4, height: rows)
    let rowBytes = buffer.shared.rowBytes
    var planes: [CAContentSlot.PlanePlace] = []
    let isWritten = buffer.withPixels { memory in
      var (next, row) = (0, 0)
      for place in places {
        planes.append(.init(offset: row * rowBytes, bytesPerRow: rowBytes))
        for _ in 0..<place.rows {
          for x in 0..<place.rowBytes { memory[row * rowBytes + x] = samples[next + x] }
          next += place.rowBytes
          row += 1
        }
      }
    }
    guard isWritten else { throw ProbeFailure(description: "the dma-buf cannot be mapped") }
    let imported = backend.deviceImports.imported
    let isTaken = try slot.present(
      dmaBuffer: buffer.shared.descriptor,
      width: width,
      height: height,
      planes: format,
      places: planes
    ) {}
    guard isTaken else { throw ProbeFailure(description: "\(format.layout) was not taken") }
    let found = try bytes(context)
    let different = zip(found, expected).count { $0 != $1 }
    guard different == 0 else {
      throw ProbeFailure(description: "\(format.layout): \(different) bytes differ")
    }
    let uploaded = backend.counters.bytesUploaded
    guard backend.deviceImports.imported == imported || uploaded < width * height else {
      throw ProbeFailure(description: "\(format.layout): \(uploaded) bytes were uploaded")
    }
  }

  private func bytes(_ context: CAContext) throws -> [UInt8] {
    let pixels = try context.frame(at: 0).pixels
    return pixels.withBytes { bytes in
      (0..<Self.height).flatMap { y in
        bytes[y * pixels.rowBytes..<y * pixels.rowBytes + Self.width * 4]
      }
    }
  }

  /// Bytes of a row of the buffer: more than any plane has.
  private static let rowBytes = 512

  /// The bytes of a plane's rows, and their number.
  private static func places(
    _ layout: CAContentSlot.PlaneFormat.Layout
  ) -> [(rowBytes: Int, rows: Int)] {
    let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
    switch layout {
    case .nv12, .nv21: return [(width, height), (columns * 2, rows)]
    case .p010: return [(width * 2, height), (columns * 4, rows)]
    case .i420: return [(width, height), (columns, rows), (columns, rows)]
    }
  }

  private static func sample(_ index: Int, _ seed: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: index * 7 + index / 61) &+ seed
  }
}
