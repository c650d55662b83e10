// The pictures of contexts for clients that show them as they change.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzWire

extension RenderLoop {
  // MARK: For clients of this loop

  /// Sends what is new in the picture of a context, which may be another loop's.
  func captureNews(
    _ message: CaptureNews,
    for client: Client,
    answering serial: UInt64
  ) throws(Refusal) {
    let (token, opcode) = (message.token, Opcode.captureNews)
    let own = tokens[token]
    guard let bytes = own?.surfaceBytes ?? directory.location(of: token)?.surfaceBytes else {
      throw Refusal.unknownToken(token, opcode)
    }
    try checkFrames(of: client, further: bytes, opcode)
    let (pool, isWhole) = (client.pool, message.isWhole)
    if let own {
      let request = Viewers.Request(serial: serial, pool: pool)
      try view(own, by: client.id, request, isWhole: isWhole)
    } else {
      try ask(.news(pool, isWhole: isWhole), of: token, for: client, answering: serial)
    }
    client.expect(serial, byteCount: bytes)
  }

  // MARK: As the loop of the context

  /// Lets a client wait for something new in the picture of a context.
  func view(
    _ context: ServedContext,
    by client: ClientID,
    _ request: Viewers.Request,
    isWhole: Bool
  ) throws(Refusal) {
    let rect = context.frameRect
    guard context.viewers.add(request, of: client, all: rect, isWhole: isWhole) else {
      throw Refusal(
        .captureNews,
        .limitExceeded,
        "the client waits for news of the context already"
      )
    }
  }

  /// Answers those who wait for something new in a picture that has it.
  func answerViewers() {
    for context in Array(tokens.values) where context.viewers.waitingCount > 0 {
      guard context.framesDrawn > 0, context.hasPicture, !context.isOffered else { continue }
      for answer in context.viewers.takeAnswers() {
        let result = picture(of: context, answer)
        let event = ServerEvent.visited(answer.client, serial: answer.request.serial, result)
        directory.post(event, to: answer.client)
      }
    }
  }

  private func picture(of context: ServedContext, _ answer: Viewers.Answer) -> VisitResult {
    let opcode = Opcode.captureNews
    do {
      if answer.request.borrows, let picture = try context.lend() { return .loan(picture) }
      let buffer = try answer.request.pool.buffer(byteCount: context.byteCount)
      try context.readBytes(answer.news, into: buffer)
      let frame = Frame(
        context: context.number,
        time: context.shownTime,
        pixels: try context.bytes(in: buffer),
        damage: (0..<answer.news.count).map { answer.news[$0] },
        counters: FrameCounters()
      )
      return .frame(frame, buffer)
    } catch {
      // A lost renderer is replaced with the next frame, which is news.
      let refusal = Refusal(opcode, .serverFailed, "\(error)", endsConnection: false)
      context.viewers.forgetPicture(of: answer.client, all: context.frameRect)
      return .failure(refusal.failure)
    }
  }

  /// Tells those who wait for news of a context that it is gone.
  func refuseViewers(of context: ServedContext) {
    for answer in context.viewers.takeAll() {
      let failure = Refusal(
        .captureNews,
        .unknownToken,
        "the context is gone",
        endsConnection: false
      ).failure
      let serial = answer.request.serial
      directory.post(.visited(answer.client, serial: serial, .failure(failure)), to: answer.client)
    }
  }
}
