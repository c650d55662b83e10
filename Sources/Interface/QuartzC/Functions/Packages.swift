// Layer packages.
// Licensed under the MIT license; see LICENSE.

package import CQuartzInterface
import CoreGraphics
import Foundation
import QuartzArchive
import QuartzCore

/// A package and its states.
private final class StatefulPackage {
  let package: CAPackage
  private(set) lazy var states = CAStateController(package: package)

  init(_ package: CAPackage) {
    self.package = package
  }
}

extension ThreadState {
  fileprivate func package(_ object: quartz_object) throws(CallFailure) -> StatefulPackage {
    try self.object(object, QUARTZ_KIND_PACKAGE, as: StatefulPackage.self)
  }
}

extension CAPackageError {
  fileprivate var failure: CallFailure {
    let status =
      switch self {
      case .missing: QUARTZ_NOT_FOUND
      case .limit: QUARTZ_LIMIT
      case .unwritable: QUARTZ_UNWRITABLE
      default: QUARTZ_UNREADABLE
      }
    return CallFailure(status, "\(self)")
  }
}

/// Runs a function of packages.
private func reading<Result>(
  _ body: () throws(CAPackageError) -> Result
) throws(CallFailure) -> Result {
  do throws(CAPackageError) {
    return try body()
  } catch {
    throw error.failure
  }
}

/// The largest archive that is read, in bytes.
private let archiveLimit = 1 << 30

private func readPackage(_ path: String) throws(CallFailure) -> CAPackage {
  let url = URL(fileURLWithPath: path)
  if url.pathExtension == "caar" {
    let data: Data
    do {
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      guard size <= archiveLimit else {
        throw CallFailure(QUARTZ_LIMIT, "\(path) has \(size) bytes, more than \(archiveLimit)")
      }
      data = try Data(contentsOf: url)
    } catch let failure as CallFailure {
      throw failure
    } catch {
      throw CallFailure(QUARTZ_NOT_FOUND, "\(path): \(error.localizedDescription)")
    }
    return try reading { () throws(CAPackageError) in try CAPackage(archive: data, name: path) }
  }
  return try reading { () throws(CAPackageError) in
    try url.pathExtension == "caml" ? CAPackage(documentAt: url) : CAPackage(contentsOf: url)
  }
}

@c @implementation
package func quartz_package_read(
  _ path: UnsafePointer<CChar>?,
  _ package: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(package, "package")
    let package = try readPackage(try Argument.text(path, "path"))
    result.pointee = try state.give(StatefulPackage(package), QUARTZ_KIND_PACKAGE)
  }
}

@c @implementation
package func quartz_package_create(
  _ layer: quartz_object,
  _ package: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(package, "package")
    let layer = try state.model(layer)
    let package = try reading { () throws(CAPackageError) in try CAPackage(rootLayer: layer) }
    result.pointee = try state.give(StatefulPackage(package), QUARTZ_KIND_PACKAGE)
  }
}

@c @implementation
package func quartz_package_write(
  _ package: quartz_object,
  _ path: UnsafePointer<CChar>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let package = try state.package(package).package
    let url = URL(fileURLWithPath: try Argument.text(path, "path"))
    let warnings = try reading { () throws(CAPackageError) in try package.write(to: url) }
    for line in warnings { Diagnostics.report(line, from: "QuartzArchive") }
  }
}

@c @implementation
package func quartz_package_size(
  _ package: quartz_object,
  _ size: UnsafeMutablePointer<quartz_size>?
) -> quartz_status {
  call { state throws(CallFailure) in
    try Argument.result(size, "size").pointee = quartz_size(try state.package(package).package.size)
  }
}

@c @implementation
package func quartz_package_root(
  _ package: quartz_object,
  _ layer: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(layer, "layer")
    try state.give(try state.package(package).package.rootLayer, QUARTZ_KIND_LAYER, to: result)
  }
}

@c @implementation
package func quartz_package_canvas(
  _ package: quartz_object,
  _ layer: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(layer, "layer")
    try state.give(try state.package(package).package.canvasLayer, QUARTZ_KIND_LAYER, to: result)
  }
}

@c @implementation
package func quartz_package_layer(
  _ package: quartz_object,
  _ identifier: UnsafePointer<CChar>?,
  _ layer: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(layer, "layer")
    let name = try Argument.text(identifier, "identifier")
    guard let layer = try state.package(package).package.publishedObject(withName: name) else {
      throw CallFailure(QUARTZ_NOT_FOUND, "no layer of the document has the id \(name)")
    }
    try state.give(layer, QUARTZ_KIND_LAYER, to: result)
  }
}

@c @implementation
package func quartz_package_warnings(
  _ package: quartz_object,
  _ warnings: UnsafeMutablePointer<quartz_strings>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(warnings, "warnings")
    let package = try state.package(package).package
    state.scratch.reset()
    result.pointee = state.scratch.strings(package.warnings.map(\.description))
  }
}

@c @implementation
package func quartz_package_states(
  _ package: quartz_object,
  _ states: UnsafeMutablePointer<quartz_strings>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(states, "states")
    let package = try state.package(package).package
    state.scratch.reset()
    result.pointee = state.scratch.strings(package.stateNames)
  }
}

// Bool because: parameters of C have no labels.
@c @implementation
package func quartz_package_set_state(
  _ package: quartz_object,
  _ state: UnsafePointer<CChar>?,
  _ is_animated: Bool
) -> quartz_status {
  call { thread throws(CallFailure) in
    let package = try thread.package(package)
    let name = try Argument.optionalText(state, "state")
    guard package.states.setState(name, transition: is_animated ? .played(at: nil) : .none) else {
      throw CallFailure(QUARTZ_NOT_FOUND, "the package has no state \(name ?? "")")
    }
  }
}
