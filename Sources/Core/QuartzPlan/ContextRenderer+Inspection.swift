// Where the layers of the last frame are, for tools that look into it.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
package import QuartzMath
package import QuartzModel
import QuartzRaster

/// A layer as the last frame has it.
///
/// An instance of a replicator's sublayers is one of its own.
package struct PlacedLayer: Sendable {
  package let slot: Int32
  /// The layer's space -> the output's pixels.
  package let world: Homography
  /// The pixels that the layer's own parts can touch, unclipped; empty for one that draws nothing.
  package let pixels: PixelRect
  /// The superlayer's index among the placed layers; -1 for the root.
  package let parent: Int
  /// The index of its mask; -1 for none.
  package let mask: Int
  /// The index after the last layer below it.
  package let end: Int
  /// Whether it has a background, contents, or other parts of its own.
  package let draws: Bool
  /// Whether it clips its contents and sublayers to its bounds.
  package let clips: Bool
  /// Whether nothing of it and of its sublayers shows.
  package let isSkipped: Bool
  /// Whether it is the mask of its parent, or below one.
  package let isOfMask: Bool
  /// Whether the y axis of its superspace points up on the output.
  package let isFlipped: Bool
}

/// The light that a layer shows, as the last frame has it.
package struct ShownLight: Equatable, Sendable {
  /// The brightest light that it may show, relative to SDR white; at least 1.
  package let limit: Double
  package let mode: ToneMapMode
  /// The brightest light of its contents, relative to SDR white; 0 if it is not known, and without
  /// contents.
  package let contents: Double
  /// Whether its contents are shown by a picture that was mapped or clipped to the limit.
  package let isMapped: Bool
}

extension ContextRenderer {
  /// The light that a layer shows.
  package func light(of slot: Int32) -> ShownLight {
    let (limit, contents) = builder.light(of: slot)
    let form = tree.images[contents]?.form
    let light = form.map { $0.isHalf ? $0.light : .standard }
    let own = light.map { Double($0.headroom) } ?? 0
    return ShownLight(
      limit: limit.headroom,
      mode: limit.mode,
      contents: own == 0 && light != nil ? limit.contentsHeadroom : own,
      isMapped: light.flatMap { LightMapping($0, limit) } != nil && form?.isHalf == true
    )
  }

  /// The form of the output's pixels as an image.
  ///
  /// Its headroom is the largest limit of a layer that shows, 1 at least.
  package var frameForm: TexelForm {
    guard configuration.range.isExtended else { return .bytes }
    var headroom = 1.0
    for node in builder.nodes.nodes where !node.flags.contains(.skipped) {
      headroom = max(headroom, builder.light(of: node.slot).limit.headroom)
    }
    return .halves(ContentLight(.extended, headroom: Float(headroom)))
  }

  /// The light of a pixel of the output: red, green and blue of sRGB's primaries, straight, 1 for
  /// SDR white; nil outside of the output and for a clear pixel.
  package func light(x: Int32, y: Int32) throws(RenderError) -> SIMD3<Double>? {
    let rect = PixelRect(x, y, x + 1, y + 1)
    guard x >= 0, y >= 0, x < Int32(configuration.width), y < Int32(configuration.height) else {
      return nil
    }
    var bytes = SIMD8<UInt8>.zero
    var color = SIMD4<Float>.zero
    var failure: RenderError?
    withUnsafeMutableBytes(of: &bytes) { memory in
      let memory = UnsafeMutableRawBufferPointer(
        rebasing: memory[..<configuration.range.pixelBytes]
      )
      do throws(RenderError) {
        try backend.read(context, rect, into: memory, rowBytes: memory.count)
      } catch {
        failure = error
      }
      guard let base = memory.baseAddress else { return }
      if configuration.range.isExtended { color = HalfPixels.color(base) }
    }
    if let failure { throw failure }
    if !configuration.range.isExtended {
      color = SIMD4<Float>(bytes.lowHalf) / 255
    }
    guard color.w > 0 else { return nil }
    let straight = SIMD3<Double>(SIMD3(color.x, color.y, color.z)) / Double(color.w)
    return SIMD3(
      FilterSpace.light(straight.x),
      FilterSpace.light(straight.y),
      FilterSpace.light(straight.z)
    )
  }

  /// The layers of the last frame in drawing order, sublayers after their superlayer.
  package var placedLayers: ContiguousArray<PlacedLayer> {
    let table = builder.nodes
    var layers: ContiguousArray<PlacedLayer> = []
    layers.reserveCapacity(table.nodes.count)
    for node in table.nodes {
      let parent = node.parent == .none ? -1 : node.parent.position
      let isOfMask =
        node.flags.contains(.isMask) || (parent >= 0 && layers[parent].isOfMask)
      layers.append(
        PlacedLayer(
          slot: node.slot,
          world: node.world,
          pixels: node.ownBounds,
          parent: parent,
          mask: node.mask == .none ? -1 : node.mask.position,
          end: node.end.position,
          draws: !node.parts.isEmpty,
          clips: node.flags.contains(.clips),
          isSkipped: node.flags.contains(.skipped),
          isOfMask: isOfMask,
          isFlipped: node.flags.contains(.flipped)
        )
      )
    }
    return layers
  }

  /// Draws all of the next frame, as if nothing of the one before were there.
  package func invalidate() { builder.invalidate() }

  /// Lets particles begin at other times than that of their commit, in seconds of their layers.
  package func restartEmission(_ starts: [LayerID: Double]) { tree.restartEmission(starts) }
}
