// Drawings of an engine, a layout, thumbnails, pages, badges and levels.
// Licensed under the MIT license; see LICENSE.

import Badges
import Boxes
import Foundation
import Levels
import Motion
import Thumbs
import Turn
import UIKit

extension Drawings {
  private static let json = """
    {"w": 100, "h": 100, "fr": 30, "ip": 0, "op": 60, "layers": [
      {"nm": "ring", "ind": 1, "ip": 0, "op": 60,
       "ks": {"p": [50, 50], "r": [{"t": 0, "s": 0}, {"t": 60, "s": 180}], "o": 100},
       "shapes": [{"ty": "el", "s": [70, 70], "st": [0.2, 0.7, 1], "w": [{"t": 0, "s": 2}, {"t": 60, "s": 10}],
                   "tm": {"start": 0, "end": [{"t": 0, "s": 10}, {"t": 60, "s": 90}]}}]},
      {"nm": "box", "ind": 2, "ip": 10, "op": 50,
       "ks": {"p": [{"t": 0, "s": [20, 20], "o": [0.4, 0]}, {"t": 60, "s": [80, 80], "i": [0.2, 1]}],
              "s": [{"t": 0, "s": [50, 50]}, {"t": 30, "s": [120, 80]}, {"t": 60, "s": [50, 50]}],
              "o": [{"t": 0, "s": 30}, {"t": 60, "s": 100}]},
       "shapes": [{"ty": "rc", "s": [30, 30], "r": 6, "fl": [1, 0.6, 0.1, 1]}],
       "layers": [
         {"nm": "inner", "ind": 3, "ip": 0, "op": 60, "ks": {"p": [0, 0]},
          "shapes": [{"ty": "sh", "v": [[0, -8], [8, 8], [-8, 8]], "fl": [1, 1, 1]}]}]}]}
    """

  /// An engine whose progress is an animated property.
  static func motion() throws -> [Drawing] {
    final class Events: MotionViewDelegate {
      var count = 0
      func motionView(_ view: MotionView, didFinish finished: Bool) { count += finished ? 1 : 0 }
      func motionView(_ view: MotionView, shouldLoopAfter count: Int) -> Bool { count < 2 }
    }
    let window = window(160, 160)
    let view = MotionView(frame: CGRect(x: 10, y: 10, width: 140, height: 140))
    let events = Events()
    view.delegate = events
    view.composition = try Composition.from(Data(json.utf8))
    window.addSubview(view)
    view.currentProgress = 0.4
    var pictures = [Drawing(name: "motion-scrubbed", picture: try window.image(at: 0))]
    view.play()
    for time in [0.8, 1.5] {
      pictures.append(Drawing(name: "motion-\(time)", picture: try window.image(at: time)))
    }
    for time in [2.1, 2.3, 4.5, 5] { _ = try window.image(at: time) }
    try require(events.count == 2, "played \(events.count) times")
    for json in ["", "{}", "[1]", "{\"w\": 1e999}", "{\"layers\": [null]}"] {
      do {
        _ = try Composition.from(Data(json.utf8))
        throw DrawingFailure(description: "\(json) is no composition")
      } catch is DecodingError {}
    }
    return pictures
  }

  /// Boxes in boxes, and tags in lines.
  static func boxes() throws -> [Drawing] {
    let window = window(200, 160)
    let header = UIView()
    header.backgroundColor = .systemTeal
    let side = UIView()
    side.backgroundColor = .systemIndigo
    let flow = FlowView()
    flow.backgroundColor = UIColor(white: 0.3, alpha: 1)
    for view in [header, side, flow] { window.addSubview(view) }
    for index in 0..<9 {
      let size = CGSize(width: 24 + (index * 17) % 40, height: 16)
      flow.insert(
        Tag(size, UIColor(hue: CGFloat(index) / 9, saturation: 0.5, brightness: 1, alpha: 1))
      )
    }
    let dot = CALayer()
    dot.backgroundColor = UIColor.white.cgColor
    header.layer.addSublayer(dot)
    header.box.left(8).right(8).top(8).height(32).layout()
    dot.box.width(12).height(12).center().layout()
    side.box.below(header, 8).left(8).width(40).bottom(8).layout()
    side.box.below(header, 8).left(8).width(40).aspectRatio(0.4).layout()
    flow.box.after(side, 8).below(header, 8).right(8).height(104).layout()
    flow.frame.size.width = 200 - flow.frame.minX - 8
    let picture = try window.image(at: 0)
    try require(flow.sizeThatFits(flow.bounds.size).height > 40, "the tags have one line")
    return [Drawing(name: "boxes", picture: picture)]
  }

