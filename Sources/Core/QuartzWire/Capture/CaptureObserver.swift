// Captures a program that runs already, from what its server has of it.
// Licensed under the MIT license; see LICENSE.
//
// The server gives an observer the whole tree of a context, and what changes from then on, with the
// time of each change (`RequestChange`). Here that becomes what the program would have sent had it
// begun now: a context, one commit of all layers, images and animations with the times at which
// they began, the times at which particles did, and then the changes. So nothing that draws a
// capture knows of attaching.
//
//     program ──commits──▶ server ──tree, then changes──▶ here ──messages of a client──▶ file

import QuartzFaults
import QuartzModel

/// The recording of a program that runs.
///
/// Contexts of other programs that its layers host are recorded too, as far as the server tells
/// whose host it is. Transitions that were under way begin with nothing in the place of the old
/// picture; images of planes are recorded as R, G, B, A.
package final class CaptureObserver {
  /// A context that is recorded.
  private struct Watched {
    let entry: ContextList.Entry
    /// The parts of a tree that has not come wholly.
    var parts: [Commit] = []
    /// Whether the file has the context.
    var isMade = false
    var isGone = false
  }

  /// The most changes of a context that are taken over at once.
  private static let mostChanges = 10_000

  private let connection: ServerConnection
  private let writer: CaptureWriter
  private let redaction: CaptureRedaction?
  private let process: UInt32
  private let start: Double
  // By their tokens.
  private var watched: [UInt64: Watched] = [:]
  // The connections for which the file says whose trees their layers host.
  private var served: Set<UInt32> = []
  // The time of the last record, and the number of the last message.
  private var last = 0.0
  private var lastSerial: UInt64 = 0

  /// The size of the file so far.
  package var counts: CaptureCounts { writer.counts }

  /// Makes the file.
  ///
  /// - Parameters:
  ///   - connection: A connection to the program's server.
  ///   - process: The program's.
  ///   - start: The moment 0 of the capture, in seconds of CLOCK_MONOTONIC.
  ///   - redacts: Whether pixels and texts are placeholders.
  package init(
    _ connection: ServerConnection,
    process: UInt32,
    path: String,
    start: Double,
    redacts: Bool = false
  ) throws(CaptureError) {
    (self.connection, self.process, self.start) = (connection, process, start)
    redaction = redacts ? CaptureRedaction() : nil
    let header = CaptureHeader(start: start, process: process, isRedacted: redacts)
    writer = try CaptureWriter(path: path, header)
  }

  /// Records what has changed since the last call; all that there is in the first one.
  ///
  /// - Returns: Whether the program has a context.
  /// - Throws: `WireError` if the server is gone, or `CaptureError`.
  package func collect() throws -> Bool {
    let list = try connection.contexts().entries
    var changes: [(token: UInt64, change: ObservedChange)] = []
    for entry in recorded(list) {
      let isNew = watched[entry.token] == nil
      if isNew { watched[entry.token] = Watched(entry: entry) }
      guard watched[entry.token]?.isGone == false else { continue }
      try take(from: entry.token, isNew: isNew, &changes)
    }
    // Contexts that are not listed any more say so themselves.
    let listed = Set(list.map(\.token))
    for (token, context) in watched where !context.isGone && !listed.contains(token) {
      try take(from: token, isNew: false, &changes)
    }
    // Changes of several contexts come in the order in which the server made them.
    let order = changes.indices.sorted {
      (changes[$0].change.moment, $0) < (changes[$1].change.moment, $1)
    }
    for index in order {
      try write(
        changes[index].change.update,
        of: changes[index].token,
        changes[index].change.moment
      )
    }
    return watched.values.contains { !$0.isGone && $0.entry.process == process }
  }

  /// Says why nothing follows.
  package func finish(
    _ end: CaptureEnd = .complete,
    _ reason: String = ""
  ) throws(CaptureError) {
    try writer.finish(end, reason)
  }

  /// The program's contexts, those that their layers host, and so on.
  private func recorded(_ list: [ContextList.Entry]) -> [ContextList.Entry] {
    var hosts: Set = [process]
    var tokens: Set<UInt64> = []
    while true {
      let more = list.filter { entry in
        !tokens.contains(entry.token)
          && (entry.process == process || entry.client != 0 && hosts.contains(entry.host))
      }
      if more.isEmpty { break }
      tokens.formUnion(more.map(\.token))
      hosts.formUnion(more.map(\.process))
    }
    return list.filter { tokens.contains($0.token) }
  }

  /// Takes over changes; those of whole trees are written at once, which is when they were made.
  private func take(
    from token: UInt64,
    isNew: Bool,
    _ changes: inout [(token: UInt64, change: ObservedChange)]
  ) throws {
    var isFirst = isNew
    for _ in 0..<Self.mostChanges {
      let change = try connection.change(of: token, fromStart: isFirst)
      isFirst = false
      switch change.update {
      case .nothing: return
      case .part(let part):
        // All that waited before it is in the tree.
        changes.removeAll { $0.token == token }
        try write(part, of: token, change.moment)
      default: changes.append((token, change))
      }
      // The rest of a tree comes with the next questions.
      if !change.hasMore, watched[token]?.parts.isEmpty ?? true { return }
    }
  }

  // MARK: Writing

  private func write(_ part: ObservedPart, of token: UInt64, _ moment: Double) throws(CaptureError)
  {
    if part.isFirst { watched[token]?.parts = [] }
    watched[token]?.parts.append(part.commit)
    guard part.isLast, let context = watched[token] else { return }
    watched[token]?.parts = []
    let entry = context.entry
    let number = entry.creation.context
    if context.isMade {
      try write(.destroyContext(DestroyContext(context: number)), of: entry, moment)
    }
    watched[token]?.isMade = true
    try begin(entry, moment)
    var whole = Commit(time: part.commit.time)
    for commit in context.parts { whole.append(part: commit) }
    do throws(CaptureError) {
      try write(whole, of: entry, moment)
    } catch {
      guard case .message(_, .cannotEncode) = error else { throw error }
      // More than a message may have, so the tree is made in steps.
      for commit in context.parts { try write(commit, of: entry, moment) }
    }
    if !part.emission.isEmpty {
      let emission = StartEmission(context: number, starts: part.emission)
      try write(.startEmission(emission), of: entry, moment)
    }
  }

  /// Makes the context, offers it if it is hosted, and lets its layers host others.
  private func begin(_ entry: ContextList.Entry, _ moment: Double) throws(CaptureError) {
    try write(.createContext(entry.creation), of: entry, moment)
    let connection = UInt32(truncatingIfNeeded: entry.connection)
    if served.insert(connection).inserted {
      let key = key(of: entry.process)
      try write(.serveLayers(ServeLayers(high: key.high, low: key.low)), of: entry, moment)
    }
    guard entry.client != 0 else { return }
    let offer = OfferContext(
      context: entry.creation.context,
      key: key(of: entry.host),
      client: entry.client
    )
    try write(.offerContext(offer), of: entry, moment)
  }

  /// A key that stands for the one of a host, which nobody but that host knows.
  ///
  /// Replayed, all connections are of the captured process.
  private func key(of host: UInt32) -> LayerServerKey {
    LayerServerKey(high: 1, low: UInt64(host), process: process)
  }

  private func write(_ commit: Commit, of entry: ContextList.Entry, _ moment: Double)
    throws(CaptureError)
  {
    for part in commit.split(descriptors: WireLimits().descriptors) {
      let message = CommitMessage(context: entry.creation.context, commit: part)
      try write(.commit(message), of: entry, moment)
    }
  }

  private func write(
    _ update: ObservedUpdate,
    of token: UInt64,
    _ moment: Double
  ) throws(CaptureError) {
    guard let context = watched[token], context.isMade || update.isEnd else { return }
    let (entry, number) = (context.entry, context.entry.creation.context)
    switch update {
    case .nothing, .part: break
    case .commit(let commit): try write(commit, of: entry, moment)
    case .present(let present):
      let message = PresentSlot(context: number, present: present)
      try write(.presentSlot(message), of: entry, moment)
    case .flush(let image):
      try write(.flushSlot(FlushSlot(context: number, image: image)), of: entry, moment)
    case .time(let time):
      let request = RequestFrame(context: number, time: .seconds(time))
      try write(.requestFrame(request), of: entry, moment)
    case .ended:
      watched[token]?.isGone = true
      guard context.isMade else { return }
      try write(.destroyContext(DestroyContext(context: number)), of: entry, moment)
    }
  }

  private func write(
    _ message: ClientMessage,
    of entry: ContextList.Entry,
    _ moment: Double
  ) throws(CaptureError) {
    last = max(last, moment - start)
    lastSerial += 1
    let written = redaction?.redacted(message) ?? message
    try writer.add(
      written.message,
      serial: lastSerial,
      at: last,
      of: UInt32(truncatingIfNeeded: entry.connection)
    )
  }
}

extension ObservedUpdate {
  fileprivate var isEnd: Bool { if case .ended = self { true } else { false } }
}
