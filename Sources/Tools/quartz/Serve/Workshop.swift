// Where requests are drawn: a folder and a program for each of them.
// Licensed under the MIT license; see LICENSE.
//
// A document of unknown origin is read and drawn by a program of its own, which knows nothing of
// other requests, has bounds of memory, files and time, and whose folder goes with it. The document
// may crash it. The programs that it starts, such as encoders, end with it.

import CoreGraphics
import Foundation
import Glibc
import QuartzFaults
import QuartzWire
import Synchronization

/// Draws documents.
final class Workshop: Sendable {
  /// The result of drawing.
  enum Outcome: Sendable {
    case done(Data)
    case refused(ServeRefusal)
    /// Nobody wants it any more.
    case abandoned
  }

  /// A document and its options.
  struct Order: Sendable {
    var document: Data
    var kind: ServeDocument
    var query: ServeQuery
  }

  private let limits: ServeLimits
  /// The folder of the server, whose name is in no message.
  private let folder: String
  private let environment: [String]
  /// The programs that run.
  private let workers = Mutex<[Int32: ChildProcess]>([:])

  /// The most attempts to remove the folder at the end.
  private static let mostAttempts = 100
  /// Milliseconds between two looks at the client.
  private static let period: Int32 = 50

  /// Makes the folder of the server, which goes when a signal ends this program, or with the next
  /// server where this one has had no time for that.
  init(_ limits: ServeLimits) throws {
    self.limits = limits
    folder = try Temporaries.folder(named: "quartz-serve")
    environment = ProcessInfo.processInfo.environment.compactMap { name, value in
      [ProcessEnvironment.tokenVariable, "TMPDIR"].contains(name) ? nil : "\(name)=\(value)"
    }
    Interruption.beforeEnd { [self] in
      workers.withLock { for worker in $0.values { Self.end(worker) } }
      // Threads that see their program end remove parts of it at the same time.
      for _ in 0..<Self.mostAttempts where access(folder, F_OK) == 0 {
        try? FileManager.default.removeItem(atPath: folder)
      }
    }
  }

  /// Draws on a thread of its own.
  ///
  /// - Parameter isWanted: Asked again and again whether somebody still waits for the picture.
  func draw(_ order: Order, isWanted: @escaping @Sendable () -> Bool) async -> Outcome {
    await withCheckedContinuation { continuation in
      do throws(ThreadError) {
        try SystemThread.detach(name: "quartz-job") { [self] in
          continuation.resume(returning: drawHere(order, isWanted))
        }
      } catch {
        let reason = RenderFailure.noThread(code: error.code).description
        continuation.resume(returning: .refused(ServeRefusal(.internalServerError, reason)))
      }
    }
  }

  private func drawHere(_ order: Order, _ isWanted: () -> Bool) -> Outcome {
    let place = "\(folder)/\(UInt64.random(in: 0 ... .max))"
    defer { try? FileManager.default.removeItem(atPath: place) }
    do {
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
      let document = "\(place)/document.\(order.kind.rawValue)"
      try order.document.write(to: URL(fileURLWithPath: document))
      return try run(order.query, document, in: place, isWanted)
    } catch {
      StandardError.write("quartz: \(error)\n")
      return .refused(ServeRefusal(.internalServerError, "the server has no room to draw"))
    }
  }

  private func run(
    _ query: ServeQuery,
    _ document: String,
    in place: String,
    _ isWanted: () -> Bool
  ) throws -> Outcome {
    let output = "\(place)/result.\(query.format)"
    let errors = "\(place)/errors"
    let log = open(errors, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard log >= 0 else { throw FileError(path: errors, code: errno) }
    defer { close(log) }
    // The program ends when the other end of its input is closed, however this one ends.
    let input = try SystemPipe(size: 0)
    let worker = try ChildProcess(
      ["/proc/self/exe", "render", document, "--output=\(output)"] + query.options
        + limits.workerOptions,
      environment: environment + ["TMPDIR=\(place)"],
      descriptors: [input.reading, nil, log]
    )
    workers.withLock { $0[worker.identifier] = worker }
    defer { _ = workers.withLock { $0.removeValue(forKey: worker.identifier) } }
    let end = ContinuousClock.now + .seconds(limits.mostSeconds)
    var ending = worker.wait(milliseconds: Self.period)
    while ending == nil {
      guard isWanted() else {
        Self.end(worker)
        return .abandoned
      }
      guard ContinuousClock.now < end else {
        Self.end(worker)
        let reason = "drawing takes more than \(limits.mostSeconds) seconds"
        return .refused(ServeRefusal(.gatewayTimeout, reason))
      }
      ending = worker.wait(milliseconds: Self.period)
    }
    guard ending == .exit(status: 0) else {
      return .refused(refusal(ending, errors, in: place))
    }
    // The bytes stay when the name goes.
    return .done(try Data(contentsOf: URL(fileURLWithPath: output), options: .alwaysMapped))
  }

  // MARK: Ends

  /// Ends a program and all that it has started.
  private static func end(_ worker: ChildProcess) {
    // Programs that it has started are in groups of their own, and known as long as it lives.
    let others = descendants(of: worker.identifier)
    worker.kill()
    for other in others { kill(other, SIGKILL) }
    worker.wait()
  }

  private static func descendants(of process: Int32) -> [Int32] {
    let tasks = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.flatMap { thread -> [Int32] in
      let text = try? String(contentsOfFile: "\(tasks)/\(thread)/children", encoding: .utf8)
      let children = (text ?? "").split(separator: " ").compactMap { Int32($0) }
      return children + children.flatMap(descendants)
    }
  }

  /// The longest message that is passed on, in characters.
  private static let longestMessage = 500

  /// Makes an answer of a program's end and of its last message.
  private func refusal(
    _ ending: ChildProcess.Ending?,
    _ errors: String,
    in place: String
  ) -> ServeRefusal {
    let text = (try? Data(contentsOf: URL(fileURLWithPath: errors))) ?? Data()
    let lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
    let last = lines.last { $0.hasPrefix("quartz: ") && !$0.hasPrefix("quartz: warning: ") }
    guard case .exit = ending, let last else {
      return ServeRefusal(
        .unprocessableContent,
        "drawing the document has crashed, or it needs more than \(limits.mostMemory) bytes of memory"
      )
    }
    let message = String(last.dropFirst("quartz: ".count)).replacing("\(place)/", with: "")
      .replacing(" (see quartz render --help)", with: "")
    if message == RenderFailure.noEncoder.description {
      return ServeRefusal(.notImplemented, message)
    }
    let status: ServeRefusal.Status =
      ending == .exit(status: 2) ? .badRequest : .unprocessableContent
    return ServeRefusal(status, String(message.prefix(Self.longestMessage)))
  }
}
