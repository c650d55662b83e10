// Systems of layout equations from files: solved, timed, or written.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzLayout

/// `benchmarks --layout`: what Peers/layout_bench.py and Peers/layout_proof.py ask for.
///
/// Systems are in the form that Generators/layout-systems explains; `l` and `x` are skipped.
enum LayoutSystems {
  static let firstArgument = "--layout"

  /// A command line that makes no sense.
  struct UsageError: Error, CustomStringConvertible {
    let description =
      "usage: benchmarks --layout solve FILE | time FILE ROUNDS | dump FILE"
  }

  private struct System {
    var number = 0
    var sizes: [Bool] = []
    var equations: [LayoutEquation] = []

    /// A new engine with the variables and equations, solved.
    func solved() -> LayoutEngine {
      var engine = LayoutEngine()
      for isSize in sizes { _ = engine.addVariable(isSize: isSize) }
      for equation in equations { _ = engine.add(equation) }
      engine.solve()
      return engine
    }
  }

  static func run(_ arguments: ArraySlice<String>) throws {
    let words = Array(arguments)
    guard words.count >= 2 else { throw UsageError() }
    switch words[0] {
    case "solve": for system in try read(words[1]) { printValues(system) }
    case "time":
      guard words.count == 3, let rounds = Int(words[2]), rounds > 0 else { throw UsageError() }
      for system in try read(words[1]) { printTime(system, rounds) }
    case "dump":
      try LayoutBench.nestedSystem().write(toFile: words[1], atomically: true, encoding: .utf8)
    default: throw UsageError()
    }
  }

  private static func read(_ path: String) throws -> [System] {
    var systems: [System] = []
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words[0] == "system" {
        systems.append(System(number: Int(words[1]) ?? 0))
      } else if words[0] == "v", !systems.isEmpty {
        systems[systems.count - 1].sizes = words.dropFirst().map { $0 == "1" }
      } else if words[0] == "e", words.count > 4, !systems.isEmpty {
        systems[systems.count - 1].equations.append(equation(words))
      }
    }
    return systems
  }

  private static func equation(_ words: [Substring]) -> LayoutEquation {
    func strength(_ text: Substring) -> LayoutStrength {
      text == "r" ? .required : Float(text).map(LayoutStrength.optional) ?? .free
    }
    let terms = words.dropFirst(4).map { word in
      let parts = word.split(separator: "*")
      return LayoutTerm(LayoutVariable(parts[0]) ?? 0, Double(parts[1]) ?? 0)
    }
    return LayoutEquation(
      LayoutTerms(terms),
      constant: Double(words[1]) ?? 0,
      over: strength(words[2]),
      under: strength(words[3])
    )
  }

  /// Prints a line: the number, then values, those that are not unique with a question mark.
  private static func printValues(_ system: System) {
    var engine = system.solved()
    guard engine.takeConflicts().isEmpty else { return print(system.number, "conflict") }
    let values = system.sizes.indices.map { index in
      let variable = LayoutVariable(index)
      return "\(engine.value(of: variable))" + (engine.isAmbiguous(variable) ? "?" : "")
    }
    print(system.number, values.joined(separator: " "))
  }

  /// Prints a line: the number, and the least milliseconds from nothing to all values.
  private static func printTime(_ system: System, _ rounds: Int) {
    var least = Double.infinity
    for _ in 0..<rounds {
      let clock = ContinuousClock()
      let time = clock.measure { _ = system.solved() }
      least = min(least, time / .milliseconds(1))
    }
    print(system.number, least)
  }
}
