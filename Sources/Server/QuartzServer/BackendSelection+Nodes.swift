// The detection of GPUs on this machine, without a driver.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// The device nodes of GPUs.
package struct GraphicsNodes: Equatable, Sendable {
  /// The paths that are searched.
  static let searchedPaths = "/dev/dri/renderD*, /dev/dri/card*, /dev/nvidia*"

  /// Paths, sorted.
  package let paths: [String]

  package var isEmpty: Bool { paths.isEmpty }

  package init(paths: [String]) {
    self.paths = paths
  }

  /// Returns the nodes under a folder of devices.
  package static func present(in devices: String = "/dev") -> GraphicsNodes {
    let rendering = names(in: devices + "/dri").filter {
      $0.hasPrefix("renderD") || $0.hasPrefix("card")
    }
    let others = names(in: devices).filter { $0.hasPrefix("nvidia") }
    return GraphicsNodes(
      paths: (rendering.map { devices + "/dri/" + $0 } + others.map { devices + "/" + $0 })
        .sorted()
    )
  }

  /// Returns the names in a folder; none if it cannot be read.
  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
      )
    }
    return names
  }
}
