// Commits that a server takes, of values that nobody expects.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzWireSamples
import TestRandom

/// A client's own idea of its tree, so that what it commits fits.
struct PlausibleClient {
  private var classes: [LayerClass] = []
  /// The superlayer's number of each layer, 0 for none; it is always the smaller one.
  private var parents: [Int] = []
  private var masks: [Int: Int] = [:]
  private var images: [(width: Int, height: Int)] = []

  init() {}

  private func id(_ index: Int) -> LayerID { LayerID(UInt32(index + 1)) }

  mutating func commit(_ generator: inout SeededGenerator) -> Commit {
    var commit = Commit(time: generator.once(in: 4) ? HostileNumber.next(&generator) : 0)
    appendImages(to: &commit, &generator)
    let first = classes.count
    let isFirst = first == 0
    appendLayers(to: &commit, &generator)
    for index in classes.indices where index >= first || generator.once(in: 3) {
      commit.changes.append(Commit.Change(id(index), values(of: classes[index], &generator)))
    }
    appendAnimations(to: &commit, &generator)
    if isFirst || generator.once(in: 20) {
      commit.root = generator.once(in: 30) ? LayerID(0) : id(0)
    }
    if generator.once(in: 40), !classes.isEmpty {
      commit.destroyed.append(id(generator.index(below: classes.count)))
    }
    return commit
  }

  private mutating func appendImages(to commit: inout Commit, _ generator: inout SeededGenerator) {
    for _ in 0..<generator.index(below: 3) where generator.once(in: 2) {
      let pixels = PixelBuffer.random(using: &generator)
      images.append((pixels.width, pixels.height))
      commit.createdImages.append(.init(ImageID(UInt32(images.count)), pixels))
    }
    if generator.once(in: 6), !images.isEmpty {
      let index = generator.index(below: images.count)
      let image = images[index]
      let (x, y) = (generator.index(below: image.width), generator.index(below: image.height))
      let part = PixelBuffer.random(
        width: 1 + generator.index(below: image.width - x),
        height: 1 + generator.index(below: image.height - y),
        using: &generator
      )
      commit.updatedImages.append(.init(ImageID(UInt32(index + 1)), x: x, y: y, part))
    }
  }

  /// New layers below those there are, some of them masks, and siblings in another order.
  private mutating func appendLayers(to commit: inout Commit, _ generator: inout SeededGenerator) {
    let count = classes.isEmpty ? 1 + generator.index(below: 12) : generator.index(below: 4)
    // Chains as well as bushes.
    let isChain = generator.once(in: 4)
    var changed: Set<Int> = []
    for _ in 0..<count {
      let index = classes.count
      let all = LayerClass.allCases
      let layerClass =
        generator.once(in: 2) ? .layer : all[generator.index(below: all.count)]
      classes.append(layerClass)
      commit.created.append(Commit.Creation(id(index), layerClass))
      let parent = index == 0 ? 0 : isChain ? index : 1 + generator.index(below: index)
      parents.append(parent)
      guard index > 0 else { continue }
      changed.insert(parent - 1)
      if generator.once(in: 8), masks[parent - 1] == nil { masks[parent - 1] = index }
    }
    if generator.once(in: 3), !classes.isEmpty {
      changed.insert(generator.index(below: classes.count))
    }
    for parent in changed.sorted() {
      var children = parents.indices.filter { parents[$0] == parent + 1 && masks[parent] != $0 }
      if generator.once(in: 3) { children.shuffle(using: &generator) }
      let mask = masks[parent].map(id) ?? .none
      commit.sublayers.append(Commit.Sublayers(id(parent), children.map(id), mask: mask))
    }
  }

  // MARK: Values

