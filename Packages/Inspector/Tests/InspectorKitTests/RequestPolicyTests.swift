// Which requests are let in.
// Licensed under the MIT license; see LICENSE.

import InspectorKit
import Testing

@Suite struct RequestPolicyTests {
  private let policy = RequestPolicy(token: "0123456789abcdef0123456789abcdef", port: 4711)

  private func decide(
    _ method: String = "GET",
    _ path: String = "/0123456789abcdef0123456789abcdef/",
    host: String? = "127.0.0.1:4711",
    origin: String? = nil,
    site: String? = nil
  ) -> RequestDecision {
    policy.decide(
      RequestFacts(method: method, path: path, host: host, origin: origin, fetchSite: site)
    )
  }

  @Test func pageAndQuestionsAreLetInWithTheToken() {
    let token = "/0123456789abcdef0123456789abcdef"
    #expect(decide() == .file(.markup))
    #expect(decide("GET", token + "/inspector.js") == .file(.script))
    #expect(decide("POST", token + "/ask/update", host: "localhost:4711") == .question("update"))
    #expect(
      decide("POST", token + "/ask/hit", origin: "http://127.0.0.1:4711", site: "same-origin")
        == .question("hit")
    )
    #expect(decide(site: "none") == .file(.markup))
  }

  @Test(
    arguments: [
      "/", "", "//", "/0123456789abcdef0123456789abcdee/", "/0123456789abcdef0123456789abcdef",
      "/0123456789ABCDEF0123456789ABCDEF/", "/0123456789abcdef0123456789abcdef0/", "/x/y/z",
      "/0123456789abcdef0123456789abcdef/../../etc/passwd",
      "/0123456789abcdef0123456789abcdef/ask", "0123456789abcdef0123456789abcdef/",
    ])
  func otherPathsAreNotFound(_ path: String) {
    #expect(decide("GET", path) == .refused(404))
  }

  @Test(
    arguments: [
      "evil.example", "127.0.0.1", "127.0.0.1:4712", "evil.example:4711", "", "[::1]:4711",
      "127.0.0.1:4711.evil.example", "0.0.0.0:4711",
    ])
  func otherHostsAreRefused(_ host: String) {
    #expect(decide(host: host) == .refused(403))
  }

  @Test func requestsWithoutHostAreRefused() { #expect(decide(host: nil) == .refused(403)) }

  @Test(
    arguments: [
      "http://evil.example", "null", "", "https://127.0.0.1:4711", "http://127.0.0.1",
      "http://localhost:4711", "file://",
    ])
  func pagesFromElsewhereAreRefused(_ origin: String) {
    #expect(decide(origin: origin) == .refused(403))
  }

  @Test(arguments: ["cross-site", "same-site", ""])
  func requestsOfOtherSitesAreRefused(_ site: String) {
    #expect(decide(site: site) == .refused(403))
  }

  @Test(arguments: ["PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "get", ""])
  func otherMethodsAreRefused(_ method: String) {
    #expect(decide(method) == .refused(405))
  }

  @Test(arguments: ["", "Update", "a/b", "a.b", "%2e", String(repeating: "a", count: 33)])
  func otherNamesOfQuestionsAreNotFound(_ name: String) {
    let path = "/0123456789abcdef0123456789abcdef/ask/" + name
    #expect(decide("POST", path) == .refused(404))
  }

  @Test func tokensDiffer() {
    let tokens = Set((0..<100).map { _ in RequestPolicy.makeToken() })
    #expect(tokens.count == 100)
    #expect(tokens.allSatisfy { $0.count == 32 })
  }
}
