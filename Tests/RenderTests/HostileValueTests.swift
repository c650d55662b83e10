// Numbers that mean nothing, in every property: the other layers are drawn as ever.
// Licensed under the MIT license; see LICENSE.
//
// The values come as commits, as from a client that sends anything; what CALayer does with them is
// tested with it.

import QuartzMath
import QuartzModel
import QuartzPlan
import RenderScenes
import Testing

@Suite struct HostileValueTests {
  static let numbers: [Double] = [
    .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e300,
    -1e300, 1e38, 3e9, -3e9, 1e-300, .leastNonzeroMagnitude,
    -.leastNonzeroMagnitude, -0.0, -1,
  ]

  /// All rows with values that can hold numbers, or names, that nobody expects.
  static let rows = PropertyTable.all.filter { !values(for: $0).isEmpty }

  /// The values to try; each place of a number has each number once.
  static func values(for row: Property) -> [PropertyValue] {
    switch row.type {
    case .bool, .string, .name, .image: []
    case .integer: [.min, .max, -1, 1 << 40].map { .integer($0) }
    case .number: numbers.map { .number($0) }
    case .point: numbers.flatMap { [.point(Point($0, 10)), .point(Point(10, $0))] }
    case .size: numbers.flatMap { [.size(Size($0, 3)), .size(Size(3, $0))] }
    case .rect:
      numbers.flatMap {
        [
          .rect(Rect($0, 0, 10, 10)), .rect(Rect(0, $0, 10, 10)), .rect(Rect(0, 0, $0, 10)),
          .rect(Rect(0, 0, 10, $0)), .rect(Rect($0, $0, $0, $0)),
        ]
      }
    case .color: numbers.flatMap { [.color(Color($0, 0, 0)), .color(Color(1, 0, 0, $0))] }
    case .transform: numbers.flatMap(matrices)
    case .path: numbers.map { .path(path($0)) }
    case .numbers: numbers.map { .numbers([0, $0]) }
    case .colors: numbers.map { .numbers([0, 0, 0, 1, $0, 0, 0, 1]) }
    case .cells, .filters: []
    }
  }

  /// The identity with a number in each of its places.
  private static func matrices(_ number: Double) -> [PropertyValue] {
    let rows: [WritableKeyPath<Matrix4x4, SIMD4<Double>>] = [\.row1, \.row2, \.row3, \.row4]
    return rows.flatMap { row in
      (0..<4).map { column in
        var matrix = Matrix4x4.identity
        matrix[keyPath: row][column] = number
        return .transform(matrix)
      }
    }
  }

  private static func path(_ number: Double) -> Path {
    var path = Path()
    path.move(to: Point(0, 0))
    path.line(to: Point(number, 4))
    path.cubic(to: Point(9, 9), control1: Point(3, number), control2: Point(number, number))
    path.close()
    return path
  }

  // MARK: The scene

  /// The layers around the changed one: its superlayer, and layers behind and in front.
  private struct Stand {
    let renderer: ContextRenderer
    static let target = LayerID(3)
    private static let size = 48.0

    /// - Parameter layerClass: The class of the layers whose values are set.
    init(_ backend: Backend, _ layerClass: LayerClass) throws {
      renderer = try ContextRenderer(
        context: 1,
        configuration: ContextConfiguration(width: 48, height: 48, scale: 1, isYUp: false),
        backend: try backend.make()
      )
      var commit = Commit()
      commit.createdImages = [.init(ImageID(1), try Stand.image())]
      commit.created = (1...7).map { id in
        .init(LayerID(id), [1, 3, 4, 7].contains(id) ? layerClass : .layer)
      }
      commit.root = LayerID(1)
      commit.sublayers = [
        .init(LayerID(1), [LayerID(2), LayerID(3), LayerID(5), LayerID(6)]),
        .init(LayerID(3), [LayerID(4)], mask: LayerID(7)),
      ]
      commit.changes = [
        Stand.layer(1, Rect(0, 0, 48, 48), Color(1, 1, 1)),
        Stand.layer(2, Rect(2, 2, 12, 44), Color(0, 0, 1)),
        Stand.layer(3, Rect(18, 12, 12, 20), Color(1, 0, 0)),
        Stand.layer(4, Rect(2, 2, 6, 6), Color(1, 1, 0)),
        // Nothing is in front of these.
        Stand.layer(5, Rect(34, 2, 12, 20), Color(0, 1, 0), depth: 1),
        Stand.layer(6, Rect(34, 26, 12, 20), Color(0, 0, 0, 0.5), depth: 1),
        Stand.layer(7, Rect(0, 0, 12, 20), Color(0, 0, 0)),
      ]
      try renderer.apply(commit)
    }

