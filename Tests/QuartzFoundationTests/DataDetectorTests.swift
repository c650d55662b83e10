// Links, phone numbers and dates in texts.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

@testable import QuartzFoundation

/// The kinds of a type, whose names may be deprecated.
private protocol ResultKinds { static var kinds: [NSTextCheckingResult.CheckingType] { get } }

extension Int: ResultKinds {
  @available(*, deprecated)
  static var kinds: [NSTextCheckingResult.CheckingType] { [.date, .link, .phoneNumber] }
}

@Suite("NSDataDetector")
struct DataDetectorTests {
  private func whole(_ text: String) -> NSRange { NSRange(location: 0, length: text.utf16.count) }

  private func links(_ text: String) -> [String] {
    LinkScanner.results(in: text, whole(text)).map { result in
      "\((text as NSString).substring(with: result.range)) \(result.url?.absoluteString ?? "")"
    }
  }

  @Test(
    "Links are found, without the sentence around them",
    arguments: [
      (
        "see https://example.org/a?b=c#d.",
        ["https://example.org/a?b=c#d https://example.org/a?b=c#d"]
      ),
      (
        "(http://a.de/x_(y)), \"ftp://b.c/\"",
        ["http://a.de/x_(y) http://a.de/x_(y)", "ftp://b.c/ ftp://b.c/"]
      ),
      (
        "example.com and www.example.technology!",
        ["example.com http://example.com", "www.example.technology http://www.example.technology"]
      ),
      ("Mail a.b+c@example.co.uk, please", ["a.b+c@example.co.uk mailto:a.b+c@example.co.uk"]),
      ("mailto:x@y.de tel:+49-30-1", ["mailto:x@y.de mailto:x@y.de", "tel:+49-30-1 tel:+49-30-1"]),
      ("myapp://open/5", ["myapp://open/5 myapp://open/5"]),
      ("example.com:8080/a/", ["example.com:8080/a/ http://example.com:8080/a/"]),
      ("HTTPS://EXAMPLE.ORG", ["HTTPS://EXAMPLE.ORG HTTPS://EXAMPLE.ORG"]),
      ("t.co", ["t.co http://t.co"]),
      ("<https://a.org>", ["https://a.org https://a.org"]),
      ("[a](https://a.org)", ["https://a.org https://a.org"]),
      ("i.e. this, e.g. that; 3.14 a.b.c @user #tag a@b http:// file.txt1", []), ("x@", []),
      ("", []),
      ("see https://... or mailto: or ://x", []),
      ("版 example.jp。", ["example.jp http://example.jp"]),
    ]
  )
  func links(text: String, found: [String]) { #expect(links(text) == found) }

  @Test(
    "Phone numbers are found by their forms",
    arguments: [
      ("call (555) 234-5678 now", ["(555) 234-5678"]), ("1-800-555-0199", ["1-800-555-0199"]),
      ("+49 30 123456, +1 (555) 234 5678", ["+49 30 123456", "+1 (555) 234 5678"]),
      ("555.234.5678 or 5552345678", ["555.234.5678", "5552345678"]), ("555-1234", ["555-1234"]),
      ("030/1234567 (030) 12 34 56", ["030/1234567", "(030) 12 34 56"]),
      ("0044 20 7946 0958", ["0044 20 7946 0958"]),
      ("2024-01-15 01-02-2024 01.02.2024 192.168.100.1 1234 12:30 $1,234,567 v1.2.3", []),
      ("12345678901234567890 a5552345678 #5552345678", []),
    ]
  )
  func phoneNumbers(text: String, found: [String]) {
    let results = PhoneScanner.results(in: text, whole(text))
    #expect(results.map(\.phoneNumber) == found)
    #expect(results.map { (text as NSString).substring(with: $0.range) } == found)
  }

  /// A Thursday at ten, in Greenwich.
  private func scanner(_ language: String = "en_US") throws -> DateScanner {
    let time = try #require(
      FixedTime.calendar.date(from: DateComponents(year: 2024, month: 2, day: 29, hour: 10))
    )
    return DateScanner(
      now: time,
      calendar: FixedTime.calendar,
      locale: Locale(identifier: language)
    )
  }

  private func dates(_ text: String, _ language: String = "en_US") throws -> [String] {
    let formatter = ISO8601DateFormatter()
    return try scanner(language).results(in: text, whole(text)).map { result in
      let date = formatter.string(from: result.date ?? .distantPast)
      return "\((text as NSString).substring(with: result.range)) = \(date.prefix(16))"
    }
  }

