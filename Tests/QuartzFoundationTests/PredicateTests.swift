// Predicates by format.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

@testable import QuartzFoundation

private class Pet: NSObject {
  let name: String
  var age: Int?
  init(_ name: String, _ age: Int? = nil) { (self.name, self.age) = (name, age) }
}

private enum Size: String { case small, large }

private struct Toy {
  var price: Double
  var title = ""
}

private final class Dog: Pet {
  var size = Size.small
  var tags: [String] = []
  var toys: [Toy] = []
  var owner: Pet?
  lazy var nickname = "none"
}

/// A value whose property is computed.
private struct FullName: KeyedValues {
  let (first, last): (String, String)

  func value(forKey key: String) -> Any? {
    switch key {
    case "fullName": "\(first) \(last)"
    default: nil
    }
  }
}

@Suite("NSPredicate")
struct PredicateTests {
  private static var values: [String: Any] {
    [
      "name": "Zoë Barker", "age": 42, "height": 1.75, "isOpen": true, "tags": ["red", "Green"],
      "scores": [3, 5, 10], "nothing": NSNull(), "born": Date(timeIntervalSinceReferenceDate: 1000),
      "home": ["city": "Ulm", "size": 7] as [String: Any], "unique": Set([1, 2]), "empty": [Int](),
      "items": [["price": 2], ["price": 4]], "url": URL(fileURLWithPath: "/a/b.txt"),
    ]
  }

  /// The format, by the class that does not warn of it.
  private func text(of predicate: NSPredicate) -> String? {
    (predicate as? FormatPredicate)?.predicateFormat
  }

  @Test(
    "Formats are true",
    arguments: [
      "age = 42", "age == 42.0", "age != 41", "age <> 41", "age > 41", "age < 43", "age >= 42",
      "age => 42", "age <= 42", "age =< 42", "age BETWEEN {42, 50}", "age between { 0 , 42 }",
      "height == 1.75", "height > 1", "isOpen == YES", "isOpen == TRUE", "isOpen = 1",
      "isOpen != false", "nothing == nil", "nothing == NULL", "missing == nil", "missing != 3",
      "name == 'Zoë Barker'", "name == \"Zoë Barker\"", "name ==[c] 'zoë barker'",
      "name ==[cd] 'ZOE BARKER'", "name != 'zoë barker'", "name CONTAINS 'Bark'",
      "name CONTAINS[c] 'BARK'", "name CONTAINS[cd] 'oe bark'", "name BEGINSWITH 'Zo'",
      "name BEGINSWITH[cd] 'zoe'", "name ENDSWITH 'ker'", "name endswith[c] 'KER'",
      "name LIKE 'Zo?*'", "name LIKE[cd] 'zoe*'", "name LIKE '*arke?'", "NOT name LIKE 'Zo'",
      "NOT name LIKE 'z*'", "name MATCHES 'Z.*r'", "name MATCHES[c] 'z.*R'",
      "NOT name MATCHES 'Bark'", "name MATCHES 'Z|Zo.+'", "'a' IN 'abc'", "age IN {1, 42}",
      "'red' IN tags", "tags CONTAINS 'red'", "'green' IN[c] tags", "NOT 'green' IN tags",
      "1 IN unique", "ANY tags == 'red'", "SOME tags BEGINSWITH 'G'", "ALL scores > 2",
      "NOT ALL scores > 3", "NONE scores > 10", "ANY scores BETWEEN {9, 11}", "ALL empty == 1",
      "NOT ANY empty == 1", "NOT ANY missing == 1", "NOT ALL missing == 1",
      "ANY tags LIKE[c] 'gr*'",
      "age > 1 AND age < 99", "age > 1 && age < 99", "age > 99 OR age < 50", "age > 99 || age < 50",
      "!(age > 99)", "! age > 99", "NOT (age > 99 OR age < 1)", "age == 1 OR age == 42 AND 1 == 1",
      "(age == 42)", "((age) == (42))", "(age + 1) > 42 AND (age == 42)",
      "(age > 1) AND ((name CONTAINS 'Z') OR age == 0)", "TRUEPREDICATE", "NOT FALSEPREDICATE",
      "home.city == 'Ulm'", "SELF.home.size == 7", "self.age == 42", "home['city'] == 'Ulm'",
      "tags.@count == 2", "tags.count == 2", "missing.@count == 0", "scores.@sum.self == 18",
      "scores.@max.self == 10", "scores.@min.self == 3", "scores.@avg.self == 6",
      "items.@sum.price == 6", "items.@avg.price == 3", "items.@max.price == 4",
      "ANY items.price == 4", "count(items.@distinctUnionOfObjects.price) == 2",
      "ANY tags.length == 5", "name.length == 10", "scores[0] == 3", "scores[FIRST] == 3",
      "scores[LAST] == 10", "scores[SIZE] == 3", "scores[7] == nil", "scores[-1] == nil",
      "age + 2 * 4 == 50", "(age + 2) * 4 == 176", "age - -1 == 43", "2 ** 10 == 1024",
      "7 / 2 == 3", "7.0 / 2 == 3.5", "-age < 0", "1 / 0 > 1000", "missing + 1 == nil",
      "9223372036854775807 + 1 > 9.2e18", "age == 0x2A", "height < 1.8e0", ".5 < 1",
      "SUBQUERY(items, $x, $x.price > 3).@count == 1", "max(1, 3, 2) == 3", "sum(scores) == 18",
      "count(scores) == 3", "average({2, 4}) == 3", "lowercase('AB') == 'ab'", "length('abc') == 3",
      "sqrt(9) == 3", "abs(-2) == 2", "now() > born", "ceiling(1.2) == 2", "min(scores) == 3",
      "born > CAST(999, 'NSDate')", "tags == {'red', 'Green'}", "unique.@count == 2",
      "'It\\'s' == \"It's\"", "'a\\nb' != 'a b'", "#age == 42", "url.lastPathComponent == 'b.txt'",
      "name.uppercaseString CONTAINS 'BARK'", "'a' < 'b'", "'b' >[c] 'A'", "age\n>\t1",
      "url.host == nil", "home.size BETWEEN {scores[0], age}", "NOT 3 < nil", "NOT nil < 3",
      "NOT 'a' < 3", "NOT nil CONTAINS 'a'", "NOT 3 MATCHES '3'",
    ]
  )
  func isTrue(format: String) {
    #expect(NSPredicate(format: format).evaluate(with: Self.values))
  }

