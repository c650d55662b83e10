// quartz and quartzd where the machine refuses something, at every step, and with hardly any
// descriptors.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzFaults
import Testing

@Suite(.serialized) struct CommandFaultTests {
  /// Programs whose current folder is a tool's.
  private func programs(in tool: Tool) -> [String] {
    let folder = tool.folder.resolvingSymlinksInPath().path
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.filter { process in
      let target = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/\(process)/cwd"
      )
      return target == folder
    }
  }

  /// The bytes that a job has written: of the file, or of all files of its folder.
  private func result(_ tool: Tool, _ job: Job) throws -> [String: Data] {
    var isFolder: ObjCBool = false
    let path = tool.path(job.name)
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return [:] }
    guard isFolder.boolValue else { return ["": try tool.bytes(job.name)] }
    var found: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      found[name] = try? Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))
    }
    return found
  }

  /// Each request of a kind fails in turn: the result is whole and right, or there is one line and
  /// nothing else.
  @Test(arguments: Job.small, [Fault.Kind.descriptor, .memory, .thread])
  fileprivate func everyStep(job: Job, kind: Fault.Kind) throws {
    let clean = try Tool()
    #expect(try clean.run(job.arguments).status == 0)
    let expected = try result(clean, job)
    #expect(!expected.isEmpty)
    for step in 1...400 {
      let (tool, marks) = (try Tool(), try Tool())
      let process = try tool.process(job.arguments)
      process.environment = ProcessInfo.processInfo.environment.merging([
        "QUARTZ_FAULT": "\(kind):\(step):\(marks.path("struck"))"
      ]) { $1 }
      try process.run()
      process.waitUntilExit()
      let hasStruck = FileManager.default.fileExists(atPath: marks.path("struck"))
      let error = String(decoding: try tool.bytes(".error"), as: UTF8.self)
      #expect(process.terminationReason == .exit, "step \(step): \(error)")
      #expect(programs(in: tool) == [], "step \(step)")
      if process.terminationStatus == 0 {
        #expect(try leftovers(tool) == [job.name], "step \(step)")
        #expect(try result(tool, job) == expected, "step \(step): \(error)")
      } else {
        #expect(hasStruck)
        #expect(process.terminationStatus == 1, "step \(step): \(error)")
        #expect(error.split(separator: "\n").count == 1, "step \(step): \(error)")
        #expect(error.hasPrefix("quartz: ") && error.contains(": "), "step \(step): \(error)")
        #expect(try leftovers(tool) == [], "step \(step): \(error)")
      }
      if !hasStruck { return }
    }
    Issue.record("400 steps, and no end")
  }

  /// `ulimit -n` of 4 to 12: as many as a program needs to be loaded, up to what most need.
  @Test(arguments: Job.small + [Job.info])
  fileprivate func fewDescriptors(job: Job) throws {
    for count in 4...12 {
      let tool = try Tool()
      let process = try tool.process(job.arguments, descriptors: count)
      try process.run()
      process.waitUntilExit()
      let error = String(decoding: try tool.bytes(".error"), as: UTF8.self)
      #expect(process.terminationReason == .exit, "\(count): \(error)")
      #expect(programs(in: tool) == [], "\(count)")
      if process.terminationStatus == 0 {
        #expect(try leftovers(tool) == (job.name.isEmpty ? [] : [job.name]), "\(count): \(error)")
        continue
      }
      #expect(process.terminationStatus == 1, "\(count): \(error)")
      #expect(error.split(separator: "\n").count == 1, "\(count): \(error)")
      #expect(error.contains("Too many open files"), "\(count): \(error)")
      #expect(try leftovers(tool) == [], "\(count)")
    }
  }

  /// The server starts, or says in one line why it does not.
  @Test func serverWithFewDescriptors() throws {
    for count in 4...12 {
      let tool = try Tool("quartzd")
      let arguments = ["--socket", tool.path("s"), "--renderer", "software"]
      let process = try tool.process(arguments, descriptors: count)
      try process.run()
      var isReady = false
      while process.isRunning, !isReady {
        isReady = String(decoding: try tool.bytes(".output"), as: UTF8.self).contains("ready")
        sched_yield()
      }
      if isReady { process.terminate() }
      process.waitUntilExit()
      let error = String(decoding: try tool.bytes(".error"), as: UTF8.self)
      #expect(process.terminationReason == .exit, "\(count): \(error)")
      #expect(process.terminationStatus == (isReady ? 0 : 1), "\(count): \(error)")
      if !isReady {
        #expect(error.split(separator: "\n").count == 1, "\(count): \(error)")
        #expect(error.contains("Too many open files"), "\(count): \(error)")
      }
      #expect(try leftovers(tool).filter { $0 != "s.lock" } == [], "\(count)")
    }
  }
}
