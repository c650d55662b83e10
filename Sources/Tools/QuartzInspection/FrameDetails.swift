// The costs of the last frame, and the memory of a tree.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
package import QuartzModel
import QuartzPlan

/// The costs of the last frame that drew something.
package struct FrameDetails: Encodable, Equatable {
  package struct Layer: Encodable, Equatable {
    /// Empty for work that belongs to no layer.
    package var id: String
    package var name: String
    package var draws: Int
    package var pixels: Int
    package var bytesUploaded: Int
  }

  package struct Pass: Encodable, Equatable {
    package var id: String
    package var name: String
    package var reason: String
    package var pixels: Int
    package var isCached: Bool
  }

  package struct Image: Encodable, Equatable {
    package var id: UInt32
    package var width: Int
    package var height: Int
    package var bytes: Int
    package var isOpaque: Bool
    /// The layers whose contents it is; only the first of them.
    package var layers: [String]
  }

  package struct Surface: Encodable, Equatable {
    package var id: String
    package var name: String
    package var reason: String
    package var width: Int
    package var height: Int
    package var bytes: Int
    package var isKept: Bool
  }

  package var frame: Int
  package var renderer: String
  package var drawCalls: Int
  package var draws: Int
  package var targets: Int
  package var pixelsTouched: Int
  package var damagedPixels: Int
  /// Pixels touched for each pixel of the damage.
  package var overdraw: Double
  package var bytesUploaded: Int
  package var cacheHits: Int
  package var cacheMisses: Int
  /// Left, top, right and bottom of each part, in pixels.
  package var damage: [[Int32]]
  /// The dearest first; only the first of them.
  package var layers: [Layer]
  package var layerCount: Int
  package var passes: [Pass]
  package var passCount: Int
  /// The largest first; only the first of them.
  package var images: [Image]
  package var imageCount: Int
  package var imageBytes: Int
  package var surfaces: [Surface]
  package var surfaceBytes: Int
  package var outputBytes: Int
  package var facts: [[String]]
}

extension Inspection {
  /// The most entries of a list.
  private static let mostEntries = 100

  /// Returns the costs of the last frame that drew something.
  package func frameDetails() -> FrameDetails {
    let counters = counters
    let most = Inspection.mostEntries
    let layers = counters.layers.sorted { $0.pixelsTouched > $1.pixelsTouched }
    let surfaces = surfaces()
    let damaged = counters.damagedPixels
    return FrameDetails(
      frame: frameNumber,
      renderer: "\(renderer.backend.description.name), \(renderer.backend.description.renderer)",
      drawCalls: counters.drawCalls,
      draws: counters.draws,
      targets: counters.targets,
      pixelsTouched: counters.pixelsTouched,
      damagedPixels: damaged,
      overdraw: damaged == 0 ? 0 : Double(counters.pixelsTouched) / Double(damaged),
      bytesUploaded: counters.bytesUploaded,
      cacheHits: counters.cacheHits,
      cacheMisses: counters.cacheMisses,
      damage: (0..<damage.count).map {
        [damage[$0].minX, damage[$0].minY, damage[$0].maxX, damage[$0].maxY]
      },
      layers: layers.prefix(most).map { cost in
        FrameDetails.Layer(
          id: cost.layer == .none ? "" : cost.layer.text,
          name: name(cost.layer),
          draws: cost.draws,
          pixels: cost.pixelsTouched,
          bytesUploaded: cost.bytesUploaded
        )
      },
      layerCount: layers.count,
      passes: counters.passes.prefix(most).map { pass in
        FrameDetails.Pass(
          id: pass.layer == .none ? "" : pass.layer.text,
          name: name(pass.layer),
          reason: pass.reason.words,
          pixels: pass.pixels,
          isCached: pass.isCached
        )
      },
      passCount: counters.passes.count,
      images: images(),
      imageCount: tree.images.count,
      imageBytes: tree.imageBytes,
      surfaces: Array(surfaces.prefix(most)),
      surfaceBytes: surfaces.reduce(0) { $0 + $1.bytes },
      outputBytes: renderer.configuration.pixelBytes,
      facts: source.facts.map { [$0.name, $0.value] }
    )
  }

  private func name(_ layer: LayerID) -> String {
    tree.slot(of: layer).map { label($0) } ?? (layer == .none ? "no layer" : "gone")
  }

  private func images() -> [FrameDetails.Image] {
    var layers: [ImageID: [String]] = [:]
    for slot in tree.ids.indices where tree.ids[slot] != .none {
      guard let image = tree.models[slot].value(.contents).image else { continue }
      if layers[image, default: []].count < 8 {
        layers[image, default: []].append(tree.ids[slot].text)
      }
    }
    let sorted = tree.images.sorted {
      ($1.value.countedBytes, $0.key.rawValue) < ($0.value.countedBytes, $1.key.rawValue)
    }
    return sorted.prefix(Inspection.mostEntries).map { id, pixels in
      FrameDetails.Image(
        id: id.rawValue,
        width: pixels.width,
        height: pixels.height,
        bytes: pixels.countedBytes,
        isOpaque: pixels.isOpaque,
        layers: layers[id] ?? []
      )
    }
  }

  /// The surfaces of the last plan, but for the output.
  private func surfaces() -> [FrameDetails.Surface] {
    renderer.plan.surfaces.filter { $0.reason != .output }.map { surface in
      let layer = surface.slot >= 0 ? tree.ids[Int(surface.slot)] : .none
      return FrameDetails.Surface(
        id: layer == .none ? "" : layer.text,
        name: name(layer),
        reason: surface.reason.words,
        width: Int(surface.frame.width),
        height: Int(surface.frame.height),
        bytes: surface.frame.area * renderer.plan.range.pixelBytes,
        isKept: surface.key != 0
      )
    }
  }
}

extension SurfaceReason {
  /// A description of the reason.
  package var words: String {
    switch self {
    case .output: "the output"
    case .groupOpacity: "opacity of a group"
    case .nestedClip: "a clip in another clip"
    case .clipEdge: "an edge of a clip between pixels"
    case .clipCurve: "corners that are not circles"
    case .mask: "a masked layer"
    case .maskShape: "a mask"
    case .blendMode: "a blend mode"
    case .shadowCaster: "a layer that casts a shadow"
    case .shadow: "a shadow"
    case .rasterize: "shouldRasterize"
    case .planeCut: "layers that cut through each other"
    case .transition: "a transition"
    case .pattern: "a pattern"
    case .filter: "a filter"
    case .filtered: "a layer before its filters"
    case .backdrop: "pixels behind a layer"
    }
  }
}
