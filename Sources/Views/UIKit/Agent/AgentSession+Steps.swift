// The steps that requests ask for.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

extension AgentSession {
  /// The times of a tap, in seconds.
  private static let tapDuration = 0.05
  /// The points of a way that a scroll view takes no notice of; law R15.
  private static let slop: CGFloat = 10
  /// The time that is waited after steps, so that what they did shows.
  private static let settlingDuration = 0.01

  /// Returns the steps that a request asks for, as text.
  func steps(for request: AgentRequest) throws(AgentRefusal) -> String {
    switch request.command {
    case .tap:
      return try taps(request)
    case .swipe, .scroll:
      let (from, to) = try way(request)
      return drag(from, to, duration: request.duration ?? 0.2, holds: request.command == .scroll)
    case .type:
      var steps = ""
      if let query = request.query {
        let element = try tree().one(query)
        if !element.object.isFirstResponder { steps = tap(try place(of: element)) + "\n" }
      }
      let text = (request.text ?? "").replacingOccurrences(of: "\\", with: "\\\\")
        .replacingOccurrences(of: "\"", with: "\\\"").replacingOccurrences(of: "\n", with: "\\n")
      return steps + "type \"\(text)\"\nwait t=\(AgentText.time(time + 0.1))"
    default:
      guard let query = request.query else { throw AgentRefusal("the query is missing") }
      guard let action = request.action else { throw AgentRefusal("the action is missing") }
      return "act \(query) => \(action)\nwait t=\(AgentText.time(time + Self.settlingDuration))"
    }
  }

  /// The point of an element that a finger goes to.
  private func place(of element: AgentElement) throws(AgentRefusal) -> CGPoint {
    let (point, area) = (element.middle, element.window.bounds)
    if area.contains(point) { return point }
    let seen = element.frame.intersection(area)
    guard !seen.isEmpty else {
      throw AgentRefusal(
        "\(element.facts) does not show: it lies at \(AgentText.frame(element.frame))"
      )
    }
    return CGPoint(x: seen.midX, y: seen.midY)
  }

  private func taps(_ request: AgentRequest) throws(AgentRefusal) -> String {
    let place =
      if let query = request.query {
        try place(of: try tree().one(query))
      } else {
        try point(request.point)
      }
    let count = min(max(request.count ?? 1, 1), 10)
    let held = min(max(request.duration ?? Self.tapDuration, 0), 60)
    var time = time
    var steps: [String] = []
    for _ in 0..<count {
      steps.append("down 1 \(AgentText.point(place)) t=\(AgentText.time(time))")
      time += held
      steps.append("up 1 t=\(AgentText.time(time))")
      time += Self.tapDuration
    }
    let end = time - Self.tapDuration + Self.settlingDuration
    return steps.joined(separator: "\n") + "\nwait t=\(AgentText.time(end))"
  }

  private func tap(_ place: CGPoint) -> String {
    """
    down 1 \(AgentText.point(place)) t=\(AgentText.time(time))
    up 1 t=\(AgentText.time(time + Self.tapDuration))
    wait t=\(AgentText.time(time + Self.tapDuration + Self.settlingDuration))
    """
  }

  /// The ends of a swipe: from an element in a direction, or between two points.
  ///
  /// A swipe goes the way of the finger; what is scrolled goes the other way, as it is read.
  private func way(_ request: AgentRequest) throws(AgentRefusal) -> (CGPoint, CGPoint) {
    if request.point != nil || request.to != nil {
      return (try point(request.point), try point(request.to))
    }
    guard let query = request.query else {
      throw AgentRefusal("a query and a direction, or two places were expected")
    }
    let element = try tree().one(query)
    let from = try place(of: element)
    let seen = element.frame.intersection(element.window.bounds)
    let sign: CGFloat = request.command == .scroll ? -1 : 1
    func far(_ side: CGFloat) throws(AgentRefusal) -> CGFloat {
      let distance = request.distance.map { CGFloat($0) } ?? side * 0.6
      guard distance.isFinite, (0...10_000).contains(distance) else {
        throw AgentRefusal("a distance from 0 to 10000 points was expected")
      }
      return (request.command == .scroll ? distance + Self.slop : distance) * sign
    }
    let to: CGPoint
    switch request.direction {
    case "left": to = CGPoint(x: from.x - (try far(seen.width)), y: from.y)
    case "right": to = CGPoint(x: from.x + (try far(seen.width)), y: from.y)
    case "up": to = CGPoint(x: from.x, y: from.y - (try far(seen.height)))
    case "down": to = CGPoint(x: from.x, y: from.y + (try far(seen.height)))
    default: throw AgentRefusal("a direction was expected: left, right, up or down")
    }
    // The way lies around the middle, so that it stays within what is seen.
    let half = CGPoint(x: (to.x - from.x) / 2, y: (to.y - from.y) / 2)
    guard request.command == .scroll else { return (from, to) }
    return (
      CGPoint(x: from.x - half.x, y: from.y - half.y), CGPoint(x: to.x - half.x, y: to.y - half.y)
    )
  }

  private func drag(_ from: CGPoint, _ to: CGPoint, duration: Double, holds: Bool) -> String {
    let duration = duration.isFinite ? min(max(duration, 0.01), 60) : 0.2
    let count = 12
    var steps = ["down 1 \(AgentText.point(from)) t=\(AgentText.time(time))"]
    for index in 1...count {
      let part = Double(index) / Double(count)
      let place = CGPoint(
        x: from.x + (to.x - from.x) * CGFloat(part),
        y: from.y + (to.y - from.y) * CGFloat(part)
      )
      steps.append("move 1 \(AgentText.point(place)) t=\(AgentText.time(time + duration * part))")
    }
    // A finger that rests before it is lifted leaves no speed behind.
    let end = time + duration + (holds ? 0.2 : 0)
    steps.append("up 1 t=\(AgentText.time(end))")
    steps.append("wait t=\(AgentText.time(end + Self.settlingDuration))")
    return steps.joined(separator: "\n")
  }
}
