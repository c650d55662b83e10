// quartz on disks that are full, with limits and signals: one line, status 1, and nothing left
// behind.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

/// The files that the tool writes, by its arguments.
struct Job: CustomTestStringConvertible {
  var arguments: [String]
  /// The file or folder that it makes.
  var name: String

  var testDescription: String { name }

  private static func render(_ name: String, _ more: String...) -> Job {
    Job(
      arguments: ["render", Example.path("Clock"), "-o", name, "--renderer", "software"] + more,
      name: name
    )
  }

  private static let film = ["--duration", "0.5", "--fps", "8", "--scale", "0.5"]

  static let films = ["a.mp4", "a.webm", "a.gif"].map { name in
    Job(arguments: render(name).arguments + film, name: name)
  }
  static let animation = render("a.png", "--frames", "3")
  /// One of each way to write, of few steps.
  static let small: [Job] = [
    render("a.mp4", "--frames", "2", "--scale", "0.2", "--jobs", "2"),
    render("a.gif", "--frames", "2", "--scale", "0.2"),
    render("one.png", "--scale", "0.2"),
    render("a.png", "--frames", "2", "--scale", "0.2", "--jobs", "2"),
    Job(arguments: ["convert", Example.path("Clock"), "C.ca"], name: "C.ca"),
  ]
  static let info = Job(arguments: ["info", Example.path("Clock")], name: "")
  static let all: [Job] =
    films + [
      render("one.png"), animation,
      Job(arguments: ["convert", Example.path("Clock"), "C.ca"], name: "C.ca"),
      Job(arguments: ["convert", Example.path("Clock"), "C.caar"], name: "C.caar"),
    ]
}

/// All names in a folder that a tool has written to, with those that begin with a point.
func leftovers(_ tool: Tool) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
    .filter { $0 != ".output" && $0 != ".error" }.sorted()
}

@Suite struct DiskTests {
  private func expectFailure(
    _ tool: Tool,
    _ outcome: Outcome,
    _ job: Job,
    _ words: String,
    location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(outcome.status == 1, "\(outcome.error)", sourceLocation: location)
    #expect(outcome.errorLines.count == 1, "\(outcome.error)", sourceLocation: location)
    #expect(outcome.error.contains(words), "\(outcome.error)", sourceLocation: location)
    // Where and what: the file's name as it was given.
    #expect(outcome.error.contains(job.name), "\(outcome.error)", sourceLocation: location)
    #expect(try leftovers(tool) == [], sourceLocation: location)
  }

  private func run(_ tool: Tool, _ job: Job, _ environment: [String: String]) throws -> Outcome {
    let process = try tool.process(job.arguments)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    return Outcome(
      status: process.terminationStatus,
      output: try tool.bytes(".output"),
      error: String(decoding: try tool.bytes(".error"), as: UTF8.self)
    )
  }

  /// The disk is full from the n-th time on that something is asked of it, for every n.
  @Test(arguments: Job.all)
  fileprivate func diskFullAtEveryStep(job: Job) throws {
    for step in 1...200 {
      let tool = try Tool()
      let outcome = try run(tool, job, ["QUARTZ_FAULT": "disk:\(step)+"])
      if outcome.status == 0 {
        #expect(step > 1)
        #expect(try leftovers(tool) == [job.name])
        return
      }
      #expect(outcome.status == 1 && outcome.errorLines.count == 1, "\(outcome.error)")
      #expect(try leftovers(tool) == [], "step \(step)")
    }
    Issue.record("200 steps, and no end")
  }

  /// A limit on the size of files ends ffmpeg or quartz by SIGXFSZ, unless they ignore it: both
  /// ways.
  @Test(arguments: Job.films + [Job.animation], ["", "trap '' XFSZ; "])
  fileprivate func limitOnFiles(job: Job, trap: String) throws {
    for kilobytes in [1, 3] {
      let tool = try Tool()
      let process = try tool.process([])
      let program = process.executableURL?.path ?? ""
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      process.arguments = ["-c", "\(trap)ulimit -f \(kilobytes); exec \"$0\" \"$@\"", program]
      process.arguments? += job.arguments
      try process.run()
      process.waitUntilExit()
      let outcome = Outcome(
        status: process.terminationStatus,
        output: Data(),
        error: String(decoding: try tool.bytes(".error"), as: UTF8.self)
      )
      try expectFailure(tool, outcome, job, "File too large")
    }
  }

