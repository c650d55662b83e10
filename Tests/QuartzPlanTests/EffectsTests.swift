// Shadows, masks, blend modes and rasterised layers in a plan.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan
import Testing

/// A plan in short: the reason of each surface, and the kinds of its draws.
private func outline(_ plan: RenderPlan) -> [String] {
  plan.surfaces.map { surface in
    let draws = plan.draws[Int(surface.draws.lowerBound)..<Int(surface.draws.upperBound)]
    return "\(surface.reason): " + draws.map { "\($0.kind)" }.joined(separator: " ")
  }
}

private let shadow: [PropertyID: PropertyValue] = [
  .shadowOpacity: .number(1), .shadowRadius: .number(4), .shadowOffset: .size(Size(0, 2)),
]

@Suite struct EffectsTests {
  @Test func shadowOfABoxNeedsNoSurface() {
    var scene = Planned()
    scene.add(box(50, 40, 40, 20).merging(shadow) { $1 }, to: Planned.root)
    let plan = scene.plan()
    #expect(outline(plan) == ["output: coverage solid"])
    #expect(plan.coverages.count == 1)
    // Nobody draws what the box hides of it.
    #expect(plan.hidden == [PixelRect(30, 30, 70, 50), .empty])
  }

  /// Where a shadow is not drawn, its coverage changes no byte.
  @Test(arguments: [1, 0.6, 0.5, 0.43, 0.3, 0.12, 0.03], [1.5, 3, 5, 9.3])
  func shadowsEndWhereTheyShowNoMore(opacity: Double, radius: Double) throws {
    var scene = Planned()
    var values = box(50, 40, 21, 17).merging(shadow) { $1 }
    values[.shadowOpacity] = .number(opacity)
    values[.shadowRadius] = .number(radius)
    scene.add(values, to: Planned.root)
    let plan = scene.plan()
    let draw = try #require(plan.draws.first { $0.kind == .coverage })
    let (record, coverage) = (plan.coverageRecords[0], plan.coverages[0])
    func byte(_ x: Int, _ y: Int) -> Float {
      guard (0..<coverage.width).contains(x), (0..<coverage.height).contains(y) else { return 0 }
      return Float(coverage.bytes[y * coverage.width + x])
    }
    var hidden = 0
    for y in 0..<80 as Range<Int32> {
      for x in 0..<100 as Range<Int32> where !draw.bounds.contains(PixelRect(x, y, x + 1, y + 1)) {
        var place = SIMD2(Float(x), Float(y)) + 0.5
        if draw.flags.contains(.stretched) {
          let beyond = pointwiseMax(place - record.sliceEdges.highHalf, .zero)
          place = pointwiseMin(place, record.sliceEdges.lowHalf) + beyond
        }
        place = place * record.texelMap.lowHalf + record.texelMap.highHalf - 0.5
        let (left, top) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
        let (u, v) = (place.x - Float(left), place.y - Float(top))
        let upper = byte(left, top) * (1 - u) + byte(left + 1, top) * u
        let lower = byte(left, top + 1) * (1 - u) + byte(left + 1, top + 1) * u
        let mixed = upper * (1 - v) + lower * v
        #expect(mixed * record.color.w < 0.5)
        if mixed > 0 { hidden += 1 }
      }
    }
    if opacity < 0.5, radius > 4 { #expect(hidden > 0) }
  }

  /// A thin line takes bytes for its length, not for its area; what is stroked of it takes only its
  /// own.
  @Test func strokesAreKeptInStrips() throws {
    var scene = Planned(400, 400)
    var path = Path()
    path.move(to: Point(20, 20))
    path.line(to: Point(380, 380))
    let line = scene.add(
      [
        .path: .path(path), .fillColor: .null, .strokeColor: .color(.black),
        .lineWidth: .number(3),
      ],
      to: Planned.root,
      .shape
    )
    let whole = try #require(scene.plan().coverages.first)
    #expect(whole.strips.count > 40 && whole.bytes.count < 400 * 400 / 10)
    scene.set(line, [.strokeEnd: .number(0.25)])
    let plan = scene.plan()
    let quarter = try #require(plan.coverages.first)
    #expect(quarter.bytes.count < whole.bytes.count / 2)
    #expect(PixelRect(0, 0, 130, 130).contains(plan.draws[0].bounds))
  }

  /// A filled shape is no smaller in strips.
  @Test func fullShapesAreKeptWhole() throws {
    var scene = Planned(400, 400)
    var path = Path()
    path.addEllipse(in: Rect(20, 20, 300, 300))
    scene.add([.path: .path(path)], to: Planned.root, .shape)
    let coverage = try #require(scene.plan().coverages.first)
    #expect(coverage.strips.isEmpty && coverage.width == 300 && coverage.height == 300)
  }

  /// An erasing layer makes a hole in its superlayer alone.
  @Test func erasingStaysInTheSuperlayer() {
    var scene = Planned()
    let parent = scene.add(box(50, 40, 40, 30), to: Planned.root)
    let child = scene.add(
      box(20, 15, 10, 10).merging([
        .compositingFilter: .name(CompositingMode.destinationOut.rawValue)
      ]) { $1 },
      to: parent
    )
    let surfaces = outline(scene.plan())
    #expect(surfaces == ["blendMode: solid", "blendMode: solid composite", "output: composite"])
    scene.set(child, [.compositingFilter: .name(CompositingMode.multiply.rawValue)])
    #expect(outline(scene.plan()) == ["blendMode: solid", "output: solid composite"])
  }

  @Test func boxesWithTheSameCornersShareTheirShadow() {
    var scene = Planned(400, 300)
    for index in 0..<6 {
      var values = box(60 + 60 * Double(index), 100, 60 + 2 * Double(index), 50)
      values[.cornerRadius] = .number(6)
      scene.add(values.merging(shadow) { $1 }, to: Planned.root)
    }
    #expect(scene.plan().coverages.count == 1)
  }

  @Test func shadowOfChildrenThatReachOutIsBlurred() {
    var scene = Planned()
    let layer = scene.add(box(50, 40, 40, 20).merging(shadow) { $1 }, to: Planned.root)
    scene.add(box(20, 20, 40, 20), to: layer)
    #expect(
      outline(scene.plan()) == [
        "shadowCaster: solid solid", "shadow: ", "output: coverage composite",
      ]
    )
  }

