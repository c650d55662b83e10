// Drawings of waves, placeholders, sparks and charts.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Plot
import Shimmer
import Sparkle
import Tide
import UIKit

extension Drawings {
  /// Water that rises after a while.
  static func tide() throws -> [Drawing] {
    final class Events: TideViewDelegate {
      var levels: [CGFloat] = []
      func tideView(_ tideView: TideView, didRiseTo level: CGFloat) { levels.append(level) }
    }
    let window = window(160, 160)
    let view = TideView(frame: CGRect(x: 20, y: 20, width: 120, height: 120))
    let events = Events()
    view.delegate = events
    view.level = 0.2
    window.addSubview(view)
    var taps = 0
    view.onTap { taps += 1 }
    view.start()
    view.rise(to: 0.9, after: 0.3)
    view.rise(to: 0.6, after: 0.3)
    _ = try window.image(at: 0)
    var pictures: [Drawing] = []
    // The water rises with each frame; 0.4 a second, from 0.3 on.
    for step in 1...20 {
      let time = Double(step) / 10
      let picture = try window.image(at: time)
      if step == 5 || step == 20 {
        pictures.append(Drawing(name: "tide-\(time)", picture: picture))
      }
    }
    try require(abs(view.level - 0.6) < 1e-9, "the water is at \(view.level)")
    try require(events.levels.count > 5, "\(events.levels)")
    UIApplication.shared.tap(at: CGPoint(x: 80, y: 80))
    try require(taps == 1, "\(taps) taps")
    return pictures
  }

  /// Placeholders of a picture and two lines.
  static func shimmer() throws -> [Drawing] {
    let window = window(240, 80)
    let card = UIView(frame: CGRect(x: 0, y: 0, width: 240, height: 80))
    let frames = [
      CGRect(x: 10, y: 10, width: 60, height: 60), CGRect(x: 80, y: 15, width: 140, height: 20),
      CGRect(x: 80, y: 45, width: 100, height: 20),
    ]
    for frame in frames {
      let view = UIView(frame: frame)
      view.isShimmerable = true
      card.addSubview(view)
    }
    card.subviews[0].shimmerRadius = 30
    window.addSubview(card)
    card.showShimmer()
    let pictures = try [0.3, 0.8].map { (time: Double) in
      Drawing(name: "shimmer-\(time)", picture: try window.image(at: time))
    }
    try require(card.isShimmering && !card.isUserInteractionEnabled, "it does not shimmer")
    card.hideShimmer()
    try require(!card.isShimmering, "it still shimmers")
    return pictures
  }

  /// A button that is touched.
  static func sparkle() throws -> [Drawing] {
    final class Events: NSObject, SparkleButtonDelegate {
      var words: [String] = []
      func sparkleButton(_ button: SparkleButton, willBe isSelected: Bool) {
        words.append("\(isSelected)")
      }
      func sparkleButtonDidSparkle(_ button: SparkleButton) { words.append("done") }
    }
    let window = window(160, 160)
    let button = SparkleButton(frame: CGRect(x: 50, y: 50, width: 60, height: 60))
    let events = Events()
    button.delegate = events
    window.addSubview(button)
    var pictures = [Drawing(name: "sparkle-before", picture: try window.image(at: 0))]
    // Outside of its bounds by 5 points.
    UIApplication.shared.tap(at: CGPoint(x: 45, y: 80))
    for time in [0.1, 0.25, 0.5] {
      pictures.append(Drawing(name: "sparkle-\(time)", picture: try window.image(at: time)))
    }
    _ = try window.image(at: 2)
    try require(events.words == ["true", "done"], "\(events.words)")
    return pictures
  }

  /// A chart of bars and a line that grow, and a finger on it.
  static func plot() throws -> [Drawing] {
    final class Source: PlotDataSource, PlotDelegate {
      var words: [String] = []
      func numberOfSeries(in plot: PlotView) -> Int { 2 }
      func plot(_ plot: PlotView, valuesOf series: Int) -> [Double] {
        series == 0 ? [3, 5, 2, 8, 6] : [1, 4, 6, 5, 9]
      }
      func plot(_ plot: PlotView, isBars series: Int) -> Bool { series == 0 }
      func plot(_ plot: PlotView, didSelect index: Int) { words.append("\(index)") }
      func plotDidEndSelecting(_ plot: PlotView) { words.append("end") }
    }
    let window = window(240, 160)
    let plot = PlotView(frame: window.bounds)
    let source = Source()
    plot.dataSource = source
    plot.delegate = source
    window.addSubview(plot)
    _ = try window.image(at: 0)
    plot.animate(duration: 1)
    let pictures = try [0.4, 1.5].map { (time: Double) in
      Drawing(name: "plot-\(time)", picture: try window.image(at: time))
    }
    UIApplication.shared.drag(from: CGPoint(x: 20, y: 80), to: CGPoint(x: 230, y: 80))
    _ = try window.image(at: 4)
    try require(source.words.first == "0" && source.words.last == "end", "\(source.words)")
    try require(source.words.contains("4"), "\(source.words)")
    return pictures
  }
}
