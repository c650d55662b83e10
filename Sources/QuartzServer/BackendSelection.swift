// Which renderer draws, and why not another one.
// Licensed under the MIT license; see LICENSE.

package import QuartzGLES
package import QuartzPlan
package import QuartzSoftware

/// What a user may ask for.
package enum RendererChoice: String, CaseIterable, Sendable {
  /// GLES on a GPU; the software renderer where GL is missing or would itself be software.
  case auto
  case gles
  case software
}

/// The decision about the renderer, with every reason, as a value that prints.
package struct BackendSelection: Equatable, Sendable, CustomStringConvertible {
  package let choice: RendererChoice
  /// How GLES is set up, if it is taken.
  package let preferences: GLESPreferences
  /// Reasons in the order they were found, one line each.
  package private(set) var reasons: [String] = []
  /// Name of the renderer that was taken; nil if there is none.
  package private(set) var taken: String?

  package init(_ choice: RendererChoice, _ preferences: GLESPreferences = .init()) {
    self.choice = choice
    self.preferences = preferences
  }

  package var description: String {
    (["\(choice.rawValue): " + (taken.map { "takes \($0)" } ?? "no renderer")]
      + reasons.map { "  \($0)" }).joined(separator: "\n")
  }

  /// Makes the renderer that was asked for, on the thread that will draw with it.
  ///
  /// - Throws: `RenderError` if GLES is asked for by name and cannot be had.
  ///
  /// - Parameter workers: The threads that help a software renderer; it may share them.
  package static func make(
    _ choice: RendererChoice,
    _ preferences: GLESPreferences = .init(),
    workers: () -> WorkerPool = { WorkerPool() }
  ) throws(RenderError) -> any RenderBackend {
    var report = BackendSelection(choice)
    return try make(choice, preferences, workers: workers, report: &report)
  }

  /// Makes the renderer that was asked for and writes down why.
  ///
  /// Without a node in `nodes`, `auto` asks no driver: loading Mesa and making a context of it
  /// takes longer than to draw a frame, and all it could say is that the processor would draw.
  package static func make(
    _ choice: RendererChoice,
    _ preferences: GLESPreferences = .init(),
    nodes: GraphicsNodes = .present(),
    workers: () -> WorkerPool = { WorkerPool() },
    report: inout BackendSelection
  ) throws(RenderError) -> any RenderBackend {
    report = BackendSelection(choice, preferences)
    return try report.make(nodes, workers)
  }

  private mutating func make(
    _ nodes: GraphicsNodes,
    _ workers: () -> WorkerPool
  ) throws(RenderError) -> any RenderBackend {
    switch choice {
    case .software:
      reasons.append("the software renderer was asked for")
      return takeSoftware(workers())
    case .gles:
      reasons.append("GLES was asked for")
      return try takeGLES()
    case .auto where nodes.isEmpty:
      reasons.append("there is no GPU: \(GraphicsNodes.places) are missing")
      return takeSoftware(workers())
    case .auto:
      do {
        let backend = try takeGLES()
        guard let driver = backend.report.chosen?.driver, driver.isSoftware else { return backend }
        reasons.append("that is the processor, where the software renderer is faster")
      } catch {
        reasons.append("\(error)")
      }
      return takeSoftware(workers())
    }
  }

  private mutating func takeSoftware(_ workers: WorkerPool) -> any RenderBackend {
    let backend = SoftwareBackend(workers: workers)
    taken = backend.description.name
    return backend
  }

  private mutating func takeGLES() throws(RenderError) -> GLESBackend {
    let backend = try GLESBackend(preferences)
    let description = backend.description
    taken = description.name
    reasons += backend.report.reasons
    reasons.append("EGL platform \(description.platform) works: \(description.renderer)")
    return backend
  }
}
