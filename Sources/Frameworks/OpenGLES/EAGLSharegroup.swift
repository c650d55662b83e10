// Contexts that share their objects.
// Licensed under the MIT license; see LICENSE.

import QuartzGLES
import QuartzPlan
import QuartzWire
import Synchronization

/// A group of contexts that share textures, buffers, renderbuffers, shaders and programs.
///
/// It lives as long as one of its contexts.
public final class EAGLSharegroup: Sendable {
  private struct State {
    var debugLabel: String?
    // The storage of renderbuffers that drawables gave, by their names.
    var storages: [UInt32: DrawableStorage] = [:]
  }

  let display: ClientDisplay
  // The context that all contexts of the group share with. It is never current and outlives them.
  private let root: ClientContext
  let leftovers: LeftoverBuffers
  private let state = Mutex(State())

  init() throws(RenderError) {
    display = try EAGLSharegroup.sharedDisplay.get()
    root = try display.makeContext(version: 2)
    leftovers = LeftoverBuffers(of: root)
  }

  /// The display of this process, which is looked up once, or the error if there is none.
  private static let sharedDisplay = Result { () throws(RenderError) in
    var preferences = GLESPreferences()
    if let name = ProcessEnvironment.current.platform {
      guard let platforms = PlatformChoice(name: name) else {
        throw .noRenderer(reasons: ["QUARTZ_PLATFORM is no EGL platform: \(name)"])
      }
      preferences.platforms = platforms
    }
    return try ClientDisplay(preferences)
  }

  /// A name for tools.
  public var debugLabel: String? {
    get { state.withLock { $0.debugLabel } }
    set { state.withLock { $0.debugLabel = newValue } }
  }

  func makeContext(version: Int) throws(RenderError) -> ClientContext {
    try display.makeContext(version: version, sharing: root)
  }

  /// The storage that a drawable gave to a renderbuffer.
  func storage(of renderbuffer: UInt32) -> DrawableStorage? {
    state.withLock { $0.storages[renderbuffer] }
  }

  func setStorage(_ storage: DrawableStorage?, of renderbuffer: UInt32) {
    state.withLock { $0.storages[renderbuffer] = storage }
  }
}
