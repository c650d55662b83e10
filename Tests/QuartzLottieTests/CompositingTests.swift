// Masks, mattes, blend modes, effects, gradients, pictures, by the law texts T19 to T22 and T75 to
// T79.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

@testable import QuartzLottie

struct LottieCompositingTests {
  private func path(_ x: Double, _ y: Double, _ w: Double, _ h: Double, isClosed: Bool = true)
    -> String
  {
    let zero = "[[0,0],[0,0],[0,0],[0,0]]"
    let points = "[[\(x),\(y)],[\(x + w),\(y)],[\(x + w),\(y + h)],[\(x),\(y + h)]]"
    return #"{"k":{"v":\#(points),"i":\#(zero),"o":\#(zero),"c":\#(isClosed)}}"#
  }

  private func mask(
    _ mode: String,
    x: Double,
    opacity: Double = 100,
    isInverse: Bool = false
  ) -> String {
    #"{"inv":\#(isInverse),"mode":"\#(mode)","pt":\#(path(x, 10, 40, 80)),"o":{"k":\#(opacity)}}"#
  }

  /// Alpha in the first mask alone, in both, in the second alone, and in none.
  private func alphas(_ masks: [String]) throws -> [Int] {
    let list = #","masksProperties":[\#(masks.joined(separator: ","))]"#
    let picture = try LottiePicture(Part.document([Part.solid("#ff0000", 100, 100, list)]))
    return [20, 40, 60, 90].map { Int(picture.alpha($0, 50)) }
  }

  /// T77: the modes over a first mask of 50 %.
  @Test(arguments: [
    ("a", [128, 191, 128, 0]), ("s", [128, 64, 0, 0]), ("i", [0, 64, 0, 0]),
    ("l", [128, 128, 128, 0]), ("d", [0, 128, 0, 0]), ("f", [128, 0, 128, 0]),
  ])
  func masksAfterAnAdded(_ mode: String, _ expected: [Int]) throws {
    let found = try alphas([mask("a", x: 10, opacity: 50), mask(mode, x: 30, opacity: 50)])
    #expect(found.isNear(expected, within: 2), "\(found)")
  }

  /// T77: masks alone.
  @Test(arguments: [
    ("a", false, 50.0, [128, 128, 0, 0]), ("a", true, 100, [0, 0, 255, 255]),
    ("a", true, 50, [0, 0, 128, 128]), ("s", false, 100, [0, 0, 255, 255]),
    ("s", false, 50, [128, 128, 255, 255]), ("i", false, 100, [255, 255, 0, 0]),
    ("n", false, 100, [255, 255, 255, 255]), ("l", false, 50, [128, 128, 0, 0]),
    ("d", false, 50, [128, 128, 0, 0]), ("f", false, 100, [255, 255, 0, 0]),
  ])
  func masksAlone(_ mode: String, _ isInverse: Bool, _ opacity: Double, _ expected: [Int]) throws {
    let found = try alphas([mask(mode, x: 10, opacity: opacity, isInverse: isInverse)])
    #expect(found.isNear(expected, within: 2), "\(found)")
  }

  /// T77: outlines that grow or are open.
  @Test func masksGrow() throws {
    func box(_ more: String, isClosed: Bool = true) throws -> [Int] {
      let one =
        #"{"mode":"a","pt":\#(path(10, 10, 50, 50, isClosed: isClosed)),"o":{"k":100}\#(more)}"#
      let list = #","masksProperties":[\#(one)]"#
      return try LottiePicture(Part.document([Part.solid("#ff0000", 100, 100, list)])).box
    }
    #expect(try box(#","x":{"k":5}"#) == [5, 5, 65, 65])
    #expect(try box(#","x":{"k":-5}"#) == [15, 15, 55, 55])
    #expect(try box("", isClosed: false) == [10, 10, 60, 60])
  }

