// Random systems, compared with what a solver of linear programs says of them.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzLayout
import Testing

/// A system of Fixtures/systems.txt, which Generators/layout-systems writes and explains.
private struct RecordedSystem {
  var number = 0
  var sizes: [Bool] = []
  var equations: [LayoutEquation] = []
  /// A priority with the least sum of what its wishes are missed by, the highest first.
  var levels: [(priority: Float, error: Double)] = []
  var intervals: [ClosedRange<Double>] = []
  var isConflict = false

  static func strength(_ text: Substring) -> LayoutStrength {
    if text == "r" { return .required }
    return Float(text).map(LayoutStrength.optional) ?? .free
  }

  mutating func read(_ words: [Substring]) {
    switch words[0] {
    case "v": sizes = words.dropFirst().map { $0 == "1" }
    case "e":
      let terms = words.dropFirst(4).map { word in
        let parts = word.split(separator: "*")
        return LayoutTerm(LayoutVariable(parts[0]) ?? 0, Double(parts[1]) ?? 0)
      }
      equations.append(
        LayoutEquation(
          LayoutTerms(terms),
          constant: Double(words[1]) ?? 0,
          over: Self.strength(words[2]),
          under: Self.strength(words[3])
        )
      )
    case "l": levels.append((Float(words[1]) ?? 0, Double(words[2]) ?? 0))
    case "x": intervals.append((Double(words[1]) ?? 0)...(Double(words[2]) ?? 0))
    default: isConflict = true
    }
  }

  static func all() throws -> [RecordedSystem] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/systems.txt")
    var systems: [RecordedSystem] = []
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words[0] == "system" {
        systems.append(RecordedSystem(number: Int(words[1]) ?? 0))
      } else {
        systems[systems.count - 1].read(words)
      }
    }
    return systems
  }
}

@Suite("Layout engine: recorded systems")
struct RecordedSystemTests {
  // Because: linear programs keep earlier levels within 1e-6 of their least errors, times factors.
  private let tolerance = 1e-3
  /// Variables of the recorded systems stay within it.
  private let limit = 10_000.0

  private func engine(_ system: RecordedSystem) -> LayoutEngine {
    var engine = LayoutEngine()
    for isSize in system.sizes { _ = engine.addVariable(isSize: isSize) }
    for equation in system.equations { _ = engine.add(equation) }
    engine.solve()
    return engine
  }

  @Test("Values are optimal, ambiguity and contradictions are found")
  func optimal() throws {
    let systems = try RecordedSystem.all()
    #expect(systems.count == 240)
    for system in systems {
      var engine = engine(system)
      let conflicts = engine.takeConflicts()
      #expect(conflicts.isEmpty != system.isConflict, "system \(system.number)")
      if system.isConflict { continue }
      for (priority, error) in system.levels {
        let own = self.error(of: system, at: priority, engine)
        #expect(abs(own - error) < tolerance, "system \(system.number), \(priority)")
      }
      for (index, interval) in system.intervals.enumerated() {
        let variable = LayoutVariable(index)
        let value = engine.value(of: variable)
        let room = (interval.lowerBound - tolerance)...(interval.upperBound + tolerance)
        #expect(room.contains(value), "system \(system.number), variable \(index)")
        let isOpen = interval.upperBound - interval.lowerBound > tolerance
        #expect(engine.isAmbiguous(variable) == isOpen, "system \(system.number), \(index)")
      }
    }
  }

  private func error(of system: RecordedSystem, at priority: Float, _ engine: borrowing LayoutEngine)
    -> Double
  {
    var sum = 0.0
    for equation in system.equations {
      var difference = -equation.constant
      for term in equation.terms {
        difference += term.coefficient * engine.value(of: term.variable)
      }
      if difference > 0, equation.over == .optional(priority) { sum += difference }
      if difference < 0, equation.under == .optional(priority) { sum -= difference }
    }
    return sum
  }

  private func conflicts(of system: RecordedSystem) -> [LayoutConflict] {
    var engine = engine(system)
    return engine.takeConflicts()
  }

  @Test("The members of a conflict contradict each other, any of them left out does not")
  func minimal() throws {
    for system in try RecordedSystem.all() where system.isConflict {
      let conflict = try #require(conflicts(of: system).first)
      #expect(conflict.equations.contains(conflict.broken))
      func holds(_ ids: [LayoutEquationID]) -> Bool {
        var part = system
        part.equations = ids.map { system.equations[Int($0)] }
        return conflicts(of: part).isEmpty
      }
      #expect(!holds(conflict.equations), "system \(system.number)")
      for id in conflict.equations {
        #expect(holds(conflict.equations.filter { $0 != id }), "system \(system.number)")
      }
    }
  }
}
