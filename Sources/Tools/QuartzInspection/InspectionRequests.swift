// The questions of pages and their answers, as JSON and PNG.
// Licensed under the MIT license; see LICENSE.
//
// A request is a name and a JSON object. Everything in it comes from outside and is checked here.

import CoreGraphics
package import Foundation
import QuartzCore
import QuartzModel

/// An answer to a page.
package struct InspectionAnswer: Sendable {
  /// `application/json` or `image/png`.
  package var type: String
  package var body: Data
  /// Whether the request was refused; the body then has the reason.
  package var isRefused = false
}

/// The fields of requests; each request has some of them.
private struct RequestFields: Decodable {
  var view: String?
  var have: Int?
  var first: Int?
  var count: Int?
  var query: String?
  var selected: String?
  var parts: [String]?
  var id: String?
  var key: String?
  var text: String?
  var open: Bool?
  var time: Double?
  var paused: Bool?
  var speed: Double?
  var live: Bool?
  var state: String?
  var x: Double?
  var y: Double?
  var sublayers: Bool?
  var all: Bool?
}

extension Inspection {
  /// The longest request in bytes.
  package static let longestRequest = 32 << 10
  /// The most rows of an answer.
  private static let mostRows = 500

  /// Answers a request.
  package func answer(_ name: String, _ body: Data) -> InspectionAnswer {
    do {
      guard body.count <= Inspection.longestRequest else {
        throw InspectionError.badRequest("it has \(body.count) bytes")
      }
      let fields = try fields(body)
      switch name {
      case "info": return try json(info())
      case "update": return InspectionAnswer(type: "application/json", body: try update(fields))
      case "open": return try json(open(fields))
      case "reveal": return try json(reveal(fields))
      case "edit":
        try edit(try fields.id.needed("id"), try fields.key.needed("key"), fields.text)
        update()
        return try json(details(try fields.id.needed("id")))
      case "time": return try json(time(fields))
      case "state":
        try source.change(to: fields.state, at: frameTime)
        update()
        return try json(Done())
      case "whole":
        drawWhole()
        return try json(Done())
      case "hit":
        return try json(hit(x: try fields.x.needed("x"), y: try fields.y.needed("y")))
      case "outlines": return try json(outlines())
      case "sheets": return try json(sheets())
      case "frame": return try png(frame())
      case "picture":
        let id = try fields.id.needed("id")
        return try png(picture(id, hasSublayers: fields.sublayers ?? false))
      default: throw InspectionError.badRequest("no request is named \(name.prefix(40))")
      }
    } catch {
      let reason = ["error": "\(error)"]
      let body = (try? JSONEncoder().encode(reason)) ?? Data()
      return InspectionAnswer(type: "application/json", body: body, isRefused: true)
    }
  }

  private func fields(_ body: Data) throws(InspectionError) -> RequestFields {
    guard !JSONNesting.isTooDeep(body) else {
      throw .badRequest("it has more than \(JSONNesting.deepest) levels of JSON")
    }
    do {
      return try JSONDecoder().decode(
        RequestFields.self,
        from: body.isEmpty ? Data("{}".utf8) : body
      )
    } catch {
      throw .badRequest("it is no JSON object with the right fields")
    }
  }

  private static let encoder = {
    let encoder = JSONEncoder()
    // The same value has the same text, so that texts tell what changed.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    return encoder
  }()

  private func text(_ value: some Encodable) throws -> String {
    String(decoding: try Inspection.encoder.encode(value), as: UTF8.self)
  }

  private func json(_ value: some Encodable) throws -> InspectionAnswer {
    InspectionAnswer(type: "application/json", body: try Inspection.encoder.encode(value))
  }

  private func png(_ image: CGImage) throws -> InspectionAnswer {
    InspectionAnswer(type: "image/png", body: try image.pngData())
  }

  // MARK: Requests

  private struct Done: Encodable {
    var done = true
  }

