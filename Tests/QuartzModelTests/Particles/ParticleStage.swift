// An emitter layer in a tree of its own, for tests.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// One emitter layer below a root, with a picture for its cells.
struct ParticleStage {
  static let emitter = LayerID(2)
  static let image = ImageID(1)

  var tree: LayerTree

  /// - Parameter time: When the layer is committed.
  init(
    _ cells: [ParticleCell],
    at time: Double = 0,
    limit: Int? = nil,
    _ change: (inout PropertyBag) -> Void = { _ in }
  ) {
    var limits = TreeLimits()
    if let limit { limits.particles = limit }
    tree = LayerTree(limits: limits)
    var commit = Commit(time: time)
    if let pixels = PixelBuffer.blank(width: 4, height: 4) {
      commit.createdImages = [Commit.ImageCreation(ParticleStage.image, pixels)]
    }
    commit.created = [
      Commit.Creation(LayerID(1), .layer), Commit.Creation(ParticleStage.emitter, .emitter),
    ]
    commit.sublayers = [Commit.Sublayers(LayerID(1), [ParticleStage.emitter])]
    commit.root = LayerID(1)
    var bag = PropertyBag()
    bag[.emitterCells] = .cells(CellBox(cells))
    change(&bag)
    commit.changes = [Commit.Change(ParticleStage.emitter, bag)]
    apply(commit)
  }

  mutating func apply(_ commit: Commit) {
    do {
      try tree.apply(commit)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Changes values of the layer at a time.
  mutating func change(at time: Double, _ change: (inout PropertyBag) -> Void) {
    var bag = PropertyBag()
    change(&bag)
    var commit = Commit(time: time)
    commit.changes = [Commit.Change(ParticleStage.emitter, bag)]
    apply(commit)
  }

  /// Adds an animation at a time.
  mutating func add(_ state: AnimationState, at time: Double, key: String = "a") {
    var commit = Commit(time: time)
    commit.animations = [.add(ParticleStage.emitter, key: key, state)]
    apply(commit)
  }

  /// Evaluates the tree and gives the particles, in the order that they are drawn in.
  mutating func particles(at time: Double) -> [Particle] {
    tree.evaluate(at: time)
    guard let slot = tree.slot(of: ParticleStage.emitter), let columns = tree.particles(of: slot)
    else { return [] }
    if columns.order.isEmpty { return Array(columns.particles) }
    return columns.order.map { columns.particles[Int($0)] }
  }
}

extension PixelBuffer {
  /// A white image.
  static func blank(width: Int, height: Int) -> PixelBuffer? {
    let bytes = [UInt8](repeating: 255, count: width * height * 4)
    return bytes.withUnsafeBytes {
      try? PixelBuffer(
        width: width,
        height: height,
        rowBytes: width * 4,
        isOpaque: true,
        copying: $0
      )
    }
  }
}

extension ParticleCell {
  /// A cell with a picture that emits; `values` are set on it.
  static func emitting(
    rate: Double,
    life: Double,
    _ values: [CellProperty: Double] = [:]
  ) -> ParticleCell {
    var cell = ParticleCell()
    cell.name = "spark"
    cell.contents = ParticleStage.image
    cell[.birthRate] = rate
    cell[.lifetime] = life
    for (property, value) in values { cell[property] = value }
    cell.end = 1
    return cell
  }

  /// The cell with others nested in it, as a list.
  func with(_ nested: [ParticleCell]) -> [ParticleCell] {
    var list = [self]
    for cell in nested {
      var cell = cell
      cell.end += list.count
      list.append(cell)
    }
    list[0].end = list.count
    return list
  }
}
