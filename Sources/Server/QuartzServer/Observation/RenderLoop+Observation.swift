// Contexts that clients of any loop observe.
// Licensed under the MIT license; see LICENSE.

import QuartzFaults
import QuartzModel
import QuartzPlan
import QuartzWire

extension RenderLoop {
  // MARK: As the loop of an observed program

  /// Passes on a change of a context to those who observe it.
  func tellObservers(of context: ServedContext, _ update: @autoclosure () -> ObservedUpdate) {
    if context.observers.isEmpty { return }
    let news = ObservedNews(change: .update(update()), moment: clock.now)
    for (observer, feed) in context.observers {
      send(news, of: context, to: observer, feed)
    }
  }

  private func send(
    _ news: ObservedNews,
    of context: ServedContext,
    to observer: ClientID,
    _ feed: ObservationFeed
  ) {
    guard feed.add(news) else { return }
    let event = ObservationEvent.update(news, of: context.token, to: observer, feed)
    if !directory.post(.observation(event), to: observer) { context.observers[observer] = nil }
  }

  /// Begins an observation with the whole tree.
  func observe(_ context: ServedContext, by observer: ClientID, _ feed: ObservationFeed) {
    context.observers[observer] = feed
    let now = clock.now
    let tree = context.renderer.sharedTree(at: context.time(.now, now: now))
    let time = context.clock == .stepped ? context.steppedTime : nil
    let news = ObservedNews(change: .tree(tree, time: time), moment: now)
    send(news, of: context, to: observer, feed)
  }

  /// Overrides a value, or ends that.
  func override(_ message: OverrideValue, by observer: ClientID) throws(Refusal) -> Overridden {
    let opcode = Opcode.overrideValue
    guard let context = tokens[message.token] else {
      throw Refusal.unknownToken(message.token, opcode)
    }
    switch PropertyTable[message.property].type {
    case .image, .cells, .filters:
      throw Refusal(
        opcode,
        .refusedCommit,
        "images, cells and filters cannot be overridden",
        endsConnection: false
      )
    default: break
    }
    do {
      if let value = message.value {
        guard context.overrides.count < Overrides.most else {
          throw Refusal(
            opcode,
            .limitExceeded,
            "more than \(Overrides.most) values are overridden",
            endsConnection: false
          )
        }
        try show(value, of: message.layer, message.property, by: observer, in: context)
      } else {
        try showOwn(message.layer, message.property, in: context)
      }
    } catch let error as CommitError {
      throw Refusal(opcode, error.failureCode, "\(error)", endsConnection: false)
    } catch let refusal as Refusal {
      throw refusal
    } catch {
      throw Refusal(opcode, .serverFailed, "\(error)", endsConnection: false)
    }
    return Overridden(token: message.token, count: context.overrides.count)
  }

  private func show(
    _ value: PropertyValue,
    of layer: LayerID,
    _ property: PropertyID,
    by observer: ClientID,
    in context: ServedContext
  ) throws(CommitError) {
    let tree = context.renderer.tree
    let own =
      context.overrides[layer, property].map(\.own)
      ?? tree.slot(of: layer).map { tree.models[Int($0)][property] } ?? nil
    try apply(value, layer, property, to: context)
    context.overrides[layer, property] = Overrides.Entry(
      observer: observer,
      value: value,
      own: own
    )
  }

  private func showOwn(
    _ layer: LayerID,
    _ property: PropertyID,
    in context: ServedContext
  ) throws(CommitError) {
    guard let entry = context.overrides[layer, property] else { return }
    try apply(entry.own ?? PropertyTable[property].defaultValue, layer, property, to: context)
    context.overrides[layer, property] = nil
  }

  private func apply(
    _ value: PropertyValue,
    _ layer: LayerID,
    _ property: PropertyID,
    to context: ServedContext
  ) throws(CommitError) {
    var values = PropertyBag()
    values[property] = value
    var commit = Commit(time: context.time(.now, now: clock.now))
    commit.changes = [Commit.Change(layer, values)]
    try context.renderer.apply(commit)
    didApply(commit, to: context)
  }

