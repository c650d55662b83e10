// Zarra and Long, chapters 1 and 2: rows of the texts that are tables.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import BookKit
import OpenGLES
import UIKit

/// The demos that draw tables, and the values in them.
@MainActor
enum ZarraTables {
  static let demos: [Demo] = [classes, colors, keys]

  /// Lines of text in columns.
  class Table: UIViewController {
    /// The columns' left edges, in points.
    let columns: [CGFloat]
    private(set) var rows: [[String]] = []

    init(columns: [CGFloat]) {
      self.columns = columns
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
    }

    /// Adds a line below the others.
    func add(_ texts: [String], color: UIColor = .black) {
      let y = 8 + 18 * CGFloat(rows.count)
      rows.append(texts)
      for (text, x) in zip(texts, columns) {
        let label = UILabel(frame: CGRect(x: x, y: y, width: 400 - x, height: 18))
        label.font = .systemFont(ofSize: 13)
        label.textColor = color
        label.text = text
        view.addSubview(label)
      }
    }

    /// The texts of the labels that the view has, line by line.
    var shown: [[String]] {
      let labels = view.subviews.compactMap { $0 as? UILabel }
      let lines = Dictionary(grouping: labels) { $0.frame.minY }
      return lines.sorted { $0.key < $1.key }.map { line in
        line.value.sorted { $0.frame.minX < $1.frame.minX }.compactMap(\.text)
      }
    }
  }

  // MARK: Figure 1-1

  /// The classes of the figure, and the class of this project for each.
  private static let layers: [(name: String, make: () -> CALayer)] = [
    ("CALayer", { CALayer() }), ("CATextLayer", { CATextLayer() }),
    ("CAScrollLayer", { CAScrollLayer() }), ("CATiledLayer", { CATiledLayer() }),
    ("CAOpenGLLayer", { CAOpenGLLayer() }), ("CAEAGLLayer", { CAEAGLLayer() }),
    ("CAShapeLayer", { CAShapeLayer() }), ("CAGradientLayer", { CAGradientLayer() }),
    ("CAReplicatorLayer", { CAReplicatorLayer() }), ("QTMovieLayer", { AVPlayerLayer() }),
    ("QTCaptureLayer", { AVCaptureVideoPreviewLayer() }),
    ("QCCompositionLayer", { ZarraChapter9.layer() ?? CALayer() }),
  ]

  private static let classes = Demo("ZL-1.6", "The classes of layers") {
    Table(columns: [8, 150])
  }
  .screen(400, 236)
  .play(Table.self) { stage, table in
    for (name, make) in layers {
      let layer = make()
      let own = "\(type(of: layer))"
      var parents: [String] = []
      var parent = Mirror(reflecting: layer).superclassMirror
      while let found = parent, found.subjectType is CALayer.Type {
        parents.append("\(found.subjectType)")
        parent = found.superclassMirror
      }
      let origin = parents.isEmpty ? "" : ": " + parents.joined(separator: ": ")
      table.add([name, name == own ? "itself" + origin : own + origin])
      stage.expect(own == "CALayer" || parents.last == "CALayer", "\(own) is a layer: \(parents)")
    }
    let movie = table.shown.first { $0.first == "QTMovieLayer" }
    stage.expect(movie?.last == "AVPlayerLayer: CALayer", "films have a class of AVFoundation")
    let composition = table.shown.last?.last ?? ""
    stage.expect(composition == "itself: CAOpenGLLayer: CALayer", "compositions: \(composition)")
    stage.count("classes in the table", table.shown.count, is: 12)
    try stage.show()
  }

  // MARK: Listing 2-2

  /// A layer that goes from red to green, by their names, and a table of its colours.
  private final class NamedColors: Table {
    let layer = CALayer(CGRect(x: 200, y: 8, width: 100, height: 100), .blue)

    init() { super.init(columns: [8, 70]) }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      view.layer.addSublayer(layer)
    }

    func begin() {
      let animation = CABasicAnimation(keyPath: "backgroundColor")
      animation.fromValue = UIColor.red.cgColor
      animation.toValue = UIColor.green.cgColor
      animation.duration = 5
      layer.add(animation, forKey: "backgroundColor")
    }
  }

  private static let colors = Demo("ZL-2.2", "From red to green, by name") { NamedColors() }
    .screen(320, 120)
    .play(NamedColors.self) { stage, table in
      table.begin()
      let start = stage.time
      let expected = ["255 0 0", "191 64 0", "128 128 0", "64 191 0", "0 255 0", "0 0 255"]
      for time in [0, 1.25, 2.5, 3.75, 4.9999, 5.01] {
        stage.move(to: start + time)
        let color = try Lockwood1.Pixels(stage)[250, 58]
        table.add(["\(time) s", color.map { "\($0)" }.joined(separator: " ")])
      }
      let found = table.shown.compactMap(\.last)
      for (text, expected) in zip(found, expected) {
        let pairs = zip(numbers(text), numbers(expected))
        stage.expect(pairs.allSatisfy { abs($0 - $1) <= 1 }, "\(text) is \(expected)")
      }
      stage.count("lines in the table", found.count, is: 6)
      try stage.show()
    }

  private static func numbers(_ text: String) -> [Int] {
    text.split(separator: " ").compactMap { Int(String($0)) }
  }

  // MARK: Keys of one's own

  private static let keys = Demo("ZL-2.14", "Keys of one's own") { Table(columns: [8, 150]) }
    .screen(320, 100)
    .play(Table.self) { stage, table in
      final class Counting: CALayer {
        var drawings = 0
        override func draw(in ctx: CGContext) { drawings += 1 }
      }
      let layer = Counting()
      layer.frame = CGRect(x: 270, y: 20, width: 40, height: 40)
      layer.backgroundColor = UIColor.systemTeal.cgColor
      table.view.layer.addSublayer(layer)
      layer.setNeedsDisplay()
      stage.wait(0.1)
      let (drawings, picture) = (layer.drawings, try Lockwood1.Pixels(stage))
      for (key, value) in [
        ("title", "Mr"), ("age", 41), ("weight", 80.5), ("friends", ["Ann", "Bob"]),
      ] as [(String, Any)] {
        layer.setValue(value, forKey: key)
        let found = layer.value(forKey: key)
        table.add([key, found.map { "\($0)" } ?? "nothing"])
      }
      let texts = table.shown.compactMap(\.last)
      stage.expect(
        texts == ["Mr", "41", "80.5", "[\"Ann\", \"Bob\"]"],
        "values are kept: \(texts)"
      )
      stage.expect(layer.animationKeys()?.isEmpty != false, "no key is animated")
      table.view.subviews.forEach { $0.isHidden = true }
      stage.wait(0.1)
      stage.count("drawings for new keys", layer.drawings - drawings, is: 0)
      stage.expect(try Lockwood1.Pixels(stage) == picture, "and nothing looks different")
      table.view.subviews.forEach { $0.isHidden = false }
      stage.wait(0.1)
      try stage.show()
    }
}
