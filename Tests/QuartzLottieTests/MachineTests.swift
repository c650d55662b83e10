// State machines of archives.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

@testable import QuartzLottie

struct LottieMachineTests {
  private func machine(_ json: String) throws -> LottieStateMachine {
    var reader = LottieMachineReader(try JSONParser.document(of: Array(json.utf8)))
    return try reader.machine()
  }

  private func state(_ name: String, _ transitions: String = "", _ more: String = "") -> String {
    #"{"type":"PlaybackState","name":"\#(name)","animation":"a","transitions":[\#(transitions)]\#(more)}"#
  }

  private func way(_ state: String, _ guards: String = "") -> String {
    #"{"type":"Transition","toState":"\#(state)","guards":[\#(guards)]}"#
  }

  private func event(_ name: String) -> String { #"{"type":"Event","inputName":"\#(name)"}"# }

  private static let inputs =
    #"[{"type":"Event","name":"press"},{"type":"Event","name":"reset"},"#
    + #"{"type":"Numeric","name":"count","value":0},{"type":"Boolean","name":"on","value":false},"#
    + #"{"type":"String","name":"word","value":"x"},{"type":"Numeric","name":"most","value":3}]"#

  private func json(_ states: [String], _ more: String = "") -> String {
    #"{"initial":"a","inputs":\#(Self.inputs),"states":[\#(states.joined(separator: ","))]\#(more)}"#
  }

  /// T80: three states driven by scripted events.
  @Test func threeStates() throws {
    let more =
      #","segment":"wave","mode":"Bounce","speed":2,"loop":true,"entryActions":[{"type":"Increment","inputName":"count"}]"#
    let found = try machine(
      json([
        state("a", way("b", event("press"))), state("b", way("c", event("press")), more),
        state("c", "", #","final":true"#),
      ])
    )
    #expect(found.states.map(\.name) == ["a", "b", "c"])
    let middle = try #require(found.state(named: "b"))
    #expect(middle.segment == "wave")
    #expect(middle.mode == .bounce)
    #expect(middle.speed == 2)
    #expect(middle.isLooping)
    var run = try LottieMachineRun(found)
    #expect(run.state.name == "a")
    try run.fire("reset")
    #expect(run.state.name == "a")
    try run.fire("press")
    // One event leads one state on.
    #expect(run.state.name == "b")
    #expect(run.inputs["count"] == .number(1))
    try run.fire("press")
    #expect(run.state.name == "c")
    #expect(run.isStopped)
  }

  @Test(arguments: [
    ("GreaterThan", 2.0, false), ("GreaterThan", 4, true), ("GreaterThanOrEqual", 3, true),
    ("LessThan", 3, false), ("LessThan", 2, true), ("LessThanOrEqual", 3, true),
    ("Equal", 3, true), ("NotEqual", 3, false),
  ])
  func comparisons(_ word: String, _ value: Double, _ isTaken: Bool) throws {
    let condition =
      #"{"type":"Numeric","inputName":"count","conditionType":"\#(word)","compareTo":"$most"}"#
    let gate = #"{"type":"Boolean","inputName":"on","conditionType":"Equal","compareTo":true}"#
    var run = try LottieMachineRun(
      machine(json([state("a", way("b", condition + "," + gate)), state("b")]))
    )
    try run.set("count", to: .number(value))
    #expect(run.state.name == "a")
    try run.set("count", to: .text("no number"))
    try run.set("on", to: .bool(true))
    #expect((run.state.name == "b") == isTaken)
  }

  @Test func actionsAndInteractions() throws {
    let actions = [
      #"{"type":"SetNumeric","inputName":"count","value":7.5}"#,
      #"{"type":"Multiply","inputName":"count","value":3}"#,
      #"{"type":"Floor","inputName":"count"}"#,
      #"{"type":"Clamp","inputName":"count","min":0,"max":20}"#,
      #"{"type":"Decrement","inputName":"count","value":"$most"}"#,
      #"{"type":"Toggle","inputName":"on"}"#, #"{"type":"SetTheme","value":"dark"}"#,
      #"{"type":"SetProgress","value":50}"#, #"{"type":"OpenUrl","url":"https://example.org"}"#,
    ]
    let click =
      #","interactions":[{"type":"Click","layerName":"Knob","actions":[\#(actions.joined(separator: ","))]},"#
      + #"{"type":"OnComplete","stateName":"a","actions":[{"type":"Fire","inputName":"press"}]}]"#
    let found = try machine(json([state("a", way("b", event("press"))), state("b")], click))
    #expect(found.warnings == ["interactions[0].actions[8]: the action OpenUrl is not done"])
    var run = try LottieMachineRun(found)
    try run.interact("Click", layer: "Other")
    #expect(run.inputs["count"] == .number(0))
    try run.interact("Click", layer: "Knob")
    #expect(run.inputs["count"] == .number(17))
    #expect(run.inputs["on"] == .bool(true))
    #expect(run.requests == [.theme("dark"), .progress(0.5)])
    try run.complete()
    #expect(run.state.name == "b")
  }

  @Test func globalStatesAndTime() throws {
    let global = #"{"type":"GlobalState","name":"g","transitions":[\#(way("a", event("reset")))]}"#
    let late =
      #"{"type":"Numeric","inputName":"@elapsedTime","conditionType":"GreaterThan","compareTo":2}"#
    var run = try LottieMachineRun(
      machine(json([global, state("a", way("b", late)), state("b")]))
    )
    try run.advance(by: 1.5)
    #expect(run.state.name == "a")
    try run.advance(by: 1)
    #expect(run.state.name == "b")
    #expect(run.elapsedTime == 0)
    try run.fire("reset")
    #expect(run.state.name == "a")
  }

  @Test func machinesThatDoNotFit() throws {
    func path(_ json: String) -> String? {
      do {
        _ = try LottieMachineRun(machine(json))
        return nil
      } catch LottieError.invalid(let path, _) {
        return path
      } catch {
        return "\(error)"
      }
    }
    #expect(path(json([state("b")])) == "initial")
    #expect(path(json([state("a", way("x"))])) == "states")
    #expect(path(json([state("a"), state("a")])) == "states[1].name")
    #expect(
      path(json([state("a", way("a", event("none")))]))
        == "states[0].transitions[0].guards[0].inputName"
    )
    #expect(
      path(json([state("a", way("a", #"{"type":"Event","inputName":"on"}"#))]))
        == "states[0].transitions[0].guards[0].type"
    )
    #expect(path(json([state("a", way("a") + "," + way("a"))])) == "states[0].transitions[1]")
    // Circles end.
    #expect(path(json([state("a", way("b")), state("b", way("a"))])) == "states")
    #expect(path("[]") == "")
  }
}
