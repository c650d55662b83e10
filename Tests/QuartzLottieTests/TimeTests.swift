// Time: ranges, compositions, remapped time, keyframes, by the law texts T04 to T14 and T30 to T50.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

@testable import QuartzLottie

struct LottieTimeTests {
  /// A bar whose left edge shows a place along x.
  private func bar(_ ks: String, _ more: String = "") -> String {
    Part.layer([Part.rect(0, 50, 4, 20), Part.red], more, ks: ks)
  }

  private func centers(_ json: String, at frames: [Double]) throws -> [Double?] {
    try LottiePicture.all(json, at: frames).map { picture in
      var (sum, weight) = (0.0, 0.0)
      for x in 0..<100 {
        let alpha = Double(picture.alpha(x, 50))
        sum += alpha * (Double(x) + 0.5)
        weight += alpha
      }
      return weight > 0 ? sum / weight : nil
    }
  }

  private func expect(
    _ centers: [Double?],
    _ expected: [Double?],
    within: Double = 0.03,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let isNear = zip(centers, expected).allSatisfy { center, expected in
      guard let center, let expected else { return center == nil && expected == nil }
      return abs(center - expected) <= within
    }
    #expect(centers.count == expected.count && isNear, "\(centers)", sourceLocation: sourceLocation)
  }

  private let still = #""p":{"k":[50,0]}"#

