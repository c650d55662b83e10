// The connections' thread: accepts clients, reads their messages, and sends answers.
// Licensed under the MIT license; see LICENSE.
//
// Sockets are used only here, and never waited for one at a time: all are polled, and reads and
// writes never block. Messages are only split here; each client's loop decodes its own. So no
// message occupies this thread for long, and Hello and Ping are answered regardless of the loops.

import Logging
import QuartzWire
import Synchronization

/// An event for the connections' thread.
enum ConnectionEvent: Sendable {
  case listen(Listener)
  case adopt(Socket)
  case send(ClientID, ServerMessage, serial: UInt64)
  case end(ClientID, Failure, serial: UInt64)
  case resume(ClientID)
  /// Buffers of the client are to be released.
  case release(ClientID)
  /// The client's loop has released everything.
  case loopEnded(ClientID)
  case stop
}

/// A sink that passes the loops' answers to the connections' thread.
final class ConnectionReplySink: ReplySink {
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
  /// The delay before descriptors that the kernel refused are sent again.
  private static let stallMilliseconds: Int32 = 5
  /// The delay before a retry for want of descriptors, since no event reports when they are free.
  private static let shortageMilliseconds: Int32 = 50

  private let starter: LoopStarter
  private let limits: ServerLimits
  private let welcome: Welcome
  private let logger: Logger
  private let mailbox: Mailbox<ConnectionEvent>
  private let wakeUps: SharedCount
  private var connections: [ClientID: Connection] = [:]
  /// Loops whose threads still run, including those of clients that are gone.
  private var loops: [ClientID: RunningLoop] = [:]
  private var listener: Listener?
  /// Whether accepting failed for want of descriptors.
  private var isListenerPaused = false
  /// The log says so, and nobody was accepted since.
  private var isShortageTold = false
  private var lastID: UInt64 = 0
  private var isStopped = false

  init(
    starter: LoopStarter,
    welcome: Welcome,
    mailbox: Mailbox<ConnectionEvent>,
    wakeUps: SharedCount
  ) {
    self.starter = starter
    limits = starter.options.limits
    logger = starter.logger
    self.welcome = welcome
    self.mailbox = mailbox
    self.wakeUps = wakeUps
  }

  /// Serves all connections until it is asked to stop.
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
      let isShort = isListenerPaused || polled.contains { $0.lacksDescriptors }
      poller.wait(milliseconds: waitingTime(polled, isShort: isShort))
      wakeUps.add()
      for (index, connection) in polled.enumerated() {
        serve(
          connection,
          reads: poller.isReadable(first + index) || connection.hasMore,
          writes: poller.isWritable(first + index) || connection.isStalled
        )
      }
      if let acceptor, poller.isReadable(acceptor) { acceptClients() }
      for event in mailbox.take() { receive(event) }
      if isShort { endShortage() }
    }
    endAll()
  }

  private func waitingTime(_ connections: [Connection], isShort: Bool) -> Int32 {
    if connections.contains(where: { $0.hasMore && $0.wantsToRead }) { return 0 }
    if connections.contains(where: { $0.isStalled }) { return ConnectionLoop.stallMilliseconds }
    return isShort ? ConnectionLoop.shortageMilliseconds : -1
  }

  private func serve(_ connection: Connection, reads: Bool, writes: Bool) {
    if writes { settle(connection, connection.flush()) }
    if reads && connections[connection.id] != nil { settle(connection, connection.read()) }
  }

  /// Retries operations that failed for want of descriptors.
  private func endShortage() {
    // The next poll says whether anybody waits.
    isListenerPaused = false
    for connection in connections.values where connection.lacksDescriptors {
      settle(connection, connection.retry())
    }
  }

  /// Removes a connection whose client is gone or refused.
  private func settle(_ connection: Connection, _ outcome: Connection.Outcome) {
    switch outcome {
    case .open: break
    case .closed: drop(connection.id)
    case .refused(let failure, let serial):
      logger.notice("\(connection.label) is ended: \(LogText.escaped(failure.reason))")
      drop(connection.id)
      connection.sendLast(failure, answering: serial)
    }
  }

  private func drop(_ id: ClientID) {
    guard let connection = connections.removeValue(forKey: id) else { return }
    // First, so that the loop has been told before the client is seen to be gone.
    connection.loop?.post(.disconnected(id))
    starter.directory.counts.clients.add(-1)
    isListenerPaused = false
  }

  private func receive(_ event: ConnectionEvent) {
    switch event {
    case .listen(let listener): self.listener = listener
    case .adopt(let socket): adopt(socket)
    case .send(let id, let message, let serial):
      with(id) { $0.send(message, answering: serial) }
    case .end(let id, let failure, let serial):
      let connection = connections[id]
      drop(id)
      connection?.sendLast(failure, answering: serial)
    case .resume(let id): with(id) { $0.resume() }
    case .release(let id): with(id) { $0.sendReleases() }
    case .loopEnded(let id):
      loops.removeValue(forKey: id)?.thread.join()
      for connection in connections.values where connection.waitsForLoop {
        settle(connection, connection.retryLoop())
      }
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
        isShortageTold = false
      } catch {
        if case .foreignPeer = error {
          logger.warning("a client was not accepted: \(error)")
          continue
        }
        // Once, however often it is tried again.
        if !isShortageTold { logger.warning("a client was not accepted: \(error)") }
        isShortageTold = true
        isListenerPaused = true
        return
      }
    }
  }

  private func adopt(_ socket: Socket) {
    lastID += 1
    let id = ClientID(lastID)
    let mailbox = mailbox
    let connection = Connection(
      id,
      socket,
      limits: limits,
      memory: starter.directory.counts.memory,
      welcome: welcome,
      wake: { mailbox.post(.release(id)) },
      makeLoop: { [unowned self] (client) throws(SystemError) in try makeLoop(client) }
    )
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
    starter.directory.counts.clients.add()
  }

  private func makeLoop(_ client: NewClient) throws(SystemError) -> Mailbox<ServerEvent>? {
    // Loops of clients that left in the middle of a frame count, too, so that clients that come and
    // go cannot make an unbounded number of threads.
    guard loops.count < limits.clients else { return nil }
    let (mailbox, id) = (mailbox, client.id)
    let loop = try starter.start(client, sink: ConnectionReplySink(mailbox)) {
      mailbox.post(.loopEnded(id))
    }
    loops[id] = loop
    return loop.mailbox
  }

  private func endAll() {
    let failure = Failure(
      refusedOpcode: 0,
      code: .shuttingDown,
      endsConnection: true,
      reason: "the server ends"
    )
    // First, since a thread may take long to end.
    listener = nil
    for connection in connections.values { connection.sendLast(failure, answering: 0) }
    for loop in loops.values { loop.mailbox.post(.stop) }
    for loop in loops.values { loop.thread.join() }
    connections.removeAll()
    loops.removeAll()
  }
}
