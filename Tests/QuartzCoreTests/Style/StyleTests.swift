// Values that a layer has from its style and its class.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import QuartzTesting
import TestClaims

@testable import QuartzCore

@Suite struct StyleTests {
  private final class Card: CALayer {
    override class func defaultValue(forKey key: String) -> Any? {
      switch key {
      case "cornerRadius": 4
      case "needsDisplayOnBoundsChange": true
      case "autoresizingMask": CAAutoresizingMask.layerWidthSizable.rawValue
      case "contentsFormat": CALayerContentsFormat.gray8Uint.rawValue
      case "mood": "calm"
      default: super.defaultValue(forKey: key)
      }
    }
  }

  @Test(.shows("CALayer.style")) func ownThenStyleThenClass() {
    let card = Card()
    #expect(card.cornerRadius == 4)
    card.style = ["cornerRadius": 6, "opacity": 0.5]
    #expect(card.cornerRadius == 6 && card.opacity == 0.5)
    card.cornerRadius = 8
    #expect(card.cornerRadius == 8)
    card.style = nil
    #expect(card.cornerRadius == 8 && card.opacity == 1)
    card.setValue(nil, forKey: "cornerRadius")
    #expect(card.cornerRadius == 4)
  }

  @Test func theDefaultCanBeAValueOfOnesOwn() {
    let layer = CALayer()
    layer.opacity = 1
    layer.style = ["opacity": 0.25]
    #expect(layer.opacity == 1)
    layer.setValue(nil, forKey: "opacity")
    #expect(layer.opacity == 0.25)
  }

  @Test func theShallowestStyleCounts() {
    let layer = CALayer()
    let deep: [AnyHashable: Any] = ["cornerRadius": 1, "borderWidth": 2, "zPosition": 3]
    let middle: [AnyHashable: Any] = ["cornerRadius": 4, "borderWidth": 5, "style": deep]
    layer.style = ["cornerRadius": 6, "style": middle]
    #expect(layer.cornerRadius == 6 && layer.borderWidth == 5 && layer.zPosition == 3)
    #expect(layer.value(forKeyPath: "style.cornerRadius") as? Int == 6)
    #expect(layer.value(forKeyPath: "style.style.style.zPosition") as? Int == 3)
  }

  @Test func objectsComeBackAsTheyWere() {
    let layer = CALayer()
    let color = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    layer.style = [
      "backgroundColor": color, "contents": Images.checkers, "compositingFilter": "destOut",
      "contentsGravity": CALayerContentsGravity.center,
      "bounds": CGRect(x: 1, y: 1, width: 1, height: 1),
    ]
    #expect(layer.backgroundColor === color && layer.contents as? CGImage === Images.checkers)
    #expect(layer.compositingFilter as? String == "destOut" && layer.contentsGravity == .center)
    #expect(layer.bounds == .zero)
    layer.style = [:]
    #expect(layer.backgroundColor == nil && layer.contents == nil)
    #expect(layer.compositingFilter == nil && layer.contentsGravity == .resize)
  }

  @Test func valuesThatDoNotFitAreReported() {
    let layer = CALayer()
    layer.name = "badge"
    let lines = Lines.during { layer.style = ["opacity": "dim"] }
    #expect(lines.count == 1 && lines[0].contains("badge") && lines[0].contains("style.opacity"))
    #expect(layer.opacity == 1)
  }

  @Test func keysWithoutRows() {
    let card = Card()
    #expect(card.needsDisplayOnBoundsChange && card.contentsFormat == .gray8Uint)
    #expect(card.autoresizingMask == .layerWidthSizable)
    #expect(card.value(forKey: "mood") as? String == "calm")
    card.style = ["needsDisplayOnBoundsChange": false, "mood": "wild"]
    #expect(!card.needsDisplayOnBoundsChange && card.value(forKey: "mood") as? String == "wild")
    card.setValue("own", forKey: "mood")
    card.needsDisplayOnBoundsChange = true
    #expect(card.needsDisplayOnBoundsChange && card.value(forKey: "mood") as? String == "own")
    card.setValue(nil, forKey: "mood")
    card.setValue(nil, forKey: "needsDisplayOnBoundsChange")
    #expect(!card.needsDisplayOnBoundsChange && card.value(forKey: "mood") as? String == "wild")
    let plain = CALayer()
    plain.style = ["autoresizingMask": CAAutoresizingMask.layerHeightSizable]
    #expect(plain.autoresizingMask == .layerHeightSizable)
    #expect(CALayer.defaultValue(forKey: "needsDisplayOnBoundsChange") == nil)
  }

