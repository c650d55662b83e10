// A context of another program, as the render server has it.
// Licensed under the MIT license; see LICENSE.
//
// The inspector has a copy of the tree and draws it itself. The server tells the changes, when it
// is asked; the program is asked nothing, so it may be stopped, or hang. Trees that other programs
// show in its layers are copied too, by the same rules as in the server (`ContextRenderer`).

package import QuartzCore
package import QuartzModel
package import QuartzPlan
package import QuartzWire

/// Which context of a server is looked into first.
package struct ContextChoice: Equatable, Sendable {
  /// A program's process; nil for any.
  package var process: UInt32?
  /// The program's number of the context; nil for the largest of those that a window could show.
  package var context: UInt32?

  package init(process: UInt32? = nil, context: UInt32? = nil) {
    (self.process, self.context) = (process, context)
  }

  /// The context that is meant; nil if there is none.
  package func entry(in list: [ContextList.Entry]) -> ContextList.Entry? {
    let fitting = list.filter {
      (process == nil || $0.process == process)
        && (context == nil || $0.creation.context == context)
    }
    func size(_ entry: ContextList.Entry) -> Int {
      entry.creation.configuration.width * entry.creation.configuration.height
    }
    let shown = fitting.filter { $0.client == 0 }
    return (shown.isEmpty ? fitting : shown).max { size($0) < size($1) }
  }
}