  /// The facts that change seldom, or never; pages are notified when they do.
  private struct Info: Encodable {
    var title: String
    var kind: String
    var width: Int
    var height: Int
    var scale: Double
    var layers: Int
    var animations: Int
    var states: [String]
    var state: String?
    var isLive: Bool
  }

  private func info() -> Info {
    let size = renderer.configuration
    return Info(
      title: source.title,
      kind: source.kind,
      width: size.width,
      height: size.height,
      scale: size.scale,
      layers: tree.layerCount,
      animations: tree.animationCount,
      states: source.stateNames,
      state: source.stateName,
      isLive: source.liveTime != nil
    )
  }

  private struct Opened: Encodable {
    var index: Int?
  }

  private func open(_ fields: RequestFields) throws -> Opened {
    let layer = tree.ids[Int(try slot(try fields.id.needed("id")))]
    withView(fields.view ?? "") { $0.setOpen(layer, to: fields.open ?? true) }
    return Opened()
  }

  private func reveal(_ fields: RequestFields) throws -> Opened {
    let slot = try slot(try fields.id.needed("id"))
    return withView(fields.view ?? "") { Opened(index: $0.reveal(slot, renderer)) }
  }

  private struct Time: Encodable {
    var time: Double
    var paused: Bool
    var speed: Double
    var live: Bool
  }

  private func time(_ fields: RequestFields) -> Time {
    if let time = fields.time { clock.set(time) }
    if let paused = fields.paused { clock.setPaused(paused) }
    if let speed = fields.speed { clock.setSpeed(speed) }
    if fields.live == true, source.liveTime != nil { clock.follow() }
    update()
    return Time(
      time: frameTime,
      paused: clock.isPaused,
      speed: clock.speed,
      live: clock.isLive
    )
  }

  /// Draws a frame, and tells a page what differs from its answer before.
  private func update(_ fields: RequestFields) throws -> Data {
    update()
    let first = max(fields.first ?? 0, 0)
    let count = min(max(fields.count ?? 0, 0), Inspection.mostRows)
    let selected = fields.selected.flatMap { try? slot($0) == -1 ? nil : $0 }
    let parts = Set(fields.parts ?? [])
    return try withView(fields.view ?? "") { view in
      view.begin(have: fields.have ?? 0)
      view.search(fields.query ?? "")
      view.refresh(renderer)
      var members: [String] = []
      func add(_ name: String, _ value: some Encodable) throws {
        members.append("\"\(name)\":\(try text(value))")
      }
      func addPart(_ name: String, _ value: some Encodable) throws {
        let text = try text(value)
        if view.isNews(name, text) { members.append("\"\(name)\":\(text)") }
      }
      try add("number", view.number)
      try add("time", frameTime)
      try add("frame", frameNumber)
      try addPart("clock", [clock.isPaused ? 0 : clock.speed, clock.isLive ? 1 : 0])
      try addPart("problem", problem ?? "")
      try addPart("info", info())
      if let total = view.changedCount() { try add("total", total) }
      let end = first.addingReportingOverflow(count)
      let rows = view.changedRows(first..<(end.overflow ? first : end.partialValue), tree)
      if !rows.isEmpty {
        let texts = try rows.map { "[\($0.place),\(try text($0.row))]" }
        members.append("\"rows\":[\(texts.joined(separator: ","))]")
      }
      if let selected {
        try addPart("layer", details(selected))
      } else if fields.selected != nil {
        members.append("\"gone\":true")
      }
      if parts.contains("costs") { try addPart("costs", frameDetails()) }
      if parts.contains("timeline") {
        try addPart("timeline", timeline(of: fields.all == true ? nil : selected))
      }
      if parts.contains("outlines") { try addPart("outlines", outlines()) }
      return Data("{\(members.joined(separator: ","))}".utf8)
    }
  }
}

extension Optional {
  fileprivate func needed(_ name: String) throws(InspectionError) -> Wrapped {
    guard let self else { throw .badRequest("the field \(name) is missing") }
    return self
  }
}
