// Engines that are changed again and again, compared with new ones.
// Licensed under the MIT license; see LICENSE.

import QuartzLayout
import TestRandom
import Testing

@Suite("Layout engine: changes")
struct EngineEditTests {
  /// An engine under change, with its equations in order of addition.
  private struct Edited {
    let scene = LayoutScene()
    var boxes: [LayoutBox] = []
    var equations: [(id: LayoutEquationID, equation: LayoutEquation)] = []
    var fixed: [LayoutVariable: Double] = [:]

    mutating func add(_ equation: LayoutEquation) {
      equations.append((scene.engine.add(equation), equation))
    }

    /// A new engine with the same variables and equations.
    func anew() -> LayoutScene {
      let fresh = LayoutScene()
      for _ in boxes { _ = fresh.box() }
      for (variable, value) in fixed.sorted(by: { $0.key < $1.key }) {
        fresh.engine.fix(variable, at: value)
      }
      for (_, equation) in equations { _ = fresh.engine.add(equation) }
      fresh.engine.solve()
      return fresh
    }
  }

  private func randomEquation(
    _ boxes: [LayoutBox],
    _ random: inout SeededGenerator
  ) -> LayoutEquation {
    let box = boxes[random.index(below: boxes.count)]
    let other = boxes[random.index(below: boxes.count)]
    let strengths: [LayoutStrength] = [.optional(750), .optional(250), .optional(249.5), .required]
    let strength = strengths[random.index(below: strengths.count)]
    let constant = Double(random.index(below: 12) * 10)
    var terms: LayoutTerms
    switch random.index(below: 5) {
    case 0: terms = [LayoutTerm(box.width)]
    case 1: terms = [LayoutTerm(box.minX)]
    case 2: terms = [LayoutTerm(box.minX), LayoutTerm(other.minX, -1), LayoutTerm(other.width, -1)]
    case 3: terms = [LayoutTerm(box.width), LayoutTerm(other.width, -1)]
    default: terms = [LayoutTerm(box.minX), LayoutTerm(box.width), LayoutTerm(2, -1)]
    }
    if random.once(in: 6) { terms.append(LayoutTerm(other.width, -0.5)) }
    switch random.index(below: 4) {
    case 0: return LayoutEquation(terms, constant: constant, over: .free, under: strength)
    case 1: return LayoutEquation(terms, constant: constant, over: strength, under: .free)
    default: return LayoutEquation(terms, constant: constant, over: strength, under: strength)
    }
  }

  private func change(_ edited: inout Edited, _ random: inout SeededGenerator) {
    let count = edited.equations.count
    switch random.index(below: 10) {
    case 0...2: edited.add(randomEquation(edited.boxes, &random))
    case 3 where count > 0:
      let (id, _) = edited.equations.remove(at: random.index(below: count))
      edited.scene.engine.remove(equation: id)
    case 4:
      let width = Double(200 + random.index(below: 20) * 10)
      edited.scene.engine.fix(edited.scene.root.width, at: width)
      edited.fixed[edited.scene.root.width] = width
    default:
      guard count > 0 else { return }
      let index = random.index(below: count)
      let constant = Double(random.index(below: 12) * 10)
      edited.equations[index].equation.constant = constant
      edited.scene.engine.setConstant(constant, of: edited.equations[index].id)
    }
  }

  @Test("After each change the values are those of a new engine", arguments: 1...40)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var edited = Edited()
    for _ in 0..<4 { edited.boxes.append(edited.scene.box()) }
    for box in edited.boxes.prefix(3) {
      edited.add(
        LayoutEquation(
          [LayoutTerm(box.width)],
          constant: 40,
          over: .optional(250),
          under: .optional(750)
        )
      )
    }
    for step in 0..<60 {
      change(&edited, &random)
      edited.scene.engine.solve()
      let fresh = edited.anew()
      for box in edited.boxes {
        for variable in [box.minX, box.minY, box.width, box.height] {
          let (one, other) = (edited.scene.engine.value(of: variable), fresh.engine.value(of: variable))
          // Because: sums are added up in another order.
          #expect(abs(one - other) < 1e-6, "seed \(seed), step \(step), variable \(variable)")
        }
      }
    }
  }

  @Test("A constant among 1,000 views builds nothing and exchanges little")
  func counters() {
    let scene = LayoutScene(1_000, 20_000)
    var gap: LayoutEquationID = 0
    for row in 0..<100 {
      var last: LayoutBox?
      for column in 0..<10 {
        let box = scene.box(40 + Double(column), 20, hugging: column == 4 ? 249 : 250)
        gap = scene.add(box.left, .equal, (last?.right ?? scene.root.left) + 8)
        scene.add(box.top, .equal, scene.root.top + Double(row * 30))
        last = box
      }
      if let last { scene.add(last.right, .equal, scene.root.right - 8) }
    }
    scene.engine.solve()
    let before = scene.engine.counters
    scene.engine.setConstant(12, of: gap)
    #expect(scene.engine.solve().count == 5)
    var after = scene.engine.counters
    #expect(after.dualPivots - before.dualPivots <= 4)
    (after.dualPivots, after.solves, after.constantsEdited) = (
      before.dualPivots, before.solves, before.constantsEdited
    )
    #expect(after == before)
    #expect(scene.engine.solve() == [])
    #expect(before.nonzeros <= 20 * 1_000)
  }

  @Test("Hostile numbers end nothing")
  func hostile() {
    let scene = LayoutScene()
    let box = scene.box(.infinity, .nan)
    scene.set(box.left, .nan)
    scene.add(box.w, .equal, .infinity * scene.root.w)
    scene.set(box.h, 1e300)
    scene.set(box.h, .atMost, -1e300)
    scene.engine.solve()
    scene.engine.remove(equation: 99)
    scene.engine.remove(variable: box.width)
    scene.engine.remove(variable: box.width)
    scene.engine.solve()
    #expect(scene.engine.value(of: box.minX) == 0)
  }
}
