// The tools of agents: what they open, see and do.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import ImageIO
import QuartzComparison
import QuartzInspection

/// The program or file that an agent has open, and the tools for it.
final class AgentTools {
  enum Tool: String, CaseIterable {
    case open, close
    case tree, find, picture, difference, layers, layer, costs, state
    case tap, swipe, scroll, type, act, step, steps, see
    case session, replay, minimise
  }

  /// The bytes of an answer, unless a call has its own.
  static let usualBudget = 16384
  static let pictureBudget = 1 << 20
  static let budgets = 256...(16 << 20)
  /// The most pictures that are kept; the oldest goes.
  private static let mostPictures = 16

  private enum Opened {
    case nothing
    case program(AgentProgram, AgentSessionText)
    case layers(AgentLayers)
  }

  private var opened = Opened.nothing
  private var pictures: [(name: String, image: CGImage)] = []
  private let timeout: Double

  /// - Parameter timeout: The longest wait for a program, in seconds.
  init(timeout: Double) { self.timeout = timeout }

  /// Calls a tool.
  func call(_ tool: Tool, _ arguments: ToolArguments) -> ToolResult {
    do {
      if let budget = arguments.budget, !Self.budgets.contains(budget) {
        throw ToolRefusal(
          "a budget from \(Self.budgets.lowerBound) to \(Self.budgets.upperBound) bytes was expected"
        )
      }
      return limited(try result(tool, arguments), arguments.budget)
    } catch {
      let budget = arguments.budget.flatMap { Self.budgets.contains($0) ? $0 : nil }
      return limited(ToolResult("\(error)", isError: true), budget)
    }
  }

  private func result(_ tool: Tool, _ arguments: ToolArguments) throws -> ToolResult {
    switch tool {
    case .open: return try open(arguments)
    case .close:
      opened = .nothing
      pictures = []
      return ToolResult("closed")
    case .session: return try session(arguments)
    case .replay, .minimise: return try replay(arguments, isMinimised: tool == .minimise)
    case .difference: return try difference(arguments)
    case .picture:
      let (text, bytes) = try picture(arguments)
      if let name = arguments.name { try keep(bytes, name) }
      return ToolResult(text, picture: bytes)
    default: break
    }
    switch opened {
    case .nothing: throw ToolRefusal("nothing is open; call open first")
    case .program(let program, _): return try ask(program, tool, arguments)
    case .layers(let layers): return try ToolResult(layers.answer(tool, arguments))
    }
  }

  // MARK: Opening

  private func open(_ arguments: ToolArguments) throws -> ToolResult {
    opened = .nothing
    pictures = []
    switch (arguments.program, arguments.file, arguments.server) {
    case (let words?, nil, nil):
      let program = try AgentProgram(words, timeout: timeout)
      let session = AgentSessionText(program: words)
      let reply = try program.ask(ProgramRequest(command: "state"))
      if let error = reply.error { throw ToolRefusal(error) }
      opened = .program(program, session)
      return ToolResult(reply.text)
    case (nil, let file?, nil):
      let layers = try AgentLayers(file: file, scale: arguments.scale ?? 1)
      opened = .layers(layers)
      return ToolResult(try layers.answer(.state, arguments))
    case (nil, nil, let server?):
      let layers = try AgentLayers(server: server, arguments.process, arguments.context)
      opened = .layers(layers)
      return ToolResult(try layers.answer(.state, arguments))
    default: throw ToolRefusal("one of program, file and server was expected")
    }
  }

  // MARK: Programs

  /// A line to UIKit.
  private struct ProgramRequest: Encodable {
    var command: String
    var query: String?
    var text: String?
    var action: String?
    var direction: String?
    var distance: Double?
    var duration: Double?
    var depth: Int?
    var count: Int?
    var all: Bool?
    var alone: Bool?
    var point: [Double]?
    var to: [Double]?

    init(command: String) { self.command = command }

    init(_ command: String, _ arguments: ToolArguments) {
      self.command = command
      (query, text, action) = (arguments.query, arguments.text, arguments.action)
      (direction, distance) = (arguments.direction, arguments.distance)
      (duration, depth, count) = (arguments.duration, arguments.depth, arguments.count)
      (all, alone, point, to) = (arguments.all, arguments.alone, arguments.point, arguments.to)
    }
  }

  private func ask(
    _ program: AgentProgram,
    _ tool: Tool,
    _ arguments: ToolArguments
  ) throws -> ToolResult {
    var request = ProgramRequest(tool.rawValue, arguments)
    switch tool {
    case .step:
      guard let seconds = arguments.seconds, (0...3600).contains(seconds) else {
        throw ToolRefusal("seconds from 0 to 3600 were expected")
      }
      request = ProgramRequest(command: "steps")
      request.text = "wait +\(seconds)"
    case .see:
      guard let query = arguments.query else { throw ToolRefusal("the query is missing") }
      request = ProgramRequest(command: "steps")
      request.text = "see \(query)" + (arguments.facts.map { " => \($0)" } ?? "")
    case .layer: throw ToolRefusal("layer is for files and servers; layers is for programs")
    default: break
    }
    return try ToolResult(reply(program, request, isSeen: tool == .see).text)
  }

