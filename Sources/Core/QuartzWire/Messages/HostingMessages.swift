// ServeLayers, OfferContext, RevokeClient, Fence: trees of several programs in one scene.
// Licensed under the MIT license; see LICENSE.

/// The name of a program that hosts trees of others: a random number and the program's process.
///
/// Programs that know it may offer their contexts to the host; nobody else can, and knowing it does
/// not allow to show what others offer.
package struct LayerServerKey: Hashable, Sendable {
  package var high: UInt64
  package var low: UInt64
  /// The host's process, as the server sees it at the other end of the host's socket.
  package var process: UInt32

  package init(high: UInt64, low: UInt64, process: UInt32) {
    (self.high, self.low, self.process) = (high, low, process)
  }

  /// A key that cannot be guessed.
  package static func random(process: UInt32) -> LayerServerKey {
    LayerServerKey(
      high: .random(in: 0...UInt64.max),
      low: .random(in: 0...UInt64.max),
      process: process
    )
  }
}

/// Says that layers of this connection host what is offered to a random number; no answer.
///
/// The layers' `remoteClientId` then names clients among those offers.
package struct ServeLayers: Message, Equatable {
  package static let opcode = Opcode.serveLayers

  package var high: UInt64
  package var low: UInt64

  package init(high: UInt64, low: UInt64) {
    (self.high, self.low) = (high, low)
  }

  package func encode(to writer: inout WireWriter) {
    writer.append(high)
    writer.append(low)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    high = try reader.uint64()
    low = try reader.uint64()
  }
}

/// Offers a context to a host under an id; no answer but a failure.
package struct OfferContext: Message, Equatable {
  package static let opcode = Opcode.offerContext

  package var context: UInt32
  package var key: LayerServerKey
  /// The id that a hosting layer names; not 0.
  package var client: UInt32

  package init(context: UInt32, key: LayerServerKey, client: UInt32) {
    (self.context, self.key, self.client) = (context, key, client)
  }

  package func encode(to writer: inout WireWriter) {
    writer.append(context)
    writer.append(key.high)
    writer.append(key.low)
    writer.append(key.process)
    writer.append(client)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    context = try reader.uint32()
    key = LayerServerKey(
      high: try reader.uint64(),
      low: try reader.uint64(),
      process: try reader.uint32()
    )
    client = try reader.uint32()
  }
}

/// Ends what a client offered to this connection's random number, now and later; no answer.
package struct RevokeClient: Message, Equatable {
  package static let opcode = Opcode.revokeClient

  package var client: UInt32

  package init(client: UInt32) {
    self.client = client
  }

  package func encode(to writer: inout WireWriter) {
    writer.append(client)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    client = try reader.uint32()
  }
}

/// Asks for `HostingStatistics`.
package struct RequestHosting: Message, Equatable {
  package static let opcode = Opcode.requestHosting

  package init() {}

  package func encode(to writer: inout WireWriter) {}

  package init(from reader: inout WireReader) throws(WireError) {}
}

/// Statistics of hosting: totals of the server, and the trees that this connection's contexts show.
package struct HostingStatistics: Message, Equatable {
  package static let opcode = Opcode.hosting

  /// A tree that shows in a layer of the connection.
  package struct Client: Equatable, Sendable {
    /// 0 for one that is in another hosted tree.
    package var client: UInt32
    package var layers: Int
    /// Commits and pictures that were taken over from it.
    package var updates: Int

    package init(client: UInt32, layers: Int, updates: Int) {
      (self.client, self.layers, self.updates) = (client, layers, updates)
    }
  }

  /// Contexts that are offered now.
  package var offers = 0
  /// Trees that layers show now.
  package var hosted = 0
  /// Layers that showed nothing since their tree would have been in itself, since the start.
  package var cycles = 0
  /// Trees that were not shown, or no longer, since they were too much.
  package var refusals = 0
  /// Times that a host was so far behind that it took over a tree as a whole.
  package var overruns = 0
  package var clients: [Client] = []

  package init() {}

  package func encode(to writer: inout WireWriter) {
    for count in [offers, hosted, cycles, refusals, overruns] {
      writer.append(UInt64(clamping: count))
    }
    writer.append(UInt32(clamping: clients.count))
    for client in clients {
      writer.append(client.client)
      writer.append(UInt64(clamping: client.layers))
      writer.append(UInt64(clamping: client.updates))
    }
  }

  package init(from reader: inout WireReader) throws(WireError) {
    offers = try reader.size()
    hosted = try reader.size()
    cycles = try reader.size()
    refusals = try reader.size()
    overruns = try reader.size()
    let count = try reader.count(of: "clients", minimumBytes: 20, memory: 24)
    clients.reserveCapacity(count)
    for _ in 0..<count {
      clients.append(
        Client(
          client: try reader.uint32(),
          layers: try reader.size(),
          updates: try reader.size()
        )
      )
    }
  }
}

/// The name of a fence: a random number that its parties know.
package struct FenceToken: Hashable, Sendable {
  package var high: UInt64
  package var low: UInt64

  package init(high: UInt64, low: UInt64) {
    (self.high, self.low) = (high, low)
  }

  /// A token that cannot be guessed.
  package static func random() -> FenceToken {
    FenceToken(high: .random(in: 0...UInt64.max), low: .random(in: 0...UInt64.max))
  }
}

/// Says that the connection's next commits are a part of a fenced change; no answer but a failure.
package struct Fence: Message, Equatable {
  package static let opcode = Opcode.fence
  /// The numbers of connections that may take part.
  package static let parties = 1...64
  /// The numbers of commits that a part may have.
  package static let commits = 1...64
  /// Seconds from the first party's message until the fence breaks.
  package static let timeout = 1.0

  package var token: FenceToken
  /// The number of connections that take part; each says the same.
  package var parties: UInt8
  /// The number of commits that follow and belong to the change.
  package var commits: UInt8

  package init(token: FenceToken, parties: UInt8, commits: UInt8 = 1) {
    (self.token, self.parties, self.commits) = (token, parties, commits)
  }

  package func encode(to writer: inout WireWriter) {
    writer.append(token.high)
    writer.append(token.low)
    writer.append(parties)
    writer.append(commits)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    token = FenceToken(high: try reader.uint64(), low: try reader.uint64())
    let start = reader.offset
    parties = try reader.uint8()
    commits = try reader.uint8()
    guard Fence.parties.contains(Int(parties)), Fence.commits.contains(Int(commits)) else {
      throw reader.malformed(
        at: start,
        "parties and commits in 1...64",
        "\(parties) and \(commits)"
      )
    }
  }
}
