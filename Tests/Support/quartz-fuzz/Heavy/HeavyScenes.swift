// Scenes of few bytes that ask for much, and heavy ones that somebody may mean.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import TestRandom

/// A scene that may be larger or smaller.
struct HeavyScene: Sendable {
  let name: String
  /// How many of what it is made of the scene has by itself.
  let count: Int
  let width: Int
  let height: Int
  /// Commits for so many; a frame is asked for after each.
  let commits: @Sendable (Int) throws -> [Commit]

  init(
    _ name: String,
    _ count: Int,
    side: Int = 512,
    height: Int? = nil,
    _ commits: @escaping @Sendable (Int) throws -> [Commit]
  ) {
    (self.name, self.count, width, self.commits) = (name, count, side, commits)
    self.height = height ?? side
  }
}

extension HeavyScene {
  /// One client may ask for any of these: the others' frames come.
  static let all: [HeavyScene] = planes + particles + trees + outlines + pixels

  // MARK: Planes

  static let planes = [
    HeavyScene("tilted-copies", 500) { count in
      var tree = HeavyTree(512, 512)
      var values = HeavyTree.box(256, 256, 512, 512, nil)
      values[.instanceCount] = .integer(Int64(count))
      values[.instanceTransform] = .transform(
        .rotation(6.1 / Double(count), 0.1, 1, 0.3) * .translation(0.3, 0.2, 0.1)
      )
      values[.preservesDepth] = .bool(true)
      let replicator = tree.add(values, to: HeavyTree.root, .replicator)
      var tilted = HeavyTree.box(256, 256, 200, 160)
      tilted[.transform] = .transform(.rotation(0.5, 0, 1, 0.2))
      tree.add(tilted, to: replicator)
      tree.change(HeavyTree.root, [.sublayerTransform: .transform(.perspective(900))])
      return [tree.finished()]
    },
    HeavyScene("cutting-planes", 600) { count in
      var random = SeededGenerator(seed: 7)
      var tree = HeavyTree(512, 512)
      for _ in 0..<count {
        var values = HeavyTree.box(256, 256, 300, 300, Color(0.4, 0.2, 0.9, 0.8))
        func part() -> Double { .random(in: -1...1, using: &random) }
        values[.transform] = .transform(.rotation(part() * 1.4, part(), part(), part()))
        tree.add(values)
      }
      return [tree.finished()]
    },
    HeavyScene("depth-of-2000", 2000) { count in
      var tree = HeavyTree(512, 512)
      let box = tree.add(HeavyTree.box(256, 256, 512, 512, nil), to: HeavyTree.root, .transform)
      for index in 0..<count {
        let place = Double(index)
        var values = HeavyTree.box(
          20 + (place * 37).truncatingRemainder(dividingBy: 470),
          20 + (place * 53).truncatingRemainder(dividingBy: 470),
          24,
          18
        )
        values[.transform] = .transform(
          .rotation(0.4 + place / 4000, 0, 1, 0) * .translation(0, 0, place / 10)
        )
        tree.add(values, to: box)
      }
      tree.change(HeavyTree.root, [.sublayerTransform: .transform(.perspective(900))])
      return [tree.finished()]
    },
  ]

  // MARK: Particles

  static let particles = [emitters, animatedBirths, unseenBirths]

  private static let emitters = HeavyScene("emitters", 300) { count in
    var tree = HeavyTree(512, 512)
    let image = try tree.addImage(4)
    var cell = ParticleCell()
    cell.name = "spark"
    cell.contents = image
    cell[.birthRate] = 3000
    cell[.lifetime] = 1
    cell[.velocity] = 80
    cell[.emissionRange] = 6.3
    cell.end = 1
    for index in 0..<count {
      let place = Double(index)
      var plain = HeavyTree.box(256, 256, 10, 10)
      plain[.zPosition] = .number(place)
      tree.add(plain)
      var values = HeavyTree.box(256, 256, 10, 10, nil)
      values[.emitterCells] = .cells(CellBox([cell]))
      values[.emitterPreservesDepth] = .bool(true)
      values[.emitterZPosition] = .number(place / 2)
      tree.add(values, to: HeavyTree.root, .emitter)
    }
    return [tree.finished()]
  }

