// Values that the inspector shows, held against the layers' own.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzInspection
import QuartzModel
import Testing

/// A layer of each class of the server's.
private func layerOfClass(_ layerClass: LayerClass) -> CALayer {
  switch layerClass {
  case .layer: CALayer()
  case .transform: CATransformLayer()
  case .shape: CAShapeLayer()
  case .gradient: CAGradientLayer()
  case .replicator: CAReplicatorLayer()
  case .text: CATextLayer()
  case .scroll: CAScrollLayer()
  case .tiled: CATiledLayer()
  case .emitter: CAEmitterLayer()
  case .backdrop: CABackdropLayer()
  case .portal: CAPortalLayer()
  }
}

/// A text of a value that is not the default of a row; nil for rows that have no texts.
private func otherText(_ row: Property) -> String? {
  switch row.type {
  case .bool: row.defaultValue.bool == true ? "false" : "true"
  case .integer: row.id == .maskedCorners || row.id == .edgeAntialiasingMask ? "5" : "3"
  case .number: "0.375"
  case .point: "0.25 0.75"
  case .size: "12 9"
  case .rect: "0.25 0 0.5 0.75"
  case .color: "0.25 0.5 0.75 0.5"
  case .transform: "translate(3, 4, 5)"
  case .string: "a text"
  case .name(let names): names.last { $0 != ValueWords.text(row.defaultValue, row.type) }
  case .numbers: "0.25 0.5"
  case .colors: "1 0 0 1 0 1 0 0.5"
  case .path: "0 0 m 4 0 l 4 4 l h"
  case .image, .cells, .filters: nil
  }
}

@Suite struct DetailTests {
  @Test(arguments: LayerClass.allCases)
  func valuesAreThoseOfTheLayer(_ layerClass: LayerClass) throws {
    let layer = layerOfClass(layerClass)
    let scene = try InspectedScene(layer)
    let details = try scene.inspection.details(try scene.id(layer))
    #expect(details.type == "\(type(of: layer))")
    let rows = PropertyTable.all.filter { layerClass.has($0.id) }
    #expect(details.properties.map(\.name) == rows.map(\.name))
    for (row, property) in zip(rows, details.properties) where property.isEditable {
      let value = try ValueWords.value(property.value, row)
      expectSame(layer.value(forKey: row.name), value, row)
    }
  }

  @Test(arguments: LayerClass.allCases)
  func editedValuesAreThoseOfTheLayer(_ layerClass: LayerClass) throws {
    let layer = layerOfClass(layerClass)
    let root = CALayer()
    root.addSublayer(layer)
    let scene = try InspectedScene(root)
    let id = try scene.id(layer)
    // Two rows name other contexts and layers.
    let names: [PropertyID] = [.remoteClientId, .portalSource]
    for row in PropertyTable.all where layerClass.has(row.id) && !names.contains(row.id) {
      guard let text = otherText(row) else { continue }
      try scene.inspection.edit(id, row.name, text)
      expectSame(layer.value(forKey: row.name), try ValueWords.value(text, row), row)
      scene.inspection.update()
      let shown = try scene.property(row.name, of: layer)
      #expect(shown.origin == "own", "\(row.name)")
      expectSame(layer.value(forKey: row.name), try ValueWords.value(shown.value, row), row)
      try scene.inspection.edit(id, row.name, nil)
      scene.inspection.update()
      #expect(try scene.property(row.name, of: layer).origin == "default", "\(row.name)")
    }
  }

  private func expectSame(_ found: Any?, _ value: PropertyValue, _ row: Property) {
    let wanted = value.bridged(row.type) { _ in nil }
    if row.id == .compositingFilter { return }
    switch (found as? AnyHashable, wanted as? AnyHashable) {
    case (let found?, let wanted?): #expect(found == wanted, "\(row.name)")
    case (nil, nil): #expect("\(found ?? 0)" == "\(wanted ?? 0)", "\(row.name)")
    default: Issue.record("\(row.name): \(String(describing: found)), not \(String(describing: wanted))")
    }
  }

  @Test func originsSayWhereValuesComeFrom() throws {
    let layer = box(0, 0, 10, 10, red)
    layer.style = ["cornerRadius": 4, "style": ["borderWidth": 2]]
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue, fade.duration) = (0, 1, 2)
    layer.add(fade, forKey: "fade")
    let scene = try InspectedScene(layer)
    scene.clock.now = 1
    scene.inspection.update()
    let origins = try ["backgroundColor", "cornerRadius", "borderWidth", "zPosition", "opacity"].map {
      try scene.property($0, of: layer).origin
    }
    #expect(origins == ["own", "style", "style", "default", "animation"])
    let opacity = try scene.property("opacity", of: layer)
    #expect(opacity.value == "0.5")
    #expect(opacity.model == "1")
    #expect(try scene.property("cornerRadius", of: layer).value == "4")
  }

  @Test func editsAreSeenInTheFrame() throws {
    let layer = box(0, 0, 64, 48, red)
    let scene = try InspectedScene(layer)
    let answer = try scene.ask(
      "edit", #"{"id": "\#(try scene.id(layer))", "key": "backgroundColor", "text": "0 0 1 1"}"#)
    #expect(answer["id"] as? String == (try scene.id(layer)))
    #expect(layer.backgroundColor?.components == [0, 0, 1, 1])
    #expect(try pixel(scene.inspection.frame(), 5, 5) == [0, 0, 255, 255])
  }

  @Test(
    arguments: [
      ("opacity", "nan"), ("opacity", "much"), ("opacity", ""), ("bounds", "1 2 3"),
      ("contents", "1"), ("masksToBounds", "maybe"), ("nothing", "1"), ("speed", "inf"),
      ("colors", "1 0 0"),
    ])
  func editsThatMeanNothingChangeNothing(_ key: String, _ text: String) throws {
    let layer = CAGradientLayer()
    let scene = try InspectedScene(layer)
    let before = try scene.inspection.details(try scene.id(layer))
    let answer = try scene.ask(
      "edit", #"{"id": "\#(try scene.id(layer))", "key": "\#(key)", "text": "\#(text)"}"#)
    #expect(answer["error"] is String)
    #expect(try scene.inspection.details(try scene.id(layer)) == before)
  }
}

/// Red, green, blue and alpha of a pixel.
func pixel(_ image: CGImage, _ x: Int, _ y: Int) throws -> [UInt8] {
  let pixels = image.pixelStorage
  return (0..<4).map {
    (pixels.base + y * pixels.rowBytes + x * 4).load(fromByteOffset: $0, as: UInt8.self)
  }
}