  /// T78: alpha inside and outside of a matte of white 50 %.
  @Test(arguments: [(1, [128, 0]), (2, [128, 255]), (3, [128, 0]), (4, [128, 255])])
  func mattes(_ kind: Int, _ expected: [Int]) throws {
    let matte = Part.layer(
      [Part.rect(25, 50, 50, 100), Part.fill("1,1,1", opacity: 50)],
      #","td":1"#
    )
    let masked = Part.solid("#0000ff", 100, 100, #","tt":\#(kind)"#)
    let picture = try LottiePicture(Part.document([matte, masked]))
    let found = [25, 75].map { Int(picture.alpha($0, 50)) }
    #expect(found.isNear(expected), "\(found)")
  }

  /// T78: the brightness of colours.
  @Test(arguments: [("1,0,0", 54), ("0,1,0", 182), ("0,0,1", 18)])
  func brightness(_ color: String, _ expected: Int) throws {
    let matte = Part.layer([Part.rect(50, 50, 100, 100), Part.fill(color)])
    let masked = Part.solid("#ffffff", 100, 100, #","tt":3"#)
    let found = Int(try LottiePicture(Part.document([matte, masked])).alpha(50, 50))
    #expect([found].isNear([expected]), "\(found)")
  }

  /// T78: mattes by index, out of their range, missing, of each other.
  @Test func mattesElsewhere() throws {
    let matte = Part.layer([Part.rect(25, 50, 50, 100), Part.red], #","td":1,"ind":7"#)
    func masked(_ tt: Int, _ tp: Int) -> String {
      Part.solid("#0000ff", 100, 100, #","tt":\#(tt),"tp":\#(tp)"#)
    }
    let below = try LottiePicture(Part.document([masked(1, 7), matte]))
    #expect(below.box == [0, 0, 50, 100])
    let late = matte.replacing(#""ip":0"#, with: #""ip":5"#)
    for (kind, before) in [(1, 0), (2, 255)] {
      let pictures = try LottiePicture.all(Part.document([masked(kind, 7), late]), at: [2, 7])
      #expect(Int(pictures[0].alpha(25, 50)) == before)
      #expect(Int(pictures[1].alpha(25, 50)) == (kind == 1 ? 255 : 0))
    }
    #expect(try LottiePicture(Part.document([masked(1, 99)])).count == 10_000)
    let first = Part.solid("#0000ff", 50, 50, #","ind":1,"tt":1,"tp":2"#)
    let second = Part.solid("#0000ff", 50, 50, #","ind":2,"tt":1,"tp":1"#)
    #expect(try LottiePicture(Part.document([first, second])).count == 2500)
  }

  /// T79.
  @Test(arguments: [
    (1, [41, 61, 26]), (2, [214, 194, 153]), (3, [173, 122, 51]), (4, [51, 102, 51]),
    (5, [204, 153, 128]), (6, [255, 255, 102]), (7, [0, 0, 0]), (8, [82, 133, 51]),
    (9, [180, 114, 51]), (10, [153, 51, 77]), (11, [173, 133, 128]), (12, [24, 177, 139]),
    (16, [255, 255, 179]),
  ])
  func blendModes(_ mode: Int, _ expected: [Int]) throws {
    let above = Part.layer(
      [Part.rect(50, 50, 100, 100), Part.fill(".2,.6,.5".replacing(".", with: "0."))],
      #","bm":\#(mode)"#
    )
    let below = Part.layer([Part.rect(50, 50, 100, 100), Part.fill("0.8,0.4,0.2")])
    let found = try LottiePicture(Part.document([above, below]))[50, 50]
    // Both colours are rounded to bytes first.
    #expect(found.isNear(expected + [255], within: 2), "\(found)")
  }

  private func effect(_ type: Int, _ values: [String]) -> String {
    let list = values.map { #"{"v":{"k":\#($0)}}"# }.joined(separator: ",")
    return #","ef":[{"ty":\#(type),"en":1,"ef":[\#(list)]}]"#
  }

  /// T79.
  @Test func effects() throws {
    let tint = effect(20, ["[0,0,1]", "[0,1,0]", "100"])
    let tinted = try LottiePicture(Part.document([Part.solid("#ff8000", 100, 100, tint)]))
    #expect(tinted[50, 50].isNear([0, 145, 110, 255]), "\(tinted[50, 50])")
    let fill = effect(21, ["0", "0", "[0,1,0]", "0", "0", "0", "0.5"])
    let filled = try LottiePicture(Part.document([Part.solid("#ff8000", 100, 100, fill)]))
    #expect(filled[50, 50].isNear([0, 128, 0, 128]), "\(filled[50, 50])")
    let shadow = effect(25, ["[0,0,1]", "255", "90", "30", "0"])
    let place = Part.layer([Part.rect(30, 50, 20, 20), Part.red], shadow)
    let shadowed = try LottiePicture(Part.document([place]))
    #expect(shadowed[60, 50] == [0, 0, 255, 255])
    #expect(shadowed.box == [20, 40, 70, 60])
    let blur = effect(29, ["20", "1", "0"])
    let blurred = try LottiePicture(
      Part.document([Part.layer([Part.rect(50, 50, 40, 200), Part.red], blur)])
    )
    // Half way at the edge; one standard deviation of 6 pixels outside, 16 %.
    #expect([Int(blurred.alpha(30, 50))].isNear([137], within: 8))
    #expect([Int(blurred.alpha(24, 50))].isNear([45], within: 8))
  }

  private func gradient(_ stops: String, _ count: Int, _ more: String = "") -> String {
    #"{"ty":"gf","t":1,"s":{"k":[0,50]},"e":{"k":[100,50]},"o":{"k":100},"#
      + #""g":{"p":\#(count),"k":{"k":[\#(stops)]}}\#(more)}"#
  }

  /// Lines of one colour are at right angles to the way, whatever the shape of the outline.
  @Test func gradientsOfWideOutlines() throws {
    let slanted =
      #"{"ty":"gf","t":1,"s":{"k":[30,30]},"e":{"k":[70,70]},"o":{"k":100},"#
      + #""g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}}}"#
    let picture = try LottiePicture(
      Part.document([Part.layer([Part.rect(50, 50, 80, 20), slanted])])
    )
    for (x, y) in [(44, 55), (50, 49), (55, 44)] {
      #expect(picture[x, y].isNear([128, 0, 127, 255]), "\(picture[x, y]) at \(x), \(y)")
    }
    // A quarter of the way.
    #expect(picture[34, 45].isNear([191, 0, 64, 255], within: 2))
  }

  /// T75.
  @Test func gradients() throws {
    let plain = gradient("0,1,0,0,1,0,0,1", 2)
    let picture = try LottiePicture(
      Part.document([Part.layer([Part.rect(50, 50, 100, 100), plain])])
    )
    let expected = [
      0: [253, 0, 1], 24: [192, 0, 62], 49: [128, 0, 126], 74: [65, 0, 189], 99: [1, 0, 253],
    ]
    for (x, color) in expected {
      #expect(picture[x, 50].isNear(color + [255]), "\(x): \(picture[x, 50])")
    }
    let faded = gradient("0,1,0,0,1,0,0,1,0,1,0.5,0,1,1", 2)
    let half = try LottiePicture(
      Part.document([Part.layer([Part.rect(50, 50, 100, 100), faded])])
    )
    #expect(half[24, 50].isNear([97, 0, 31, 129]), "\(half[24, 50])")
    let hard = gradient("0,1,0,0,0.5,1,0,0,0.5,0,0,1,1,0,0,1", 4)
    let edge = try LottiePicture(Part.document([Part.layer([Part.rect(50, 50, 100, 100), hard])]))
    #expect(edge[48, 50].isNear([255, 0, 0, 255]) && edge[51, 50].isNear([0, 0, 255, 255]))
  }

  /// T75: colours around a centre.
  @Test func radialGradients() throws {
    let radial = gradient("0,1,0,0,1,0,0,1", 2).replacing(#""t":1"#, with: #""t":2"#)
      .replacing("[0,50]", with: "[50,50]")
    let picture = try LottiePicture(
      Part.document([Part.layer([Part.ellipse(50, 50, 80), radial])])
    )
    for point in [(74, 50), (50, 74), (25, 50)] {
      #expect(picture[point.0, point.1].isNear([130, 0, 125, 255], within: 3))
    }
    #expect(picture.alpha(5, 50) == 0)
  }

  /// T43.
  @Test func stopsThatMove() throws {
    let stops = Part.keys((0, [0.2, 1, 0, 0, 0.2, 0, 0, 1]), (10, [0.8, 1, 0, 0, 0.8, 0, 0, 1]))
    let moving = gradient("0", 2).replacing(#"{"k":[0]}"#, with: stops)
    let json = Part.document([Part.layer([Part.rect(50, 50, 100, 100), moving])])
    let picture = try LottiePicture(json, at: 5)
    #expect(picture[47, 50].isNear([255, 0, 0, 255]) && picture[52, 50].isNear([0, 0, 255, 255]))
  }

  /// T19, T20.
  @Test func pictures() throws {
    let bytes = [UInt8](
      Data(
        base64Encoded:
          "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg=="
      ) ?? Data()
    )
    let url = "data:image/png;base64," + Data(bytes).base64EncodedString()
    func document(_ asset: String) -> String {
      Part.document(
        [#"{"ty":2,"refId":"i","ip":0,"op":10,"ks":{"p":{"k":[10,20]}}}"#],
        #","assets":[{"id":"i","w":20,"h":10,\#(asset)}]"#
      )
    }
    let picture = try LottiePicture(document(#""u":"","p":"\#(url)","e":1"#))
    #expect(picture.box == [15, 20, 25, 30], "\(picture.box)")
    #expect(try LottiePicture(document(#""u":"images/","p":"none.png","e":0"#)).count == 0)
    let outside = Data(document(#""u":"../","p":"secret.png","e":0"#).utf8)
    #expect(try LottieAnimation(data: outside).report.warnings.count == 1)
  }

  /// T21, T22, T24 to T27.
  @Test func quirks() throws {
    let solid = Part.solid("#ff8000", 30, 20, #","ks":{"p":{"k":[10,10]}}"#)
      .replacing(#""ks":{},"#, with: "").replacing(#""ks":{}"#, with: #""x":0"#)
    let picture = try LottiePicture(Part.document([solid]))
    #expect(picture.box == [10, 10, 40, 30] && picture[20, 20] == [255, 128, 0, 255])
    let bare = #"{"ty":"rc","p":[50,50],"s":[40,20],"r":0}"#
    let fill = #"{"ty":"fl","c":[1,0,0],"o":{"k":[50]}}"#
    let layer = #"{"ty":4,"ip":0,"op":10,"shapes":[{"ty":"gr","it":[\#(bare),\#(fill)]}]}"#
    #expect(try LottiePicture(Part.document([layer]))[50, 50].isNear([128, 0, 0, 128]))
    let old = Part.document([
      Part.layer([
        Part.rect(50, 50, 40, 20), #"{"ty":"fl","c":{"k":[255,128,0,255]},"o":{"k":100}}"#,
      ])
    ])
    #expect(try LottiePicture(old.replacing("5.7.1", with: "4.0.0"))[50, 50] == [255, 128, 0, 255])
    let strange = Part.document([
      #"{"ty":99,"ks":{}}"#, Part.layer([#"{"ty":"xx"}"#, Part.rect(50, 50, 40, 20), Part.red]),
    ])
    #expect(try LottiePicture(strange).count == 800)
    #expect(try LottieAnimation(data: Data(strange.utf8)).report.warnings.count == 2)
    let expression = Part.layer(
      [Part.rect(50, 50, 40, 20), Part.red],
      ks: #""o":{"k":50,"x":"var $bm_rt = 1"}"#
    )
    let spoken = Part.document([expression])
    #expect(try LottiePicture(spoken)[50, 50].isNear([128, 0, 0, 128]))
    #expect(
      try LottieAnimation(data: Data(spoken.utf8)).report.ignored.map(\.feature) == ["expression"]
    )
  }

  /// T28, T29.
  @Test func markersSlotsAndSettings() throws {
    let color = #"{"ty":"fl","nm":"Fill","c":{"sid":"main","k":[1,0,0]},"o":{"k":100}}"#
    let layer = Part.layer([Part.rect(50, 50, 40, 20), color], #","nm":"Box""#)
    func document(_ slots: String) -> String {
      Part.document(
        [layer],
        #","slots":{\#(slots)},"markers":[{"cm":"a","tm":2,"dr":3},{"cm":"{\"name\":\"b\"}","tm":6},{"cm":"c","tm":8,"dr":0}]"#
      )
    }
    let green = document(#""main":{"p":{"k":[0,1,0]}}"#)
    #expect(try LottiePicture(green)[50, 50] == [0, 255, 0, 255])
    #expect(try LottiePicture(document(""))[50, 50] == [255, 0, 0, 255])
    let wrong = document(#""main":{"p":{"k":5}}"#)
    #expect(try LottiePicture(wrong)[50, 50] == [255, 0, 0, 255])
    let animation = try LottieAnimation(data: Data(green.utf8))
    #expect(animation.markerRange(named: "a") == 2..<5)
    #expect(animation.markerRange(named: "b") == 6..<8)
    #expect(animation.markerRange(named: "c") == 8..<10)
    #expect(animation.keyPaths.contains("Box.Fill.Color"))
    var settings = LottieSettings()
    settings.set(slot: "main", .color(red: 0, green: 0, blue: 1, alpha: 1))
    #expect(try LottiePicture(green, settings: settings)[50, 50] == [0, 0, 255, 255])
    settings.set(keyPath: "**.Color", .color(red: 1, green: 1, blue: 0, alpha: 1))
    #expect(try LottiePicture(green, settings: settings)[50, 50] == [255, 255, 0, 255])
  }
}
