// Shadows, corners, edges, filters and caches: values as they are set, kept and sent.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import QuartzTesting
import TestClaims

@testable import QuartzCore

@Suite struct LayerStyleTests {
  @Test(.shows("CALayer.init()")) func defaultsAreApples() {
    let layer = CALayer()
    #expect(layer.shadowColor?.components == [0, 0, 0, 1])
    #expect(layer.shadowOpacity == 0 && layer.shadowRadius == 3)
    #expect(layer.shadowOffset == CGSize(width: 0, height: -3) && layer.shadowPath == nil)
    #expect(layer.cornerCurve == .circular && layer.compositingFilter == nil)
    #expect(layer.contentsCenter == CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(layer.minificationFilterBias == 0)
    #expect(!layer.shouldRasterize && layer.rasterizationScale == 1)
    #expect(layer.allowsEdgeAntialiasing)
    let edges: CAEdgeAntialiasingMask = [
      .layerLeftEdge, .layerRightEdge, .layerBottomEdge, .layerTopEdge,
    ]
    #expect(layer.edgeAntialiasingMask == edges && edges.rawValue == 15)
  }

  @Test func gettersGiveWhatWasSet() {
    let layer = CALayer()
    layer.shadowOpacity = 0.3
    layer.shadowOffset = CGSize(width: 2, height: 5)
    layer.shadowRadius = 7
    layer.cornerCurve = .continuous
    layer.contentsCenter = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    layer.minificationFilterBias = -0.3
    layer.minificationFilter = .trilinear
    layer.rasterizationScale = 2
    layer.edgeAntialiasingMask = [.layerTopEdge, .layerLeftEdge]
    #expect(layer.shadowOpacity == 0.3 && layer.shadowRadius == 7)
    #expect(layer.shadowOffset == CGSize(width: 2, height: 5))
    #expect(layer.cornerCurve == .continuous && layer.minificationFilter == .trilinear)
    #expect(layer.contentsCenter.midX == 0.5 && layer.minificationFilterBias == -0.3)
    #expect(layer.rasterizationScale == 2)
    #expect(layer.edgeAntialiasingMask == [.layerTopEdge, .layerLeftEdge])
    #expect(layer.value(forKeyPath: "shadowOffset.width") as? Double == 2)
    layer.setValue(9, forKeyPath: "shadowOffset.height")
    #expect(layer.shadowOffset == CGSize(width: 2, height: 9))
  }

  @Test(.shows("CALayer.cornerCurveExpansionFactor(_:)")) func reachOfCornerCurves() {
    #expect(CALayer.cornerCurveExpansionFactor(.circular) == 1)
    #expect(CALayer.cornerCurveExpansionFactor(.continuous) == 1.528665)
    #expect(CALayer.cornerCurveExpansionFactor(CALayerCornerCurve(rawValue: "square")) == 1)
  }

  @Test func unknownNamesCountAsTheDefault() {
    let layer = CALayer()
    layer.cornerCurve = .continuous
    layer.cornerCurve = CALayerCornerCurve(rawValue: "square")
    layer.minificationFilter = CALayerContentsFilter(rawValue: "cubic")
    #expect(layer.cornerCurve == .circular && layer.minificationFilter == .linear)
  }

  @Test(.shows("CALayer.shadowPath")) func shadowPathsStayAsTheyWere() throws {
    let layer = CALayer()
    let fixed = CGPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4), transform: nil)
    layer.shadowPath = fixed
    #expect(layer.shadowPath === fixed)
    let growing = CGMutablePath()
    growing.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
    layer.shadowPath = growing
    growing.addRect(CGRect(x: 20, y: 0, width: 10, height: 10))
    #expect(layer.shadowPath?.boundingBox == CGRect(x: 0, y: 0, width: 10, height: 10))
    let stage = CoreStage()
    _ = stage.addLayer(layer)
    let sent = try #require(stage.serverValues(layer).value(.shadowPath).path)
    #expect(CGPath(sent).boundingBox == CGRect(x: 0, y: 0, width: 10, height: 10))
    layer.shadowPath = nil
    CATransaction.flush()
    #expect(try stage.serverValues(layer).value(.shadowPath) == .null)
  }

  @Test(
    .shows("CALayer.compositingFilter"),
    arguments: [
      ("multiplyBlendMode", CompositingMode.multiply), ("CIMultiplyBlendMode", .multiply),
      ("CISourceOverCompositing", .normal), ("CIAdditionCompositing", .plusLighter),
      ("destOut", .destinationOut), ("CISourceAtopCompositing", .sourceAtop),
      ("plusD", .plusDarker),
      ("luminosityBlendMode", .luminosity), ("CILuminosityBlendMode", .luminosity),
      ("CILinearBurnBlendMode", .linearBurn), ("pinLightBlendMode", .pinLight),
      ("maximum", .maximum), ("CIMinimumCompositing", .minimum),
      ("subtractD", .destinationMinusSource), ("divideBlendMode", .divide),
    ]
  )
  func compositingFiltersByName(_ name: String, _ mode: CompositingMode) {
    let layer = CALayer()
    let lines = Lines.during { layer.compositingFilter = name }
    #expect(lines.isEmpty && layer.compositingFilter as? String == name)
    #expect(layer.values.value(.compositingFilter) == .name(mode.rawValue))
    layer.setValue(nil, forKey: "compositingFilter")
    #expect(layer.compositingFilter == nil && layer.value(forKey: "compositingFilter") == nil)
    #expect(layer.values.value(.compositingFilter) == .name(CompositingMode.normal.rawValue))
  }

  @Test func everyModeHasItsName() {
    for mode in CompositingMode.allCases {
      #expect(CompositingMode(filter: mode.name) == mode)
    }
  }

  @Test func unknownCompositingFiltersAreKeptAndReported() {
    let layer = CALayer()
    layer.name = "badge"
    layer.compositingFilter = "screenBlendMode"
    let lines = Lines.during { layer.compositingFilter = "bumpBlendMode" }
    #expect(lines.count == 1 && lines[0].contains("badge"))
    #expect(lines[0].contains("compositingFilter") && lines[0].contains("bumpBlendMode"))
    #expect(layer.compositingFilter as? String == "bumpBlendMode")
    #expect(layer.values.value(.compositingFilter) == .name(CompositingMode.normal.rawValue))
  }

  @Test func classesMayHaveAFilterByDefault() {
    final class Adding: CALayer {
      override class func defaultValue(forKey key: String) -> Any? {
        key == "compositingFilter" ? "CIAdditionCompositing" : super.defaultValue(forKey: key)
      }
    }
    let layer = Adding()
    #expect(layer.values.value(.compositingFilter) == .name(CompositingMode.plusLighter.rawValue))
    #expect(layer.compositingFilter as? String == "plusLighterBlendMode")
  }

  @Test func shadowsAnimateByThemselves() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.shadowOpacity = 1
    layer.shadowOffset = CGSize(width: 4, height: 4)
    layer.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 9, height: 9), transform: nil)
    layer.shouldRasterize = true
    layer.cornerCurve = .continuous
    _ = try stage.commit()
    #expect(
      Set(layer.animationKeys() ?? []) == [
        "shadowOpacity", "shadowOffset", "shadowPath", "shouldRasterize",
      ]
    )
    stage.clock.advance(by: 0.1)
    let shown = try #require(layer.presentation())
    #expect(shown.shadowOpacity > 0 && shown.shadowOpacity < 1)
    #expect(shown.shouldRasterize)
  }
}
