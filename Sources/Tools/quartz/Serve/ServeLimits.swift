// The limits of the server, and of the programs that draw for it.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import CQuartzLinux
import CoreGraphics
import Foundation
import Glibc
import QuartzFaults

/// The limits of requests.
struct ServeLimits: ParsableArguments, Sendable {
  @Option(help: ArgumentHelp("The most bytes of a document.", valueName: "bytes"))
  var mostBytes = 32 << 20

  @Option(
    help: ArgumentHelp(
      "The longest time that a document may take to come, and then to be drawn.",
      valueName: "seconds"
    )
  )
  var mostSeconds = 30.0

  @Option(help: ArgumentHelp("The most pixels of a picture.", valueName: "pixels"))
  var mostPixels = 16 << 20

  @Option(help: ArgumentHelp("The most pictures of a film.", valueName: "count"))
  var mostFrames = 1800

  @Option(
    help: ArgumentHelp("The most memory of each program that draws a request.", valueName: "bytes")
  )
  var mostMemory = 4 << 30

  @Option(
    help: ArgumentHelp(
      "How many requests are drawn at the same time; by itself, one on each core.",
      valueName: "count"
    )
  )
  var jobs = cores

  @Option(help: ArgumentHelp("The most requests that wait for others.", valueName: "count"))
  var mostWaiting = 32

  func validate() throws {
    for (name, value) in [
      ("most-bytes", mostBytes), ("most-pixels", mostPixels), ("most-frames", mostFrames),
      ("most-memory", mostMemory), ("jobs", jobs),
    ] {
      guard value >= 1 else { throw ValidationError("--\(name) must be at least 1") }
    }
    guard mostSeconds > 0, mostSeconds <= 3600 else {
      throw ValidationError("--most-seconds must be above 0, and at most 3600")
    }
    guard mostWaiting >= 0 else { throw ValidationError("--most-waiting must be at least 0") }
  }

  /// The options of `quartz render` with these limits.
  var workerOptions: [String] {
    [
      "--worker", "--most-pixels=\(mostPixels)", "--most-frames=\(mostFrames)",
      "--most-memory=\(mostMemory)", "--jobs=\(min(max(cores / jobs, 1), 64))",
      "--renderer=software",
    ]
  }
}

/// The limits of a program that draws a document of unknown origin for a server.
struct WorkerLimits: ParsableArguments, Sendable {
  @Flag(help: .hidden)
  var worker = false

  @Option(help: .hidden)
  var mostPixels: Int?

  @Option(help: .hidden)
  var mostFrames: Int?

  @Option(help: .hidden)
  var mostMemory: UInt64?

  /// The most open files of a worker.
  private static let mostFiles: UInt64 = 256
  /// The largest file that a worker writes, in bytes.
  private static let largestFile: rlim_t = 1 << 30

  /// Bounds this program, if it is a worker.
  ///
  /// It keeps nothing of its parent's that is open but the standard streams, and ends when its
  /// standard input does: then the server is gone, or nobody wants the picture any more.
  func begin() throws {
    guard worker else { return }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
      if let file = Int32(name), file > STDERR_FILENO { close(file) }
    }
    var size = rlimit(rlim_cur: Self.largestFile, rlim_max: Self.largestFile)
    let code = quartz_bound_process(
      quartz_bounds(memory: mostMemory ?? 0, files: Self.mostFiles)
    )
    guard code == 0, setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &size) == 0 else {
      throw FileError(path: "limits of the program", code: code == 0 ? errno : code)
    }
    do throws(ThreadError) {
      try SystemThread.detach(name: "quartz-parent") {
        var byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) != 0 {}
        _exit(1)
      }
    } catch {
      throw RenderFailure.noThread(code: error.code)
    }
  }

  /// Checks what is to be drawn, before it is.
  func check(_ size: PictureSize, frames: Int) throws(RenderFailure) {
    if let mostPixels, size.width * size.height > mostPixels {
      throw .beyondLimits(
        "a picture of \(size.width) x \(size.height) pixels, at most \(mostPixels) are drawn"
      )
    }
    if let mostFrames, frames > mostFrames {
      throw .beyondLimits("\(frames) frames, at most \(mostFrames) are drawn")
    }
  }
}
