// Shapes: outlines, order, groups, styles, by the law texts T01 to T05 and T48 to T76.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

@testable import QuartzLottie

struct LottieShapeTests {
  private func shape(_ items: [String], ks: String = "") throws -> LottiePicture {
    try LottiePicture(Part.document([Part.layer(items, ks: ks)]))
  }

  private let place = #""p":{"a":0,"k":[50,50]}"#

  /// T01.
  @Test func rectangle() throws {
    let picture = try shape([Part.rect(50, 50, 40, 20), Part.red])
    #expect(picture.box == [30, 40, 70, 60])
    #expect(picture.count == 800)
    #expect(picture[50, 50] == [255, 0, 0, 255])
  }

  /// T02, T03.
  @Test func firstIsOnTop() throws {
    let red = Part.group([Part.rect(50, 50, 20, 20), Part.red])
    let blue = Part.group([Part.rect(50, 50, 40, 40), Part.blue])
    #expect(try shape([red, blue])[50, 50] == [255, 0, 0, 255])
    let layers = Part.document([
      Part.layer([Part.rect(50, 50, 20, 20), Part.red]),
      Part.layer([Part.rect(50, 50, 40, 40), Part.blue]),
    ])
    #expect(try LottiePicture(layers)[50, 50] == [255, 0, 0, 255])
    #expect(try LottiePicture(layers)[35, 50] == [0, 0, 255, 255])
  }