  /// T04.
  @Test func rangesOfLayers() throws {
    let layer = bar(still).replacing(#""ip":0,"op":10"#, with: #""ip":2,"op":5"#)
    let found = try centers(Part.document([layer]), at: [1, 2, 2.5, 4.9, 5])
    expect(found, [nil, 50, 50, 50, nil])
  }

  /// T05, T06, T07.
  @Test func parents() throws {
    let child = Part.layer(
      [Part.rect(0, 0, 4, 4), Part.red],
      #","parent":1"#,
      ks: #""p":{"k":[20,0]}"#
    )
    let ks = #""p":{"k":[50,50]},"r":{"k":90}"#
    let parent = #"{"ty":3,"ind":1,"ip":0,"op":10,"ks":{\#(ks),"o":{"k":0}},"hd":true}"#
    #expect(try LottiePicture(Part.document([child, parent])).box == [48, 68, 52, 72])
    let gone = parent.replacing(#""op":10"#, with: #""op":0"#)
    #expect(try LottiePicture(Part.document([child, gone]), at: 5)[50, 70] == [255, 0, 0, 255])
    let alone = Part.document([child])
    #expect(try LottiePicture(alone).box == [18, 0, 22, 2])
    #expect(try LottieAnimation(data: Data(alone.utf8)).report.warnings.count == 1)
  }

  /// T08.
  @Test func parentsInCircles() {
    for parents in [[(1, 2), (2, 1)], [(1, 1)]] {
      let layers = parents.map { #"{"ty":3,"ind":\#($0.0),"parent":\#($0.1),"ks":{}}"# }
      #expect(
        throws: LottieError.invalid(
          path: "layers[0].parent",
          reason: "the layer is its own ancestor"
        )
      ) {
        try LottieAnimation(data: Data(Part.document(layers).utf8))
      }
    }
  }

  private func composed(_ more: String, inner: String? = nil, op: Double = 20) -> String {
    let moving = inner ?? bar(#""p":\#(Part.keys((0, [0, 0]), (20, [100, 0])))"#)
    let asset = #"{"id":"a","layers":[\#(moving.replacing(#""op":10"#, with: #""op":\#(op)"#))]}"#
    let layer = #"{"ty":0,"refId":"a","w":100,"h":100,"ip":0,"op":20,"ks":{}\#(more)}"#
    return Part.document([layer], #","assets":[\#(asset)]"#).replacing(
      #""op":10,"w""#,
      with: #""op":20,"w""#
    )
  }

  /// T09.
  @Test func compositionsStartAndStretch() throws {
    expect(try centers(composed(#","st":4"#), at: [8]), [20])
    expect(try centers(composed(#","sr":2"#), at: [8]), [20])
    expect(try centers(composed(#","st":4,"sr":2"#), at: [8, 12]), [10, 20])
  }

  /// T10, T11.
  @Test(arguments: ["", #","st":4"#, #","sr":2"#])
  func remappedTime(_ more: String) throws {
    let remap = #","tm":\#(Part.keys((0, [0]), (10, [2])))"#
    // The inner layer ends at frame 20, which the last key shows: a longer one is seen there.
    let found = try centers(composed(remap + more, op: 30), at: [2, 4, 7.5])
    expect(found, [20, 40, 75])
  }

  /// T13: time that runs back.
  @Test func remappedTimeRunsBack() throws {
    let remap = #","tm":\#(Part.keys((0, [1]), (10, [0.2])))"#
    expect(try centers(composed(remap), at: [0, 5, 10, 15]), [50, 30, 10, 10])
  }

  /// T14: remapped time in remapped time.
  @Test func remappedTwice() throws {
    let moving = bar(#""p":\#(Part.keys((0, [0, 0]), (20, [100, 0])))"#, "")
      .replacing(#""op":10"#, with: #""op":99"#)
    let inner =
      #"{"ty":0,"refId":"b","w":100,"h":100,"ip":0,"op":99,"ks":{},"tm":\#(Part.keys((0, [0]), (20, [1])))}"#
    let outer =
      #"{"ty":0,"refId":"a","w":100,"h":100,"ip":0,"op":20,"ks":{},"tm":\#(Part.keys((0, [0]), (10, [2])))}"#
    let assets = #","assets":[{"id":"a","layers":[\#(inner)]},{"id":"b","layers":[\#(moving)]}]"#
    let found = try centers(Part.document([outer], assets), at: [2, 5, 8])
    expect(found, [10, 25, 40])
  }

  /// T16, T17, T18.
  @Test func compositionsAreClippedGroups() throws {
    func composed(_ inner: String, _ more: String, below: String = "") -> String {
      let asset = #","assets":[{"id":"a","layers":[\#(inner)]}]"#
      let layer = #"{"ty":0,"refId":"a","ip":0,"op":10\#(more)}"#
      return Part.document([layer] + (below.isEmpty ? [] : [below]), asset)
    }
    let large = Part.layer([Part.rect(0, 0, 300, 300), Part.red])
    let clipped = composed(large, #","w":40,"h":30,"ks":{"p":{"k":[10,10]}}"#)
    #expect(try LottiePicture(clipped).box == [10, 10, 50, 40])
    let two =
      Part.layer([Part.rect(40, 50, 40, 40), Part.red]) + ","
      + Part.layer([Part.rect(60, 50, 40, 40), Part.blue])
    let faded = composed(two, #","w":100,"h":100,"ks":{"o":{"k":50}}"#)
    #expect(try LottiePicture(faded)[50, 50].isNear([128, 0, 0, 128]))
    let multiplied = Part.layer([Part.rect(50, 50, 40, 40), Part.red], #","bm":1"#)
    let apart = composed(
      multiplied,
      #","w":100,"h":100,"ks":{}"#,
      below: Part.solid("#0000ff", 100, 100)
    )
    #expect(try LottiePicture(apart)[50, 50].isNear([255, 0, 0, 255]))
  }

  private func moving(_ position: String) -> String { Part.document([bar(#""p":\#(position)"#)]) }

  private func key(_ time: Double, _ value: Double, _ more: String = "") -> String {
    #"{"t":\#(time),"s":[\#(value),0]\#(more)}"#
  }

  /// T30, T31, T32, T45, T46.
  @Test func keysOfAllKinds() throws {
    let linear = moving(Part.keys((0, [0, 0]), (10, [100, 0])))
    expect(try centers(linear, at: [2.5, 7.3]), [25, 73])
    let hold = #","h":1"#
    let held = moving(#"{"k":[\#(key(0, 20, hold)),\#(key(5, 80, hold)),\#(key(8, 50, hold))]}"#)
    expect(try centers(held, at: [0, 4.99, 5, 7.9, 8, 9]), [20, 20, 80, 80, 50, 50])
    let equal = moving(#"{"k":[\#(key(0, 40, hold)),\#(key(5, 40, hold)),\#(key(5, 70))]}"#)
    expect(try centers(equal, at: [4.9, 5, 9]), [40, 70, 70])
    let between = moving(Part.keys((2.5, [20, 0]), (7.25, [80, 0])))
    expect(try centers(between, at: [1, 4.875, 9]), [20, 50, 80])
    expect(try centers(moving(#"{"k":[\#(key(3, 30, hold))]}"#), at: [0, 9]), [30, 30])
    let outside = moving(Part.keys((-10, [10, 0]), (20, [40, 0])))
    expect(try centers(outside, at: [0, 5]), [20, 25])
  }

  /// T23.
  @Test func oldKeys() throws {
    let keys = """
      {"k":[{"t":2,"s":[20,0],"e":[80,0],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":7}]}
      """
    expect(try centers(moving(keys), at: [1, 4, 8]), [20, 44, 80])
  }

  /// T33, T34.
  @Test func easings() throws {
    let easing = Easing(out: SIMD2(0.333, 0), into: SIMD2(0.667, 1))
    #expect(abs(easing.value(at: 0.2) - 0.1040922) < 1e-6)
    let over = Easing(out: SIMD2(0.5, -0.5), into: SIMD2(0.5, 1.5))
    #expect(abs(90 * over.value(at: 0.2) - -6.391) < 1e-3)
    let keys = """
      {"k":[{"t":0,"s":[0,0],"o":{"x":0.333,"y":0},"i":{"x":0.667,"y":1}},{"t":10,"s":[100,0]}]}
      """
    expect(try centers(moving(keys), at: [2, 8]), [10.40922, 100 - 10.40922])
  }

  /// T35: each axis of a scale has its own easing.
  @Test func easingsOfAxes() throws {
    let scale = """
      "s":{"k":[{"t":0,"s":[100,100],"o":{"x":[0,1],"y":[0,0]},"i":{"x":[1,0],"y":[1,1]}},
      {"t":10,"s":[200,200]}]}
      """
    let json = Part.document([
      Part.layer([Part.rect(0, 0, 40, 40), Part.red], ks: #""p":{"k":[50,50]},\#(scale)"#)
    ])
    let area = try LottiePicture(json, at: 2).area
    #expect(abs(area - 48 * 40 * 1.0174) < 2, "\(area)")
  }

  /// T36, T37.
  @Test func curvedWays() throws {
    let keys = """
      {"k":[{"t":0,"s":[10,90],"to":[0,-80],"ti":[0,-80],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},
      {"t":10,"s":[90,90]}]}
      """
    let animation = try LottieAnimation(data: Data(moving(keys).utf8))
    let transform = animation.document.root.layers[0].transform
    for (frame, x, y) in [(1, 11.17, 74.06), (2, 15.16, 58.59), (5, 50, 30)]
      as [(Double, Double, Double)]
    {
      let place = transform.place(at: frame)
      #expect(abs(place.x - x) < 0.01 && abs(place.y - y) < 0.01, "\(place)")
    }
    let small = Part.layer([Part.rect(0, 0, 6, 6), Part.red], ks: #""p":\#(keys)"#)
    let box = try LottiePicture(Part.document([small]), at: 5).box
    #expect(box == [47, 27, 53, 33])
  }

  /// T38, T39.
  @Test func splitPlacesAndManyTurns() throws {
    let split = #"{"s":true,"x":{"k":30},"y":\#(Part.keys((0, [0]), (10, [100])))}"#
    let small = Part.layer([Part.rect(0, 0, 6, 6), Part.red], ks: #""p":\#(split)"#)
    #expect(try LottiePicture(Part.document([small]), at: 4).box == [27, 37, 33, 43])
    let turning = #""p":{"k":[50,50]},"r":\#(Part.keys((0, [0]), (10, [1080])))"#
    let bar = Part.document([Part.layer([Part.rect(20, 0, 6, 6), Part.red], ks: turning)])
    let found = try LottiePicture(bar, at: 0.5)
    let (x, y) = (50 + 20 * cos(54 * Double.pi / 180), 50 + 20 * sin(54 * Double.pi / 180))
    #expect(found.alpha(Int(x), Int(y)) == 255)
    #expect(abs(found.area - 36) < 1)
  }

  /// T40.
  @Test func scalesThatMirror() throws {
    let scale = #""p":{"k":[50,50]},"s":\#(Part.keys((0, [100, 100]), (10, [-100, 100])))"#
    let json = Part.document([Part.layer([Part.rect(20, 0, 20, 20), Part.red], ks: scale)])
    let pictures = try LottiePicture.all(json, at: [0, 2.5, 5, 9.99])
    #expect(pictures.map(\.box) == [[60, 40, 80, 60], [55, 40, 65, 60], [], [20, 40, 40, 60]])
  }

  /// T41, T42, T44.
  @Test func pathsAndColors() throws {
    func path(_ points: String) -> String {
      let zero = "[[0,0],[0,0],[0,0],[0,0]]"
      return #"{"v":\#(points),"i":\#(zero),"o":\#(zero),"c":true}"#
    }
    let square = path("[[30,30],[70,30],[70,70],[30,70]]")
    let diamond = path("[[50,20],[80,50],[50,80],[20,50]]")
    let linear = #""o":{"x":0,"y":0},"i":{"x":1,"y":1}"#
    let morph =
      #"{"ty":"sh","ks":{"k":[{"t":0,"s":[\#(square)],\#(linear)},{"t":10,"s":[\#(diamond)]}]}}"#
    let half = try LottiePicture(Part.document([Part.layer([morph, Part.red])]), at: 5)
    // Vertices at (40 25), (75 40), (60 75), (25 60).
    #expect(abs(half.area - 1450) < 3, "\(half.area)")
    let color = #"{"ty":"fl","c":\#(Part.keys((0, [1, 0, 0]), (10, [0, 0, 1]))),"o":{"k":100}}"#
    let mixed = Part.document([Part.layer([Part.rect(50, 50, 20, 20), color])])
    #expect(try LottiePicture(mixed, at: 5)[50, 50].isNear([128, 0, 128, 255]))
  }

  /// T47.
  @Test func anchorsThatMove() throws {
    let ks =
      #""p":{"k":[50,50]},"r":{"k":90},"a":\#(Part.keys((0, [0, 0]), (10, [20, 0])))"#
    let json = Part.document([Part.layer([Part.rect(0, 0, 10, 10), Part.red], ks: ks)])
    let boxes = try LottiePicture.all(json, at: [0, 5, 9.999]).map(\.box)
    #expect(boxes == [[45, 45, 55, 55], [45, 35, 55, 45], [45, 25, 55, 35]])
  }

  /// T50.
  @Test func layersPointAlongTheirWay() throws {
    let ks = #""p":\#(Part.keys((5, [50, 10]), (9, [50, 90])))"#
    let json = Part.document([
      Part.layer([Part.rect(0, 0, 20, 4), Part.red], #","ao":1"#, ks: ks)
    ])
    for picture in try LottiePicture.all(json, at: [0, 5, 7, 9.5]) {
      let box = picture.box
      #expect(box[2] - box[0] == 4 && box[3] - box[1] == 20, "\(box)")
    }
  }

  /// T67.
  @Test func copiesThatBecomeMore() throws {
    let repeater =
      #"{"ty":"rp","c":\#(Part.keys((0, [1]), (8, [3]))),"o":{"k":0},"tr":{"p":{"k":[20,0]}}}"#
    let json = Part.document([Part.layer([Part.rect(10, 50, 8, 8), Part.red, repeater])])
    let counts = try LottiePicture.all(json, at: [0, 3.9, 4.1, 7.9, 8.1]).map {
      $0.runs(row: 50).count
    }
    #expect(counts == [1, 1, 2, 2, 3])
  }
}
