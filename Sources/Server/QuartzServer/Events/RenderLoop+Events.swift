// Events of the windows and screens of contexts, on their way to programs.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzWire

/// A context's scene, as its last frame shows it.
private struct ShownScene: EventScene {
  let context: ServedContext
  let directory: LoopDirectory

  /// Pixels of a point of the context.
  private var scale: Double { context.configuration.scale }

  func place(at point: Point) -> HostedPlace? {
    context.renderer.hostedPlace(at: pixel(point)) { directory.listens($0) }
  }

  func point(at point: Point, in place: HostedPlace) -> Point? {
    context.renderer.point(at: pixel(point), in: place)
  }

  private func pixel(_ point: Point) -> Point { Point(point.x * scale, point.y * scale) }
}

extension RenderLoop {
  /// Passes events of a context's window on.
  ///
  /// - Parameter isRouted: Whether they are this context's, and none of a tree in it.
  func receive(_ feed: EventFeed, of token: UInt64, isRouted: Bool) {
    let events = feed.take()
    guard let context = tokens[token] else { return }
    let scene = ShownScene(context: context, directory: directory)
    for event in events {
      if isRouted {
        context.events.add(event)
        continue
      }
      for delivery in context.router.route(event, in: scene) {
        switch delivery.target {
        case .context: context.events.add(delivery.event)
        case .hosted(let place): pass(delivery.event, to: place.source, from: context)
        }
      }
    }
    answerEvents(of: context)
  }

  /// Passes an event on to a tree in a context's scene.
  private func pass(_ event: OutputEvent, to source: UInt64, from context: ServedContext) {
    guard let owner = directory.location(of: source)?.owner else {
      context.eventFeeds[source] = nil
      return
    }
    let feed = context.eventFeeds[source] ?? EventFeed()
    context.eventFeeds[source] = feed
    if feed.add(event) { directory.post(.events(feed, of: source, isRouted: true), to: owner) }
  }

  /// Tells the program of a context how bright its screen is.
  ///
  /// - Parameter headroom: Relative to SDR white; outside of 1...64 the nearest of these.
  func tellHeadroom(_ headroom: Double, to context: ServedContext) {
    let limit = Double(OutputRange.largestHeadroom)
    let headroom = headroom > 1 ? min(headroom, limit) : 1
    context.events.add(OutputEvent(.headroom(headroom), time: clock.now))
    answerEvents(of: context)
  }

  /// Lets a connection wait for the events of a context.
  ///
  /// - Parameter process: The process of the connection.
  func requestEvents(
    of context: ServedContext,
    by client: ClientID,
    process: UInt32,
    answering serial: UInt64
  ) throws(Refusal) {
    guard clients[context.owner]?.process == process else {
      throw Refusal(
        .requestEvents,
        .unknownContext,
        "the context is that of another process",
        endsConnection: false
      )
    }
    guard context.events.request(by: client, serial) else {
      throw Refusal(
        .requestEvents,
        .limitExceeded,
        "a connection waits for the events of the context already",
        endsConnection: false
      )
    }
    directory.listen(context.token, isListening: true)
    answerEvents(of: context)
  }

  private func answerEvents(of context: ServedContext) {
    guard let answer = context.events.takeAnswer(atMost: OutputEvents.mostEvents) else { return }
    let message = ServerMessage.outputEvents(OutputEvents(events: answer.events))
    directory.post(
      .visited(answer.reader, serial: answer.serial, .answer(message)),
      to: answer.reader
    )
  }

  /// Forgets a connection that read events of a context.
  func stopEvents(of context: ServedContext, for client: ClientID) {
    if context.events.remove(client) { directory.listen(context.token, isListening: false) }
  }

  /// Tells the connection that waits for events of a context that it is gone.
  func refuseEvents(of context: ServedContext) {
    guard let request = context.events.takeRequest() else { return }
    let refusal = Refusal(
      .requestEvents,
      .unknownToken,
      "the context is gone",
      endsConnection: false
    )
    directory.post(
      .visited(request.reader, serial: request.serial, .failure(refusal.failure)),
      to: request.reader
    )
  }

  /// Gives a context of extended range another headroom.
  func setHeadroom(_ message: SetHeadroom, of context: ServedContext) throws(Refusal) {
    var new = context.configuration
    guard new.range.isExtended else {
      throw Refusal(
        .setHeadroom,
        .malformed,
        "context \(context.number) has a standard range, which has no headroom"
      )
    }
    new.range = .extended(headroom: Float(message.headroom))
    guard new != context.configuration else { return }
    do {
      try context.renderer.configure(new)
    } catch {
      throw Refusal(.setHeadroom, .renderFailed, "\(error)", endsConnection: false)
    }
    context.picturesChange(at: clock.now)
  }
}