  @Test("Arguments take the places of their specifiers")
  func arguments() {
    let day = Date(timeIntervalSinceReferenceDate: 5)
    let url = URL(fileURLWithPath: "/a")
    let values: [String: Any] = ["day": day, "n": 3, "text": "50% '%@'", "url": url, "my key": 1]
    func isTrue(_ format: String, _ arguments: Any...) -> Bool {
      NSPredicate(format: format, argumentArray: arguments).evaluate(with: values)
    }
    #expect(isTrue("day == %@ AND day < %@", day, day + 1))
    #expect(isTrue("n == %d && n == %i && n == %ld && n == %lu && n < %f", 3, 3, 3, UInt(3), 3.5))
    #expect(isTrue("n == %@ AND n IN %@ AND n BETWEEN %@", 3, [1, 3], [3, 4]))
    #expect(isTrue("n IN %@", Set([3])))
    #expect(isTrue("n < %.2lf AND n <= %5.1f AND n == %x", 3.01, Float(3), 3))
    #expect(isTrue("%K == %@ AND %K == 1", "n", 3, "my key"))
    #expect(isTrue("%K.length == 8 AND text == %@", "text", "50% '%@'"))
    #expect(isTrue("text CONTAINS '%@'"))
    #expect(isTrue("url == %@", url))
    #expect(isTrue("SELF.%K == 3", "n"))
    #expect(isTrue("other == %@", NSNull()))
    // An argument is a value, whatever it looks like.
    #expect(!isTrue("text == %@", "x' OR 1 == 1 OR 'x' == 'x"))
    #expect(NSPredicate(format: "n == %d", 3).evaluate(with: values))
    #expect(NSPredicate(format: "n == 3", argumentArray: nil).evaluate(with: values))
  }

