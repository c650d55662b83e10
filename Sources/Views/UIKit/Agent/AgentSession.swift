// Answers an agent's requests: what shows, touches and keys, pictures, costs.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzModel

/// A program in an agent's hands.
///
/// The time of its windows stands still but for steps, so the same steps show the same.
@MainActor
final class AgentSession {
  static let shared = AgentSession()

  let references = AgentReferences()
  /// The clock's time when the first window was shown.
  private lazy var start = clock
  /// The time of the last step, in seconds since then.
  private(set) var time = 0.0

  /// The furthest that one step moves the time, in seconds.
  private static let longestStep = 3600.0

  private var app: UIApplication { .shared }

  /// The windows that show, from front to back.
  var windows: [UIWindow] { app.windows.reversed().filter { !$0.isHidden && $0.alpha >= 0.01 } }

  private var clock: Double { windows.first?.context?.currentTime ?? CACurrentMediaTime() }

  /// Answers a line.
  func answer(_ line: Data) -> AgentReply {
    var reply = AgentReply()
    do {
      let request = try JSONDecoder().decode(AgentRequest.self, from: line)
      guard !windows.isEmpty else { throw AgentRefusal("the program shows no window") }
      _ = start
      reply = try answer(request)
    } catch let error as AgentRefusal {
      reply.error = error.description
    } catch {
      reply.error = "the request cannot be read: \(error)"
    }
    let notices = AgentNotices.take()
    if !notices.isEmpty {
      reply.text += (reply.text.isEmpty ? "" : "\n") + notices.joined(separator: "\n")
    }
    return reply
  }

  private func answer(_ request: AgentRequest) throws -> AgentReply {
    switch request.command {
    case .state: return AgentReply(text: state)
    case .tree: return try AgentReply(text: lines(request))
    case .find: return try AgentReply(text: found(request))
    case .steps: return try run(request.text ?? "")
    case .tap, .swipe, .scroll, .type, .act: return try run(steps(for: request))
    case .picture: return try picture(request)
    case .layers: return try AgentReply(text: layers(at: point(request.point)))
    case .costs: return try AgentReply(text: costs())
    }
  }

  // MARK: The tree

  func tree(isWhole: Bool = false) -> AgentTree {
    layOut()
    return AgentTree(windows, references, isWhole: isWhole)
  }

  private func layOut() {
    for window in windows { window.layoutIfNeeded() }
    CATransaction.flush()
  }

  private var state: String {
    let size = windows[0].bounds.size
    var lines = [
      "time \(AgentText.time(time)) s",
      "screen \(AgentText.number(size.width))x\(AgentText.number(size.height)) points, "
        + "\(AgentText.number(windows[0].screen.scale)) pixels each, \(windows.count) windows",
    ]
    if let first = app.keyWindow?.firstResponder as? UIView {
      let reference = references.reference(of: first)
      let element = AgentElement(first, in: windows[0], reference: reference, depth: 0)
      lines.append("keys go to \(element.line)")
    }
    return lines.joined(separator: "\n")
  }

  private func lines(_ request: AgentRequest) throws(AgentRefusal) -> String {
    let tree = tree(isWhole: request.all ?? false)
    let root = try request.query.map { query throws(AgentRefusal) in try tree.one(query) }
    let lines = tree.lines(below: root, depth: request.depth)
    return lines.isEmpty ? "nothing shows" : lines.joined(separator: "\n")
  }

  private func found(_ request: AgentRequest) throws(AgentRefusal) -> String {
    let found = try tree(isWhole: request.all ?? false).find(request.query ?? "")
    return found.isEmpty ? "nothing" : found.map(\.line).joined(separator: "\n")
  }

  // MARK: Steps

  private func run(_ text: String) throws -> AgentReply {
    let steps = try AgentStep.steps(text, from: time)
    guard !steps.isEmpty else { throw AgentRefusal("no steps") }
    var taken: [String] = []
    var said: [String] = []
    var failures: [String] = []
    for step in steps {
      do throws(AgentRefusal) {
        said += try take(step)
        taken.append(step.text)
      } catch {
        failures.append("\(step.text.prefix(120)): \(error)")
        break
      }
    }
    layOut()
    said.append("time \(AgentText.time(time)) s")
    return AgentReply(
      text: said.joined(separator: "\n"),
      steps: taken.joined(separator: "\n"),
      error: failures.isEmpty ? nil : failures.joined(separator: "\n")
    )
  }

