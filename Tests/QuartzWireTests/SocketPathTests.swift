// Where the socket is when nobody says.
// Licensed under the MIT license; see LICENSE.

import Testing

@testable import QuartzWire

@Suite struct SocketPathTests {
  @Test func pathInRuntimeDirectory() {
    let path = SocketPath.standard(runtimeDirectory: "/run/user/1000", user: 1000)
    #expect(path == SocketPath("/run/user/1000/quartzd.sock"))
    #expect(SocketPath.standard(runtimeDirectory: "/run/", user: 1).path == "/run/quartzd.sock")
  }

  @Test(arguments: [nil, "", "relative/folder"])
  func pathWithoutRuntimeDirectory(value: String?) {
    let path = SocketPath.standard(runtimeDirectory: value, user: 1000)
    #expect(path.path == "/tmp/quartz-1000/quartzd.sock")
    #expect(path.ownFolder == "/tmp/quartz-1000")
  }
}