  /// A picture that is scaled, rounded and blurred.
  static func thumbs() throws -> [Drawing] {
    final class Events: ThumbViewDelegate {
      var words: [String] = []
      func thumbView(_ view: ThumbView, didShow image: UIImage) { words.append("shown") }
      func thumbViewDidFail(_ view: ThumbView) { words.append("failed") }
    }
    let source = UIGraphicsImageRenderer(size: CGSize(width: 90, height: 60)).image { context in
      for index in 0..<6 {
        UIColor(hue: CGFloat(index) / 6, saturation: 0.8, brightness: 0.9, alpha: 1).setFill()
        context.fill(CGRect(x: index % 3 * 30, y: index / 3 * 30, width: 30, height: 30))
      }
    }
    let data = source.pngData() ?? Data()
    let window = window(240, 80)
    let events = Events()
    let size = CGSize(width: 60, height: 60)
    let steps: [[any ImageStep]] = [
      [ResizingStep(size)], [ResizingStep(size), RoundingStep(16)],
      [ResizingStep(size), BlurStep(4), RoundingStep(30)],
    ]
    for (index, steps) in steps.enumerated() {
      let view = ThumbView(frame: CGRect(x: 15 + index * 75, y: 10, width: 60, height: 60))
      view.steps = steps
      view.delegate = events
      window.addSubview(view)
      view.load(data, key: "squares")
      view.load(Data([1, 2, 3]), key: "nothing")
    }
    _ = try window.image(at: 0)
    let picture = try window.image(at: 1)
    try require(
      events.words == ["shown", "failed", "shown", "failed", "shown", "failed"],
      "\(events.words)"
    )
    return [Drawing(name: "thumbs", picture: picture)]
  }

  /// A page that turns after a swipe.
  static func turn() throws -> [Drawing] {
    final class Book: NSObject, TurnControllerDataSource, TurnControllerDelegate {
      var words: [String] = []
      func numberOfPages(in controller: TurnController) -> Int { 3 }
      func turnController(_ controller: TurnController, viewForPage page: Int) -> UIView {
        let view = UIView()
        view.backgroundColor = [UIColor.systemPink, .systemMint, .systemOrange][page]
        let line = UIView(frame: CGRect(x: 20, y: 20, width: 60, height: 12))
        line.backgroundColor = .white
        view.addSubview(line)
        return view
      }
      func turnController(_ controller: TurnController, willTurnTo page: Int) {
        words.append("will \(page)")
      }
      func turnController(_ controller: TurnController, didTurnTo page: Int) {
        words.append("did \(page)")
      }
    }
    let window = window(160, 200)
    let book = Book()
    let controller = TurnController()
    controller.dataSource = book
    controller.delegate = book
    window.rootViewController = controller
    _ = try window.image(at: 0)
    UIApplication.shared.drag(
      from: CGPoint(x: 130, y: 100),
      to: CGPoint(x: 20, y: 100),
      duration: 0.1
    )
    try require(book.words == ["will 1"], "\(book.words)")
    let pictures = try [0.3, 0.55].map { (time: Double) in
      Drawing(name: "turn-\(time)", picture: try window.image(at: time))
    }
    _ = try window.image(at: 1)
    try require(book.words == ["will 1", "did 1"] && controller.page == 1, "\(book.words)")
    return pictures
  }

  /// Bars that follow values which Combine publishes.
  static func levels() throws -> [Drawing] {
    let window = window(120, 120)
    let model = LevelsModel()
    let view = LevelsView(model: model)
    view.frame = CGRect(x: 5, y: 5, width: 110, height: 110)
    window.addSubview(view)
    (model.bass, model.treble) = (0.35, 0.95)
    let changed = Drawing(name: "levels", picture: try window.image(at: 0))
    try require(model.isLoud && view.peaks == 1, "\(model.isLoud), \(view.peaks) peaks")
    NotificationCenter.default.post(name: .levelsReset, object: nil)
    try require(model.bass == 0.2 && model.treble == 0.6, "\(model.bass), \(model.treble)")
    return [changed, Drawing(name: "levels-reset", picture: try window.image(at: 1))]
  }

  /// Dials that JSON describes, by names that Apple's systems have, too.
  static func badges() throws -> [Drawing] {
    let window = window(180, 100)
    let views = [
      #"{"angle": 3.5, "name": "first"}"#,
      #"{"angle": 5, "stops": [0.2, 0.5, 0.9], "blinks": true}"#,
    ].enumerated().map { index, json in
      let view = BadgeView(frame: CGRect(x: 10 + index * 85, y: 10, width: 75, height: 80))
      window.addSubview(view)
      view.show(Data(json.utf8))
      return view
    }
    views[0].start()
    let pictures = try [0.4, 0.8].map { (time: Double) in
      Drawing(name: "badges-\(time)", picture: try window.image(at: time))
    }
    try require(views[0].note == "first" && views[1].note == nil, "\(views.map(\.note))")
    try require(views[0].ticks > 0 && views[1].ticks == 0, "\(views.map(\.ticks)) ticks")
    try require(length(ofFile: #filePath) ?? 0 > 1000, "no length of a file")
    return pictures
  }
}
