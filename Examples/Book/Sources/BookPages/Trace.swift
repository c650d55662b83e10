// Traces: the spans of programs and servers that measure themselves, read back.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The spans that a trace file has (Documentation/Instruments.md).
public struct Trace {
  /// A span of a thread.
  public struct Span: Equatable, Sendable {
    /// The phase, as "layout", "commit" or "frame".
    public let name: String
    /// The number of the process.
    public let process: Int
    /// The number of the thread.
    public let thread: Int
    /// Seconds of CLOCK_MONOTONIC.
    public let begin: Double
    /// In seconds.
    public let duration: Double
    /// The pixels of a frame that were drawn anew; nil for other spans.
    public let pixels: Int?

    /// The end, in seconds of CLOCK_MONOTONIC.
    public var end: Double { begin + duration }
  }

  /// The spans, in the order in which they were written.
  public let spans: [Span]
  /// Where arrows from commits to frames start, by their names, in seconds of CLOCK_MONOTONIC.
  public let starts: [String: Double]
  /// Where they end.
  public let ends: [String: Double]

  /// Reads a file, whose last event may be missing; from a byte on, which begins an event.
  public init(_ path: String, from start: Int = 0) throws {
    let bytes = try Data(contentsOf: URL(filePath: path)).dropFirst(start)
    // Events are lines, but for the comma before each.
    let lines = bytes.split(separator: 0x0A).map { $0.last == 0x2C ? $0.dropLast() : $0 }
    var (spans, starts, ends): ([Span], [String: Double], [String: Double]) = ([], [:], [:])
    for line in lines {
      guard let event = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any],
        let begin = event["ts"] as? Double
      else { continue }
      switch event["ph"] as? String {
      case "X": if let span = Span(event, begin / 1e6) { spans.append(span) }
      case "s": if let id = event["id"] as? String { starts[id] = begin / 1e6 }
      case "f": if let id = event["id"] as? String { ends[id] = begin / 1e6 }
      default: break
      }
    }
    (self.spans, self.starts, self.ends) = (spans, starts, ends)
  }

  /// The spans of a name.
  public subscript(name: String) -> [Span] { spans.filter { $0.name == name } }

  /// The seconds of all spans of a name.
  public func seconds(_ name: String) -> Double { self[name].reduce(0) { $0 + $1.duration } }

  /// The seconds of CLOCK_MONOTONIC, which all spans have.
  public static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  // MARK: This process

  /// The file of this process; it is opened by the first context that is made.
  private static let path: String = {
    let folder = FileManager.default.temporaryDirectory
    return folder.appending(path: "quartz-book-\(getpid()).trace").path
  }()

  /// Begins a trace of this process, unless the environment has one already; it has to be called
  /// before the first context is made.
  public static func begin() {
    guard getenv("QUARTZ_TRACE") == nil else { return }
    setenv("QUARTZ_TRACE", path, 1)
    // The file goes with the process; what is read meanwhile is open.
    atexit { unlink(Trace.path) }
  }

  /// The length of this process's file now; a later trace may begin there.
  public static var mark: Int {
    let path = getenv("QUARTZ_TRACE").map { String(cString: $0) } ?? path
    var information = stat()
    return stat(path, &information) == 0 ? Int(information.st_size) : 0
  }

  /// Reads what this process has written since a mark.
  public static func read(since mark: Int) throws -> Trace {
    try Trace(getenv("QUARTZ_TRACE").map { String(cString: $0) } ?? path, from: mark)
  }
}

extension Trace.Span {
  /// Reads an event; nil if it is no whole span.
  fileprivate init?(_ event: [String: Any], _ begin: Double) {
    guard let name = event["name"] as? String, let duration = event["dur"] as? Double,
      let process = event["pid"] as? Int, let thread = event["tid"] as? Int
    else { return nil }
    self.init(
      name: name,
      process: process,
      thread: thread,
      begin: begin,
      duration: duration / 1e6,
      pixels: (event["args"] as? [String: Any])?["pixels"] as? Int
    )
  }
}
