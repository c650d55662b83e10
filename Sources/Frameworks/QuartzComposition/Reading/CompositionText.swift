// Compositions as JSON.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// Reads the text form of compositions.
///
///     {
///       "patches": {
///         "film": {"type": "movie", "location": "a.mov"},
///         "dots": {"type": "filter", "filter": "CIDotScreen", "width": 6},
///         "screen": {"type": "billboard", "layer": 2, "width": 0.85}
///       },
///       "connections": ["film.image > dots.image", "dots.image > screen.image"],
///       "inputs": {"film_location": "film.location"},
///       "outputs": {"dots_image": "dots.image"}
///     }
///
/// A patch of an unknown type is skipped, with its connections; any other mistake refuses the
/// composition.
struct CompositionText {
  private var graph = PatchGraph()
  /// The patches of unknown types.
  private var skipped: Set<String> = []

  /// Returns the composition of a text that was parsed.
  static func read(_ root: [String: Any]) throws(CompositionError) -> PatchGraph {
    var text = CompositionText()
    let patches = try text.dictionary(root, "patches")
    guard patches.count <= PatchGraph.mostPatches else {
      throw CompositionError(
        "\(patches.count) patches: there may be \(PatchGraph.mostPatches)"
      )
    }
    for name in patches.keys.sorted() { try text.add(name, patches[name]) }
    guard let list = (root["connections"] ?? [Any]()) as? [Any] else {
      throw CompositionError("\"connections\" is no list")
    }
    for connection in list { try text.connect(connection) }
    let graph = text.graph
    text.graph.inputs = try text.published(root, "inputs") { port in graph.type(of: port) != nil }
    text.graph.outputs = try text.published(root, "outputs") { port in
      graph.patches[port.patch]?.kind.hasOutput(port.name) == true
    }
    return text.graph
  }

  private func dictionary(
    _ root: [String: Any],
    _ key: String
  ) throws(CompositionError) -> [String: Any] {
    guard let value = root[key] else { return [:] }
    guard let found = value as? [String: Any] else {
      throw CompositionError("\"\(key)\" is no object")
    }
    return found
  }

  private mutating func add(_ name: String, _ any: Any?) throws(CompositionError) {
    guard let entries = any as? [String: Any], let type = entries["type"] as? String else {
      throw CompositionError("the patch \"\(name)\" is no object with a \"type\"")
    }
    guard !name.contains("."), !name.contains(">") else {
      throw CompositionError("the name \"\(name)\" of a patch has a dot or \">\" in it")
    }
    guard let kind = PatchKind(type: type, filter: entries["filter"] as? String) else {
      skipped.insert(name)
      let filter = (entries["filter"] as? String).map { " \($0)" } ?? ""
      graph.warnings.append(
        "the patch \"\(name)\" is of the unknown type \"\(type)\(filter)\" and is skipped"
      )
      return
    }
    var patch = PatchGraph.Patch(kind: kind)
    for (key, value) in entries where key != "type" {
      if key == "filter", case .filter = kind { continue }
      if key == "layer", kind.isRenderer, case .number(let place)? = PatchValue(value, as: .number)
      {
        patch.place = place
        continue
      }
      guard let type = kind.input(key), let value = PatchValue(value, as: type) else {
        throw CompositionError("\"\(key)\" of the patch \"\(name)\" is unknown, or of another type")
      }
      patch.values[key] = value
    }
    graph.patches[name] = patch
  }

  /// Splits `patch.port`.
  private func port(_ text: Substring) -> PatchGraph.Port? {
    let parts = text.trimmingCharacters(in: .whitespaces).split(separator: ".")
    guard parts.count == 2 else { return nil }
    return PatchGraph.Port(patch: String(parts[0]), name: String(parts[1]))
  }

  private mutating func connect(_ any: Any) throws(CompositionError) {
    let ends = (any as? String)?.split(separator: ">").map { port($0) } ?? []
    guard ends.count == 2, let source = ends[0], let input = ends[1] else {
      throw CompositionError("a connection is \(any): expected \"patch.port > patch.port\"")
    }
    if skipped.contains(source.patch) || skipped.contains(input.patch) { return }
    guard graph.patches[source.patch]?.kind.hasOutput(source.name) == true,
      graph.type(of: input) != nil
    else { throw CompositionError("the connection \"\(any)\" names a port that there is not") }
    guard graph.sources.updateValue(source, forKey: input) == nil else {
      throw CompositionError("two connections end at \"\(input.patch).\(input.name)\"")
    }
  }

  private func published(
    _ root: [String: Any],
    _ key: String,
    _ isKnown: (PatchGraph.Port) -> Bool
  ) throws(CompositionError) -> [String: PatchGraph.Port] {
    var found: [String: PatchGraph.Port] = [:]
    for (name, any) in try dictionary(root, key) {
      guard let text = any as? String, let port = port(Substring(text)) else {
        throw CompositionError("\"\(name)\" of \"\(key)\" is no \"patch.port\"")
      }
      if skipped.contains(port.patch) { continue }
      guard isKnown(port) else {
        throw CompositionError("\"\(name)\" of \"\(key)\" names a port that there is not: \(text)")
      }
      found[name] = port
    }
    return found
  }
}
