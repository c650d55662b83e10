// What each message of a client does.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import QuartzPlan
import QuartzWire

extension RenderLoop {
  /// Does what a message says; nothing of it if it is refused.
  func handle(_ letter: ClientLetter, of client: Client) throws(Refusal) {
    let message: ClientMessage
    switch letter.content {
    case .message(let content): message = content
    case .error(let error): throw Refusal(Failure(error))
    }
    let opcode = message.opcode
    guard (client.name == nil) == (opcode == .hello) else {
      let expected = client.name == nil ? "Hello first" : "one Hello"
      throw Refusal(opcode, .malformed, "expected \(expected), found \(opcode)")
    }
    switch message {
    case .hello(let message):
      client.name = message.clientName
      answer(letter, of: client, .welcome(welcome))
    case .createContext(let message):
      let context = try create(message, of: client)
      let created = ContextCreated(context: context.number, token: context.token)
      answer(letter, of: client, .contextCreated(created))
    case .destroyContext(let message):
      let context = try context(message.context, of: client, opcode)
      client.contexts[context.number] = nil
      free(context)
    case .commit(let message): try apply(message, of: client)
    case .requestFrame(let message):
      let context = try context(message.context, of: client, opcode)
      if case .seconds(let time) = message.time { context.steppedTime = time }
      let measuresLayers = message.wantsLayerCosts
      try sendFrame(
        of: context,
        message.time,
        measuresLayers: measuresLayers,
        to: client,
        letter,
        opcode
      )
      if case .seconds(let time) = message.time, context.clock == .stepped {
        tellWaiting(for: context, at: time)
      }
    case .captureFrame(let message):
      let context = try context(token: message.token, opcode)
      try sendFrame(of: context, message.time, to: client, letter, opcode)
    case .awaitFrame(let message):
      let context = try context(token: message.token, opcode)
      guard context.wait(client.id, answering: letter.serial, now: clock.now) else {
        throw Refusal(opcode, .limitExceeded, "the client waits for a frame of it already")
      }
    case .presentSlot(let message): try present(message, of: client)
    case .releaseFrames(let message): try release(message, of: client)
    case .requestStatistics: answer(letter, of: client, .statistics(statistics))
    case .ping: answer(letter, of: client, .pong(Pong()))
    }
  }

  private func answer(_ letter: ClientLetter, of client: Client, _ message: ServerMessage) {
    outlet.send(message, answering: letter.serial, to: client.id)
  }

  private var welcome: Welcome {
    Welcome(
      backend: backend.description,
      maximumSide: min(backend.maximumSide, options.limits.surfaceSide),
      limits: options.limits.wire
    )
  }

  private func context(
    _ number: UInt32,
    of client: Client,
    _ opcode: Opcode
  ) throws(Refusal) -> ServedContext {
    guard let context = client.contexts[number] else {
      throw Refusal(opcode, .unknownContext, "no context \(number)")
    }
    return context
  }

  private func context(token: UInt64, _ opcode: Opcode) throws(Refusal) -> ServedContext {
    guard let context = tokens[token] else {
      // Not a mistake: the context may have gone a moment ago.
      throw Refusal(
        opcode,
        .unknownToken,
        "no context has the token \(token)",
        endsConnection: false
      )
    }
    return context
  }

  // MARK: Contexts

  private func create(
    _ message: CreateContext,
    of client: Client
  ) throws(Refusal) -> ServedContext {
    let opcode = Opcode.createContext
    guard client.contexts[message.context] == nil else {
      throw Refusal(opcode, .unknownContext, "context \(message.context) exists already")
    }
    let limits = options.limits
    guard client.contexts.count < limits.wire.contexts else {
      throw Refusal(
        opcode,
        .limitExceeded,
        "\(client.contexts.count + 1) contexts, at most \(limits.wire.contexts) are allowed"
      )
    }
    try checkSurface(message.configuration, of: client)
    let number = takeOutputNumber()
    do {
      let renderer = try recovering { () throws(RenderError) in
        try ContextRenderer(
          context: number,
          configuration: message.configuration,
          backend: backend,
          limits: limits.wire.tree
        )
      }
      let context = ServedContext(
        message,
        owner: client.id,
        token: makeToken(),
        frameRate: options.frameRate,
        renderer: renderer,
        now: clock.now
      )
      client.contexts[context.number] = context
      tokens[context.token] = context
      return context
    } catch {
      // The answer to a request; what else the client has is not touched by it.
      throw Refusal(
        opcode,
        .renderFailed,
        "context \(message.context): \(error)",
        endsConnection: false
      )
    }
  }

