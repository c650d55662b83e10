// A file of layers, or a context of a server, in an agent's hands.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Glibc
import QuartzInspection

/// Layers that an agent looks into; they are those of `quartz inspect`.
final class AgentLayers {
  private let inspection: Inspection
  /// The rows of an answer, unless a call has its own.
  private static let usualRows = 100

  /// - Parameter scale: Pixels per point.
  init(file: String, scale: Double) throws {
    guard scale > 0, scale <= ViewScale.largest else {
      throw ToolRefusal("a scale above 0, and at most \(ViewScale.largest), was expected")
    }
    let request = SceneRequest(path: file, films: FilmShelf())
    let source = try InspectedContexts.file(request, scale: scale)
    inspection = Inspection(source, now: InspectedContexts.now)
    inspection.clock.setPaused(true)
    inspection.update()
  }

  init(server: String, _ process: UInt32?, _ context: UInt32?) throws {
    let source = try InspectedContexts.server(
      path: server,
      ContextChoice(process: process, context: context)
    )
    inspection = Inspection(source, now: InspectedContexts.now)
    inspection.update()
    if let problem = inspection.problem { throw ToolRefusal(problem) }
  }

  /// A request of an inspector's page.
  private struct PageRequest: Encodable {
    var view = "agent"
    var have: Int?
    var first: Int?
    var count: Int?
    var query: String?
    var parts: [String]?
    var id: String?
    var x: Double?
    var y: Double?
    var time: Double?
    var paused: Bool?
    var open: Bool?
    var sublayers: Bool?
  }

  private func ask(_ name: String, _ request: PageRequest = PageRequest()) throws -> Data {
    let answer = inspection.answer(name, try JSONEncoder().encode(request))
    guard !answer.isRefused else {
      let reason = try? JSONDecoder().decode([String: String].self, from: answer.body)
      throw ToolRefusal(reason?["error"] ?? "the request was refused")
    }
    return answer.body
  }

  /// Answers a tool.
  func answer(_ tool: AgentTools.Tool, _ arguments: ToolArguments) throws -> String {
    var request = PageRequest()
    switch tool {
    case .state: return String(decoding: try ask("info"), as: UTF8.self)
    case .tree, .find:
      return try rows(arguments, query: arguments.query ?? "")
    case .layers:
      guard let point = arguments.point, point.count == 2 else {
        throw ToolRefusal("a place [x, y] in pixels was expected")
      }
      (request.x, request.y) = (point[0], point[1])
      return String(decoding: try ask("hit", request), as: UTF8.self)
    case .layer:
      guard let layer = arguments.layer else { throw ToolRefusal("the layer is missing") }
      return try lines(try inspection.details(layer))
    case .costs:
      request.parts = ["costs"]
      request.view = "costs \(inspection.frameNumber)"
      return String(decoding: try ask("update", request), as: UTF8.self)
    case .step:
      guard let seconds = arguments.seconds, (0...3600).contains(seconds) else {
        throw ToolRefusal("seconds from 0 to 3600 were expected")
      }
      request.time = inspection.frameTime + seconds
      request.paused = true
      return String(decoding: try ask("time", request), as: UTF8.self)
    default:
      throw ToolRefusal("\(tool.rawValue) is for programs; layers have no touches and no sessions")
    }
  }

  /// The rows of the tree, a line each.
  private func rows(_ arguments: ToolArguments, query: String) throws -> String {
    let first = max(arguments.first ?? 0, 0)
    let count = min(max(arguments.count ?? Self.usualRows, 1), 500)
    let lines = inspection.layerLines(query: query, first: first, count: count)
    return lines.isEmpty ? "nothing" : lines.joined(separator: "\n")
  }

  private func lines(_ layer: InspectedLayer) throws -> String {
    var lines = ["\(layer.type) \(layer.name) @\(layer.id)"]
    if let corners = layer.corners {
      let words = corners.map { "\(($0 * 100).rounded() / 100)" }
      lines.append("corners \(words.joined(separator: " "))")
    }
    lines += layer.properties.map { row in
      "\(row.name) = \(row.value)" + (row.unit.isEmpty ? "" : " \(row.unit)") + " (\(row.origin))"
        + (row.model.map { ", the model \($0)" } ?? "")
    }
    return lines.joined(separator: "\n")
  }

  /// The picture of the frame, or of a layer with what is in it.
  func picture(_ layer: String?) throws -> (text: String, bytes: Data) {
    var request = PageRequest()
    request.id = layer
    request.sublayers = true
    let bytes = try ask(layer == nil ? "frame" : "picture", request)
    return ("at \((inspection.frameTime * 10_000).rounded() / 10_000) s", bytes)
  }
}
