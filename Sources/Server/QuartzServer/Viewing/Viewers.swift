// The clients that show the output of a context as it changes.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzWire

/// Clients that show the output of a context, each with the pixels that it does not have yet.
///
/// A client is one from its first request on, until it is gone. A frame that is drawn adds its
/// damage to each, and a request is answered when there is some; so a picture that stands still
/// costs nobody anything, however many look at it.
struct Viewers {
  /// A request that waits for something new.
  struct Request {
    /// The serial of the client's message.
    var serial: UInt64
    /// The client's memory for pictures.
    var pool: BufferPool
    /// Whether the renderer may lend the picture instead.
    var borrows = false
  }

  /// A request that can be answered.
  struct Answer {
    var client: ClientID
    var request: Request
    /// The pixels that the client does not have yet.
    var news: Damage
  }

  private struct Viewer {
    var news: Damage
    var request: Request?
  }

  private var viewers: [ClientID: Viewer] = [:]
  /// The requests that wait.
  private(set) var waitingCount = 0

  /// Notes that pixels changed.
  mutating func add(_ change: Damage) {
    if viewers.isEmpty { return }
    for client in viewers.keys {
      for index in 0..<change.count { viewers[client]?.news.add(change[index]) }
    }
  }

  /// Adds a request.
  ///
  /// - Parameters:
  ///   - all: All pixels of the output, which a new client does not have.
  ///   - isWhole: Whether the client wants those again that it has.
  /// - Returns: False if the client waits already.
  mutating func add(
    _ request: Request,
    of client: ClientID,
    all: PixelRect,
    isWhole: Bool
  ) -> Bool {
    var viewer = viewers[client] ?? Viewer(news: Damage(all))
    guard viewer.request == nil else { return false }
    if isWhole { viewer.news = Damage(all) }
    viewer.request = request
    viewers[client] = viewer
    waitingCount += 1
    return true
  }

  /// Takes the requests for which there is something new, those of older clients first.
  mutating func takeAnswers() -> [Answer] {
    take { !$0.isEmpty }
  }

  /// Takes all requests; the context is gone.
  mutating func takeAll() -> [Answer] {
    take { _ in true }
  }

  private mutating func take(where isDue: (Damage) -> Bool) -> [Answer] {
    var answers: [Answer] = []
    for (client, viewer) in viewers {
      guard let request = viewer.request, isDue(viewer.news) else { continue }
      answers.append(Answer(client: client, request: request, news: viewer.news))
      viewers[client] = Viewer(news: Damage(), request: nil)
    }
    waitingCount -= answers.count
    return answers.sorted { $0.client < $1.client }
  }

  /// Notes that a client did not get what it was to get.
  mutating func forgetPicture(of client: ClientID, all: PixelRect) {
    viewers[client]?.news = Damage(all)
  }

  /// Forgets a client that is gone.
  mutating func remove(_ client: ClientID) {
    if viewers.removeValue(forKey: client)?.request != nil { waitingCount -= 1 }
  }
}
