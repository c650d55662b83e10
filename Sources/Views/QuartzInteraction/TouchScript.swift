// Acts of fingers, pointers and keys, as text.
// Licensed under the MIT license; see LICENSE.
//
//     script := step ';' step ...         a new line separates steps, too; # begins a comment
//     step   := act '+' act ... [t=SECONDS]
//     act    := down F x,y [btn=BITS] [kind=pencil] | move F x,y | up F [x,y] | cancel F
//             | point x,y | wheel right,up x,y | key TEXT [mods=BITS] | wait
//
// F is the number of a finger; places are points of the window. A step without a time has that of
// the step before. All acts of a step are one event; a finger that moves twice in it has been at
// both places. Letters and digits of a key stand for themselves, other characters are %XX in UTF-8.

import Foundation

/// Something that a finger, a pointer, a wheel or a key does.
package enum TouchAct: Hashable, Sendable {
  case down(Int, TouchPlace, kind: Int = 0, buttons: Int = 1)
  case move(Int, TouchPlace)
  case up(Int, TouchPlace?)
  case cancel(Int)
  case point(TouchPlace)
  case wheel(TouchPlace, at: TouchPlace)
  case key(String, modifiers: Int = 0)
  case wait
}

/// All that happens at one time.
package struct TouchStep: Hashable, Sendable {
  /// In seconds from the start of the script.
  package var time: Double
  package var acts: [TouchAct]

  package init(time: Double, acts: [TouchAct]) {
    self.time = time
    self.acts = acts
  }
}

/// Text that is no script.
package struct TouchScriptError: Error, Hashable, CustomStringConvertible {
  /// The number of the step, from 1; 0 for an act alone.
  package var step = 0
  package var text: String
  package var expected: String

  package var description: String {
    "\(step > 0 ? "step \(step)" : "act"): \"\(text.prefix(80))\": \(expected) was expected"
  }
}

/// Scripts of touches.
package enum TouchScript {
  /// The most steps of a script.
  package static let greatestCount = 1_000_000
  private static let kinds = ["finger", "indirect", "pencil", "pointer"]

  // MARK: Reading

  /// Reads a script.
  ///
  /// - Throws: `TouchScriptError` for the first step that is none.
  package static func steps(_ text: String) throws(TouchScriptError) -> [TouchStep] {
    var steps: [TouchStep] = []
    var time = 0.0
    for line in text.split(whereSeparator: \.isNewline) {
      let code = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
      for part in code.split(separator: ";") {
        let words = part.split(whereSeparator: \.isWhitespace).map(String.init)
        guard !words.isEmpty else { continue }
        guard steps.count < greatestCount else {
          throw TouchScriptError(
            step: steps.count + 1,
            text: String(part),
            expected: "an end after \(greatestCount) steps"
          )
        }
        do throws(TouchScriptError) {
          steps.append(try step(words, &time))
        } catch {
          var error = error
          error.step = steps.count + 1
          throw error
        }
      }
    }
    return steps
  }

  private static func step(_ words: [String], _ time: inout Double) throws(TouchScriptError)
    -> TouchStep
  {
    var words = words
    if let place = words.firstIndex(where: { $0.hasPrefix("t=") }) {
      guard let new = Double(words[place].dropFirst(2)), new.isFinite, new >= 0 else {
        throw error(words, "a time t=SECONDS")
      }
      // Times never run backwards.
      time = max(time, new)
      words.remove(at: place)
    }
    var acts: [TouchAct] = []
    for part in words.split(separator: "+", omittingEmptySubsequences: false) {
      acts.append(try act(Array(part)))
    }
    return TouchStep(time: time, acts: acts)
  }

  private static func error(_ words: [String], _ expected: String) -> TouchScriptError {
    TouchScriptError(text: words.joined(separator: " "), expected: expected)
  }

  /// Reads an act.
  package static func act(_ words: [String]) throws(TouchScriptError) -> TouchAct {
    func finger() throws(TouchScriptError) -> Int {
      guard words.count > 1, let finger = Int(words[1]) else {
        throw error(words, "the number of a finger")
      }
      return finger
    }
    func place(_ index: Int) throws(TouchScriptError) -> TouchPlace {
      let numbers = words.count > index ? words[index].split(separator: ",") : []
      guard numbers.count == 2, let x = Double(numbers[0]), let y = Double(numbers[1]), x.isFinite,
        y.isFinite
      else { throw error(words, "a place x,y") }
      return TouchPlace(x, y)
    }
    func bits(_ name: String, _ value: Int) throws(TouchScriptError) -> Int {
      guard let word = words.first(where: { $0.hasPrefix(name) }) else { return value }
      guard let bits = Int(word.dropFirst(name.count)), bits >= 0 else {
        throw error(words, "\(name)BITS")
      }
      return bits
    }
    switch words.first {
    case "down":
      return .down(
        try finger(),
        try place(2),
        kind: try kind(words),
        buttons: try bits("btn=", 1)
      )
    case "move": return .move(try finger(), try place(2))
    case "up": return .up(try finger(), words.count > 2 ? try place(2) : nil)
    case "cancel": return .cancel(try finger())
    case "point": return .point(try place(1))
    case "wheel": return .wheel(try place(1), at: try place(2))
    case "key":
      guard words.count > 1, let text = words[1].removingPercentEncoding, !text.isEmpty else {
        throw error(words, "the characters of a key")
      }
      return .key(text, modifiers: try bits("mods=", 0))
    case "wait": return .wait
    default: throw error(words, "down, move, up, cancel, point, wheel, key or wait")
    }
  }

  private static func kind(_ words: [String]) throws(TouchScriptError) -> Int {
    guard let word = words.first(where: { $0.hasPrefix("kind=") }) else { return 0 }
    guard let kind = kinds.firstIndex(of: String(word.dropFirst(5))) else {
      throw error(words, "kind=\(kinds.joined(separator: " or "))")
    }
    return kind
  }

  // MARK: Writing

  /// Returns the steps as text.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - separator: Between steps.
  package static func text(_ steps: [TouchStep], separator: String = "\n") -> String {
    steps.map { step in
      let time = number((step.time * 1e6).rounded() / 1e6)
      return step.acts.map(text).joined(separator: " + ") + " t=\(time)"
    }.joined(separator: separator)
  }

  private static func text(_ act: TouchAct) -> String {
    switch act {
    case .down(let finger, let place, let kind, let buttons):
      "down \(finger) \(text(place))" + (buttons == 1 ? "" : " btn=\(buttons)")
        + (kinds.indices.contains(kind) && kind > 0 ? " kind=\(kinds[kind])" : "")
    case .move(let finger, let place): "move \(finger) \(text(place))"
    case .up(let finger, let place): "up \(finger)" + (place.map { " \(text($0))" } ?? "")
    case .cancel(let finger): "cancel \(finger)"
    case .point(let place): "point \(text(place))"
    case .wheel(let turn, let place): "wheel \(text(turn)) \(text(place))"
    case .key(let key, let modifiers):
      "key \(key.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? key)"
        + (modifiers == 0 ? "" : " mods=\(modifiers)")
    case .wait: "wait"
    }
  }

  private static func text(_ place: TouchPlace) -> String {
    "\(number(place.x)),\(number(place.y))"
  }

  /// Returns the shortest text that is read as the same number.
  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : "\(value)"
  }
}