  @Test(
    "E-mail addresses are checked by a regular expression",
    arguments: [
      ("a.b+c@example.org", true), ("a@b.co", true), ("a@b", false), ("@example.org", false),
      ("a b@example.org", false), ("x a@example.org", false), ("a@example.org\n", false),
      ("", false),
    ]
  )
  func address(text: String, isRight: Bool) {
    let format = "[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,64}"
    let test = NSPredicate(format: "SELF MATCHES %@", format)
    #expect(test.evaluate(with: text) == isRight)
    #expect(NSPredicate(format: "SELF MATCHES[c] %@", "^[^@]+@x$").evaluate(with: "A@X"))
  }

  @Test("Objects have the values of their stored properties, and those of their superclasses")
  func objects() {
    let (old, young) = (Dog("Rex", 9), Dog("Fido"))
    old.tags = ["good"]
    old.toys = [Toy(price: 2.5), Toy(price: 4)]
    old.owner = Pet("Ann", 30)
    young.size = .large
    func names(_ format: String, _ arguments: Any...) -> [String] {
      let predicate = NSPredicate(format: format, argumentArray: arguments)
      let found = [old, young].filter { predicate.evaluate(with: $0) }.map(\.name)
      let same = ([old, young] as NSArray).filtered(using: predicate).map { ($0 as? Dog)?.name }
      #expect(same == found)
      return found
    }
    #expect(names("name BEGINSWITH[c] 'r'") == ["Rex"])
    #expect(names("age == nil") == ["Fido"])
    #expect(names("age > 5") == ["Rex"])
    #expect(names("size == 'large'") == ["Fido"])
    #expect(names("owner.name == 'Ann' AND owner.age >= 30") == ["Rex"])
    #expect(names("owner == nil") == ["Fido"])
    #expect(names("owner == %@", old.owner as Any) == ["Rex"])
    #expect(names("SELF == %@", young) == ["Fido"])
    #expect(names("SELF IN %@", [young]) == ["Fido"])
    #expect(names("ANY toys.price > 3") == ["Rex"])
    #expect(names("toys.@sum.price == 6.5") == ["Rex"])
    #expect(names("nickname == nil").count == 2)
    _ = old.nickname
    #expect(names("nickname == 'none'") == ["Rex"])
    #expect(names("'good' IN tags") == ["Rex"])
    let people = [FullName(first: "Ann", last: "Lee"), FullName(first: "Bo", last: "Ray")]
    let predicate = NSPredicate(format: "fullName CONTAINS 'n L'")
    #expect(people.filter { predicate.evaluate(with: $0) }.map(\.first) == ["Ann"])
  }