  /// Many animations of one cell: each birth has a value of each.
  private static let animatedBirths = HeavyScene("animated-births", 20_000) { count in
    var tree = HeavyTree(512, 512)
    var cell = ParticleCell()
    cell.name = "spark"
    cell.contents = try tree.addImage(4)
    cell[.birthRate] = 3000
    cell[.lifetime] = 1
    cell.end = 1
    var values = HeavyTree.box(256, 256, 10, 10, nil)
    values[.emitterCells] = .cells(CellBox([cell]))
    let layer = tree.add(values, to: HeavyTree.root, .emitter)
    var timing = MediaTiming()
    timing.duration = 10
    let ends = BasicAnimation(from: .number(1), to: .number(2))
    let scale = AnimatedProperty.cell(CellTarget(["spark"], .scale))
    let state = AnimationState(.property(PropertyAnimation(scale, .basic(ends))), timing: timing)
    for index in 0..<count { tree.animate(layer, "a\(index)", state) }
    return [tree.finished()]
  }

  /// Births by the million, of cells without a picture.
  private static let unseenBirths = HeavyScene("unseen-births", 1000) { count in
    var tree = HeavyTree(512, 512)
    var cell = ParticleCell()
    cell.name = "dust"
    cell[.birthRate] = 1e6
    cell[.lifetime] = 1
    cell.end = 1
    for _ in 0..<count {
      var values = HeavyTree.box(256, 256, 10, 10, nil)
      values[.emitterCells] = .cells(CellBox([cell]))
      tree.add(values, to: HeavyTree.root, .emitter)
    }
    return [tree.finished()]
  }

  // MARK: Trees

  static let trees = [
    HeavyScene("destroyed", 20_000) { count in
      var tree = HeavyTree(512, 512)
      let made = (0..<count).map { index in
        tree.add(HeavyTree.box(Double(index % 500), Double(index / 500), 3, 3))
      }
      var end = Commit()
      end.destroyed = made
      return [tree.finished(), end]
    },
    HeavyScene("animations", 40_000) { count in
      var tree = HeavyTree(512, 512)
      let layer = tree.add(HeavyTree.box(256, 256, 100, 100))
      var timing = MediaTiming()
      timing.duration = 1
      for index in 0..<count {
        let state = AnimationState(
          target: AnimationTarget(.position, index % 2 == 0 ? .x : .y),
          kind: .basic(BasicAnimation(from: .number(0), to: .number(Double(index % 500)))),
          timing: timing
        )
        tree.animate(layer, "a\(index)", state)
      }
      return [tree.finished()]
    },
    HeavyScene("layers", 100_000) { count in
      var tree = HeavyTree(512, 512)
      for index in 0..<count {
        tree.add(HeavyTree.box(Double(index % 512), Double(index / 512 % 512), 4, 4))
      }
      return [tree.finished()]
    },
    HeavyScene("copies-of-copies", 1000) { count in
      var tree = HeavyTree(512, 512)
      var parent = HeavyTree.root
      for step in [Point(0.5, 0), Point(0, 0.5)] {
        var values = HeavyTree.box(256, 256, 512, 512, nil)
        values[.instanceCount] = .integer(Int64(count))
        values[.instanceTransform] = .transform(.translation(step.x, step.y))
        parent = tree.add(values, to: parent, .replicator)
      }
      tree.add(HeavyTree.box(2, 2, 2, 2), to: parent)
      return [tree.finished()]
    },
    HeavyScene("depth-512", 510, side: 16_384, height: 4096) { count in
      var tree = HeavyTree(16_384, 4096)
      var parent = HeavyTree.root
      for index in 0..<count {
        var values = HeavyTree.box(8192, 2048, 16_384, 4096, nil)
        values[.opacity] = .number(0.99)
        let layer = tree.add(values, to: parent)
        tree.add(HeavyTree.box(8192, 2048, 9000, 4000, Color(0.2, 0.6, 0.1, 0.5)), to: layer)
        if index % 2 == 0 {
          tree.add(HeavyTree.box(8192, 2048, 16_000, 4000), to: layer, isMask: true)
        }
        parent = layer
      }
      return [tree.finished()]
    },
  ]

  // MARK: Outlines

  /// Lines from anywhere to anywhere.
  static func scatter(_ count: Int, in side: Double) -> Path {
    var random = SeededGenerator(seed: 3)
    var path = Path()
    path.move(to: Point(0, 0))
    for _ in 0..<count {
      path.line(
        to: Point(.random(in: 0...side, using: &random), .random(in: 0...side, using: &random))
      )
    }
    return path
  }

