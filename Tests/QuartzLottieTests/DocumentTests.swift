// Minimal documents of remapped time, trims in groups, joins, effects and highlights.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

@testable import QuartzLottie

struct LottieDocumentTests {
  private func shape(_ items: [String], ks: String = "") throws -> LottiePicture {
    try LottiePicture(Part.document([Part.layer(items, ks: ks)]))
  }

  private static let eased = #""o":{"x":[0.333],"y":[0]},"i":{"x":[0.667],"y":[1]}"#

  /// T12: eased remapped time over an eased position; the evaluator says where.
  @Test func easedTimeOverEasedPlaces() throws {
    func keys(_ last: Double, _ start: String, _ end: String) -> String {
      #"{"a":1,"k":[{"t":0,"s":\#(start),\#(Self.eased)},{"t":\#(last),"s":\#(end)}]}"#
    }
    let bar =
      #"{"ty":4,"nm":"bar","ip":0,"op":99,"ks":{"p":\#(keys(20, "[0,0]", "[100,0]"))},"#
      + #""shapes":[\#(Part.rect(0, 50, 20, 20)),{"ty":"fl","nm":"S","c":{"k":[1,0,0]},"o":{"k":100}}]}"#
    let outer =
      #"{"ty":0,"refId":"a","w":100,"h":100,"ip":0,"op":10,"ks":{},"tm":\#(keys(10, "[0]", "[2]"))}"#
    let json = Part.document([outer], #","assets":[{"id":"a","layers":[\#(bar)]}]"#)
    let frames = (0..<20).map { 0.25 + Double($0) * 0.487 }
    for (frame, picture) in zip(frames, try LottiePicture.all(json, at: frames)) {
      let scene = try LawScene(json, at: frame)
      let place = try #require(scene.paintings.first?.map.move.x)
      // The covered part of a row is 20 pixels about the place, less what lies outside.
      let covered = (0..<100).reduce(0) { $0 + Double(picture.alpha($1, 50)) } / 255
      let expected = min(place + 10, 100) - max(place - 10, 0)
      #expect(abs(covered - expected) < 0.05, "\(covered) for \(expected) at \(frame)")
    }
  }

  /// T13 with a hold, T15: time beyond the inner layer's end shows nothing.
  @Test func remappedTimeThatHoldsAndEnds() throws {
    func picture(_ tm: String, at frame: Double) throws -> [Int] {
      let bar = Part.layer(
        [Part.rect(0, 50, 4, 20), Part.red],
        ks: #""p":\#(Part.keys((0, [0, 0]), (20, [100, 0])))"#
      )
      let outer =
        #"{"ty":0,"refId":"a","w":100,"h":100,"ip":0,"op":10,"ks":{},"tm":\#(tm)}"#
      let json = Part.document([outer], #","assets":[{"id":"a","layers":[\#(bar)]}]"#)
      return try LottiePicture(json, at: frame).box
    }
    let held = #"{"a":1,"k":[{"t":0,"s":[0.4],"h":1},{"t":5,"s":[0.8],"h":1},{"t":9,"s":[0]}]}"#
    #expect(try picture(held, at: 4.9) == [18, 40, 22, 60])
    #expect(try picture(held, at: 5) == [38, 40, 42, 60])
    // The inner layer ends at its frame 10.
    let late = Part.keys((0, [0.8]), (10, [1.2]))
    #expect(try picture(late, at: 4) == [46, 40, 50, 60])
    #expect(try picture(late, at: 5.5) == [])
  }

  /// T42: outlines of different counts hold, with a warning.
  @Test func outlinesOfDifferentCounts() throws {
    func path(_ points: [[Int]]) -> String {
      let zero = points.map { _ in [0, 0] }
      return #"{"v":\#(points),"i":\#(zero),"o":\#(zero),"c":true}"#
    }
    let square = path([[30, 30], [70, 30], [70, 70], [30, 70]])
    let triangle = path([[50, 20], [80, 80], [20, 80]])
    let morph =
      #"{"ty":"sh","ks":{"k":[{"t":0,"s":[\#(square)],\#(Self.eased)},{"t":8,"s":[\#(triangle)]}]}}"#
    let json = Part.document([Part.layer([morph, Part.red])])
    let boxes = try LottiePicture.all(json, at: [0, 4, 7.9]).map(\.box)
    #expect(boxes == Array(repeating: [30, 30, 70, 70], count: 3))
    #expect(try LottiePicture(json, at: 8.5).box.isNear([20, 20, 80, 80]))
    let report = try LottieAnimation(data: Data(json.utf8)).report
    #expect(report.warnings == ["layers[0].shapes[0].ks: outlines of different counts do not mix"])
  }

  /// T54: a rounded rectangle starts under its upper right arc.
  @Test func roundedRectanglesStart() throws {
    let rect = Part.rect(50, 50, 60, 60).replacing(Part.fixed(0), with: Part.fixed(10))
    let picture = try shape([rect, Part.stroke(2), Part.trim(0, 2)])
    // 2 % of 4 sides of 40 and a circle of 10: 4.46 pixels from (80, 30) down.
    #expect(picture.box.isNear([79, 30, 81, 34]), "\(picture.box)")
  }

  /// T61: trims over nested groups, all outlines as one line in the order of the list.
  @Test func trimsOverGroups() throws {
    let lines = [(20.0, 1), (50, 2), (80, 3)].map { Part.line([(10, $0.0), (60, $0.0)]) }
    func rows(_ trim: String) throws -> [[Range<Int>]] {
      let nested = Part.group([Part.group([lines[1]]), lines[2]])
      let picture = try shape([lines[0], nested, Part.stroke(4), trim])
      return [20, 50, 80].map { picture.runs(row: $0) }
    }
    #expect(try rows(Part.trim(0, 50, mode: 2)) == [[10..<60], [10..<35], []])
    #expect(try rows(Part.trim(50, 100, mode: 2)) == [[], [35..<60], [10..<60]])
    #expect(try rows(Part.trim(0, 50)) == Array(repeating: [10..<35], count: 3))
    // A group of twice the size counts by its size there.
    let scaled = Part.group([Part.line([(5, 25), (30, 25)])], #""s":{"k":[200,200]}"#)
    let picture = try shape([lines[0], scaled, Part.stroke(4), Part.trim(0, 75, mode: 2)])
    #expect(picture.runs(row: 50) == [10..<35])
  }

  /// T73: caps, joins, the limit of mitres.
  @Test func capsAndJoins() throws {
    let line = Part.line([(30, 50), (70, 50)])
    for (cap, box) in [(1, [30, 45, 70, 55]), (2, [25, 45, 75, 55]), (3, [25, 45, 75, 55])] {
      let picture = try shape([line, Part.stroke(10, cap: cap)])
      #expect(picture.box == box)
      #expect((picture.alpha(25, 45) > 200) == (cap == 3))
    }
    // An angle of 60 degrees: its mitre is twice the width.
    let corner = Part.line([(20, 90), (50, 38.0385), (80, 90)])
    func top(_ join: Int, _ limit: Double) throws -> Int {
      try shape([corner, Part.stroke(10, join: join, #","ml":\#(limit)"#)]).box[1]
    }
    #expect(abs(try top(1, 4) - 28) <= 1)
    #expect(abs(try top(1, 1) - 36) <= 1)
    #expect(abs(try top(2, 4) - 33) <= 1)
    #expect(abs(try top(3, 4) - 36) <= 1)
  }

  // MARK: Effects

  private func effect(_ type: Int, _ values: [String]) -> String {
    let list = values.map { #"{"v":{"k":\#($0)}}"# }.joined(separator: ",")
    return #","ef":[{"ty":\#(type),"en":1,"ef":[\#(list)]}]"#
  }

  /// T79: tritone by brightness 0, 1/2, 1.
  @Test(arguments: [
    ("#000000", [0, 0, 255]), ("#808080", [0, 255, 0]), ("#ffffff", [255, 0, 0]),
    ("#404040", [0, 128, 127]), ("#c0c0c0", [129, 126, 0]),
  ])
  func tritone(_ color: String, _ expected: [Int]) throws {
    let tritone = effect(23, ["[1,0,0]", "[0,1,0]", "[0,0,1]", "0"])
    let picture = try LottiePicture(Part.document([Part.solid(color, 100, 100, tritone)]))
    #expect(picture[50, 50].isNear(expected + [255], within: 2), "\(picture[50, 50])")
  }

  /// T79: blurs along one line leave the other edges sharp; one deviation outside, 16 %.
  @Test func blursAlongOneLine() throws {
    for (axis, isAcross) in [(2, true), (3, false)] {
      let blur = effect(29, ["20", "\(axis)", "0"])
      let picture = try LottiePicture(
        Part.document([Part.layer([Part.rect(50, 50, 40, 40), Part.red], blur)])
      )
      let soft = isAcross ? picture.alpha(24, 50) : picture.alpha(50, 24)
      let sharp = isAcross ? picture.alpha(50, 28) : picture.alpha(28, 50)
      #expect([Int(soft)].isNear([45], within: 8), "\(soft)")
      #expect(sharp <= 2, "\(sharp)")
    }
  }

  /// Law 1.28: the light comes from the angle, so the shadow lies on the other side.
  @Test func shadowsOfStyles() throws {
    func box(_ angle: Double) throws -> [Int] {
      let style =
        #","sy":[{"ty":1,"c":{"k":[0,0,1]},"o":{"k":100},"a":{"k":\#(angle)},"s":{"k":0},"#
        + #""d":{"k":30},"ch":{"k":0}}]"#
      return try LottiePicture(
        Part.document([Part.layer([Part.rect(50, 50, 20, 20), Part.red], style)])
      ).box
    }
    #expect(try box(0) == [10, 40, 60, 60])
    #expect(try box(90) == [40, 40, 60, 90])
    #expect(try box(180) == [40, 40, 90, 60])
  }

  /// T75: a highlight of 50 % to the right: the colour at 3/4 of the way is nearly the first.
  @Test func highlights() throws {
    func color(_ angle: Double, _ x: Int, _ y: Int) throws -> [UInt8] {
      let gradient =
        #"{"ty":"gf","t":2,"s":{"k":[50,50]},"e":{"k":[100,50]},"o":{"k":100},"h":{"k":50},"#
        + #""a":{"k":\#(angle)},"g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}}}"#
      return try shape([Part.rect(50, 50, 100, 100), gradient])[x, y]
    }
    #expect(try color(0, 74, 50).isNear([252, 0, 2, 255], within: 3))
    #expect(try color(90, 50, 74).isNear([252, 0, 2, 255], within: 3))
    // Between the focus and the far edge: 1/3 of 75 pixels.
    #expect(try color(0, 49, 50).isNear([169, 0, 86, 255], within: 4))
  }
}
