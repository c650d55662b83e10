// Contexts of OpenGL ES, drawables, and what layers show of them.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import OpenGLES
@testable import QuartzCore
import QuartzGLES
import QuartzModel
import QuartzPlan
import Synchronization
import TestClaims
import TestPlatform
import Testing

/// A drawable that is no layer.
private final class Stranger: EAGLDrawable {
  var drawableProperties: [AnyHashable: Any]?
}

// Serialized because: what is reported goes to one place.
@Suite(.serialized) struct EAGLTests {
  @Test func layerHasTheDefaultsOfItsClass() {
    let layer = CAEAGLLayer()
    #expect(layer.isOpaque && !layer.presentsWithTransaction && layer.drawableProperties == nil)
    #expect(layer.contents is CAContentSlot && !CALayer().isOpaque)
  }

  @Test(.shows("CAEAGLLayer"), arguments: GLWay.allCases, [1.0, 2.0])
  func storageHasTheSizeOfTheLayerInPixels(way: GLWay, scale: Double) throws {
    let stage = try GLStage(way, size: CGSize(width: 30, height: 20), scale: scale)
    #expect(stage.allocate())
    #expect(stage.parameters == [GLint(30 * scale), GLint(20 * scale)])
    let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
    #expect(status == GLenum(GL_FRAMEBUFFER_COMPLETE))
    stage.clear(0, 0.5, 1)
    #expect(stage.present())
    #expect(try stage.pixel(3, 3) == [0, 128, 255, 255])
    #expect(glGetError() == GLenum(GL_NO_ERROR))
  }

  /// GL's rows go up, those of pictures go down.
  @Test(arguments: GLWay.allCases) func rowsAreFromTheTop(way: GLWay) throws {
    let stage = try GLStage(way)
    stage.allocate()
    stage.clear(0, 0, 0)
    glEnable(GLenum(GL_SCISSOR_TEST))
    glScissor(0, 0, 32, 10)
    stage.clear(1, 0, 0)
    stage.present()
    #expect(try stage.pixel(5, 40) == [255, 0, 0, 255])
    #expect(try stage.pixel(5, 37) == [0, 0, 0, 255])
    #expect(try stage.pixel(40, 40) == [0, 0, 0, 255])
    #expect(try stage.pixel(31, 38) == [255, 0, 0, 255])
  }

