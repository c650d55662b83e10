// Lockwood, chapters 12 and 14: the figures of measuring tools, from traces and overlays.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// The figures of instruments.
///
/// Their numbers are those of a machine and other in each run; the demos state ranges and orders.
@MainActor
enum Instruments {
  static let demos: [Demo] =
    [tools, tracks, profile, rates, menu, utilisation, scrolling, cellShare, tableUtilisation]
    + loading

  private static func figure(
    _ id: String,
    _ title: String,
    _ script: @escaping @MainActor (Stage) throws -> Void
  ) -> Demo {
    Demo(id, title) { UIViewController() }.play { stage in
      stage.move(to: 0)
      try script(stage)
    }
  }

  // MARK: 12.1

  /// The measuring tools of a server, as its own help lists them, and of a program.
  private static let tools = figure("LW-F-12.1", "The tools") { stage in
    let help = try Server.help()
    var rows: [InstrumentCharts.Track] = []
    for (option, meaning) in [
      ("--overlay", "costs in the picture"), ("--trace", "phases, in time"),
      ("--slow-animations", "slow motion"), ("--log-level", "events as text"),
      ("--debug-gl", "faults of OpenGL"),
    ] {
      stage.expect(help.contains(option), "the server has \(option)")
      rows.append(.init(name: option, value: meaning))
    }
    let statistics = try stage.window.context?.statistics
    stage.expect((statistics?.frameCount ?? 0) > 0, "a context counts its frames")
    rows.append(.init(name: "statistics", value: "counters"))
    for overlay in [
      "blended", "cache", "copied", "misaligned", "offscreen", "slots", "flash", "fps",
    ] {
      stage.expect(help.contains(overlay), "there is an overlay \(overlay)")
    }
    stage.count("tools", rows.count, is: 6)
    guard let chart = InstrumentCharts.list("Measuring tools", rows) else { return }
    stage.show(chart, "the tools for a program that runs")
  }

  // MARK: 12.2

  private static let tracks = figure("LW-F-12.2", "Three tracks on one axis") { stage in
    let table = try ScrollingTable.make(hasShadows: true)
    let phases = ["layout", "display", "commit"].flatMap { table.program[$0] }
      .filter { $0.begin >= table.begin && $0.end <= table.end }
    let draws = table.server["draw"].filter { $0.begin >= table.begin && $0.end <= table.end }
    let millisecond = 0.001
    stage.count("phases of the program", Double(phases.count), in: 30...720)
    stage.count("frames of the server", Double(table.frames.count), in: 2...250)
    // One clock: the drawing of a frame lies in it, and a commit comes before the frame of it.
    let outside = draws.count { draw in
      let isInside = { (frame: Trace.Span) in
        draw.begin >= frame.begin - millisecond && draw.end <= frame.end + millisecond
      }
      return !table.server["frame"].contains(where: isInside)
    }
    stage.count("drawings outside of a frame by more than 1 ms", outside, is: 0)
    let arrows = table.program.starts.compactMap { name, start in
      table.server.ends[name].map { $0 - start }
    }
    stage.count("commits that a frame shows", Double(arrows.count), in: 2...250)
    stage.count(
      "frames more than 1 ms before their commit",
      arrows.count { $0 < -millisecond },
      is: 0
    )
    let busy = { (spans: [Trace.Span]) in
      InstrumentCharts.percent(
        spans.reduce(0) { $0 + $1.duration } / (table.end - table.begin)
      )
    }
    let chart = InstrumentCharts.image(
      "The table scrolls for 2 s",
      [
        .init(
          name: "Program",
          value: busy(phases),
          parts: phases.map(table.part),
          color: .systemGreen
        ),
        .init(
          name: "Frames",
          value: "\(table.frames.count / 2) in 1 s",
          parts: table.frames.map(table.part)
        ),
        .init(
          name: "GPU, estimated",
          value: busy(draws),
          parts: draws.map(table.part),
          color: .systemOrange
        ),
      ]
    )
    if let chart { stage.show(chart, "program, frames and drawing by one clock", isMeasured: true) }
  }

