// Which requests are let in.
// Licensed under the MIT license; see LICENSE.
//
// Any page in any browser can send requests to this machine, and a name of another site may be made
// to lead here (DNS rebinding). So a request counts only if its path begins with the token that the
// user's browser was given, its host is this server by number or as localhost, and it does not say
// that another site's page made it.

/// A request, as far as it matters for whether it is let in.
package struct RequestFacts: Sendable {
  package var method: String
  /// The path without the query.
  package var path: String
  package var host: String?
  package var origin: String?
  /// The value of `Sec-Fetch-Site`, which browsers send.
  package var fetchSite: String?

  /// - Parameter path: Without the query.
  package init(
    method: String,
    path: String,
    host: String?,
    origin: String? = nil,
    fetchSite: String? = nil
  ) {
    self.method = method
    self.path = path
    self.host = host
    self.origin = origin
    self.fetchSite = fetchSite
  }
}

/// The way a request goes.
package enum RequestDecision: Sendable, Equatable {
  /// A file of the page.
  case file(PageFile)
  /// A question; its name has only lower-case letters.
  case question(String)
  /// Refused; the status says why.
  case refused(Int)
}

/// Decides about requests.
package struct RequestPolicy: Sendable {
  /// 128 random bits as hexadecimal digits.
  package let token: String
  private let hosts: Set<String>

  /// - Parameter port: The port that the server listens on.
  package init(token: String, port: UInt16) {
    self.token = token
    hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
  }

  /// Returns a new token.
  package static func makeToken() -> String {
    var generator = SystemRandomNumberGenerator()
    let digits = Array("0123456789abcdef")
    return String((0..<32).map { _ in digits[Int.random(in: 0..<16, using: &generator)] })
  }

  /// Decides about a request.
  package func decide(_ request: RequestFacts) -> RequestDecision {
    guard let host = request.host?.lowercased(), hosts.contains(host) else { return .refused(403) }
    if let origin = request.origin, origin.lowercased() != "http://\(host)" {
      return .refused(403)
    }
    if let site = request.fetchSite?.lowercased(), site != "same-origin", site != "none" {
      return .refused(403)
    }
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
    // The first part is what stands before the first slash.
    guard parts.count >= 3, parts[0].isEmpty, isToken(parts[1]) else { return .refused(404) }
    switch (request.method, parts.count) {
    case ("GET", 3):
      guard let file = PageFile(rawValue: String(parts[2])) else { return .refused(404) }
      return .file(file)
    case ("POST", 4) where parts[2] == "ask":
      let name = String(parts[3])
      guard !name.isEmpty, name.utf8.count <= 32,
        name.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
      else { return .refused(404) }
      return .question(name)
    case ("GET", _), ("POST", _): return .refused(404)
    default: return .refused(405)
    }
  }

  /// Compares all bytes, so that the time says nothing of how many are right.
  private func isToken(_ text: Substring) -> Bool {
    let (left, right) = (Array(text.utf8), Array(token.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// The files of the page.
package enum PageFile: String, Sendable, CaseIterable {
  case markup = ""
  case script = "inspector.js"
  case style = "inspector.css"

  /// The media type.
  package var type: String {
    switch self {
    case .markup: "text/html; charset=utf-8"
    case .script: "text/javascript; charset=utf-8"
    case .style: "text/css; charset=utf-8"
    }
  }

  /// The file's text.
  package var text: String {
    switch self {
    case .markup: Page.markup
    case .script: Page.script
    case .style: Page.style
    }
  }
}
