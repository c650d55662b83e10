// Random documents of every feature within bounds.
// Licensed under the MIT license; see LICENSE.
//
// Handles of easings are whole 64ths, so that the single precision of timing functions says them
// exactly, and the values of both ways can be held against each other to 1e-6.

import Foundation
import TestRandom

/// Makes documents as JSON from a seed.
struct RandomLottie {
  private var random: SeededGenerator
  private var assets: [String] = []
  private var names = 0
  private var isInComposition = false

  static let side = 48

  /// A document of 48 x 48 pixels with ten frames.
  static func document(seed: UInt64) -> String {
    var maker = RandomLottie(random: SeededGenerator(seed: seed &* 0x9E37_79B9 &+ 7))
    let layers = maker.layers(count: 1 + maker.random.index(below: 4))
    return #"{"v":"5.7.1","fr":10,"ip":0,"op":10,"w":\#(side),"h":\#(side),"layers":["#
      + layers.joined(separator: ",") + #"],"assets":["# + maker.assets.joined(separator: ",")
      + "]}"
  }

  // MARK: Numbers

  private mutating func number(_ range: ClosedRange<Double>) -> Double {
    (Double.random(in: range, using: &random) * 8).rounded() / 8
  }

  private mutating func list(_ ranges: [ClosedRange<Double>]) -> String {
    "[" + ranges.map { "\(number($0))" }.joined(separator: ",") + "]"
  }

  private mutating func handle(_ range: ClosedRange<Int>) -> Double {
    Double(Int.random(in: range, using: &random)) / 64
  }

