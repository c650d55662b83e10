// The decoder's process: its end is noticed, and nothing is left of it.
// Licensed under the MIT license; see LICENSE.

import FilmSamples
import Foundation
import Glibc
import QuartzFaults
import QuartzVideo
import Testing

@Suite(.serialized) struct DecoderProcessTests {
  /// The programs that a process has started.
  private func children(of process: Int32) -> [Int32] {
    let list = "/proc/\(process)/task/\(process)/children"
    let text = (try? String(contentsOfFile: list, encoding: .utf8)) ?? ""
    return text.split(separator: " ").compactMap { Int32($0) }
  }

  private func exists(_ process: Int32) -> Bool { kill(process, 0) == 0 }

  private func makeFilm(_ folder: Folder, _ count: Int = 40) throws -> String {
    try FilmKind.all[0].make(count, in: folder)
  }

  @Test func nothingIsLeftAfterTheLastReader() throws {
    let folder = try Folder()
    let path = try makeFilm(folder)
    let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    var processes: [Int32] = []
    do {
      let decoder = try VideoDecoder(path: path)
      _ = try decoder.picture(3)
      processes = [decoder.processIdentifier] + children(of: decoder.processIdentifier)
    }
    #expect(processes.count >= 1)
    for process in processes { #expect(!exists(process)) }
    // because: other suites open files at the same time.
    let after = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    #expect(after < before + 100)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.mp4"])
  }

  @Test func deathIsNoticedAtOnce() throws {
    let folder = try Folder()
    let decoder = try VideoDecoder(path: try makeFilm(folder))
    _ = try decoder.picture(0)
    #expect(kill(decoder.processIdentifier, SIGKILL) == 0)
    do {
      for number in 5..<40 { _ = try decoder.picture(number) }
      Issue.record("pictures of a dead decoder")
    } catch {
      guard case .decoderEnded(_, let reason) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(reason == "it was killed by signal 9")
    }
    #expect(throws: VideoError.self) { try decoder.picture(39) }
    #expect(!exists(decoder.processIdentifier))
  }

  @Test func programsThatStallAreEnded() throws {
    let folder = try Folder()
    let path = try makeFilm(folder, 400)
    let decoder = try VideoDecoder(path: path, cacheBytes: 1, stallSeconds: 4)
    _ = try decoder.picture(1)
    let programs = children(of: decoder.processIdentifier)
    #expect(programs.count == 1)
    for program in programs { kill(program, SIGSTOP) }
    // Backwards without a cache: another program reads the film.
    #expect(try decoder.picture(0).number == 0)
    let stopped = children(of: decoder.processIdentifier)
    for program in stopped { kill(program, SIGSTOP) }
    // More pictures than the pipe holds: the decoder notices, and goes on with another program.
    for number in 1..<400 {
      #expect(NumberPicture.number(try decoder.picture(number).rgba) == number)
    }
    for program in programs + stopped { #expect(!exists(program) || stopped.contains(program)) }
    // The next picture has a program of its own.
    #expect(NumberPicture.number(try decoder.picture(200).rgba) == 200)
    for program in stopped { #expect(!exists(program)) }
  }

  /// A program that was killed says nothing about the film: no picture stands in for another.
  @Test func killedProgramsAreReported() throws {
    let folder = try Folder()
    let path = try makeFilm(folder, 400)
    var failures = 0
    for start in 4...6 {
      let decoder = try VideoDecoder(path: path, cacheBytes: 1)
      #expect(try decoder.picture(1).number == 1)
      let programs = children(of: decoder.processIdentifier)
      #expect(programs.count == 1)
      for program in programs { #expect(kill(program, SIGKILL) == 0) }
      // More pictures than the pipe holds; none of them is decoded ahead.
      for number in stride(from: start, to: 400, by: 3) {
        do {
          #expect(NumberPicture.number(try decoder.picture(number).rgba) == number)
        } catch {
          // The next picture has a program of its own.
          failures += 1
          guard case .cannotDecode(path, _, "it was ended by signal 9") = error else { throw error }
        }
      }
    }
    // The pipe ends between two of the pictures, or just before one.
    #expect((1...3).contains(failures))
  }

  @Test func cancelledReadersThrow() async throws {
    let folder = try Folder()
    let decoder = try VideoDecoder(path: try makeFilm(folder, 400))
    let reading = Task.detached {
      var number = 0
      while true {
        _ = try decoder.picture(number * 37 % 400)
        number += 1
      }
    }
    decoder.cancel()
    await #expect(throws: VideoError.cancelled) { try await reading.value }
    #expect(throws: VideoError.cancelled) { try decoder.picture(0) }
  }

  @Test func missingAndSilentProgramsAreReported() throws {
    let folder = try Folder()
    let path = try makeFilm(folder, 2)
    #expect(throws: VideoError.self) {
      try VideoDecoder(path: path, program: folder.file("no-such-program"))
    }
    let silent = folder.file("silent")
    try "#!/bin/sh\nexec sleep 1000\n".write(toFile: silent, atomically: true, encoding: .utf8)
    #expect(chmod(silent, 0o700) == 0)
    #expect(throws: VideoError.timedOut(path: path, seconds: 1)) {
      try VideoDecoder(path: path, program: silent, stallSeconds: 1)
    }
    let talkative = folder.file("talkative")
    try "#!/bin/sh\nprintf 'x%.0s' 1 2 3 4 5 6 7 8 9 >&0\n".write(
      toFile: talkative,
      atomically: true,
      encoding: .utf8
    )
    #expect(chmod(talkative, 0o700) == 0)
    #expect(throws: VideoError.self) { try VideoDecoder(path: path, program: talkative) }
  }

  @Test(arguments: [Fault.Kind.descriptor, .memory, .thread])
  func failuresOfTheMachineAreReported(kind: Fault.Kind) throws {
    let folder = try Folder()
    let path = try makeFilm(folder, 4)
    for number in 1... {
      let fault = Fault(kind, at: number)
      let result = fault.run { () -> Result<VideoPicture, any Error> in
        Result { try VideoDecoder(path: path).picture(2) }
      }
      if !fault.hasStruck {
        #expect(throws: Never.self) { try result.get() }
        break
      }
      #expect(throws: VideoError.self) { try result.get() }
    }
  }
}
