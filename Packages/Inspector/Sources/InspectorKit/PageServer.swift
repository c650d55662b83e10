// The HTTP server of the page.
// Licensed under the MIT license; see LICENSE.

import FlyingFox
import FlyingSocks
import Foundation

/// Serves the page and its questions to browsers on this machine.
package struct PageServer: Sendable {
  private let answers: any InspectorAnswering
  private let port: UInt16
  private let waitForEnd: @Sendable () async -> Void

  /// The most bytes of a question.
  private static let longestBody = 32 << 10

  /// - Parameter port: The port to listen on; 0 for any that is free.
  package init(_ link: InspectorLink, port: UInt16) {
    answers = link
    self.port = port
    waitForEnd = { await link.waitForEnd() }
  }

  /// - Parameter answers: The server runs until its task is cancelled, whatever becomes of them.
  package init(answers: any InspectorAnswering, port: UInt16 = 0) {
    self.answers = answers
    self.port = port
    waitForEnd = { try? await Task.sleep(nanoseconds: .max / 4) }
  }

  /// Serves until the program that answers is gone.
  ///
  /// - Throws: The reason why the port cannot be listened on.
  package func run() async throws {
    let watch = ConnectionWatch()
    let server = HTTPServer(
      address: try sockaddr_in.inet(ip4: "127.0.0.1", port: port),
      timeout: 30,
      logger: .disabled
    )
    let token = RequestPolicy.makeToken()
    let pending = PendingPolicy()
    await server.appendRoute("*") { [answers] request in
      guard let policy = await pending.policy else {
        return HTTPResponse(statusCode: .serviceUnavailable)
      }
      return await Self.respond(to: request, policy, answers, watch)
    }
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await server.run() }
        group.addTask { [answers] in
          try await server.waitUntilListening()
          guard case .ip4(_, let port) = await server.listeningAddress else { return }
          watch.start(port: port)
          await pending.set(RequestPolicy(token: token, port: port))
          await answers.ready("http://127.0.0.1:\(port)/\(token)/")
          await waitForEnd()
          throw NobodyAnswers()
        }
        for try await _ in group {}
      }
    } catch is NobodyAnswers {
      // There is nothing to show any more.
    }
  }

  private struct NobodyAnswers: Error {}

  /// Holds the policy, which is known once the port is.
  private actor PendingPolicy {
    private(set) var policy: RequestPolicy?

    func set(_ policy: RequestPolicy) { self.policy = policy }
  }

  // MARK: Requests

  private static func respond(
    to request: HTTPRequest,
    _ policy: RequestPolicy,
    _ answers: any InspectorAnswering,
    _ watch: ConnectionWatch
  ) async -> HTTPResponse {
    if case .ip4(_, let port)? = request.remoteAddress { watch.didRead(from: port) }
    let facts = RequestFacts(
      method: request.method.rawValue,
      path: request.target.path(),
      host: request.headers[.host],
      origin: request.headers[HTTPHeader("Origin")],
      fetchSite: request.headers[HTTPHeader("Sec-Fetch-Site")]
    )
    switch policy.decide(facts) {
    case .refused(let status): return response(status, "text/plain", Data("refused\n".utf8))
    case .file(let file): return response(200, file.type, Data(file.text.utf8))
    case .question(let name):
      // Pages of other sites cannot send this type without asking first, which is refused.
      guard request.headers[.contentType]?.hasPrefix("application/json") == true else {
        return response(415, "text/plain", Data("expected application/json\n".utf8))
      }
      guard let body = await body(of: request) else {
        return response(413, "text/plain", Data("too long\n".utf8))
      }
      guard let answer = await answers.ask(name, body) else {
        return response(503, "text/plain", Data("busy\n".utf8))
      }
      return response(answer.isRefused ? 422 : 200, answer.type, answer.body)
    }
  }

  private static func body(of request: HTTPRequest) async -> Data? {
    var body = Data()
    do {
      for try await part in request.bodySequence {
        guard body.count + part.count <= longestBody else { return nil }
        body.append(part)
      }
    } catch {
      return nil
    }
    return body
  }

  private static func response(_ status: Int, _ type: String, _ body: Data) -> HTTPResponse {
    var headers = HTTPHeaders()
    headers[.contentType] = type
    for (name, value) in safety { headers[HTTPHeader(name)] = value }
    return HTTPResponse(
      statusCode: HTTPStatusCode(status, phrase: phrases[status] ?? "Status"),
      headers: headers,
      body: body
    )
  }

  private static let phrases = [
    200: "OK", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    413: "Content Too Large", 415: "Unsupported Media Type", 422: "Unprocessable Content",
    503: "Service Unavailable",
  ]

  /// Nothing of the page may come from elsewhere, and nobody else may show it or read it.
  private static let safety = [
    "Content-Security-Policy":
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob: data:; "
      + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
  ]
}
