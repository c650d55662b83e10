// Windows whose screen has another scale.
// Licensed under the MIT license; see LICENSE.

import AppKit
import TestClaims
import Testing

// Serialized because: all windows are on the same screens.
@MainActor
@Suite(.serialized) struct ScaleChangeTests {
  /// Answers for layers, and records what it was asked.
  private final class Answers: CALayerDelegate, NSViewLayerContentScaleDelegate {
    var answer = true
    var asked: [String] = []
    var drawings = 0

    nonisolated func draw(_ layer: CALayer, in ctx: CGContext) {
      MainActor.assumeIsolated { drawings += 1 }
    }

    func layer(
      _ layer: CALayer,
      shouldInheritContentsScale newScale: CGFloat,
      from window: NSWindow
    ) -> Bool {
      asked.append("\(layer.name ?? "") \(newScale) \(layer.contentsScale)")
      return answer
    }
  }

  private final class ScaledView: NSView {
    var changes = 0
    override func viewDidChangeBackingProperties() { changes += 1 }
  }

  private func screen(_ scale: CGFloat) -> NSScreen {
    NSScreen(frame: NSRect(x: 0, y: 0, width: 1440, height: 900), backingScaleFactor: scale)
  }

  private func setScale(_ scale: CGFloat) {
    NSScreen.setScreens([screen(scale)])
    CATransaction.flush()
  }

  /// A window with a hosted tree: a layer that draws, in it one with contents, and a plain one.
  private func window(_ delegate: Answers) -> (NSWindow, [CALayer]) {
    let window = makeWindow()
    let host = NSView(frame: NSRect(x: 0, y: 0, width: 50, height: 50))
    let layers = ["outer", "inner", "plain"].map { name in
      let layer = CALayer()
      layer.name = name
      layer.frame = CGRect(x: 2, y: 2, width: 20, height: 20)
      return layer
    }
    host.layer = layers[0]
    host.wantsLayer = true
    window.contentView?.addSubview(host)
    layers[0].addSublayer(layers[1])
    layers[1].addSublayer(layers[2])
    for layer in layers.prefix(2) { layer.delegate = delegate }
    layers[0].setNeedsDisplay()
    CATransaction.flush()
    return (window, layers)
  }

  @Test(
    .shows(
      "NSViewLayerContentScaleDelegate",
      "NSViewLayerContentScaleDelegate.layer(_:shouldInheritContentsScale:from:)"
    )
  )
  func delegatesDecideForTheirLayers() throws {
    defer { setScale(1) }
    let delegate = Answers()
    let (window, layers) = window(delegate)
    defer { window.close() }
    #expect(delegate.drawings == 1)
    setScale(2)
    #expect(delegate.asked == ["outer 2.0 1.0", "inner 2.0 1.0"], "superlayers first, once each")
    #expect(layers.map(\.contentsScale) == [2, 2, 1])
    #expect(delegate.drawings == 2, "only the layer that draws is drawn anew")
    #expect(try window.image(at: 0).width == 400)
    delegate.answer = false
    setScale(1)
    #expect(layers.map(\.contentsScale) == [2, 2, 1] && delegate.drawings == 2)
    setScale(1)
    #expect(delegate.asked.count == 4, "nothing is asked without a change")
  }

  @Test func viewsFollowByThemselves() {
    defer { setScale(1) }
    let window = makeWindow()
    defer { window.close() }
    let view = ScaledView(frame: NSRect(x: 0, y: 0, width: 20, height: 20))
    view.wantsLayer = true
    window.contentView?.addSubview(view)
    CATransaction.flush()
    var scales: [Double?] = []
    let name = NSWindow.didChangeBackingPropertiesNotification
    let observer = NotificationCenter.default.addObserver(
      forName: name,
      object: window,
      queue: nil
    ) { note in
      let old = note.userInfo?[NSWindow.oldScaleFactorUserInfoKey] as? NSNumber
      MainActor.assumeIsolated { scales.append(old?.doubleValue) }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    setScale(3)
    #expect(view.layer?.contentsScale == 3 && view.changes == 1 && scales == [1])
  }

  @Test(arguments: [0, -1, .nan, .infinity] as [CGFloat])
  func impossibleScalesAreOne(scale: CGFloat) {
    defer { setScale(1) }
    let delegate = Answers()
    let (window, layers) = window(delegate)
    defer { window.close() }
    setScale(scale)
    #expect(delegate.asked.isEmpty && layers[0].contentsScale == 1)
  }

  @Test func tenThousandLayersAreAskedOnceEach() {
    defer { setScale(1) }
    let delegate = Answers()
    let (window, layers) = window(delegate)
    defer { window.close() }
    for _ in 0..<10_000 {
      let layer = CALayer()
      layer.delegate = delegate
      layers[2].addSublayer(layer)
    }
    CATransaction.flush()
    setScale(2)
    #expect(delegate.asked.count == 10_002)
    #expect(layers[2].sublayers?.allSatisfy { $0.contentsScale == 2 } == true)
  }
}
