// Filters of layers: copying, key paths, actions, commits, presentation, archives.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzFilters
import QuartzModel
import TestClaims
import Testing

@testable import QuartzCore

@Suite struct LayerFilterTests {
  private func blur(_ radius: Double, name: String? = "blur") -> CAFilter {
    let filter = CAFilter(type: "gaussianBlur")
    filter.name = name
    filter.setValue(radius, forKey: "inputRadius")
    return filter
  }

  private func first(_ values: PropertyBag, _ row: PropertyID = .filters) throws
    -> FilterDescription
  {
    try #require(values.value(row).filters?.filters.first)
  }

  @Test func defaultsAreNil() {
    let layer = CALayer()
    #expect(layer.filters == nil && layer.backgroundFilters == nil)
    #expect(layer.value(forKey: "filters") == nil)
  }

  @Test func filtersAreCopied() throws {
    let (layer, filter) = (CALayer(), blur(5))
    layer.filters = [filter]
    filter.setValue(9, forKey: "inputRadius")
    #expect(layer.value(forKeyPath: "filters.blur.inputRadius") as? Double == 5)
    let copy = try #require(layer.filters?.first as? CAFilter)
    copy.setValue(7, forKey: "inputRadius")
    #expect(layer.value(forKeyPath: "filters.0.inputRadius") as? Double == 5)
    layer.filters = nil
    #expect(layer.filters == nil)
  }

  @Test func textsAreTypes() throws {
    let layer = CALayer()
    layer.filters = ["colorInvert"]
    #expect((layer.filters?.first as? CAFilter)?.type == "colorInvert")
  }