  @Test("Values of the types of numbers are numbers")
  func numbers() {
    let all: [Any] = [
      Int8(7), UInt8(7), Int32(7), UInt64(7), Float(7), CGFloat(7), Decimal(7), NSNumber(value: 7),
      NSNumber(value: UInt64(7)), Optional(7) as Any, NSDecimalNumber(value: 7),
      Optional(Optional(7)) as Any,
    ]
    for value in all { #expect(NSPredicate(format: "SELF == 7").evaluate(with: value)) }
    let largest = NSPredicate(format: "SELF > 9223372036854775807").evaluate(with: UInt64.max)
    #expect(largest)
    #expect(NSPredicate(format: "SELF == 9007199254740993").evaluate(with: 9_007_199_254_740_993))
    #expect(!NSPredicate(format: "SELF == 9007199254740992").evaluate(with: 9_007_199_254_740_993))
    #expect(NSPredicate(format: "SELF == nil").evaluate(with: nil))
    let lists: [Any] = [
      NSArray(array: [1, 2]), NSSet(array: [1, 2]), NSOrderedSet(array: [1, 2]),
    ]
    for list in lists { #expect(NSPredicate(format: "2 IN SELF").evaluate(with: list)) }
    #expect(NSPredicate(format: "SELF == %@", Set([2, 1])).evaluate(with: [1, 2]))
  }

  @Test("Variables get their values later")
  func variables() {
    let template = NSPredicate(format: "age > $LIMIT AND name == $NAME")
    let object: [String: Any] = ["age": 3, "name": "x"]
    let values: [String: Any] = ["LIMIT": 2, "NAME": "x"]
    #expect(template.evaluate(with: object, substitutionVariables: values))
    #expect(template.withSubstitutionVariables(values).evaluate(with: object))
    let half = template.withSubstitutionVariables(["LIMIT": 5])
    #expect(!half.withSubstitutionVariables(["NAME": "x"]).evaluate(with: object))
    #expect(text(of: template) == "age > $LIMIT AND name == $NAME")
  }

  @Test("Predicates make others, sets and arrays")
  func compounds() {
    let (a, b) = (NSPredicate(format: "SELF > 1"), NSPredicate(format: "SELF < 3"))
    let both = NSCompoundPredicate(andPredicateWithSubpredicates: [a, b])
    #expect([1, 2, 3].filter { both.evaluate(with: $0) } == [2])
    let list = NSMutableArray(array: [1, 2, 3])
    list.filter(using: a)
    #expect(list == [2, 3])
    #expect(NSSet(array: [1, 2]).filtered(using: a).count == 1)
    #expect(a == NSPredicate(format: "SELF > %d", 1))
    #expect(a.hash == NSPredicate(format: "SELF > %d", 1).hash)
    #expect(a != b)
    #expect((a.copy() as? NSPredicate)?.evaluate(with: 2) == true)
  }

  @Test(
    "Predicates have formats, which give the same predicates",
    arguments: [
      ("a = 1 and b <> 'x' && c =< 2.5", "a == 1 AND b != \"x\" AND c <= 2.5"),
      ("(a==1 or b==2) and c==3", "(a == 1 OR b == 2) AND c == 3"),
      ("not (a == 1 or b == 2)", "NOT (a == 1 OR b == 2)"), ("!a==1", "NOT a == 1"),
      ("name contains[cd] 'a\"b'", "name CONTAINS[cd] \"a\\\"b\""),
      ("none a.b == YES", "NOT ANY a.b == 1"), ("all a in {1, nil}", "ALL a IN {1, nil}"),
      ("truepredicate", "TRUEPREDICATE"), ("self.#size > (a + 1) * -b", "#size > (a + 1) * (-b)"),
      ("a[first].b == $x", "a[FIRST].b == $x"),
      ("a == CAST(5, 'NSDate')", "a == CAST(5.0, \"NSDate\")"),
      ("subquery(a, $v, $v.b > -3).@count == 0", "SUBQUERY(a, $v, $v.b > -3).@count == 0"),
      ("max(1,2) > SELF", "max(1, 2) > SELF"),
      ("(a == 1) or (b == 2 and c == 3)", "a == 1 OR (b == 2 AND c == 3)"),
    ]
  )
  func formats(format: String, text: String) throws {
    #expect(self.text(of: NSPredicate(format: format)) == text)
    #expect(self.text(of: NSPredicate(format: text)) == text)
  }

  @Test(
    "Formats that cannot be read say where",
    arguments: [
      ("", "a value is missing, at character 1: the end"),
      ("age", "a comparison is missing, at character 4: the end"),
      ("age >", "a value is missing, at character 6: the end"),
      ("age > 3 name", "an operator is missing, at character 9: name"),
      ("(age > 3", ") is missing, at character 9: the end"),
      ("age > 'x", "a text has no end, at character 7: 'x"),
      ("a == %@", "there are 0 arguments, and one more is asked for, at character 6: %@"),
      ("a == %q", "a specifier has no end, at character 6: %q"),
      ("a == %y", "%y is no specifier, at character 6: %y"),
      ("a == 1 AND", "a value is missing, at character 11: the end"),
      ("a AND b", "a comparison is missing, at character 7: b"),
      ("a == 1 == 2", "an operator is missing, at character 8: == 2"),
      (
        "a CONTAINS[x] 'y'",
        "the options of a comparison are c, d, n and l, at character 12: x] 'y'"
      ),
      ("a ~ 3", "~ has no meaning here, at character 3: ~ 3"),
      ("a == 1.2.3", "1.2.3 is no number, at character 6: 1.2.3"),
      ("a == 12ab", "12ab is no number, at character 6: 12ab"),
      ("a. == 3", "a key is missing, at character 4: == 3"),
      ("$ == 3", "a name is missing behind $, at character 2:  == 3"),
      ("in == 3", "in is a word of the language, and a key as #in, at character 1: in == 3"),
      ("f(3) == 3", "there is no function f, at character 6: == 3"),
      ("a == {1, 2", "} is missing, at character 11: the end"),
      ("a[0 == 3", "] is missing, at character 5: == 3"),
      ("a == @", "@ has no meaning here, at character 6: @"),
    ]
  )
  func failures(format: String, words: String) {
    let failure = #expect(throws: PredicateFailure.self) {
      try PredicateParser.tree(format, [])
    }
    #expect(
      failure?.description == "Unable to parse the format string \"\(format)\": \(words)"
    )
  }

