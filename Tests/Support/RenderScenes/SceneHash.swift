// A hash of the software renderer's picture of a scene, as a line of text.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import QuartzModel
import QuartzPlan
import QuartzSoftware

/// A scene's name and the hash of its pictures.
package struct SceneHash: CustomStringConvertible, Sendable {
  package let name: String
  package let hash: SHA256

  /// Draws all of a scene's pictures: R, G, B, A bytes, premultiplied, rows from the top without
  /// gaps.
  package init(_ scene: Scene, threads: Int) throws {
    let stage = try Stage(scene, SoftwareBackend(threads: threads))
    var bytes: [UInt8] = []
    for time in scene.times {
      let pixels = try stage.frame(at: time).pixels
      pixels.withBytes { source in
        for row in 0..<pixels.height {
          let start = row * pixels.rowBytes
          bytes += source[start..<start + pixels.width * 4]
        }
      }
    }
    name = scene.name
    hash = SHA256(bytes)
  }

  package var description: String { "\(hash)  \(name)" }
}

extension Scene {
  /// The scenes whose pictures are the same bytes in every build.
  package static let golden: [Scene] = sheets.filter { $0.times.count == 1 }
}
