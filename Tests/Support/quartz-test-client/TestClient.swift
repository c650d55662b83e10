// A client process for tests: it shows a box that moves for ever, and then does nothing more; or it
// runs a few animations and says what it hears of them; or it presents thousands of pictures.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzModel
import QuartzWire

/// `quartz-test-client SOCKET [listen | queue | present FIRST COUNT PRODUCER | offer HIGH LOW
/// PROCESS ID]`: prints the token of its context in a line of its own and lives until its standard
/// input ends, or, if it listens, until its animations have ended.
@main
enum TestClient {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.count == 5, arguments[2] == "present",
      let first = Int(arguments[3]), let count = Int(arguments[4]),
      let producer = Producer(rawValue: arguments[5])
    {
      guard presentPictures(arguments[1], first: first, count: count, producer) else {
        fail("no context in the server at \(arguments[1])")
      }
      return
    }
    if arguments.count == 2, arguments[2] == "queue" {
      guard queuePictures(arguments[1]) else {
        fail("no context in the server at \(arguments[1])")
      }
      return
    }
    if arguments.count == 6, arguments[2] == "offer", let high = UInt64(arguments[3]),
      let low = UInt64(arguments[4]), let process = UInt32(arguments[5]),
      let id = UInt32(arguments[6])
    {
      let key = LayerServerKey(high: high, low: low, process: process)
      return show(at: arguments[1]) { connection, context throws(WireError) in
        try connection.offer(context, to: key, as: id)
      }
    }
    guard let path = arguments.first, arguments.count == 1 || arguments.dropFirst() == ["listen"]
    else { fail("usage: quartz-test-client SOCKET [listen]") }
    if arguments.count == 2 {
      guard listen(path) else { fail("no context in the server at \(path)") }
      return
    }
    show(at: path) { _, _ in }
  }

  /// Shows the box until standard input ends.
  ///
  /// - Parameter prepare: Called with the new context.
  private static func show(
    at path: String,
    _ prepare: (ServerConnection, RemoteContext) throws(WireError) -> Void
  ) {
    do throws(WireError) {
      let connection = try ServerConnection(path: path)
      let context = try connection.createContext(
        ContextConfiguration(width: 64, height: 64, background: .black),
        clock: .real
      )
      try prepare(connection, context)
      try connection.send(commit(), to: context)
      try connection.ping()
      print(context.token)
      fflush(nil)
      var byte: UInt8 = 0
      while read(STDIN_FILENO, &byte, 1) > 0 {}
    } catch {
      fail("\(error)")
    }
  }

  /// A white box on black that goes from left to right, four times a second.
  private static func commit() -> Commit {
    let (root, box) = (LayerID(1), LayerID(2))
    var commit = Commit()
    commit.created = [Commit.Creation(root, .layer), Commit.Creation(box, .layer)]
    var values = PropertyBag()
    values[.bounds] = .rect(Rect(0, 0, 16, 64))
    values[.position] = .point(Point(8, 32))
    values[.backgroundColor] = .color(.white)
    commit.changes = [Commit.Change(box, values)]
    commit.sublayers = [Commit.Sublayers(root, [box])]
    commit.root = root
    var timing = MediaTiming()
    timing.duration = 0.25
    timing.repeatCount = .infinity
    let movement = BasicAnimation(from: .number(8), to: .number(56))
    commit.animations = [
      .add(
        box,
        key: "movement",
        AnimationState(
          target: AnimationTarget(.position, .x),
          kind: .basic(movement),
          timing: timing
        )
      )
    ]
    return commit
  }

  private static func fail(_ message: String) -> Never {
    let line = "quartz-test-client: \(message)\n"
    _ = line.utf8.withContiguousStorageIfAvailable {
      write(STDERR_FILENO, $0.baseAddress, $0.count)
    }
    exit(1)
  }
}
