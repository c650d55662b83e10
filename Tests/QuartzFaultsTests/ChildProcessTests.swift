// Tests of programs that are started, and of pipes to them.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

@testable import QuartzFaults

/// Serialized because: a program that another test starts might hold the end of a pipe for a while.
@Suite(.serialized) struct ChildProcessTests {
  /// Runs a script of the shell and returns what it wrote.
  private func output(
    of script: String,
    environment: [String]? = nil,
    bounds: ChildProcess.Bounds = .none
  ) throws -> (text: String, ending: ChildProcess.Ending) {
    var pipe = try SystemPipe(size: 1 << 16)
    let process = try ChildProcess(
      ["sh", "-c", script],
      environment: environment,
      descriptors: [nil, pipe.writing, nil],
      bounds: bounds
    )
    close(pipe.takeWriting())
    let file = FileHandle(fileDescriptor: pipe.takeReading(), closeOnDealloc: true)
    let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    return (text, process.wait())
  }

  @Test(arguments: [ChildProcess.Bounds.none, .readOnly])
  func statusAndSignalsAreTold(_ bounds: ChildProcess.Bounds) throws {
    #expect(try output(of: "echo one; exit 3", bounds: bounds) == ("one\n", .exit(status: 3)))
    #expect(try output(of: "kill -9 $$", bounds: bounds).ending == .signal(SIGKILL))
  }

  @Test(arguments: [ChildProcess.Bounds.none, .readOnly])
  func programsThatAreMissingAreTold(_ bounds: ChildProcess.Bounds) throws {
    for name in ["quartz-no-such-program", "/no/such/program"] {
      let error = #expect(throws: ProcessError.self) {
        try ChildProcess([name], descriptors: [], bounds: bounds)
      }
      #expect(error?.isMissingProgram == true)
    }
  }

  @Test func environmentIsThatOfTheProgramOrItsOwn() throws {
    setenv("QUARTZ_TEST_WORD", "here", 1)
    defer { unsetenv("QUARTZ_TEST_WORD") }
    #expect(try output(of: "echo $QUARTZ_TEST_WORD").text == "here\n")
    #expect(try output(of: "echo $QUARTZ_TEST_WORD", environment: ["A=b"]).text == "\n")
  }

  @Test(arguments: [ChildProcess.Bounds.none, .readOnly])
  func descriptorsMayChangePlaces(_ bounds: ChildProcess.Bounds) throws {
    // Each is below the number of descriptors, where one copy could overwrite the next one.
    let files = (0..<4).map { _ in tmpfile() }
    defer { for file in files { if let file { fclose(file) } } }
    let numbers = files.map { fileno($0) }
    for (index, number) in numbers.enumerated() { #expect(write(number, "\(index)", 1) == 1) }
    let script = "for n in 3 4 5 6; do head -c 1 /proc/self/fd/$n; done"
    var pipe = try SystemPipe(size: 4096)
    let process = try ChildProcess(
      ["sh", "-c", script],
      descriptors: [nil, pipe.writing, nil] + numbers.reversed(),
      bounds: bounds
    )
    #expect(process.wait() == .exit(status: 0))
    close(pipe.takeWriting())
    var bytes = [UInt8](repeating: 0, count: 8)
    let count = read(pipe.reading, &bytes, 8)
    #expect(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self) == "3210")
  }

  @Test func aProgramThatGoesOnIsKilledWithItsGroup() throws {
    var pipe = try SystemPipe(size: 4096)
    do {
      let process = try ChildProcess(
        ["sh", "-c", "sleep 1000 & sleep 1000"],
        descriptors: [nil, pipe.writing, nil]
      )
      #expect(process.wait(milliseconds: 1) == nil)
    }
    // The end of the pipe is seen once nobody of the group is left.
    close(pipe.takeWriting())
    var byte: UInt8 = 0
    #expect(read(pipe.reading, &byte, 1) == 0)
  }

  @Test func aRefusedRequestLeavesNothingOpen() throws {
    var kept: Int32 = -1
    #expect(throws: ProcessError(call: "pipe", code: EMFILE)) {
      try Fault(.descriptor, at: 2).run {
        let first = try SystemPipe(size: 4096)
        kept = fcntl(first.reading, F_DUPFD_CLOEXEC, 0)
        _ = try SystemPipe(size: 4096)
      }
    }
    defer { close(kept) }
    // A pipe has ended when nobody can write to it.
    _ = fcntl(kept, F_SETFL, O_NONBLOCK)
    var byte: UInt8 = 0
    #expect(read(kept, &byte, 1) == 0)
    #expect(throws: ProcessError(call: "posix_spawn", code: EAGAIN)) {
      try Fault(.thread, at: 1).run { _ = try ChildProcess(["true"], descriptors: [nil]) }
    }
    #expect(throws: ProcessError(call: "/dev/null", code: EMFILE)) {
      try Fault(.descriptor, at: 1).run { _ = try ChildProcess(["true"], descriptors: [nil]) }
    }
  }
}
