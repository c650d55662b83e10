// Text of glyphs in the document, by the law text T80.
// Licensed under the MIT license; see LICENSE.

import Testing

@testable import QuartzLottie

struct LottieTextTests {
  /// Text of a font whose only glyph, a, is a box of 40 x 50 on the base line, 60 wide; a space is
  /// 60 wide, too.
  private func document(_ keys: String) -> String {
    let box = Part.line([(0, -50), (40, -50), (40, 0), (0, 0)], isClosed: true)
    let glyphs = [("a", box), (" ", "")].map { character, shape in
      #"{"ch":"\#(character)","fFamily":"F","style":"R","size":20,"w":60,"#
        + #""data":{"shapes":[{"ty":"gr","it":[\#(shape)]}]}}"#
    }
    let layer =
      #"{"ty":5,"ip":0,"op":10,"ks":{"p":{"k":[50,50]}},"t":{"d":{"k":[\#(keys)]}}}"#
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
    #expect(warnings == ["layers[0]: the characters b have no outlines"])
  }
}
