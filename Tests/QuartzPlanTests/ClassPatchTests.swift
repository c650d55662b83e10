// Shapes, gradients and shadows that change among still layers are patched.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan
import Testing

@Suite struct ClassPatchTests {
  private static let square = path(Point(2, 3), Point(22, 3), Point(20, 17), Point(2, 17))
  private static let triangle = path(Point(0, 0), Point(9, 0), Point(4, 12))

  private static func path(_ points: Point...) -> Path {
    var path = Path()
    path.move(to: points[0])
    for point in points.dropFirst() { path.line(to: point) }
    path.close()
    return path
  }

  /// A layer as it is at first, and the values that its property takes frame after frame.
  struct Change: CustomTestStringConvertible, Sendable {
    var layerClass: LayerClass
    var base: [PropertyID: PropertyValue] = [:]
    var property: PropertyID
    var values: [PropertyValue]
    var testDescription: String { "\(property)" }
  }

  private static let stroked: [PropertyID: PropertyValue] = [
    .path: .path(square), .strokeColor: .color(Color(0, 0, 1)), .lineWidth: .number(3),
    .fillColor: .color(Color(0, 1, 0)),
  ]
  private static let graded: [PropertyID: PropertyValue] = [
    .colors: .numbers([1, 0, 0, 1, 0, 0, 1, 1, 0, 1, 0, 1])
  ]
  private static let shadowed: [PropertyID: PropertyValue] = [
    .shadowOpacity: .number(0.5), .shadowRadius: .number(3),
  ]

  static let changes: [Change] = [
    Change(layerClass: .shape, base: stroked, property: .strokeEnd, values: numbers(0.2, 0.9)),
    Change(layerClass: .shape, base: stroked, property: .lineWidth, values: numbers(1, 6)),
    Change(
      layerClass: .shape,
      base: stroked,
      property: .path,
      values: [.path(triangle), .path(square)]
    ),
    Change(
      layerClass: .shape,
      base: stroked,
      property: .fillColor,
      values: [.color(Color(1, 1, 0, 0.5)), .color(Color(0, 0, 0))]
    ),
    Change(layerClass: .shape, base: stroked, property: .position, values: places),
    Change(
      layerClass: .gradient,
      base: graded,
      property: .locations,
      values: [.numbers([0, 0.2, 1]), .numbers([0.1, 0.5, 0.6])]
    ),
    Change(
      layerClass: .gradient,
      base: graded,
      property: .colors,
      values: [.numbers([1, 0, 0, 1, 0, 0, 1, 1]), .numbers([1, 1, 0, 0.5, 0, 0, 1, 1])]
    ),
    Change(
      layerClass: .gradient,
      base: graded,
      property: .endPoint,
      values: [.point(Point(1, 0)), .point(Point(1, 1))]
    ),
    Change(layerClass: .gradient, base: graded, property: .position, values: places),
    Change(layerClass: .layer, base: shadowed, property: .shadowRadius, values: numbers(1, 8)),
    Change(layerClass: .layer, base: shadowed, property: .shadowOpacity, values: numbers(0.1, 1)),
    Change(layerClass: .layer, base: shadowed, property: .position, values: places),
    Change(
      layerClass: .layer,
      base: shadowed,
      property: .shadowOffset,
      values: [.size(Size(5, -2)), .size(Size(0, 7))]
    ),
  ]

  /// Sprites, and text that is drawn by its client, show an image after the other.
  @Test func contentsArePatched() {
    var scene = Planned()
    for image in 1...3 { scene.addImage(UInt32(image), 8, 8 + image, isOpaque: image != 2) }
    let values = box(50, 40, 24, 20).merging([.contents: .image(ImageID(1))]) { $1 }
    let layer = scene.add(values, to: Planned.root)
    scene.add(values, to: Planned.root)
    scene.plan()
    let before = scene.builder.work.rebuilds
    for frame in 0..<30 {
      scene.set(layer, [.contents: .image(ImageID(UInt32(frame % 3 + 1)))])
      #expect(content(scene.plan()) == content(scene.rebuilt()))
    }
    #expect(scene.builder.work.rebuilds == before)
    #expect(scene.builder.plan.images.count <= 3)
  }

