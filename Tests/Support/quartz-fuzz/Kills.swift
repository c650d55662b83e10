// Server and client, killed in the middle of what they do.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import Foundation
import Glibc
import QuartzModel
import QuartzWire
import TestRandom

/// Kills clients and servers by turns while they commit and draw.
struct Kills: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Kills either side in mid-frame, and sees that the other one goes on."
  )

  @Option(help: "How many kills, half of them of the server.")
  var count = 1000

  @Option(help: "Where all chance comes from.")
  var seed: UInt64 = 1

  func run() throws {
    var random = SeededGenerator(seed: seed)
    let stage = try KillStage()
    for index in 0..<count {
      do {
        if index % 2 == 0 {
          try stage.killClient(&random)
        } else {
          try stage.killServer(&random)
        }
      } catch {
        throw WrongResult("kill \(index) of seed \(seed): \(error)")
      }
    }
    let worst = String(format: "%.1f", stage.worstFrame * 1000)
    print("\(count) kills, seed \(seed): \(stage.frames) pictures right, worst frame \(worst) ms")
    stage.end()
  }
}

/// A client that commits and asks for frames as fast as it can, until somebody ends it.
struct Victim: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Talks to a server for ever (the killer starts it).",
    shouldDisplay: false
  )

  @Argument var socket: String
  @Argument var seed: UInt64

  func run() throws {
    var random = SeededGenerator(seed: seed)
    let connection = try ServerConnection(path: socket)
    let size = ContextConfiguration(width: 256, height: 256, background: .black)
    let context = try connection.createContext(size, clock: .stepped)
    var client = PlausibleClient()
    while true {
      try connection.send(client.commit(&random), to: context)
      _ = try connection.frame(of: context, at: .seconds(0.5))
    }
  }
}

/// A server process and a client in this one whose picture is to stay right.
private final class KillStage {
  private let server: FuzzedServer
  private var connection: ServerConnection
  private var context: RemoteContext
  private let picture: [UInt8]
  private(set) var frames = 0
  private(set) var worstFrame = 0.0

  init() throws {
    server = try FuzzedServer()
    connection = try server.connect(timeout: 10)
    context = try Self.show(over: connection)
    picture = try connection.frame(of: context, at: .seconds(0.25)).pixels.withBytes { Array($0) }
  }

  func end() {
    server.kill()
  }

  private static func show(over connection: ServerConnection) throws -> RemoteContext {
    let size = ContextConfiguration(width: 64, height: 32, background: .black)
    let context = try connection.createContext(size, clock: .stepped)
    try connection.send(GoodClient.scene(), to: context)
    return context
  }

  private func check() throws {
    let begun = ContinuousClock.now
    let frame = try connection.frame(of: context, at: .seconds(0.25))
    worstFrame = max(worstFrame, (ContinuousClock.now - begun) / .seconds(1))
    frames += 1
    guard frame.pixels.withBytes({ picture.elementsEqual($0) }) else {
      throw WrongResult("the good client's picture is another one")
    }
  }

  /// A client dies among its commits; the server forgets it and draws the other one.
  func killClient(_ random: inout SeededGenerator) throws {
    let victim = try Neighbour.start("quartz-fuzz", ["victim", server.path, "\(random.next())"])
    // Between its first breath and far into its frames.
    while victim.wait(milliseconds: 0) == nil, try connection.statistics().clients < 2 {}
    for _ in 0..<random.index(below: 6) { try check() }
    usleep(UInt32(random.index(below: 4000)))
    Neighbour.kill(victim)
    let end = ContinuousClock.now + .seconds(30)
    var left = try connection.statistics()
    // A client is gone before its loop has let go of what it had.
    while left.clients > 1 || left.contexts > 1, ContinuousClock.now < end {
      left = try connection.statistics()
    }
    guard left.clients == 1, left.contexts == 1, left.layers == 2 else {
      throw WrongResult(
        "\(left.clients) clients, \(left.contexts) contexts, \(left.layers) layers: 1, 1, 2 are ours"
      )
    }
    try check()
  }

  /// The server dies while a frame is asked for; the client lives, and shows the same over the
  /// next.
  func killServer(_ random: inout SeededGenerator) throws {
    let (process, delay) = (server.process, UInt32(random.index(below: 3000)))
    Thread {
      usleep(delay)
      process.kill()
    }.start()
    do {
      while true { try check() }
    } catch let error as WireError {
      guard case .disconnected = error else { throw error }
    }
    try server.restart()
    connection = try server.connect(timeout: 10)
    context = try Self.show(over: connection)
    try check()
  }
}