  /// A small disk in a name space of its own; only root can make one.
  @Test(.enabled(if: geteuid() == 0, "only root can mount a small disk"))
  func smallDisk() throws {
    for job in Job.films + [Job.animation] {
      let tool = try Tool()
      let process = try tool.process([])
      let program = process.executableURL?.path ?? ""
      let script = """
        mkdir disk && mount -t tmpfs -o size=8k none disk && cd disk || exit 77
        "$0" "$@"; status=$?; ls -A; exit $status
        """
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["unshare", "-m", "bash", "-c", script, program] + job.arguments
      try process.run()
      process.waitUntilExit()
      // Containers may not mount anything.
      if process.terminationStatus == 77 || process.terminationStatus == 127 { return }
      let error = String(decoding: try tool.bytes(".error"), as: UTF8.self)
      #expect(process.terminationStatus == 1, "\(job.name): \(error)")
      #expect(error.contains(job.name) && error.contains("No space left on device"), "\(error)")
      #expect(try tool.bytes(".output").isEmpty, "\(job.name) is left")
    }
  }

  /// An encoder that says that all is well, and whose file lacks its end.
  @Test(arguments: Job.films)
  fileprivate func encoderLosesTheEnd(job: Job) throws {
    for lost in [1, 100] {
      let tool = try Tool()
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      let script = """
        PATH='\(path)'
        ffmpeg "$@"; for file; do :; done
        case "$*" in *palettegen*) ;; *) truncate -s -\(lost) "$file" ;; esac
        exit 0
        """
      let programs = try tool.programs(encoder: script)
      let outcome = try run(tool, job, ["PATH": "\(programs):\(path)"])
      try FileManager.default.removeItem(atPath: programs)
      try expectFailure(tool, outcome, job, "it has written only a part")
    }
  }

  /// Signals of users and systems, and the one that nobody can catch, in the middle of a film.
  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGKILL])
  func killedOnTheWay(signal: Int32) throws {
    for name in ["a.mp4", "a.png"] {
      let tool = try Tool()
      let process = try tool.process([
        "render", Example.path("Clock"), "-o", name, "--frames", "36000", "--renderer", "software",
        "--progress",
      ])
      // Where test runners ignore a signal, so would the tool.
      for number in [SIGTERM, SIGINT, SIGHUP] { Glibc.signal(number, SIG_DFL) }
      try process.run()
      // Once something is under way.
      while process.isRunning, !isWriting(process.processIdentifier, tool) { usleep(10_000) }
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal)
      #expect(process.terminationStatus == signal)
      #expect(try leftovers(tool) == [], "\(name)")
    }
  }

  /// Whether a process has a file of the folder open beside its outputs.
  private func isWriting(_ process: Int32, _ tool: Tool) -> Bool {
    let folder = "/proc/\(process)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.contains { name in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
      guard let target, target.contains(tool.folder.lastPathComponent) else { return false }
      return !target.hasSuffix(".output") && !target.hasSuffix(".error")
    }
  }

  /// The next file removes the temporary files of a killed tool; those of a living tool stay.
  @Test func leftoversOfTheDeadGo() throws {
    let tool = try Tool()
    let dead = tool.path(".a.png.quartz-dead.tmp")
    let folder = tool.path(".C.ca.quartz-dead.tmp")
    let living = tool.path(".a.png.quartz-living.tmp")
    for path in [dead, living] { try Data("half".utf8).write(to: URL(fileURLWithPath: path)) }
    try FileManager.default.createDirectory(
      atPath: folder + "/assets",
      withIntermediateDirectories: true
    )
    let owner = open(living, O_RDONLY)
    #expect(flock(owner, LOCK_EX) == 0)
    defer { close(owner) }
    let outcome = try tool.run(Job.animation.arguments)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try leftovers(tool) == [".a.png.quartz-living.tmp", "a.png"])
  }
}

