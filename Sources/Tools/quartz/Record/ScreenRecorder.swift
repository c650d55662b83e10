// Gets the frames of a context from a render server, on a thread of its own.
// Licensed under the MIT license; see LICENSE.
//
// The server sends the picture of each frame once it is drawn, with its time. The next one is asked
// for when that has come, so a program here that is slow loses frames and delays nobody.

import CoreGraphics
import QuartzFaults
import QuartzInspection
import QuartzModel
import QuartzWire

/// The recording of one program.
final class ScreenRecorder: Sendable {
  private let connection: ServerConnection
  private let choice: ContextChoice
  private let entry: ContextList.Entry
  private let line: ScreenLine

  /// The size of the first context, which all frames have.
  let size: PictureSize
  /// The program that is recorded.
  var program: String { entry.program }
  var processNumber: UInt32 { entry.process }

  /// Connects, and finds the context.
  ///
  /// - Parameter path: The server's socket; nil for the usual one.
  /// - Throws: `RenderFailure`, `WireError`.
  init(server path: String?, _ choice: ContextChoice, _ line: ScreenLine) throws {
    (self.choice, self.line) = (choice, line)
    let socket = path.map { SocketPath($0) } ?? ProcessEnvironment.current.socketPath
    var options = ServerConnection.Options()
    options.clientName = "quartz record"
    options.recorder = nil
    // This one has the time limit of calls, so that a server that hangs is noticed.
    let first = try ServerConnection(path: socket.path, options: options)
    guard let entry = choice.shown(in: try first.contexts().entries) else {
      throw RenderFailure.noServer("\(socket.path): the server has no such context")
    }
    first.close()
    self.entry = entry
    let configuration = entry.creation.configuration
    size = try PictureSize(
      canvas: CGSize(width: configuration.width, height: configuration.height),
      scale: nil,
      size: nil
    )
    // A still screen with a stepped clock has no frame for as long as its program likes.
    options.timeout = .infinity
    connection = try ServerConnection(path: socket.path, options: options)
  }

  /// Starts to get frames.
  ///
  /// - Throws: `RenderFailure.noThread`.
  func start() throws {
    do throws(ThreadError) {
      // Nobody waits for it: a context whose clock stands sends nothing.
      try SystemThread.detach(name: "quartz-screen") { [self] in
        do throws(WireError) {
          try run()
        } catch {
          line.finish(.server("\(error)"))
        }
      }
    } catch {
      throw RenderFailure.noThread(code: error.code)
    }
  }

  private func run() throws(WireError) {
    var shown = entry
    var period = try period(of: shown)
    while line.isOpen {
      do throws(WireError) {
        let frame = try connection.captureNext(shown.token)
        line.add(ScreenFrame(time: frame.time, pixels: frame.pixels), period: period)
      } catch {
        guard case .refused(let failure) = error, !failure.endsConnection else { throw error }
        switch failure.code {
        // The screen keeps its last picture.
        case .budgetSpent: continue
        case .unknownToken:
          // A program whose window has another size has another context.
          guard let next = choice.shown(in: try connection.contexts().entries) else {
            return line.finish(.program)
          }
          shown = next
          period = try self.period(of: next)
        default: throw error
        }
      }
    }
  }

  /// Seconds between two frames; nil on a stepped clock.
  private func period(of entry: ContextList.Entry) throws(WireError) -> Double? {
    guard entry.creation.clock == .real else { return nil }
    return try connection.awaitFrame(entry.token).period
  }
}

extension ContextChoice {
  /// The context that a screen would show, the first that was made of those that are meant; nil if
  /// there is none.
  ///
  /// Contexts that other programs host are in the picture of their host.
  fileprivate func shown(in list: [ContextList.Entry]) -> ContextList.Entry? {
    let fitting = list.filter {
      (process == nil || $0.process == process)
        && (context == nil || $0.creation.context == context)
    }
    return fitting.first { $0.client == 0 } ?? fitting.first
  }
}
