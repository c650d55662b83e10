// Reading JSON: values, places of errors, limits.
// Licensed under the MIT license; see LICENSE.

import Testing

@testable import QuartzLottie

struct LottieJSONTests {
  private func value(_ text: String) throws -> JSONPlace {
    try JSONParser.document(of: Array(text.utf8)).root
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

  /// A list of numbers that goes on with other values, members of one name, names with escapes.
  @Test func placesAreThoseOfTheDocument() throws {
    let root = try value(
      #"{"l":[1,2,"x",[3,4],{"k":5}],"d":1,"d":{"e":2},"a\u0062":[{"q":[7,8.25]}]}"#
    )
    let list = try #require(root["l"]?.elements)
    #expect(list.map(\.number) == [1, 2, nil, 3, nil] && list[2].text == "x")
    #expect(root["l"]?.number == 1 && root["l"]?.numbers == nil)
    #expect(list.map { "\($0.path)" } == ["l[0]", "l[1]", "l[2]", "l[3]", "l[4]"])
    #expect(list[4]["k"]?.path.description == "l[4].k")
    #expect(root["d"]?["e"]?.number == 2 && root.names == ["ab", "d", "l"])
    let number = try #require(root["ab"]?.elements?[0]["q"]?.elements?[1])
    #expect(number.number == 8.25 && number.path.description == "ab[0].q[1]")
    #expect(number.path.member("x").member("y").description == "ab[0].q[1].x.y")
    #expect(JSONPath.root.member("w").description == "w")
  }

  /// Values that stand in for others name the places of those.
  @Test func valuesOfAProgram() throws {
    let place = try #require(value(#"{"s":[{"p":0}]}"#)["s"]?.elements?[0]["p"])
    let value: JSONValue = [
      "empty": .list([]), "list": [.number(1), ["x": .numbers([2, 3])]], "no": false, "nil": .null,
    ]
    let root = JSONDocument(value, at: place.path).root
    #expect(root["empty"]?.numbers == [] && root["empty"]?.isListOfObjects == false)
    #expect(root["no"]?.bool == false && root["nil"] == nil)
    let inner = try #require(root["list"]?.elements?[1]["x"])
    #expect(inner.numbers == [2, 3] && inner.path.description == "s[0].p.list[1].x")
    let again = JSONDocument(root.value).root
    #expect(again["list"]?.elements?[1]["x"]?.elements?[1].number == 3)
  }

  /// Numbers that are read without the library's function are the nearest ones all the same.
  @Test func numbersAreTheNearest() throws {
    let texts = [
      "0.1", "-0.3", "123456.789012345", "9007199254740993", "0.000000000000001", "1e22", "1.5e-7",
      "12345678901234567890", "0.30000000000000004", "-0", "3.141592653589793", "1E+2",
    ]
    let numbers = try #require(value("[\(texts.joined(separator: ","))]").numbers)
    #expect(numbers == texts.map { Double($0) })
    #expect(numbers[9].sign == .minus)
  }
}