  /// The program's settings of reading are not used, and stay.
  @Test(arguments: [GLWay.version3, .late]) func presentLeavesTheStateAlone(way: GLWay) throws {
    let stage = try GLStage(way, size: CGSize(width: 33, height: 20))
    stage.allocate()
    stage.clear(0, 1, 0)
    var buffer: GLuint = 0
    glGenBuffers(1, &buffer)
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), buffer)
    glPixelStorei(GLenum(GL_PACK_ROW_LENGTH), 77)
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 8)
    glPixelStorei(GLenum(GL_PACK_SKIP_ROWS), 3)
    #expect(stage.present())
    #expect(try stage.pixel(32, 19) == [0, 255, 0, 255])
    #expect(glGetError() == GLenum(GL_NO_ERROR))
    func integer(_ name: Int32) -> GLint {
      var value: GLint = 0
      glGetIntegerv(GLenum(name), &value)
      return value
    }
    #expect(integer(GL_PACK_ROW_LENGTH) == 77 && integer(GL_PACK_ALIGNMENT) == 8)
    #expect(integer(GL_PACK_SKIP_ROWS) == 3)
    #expect(integer(GL_PIXEL_PACK_BUFFER_BINDING) == GLint(buffer))
    #expect(integer(GL_FRAMEBUFFER_BINDING) == GLint(stage.buffers.framebuffer))
    #expect(integer(GL_RENDERBUFFER_BINDING) == GLint(stage.buffers.renderbuffer))
    glDeleteBuffers(1, &buffer)
  }

  /// The alpha of an opaque layer counts as 1, that of another one is premultiplied.
  @Test(.shows("CAEAGLLayer.isOpaque"), arguments: GLWay.allCases) func opaquenessIsTheLayers(
    way: GLWay
  ) throws {
    let stage = try GLStage(way)
    stage.allocate()
    stage.clear(0.2, 0, 0, 0.2)
    stage.present()
    #expect(try stage.pixel(5, 5) == [51, 0, 0, 255])
    stage.layer.isOpaque = false
    stage.allocate()
    stage.clear(0.2, 0, 0, 0.2)
    stage.present()
    #expect(try stage.pixel(5, 5) == [255, 204, 204, 255])
  }

  @Test(.shows("CAEAGLLayer.drawableProperties"), arguments: [GLWay.version3, .late]) func formats(
    way: GLWay
  ) throws {
    let stage = try GLStage(way)
    stage.layer.isOpaque = false
    for (format, expected) in [
      (kEAGLColorFormatRGBA8, [128, 64, 0, 255]), (kEAGLColorFormatRGB565, [132, 65, 0, 255]),
      // Linear values are encoded when they are written.
      (kEAGLColorFormatSRGBA8, [188, 137, 0, 255]),
    ] as [(String, [UInt8])] {
      stage.layer.drawableProperties = [
        kEAGLDrawablePropertyRetainedBacking: false, kEAGLDrawablePropertyColorFormat: format,
      ]
      #expect(stage.allocate())
      stage.clear(128 / 255, 64 / 255, 0, 1)
      #expect(stage.present())
      #expect(try stage.pixel(5, 5) == expected, "\(format)")
    }
  }

  /// LW-D-6.14a.
  @Test(arguments: GLWay.allCases) func storageOfAnotherSizeShowsInTheNewBounds(way: GLWay) throws {
    let stage = try GLStage(way)
    stage.allocate()
    stage.clear(1, 0, 0)
    stage.present()
    CATransaction.setDisableActions(true)
    stage.layer.frame = CGRect(x: 0, y: 0, width: 32, height: 24)
    CATransaction.flush()
    // The last present is stretched until the next one.
    #expect(try stage.pixel(31, 23) == [255, 0, 0, 255])
    #expect(try stage.pixel(33, 23) == [255, 255, 255, 255])
    stage.allocate()
    #expect(stage.parameters == [32, 24])
    stage.clear(0, 0, 1)
    stage.present()
    #expect(try stage.pixel(31, 23) == [0, 0, 255, 255])
  }

  @Test(arguments: GLWay.allCases) func presentAtATimeWaitsForIt(way: GLWay) throws {
    let stage = try GLStage(way)
    stage.allocate()
    stage.clear(1, 0, 0)
    stage.present()
    let time = CACurrentMediaTime() + 100
    stage.clear(0, 1, 0)
    #expect(stage.gl.presentRenderbuffer(Int(GL_RENDERBUFFER), atTime: time))
    #expect(try stage.pixel(5, 5, at: time - 1) == [255, 0, 0, 255])
    #expect(try stage.pixel(5, 5, at: time) == [0, 255, 0, 255])
  }

  /// The picture before shows for so long at least, whatever it was presented for.
  @Test(arguments: GLWay.allCases) func presentAfterADurationWaitsForIt(way: GLWay) throws {
    let stage = try GLStage(way)
    stage.allocate()
    stage.clear(1, 0, 0)
    #expect(stage.gl.presentRenderbuffer(Int(GL_RENDERBUFFER), afterMinimumDuration: 1000))
    let first = CACurrentMediaTime()
    #expect(try stage.pixel(5, 5) == [255, 0, 0, 255])
    stage.clear(0, 1, 0)
    #expect(stage.gl.presentRenderbuffer(Int(GL_RENDERBUFFER), afterMinimumDuration: 100))
    let second = CACurrentMediaTime()
    #expect(try stage.pixel(5, 5, at: first + 99) == [255, 0, 0, 255])
    #expect(try stage.pixel(5, 5, at: second + 100) == [0, 255, 0, 255])
    stage.clear(0, 0, 1)
    #expect(stage.gl.presentRenderbuffer(Int(GL_RENDERBUFFER), afterMinimumDuration: 50))
    #expect(try stage.pixel(5, 5, at: first + 149) == [0, 255, 0, 255])
    #expect(try stage.pixel(5, 5, at: second + 150) == [0, 0, 255, 255])
    let lines = reports {
      #expect(!stage.gl.presentRenderbuffer(Int(GL_RENDERBUFFER), afterMinimumDuration: .nan))
    }
    #expect(lines == ["EAGLContext: presentRenderbuffer: nan is no time"])
  }

  @Test(.shows("CAEAGLLayer.presentsWithTransaction"), arguments: GLWay.allCases)
  func presentWithTransactionWaitsForIt(way: GLWay) throws {
    let stage = try GLStage(way)
    stage.layer.presentsWithTransaction = true
    stage.allocate()
    for (red, expected) in [(Float(1), UInt8(255)), (0, 0), (1, 255), (0, 0)] {
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      let before = try stage.pixel(5, 5)
      stage.clear(red, 0, 0)
      #expect(stage.present())
      stage.layer.opacity = 1
      #expect(try stage.pixel(5, 5) == before)
      CATransaction.commit()
      CATransaction.flush()
      #expect(try stage.pixel(5, 5) == [expected, 0, 0, 255])
    }
    #expect(stage.layer.slot.buffersInUse <= 3)
  }

  /// The processor would wait for itself; who wants it has it so.
  @Test func presentsWaitWhereTheProcessorDraws() throws {
    let context = try #require(EAGLContext(api: .openGLES3))
    let isSoftware = EGLReport.probe().chosen?.driver.isSoftware == true
    #expect(context.isMultiThreaded == !isSoftware)
    context.isMultiThreaded.toggle()
    #expect(context.isMultiThreaded == isSoftware)
    let other = try #require(EAGLContext(api: .openGLES3, sharegroup: context.sharegroup))
    #expect(other.isMultiThreaded == !isSoftware)
    var (major, minor): (UInt32, UInt32) = (0, 9)
    EAGLGetVersion(&major, &minor)
    #expect(major == 1 && minor == 0)
  }

  @Test func groupsShareTheirObjects() throws {
    let group = try #require(EAGLContext(api: .openGLES2)).sharegroup
    let stage = try GLStage(sharegroup: group)
    stage.allocate()
    stage.clear(0, 1, 0)
    glFinish()
    let other = try #require(EAGLContext(api: .openGLES3, sharegroup: group))
    #expect(other.sharegroup === group && EAGLContext.setCurrent(other))
    glBindRenderbuffer(GLenum(GL_RENDERBUFFER), stage.buffers.renderbuffer)
    #expect(other.presentRenderbuffer(Int(GL_RENDERBUFFER)))
    #expect(try stage.pixel(5, 5) == [0, 255, 0, 255])
    let stranger = try #require(EAGLContext(api: .openGLES2))
    EAGLContext.setCurrent(stranger)
    #expect(glIsRenderbuffer(stage.buffers.renderbuffer) == GLboolean(GL_FALSE))
  }

  @Test func currentContextIsTheThreads() throws {
    let context = try #require(EAGLContext(api: .openGLES2))
    #expect(EAGLContext.setCurrent(context) && EAGLContext.current() === context)
    let lines = reports {
      let seen = Mutex<[Bool]>([])
      let joined = DispatchSemaphore(value: 0)
      Thread {
        let none = EAGLContext.current() == nil
        let result = EAGLContext.setCurrent(context)
        seen.withLock { $0 = [none, result] }
        joined.signal()
      }.start()
      joined.wait()
      #expect(seen.withLock { $0 } == [true, false])
    }
    #expect(lines.count == 1 && lines[0].contains("it may be so on another thread"))
    #expect(EAGLContext.setCurrent(nil) && EAGLContext.current() == nil)
  }

  /// The renderer of the same thread gives it back.
  @Test func currentContextIsNotTheRenderers() throws {
    let stage = try GLStage()
    stage.allocate()
    let backend = try GLESBackend(.ofTests)
    #expect(EAGLContext.current() === stage.gl)
    try backend.createOutput(1, width: 8, height: 8)
    #expect(EAGLContext.current() === stage.gl)
    stage.clear(0, 1, 0)
    #expect(stage.present())
    #expect(try stage.pixel(5, 5) == [0, 255, 0, 255])
    // A lost renderer frees no object of the program.
    backend.loseContext()
    #expect(throws: RenderError.contextLost) {
      try backend.createOutput(2, width: 8, height: 8)
    }
    #expect(EAGLContext.current() === stage.gl)
  }

  @Test func aLostRendererLeavesTheProgramsObjects() throws {
    let stage = try GLStage()
    stage.allocate()
    do {
      let backend = try GLESBackend(.ofTests)
      for output in 1...20 { try backend.createOutput(UInt32(output), width: 8, height: 8) }
      backend.loseContext()
    }
    #expect(EAGLContext.current() === stage.gl)
    #expect(glIsRenderbuffer(stage.buffers.renderbuffer) == GLboolean(GL_TRUE))
    #expect(glIsFramebuffer(stage.buffers.framebuffer) == GLboolean(GL_TRUE))
    stage.clear(0, 0, 1)
    #expect(stage.present())
    #expect(try stage.pixel(5, 5) == [0, 0, 255, 255])
  }

  @Test func badCallsSayWhy() throws {
    let stage = try GLStage()
    func line(_ expected: String, _ call: () -> Bool) {
      let lines = reports { #expect(!call()) }
      #expect(lines == ["EAGLContext: " + expected])
    }
    line(
      "presentRenderbuffer: renderbuffer \(stage.buffers.renderbuffer) has no storage from a drawable"
    ) {
      stage.present()
    }
    stage.layer.bounds.size = .zero
    line("renderbufferStorage: a drawable of 0.0 x 0.0 pixels: both must be at least 1") {
      stage.allocate()
    }
    stage.layer.bounds.size = CGSize(width: 16385, height: 1)
    line(
      "renderbufferStorage: a drawable of 16385.0 x 1.0 pixels: at most 16384 a side are possible"
    ) { stage.allocate() }
    stage.layer.bounds.size = CGSize(width: Double.nan, height: 1)
    line("renderbufferStorage: a drawable of nan x 1.0 pixels: both must be at least 1") {
      stage.allocate()
    }
    stage.layer.bounds.size = CGSize(width: 8, height: 8)
    stage.layer.drawableProperties = [kEAGLDrawablePropertyColorFormat: "RGBA32"]
    line("renderbufferStorage: the colour format RGBA32 is unknown") { stage.allocate() }
    stage.layer.drawableProperties = nil
    line("renderbufferStorage: Stranger is no layer that shows renderbuffers") {
      stage.gl.renderbufferStorage(Int(GL_RENDERBUFFER), from: Stranger())
    }
    line("presentRenderbuffer: target 0xde1: only GL_RENDERBUFFER, 0x8d41, is possible") {
      stage.gl.presentRenderbuffer(Int(GL_TEXTURE_2D))
    }
    #expect(stage.allocate())
    glRenderbufferStorage(GLenum(GL_RENDERBUFFER), GLenum(GL_RGBA4), 4, 4)
    line(
      "presentRenderbuffer: renderbuffer \(stage.buffers.renderbuffer) has other storage since: 4 x 4, "
        + "not 8 x 8 pixels"
    ) { stage.present() }
    #expect(stage.allocate())
    line("presentRenderbuffer: inf is no time") {
      stage.gl.presentRenderbuffer(Int(GL_RENDERBUFFER), atTime: .infinity)
    }
    glBindRenderbuffer(GLenum(GL_RENDERBUFFER), 0)
    line("presentRenderbuffer: no renderbuffer is bound") { stage.present() }
    EAGLContext.setCurrent(nil)
    line("presentRenderbuffer: the context is not current on this thread") { stage.present() }
    let lines = reports { #expect(EAGLContext(api: .openGLES1) == nil) }
    #expect(lines.count == 1)
  }

  /// A drawable that is taken away, or gone.
  @Test func storageEndsWithTheDrawable() throws {
    let stage = try GLStage()
    stage.allocate()
    #expect(stage.gl.renderbufferStorage(Int(GL_RENDERBUFFER), from: nil))
    #expect(stage.parameters == [0, 0])
    let lines = reports { #expect(!stage.present()) }
    #expect(lines.count == 1 && lines[0].contains("has no storage"))
    do {
      let layer = CAEAGLLayer()
      layer.bounds.size = CGSize(width: 4, height: 4)
      #expect(stage.gl.renderbufferStorage(Int(GL_RENDERBUFFER), from: layer))
    }
    let gone = reports { #expect(!stage.present()) }
    #expect(gone == ["EAGLContext: presentRenderbuffer: the drawable is gone"])
  }

  /// A present leaves nothing in GL but what the program made.
  @Test(arguments: [GLWay.version2, .version3]) func presentsLeaveNoObjects(way: GLWay) throws {
    let stage = try GLStage(way)
    stage.allocate()
    #expect(objectCount() == 2)
    for _ in 0..<20 {
      stage.clear(1, 0, 0)
      stage.present()
    }
    stage.layer.bounds.size = CGSize(width: 30, height: 30)
    stage.allocate()
    stage.present()
    #expect(objectCount() == 2)
    stage.deleteBuffers()
    #expect(objectCount() == 0)
  }

  /// Looks of layers apply to what GL drew as to any contents.
  @Test func looksApply() throws {
    let stage = try GLStage(size: CGSize(width: 64, height: 64))
    stage.allocate()
    stage.clear(1, 0, 0)
    stage.present()
    CATransaction.setDisableActions(true)
    stage.layer.frame = CGRect(x: 8, y: 8, width: 48, height: 48)
    stage.layer.cornerRadius = 20
    stage.layer.masksToBounds = true
    stage.layer.borderWidth = 4
    stage.layer.borderColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    CATransaction.flush()
    #expect(try stage.pixel(9, 9) == [255, 255, 255, 255])
    #expect(try stage.pixel(32, 9) == [0, 0, 255, 255])
    #expect(try stage.pixel(32, 32) == [255, 0, 0, 255])
    CATransaction.setDisableActions(true)
    stage.layer.transform = CATransform3DMakeScale(0.5, 0.5, 1)
    CATransaction.flush()
    #expect(try stage.pixel(32, 16) == [255, 255, 255, 255])
    #expect(try stage.pixel(32, 32) == [255, 0, 0, 255])
  }

  @Test func masksAndShadowsApply() throws {
    let stage = try GLStage(size: CGSize(width: 64, height: 64))
    stage.allocate()
    stage.clear(1, 0, 0)
    stage.present()
    CATransaction.setDisableActions(true)
    stage.layer.frame = CGRect(x: 8, y: 8, width: 32, height: 32)
    stage.layer.shadowOpacity = 1
    stage.layer.shadowRadius = 0
    stage.layer.shadowOffset = CGSize(width: 10, height: 10)
    CATransaction.flush()
    #expect(try stage.pixel(32, 32) == [255, 0, 0, 255])
    #expect(try stage.pixel(45, 45) == [0, 0, 0, 255])
    #expect(try stage.pixel(12, 45) == [255, 255, 255, 255])
    CATransaction.setDisableActions(true)
    stage.layer.shadowOpacity = 0
    let mask = CALayer()
    mask.frame = CGRect(x: 0, y: 0, width: 16, height: 32)
    mask.backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 0.5)
    stage.layer.mask = mask
    CATransaction.flush()
    #expect(try stage.pixel(12, 32) == [255, 127, 127, 255])
    #expect(try stage.pixel(28, 32) == [255, 255, 255, 255])
  }
}
