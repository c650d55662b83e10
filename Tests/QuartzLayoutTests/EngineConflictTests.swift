// Equations that cannot hold together.
// Licensed under the MIT license; see LICENSE.

import QuartzLayout
import Testing

@Suite("Layout engine: conflicts")
struct EngineConflictTests {
  private let host = LayoutSacrifice(rank: 0)

  @Test("X01, X20: the later one, or a constant size, is given up")
  func sizes() {
    let scene = LayoutScene()
    let box = scene.box()
    let first = scene.set(box.w, 100)
    let second = scene.set(box.w, 200)
    #expect(scene.frame(box)[2] == 100)
    #expect(
      scene.engine.takeConflicts() == [LayoutConflict(equations: [first, second], broken: second)]
    )
    let (one, other) = (scene.box(), scene.box())
    let double = scene.add(one.w, .equal, 2 * other.w)
    let half = scene.add(other.w, .equal, 2 * one.w)
    let least = scene.set(one.w, .atLeast, 10)
    #expect(scene.frame(one)[2] == 0)
    #expect(
      scene.engine.takeConflicts() == [
        LayoutConflict(equations: [double, half, least], broken: least)
      ]
    )
  }

  @Test("X04: a least width between margins")
  func least() {
    let scene = LayoutScene()
    let (box, other) = (scene.box(), scene.box(30, 30))
    let set = [
      scene.set(box.w, .atLeast, 400),
      scene.add(box.left, .equal, scene.root.left + 8),
      scene.add(other.left, .equal, box.right + 8),
      scene.add(other.right, .equal, scene.root.right - 8),
    ]
    #expect(scene.frame(box)[2] == 266)
    #expect(scene.engine.takeConflicts() == [LayoutConflict(equations: set, broken: set[0])])
    scene.engine.fix(scene.root.width, at: 500)
    #expect(scene.frame(box)[2] == 446)
    #expect(!scene.isBroken(set[0]))
  }

  @Test("X05, X26: a height in a host of height 0, which becomes 400")
  func host0() {
    let scene = LayoutScene(320, 0)
    let box = scene.box()
    let height = scene.set(box.h, 400)
    let top = scene.add(box.top, .equal, scene.root.top)
    let bottom = scene.add(box.bottom, .equal, scene.root.bottom)
    #expect(scene.frame(box) == [0, 0, 0, 0])
    #expect(
      scene.engine.takeConflicts() == [
        LayoutConflict(equations: [height, top, bottom], broken: height)
      ]
    )
    scene.engine.fix(scene.root.height, at: 400)
    #expect(scene.frame(box) == [0, 0, 0, 400])
    #expect(!scene.isBroken(height))
    #expect(scene.engine.takeConflicts() == [])
  }

  @Test("X07, X28: dropped, not approximated; the deeper one")
  func dropped() {
    let scene = LayoutScene(320, 54.333)
    let box = scene.box()
    scene.set(box.h, 34)
    scene.add(box.top, .equal, scene.root.top + 10)
    scene.add(box.centerY, .equal, scene.root.centerY)
    #expect(scene.frame(box)[3] == 34.333)
    let (outer, inner) = (scene.box(), scene.box())
    func size(_ box: LayoutBox, _ height: Double, depth: Int) -> LayoutEquationID {
      scene.add(
        box.h,
        .equal,
        LayoutSide([], height),
        LayoutSacrifice(rank: 5, isSize: true, depth: depth)
      )
    }
    let deep = size(inner, 100, depth: 2)
    _ = size(outer, 80, depth: 1)
    scene.add(inner.top, .equal, outer.top)
    scene.add(inner.bottom, .equal, outer.bottom)
    #expect(scene.frame(inner)[3] == 80)
    #expect(scene.isBroken(deep))
  }

  @Test("X15: sizes are never negative")
  func negative() {
    let scene = LayoutScene(320, 0)
    let box = scene.box()
    let top = scene.add(box.top, .equal, scene.root.top + 20)
    let bottom = scene.add(box.bottom, .equal, scene.root.bottom - 3)
    #expect(scene.frame(box) == [0, 20, 0, 0])
    #expect(
      scene.engine.takeConflicts() == [LayoutConflict(equations: [top, bottom], broken: bottom)]
    )
  }

  @Test("X18: a content size that is required")
  func content() {
    let scene = LayoutScene()
    let box = scene.box(80, 20, hugging: 1_000)
    let own = scene.set(box.w, 120)
    #expect(scene.frame(box)[2] == 80)
    #expect(scene.isBroken(own))
  }

  @Test("removal of a member of a conflict brings the other one back")
  func comeback() {
    let scene = LayoutScene()
    let box = scene.box()
    let first = scene.set(box.w, 100)
    let second = scene.set(box.w, 200)
    #expect(scene.frame(box)[2] == 100)
    scene.engine.remove(equation: first)
    #expect(scene.frame(box)[2] == 200)
    #expect(!scene.isBroken(second))
  }

  @Test("A size of one equation: constants, a conflict, another equation, and its end")
  func lone() {
    let scene = LayoutScene()
    let box = scene.box()
    let own = scene.set(box.w, 100)
    #expect(scene.frame(box)[2] == 100)
    #expect(!scene.isAmbiguous(box.width))
    scene.engine.setConstant(60, of: own)
    #expect(scene.frame(box)[2] == 60)
    scene.engine.setConstant(-5, of: own)
    #expect(scene.frame(box)[2] == 0)
    #expect(scene.isBroken(own))
    scene.engine.setConstant(60, of: own)
    #expect(scene.frame(box)[2] == 60)
    #expect(!scene.isBroken(own))
    let wide = scene.add(box.w, .equal, 0.5 * scene.root.w)
    scene.engine.solve()
    #expect(scene.isBroken(own) != scene.isBroken(wide))
    scene.engine.remove(equation: own)
    scene.engine.fix(scene.root.width, at: 240)
    #expect(scene.frame(box)[2] == 120)
    #expect(!scene.isBroken(wide))
    scene.engine.remove(equation: wide)
    #expect(scene.frame(box)[2] == 0)
    #expect(scene.isAmbiguous(box.width))
  }

  @Test("an equation of nothing but fixed variables")
  func constants() {
    let scene = LayoutScene()
    let wide = scene.set(scene.root.w, 300)
    scene.engine.solve()
    #expect(scene.isBroken(wide))
    scene.engine.fix(scene.root.width, at: 300)
    scene.engine.solve()
    #expect(!scene.isBroken(wide))
  }
}
