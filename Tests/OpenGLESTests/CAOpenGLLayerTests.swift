// Layers that draw themselves with OpenGL ES.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import OpenGLES
import TestClaims
import Testing

@testable import QuartzCore

/// A clock that stands until it is set.
private final class SetClock: CAContext.Clock {
  var currentTime: CFTimeInterval = 10
}

/// Clears to a colour of its time, and keeps what it was called with.
private final class Clearing: CAOpenGLLayer {
  struct Call: Equatable {
    var layerTime: Double
    /// Nanoseconds of `displayTime`; nil without one.
    var hostTime: UInt64?
    var viewport: [GLint] = []
  }

  var answers: (Int) -> Bool = { _ in true }
  var asked: [Call] = []
  var drawn: [Call] = []
  /// The clear colour, from the layer's time.
  var color: (Double) -> [GLfloat] = { [GLfloat($0.truncatingRemainder(dividingBy: 1)), 0, 0, 1] }
  var format = CGLPixelFormat()
  var depthBits: GLint = -1
  /// The contexts that were asked for.
  var made: [CGLContextObj] = []
  /// Whether frames that are shown without a transaction are made while the program goes on.
  var isLate = false

  override func copyCGLPixelFormat(forDisplayMask mask: UInt32) -> CGLPixelFormatObj { format }

  override func copyCGLContext(forPixelFormat pf: CGLPixelFormatObj) -> CGLContextObj? {
    let context = super.copyCGLContext(forPixelFormat: pf)
    context?.isMultiThreaded = isLate
    if let context { made.append(context) }
    return context
  }

  override func canDraw(
    inCGLContext ctx: CGLContextObj,
    pixelFormat pf: CGLPixelFormatObj,
    forLayerTime t: CFTimeInterval,
    displayTime ts: UnsafePointer<CVTimeStamp>?
  ) -> Bool {
    #expect(EAGLContext.current() === ctx)
    asked.append(Call(layerTime: t, hostTime: ts?.pointee.hostTime))
    return answers(asked.count)
  }

  override func draw(
    inCGLContext ctx: CGLContextObj,
    pixelFormat pf: CGLPixelFormatObj,
    forLayerTime t: CFTimeInterval,
    displayTime ts: UnsafePointer<CVTimeStamp>?
  ) {
    #expect(EAGLContext.current() === ctx && pf == format)
    #expect(made.count == 1 && made.first === ctx, "the context that the layer was given")
    var viewport = [GLint](repeating: 0, count: 4)
    glGetIntegerv(GLenum(GL_VIEWPORT), &viewport)
    glGetIntegerv(GLenum(GL_DEPTH_BITS), &depthBits)
    drawn.append(Call(layerTime: t, hostTime: ts?.pointee.hostTime, viewport: viewport))
    let color = color(t)
    glClearColor(color[0], color[1], color[2], color[3])
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    super.draw(inCGLContext: ctx, pixelFormat: pf, forLayerTime: t, displayTime: ts)
  }
}

private struct LayerGLStage {
  let clock = SetClock()
  let output: CAContext
  let layer = Clearing()

  init() throws {
    var options = CAContext.Options()
    options.clock = clock
    output = try CAContext(size: CGSize(width: 40, height: 30), options: options)
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 40, height: 30)
    root.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    layer.frame = CGRect(x: 10, y: 0, width: 20, height: 30)
    root.addSublayer(layer)
    output.layer = root
    CATransaction.flush()
  }

  /// The pixel in the middle of a picture.
  func pixel(at time: Double, _ x: Int = 20, _ y: Int = 15) throws -> [UInt8] {
    clock.currentTime = time
    let image = try output.image(at: time)
    let data = try #require(image.dataProvider?.data as Data?)
    let start = y * image.bytesPerRow + x * 4
    return Array(data[start..<start + 4])
  }
}

// Serialized because: a thread has one current context.
@Suite(.serialized) struct CAOpenGLLayerTests {
  @Test func defaults() {
    let layer = CAOpenGLLayer()
    #expect(!layer.isAsynchronous && !layer.isOpaque && layer.contents == nil)
    layer.setValue(true, forKey: "asynchronous")
    #expect(layer.isAsynchronous)
  }

