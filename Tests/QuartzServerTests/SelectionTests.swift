// Tests of what the server takes from environment and machine.
// Licensed under the MIT license; see LICENSE.

@testable import QuartzServer
import QuartzWire
import Testing

@Suite struct SelectionTests {
  @Test func environmentGivesTheSocketsPath() {
    let named = Environment(variables: ["QUARTZ_SOCKET": "/a/b", "XDG_RUNTIME_DIR": "/run/user/1"])
    #expect(named.socketPath == SocketPath("/a/b"))
    let runtime = Environment(variables: ["XDG_RUNTIME_DIR": "/run/user/1"])
    #expect(runtime.socketPath.path == "/run/user/1/quartzd.sock")
    let bare = Environment(variables: ["QUARTZ_SOCKET": ""])
    #expect(bare.socketPath.ownFolder != nil)
  }

  @Test func softwareIsTakenWhenAskedFor() throws {
    var report = BackendSelection(.auto)
    let backend = try BackendSelection.make(.software, report: &report)
    #expect(backend.description.name == "software")
    #expect(report.taken == "software")
    #expect(report.description.hasPrefix("software: takes software\n  "))
  }

  @Test func autoTakesNoSoftwareGL() throws {
    var report = BackendSelection(.auto)
    let backend = try BackendSelection.make(.auto, report: &report)
    let renderer = backend.description.renderer.lowercased()
    for name in ["llvmpipe", "softpipe", "swiftshader"] { #expect(!renderer.contains(name)) }
    #expect(report.taken == backend.description.name)
    #expect(!report.reasons.isEmpty)
  }
}
