// Patched plans are the plans that rebuilding makes, and damage holds all that differs.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan
import TestRandom
import Testing

@Suite struct PlanPatchTests {
  @Test func movedLayerDamagesWhereItWasAndIs() {
    var scene = Planned()
    let layer = scene.add(box(20, 20, 10, 10), to: Planned.root)
    scene.add(box(5, 5, 4, 4), to: layer)
    scene.plan()
    scene.set(layer, [.position: .point(Point(60, 20))])
    let plan = scene.plan()
    #expect(plan.damage.area == 200)
    #expect(plan.damage.contains(PixelRect(55, 15, 65, 25)))
    #expect(plan.draws == scene.rebuilt().draws)
  }

  @Test(arguments: 0..<40)
  func randomEditsGiveTheSamePlanAsFromScratch(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var scene = Planned(200, 160, isYUp: seed % 3 == 0)
    scene.addImage(1, 16, 16, isOpaque: seed % 2 == 0)
    var layers = [Planned.root]
    for _ in 0..<30 {
      let parent = layers.randomElement(using: &random) ?? Planned.root
      layers.append(scene.add(randomBox(&random), to: parent))
    }
    scene.plan()
    for _ in 0..<60 {
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let layer = layers.randomElement(using: &random) ?? Planned.root
        scene.set(layer, randomChange(&random))
      }
      if random.once(in: 3) {
        let sides = [16, 16, 8, 40]
        scene.present(
          1,
          sides.randomElement(using: &random) ?? 16,
          16,
          isOpaque: Bool.random(using: &random)
        )
      }
      let before = scene.builder.plan
      let plan = scene.plan()
      let fresh = scene.rebuilt()
      #expect(content(plan) == content(fresh))
      expectDamageHoldsDifferences(before, plan)
    }
  }

  private func randomBox(_ random: inout SeededGenerator) -> [PropertyID: PropertyValue] {
    var values = box(
      Double(Int.random(in: 0...200, using: &random)),
      Double(Int.random(in: 0...160, using: &random)),
      Double(Int.random(in: 1...80, using: &random)),
      Double(Int.random(in: 1...80, using: &random)),
      Color(0.2, 0.4, 0.6, [0.5, 1].randomElement(using: &random) ?? 1)
    )
    if Bool.random(using: &random) { values.merge(randomChange(&random)) { $1 } }
    return values
  }

  private func randomChange(_ random: inout SeededGenerator) -> [PropertyID: PropertyValue] {
    let number = Double.random(in: 0...100, using: &random)
    switch Int.random(in: 0...12, using: &random) {
    case 0, 1, 2: return [.position: .point(Point(number, number / 2))]
    case 3: return [.opacity: .number(number > 50 ? 1 : number / 50)]
    case 4: return [.backgroundColor: number < 20 ? .null : .color(Color(number / 100, 0, 0))]
    case 5: return [.cornerRadius: .number(number < 50 ? 0 : number / 10)]
    case 6: return [.borderWidth: .number(number < 50 ? 0 : number / 30)]
    case 7: return [.masksToBounds: .bool(number < 50)]
    case 8: return [.hidden: .bool(number < 20)]
    case 9: return [.zPosition: .number(number < 50 ? 0 : number)]
    case 10: return [.transform: .transform(.rotation(number / 10, 0, 0, 1))]
    case 11: return [.contents: number < 50 ? .null : .image(ImageID(1))]
    default: return [.bounds: .rect(Rect(0, 0, number, 40))]
    }
  }

  /// Returns the draws of a plan as text, without its numbering.
  private func content(_ plan: RenderPlan) -> String {
    var copy = plan
    copy.damage = Damage()
    return copy.description
  }

  /// Outside of the damage, both plans must have the same draws over every pixel.
  private func expectDamageHoldsDifferences(_ old: RenderPlan, _ new: RenderPlan) {
    let (before, after) = (Stacks(old), Stacks(new))
    for y in stride(from: Int32(3), to: 160, by: 13) {
      for x in stride(from: Int32(2), to: 200, by: 11) {
        let pixel = PixelRect(x, y, x + 1, y + 1)
        if new.damage.intersects(pixel) { continue }
        #expect(before.lines(over: pixel) == after.lines(over: pixel))
      }
    }
  }

  /// The draws of a plan as lines of text, to ask which of them lie over a pixel.
  private struct Stacks {
    var entries: [(bounds: PixelRect, line: Substring)] = []

    init(_ plan: RenderPlan) {
      let lines = plan.description.split(separator: "\n")
      var line = 0
      for surface in plan.surfaces {
        line += 1
        for index in surface.draws {
          let draw = plan.draws[Int(index)]
          if draw.kind != .composite { entries.append((draw.bounds, lines[line])) }
          line += 1
        }
      }
    }

    func lines(over pixel: PixelRect) -> [Substring] {
      entries.filter { $0.bounds.intersects(pixel) }.map(\.line)
    }
  }
}