  /// Particles come and go in every frame, between layers that stand still.
  @Test func particlesArePatched() {
    var scene = Planned()
    scene.addImage(1, 4, 4, isOpaque: false)
    var cell = ParticleCell()
    cell.contents = ImageID(1)
    (cell[.birthRate], cell[.lifetime], cell[.velocity], cell[.emissionRange]) = (40, 0.5, 120, 6)
    cell.end = 1
    let values = box(50, 40, 24, 20).merging([.emitterCells: .cells(CellBox([cell]))]) { $1 }
    let group = scene.add(box(50, 40, 90, 70), to: Planned.root)
    scene.add(box(20, 20, 30, 30), to: group)
    let emitter = scene.add(values, to: group, .emitter)
    scene.set(group, [.borderWidth: .number(2)])
    let front = scene.add(box(80, 60, 30, 30, Color(0, 1, 0)), to: Planned.root)
    for frame in 0..<10 { scene.plan(at: Double(frame) / 30) }
    let before = scene.builder.work.rebuilds
    for frame in 10..<60 {
      scene.set(emitter, [.emitterBirthRate: .number(frame % 20 < 10 ? 1 : 3)])
      scene.set(front, [.position: .point(Point(80 - Double(frame % 7), 60))])
      scene.set(group, [.borderColor: .color(Color(0, 0, Double(frame % 3) / 2))])
      let plan = scene.plan(at: Double(frame) / 30)
      #expect(content(plan) == content(scene.rebuilt()))
      #expect(plan.problem == nil)
    }
    #expect(scene.builder.work.rebuilds == before)
    #expect(scene.builder.plan.imageRecords.count < 120)
  }

  private static let places: [PropertyValue] = [.point(Point(52, 40)), .point(Point(61, 33))]

  private static func numbers(_ values: Double...) -> [PropertyValue] { values.map { .number($0) } }

  /// The layer that changes.
  private let layer = LayerID(3)

  /// It lies between two others.
  private func scene(_ change: Change) -> Planned {
    var scene = Planned()
    scene.add(box(20, 20, 30, 30), to: Planned.root)
    let values = box(50, 40, 24, 20).merging(change.base) { $1 }
    #expect(scene.add(values, to: Planned.root, change.layerClass) == layer)
    scene.add(box(80, 60, 30, 30, Color(0, 1, 0)), to: Planned.root)
    scene.plan()
    return scene
  }

  /// The text of a plan without its damage.
  private func content(_ plan: RenderPlan) -> String {
    var plan = plan
    plan.damage = Damage()
    return plan.description
  }

  @Test(arguments: changes)
  func changeIsPatched(change: Change) {
    var scene = scene(change)
    let before = scene.builder.work
    for frame in 0..<40 {
      scene.set(layer, [change.property: change.values[frame % change.values.count]])
      let plan = scene.plan()
      #expect(content(plan) == content(scene.rebuilt()))
      #expect(!plan.damage.isEmpty)
    }
    #expect(scene.builder.work.rebuilds == before.rebuilds)
    #expect(scene.builder.work.redrawnLayers == before.redrawnLayers + 40)
    // Coverage and colours that show no more give their places to the next ones.
    #expect(scene.builder.plan.coverages.count <= 4)
    #expect(scene.builder.plan.ramps.count <= 1)
  }

  /// Where the number of draws is another one, the plan is made anew.
  @Test func changeOfTheNumberOfDrawsRebuilds() {
    let change = Self.changes[0]
    var scene = scene(change)
    for value in [PropertyValue.null, .color(Color(1, 0, 0)), .null] {
      let before = scene.builder.work.rebuilds
      scene.set(layer, [.strokeColor: value])
      #expect(content(scene.plan()) == content(scene.rebuilt()))
      #expect(scene.builder.work.rebuilds == before + 1)
    }
    // Off the output, where nothing is drawn.
    scene.set(layer, [.position: .point(Point(500, 500))])
    #expect(content(scene.plan()) == content(scene.rebuilt()))
    scene.set(layer, [.lineWidth: .number(5)])
    #expect(content(scene.plan()) == content(scene.rebuilt()))
  }

  /// A layer with sublayers casts the shadow of its opaque background as long as they lie in it.
  @Test func shadowOfACardIsPatched() {
    var scene = Planned()
    let values = box(50, 40, 40, 30).merging(Self.shadowed) { $1 }
    let card = scene.add(values, to: Planned.root)
    let label = scene.add(box(10, 10, 8, 8, Color(0, 0, 1)), to: card)
    scene.plan()
    let before = scene.builder.work.rebuilds
    for radius in [1.0, 4, 9, 2] {
      scene.set(card, [.shadowRadius: .number(radius)])
      #expect(content(scene.plan()) == content(scene.rebuilt()))
    }
    #expect(scene.builder.work.rebuilds == before)
    // Out of the card it has a shadow of its own.
    scene.set(label, [.position: .point(Point(38, 10))])
    #expect(content(scene.plan()) == content(scene.rebuilt()))
    scene.set(card, [.shadowRadius: .number(5)])
    #expect(content(scene.plan()) == content(scene.rebuilt()))
  }
}
