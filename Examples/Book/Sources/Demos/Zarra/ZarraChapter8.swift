// Zarra and Long, chapter 8: layers of OpenGL, when they draw, and what tells them to.
// Licensed under the MIT license; see LICENSE.

import BookKit
import OpenGLES
import Synchronization
import UIKit

/// The demos of chapter 8.
@MainActor
enum ZarraChapter8 {
  static let demos: [Demo] = [contract, displayLink, film, grid]

  // MARK: 8.1

  /// Clears to a colour of its time, and keeps what it was asked and told.
  private final class ClearingLayer: CAOpenGLLayer {
    /// Whether the calls with these numbers, from 1 on, draw.
    var draws: (Int) -> Bool = { _ in true }
    private(set) var asked = 0
    /// The layer's time, the time of the frame in seconds, and the viewport of each drawing.
    private(set) var drawn: [(layer: Double, display: Double?, viewport: [GLint])] = []

    override func canDraw(
      inCGLContext ctx: CGLContextObj,
      pixelFormat pf: CGLPixelFormatObj,
      forLayerTime t: CFTimeInterval,
      displayTime ts: UnsafePointer<CVTimeStamp>?
    ) -> Bool {
      asked += 1
      return draws(asked)
    }

    override func draw(
      inCGLContext ctx: CGLContextObj,
      pixelFormat pf: CGLPixelFormatObj,
      forLayerTime t: CFTimeInterval,
      displayTime ts: UnsafePointer<CVTimeStamp>?
    ) {
      var viewport = [GLint](repeating: 0, count: 4)
      glGetIntegerv(GLenum(GL_VIEWPORT), &viewport)
      drawn.append((t, ts.map { Double($0.pointee.hostTime) / 1e9 }, viewport))
      // Red grows with each second of the layer's time, and begins anew.
      let red = t.truncatingRemainder(dividingBy: 1)
      glClearColor(GLfloat(red), 0.25, 1 - GLfloat(red), 1)
      glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
      super.draw(inCGLContext: ctx, pixelFormat: pf, forLayerTime: t, displayTime: ts)
    }

    /// Forgets what was asked and told.
    func reset() { (asked, drawn) = (0, []) }
  }

  private final class ClearingWindow: Zarra.Window {
    let layer = ClearingLayer()

    override func viewDidLoad() {
      super.viewDidLoad()
      layer.frame = CGRect(x: 40, y: 40, width: 240, height: 160)
      root.addSublayer(layer)
    }
  }

  private static let contract = Demo("ZL-8.1", "A layer of OpenGL is asked when it draws") {
    ClearingWindow()
  }
  .screen(320, 240)
  .play(ClearingWindow.self) { stage, window in
    let layer = window.layer
    stage.playFrames(to: 5)
    stage.count("drawings of 5 s that nobody requested", layer.drawn.count, is: 0)
    stage.count("questions in them", layer.asked, is: 0)
    for _ in 0..<3 {
      layer.setNeedsDisplay()
      stage.playFrames(to: stage.time + 0.5)
    }
    stage.count("drawings for three requests", layer.drawn.count, is: 3)
    stage.count("questions for them", layer.asked, is: 3)
    stage.expect(layer.drawn.allSatisfy { $0.display == nil }, "they have no time of a frame")
    layer.reset()
    layer.isAsynchronous = true
    for _ in 0..<60 { stage.wait(1.0 / 60) }
    stage.count("drawings of an asynchronous second", layer.drawn.count, is: 60)
    let times = layer.drawn.compactMap(\.display)
    let steps = zip(times.dropFirst(), times).map { $0.0 - $0.1 }
    stage.expect(steps.allSatisfy { abs($0 - 1.0 / 60) < 1e-6 }, "a frame from one to the next")
    try stage.show("asynchronous, 60 drawings in a second")
    layer.speed = 0
    layer.timeOffset = 7.5
    layer.reset()
    stage.playFrames(to: stage.time + 0.1)
    stage.expect(!layer.drawn.isEmpty, "it is drawn")
    stage.expect(layer.drawn.allSatisfy { $0.layer == 7.5 }, "the layer's time stands still")
    try stage.show("with a speed of 0 and an offset of 7.5 s")
    (layer.speed, layer.timeOffset) = (1, 0)
    layer.reset()
    layer.draws = { $0 % 3 == 0 }
    for _ in 0..<60 { stage.wait(1.0 / 60) }
    stage.count(
      "drawings of a second in which each third question draws",
      layer.drawn.count,
      is: 20
    )
    stage.count("questions in it", layer.asked, is: 60)
    layer.draws = { _ in false }
    let last = try Lockwood1.Pixels(stage)
    stage.wait(0.5)
    stage.expect(try Lockwood1.Pixels(stage) == last, "the last picture stays in between")
    try stage.show("each third question draws")
    layer.draws = { _ in true }
    layer.reset()
    Lockwood2.withoutActions { layer.frame = CGRect(x: 80, y: 80, width: 100, height: 50) }
    stage.wait(1.0 / 60)
    let viewport = layer.drawn.last?.viewport ?? []
    stage.expect(viewport == [0, 0, 100, 50], "the next drawing has the new viewport: \(viewport)")
    try stage.show("in another size")
  }

  // MARK: 8.2

  /// The calls of a display link.
  private struct Calls {
    var times: [(now: UInt64, output: UInt64)] = []
    var isOnMainThread = false
  }

  private static let displayLink = Demo("ZL-8.2", "A display link while the program is busy") {
    UIViewController()
  }
  .screen(320, 240)
  .play { stage in
    var made: CVDisplayLink?
    CVDisplayLinkCreateWithActiveCGDisplays(&made)
    guard let link = made else { return stage.expect(false, "there is a display link") }
    let calls = Mutex(Calls())
    CVDisplayLinkSetOutputHandler(link) { _, now, output, _, _ in
      calls.withLock {
        $0.times.append((now.pointee.hostTime, output.pointee.hostTime))
        $0.isOnMainThread = $0.isOnMainThread || Thread.isMainThread
      }
      return kCVReturnSuccess
    }
    CVDisplayLinkStart(link)
    Thread.sleep(forTimeInterval: 1)
    CVDisplayLinkStop(link)
    let found = calls.withLock { $0 }
    // A machine that is busy leaves frames out.
    stage.count(
      "calls while the program slept for a second",
      Double(found.times.count),
      in: 20...62
    )
    stage.expect(!found.isOnMainThread, "they come on another thread")
    let late = found.times.count { $0.output <= $0.now }
    stage.count("calls whose frame shows before they come", late, is: 0)
    let pairs = zip(found.times.dropFirst(), found.times)
    let backwards = pairs.count { $0.0.output <= $0.1.output || $0.0.now < $0.1.now }
    stage.count("calls whose times go back", backwards, is: 0)
    Thread.sleep(forTimeInterval: 0.1)
    let count = calls.withLock { $0.times.count }
    Thread.sleep(forTimeInterval: 0.2)
    stage.count("calls after the stop", calls.withLock { $0.times.count } - count, is: 0)
  }
}
