// Text of glyphs in the document, by the law text T80.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzTesting
import Testing

@testable import QuartzLottie

struct LottieTextTests {
  /// Text of a font whose only glyph, a, is a box of 40 x 50 on the base line, 60 wide; a space is
  /// 60 wide, too.
  private func document(_ keys: String, _ more: String = "", layer extra: String = "") -> String {
    let box = Part.line([(0, -50), (40, -50), (40, 0), (0, 0)], isClosed: true)
    let glyphs = [("a", box), (" ", "")].map { character, shape in
      #"{"ch":"\#(character)","fFamily":"F","style":"R","size":20,"w":60,"#
        + #""data":{"shapes":[{"ty":"gr","it":[\#(shape)]}]}}"#
    }
    let layer =
      #"{"ty":5,"ip":0,"op":10,"ks":{"p":{"k":[50,50]}},"t":{"d":{"k":[\#(keys)]}\#(more)}\#(extra)}"#
    let fonts = #"{"list":[{"fName":"F-R","fFamily":"F","fStyle":"R","ascent":70}]}"#
    return Part.document(
      [layer],
      #","fonts":\#(fonts),"chars":[\#(glyphs.joined(separator: ","))]"#
    )
  }

  private func key(_ text: String, _ more: String = "", at time: Double = 0) -> String {
    #"{"t":\#(time),"s":{"f":"F-R","s":20,"t":"\#(text)","fc":[1,0,0]\#(more)}}"#
  }

  private func runs(_ more: String, _ text: String = "aa") throws -> [Range<Int>] {
    try LottiePicture(document(key(text, more))).runs(row: 45)
  }

  @Test func justification() throws {
    #expect(try runs(#","j":0"#) == [50..<58, 62..<70])
    #expect(try runs(#","j":1"#) == [26..<34, 38..<46])
    #expect(try runs(#","j":2"#) == [38..<46, 50..<58])
    // Tracking is between glyphs alone.
    #expect(try runs(#","j":1,"tr":100"#) == [24..<32, 38..<46])
  }

