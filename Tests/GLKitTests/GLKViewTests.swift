// Views that draw into layers, and loops that have them draw.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import GLKit
import OpenGLES
import Testing
import UIKit

@testable import QuartzCore

/// A clock that is set by hand.
private final class SteppedClock: CAContext.Clock {
  var currentTime: CFTimeInterval = 0
}

private func integer(_ name: Int32) -> Int {
  var value: GLint = 0
  glGetIntegerv(GLenum(name), &value)
  return Int(value)
}

/// Draws as it is told, and counts.
@MainActor
private final class ViewPainter: GLKViewDelegate {
  var rects: [CGRect] = []
  var body: () -> Void = {}

  func glkView(_ view: GLKView, drawIn rect: CGRect) {
    rects.append(rect)
    body()
  }
}

private func clear(_ red: Float, _ green: Float, _ blue: Float, _ alpha: Float = 1) {
  glClearColor(red, green, blue, alpha)
  glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
}

/// Fills a rectangle in pixels from the bottom left.
private func fill(_ x: GLint, _ y: GLint, _ width: GLsizei, _ height: GLsizei, _ color: [Float]) {
  glEnable(GLenum(GL_SCISSOR_TEST))
  glScissor(x, y, width, height)
  clear(color[0], color[1], color[2])
  glDisable(GLenum(GL_SCISSOR_TEST))
}

private func pixel(_ image: CGImage?, _ x: Int, _ y: Int) -> [UInt8] {
  guard let pixels = image?.pixelStorage else { return [] }
  return pixels.withBytes { bytes in (0..<4).map { bytes[y * pixels.rowBytes + x * 4 + $0] } }
}

/// An output with a white root and a clock that is set by hand.
private final class GLKStage {
  let output: CAContext
  let root = CALayer()
  let gl: EAGLContext
  let clock = SteppedClock()
  private var previous = 0

  init(_ size: CGSize = CGSize(width: 32, height: 24), api: EAGLRenderingAPI = .openGLES2) throws {
    var options = CAContext.Options()
    options.clock = clock
    output = try CAContext(size: size, options: options)
    gl = try #require(EAGLContext(api: api))
    root.frame = CGRect(origin: .zero, size: size)
    root.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    output.layer = root
    CATransaction.flush()
  }

  deinit {
    EAGLContext.setCurrent(nil)
  }

  func pixel(_ x: Int, _ y: Int) throws -> [UInt8] {
    GLKitTests.pixel(try output.image(), x, y)
  }
}

/// Objects of the current context, of the kinds that views make.
private func objectCount() -> Int {
  (1..<GLuint(256)).reduce(0) { count, name in
    count + (glIsFramebuffer(name) != 0 ? 1 : 0) + (glIsRenderbuffer(name) != 0 ? 1 : 0)
  }
}