  /// Asks a program, and records the steps that it took.
  private func reply(
    _ program: AgentProgram,
    _ request: ProgramRequest,
    isSeen: Bool = false
  ) throws -> AgentProgram.Reply {
    let reply: AgentProgram.Reply
    do {
      reply = try program.ask(request)
    } catch {
      // Nothing can be asked any more; the session is still of use.
      throw ToolRefusal("\(error); its session is kept until open or close")
    }
    if case .program(_, var session) = opened {
      var steps = reply.steps?.split(separator: "\n").map(String.init) ?? []
      // A replay expects the facts that were seen.
      if isSeen, reply.error == nil, let line = reply.text.split(separator: "\n").first,
        line.hasPrefix("see ")
      {
        steps = [String(line)]
      }
      session.steps += steps
      opened = .program(program, session)
    }
    if let error = reply.error {
      throw ToolRefusal(reply.text.isEmpty ? error : "\(error)\n\(reply.text)")
    }
    return reply
  }

  // MARK: Pictures

  private func picture(_ arguments: ToolArguments) throws -> (text: String, bytes: Data) {
    switch opened {
    case .nothing: throw ToolRefusal("nothing is open; call open first")
    case .program(let program, _):
      let reply = try reply(program, ProgramRequest("picture", arguments))
      guard let bytes = reply.picture else { throw ToolRefusal("the program gave no picture") }
      return (reply.text, bytes)
    case .layers(let layers): return try layers.picture(arguments.layer)
    }
  }

  private func image(_ bytes: Data) throws -> CGImage {
    guard let source = CGImageSourceCreateWithData(bytes as CFData, nil),
      let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
    else { throw ToolRefusal("the picture cannot be read") }
    return image
  }

  private func keep(_ bytes: Data, _ name: String) throws {
    let image = try image(bytes)
    pictures.removeAll { $0.name == name }
    if pictures.count >= Self.mostPictures { pictures.removeFirst() }
    pictures.append((name, image))
  }

  private func difference(_ arguments: ToolArguments) throws -> ToolResult {
    guard let name = arguments.name, let kept = pictures.first(where: { $0.name == name })?.image
    else {
      let names = pictures.map(\.name).joined(separator: ", ")
      throw ToolRefusal(
        "no picture has that name; " + (names.isEmpty ? "none is kept" : "there are \(names)")
      )
    }
    let now = try image(try picture(arguments).bytes)
    guard let comparison = ImageComparison(kept, now) else {
      return ToolResult(
        "the sizes differ: \(kept.width)x\(kept.height) before, \(now.width)x\(now.height) now"
      )
    }
    guard comparison.count > 0 else { return ToolResult("nothing differs") }
    let picture = ComparisonPicture.difference(kept, now)
    return ToolResult("\(comparison)", picture: try picture?.pngData())
  }

  // MARK: Sessions

  private func recorded() throws -> AgentSessionText {
    guard case .program(_, let session) = opened else {
      throw ToolRefusal("no program is open; sessions are of programs")
    }
    return session
  }

  private func session(_ arguments: ToolArguments) throws -> ToolResult {
    let session = try recorded()
    guard let path = arguments.path else { return ToolResult(session.text) }
    try Data(session.text.utf8).write(to: URL(fileURLWithPath: path))
    return ToolResult("\(path): \(session.steps.count) steps")
  }

  private func replay(_ arguments: ToolArguments, isMinimised: Bool) throws -> ToolResult {
    let session =
      if let text = arguments.text {
        try AgentSessionText(text)
      } else if let path = arguments.path {
        try AgentSessionText(String(contentsOfFile: path, encoding: .utf8))
      } else {
        try recorded()
      }
    guard let failure = try session.play(timeout: timeout) else {
      return ToolResult("passed: \(session.steps.count) steps")
    }
    guard isMinimised else {
      throw ToolRefusal(
        "step \(failure.index + 1) of \(session.steps.count) failed: \(failure.reason)"
      )
    }
    let runs = min(max(arguments.count ?? 200, 1), 10_000)
    let small = try session.minimised(failure, timeout: timeout, runs: runs)
    return ToolResult("// \(failure.reason.replacing("\n", with: " "))\n" + small.text)
  }

  // MARK: Budgets

  /// Cuts an answer that is too long, by whole lines, and says so.
  private func limited(_ result: ToolResult, _ budget: Int?) -> ToolResult {
    var result = result
    for index in result.content.indices {
      if let data = result.content[index].data {
        let most = budget ?? Self.pictureBudget
        // Four characters carry three bytes.
        guard (data.count + 2) / 3 * 4 > most else { continue }
        return ToolResult(
          "the picture has \(data.count) bytes, \((data.count + 2) / 3 * 4) as text, and the budget is "
            + "\(most): name an element, or give a budget",
          isError: true
        )
      }
      let most = budget ?? Self.usualBudget
      guard let text = result.content[index].text, text.utf8.count > most else { continue }
      result.content[index].text = Self.cut(text, most)
    }
    return result
  }

  private static func cut(_ text: String, _ most: Int) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // Room for the last line, which tells what is missing.
    let room = most - 100
    var (kept, bytes): ([Substring], Int) = ([], 0)
    for line in lines {
      bytes += line.utf8.count + 1
      guard bytes <= room else { break }
      kept.append(line)
    }
    if kept.isEmpty {
      var first = Substring(lines[0].prefix(room / 4))
      while first.utf8.count > room { first = first.dropLast() }
      kept = [first]
    }
    let rest = lines.count - kept.count
    return kept.joined(separator: "\n")
      + "\n\u{2026} \(rest) more lines; a query, a depth or a budget shows others"
  }
}