  @Test func lines() throws {
    let picture = try LottiePicture(document(key(#"a\ra"#, #","lh":24"#)))
    #expect(picture.box == [50, 40, 58, 74])
    let raised = try LottiePicture(document(key("a", #","ls":10"#)))
    #expect(raised.box == [50, 30, 58, 40])
    // The first base line is 70 % of the size under the box's edge; the second word has a line.
    let boxed = try LottiePicture(document(key("a a", #","lh":24,"sz":[20,50],"ps":[0,0]"#)))
    #expect(boxed.box == [50, 54, 58, 88])
  }

  @Test func textsThatFollowOneAnother() throws {
    let json = document(key("a") + "," + key("aa", at: 5))
    let counts = try LottiePicture.all(json, at: [0, 4.9, 5, 9]).map { $0.runs(row: 45).count }
    #expect(counts == [1, 1, 2, 2])
  }

  @Test func glyphsThatAreMissing() throws {
    let animation = try LottieAnimation(data: .init(document(key("ab")).utf8))
    var warnings: [String] = []
    _ = try animation.makeLayer { warnings = $0.warnings }
    // A font of the machine stands in for the one that has no such glyph.
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix("fonts: the font F-R is not there; ") == true)
  }

  // MARK: Fonts

  /// T80: text without outlines is that of fonts, and substitutes are said.
  @Test func textOfFonts() throws {
    func picture(_ font: String) throws -> (LottiePicture, [String]) {
      let layer =
        #"{"ty":5,"ip":0,"op":10,"ks":{"p":{"k":[10,70]}},"t":{"d":{"k":[{"t":0,"#
        + #""s":{"f":"X","s":60,"t":"H","fc":[1,0,0]}}]}}}"#
      let json = Part.document([layer], #","fonts":{"list":[{"fName":"X",\#(font)}]}"#)
      let animation = try LottieAnimation(data: Data(json.utf8))
      var warnings: [String] = []
      let root = try animation.makeLayer { warnings = $0.warnings }
      return (
        try LottiePicture(try renderedImage(of: root, size: animation.size)), warnings
      )
    }
    let (picture, warnings) = try picture(#""fFamily":"No Such Family","fStyle":"Bold""#)
    // Two stems on the base line, with a bar between them.
    #expect(picture.runs(row: 68).count == 2)
    #expect(picture.box[3] == 70)
    #expect(warnings.contains { $0.hasPrefix("fonts: the font X is not there; ") })
  }

  // MARK: Animators

  /// Four glyphs whose opacity an animator takes away as far as a selector says.
  private func alphas(_ selector: String, animated: String = "") throws -> [Double] {
    let animators =
      #","a":[{"s":{\#(selector)},"a":{"o":{"a":0,"k":0}\#(animated)}}]"#
    let picture = try LottiePicture(document(key("aaaa", #","s":20"#), animators, layer: ""))
    return [52, 64, 76, 88].map { 1 - Double(picture.alpha($0, 45)) / 255 }
  }

  /// T80: the lists of law 4.10.
  @Test(arguments: [
    (#""s":{"k":0},"e":{"k":40},"sh":1"#, [1, 0.6, 0, 0]),
    (#""s":{"k":0},"e":{"k":2},"r":2,"sh":1"#, [1, 1, 0, 0]),
    (#""s":{"k":40},"e":{"k":0},"sh":1"#, [1, 0.6, 0, 0]),
    (#""sh":2"#, [0.125, 0.375, 0.625, 0.875]), (#""sh":3"#, [0.875, 0.625, 0.375, 0.125]),
    (#""sh":4"#, [0.25, 0.75, 0.75, 0.25]), (#""sh":5"#, [0.6614, 0.9682, 0.9682, 0.6614]),
    (#""sh":6"#, [0.1464, 0.8536, 0.8536, 0.1464]),
    (#""s":{"k":0},"e":{"k":50},"sh":1,"a":{"k":50}"#, [0.5, 0.5, 0, 0]),
    (#""s":{"k":0},"e":{"k":40},"sh":1,"sm":{"k":0}"#, [1, 1, 0, 0]),
    (#""s":{"k":0},"e":{"k":50},"o":{"k":25},"sh":1"#, [0, 1, 1, 0]),
  ])
  func selectors(_ selector: String, _ expected: [Double]) throws {
    let found = try alphas(selector)
    for (a, b) in zip(found, expected) { #expect(abs(a - b) <= 1.0 / 255 + 1e-3, "\(found)") }
  }

  @Test func animatorsMoveGlyphs() throws {
    func runs(_ style: String, _ more: String = "", row: Int = 45) throws -> [Range<Int>] {
      let animators = #","a":[{"s":{"s":{"k":0},"e":{"k":50}},"a":{\#(style)}}]\#(more)"#
      return try LottiePicture(document(key("aa"), animators)).runs(row: row)
    }
    #expect(try runs(#""p":{"k":[0,20]}"#) == [62..<70])
    #expect(try runs(#""p":{"k":[0,20]}"#, row: 65) == [50..<58])
    // About the middle of the advance, 56, on the base line.
    #expect(try runs(#""s":{"k":[200,100]}"#) == [44..<60, 62..<70])
    #expect(try runs(#""s":{"k":[50,100]}"#) == [53..<57, 62..<70])
    // The box lies beside the middle of its advance, and meets the next one.
    #expect(try runs(#""r":{"k":90}"#, row: 48) == [56..<70])
    // Tracking goes before each glyph but the first.
    let all = #","a":[{"a":{"t":{"k":5}}}]"#
    #expect(try LottiePicture(document(key("aa"), all)).runs(row: 45) == [50..<58, 67..<75])
  }

  @Test func animatorsChangePaint() throws {
    let animators = #","a":[{"s":{"s":{"k":0},"e":{"k":50}},"a":{"fc":{"k":[0,0,1]}}}]"#
    let picture = try LottiePicture(document(key("aa"), animators))
    #expect(picture[54, 45] == [0, 0, 255, 255])
    #expect(picture[66, 45] == [255, 0, 0, 255])
  }

  /// An opacity that sweeps over the text is sampled, and right at any frame.
  @Test func animatorsWithKeys() throws {
    let offset = Part.keys((0, [-100]), (10, [100]))
    let animators = #","a":[{"s":{"sh":2,"o":\#(offset)},"a":{"o":{"k":0}}}]"#
    let json = document(key("aaaa"), animators)
    for frame in [2.5, 4.2, 7.3] {
      let picture = try LottiePicture(json, at: frame)
      let shift = frame * 20 - 100
      for (index, x) in [52, 64, 76, 88].enumerated() {
        let place = (Double(index) + 0.5 - 4 * shift / 100) / 4
        let expected = 255 * (1 - min(max(place, 0), 1))
        #expect(abs(Double(picture.alpha(x, 45)) - expected) <= 2, "\(frame), glyph \(index)")
      }
    }
  }

  /// Law 4.12: the middles of glyphs lie on the line.
  @Test func textOnALine() throws {
    let mask =
      #","masksProperties":[{"mode":"n","pt":{"k":{"v":[[0,-40],[0,40]],"i":[[0,0],[0,0]],"#
      + #""o":[[0,0],[0,0]],"c":false}}}]"#
    func box(_ more: String) throws -> [Int] {
      try LottiePicture(
        document(key("a"), #","p":{"m":0\#(more)}"#, layer: mask)
      ).box
    }
    // It runs down at x 50 from y 10: the glyph is turned, its top to the right.
    #expect(try box("") == [50, 10, 60, 18])
    #expect(try box(#","f":{"k":20}"#) == [50, 30, 60, 38])
    #expect(try box(#","r":{"k":1}"#) == [40, 82, 50, 90])
    #expect(try box(#","p":{"k":0}"#) == [44, 6, 52, 16])
  }
}
