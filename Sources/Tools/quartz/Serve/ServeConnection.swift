// The HTTP server: connections, and requests one after the other on each.
// Licensed under the MIT license; see LICENSE.

#if Serve
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// Listens, and gives each connection its pipeline.
enum ServeServer {
  /// The most bytes of all headers of a request, of one of them, and their number.
  private static let headLimits: NIOHTTPDecoderLimitConfiguration = {
    var limits = NIOHTTPDecoderLimitConfiguration()
    (limits.maxHeaderFieldSize, limits.maxHeaderListSize) = (16 << 10, 64 << 10)
    return limits
  }()

  /// Serves for ever.
  ///
  /// - Parameter ready: Called with the address of the server.
  /// - Throws: The reason why it cannot listen.
  static func run(
    _ service: ServeService,
    _ address: ServeAddress,
    port: UInt16,
    ready: (String) throws -> Void
  ) throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let count = ConnectionCount()
    let listener = try ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.configureHTTPServerPipeline(
            withEncoderConfiguration: .init(),
            withDecoderLimitConfiguration: headLimits
          )
          try pipeline.addHandler(ServeConnection(service, count))
        }
      }
      .bind(to: SocketAddress(ipAddress: address.text, port: Int(port))).wait()
    try ready("http://\(address.inURL):\(listener.localAddress?.port ?? Int(port))")
    try listener.closeFuture.wait()
  }
}

/// The number of connections.
final class ConnectionCount: Sendable {
  private static let most = 256

  private let count = Atomic(0)

  /// Counts a connection, and says whether it may stay.
  func add() -> Bool { count.add(1, ordering: .relaxed).newValue <= Self.most }

  func remove() { count.subtract(1, ordering: .relaxed) }
}

/// Reads the requests of a connection and writes their answers.
///
/// All of it is called by the connection's event loop.
final class ServeConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// A request whose body comes.
  private struct Request {
    var head: HTTPRequestHead
    var plan: Result<ServeService.Plan, ServeRefusal>
    var body = ByteBuffer()
    /// Bytes that came and are of no use.
    var skipped = 0
  }

  /// Whether the client is there.
  private final class Presence: Sendable {
    let isPresent = Atomic(true)
  }

  private let service: ServeService
  private let count: ConnectionCount
  private let presence = Presence()
  /// The request that comes, or whose answer is made.
  private var request: Request?
  private var isClosing = false
  private var timer: Scheduled<Void>?

  /// The longest time in which nothing comes or goes.
  private static let longestRest = TimeAmount.seconds(30)
  /// The time for a client that still writes to read its answer.
  private static let lingering = TimeAmount.seconds(1)
  /// The bytes of an answer that are written at once.
  private static let piece = 256 << 10

  init(_ service: ServeService, _ count: ConnectionCount) {
    (self.service, self.count) = (service, count)
  }

  // MARK: Connection

  func channelActive(context: ChannelHandlerContext) {
    if count.add() { rest(context, Self.longestRest) } else { context.close(promise: nil) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    count.remove()
    presence.isPresent.store(false, ordering: .relaxed)
    timer?.cancel()
    request = nil
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  /// Closes the connection after a time, unless something comes or goes before.
  private func rest(_ context: ChannelHandlerContext, _ limit: TimeAmount) {
    timer?.cancel()
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: limit) {
      context.close(promise: nil)
    }
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    switch unwrapInboundIn(data) {
    case .head(let head): begin(head, context)
    case .body(let part): take(part, context)
    case .end: end(context)
    }
  }

  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    // All of the body is to come in that time.
    rest(context, .nanoseconds(Int64(service.limits.mostSeconds * 1e9)))
    let headers = head.headers
    let request = Request(
      head: head,
      plan: Result { () throws(ServeRefusal) in
        try service.plan(
          ServeHead(method: head.method.rawValue, target: head.uri) { headers[$0].first }
        )
      }
    )
    self.request = request
    guard headers["Expect"].first?.lowercased() == "100-continue" else { return }
    if case .failure(let refusal) = request.plan { return finish(refusal, context) }
    let next = HTTPResponseHead(version: head.version, status: .continue)
    context.writeAndFlush(wrapOutboundOut(.head(next)), promise: nil)
  }

  private func take(_ part: ByteBuffer, _ context: ChannelHandlerContext) {
    guard var request else { return }
    // The buffer has one owner while it grows.
    self.request = nil
    if case .success(.drawing) = request.plan {
      do throws(ServeRefusal) {
        try service.check(length: request.body.readableBytes + part.readableBytes)
        request.body.writeImmutableBuffer(part)
      } catch {
        request.plan = .failure(error)
        request.body = ByteBuffer()
      }
    } else {
      request.skipped += part.readableBytes
    }
    self.request = request
    // A client reads its answer when it has written; one that writes too much is cut off.
    guard request.skipped > service.limits.mostBytes else { return }
    if case .failure(let refusal) = request.plan { return finish(refusal, context) }
    finish(ServeRefusal(.contentTooLarge, "the body: none is expected"), context)
  }

  private func end(_ context: ChannelHandlerContext) {
    guard let request else { return }
    timer?.cancel()
    switch request.plan {
    case .failure(let refusal): send(refusal.answer, context)
    case .success(.answer(let answer)): send(answer, context)
    case .success(.drawing(let query, let mediaType, let place)):
      let document = Data(request.body.readableBytesView)
      self.request?.body = ByteBuffer()
      let own = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      let loop = context.eventLoop
      Task { [service, presence] in
        let answer: ServeAnswer
        do throws(ServeRefusal) {
          answer = try await service.draw(document, query, mediaType: mediaType) {
            presence.isPresent.load(ordering: .relaxed)
          }
        } catch {
          answer = error.answer
        }
        withExtendedLifetime(place) {}
        loop.execute {
          let (connection, context) = own.value
          connection.send(answer, context)
        }
      }
    }
  }

  // MARK: Answers

  /// Answers before all of the request has come, and ends the connection.
  private func finish(_ refusal: ServeRefusal, _ context: ChannelHandlerContext) {
    isClosing = true
    send(refusal.answer, context)
  }

  private func send(_ answer: ServeAnswer, _ context: ChannelHandlerContext) {
    guard let request, context.channel.isActive else { return }
    let keepsAlive = request.head.isKeepAlive && !isClosing
    var headers: HTTPHeaders = [
      "Content-Type": answer.type, "Content-Length": "\(answer.body.count)",
      "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
      "Connection": keepsAlive ? "keep-alive" : "close",
    ]
    for (name, value) in answer.headers { headers.add(name: name, value: value) }
    let head = HTTPResponseHead(
      version: request.head.version,
      status: HTTPResponseStatus(statusCode: answer.status),
      headers: headers
    )
    self.request = nil
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    let body = request.head.method == .HEAD ? Data() : answer.body
    write(body[...], keepsAlive: keepsAlive, context)
  }

  /// Writes the rest of a body, a piece after the other has gone.
  private func write(_ rest: Data.SubSequence, keepsAlive: Bool, _ context: ChannelHandlerContext) {
    self.rest(context, isClosing ? Self.lingering : Self.longestRest)
    guard !rest.isEmpty else {
      let written = context.writeAndFlush(wrapOutboundOut(.end(nil)))
      if !keepsAlive, !isClosing {
        written.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
      }
      return
    }
    let buffer = context.channel.allocator.buffer(bytes: rest.prefix(Self.piece))
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(buffer)))).assumeIsolated()
      .whenSuccess { [self] in
        write(rest.dropFirst(Self.piece), keepsAlive: keepsAlive, context)
      }
  }
}
#endif