  @Test(.shows("CAOpenGLLayer.wantsExtendedDynamicRangeContent"))
  func extendedRangeIsArchived() throws {
    let layer = CAOpenGLLayer()
    #expect(!layer.wantsExtendedDynamicRangeContent)
    layer.wantsExtendedDynamicRangeContent = true
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: CAOpenGLLayer.self, from: data)
    #expect(try #require(back).wantsExtendedDynamicRangeContent)
  }

  /// One drawing for each `setNeedsDisplay()`, and none by itself.
  ///
  /// ZL-D-8.1.
  @Test(
    .shows(
      "CAOpenGLLayer",
      "CAOpenGLLayer.copyCGLContext(forPixelFormat:)",
      "CAOpenGLLayer.draw(inCGLContext:pixelFormat:forLayerTime:displayTime:)"
    )
  ) func synchronousLayersDrawWhenTheyAreToldTo() throws {
    let stage = try LayerGLStage()
    for step in 0..<5 { #expect(try stage.pixel(at: 10 + Double(step)) == [255, 255, 255, 255]) }
    #expect(stage.layer.asked.isEmpty && stage.layer.drawn.isEmpty)
    stage.clock.currentTime = 20.6
    stage.layer.setNeedsDisplay()
    #expect(try stage.pixel(at: 20.6) == [153, 0, 0, 255])
    for step in 0..<5 { #expect(try stage.pixel(at: 21 + Double(step)) == [153, 0, 0, 255]) }
    #expect(stage.layer.asked.map(\.layerTime) == [20.6] && stage.layer.asked[0].hostTime == nil)
    #expect(stage.layer.drawn.count == 1 && stage.layer.drawn[0].viewport == [0, 0, 20, 30])
    stage.layer.setNeedsDisplay()
    #expect(try stage.pixel(at: 30.2) == [51, 0, 0, 255])
    #expect(stage.layer.drawn.count == 2)
  }

  @Test func drawingIsPartOfTheTransaction() throws {
    let stage = try LayerGLStage()
    stage.layer.color = { _ in [0, 1, 0, 1] }
    CATransaction.begin()
    stage.layer.setNeedsDisplay()
    #expect(try stage.output.frame(at: 10).pixels.withBytes { $0[(15 * 40 + 20) * 4] } == 255)
    #expect(stage.layer.drawn.isEmpty)
    CATransaction.commit()
    #expect(try stage.pixel(at: 10) == [0, 255, 0, 255])
  }

  /// The layer is asked with every frame; the times are those of the frame.
  @Test(.shows("CAOpenGLLayer.isAsynchronous"), arguments: [false, true])
  func asynchronousLayersDrawEveryFrame(isLate: Bool) throws {
    let stage = try LayerGLStage()
    stage.layer.isLate = isLate
    stage.layer.isAsynchronous = true
    for step in 1...4 {
      let time = 10 + Double(step) / 8
      #expect(try stage.pixel(at: time) == [UInt8((Double(step) / 8 * 255).rounded()), 0, 0, 255])
    }
    #expect(stage.layer.asked.map(\.layerTime) == [10.125, 10.25, 10.375, 10.5])
    #expect(
      stage.layer.drawn.map(\.hostTime) == [
        10_125_000_000, 10_250_000_000, 10_375_000_000, 10_500_000_000,
      ]
    )
    stage.layer.isAsynchronous = false
    #expect(try stage.pixel(at: 11) == [128, 0, 0, 255])
    #expect(stage.layer.asked.count == 4)
  }

  @Test func layerTimeIsTheLayersOwn() throws {
    let stage = try LayerGLStage()
    stage.layer.isAsynchronous = true
    stage.layer.speed = 0
    stage.layer.timeOffset = 3.2
    for step in 0..<3 { #expect(try stage.pixel(at: 11 + Double(step)) == [51, 0, 0, 255]) }
    stage.layer.speed = 2
    stage.layer.timeOffset = 0
    stage.layer.beginTime = 10
    #expect(try stage.pixel(at: 10.4) == [204, 0, 0, 255])
    #expect(stage.layer.drawn.map(\.layerTime).prefix(3) == [3.2, 3.2, 3.2])
  }

  /// The picture stays in between.
  @Test(.shows("CAOpenGLLayer.canDraw(inCGLContext:pixelFormat:forLayerTime:displayTime:)"))
  func framesThatCannotBeDrawnKeepTheOneBefore() throws {
    let stage = try LayerGLStage()
    stage.layer.isAsynchronous = true
    stage.layer.answers = { $0 % 3 == 0 }
    var reds: [UInt8] = []
    for step in 1...8 { reds.append(try stage.pixel(at: 10 + Double(step) / 16)[0]) }
    #expect(reds == [255, 255, 48, 48, 48, 96, 96, 96])
    #expect(stage.layer.asked.count == 8 && stage.layer.drawn.count == 2)
  }

  @Test func viewportFollowsTheSizeInPixels() throws {
    let stage = try LayerGLStage()
    stage.layer.isAsynchronous = true
    _ = try stage.pixel(at: 11)
    CATransaction.setDisableActions(true)
    stage.layer.frame = CGRect(x: 0, y: 0, width: 40, height: 10)
    stage.layer.contentsScale = 2
    #expect(try stage.pixel(at: 11.2, 1, 5) == [51, 0, 0, 255])
    #expect(try stage.pixel(at: 11.2, 1, 12) == [255, 255, 255, 255])
    #expect(
      stage.layer.drawn.map(\.viewport) == [[0, 0, 20, 30], [0, 0, 80, 20], [0, 0, 80, 20]]
    )
  }

  /// The background shows where nothing is drawn, unless the layer is opaque.
  @Test func alphaCounts() throws {
    let stage = try LayerGLStage()
    stage.layer.color = { _ in [0, 0, 0, 0] }
    stage.layer.setNeedsDisplay()
    #expect(try stage.pixel(at: 10) == [255, 255, 255, 255])
    stage.layer.isOpaque = true
    stage.layer.setNeedsDisplay()
    #expect(try stage.pixel(at: 10) == [0, 0, 0, 255])
  }

  @Test(.shows("CAOpenGLLayer.copyCGLPixelFormat(forDisplayMask:)"))
  func pixelFormatIsTheSubclasss() throws {
    for (depth, stencil, expected) in [(0, 0, 0), (16, 0, 16), (24, 0, 24), (24, 8, 24)] {
      let stage = try LayerGLStage()
      stage.layer.format.depthSize = depth
      stage.layer.format.stencilSize = stencil
      stage.layer.setNeedsDisplay()
      #expect(try stage.pixel(at: 10.2) == [51, 0, 0, 255])
      #expect(stage.layer.depthBits == GLint(expected))
    }
    let stage = try LayerGLStage()
    stage.layer.format.colorFormat = "RGBA32"
    let lines = reports {
      stage.layer.isAsynchronous = true
      for step in 0..<3 {
        #expect((try? stage.pixel(at: 11 + Double(step))) == [255, 255, 255, 255])
      }
    }
    #expect(lines == ["CAOpenGLLayer: the colour format RGBA32 is unknown"])
  }

  @Test func layersWithoutASizeAreNotAsked() throws {
    let stage = try LayerGLStage()
    stage.layer.isAsynchronous = true
    stage.layer.bounds.size = .zero
    _ = try stage.pixel(at: 11)
    #expect(stage.layer.asked.isEmpty)
    stage.layer.bounds.size = CGSize(width: 20000, height: 1)
    let lines = reports { _ = try? stage.pixel(at: 12) }
    #expect(lines.count == 1 && lines[0].contains("20000.0 x 1.0 pixels: at most"))
  }

  /// A layer that left its tree is not asked; the context of the program is as before.
  @Test func layersOutsideOfATreeAreNotAsked() throws {
    let stage = try LayerGLStage()
    let own = try #require(EAGLContext(api: .openGLES3))
    EAGLContext.setCurrent(own)
    defer { EAGLContext.setCurrent(nil) }
    stage.layer.isAsynchronous = true
    _ = try stage.pixel(at: 11)
    #expect(EAGLContext.current() === own)
    stage.layer.removeFromSuperlayer()
    _ = try stage.pixel(at: 12)
    #expect(stage.layer.asked.count == 1)
    stage.output.layer?.addSublayer(stage.layer)
    _ = try stage.pixel(at: 13)
    #expect(stage.layer.asked.count == 2)
  }

  /// By the machine's own clock the run loop asks, with every frame.
  @Test func asynchronousLayersAreAskedFromTheRunLoop() throws {
    var options = CAContext.Options()
    options.isRealTime = true
    let output = try CAContext(size: CGSize(width: 20, height: 20), options: options)
    let layer = Clearing()
    layer.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
    layer.isAsynchronous = true
    layer.answers = { $0 <= 4 }
    output.layer = layer
    CATransaction.flush()
    let end = Date(timeIntervalSinceNow: 60)
    while layer.drawn.count < 4, Date() < end {
      // It returns after timers only at the end of the time.
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
    }
    #expect(layer.drawn.count == 4)
    let times = layer.drawn.map(\.layerTime)
    for (time, next) in zip(times, times.dropFirst()) {
      let frames = (next - time) * 60
      #expect(frames > 0.5 && abs(frames - frames.rounded()) < 1e-6)
    }
  }

  @Test func archivesHoldTheMode() throws {
    let layer = CAOpenGLLayer()
    layer.isAsynchronous = true
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: false)
    let copy = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CAOpenGLLayer.self, from: data)
    )
    #expect(copy.isAsynchronous && copy.frameCallback != nil)
  }
}
