// Works out and plans the particles of an emitter.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan

/// 20,000 particles that are alive all the time.
enum ParticleBench {
  static let all: [Bench] = [
    bench("particles/20k evaluated", spins: true, plans: false),
    bench("particles/20k evaluated and planned", spins: false, plans: true),
    bench("particles/20k turning, evaluated and planned", spins: true, plans: true),
  ]

  private static func bench(_ name: String, spins: Bool, plans: Bool) -> Bench {
    Bench(name: name) { _ in
      let fountain = try Fountain(spins: spins)
      return { frame in
        // All have been born that can be alive.
        fountain.show(at: 5 + Double(frame) / 60, plans: plans)
      }
    }
  }
}

/// An emitter with one cell, and a planner.
final class Fountain {
  private var tree = LayerTree()
  private var builder = PlanBuilder(configuration: ContextConfiguration(width: 1024, height: 1024))

  init(spins: Bool) throws {
    let (root, emitter, image) = (LayerID(1), LayerID(2), ImageID(1))
    var commit = Commit()
    commit.createdImages = [.init(image, try Fountain.dot())]
    commit.created = [.init(root, .layer), .init(emitter, .emitter)]
    commit.sublayers = [.init(root, [emitter])]
    commit.root = root
    var cell = ParticleCell()
    cell.end = 1
    cell.contents = image
    let values: [CellProperty: Double] = [
      .birthRate: 5000, .lifetime: 4, .velocity: 80, .velocityRange: 60, .emissionRange: 6.28,
      .yAcceleration: 10, .scaleRange: 0.5, .alphaSpeed: -0.2, .redRange: 0.5,
    ]
    for (property, value) in values { cell[property] = value }
    if spins { cell[.spinRange] = 4 }
    var bag = PropertyBag()
    bag[.emitterCells] = .cells(CellBox([cell]))
    bag[.emitterPosition] = .point(Point(512, 512))
    commit.changes = [.init(emitter, bag)]
    try tree.apply(commit)
  }

  func show(at time: Double, plans: Bool) {
    tree.evaluate(at: time)
    if plans { builder.update(&tree) }
  }

  static func dot() throws -> PixelBuffer {
    try .filled(200, width: 8, height: 8)
  }
}
