// A backend leaves no objects in GL.
// Licensed under the MIT license; see LICENSE.

import CQuartzGLES
import Dispatch
import QuartzMath
import QuartzModel
import Synchronization
import TestPlatform
import Testing

@testable import QuartzGLES
@testable import QuartzPlan

@Suite(.enabled(if: GLMachine.isAvailable, GLMachine.reason))
struct ObjectTests {
  private func pixels(_ width: Int, _ height: Int) throws -> PixelBuffer {
    try [UInt8](repeating: 128, count: width * height * 4).withUnsafeBytes {
      try PixelBuffer(
        width: width,
        height: height,
        rowBytes: width * 4,
        isOpaque: false,
        copying: $0
      )
    }
  }

  /// An image with a shadow, in a group, that is masked: textures, coverage and targets.
  private func scene() throws -> Commit {
    var commit = Commit()
    commit.createdImages = [.init(ImageID(1), try pixels(300, 300))]
    commit.created = (1...4).map { .init(LayerID($0), .layer) }
    var shown = PropertyBag()
    shown[.bounds] = .rect(Rect(0, 0, 100, 100))
    shown[.position] = .point(Point(60, 60))
    shown[.contents] = .image(ImageID(1))
    shown[.shadowOpacity] = .number(1)
    var group = PropertyBag()
    group[.bounds] = .rect(Rect(0, 0, 120, 120))
    group[.position] = .point(Point(64, 64))
    group[.opacity] = .number(0.5)
    var mask = PropertyBag()
    mask[.bounds] = .rect(Rect(0, 0, 90, 90))
    mask[.position] = .point(Point(60, 60))
    mask[.backgroundColor] = .color(.white)
    mask[.cornerRadius] = .number(20)
    commit.changes = [.init(LayerID(2), group), .init(LayerID(3), shown), .init(LayerID(4), mask)]
    commit.sublayers = [
      .init(LayerID(1), [LayerID(2)]), .init(LayerID(2), [LayerID(3)], mask: LayerID(4)),
    ]
    commit.root = LayerID(1)
    return commit
  }

  /// Tools that show frames see the name of every object, and the passes as groups.
  @Test func objectsAndPassesHaveNames() throws {
    let backend = try debugBackend()
    let context = try ContextRenderer(
      context: 7,
      configuration: ContextConfiguration(width: 128, height: 128),
      backend: backend
    )
    try context.apply(scene())
    try context.render(at: 0)
    #expect(backend.takeDriverMessages() == [])
    let labels = try backend.objectLabels()
    #expect(labels.count > 10)
    #expect(labels.filter { $0.hasSuffix(" ") } == [])
    for name in ["texture output of context 7", "framebuffer output of context 7"] {
      #expect(labels.contains(name), "\(labels)")
    }
    #expect(labels.contains { $0.hasPrefix("texture image 300 x 300") })
    #expect(labels.contains { $0.hasPrefix("program composite") })
    let groups = backend.commandGroups
    #expect(groups.first == "frame 1 of context 7")
    #expect(groups.dropFirst().allSatisfy { $0.hasPrefix("pass ") })
    #expect(groups.last?.hasSuffix(", 128 x 128") == true, "\(groups)")
    context.close()
  }

  /// Backends of one thread, and of several at once, do not get into each other's way.
  @Test func backendsAreApart() throws {
    let scene = try scene()
    @Sendable func draw(_ backend: GLESBackend, _ frames: Int) throws -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: 128 * 128 * 4)
      for _ in 0..<frames {
        let context = try ContextRenderer(
          context: 1,
          configuration: ContextConfiguration(width: 128, height: 128),
          backend: backend
        )
        try context.apply(scene)
        try context.render(at: 0)
        try bytes.withUnsafeMutableBytes { try context.read(into: $0, rowBytes: 128 * 4) }
        context.close()
      }
      return bytes
    }
    let first = try debugBackend()
    let expected = try draw(first, 1)
    do {
      let lost = try debugBackend()
      _ = try draw(lost, 1)
      lost.loseContext()
      #expect(throws: RenderError.contextLost) { try draw(lost, 1) }
    }
    #expect(try draw(first, 1) == expected)
    let pictures = Mutex<[[UInt8]]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      guard let backend = try? GLESBackend(.ofTests), let bytes = try? draw(backend, 10) else {
        return
      }
      pictures.withLock { $0.append(bytes) }
    }
    #expect(pictures.withLock { $0 } == Array(repeating: expected, count: 4))
    #expect(first.takeDriverMessages() == [])
  }

  /// The error of a call is reported once.
  @Test func driversTellWhatIsWrong() throws {
    var preferences = GLESPreferences.ofTests
    preferences.isDebug = true
    var report = EGLReport()
    var context = try GLContext.open(preferences, &report)
    defer { context.leave() }
    let setCallback = context.setDebugCallback
    let set = try #require(setCallback)
    let log = DriverLog()
    log.attach(set)
    defer { DriverLog.detach(set) }
    glEnable(GLenum(0xDEAD))
    #expect(glGetError() == GLenum(GL_INVALID_ENUM))
    let messages = log.take()
    #expect(messages.count == 1 && messages[0].contains("GL_INVALID_ENUM"))
    glDisable(GLenum(GL_BLEND))
    #expect(log.take() == [])
  }

  /// With pictures of every size that were presented in between.
  @Test func backendsLeaveNothing() throws {
    let backend = try debugBackend()
    let context = try ContextRenderer(
      context: 1,
      configuration: ContextConfiguration(width: 128, height: 128),
      backend: backend
    )
    try context.apply(scene())
    for (frame, side) in [300, 300, 20, 700, 300].enumerated() {
      try context.present(ImagePresent(ImageID(1), pixels(side, side)))
      try context.render(at: Double(frame))
    }
    #expect(backend.takeDriverMessages() == [])
    #expect(try backend.objectCount() > 10)
    try backend.deleteObjects()
    let left = try backend.objectCount()
    #expect(left == 0)
  }
}
