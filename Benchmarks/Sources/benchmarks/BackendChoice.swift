// Backends by name.
// Licensed under the MIT license; see LICENSE.

import QuartzGLES
import QuartzPlan
import QuartzSoftware

/// The backends that draw benches run on.
enum BackendChoice: String, CaseIterable {
  case software
  case gles

  func make(_ options: BenchOptions) throws -> any RenderBackend {
    switch self {
    case .software: SoftwareBackend(threads: options.threads)
    case .gles: try GLESBackend(GLESPreferences(platforms: options.platforms))
    }
  }
}
