// Zarra and Long, chapter 9: compositions of films and filters in layers.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import BookKit
import OpenGLES
import QuartzComposition
import UIKit

/// The demos of chapter 9.
@MainActor
enum ZarraChapter9 {
  static let demos: [Demo] = [dual, locations, grabbed, overridden]

  /// Two films side by side, the right one perhaps through a screen of dots.
  private static func composition(hasDots: Bool) -> QCComposition? {
    let patches: [String: Any] = [
      "clear": ["type": "clear", "layer": 1, "color": [0, 0, 0, 1]],
      "movie1": ["type": "movie", "location": Films.url(.red).path],
      "movie2": ["type": "movie", "location": Films.url(.green).path],
      "dots": ["type": "filter", "filter": "CIDotScreen", "width": 12, "center": [160, 120]],
      "left": ["type": "billboard", "layer": 2, "width": 0.85, "x": -0.4856],
      "right": ["type": "billboard", "layer": 3, "width": 0.85, "x": 0.4856],
    ]
    let text: [String: Any] = [
      "patches": patches,
      "connections": [
        "movie1.image > left.image", "movie2.image > dots.image",
        "\(hasDots ? "dots" : "movie2").image > right.image",
      ],
      "inputs": ["movie1_location": "movie1.location", "movie2_location": "movie2.location"],
      "outputs": ["dotscreen_image": "dots.image"],
    ]
    return (try? JSONSerialization.data(withJSONObject: text)).flatMap { QCComposition(data: $0) }
  }

  /// A layer with the films, from the time when it is made on.
  static func layer() -> QCCompositionLayer? {
    QCCompositionLayer(composition: composition(hasDots: false))
  }

  /// A white window with a composition below a button.
  private final class CompositionWindow: UIViewController {
    let layer: QCCompositionLayer?

    init(_ layer: QCCompositionLayer?) {
      self.layer = layer
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
      let button = UIButton(
        type: .system,
        primaryAction: UIAction(title: "Grab") { [unowned self] _ in grab() }
      )
      button.frame = CGRect(x: 270, y: 440, width: 100, height: 30)
      button.backgroundColor = .white
      view.addSubview(button)
      guard let layer else { return }
      layer.frame = CGRect(x: 0, y: 0, width: 640, height: 480)
      view.layer.insertSublayer(layer, at: 0)
    }

    /// Makes the picture of the filter what lies behind the composition.
    private func grab() {
      let image = layer?.value(forOutputKey: "dotscreen_image", ofType: "CGImage")
      view.layer.contents = image
    }
  }

  private static func demo(
    _ id: String,
    _ title: String,
    hasDots: Bool = false,
    _ script: @escaping @MainActor (Stage, CompositionWindow, QCCompositionLayer) throws -> Void
  ) -> Demo {
    Demo(id, title) {
      CompositionWindow(QCCompositionLayer(composition: composition(hasDots: hasDots)))
    }
    .screen(640, 480)
    .play(CompositionWindow.self) { stage, window in
      guard let layer = window.layer else { return stage.expect(false, "the composition is read") }
      try script(stage, window, layer)
    }
  }

  /// The colours of both strips, and the numbers of both pictures.
  private static func shown(_ stage: Stage) throws -> (strips: [[Int]], numbers: [Int]) {
    let pixels = try Lockwood1.Pixels(stage)
    return ([pixels[60, 142], pixels[370, 142]], [pixels[60, 320][0], pixels[370, 320][0]])
  }

  // MARK: 9.1

  private static let dual = demo("ZL-9.1", "Two films in a composition") { stage, _, _ in
    stage.move(to: 2)
    let pixels = try Lockwood1.Pixels(stage)
    // 272 points wide, in the middle of 164.6 and 475.4; 204 high.
    for x in [30, 341] as [CGFloat] {
      stage.expect(pixels[x, 250] == [60, 60, 60], "the left edge of a film at \(x)")
    }
    for x in [299, 610] as [CGFloat] {
      stage.expect(pixels[x, 250] == [255, 255, 255], "the right edge of a film at \(x)")
    }
    for (x, y) in [(27, 240), (302, 240), (338, 240), (613, 240), (164, 136), (164, 343)] {
      stage.expect(pixels[CGFloat(x), CGFloat(y)] == [0, 0, 0], "black at (\(x), \(y))")
    }
    let found = try shown(stage)
    stage.expect(found.strips == [[255, 0, 0], [0, 255, 0]], "both films: \(found.strips)")
    stage.expect(pixels[275, 443] == [255, 255, 255], "the button lies over them")
    try stage.show()
    stage.move(to: 3)
    stage.expect(try shown(stage).numbers == [90, 90], "both run")
    try stage.show()
  }

  // MARK: 9.2

