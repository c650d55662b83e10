// Filters in documents and archives, both ways.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
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

  /// A mask of two pixels: opaque, and an alpha of a half.
  private let mask = Data(
    base64Encoded: """
      iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAD0lEQVR4nGP4z8AARAwNAA18An8IvWs2AAAAAElFTk\
      SuQmCC
      """
  )

  /// A blur whose mask is a file of the package, and every other input of the type.
  @Test func variableBlurs() throws {
    let files = ["mask.png": try #require(mask)]
    let package = try read(
      document(
        """
        <filters><CAFilter filter="variableBlur" name="blur" inputRadius="6" \
        inputNormalizeEdges="1" inputNormalizeEdgesTransparent="0" inputHardEdges="0" \
        inputDither="1" inputQuality="2"><inputMaskImage type="CGImage" src="mask.png"/>\
        </CAFilter></filters>
        """
      ),
      files: files
    )
    #expect(messages(package).isEmpty, "\(messages(package))")
    let filter = try #require(package.rootLayer.filters?.first as? CAFilter)
    #expect(filter.filterDescription["inputRadius"] == .number(6))
    #expect(filter.filterDescription["inputNormalizeEdges"] == .number(1))
    #expect(filter.filterImages.count == 1)
    let folder = try TemporaryFolder()
    let copy = folder.url.appendingPathComponent("Copy.ca")
    #expect(try package.write(to: copy).isEmpty)
    let again = try CAPackage(contentsOf: copy)
    let read = try #require(again.rootLayer.filters?.first as? CAFilter)
    #expect(read.filterDescription == filter.filterDescription)
    let image = try #require(read.filterImages.first as? CGImage)
    #expect(image.width == 2 && image.height == 1)
  }

  /// The mask is as large as the layer: all of the radius on the left, half of it on the right.
  @Test func variableBlursAreDrawn() throws {
    func picture(_ filter: String) throws -> ArchivedPicture {
      try ArchivedPicture(
        read(
          document(
            """
            <backgroundColor value="1 1 1"/><filters>\(filter)</filters>
            <sublayers><CALayer bounds="0 0 100 50" position="50 25" backgroundColor="0 0 0"/>
            </sublayers>
            """,
            attributes: "masksToBounds=\"1\""
          ),
          files: ["mask.png": try #require(mask)]
        )
      )
    }
    func level(_ picture: ArchivedPicture, _ x: Int, _ y: Int) -> Int { picture(x, y)[0] }
    let whole = try picture(#"<CAFilter filter="gaussianBlur" inputRadius="8"/>"#)
    let half = try picture(#"<CAFilter filter="gaussianBlur" inputRadius="4"/>"#)
    let variable = try picture(
      """
      <CAFilter filter="variableBlur" inputRadius="8"><inputMaskImage type="CGImage" \
      src="mask.png"/></CAFilter>
      """
    )
    for y in 40..<60 {
      // because: one is made in floats, the others in whole numbers, each rounded.
      #expect(abs(level(variable, 20, y) - level(whole, 20, y)) <= 1, "row \(y)")
      // because: a blur between levels is a mix of two, within two of 255.
      #expect(abs(level(variable, 80, y) - level(half, 80, y)) <= 3, "row \(y)")
    }
    // The two radii can be told apart: six rows from the edge, 0.23 and 0.07 of white.
    let rows = [44, 55].map { abs(level(whole, 50, $0) - level(half, 50, $0)) }
    #expect(rows.contains { $0 > 20 }, "\(rows)")
  }

  /// A layer's own clock runs its filters' animations, too.
  @Test func clocksOfLayersRunFilters() throws {
    func package() throws -> CAPackage {
      try read(
        document(
          """
          <sublayers><CALayer bounds="0 0 100 100" position="50 50" backgroundColor="0 0 0" \
          speed="2" timeOffset="0.5"><filters><CAFilter filter="colorBrightness" name="b"/></filters>
          <animations><a type="CABasicAnimation" keyPath="filters.b.inputAmount" duration="4" \
          beginTime="1e-100"><fromValue type="real" value="0"/><toValue type="real" value="1"/></a>\
          </animations></CALayer></sublayers>
          """
        )
      )
    }
    // Local time is twice the context's and half a second more: (2 t + 0.5) / 4 of white.
    for (time, level) in [(0.0, 32), (0.5, 96), (1.0, 159), (1.5, 223)] {
      // Animations are over when their layer moves to another context.
      let package = try package()
      #expect(messages(package).isEmpty, "\(messages(package))")
      let picture = try ArchivedPicture(package, at: time)
      #expect(abs(picture(50, 50)[0] - level) <= 1, "at \(time): \(picture(50, 50))")
    }
  }

  @Test func unknownFiltersAreKept() throws {
    let (package, layer) = try layer(
      #"<filters><CAFilter filter="fog" name="f" inputDensity="3"/></filters>"#
    )
    #expect(messages(package) == ["the filter fog is kept, without effect"])
    #expect(descriptions(layer)[0]["inputDensity"] == .number(3))
    #expect(try package.documentText().contains("inputDensity=\"3\""))
  }

  /// Each filter of the table that is not implemented gives one warning, and no line elsewhere.
  @Test func filtersThatAreNotDrawn() throws {
    let absent = FilterAttributes.all.filter { !$0.isDrawn }.map(\.name)
    #expect(!absent.isEmpty)
    for name in absent + ["vibrantDark"] {
      let (package, _) = try layer(#"<filters><CIFilter filter="\#(name)"/></filters>"#)
      #expect(messages(package) == ["the filter \(name) has no effect here"])
    }
  }

  @Test func inputsThatAreNot() throws {
    let (package, layer) = try layer(
      """
      <filters><CAFilter filter="gaussianBlur" inputRadius="nan" inputFog="1"/></filters>
      """
    )
    #expect(
      messages(package) == [
        "the input inputFog of gaussianBlur is left out",
        "inputRadius of gaussianBlur is not understood",
      ]
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
