// quartz with bad input: one line that says what and where, the right status, nothing half-written.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

@Suite struct UsageErrorTests {
  @Test(arguments: [
    ["--nonsense"], ["nonsense"], ["render"], ["render", "x.ca"],
    ["render", "x.ca", "-o", "a.png", "--nonsense"], ["render", "x.ca", "-o"],
    ["render", "x.ca", "-o", "a.png", "--renderer", "vulkan"],
    ["render", "x.ca", "-o", "a.png", "--time", "soon"],
    ["render", "x.ca", "-o", "a.png", "--time", "nan"],
    ["render", "x.ca", "-o", "a.png", "--times", "1,x"],
    ["render", "x.ca", "-o", "a.png", "--times", "1,2"],
    ["render", "x.ca", "-o", "a.png", "--times", "1", "--frames", "2"],
    ["render", "x.ca", "-o", "a.png", "--frames", "0"],
    ["render", "x.ca", "-o", "a.png", "--fps", "0"],
    ["render", "x.ca", "-o", "a.png", "--scale", "-1"],
    ["render", "x.ca", "-o", "a.png", "--size", "10"],
    ["render", "x.ca", "-o", "a.png", "--size", "0x10"],
    ["render", "x.ca", "-o", "a.png", "--background", "#12"],
    ["render", "x.ca", "-o", "a.png", "--server", "s", "--renderer", "gles"],
    ["render", "x.ca", "-o", "a.png", "--server", "s", "--platform", "gbm"],
    ["render", "x.ca", "-o", "a.png", "--platform", "card0"],
    ["render", "x.ca", "-o", "a.png", "--platform", "gbm", "--renderer", "software"],
    ["render", "x.ca", "-o", "a.png", "--server", "s", "--plan"],
    ["render", "x.ca", "-o", "a.png", "--server", "s", "--unlimited"],
  ])
  func usage(arguments: [String]) throws {
    let tool = try Tool()
    let outcome = try tool.run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.errorLines.count == 1, "\(outcome.error)")
    #expect(outcome.error.hasPrefix("quartz: ") && outcome.output.isEmpty)
    #expect(try tool.files.isEmpty)
  }
}

@Suite struct BadInputTests {
  /// Expects status 1, one line with these words, and no file.
  private func expect(
    _ tool: Tool,
    _ outcome: Outcome,
    _ words: String...,
    files: [String] = [],
    location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(outcome.status == 1, sourceLocation: location)
    let errors = outcome.errorLines.filter { !$0.contains("warning") }
    #expect(errors.count == 1, "\(outcome.error)", sourceLocation: location)
    for word in words {
      #expect(errors.first?.contains(word) == true, "\(outcome.error)", sourceLocation: location)
    }
    #expect(try tool.files == files, sourceLocation: location)
  }

  private func render(_ tool: Tool, _ arguments: String...) throws -> Outcome {
    try tool.run(["render"] + arguments + ["--renderer", "software"])
  }

  /// The platform alone asks for GLES, and no other one takes its place.
  @Test func platformThatIsMissing() throws {
    let tool = try Tool()
    let platform = "gbm:/dev/dri/card999"
    let outcome = try tool.run(
      ["render", Example.path("Clock"), "-o", "a.png", "--platform", platform]
    )
    try expect(tool, outcome, "no renderer: \(platform): No such file or directory")
  }

  private func document(_ inside: String, bounds: String = "0 0 100 100") -> String {
    """
    <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
    <CALayer bounds="\(bounds)" position="50 50">\(inside)</CALayer></caml>
    """
  }

  private func makePackage(_ tool: Tool, _ document: String) throws {
    let folder = tool.folder.appendingPathComponent("x.ca")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(document.utf8).write(to: folder.appendingPathComponent("main.caml"))
  }

  @Test func packageMissing() throws {
    let tool = try Tool()
    try expect(tool, try render(tool, "none.ca", "-o", "a.png"), "none.ca: no such package")
  }

  @Test(arguments: [
    ("<caml><CALayer></caml>", "main.caml:1:"),
    ("<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "document type declarations are not allowed"),
    ("<svg/>", "not a CAML document"),
  ])
  func packageMalformed(text: String, words: String) throws {
    let tool = try Tool()
    try makePackage(tool, text)
    try expect(tool, try render(tool, "x.ca", "-o", "a.png"), words, files: ["x.ca"])
  }

  @Test(arguments: ["../a.png", "/etc/passwd"])
  func assetLeavesPackage(source: String) throws {
    let tool = try Tool()
    try makePackage(tool, document("<contents type=\"CGImage\" src=\"\(source)\"/>"))
    try expect(
      tool,
      try render(tool, "x.ca", "-o", "a.png"),
      "asset path leaves the package: \(source)",
      files: ["x.ca"]
    )
  }

  @Test func imageDoesNotDecode() throws {
    let tool = try Tool()
    try makePackage(tool, document("<contents type=\"CGImage\" src=\"p.png\"/>"))
    try Data("no picture".utf8).write(to: tool.folder.appendingPathComponent("x.ca/p.png"))
    try expect(
      tool,
      try render(tool, "x.ca", "-o", "a.png"),
      "main.caml:2: image p.png does not decode",
      files: ["x.ca"]
    )
  }

  @Test func geometryNotFiniteIsAWarning() throws {
    let tool = try Tool()
    try makePackage(
      tool,
      document("<sublayers><CALayer bounds=\"0 0 nan 1\" position=\"inf 0\"/></sublayers>")
    )
    let outcome = try render(tool, "x.ca", "-o", "a.png")
    #expect(outcome.status == 0)
    #expect(
      outcome.errorLines.count == 3 && outcome.errorLines.allSatisfy { $0.contains("warning") }
    )
    #expect(try tool.files == ["a.png", "x.ca"])
  }

