// quartz-port: writes a copy of a package for iOS that compiles on Linux.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import Foundation
import PortKit

@main
struct QuartzPort: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quartz-port",
    abstract: "Writes a copy of a Swift package for iOS that compiles on Linux.",
    discussion: """
      It prints every line that it changes, and every place that has to be changed by hand. The \
      original stays as it is.

      Exit status: 0 done, 1 an error (one line on the standard error says what and where), 2 the \
      command line is wrong, 3 --check found something to change or to do by hand.
      """
  )

  @Argument(help: "A folder with a package, or with Swift files.")
  var folder: String

  @Option(name: .shortAndLong, help: "The folder to write; by default FOLDER-linux in this one.")
  var output: String?

  @Flag(help: "Write nothing; say what would change.")
  var check = false

  @Flag(help: "Write nothing; print which names of Apple's in the folder are not here, as a table.")
  var report = false

  @Flag(help: "Replace a folder that is not empty.")
  var force = false

  @Flag(help: "Print the numbers of changes alone, and the places to change by hand.")
  var quiet = false

  @Option(
    help: """
      The folder of Core Animation for Linux, for the manifest; by default the one that this tool \
      was built in.
      """
  )
  var quartz: String?

  @Option(name: .customLong("quartz-url"), help: "The address of its repository instead.")
  var quartzURL: String?

  @Option(help: "The least version of it, with --quartz-url.")
  var quartzVersion = "0.2.0"

  func run() throws {
    let path = Self.whole(folder)
    if report { return print(try PackageReport(path)) }
    let target = Self.whole(output ?? (path as NSString).lastPathComponent + "-linux")
    guard target != path, !path.hasPrefix(target + "/") else {
      throw ValidationError("the output is the folder itself, or holds it")
    }
    let dependency = try dependency()
    let port = try PackagePort(path, leavingOut: target, dependency: dependency)
    if !quiet { for change in port.result.changes { print(change) } }
    for finding in port.result.findings { print(finding) }
    let lines = port.result.changes.reduce(0) { $0 + max($1.before.count, $1.after.count) }
    let summary =
      "\(lines) lines in \(port.result.files.count) files, "
      + "\(port.result.findings.count) places to change by hand"
    if check {
      print("would change \(summary)")
      let isDone = port.result.changes.isEmpty && port.result.findings.isEmpty
      if !isDone { throw ExitCode(3) }
    } else {
      try port.write(to: target, replaces: force)
      print("\(target): changed \(summary)")
    }
  }

  private func dependency() throws -> QuartzDependency {
    if let quartz { return .path(Self.whole(quartz)) }
    if let quartzURL { return .url(quartzURL, from: quartzVersion) }
    // The tool lies in a build folder of Port, in the folder of the libraries.
    var folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let manifest = folder.appendingPathComponent("Package.swift")
      let text = (try? String(contentsOf: manifest, encoding: .utf8)) ?? ""
      if text.contains("name: \"quartz\",") { return .path(folder.path) }
    }
    // Nothing is written: the place is of no account.
    if check { return .path("quartz") }
    throw ValidationError("say where the libraries are: --quartz FOLDER or --quartz-url ADDRESS")
  }

  /// Returns a path from the top, without `.` and `..`.
  private static func whole(_ path: String) -> String {
    let url = URL(fileURLWithPath: path).standardizedFileURL
    return url.path
  }

  /// Parses and runs the command; every failure gives one line and an exit status.
  static func main() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let error as PortError {
      FileHandle.standardError.write(Data("quartz-port: \(error)\n".utf8))
      Foundation.exit(1)
    } catch let error as ExitCode {
      Foundation.exit(error.rawValue)
    } catch {
      if exitCode(for: error) == .success {
        print(fullMessage(for: error))
        Foundation.exit(0)
      }
      let line = message(for: error).split(whereSeparator: \.isNewline).first ?? "unknown error"
      FileHandle.standardError.write(
        Data("quartz-port: \(line) (see quartz-port --help)\n".utf8)
      )
      Foundation.exit(2)
    }
    Foundation.exit(0)
  }
}