  @Test func theServerGetsWhatTheStyleChanges() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.borderWidth = 2
    layer.style = ["cornerRadius": 3, "borderWidth": 5]
    _ = try stage.commit()
    #expect(try stage.serverValues(layer).value(.cornerRadius) == .number(3))
    #expect(try stage.serverValues(layer).value(.borderWidth) == .number(2))
    #expect(layer.animationKeys() == ["borderWidth"])
    layer.style = nil
    let commit = try stage.commit()
    var values = PropertyBag()
    values[.cornerRadius] = .number(0)
    #expect(commit.changes == [Commit.Change(layer.link.id, values)])
  }

  @Test(.shows("CALayer.actions", "CALayer.style")) func actionsOfStyles() {
    final class Note: NSObject, CAAction {
      var events: [String] = []
      func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        events.append(event)
      }
    }
    let (own, shallow, deep) = (Note(), Note(), Note())
    let layer = CALayer()
    layer.style = [
      "actions": ["opacity": shallow, "zPosition": shallow],
      "style": ["actions": ["zPosition": deep, "hidden": deep, "style": deep]],
    ]
    layer.actions = ["opacity": own]
    layer.opacity = 0.5
    layer.zPosition = 1
    layer.isHidden = true
    layer.style = nil
    #expect(own.events == ["opacity"] && shallow.events == ["zPosition"])
    #expect(deep.events == ["hidden", "style"])
  }

  @Test func copiesAndPresentationsHaveTheStyle() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.style = ["cornerRadius": 7]
    let copy = CALayer(layer: layer)
    #expect(copy.cornerRadius == 7 && copy.style?["cornerRadius"] as? Int == 7)
    copy.style = nil
    #expect(copy.cornerRadius == 0)
    CATransaction.flush()
    #expect(layer.presentation()?.cornerRadius == 7)
  }

  @Test(
    .shows(
      "CALayer.toneMapMode",
      "CALayer.contentsHeadroom",
      "CALayer.wantsExtendedDynamicRangeContent",
      "CAToneMapMode.automatic",
      "CAToneMapMode.ifSupported",
      "CAToneMapMode.never",
      "CADynamicRange.automatic",
      "CADynamicRange.standard",
      "CADynamicRange.constrainedHigh",
      "CADynamicRange.high"
    )
  ) func valuesOfHighDynamicRangeAreKept() {
    let layer = CALayer()
    #expect(layer.toneMapMode == .automatic && layer.preferredDynamicRange == .standard)
    #expect(layer.contentsHeadroom == 0 && !layer.wantsExtendedDynamicRangeContent)
    layer.toneMapMode = .ifSupported
    layer.preferredDynamicRange = .constrainedHigh
    layer.contentsHeadroom = 4
    layer.wantsExtendedDynamicRangeContent = true
    #expect(layer.toneMapMode == .ifSupported && layer.contentsHeadroom == 4)
    #expect(layer.preferredDynamicRange == CALayer.DynamicRange.constrainedHigh)
    #expect(layer.wantsExtendedDynamicRangeContent)
    for mode in [CAToneMapMode.never, .ifSupported, .automatic, .never] {
      layer.toneMapMode = mode
      #expect(layer.value(forKey: "toneMapMode") as? String == mode.rawValue)
    }
    for range in [CADynamicRange.automatic, .standard, .constrainedHigh, .high] {
      layer.preferredDynamicRange = range
      #expect(layer.value(forKey: "preferredDynamicRange") as? String == range.rawValue)
    }
    layer.toneMapMode = CAToneMapMode(rawValue: "sometimes")
    layer.preferredDynamicRange = CADynamicRange(rawValue: "blinding")
    #expect(layer.toneMapMode == .automatic && layer.preferredDynamicRange == .standard)
  }
}
