// What drawing took, as JSON.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzModel

/// The counters of all frames of a command.
///
/// Keys are sorted; nothing in it depends on the clock.
struct RenderStatistics: Encodable {
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

    init(time: Double, _ counters: FrameCounters) {
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
    }
  }

  var package: String
  var renderer: Renderer
  /// In pixels.
  var width: Int
  var height: Int
  var scale: Double
  var warnings: Int
  var frames: [Frame] = []

  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}