  private static let locations = demo("ZL-9.2", "Another film for a composition") {
    stage,
    _,
    layer in
    let blue = Films.url(.blue).path
    let setters: [(String, (String) -> Void)] = [
      ("a key", { layer.setValue($0, forKey: "movie1_location") }),
      ("an input's key", { _ = layer.setValue($0, forInputKey: "movie1_location") }),
      ("a key path", { layer.setValue($0, forKeyPath: "patch.movie1_location.value") }),
    ]
    stage.move(to: 1)
    try stage.show("red and green")
    for (index, (name, set)) in setters.enumerated() {
      set(blue)
      stage.move(to: Double(index) + 1.5)
      let found = try shown(stage)
      stage.expect(found.strips == [[0, 0, 255], [0, 255, 0]], "another film by \(name)")
      let number = 45 + 30 * index
      stage.expect(found.numbers == [15, number], "it begins, the other goes on: \(found.numbers)")
      let value = layer.value(forKey: "movie1_location") as? String
      stage.expect(value == blue, "it is the value: \(value ?? "nothing")")
      try stage.show("by \(name)")
      set(Films.url(.red).path)
      stage.move(to: Double(index) + 2)
    }
    let isSet = layer.setValue("/there/is/none.mov", forInputKey: "movie1_location")
    stage.expect(!isSet && !layer.setValue(1, forInputKey: "movie9"), "others are refused")
    stage.expect(try shown(stage).strips[0] == [255, 0, 0], "and change nothing")
  }

  // MARK: 9.3

  private static let grabbed = demo("ZL-9.3", "A filtered film, and a still of it", hasDots: true) {
    stage,
    window,
    layer in
    stage.move(to: 3)
    let pixels = try Lockwood1.Pixels(stage)
    let dots = (342..<610).map { pixels[CGFloat($0), 260] }
    stage.expect(dots.allSatisfy { $0[0] == $0[1] && $0[1] == $0[2] }, "dots have no colour")
    stage.expect(dots.contains { $0[0] > 200 } && dots.contains { $0[0] < 60 }, "light and dark")
    try stage.show("the right film in dots")
    let image = layer.value(forOutputKey: "dotscreen_image", ofType: "CGImage")
    stage.press("Grab")
    stage.wait(0.01)
    stage.expect(window.view.layer.contents != nil && image != nil, "there is a still")
    stage.expect(try Lockwood1.Pixels(stage) == pixels, "it lies behind the composition")
    layer.removeFromSuperlayer()
    stage.wait(0.5)
    stage.expect(try Lockwood1.Pixels(stage) != pixels, "and is seen without it")
    try stage.show("the still in the window")
  }

  // MARK: 9.4

  /// Draws a red square over the composition, and keeps it as it is for each second frame.
  private final class SquaredLayer: QCCompositionLayer {
    private(set) var asked = 0
    private(set) var drawn = 0

    override func canDraw(
      inCGLContext ctx: CGLContextObj,
      pixelFormat pf: CGLPixelFormatObj,
      forLayerTime t: CFTimeInterval,
      displayTime ts: UnsafePointer<CVTimeStamp>?
    ) -> Bool {
      asked += 1
      return asked % 2 == 1
        && super.canDraw(inCGLContext: ctx, pixelFormat: pf, forLayerTime: t, displayTime: ts)
    }

    override func draw(
      inCGLContext ctx: CGLContextObj,
      pixelFormat pf: CGLPixelFormatObj,
      forLayerTime t: CFTimeInterval,
      displayTime ts: UnsafePointer<CVTimeStamp>?
    ) {
      drawn += 1
      glClearColor(0, 0, 0, 0)
      glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
      glEnable(GLenum(GL_SCISSOR_TEST))
      glScissor(50, 180, 50, 50)
      glClearColor(1, 0, 0, 1)
      glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
      glDisable(GLenum(GL_SCISSOR_TEST))
      super.draw(inCGLContext: ctx, pixelFormat: pf, forLayerTime: t, displayTime: ts)
    }
  }

  private static let overridden = Demo("ZL-9.4", "A subclass that draws over a composition") {
    CompositionWindow(SquaredLayer(composition: composition(hasDots: false)))
  }
  .screen(640, 480)
  .play(CompositionWindow.self) { stage, window in
    guard let layer = window.layer as? SquaredLayer else { return stage.expect(false, "a layer") }
    let (asked, drawn) = (layer.asked, layer.drawn)
    for frame in 1...60 { stage.move(to: Double(frame) / 30 + 0.001) }
    stage.count("questions in 60 frames", layer.asked - asked, is: 60)
    stage.count("drawings in them", layer.drawn - drawn, is: 30)
    stage.expect(at: CGPoint(x: 75, y: 275), .red, within: 0, "a square over the composition")
    let found = try shown(stage)
    stage.expect(found.strips == [[255, 0, 0], [0, 255, 0]], "nothing else changes")
    stage.expect(found.numbers[0] == found.numbers[1], "both films keep step: \(found.numbers)")
    try stage.show()
  }
}