  /// T05.
  @Test func hiddenElementsDrawNothing() throws {
    let rect = Part.rect(50, 50, 40, 20)
    #expect(try shape([Part.rect(50, 50, 40, 20, #","hd":true"#), Part.red]).count == 0)
    #expect(try shape([rect, Part.fill("1,0,0", #","hd":true"#)]).count == 0)
    let group = Part.group([rect, Part.red]).replacing(#""ty":"gr""#, with: #""ty":"gr","hd":true"#)
    #expect(try shape([group]).count == 0)
    let layer = Part.document([Part.layer([rect, Part.red], #","hd":true"#)])
    #expect(try LottiePicture(layer).count == 0)
  }

  /// T48, T49.
  @Test(arguments: [
    (#""r":{"k":90}"#, [20.0, 0, 20, 10], [45, 60, 55, 80]),
    (#""sk":{"k":45}"#, [0, 20, 10, 10], [20, 65, 40, 75]),
    (#""sk":{"k":45},"sa":{"k":90}"#, [0, 20, 10, 10], [45, 60, 55, 80]),
    (#""sk":{"k":45},"sa":{"k":45}"#, [0, 20, 10, 10], [35, 70, 45, 90]),
  ])
  func transforms(_ member: String, _ rect: [Double], _ box: [Int]) throws {
    let picture = try shape(
      [Part.rect(rect[0], rect[1], rect[2], rect[3]), Part.red],
      ks: "\(place),\(member)"
    )
    #expect(picture.box.isNear(box), "\(picture.box)")
  }

  /// T51, T52, T54.
  @Test func trimsShowWhereOutlinesStart() throws {
    let stroke = Part.stroke(4)
    let roundRect = #"{"ty":"rc","p":{"k":[50,50]},"s":{"k":[60,40]},"r":{"k":15},"d":3}"#
    let cases: [(String, [Int])] = [
      (Part.rect(50, 50, 60, 40), [70, 30, 82, 72]),
      (Part.rect(50, 50, 60, 40, #","d":3"#), [30, 28, 80, 32]),
      (Part.ellipse(50, 50, 60), [50, 18, 82, 50]),
      (Part.ellipse(50, 50, 60, #","d":3"#), [18, 18, 50, 50]),
      // A round corner of 23.6 pixels, then 20 pixels along the top.
      (roundRect, [45, 28, 82, 45]),
    ]
    for (outline, box) in cases {
      let picture = try shape([outline, stroke, Part.trim(0, 25)])
      #expect(picture.box.isNear(box), "\(picture.box) of \(outline)")
    }
  }

  private func star(_ points: Double, _ more: String = #""sy":1"#) -> String {
    #"{"ty":"sr","pt":{"k":\#(points)},"p":{"k":[50,50]},"r":{"k":0},"or":{"k":40},"ir":{"k":20},"#
      + #""os":{"k":0},"is":{"k":0},\#(more)}"#
  }

  /// T53, T55.
  @Test func stars() throws {
    let trimmed = try shape([star(5), Part.stroke(2), Part.trim(0, 10)])
    #expect(trimmed.box.isNear([49, 10, 63, 35]), "\(trimmed.box)")
    let partial = try shape([star(4.5), Part.red])
    #expect(partial.box.isNear([16, 20, 89, 87]), "\(partial.box)")
  }

  /// T56, T57.
  @Test func roundness() throws {
    let polygon = star(4, #""sy":2"#).replacing(#""os":{"k":0}"#, with: #""os":{"k":100}"#)
    let area = try shape([polygon, Part.red]).area
    #expect(abs(area - 4560) <= 10, "\(area)")
    let pill = Part.rect(50, 50, 60, 20).replacing(Part.fixed(0), with: Part.fixed(50))
    let pillArea = try shape([pill, Part.red]).area
    #expect(abs(pillArea - (40 * 20 + 100 * .pi)) < 4, "\(pillArea)")
  }

  /// T58.
  @Test func trimsOfManyPaths() throws {
    func rows(_ trim: String) throws -> [[Range<Int>]] {
      let lines = [Part.line([(10, 20), (60, 20)]), Part.line([(10, 60), (60, 60)])]
      let picture = try shape(lines + [Part.stroke(4), trim])
      return [picture.runs(row: 20), picture.runs(row: 60)]
    }
    #expect(try rows(Part.trim(0, 50)) == [[10..<35], [10..<35]])
    #expect(try rows(Part.trim(0, 50, mode: 2)) == [[10..<60], []])
    #expect(try rows(Part.trim(25, 75, 90, mode: 2)) == [[], [10..<60]])
    #expect(try rows(Part.trim(0, 50, -90, mode: 2)) == [[10..<35], [35..<60]])
  }

  /// T59, T60.
  @Test func trimsThatComeRound() throws {
    let square = Part.line([(20, 20), (80, 20), (80, 80), (20, 80)], isClosed: true)
    let seam = try shape([square, Part.stroke(8), Part.trim(0, 50, 270)])
    #expect(seam[17, 17] == [255, 0, 0, 255])
    #expect(try shape([square, Part.stroke(8), Part.trim(40, 40)]).count == 0)
    let whole = try shape([square, Part.stroke(8), Part.trim(0, 100, 90)])
    #expect(whole.box == [16, 16, 84, 84])
    let line = Part.line([(10, 50), (90, 50)])
    let stacked = try shape([line, Part.stroke(4), Part.trim(0, 50), Part.trim(0, 50)])
    #expect(stacked.runs(row: 50) == [10..<30])
  }

  /// T62.
  @Test(arguments: [
    (1, [true, true, true]), (2, [true, true, true]), (3, [true, false, false]),
    (4, [false, true, false]), (5, [true, false, true]),
  ])
  func merges(_ mode: Int, _ isThere: [Bool]) throws {
    let picture = try shape([
      Part.rect(40, 50, 40, 40), Part.rect(60, 50, 40, 40), #"{"ty":"mm","mm":\#(mode)}"#, Part.red,
    ])
    #expect([25, 50, 75].map { picture.alpha($0, 50) > 127 } == isThere)
  }

  /// T63, T64.
  @Test func roundedCorners() throws {
    let round = #"{"ty":"rd","r":{"k":50}}"#
    let area = try shape([Part.rect(50, 50, 60, 20), round, Part.red]).area
    #expect(abs(area - 943) <= 6, "\(area)")
    let corner = Part.line([(20, 20), (80, 20), (80, 80)])
    let picture = try shape([corner, round, Part.stroke(4)])
    #expect(picture.alpha(79, 21) < 10)
    #expect(picture.alpha(21, 20) > 200 && picture.alpha(80, 78) > 200)
    let plain = try shape([Part.ellipse(50, 50, 60), Part.red])
    let rounded = try shape([Part.ellipse(50, 50, 60), round, Part.red])
    #expect(plain.area == rounded.area)
  }

  private func repeater(_ copies: Double, _ transform: String, _ more: String = "") -> String {
    #"{"ty":"rp","c":{"k":\#(copies)},"o":{"k":0},"m":1,"tr":{"ty":"tr",\#(transform)}\#(more)}"#
  }

  /// T65.
  @Test func repeaters() throws {
    let small = [Part.rect(10, 50, 8, 8), Part.red]
    let row = try shape(small + [repeater(3, #""p":{"k":[10,0]}"#)])
    #expect(row.box == [6, 46, 34, 54])
    let scaled = try shape(
      [Part.rect(0, 0, 4, 4), Part.red, repeater(3, #""p":{"k":[20,0]},"s":{"k":[200,200]}"#)],
      ks: #""p":{"k":[20,50]}"#
    )
    #expect(scaled.runs(row: 50) == [18..<22, 36..<44, 52..<68])
    let turned = try shape(
      [Part.rect(10, 0, 6, 6), Part.red, repeater(3, #""p":{"k":[20,0]},"r":{"k":90}"#)],
      ks: #""p":{"k":[30,50]}"#
    )
    for (x, y) in [(40, 50), (50, 60), (60, 50)] { #expect(turned.alpha(x, y) == 255) }
  }

  /// T66.
  @Test func opacityOfCopies() throws {
    let items = [
      Part.rect(10, 50, 8, 8), Part.red,
      repeater(4, #""p":{"k":[20,0]},"so":{"k":100},"eo":{"k":0}"#),
    ]
    let picture = try shape(items)
    let alphas = [10, 30, 50, 70].map { Int(picture.alpha($0, 50)) }
    #expect(alphas.isNear([255, 191, 128, 64]), "\(alphas)")
    let one = try shape([Part.rect(10, 50, 8, 8), Part.red, repeater(1, #""so":{"k":40}"#)])
    #expect([Int(one.alpha(10, 50))].isNear([102]))
  }

  /// T68, T69, T70.
  @Test func outlinesThatGrow() throws {
    let pucker = #"{"ty":"pb","a":{"k":50}}"#
    let puckered = try shape([Part.rect(50, 50, 40, 40), pucker, Part.red])
    #expect(puckered.box.isNear([25, 25, 75, 75]), "\(puckered.box)")
    func offset(_ amount: Double, _ join: Int) throws -> LottiePicture {
      let item = #"{"ty":"op","a":{"k":\#(amount)},"lj":\#(join),"ml":{"k":4}}"#
      return try shape([Part.rect(50, 50, 40, 40), item, Part.red])
    }
    #expect(try offset(10, 1).box == [20, 20, 80, 80])
    #expect(try [1, 2, 3].map { try offset(10, $0).alpha(21, 21) > 127 } == [true, false, false])
    #expect(try offset(-10, 1).box == [40, 40, 60, 60])
    let zigZag = #"{"ty":"zz","s":{"k":10},"r":{"k":3},"pt":{"k":1}}"#
    let line = try shape([Part.line([(10, 50), (90, 50)]), zigZag, Part.stroke(2)])
    #expect(line.box.isNear([9, 38, 91, 62], within: 2), "\(line.box)")
  }

  /// T71, T72.
  @Test func fillRulesAndWidths() throws {
    let rects = [Part.rect(50, 50, 60, 60), Part.rect(50, 50, 20, 20)]
    #expect(try shape(rects + [Part.fill("1,0,0", #","r":2"#)]).alpha(50, 50) == 0)
    #expect(try shape(rects + [Part.red]).alpha(50, 50) == 255)
    let against = [rects[0], Part.rect(50, 50, 20, 20, #","d":3"#), Part.red]
    #expect(try shape(against).alpha(50, 50) == 0)
    let cross = [Part.line([(10, 50), (90, 50)]), Part.line([(50, 10), (50, 90)])]
    let crossed = try shape(cross + [Part.stroke(10, opacity: 50)])
    #expect([Int(crossed.alpha(50, 50))].isNear([128]))
    let line = Part.line([(-20, 0), (20, 0)])
    let scale = #""s":{"k":[200,200]},"p":{"k":[50,50]}"#
    #expect(try shape([Part.group([line], scale), Part.stroke(4)]).box == [10, 48, 90, 52])
    #expect(try shape([Part.group([line, Part.stroke(4)], scale)]).box == [10, 46, 90, 54])
  }

  /// T74.
  @Test func dashes() throws {
    func runs(_ dashes: [(String, Double)], cap: Int = 1) throws -> [Range<Int>] {
      let list = dashes.map { #"{"n":"\#($0.0)","v":{"k":\#($0.1)}}"# }.joined(separator: ",")
      let stroke = Part.stroke(4, cap: cap, #","d":[\#(list)]"#)
      return try shape([Part.line([(0, 50), (100, 50)]), stroke]).runs(row: 50)
    }
    #expect(try runs([("d", 10), ("g", 5)]).prefix(3) == [0..<10, 15..<25, 30..<40])
    #expect(try runs([("d", 10), ("g", 5), ("o", 3)]).prefix(2) == [0..<7, 12..<22])
    #expect(try runs([("d", 4), ("g", 8), ("d", 16)]).prefix(3) == [0..<4, 12..<28, 32..<40])
    #expect(try runs([("d", -5), ("g", 5)]) == [0..<100])
  }

  /// T76.
  @Test func groupsFadeAsOne() throws {
    let red = Part.group([Part.rect(40, 50, 40, 40), Part.red])
    let blue = Part.group([Part.rect(60, 50, 40, 40), Part.blue])
    let picture = try shape([Part.group([red, blue], #""o":{"k":50}"#)])
    #expect(picture[50, 50].isNear([128, 0, 0, 128]))
    #expect(picture[75, 50].isNear([0, 0, 128, 128]))
  }
}
