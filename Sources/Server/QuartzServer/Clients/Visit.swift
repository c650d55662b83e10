// Requests of a client for a context that another client owns.
// Licensed under the MIT license; see LICENSE.
//
// The visitor's loop looks up the context's owner and posts a visit to that loop. The owner's loop
// draws the picture into a buffer of the visitor's pool, so that owners lend no memory of their
// own. It then posts the result to the visitor's loop, which counts the frame as the visitor's and
// answers. Visits are handled after the owner's own messages and frames, one picture a turn.

import QuartzGLES
import QuartzModel
import QuartzPlan
import QuartzWire

/// A request for a context of another client.
struct Visit: Sendable {
  enum Request: Sendable {
    /// The picture of a time, in a buffer of a pool.
    case capture(FrameTime, BufferPool)
    /// A notification when the next frame begins.
    case next(FrameRateWish)
    /// The picture of the next frame, in a buffer of a pool.
    case nextPicture(BufferPool)
    /// The pixels that are new in the picture, in a buffer of a pool.
    case news(BufferPool, isWhole: Bool)
    /// The same, or the whole picture where its renderer lends it.
    case loan(BufferPool, isWhole: Bool)
    /// The whole tree, and all that changes.
    case observe(ObservationFeed)
    /// Another value than the program's.
    case override(OverrideValue)
    case statistics
    /// The next events of windows and screens, for a connection of a process.
    case events(process: UInt32)
  }

  let visitor: ClientID
  /// The serial of the visitor's message.
  let serial: UInt64
  let token: UInt64
  let request: Request

  var opcode: Opcode {
    switch request {
    case .capture: .captureFrame
    case .next: .awaitFrame
    case .nextPicture: .captureNextFrame
    case .news, .loan: .captureNews
    case .observe: .requestChange
    case .override: .overrideValue
    case .statistics: .captureStatistics
    case .events: .requestEvents
    }
  }
}

/// A frame for another client, or the reason why there is none.
enum VisitResult: Sendable {
  case frame(Frame, SharedBuffer)
  case loan(LentPicture)
  case answer(ServerMessage)
  case failure(Failure)
}

extension RenderLoop {
  // MARK: For clients of this loop

  /// Asks another loop to draw a context of its client.
  func capture(
    _ message: CaptureFrame,
    at location: ContextLocation,
    for client: Client,
    answering serial: UInt64
  ) throws(Refusal) {
    try checkFrames(of: client, further: location.surfaceBytes, .captureFrame)
    let request = Visit.Request.capture(message.time, client.pool)
    try send(
      Visit(visitor: client.id, serial: serial, token: message.token, request: request),
      of: client,
      to: location
    )
    client.expect(serial, byteCount: location.surfaceBytes)
  }

  /// Reports when the next frame of a context begins, which may be another loop's.
  ///
  /// - Parameter rates: The frames a second that the client wants.
  func expectFrame(
    of token: UInt64,
    _ rates: FrameRateWish,
    for client: Client,
    answering serial: UInt64
  ) throws(Refusal) {
    guard let context = tokens[token] else {
      return try ask(.next(rates), of: token, for: client, answering: serial)
    }
    try wait(for: context, client.id, .begin(rates), answering: serial)
  }

  /// Sends the picture of the next frame of a context, which may be another loop's.
  func captureNext(
    _ token: UInt64,
    for client: Client,
    answering serial: UInt64
  ) throws(Refusal) {
    let bytes: Int
    if let context = tokens[token] {
      bytes = context.surfaceBytes
      try checkFrames(of: client, further: bytes, .captureNextFrame)
      try wait(for: context, client.id, .picture(client.pool), answering: serial)
    } else {
      guard let location = directory.location(of: token) else {
        throw Refusal.unknownToken(token, .captureNextFrame)
      }
      bytes = location.surfaceBytes
      try checkFrames(of: client, further: bytes, .captureNextFrame)
      try ask(.nextPicture(client.pool), of: token, for: client, answering: serial)
    }
    client.expect(serial, byteCount: bytes)
  }

  /// The picture that the output of a context shows since a frame began.
  func picture(
    of context: ServedContext,
    at time: Double,
    for client: ClientID,
    _ pool: BufferPool
  ) -> VisitResult {
    do throws(Refusal) {
      let (frame, buffer) = try frame(
        of: context,
        .seconds(time),
        into: pool,
        for: client,
        .captureNextFrame
      )
      return .frame(frame, buffer)
    } catch {
      return .failure(error.failure)
    }
  }

