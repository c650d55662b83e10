// The choice of the renderer, and the reasons for it.
// Licensed under the MIT license; see LICENSE.

package import QuartzGLES
package import QuartzPlan
package import QuartzSoftware

/// The renderers that a user may request.
package enum RendererChoice: String, CaseIterable, Sendable {
  /// GLES on a GPU; the software renderer where GL is missing or would itself be software.
  case auto
  case gles
  case software
}

/// The decision about the renderer, with every reason, as a printable value.
package struct BackendSelection: Equatable, Sendable, CustomStringConvertible {
  package let choice: RendererChoice
  /// The setup of GLES, if it is chosen.
  package let preferences: GLESPreferences
  /// Reasons in the order they were found, one line each.
  package private(set) var reasons: [String] = []
  /// Name of the chosen renderer; nil if there is none.
  package private(set) var taken: String?

  package init(_ choice: RendererChoice, _ preferences: GLESPreferences = .init()) {
    self.choice = choice
    self.preferences = preferences
  }

  package var description: String {
    (["\(choice.rawValue): " + (taken.map { "takes \($0)" } ?? "no renderer")]
      + reasons.map { "  \($0)" }).joined(separator: "\n")
  }

  /// Makes the requested renderer, on the thread that will draw with it.
  ///
  /// - Throws: `RenderError` if GLES is requested by name and not available.
  ///
  /// - Parameter workers: The worker threads of a software renderer, which may be shared.
  package static func make(
    _ choice: RendererChoice,
    _ preferences: GLESPreferences = .init(),
    workers: () -> WorkerPool = { WorkerPool() }
  ) throws(RenderError) -> any RenderBackend {
    var report = BackendSelection(choice)
    return try make(choice, preferences, workers: workers, report: &report)
  }

  /// Makes the requested renderer and records the reasons.
  ///
  /// Without a node in `nodes`, `auto` loads no driver. Loading Mesa and making a context takes
  /// longer than drawing a frame, and could only show that the driver is software.
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
      reasons.append("there is no GPU: \(GraphicsNodes.searchedPaths) are missing")
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
