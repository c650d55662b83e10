// The least times of repeated work, and the memory of a process.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// Clocks and counters of questions of scale.
///
/// The least of many times is what a machine takes that others use as well.
enum ScaleTime {
  /// Runs of work: at least `least`, and more until the seconds are over, at most `most`.
  struct Runs {
    var least = 3
    var most = 200
    var seconds = 1.0
  }

  /// The least milliseconds by a clock that the work takes, without a preparation before each run.
  ///
  /// - Parameter clock: Seconds; this thread's processor time if nothing else is said.
  static func least(
    _ runs: Runs = Runs(),
    by clock: () -> Double = threadSeconds,
    prepare: (Int) throws -> Void = { _ in },
    _ work: (Int) throws -> Void
  ) throws -> Double {
    var least = Double.infinity
    let begin = seconds()
    for run in 0..<runs.most {
      if run >= runs.least, seconds() - begin > runs.seconds { break }
      try prepare(run)
      let start = clock()
      try work(run)
      least = min(least, clock() - start)
    }
    return least * 1e3
  }

  /// The time that this thread has run.
  static func threadSeconds() -> Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

  /// The time that all threads of this process have run.
  static func processSeconds() -> Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

  /// The time of a clock.
  static func seconds(_ clock: clockid_t = CLOCK_MONOTONIC) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Sleeps until a time of the monotonic clock.
  static func sleep(until time: Double) {
    let rest = time - seconds()
    if rest > 0 { usleep(UInt32(min(rest, 1) * 1e6)) }
  }

  /// Bytes of this process that are in RAM.
  static var residentBytes: Int {
    guard let file = fopen("/proc/self/statm", "re") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
    let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
  }
}
