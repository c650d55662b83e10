// The heaviest scenes that somebody may mean fit the budget of a server's clients.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import TestRandom
import Testing

@testable import QuartzPlan

@Suite struct HonestSceneTests {
  /// Layers that become one commit.
  private struct Sketch {
    var commit = Commit()
    private var lists: [LayerID: [LayerID]] = [:]

    @discardableResult
    mutating func add(
      _ values: [PropertyID: PropertyValue],
      to parent: LayerID? = LayerID(1),
      _ layerClass: LayerClass = .layer
    ) -> LayerID {
      let layer = LayerID(UInt32(commit.created.count + 1))
      commit.created.append(.init(layer, layerClass))
      var bag = PropertyBag()
      for (property, value) in values { bag[property] = value }
      commit.changes.append(.init(layer, bag))
      if let parent { lists[parent, default: []].append(layer) }
      return layer
    }

    /// The cost of the first frame of an output of so many pixels, and the limit that it exceeded.
    func frame(_ width: Int, _ height: Int, at time: Double = 0) throws -> (
      FrameCosts, BudgetExcess?
    ) {
      var whole = commit
      whole.sublayers = lists.map { .init($0.key, $0.value) }
      whole.root = LayerID(1)
      var tree = LayerTree()
      try tree.apply(whole)
      var builder = PlanBuilder(
        configuration: ContextConfiguration(width: width, height: height)
      )
      builder.budget = .standard
      tree.particleBudget = FrameBudget.standard.limits[.particles]
      tree.evaluate(at: time)
      builder.update(&tree)
      return (builder.costs, builder.excess)
    }
  }

  private func sketch(_ width: Double, _ height: Double) -> Sketch {
    var sketch = Sketch()
    sketch.add(box(width / 2, height / 2, width, height), to: nil)
    return sketch
  }

  @Test func aHundredThousandLayers() throws {
    var sketch = sketch(512, 512)
    for index in 0..<100_000 {
      sketch.add(box(Double(index % 512), Double(index / 512 % 512), 4, 4, Color(1, 0, 0)))
    }
    let (costs, excess) = try sketch.frame(512, 512)
    #expect(excess == nil)
    #expect(costs[.layers] == 100_001)
  }

  @Test func fiveThousandParticles() throws {
    var sketch = sketch(512, 512)
    let bytes = [UInt8](repeating: 255, count: 64)
    let pixels = try bytes.withUnsafeBytes {
      try PixelBuffer(width: 4, height: 4, rowBytes: 16, isOpaque: true, copying: $0)
    }
    sketch.commit.createdImages = [.init(ImageID(1), pixels)]
    var cell = ParticleCell()
    cell.name = "spark"
    cell.contents = ImageID(1)
    cell[.birthRate] = 5000
    cell[.lifetime] = 1
    cell.end = 1
    sketch.add(
      box(256, 256, 10, 10).merging([.emitterCells: .cells(CellBox([cell]))]) { $1 },
      to: LayerID(1),
      .emitter
    )
    let (costs, excess) = try sketch.frame(512, 512, at: 10)
    #expect(excess == nil)
    #expect(costs[.particles] >= 5000)
  }

  /// Cards in space, none of which cuts another.
  @Test func twoThousandLayersInDepth() throws {
    var sketch = sketch(512, 512)
    let space = sketch.add(box(256, 256, 512, 512), to: LayerID(1), .transform)
    for index in 0..<2000 {
      let place = Double(index)
      var values = box(
        20 + (place * 37).truncatingRemainder(dividingBy: 470),
        20 + (place * 53).truncatingRemainder(dividingBy: 470),
        24,
        18,
        Color(0, 0.5, 1)
      )
      values[.transform] = .transform(
        .rotation(0.4, 0, 1, 0) * .translation(0, 0, place / 10)
      )
      sketch.add(values, to: space)
    }
    var lens = PropertyBag()
    lens[.sublayerTransform] = .transform(.perspective(900))
    sketch.commit.changes.append(.init(LayerID(1), lens))
    let (costs, excess) = try sketch.frame(512, 512)
    #expect(excess == nil)
    #expect(costs[.planes] > 2000)
  }

  /// Rows with round corners and shadows, and headers whose shadows are those of all in them.
  @Test func aListOfThreeHundredRows() throws {
    var sketch = sketch(1170, 2532)
    for index in 0..<300 {
      let y = Double(index) * 120 + 60
      var values = box(585, y, 1100, 110, Color(1, 1, 1))
      values[.cornerRadius] = .number(24)
      values[.shadowOpacity] = .number(0.4)
      values[.shadowRadius] = .number(18)
      let row = sketch.add(values)
      for part in 0..<4 {
        sketch.add(box(Double(part) * 200 + 80, 55, 90, 40, Color(0, 0, 0)), to: row)
      }
      if index % 10 == 0 {
        var header = box(585, y, 1170, 90)
        header[.opacity] = .number(0.9)
        header[.shadowOpacity] = .number(0.5)
        header[.shadowRadius] = .number(40)
        let group = sketch.add(header)
        sketch.add(box(300, 45, 500, 60, Color(0.5, 0, 0.5)), to: group)
        sketch.add(box(500, 45, 500, 60, Color(0, 0.5, 0.5)), to: group)
      }
    }
    let (_, excess) = try sketch.frame(1170, 2532)
    #expect(excess == nil)
  }

  @Test func theLargestPicture() throws {
    var sketch = sketch(16_384, 16_384)
    for inset in [0.0, 200] {
      var values = box(8192, 8192, 16_384 - inset, 16_384 - inset, Color(0, 1, 0, 0.5))
      values[.cornerRadius] = .number(400)
      sketch.add(values)
    }
    let (costs, excess) = try sketch.frame(16_384, 16_384)
    #expect(excess == nil)
    #expect(costs[.pixels] >= 2 * 16_184 * 16_184)
  }

  /// A coast of short lines: an area of 300,000, and a stroke along 50,000, which has an outline
  /// on both sides.
  @Test(arguments: [true, false])
  func aShapeOfManyLines(isFilled: Bool) throws {
    var random = SeededGenerator(seed: 5)
    var path = Path()
    var place = Point(2048, 2048)
    path.move(to: place)
    let (count, step) = isFilled ? (300_000, 12.0) : (50_000, 4.0)
    for _ in 0..<count {
      place.x = min(max(place.x + .random(in: -step...step, using: &random), 0), 4096)
      place.y = min(max(place.y + .random(in: -step...step, using: &random), 0), 4096)
      path.line(to: place)
    }
    var sketch = sketch(4096, 4096)
    var values = box(2048, 2048, 4096, 4096)
    values[.path] = .path(path)
    values[.fillColor] = isFilled ? .color(Color(0, 1, 0)) : .null
    if !isFilled { values[.strokeColor] = .color(Color(0, 1, 0)) }
    sketch.add(values, to: LayerID(1), .shape)
    let (costs, excess) = try sketch.frame(4096, 4096)
    #expect(excess == nil)
    #expect(costs[.outlines] > count)
  }
}
