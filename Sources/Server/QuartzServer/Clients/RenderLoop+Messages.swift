// The handling of each message of a client.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import QuartzPlan
import QuartzSoftware
import QuartzWire

extension RenderLoop {
  /// Handles a message; a refused message has no effect.
  // Long because: one case for each message.
  func handle(_ received: ReceivedMessage, of client: Client) throws(Refusal) {
    let message: ClientMessage
    switch received.content {
    case .message(let content): message = content
    case .unread(let unread, let releases):
      do {
        message = try unread.decode(
          ClientMessage.self,
          limits: options.limits.wire,
          releases: releases
        )
      } catch {
        throw Refusal(Failure(error))
      }
    case .error(let error): throw Refusal(Failure(error))
    }
    let opcode = message.opcode
    switch message {
    // The connection answers Hello and Ping itself.
    case .hello: throw Refusal(opcode, .malformed, "expected one Hello, found another")
    case .ping: answer(received, of: client, .pong(Pong()))
    case .createContext(let message):
      let context = try create(message, of: client)
      let created = ContextCreated(context: context.number, token: context.token)
      answer(received, of: client, .contextCreated(created))
    case .destroyContext(let message):
      let context = try context(message.context, of: client, opcode)
      client.contexts[context.number] = nil
      let sources = context.renderer.hostedSources
      free(context)
      if !sources.isEmpty { updateHosting(of: client, gone: sources) }
    case .commit where client.droppedCommits > 0: client.droppedCommits -= 1
    case .commit(let message):
      try apply(message, of: client)
      countFenced(client)
    case .fence(let message): try hold(client, message, received.serial)
    case .requestFrame(let message):
      let context = try context(message.context, of: client, opcode)
      if case .seconds(let time) = message.time {
        context.steppedTime = time
        if context.clock == .stepped { tellObservers(of: context, .time(time)) }
      }
      // The frame begins, even if it cannot be drawn.
      defer {
        if case .seconds(let time) = message.time, context.clock == .stepped {
          tellWaiting(for: context, at: time)
        }
      }
      let measuresLayers = message.wantsLayerCosts
      try sendFrame(
        of: context,
        message.time,
        measuresLayers: measuresLayers,
        to: client,
        received,
        opcode
      )
    case .captureFrame(let message):
      if let context = tokens[message.token] {
        try sendFrame(of: context, message.time, to: client, received, opcode)
      } else {
        let location = try location(of: message.token, opcode)
        try capture(message, at: location, for: client, answering: received.serial)
      }
    case .awaitFrame(let message):
      try expectFrame(of: message.token, .none, for: client, answering: received.serial)
    case .awaitRatedFrame(let message):
      let rates = message.rates
      try expectFrame(of: message.token, rates, for: client, answering: received.serial)
    case .captureNextFrame(let message):
      try captureNext(message.token, for: client, answering: received.serial)
    case .captureNews(let message):
      try captureNews(message, for: client, answering: received.serial)
    case .startEmission(let message):
      startEmission(message.starts, of: try context(message.context, of: client, opcode))
    case .requestEvents(let message):
      let request = Visit.Request.events(process: client.process)
      try ask(request, of: message.token, for: client, answering: received.serial)
    case .setHeadroom(let message):
      try setHeadroom(message, of: try context(message.context, of: client, opcode))
    case .presentSlot(let message):
      try present(message.present, in: context(message.context, of: client, opcode), opcode)
    case .presentFencedSlot(let message):
      try present(message.present, in: context(message.context, of: client, opcode), opcode)
    case .flushSlot(let message): try flush(message, of: client)
    case .releaseFrames(let message): try release(message, of: client)
    case .requestStatistics: answer(received, of: client, .statistics(statistics))
    case .serveLayers(let message):
      directory.serve(message, by: client)
      updateHosting(of: client, offers: .all)
    case .offerContext(let message):
      let context = try context(message.context, of: client, opcode)
      try offer(context, message)
    case .revokeClient(let message): try revoke(message, by: client)
    case .requestHosting:
      answer(received, of: client, .hosting(hostingStatistics(of: client)))
    case .setOverlays(let message):
      let context = try context(message.context, of: client, opcode)
      context.setOwnOverlays(message.overlays, with: directory.overlays, now: clock.now)
    case .requestContextStatistics(let message):
      let context = try context(message.context, of: client, opcode)
      let report = ContextReport(
        context: context.number,
        statistics: context.renderer.statistics
      )
      answer(received, of: client, .contextStatistics(report))
    case .reportCommit(let message):
      try context(message.context, of: client, opcode).renderer.add(message.report)
    case .requestSettings:
      client.followsSettings = true
      tellSettings(to: client)
    case .requestContexts: answer(received, of: client, .contexts(directory.contextList))
    case .requestChange(let message):
      try sendChange(message, to: client, answering: received.serial)
    case .endObservation(let message): endObservation(message, by: client)
    case .overrideValue(let message):
      try ask(.override(message), of: message.token, for: client, answering: received.serial)
    case .captureStatistics(let message):
      try ask(.statistics, of: message.token, for: client, answering: received.serial)
    }
  }

