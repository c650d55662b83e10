// The pictures of a context that a render server draws, for a window of this program.
// Licensed under the MIT license; see LICENSE.
//
// A thread asks the server for what is new in the picture, over a connection of its own, and keeps
// it for the thread of windows. It asks again when that has shown it; so it sleeps while the
// picture stands still, and while the window is minimised.

import Foundation
import QuartzMath
import QuartzSharing
import QuartzWindow
import QuartzWire

/// The pictures of a context of a server's.
final class ServerPictures: WindowSource {
  fileprivate struct State {
    var picture: ReceivedPicture?
    /// Whether the window has shown what came.
    var isWanted = true
    var isOver = false
    /// The socket on which the thread waits.
    var socket: Socket
  }

  private let state: Monitor<State>

  /// Seconds until the server is asked again after a failure, such as that it is gone.
  private static let retrySeconds = 0.1

  /// Starts to get pictures.
  ///
  /// - Parameters:
  ///   - path: The server's socket.
  ///   - token: Returns the context's token, which may be another one each time.
  /// - Throws: `WireError` if the server is gone, or there is no thread.
  init(path: String, token: @escaping @Sendable () -> UInt64) throws(WireError) {
    state = try ServerConnection.wait(
      path: path,
      for: "window",
      on: "quartz-pictures",
      { State(socket: $0) },
      loop: { ServerPictures.run($0, $1, token) }
    )
  }

  deinit { closeWindow() }

  private static func run(
    _ connection: ServerConnection,
    _ state: Monitor<State>,
    _ token: () -> UInt64
  ) {
    while state.wait(until: { $0.isWanted || $0.isOver }, then: { !$0.isOver }) {
      do throws(WireError) {
        let isNew = !connection.isConnected
        if isNew { try connection.reconnect() }
        let socket = connection.socket
        guard
          state.change({ state in
            state.socket = socket
            return !state.isOver
          })
        else { break }
        let frame = try connection.captureNews(of: token(), isWhole: isNew)
        state.change { $0.take(frame) }
      } catch {
        // The context has another token, or there is another server, before long.
        if state.withLock({ $0.isOver }) { break }
        Thread.sleep(forTimeInterval: retrySeconds)
      }
    }
    connection.close()
  }

  func wantsFrame(at time: Double, rate: Double) -> Bool {
    state.withLock { $0.picture.map { !$0.news.isEmpty } ?? false }
  }

  func update(
    at time: Double,
    _ memory: UnsafeMutableRawPointer,
    width: Int,
    height: Int,
    isWhole: Bool
  ) throws(CarrierError) -> Damage? {
    state.change { state in
      state.isWanted = true
      guard let picture = state.picture, picture.width == width, picture.height == height else {
        return nil
      }
      return picture.copy(to: memory, rowBytes: width * 4, isWhole: isWhole)
    }
  }

  func closeWindow() {
    state.change { state in
      state.isOver = true
      // Ends the call that waits.
      state.socket.shutDown()
    }
  }
}

extension ServerPictures.State {
  /// Keeps what is new.
  fileprivate mutating func take(_ frame: Frame) {
    let (width, height) = (frame.pixels.width, frame.pixels.height)
    if picture?.width != width || picture?.height != height {
      picture = ReceivedPicture(width: width, height: height)
    }
    guard let picture else { return }
    frame.pixels.withBytes {
      picture.take($0, rowBytes: frame.pixels.rowBytes, frame.damage)
    }
    isWanted = picture.news.isEmpty
  }
}
