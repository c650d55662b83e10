// Random trees of views, recognisers, controls and scroll views, the same in every run.
// Licensed under the MIT license; see LICENSE.

import TestRandom

/// A random tree in the grammar of scenes.
package struct RandomViews {
  private var random: SeededGenerator
  private var count = 0
  private var recognizers: [String] = []
  /// The views that may still be made.
  private var room: Int

  package init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    room = 2 + random.index(below: 11)
  }

  /// Returns one to three views with what is in them, and relations of their recognisers.
  package mutating func views() -> String {
    let roots = (0...random.index(below: 3)).map { _ in view(in: (200, 200), depth: 0) }
    return (roots + relations()).joined(separator: " ")
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[random.index(below: values.count)]
  }

  private mutating func name(_ kind: String) -> String {
    count += 1
    return "\(kind)#n\(count)"
  }

  /// A frame that begins in a place, and may reach beyond its edges.
  private mutating func frame(in size: (Int, Int)) -> (text: String, size: (Int, Int)) {
    let x = random.index(below: max(size.0 * 2 / 3, 1))
    let y = random.index(below: max(size.1 * 2 / 3, 1))
    let own = (20 + random.index(below: size.0), 20 + random.index(below: size.1))
    if random.once(in: 3) { return ("0,0,\(size.0),\(size.1)", size) }
    return ("\(x),\(y),\(own.0),\(own.1)", own)
  }

  private mutating func view(in size: (Int, Int), depth: Int) -> String {
    room -= 1
    let (frame, own) = frame(in: size)
    let kind = random.index(below: 10)
    switch kind {
    case 0, 1: return "\(name("button")) \(frame)" + recognizersText(1)
    // As high as its thumb can be touched.
    case 2: return "\(name("slider")) 0,\(random.index(below: size.1)),\(60 + own.0),40"
    case 3, 4: return scroll(frame, own, depth)
    default:
      var text = "\(name("view")) \(frame)"
      if random.once(in: 2) { text += " multi" }
      if random.once(in: 8) { text += " exclusive" }
      return text + recognizersText(3) + children(in: own, depth)
    }
  }

  private mutating func scroll(_ frame: String, _ own: (Int, Int), _ depth: Int) -> String {
    let content = (own.0 * pick([1, 1, 3]), own.1 * pick([1, 4]))
    var text = "\(name("scroll")) \(frame) size=\(content.0),\(content.1)"
    text += pick(["", "", " paging", " nobounce"])
    return text + children(in: content, depth)
  }

  private mutating func children(in size: (Int, Int), _ depth: Int) -> String {
    guard depth < 4, room > 0 else { return "" }
    var children: [String] = []
    for _ in 0..<random.index(below: 4) where room > 0 {
      children.append(view(in: size, depth: depth + 1))
    }
    return children.isEmpty ? "" : " { \(children.joined(separator: " ")) }"
  }

  private mutating func recognizersText(_ most: Int) -> String {
    var text = ""
    for _ in 0..<random.index(below: most + 1) {
      let kinds = [
        "tap", "tap", "tap n=2", "tap f=2", "tap delayB", "tap nodelayE", "pan", "pan max=1",
        "pan min=2", "pan nocancel", "press", "swipe", "swipe dir=L", "pinch", "rot", "hover",
        "edge edge=left",
      ]
      let words = pick(kinds).split(separator: " ")
      let new = name(String(words[0]))
      if let id = new.split(separator: "#").last, words[0] != "hover" {
        recognizers.append(String(id))
      }
      text += " [\(([new] + words.dropFirst().map(String.init)).joined(separator: " "))]"
    }
    return text
  }

  private mutating func relations() -> [String] {
    guard recognizers.count > 1 else { return [] }
    return (0..<random.index(below: 3)).compactMap { _ in
      let (one, other) = (pick(recognizers), pick(recognizers))
      return one == other ? nil : "\(one)\(pick([">", "&"]))\(other)"
    }
  }
}
