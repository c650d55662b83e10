// What a client wants of a context that another one owns.
// Licensed under the MIT license; see LICENSE.
//
// The loop of the client that asks looks up whose the context is and tells that loop. The owner's loop
// draws the picture into a buffer of the asker's pool, so that owners lend nobody memory of their own,
// and tells the asker's loop, which counts the frame as the asker's and answers. Visits are handled
// after the owner's own messages and frames, one picture a turn.

import QuartzModel
import QuartzPlan
import QuartzWire

/// A look at a context of another client.
struct Visit: Sendable {
  enum Wish: Sendable {
    /// The picture of a time, in a buffer of a pool.
    case capture(FrameTime, BufferPool)
    /// To be told when the next frame begins.
    case next
  }

  let visitor: ClientID
  /// The visitor's number of its message.
  let serial: UInt64
  let token: UInt64
  let wish: Wish

  var opcode: Opcode {
    switch wish {
    case .capture: .captureFrame
    case .next: .awaitFrame
    }
  }
}

/// A frame for another client, or why there is none.
enum VisitResult: Sendable {
  case frame(Frame, SharedBuffer)
  case failure(Failure)
}

extension RenderLoop {
  // MARK: For clients of this loop

  /// Has another loop draw a context of its client.
  func capture(
    _ message: CaptureFrame,
    at place: ContextPlace,
    for client: Client,
    answering serial: UInt64
  ) throws(Refusal) {
    try checkFrames(of: client, further: place.surfaceBytes, .captureFrame)
    let wish = Visit.Wish.capture(message.time, client.pool)
    try send(
      Visit(visitor: client.id, serial: serial, token: message.token, wish: wish),
      of: client,
      to: place
    )
    client.expect(serial, byteCount: place.surfaceBytes)
  }

  /// Has another loop tell when the next frame of a context of its client begins.
  func expectFrame(
    _ message: AwaitFrame,
    at place: ContextPlace,
    for client: Client,
    answering serial: UInt64
  ) throws(Refusal) {
    try send(
      Visit(visitor: client.id, serial: serial, token: message.token, wish: .next),
      of: client,
      to: place
    )
  }

  private func send(
    _ visit: Visit,
    of client: Client,
    to place: ContextPlace
  ) throws(Refusal) {
    guard directory.post(.visit(visit), to: place.owner) else {
      throw Refusal.unknownToken(visit.token, visit.opcode)
    }
    client.visited(place.owner)
  }

  /// Hands a frame of another loop on.
  func finishVisit(of id: ClientID, _ serial: UInt64, _ result: VisitResult) {
    guard let client = clients[id] else { return }
    client.stopExpecting(serial)
    switch result {
    case .frame(let frame, let buffer):
      client.hold(buffer, byteCount: frame.pixels.width * frame.pixels.height * 4)
      outlet.send(.frame(frame), answering: serial, to: id)
    case .failure(let failure):
      outlet.send(.failure(failure), answering: serial, to: id)
    }
  }

  // MARK: For clients of others

  /// Does what the next visitor wants.
  func receive(_ visit: Visit) {
    do throws(Refusal) {
      guard let context = tokens[visit.token] else {
        throw Refusal.unknownToken(visit.token, visit.opcode)
      }
      switch visit.wish {
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
      case .next:
        try wait(for: context, visit.visitor, answering: visit.serial)
      }
    } catch {
      tell(visit, error.failure)
    }
  }

  /// Tells a visitor that nothing came of it.
  func tell(_ visit: Visit, _ failure: Failure) {
    switch visit.wish {
    case .capture:
      let event = ServerEvent.visited(visit.visitor, serial: visit.serial, .failure(failure))
      directory.post(event, to: visit.visitor)
    case .next where failure.endsConnection:
      outlet.end(visit.visitor, because: failure, answering: visit.serial)
    case .next:
      outlet.send(.failure(failure), answering: visit.serial, to: visit.visitor)
    }
  }
}

extension Refusal {
  /// Not a mistake: the context may have gone a moment ago.
  static func unknownToken(_ token: UInt64, _ opcode: Opcode) -> Refusal {
    Refusal(opcode, .unknownToken, "no context has the token \(token)", endsConnection: false)
  }
}
