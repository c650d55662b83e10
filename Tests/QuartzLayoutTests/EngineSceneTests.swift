// Scenes without views: edges, sizes, wishes.
// Licensed under the MIT license; see LICENSE.

import QuartzLayout
import Testing

@Suite("Layout engine: scenes")
struct EngineSceneTests {
  @Test("T01, T11: pins, and another constant")
  func pins() {
    let scene = LayoutScene()
    let (box, root) = (scene.box(), scene.root)
    let left = scene.add(box.left, .equal, root.left + 10)
    scene.add(box.top, .equal, root.top + 20)
    scene.add(box.right, .equal, root.right - 30)
    scene.add(box.bottom, .equal, root.bottom - 40)
    #expect(scene.frame(box) == [10, 20, 280, 508])
    scene.engine.setConstant(50, of: left)
    #expect(scene.frame(box) == [50, 20, 240, 508])
    #expect(scene.engine.counters.groupsBuilt == 2)
    scene.engine.fix(root.width, at: 400)
    #expect(scene.frame(box) == [50, 20, 320, 508])
    #expect(scene.engine.counters.groupsBuilt == 2)
  }

  @Test("T02, T04, T10: centres, multiples")
  func centres() {
    let scene = LayoutScene()
    let root = scene.root
    let middle = scene.box()
    scene.add(middle.centerX, .equal, root.centerX)
    scene.add(middle.centerY, .equal, root.centerY)
    scene.set(middle.w, 100)
    scene.set(middle.h, 50)
    #expect(scene.frame(middle) == [110, 259, 100, 50])
    let part = scene.box()
    scene.add(part.left, .equal, root.left + 16)
    scene.add(part.top, .equal, root.top + 16)
    scene.add(part.w, .equal, 0.5 * root.w)
    scene.add(part.h, .equal, 0.5625 * part.w)
    #expect(scene.frame(part) == [16, 16, 160, 90])
    let other = scene.box()
    scene.set(other.w, 40)
    scene.set(other.h, 40)
    scene.add(other.centerX, .equal, 1.5 * root.centerX)
    scene.add(other.centerY, .equal, 0.5 * root.bottom)
    #expect(scene.frame(other) == [220, 264, 40, 40])
  }

  @Test("T07: three of equal width")
  func thirds() {
    let scene = LayoutScene()
    let boxes = (0..<3).map { _ in scene.box() }
    scene.add(boxes[0].left, .equal, scene.root.left)
    for index in 1..<3 {
      scene.add(boxes[index].left, .equal, boxes[index - 1].right + 8)
      scene.add(boxes[index].w, .equal, boxes[0].w)
    }
    scene.add(boxes[2].right, .equal, scene.root.right)
    #expect(scene.frame(boxes[0])[2] == 101.333333)
    #expect(scene.frame(boxes[1])[0] == 109.333333)
    #expect(scene.frame(boxes[2])[0] == 218.666667)
  }

  @Test("T09, T17, T18, T19: wishes")
  func wishes() {
    let scene = LayoutScene()
    let root = scene.root
    let box = scene.box()
    scene.set(box.left, 0)
    scene.set(box.w, .atLeast, 200)
    scene.set(box.w, .atMost, 150, at: 999)
    #expect(scene.frame(box)[2] == 200)
    let ratio = scene.box()
    scene.add(ratio.centerX, .equal, root.centerX)
    scene.add(ratio.centerY, .equal, root.centerY)
    scene.add(3 * ratio.w, .equal, 4 * ratio.h)
    scene.add(ratio.w, .atMost, root.w)
    scene.add(ratio.h, .atMost, root.h)
    scene.add(ratio.w, .equal, root.w, at: 750)
    scene.add(ratio.h, .equal, root.h, at: 749)
    #expect(scene.frame(ratio) == [0, 164, 320, 240])
    let median = scene.box()
    for width in [100.0, 120, 200] { scene.set(median.w, width, at: 250) }
    #expect(scene.frame(median)[2] == 120)
    let strict = scene.box()
    for _ in 0..<3 { scene.set(strict.w, 100, at: 250) }
    scene.set(strict.w, 200, at: 251)
    #expect(scene.frame(strict)[2] == 200)
  }