  private func values(
    of layerClass: LayerClass,
    _ generator: inout SeededGenerator
  ) -> PropertyBag {
    var bag = PropertyBag()
    // Something to see.
    bag[.bounds] = .rect(rect(&generator))
    bag[.position] = .point(point(&generator))
    if generator.once(in: 2) {
      bag[.backgroundColor] = .color(Color(0.5, 0.25, 1, generator.once(in: 2) ? 1 : 0.5))
    }
    let rows = PropertyTable.all.filter { layerClass.has($0.id) }
    let own = rows.filter { !LayerClass.layer.has($0.id) }
    for row in own where generator.once(in: 2) { bag[row.id] = value(row.type, &generator) }
    for _ in 0..<generator.index(below: 8) {
      let row = rows[generator.index(below: rows.count)]
      bag[row.id] = value(row.type, &generator)
    }
    return bag
  }

  private func value(_ type: ValueType, _ generator: inout SeededGenerator) -> PropertyValue {
    switch type {
    case .integer:
      let edges: [Int64] = [0, 1, 2, 3, 5, 17, 200, -1, .max, .min, 1 << 31, 131_073, 70_000]
      return .integer(edges[generator.index(below: generator.once(in: 4) ? edges.count : 6)])
    case .number: return .number(HostileNumber.next(&generator))
    case .point: return .point(point(&generator))
    case .size:
      return .size(Size(HostileNumber.next(&generator), HostileNumber.next(&generator)))
    case .rect: return .rect(rect(&generator))
    case .transform: return .transform(matrix(&generator))
    case .image:
      guard !images.isEmpty, !generator.once(in: 4) else { return .null }
      return .image(ImageID(UInt32(1 + generator.index(below: images.count))))
    case .color:
      if generator.once(in: 8), !images.isEmpty {
        return .pattern(ImageID(1), cell: rect(&generator))
      }
      func component() -> Double {
        generator.once(in: 16)
          ? HostileNumber.next(&generator, oddOnceIn: 1)
          : Double.random(in: 0...1, using: &generator)
      }
      return generator.once(in: 5)
        ? .null : .color(Color(component(), component(), component(), component()))
    default:
      let source = ValueSource(layers: max(classes.count, 1), hasOddNumbers: generator.once(in: 6))
      return source.value(type, &generator)
    }
  }

  private func point(_ generator: inout SeededGenerator) -> Point {
    Point(
      HostileNumber.next(&generator, oddOnceIn: 24),
      HostileNumber.next(&generator, oddOnceIn: 24)
    )
  }

  private func rect(_ generator: inout SeededGenerator) -> Rect {
    let odd = generator.once(in: 12) ? 3 : 1000
    func number() -> Double { HostileNumber.next(&generator, oddOnceIn: odd) }
    return Rect(generator.once(in: 4) ? number() : 0, 0, number(), number())
  }

  private func matrix(_ generator: inout SeededGenerator) -> Matrix4x4 {
    func number() -> Double { HostileNumber.next(&generator, oddOnceIn: 20) }
    switch generator.index(below: 6) {
    case 0: return .rotation(number(), number(), number(), number())
    case 1: return .scale(number() / 20, number() / 20, number() / 20)
    case 2: return .translation(number(), number(), number())
    case 3: return .perspective(number() * 10) * .rotation(number(), 0, 1, 0)
    case 4: return .rotation(0.4, 1, 0.3, 0) * .perspective(90)
    default:
      func row() -> SIMD4<Double> { [number(), number(), number(), number()] }
      return Matrix4x4(row(), row(), row(), row())
    }
  }

  private func appendAnimations(to commit: inout Commit, _ generator: inout SeededGenerator) {
    guard !classes.isEmpty else { return }
    var sound = AnimationSource(seed: generator.next())
    let odd = ValueSource(layers: classes.count, hasOddNumbers: true)
    for _ in 0..<generator.index(below: 4) {
      if generator.once(in: 2) {
        let layer = id(generator.index(below: classes.count))
        commit.animations.append(.add(layer, key: "a", sound.animation()))
      } else {
        commit.animations.append(odd.animationChange(&generator))
      }
    }
  }
}
