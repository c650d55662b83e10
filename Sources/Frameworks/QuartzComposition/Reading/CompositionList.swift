// Compositions as property lists: the files of Quartz Composer.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// Reads the property lists of Quartz Composer.
///
/// A list has a root patch, whose state has nodes, connections between their ports, and the ports
/// that are published. A macro is a node that has nodes itself; its nodes become patches of the
/// composition, named `macro/node`. Positions in the editor are not read. Nodes of unknown classes
/// are skipped with their connections, one warning for each class. Renderers are drawn in the order
/// of the list.
///
/// **Differences**: Apple has never documented the format; this is what public readers of it agree
/// on. Ports of a connection's end, and names of classes but those of billboards, splitters and
/// macros, are inferred.
struct CompositionList {
  private typealias Port = PatchGraph.Port

  /// The most macros in each other.
  private static let deepestMacro = 64

  private var graph = PatchGraph()
  private var count = 0
  private var skipped: [String: Int] = [:]
  /// The inner ports of published ones of macros.
  private var inner: [Port: Port] = [:]

  /// Returns the composition of a list that was parsed.
  static func read(_ root: [String: Any]) throws(CompositionError) -> PatchGraph {
    guard let patch = root["rootPatch"] as? [String: Any],
      let state = patch["state"] as? [String: Any]
    else { throw CompositionError("there is no \"rootPatch\" with a \"state\"") }
    var list = CompositionList()
    try list.readNodes(state, "", depth: 1)
    list.publish(state, "publishedInputPorts", .input, \.inputs) { list, port in
      list.graph.type(of: port) != nil
    }
    list.publish(state, "publishedOutputPorts", .output, \.outputs) { list, port in
      list.graph.patches[port.patch]?.kind.hasOutput(port.name) == true
    }
    for (name, value) in root["inputParameters"] as? [String: Any] ?? [:] {
      guard let port = list.graph.inputs[name] else { continue }
      list.set(value, port)
    }
    for (name, count) in list.skipped.sorted(by: { $0.key < $1.key }) {
      list.graph.warnings.append(
        "\(count) patch\(count == 1 ? "" : "es") of the unknown class \(name): skipped"
      )
    }
    return list.graph
  }

  // MARK: Nodes

  private mutating func readNodes(
    _ state: [String: Any],
    _ prefix: String,
    depth: Int
  ) throws(CompositionError) {
    guard depth <= Self.deepestMacro else {
      throw CompositionError("more than \(Self.deepestMacro) macros in each other")
    }
    let nodes = state["nodes"] as? [Any] ?? []
    count += nodes.count
    guard count <= PatchGraph.mostPatches else {
      throw CompositionError("\(count) patches: there may be \(PatchGraph.mostPatches)")
    }
    for (index, any) in nodes.enumerated() {
      guard let node = any as? [String: Any], let type = node["class"] as? String,
        let key = node["key"] as? String
      else { throw CompositionError("node \(index) has no \"class\" or no \"key\"") }
      let own = node["state"] as? [String: Any] ?? [:]
      if own["nodes"] != nil {
        try readNodes(own, prefix + key + "/", depth: depth + 1)
        readMacro(own, prefix + key)
      } else {
        add(type, own, prefix + key)
      }
    }
    let connections = state["connections"] as? [String: Any] ?? [:]
    for name in connections.keys.sorted() {
      guard let connection = connections[name] as? [String: Any] else { continue }
      connect(connection, prefix)
    }
  }

  /// Notes where the published ports of a macro lead.
  private mutating func readMacro(_ state: [String: Any], _ name: String) {
    for (list, end) in [("publishedInputPorts", End.input), ("publishedOutputPorts", .output)] {
      for entry in state[list] as? [[String: Any]] ?? [] {
        guard let key = entry["key"] as? String,
          let port = port(entry, ("node", "port"), end, name + "/")
        else { continue }
        inner[Port(patch: name, name: Self.plain(key))] = port
      }
    }
  }

  private static let stateLists = [
    "ivarInputPortStates", "systemInputPortStates", "customInputPortStates",
  ]

  private mutating func add(_ type: String, _ state: [String: Any], _ name: String) {
    guard let kind = PatchKind(class: type) else {
      skipped[type, default: 0] += 1
      return
    }
    graph.patches[name] = PatchGraph.Patch(kind: kind, place: Double(graph.patches.count))
    for list in Self.stateLists {
      for (key, entry) in state[list] as? [String: Any] ?? [:] {
        guard let value = (entry as? [String: Any])?["value"] else { continue }
        set(value, Port(patch: name, name: Self.plain(key)))
      }
    }
  }

  private mutating func set(_ value: Any, _ port: Port) {
    guard let type = graph.type(of: port), let value = PatchValue(value, as: type) else { return }
    graph.patches[port.patch]?.values[port.name] = value
  }

  // MARK: Ports

  /// Names of ports that are others here.
  private static let renamed = [
    "path": "location", "fileName": "location", "movieLocation": "location",
    "imageLocation": "location", "clearColor": "color",
  ]

  /// The name of a port without its `input` or `output`.
  private static func plain(_ port: String) -> String {
    var name = port
    for prefix in ["input", "output"] where name.hasPrefix(prefix) && name.count > prefix.count {
      name = String(name.dropFirst(prefix.count))
      name = name.prefix(1).lowercased() + name.dropFirst()
      break
    }
    return renamed[name] ?? name
  }

  /// The side of a patch that a port is on; the ports of splitters have these names.
  private enum End: String {
    case input, output
  }

  /// Returns the port that two entries name, inside of macros; nil for one of a skipped node.
  private func port(
    _ entries: [String: Any],
    _ keys: (node: String, port: String),
    _ end: End,
    _ prefix: String
  ) -> Port? {
    guard let node = entries[keys.node] as? String, let name = entries[keys.port] as? String
    else { return nil }
    var found = Port(patch: prefix + node, name: Self.plain(name))
    // Macros are at most so deep.
    for _ in 0..<Self.deepestMacro {
      if let kind = graph.patches[found.patch]?.kind {
        if kind == .splitter { found.name = end.rawValue }
        return found
      }
      guard let next = inner[found] else { return nil }
      found = next
    }
    return nil
  }

  private mutating func connect(_ connection: [String: Any], _ prefix: String) {
    guard let source = port(connection, ("sourceNode", "sourcePort"), .output, prefix),
      let input = port(connection, ("destinationNode", "destinationPort"), .input, prefix),
      graph.patches[source.patch]?.kind.hasOutput(source.name) == true,
      graph.type(of: input) != nil
    else { return }
    graph.sources[input] = source
  }

  private mutating func publish(
    _ state: [String: Any],
    _ list: String,
    _ end: End,
    _ path: WritableKeyPath<PatchGraph, [String: Port]>,
    _ isKnown: (CompositionList, Port) -> Bool
  ) {
    for entry in state[list] as? [[String: Any]] ?? [] {
      guard let key = entry["key"] as? String, let port = port(entry, ("node", "port"), end, ""),
        isKnown(self, port)
      else { continue }
      graph[keyPath: path][key] = port
    }
  }
}
