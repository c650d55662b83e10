// The right to ask: requests with the token, and none of pages of other sites.
// Licensed under the MIT license; see LICENSE.

/// Decides about requests by their heads.
struct ServePolicy: Sendable {
  /// The least characters of a token.
  static let shortestToken = 16

  /// Nil if whoever reaches the server may ask.
  var token: String?

  /// The names by which a server without a token is called.
  private let names: [String]

  init(token: String?, address: ServeAddress) {
    self.token = token
    names = ["localhost", "127.0.0.1", "[::1]", address.inURL]
  }

  /// Refuses what a page in a browser of this machine asks of a server without a token, also by a
  /// name of its own that leads here.
  ///
  /// - Parameter header: Returns the value of a header of the request.
  func checkOrigin(_ header: (String) -> String?) throws(ServeRefusal) {
    guard token == nil else { return }
    let site = header("Sec-Fetch-Site") ?? "none"
    guard header("Origin") == nil, ["none", "same-origin"].contains(site) else {
      throw ServeRefusal(.forbidden, "a page of another site may not ask without a token")
    }
    guard let host = header("Host")?.lowercased() else { return }
    guard names.contains(where: { host == $0 || host.hasPrefix($0 + ":") }) else {
      throw ServeRefusal(.forbidden, "Host: expected \(names.joined(separator: ", "))")
    }
  }

  /// - Parameter authorization: The value of the header.
  func checkToken(_ authorization: String?) throws(ServeRefusal) {
    guard let token else { return }
    let words = (authorization ?? "").split(separator: " ")
    let given = words.count == 2 && words[0].lowercased() == "bearer" ? String(words[1]) : ""
    guard Self.isSame(Array(given.utf8), Array(token.utf8)) else {
      throw ServeRefusal(
        .unauthorized,
        "Authorization: expected Bearer and the token of the server",
        headers: [("WWW-Authenticate", "Bearer")]
      )
    }
  }

  /// Compares in a time that depends on the length of `given` alone.
  private static func isSame(_ given: [UInt8], _ token: [UInt8]) -> Bool {
    var difference = given.count ^ token.count
    for (index, byte) in given.enumerated() {
      difference |= Int(byte ^ token[index % token.count])
    }
    return difference == 0
  }
}