  // MARK: 12.3 and 12.8

  /// The shares of the phases and functions of a program, and the seconds of those of others.
  private struct Profile {
    /// Of the main thread's time, the largest first.
    var main: [(name: String, share: Double)] = []
    /// Of the renderer's time, the largest first.
    var renderer: [(name: String, share: Double)] = []
    /// Seconds of functions on other threads.
    var others: [String: Double] = [:]

    /// Measures what happens in a function; phases are counted without the functions in them.
    @MainActor
    init(_ stage: Stage, _ work: () throws -> Void) throws {
      _ = Signposts.take()
      let begin = Trace.now
      try work()
      let end = Trace.now
      let main = Signposts.thread
      let functions = Signposts.take()
      let spans = try stage.trace().spans.filter {
        $0.begin >= begin - 0.001 && $0.end <= end + 0.001
      }
      var (own, drawing): ([String: Double], [String: Double]) = ([:], [:])
      for span in functions {
        if span.thread == main {
          own[span.name, default: 0] += span.duration
        } else {
          others[span.name, default: 0] += span.duration
        }
      }
      for span in spans {
        switch span.name {
        case "layout", "display", "commit":
          let inside = functions.filter {
            $0.thread == main && $0.begin >= span.begin && $0.end <= span.end
          }
          let nested = inside.reduce(0) { $0 + $1.duration }
          own[span.name, default: 0] += max(span.duration - nested, 0)
        case "apply", "evaluate", "plan", "draw", "present":
          drawing[span.name, default: 0] += span.duration
        default: break
        }
      }
      (self.main, renderer) = (Profile.shares(own), Profile.shares(drawing))
    }

    private static func shares(_ seconds: [String: Double]) -> [(name: String, share: Double)] {
      let all = max(seconds.values.reduce(0, +), 1e-9)
      return seconds.map { (name: $0.key, share: $0.value / all) }.sorted { $0.share > $1.share }
    }
  }

  /// Scrolls a table of chapter 12 through its pictures.
  private static func scroll(_ stage: Stage) -> LockwoodChapter12.PeopleTable {
    let table = LockwoodChapter12.PeopleTable(.init())
    stage.window.rootViewController = table
    stage.wait(0.1)
    return table
  }

  private static func move(_ table: LockwoodChapter12.PeopleTable, _ stage: Stage) {
    for step in 1...60 {
      table.tableView.contentOffset.y = CGFloat(step) * 20
      stage.wait(1.0 / 60)
    }
  }

  private static let profile = figure("LW-F-12.3", "The time of functions") { stage in
    let table = scroll(stage)
    let profile = try Profile(stage) { move(table, stage) }
    for name in ["layout", "commit", "the cell method"] {
      stage.expect(profile.main.contains { $0.name == name }, "the main thread has \(name)")
    }
    for name in ["evaluate", "plan", "draw"] {
      stage.expect(profile.renderer.contains { $0.name == name }, "the renderer has \(name)")
    }
    stage.count(
      "the sum of all shares",
      profile.main.reduce(0) { $0 + $1.share },
      in: 0.999...1.001
    )
    InstrumentCharts.show(stage, "The main thread", shares: profile.main)
    InstrumentCharts.show(stage, "The renderer", shares: profile.renderer)
  }

  private static let cellShare = figure("LW-F-12.8", "The share of the cell method") { stage in
    let table = scroll(stage)
    let profile = try Profile(stage) { move(table, stage) }
    let share = profile.main.first { $0.name == "the cell method" }?.share ?? .nan
    // 28 % in the text: the work is elsewhere.
    stage.count("the share of the cell method", share, in: 0.0001...0.6)
    InstrumentCharts.show(stage, "The cell method among the others", shares: profile.main)
  }

  // MARK: 12.4 to 12.7 and 12.9