  /// Asks the loop of a context for something else than a frame.
  func ask(
    _ request: Visit.Request,
    of token: UInt64,
    for client: Client,
    answering serial: UInt64
  ) throws(Refusal) {
    let visit = Visit(visitor: client.id, serial: serial, token: token, request: request)
    guard let location = directory.location(of: token) else {
      throw Refusal.unknownToken(token, visit.opcode)
    }
    try send(visit, of: client, to: location)
  }

  private func send(
    _ visit: Visit,
    of client: Client,
    to location: ContextLocation
  ) throws(Refusal) {
    guard directory.post(.visit(visit), to: location.owner) else {
      throw Refusal.unknownToken(visit.token, visit.opcode)
    }
    client.visited(location.owner)
  }

  /// Forwards a frame of another loop to the client.
  func finishVisit(of id: ClientID, _ serial: UInt64, _ result: VisitResult) {
    guard let client = clients[id] else { return }
    client.stopExpecting(serial)
    switch result {
    case .frame(let frame, let buffer):
      client.hold(
        buffer,
        byteCount: frame.pixels.width * frame.pixels.height * frame.pixels.texelBytes
      )
      sink.send(.frame(frame), answering: serial, to: id)
    case .answer(let message): sink.send(message, answering: serial, to: id)
    // Lent to windows of this process alone.
    case .loan: break
    case .failure(let failure):
      sink.send(.failure(failure), answering: serial, to: id)
    }
  }

  // MARK: For clients of others

  /// Handles a visit.
  func receive(_ visit: Visit) {
    do throws(Refusal) {
      guard let context = tokens[visit.token] else {
        throw Refusal.unknownToken(visit.token, visit.opcode)
      }
      switch visit.request {
      case .capture(let time, let pool):
        let (frame, buffer) = try frame(
          of: context,
          time,
          into: pool,
          for: visit.visitor,
          .captureFrame
        )
        directory.post(
          .visited(visit.visitor, serial: visit.serial, .frame(frame, buffer)),
          to: visit.visitor
        )
      case .next(let rates):
        try wait(for: context, visit.visitor, .begin(rates), answering: visit.serial)
      case .nextPicture(let pool):
        try wait(for: context, visit.visitor, .picture(pool), answering: visit.serial)
      case .news(let pool, let isWhole):
        let request = Viewers.Request(serial: visit.serial, pool: pool)
        try view(context, by: visit.visitor, request, isWhole: isWhole)
      case .loan(let pool, let isWhole):
        let request = Viewers.Request(serial: visit.serial, pool: pool, borrows: true)
        try view(context, by: visit.visitor, request, isWhole: isWhole)
      case .events(let process):
        try requestEvents(
          of: context,
          by: visit.visitor,
          process: process,
          answering: visit.serial
        )
      case .observe(let feed): observe(context, by: visit.visitor, feed)
      case .override(let message):
        answer(visit, .overridden(try override(message, by: visit.visitor)))
      case .statistics:
        let statistics = context.renderer.statistics
        answer(
          visit,
          .contextStatistics(ContextReport(context: context.number, statistics: statistics))
        )
      }
    } catch {
      tell(visit, error.failure)
    }
  }

  private func answer(_ visit: Visit, _ message: ServerMessage) {
    let event = ServerEvent.visited(visit.visitor, serial: visit.serial, .answer(message))
    directory.post(event, to: visit.visitor)
  }

  /// Reports the failure of a visit.
  func tell(_ visit: Visit, _ failure: Failure) {
    switch visit.request {
    case .observe(let feed):
      let news = ObservedNews(change: .update(.ended), moment: clock.now)
      let event = ObservationEvent.update(news, of: visit.token, to: visit.visitor, feed)
      directory.post(.observation(event), to: visit.visitor)
    case .capture, .nextPicture, .news, .loan, .override, .statistics, .events:
      let event = ServerEvent.visited(visit.visitor, serial: visit.serial, .failure(failure))
      directory.post(event, to: visit.visitor)
    case .next where failure.endsConnection:
      sink.end(visit.visitor, because: failure, answering: visit.serial)
    case .next:
      sink.send(.failure(failure), answering: visit.serial, to: visit.visitor)
    }
  }
}

extension Refusal {
  /// The refusal of an unknown token.
  ///
  /// It is not an error of the client, since the context may just have been destroyed.
  static func unknownToken(_ token: UInt64, _ opcode: Opcode) -> Refusal {
    Refusal(opcode, .unknownToken, "no context has the token \(token)", endsConnection: false)
  }
}