  @Test(
    "Dates are found",
    arguments: [
      ("on 2024-01-15.", ["2024-01-15 = 2024-01-15T12:00"]),
      ("2024-01-15T10:20:30Z", ["2024-01-15T10:20:30Z = 2024-01-15T10:20"]),
      ("2024-01-15 10:20+02:00", ["2024-01-15 10:20+02:00 = 2024-01-15T08:20"]),
      (
        "January 15, 2023 or Jan 5",
        ["January 15, 2023 = 2023-01-15T12:00", "Jan 5 = 2024-01-05T12:00"]
      ),
      ("Monday, March 4th at 5:30 PM", ["Monday, March 4th at 5:30 PM = 2024-03-04T17:30"]),
      (
        "15 January 2024, 3rd of May",
        ["15 January 2024 = 2024-01-15T12:00", "3rd of May = 2024-05-03T12:00"]
      ),
      (
        "12/31/2023 1/2/24 31.12.2023",
        [
          "12/31/2023 = 2023-12-31T12:00", "1/2/24 = 2024-01-02T12:00",
          "31.12.2023 = 2023-12-31T12:00",
        ]
      ),
      (
        "today, tomorrow at 9am, yesterday, tonight",
        [
          "today = 2024-02-29T12:00", "tomorrow at 9am = 2024-03-01T09:00",
          "yesterday = 2024-02-28T12:00", "tonight = 2024-02-29T20:00",
        ]
      ),
      ("Friday, next Thursday", ["Friday = 2024-03-01T12:00", "next Thursday = 2024-03-07T12:00"]),
      (
        "at 5 PM or 17:45 or 12am",
        ["5 PM = 2024-02-29T17:00", "17:45 = 2024-02-29T17:45", "12am = 2024-02-29T00:00"]
      ),
      ("2024-13-01 2023-02-29 25:00 13 PM I sat, may 2024, 1.2.34 10.20.30.40 1/2 3:1", []),
    ]
  )
  func dates(text: String, found: [String]) throws {
    let dates = try dates(text)
    #expect(dates == found)
  }

  @Test("Dates have the names and the order of the user's language")
  func languages() throws {
    #expect(try dates("3. März 2024 um 5", "de_DE") == ["3. März 2024 = 2024-03-03T12:00"])
    #expect(try dates("2/1/2024", "en_GB") == ["2/1/2024 = 2024-01-02T12:00"])
    #expect(try dates("Freitag", "de_DE") == ["Freitag = 2024-03-01T12:00"])
  }

  @Test("A detector finds the kinds that it is asked for, in their order")
  func kinds() throws {
    let text = "a@b.de, 2024-01-15 and +49 30 123456 or example.org"
    func found(_ types: NSTextCheckingTypes) throws -> [UInt64] {
      try NSDataDetector(types: types).matches(in: text, range: whole(text))
        .map(\.resultType.rawValue)
    }
    let (link, date, phone): (UInt64, UInt64, UInt64) = (1 << 6, 1 << 4, 1 << 11)
    #expect(try found(link) == [link, link])
    #expect(try found(link | phone | date | 1 << 5) == [link, date, phone, link])
    #expect(throws: NSError.self) { try NSDataDetector(types: 0) }
    #expect(throws: NSError.self) { try NSDataDetector(types: 1 << 5) }
    // The digits of an address are no number.
    let detector = try NSDataDetector(types: link | phone)
    let address = "https://example.org/5552345678"
    #expect(detector.numberOfMatches(in: address, range: whole(address)) == 1)
  }

  @Test("The kinds are those of Foundation")
  func names() {
    func kinds<Kinds: ResultKinds>(_ type: Kinds.Type) -> [NSTextCheckingResult.CheckingType] {
      type.kinds
    }
    #expect(kinds(Int.self) == [DetectedKind.date, DetectedKind.link, DetectedKind.phoneNumber])
  }

  @Test("The methods of expressions")
  func methods() throws {
    let detector = try NSDataDetector(types: DetectedKind.link.rawValue)
    let text = "👍 a.org b.org c.org"
    let second = NSRange(location: 9, length: 100)
    #expect(
      detector.rangeOfFirstMatch(in: text, range: whole(text)) == NSRange(location: 3, length: 5)
    )
    let first = try #require(detector.firstMatch(in: text, range: second))
    #expect(first.url?.host == "b.org" && first.phoneNumber == nil && first.date == nil)
    #expect(first.range(at: 0) == first.range && first.numberOfRanges == 1)
    #expect(detector.numberOfMatches(in: text, range: second) == 2)
    #expect(detector.matches(in: text, options: .anchored, range: second).count == 1)
    #expect(detector.matches(in: text, options: .anchored, range: whole(text)).isEmpty)
    var hosts: [String] = []
    detector.enumerateMatches(in: text, range: whole(text)) { match, _, stop in
      hosts.append(match?.url?.host ?? "")
      stop.pointee = ObjCBool(hosts.count == 2)
    }
    #expect(hosts == ["a.org", "b.org"])
    let none = NSRange(location: 0, length: 1)
    #expect(detector.rangeOfFirstMatch(in: text, range: none).location == NSNotFound)
    for range in [
      NSRange(location: 900, length: 5), NSRange(location: NSNotFound, length: 0),
      NSRange(location: -5, length: .max),
    ] {
      _ = detector.matches(in: text, range: range)
    }
    let url = try #require(URL(string: "a:b"))
    let made = NSTextCheckingResult.linkCheckingResult(range: second, url: url)
    #expect(made.url == url && made.range == second)
  }

  @Test(
    "Long texts take a time that grows with their length",
    arguments: [
      "a", "a.", "a@", "1", "1-", "(", ")", "x:", "http://", "+1", "may ", "0", "1:", "%",
    ]
  )
  func longTexts(part: String) throws {
    let detector = try NSDataDetector(types: 1 << 6 | 1 << 4 | 1 << 11)
    let text = String(repeating: part, count: 100_000)
    let start = ContinuousClock.now
    _ = detector.matches(in: text, range: whole(text))
    _ = detector.matches(in: "https://a.org/" + text, range: whole(text))
    #expect(ContinuousClock.now - start < .seconds(20))
  }
}
