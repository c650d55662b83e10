// A composition as a value: its patches, and how they are connected.
// Licensed under the MIT license; see LICENSE.

/// The reason why a composition cannot be read.
struct CompositionError: Error, CustomStringConvertible {
  /// One line with the expectation and the finding.
  var description: String

  init(_ description: String) { self.description = description }
}

/// The patches of a composition, without macros, and their connections.
struct PatchGraph {
  /// A patch.
  struct Patch {
    var kind: PatchKind
    /// The values of inputs that are not connected.
    var values: [String: PatchValue] = [:]
    /// The place among renderers: lower numbers are drawn first.
    var place = 0.0
  }

  /// An input or a result of a patch.
  struct Port: Hashable {
    var patch: String
    var name: String
  }

  /// The most patches, and the longest chain of connected ones.
  static let mostPatches = 4096
  static let longestChain = 64

  var patches: [String: Patch] = [:]
  /// The result that each connected input takes its values from.
  var sources: [Port: Port] = [:]
  var inputs: [String: Port] = [:]
  var outputs: [String: Port] = [:]
  /// The lines about what was skipped.
  var warnings: [String] = []

  /// The renderers, those that are drawn first before the others.
  var renderers: [(name: String, patch: Patch)] {
    patches.filter { $0.value.kind.isRenderer }.map { ($0.key, $0.value) }
      .sorted { ($0.patch.place, $0.name) < ($1.patch.place, $1.name) }
  }

  /// The type of an input; nil if there is no such input.
  func type(of port: Port) -> PortType? { patches[port.patch]?.kind.input(port.name) }

  /// The result that an input shows, past splitters; nil for an input that nothing is connected to.
  func origin(of input: Port) -> Port? {
    guard let source = sources[input] else { return nil }
    guard patches[source.patch]?.kind == .splitter else { return source }
    return origin(of: Port(patch: source.patch, name: "input"))
  }

  /// The input whose own value another one has: itself, or that of the splitter at the beginning.
  func root(of input: Port) -> Port {
    guard let source = sources[input], patches[source.patch]?.kind == .splitter else {
      return input
    }
    return root(of: Port(patch: source.patch, name: "input"))
  }

  /// Fails for connections that go in a circle, for chains that are too long, and for cameras that
  /// a document may not name.
  func check() throws(CompositionError) {
    for (name, patch) in patches where patch.kind == .camera {
      guard case .text(let device)? = patch.values["device"] else { continue }
      guard !device.hasPrefix(PatchCamera.graphPrefix) else {
        throw CompositionError("the camera of \"\(name)\" is a graph of filters: a program sets it")
      }
    }
    var users: [String: [String]] = [:]
    var waiting: [String: Int] = [:]
    for (input, source) in sources {
      users[source.patch, default: []].append(input.patch)
      waiting[input.patch, default: 0] += 1
    }
    var ready = patches.keys.filter { waiting[$0] == nil }
    var lengths: [String: Int] = [:]
    var done = 0
    while let name = ready.popLast() {
      done += 1
      let length = lengths[name, default: 1]
      guard length <= Self.longestChain else {
        throw CompositionError(
          "more than \(Self.longestChain) patches are connected in a row, up to \"\(name)\""
        )
      }
      for user in users[name] ?? [] {
        lengths[user] = max(lengths[user, default: 1], length + 1)
        waiting[user, default: 1] -= 1
        if waiting[user] == 0 { ready.append(user) }
      }
    }
    guard done == patches.count else {
      let name = patches.keys.filter { waiting[$0, default: 0] > 0 }.min() ?? ""
      throw CompositionError("the connections of \"\(name)\" go in a circle")
    }
  }
}
