// The cost of drawing, as JSON.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import QuartzModel

/// The counters of all frames of a command.
///
/// Keys are sorted; nothing in it depends on the clock.
struct CommandStatistics: Encodable {
  struct Renderer: Encodable {
    var name: String
    var renderer: String
    var version: String
    var platform: String

    init(_ description: BackendDescription) {
      name = description.name
      renderer = description.renderer
      version = description.version
      platform = description.platform
    }
  }

  struct Frame: Encodable {
    var time: Double
    var drawCalls: Int
    var draws: Int
    var targets: Int
    var programChanges: Int
    var textureChanges: Int
    var pixelsTouched: Int
    var bytesUploaded: Int
    var bytesRead: Int
    var cacheHits: Int
    var cacheMisses: Int
    var damagedPixels: Int
    /// Pixels touched for each pixel of the damage.
    var overdraw: Double
    var layers: [Layer]
    var passes: [Pass]

    init(
      time: Double,
      _ counters: FrameCounters,
      names: [LayerID: String],
      filters: [LayerID: LayerFilterTypes]
    ) {
      self.time = time
      drawCalls = counters.drawCalls
      draws = counters.draws
      targets = counters.targets
      programChanges = counters.programChanges
      textureChanges = counters.textureChanges
      pixelsTouched = counters.pixelsTouched
      bytesUploaded = counters.bytesUploaded
      bytesRead = counters.bytesRead
      cacheHits = counters.cacheHits
      cacheMisses = counters.cacheMisses
      damagedPixels = counters.damagedPixels
      let damaged = Double(max(counters.damagedPixels, 1))
      overdraw = (Double(counters.pixelsTouched) / damaged * 1000).rounded() / 1000
      layers = counters.layers.map { Layer($0, names) }
      passes = counters.passes.map { Pass($0, names, filters[$0.layer]) }
    }
  }

  /// The cost of one layer's draws.
  struct Layer: Encodable {
    var layer: String
    var draws: Int
    var pixelsTouched: Int
    var bytesUploaded: Int

    init(_ cost: LayerCost, _ names: [LayerID: String]) {
      layer = names[cost.layer] ?? "\(cost.layer)"
      draws = cost.draws
      pixelsTouched = cost.pixelsTouched
      bytesUploaded = cost.bytesUploaded
    }
  }

  /// A surface of the frame, and the reason for it.
  struct Pass: Encodable {
    /// The layer; nil for the output.
    var layer: String?
    var reason: String
    var pixels: Int
    /// Whether an earlier frame's pixels were used.
    var kept: Bool
    /// The filters that the surface is for, in their order; nil if it is for none.
    var filters: [String]?

    init(_ cost: PassCost, _ names: [LayerID: String], _ types: LayerFilterTypes?) {
      layer = cost.layer == .none ? nil : names[cost.layer] ?? "\(cost.layer)"
      reason = "\(cost.reason)"
      pixels = cost.pixels
      kept = cost.isCached
      switch cost.reason {
      case .filtered: filters = types?.own
      case .backdrop: filters = types?.background
      case .filter: filters = types.map { $0.background + $0.own }
      default: break
      }
    }
  }

  var package: String
  var renderer: Renderer
  /// In pixels.
  var width: Int
  var height: Int
  var scale: Double
  var warnings: Int
  /// The images that lose something on their way to the picture, each once.
  var contents: [ContentsLoss] = []
  var frames: [Frame] = []

  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}
