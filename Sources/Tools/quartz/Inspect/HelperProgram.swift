// Programs of packages beside this one.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Glibc

/// Programs that are built apart, so that the libraries need not their dependencies.
enum HelperProgram {
  /// Returns the path of a program that lies beside this one or on the search path.
  ///
  /// - Parameter package: The folder of its package.
  static func path(_ name: String, package: String) throws -> String {
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let beside = own.deletingLastPathComponent()
    let search = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = [beside.path] + search.split(separator: ":").map(String.init)
    let paths = folders.map { $0 + "/" + name }
    guard let path = paths.first(where: { access($0, X_OK) == 0 }) else {
      throw HelperFailure.missing(name, package: package)
    }
    return path
  }
}

/// The reason why another program did not run.
enum HelperFailure: Error, Equatable, CustomStringConvertible {
  case missing(String, package: String)
  case cannotStart(String, String)
  case ended(String)

  var description: String {
    switch self {
    case .missing(let name, let package):
      """
      \(name) is neither beside quartz nor on the search path; build it by \
      swift build -c release --package-path \(package), and copy \
      \(package)/.build/release/\(name) there
      """
    case .cannotStart(let path, let reason): "\(path): \(reason)"
    case .ended(let name): "\(name) has ended"
    }
  }
}
