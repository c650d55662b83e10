// The connections' thread: it accepts clients, reads and decodes what they say, and sends answers.
// Licensed under the MIT license; see LICENSE.
//
// Sockets are only touched here, and never waited for one at a time: all of them are polled, reads
// and writes take what is possible now. Decoding happens here too, so that a large commit of one
// client does not delay the frames of another.

import Logging
import QuartzWire
import Synchronization

/// What the connections' thread is told.
enum ConnectionEvent: Sendable {
  case listen(Listener)
  case adopt(Socket)
  case send(ClientID, ServerMessage, serial: UInt64)
  case end(ClientID, Failure, serial: UInt64)
  case resume(ClientID)
  /// Buffers of the client's are to be given back.
  case release(ClientID)
  case stop
}

/// Hands the render thread's answers to the connections' thread.
final class ConnectionOutlet: Outlet {
  let mailbox: Mailbox<ConnectionEvent>

  init(_ mailbox: Mailbox<ConnectionEvent>) {
    self.mailbox = mailbox
  }

  func send(_ message: ServerMessage, answering serial: UInt64, to client: ClientID) {
    mailbox.post(.send(client, message, serial: serial))
  }

  func end(_ client: ClientID, because failure: Failure, answering serial: UInt64) {
    mailbox.post(.end(client, failure, serial: serial))
  }

  func resume(_ client: ClientID) {
    mailbox.post(.resume(client))
  }
}

/// All sockets.
///
/// Belongs to the connections' thread.
final class ConnectionLoop {
  /// How long to wait before descriptors that the kernel refused are sent again.
  private static let stallMilliseconds: Int32 = 5

  private let limits: ServerLimits
  private let logger: Logger
  private let mailbox: Mailbox<ConnectionEvent>
  private let events: Mailbox<ServerEvent>
  private let wakeUps: SharedCount
  private var connections: [ClientID: Connection] = [:]
  private var listener: Listener?
  /// Accepting failed for want of descriptors; it is tried again when a client has left.
  private var isListenerPaused = false
  private var lastID: UInt64 = 0
  private var isStopped = false

  init(
    limits: ServerLimits,
    logger: Logger,
    mailbox: Mailbox<ConnectionEvent>,
    events: Mailbox<ServerEvent>,
    wakeUps: SharedCount
  ) {
    self.limits = limits
    self.logger = logger
    self.mailbox = mailbox
    self.events = events
    self.wakeUps = wakeUps
  }

  /// Serves all connections until it is told to stop.
  func run() {
    var poller = Poller()
    while !isStopped {
      poller.removeAll()
      let mail = poller.add(mailbox.descriptor)
      let acceptor = listener.flatMap { listener in
        isListenerPaused ? nil : poller.add(listener.descriptor)
      }
      let polled = Array(connections.values)
      let first = mail + 1 + (acceptor == nil ? 0 : 1)
      for connection in polled {
        poller.add(
          connection.descriptor,
          reads: connection.wantsToRead,
          writes: connection.wantsToWrite
        )
      }
      let isStalled = polled.contains { $0.isStalled }
      poller.wait(milliseconds: isStalled ? ConnectionLoop.stallMilliseconds : -1)
      wakeUps.add()
      for (index, connection) in polled.enumerated() {
        serve(
          connection,
          reads: poller.isReadable(first + index),
          writes: poller.isWritable(first + index) || connection.isStalled
        )
      }
      if let acceptor, poller.isReadable(acceptor) { acceptClients() }
      for event in mailbox.take() { receive(event) }
    }
    endAll()
  }

  private func serve(_ connection: Connection, reads: Bool, writes: Bool) {
    if writes { settle(connection, connection.flush()) }
    if reads && connections[connection.id] != nil { settle(connection, connection.read()) }
  }

  /// Lets go of a connection whose client is gone.
  private func settle(_ connection: Connection, _ outcome: Connection.Outcome) {
    guard outcome == .closed else { return }
    drop(connection.id)
    events.post(.disconnected(connection.id))
  }

  private func drop(_ id: ClientID) {
    connections[id] = nil
    isListenerPaused = false
  }

  private func receive(_ event: ConnectionEvent) {
    switch event {
    case .listen(let listener): self.listener = listener
    case .adopt(let socket): adopt(socket)
    case .send(let id, let message, let serial):
      with(id) { $0.send(message, answering: serial) }
    case .end(let id, let failure, let serial):
      connections[id]?.sendLast(failure, answering: serial)
      drop(id)
    case .resume(let id): with(id) { $0.resume() }
    case .release(let id): with(id) { $0.sendReleases() }
    case .stop: isStopped = true
    }
  }

  private func with(_ id: ClientID, _ body: (Connection) -> Connection.Outcome) {
    // A client may have gone while the event was on its way.
    guard let connection = connections[id] else { return }
    settle(connection, body(connection))
  }

  // MARK: Coming and going

  private func acceptClients() {
    while let listener {
      do throws(WireError) {
        guard let socket = try listener.accept() else { return }
        adopt(socket)
      } catch {
        logger.warning("a client was not accepted: \(error)")
        if case .foreignPeer = error { continue }
        isListenerPaused = true
        return
      }
    }
  }

  private func adopt(_ socket: Socket) {
    lastID += 1
    let id = ClientID(lastID)
    let mailbox = mailbox
    let connection = Connection(id, socket, limits: limits, events: events) {
      mailbox.post(.release(id))
    }
    guard connections.count < limits.clients else {
      let reason = "\(connections.count + 1) clients, at most \(limits.clients) are allowed"
      logger.warning("\(reason)")
      connection.sendLast(
        Failure(refusedOpcode: 0, code: .limitExceeded, endsConnection: true, reason: reason),
        answering: 0
      )
      return
    }
    connections[id] = connection
    events.post(.connected(id, connection.gauge))
  }

  private func endAll() {
    let failure = Failure(
      refusedOpcode: 0,
      code: .shuttingDown,
      endsConnection: true,
      reason: "the server ends"
    )
    for connection in connections.values { connection.sendLast(failure, answering: 0) }
    connections.removeAll()
    listener = nil
  }
}

/// What one thread counts and others look at.
final class SharedCount: Sendable {
  private let count = Atomic<Int>(0)

  func add(_ number: Int = 1) {
    count.add(number, ordering: .relaxed)
  }

  var value: Int { count.load(ordering: .relaxed) }
}