  @Test func childrenInsideLeaveTheShadowSimple() {
    var scene = Planned()
    let layer = scene.add(box(50, 40, 40, 20).merging(shadow) { $1 }, to: Planned.root)
    scene.add(box(20, 10, 30, 10), to: layer)
    #expect(scene.plan().surfaces.count == 1)
  }

  @Test func shadowPathIsTheShadowWhateverTheLayerShows() {
    var path = Path()
    path.move(to: Point(0, 0))
    path.line(to: Point(40, 0))
    path.line(to: Point(20, 20))
    path.close()
    var scene = Planned()
    var values = shadow
    values[.bounds] = .rect(Rect(0, 0, 40, 20))
    values[.position] = .point(Point(50, 40))
    values[.shadowPath] = .path(path)
    let layer = scene.add(values, to: Planned.root)
    scene.add(box(50, 20, 40, 20), to: layer)
    #expect(outline(scene.plan()) == ["output: coverage solid"])
  }

  @Test func clippingToBoundsRemovesTheShadow() {
    var scene = Planned()
    var values = box(50, 40, 40, 20).merging(shadow) { $1 }
    values[.masksToBounds] = .bool(true)
    scene.add(values, to: Planned.root)
    #expect(scene.plan().surfaces.count == 1)
  }

  @Test func translucentLayersWithShadowsAreGroups() {
    var scene = Planned()
    var values = box(50, 40, 40, 20).merging(shadow) { $1 }
    values[.opacity] = .number(0.5)
    let layer = scene.add(values, to: Planned.root)
    #expect(outline(scene.plan()).map { $0.prefix(12) } == ["groupOpacity", "output: comp"])
    scene.set(layer, [.allowsGroupOpacity: .bool(false)])
    #expect(scene.plan().surfaces.count == 1)
  }

  @Test func maskedLayersAreGroups() {
    var scene = Planned()
    let layer = scene.add(box(50, 40, 40, 20), to: Planned.root)
    scene.addMask(box(20, 10, 20, 10), to: layer)
    let plan = scene.plan()
    #expect(outline(plan) == ["maskShape: solid", "mask: solid", "output: composite"])
    let composite = plan.draws.first { $0.kind == .composite }
    #expect(composite?.mask == 0 && composite?.source == 1)
    // No more than the mask shows is drawn.
    #expect(plan.surfaces[1].frame == PixelRect(40, 35, 60, 45))
  }

  @Test func hiddenMasksHideTheLayer() {
    var scene = Planned()
    let layer = scene.add(box(50, 40, 40, 20), to: Planned.root)
    let mask = scene.addMask(box(20, 10, 20, 10), to: layer)
    scene.plan()
    scene.set(mask, [.hidden: .bool(true)])
    let plan = scene.plan()
    #expect(outline(plan) == ["output: "])
    #expect(plan.damage.contains(PixelRect(40, 35, 60, 45)))
  }

