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
  /// The values at a share of the way.
  var values: @Sendable (Double) -> [PropertyID: PropertyValue]

  /// The image of cells.
  static let image = ImageID(1)
  /// Pictures of a text, each in another size of its font, and how many there are.
  static let firstText = ImageID(2)
  static let textCount = 8

  static let all: [ChangedLayer] = [
    ChangedLayer(
      name: "shadowRadius",
      base: [.backgroundColor: .color(.white), .shadowOpacity: .number(0.5)]
    ) { [.shadowRadius: .number(4 + 8 * $0)] },
    ChangedLayer(name: "strokeEnd", layerClass: .shape, base: stroked) {
      [.strokeEnd: .number(0.1 + 0.8 * $0)]
    },
    ChangedLayer(name: "path", layerClass: .shape, base: stroked) {
      [.path: .path(wave(20 + 60 * $0))]
    },
    ChangedLayer(name: "colors", layerClass: .gradient, base: graded) {
      [.colors: .numbers([1, $0, 0, 1, 0, 0, 1, 1])]
    },
    ChangedLayer(name: "locations", layerClass: .gradient, base: graded) {
      [.locations: .numbers([0.5 * $0, 1])]
    },
    // Its client draws the text, and the commit has the new picture.
    ChangedLayer(
      name: "fontSize",
      layerClass: .text,
      base: [
        .contents: .image(firstText),
        .contentsGravity: .name(ContentsGravity.topLeft.rawValue),
      ]
    ) { share in
      let text = UInt32(share * Double(textCount))
      return [
        .fontSize: .number(12 + 24 * share),
        .contents: .image(ImageID(firstText.rawValue + text)),
      ]
    },
    ChangedLayer(
      name: "instanceDelay",
      layerClass: .replicator,
      base: [.instanceCount: .integer(10), .instanceTransform: .transform(.translation(12, 0))],
      sublayer: box
    ) { [.instanceDelay: .number(0.05 + 0.1 * $0)] },
    ChangedLayer(
      name: "emitterBirthRate",
      layerClass: .emitter,
      base: [.emitterCells: .cells(CellBox([sparks]))]
    ) { [.emitterBirthRate: .number(1 + $0)] },
    ChangedLayer(name: "blur radius", base: box) { share in
      let radius = FilterInput(key: "inputRadius", value: .number(1 + 8 * share))
      let blur = FilterDescription(type: "gaussianBlur", inputs: [radius])
      return [.filters: .filters(FilterList([blur]))]
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