  private func answer(_ received: ReceivedMessage, of client: Client, _ message: ServerMessage) {
    sink.send(message, answering: received.serial, to: client.id)
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

  /// Returns the location of a context of another loop.
  private func location(of token: UInt64, _ opcode: Opcode) throws(Refusal) -> ContextLocation {
    guard let location = directory.location(of: token) else {
      throw Refusal.unknownToken(token, opcode)
    }
    return location
  }

  /// Notifies a client when the next frame of a context begins.
  ///
  /// - Parameter wish: The thing that it waits for.
  func wait(
    for context: ServedContext,
    _ client: ClientID,
    _ wish: ServedContext.Wish,
    answering serial: UInt64
  ) throws(Refusal) {
    guard context.wait(client, wish, answering: serial, now: clock.now) else {
      throw Refusal(wish.opcode, .limitExceeded, "the client waits for a frame of it already")
    }
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
    let output = directory.takeOutputNumber()
    do {
      let renderer = try recovering { () throws(RenderError) in
        try makeRenderer(output, message.configuration)
      }
      renderer.overlays = directory.overlays
      let location = ContextLocation(
        owner: client.id,
        output: output,
        surfaceBytes: renderer.configuration.pixelBytes,
        program: client.name,
        process: client.process,
        creation: message
      )
      let context = ServedContext(
        message,
        owner: client.id,
        token: directory.add(location),
        frameRate: options.frameRate,
        renderer: renderer,
        counts: directory.counts,
        now: clock.now
      )
      if let trace = directory.trace { context.trace = trace }
      client.contexts[context.number] = context
      tokens[context.token] = context
      return context
    } catch {
      // This answers the request alone and leaves the client's other state unchanged.
      throw Refusal(
        opcode,
        .renderFailed,
        "context \(message.context): \(error)",
        endsConnection: false
      )
    }
  }

  /// Makes the renderer of a context: the software renderer where this loop's own has no outputs
  /// of its range.
  private func makeRenderer(
    _ output: UInt32,
    _ configuration: ContextConfiguration
  ) throws(RenderError) -> ContextRenderer {
    func make(_ backend: any RenderBackend) throws(RenderError) -> ContextRenderer {
      try ContextRenderer(
        context: output,
        configuration: configuration,
        backend: backend,
        limits: options.limits.wire.tree,
        budget: options.limits.budget
      )
    }
    do {
      return try make(backend)
    } catch {
      guard case .noExtendedRange = error else { throw error }
      logger.warning("\(error); the software renderer draws this one")
      return try make(SoftwareBackend(workers: directory.workers))
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
    let further = configuration.pixelBytes
    try checkMemory(further, .createContext)
    let bytes = client.surfaceBytes + further
    guard bytes <= limits.surfaceBytes else {
      throw Refusal(
        .createContext,
        .limitExceeded,
        "\(bytes) bytes of outputs, at most \(limits.surfaceBytes) are allowed"
      )
    }
  }

  /// Checks that all clients together may have so many bytes more.
  ///
  /// - Parameter endsConnection: Whether the client cannot go on without them.
  private func checkMemory(
    _ bytes: Int,
    _ opcode: Opcode,
    endsConnection: Bool = false
  ) throws(Refusal) {
    let memory = directory.counts.memory
    guard !memory.has(bytes) else { return }
    throw Refusal(opcode, .limitExceeded, memory.reason(bytes), endsConnection: endsConnection)
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
    // A commit makes room by its removals only after it.
    let further = message.commit.countedBytes(in: context.renderer.tree)
    if further > 0 { try checkMemory(further, .commit, endsConnection: true) }
    var commit = message.commit
    var overrides = context.overrides
    if !overrides.isEmpty { overrides.take(&commit) }
    do {
      try client.checkLimits(commit, of: context, options.limits)
      try context.renderer.apply(commit)
    } catch {
      throw Refusal(.commit, error.failureCode, "context \(message.context): \(error)")
    }
    context.overrides = overrides
    didApply(commit, to: context)
  }

  /// Shows what a commit changed, and passes it on.
  func didApply(_ commit: Commit, to context: ServedContext) {
    for image in commit.destroyedImages { context.fenced.forget(image) }
    context.count()
    context.picturesChange(at: clock.now)
    publish(.commit(commit), of: context)
    tellObservers(of: context, .commit(commit))
    if context.renderer.needsHostingUpdate, let client = clients[context.owner] {
      updateHosting(of: client)
    }
  }

  /// Puts a picture into an image, once it is made.
  private func present(
    _ present: ImagePresent,
    in context: ServedContext,
    _ opcode: Opcode
  ) throws(Refusal) {
    guard context.renderer.tree.images[present.image] != nil else {
      let error = CommitError.unknownImage(present.image)
      throw Refusal(opcode, error.failureCode, "context \(context.number): \(error)")
    }
    if let made = context.fenced.add(present, now: clock.now) {
      try show(made, in: context, opcode)
    }
  }

  /// Shows the pictures whose fences have signalled, and gives up those that are late.
  func showFencedPresents() {
    for context in Array(tokens.values) where !context.fenced.isEmpty {
      let outcome = context.fenced.take(now: clock.now)
      if outcome.lateCount > 0 {
        directory.counts.lateFences.add(outcome.lateCount)
        let name = clients[context.owner]?.label ?? ""
        logger.notice(
          "\(name): \(outcome.lateCount) pictures were not made within \(FencedPresents.patience) s"
        )
      }
      for present in outcome.made {
        do throws(Refusal) {
          try show(present, in: context, .presentFencedSlot)
        } catch {
          guard let client = clients[context.owner] else { break }
          end(client, because: error.failure, answering: 0)
          break
        }
      }
    }
  }

  /// When the next picture is given up, on the loop's clock; nil if none waits.
  var nextFenceDeadline: Double? {
    tokens.values.compactMap(\.fenced.deadline).min()
  }

  private func show(
    _ present: ImagePresent,
    in context: ServedContext,
    _ opcode: Opcode
  ) throws(Refusal) {
    guard let client = clients[context.owner] else { return }
    // A picture in the place of another one needs no more.
    let old = context.renderer.tree.images[present.image]?.countedBytes ?? 0
    let further = present.pixels.countedBytes - (present.time == nil ? old : 0)
    if further > 0 { try checkMemory(further, opcode, endsConnection: true) }
    do {
      try client.checkLimits(present, of: context, options.limits)
      try context.renderer.present(present)
    } catch {
      throw Refusal(opcode, error.failureCode, "context \(context.number): \(error)")
    }
    context.count()
    let now = clock.now
    context.picturesChange(at: max(present.time ?? now, now))
    publish(.present(present), of: context)
    tellObservers(of: context, .present(present))
  }

  /// Begins particles anew; those who have a copy of the tree get all of it again.
  private func startEmission(_ starts: [LayerID: Double], of context: ServedContext) {
    context.renderer.restartEmission(starts)
    context.count()
    let now = clock.now
    context.picturesChange(at: now)
    if !context.hosts.isEmpty { publish(.tree(context.renderer.sharedTree(at: now)), of: context) }
    for (observer, feed) in context.observers { observe(context, by: observer, feed) }
  }

  private func flush(_ message: FlushSlot, of client: Client) throws(Refusal) {
    let context = try context(message.context, of: client, .flushSlot)
    context.fenced.forget(message.image) { $0 != nil }
    do {
      try context.renderer.flushPresents(of: message.image)
    } catch {
      throw Refusal(.flushSlot, error.failureCode, "context \(message.context): \(error)")
    }
    context.count()
    publish(.flush(message.image), of: context)
    tellObservers(of: context, .flush(message.image))
  }

  // MARK: Frames

  private func sendFrame(
    of context: ServedContext,
    _ time: FrameTime,
    measuresLayers: Bool = false,
    to client: Client,
    _ received: ReceivedMessage,
    _ opcode: Opcode
  ) throws(Refusal) {
    try checkFrames(of: client, further: context.surfaceBytes, opcode)
    let (frame, buffer) = try frame(
      of: context,
      time,
      measuresLayers: measuresLayers,
      into: client.pool,
      for: client.id,
      opcode
    )
    client.hold(buffer, byteCount: context.surfaceBytes)
    answer(received, of: client, .frame(frame))
  }

  /// Draws a frame for a client of this loop or of another one.
  ///
  /// - Parameter pool: The client's memory for frames.
  func frame(
    of context: ServedContext,
    _ time: FrameTime,
    measuresLayers: Bool = false,
    into pool: BufferPool,
    for client: ClientID,
    _ opcode: Opcode
  ) throws(Refusal) -> (Frame, SharedBuffer) {
    let now = clock.now
    let buffer: SharedBuffer
    do {
      buffer = try pool.buffer(byteCount: context.surfaceBytes)
    } catch {
      throw Refusal(opcode, .serverFailed, "\(error)", endsConnection: false)
    }
    let counters: FrameCounters
    do {
      counters = try recovering { () throws(RenderError) in
        let counters = try context.draw(for: time, measuresLayers: measuresLayers, now: now)
        try context.read(into: buffer)
        return counters
      }
    } catch {
      if case .budgetSpent(let excess) = error {
        // The visitor of another client's context is not at fault either.
        throw Refusal(opcode, .budgetSpent, context.reason(excess), endsConnection: false)
      }
      endOwner(of: context, because: error)
      // An ended client has already been told why.
      throw Refusal(
        opcode,
        .renderFailed,
        "the context of another client: \(error)",
        endsConnection: false
      )
    }
    let isOwner = context.owner == client && opcode == .requestFrame
    do {
      let frame = Frame(
        context: context.number,
        time: context.time(time, now: now),
        pixels: try context.pixels(in: buffer),
        damage: isOwner ? context.takeDamage() : context.wholeDamage,
        counters: counters
      )
      return (frame, buffer)
    } catch {
      throw Refusal(opcode, .renderFailed, "\(error)", endsConnection: false)
    }
  }

  /// Checks that a client may have another frame.
  func checkFrames(
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
    guard client.frameBytesInAll + bytes <= limits.frameBytes else {
      throw Refusal(
        opcode,
        .limitExceeded,
        "\(client.frameBytesInAll + bytes) bytes of frames in flight, "
          + "at most \(limits.frameBytes) are allowed"
      )
    }
    try checkMemory(bytes, opcode)
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
    case .tooManyLayers, .tooManyImageBytes, .tooManyAnimations, .tooManyValueBytes:
      .limitExceeded
    case .outOfMemory: .serverFailed
    case .unknownLayer, .layerExists, .reservedID, .unknownImage, .imageExists, .partOutside,
      .otherForm,
      .wrongType, .wrongProperty, .malformedCells, .malformedFilters, .repeatedSublayer,
      .twoSuperlayers,
      .cycle:
      .refusedCommit
    }
  }
}