  private static let rates = figure("LW-F-12.4", "Frames in a second, and the switches") { stage in
    let table = try ScrollingTable.make(hasShadows: false)
    stage.count("samples, one each half second", table.rates.count, is: 4)
    for (index, rate) in table.rates.enumerated() {
      stage.count(
        "frames of the second before \(Double(index + 1) / 2) s",
        Double(rate),
        in: 1...125
      )
    }
    let samples = table.rates.enumerated().map { index, rate in
      InstrumentCharts.Track(
        name: "\(Double(index + 1) / 2) s",
        value: "\(rate) in 1 s",
        parts: [0...min(Double(rate) / 60, 1)]
      )
    }
    let switches = [
      ("blended", "Color Blended Layers"), ("cache", "Color Hits and Misses"),
      ("copied", "Color Copied Images"), ("every frame", "Color Immediately"),
      ("misaligned", "Color Misaligned Images"), ("offscreen", "Color Offscreen-Rendered"),
      ("slots", "Color OpenGL Fast Path"), ("flash", "Flash Updated Regions"),
    ].map { InstrumentCharts.Track(name: $0.0, value: $0.1) }
    stage.count("switches", switches.count, is: 8)
    if let chart = InstrumentCharts.image("Frames in a second", samples) {
      stage.show(chart, "frames in a second, each half second", isMeasured: true)
    }
    if let chart = InstrumentCharts.list("Switches", switches) { stage.show(chart, "the switches") }
  }