  @Test func sizeTooLarge() throws {
    let tool = try Tool()
    let clock = Example.path("Clock")
    for arguments in [
      ["--size", "40000x25000"], ["--scale", "60"], ["--scale", "1e300"],
      ["--size", "1000000000x1"],
    ] {
      let outcome = try tool.run(
        ["render", clock, "-o", "a.png", "--renderer", "software"] + arguments
      )
      try expect(tool, outcome, "limit", "16384")
    }
    try makePackage(tool, document("", bounds: "0 0 1e9 1e9"))
    try expect(tool, try render(tool, "x.ca", "-o", "a.png"), "limit", files: ["x.ca"])
  }

  @Test func tooManyFrames() throws {
    let tool = try Tool()
    try expect(
      tool,
      try render(tool, Example.path("Clock"), "-o", "a.png", "--frames", "36001"),
      "limit",
      "36000"
    )
  }

  @Test func outputFolderMissing() throws {
    let tool = try Tool()
    for name in ["none/a.png", "none/a-%d.png"] {
      try expect(
        tool,
        try render(tool, Example.path("Clock"), "-o", name),
        "\(name): No such file"
      )
    }
  }

  @Test func outputIsAFolder() throws {
    let tool = try Tool()
    try FileManager.default.createDirectory(
      at: tool.folder.appendingPathComponent("a.png"),
      withIntermediateDirectories: true
    )
    try expect(
      tool,
      try render(tool, Example.path("Clock"), "-o", "a.png"),
      "a.png: Is a directory",
      files: ["a.png"]
    )
  }

  @Test func diskFull() throws {
    let tool = try Tool()
    for arguments in [
      ["-o", "/dev/full"], ["-o", "/dev/full", "--frames", "2"],
      ["--stats", "--stats-file", "/dev/full"],
    ] {
      let outcome = try tool.run(
        ["render", Example.path("Clock"), "--renderer", "software"] + arguments
      )
      try expect(tool, outcome, "/dev/full: No space left on device")
    }
  }

  /// A limit on the size of files, as a stand-in for a disk that fills up in the middle.
  @Test func nothingHalfWritten() throws {
    let tool = try Tool()
    try Data("old".utf8).write(to: tool.folder.appendingPathComponent("a.png"))
    let shell = try Tool.shell(
      "trap '' XFSZ; ulimit -f 2; exec \"$0\" render \"$1\" -o \"$2\" --renderer software",
      [Example.path("Clock"), tool.path("a.png")]
    )
    #expect(shell.status == 1)
    #expect(shell.error.contains("a.png: File too large"), "\(shell.error)")
    #expect(try tool.bytes("a.png") == Data("old".utf8))
    #expect(try tool.files == ["a.png"])
  }

  @Test func folderNotWritable() throws {
    // Root may write everywhere.
    guard geteuid() != 0 else { return }
    let tool = try Tool()
    let folder = tool.folder.appendingPathComponent("locked")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    _ = chmod(folder.path, 0o500)
    try expect(
      tool,
      try render(tool, Example.path("Clock"), "-o", "locked/a.png"),
      "Permission denied",
      files: ["locked"]
    )
  }

  /// Where nobody may write, root neither.
  @Test func outputIsInTheKernel() throws {
    let tool = try Tool()
    for path in ["/proc/a.png", "/sys/a.png"] {
      try expect(tool, try render(tool, Example.path("Clock"), "-o", path), "\(path): ")
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func serverMissing() throws {
    let tool = try Tool()
    try expect(
      tool,
      try tool.run("render", Example.path("Clock"), "-o", "a.png", "--server", "none.sock"),
      "none.sock: no server answers there"
    )
  }

  @Test func serverPathIsNoSocket() throws {
    let tool = try Tool()
    try Data().write(to: tool.folder.appendingPathComponent("file"))
    let outcome = try tool.run(
      "render",
      Example.path("Clock"),
      "-o",
      "a.png",
      "--server",
      "file"
    )
    try expect(tool, outcome, "file: ", files: ["file"])
  }

  /// Nobody reads the output.
  @Test func outputPipeIsClosed() throws {
    let shell = try Tool.shell(
      "\"$0\" render \"$1\" --plan --frames 50 --renderer software | true; exit ${PIPESTATUS[0]}",
      [Example.path("Cards")]
    )
    #expect(shell.status == 1)
    #expect(shell.error.contains("standard output: Broken pipe"), "\(shell.error)")
  }
}

extension Tool {
  /// Runs a line of shell with the tool as $0.
  static func shell(_ line: String, _ arguments: [String]) throws -> Outcome {
    let tool = try Tool()
    let process = try tool.process([])
    let program = process.executableURL?.path ?? ""
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", line, program] + arguments
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus,
      output: try tool.bytes(".output"),
      error: String(decoding: try tool.bytes(".error"), as: UTF8.self)
    )
  }
}