  @Test("T12: equal distances")
  func distances() {
    let scene = LayoutScene()
    let boxes = (0..<3).map { _ in scene.box() }
    for box in boxes { scene.set(box.w, 50) }
    scene.add(boxes[0].left, .equal, scene.root.left + 16)
    scene.add(boxes[2].right, .equal, scene.root.right - 16)
    scene.add(boxes[1].left - boxes[0].right, .equal, boxes[2].left - boxes[1].right)
    #expect(boxes.map { scene.frame($0)[0] } == [16, 135, 254])
  }

  @Test("T20: labels and fields")
  func form() {
    let scene = LayoutScene()
    let root = scene.root
    let labels = [
      scene.box(60, 20, hugging: 251), scene.box(90, 20, hugging: 251),
    ]
    let fields = [scene.box(100, 30), scene.box(100, 30)]
    for index in 0..<2 {
      scene.add(labels[index].left, .equal, root.left + 16)
      scene.add(fields[index].left, .equal, labels[index].right + 8)
      scene.add(fields[index].right, .equal, root.right - 16)
      scene.add(fields[index].top, .equal, root.top + (index == 0 ? 10 : 50))
      scene.add(labels[index].centerY, .equal, fields[index].centerY)
    }
    scene.add(labels[0].w, .equal, labels[1].w)
    #expect(scene.frame(labels[0]) == [16, 15, 90, 20])
    #expect(scene.frame(labels[1]) == [16, 55, 90, 20])
    #expect(scene.frame(fields[0]) == [114, 10, 190, 30])
    #expect(scene.frame(fields[1]) == [114, 50, 190, 30])
  }

  @Test("T22 to T26: content sizes, and ties")
  func contents() {
    let scene = LayoutScene()
    let single = scene.box(80, 20)
    let wish = scene.set(single.w, 120, at: 249)
    #expect(scene.frame(single)[2] == 80)
    scene.engine.setStrengths(over: .optional(251), under: .optional(251), of: wish)
    #expect(scene.frame(single)[2] == 120)

    func pair(_ one: LayoutBox, _ other: LayoutBox) -> [[Double]] {
      scene.add(one.left, .equal, scene.root.left + 16)
      scene.add(other.left, .equal, one.right + 8)
      scene.add(other.right, .equal, scene.root.right - 16)
      return [one, other].map { [scene.frame($0)[0], scene.frame($0)[2]] }
    }
    #expect(pair(scene.box(80, 20, hugging: 251), scene.box(120, 20)) == [[16, 80], [104, 200]])
    #expect(
      pair(scene.box(200, 20, resisting: 749), scene.box(180, 20)) == [[16, 100], [124, 180]]
    )
    let low = scene.box(200, 20, resisting: 749)
    scene.set(low.w, .atLeast, 50)
    #expect(pair(low, scene.box(300, 20)) == [[16, 50], [74, 230]])
    let (first, second) = (scene.box(80, 20), scene.box(120, 20))
    #expect(pair(first, second) == [[16, 80], [104, 200]])
    #expect(scene.isAmbiguous(first.width))
    #expect(!scene.isAmbiguous(first.minX))
    #expect(!scene.isAmbiguous(low.width))
  }

  @Test("T102, C11: what nothing decides is 0 or least")
  func undecided() {
    let scene = LayoutScene()
    let box = scene.box()
    #expect(scene.frame(box) == [0, 0, 0, 0])
    scene.set(box.left, .atLeast, 20)
    scene.set(box.top, .atMost, -20)
    #expect(scene.frame(box) == [20, -20, 0, 0])
    #expect(scene.isAmbiguous(box.minX))
    let (one, other) = (scene.box(), scene.box())
    scene.add(other.left, .equal, one.right + 8)
    #expect(scene.frame(one)[0] == 0)
    #expect(scene.frame(other)[0] == 8)
  }

  @Test("X16, X17, X21: wishes that give way, equations twice")
  func silent() {
    let scene = LayoutScene()
    let (one, other, twice) = (scene.box(), scene.box(), scene.box())
    scene.set(one.w, 100)
    scene.set(one.w, 200, at: 999)
    scene.set(other.w, 100, at: 750)
    scene.set(other.w, 200, at: 750)
    let first = scene.set(twice.w, 100)
    scene.set(twice.w, 100)
    #expect(scene.frame(one)[2] == 100)
    #expect(scene.frame(other)[2] == 100)
    #expect(scene.isAmbiguous(other.width))
    #expect(scene.frame(twice)[2] == 100)
    scene.engine.remove(equation: first)
    #expect(scene.frame(twice)[2] == 100)
    #expect(scene.engine.takeConflicts() == [])
  }
}
