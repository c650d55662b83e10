// Sessions as text: a program, and the steps that were taken in it.
// Licensed under the MIT license; see LICENSE.
//
//     program ["./Shop","--demo"]
//     down 1 120,80 t=0.5
//     up 1 t=0.55
//     see #total => text "12.50" #total
//
// Sources/Views/UIKit/Agent/AgentStep.swift has the grammar of the steps.

import Foundation

/// A session that can be played again.
struct AgentSessionText: Equatable {
  var program: [String]
  /// One step each.
  var steps: [String] = []

  private static let head = "program "
  /// The most bytes of a session.
  static let longest = 16 << 20

  init(program: [String]) { self.program = program }

  /// Reads a session.
  init(_ text: String) throws {
    guard text.utf8.count <= Self.longest else {
      throw ToolRefusal("a session has more than \(Self.longest) bytes")
    }
    let lines = text.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("//") }
    guard let first = lines.first, first.hasPrefix(Self.head),
      let words = try? JSONDecoder().decode(
        [String].self,
        from: Data(first.dropFirst(Self.head.count).utf8)
      ), !words.isEmpty
    else {
      throw ToolRefusal("a session begins with a line such as: program [\"./Shop\"]")
    }
    program = words
    steps = Array(lines.dropFirst())
  }

  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let words = (try? encoder.encode(program)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    return ([Self.head + words] + steps).joined(separator: "\n") + "\n"
  }

  // MARK: Playing

  /// The first step that failed.
  struct Failure: Equatable {
    /// From 0.
    var index: Int
    var reason: String
  }

  private struct StepRequest: Encodable {
    var command = "steps"
    var text: String
  }

  /// Plays the session in a new program.
  ///
  /// - Returns: The step that failed; nil if all passed.
  /// - Throws: `ToolRefusal` if the program cannot be started.
  func play(timeout: Double) throws -> Failure? {
    let running = try AgentProgram(program, timeout: timeout)
    // All in one request, if nothing fails.
    let reply = try running.ask(StepRequest(text: steps.joined(separator: "\n")))
    guard let error = reply.error else { return nil }
    let taken = reply.steps?.split(separator: "\n").count ?? 0
    return Failure(index: taken, reason: error)
  }

  // MARK: Minimising

  /// Removes steps for as long as the same step fails in the same way.
  ///
  /// - Parameters:
  ///   - failure: The failure of the whole session.
  ///   - runs: The most times that the program is started.
  /// - Returns: A session from which no step can be removed by itself, unless `runs` ends it.
  func minimised(_ failure: Failure, timeout: Double, runs: Int) throws -> AgentSessionText {
    guard steps.indices.contains(failure.index) else { return self }
    let last = steps[failure.index]
    let tail = Self.complaint(failure.reason)
    var kept = Array(steps[..<failure.index])
    var left = runs
    func stillFails(_ candidate: [String]) throws -> Bool {
      guard left > 0 else { return false }
      left -= 1
      var session = self
      session.steps = candidate + [last]
      guard let new = try session.play(timeout: timeout) else { return false }
      return new.index == candidate.count && Self.complaint(new.reason) == tail
    }
    var size = max(kept.count / 2, 1)
    while !kept.isEmpty, left > 0 {
      var start = 0
      var isSmaller = false
      while start < kept.count {
        let candidate = Array(kept[..<start] + kept[min(start + size, kept.count)...])
        if try stillFails(candidate) {
          kept = candidate
          isSmaller = true
        } else {
          start += size
        }
      }
      if size > 1 { size /= 2 } else if !isSmaller { break }
    }
    var result = self
    result.steps = kept + [last]
    return result
  }

  /// The part of a failure that does not tell numbers.
  private static func complaint(_ reason: String) -> String {
    reason.split(separator: "\n").first.map(String.init) ?? ""
  }
}
