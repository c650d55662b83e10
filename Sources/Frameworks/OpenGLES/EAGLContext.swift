// Contexts of OpenGL ES for programs, and their way to layers.
// Licensed under the MIT license; see LICENSE.

import CQuartzGLES
import Foundation
public import QuartzCore
import QuartzGLES
import QuartzPlan
import Synchronization

/// A version of OpenGL ES.
public enum EAGLRenderingAPI: UInt, Sendable {
  /// Version 1, with a fixed pipeline; no contexts of it can be made here.
  case openGLES1 = 1
  /// Version 2, with shaders.
  case openGLES2 = 2
  /// Version 3, with shaders; GLSL ES 3.00.
  case openGLES3 = 3
}

/// A context of OpenGL ES, with which GL's functions draw and which presents renderbuffers to
/// layers.
///
///     let context = EAGLContext(api: .openGLES2)
///     EAGLContext.setCurrent(context)
///     var (framebuffer, renderbuffer): (GLuint, GLuint) = (0, 0)
///     glGenFramebuffers(1, &framebuffer)
///     glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
///     glGenRenderbuffers(1, &renderbuffer)
///     glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
///     glFramebufferRenderbuffer(
///       GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), renderbuffer)
///     context?.renderbufferStorage(Int(GL_RENDERBUFFER), from: layer)
///     // Draw, and then:
///     context?.presentRenderbuffer(Int(GL_RENDERBUFFER))
///
/// A context is current on one thread at most, and a thread has one current context. Failures
/// return false or nil, and are reported in one line on the standard error stream.
///
/// **Differences**: drawing needs no window system; on a machine without a GPU the processor draws.
/// A present copies the pixels once, to memory that the layer's renderer reads.
public final class EAGLContext: Sendable {
  /// The requested version; a driver may give a later one.
  public let api: EAGLRenderingAPI

  /// The contexts that share their objects with this one.
  public let sharegroup: EAGLSharegroup

  private let context: ClientContext
  private struct State {
    var label: String?
    var isMultiThreaded: Bool
  }

  private let state: Mutex<State>

  /// A context that shares its objects with no other; nil if it cannot be made.
  public convenience init?(api: EAGLRenderingAPI) {
    do throws(RenderError) {
      self.init(api: api, sharegroup: try EAGLSharegroup())
    } catch {
      EAGLContext.report("\(api): \(error)")
      return nil
    }
  }

  /// A context that shares its objects with those of a group; nil if it cannot be made.
  public init?(api: EAGLRenderingAPI, sharegroup: EAGLSharegroup) {
    do throws(RenderError) {
      guard api != .openGLES1 else {
        throw .noRenderer(reasons: ["contexts have version 2 or 3"])
      }
      context = try sharegroup.makeContext(version: Int(api.rawValue))
    } catch {
      EAGLContext.report("\(api): \(error)")
      return nil
    }
    self.api = api
    self.sharegroup = sharegroup
    // A second thread gains nothing where the processor draws.
    state = Mutex(State(isMultiThreaded: !sharegroup.display.isSoftware))
  }

  /// A name for tools.
  public var debugLabel: String? {
    get { state.withLock { $0.label } }
    set { state.withLock { $0.label = newValue } }
  }

  /// Whether another thread waits for GL in the place of the program's: then presents return before
  /// their pictures are drawn, where the driver can do that.
  ///
  /// **Differences**: true from the beginning where a GPU draws.
  public var isMultiThreaded: Bool {
    get { state.withLock { $0.isMultiThreaded } }
    set { state.withLock { $0.isMultiThreaded = newValue } }
  }

  // MARK: The current context

  private static let currentKey = "quartz.EAGLContext.current"

  /// Makes a context current on this thread, which keeps it; nil takes the current one away.
  ///
  /// - Returns: False if the context is current on another thread.
  @discardableResult
  public static func setCurrent(_ context: EAGLContext?) -> Bool {
    let storage = Thread.current.threadDictionary
    guard let context else {
      // Pending drawing must not wait until another context is current.
      if current() != nil { glFlush() }
      ClientContext.clearCurrent()
      storage.removeObject(forKey: currentKey)
      return true
    }
    if let old = current(), old !== context { glFlush() }
    do {
      try context.context.makeCurrent()
    } catch {
      report("the context cannot be current here, it may be so on another thread: \(error)")
      return false
    }
    storage[currentKey] = context
    return true
  }

