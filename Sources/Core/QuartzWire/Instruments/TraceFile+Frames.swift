// The spans of frames in traces.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

extension TraceFile {
  /// Adds the spans of a frame, and the ends of the arrows of the commits that it is the first to
  /// show; writes what waits.
  ///
  /// - Parameters:
  ///   - context: The context's number.
  ///   - time: The time that the frame shows, in seconds of the context's clock.
  package func frame(
    _ phases: FramePhases,
    context: UInt32,
    time: Double,
    flows: [UInt64],
    _ counters: FrameCounters
  ) {
    let parts: [FramePhase] = [.evaluate, .plan, .draw]
    let duration = parts.reduce(0) { $0 + phases[$1] }
    span(
      "frame",
      begin: phases.begin,
      duration: duration,
      [
        ("context", .number(Int(context))), ("time", .text("\(time)")),
        ("draws", .number(counters.draws)), ("pixels", .number(counters.damagedPixels)),
      ]
    )
    for flow in flows { self.flow(flow, isEnd: true, at: phases.begin) }
    var begin = phases.begin
    for phase in parts {
      span(phase.name, begin: begin, duration: phases[phase])
      begin += phases[phase]
    }
    flush()
  }

  /// Adds the spans of a commit, with the start of its arrow; writes what waits.
  ///
  /// - Parameters:
  ///   - change: When the first of its changes was made; nil if that is not known.
  ///   - end: When it was handed on.
  package func commit(_ report: CommitReport, change: Double?, end: Double) {
    let parts: [FramePhase] = [.layout, .display, .commit]
    var begin = parts.reduce(end) { $0 - report.phases[$1] }
    if let change, change < begin {
      span("change", begin: change, duration: end - change)
    }
    for phase in parts where report.phases[phase] > 0 {
      span(phase.name, begin: begin, duration: report.phases[phase])
      if phase == .commit { flow(report.flow, isEnd: false, at: begin) }
      begin += report.phases[phase]
    }
    flush()
  }
}