  /// Ends what an observer shows of a context, and notifies it.
  func forgetObserver(_ observer: ClientID, of context: ServedContext) {
    context.observers[observer] = nil
    for (layer, property) in context.overrides.values(of: observer) {
      // The layer is there, and takes values of the type.
      try? showOwn(layer, property, in: context)
    }
  }

  // MARK: As the loop of an observer

  func receive(_ event: ObservationEvent) {
    switch event {
    case .left(let token, let observer):
      if let context = tokens[token] { forgetObserver(observer, of: context) }
    case .update(let news, let token, let observer, let feed):
      guard let client = clients[observer], let observation = client.observations[token],
        observation.feed === feed
      else { return }
      take(news, of: token, for: client)
      answerRequests(of: client, token)
    }
  }

  /// Answers a request for a change, now or when the tree is there.
  func sendChange(
    _ message: RequestChange,
    to client: Client,
    answering serial: UInt64
  ) throws(Refusal) {
    let limits = options.limits
    let token = message.token
    var observation = client.observations[token] ?? Observation()
    let isNew = client.observations[token] == nil || message.fromStart
    guard client.observations.count < limits.wire.contexts || !isNew else {
      throw Refusal(
        .requestChange,
        .limitExceeded,
        "\(client.observations.count + 1) observed contexts, "
          + "at most \(limits.wire.contexts) are allowed",
        endsConnection: false
      )
    }
    guard client.lentBytes <= limits.frameBytes, client.lentCount < limits.wire.buffers else {
      throw Refusal(
        .requestChange,
        .limitExceeded,
        "\(client.lentCount) buffers with \(client.lentBytes) bytes are not released",
        endsConnection: false
      )
    }
    guard observation.requests.isEmpty else {
      throw Refusal(.requestChange, .limitExceeded, "the client waits for its changes already")
    }
    observation.requests = [serial]
    client.observations[token] = observation
    // The tree has all that was missed.
    if isNew || (observation.isEmpty && observation.feed.isOverrun && !observation.isEnded) {
      beginObservation(of: token, for: client)
    } else if observation.isEmpty {
      observation.add(Observation.Item(update: .nothing, moment: clock.now))
      client.observations[token] = observation
    }
    answerRequests(of: client, token)
  }

  private func beginObservation(of token: UInt64, for client: Client) {
    let feed = ObservationFeed()
    var observation = Observation()
    observation.feed = feed
    observation.requests = client.observations[token]?.requests ?? []
    client.observations[token] = observation
    let visit = Visit(visitor: client.id, serial: 0, token: token, request: .observe(feed))
    if let location = directory.location(of: token),
      directory.post(.visit(visit), to: location.owner)
    {
      client.visited(location.owner)
    } else {
      endObservation(of: token, for: client)
    }
  }

  /// Notes that a context that a client observes is gone.
  private func endObservation(of token: UInt64, for client: Client) {
    client.observations[token]?.isEnded = true
    client.observations[token]?.add(Observation.Item(update: .ended, moment: clock.now))
  }

  /// Ends an observation for a client that wants to know no more.
  func endObservation(_ message: EndObservation, by client: Client) {
    client.observations[message.token] = nil
    guard let owner = directory.location(of: message.token)?.owner else { return }
    directory.post(.observation(.left(context: message.token, client.id)), to: owner)
  }

  private func answerRequests(of client: Client, _ token: UInt64) {
    guard var observation = client.observations[token], let serial = observation.requests.first,
      let item = observation.take()
    else { return }
    observation.requests.removeFirst()
    observation.feed.remove(item.cost)
    let change = ObservedChange(
      token: token,
      moment: item.moment,
      hasMore: !observation.isEmpty,
      item.update
    )
    if observation.isEnded && observation.isEmpty {
      client.observations[token] = nil
    } else {
      client.observations[token] = observation
    }
    if let buffer = item.buffer { client.lend(buffer, byteCount: item.bufferBytes) }
    sink.send(.change(change), answering: serial, to: client.id)
  }

