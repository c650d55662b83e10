// Reading JSON: values, places of errors, limits.
// Licensed under the MIT license; see LICENSE.

import Testing

@testable import QuartzLottie

struct LottieJSONTests {
  private func value(_ text: String) throws -> JSONPlace {
    JSONPlace(value: try JSONParser.value(of: Array(text.utf8)), path: .root)
  }

  @Test func valuesOfAllKinds() throws {
    let root = try value(#"{"a":[1,-2.5,3e2],"b":"x\u00e9\ud83d\ude00\n","c":[true,null,{}]}"#)
    #expect(root["a"]?.numbers == [1, -2.5, 300])
    #expect(root["b"]?.text == "x\u{E9}\u{1F600}\n")
    #expect(root["c"]?.elements?.first?.bool == true)
    #expect(root["c"]?.elements?[1].path.description == "c[1]")
    #expect(root["d"] == nil)
  }

  @Test(arguments: [
    ("", 0), ("{", 1), ("[1,]", 3), (#"{"a" 1}"#, 5), ("01", 2), ("1e999", 5), ("nul", 3),
    (#""\x""#, 3), ("[1] 2", 4), ("-", 1), (#"{"a":NaN}"#, 5),
  ])
  func errorsNameTheByte(_ text: String, _ offset: Int) {
    #expect {
      try value(text)
    } throws: { error in
      guard case LottieError.malformed(offset, _) = error else { return false }
      return true
    }
  }

  @Test func depthHasALimit() throws {
    _ = try value(String(repeating: "[", count: 256) + String(repeating: "]", count: 256))
    #expect(throws: LottieError.limit(what: "levels of JSON at byte 257", limit: 256)) {
      try value(String(repeating: "[", count: 100_000))
    }
  }

  @Test func halvesOfCharactersAreReplaced() throws {
    #expect(try value(#""\ud800x""#).text == "\u{FFFD}x")
    #expect(try value(#""\ud800\u0041""#).text == "\u{FFFD}A")
  }
}
