// The planner's decisions, as text.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan
import Testing

@Suite struct PlanBuilderTests {
  @Test func emptyTreeDrawsNothing() {
    var scene = Planned()
    #expect(scene.text() == "output (0 0 100 80)\ndamage (0 0 100 80)\n")
    #expect(scene.text() == "output (0 0 100 80)\nno damage\n")
  }

  @Test func boxesInListOrder() {
    var scene = Planned()
    scene.add(box(20, 20, 20, 10), to: Planned.root)
    scene.add(box(25.5, 20, 20, 10, Color(0, 0, 1, 0.6)), to: Planned.root)
    #expect(
      scene.text() == """
        output (0 0 100 80)
          solid #2 (10 15 30 25) rect 10 15 30 25 color 1 0 0 1 opaque covers
          solid #3 (15 15 36 25) rect 15.5 15 35.5 25 color 0 0 0.6 0.6
        damage (0 0 100 80)

        """
    )
  }

  @Test func zPositionReordersByTheSlightestDifference() {
    var scene = Planned()
    let first = scene.add(box(20, 20, 20, 10), to: Planned.root)
    let second = scene.add(box(25, 20, 20, 10), to: Planned.root)
    scene.plan()
    scene.set(first, [.zPosition: .number(0.0001)])
    let slots = scene.plan().draws.map { scene.tree.ids[Int($0.slot)] }
    #expect(slots == [second, first])
    // Either of the two may count as the one that moved.
    #expect(scene.builder.plan.damage.area == 200)
  }

  @Test func yUpTurnsGeometryOver() {
    var scene = Planned(isYUp: true)
    scene.add(box(30, 60, 40, 20), to: Planned.root)
    #expect(scene.plan().draws[0].bounds == PixelRect(10, 10, 50, 30))
  }

  @Test func geometryFlippedTurnsSublayersOver() {
    var scene = Planned()
    scene.add(box(30, 60, 40, 20), to: Planned.root)
    scene.set(Planned.root, [.geometryFlipped: .bool(true)])
    #expect(scene.plan().draws[0].bounds == PixelRect(10, 10, 50, 30))
  }

  @Test func opacityFoldsWhereNothingOverlaps() {
    var scene = Planned()
    let group = scene.add([.opacity: .number(0.6)], to: Planned.root)
    scene.add(box(20, 20, 10, 10), to: group)
    scene.add(box(40, 20, 10, 10), to: group)
    let plan = scene.plan()
    #expect(plan.surfaces.count == 1)
    #expect(plan.solids.allSatisfy { $0.color == [0.6, 0, 0, 0.6] })
  }

  /// The planner rounds the values that renderers would have to round, once for all of them.
  @Test func coloursAndOpacitiesAreBytes() {
    var scene = Planned()
    let group = scene.add([.opacity: .number(0.3)], to: Planned.root)
    scene.add(box(20, 20, 10, 10, Color(0.1, 0.5, 0.77, 0.33)), to: group)
    scene.add(box(25, 20, 10, 10), to: group)
    let plan = scene.plan()
    #expect(plan.solids[0].color == SIMD4<Float>(8, 42, 65, 84) / 255)
    #expect(plan.composites[0].opacity == Float(77) / 255)
  }

  @Test func opacityGroupsWhereDrawsOverlap() {
    var scene = Planned()
    let group = scene.add([.opacity: .number(0.6)], to: Planned.root)
    scene.add(box(20, 20, 10, 10), to: group)
    scene.add(box(25, 20, 10, 10), to: group)
    #expect(
      scene.text() == """
        surface 0 groupOpacity #2 (15 15 30 25)
          solid #3 (15 15 25 25) rect 15 15 25 25 color 1 0 0 1 opaque covers
          solid #4 (20 15 30 25) rect 20 15 30 25 color 1 0 0 1 opaque covers
        output (0 0 100 80)
          composite 0 #2 (15 15 30 25) opacity 0.6 covers
        damage (0 0 100 80)

        """
    )
    scene.set(group, [.allowsGroupOpacity: .bool(false)])
    #expect(scene.plan().surfaces.count == 1)
  }

  @Test func alignedClipIsAScissor() {
    var scene = Planned()
    let clip = scene.add(
      [
        .bounds: .rect(Rect(0, 0, 20, 20)), .position: .point(Point(20, 20)),
        .masksToBounds: .bool(true),
      ],
      to: Planned.root
    )
    scene.add(box(20, 10, 40, 10), to: clip)
    let plan = scene.plan()
    #expect(plan.clips.isEmpty)
    #expect(plan.draws[0].bounds == PixelRect(10, 15, 30, 25))
  }

  @Test func roundedClipOfOneDrawIsFolded() {
    var scene = Planned()
    let clip = roundedClip(&scene, Planned.root)
    scene.add(box(20, 10, 40, 10), to: clip)
    let plan = scene.plan()
    #expect(plan.surfaces.count == 1)
    #expect(plan.clips.count == 1)
    #expect(plan.draws[0].clip == 0)
  }

  @Test func roundedClipOfOverlapInACornerNeedsASurface() {
    var scene = Planned()
    let clip = roundedClip(&scene, Planned.root)
    scene.add(box(20, 10, 40, 20), to: clip)
    let second = scene.add(box(10, 10, 40, 20, Color(0, 1, 0)), to: clip)
    #expect(scene.plan().surfaces.map(\.reason) == [.clipEdge, .output])
    // Away from the corners each may be clipped on its own.
    scene.set(second, [.position: .point(Point(20, 20)), .bounds: .rect(Rect(0, 0, 4, 4))])
    #expect(scene.plan().surfaces.map(\.reason) == [.output])
  }

  @Test func roundedClipThatCutsNothingIsDropped() {
    var scene = Planned()
    let clip = roundedClip(&scene, Planned.root)
    scene.add(box(20, 10, 4, 4), to: clip)
    #expect(scene.plan().clips.isEmpty)
  }

  @Test func clipInClipIsNested() {
    var scene = Planned()
    let outer = roundedClip(&scene, Planned.root)
    let inner = roundedClip(&scene, outer)
    scene.add(box(20, 10, 40, 40), to: inner)
    let plan = scene.plan()
    #expect(plan.surfaces.map(\.reason) == [.nestedClip, .output])
    #expect(plan.draws.allSatisfy { $0.clip >= 0 })
  }

  private func roundedClip(_ scene: inout Planned, _ parent: LayerID) -> LayerID {
    scene.add(
      [
        .bounds: .rect(Rect(0, 0, 40, 20)), .position: .point(Point(30, 20)),
        .masksToBounds: .bool(true), .cornerRadius: .number(6),
      ],
      to: parent
    )
  }

  @Test func hiddenLayersAndTheirSublayersDrawNothing() {
    var scene = Planned()
    let parent = scene.add(box(20, 20, 20, 20), to: Planned.root)
    scene.add(box(5, 5, 5, 5), to: parent)
    scene.set(parent, [.hidden: .bool(true)])
    #expect(scene.plan().draws.isEmpty)
    scene.set(parent, [.hidden: .bool(false), .opacity: .number(0)])
    #expect(scene.plan().draws.isEmpty)
  }

  @Test func backsOfSingleSidedLayersDrawNothing() {
    var scene = Planned()
    let turned = scene.add(box(20, 20, 20, 20), to: Planned.root)
    scene.set(turned, [.transform: .transform(.rotation(.pi, 0, 1, 0))])
    #expect(scene.plan().draws.count == 1)
    scene.set(turned, [.doubleSided: .bool(false)])
    #expect(scene.plan().draws.isEmpty)
    // A mirror image is not a back.
    scene.set(turned, [.transform: .transform(.scale(-1, 1))])
    #expect(scene.plan().draws.count == 1)
  }

  @Test func geometryWithoutMeaningDrawsNothingElseStays() {
    var scene = Planned()
    let bad = scene.add(box(20, 20, 20, 20), to: Planned.root)
    scene.add(box(60, 20, 20, 20), to: Planned.root)
    for value in [Double.nan, .infinity, -.infinity] {
      scene.set(bad, [.position: .point(Point(value, 20))])
      #expect(scene.plan().draws.count == 1)
    }
    scene.set(bad, [.position: .point(Point(1e300, 20))])
    #expect(scene.plan().draws.allSatisfy { !$0.bounds.intersects(PixelRect(0, 0, 49, 80)) })
    scene.set(
      bad,
      [.position: .point(Point(20, 20)), .transform: .transform(.scale(0, 1))]
    )
    #expect(scene.plan().draws.filter { !$0.bounds.isEmpty }.count == 1)
  }

  @Test func layersTooDeepAreCounted() {
    var scene = Planned()
    var parent = Planned.root
    for _ in 0..<600 { parent = scene.add(box(5, 5, 10, 10), to: parent) }
    #expect(scene.plan().draws.count == 511)
    #expect(scene.builder.layersTooDeep == 1)
  }

  @Test func hiddenByAnOpaqueDrawIsNotVisible() {
    var scene = Planned()
    scene.add(box(20, 20, 20, 20), to: Planned.root)
    let cover = scene.add(box(20, 20, 24, 24), to: Planned.root)
    #expect(scene.plan().visible.count == 1)
    scene.set(cover, [.cornerRadius: .number(6)])
    #expect(scene.plan().visible.count == 1)
    scene.set(cover, [.cornerRadius: .number(12)])
    #expect(scene.plan().visible.count == 2)
  }

  @Test func imagesCopyWhereTexelsArePixels() {
    var scene = Planned()
    scene.addImage(1, 8, 4)
    let layer = scene.add(
      [
        .bounds: .rect(Rect(0, 0, 8, 4)), .position: .point(Point(20, 20)),
        .contents: .image(ImageID(1)),
      ],
      to: Planned.root
    )
    var plan = scene.plan()
    #expect(plan.draws[0].flags == [.covers, .copies, .opaque])
    #expect(plan.imageRecords[0].texelMap == [1, 1, -16, -18])
    scene.set(layer, [.position: .point(Point(20.5, 20))])
    plan = scene.plan()
    #expect(plan.draws[0].flags == [.opaque])
    scene.set(layer, [.bounds: .rect(Rect(0, 0, 16, 8)), .magnificationFilter: .name(1)])
    #expect(scene.plan().draws[0].flags.contains(.nearest))
  }

  @Test func gravityTopIsMaximumY() {
    var scene = Planned()
    scene.addImage(1, 8, 4)
    let layer = scene.add(
      [
        .bounds: .rect(Rect(0, 0, 20, 20)), .position: .point(Point(20, 20)),
        .contents: .image(ImageID(1)),
        .contentsGravity: .name(ContentsGravity.top.rawValue),
      ],
      to: Planned.root
    )
    #expect(scene.plan().draws[0].bounds == PixelRect(16, 26, 24, 30))
    scene.set(layer, [.contentsGravity: .name(ContentsGravity.bottomLeft.rawValue)])
    #expect(scene.plan().draws[0].bounds == PixelRect(10, 10, 18, 14))
    scene.set(layer, [.contentsGravity: .name(ContentsGravity.resizeAspect.rawValue)])
    #expect(scene.plan().draws[0].bounds == PixelRect(10, 15, 30, 25))
  }

  @Test func perspectiveIsAboutTheAnchorOfTheSuperlayer() {
    var scene = Planned(200, 160)
    scene.set(Planned.root, [.sublayerTransform: .transform(.perspective(200))])
    let child = scene.add(box(100, 80, 100, 100), to: Planned.root)
    scene.set(child, [.transform: .transform(.rotation(.pi / 3, 0, 1, 0))])
    let draw = scene.plan().draws[0]
    #expect(draw.shape == .general)
    // Corners at x = 100 - 31.91 (half height 63.82) and 100 + 20.55, or mirrored.
    let bounds = draw.bounds
    #expect(min(bounds.minX, 200 - bounds.maxX) == 67 && bounds.minY == 15 && bounds.maxY == 145)
  }
}