  /// A line that wanders by short steps, as a graph or a coast does.
  static func walk(_ count: Int, in side: Double) -> Path {
    var random = SeededGenerator(seed: 5)
    var path = Path()
    var place = Point(side / 2, side / 2)
    path.move(to: place)
    for _ in 0..<count {
      place.x = min(max(place.x + .random(in: -12...12, using: &random), 0), side)
      place.y = min(max(place.y + .random(in: -12...12, using: &random), 0), side)
      path.line(to: place)
    }
    return path
  }

  private static func shape(_ path: Path, isFilled: Bool, side: Double = 4096) -> [Commit] {
    var tree = HeavyTree(side, side)
    var values = HeavyTree.box(side / 2, side / 2, side, side, nil)
    values[.path] = .path(path)
    values[.fillColor] = isFilled ? .color(Color(0, 0.6, 0.3)) : .null
    if !isFilled { values[.strokeColor] = .color(Color(0.8, 0.1, 0.3)) }
    tree.add(values, to: HeavyTree.root, .shape)
    return [tree.finished()]
  }

  static let outlines = [
    HeavyScene("scattered-fill", 300_000, side: 4096) {
      shape(scatter($0, in: 4096), isFilled: true)
    },
    HeavyScene("scattered-stroke", 300_000, side: 4096) {
      shape(scatter($0, in: 4096), isFilled: false)
    },
    HeavyScene("walk-fill", 300_000, side: 4096) { shape(walk($0, in: 4096), isFilled: true) },
    HeavyScene("walk-stroke", 300_000, side: 4096) { shape(walk($0, in: 4096), isFilled: false) },
    HeavyScene("dashes", 2000, side: 4096) { count in
      var commits = shape(scatter(count, in: 4096), isFilled: false)
      var bag = PropertyBag()
      bag[.lineDashPattern] = .numbers([0.01, 0.01])
      commits[0].changes.append(Commit.Change(LayerID(2), bag))
      return commits
    },
  ]

  // MARK: Pixels

  static let pixels = [
    HeavyScene("huge-shadows", 200, side: 2048) { count in
      var tree = HeavyTree(2048, 2048)
      for index in 0..<count {
        let place = Double(index) * 9
        var values = HeavyTree.box(place, place, 1500, 1500)
        values[.shadowOpacity] = .number(0.7)
        values[.shadowRadius] = .number(index % 2 == 0 ? 1e6 : 900)
        if index % 3 > 0 { values[.cornerRadius] = .number(300 + Double(index)) }
        let layer = tree.add(values)
        // A group casts what its sublayers do.
        if index % 3 == 0 { tree.add(HeavyTree.box(1400, 1400, 900, 900), to: layer) }
      }
      return [tree.finished()]
    },
    HeavyScene("overdraw", 100, side: 4096) { count in
      var tree = HeavyTree(4096, 4096)
      for _ in 0..<count {
        tree.add(HeavyTree.box(2048, 2048, 4096, 4096, Color(0.2, 0.6, 0.1, 0.5)))
      }
      return [tree.finished()]
    },
    HeavyScene("groups", 30, side: 4096) { count in
      var tree = HeavyTree(4096, 4096)
      for index in 0..<count {
        var values = HeavyTree.box(2048, 2048, 4096 - Double(index), 4096, nil)
        values[.opacity] = .number(0.9)
        values[.shouldRasterize] = .bool(true)
        let group = tree.add(values)
        tree.add(HeavyTree.box(2000, 2000, 3900, 3900, Color(1, 0.2, 0, 0.5)), to: group)
        tree.add(HeavyTree.box(2100, 2100, 3900, 3900, Color(0, 0.2, 1, 0.5)), to: group)
      }
      return [tree.finished()]
    },
    HeavyScene("gradient-stops", 200_000, side: 2048) { count in
      var tree = HeavyTree(2048, 2048)
      for index in 0..<4 {
        var values = HeavyTree.box(1024, 1024, 2048, 2048, nil)
        values[.colors] = .numbers((0..<4 * count).map { Double(($0 + index) % 5) / 4 })
        if index % 2 == 1 { values[.type] = .name(GradientType.radial.rawValue) }
        values[.startPoint] = .point(.zero)
        values[.endPoint] = .point(Point(1, 1))
        tree.add(values, to: HeavyTree.root, .gradient)
      }
      return [tree.finished()]
    },
    HeavyScene("largest-picture", 1, side: 16_384, height: 16_384) { _ in
      var tree = HeavyTree(16_384, 16_384)
      var values = HeavyTree.box(8192, 8192, 16_000, 16_000, Color(0.2, 0.6, 0.1, 0.5))
      values[.cornerRadius] = .number(400)
      tree.add(values)
      return [tree.finished()]
    },
  ]
}
