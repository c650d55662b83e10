// Questions of pages: differences, rows, time, and requests that mean harm.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzInspection
import QuartzModel
import TestRandom
import Testing

@Suite struct RequestTests {
  /// Foundation ends the program where an error is at the end of 513 brackets.
  @Test(arguments: ["[", "{\"a\":"]) func deepRequestsAreRefused(_ open: String) throws {
    let scene = try InspectedScene(tree(1))
    for count in [65, 512, 513, 514, 100_000] {
      let answer = scene.inspection.answer("update", Data(String(repeating: open, count: count).utf8))
      #expect(answer.isRefused)
    }
    #expect(!JSONNesting.isTooDeep(Data(String(repeating: "[", count: 64).utf8)))
    #expect(!JSONNesting.isTooDeep(Data("[\"\(String(repeating: "[", count: 99))\\\"[\"]".utf8)))
  }

  private func rows(_ answer: [String: Any]) -> [Int] {
    (answer["rows"] as? [[Any]] ?? []).compactMap { $0.first as? Int }
  }

  private func tree(_ count: Int) -> CALayer {
    let root = CALayer()
    for index in 0..<count {
      let layer = CALayer()
      layer.name = "layer \(index)"
      root.addSublayer(layer)
    }
    return root
  }

  @Test func answersHaveTheRowsThatChanged() throws {
    let root = tree(10_000)
    let scene = try InspectedScene(root)
    let first = try scene.ask("update", #"{"view": "a", "first": 0, "count": 40}"#)
    #expect(first["total"] as? Int == 10_001)
    #expect(rows(first) == Array(0..<40))
    let second = try scene.ask("update", #"{"view": "a", "have": 1, "first": 0, "count": 40}"#)
    #expect(rows(second) == [])
    #expect(second["total"] == nil)
    root.sublayers?[6].name = "changed"
    let third = try scene.ask("update", #"{"view": "a", "have": 2, "first": 0, "count": 40}"#)
    #expect(rows(third) == [7])
    // Rows that come into view, and nothing of those that were there.
    let fourth = try scene.ask("update", #"{"view": "a", "have": 3, "first": 10, "count": 40}"#)
    #expect(rows(fourth) == Array(40..<50))
    // A page that missed an answer gets all of it again.
    let fifth = try scene.ask("update", #"{"view": "a", "have": 2, "first": 10, "count": 40}"#)
    #expect(rows(fifth) == Array(10..<50))
  }

  @Test func partsAreSentWhenTheyChange() throws {
    let layer = box(0, 0, 10, 10, red)
    let scene = try InspectedScene(layer)
    let id = try scene.id(layer)
    func ask(_ have: Int) throws -> [String: Any] {
      try scene.ask(
        "update",
        #"{"view": "a", "have": \#(have), "selected": "\#(id)", "parts": ["costs", "timeline"]}"#)
    }
    #expect(Set(["layer", "costs", "timeline"]).isSubset(of: try ask(0).keys))
    #expect(Set(["layer", "costs", "timeline"]).isDisjoint(with: try ask(1).keys))
    // An implicit animation would begin with the value that was there.
    CATransaction.setDisableActions(true)
    layer.cornerRadius = 3
    let third = try ask(2)
    #expect(third["layer"] != nil && third["costs"] != nil && third["timeline"] == nil)
  }

  @Test func searchShowsWhatIsFoundAndWhatIsAbove() throws {
    let root = tree(20)
    let scene = try InspectedScene(root)
    let answer = try scene.ask("update", #"{"view": "a", "count": 40, "query": "LAYER 7"}"#)
    #expect(answer["total"] as? Int == 2)
    let none = try scene.ask("update", #"{"view": "a", "count": 40, "query": "nothing"}"#)
    #expect(none["total"] as? Int == 0)
    let classes = try scene.ask("update", #"{"view": "a", "count": 40, "query": "calayer"}"#)
    #expect(classes["total"] as? Int == 21)
  }

  @Test func closedLayersHideTheirSublayersUntilOneIsRevealed() throws {
    let root = CALayer()
    let group = tree(5)
    root.addSublayer(group)
    let scene = try InspectedScene(root)
    _ = try scene.ask("open", #"{"view": "a", "id": "\#(try scene.id(group))", "open": false}"#)
    #expect(try scene.ask("update", #"{"view": "a", "count": 9}"#)["total"] as? Int == 2)
    let inside = try #require(group.sublayers?[3])
    let answer = try scene.ask("reveal", #"{"view": "a", "id": "\#(try scene.id(inside))"}"#)
    #expect(answer["index"] as? Int == 5)
    #expect(try scene.ask("update", #"{"view": "a", "count": 9}"#)["total"] as? Int == 7)
  }

  @Test func timeRunsStandsAndIsSet() throws {
    let scene = try InspectedScene(CALayer())
    #expect(try scene.ask("time", #"{"time": 4, "paused": true}"#)["time"] as? Double == 4)
    scene.clock.now = 10
    #expect(try scene.ask("time")["time"] as? Double == 4)
    _ = try scene.ask("time", #"{"paused": false, "speed": 0.1}"#)
    scene.clock.now = 20
    #expect(try scene.ask("time")["time"] as? Double == 5)
    #expect(try scene.ask("time", #"{"speed": -3}"#)["speed"] as? Double == 0.001)
  }

  @Test(
    arguments: [
      ("update", "["), ("update", "7"), ("update", #"{"first": 1e99}"#),
      ("update", #"{"view": 7}"#), ("nothing", "{}"), ("", "{}"), ("edit", "{}"),
      ("hit", #"{"x": "left"}"#), ("open", #"{"id": "999999"}"#), ("open", #"{"id": "1.2.3"}"#),
      ("picture", #"{"id": "-1"}"#), ("reveal", #"{"id": ""}"#),
      ("update", String(repeating: " ", count: 70_000)),
    ])
  func badRequestsAreRefused(_ name: String, _ body: String) throws {
    let scene = try InspectedScene(tree(3))
    let answer = scene.inspection.answer(name, Data(body.utf8))
    #expect(answer.isRefused)
    #expect(try scene.ask("info")["layers"] as? Int == 4)
  }

  @Test func anyNumbersAreAnswered() throws {
    let scene = try InspectedScene(tree(3))
    let numbers = ["-1", "0", "3", "1000000", "9223372036854775807", "-9223372036854775808"]
    for first in numbers {
      for count in numbers {
        let answer = scene.inspection.answer(
          "update", Data(#"{"view": "a", "first": \#(first), "count": \#(count)}"#.utf8))
        #expect(!answer.isRefused)
      }
    }
    for time in ["-1e300", "1e300", "0", "-5"] {
      #expect(!scene.inspection.answer("time", Data("{\"time\": \(time)}".utf8)).isRefused)
      #expect(!scene.inspection.answer("frame", Data()).isRefused)
    }
  }

  @Test func pagesWithoutEndAreForgotten() throws {
    let scene = try InspectedScene(tree(3))
    for page in 0..<100 {
      let answer = try scene.ask("update", #"{"view": "\#(page)", "count": 9}"#)
      #expect(rows(answer) == [0, 1, 2, 3])
    }
  }
}