/// A tree of a server.
package final class ServerSource: InspectionSource {
  /// Makes the renderer of a copy.
  package typealias MakeRenderer = (ContextConfiguration) throws -> ContextRenderer

  /// Seconds after which the list of contexts is asked for again.
  private static let listPeriod = 1.0
  /// The most changes that are taken over before a frame.
  private static let mostChanges = 10_000
  /// How often trees in trees are looked for before a frame.
  private static let mostRounds = 17

  package let kind = "server"
  private let connection: ServerConnection
  private let makeRenderer: MakeRenderer
  private let now: () -> Double
  package private(set) var renderer: ContextRenderer
  /// The context that is looked into.
  package private(set) var entry: ContextList.Entry
  private var list: [ContextList.Entry]
  private var listTime: Double
  private var steppedTime = 0.0
  private var isGone = false
  /// The values that this source overrides.
  private var overridden: [LayerID: Set<PropertyID>] = [:]
  /// The hosted contexts that are copied, and the parts of their trees so far.
  private var hosted: [UInt64: HostedTree] = [:]
  /// Changes that were taken over, for tests and reports.
  package private(set) var changeCount = 0

  /// Looks into a context of a server.
  ///
  /// - Parameters:
  ///   - makeRenderer: Makes a renderer of a size, on the thread of the source.
  ///   - now: The time of CLOCK_MONOTONIC in seconds.
  /// - Throws: `InspectionError.refused` if the server has no such context, `WireError`.
  package init(
    _ connection: ServerConnection,
    _ choice: ContextChoice = ContextChoice(),
    makeRenderer: @escaping MakeRenderer,
    now: @escaping () -> Double
  ) throws {
    self.connection = connection
    self.makeRenderer = makeRenderer
    self.now = now
    list = try connection.contexts().entries
    listTime = now()
    guard let entry = choice.entry(in: list) else {
      throw InspectionError.refused("the server has no such context")
    }
    self.entry = entry
    renderer = try makeRenderer(entry.creation.configuration)
    try follow(fromStart: true)
  }

  deinit { renderer.close() }

  package var title: String { entry.programLabel }

  package var stateNames: [String] { list.map(\.label) }

  package var stateName: String? { entry.label }

  package var liveTime: Double? { entry.creation.clock == .real ? now() : steppedTime }

  package var facts: [(name: String, value: String)] {
    guard let statistics = try? connection.statistics(ofToken: entry.token) else { return [] }
    var facts = [
      (name: "Frames of the server", value: "\(statistics.frames)"),
      (name: "In its last second", value: "\(statistics.framesPerSecond)"),
    ]
    for phase in FramePhase.allCases {
      let summary = statistics.phases[phase.rawValue]
      facts.append(
        (
          name: "Phase \(phase.name)",
          value: "median \(milliseconds(summary.median)), worst \(milliseconds(summary.worst))"
        )
      )
    }
    return facts
  }

  private func milliseconds(_ seconds: Double) -> String {
    "\((seconds * 1e5).rounded() / 100) ms"
  }

  // MARK: Changes

  package func prepare(at time: Double) throws {
    if !connection.isConnected { try reconnect() }
    if now() - listTime >= Self.listPeriod || isGone { try updateList() }
    if isGone { try findNext() }
    try follow(fromStart: false)
  }

  private func updateList() throws {
    list = try connection.contexts().entries
    listTime = now()
  }

  private func reconnect() throws {
    try connection.reconnect()
    // Tokens, and what was overridden, are those of the server before.
    overridden.removeAll()
    isGone = true
  }

  /// Goes on with another context of the same program, such as one of another size.
  private func findNext() throws {
    let next = ContextChoice(process: entry.process).entry(in: list)
    guard let next else {
      throw InspectionError.refused("\(entry.programLabel) has no context any more")
    }
    try look(into: next)
  }

  /// Begins to look into a context.
  private func look(into entry: ContextList.Entry) throws {
    let new = try makeRenderer(entry.creation.configuration)
    if !isGone { try? connection.endObservation(of: self.entry.token) }
    for token in hosted.keys { try? connection.endObservation(of: token) }
    hosted.removeAll()
    overridden.removeAll()
    renderer.close()
    renderer = new
    self.entry = entry
    isGone = false
    try follow(fromStart: true)
  }

  /// Takes over what has changed since the last call.
  private func follow(fromStart: Bool) throws {
    var isFirst = fromStart
    try takeChanges(of: entry.token) {
      defer { isFirst = false }
      return isFirst
    } _: { [self] in
      try take($0)
    }
    try followHosted()
  }

  private func takeChanges(
    of token: UInt64,
    fromStart: () -> Bool,
    _ take: (ObservedUpdate) throws -> Void
  ) throws {
    for _ in 0..<Self.mostChanges {
      let change = try connection.change(of: token, fromStart: fromStart())
      if case .nothing = change.update { return }
      changeCount += 1
      try take(change.update)
      guard change.hasMore else { return }
    }
  }

  private func take(_ update: ObservedUpdate) throws {
    switch update {
    case .nothing: break
    case .part(let part):
      if part.isFirst, renderer.commitCount > 0 {
        let new = try makeRenderer(entry.creation.configuration)
        renderer.close()
        renderer = new
        hosted.removeAll()
      }
      try renderer.apply(part.commit)
      if part.isLast { renderer.restartEmission(part.emission) }
    case .commit(let commit): try renderer.apply(commit)
    case .present(let present): try renderer.present(present)
    case .flush(let image): try renderer.flushPresents(of: image)
    case .time(let time): steppedTime = time
    case .ended: isGone = true
    }
  }

  // MARK: Trees of other programs in layers

  private func followHosted() throws {
    if renderer.tree.hosting.clients.isEmpty && hosted.isEmpty { return }
    try updateList()
    for _ in 0..<Self.mostRounds {
      renderer.updateHosting(token: entry.token, offers: .all) { [list] client, context in
        let host = list.first { $0.token == context }?.process
        return list.first { $0.client == client && $0.host == host }?.token
      }
      _ = renderer.takeChangedSources()
      let sources = renderer.hostedSources
      for token in hosted.keys where !sources.contains(token) {
        hosted[token] = nil
        try connection.endObservation(of: token)
      }
      let missing = renderer.sourcesToFill
      for token in sources.sorted() {
        var isFirst = missing.contains(token)
        try takeChanges(of: token) {
          defer { isFirst = false }
          return isFirst
        } _: { [self] in
          take($0, hosted: token)
        }
      }
      // Trees may have come that host others.
      guard renderer.needsHostingUpdate else { return }
    }
  }

  private func take(_ update: ObservedUpdate, hosted token: UInt64) {
    switch update {
    case .nothing, .time: break
    case .part(let part):
      if part.isFirst {
        hosted[token] = HostedTree(Commit(time: part.commit.time))
        renderer.missUpdates(from: token)
      }
      hosted[token]?.commit.append(part: part.commit)
      guard part.isLast, var tree = hosted[token] else { return }
      tree.emission = part.emission
      renderer.receive(.tree(tree), from: token)
      hosted[token] = HostedTree(Commit())
    case .commit(let commit): renderer.receive(.commit(commit), from: token)
    case .present(let present): renderer.receive(.present(present), from: token)
    case .flush(let image): renderer.receive(.flush(image), from: token)
    case .ended: hosted[token] = nil
    }
  }

  // MARK: Values

  package func origin(of property: PropertyID, in layer: LayerID) -> ValueOrigin? {
    overridden[layer]?.contains(property) == true ? .override : nil
  }

  package func override(
    _ property: PropertyID,
    of layer: LayerID,
    _ value: PropertyValue?
  ) throws {
    guard layer.scope == 0 else {
      throw InspectionError.refused("the layer is another program's: choose its context")
    }
    do {
      try connection.override(property, of: layer, in: entry.token, value)
    } catch {
      guard case .refused(let failure) = error else { throw error }
      throw InspectionError.refused(failure.reason)
    }
    if value == nil {
      overridden[layer]?.remove(property)
    } else {
      overridden[layer, default: []].insert(property)
    }
  }

  package func change(to state: String?, at time: Double) throws {
    try updateList()
    guard let entry = list.first(where: { $0.label == state }) else {
      throw InspectionError.refused("the server has no such context any more")
    }
    if entry.token != self.entry.token || isGone { try look(into: entry) }
  }
}

extension ContextList.Entry {
  /// The program, for people.
  package var programLabel: String {
    "\(program.isEmpty ? "a program" : program) (process \(process))"
  }

  /// The context, for people; different for all contexts of a server.
  package var label: String {
    let size = creation.configuration
    return "\(programLabel), context \(connection).\(creation.context), "
      + "\(size.width) × \(size.height) px"
  }
}