@MainActor
@Suite(.serialized) struct GLKViewTests {
  @Test func viewHasItsDefaults() throws {
    let view = GLKView(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(view.drawableColorFormat == .RGBA8888 && view.drawableDepthFormat == .formatNone)
    #expect(view.drawableStencilFormat == .formatNone && view.enableSetNeedsDisplay)
    #expect(view.drawableMultisample == .multisampleNone && view.context == nil)
    #expect(view.layer.frame == view.frame && view.drawableWidth == 3 && view.drawableHeight == 4)
    view.contentScaleFactor = 2
    #expect(view.drawableWidth == 6 && view.drawableHeight == 8)
  }

  @Test func commitsHaveTheDelegateDraw() throws {
    let (stage, painter) = (try GLKStage(), ViewPainter())
    let view = GLKView(frame: CGRect(x: 8, y: 4, width: 16, height: 12), context: stage.gl)
    view.delegate = painter
    painter.body = {
      #expect(EAGLContext.current() === stage.gl)
      var viewport = [GLint](repeating: 0, count: 4)
      glGetIntegerv(GLenum(GL_VIEWPORT), &viewport)
      #expect(viewport == [0, 0, 16, 12])
      clear(0, 0, 1)
      // The lower left corner.
      fill(0, 0, 4, 3, [1, 0, 0])
    }
    stage.root.addSublayer(view.layer)
    CATransaction.flush()
    #expect(painter.rects == [CGRect(x: 0, y: 0, width: 16, height: 12)])
    #expect(try stage.pixel(8, 15) == [255, 0, 0, 255])
    #expect(try stage.pixel(12, 15) == [0, 0, 255, 255])
    #expect(try stage.pixel(8, 12) == [0, 0, 255, 255])
    #expect(try stage.pixel(7, 15) == [255, 255, 255, 255])
    CATransaction.flush()
    #expect(painter.rects.count == 1)
    for _ in 0..<3 { view.setNeedsDisplay() }
    CATransaction.flush()
    #expect(painter.rects.count == 2)
    view.enableSetNeedsDisplay = false
    view.setNeedsDisplay()
    CATransaction.flush()
    #expect(painter.rects.count == 2)
    view.display()
    #expect(painter.rects.count == 3 && glGetError() == GLenum(GL_NO_ERROR))
  }

  @Test func newSizeHasNewBuffers() throws {
    let (stage, painter) = (try GLKStage(), ViewPainter())
    let view = GLKView(frame: CGRect(x: 0, y: 0, width: 16, height: 12), context: stage.gl)
    view.delegate = painter
    var sizes: [[Int]] = []
    painter.body = {
      var viewport = [GLint](repeating: 0, count: 4)
      glGetIntegerv(GLenum(GL_VIEWPORT), &viewport)
      sizes.append(viewport.suffix(2).map(Int.init))
      clear(0, 1, 0)
    }
    stage.root.addSublayer(view.layer)
    CATransaction.flush()
    CATransaction.setDisableActions(true)
    view.frame = CGRect(x: 0, y: 0, width: 20, height: 24)
    CATransaction.flush()
    view.contentScaleFactor = 2
    CATransaction.flush()
    #expect(sizes == [[16, 12], [20, 24], [40, 48]])
    #expect(try stage.pixel(19, 23) == [0, 255, 0, 255])
    #expect(try stage.pixel(20, 23) == [255, 255, 255, 255])
  }

  @Test(arguments: [GLKViewDrawableDepthFormat.formatNone, .format16, .format24])
  func buffersHaveTheBitsOfTheirFormats(depth: GLKViewDrawableDepthFormat) throws {
    for stencil in [GLKViewDrawableStencilFormat.formatNone, .format8] {
      for samples in [GLKViewDrawableMultisample.multisampleNone, .multisample4X] {
        for color in [GLKViewDrawableColorFormat.RGBA8888, .RGB565, .SRGBA8888] {
          let (stage, painter) = (try GLKStage(api: .openGLES3), ViewPainter())
          let view = GLKView(frame: stage.root.bounds, context: stage.gl)
          view.delegate = painter
          view.drawableDepthFormat = depth
          view.drawableStencilFormat = stencil
          view.drawableMultisample = samples
          view.drawableColorFormat = color
          painter.body = {
            // A depth buffer packed with a stencil has 24 bits.
            let bits =
              depth == .formatNone ? 0 : depth == .format24 || stencil == .format8 ? 24 : 16
            #expect(integer(GL_DEPTH_BITS) == bits)
            #expect(integer(GL_STENCIL_BITS) == (stencil == .format8 ? 8 : 0))
            #expect(integer(GL_SAMPLES) == (samples == .multisample4X ? 4 : 0))
            #expect(integer(GL_RED_BITS) == (color == .RGB565 ? 5 : 8))
            clear(128 / 255, 64 / 255, 0)
          }
          let expected: [UInt8] =
            switch color {
            case .RGBA8888: [128, 64, 0, 255]
            case .RGB565: [132, 65, 0, 255]
            case .SRGBA8888: [188, 137, 0, 255]
            }
          stage.root.addSublayer(view.layer)
          #expect(try stage.pixel(5, 5) == expected, "\(color) \(stencil) \(samples)")
          #expect(painter.rects.count == 1 && glGetError() == GLenum(GL_NO_ERROR))
        }
      }
    }
  }

  @Test func depthHidesWhatIsBehind() throws {
    let (stage, painter) = (try GLKStage(), ViewPainter())
    let view = GLKView(frame: stage.root.bounds, context: stage.gl)
    view.delegate = painter
    view.drawableDepthFormat = .format24
    painter.body = {
      glEnable(GLenum(GL_DEPTH_TEST))
      glClear(GLbitfield(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT))
      triangle(depth: 0, [1, 0, 0, 1])
      triangle(depth: 0.5, [0, 1, 0, 1])
    }
    stage.root.addSublayer(view.layer)
    #expect(try stage.pixel(5, 20) == [255, 0, 0, 255])
  }

  /// The lower left half of the view, as one triangle.
  private func triangle(depth: Float, _ color: [Float]) {
    let effect = GLKBaseEffect()
    effect.useConstantColor = GLboolean(GL_TRUE)
    effect.constantColor = GLKVector4Make(color[0], color[1], color[2], color[3])
    effect.prepareToDraw()
    let position = GLuint(GLKVertexAttrib.position.rawValue)
    let places: [GLfloat] = [-1, -1, depth, 1, -1, depth, -1, 1, depth]
    places.withUnsafeBufferPointer { places in
      glEnableVertexAttribArray(position)
      let (float, no) = (GLenum(GL_FLOAT), GLboolean(GL_FALSE))
      glVertexAttribPointer(position, 3, float, no, 0, places.baseAddress)
      glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
      glDisableVertexAttribArray(position)
    }
  }

  @Test func samplesSmoothEdges() throws {
    let (stage, painter) = (try GLKStage(CGSize(width: 32, height: 20)), ViewPainter())
    let view = GLKView(frame: stage.root.bounds, context: stage.gl)
    view.delegate = painter
    painter.body = {
      clear(0, 0, 0)
      triangle(depth: 0, [1, 1, 1, 1])
      // The scissor cuts the drawing, not the picture.
      glEnable(GLenum(GL_SCISSOR_TEST))
      glScissor(0, 0, 1, 1)
    }
    stage.root.addSublayer(view.layer)
    func tones(_ samples: GLKViewDrawableMultisample) throws -> Set<UInt8> {
      view.drawableMultisample = samples
      if EAGLContext.current() === stage.gl { glDisable(GLenum(GL_SCISSOR_TEST)) }
      view.setNeedsDisplay()
      let image = try stage.output.image()
      let found = (0..<640).map { pixel(image, $0 % 32, $0 / 32)[0] }
      #expect(pixel(image, 2, 17)[0] == 255 && pixel(image, 29, 2)[0] == 0)
      return Set(found)
    }
    #expect(try tones(.multisampleNone) == [0, 255])
    let smooth = try tones(.multisample4X)
    // Quarters of white: what lies between 0 and 255.
    #expect(smooth.count >= 4 && smooth.isSubset(of: [0, 63, 64, 127, 128, 191, 192, 255]))
    #expect(glIsEnabled(GLenum(GL_SCISSOR_TEST)) != 0 && glGetError() == GLenum(GL_NO_ERROR))
  }

  @Test(arguments: GLKViewDrawableMultisample.multisampleNone.rawValue...1)
  func snapshotIsThePictureAndShowsNothing(samples: Int32) throws {
    let (stage, painter) = (try GLKStage(), ViewPainter())
    let view = GLKView(frame: stage.root.bounds, context: stage.gl)
    view.delegate = painter
    view.drawableMultisample = samples == 0 ? .multisampleNone : .multisample4X
    view.enableSetNeedsDisplay = false
    painter.body = {
      clear(0, 0, 0.2, 0.2)
      fill(0, 0, 32, 4, [1, 0, 0])
    }
    stage.root.addSublayer(view.layer)
    let image = view.snapshot.cgImage
    #expect(image?.width == 32 && image?.height == 24)
    #expect(pixel(image, 3, 23) == [255, 0, 0, 255] && pixel(image, 3, 3) == [0, 0, 51, 255])
    #expect(try stage.pixel(3, 3) == [255, 255, 255, 255])
    view.layer.isOpaque = false
    #expect(pixel(view.snapshot.cgImage, 3, 3) == [0, 0, 51, 51])
    #expect(painter.rects.count == 2)
  }

  @Test func subclassesDrawThemselves() throws {
    final class Blue: GLKView {
      override func draw(_ rect: CGRect) { clear(0, 0, 1) }
    }
    let stage = try GLKStage()
    let view = Blue(frame: stage.root.bounds, context: stage.gl)
    stage.root.addSublayer(view.layer)
    #expect(try stage.pixel(5, 5) == [0, 0, 255, 255])
  }

  @Test func buffersGoWithTheView() throws {
    let stage = try GLKStage()
    try #require(EAGLContext.setCurrent(stage.gl))
    do {
      let view = GLKView(frame: stage.root.bounds, context: stage.gl)
      view.drawableDepthFormat = .format16
      view.drawableMultisample = .multisample4X
      #expect(objectCount() == 0)
      view.bindDrawable()
      #expect(objectCount() == 5 && integer(GL_FRAMEBUFFER_BINDING) != 0)
      view.deleteDrawable()
      #expect(objectCount() == 0)
      for samples in [GLKViewDrawableMultisample.multisampleNone, .multisample4X] {
        view.drawableMultisample = samples
        for _ in 0..<3 { view.display() }
      }
      #expect(objectCount() == 5)
      // Another context: the buffers of the first one go, whichever is current.
      let other = try #require(EAGLContext(api: .openGLES2))
      EAGLContext.setCurrent(other)
      view.context = other
      #expect(EAGLContext.current() === other)
      EAGLContext.setCurrent(stage.gl)
      #expect(objectCount() == 0)
      view.display()
      #expect(EAGLContext.current() === other && objectCount() == 5)
    }
    #expect(objectCount() == 0)
  }

  @Test func unsupportedSettingsAreReported() throws {
    let stage = try GLKStage()
    let view = GLKView(frame: CGRect(x: 0, y: 0, width: 8, height: 8))
    #expect(
      Diagnostics.lines { view.display() } == ["GLKView: there is no context to draw with"]
    )
    // Without a context a commit does not try.
    #expect(Diagnostics.lines { stage.root.addSublayer(view.layer) }.isEmpty)
    #expect(Diagnostics.lines { CATransaction.flush() }.isEmpty)
    view.context = stage.gl
    view.bounds.size = .zero
    let lines = Diagnostics.lines { view.bindDrawable() }
    #expect(lines.last == "GLKView: the layer gives no storage" && lines.count == 2)
    view.bounds.size = CGSize(width: Double.nan, height: 8)
    #expect(view.drawableWidth == 0)
    let unknown = Diagnostics.lines { #expect(view.snapshot.cgImage == nil) }
    #expect(unknown.count == 2)
  }
}

// MARK: - Loops

/// Notes what it is called for.
private final class GLScene: GLKViewController {
  var log: [String] = []
  var updates: [Double] = []

