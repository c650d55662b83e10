// The storage of a renderbuffer that a layer shows, and how pictures get from one to the other.
// Licensed under the MIT license; see LICENSE.

package import CQuartzGLES
package import CoreGraphics
import Foundation
package import QuartzCore
import QuartzGLES
import QuartzModel

/// The reason why a renderbuffer has no storage, or was not presented.
package enum DrawableProblem: Error, CustomStringConvertible {
  case notCurrent
  case wrongTarget(Int)
  case nothingBound
  case unknownDrawable(String)
  case noSize(width: Double, height: Double)
  case tooLarge(width: Double, height: Double, limit: Int)
  case unknownFormat(String)
  case refusedFormat(String, code: UInt32)
  case noMemory(width: Int, height: Int)
  case noStorage(UInt32)
  case otherStorage(renderbuffer: UInt32, expected: String, found: String)
  case notReadable(code: UInt32)
  case noLayer
  case invalidTime(Double)
  case allInUse(count: Int)
  /// GL did not finish in time, or its context was lost.
  case notDone
  case refused(String)

  /// The problem that an error describes.
  init(_ error: any Error) {
    self = error as? DrawableProblem ?? .refused("\(error)")
  }

  package var description: String {
    switch self {
    case .notCurrent: "the context is not current on this thread"
    case .wrongTarget(let target):
      "target 0x\(String(target, radix: 16)): only GL_RENDERBUFFER, 0x8d41, is possible"
    case .nothingBound: "no renderbuffer is bound"
    case .unknownDrawable(let type): "\(type) is no layer that shows renderbuffers"
    case .noSize(let width, let height):
      "a drawable of \(width) x \(height) pixels: both must be at least 1"
    case .tooLarge(let width, let height, let limit):
      "a drawable of \(width) x \(height) pixels: at most \(limit) a side are possible"
    case .unknownFormat(let format): "the colour format \(format) is unknown"
    case .refusedFormat(let format, let code):
      "the driver has no renderbuffers of \(format): error 0x\(String(code, radix: 16))"
    case .noMemory(let width, let height):
      "no memory for a renderbuffer of \(width) x \(height) pixels"
    case .noStorage(let name): "renderbuffer \(name) has no storage from a drawable"
    case .otherStorage(let name, let expected, let found):
      "renderbuffer \(name) has other storage since: \(found), not \(expected) pixels"
    case .notReadable(let code):
      "the renderbuffer cannot be read: error 0x\(String(code, radix: 16))"
    case .noLayer: "the drawable is gone"
    case .invalidTime(let time): "\(time) is no time"
    case .allInUse(let count):
      "all \(count) buffers of the layer are in use; the picture before stays"
    case .notDone: "GL has not drawn it within \(PendingWork.longestWait) seconds"
    case .refused(let reason): reason
    }
  }
}

/// A format of renderbuffers.
package enum DrawableFormat {
  case rgba8, rgb565, srgba8

  /// The format that a drawable asks for.
  init(_ properties: [AnyHashable: Any]?) throws(DrawableProblem) {
    let value = properties?[kEAGLDrawablePropertyColorFormat]
    try self.init(named: value.map { "\($0)" } ?? kEAGLColorFormatRGBA8)
  }

  /// A format by the name that the public constants give it.
  init(named name: String) throws(DrawableProblem) {
    switch name {
    case kEAGLColorFormatRGBA8: self = .rgba8
    case kEAGLColorFormatRGB565: self = .rgb565
    case kEAGLColorFormatSRGBA8: self = .srgba8
    default: throw .unknownFormat(name)
    }
  }

  package var internalFormat: GLenum {
    switch self {
    case .rgba8: GLenum(GL_RGBA8)
    case .rgb565: GLenum(GL_RGB565)
    case .srgba8: GLenum(GL_SRGB8_ALPHA8)
    }
  }

  /// Buffers of the device for pictures of this format; nil if there are none.
  ///
  /// A context of the display must be current.
  func makeBuffers(_ display: ClientDisplay, width: Int, height: Int) -> DeviceBuffers? {
    // A copy from framebuffer to framebuffer would decode colours encoded as sRGB.
    self == .srgba8 ? nil : DeviceBuffers(display, width: width, height: height)
  }

  /// The name that the public constants give it.
  package var name: String {
    switch self {
    case .rgba8: kEAGLColorFormatRGBA8
    case .rgb565: kEAGLColorFormatRGB565
    case .srgba8: kEAGLColorFormatSRGBA8
    }
  }
}