  private func checkSurface(
    _ configuration: ContextConfiguration,
    of client: Client
  ) throws(Refusal) {
    let limits = options.limits
    let side = max(configuration.width, configuration.height)
    guard side <= limits.surfaceSide else {
      let size = "\(configuration.width) x \(configuration.height)"
      throw Refusal(
        .createContext,
        .limitExceeded,
        "an output of \(size) pixels, at most \(limits.surfaceSide) a side are allowed"
      )
    }
    let bytes = client.surfaceBytes + configuration.width * configuration.height * 4
    guard bytes <= limits.surfaceBytes else {
      throw Refusal(
        .createContext,
        .limitExceeded,
        "\(bytes) bytes of outputs, at most \(limits.surfaceBytes) are allowed"
      )
    }
  }

  /// A number that cannot be guessed and is not in use.
  private func makeToken() -> UInt64 {
    var token: UInt64
    repeat {
      token = UInt64.random(in: 1...UInt64.max)
    } while tokens[token] != nil
    return token
  }

  private func apply(_ message: CommitMessage, of client: Client) throws(Refusal) {
    let context = try context(message.context, of: client, .commit)
    let images = client.imageCount + message.commit.createdImages.count
    guard message.commit.createdImages.isEmpty || images <= options.limits.images else {
      throw Refusal(
        .commit,
        .limitExceeded,
        "\(images) images, at most \(options.limits.images) are allowed"
      )
    }
    do {
      try client.checkLimits(message.commit, options.limits)
      try context.renderer.apply(message.commit)
    } catch {
      throw Refusal(.commit, error.failureCode, "context \(message.context): \(error)")
    }
    context.picturesChange(at: clock.now)
  }

  private func present(_ message: PresentSlot, of client: Client) throws(Refusal) {
    let context = try context(message.context, of: client, .presentSlot)
    do {
      try client.checkLimits(message.present, of: context, options.limits)
      try context.renderer.present(message.present)
    } catch {
      throw Refusal(.presentSlot, error.failureCode, "context \(message.context): \(error)")
    }
    let now = clock.now
    context.picturesChange(at: max(message.present.time ?? now, now))
  }

  // MARK: Frames

  private func sendFrame(
    of context: ServedContext,
    _ time: FrameTime,
    measuresLayers: Bool = false,
    to client: Client,
    _ letter: ClientLetter,
    _ opcode: Opcode
  ) throws(Refusal) {
    try checkFrames(of: client, further: context.surfaceBytes, opcode)
    let now = clock.now
    let buffer: SharedBuffer
    do {
      buffer = try client.pool.buffer(byteCount: context.surfaceBytes)
    } catch {
      throw Refusal(opcode, .renderFailed, "\(error)", endsConnection: false)
    }
    let counters: FrameCounters
    do {
      counters = try recovering { () throws(RenderError) in
        let counters = try context.draw(for: time, measuresLayers: measuresLayers, now: now)
        try context.read(into: buffer)
        return counters
      }
    } catch {
      endOwner(of: context, because: error)
      guard context.owner != client.id else { return }
      throw Refusal(
        opcode,
        .renderFailed,
        "the context of another client: \(error)",
        endsConnection: false
      )
    }
    let isOwner = context.owner == client.id && opcode == .requestFrame
    do {
      let frame = Frame(
        context: context.number,
        time: context.time(time, now: now),
        pixels: try context.pixels(in: buffer),
        damage: isOwner ? context.takeDamage() : context.wholeDamage,
        counters: counters
      )
      client.hold(buffer, byteCount: context.surfaceBytes)
      answer(letter, of: client, .frame(frame))
    } catch {
      throw Refusal(opcode, .renderFailed, "\(error)", endsConnection: false)
    }
  }

  private func checkFrames(
    of client: Client,
    further bytes: Int,
    _ opcode: Opcode
  ) throws(Refusal) {
    let limits = options.limits
    guard client.frameCount < limits.wire.framesInFlight else {
      throw Refusal(
        opcode,
        .limitExceeded,
        "\(client.frameCount + 1) frames in flight, "
          + "at most \(limits.wire.framesInFlight) are allowed"
      )
    }
    guard client.frameBytes + bytes <= limits.frameBytes else {
      throw Refusal(
        opcode,
        .limitExceeded,
        "\(client.frameBytes + bytes) bytes of frames in flight, "
          + "at most \(limits.frameBytes) are allowed"
      )
    }
  }

  private func release(_ message: ReleaseFrames, of client: Client) throws(Refusal) {
    for number in message.buffers where !client.release(number) {
      throw Refusal(.releaseFrames, .malformed, "frame \(number) is not the client's")
    }
  }
}

extension CommitError {
  /// The kind of failure, for programs.
  var failureCode: FailureCode {
    switch self {
    case .tooManyLayers, .tooManyImageBytes, .tooManyAnimations: .limitExceeded
    case .unknownLayer, .layerExists, .reservedID, .unknownImage, .imageExists, .partOutside,
      .wrongType, .wrongProperty, .malformedCells, .repeatedSublayer, .twoSuperlayers, .cycle:
      .refusedCommit
    }
  }
}
