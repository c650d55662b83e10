// Texts of values, by tables.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzArchive
import QuartzMath
import QuartzModel
import Testing

@Suite struct ValueTextTests {
  @Test(arguments: [
    ("0.2293158405593", 0.2293158405593), ("-5.337066471863e4", -53370.66471863),
    ("8.751e-4", 8.751e-4), ("1e-100", 1e-100), ("inf", .infinity), ("Inf", .infinity),
    ("-inf", -.infinity), ("+infinity", .infinity), (" 3 ", 3), ("+2", 2),
  ])
  func number(text: String, value: Double) {
    #expect(ValueText.number(text) == value)
  }

  @Test(arguments: ["", " ", "abc", "1,5", "0x10", "1 2", "--1", "1e", "1deg", "e"])
  func numberMalformed(text: String) {
    #expect(ValueText.number(text) == nil)
  }

  @Test func numberNotANumber() throws {
    #expect(try #require(ValueText.number("nan")).isNaN)
  }

  @Test(arguments: [
    ("0 -28 520 563", Rect(0, -28, 520, 563)), ("10 20", Rect(0, 0, 10, 20)),
    ("1,2;3 , 4", Rect(1, 2, 3, 4)), ("\t1\n2 3 4", Rect(1, 2, 3, 4)),
  ])
  func rect(text: String, value: Rect) {
    #expect(ValueText.rect(text) == value)
  }

  @Test(arguments: ["", "1", "1 2 3", "1 2 3 4 5", "a b c d"])
  func rectMalformed(text: String) {
    #expect(ValueText.rect(text) == nil)
  }

  @Test(arguments: [
    ("1 0.5 0", 1, Color(1, 0.5, 0)), ("1.09 -0.0158 -0.01812", 1, Color(1.09, -0.0158, -0.01812)),
    ("0 0 1 0.5", 0.5, Color(0, 0, 1, 0.25)), ("#ff8000", 1, Color(1, 128.0 / 255, 0)),
    ("0 0 0", 0, Color(0, 0, 0, 0)), ("0 0 0", 7, Color(0, 0, 0, 1)),
  ])
  func color(text: String, opacity: Double, value: Color) {
    #expect(ValueText.color(text, opacity: opacity) == value)
  }

  @Test(arguments: [
    "#ff80", "#ff80000", "#gg0000", "#+10000", "1 0 0 0 0", "", "nan 0 0", "inf 0 0", "red",
  ])
  func colorMalformed(text: String) {
    #expect(ValueText.color(text) == nil)
  }

  @Test(arguments: [
    ("linear", TimingFunction.linear), ("default", .default), ("easeIn", .easeIn),
    ("easeOut", .easeOut), ("easeInEaseOut", .easeInEaseOut),
    ("0.88669 -0.015013 0.61462 1.01", TimingFunction(0.88669, -0.015013, 0.61462, 1.01)),
  ])
  func timingFunction(text: String, value: TimingFunction) {
    #expect(ValueText.timingFunction(text) == value)
  }

  @Test(arguments: ["", "ease", "0 0 1", "1.5 0 0 1", "nan 0 1 1"])
  func timingFunctionMalformed(text: String) {
    #expect(ValueText.timingFunction(text) == nil)
  }

  @Test(
    arguments: [
      ("1", true), ("0", false), ("true", true), ("false", false), ("yes", nil), ("", nil),
    ] as [(String, Bool?)]
  )
  func bool(text: String, value: Bool?) {
    #expect(ValueText.bool(text) == value)
  }

  @Test(
    arguments: [("15", 15), ("-3", -3), ("1.5", nil), ("inf", nil), ("1e300", nil)]
      as [(String, Int64?)]
  )
  func integer(text: String, value: Int64?) {
    #expect(ValueText.integer(text) == value)
  }

  @Test func namesOfTheTable() {
    let gravity = PropertyTable[.contentsGravity].type
    #expect(
      ValueText.value("bottomLeft", gravity) == .name(ContentsGravity.bottomLeft.rawValue)
    )
    #expect(ValueText.value("middle", gravity) == nil)
  }
}

@Suite struct TransformTextTests {
  private func isClose(_ found: Matrix4x4?, _ expected: Matrix4x4) -> Bool {
    guard let found else { return false }
    let difference = [
      found.row1 - expected.row1, found.row2 - expected.row2, found.row3 - expected.row3,
      found.row4 - expected.row4,
    ]
    return difference.allSatisfy { ($0 * $0).sum() < 1e-20 }
  }

  @Test(arguments: [
    ("", Matrix4x4.identity), ("  ", .identity),
    ("rotate(90deg)", .rotation(.pi / 2, 0, 0, 1)),
    ("rotate(0.5)", .rotation(0.5, 0, 0, 1)), ("rotate(0.5rad)", .rotation(0.5, 0, 0, 1)),
    ("rotate(30deg, 0, 1, 0)", .rotation(.pi / 6, 0, 1, 0)),
    ("rotate( 30deg 0 1 0 )", .rotation(.pi / 6, 0, 1, 0)),
    ("scale(-1)", .scale(-1, -1, -1)), ("scale(2, 3)", .scale(2, 3)),
    ("scale(2, 3, 4)", .scale(2, 3, 4)), ("translate(1, 2)", .translation(1, 2)),
    ("translate(1, 2, 3)", .translation(1, 2, 3)), ("perspective(200)", .perspective(200)),
    (
      "matrix(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)",
      Matrix4x4([1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16])
    ),
  ])
  func function(text: String, matrix: Matrix4x4) {
    #expect(isClose(ValueText.transform(text), matrix))
  }

  @Test(arguments: [
    "rotate", "rotate(", "rotate()", "rotate(90deg", "rotate(90, 1)", "skew(1)", "scale()",
    "scale(1, 2, 3, 4)", "translate(1)", "perspective(0)", "matrix(1 2 3)", "rotate(x)", "(1)",
    "rotate(1deg, a, 0, 1)", "scale(1) x",
  ])
  func malformed(text: String) {
    #expect(ValueText.transform(text) == nil)
  }

  /// The leftmost function acts last: the layer is not turned about the shifted point.
  @Test func orderAsInCSS() throws {
    let matrix = try #require(
      ValueText.transform("translate(10, 0, 0) rotate(90deg) scale(2, 1, 1)")
    )
    let corner = matrix.transform([5, 2, 0, 1])
    #expect(abs(corner.x - 8) < 1e-12)
    #expect(abs(corner.y - 10) < 1e-12)
  }

  /// Rows of a picker wheel, as an editor wrote them: only this order gives one radius.
  @Test func orderOfPickerWheel() throws {
    for degrees in [17.9, 18.1, 36.1] {
      let angle = degrees * .pi / 180
      let (dy, dz) = (97.27 * sin(angle), 97.27 * (cos(angle) - 1))
      let matrix = try #require(
        ValueText.transform("translate(0, \(-dy), \(dz)) rotate(\(degrees)deg, 1, 0, 0)")
      )
      let hub = matrix.transform([0, 0, -97.27, 1])
      #expect(abs(hub.y) < 1e-9 && abs(hub.z + 97.27) < 1e-9)
    }
  }
}