  override func update() {
    log.append("update")
    updates.append(timeSinceLastUpdate)
  }

  override func glkView(_ view: GLKView, drawIn rect: CGRect) {
    log.append("draw")
    // A half more of red each second.
    clear(Float(timeSinceFirstResume / 2), 0, 0)
  }
}

@MainActor
private final class Director: GLKViewControllerDelegate {
  var updates = 0
  var pauses: [Bool] = []

  func glkViewControllerUpdate(_ controller: GLKViewController) { updates += 1 }

  func glkViewController(_ controller: GLKViewController, willPause pause: Bool) {
    pauses.append(pause)
  }
}

@MainActor
@Suite(.serialized) struct GLKViewControllerTests {
  private func scene(_ stage: GLKStage) -> GLScene {
    let scene = GLScene()
    (scene.view as? GLKView)?.context = stage.gl
    scene.view.frame = stage.root.bounds
    stage.root.addSublayer(scene.view.layer)
    return scene
  }

  private func isNear(_ a: [Double], _ b: [Double]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) < 1e-9 }
  }

  @Test func framesAreUpdatedAndDrawnAtTheirTimes() throws {
    let stage = try GLKStage()
    let scene = scene(stage)
    #expect(scene.preferredFramesPerSecond == 30 && scene.framesPerSecond == 30)
    // Nothing draws before the loop begins.
    #expect(GLKitTests.pixel(try stage.output.image(at: 1), 5, 5) == [255, 255, 255, 255])
    scene.beginDisplaying(in: stage.output)
    #expect(scene.log.isEmpty)
    var reds: [UInt8] = []
    var draws: [Double] = []
    for time in [2, 2.25, 2.5, 3.5] {
      reds.append(GLKitTests.pixel(try stage.output.image(at: time), 5, 5)[0])
      draws.append(scene.timeSinceLastDraw)
    }
    #expect(scene.log == Array(repeating: ["update", "draw"], count: 4).flatMap { $0 })
    #expect(isNear(scene.updates, [0, 0.25, 0.25, 1]) && scene.framesDisplayed == 4)
    // Each picture shows what was drawn for it.
    #expect(reds == [0, 32, 64, 191] && draws == [0, 0, 0, 0])
    #expect(isNear([scene.timeSinceFirstResume, scene.timeSinceLastResume], [1.5, 1.5]))
    scene.endDisplaying()
    #expect(GLKitTests.pixel(try stage.output.image(at: 9), 5, 5) == [191, 0, 0, 255])
    #expect(scene.framesDisplayed == 4)
  }

  @Test func pausesLeaveNoGap() throws {
    let (stage, director) = (try GLKStage(), Director())
    let scene = scene(stage)
    scene.beginDisplaying(in: stage.output)
    _ = try stage.output.image(at: 1)
    _ = try stage.output.image(at: 1.5)
    scene.delegate = director
    scene.isPaused = true
    scene.isPaused = true
    _ = try stage.output.image(at: 2)
    #expect(scene.framesDisplayed == 2 && director.pauses == [true] && director.updates == 0)
    scene.isPaused = false
    scene.delegate = nil
    for time in [5, 5.125] { _ = try stage.output.image(at: time) }
    #expect(isNear(scene.updates, [0, 0.5, 0, 0.125]) && director.pauses == [true, false])
    #expect(isNear([scene.timeSinceLastResume, scene.timeSinceFirstResume], [0.125, 4.125]))
    // A delegate replaces `update`.
    scene.delegate = director
    _ = try stage.output.image(at: 6)
    #expect(director.updates == 1 && scene.updates.count == 4 && scene.framesDisplayed == 5)
  }

  @Test func ratesAreWholeFractionsOfTheOutput() {
    let scene = GLScene()
    for (preferred, rate) in [(60, 60), (30, 30), (25, 30), (20, 20), (19, 20), (0, 60), (100, 60)]
    {
      scene.preferredFramesPerSecond = preferred
      #expect(scene.framesPerSecond == rate)
    }
  }

  /// Frames of the machine's own clock: at most every second one.
  @Test func loopsFollowTheRunLoop() throws {
    var options = CAContext.Options()
    options.isRealTime = true
    let output = try CAContext(size: CGSize(width: 8, height: 8), options: options)
    let gl = try #require(EAGLContext(api: .openGLES2))
    let scene = GLScene()
    (scene.view as? GLKView)?.context = gl
    scene.view.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
    output.layer = scene.view.layer
    scene.beginDisplaying(in: output, forMode: .default)
    let end = Date(timeIntervalSinceNow: 60)
    while scene.framesDisplayed < 3, Date() < end {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
    }
    scene.endDisplaying()
    #expect(scene.framesDisplayed >= 3 && scene.updates.first == 0)
    for duration in scene.updates.dropFirst() {
      let frames = duration * 60
      #expect(frames > 1.5 && abs(frames - frames.rounded()) < 1e-6)
    }
    EAGLContext.setCurrent(nil)
  }

  /// A window shows the view, and the loop runs while it is shown.
  @Test func windowsBeginAndEndTheLoop() throws {
    let gl = try #require(EAGLContext(api: .openGLES2))
    let scene = GLScene()
    (scene.view as? GLKView)?.context = gl
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 20, height: 12))
    window.rootViewController = scene
    window.makeKeyAndVisible()
    #expect(scene.view.frame == window.bounds && scene.view.window === window)
    for time in [1, 1.5] { _ = try window.image(at: time) }
    #expect(isNear(scene.updates, [0, 0.5]) && scene.framesDisplayed == 2)
    #expect(GLKitTests.pixel(try window.image(at: 2), 5, 5) == [128, 0, 0, 255])
    window.isHidden = true
    #expect(scene.framesDisplayed == 3)
    EAGLContext.setCurrent(nil)
  }

  /// The loop does not keep its controller.
  @Test func controllersEndTheirLoop() throws {
    let stage = try GLKStage()
    weak var gone: GLScene?
    do {
      let scene = scene(stage)
      scene.beginDisplaying(in: stage.output)
      _ = try stage.output.image(at: 1)
      #expect(scene.framesDisplayed == 1)
      gone = scene
    }
    #expect(gone == nil)
    _ = try stage.output.image(at: 2)
    EAGLContext.setCurrent(stage.gl)
    #expect(objectCount() == 0)
  }
}