  /// The context that is current on this thread; nil if there is none.
  public static func current() -> EAGLContext? {
    guard let context = Thread.current.threadDictionary[currentKey] as? EAGLContext,
      context.context.isCurrent
    else { return nil }
    return context
  }

  // MARK: Drawables

  /// Gives the renderbuffer that is bound storage from a drawable, in the size that it has on the
  /// screen: its bounds times its `contentsScale`, rounded.
  ///
  /// - Parameters:
  ///   - target: GL_RENDERBUFFER.
  ///   - drawable: A `CAEAGLLayer`; nil takes the storage away.
  /// - Returns: Whether the renderbuffer has the storage; if not, it keeps its old one.
  @discardableResult
  public func renderbufferStorage(_ target: Int, from drawable: (any EAGLDrawable)?) -> Bool {
    attempt("renderbufferStorage", target) { (name) throws(DrawableProblem) in
      guard let drawable else {
        sharegroup.setStorage(nil, of: name)
        glRenderbufferStorage(GLenum(GL_RENDERBUFFER), GLenum(GL_RGBA4), 0, 0)
        return
      }
      guard let layer = drawable as? CAEAGLLayer else {
        throw .unknownDrawable("\(type(of: drawable))")
      }
      sharegroup.setStorage(try DrawableStorage(layer, sharegroup), of: name)
    }
  }

  /// Shows the renderbuffer that is bound in the layer that its storage is from, with the next
  /// frame.
  ///
  /// It waits until GL has drawn, or, if `isMultiThreaded`, only while two pictures before are not
  /// drawn yet; for nothing else, and never for the server.
  ///
  /// - Parameter target: GL_RENDERBUFFER.
  /// - Returns: Whether it will show, unless a later present takes its place before.
  @discardableResult
  public func presentRenderbuffer(_ target: Int) -> Bool {
    present(target, .next)
  }

  /// Shows the renderbuffer that is bound from a time on.
  ///
  /// - Parameters:
  ///   - target: GL_RENDERBUFFER.
  ///   - presentationTime: In seconds of the clock that the layer's context has, as
  ///     `CACurrentMediaTime()`; the first frame whose time reaches it shows the picture.
  /// - Returns: Whether it will show, unless a later present for the same frame takes its place.
  @discardableResult
  public func presentRenderbuffer(_ target: Int, atTime presentationTime: CFTimeInterval) -> Bool {
    present(target, .at(presentationTime))
  }

  /// Shows the bound renderbuffer when the previous present has been shown for some time.
  ///
  /// - Parameters:
  ///   - target: GL_RENDERBUFFER.
  ///   - duration: In seconds from the earliest time that the present before could show at, by
  ///     `CACurrentMediaTime()`; the first present shows at once.
  /// - Returns: Whether it will show, unless a later present for the same frame takes its place.
  @discardableResult
  public func presentRenderbuffer(
    _ target: Int,
    afterMinimumDuration duration: CFTimeInterval
  ) -> Bool {
    present(target, .after(duration))
  }

  private func present(_ target: Int, _ moment: PresentMoment) -> Bool {
    attempt("presentRenderbuffer", target) { (name) throws(DrawableProblem) in
      guard let storage = sharegroup.storage(of: name) else { throw .noStorage(name) }
      try storage.present(name, moment, isLate: isMultiThreaded)
    }
  }

  /// Does something with the renderbuffer that is bound.
  private func attempt(
    _ call: String,
    _ target: Int,
    _ body: (UInt32) throws(DrawableProblem) -> Void
  ) -> Bool {
    do throws(DrawableProblem) {
      guard context.isCurrent else { throw .notCurrent }
      guard target == Int(GL_RENDERBUFFER) else { throw .wrongTarget(target) }
      var name: GLint = 0
      glGetIntegerv(GLenum(GL_RENDERBUFFER_BINDING), &name)
      guard name > 0 else { throw .nothingBound }
      defer { sharegroup.leftovers.delete() }
      try body(UInt32(name))
      return true
    } catch {
      EAGLContext.report("\(call): \(error)")
      return false
    }
  }

  private static func report(_ problem: String) {
    Diagnostics.report("EAGLContext: \(problem)")
  }
}
