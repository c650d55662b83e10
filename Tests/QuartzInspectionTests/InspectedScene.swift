// A context in this process with an inspector.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzInspection
import QuartzModel
import QuartzSoftware

/// The time of a test.
final class TestClock: CAContext.Clock {
  // Safe because: each test has a clock of its own, and one thread.
  nonisolated(unsafe) var now = 0.0
  let currentTime: CFTimeInterval = 0
}

/// Layers in a context of 64 x 48 pixels, or another size, and what looks into them.
struct InspectedScene {
  let clock = TestClock()
  let context: CAContext
  let inspection: Inspection

  init(
    _ root: CALayer,
    width: Int = 64,
    height: Int = 48,
    scale: Double = 1,
    range: OutputRange = .standard
  ) throws {
    let configuration = ContextConfiguration(
      width: width,
      height: height,
      scale: scale,
      range: range
    )
    let carrier = try InProcessCarrier(
      backend: SoftwareBackend(threads: 1),
      configuration: configuration
    )
    context = CAContext(configuration: configuration, carrier: carrier, clock: clock)
    context.layer = root
    CATransaction.flush()
    let source = LocalSource(title: "test", context, carrier)
    let clock = clock
    inspection = Inspection(source) { clock.now }
    inspection.update()
  }

  /// The number of a layer, as pages have it.
  func id(_ layer: CALayer) throws -> String {
    guard let found = context.layersByID.first(where: { $0.value === layer }) else {
      throw InspectionError.noLayer("\(layer)")
    }
    return found.key.text
  }

  /// The answer to a request, as an object.
  func ask(_ name: String, _ body: String = "{}") throws -> [String: Any] {
    let answer = inspection.answer(name, Data(body.utf8))
    return try JSONSerialization.jsonObject(with: answer.body) as? [String: Any] ?? [:]
  }

  func property(_ name: String, of layer: CALayer) throws -> PropertyDetails {
    let details = try inspection.details(try id(layer))
    guard let found = details.properties.first(where: { $0.name == name }) else {
      throw InspectionError.noProperty(name)
    }
    return found
  }
}

/// A layer with a place and a colour.
func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: CGColor) -> CALayer {
  let layer = CALayer()
  layer.frame = CGRect(x: x, y: y, width: width, height: height)
  layer.backgroundColor = color
  return layer
}

let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
