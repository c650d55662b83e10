// Messages of a driver, in the server's log.
// Licensed under the MIT license; see LICENSE.

import QuartzGLES
import QuartzModel
import QuartzPlan
import Testing

@testable import QuartzServer

/// Whether tests can draw with GL here.
let isGLAvailable = EGLReport.probe().chosen != nil

@Suite struct DriverMessageTests {
  /// Each message is an error in the log, once, and counts; also what comes at the very end.
  @Test func messagesAreLoggedAndCounted() throws {
    let (failures, log) = (FailingBackend.FailurePlan(), RecordedLog.Lines())
    let server = try RenderServer(clock: SteppedClock(100), logger: log.logger) {
      (_) throws(RenderError) in
      FailingBackend(failures)
    }
    let client = try HealthyClient(server)
    failures.driverMessages.withLock { $0 = ["one", "two"] }
    #expect(try client.isUnharmed)
    _ = server.statistics()
    #expect(log.lines == ["GL: one", "GL: two"])
    server.stop()
    #expect(log.lines == ["GL: one", "GL: two", "GL: an object is left"])
    #expect(server.driverMessageCount == 3)
  }

  /// GLES has nothing to complain about, and leaves no object when the server ends.
  @Test(.enabled(if: isGLAvailable)) func glesIsSilent() throws {
    var options = ServerOptions()
    options.renderer = .gles
    options.gles.isDebug = true
    let log = RecordedLog.Lines()
    let server = try RenderServer(options, clock: SteppedClock(100), logger: log.logger)
    let clients = try [HealthyClient(server), HealthyClient(server)]
    for client in clients { #expect(try client.isUnharmed) }
    server.stop()
    #expect(log.lines == [] && server.driverMessageCount == 0)
  }
}
