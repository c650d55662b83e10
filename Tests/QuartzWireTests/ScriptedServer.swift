// A server that says what a test wants it to say.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzModel
import QuartzWireSamples
import Synchronization

@testable import QuartzWire
import TestRandom

/// Serves clients one after another on a thread of its own until it is stopped.
final class ScriptedServer: Sendable {
  /// The server's responses to the messages of a client.
  struct Behaviour: Sendable {
    /// Whether it says anything at all.
    var answers = true
    /// Closes the connection at a message of this kind, without a word.
    var diesAt: Opcode?
    /// Sends this failure at a message of this kind, instead of an answer.
    var refuses: (opcode: Opcode, failure: Failure)?
    var limits = WireLimits()

    init() {}
  }

  let path: String
  private let folder: SocketFolder
  private let behaviour: Mutex<Behaviour>
  private let stop: (read: Int32, write: Int32)
  private let done = DispatchSemaphore(value: 0)
  /// All commits that came.
  let commits = Mutex<[Commit]>([])
  let releasedFrames = Mutex<[UInt32]>([])

  init(_ behaviour: Behaviour = Behaviour()) throws {
    folder = try SocketFolder()
    path = folder.path + "/scripted.sock"
    self.behaviour = Mutex(behaviour)
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    stop = (ends[0], ends[1])
    let listener = try Listener(SocketPath(path))
    Thread { [self] in
      while let socket = waitForClient(listener) { serve(socket) }
      done.signal()
    }.start()
  }

  func set(_ change: @Sendable (inout Behaviour) -> Void) {
    behaviour.withLock { change(&$0) }
  }

  /// Ends the thread; the socket is gone afterwards.
  ///
  /// Must be called once.
  func end() {
    close(stop.write)
    done.wait()
    close(stop.read)
  }

  /// Waits for one of the descriptors; false when the server is to stop.
  private func wait(_ descriptor: Int32) -> Bool {
    var entries = [
      pollfd(fd: stop.read, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    poll(&entries, 2, -1)
    return entries[0].revents == 0
  }

  private func waitForClient(_ listener: Listener) -> Socket? {
    while wait(listener.descriptor) {
      if let socket = try? listener.accept() { return socket }
    }
    return nil
  }

  private func serve(_ socket: Socket) {
    let releases = ReleaseQueue()
    let pool = BufferPool()
    let transport = SocketTransport(socket, limits: WireLimits())
    while wait(socket.descriptor) {
      do {
        if try transport.receiver.receive() == .end { return }
        while let received = try transport.receiver.next(ClientMessage.self, releases: releases) {
          let behaviour = self.behaviour.withLock { $0 }
          if received.message.opcode == behaviour.diesAt { return }
          for answer in answers(to: received.message, behaviour) {
            try transport.send(answer.encoded(serial: received.serial, pool: pool))
          }
        }
      } catch {
        if let failure = try? WireWriter.encode(
          Failure(error),
          serial: transport.receiver.lastSerial
        ) {
          try? transport.send(failure)
        }
        return
      }
    }
  }

  private func answers(to message: ClientMessage, _ behaviour: Behaviour) -> [any Message] {
    if let (opcode, failure) = behaviour.refuses, opcode == message.opcode { return [failure] }
    guard behaviour.answers else { return [] }
    switch message {
    case .hello:
      let backend = BackendDescription(name: "scripted", renderer: "none")
      return [Welcome(backend: backend, maximumSide: 100, limits: behaviour.limits)]
    case .createContext(let request):
      return [ContextCreated(context: request.context, token: 77)]
    case .destroyContext, .presentSlot, .presentFencedSlot, .flushSlot, .serveLayers, .offerContext,
      .revokeClient,
      .fence:
      return []
    case .setOverlays, .reportCommit, .requestSettings, .endObservation, .startEmission,
      .setHeadroom:
      return []
    case .requestEvents: return [OutputEvents(events: [])]
    case .requestContexts: return [ContextList(count: 0, entries: [])]
    case .requestChange(let request):
      return [ObservedChange(token: request.token, moment: 0, hasMore: false, .ended)]
    case .overrideValue(let request): return [Overridden(token: request.token, count: 1)]
    case .captureStatistics:
      return [ContextReport(context: 1, statistics: ContextStatistics())]
    case .requestContextStatistics(let request):
      return [ContextReport(context: request.context, statistics: ContextStatistics())]
    case .requestHosting: return [HostingStatistics()]
    case .commit(let request):
      commits.withLock { $0.append(request.commit) }
      return []
    case .requestFrame(let request): return [frame(request.context, request.time)]
    case .awaitFrame, .awaitRatedFrame: return [FrameBegan(time: 2, period: 0.5)]
    case .captureFrame(let request): return [frame(UInt32(request.token), request.time)]
    case .captureNextFrame(let request): return [frame(UInt32(request.token), .seconds(2))]
    case .captureNews(let request): return [frame(UInt32(request.token), .seconds(2))]
    case .releaseFrames(let request):
      releasedFrames.withLock { $0 += request.buffers }
      return []
    case .requestStatistics:
      var statistics = Statistics()
      statistics.clients = 1
      return [statistics]
    case .ping:
      // The commits received so far are dropped here, and their images with them.
      let released = commits.withLock { commits in
        commits.flatMap { commit in
          commit.createdImages.compactMap { ($0.pixels.owner as? ReceivedBuffer)?.id }
        }
      }
      commits.withLock { $0.removeAll() }
      return [BuffersReleased(buffers: Array(Set(released))), Pong()]
    }
  }

  private func frame(_ context: UInt32, _ time: FrameTime) -> Frame {
    var generator = SeededGenerator(seed: UInt64(context))
    let pixels = PixelBuffer.random(width: 64, height: 48, using: &generator)
    let seconds = if case .seconds(let seconds) = time { seconds } else { -1.0 }
    return Frame(
      context: context,
      time: seconds,
      pixels: pixels,
      damage: [],
      counters: FrameCounters()
    )
  }
}

extension Message {
  fileprivate func encoded(serial: UInt64, pool: BufferPool) throws(WireError) -> EncodedMessage {
    try WireWriter.encode(self, serial: serial, pool: pool)
  }
}
