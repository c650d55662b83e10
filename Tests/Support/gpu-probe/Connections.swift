// The connections to drivers that this machine has, and those of them to test.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import QuartzGLES

/// A connection that was tried.
struct Connection {
  let attempt: EGLReport.Attempt
  /// Whether it is tested.
  var isTested = false

  /// The driver; nil if the connection was refused.
  var driver: EGLReport.Driver? {
    guard case .works(let driver) = attempt.outcome else { return nil }
    return driver
  }

  /// `gpu`, `software` or `refused`.
  var state: String {
    driver.map { $0.isSoftware ? "software" : "gpu" } ?? "refused"
  }

  /// The reason why it was refused, or the driver's name.
  var text: String {
    switch attempt.outcome {
    case .works(let driver): driver.renderer
    case .refused(let reason): reason
    }
  }

  /// Returns all connections of this machine, in the order in which renderers try them.
  ///
  /// Those to GPUs are tested, and without a GPU those to drivers that draw on the processor: of
  /// each kind of connection the first to each driver, as nodes of one device lead to the same.
  static func all() -> [Connection] {
    var connections = EGLReport.probe().attempts.map { Connection(attempt: $0) }
    let tested = connections.contains { $0.state == "gpu" } ? "gpu" : "software"
    var reached: Set<[String]> = []
    for (index, connection) in connections.enumerated() {
      guard connection.state == tested, let driver = connection.driver else { continue }
      let way = [connection.attempt.platform.name, driver.renderer]
      connections[index].isTested = reached.insert(way).inserted
    }
    return connections
  }
}

struct ListConnections: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "connections",
    abstract: "Print a line for each: name, state, whether it is tested, driver or reason."
  )

  func run() {
    for connection in Connection.all() {
      let role = connection.isTested ? "tested" : "not tested"
      let cells = ["\(connection.attempt.platform)", connection.state, role, connection.text]
      print(cells.joined(separator: "\t"))
    }
  }
}

struct DescribeConnections: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe",
    abstract: "Print what each connection says, as a table in Markdown."
  )

  func run() {
    let heads = [
      "connection", "result", "EGL", "GL renderer", "GL version", "timer queries",
      "half-float targets", "import of dma-bufs",
    ]
    print(row(heads))
    print(row(heads.map { _ in "---" }))
    for connection in Connection.all() { print(row(cells(connection))) }
  }

  private func cells(_ connection: Connection) -> [String] {
    let name = "\(connection.attempt.platform)"
    switch connection.attempt.outcome {
    case .refused(let reason):
      return [name, "refused: \(reason)", "", "", "", "", "", ""]
    case .works(let driver):
      let kind = driver.isSoftware ? "not a GPU" : "a GPU"
      return [
        name,
        "works, \(kind)" + (connection.isTested ? ", tested" : ", not tested"),
        "\(driver.eglVersion), \(driver.eglVendor)",
        "\(driver.renderer), \(driver.vendor)",
        driver.version,
        driver.hasTimerQueries ? "yes" : "no",
        driver.offersHalfTargets ? "yes" : "no",
        driver.offersDMABufferImport ? "offered" : "not offered",
      ]
    }
  }

  private func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
}