  @Test func masksOfMasks() {
    var scene = Planned()
    let layer = scene.add(box(50, 40, 40, 20), to: Planned.root)
    let mask = scene.addMask(box(20, 10, 40, 20), to: layer)
    scene.addMask(box(10, 10, 10, 20), to: mask)
    let plan = scene.plan()
    #expect(
      outline(plan) == [
        "maskShape: solid", "mask: solid", "maskShape: composite", "mask: solid",
        "output: composite",
      ]
    )
  }

  @Test func blendModesNeedTheWholeLayer() {
    var scene = Planned()
    var values = box(50, 40, 40, 20)
    values[.compositingFilter] = .name(CompositingMode.multiply.rawValue)
    scene.add(values, to: Planned.root)
    let plan = scene.plan()
    #expect(outline(plan) == ["blendMode: solid", "output: composite"])
    #expect(plan.draws.first { $0.kind == .composite }?.blend == .multiply)
  }

  @Test func continuousCornersAreCoverage() {
    var scene = Planned()
    var values = box(50, 40, 40, 30)
    values[.cornerRadius] = .number(8)
    values[.cornerCurve] = .name(CornerCurve.continuous.rawValue)
    values[.masksToBounds] = .bool(true)
    let layer = scene.add(values, to: Planned.root)
    #expect(outline(scene.plan()) == ["output: coverage"])
    // Away from the corners no clip is needed, in a corner a surface is.
    let child = scene.add(box(20, 15, 8, 8), to: layer)
    #expect(outline(scene.plan()) == ["output: coverage solid"])
    scene.set(child, [.position: .point(Point(2, 2))])
    #expect(
      outline(scene.plan()) == [
        "maskShape: coverage", "clipCurve: solid", "output: coverage composite",
      ]
    )
  }

  // MARK: Cached surfaces

  @Test func shadowsAreKeptAsLongAsNothingInThemChanges() {
    var scene = Planned()
    let layer = scene.add(box(50, 40, 40, 20).merging(shadow) { $1 }, to: Planned.root)
    let child = scene.add(box(20, 20, 40, 20), to: layer)
    let other = scene.add(box(50, 60, 10, 10, Color(0, 0, 1, 0.5)), to: Planned.root)
    var plan = scene.plan()
    #expect(plan.surfaces.map(\.isReady) == [false, false, false])
    let keys = plan.surfaces.map(\.key)
    scene.set(other, [.position: .point(Point(52, 60))])
    plan = scene.plan(at: 0.01)
    #expect(plan.surfaces.map(\.key) == keys)
    #expect(plan.surfaces.map(\.isReady) == [true, true, false])
    scene.set(child, [.backgroundColor: .color(Color(0, 1, 0, 0.5))])
    plan = scene.plan(at: 0.02)
    #expect(plan.surfaces.map(\.isReady) == [false, false, false])
    #expect(plan.surfaces.map(\.key) != keys)
    // The old ones go once they have been of no use for a tenth of a second.
    #expect(plan.released.isEmpty)
    scene.set(other, [.position: .point(Point(54, 60))])
    plan = scene.plan(at: 0.2)
    #expect(Set(plan.released) == Set(keys).subtracting([0]))
  }

  @Test func changesInACasterDamageItsShadow() {
    var scene = Planned()
    let layer = scene.add(box(50, 40, 40, 20).merging(shadow) { $1 }, to: Planned.root)
    let child = scene.add(box(40, 20, 10, 10), to: layer)
    scene.plan()
    scene.set(child, [.backgroundColor: .color(Color(0, 1, 0, 0.2))])
    let damage = scene.plan().damage
    // The blur reaches three deviations of 3.8 pixels around, two pixels further down.
    #expect(damage.contains(PixelRect(65 - 11, 45 - 9, 75 + 11, 55 + 13)))
  }

  /// A wide blur is made of halved pixels, from the first one of its rectangle on: where that is
  /// another one, its last bits are others everywhere.
  @Test(arguments: [(5.5, true), (3, false)])
  func wideShadowsOfCastersThatGrowAreDamagedAsAWhole(radius: Double, isWhole: Bool) {
    var scene = Planned(400, 60)
    var values = box(200, 30, 396, 56).merging(shadow) { $1 }
    values[.shadowRadius] = .number(radius)
    let layer = scene.add(values, to: Planned.root)
    scene.add(box(390, 30, 20, 10), to: layer)
    let child = scene.add(box(2, 28, 10, 10), to: layer)
    scene.plan()
    scene.set(child, [.position: .point(Point(-2, 28))])
    let damage = scene.plan().damage
    // The moved child and its shadow are at the left.
    #expect(damage.contains(PixelRect(300, 10, 380, 50)) == isWhole, "\(damage)")
    #expect(damage.contains(PixelRect(0, 27, 5, 33)))
  }

  @Test func rasterisedLayersAreDrawnOnce() {
    var scene = Planned()
    var values = box(50, 40, 20, 10)
    values[.shouldRasterize] = .bool(true)
    values[.rasterizationScale] = .number(2)
    let layer = scene.add(values, to: Planned.root)
    scene.add(box(10, 5, 5, 5, Color(0, 0, 1)), to: layer)
    var plan = scene.plan()
    #expect(outline(plan) == ["rasterize: solid solid", "output: image"])
    #expect(plan.surfaces[0].isSeparate && plan.surfaces[0].frame == PixelRect(0, 0, 40, 20))
    for (place, opacity) in [(30.0, 1.0), (31.5, 0.5)] {
      scene.set(layer, [.position: .point(Point(place, 30)), .opacity: .number(opacity)])
      plan = scene.plan()
      #expect(plan.surfaces[0].isReady)
    }
  }

  @Test func rasterisedPicturesHaveALimit() {
    var scene = Planned()
    for _ in 0..<5 {
      var values = box(50, 40, 100, 80)
      values[.shouldRasterize] = .bool(true)
      scene.add(values, to: Planned.root)
    }
    // Two and a half outputs.
    #expect(scene.plan().surfaces.count { $0.reason == .rasterize } == 2)
  }

  /// The picture holds sublayers outside of the bounds, however far, and those of a layer without a
  /// size.
  @Test func rasterisedPicturesHoldAllThatShows() {
    var scene = Planned()
    var values = box(20, 40, 4, 4)
    values[.shouldRasterize] = .bool(true)
    let layer = scene.add(values, to: Planned.root)
    scene.add(box(72, 2, 4, 4, Color(0, 0, 1)), to: layer)
    values[.bounds] = .rect(Rect(0, 0, 0, 0))
    let point = scene.add(values, to: Planned.root)
    scene.add(box(3, 3, 6, 6), to: point)
    let plan = scene.plan()
    #expect(
      outline(plan) == ["rasterize: solid", "rasterize: solid solid", "output: image image"]
    )
    // From the layer's own corner.
    #expect(plan.surfaces[1].frame == PixelRect(0, 0, 74, 4))
    #expect(plan.surfaces[0].frame == PixelRect(0, 0, 6, 6))
  }

  /// A picture that would be larger than all are together is not made, and nothing is cut off.
  @Test func rasterisedPicturesOfWhatReachesTooFarAreNotMade() {
    var scene = Planned()
    var values = box(50, 40, 4, 4)
    values[.shouldRasterize] = .bool(true)
    let layer = scene.add(values, to: Planned.root)
    scene.add(box(9000, 2, 4, 4), to: layer)
    scene.add(box(2, 900, 4, 4), to: layer)
    #expect(scene.plan().surfaces.count == 1)
  }

  /// Pictures on the output are cached while only other things change; those off the output are
  /// not.
  @Test(arguments: [true, false])
  func cachedPicturesStayWhileTheyShow(isShadow: Bool) {
    var scene = Planned()
    var values = box(20, 20, 20, 10)
    if isShadow {
      values = values.merging(shadow) { $1 }
    } else {
      values[.shouldRasterize] = .bool(true)
    }
    let layer = scene.add(values, to: Planned.root)
    scene.add(box(20, 5, 10, 10, Color(0, 0, 1, 0.5)), to: layer)
    let other = scene.add(box(80, 70, 5, 5), to: Planned.root)
    #expect(scene.plan().surfaces.contains { $0.key != 0 })
    for frame in 1...10 {
      scene.set(other, [.position: .point(Point(80, 60 + Double(frame)))])
      #expect(scene.plan(at: Double(frame)).released.isEmpty)
    }
    scene.set(layer, [.position: .point(Point(22, 20))])
    if !isShadow { #expect(scene.plan(at: 11).surfaces.contains { $0.isReady }) }
    scene.set(layer, [.hidden: .bool(true)])
    #expect(!scene.plan(at: 12).released.isEmpty)
  }

  // MARK: Planes

  @Test func crossingPlanesAreCut() {
    var scene = Planned()
    for turn in [0.0, .pi / 4] {
      var values = box(50, 40, 40, 40)
      values[.transform] = .transform(.rotation(turn, 0, 1, 0))
      scene.add(values, to: Planned.root)
    }
    let plan = scene.plan()
    // The second plane's half behind, the first one, the second one's half before it.
    #expect(outline(plan).last == "output: composite solid composite")
    #expect(plan.surfaces.count { $0.reason == .planeCut } == 1)
  }

  @Test func tiltedPlanesThatDoNotMeetStayWhole() {
    var scene = Planned(200, 80)
    for index in 0..<4 {
      var values = box(25 + 50 * Double(index), 40, 40, 40)
      values[.transform] = .transform(.rotation(0.5, 0, 1, 0))
      scene.add(values, to: Planned.root)
    }
    #expect(outline(scene.plan()) == ["output: solid solid solid solid"])
  }
}