  private func take(_ news: ObservedNews, of token: UInt64, for client: Client) {
    switch news.change {
    case .update(.ended): endObservation(of: token, for: client)
    case .update(let update):
      add(update, news.moment, news.cost, of: token, for: client)
    case .tree(let tree, let time):
      client.observations[token]?.removeAll()
      let limits = options.limits.wire
      let commits = tree.commit.parts { commit in
        let part = ObservedPart(commit, isFirst: true, isLast: true)
        let change = ObservedChange(token: token, moment: 0, hasMore: true, .part(part))
        return (try? WireWriter.encode(change, serial: 0, limits: limits)) != nil
      }
      for (index, commit) in commits.enumerated() {
        let isLast = index == commits.count - 1
        let part = ObservedPart(
          commit,
          isFirst: index == 0,
          isLast: isLast,
          emission: isLast ? tree.emission : [:]
        )
        let cost = index == 0 ? news.cost : ObservationCost(changes: 0, bytes: 0)
        add(.part(part), news.moment, cost, of: token, for: client)
      }
      let nothing = ObservationCost(changes: 0, bytes: 0)
      for present in tree.presents {
        add(.present(present), news.moment, nothing, of: token, for: client)
      }
      if let time { add(.time(time), news.moment, nothing, of: token, for: client) }
    }
  }

  /// Keeps a change with its pixels in memory of the client's.
  private func add(
    _ update: ObservedUpdate,
    _ moment: Double,
    _ cost: ObservationCost,
    of token: UInt64,
    for client: Client
  ) {
    guard let observation = client.observations[token], !observation.isEnded else { return }
    var item = Observation.Item(update: update, moment: moment, cost: cost)
    do {
      let bytes = update.cost.bytes
      let held = client.lentBytes + client.observations.values.reduce(0) { $0 + $1.bytes }
      guard held + bytes <= options.limits.frameBytes,
        directory.counts.memory.hasForWatching(bytes)
      else {
        throw MemoryError(bytes: bytes)
      }
      try item.copyPixels(to: client.pool)
    } catch {
      // The observer sees that the context is gone; the observed program sees nothing.
      logger.notice("\(client.label) observes a tree that is too large: \(error)")
      client.observations[token]?.removeAll()
      return endObservation(of: token, for: client)
    }
    client.observations[token]?.add(item)
  }
}

extension Observation.Item {
  /// Puts the pixels into memory of a pool.
  fileprivate mutating func copyPixels(to pool: BufferPool) throws(WireError) {
    switch update {
    case .part(var part):
      try copyPixels(of: &part.commit, to: pool)
      update = .part(part)
    case .commit(var commit):
      try copyPixels(of: &commit, to: pool)
      update = .commit(commit)
    case .present(var present):
      let images = try copies(of: [present.pixels], to: pool)
      present.pixels = images[0]
      update = .present(present)
    case .nothing, .flush, .time, .ended: break
    }
  }

  private mutating func copyPixels(
    of commit: inout Commit,
    to pool: BufferPool
  ) throws(WireError) {
    let created = commit.createdImages.count
    let images = commit.createdImages.map(\.pixels) + commit.updatedImages.map(\.pixels)
    if images.isEmpty { return }
    let copies = try copies(of: images, to: pool)
    for index in commit.createdImages.indices {
      commit.createdImages[index].pixels = copies[index]
    }
    for index in commit.updatedImages.indices {
      commit.updatedImages[index].pixels = copies[created + index]
    }
  }

  private mutating func copies(
    of images: [PixelBuffer],
    to pool: BufferPool
  ) throws(WireError) -> [PixelBuffer] {
    let (buffer, copies) = try pool.copies(of: images)
    self.buffer = buffer
    bufferBytes = images.reduce(0) { $0 + $1.countedBytes }
    return copies
  }
}