  @Test("Depth and length have bounds")
  func bounds() throws {
    func nested(_ count: Int) -> String {
      String(repeating: "(", count: count) + "1 == 1" + String(repeating: ")", count: count)
    }
    #expect(NSPredicate(format: nested(200)).evaluate(with: nil))
    for format in [
      nested(201), String(repeating: "!", count: 300) + "1 == 1",
      "1" + String(repeating: "+1", count: 300) + " > 1",
      "a" + String(repeating: "[0]", count: 300),
      String(repeating: "-", count: 300) + "a > 1", String(repeating: "{", count: 300),
      String(repeating: " ", count: 65_537),
    ] {
      #expect(throws: PredicateFailure.self) { try PredicateParser.tree(format, []) }
    }
    let long = Array(repeating: "SELF == 1", count: 4000).joined(separator: " OR ")
    #expect(NSPredicate(format: long).evaluate(with: 1))
  }

  @Test(
    "What cannot be evaluated is said in words",
    arguments: [
      ("name == 1", "valueForUndefinedKey: Toy has no stored property \"name\""),
      ("ANY title == 'x'", "the left side of ANY is no collection: ANY title == \"x\""),
      ("title MATCHES '('", "Can't do regex matching: \"(\" is no regular expression"),
      ("title MATCHES 'a)(b'", "Can't do regex matching"), ("title + 1 == 2", "+ wants numbers"),
      ("price BETWEEN 3", "BETWEEN wants a list of two limits: price BETWEEN 3"),
      ("price == $x", "the variable $x has no value"),
      ("price.@count == 1", "@count wants a collection"),
      ("price[0] == 1", "an index wants an array"),
    ]
  )
  func evaluation(format: String, words: String) throws {
    let tree = try PredicateParser.tree(format, [])
    let context = PredicateContext(object: Toy(price: 1), bindings: [:])
    let failure = #expect(throws: PredicateFailure.self) { try tree.evaluate(in: context) }
    #expect(failure?.description.hasPrefix(words) == true)
  }

  @Test("A format that cannot be read ends the program")
  func traps() async {
    await #expect(processExitsWith: .failure) { _ = NSPredicate(format: "age >") }
    await #expect(processExitsWith: .failure) {
      _ = NSPredicate(format: "age > 1").evaluate(with: URL(fileURLWithPath: "/"))
    }
  }

  @Test("Random formats end with a predicate or a failure")
  func random() {
    var generator = SystemRandomNumberGenerator()
    let words = [
      "a", "==", "(", ")", "{", "}", "[", "]", "AND", "!", "'x'", "3", "-", "+", ".", "@count",
      "$v",
      "ANY", "CONTAINS[c]", ",", "SUBQUERY", "max", "%@", "%K", "\"", "#", "0x", "1e", "IN", "nil",
    ]
    for _ in 0..<3000 {
      let length = Int.random(in: 0..<12, using: &generator)
      let format = (0..<length).map { _ in words.randomElement(using: &generator) ?? "" }
        .joined(separator: Bool.random(using: &generator) ? " " : "")
      guard let tree = try? PredicateParser.tree(format, ["a", "b"]) else { continue }
      let again = try? PredicateParser.tree(tree.description, [])
      #expect(again?.description == tree.description, "\(format)")
      _ = try? tree.evaluate(in: PredicateContext(object: ["a": 1], bindings: [:]))
    }
  }
}
