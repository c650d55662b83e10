// The order in which equations of a conflict are given up, and in which numbers are used again.
// Licensed under the MIT license; see LICENSE.

import QuartzLayout
import Testing

@Suite("Layout engine: orders")
struct EngineOrderTests {
  /// The width that is left of two, which are added in this order, and the one that is given up.
  private func width(_ one: LayoutSacrifice, _ other: LayoutSacrifice) -> (Double, isFirst: Bool) {
    let scene = LayoutScene()
    let box = scene.box()
    let first = scene.add(box.w, .equal, LayoutSide([], 100), one)
    scene.add(box.w, .equal, LayoutSide([], 200), other)
    return (scene.frame(box)[2], scene.isBroken(first))
  }

  @Test("C18: own before content, stack, guide, mask and host, in whatever order they are added")
  func kinds() {
    for rank in 1...5 {
      let (high, low) = (LayoutSacrifice(rank: rank), LayoutSacrifice(rank: rank - 1))
      #expect(width(high, low) == (200, true), "rank \(rank)")
      #expect(width(low, high) == (100, false), "rank \(rank)")
    }
  }

  @Test("C18: constant sizes before others, then the deeper, then the later")
  func sizes() {
    let size = LayoutSacrifice(rank: 5, isSize: true)
    let deep = LayoutSacrifice(rank: 5, depth: 3)
    let plain = LayoutSacrifice(rank: 5)
    #expect(width(size, deep) == (200, true))
    #expect(width(deep, size) == (100, false))
    #expect(width(deep, plain) == (200, true))
    #expect(width(plain, deep) == (100, false))
    #expect(width(plain, plain) == (100, false))
    // A kind outweighs both.
    #expect(width(LayoutSacrifice(rank: 4, isSize: true, depth: 9), plain) == (100, false))
  }

  @Test("X09: a height of the keyboard is given up, where the log has the top")
  func keyboard() {
    let scene = LayoutScene(320, 100)
    let (bar, area) = (scene.box(), scene.box())
    let height = scene.set(bar.h, 45)
    let set = [
      height,
      scene.add(bar.bottom, .equal, area.bottom),
      scene.add(area.bottom, .equal, scene.root.bottom),
      scene.add(bar.top, .equal, scene.root.top),
    ]
    #expect(scene.frame(bar) == [0, 0, 0, 100])
    #expect(scene.engine.takeConflicts() == [LayoutConflict(equations: set, broken: height)])
  }

  @Test("C9: the wish that was added first is met first, whatever was removed before")
  func ties() {
    for removals in 0..<4 {
      let scene = LayoutScene()
      let box = scene.box()
      let removed = (0..<removals).map { scene.set(box.w, Double(10 + $0), at: 250) }
      for id in removed { scene.engine.remove(equation: id) }
      scene.set(box.w, 100, at: 250)
      scene.set(box.w, 200, at: 250)
      #expect(scene.frame(box)[2] == 100, "\(removals) removed")
    }
  }

  @Test("Free numbers are used again, the least first")
  func numbers() {
    var engine = LayoutEngine()
    let made = (0..<6).map { _ in engine.addVariable(isSize: false) }
    for index in [2, 5, 0, 3] { engine.remove(variable: made[index]) }
    #expect((0..<5).map { _ in engine.addVariable(isSize: true) } == [0, 2, 3, 5, 6])
    #expect(engine.variableCount == 7)
    let ids = (0..<4).map { engine.add(LayoutEquation([LayoutTerm(0)], constant: Double($0))) }
    for index in [3, 1] { engine.remove(equation: ids[index]) }
    let again = (0..<3).map { engine.add(LayoutEquation([LayoutTerm(2)], constant: Double($0))) }
    #expect(again == [1, 3, 4])
    #expect(engine.equationCount == 5)
  }

  @Test("The text of an engine has its free variables and what is left of its equations")
  func text() {
    let scene = LayoutScene()
    let box = scene.box()
    scene.add(box.right, .equal, scene.root.right - 20)
    scene.set(box.w, .atLeast, 50, at: 750)
    scene.engine.remove(variable: box.minY)
    #expect(
      scene.engine.systemText == """
        system 0
        v 0 1 1
        e 300.0 r r 0*1.0 1*1.0
        e 50.0 f 750.0 1*1.0

        """
    )
  }
}