/// The size of a layer on its output in pixels: its bounds times its `contentsScale`, rounded.
package struct DrawableSize: Equatable {
  let width: Int
  let height: Int

  /// Returns the size that a layer asks for, possible or not.
  package static func wanted(by layer: CALayer) -> (width: CGFloat, height: CGFloat) {
    (
      (layer.bounds.width * layer.contentsScale).rounded(),
      (layer.bounds.height * layer.contentsScale).rounded()
    )
  }

  /// The size of a layer's drawing by the current context.
  init(of layer: CALayer) throws(DrawableProblem) {
    let (width, height) = DrawableSize.wanted(by: layer)
    // NaN fails both.
    guard width >= 1, height >= 1 else { throw .noSize(width: width, height: height) }
    let limit = GL.integer(GLenum(GL_MAX_RENDERBUFFER_SIZE))
    guard width <= Double(limit), height <= Double(limit) else {
      throw .tooLarge(width: width, height: height, limit: limit)
    }
    (self.width, self.height) = (Int(width), Int(height))
  }

  /// The same; nil for a layer that has no size.
  init?(ofNonEmpty layer: CALayer) throws(DrawableProblem) {
    if layer.bounds.isEmpty { return nil }
    try self.init(of: layer)
  }
}

/// The time at which a present shows.
enum PresentMoment {
  case next
  /// At this time at the earliest, in seconds of the layer's context.
  case at(Double)
  /// When the previous present has been shown for at least this duration, in seconds.
  case after(Double)

  /// The earliest time to show at; nil is now.
  ///
  /// - Parameter last: The earliest time at which the previous present shows.
  func time(after last: Double) throws(DrawableProblem) -> Double? {
    switch self {
    case .next: return nil
    case .at(let time):
      guard time.isFinite else { throw .invalidTime(time) }
      return time
    case .after(let duration):
      guard duration.isFinite else { throw .invalidTime(duration) }
      let time = last + duration
      return time > CACurrentMediaTime() ? time : nil
    }
  }
}

/// The storage that a renderbuffer gets from its layer.
final class DrawableStorage: Sendable {
  let width: Int
  let height: Int
  private let isOpaque: Bool
  private let pictures: RenderbufferPictures
  // Safe because: a weak reference may be read from any thread; the layer is used on the thread
  // that presents, which is its own if it presents with transactions, and else for its slot alone.
  private nonisolated(unsafe) weak let layer: CAEAGLLayer?

  /// Gives the bound renderbuffer storage of the size and the format that a layer asks for.
  ///
  /// A context of the group must be current.
  init(_ layer: CAEAGLLayer, _ group: EAGLSharegroup) throws(DrawableProblem) {
    let size = try DrawableSize(of: layer)
    (width, height) = (size.width, size.height)
    let format = try DrawableFormat(layer.drawableProperties)
    GL.dropErrors()
    glRenderbufferStorage(
      GLenum(GL_RENDERBUFFER),
      format.internalFormat,
      GLsizei(width),
      GLsizei(height)
    )
    switch glGetError() {
    case GLenum(GL_NO_ERROR): break
    case GLenum(GL_OUT_OF_MEMORY): throw .noMemory(width: width, height: height)
    case let code: throw .refusedFormat(format.name, code: code)
    }
    isOpaque = layer.isOpaque || format == .rgb565
    pictures = RenderbufferPictures(format, group, width: width, height: height)
    self.layer = layer
  }

  /// Shows the bound renderbuffer, which has this storage.
  ///
  /// - Parameters:
  ///   - moment: When to show it.
  ///   - isLate: Whether to return before GL has drawn, if the driver can do that.
  func present(
    _ name: UInt32,
    _ moment: PresentMoment,
    isLate: Bool
  ) throws(DrawableProblem) {
    guard let layer else { throw .noLayer }
    let time = try moment.time(after: layer.lastShow.withLock { $0 })
    let found = (
      DrawableStorage.parameter(GL_RENDERBUFFER_WIDTH),
      DrawableStorage.parameter(GL_RENDERBUFFER_HEIGHT)
    )
    guard found == (width, height) else {
      throw .otherStorage(
        renderbuffer: name,
        expected: "\(width) x \(height)",
        found: "\(found.0) x \(found.1)"
      )
    }
    let slot = layer.slot
    if layer.presentsWithTransaction {
      layer.presentInTransaction(try pictures.picture(of: name, for: slot, isOpaque: isOpaque))
    } else {
      try pictures.present(name, in: slot, isOpaque: isOpaque, at: time, isLate: isLate)
    }
    layer.lastShow.withLock { $0 = max(time ?? 0, CACurrentMediaTime()) }
  }

  private static func parameter(_ name: Int32) -> Int {
    var value: GLint = 0
    glGetRenderbufferParameteriv(GLenum(GL_RENDERBUFFER), GLenum(name), &value)
    return Int(value)
  }
}