  /// A menu of the program itself that switches overlays.
  private final class DebugMenu: UIViewController {
    let switches: [(title: String, overlay: CAContext.Overlays)] = [
      ("Blended", .blended), ("Offscreen", .offscreen), ("Borders", .borders),
    ]

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
      let card = UIView(frame: CGRect(x: 60, y: 200, width: 200, height: 120))
      card.backgroundColor = UIColor.systemTeal.withAlphaComponent(0.5)
      // A group, since it has something in it.
      card.alpha = 0.8
      let inner = UIView(frame: CGRect(x: 20, y: 20, width: 60, height: 60))
      inner.backgroundColor = .systemOrange
      card.addSubview(inner)
      view.addSubview(card)
      for (index, (title, overlay)) in switches.enumerated() {
        let action = UIAction(title: title) { [unowned self] _ in
          view.window?.context?.overlays.formSymmetricDifference(overlay)
        }
        let button = UIButton(type: .system, primaryAction: action)
        button.frame = CGRect(x: 10 + 105 * index, y: 60, width: 95, height: 36)
        button.backgroundColor = .white
        view.addSubview(button)
      }
    }
  }

  private static let menu = Demo("LW-F-12.5", "Some of the switches in a menu") { DebugMenu() }
    .play(DebugMenu.self) { stage, controller in
      let plain = try Lockwood1.Pixels(stage)
      try stage.show("none")
      for (title, overlay) in controller.switches {
        stage.press(title)
        stage.wait(0.1)
        stage.expect(stage.window.context?.overlays == overlay, "\(title) is on")
        stage.expect(try Lockwood1.Pixels(stage) != plain, "\(title) is seen")
        try stage.show(title)
        stage.press(title)
        stage.wait(0.1)
        stage.expect(try Lockwood1.Pixels(stage) == plain, "and leaves nothing behind")
      }
    }

  /// Pixels that draws touch for one of the picture, draws and passes: an estimate of a GPU's work.
  private static func work(_ statistics: CAContext.Statistics) -> [InstrumentCharts.Track] {
    let fills = Double(statistics.touchedPixels) / Double(max(statistics.damagedPixels, 1))
    let values = [
      ("fills of a pixel", fills, 4.0), ("draws", Double(statistics.drawCount), 100),
      ("passes", Double(statistics.targetCount), 40),
    ]
    return values.map { name, value, limit in
      .init(
        name: name,
        value: "\((value * 10).rounded() / 10)",
        parts: [0...min(value / limit, 1)],
        color: .systemOrange
      )
    }
  }

  private static let utilisation = figure("LW-F-12.6", "The work of the GPU, estimated") { stage in
    let table = try ScrollingTable.make(hasShadows: false)
    let statistics = table.statistics
    stage.count("frames in a second", Double(statistics.framesPerSecond), in: 1...125)
    let fills = Double(statistics.touchedPixels) / Double(max(statistics.damagedPixels, 1))
    // Table, rows and pictures; 2.5 fills of a pixel are the guideline of the text.
    stage.count("fills of a pixel", fills, in: 0.1...10)
    let rate = InstrumentCharts.Track(
      name: "frames",
      value: "\(statistics.framesPerSecond) in 1 s",
      parts: [0...min(Double(statistics.framesPerSecond) / 60, 1)]
    )
    if let chart = InstrumentCharts.image("Estimated", [rate] + work(statistics)) {
      stage.show(chart, "frames and estimates of the GPU's work", isMeasured: true)
    }
  }

  private static let scrolling = figure("LW-F-12.7", "Frames in a second while it scrolls") {
    stage in
    let table = try ScrollingTable.make(hasShadows: true)
    stage.count("frames in a second", Double(table.rates.last ?? 0), in: 1...125)
    stage.show(table.picture, "the table and its frames in a second", isMeasured: true)
  }

  private static let tableUtilisation = figure("LW-F-12.9", "The GPU's work for shadows") { stage in
    let (shadowed, plain) = (
      try ScrollingTable.make(hasShadows: true).statistics,
      try ScrollingTable.make(hasShadows: false).statistics
    )
    stage.count("passes for shadows", Double(shadowed.targetCount), in: 2...200)
    stage.count("passes without shadows", Double(plain.targetCount), in: 0...1)
    let fills = { (statistics: CAContext.Statistics) in
      Double(statistics.touchedPixels) / Double(max(statistics.damagedPixels, 1))
    }
    stage.count(
      "fills of a pixel, times those without shadows",
      fills(shadowed) / fills(plain),
      in: 1.05...100
    )
    for (statistics, caption) in [(shadowed, "with shadows"), (plain, "without shadows")] {
      if let chart = InstrumentCharts.image("Estimated, \(caption)", work(statistics)) {
        stage.show(chart, caption, isMeasured: true)
      }
    }
  }

  // MARK: 14.2 and 14.3

  /// Flings a row of photographs.
  private static func fling(
    _ stage: Stage,
    _ loading: LockwoodChapter14.Loading
  ) throws -> Profile {
    let controller = LockwoodChapter14.Carousel(loading)
    stage.window.rootViewController = controller
    stage.wait(0.1)
    controller.arrivals.finish()
    return try Profile(stage) {
      for page in 1...9 {
        controller.collectionView?.contentOffset = CGPoint(x: CGFloat(page) * 260 + 100, y: 0)
        stage.wait(1.0 / 60)
        controller.arrivals.finish()
      }
    }
  }

  private static let loading: [Demo] = [
    figure("LW-F-14.2", "The time of loading on the main thread") { stage in
      let profile = try fling(stage, .decodedAtOnce)
      let first = profile.main.first?.name ?? "nothing"
      stage.expect(first == "loading pictures", "loading takes the most time: \(profile.main)")
      InstrumentCharts.show(stage, "The main thread", shares: profile.main)
    },
    figure("LW-F-14.3", "The time of loading in the background") { stage in
      let profile = try fling(stage, .decoded)
      let top = profile.main.prefix(3).map(\.name)
      stage.expect(!top.contains("loading pictures"), "it is not among the first three: \(top)")
      let seconds = profile.others["loading pictures"] ?? 0
      stage.expect(seconds > 0, "other threads load: \(profile.others)")
      InstrumentCharts.show(stage, "The main thread", shares: profile.main)
    },
  ]
}
