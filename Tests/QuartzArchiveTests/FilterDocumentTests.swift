// Filters in documents and archives, both ways.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzArchive
import QuartzCore
import QuartzFilters
import QuartzModel
import Testing

@Suite struct FilterDocumentTests {
  private func layer(_ inside: String) throws -> (CAPackage, CALayer) {
    let package = try read(document(inside))
    return (package, package.rootLayer)
  }

  private func descriptions(_ layer: CALayer, _ key: String = "filters") -> [FilterDescription] {
    (layer.value(forKey: key) as? [CAFilter] ?? []).map(\.filterDescription)
  }

  /// The form of the 13 blurs in real documents.
  @Test func blurs() throws {
    let (package, layer) = try layer(
      """
      <filters><CAFilter filter="gaussianBlur" name="blur" inputRadius="20" \
      inputNormalizeEdges="0" inputDither="0"/></filters>
      """
    )
    #expect(messages(package).isEmpty, "\(messages(package))")
    let blur = try #require(descriptions(layer).first)
    #expect(blur.type == "gaussianBlur" && blur.name == "blur" && blur.isEnabled)
    #expect(blur["inputRadius"] == .number(20) && blur["inputNormalizeEdges"] == .number(0))
    #expect(layer.value(forKeyPath: "filters.blur.inputRadius") as? Double == 20)
  }

  @Test func inputsOfEveryKind() throws {
    let matrix = (0..<20).map { "\($0)" }.joined(separator: " ")
    let (package, layer) = try layer(
      """
      <filters>
      <CAFilter filter="colorMatrix" enabled="0"><inputColorMatrix type="CAColorMatrix" \
      value="\(matrix)"/></CAFilter>
      <CAFilter filter="luminanceCurveMap" inputAmount="0.5"><inputValues><real value="0"/>\
      <real value="0.2"/><real value="0.8"/><real value="1"/></inputValues></CAFilter>
      <CAFilter filter="colorAdd" inputColor="1 0.5 0 1"/>
      <CIFilter filter="CISepiaTone"><inputIntensity type="real" value="0.5"/></CIFilter>
      <CIFilter filter="CIPinchDistortion"><inputCenter type="CIVector" value="30 40"/></CIFilter>
      </filters>
      """
    )
    #expect(messages(package).isEmpty, "\(messages(package))")
    let filters = descriptions(layer)
    try #require(filters.count == 5)
    #expect(filters[0]["inputColorMatrix"] == .vector((0..<20).map { Double($0) }))
    #expect(!filters[0].isEnabled)
    #expect(filters[1]["inputValues"] == .vector([0, 0.2, 0.8, 1]))
    #expect(filters[1]["inputAmount"] == .number(0.5))
    #expect(filters[2]["inputColor"] == .color([1, 0.5, 0, 1]))
    #expect(filters[3]["inputIntensity"] == .number(0.5))
    #expect(filters[4]["inputCenter"] == .vector([30, 40]))
    // Written and read again, all is the same.
    let text = try package.documentText()
    #expect(text.contains("<CIFilter"), "\(text)")
    let again = try read(text)
    #expect(descriptions(again.rootLayer) == filters)
    #expect(try again.documentText() == text)
  }

  @Test func backgroundFiltersAndBackdrops() throws {
    let (package, layer) = try layer(
      """
      <backgroundFilters><CAFilter filter="colorInvert"/></backgroundFilters>
      <sublayers><CABackdropLayer scale="0.25" groupName="glass"><filters>\
      <CAFilter filter="colorSaturate" inputAmount="1.8"/></filters></CABackdropLayer></sublayers>
      """
    )
    #expect(messages(package).isEmpty, "\(messages(package))")
    #expect(descriptions(layer, "backgroundFilters").map(\.type) == ["colorInvert"])
    let backdrop = try #require(layer.sublayers?.first as? CABackdropLayer)
    #expect(backdrop.scale == 0.25 && backdrop.groupName == "glass")
    #expect(descriptions(backdrop)[0]["inputAmount"] == .number(1.8))
    let text = try package.documentText()
    #expect(try read(text).documentText() == text)
  }

  @Test func unknownFiltersAreKept() throws {
    let (package, layer) = try layer(
      #"<filters><CAFilter filter="fog" name="f" inputDensity="3"/></filters>"#
    )
    #expect(messages(package) == ["the filter fog is kept, without effect"])
    #expect(descriptions(layer)[0]["inputDensity"] == .number(3))
    #expect(try package.documentText().contains("inputDensity=\"3\""))
  }

  @Test func inputsThatAreNot() throws {
    let (package, layer) = try layer(
      """
      <filters><CAFilter filter="gaussianBlur" inputRadius="nan" inputFog="1"/></filters>
      """
    )
    #expect(
      messages(package) == [
        "inputRadius of gaussianBlur is not understood",
        "the input inputFog of gaussianBlur is left out",
      ] || messages(package).count == 2
    )
    #expect(descriptions(layer)[0].inputs.isEmpty)
  }

  @Test func animationsOfInputs() throws {
    let (package, layer) = try layer(
      """
      <filters><CAFilter filter="gaussianBlur" name="blur"/></filters>
      <animations><a type="CABasicAnimation" keyPath="filters.blur.inputRadius" duration="1">\
      <fromValue type="real" value="0"/><toValue type="real" value="8"/></a></animations>
      """
    )
    #expect(messages(package).isEmpty, "\(messages(package))")
    let animation = try #require(layer.animation(forKey: "a") as? CABasicAnimation)
    #expect(animation.toValue as? Double == 8)
  }

  /// 18 real documents have states that set a colour matrix.
  @Test func statesOfInputs() throws {
    let matrix = (0..<20).map { $0 % 6 == 0 ? "0.5" : "0" }.joined(separator: " ")
    let package = try read(
      document(
        """
        <sublayers><CALayer id="x"><filters><CAFilter filter="colorMatrix" name="colorMatrix"/>\
        </filters></CALayer></sublayers>
        <states><LKState name="on"><elements><LKStateSetValue targetId="x" \
        keyPath="filters.colorMatrix.inputColorMatrix"><value type="CAColorMatrix" \
        value="\(matrix)"/></LKStateSetValue></elements></LKState></states>
        """
      )
    )
    #expect(messages(package).isEmpty, "\(messages(package))")
    let layer = try #require(package.rootLayer.sublayers?.first)
    let controller = CAStateController(package: package)
    controller.setState("on")
    #expect(
      descriptions(layer)[0]["inputColorMatrix"]
        == .vector((0..<20).map { $0 % 6 == 0 ? 0.5 : 0 })
    )
    controller.setState(nil)
    #expect(descriptions(layer)[0].inputs.isEmpty)
  }

  @Test func compositingFilterElements() throws {
    let (package, layer) = try layer(
      #"<compositingFilter type="CAFilter" filter="destOut" name="destOut"/>"#
    )
    #expect(messages(package).isEmpty, "\(messages(package))")
    #expect(layer.compositingFilter as? String == "destOut")
  }

  @Test func transitionsKeepFilters() throws {
    let layer = CALayer()
    let transition = CATransition()
    let filter = CAFilter(type: "CIRippleTransition")
    filter.setValue(50.0, forKey: "inputScale")
    transition.filter = filter
    layer.add(transition, forKey: "t")
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data)
    let copy = read?.animation(forKey: kCATransition) ?? read?.animation(forKey: "t")
    let found = (copy as? CATransition)?.filter as? CAFilter
    #expect(found?.value(forKey: "inputScale") as? Double == 50)
  }
}
