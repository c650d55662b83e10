// The environment variables that the server, its clients and tools read. Of the project's own, all
// but QUARTZ_FONTS, which text alone reads (`FontCollection`), are read here.
// Licensed under the MIT license; see LICENSE.

import Glibc
package import QuartzFaults

/// The environment variables; options of a command override them.
///
/// - `XDG_RUNTIME_DIR`: the folder of the user's sockets; a private folder under /tmp by default.
/// - `QUARTZ_SOCKET`: the path of the server's socket; default `$XDG_RUNTIME_DIR/quartzd.sock`.
/// - `QUARTZ_RENDERER`: `auto`, `gles` or `software`; default `auto`.
/// - `QUARTZ_PLATFORM`: the EGL platform of GLES, such as `gbm:/dev/dri/card0`, `gbm`, `device` or
///   `surfaceless`; default: the first that works.
/// - `QUARTZ_LOG_LEVEL`: `trace` ... `critical`; default `notice`.
/// - `QUARTZ_TIMEOUT`: seconds that a client waits for an answer of the server; default 10. A text
///   that is not a number above 0 means the default.
/// - `QUARTZ_CAPTURE`: the file that a program's clients are captured to; none by default.
/// - `QUARTZ_CAPTURE_REDACT`: if not empty, with placeholders for pixels and texts.
/// - `QUARTZ_OVERLAY`: what pictures show besides layers, as `quartzd --overlay` has it.
/// - `QUARTZ_TRACE`: the file to which a program, or the server, adds a trace of what it does.
/// - `QUARTZ_TOKEN`: the token that requests to `quartz serve` must have; no program that it starts
///   gets it.
/// - `QUARTZ_FAULT`: for tests, the text of a `Fault` to inject, such as `descriptor:3` or
///   `disk:10+`.
package struct ProcessEnvironment: Sendable {
  package var runtimeFolder: String?
  package var socket: String?
  package var renderer: String?
  package var platform: String?
  package var logLevel: String?
  /// Seconds, above 0 and finite.
  package var timeout: Double?
  package var overlay: String?
  package var trace: String?
  package var token: String?
  package var fault: Fault?
  package var capture: CaptureRecorder.Options?

  package init(variables: [String: String]) {
    func value(_ name: String) -> String? {
      variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    runtimeFolder = value("XDG_RUNTIME_DIR")
    socket = value("QUARTZ_SOCKET")
    renderer = value("QUARTZ_RENDERER")
    platform = value("QUARTZ_PLATFORM")
    logLevel = value("QUARTZ_LOG_LEVEL")
    timeout = value("QUARTZ_TIMEOUT").flatMap(Double.init).flatMap { seconds in
      seconds > 0 && seconds.isFinite ? seconds : nil
    }
    overlay = value("QUARTZ_OVERLAY")
    trace = value("QUARTZ_TRACE")
    token = value(Self.tokenVariable)
    fault = value("QUARTZ_FAULT").flatMap(Fault.init)
    capture = value("QUARTZ_CAPTURE").map { path in
      var options = CaptureRecorder.Options(path: path)
      options.redacts = value("QUARTZ_CAPTURE_REDACT") != nil
      return options
    }
  }

  /// The name of the token's variable.
  package static let tokenVariable = "QUARTZ_TOKEN"

  /// The environment of this process.
  package static var current: ProcessEnvironment {
    var variables: [String: String] = [:]
    for name in [
      "XDG_RUNTIME_DIR", "QUARTZ_SOCKET", "QUARTZ_RENDERER", "QUARTZ_PLATFORM", "QUARTZ_LOG_LEVEL",
      "QUARTZ_TIMEOUT", "QUARTZ_OVERLAY", "QUARTZ_TRACE", "QUARTZ_FAULT", "QUARTZ_CAPTURE",
      "QUARTZ_CAPTURE_REDACT", tokenVariable,
    ] {
      if let value = getenv(name) { variables[name] = String(cString: value) }
    }
    return ProcessEnvironment(variables: variables)
  }

  /// The default path of the server's socket, for the server and its clients.
  package var socketPath: SocketPath {
    socket.map { SocketPath($0) }
      ?? SocketPath.standard(runtimeDirectory: runtimeFolder, user: geteuid())
  }
}