  /// - Returns: The lines that a step adds to the answer.
  private func take(_ step: AgentStep) throws(AgentRefusal) -> [String] {
    try move(to: step.time)
    var changes: [UIApplication.FingerChange] = []
    for act in step.acts {
      switch act {
      case .finger(let change): changes.append(change)
      case .wait: break
      case .point(let point): app.mouseMoved(to: point, time: now, in: window(at: point))
      case .wheel(let point, let right, let up):
        app.turnWheel(right: right, up: up, at: point, in: window(at: point))
      case .type(let text):
        guard app.keyWindow?.firstResponder != nil else {
          throw AgentRefusal("nothing takes keys: tap a field first")
        }
        app.type(text)
      case .key(let characters):
        let key = UIKey(characters: characters)
        app.keyDown(key, time: now)
        app.keyUp(key, time: now)
      case .shake: app.shake(time: now)
      case .action(let query, let name): try perform(name, on: try tree().one(query))
      case .see(let query, let facts): return [try see(query, facts)]
      }
    }
    if let first = changes.first {
      let place = first.point ?? .zero
      app.touchesChanged(changes, time: now, in: window(at: place))
    }
    return []
  }

  /// The time of the clock that stands for that of the session.
  private var now: Double { start + time }

  private func move(to new: Double) throws(AgentRefusal) {
    guard new >= time else {
      throw AgentRefusal("the time is \(AgentText.time(time)) s already")
    }
    guard new - time <= Self.longestStep else {
      throw AgentRefusal("a step may move the time \(AgentText.number(Self.longestStep)) s at most")
    }
    time = new
    for window in windows {
      guard let context = window.context, context.currentTime < now else { continue }
      do {
        try context.advance(to: now)
      } catch {
        throw AgentRefusal("the time stays behind: \(error)")
      }
    }
  }

  /// The window that a finger at a place touches: the one in front that has a view there.
  private func window(at point: CGPoint) -> UIWindow {
    windows.first { $0.hitTest(point, with: nil) != nil } ?? app.keyWindow ?? windows[0]
  }

  private func see(_ query: String, _ facts: String?) throws(AgentRefusal) -> String {
    let found = try tree().find(query)
    if facts == "nothing" {
      guard let first = found.first else { return "see \(query) => nothing" }
      throw AgentRefusal("nothing was expected, and there is \(first.facts)")
    }
    guard let first = found.first else { throw AgentRefusal("nothing that shows is \(query)") }
    guard found.count == 1 else {
      throw AgentRefusal("\(found.count) elements are \(query); [1] behind it tells which")
    }
    guard let facts, facts != first.facts else { return "see \(query) => \(first.facts)" }
    throw AgentRefusal("\(facts) was expected, and there is \(first.facts)")
  }

  private func perform(_ name: String, on element: AgentElement) throws(AgentRefusal) {
    let object = element.object
    let isDone: Bool
    switch name {
    case "activate": isDone = object.accessibilityActivate()
    case "escape": isDone = object.accessibilityPerformEscape()
    case "magic tap": isDone = object.accessibilityPerformMagicTap()
    case "increment", "decrement":
      guard object.accessibilityTraits.contains(.adjustable) else {
        throw AgentRefusal("\(element.facts) is not adjustable")
      }
      if name == "increment" {
        object.accessibilityIncrement()
      } else {
        object.accessibilityDecrement()
      }
      isDone = true
    case "focus": isDone = object.becomeFirstResponder()
    case "scroll left", "scroll right", "scroll up", "scroll down":
      let directions: [String: UIAccessibilityScrollDirection] = [
        "left": .left, "right": .right, "up": .up, "down": .down,
      ]
      isDone = object.accessibilityScroll(directions[String(name.dropFirst(7))] ?? .down)
    default:
      let wanted = name.trimmingCharacters(in: ["\""])
      let custom = object.accessibilityCustomActions?.first { $0.name == wanted }
      guard let custom else {
        throw AgentRefusal(
          "\(element.facts) has no action \(name.prefix(40)); there are activate, increment, "
            + "decrement, escape, magic tap, focus, scroll up, and those in braces in its line"
        )
      }
      isDone = custom.perform()
    }
    guard isDone else { throw AgentRefusal("\(element.facts) did nothing for \(name)") }
  }

  func point(_ numbers: [Double]?) throws(AgentRefusal) -> CGPoint {
    guard let numbers, numbers.count == 2, numbers.allSatisfy({ abs($0) <= 1e6 }) else {
      throw AgentRefusal("a place [x, y] in points was expected")
    }
    return CGPoint(x: numbers[0], y: numbers[1])
  }
}