@Suite struct MachineWithoutFontsTests {
  /// Text draws nothing, and one line says why; fontconfig's directories may be none at all.
  @Test(arguments: ["<fontconfig></fontconfig>", "<fontconfig><dir>/nowhere</dir></fontconfig>"])
  func textShowsNothing(configuration: String) throws {
    let tool = try Tool()
    let file = tool.folder.appendingPathComponent("fonts.conf")
    try Data(configuration.utf8).write(to: file)
    let package = tool.folder.appendingPathComponent("x.ca")
    try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
    let document = """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
      <CALayer bounds="0 0 100 100" position="50 50"><sublayers>
      <CATextLayer bounds="0 0 100 50" position="50 50" fontSize="20">
      <string type="string" value="Text &#1593; &#x1F600;"/></CATextLayer>
      <CATextLayer bounds="0 0 100 50" position="50 50"><string type="string" value="More"/></CATextLayer>
      </sublayers></CALayer></caml>
      """
    try Data(document.utf8).write(to: package.appendingPathComponent("main.caml"))
    let process = try tool.process(["render", "x.ca", "-o", "a.png", "--renderer", "software"])
    var environment = ProcessInfo.processInfo.environment
    environment["FONTCONFIG_FILE"] = file.path
    process.environment = environment
    try process.run()
    process.waitUntilExit()
    let error = String(decoding: try tool.bytes(".error"), as: UTF8.self)
    #expect(process.terminationReason == .exit && process.terminationStatus == 0, "\(error)")
    let lines = error.split(separator: "\n").filter { $0.contains("no font") }
    #expect(lines.count == 1, "\(error)")
    #expect(!error.contains("scripts/setup"))
    #expect(FileManager.default.fileExists(atPath: tool.path("a.png")))
  }
}

@Suite struct CutPictureTests {
  /// The part of a JPEG or GIF that is there shows, and a warning says that it is not all;
  /// `--strict` makes it an error. Of a PNG whose last chunk is cut nothing shows: the document
  /// has no such picture.
  @Test(arguments: ["photo.jpg", "interlaced.gif", "photo.png"])
  func cutPictureIsTold(_ name: String) throws {
    let tool = try Tool()
    let package = tool.folder.appendingPathComponent("x.ca")
    try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
    let document = """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 100 100" \
      position="50 50"><contents type="CGImage" src="\(name)"/></CALayer></caml>
      """
    try Data(document.utf8).write(to: package.appendingPathComponent("main.caml"))
    let picture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("ImageIOTests/Fixtures/\(name)")
    let bytes = try Data(contentsOf: picture)
    try bytes.prefix(bytes.count / 2).write(to: package.appendingPathComponent(name))
    let render = ["render", "x.ca", "-o", "a.png", "--renderer", "software"]
    let outcome = try tool.run(render)
    let isPNG = name.hasSuffix(".png")
    let words = isPNG ? "image \(name) does not decode: PNG file" : "image \(name)"
    #expect(outcome.error.contains("\(words) ends too early"), "\(outcome.error)")
    let lines = outcome.errorLines.filter { $0.contains(name) }
    #expect(outcome.status == (isPNG ? 1 : 0) && lines.count == 1)
    #expect(try tool.run(render + ["--strict"]).status == 1)
  }
}

@Suite struct FilmBudgetTests {
  /// A document of a few lines asks for 6,500 million pixels.
  @Test(arguments: ["a.png", "a-%d.png", "a.gif"])
  func frameBeyondItsBudgetIsAnError(_ output: String) throws {
    let tool = try Tool()
    let document = """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 256 256" \
      position="128 128"><sublayers><CAReplicatorLayer name="many" instanceCount="100000" \
      bounds="0 0 256 256" position="128 128"><sublayers><CALayer bounds="0 0 256 256" \
      position="128 128" backgroundColor="1 0 0" opacity="0.01"/></sublayers>\
      </CAReplicatorLayer></sublayers></CALayer></caml>
      """
    try Data(document.utf8).write(to: tool.folder.appendingPathComponent("x.caml"))
    var render = ["render", "x.caml", "-o", output, "--renderer", "software"]
    if output != "a.png" { render += ["--frames", "2", "--fps", "10"] }
    let outcome = try tool.run(render)
    #expect(outcome.status == 1 && outcome.errorLines.count == 1, "\(outcome.error)")
    #expect(outcome.error.contains("limit: ") && outcome.error.contains("--unlimited"))
    #expect(outcome.error.contains("pixels to draw"), "\(outcome.error)")
    #expect(try tool.files == ["x.caml"])
  }
}
