// Properties that go from one value to another beside layers that stand still.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
import QuartzMath
import QuartzModel

/// A layer, and the property of it that changes.
struct ChangedLayer: Sendable {
  var name: String
  var layerClass = LayerClass.layer
  var base: [PropertyID: PropertyValue] = [:]
  /// Those of its only sublayer, or nil.
  var sublayer: [PropertyID: PropertyValue]?
  var property: PropertyID
  /// The value at a share of the way.
  var value: @Sendable (Double) -> PropertyValue

  /// The image of cells.
  static let image = ImageID(1)

  static let all: [ChangedLayer] = [
    ChangedLayer(
      name: "shadowRadius",
      base: [.backgroundColor: .color(.white), .shadowOpacity: .number(0.5)],
      property: .shadowRadius
    ) { .number(4 + 8 * $0) },
    ChangedLayer(name: "strokeEnd", layerClass: .shape, base: stroked, property: .strokeEnd) {
      .number(0.1 + 0.8 * $0)
    },
    ChangedLayer(name: "path", layerClass: .shape, base: stroked, property: .path) {
      .path(wave(20 + 60 * $0))
    },
    ChangedLayer(name: "colors", layerClass: .gradient, base: graded, property: .colors) {
      .numbers([1, $0, 0, 1, 0, 0, 1, 1])
    },
    ChangedLayer(name: "locations", layerClass: .gradient, base: graded, property: .locations) {
      .numbers([0.5 * $0, 1])
    },
    ChangedLayer(
      name: "instanceDelay",
      layerClass: .replicator,
      base: [.instanceCount: .integer(10), .instanceTransform: .transform(.translation(12, 0))],
      sublayer: box,
      property: .instanceDelay
    ) { .number(0.05 + 0.1 * $0) },
    ChangedLayer(
      name: "emitterBirthRate",
      layerClass: .emitter,
      base: [.emitterCells: .cells(CellBox([sparks]))],
      property: .emitterBirthRate
    ) { .number(1 + $0) },
    ChangedLayer(name: "blur radius", base: box, property: .filters) { share in
      let radius = FilterInput(key: "inputRadius", value: .number(1 + 8 * share))
      return .filters(FilterList([FilterDescription(type: "gaussianBlur", inputs: [radius])]))
    },
  ]

  private static let box: [PropertyID: PropertyValue] = [
    .bounds: .rect(Rect(0, 0, 40, 30)), .position: .point(Point(30, 30)),
    .backgroundColor: .color(Color(0.2, 0.4, 0.9)),
  ]
  private static let sparks: ParticleCell = {
    var cell = ParticleCell()
    cell.end = 1
    cell.contents = image
    (cell[.birthRate], cell[.lifetime], cell[.velocity]) = (100, 2, 50)
    return cell
  }()

  private static let stroked: [PropertyID: PropertyValue] = [
    .path: .path(wave(50)), .strokeColor: .color(.black), .fillColor: .null,
    .lineWidth: .number(4),
  ]
  private static let graded: [PropertyID: PropertyValue] = [
    .colors: .numbers([1, 0, 0, 1, 0, 0, 1, 1])
  ]

  private static func wave(_ height: Double) -> Path {
    var path = Path()
    path.move(to: Point(5, 60))
    path.cubic(
      to: Point(195, 60),
      control1: Point(60, 60 - height),
      control2: Point(120, 60 + height)
    )
    return path
  }
}
