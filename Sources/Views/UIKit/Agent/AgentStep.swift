// Steps of a session as text: touches, keys, waits, and what is to be seen.
// Licensed under the MIT license; see LICENSE.
//
//     steps := step (';' or line end step)...
//     step  := act ['+' act]... ['t='seconds]          without a time: that of the step before
//     act   := down F x,y | move F x,y | up F [x,y] | cancel F    F numbers the finger
//            | wait [+seconds] | point x,y | wheel x,y right,up
//            | type "text" | key name | shake
//            | act query => action | see query [=> facts]
//
// The first two lines of acts are those of the scenes that the laws of touches are tested with; '+'
// puts several of them into one event. Times are in seconds since the program showed its window.

import CoreGraphics
import Foundation

/// A step of a session.
struct AgentStep {
  enum Act {
    case finger(UIApplication.FingerChange)
    case wait
    case point(CGPoint)
    case wheel(at: CGPoint, right: Double, up: Double)
    case type(String)
    case key(String)
    case shake
    /// An action of accessibility.
    case action(query: String, name: String)
    /// An element and its facts; without facts it must be there.
    case see(query: String, facts: String?)
  }

  /// In seconds since the program showed its window.
  var time: Double
  var acts: [Act]
  /// The step as it was written.
  var text: String

  /// The most steps of a text.
  private static let most = 100_000

  /// Reads steps.
  ///
  /// - Parameter start: The time of a first step without one.
  /// - Throws: `AgentRefusal` with the step and what is wrong about it.
  static func steps(_ text: String, from start: Double) throws(AgentRefusal) -> [AgentStep] {
    var steps: [AgentStep] = []
    var time = start
    for part in AgentWords.parts(of: text, at: [";", "\n"]) {
      let trimmed = part.trimmingCharacters(in: .whitespaces)
      guard !trimmed.isEmpty, !trimmed.hasPrefix("//") else { continue }
      guard steps.count < most else { throw AgentRefusal("more than \(most) steps") }
      steps.append(try step(trimmed, &time))
    }
    return steps
  }

  private static func step(_ text: String, _ time: inout Double) throws(AgentRefusal) -> AgentStep {
    // Queries and facts may have any words; a time stands before them.
    if text.hasPrefix("see ") || text.hasPrefix("act ") {
      return AgentStep(time: time, acts: [try longAct(text)], text: text)
    }
    var words = try AgentWords.words(of: text)
    if words.count == 2, words[0] == .plain("wait"), words[1].text.hasPrefix("+") {
      guard let more = Double(words[1].text.dropFirst()), more.isFinite, more >= 0 else {
        throw AgentRefusal("seconds were expected: \(text.prefix(80))")
      }
      time += more
      let written = AgentText.time(time)
      time = Double(written) ?? time
      return AgentStep(time: time, acts: [.wait], text: "wait t=\(written)")
    }
    if case .plain(let last)? = words.last, last.hasPrefix("t=") {
      guard let new = Double(last.dropFirst(2)), new.isFinite else {
        throw AgentRefusal("a time in seconds was expected: \(text.prefix(80))")
      }
      time = new
      words.removeLast()
    }
    var acts: [Act] = []
    for group in words.split(separator: .plain("+")) { acts.append(try act(Array(group), text)) }
    guard !acts.isEmpty else { throw AgentRefusal("a step was expected: \(text.prefix(80))") }
    if acts.count > 1 {
      for act in acts {
        guard case .finger = act else {
          throw AgentRefusal("+ puts fingers alone into one event: \(text.prefix(80))")
        }
      }
    }
    return AgentStep(time: time, acts: acts, text: text)
  }

  private static func longAct(_ text: String) throws(AgentRefusal) -> Act {
    let rest = String(text.dropFirst(4))
    let parts = rest.components(separatedBy: " => ")
    let query = parts[0].trimmingCharacters(in: .whitespaces)
    let behind =
      parts.count > 1 ? parts.dropFirst().joined(separator: " => ") : nil
    if text.hasPrefix("see ") {
      return .see(query: query, facts: behind?.trimmingCharacters(in: .whitespaces))
    }
    guard let behind else {
      throw AgentRefusal("act query => action was expected: \(text.prefix(80))")
    }
    return .action(query: query, name: behind.trimmingCharacters(in: .whitespaces))
  }

  private static func act(_ words: [AgentWords.Word], _ text: String) throws(AgentRefusal) -> Act {
    let what = text.prefix(80)
    func finger() throws(AgentRefusal) -> Int {
      guard words.count > 1, let finger = Int(words[1].text), (0..<100).contains(finger) else {
        throw AgentRefusal("a finger, 0 to 99, was expected: \(what)")
      }
      return finger
    }
    func pair(_ index: Int) throws(AgentRefusal) -> CGPoint {
      let parts = words.count > index ? words[index].text.split(separator: ",") : []
      let numbers = parts.compactMap { Double($0) }.filter { $0.isFinite && abs($0) <= 1e6 }
      guard parts.count == 2, numbers.count == 2 else {
        throw AgentRefusal("a place x,y was expected: \(what)")
      }
      return CGPoint(x: numbers[0], y: numbers[1])
    }
    func change(_ phase: UITouch.Phase, _ point: CGPoint?) throws(AgentRefusal) -> Act {
      .finger(UIApplication.FingerChange(phase: phase, finger: try finger(), point: point))
    }
    switch words[0] {
    case .plain("down"): return try change(.began, try pair(2))
    case .plain("move"): return try change(.moved, try pair(2))
    case .plain("up"): return try change(.ended, words.count > 2 ? try pair(2) : nil)
    case .plain("cancel"): return try change(.cancelled, nil)
    case .plain("wait"): return .wait
    case .plain("shake"): return .shake
    case .plain("point"): return .point(try pair(1))
    case .plain("wheel"):
      let notches = try pair(2)
      return .wheel(at: try pair(1), right: notches.x, up: notches.y)
    case .plain("type"):
      guard words.count == 2, case .quoted(let text) = words[1] else {
        throw AgentRefusal("type \"text\" was expected: \(what)")
      }
      return .type(text)
    case .plain("key"):
      guard words.count == 2, let key = keys[words[1].text] else {
        let names = keys.keys.sorted().joined(separator: ", ")
        throw AgentRefusal("one of the keys \(names) was expected: \(what)")
      }
      return .key(key)
    default:
      throw AgentRefusal(
        "down, move, up, cancel, wait, point, wheel, type, key, shake, act or see was expected: "
          + what
      )
    }
  }

  /// The characters of keys by their names.
  private static let keys = [
    "return": "\r", "delete": "\u{8}", "tab": "\t", "escape": "UIKeyInputEscape",
    "up": "UIKeyInputUpArrow", "down": "UIKeyInputDownArrow", "left": "UIKeyInputLeftArrow",
    "right": "UIKeyInputRightArrow", "home": "UIKeyInputHome", "end": "UIKeyInputEnd",
    "pageup": "UIKeyInputPageUp", "pagedown": "UIKeyInputPageDown",
  ]
}
