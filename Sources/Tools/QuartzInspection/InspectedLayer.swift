// All values of one layer.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
package import QuartzModel
import QuartzPlan

/// A property of a layer.
package struct PropertyDetails: Encodable, Equatable {
  package var name: String
  package var value: String
  package var unit: String
  /// `own`, `style`, `default`, `animation`, or `set` where it is not known which of own and style.
  package var origin: String
  /// The model's value, where an animation shows another one.
  package var model: String?
  /// A description of the type.
  package var type: String
  package var isEditable: Bool
  package var choices: [String]?
}

/// The light that a layer shows, relative to SDR white.
package struct LightDetails: Encodable, Equatable {
  /// The brightest that its contents may have; nil if it is not known.
  package var headroom: Double?
  /// The brightest that it may show.
  package var limit: Double
  /// Its mode of tone mapping.
  package var mode: String
  /// Whether its contents are mapped or clipped to the limit.
  package var isMapped: Bool
}

/// A layer with its values.
package struct InspectedLayer: Encodable, Equatable {
  package var id: String
  package var name: String
  package var type: String
  package var path: [PathStep]
  package var properties: [PropertyDetails]
  /// The corners on the output: x and y of top left, top right, bottom right, bottom left of the
  /// bounds in the layer's space, pixels; nil for one that does not show.
  package var corners: [Double]?
  /// The bytes of the pixels of its contents.
  package var imageBytes: Int
  /// The light that it shows; nil where neither the output nor the contents have an extended range.
  package var light: LightDetails?

  /// A layer above it.
  package struct PathStep: Encodable, Equatable {
    package var id: String
    package var name: String
  }
}

extension Inspection {
  /// Returns what is known of a layer at the time of the last frame.
  package func details(_ id: String) throws(InspectionError) -> InspectedLayer {
    let slot = try slot(id)
    let layer = tree.ids[Int(slot)]
    let rows = PropertyTable.all.filter { tree.classes[Int(slot)].has($0.id) }
    let shown = placed.first { $0.slot == slot && !$0.isSkipped }
    let image = tree.shownValue(.contents, of: slot).image.flatMap { tree.images[$0] }
    return InspectedLayer(
      id: layer.text,
      name: label(slot),
      type: tree.classes[Int(slot)].publicName,
      path: path(slot),
      properties: rows.map { property($0, slot, layer) },
      corners: shown.flatMap { corners(of: $0) },
      imageBytes: image?.countedBytes ?? 0,
      light: light(slot, image)
    )
  }

  private func light(_ slot: Int32, _ image: PixelBuffer?) -> LightDetails? {
    guard renderer.configuration.range.isExtended || image?.form.isHalf == true else { return nil }
    let light = renderer.light(of: slot)
    return LightDetails(
      headroom: light.contents == 0 ? nil : light.contents,
      limit: light.limit,
      mode: light.mode.name,
      isMapped: light.isMapped
    )
  }

  private func property(_ row: Property, _ slot: Int32, _ layer: LayerID) -> PropertyDetails {
    let model = tree.models[Int(slot)].value(row.id)
    let shown = tree.animatedValue(row.id, of: slot)
    let isSet = tree.models[Int(slot)][row.id] != nil
    let origin =
      shown != nil
      ? "animation"
      : source.origin(of: row.id, in: layer)?.rawValue ?? (isSet ? "set" : "default")
    return PropertyDetails(
      name: row.name,
      value: words(shown ?? model, row.type),
      unit: row.id.unit,
      origin: origin,
      model: shown == nil ? nil : words(model, row.type),
      type: row.type.noun,
      isEditable: ValueWords.isEditable(row.type),
      choices: ValueWords.choices(row.type)
    )
  }

  private func words(_ value: PropertyValue, _ type: ValueType) -> String {
    let text = ValueWords.text(value, type)
    guard case .image(let id) = value, let image = tree.images[id] else { return text }
    return "\(text), \(image.width) × \(image.height) px"
  }

  /// The name of a layer, or its class.
  func label(_ slot: Int32) -> String {
    let name = tree.models[Int(slot)].value(.name).string ?? ""
    return name.isEmpty ? tree.classes[Int(slot)].publicName : String(name.prefix(200))
  }

  /// The layers from the root to a layer, without itself.
  func path(_ slot: Int32) -> [InspectedLayer.PathStep] {
    var steps: [InspectedLayer.PathStep] = []
    var above = tree.parents[Int(slot)]
    while above >= 0, steps.count <= tree.limits.depth {
      steps.append(InspectedLayer.PathStep(id: tree.ids[Int(above)].text, name: label(above)))
      above = tree.parents[Int(above)]
    }
    return steps.reversed()
  }

  /// The corners of a layer's bounds on the output; nil for one that is not in front of the eye.
  func corners(of layer: PlacedLayer) -> [Double]? {
    guard let bounds = tree.shownValue(.bounds, of: layer.slot).rect else { return nil }
    var numbers: [Double] = []
    for (x, y) in [(0.0, 0.0), (1, 0), (1, 1), (0, 1)] {
      let point = layer.world.transform(
        bounds.x + bounds.width * x,
        bounds.y + bounds.height * y
      )
      guard point.z > 0 else { return nil }
      numbers += [point.x / point.z, point.y / point.z]
    }
    return numbers.allSatisfy(\.isFinite) ? numbers : nil
  }

  /// Gives a property another value.
  ///
  /// - Parameter text: Nil takes the layer's own value away.
  package func edit(_ id: String, _ name: String, _ text: String?) throws {
    let slot = try slot(id)
    guard let property = PropertyTable.id(named: name, of: tree.classes[Int(slot)]) else {
      throw InspectionError.noProperty(String(name.prefix(100)))
    }
    let value = try text.map { try ValueWords.value($0, PropertyTable[property]) }
    try source.override(property, of: tree.ids[Int(slot)], value)
  }
}

extension LayerTree {
  /// The value that animations give a row; nil if none does.
  package func animatedValue(_ property: PropertyID, of slot: Int32) -> PropertyValue? {
    let index = animatedIndex[Int(slot)]
    guard index >= 0 else { return nil }
    for position in animated[Int(index)].range where presentation[position].property == property {
      return animatedValue(at: position).propertyValue
    }
    return nil
  }

  /// The value of a row that the last evaluation shows.
  package func shownValue(_ property: PropertyID, of slot: Int32) -> PropertyValue {
    animatedValue(property, of: slot) ?? models[Int(slot)].value(property)
  }
}