  private mutating func easing(_ count: Int) -> String {
    if random.once(in: 4) { return #""o":{"x":[0],"y":[0]},"i":{"x":[1],"y":[1]}"# }
    func numbers(_ range: ClosedRange<Int>, _ count: Int) -> String {
      "[" + (0..<count).map { _ in "\(handle(range))" }.joined(separator: ",") + "]"
    }
    let y = random.once(in: 6) ? -16...80 : 0...64
    return #""o":{"x":\#(numbers(8...48, count)),"y":\#(numbers(y, count))},"#
      + #""i":{"x":\#(numbers(16...56, count)),"y":\#(numbers(y, count))}"#
  }

  /// Times of keys, ascending.
  private mutating func times() -> [Double] {
    var time = number(-2...3)
    return (0..<(2 + random.index(below: 2))).map { _ in
      defer { time += number(1...5) }
      return time
    }
  }

  /// A property of numbers; every second one has keys.
  private mutating func property(
    _ ranges: [ClosedRange<Double>],
    isPlace: Bool = false,
    isFixed: Bool = false
  ) -> String {
    if isFixed || random.once(in: 2) {
      let value = ranges.count == 1 ? "\(number(ranges[0]))" : list(ranges)
      return #"{"a":0,"k":\#(value)}"#
    }
    let isOld = random.once(in: 8)
    let components = !isPlace && ranges.count > 1 && random.once(in: 3) ? ranges.count : 1
    let curves = isPlace && random.once(in: 3)
    let times = times()
    var values = times.map { _ in list(ranges) }
    if random.once(in: 6) { values[1] = values[0] }
    var keys: [String] = []
    for (index, time) in times.enumerated() {
      let isLast = index + 1 == times.count
      if isOld, isLast {
        keys.append(#"{"t":\#(time)}"#)
        continue
      }
      var key = #"{"t":\#(time),"s":\#(values[index]),\#(easing(components))"#
      if isOld { key += #","e":\#(values[index + 1])"# }
      if curves, !isLast {
        key += #","to":\#(list([-12...12, -12...12])),"ti":\#(list([-12...12, -12...12]))"#
      }
      if random.once(in: 8) { key += #","h":1"# }
      keys.append(key + "}")
    }
    return #"{"a":1,"k":[\#(keys.joined(separator: ","))]}"#
  }

  private mutating func color(isFixed: Bool = false) -> String {
    property([0.125...0.875, 0.125...0.875, 0.125...0.875], isFixed: isFixed)
  }

  private mutating func name(_ prefix: String) -> String {
    names += 1
    return "\(prefix)\(names)"
  }

  // MARK: Layers

  private mutating func layers(count: Int) -> [String] {
    (0..<count).map { layer(index: $0, of: count) }
  }

  private mutating func transform(isLayer: Bool) -> String {
    let place =
      random.once(in: 6) && isLayer
      ? #"{"s":true,"x":\#(property([8...32])),"y":\#(property([8...32]))}"#
      : property(isLayer ? [8...32, 8...32] : [-6...6, -6...6], isPlace: true)
    var parts = [
      #""p":\#(place)"#, #""a":\#(property([-4...8, -4...8], isPlace: true, isFixed: true))"#,
      #""s":\#(property([60...140, 60...140]))"#, #""r":\#(property([-90...90]))"#,
    ]
    if random.once(in: 2) { parts.append(#""o":\#(property([25...100]))"#) }
    if random.once(in: 5) {
      parts.append(#""sk":\#(property([-30...30])),"sa":\#(property([0...90], isFixed: true))"#)
    }
    return parts.joined(separator: ",")
  }

  private mutating func layer(index: Int, of count: Int) -> String {
    var parts = [#""nm":"\#(name("L"))","ind":\#(index + 1),"ks":{\#(transform(isLayer: true))}"#]
    let range = random.once(in: 3) ? (number(0...3), number(6...10)) : (-5, 30)
    parts.append(#""ip":\#(range.0),"op":\#(range.1),"st":0"#)
    if index + 1 < count, random.once(in: 4) {
      parts.append(#""parent":\#(index + 2 + random.index(below: count - index - 1))"#)
    }
    if index > 0, random.once(in: 4) { parts.append(#""tt":\#(1 + random.index(below: 4))"#) }
    if random.once(in: 5) {
      parts.append(#""bm":\#(([1, 2, 3, 4, 5, 8, 9, 10, 11, 16])[random.index(below: 10)])"#)
    }
    if random.once(in: 4) { parts.append(masks()) }
    if random.once(in: 6) { parts.append(effect()) }
    switch random.index(below: 8) {
    case 0:
      let hex = ["#ff8000", "#20a0c0", "#804020"][random.index(below: 3)]
      parts.append(#""ty":1,"sc":"\#(hex)","sw":\#(number(10...30)),"sh":\#(number(10...30))"#)
    case 1 where !isInComposition, 2 where !isInComposition: parts.append(composition())
    default:
      let shapes = shapes(depth: 0)
      parts.append(#""ty":4,"shapes":[\#(shapes.joined(separator: ","))]"#)
    }
    return "{" + parts.joined(separator: ",") + "}"
  }

  private mutating func composition() -> String {
    isInComposition = true
    let inner = layers(count: 1 + random.index(below: 2))
    isInComposition = false
    let id = name("c")
    assets.append(#"{"id":"\#(id)","layers":[\#(inner.joined(separator: ","))]}"#)
    var text = #""ty":0,"refId":"\#(id)","w":\#(number(20...48)),"h":\#(number(20...48))"#
    switch random.index(below: 3) {
    case 0: text += #","st":\#(number(-2...2)),"sr":\#(number(0.5...2))"#
    case 1:
      let keys = times().map { #"{"t":\#($0),"s":[\#(number(0...1))],\#(easing(1))}"# }
      text += #","tm":{"a":1,"k":[\#(keys.joined(separator: ","))]}"#
    default: break
    }
    return text
  }

  private mutating func masks() -> String {
    let masks = (0..<(1 + random.index(below: 2))).map { _ in
      let mode = ["a", "a", "s", "i", "l", "d", "f"][random.index(below: 7)]
      return #"{"mode":"\#(mode)","inv":\#(random.once(in: 3)),"o":\#(property([40...100])),"#
        + #""pt":\#(path(isMask: true))}"#
    }
    return #""masksProperties":[\#(masks.joined(separator: ","))]"#
  }

  private mutating func effect() -> String {
    let values =
      random.once(in: 2)
      ? [color(isFixed: true), color(), property([20...100])]
      : ["", "", color(isFixed: true), "", "", "", property([0.25...1])]
    let list = values.map { $0.isEmpty ? #"{"v":{"a":0,"k":0}}"# : #"{"v":\#($0)}"# }
    let type = values.count == 3 ? 20 : 21
    return #""ef":[{"ty":\#(type),"en":1,"ef":[\#(list.joined(separator: ","))]}]"#
  }

  // MARK: Shapes

  private mutating func contour(count: Int, isMask: Bool) -> String {
    let reach = isMask ? -6.0...30 : -4.0...24
    let points = (0..<count).map { _ in list([reach, reach]) }.joined(separator: ",")
    func handles() -> String {
      (0..<count).map { _ in list([-6...6, -6...6]) }.joined(separator: ",")
    }
    return #"{"v":[\#(points)],"i":[\#(handles())],"o":[\#(handles())],"#
      + #""c":\#(isMask ? "true" : "CLOSED")}"#
  }

  private mutating func path(isMask: Bool = false) -> String {
    let count = 3 + random.index(below: 3)
    let isClosed = random.once(in: 2)
    func shown(_ text: String) -> String { text.replacing("CLOSED", with: "\(isClosed)") }
    if random.once(in: 2) {
      return #"{"a":0,"k":\#(shown(contour(count: count, isMask: isMask)))}"#
    }
    let keys = times().map { time in
      #"{"t":\#(time),"s":[\#(shown(contour(count: count, isMask: isMask)))],\#(easing(1))}"#
    }
    return #"{"a":1,"k":[\#(keys.joined(separator: ","))]}"#
  }

  private mutating func shapes(depth: Int) -> [String] {
    var items = (0..<(1 + random.index(below: 2))).map { _ in geometry() }
    if depth < 2, random.once(in: 3) { items.append(group(depth)) }
    if random.once(in: 2) { items.append(modifier()) }
    items.append(style())
    if random.once(in: 2) { items.append(style()) }
    if random.once(in: 5) { items.append(modifier()) }
    if depth < 2, random.once(in: 6) { items.append(repeater()) }
    if depth < 2, random.once(in: 4) { items.append(group(depth)) }
    return items
  }

  private mutating func group(_ depth: Int) -> String {
    let items = shapes(depth: depth + 1) + [#"{"ty":"tr",\#(transform(isLayer: false))}"#]
    return #"{"ty":"gr","it":[\#(items.joined(separator: ","))]}"#
  }

  private mutating func geometry() -> String {
    let direction = random.once(in: 3) ? #","d":3"# : #","d":1"#
    let place = property([0...20, 0...20], isPlace: true)
    switch random.index(below: 4) {
    case 0:
      return #"{"ty":"rc","p":\#(place),"s":\#(property([6...24, 6...24])),"#
        + #""r":\#(property([0...8]))\#(direction)}"#
    case 1: return #"{"ty":"el","p":\#(place),"s":\#(property([6...24, 6...24]))\#(direction)}"#
    case 2:
      let kind = 1 + random.index(below: 2)
      return
        #"{"ty":"sr","sy":\#(kind),"p":\#(place),"pt":{"a":0,"k":\#(3 + random.index(below: 4))},"#
        + #""r":\#(property([0...90])),"or":\#(property([6...14])),"ir":\#(property([3...6])),"#
        + #""os":\#(property([0...80])),"is":\#(property([0...80]))\#(direction)}"#
    default: return #"{"ty":"sh","ks":\#(path())\#(direction)}"#
    }
  }

  private mutating func modifier() -> String {
    switch random.index(below: 6) {
    case 0, 1, 2:
      return #"{"ty":"tm","s":\#(property([0...40])),"e":\#(property([50...100])),"#
        + #""o":\#(property([-360...360])),"m":\#(1 + random.index(below: 2))}"#
    case 3: return #"{"ty":"rd","r":\#(property([1...6]))}"#
    case 4: return #"{"ty":"pb","a":\#(property([-60...60]))}"#
    default: return #"{"ty":"mm","mm":\#(1 + random.index(below: 5))}"#
    }
  }

  private mutating func repeater() -> String {
    let transform =
      #""p":\#(property([-8...8, -8...8])),"a":\#(property([0...6, 0...6], isFixed: true)),"#
      + #""s":\#(property([70...120, 70...120])),"r":\#(property([-40...40])),"#
      + #""so":\#(property([50...100])),"eo":\#(property([20...80]))"#
    return #"{"ty":"rp","c":{"a":0,"k":\#(2 + random.index(below: 2))},"o":\#(property([0...1])),"#
      + #""m":\#(1 + random.index(below: 2)),"tr":{\#(transform)}}"#
  }

  private mutating func style() -> String {
    let common = #""nm":"\#(name("S"))","o":\#(property([30...100]))"#
    var stroke =
      #","w":\#(property([1...5])),"lc":\#(1 + random.index(below: 3)),"#
      + #""lj":\#(1 + random.index(below: 3)),"ml":4"#
    if random.once(in: 4) {
      stroke +=
        #","d":[{"n":"d","v":\#(property([3...8]))},{"n":"g","v":\#(property([3...6]))},"#
        + #"{"n":"o","v":\#(property([0...8]))}]"#
    }
    switch random.index(below: 6) {
    case 0, 1: return #"{"ty":"fl",\#(common),"c":\#(color()),"r":\#(1 + random.index(below: 2))}"#
    case 2, 3: return #"{"ty":"st",\#(common),"c":\#(color())\#(stroke)}"#
    case 4: return #"{"ty":"gf",\#(common),\#(gradient()),"r":1}"#
    default: return #"{"ty":"gs",\#(common),\#(gradient())\#(stroke)}"#
    }
  }

  private mutating func gradient() -> String {
    func stops() -> String {
      let colors = [0, 0.5, 1].map { offset in
        "\(offset)," + (0..<3).map { _ in "\(number(0...1))" }.joined(separator: ",")
      }
      return "[" + (colors + ["0,\(number(0.5...1)),1,\(number(0...0.5))"]).joined(separator: ",")
        + "]"
    }
    let stopsText: String
    if random.once(in: 3) {
      let keys = times().map { #"{"t":\#($0),"s":\#(stops()),\#(easing(1))}"# }
      stopsText = #"{"a":1,"k":[\#(keys.joined(separator: ","))]}"#
    } else {
      stopsText = #"{"a":0,"k":\#(stops())}"#
    }
    let isRadial = random.once(in: 2)
    let isFocused = isRadial && random.once(in: 2)
    // A highlight is drawn if nothing of its gradient changes.
    let stopsShown = isFocused ? #"{"a":0,"k":\#(stops())}"# : stopsText
    let highlight =
      isFocused
      ? #","h":\#(property([-60...60], isFixed: true)),"a":\#(property([0...90], isFixed: true))"#
      : ""
    func end(_ range: ClosedRange<Double>) -> String {
      property([range, range], isPlace: true, isFixed: isFocused)
    }
    return #""t":\#(isRadial ? 2 : 1),"s":\#(end(0...6)),"e":\#(end(14...24))\#(highlight),"#
      + #""g":{"p":3,"k":\#(stopsShown)}"#
  }
}
