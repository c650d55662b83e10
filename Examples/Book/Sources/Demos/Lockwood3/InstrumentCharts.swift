// Lockwood, chapters 12 and 14: charts of what was measured.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// Charts in the way of a measuring tool.
@MainActor
enum InstrumentCharts {
  /// A line of text with a bar or with spans behind it.
  struct Track {
    var name: String
    /// The text at the right edge.
    var value = ""
    /// Parts of the width, from 0 to 1.
    var parts: [ClosedRange<Double>] = []
    var color = UIColor.systemBlue
  }

  /// Returns a chart of tracks below each other.
  static func image(_ title: String, _ tracks: [Track], width: CGFloat = 400) -> CGImage? {
    let row: CGFloat = 26
    let size = CGSize(width: width, height: row * CGFloat(tracks.count + 1) + 6)
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    return UIGraphicsImageRenderer(size: size, format: format).image { context in
      UIColor.white.setFill()
      context.fill(CGRect(origin: .zero, size: size))
      text(title, .boldSystemFont(ofSize: 13), at: CGPoint(x: 8, y: 6))
      for (index, track) in tracks.enumerated() {
        let y = row * CGFloat(index + 1)
        UIColor(white: 0.93, alpha: 1).setFill()
        let area = CGRect(x: 130, y: y + 4, width: width - 210, height: row - 8)
        context.fill(area)
        track.color.setFill()
        for part in track.parts {
          let length = max(CGFloat(part.upperBound - part.lowerBound) * area.width, 1)
          let x = area.minX + CGFloat(part.lowerBound) * area.width
          context.fill(CGRect(x: x, y: area.minY, width: length, height: area.height))
        }
        text(track.name, .systemFont(ofSize: 12), at: CGPoint(x: 8, y: y + 5))
        text(track.value, .systemFont(ofSize: 12), at: CGPoint(x: width - 74, y: y + 5))
      }
    }.cgImage
  }

  private static func text(_ text: String, _ font: UIFont, at point: CGPoint) {
    NSAttributedString(string: text, attributes: [.font: font, .foregroundColor: UIColor.black])
      .draw(at: point)
  }

  /// Returns a list of names and what they mean.
  static func list(_ title: String, _ rows: [Track], width: CGFloat = 330) -> CGImage? {
    let row: CGFloat = 20
    let size = CGSize(width: width, height: row * CGFloat(rows.count + 1) + 12)
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    return UIGraphicsImageRenderer(size: size, format: format).image { context in
      UIColor.white.setFill()
      context.fill(CGRect(origin: .zero, size: size))
      text(title, .boldSystemFont(ofSize: 13), at: CGPoint(x: 8, y: 6))
      for (index, line) in rows.enumerated() {
        let y = row * CGFloat(index + 1) + 8
        text(line.name, .systemFont(ofSize: 12), at: CGPoint(x: 8, y: y))
        text(line.value, .systemFont(ofSize: 12), at: CGPoint(x: 150, y: y))
      }
    }.cgImage
  }

  /// Shows shares of a whole as bars, the largest first.
  static func show(_ stage: Stage, _ title: String, shares: [(name: String, share: Double)]) {
    let tracks = shares.map { name, share in
      Track(name: name, value: percent(share), parts: [0...min(max(share, 0), 1)])
    }
    guard let chart = image(title, tracks) else { return }
    stage.show(chart, title, isMeasured: true)
  }

  /// A share as a whole number of percent.
  static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}

/// A table that scrolls on a render server in real time, and what was measured meanwhile.
@MainActor
struct ScrollingTable {
  /// The moment of CLOCK_MONOTONIC at which it began to scroll.
  var begin = 0.0
  /// The moment at which it stood.
  var end = 0.0
  /// Frames of the second before each sample, which were taken every half second.
  var rates: [Int] = []
  /// The statistics of the context in the end.
  var statistics: CAContext.Statistics
  /// The screen in the end, with the overlay of the frame rate.
  var picture: CGImage
  /// The spans of the program.
  var program: Trace
  /// The spans of the server.
  var server: Trace

  private static var tables: [Bool: ScrollingTable] = [:]

  /// Returns a table that has scrolled for two seconds; each kind does it once.
  static func make(hasShadows: Bool) throws -> ScrollingTable {
    if let table = tables[hasShadows] { return table }
    let mark = Trace.mark
    let server = try Server(["--renderer", "software"])
    let run = try scroll(server.path, .init(hasShadows: hasShadows))
    let table = ScrollingTable(
      begin: run.begin,
      end: run.end,
      rates: run.rates,
      statistics: run.statistics,
      picture: run.picture,
      program: try Trace.read(since: mark),
      server: try server.trace()
    )
    tables[hasShadows] = table
    return table
  }

  /// The findings of the program while the server still runs.
  private struct Run {
    var begin: Double
    var end: Double
    var rates: [Int]
    var statistics: CAContext.Statistics
    var picture: CGImage
  }

  private static func scroll(_ path: String, _ look: LockwoodChapter12.Look) throws -> Run {
    let window = UIWindow(
      frame: CGRect(x: 0, y: 0, width: 320, height: 480),
      output: .server(path: path)
    )
    let table = LockwoodChapter12.PeopleTable(look)
    window.rootViewController = table
    window.isHidden = false
    defer { window.isHidden = true }
    guard let context = window.context else {
      throw window.contextError ?? .refused("the window has no context")
    }
    wait(0.2)
    let begin = Trace.now
    var rates: [Int] = []
    for step in 1...120 {
      table.tableView.contentOffset.y = CGFloat(step) * 6
      CATransaction.flush()
      wait(begin + Double(step) / 60 - Trace.now)
      if step % 30 == 0 { rates.append(try context.statistics.framesPerSecond) }
    }
    let (end, statistics) = (Trace.now, try context.statistics)
    context.overlays = .fps
    wait(0.1)
    let picture = try window.image()
    context.overlays = []
    return Run(begin: begin, end: end, rates: rates, statistics: statistics, picture: picture)
  }

  /// Runs the run loop for some seconds.
  private static func wait(_ seconds: Double) {
    let end = Date(timeIntervalSinceNow: seconds)
    repeat { _ = RunLoop.current.run(mode: .default, before: end) } while Date() < end
  }

  /// The server's frames while it scrolled.
  var frames: [Trace.Span] {
    server["frame"].filter { $0.begin >= begin && $0.end <= end }
  }

  /// A span as a part of the time while it scrolled.
  func part(_ span: Trace.Span) -> ClosedRange<Double> {
    let length = end - begin
    let first = min(max((span.begin - begin) / length, 0), 1)
    return first...min(max((span.end - begin) / length, first), 1)
  }
}