  @Test func keyPathsReadAndSet() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.filters = [blur(5)]
    _ = try stage.commit()
    withoutActions { layer.setValue(8, forKeyPath: "filters.blur.inputRadius") }
    let commit = try stage.commit()
    #expect(commit.changes.count == 1 && commit.animations.isEmpty)
    #expect(try first(stage.serverValues(layer))["inputRadius"] == .number(8))
    #expect(layer.value(forKeyPath: "filters.blur.enabled") as? Bool == true)
    withoutActions { layer.setValue(false, forKeyPath: "filters.blur.enabled") }
    _ = try stage.commit()
    #expect(try first(stage.serverValues(layer)).isEnabled == false)
    // The default of an input that was not set.
    #expect(layer.value(forKeyPath: "filters.blur.inputHardEdges") as? Double == 0)
    #expect(layer.value(forKeyPath: "filters.none.inputRadius") == nil)
  }

  @Test(.shows("CALayer.filters")) func changesAnimateImplicitly() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    withoutActions { layer.filters = [blur(4)] }
    _ = try stage.commit()
    layer.setValue(8.0, forKeyPath: "filters.blur.inputRadius")
    let animation = try #require(
      layer.animation(forKey: "filters.blur.inputRadius") as? CABasicAnimation
    )
    #expect(animation.fromValue as? Double == 4 && animation.duration == 0.25)
    _ = try stage.commit()
    let middle = try stage.serverPresentation(layer, at: stage.clock.currentTime + 0.125)
    guard case .number(let radius)? = try first(middle)["inputRadius"] else {
      Issue.record("no radius")
      return
    }
    #expect(radius > 4 && radius < 8)
    stage.clock.advance(by: 0.125)
    let shown = layer.presentation()?.value(forKeyPath: "filters.blur.inputRadius") as? Double
    #expect(shown == radius)
    #expect(layer.value(forKeyPath: "filters.blur.inputRadius") as? Double == 8)
  }

  /// Rows AG-B.03, AG-B.12 of Apple's table of implied animations.
  @Test func impliedAnimations() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.filters = [blur(4)]
    layer.backgroundFilters = [blur(2)]
    #expect(layer.animation(forKey: "filters") is CABasicAnimation)
    #expect(layer.animation(forKey: "transition") is CATransition)
  }

  /// Row ZL-6.16: from 0 to 5 in 0.2 s, autoreverses.
  @Test func explicitAnimations() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    withoutActions { layer.filters = [blur(0)] }
    _ = try stage.commit()
    let pulse = CABasicAnimation(keyPath: "filters.blur.inputRadius")
    pulse.fromValue = 0
    pulse.toValue = 5
    pulse.duration = 0.2
    pulse.autoreverses = true
    layer.add(pulse, forKey: "filters.blur.inputRadius")
    _ = try stage.commit()
    let start = stage.clock.currentTime
    func radius(_ time: Double) throws -> FilterInputValue? {
      try first(stage.serverPresentation(layer, at: start + time))["inputRadius"]
    }
    for time in [0.1, 0.3] {
      guard case .number(let value)? = try radius(time) else {
        Issue.record("no radius")
        continue
      }
      #expect(abs(value - 2.5) < 1e-9)
    }
    #expect(try radius(0.5) == .number(0))
  }

  @Test func unknownFiltersAndInputsAreReportedOnce() {
    let layer = CALayer()
    layer.name = "a"
    let lines = Lines.during {
      layer.filters = [CAFilter(type: "fog"), CAFilter(type: "vibrantDark"), blur(2)]
    }
    #expect(
      lines == [
        "layer a: filters: no filter fog; it has no effect",
        "layer a: filters: vibrantDark has no effect",
      ]
    )
    #expect(
      Lines.during { blur(2).setValue(1, forKey: "inputFog") }
        == ["filter gaussianBlur has no input inputFog"]
    )
    #expect(Lines.during { layer.filters = [3] } == ["layer a: filters takes no Array<Any>"])
    #expect(
      Lines.during { layer.setValue(1, forKeyPath: "filters.none.inputRadius") }
        == ["layer a: no filter for filters.none.inputRadius"]
    )
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func numbersThatAreNotFiniteAreRefused(bad: Double) {
    let layer = CALayer()
    layer.filters = [blur(3)]
    let lines = Lines.during { layer.setValue(bad, forKeyPath: "filters.blur.inputRadius") }
    #expect(lines == ["filter gaussianBlur: inputRadius is not finite"])
    #expect(layer.value(forKeyPath: "filters.blur.inputRadius") as? Double == 3)
  }

  @Test func onlySomeFiltersAreUsed() {
    let layer = CALayer()
    let lines = Lines.during { layer.filters = (0..<100).map { blur(Double($0)) } }
    #expect(lines.count == 1 && layer.filters?.count == 64)
  }

  @Test func imagesGoWithTheCommit() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    let filter = CAFilter(type: "variableBlur")
    filter.setValue(Images.checkers, forKey: "inputMaskImage")
    layer.filters = [filter]
    let commit = try stage.commit()
    let image = try #require(commit.createdImages.first?.image)
    #expect(
      try first(stage.serverValues(layer))["inputMaskImage"] == .image(UInt64(image.rawValue))
    )
    withoutActions { layer.filters = nil }
    #expect(try stage.commit().destroyedImages == [image])
  }

  @Test func inputsTakeColoursAndVectors() {
    let filter = CAFilter(type: "colorAdd")
    filter.setValue(CGColor(red: 1, green: 0.5, blue: 0, alpha: 1), forKey: "inputColor")
    #expect(filter.filterDescription["inputColor"] == .color([1, 0.5, 0, 1]))
    let matrix = CAFilter(type: "colorMatrix")
    matrix.setValue((0..<20).map { Double($0) }, forKey: "inputColorMatrix")
    #expect(matrix.filterDescription["inputColorMatrix"] == .vector((0..<20).map { Double($0) }))
    matrix.setValue(nil, forKey: "inputColorMatrix")
    #expect(matrix.filterDescription.inputs.isEmpty)
    #expect((matrix.value(forKey: "inputColorMatrix") as? [Double])?[6] == 1)
  }

  @Test func archivesKeepFilters() throws {
    let layer = CALayer()
    let off = CAFilter(type: "colorAdd")
    off.isEnabled = false
    off.setValue(CGColor(red: 1, green: 0, blue: 0, alpha: 1), forKey: "inputColor")
    layer.filters = [blur(5), off]
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let read = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data)
    )
    #expect(read.values.value(.filters) == layer.values.value(.filters))
    #expect(read.value(forKeyPath: "filters.blur.inputRadius") as? Double == 5)
    #expect((read.filters?.last as? CAFilter)?.isEnabled == false)
  }

  @Test func compositingFilterTakesObjects() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.compositingFilter = CAFilter(type: "destOut")
    _ = try stage.commit()
    #expect(
      try stage.serverValues(layer).value(.compositingFilter)
        == .name(CompositingMode.destinationOut.rawValue)
    )
    #expect((layer.compositingFilter as? CAFilter)?.type == "destOut")
  }

  @Test(.shows("CATransition.filter")) func transitionsCarryFilters() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    let transition = CATransition()
    let filter = CAFilter(type: "CIRippleTransition")
    filter.setValue(50.0, forKey: "inputScale")
    transition.filter = filter
    transition.duration = 1
    layer.add(transition, forKey: nil)
    guard case .add(_, _, let state)? = try stage.commit().animations.first else {
      Issue.record("no animation")
      return
    }
    #expect(state.transition?.filter?.type == "CIRippleTransition")
    #expect(state.transition?.filter?["inputScale"] == .number(50))
    let copy = transition.copy() as? CATransition
    #expect((copy?.filter as? CAFilter)?.value(forKey: "inputScale") as? Double == 50)
  }

  @Test func backdropLayers() throws {
    let stage = CoreStage()
    let layer = CABackdropLayer()
    #expect(layer.scale == 1 && layer.groupName == nil && layer.bleedAmount == 0)
    layer.scale = 0.25
    layer.groupName = "glass"
    layer.bleedAmount = 8
    stage.root.addSublayer(layer)
    CATransaction.flush()
    let values = try stage.serverValues(layer)
    #expect(values.value(.backdropScale) == .number(0.25))
    #expect(values.value(.backdropGroup) == .string("glass"))
    #expect(values.value(.backdropBleed) == .number(8))
    #expect(layer.value(forKey: "scale") as? Double == 0.25)
  }
}
