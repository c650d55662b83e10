// How often the filters of layers are lowered, and whether images that change in place show.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
import QuartzMath
import QuartzModel
import QuartzPlan
import Testing

@Suite struct FilterStoreTests {
  private func list(_ type: String, _ inputs: [FilterInput] = []) -> PropertyValue {
    .filters(FilterList([FilterDescription(type: type, inputs: inputs)]))
  }

  private func blurred(_ radius: Double) -> PropertyValue {
    list("gaussianBlur", [FilterInput(key: "inputRadius", value: .number(radius))])
  }

  /// The name of the program of the plan's only surface with one.
  private func name(_ plan: RenderPlan) -> UInt64? {
    for surface in plan.surfaces {
      if case .filter(let program)? = surface.effect { return program.name }
    }
    return nil
  }

  /// Filters keep 16 bytes for each pixel of each of their pictures, and give them back.
  @Test func keptPicturesCountAsMemory() {
    func memory(_ filter: String?, copies: Int = 1) -> Int {
      var scene = Planned(200, 200)
      for _ in 0..<copies {
        var values = box(100, 100, 200, 200, Color(1, 0, 0))
        if let filter { values[.filters] = list(filter) }
        scene.add(values, to: Planned.root)
      }
      scene.plan()
      return scene.builder.costs[.memory]
    }
    let pixels = 200 * 200
    let one = memory("CIEdges")
    #expect(one - memory(nil) >= pixels * (4 + 2 * 16))
    #expect(memory("CIEdges", copies: 3) < 3 * one - pixels * 2 * 16)
    var scene = Planned(200, 200)
    scene.add(
      box(100, 100, 200, 200, Color(1, 0, 0)).merging([.filters: list("CIEdges")]) { $1 },
      to: Planned.root
    )
    var budget = FrameBudget.unlimited
    budget.limits[.memory] = one - 1
    scene.builder.budget = budget
    scene.plan()
    let excess = scene.builder.excess
    #expect(excess?.cost == .memory)
  }

  @Test func filtersThatStayAreLoweredOnce() {
    var scene = Planned()
    var values = box(30, 30, 20, 20, Color(1, 0, 0))
    values[.filters] = blurred(3)
    let layer = scene.add(values, to: Planned.root)
    scene.plan()
    #expect(scene.builder.work.loweredFilters == 1)
    for index in 0..<5 {
      scene.add(box(Double(index) * 10, 80, 5, 5, Color(0, 0, 1)), to: Planned.root)
      scene.plan(at: Double(index))
    }
    #expect(scene.builder.work.rebuilds >= 6 && scene.builder.work.loweredFilters == 1)
    // The same values in another list are the same filters.
    scene.set(layer, [.filters: blurred(3)])
    scene.plan(at: 6)
    #expect(scene.builder.work.loweredFilters == 1)
    scene.set(layer, [.filters: blurred(4)])
    scene.plan(at: 7)
    #expect(scene.builder.work.loweredFilters == 2)
  }

  @Test func imagesThatChangeInPlaceNameTheProgramAnew() throws {
    var scene = Planned()
    scene.addImage(1, 8, 8)
    var values = box(30, 30, 20, 20, Color(1, 0, 0))
    values[.filters] = list(
      "CIColorMap",
      [FilterInput(key: "inputGradientImage", value: .image(1))]
    )
    scene.add(values, to: Planned.root)
    let first = try #require(name(scene.plan()))
    scene.add(box(80, 80, 5, 5, Color(0, 0, 1)), to: Planned.root)
    #expect(name(scene.plan(at: 1)) == first)
    scene.present(1, 8, 8)
    let plan = scene.plan(at: 2)
    let second = try #require(name(plan))
    #expect(second != first && !plan.damage.isEmpty)
    #expect(scene.builder.work.loweredFilters == 2)
  }

  // MARK: Steps of the renderers

  /// The effects of a layer with filters, first to last.
  private func effects(_ filters: [FilterDescription]) -> [SurfaceEffect] {
    var scene = Planned()
    var values = box(30, 30, 20, 20, Color(1, 0, 0))
    values[.filters] = .filters(FilterList(filters))
    scene.add(values, to: Planned.root)
    return scene.plan().surfaces.compactMap(\.effect)
  }

  private func filter(_ type: String, _ inputs: [String: FilterInputValue] = [:])
    -> FilterDescription
  {
    FilterDescription(type: type, inputs: inputs.map { FilterInput(key: $0, value: $1) })
  }

  /// The commonest filters of Core Image need no processor.
  @Test(
    arguments: [
      "CIColorControls", "CIColorMatrix", "CIExposureAdjust", "CIHueAdjust", "CISepiaTone",
      "CIVibrance", "CIColorMonochrome", "CIColorInvert", "CIFalseColor", "CIGammaAdjust",
      "CIWhitePointAdjust", "CITemperatureAndTint", "CILinearToSRGBToneCurve",
      "CISRGBToneCurveToLinear", "CIMaximumComponent", "CIMinimumComponent", "CIMaskToAlpha",
      "CIGaussianBlur", "CIAffineTransform",
    ]
  )
  func commonFiltersAreSteps(type: String) {
    let effects = effects([filter(type)])
    #expect(effects.count == 1)
    for effect in effects {
      if case .filter = effect { Issue.record("\(type) is drawn by the processor") }
    }
  }

  @Test func stepsOfColorsAreOneSurface() {
    let colors = [
      filter("CIExposureAdjust", ["inputEV": .number(0.5)]), filter("CIVibrance"),
      filter("CISepiaTone"),
    ]
    #expect(effects(colors).count == 1)
    // Eight places, of which a matrix takes three.
    #expect(effects(colors + colors + colors).count == 2)
    let tint = filter("CITemperatureAndTint", ["inputTargetNeutral": .vector([4000, 0])])
    #expect(effects([tint, tint]).count == 1)
    #expect(effects([tint, tint, tint]).count == 2)
    #expect(effects([colors[0], filter("CIColorInvert"), colors[1]]).count == 3)
  }

  /// A crop makes the surface before it smaller, and nothing else.
  @Test func cropsAreFrames() {
    let crop = filter("CICrop", ["inputRectangle": .vector([2, 3, 10, 5])])
    func frames(_ filters: [FilterDescription]) -> [PixelRect] {
      var scene = Planned()
      var values = box(30, 30, 20, 20, Color(1, 0, 0))
      values[.filters] = .filters(FilterList(filters))
      scene.add(values, to: Planned.root)
      return scene.plan().surfaces.filter { $0.effect != nil }.map(\.frame)
    }
    // In the layer's own picture, whose first row is the upper one.
    let part = PixelRect(2, 12, 12, 17)
    #expect(frames([filter("CIVibrance"), crop]) == [part])
    #expect(frames([filter("CIEdges"), crop]) == [part])
    #expect(frames([crop, filter("CIVibrance")]) == [part, part])
    #expect(effects([crop]) == [.mirror(PixelRect(0, 0, 20, 20))])
    let whole = filter("CICrop", ["inputRectangle": .vector([-5, -5, 90, 90])])
    #expect(frames([whole]) == [])
    // Through the middle of pixels.
    let soft = filter("CICrop", ["inputRectangle": .vector([2.5, 3, 10, 5])])
    if case .filter? = effects([soft]).first {} else { Issue.record("no program") }
  }
}
