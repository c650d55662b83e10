// Reads scenes of touches.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzInteraction

/// A line that is no scene.
package struct SceneError: Error, CustomStringConvertible {
  package var description: String
}

extension TouchScene {
  /// The scenes of a file; lines that begin with # are left out.
  package static func read(_ path: String) throws -> [TouchScene] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map { try TouchScene(String($0)) }
  }

  /// Reads a line.
  package init(_ line: String) throws {
    let fields = line.components(separatedBy: " :: ")
    guard fields.count == 3, let arrow = fields[2].range(of: " => ") else {
      throw SceneError(description: "three fields and a log were expected: \(line)")
    }
    let head = fields[0].split(separator: " ").map(String.init)
    guard let number = head.first.flatMap(Int.init) else {
      throw SceneError(description: "a number was expected: \(line)")
    }
    self.line = line
    self.number = number
    laws = Array(head.dropFirst())
    var parser = ViewParser(fields[1])
    views = try parser.views()
    relations = try parser.relations()
    steps = try StepParser.steps(String(fields[2][..<arrow.lowerBound]))
    log = fields[2][arrow.upperBound...].components(separatedBy: " | ").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard log.count == steps.count else {
      throw SceneError(description: "\(steps.count) groups were expected: \(line)")
    }
  }
}

/// Reads views and relations.
private struct ViewParser {
  private var words: ArraySlice<String>

  init(_ text: String) {
    var spaced = text
    for sign in ["{", "}", "[", "]"] {
      spaced = spaced.replacingOccurrences(of: sign, with: " \(sign) ")
    }
    words = ArraySlice(spaced.split(separator: " ").map(String.init))
  }

  private func isRelation(_ word: String) -> Bool {
    !word.contains("#") && !word.contains("=") && word.contains { ">~&".contains($0) }
  }

  mutating func views() throws -> [SceneView] {
    var views: [SceneView] = []
    while let word = words.first, word != "}", !isRelation(word) { views.append(try view()) }
    return views
  }

  private mutating func view() throws -> SceneView {
    let (kind, id) = try name()
    let frame = words.popFirst()?.split(separator: ",").compactMap { Double($0) } ?? []
    guard frame.count == 4 else { throw SceneError(description: "\(id) has no frame") }
    var view = SceneView(kind: kind, id: id, frame: frame)
    while let word = words.first, word != "}", !word.contains("#"), !isRelation(word) {
      words.removeFirst()
      switch word {
      case "[": view.recognizers.append(try recognizer())
      case "{":
        view.children = try views()
        guard words.popFirst() == "}" else { throw SceneError(description: "} was expected") }
        return view
      default: Self.add(word, to: &view.options)
      }
    }
    return view
  }

  private mutating func recognizer() throws -> SceneRecognizer {
    let (kind, id) = try name()
    var recognizer = SceneRecognizer(kind: kind, id: id)
    while let word = words.popFirst(), word != "]" { Self.add(word, to: &recognizer.options) }
    return recognizer
  }

  private mutating func name() throws -> (String, String) {
    let parts = words.popFirst()?.split(separator: "#").map(String.init) ?? []
    guard parts.count == 2 else { throw SceneError(description: "a name was expected: \(parts)") }
    return (parts[0], parts[1])
  }

  private static func add(_ word: String, to options: inout [String: String]) {
    let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
    options[parts[0]] = parts.count > 1 ? parts[1] : ""
  }

  mutating func relations() throws -> [SceneRelation] {
    try words.map { word in
      guard let sign = word.first(where: { ">~&".contains($0) }) else {
        throw SceneError(description: "a relation was expected: \(word)")
      }
      let parts = word.split(separator: sign).map(String.init)
      guard parts.count == 2 else { throw SceneError(description: "two names were expected") }
      return SceneRelation(first: parts[0], sign: sign, second: parts[1])
    }
  }
}

/// Reads steps.
private enum StepParser {
  static func steps(_ text: String) throws -> [SceneStep] {
    var time = 0.0
    return try text.components(separatedBy: ";").map { part in
      var words = part.split(separator: " ").map(String.init)
      if let place = words.firstIndex(where: { $0.hasPrefix("t=") }) {
        guard let new = Double(words[place].dropFirst(2)) else {
          throw SceneError(description: "a time was expected: \(part)")
        }
        time = new
        words.remove(at: place)
      }
      return SceneStep(time: time, acts: try words.split(separator: "+").map(act))
    }
  }

  private static func act(_ words: ArraySlice<String>) throws -> SceneAct {
    let words = Array(words)
    switch words.first {
    case "see": return .see(words[1])
    case "set":
      let parts = words[1].split { ".=".contains($0) }.map(String.init)
      guard parts.count == 3 else { throw SceneError(description: "set id.property=value") }
      return .set(parts[0], parts[1], parts[2])
    default: return .touch(try TouchScript.act(words))
    }
  }
}
