// From the heads of requests to answers.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzLottie

/// The paths beside those of results.
enum ServePath {
  static let health = "/v1/health"
  static let description = "/openapi.json"
}

/// The head of a request.
struct ServeHead: Sendable {
  var method: String
  /// The path, and the query behind a question mark.
  var target: String
  /// Returns the value of a header.
  var header: @Sendable (String) -> String?
}

/// Decides about requests by their heads, and has their documents drawn.
final class ServeService: Sendable {
  /// The way to an answer.
  enum Plan: Sendable {
    case answer(ServeAnswer)
    /// A document is to come, which has a place in the queue.
    case drawing(ServeQuery, mediaType: String, JobQueue.Place)
  }

  let limits: ServeLimits
  private let policy: ServePolicy
  private let workshop: Workshop
  private let queue: JobQueue
  private let health: Data
  private let description: Data

  init(_ limits: ServeLimits, _ policy: ServePolicy, version: String) throws {
    (self.limits, self.policy) = (limits, policy)
    workshop = try Workshop(limits)
    queue = JobQueue(jobs: limits.jobs, mostWaiting: limits.mostWaiting)
    health = JSONValue.object(["version": .text(version)]).bytes
    description =
      ServeDescription.document(version: version, hasToken: policy.token != nil).bytes
  }

  /// Decides about a request before its body comes.
  func plan(_ head: ServeHead) throws(ServeRefusal) -> Plan {
    try policy.checkOrigin(head.header)
    let parts = head.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts.first.map { String($0) } ?? ""
    if path == ServePath.health {
      try check(head.method, "GET")
      return .answer(ServeAnswer(type: "application/json", body: health))
    }
    try policy.checkToken(head.header("Authorization"))
    if path == ServePath.description {
      try check(head.method, "GET")
      return .answer(ServeAnswer(type: "application/json", body: description))
    }
    guard let result = ServedResult.allCases.first(where: { $0.path == path }) else {
      let known = [ServePath.health, ServePath.description] + ServedResult.allCases.map(\.path)
      throw ServeRefusal(.notFound, "no such path; there are \(known.joined(separator: ", "))")
    }
    try check(head.method, "POST")
    let query = try ServeQuery(parts.count > 1 ? String(parts[1]) : "", for: result)
    let mediaType = try ServeDocument.mediaType(head.header("Content-Type"))
    if let length = head.header("Content-Length").flatMap({ Int($0) }) { try check(length: length) }
    guard let place = queue.enter() else { throw Self.busy }
    return .drawing(query, mediaType: mediaType, place)
  }

  private func check(_ method: String, _ expected: String) throws(ServeRefusal) {
    guard method != expected else { return }
    throw ServeRefusal(.methodNotAllowed, "expected \(expected)", headers: [("Allow", expected)])
  }

  /// Refuses a body that is too long.
  func check(length: Int) throws(ServeRefusal) {
    guard length > limits.mostBytes else { return }
    throw ServeRefusal(
      .contentTooLarge,
      "the body: at most \(limits.mostBytes) bytes are read"
    )
  }

  private static let busy = ServeRefusal(
    .serviceUnavailable,
    "too many requests wait",
    headers: [("Retry-After", "1")]
  )

  /// Draws a document.
  ///
  /// - Parameter isWanted: Whether the client still waits.
  func draw(
    _ document: Data,
    _ query: ServeQuery,
    mediaType: String,
    isWanted: @escaping @Sendable () -> Bool
  ) async throws(ServeRefusal) -> ServeAnswer {
    guard !document.isEmpty else { throw ServeRefusal(.badRequest, "there is no body") }
    let kind = try ServeDocument(document, mediaType: mediaType)
    guard await queue.begin(within: .seconds(limits.mostSeconds)) else { throw Self.busy }
    let order = Workshop.Order(document: document, kind: kind, query: query)
    let outcome = await workshop.draw(order, isWanted: isWanted)
    queue.end()
    switch outcome {
    case .done(let bytes): return ServeAnswer(type: query.mediaType, body: bytes)
    case .refused(let refusal): throw refusal
    case .abandoned: throw Self.busy
    }
  }
}