    private static func layer(
      _ id: UInt32,
      _ frame: Rect,
      _ color: Color,
      depth: Double = 0
    ) -> Commit.Change {
      var bag = PropertyBag()
      bag[.bounds] = .rect(Rect(0, 0, frame.width, frame.height))
      bag[.position] = .point(Point(frame.x + frame.width / 2, frame.y + frame.height / 2))
      bag[.backgroundColor] = .color(color)
      bag[.zPosition] = .number(depth)
      if id == 3 {
        // Something of every kind, so that every number counts.
        bag[.contents] = .image(ImageID(1))
        bag[.contentsCenter] = .rect(Rect(0.25, 0.25, 0.5, 0.5))
        bag[.cornerRadius] = .number(3)
        bag[.borderWidth] = .number(1)
        bag[.shadowOpacity] = .number(0.5)
        bag[.minificationFilter] = .name(ContentsFilter.trilinear.rawValue)
      }
      return .init(LayerID(id), bag)
    }

    private static func image() throws -> PixelBuffer {
      let bytes = [UInt8](repeating: 200, count: 16 * 16 * 4)
      return try bytes.withUnsafeBytes {
        try PixelBuffer(width: 16, height: 16, rowBytes: 64, isOpaque: false, copying: $0)
      }
    }

    func set(_ layer: LayerID, _ property: PropertyID, _ value: PropertyValue) throws {
      var bag = PropertyBag()
      bag[property] = value
      var commit = Commit()
      commit.changes = [.init(layer, bag)]
      try renderer.apply(commit)
    }

    /// R, G, B, A bytes.
    func pixels() throws -> [UInt8] {
      try renderer.render(at: 0)
      var bytes = [UInt8](repeating: 0, count: 48 * 48 * 4)
      try bytes.withUnsafeMutableBytes { try renderer.read(into: $0, rowBytes: 48 * 4) }
      return bytes
    }
  }

  private func pixel(_ bytes: [UInt8], _ x: Int, _ y: Int) -> [UInt8] {
    Array(bytes[(y * 48 + x) * 4..<(y * 48 + x) * 4 + 4])
  }

  // MARK: Tests

  /// The opaque layer in front of everything is there, whatever lies behind it.
  @Test(arguments: rows.map(\.id), Backend.all)
  func neighboursAreDrawn(id: PropertyID, backend: Backend) throws {
    let row = PropertyTable[id]
    for layer in [Stand.target, LayerID(4), LayerID(7)] {
      let stand = try Stand(backend, PropertyTable[id].layerClass)
      let before = try stand.pixels()
      let original = stand.renderer.tree.slot(of: layer)
        .map { stand.renderer.tree.models[Int($0)].value(id) }
      for value in HostileValueTests.values(for: row) {
        try stand.set(layer, id, value)
        let picture = try stand.pixels()
        // A depth without end may lie in front, and so may what turns up there.
        #expect(pixel(picture, 40, 8) == [0, 255, 0, 255], "\(row.name) of \(layer): \(value)")
        try stand.set(layer, id, try #require(original))
        #expect(try stand.pixels() == before, "\(row.name) of \(layer), after \(value)")
      }
    }
  }

  /// A number that is none takes the layer away, or a part of it: nothing else changes.
  @Test(arguments: rows.map(\.id), Backend.all)
  func nothingElseChanges(id: PropertyID, backend: Backend) throws {
    let row = PropertyTable[id]
    let stand = try Stand(backend, PropertyTable[id].layerClass)
    let before = try stand.pixels()
    let notNumbers = HostileValueTests.values(for: row).filter { "\($0)".contains("nan") }
    for value in notNumbers {
      try stand.set(Stand.target, id, value)
      let picture = try stand.pixels()
      for y in 0..<48 {
        for x in 0..<48 where !(8..<40).contains(x) || !(2..<42).contains(y) {
          // The layer's shadow ends within 10 pixels of it.
          let same = pixel(picture, x, y) == pixel(before, x, y)
          #expect(same, "\(row.name): \(value) at (\(x), \(y))")
          if !same { return }
        }
      }
    }
  }

  /// The same from the superlayer: what is below it may be gone, and is back afterwards.
  @Test(arguments: rows.map(\.id), Backend.all)
  func superlayersComeBack(id: PropertyID, backend: Backend) throws {
    let row = PropertyTable[id]
    let stand = try Stand(backend, PropertyTable[id].layerClass)
    let before = try stand.pixels()
    let slot = try #require(stand.renderer.tree.slot(of: LayerID(1)))
    let original = stand.renderer.tree.models[Int(slot)].value(id)
    for value in HostileValueTests.values(for: row) {
      try stand.set(LayerID(1), id, value)
      _ = try stand.pixels()
      try stand.set(LayerID(1), id, original)
      #expect(try stand.pixels() == before, "\(row.name): \(value)")
    }
  }
}
