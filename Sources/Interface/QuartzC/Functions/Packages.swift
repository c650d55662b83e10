// Layer packages.
// Licensed under the MIT license; see LICENSE.

package import CQuartzInterface
import CoreGraphics
import Foundation
import QuartzArchive
import QuartzCore
import QuartzDocuments
import QuartzLottie

/// The layers of a file, and their states.
private final class OpenPackage {
  let content: LayerFile.Content
  let packages: [CAPackage]
  private(set) lazy var states = packages.map { CAStateController(package: $0) }

  init(_ content: LayerFile.Content) {
    self.content = content
    packages = content.packages("").map(\.package)
  }

  /// The names of the states of all packages, each once.
  var stateNames: [String] {
    var names: [String] = []
    for name in packages.flatMap(\.stateNames) where !names.contains(name) { names.append(name) }
    return names
  }
}

extension ThreadState {
  fileprivate func package(_ object: quartz_object) throws(CallFailure) -> OpenPackage {
    try self.object(object, QUARTZ_KIND_PACKAGE, as: OpenPackage.self)
  }
}

extension CallFailure {
  /// The failure of reading or writing a file of layers.
  fileprivate init(file error: any Error) {
    let status =
      switch error {
      case let error as CallFailure: error.status
      case CAPackageError.missing, is LayerFileError: QUARTZ_NOT_FOUND
      case CAPackageError.limit, LottieError.limit: QUARTZ_LIMIT
      case CAPackageError.unwritable: QUARTZ_UNWRITABLE
      default: QUARTZ_UNREADABLE
      }
    self.init(status, (error as? CallFailure)?.text ?? "\(error)")
  }
}

/// Runs a function of files of layers.
private func reading<Result>(_ body: () throws -> Result) throws(CallFailure) -> Result {
  do {
    return try body()
  } catch {
    throw CallFailure(file: error)
  }
}

extension ThreadState {
  fileprivate func open(
    _ path: UnsafePointer<CChar>?,
    _ options: quartz_package_options
  ) throws(CallFailure) -> quartz_object {
    let path = try Argument.text(path, "path")
    guard FileManager.default.fileExists(atPath: path) else {
      throw CallFailure(QUARTZ_NOT_FOUND, "\(path): there is nothing")
    }
    var lottie = LottieChoice(
      marker: try Argument.optionalText(options.marker, "marker"),
      animation: try Argument.optionalText(options.animation, "animation"),
      theme: try Argument.optionalText(options.theme, "theme")
    )
    for text in try Argument.list(options.values.items, options.values.count, "values") {
      let text = try Argument.text(text, "a value")
      guard lottie.set(text) else {
        throw CallFailure(
          QUARTZ_INVALID_VALUE,
          "\(text): expected a name, = and #rrggbb, numbers or text:WORDS"
        )
      }
    }
    let planes = try planes(options)
    guard options.item >= 0 else {
      throw CallFailure(QUARTZ_NOT_FOUND, "there is no item \(UInt(bitPattern: options.item))")
    }
    let content = try reading {
      try LayerFile.open(path, at: options.item, planes: planes, lottie: lottie)
    }
    return try give(OpenPackage(content), QUARTZ_KIND_PACKAGE)
  }

  private func planes(
    _ options: quartz_package_options
  ) throws(CallFailure) -> [CAWallpaper.Plane] {
    guard let text = try Argument.optionalText(options.planes, "planes") else {
      return CAWallpaper.usualOrder
    }
    let planes = text.split(separator: ",").map { CAWallpaper.Plane(rawValue: String($0)) }
    let known = planes.compactMap(\.self)
    guard !known.isEmpty, known.count == planes.count, Set(known).count == known.count else {
      let names = CAWallpaper.Plane.allCases.map(\.rawValue).joined(separator: ", ")
      throw CallFailure(QUARTZ_UNKNOWN_NAME, "planes are some of \(names), each once: \(text)")
    }
    return known
  }
}

@c @implementation
package func quartz_package_read(
  _ path: UnsafePointer<CChar>?,
  _ package: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(package, "package")
    result.pointee = try state.open(path, quartz_package_options())
  }
}

@c @implementation
package func quartz_package_open(
  _ path: UnsafePointer<CChar>?,
  _ options: UnsafePointer<quartz_package_options>?,
  _ package: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(package, "package")
    let size = MemoryLayout<quartz_package_options>.size
    if let given = options?.pointee.struct_size, given != size {
      throw CallFailure(QUARTZ_INVALID_VALUE, "struct_size is \(given), not \(size)")
    }
    result.pointee = try state.open(path, options?.pointee ?? quartz_package_options())
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
    let package = try reading { try CAPackage(rootLayer: layer) }
    result.pointee = try state.give(OpenPackage(.package(package)), QUARTZ_KIND_PACKAGE)
  }
}

@c @implementation
package func quartz_package_write(
  _ package: quartz_object,
  _ path: UnsafePointer<CChar>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let content = try state.package(package).content
    let url = URL(fileURLWithPath: try Argument.text(path, "path"))
    let warnings = try reading {
      switch content {
      case .package(let package): try package.write(to: url)
      case .wallpaper(let wallpaper): try wallpaper.write(to: url)
      case .lottie(let scene):
        try CAPackage(rootLayer: scene.canvasLayer, size: scene.animation.size).write(to: url)
      }
    }
    for line in warnings { Diagnostics.report(line, from: "QuartzArchive") }
  }
}

@c @implementation
package func quartz_package_size(
  _ package: quartz_object,
  _ size: UnsafeMutablePointer<quartz_size>?
) -> quartz_status {
  call { state throws(CallFailure) in
    try Argument.result(size, "size").pointee = quartz_size(try state.package(package).content.size)
  }
}

@c @implementation
package func quartz_package_root(
  _ package: quartz_object,
  _ layer: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(layer, "layer")
    let root: CALayer =
      switch try state.package(package).content {
      case .package(let package): package.rootLayer
      case .wallpaper(let wallpaper): wallpaper.canvasLayer
      case .lottie(let scene): scene.rootLayer
      }
    result.pointee = try state.give(root, QUARTZ_KIND_LAYER)
  }
}

@c @implementation
package func quartz_package_canvas(
  _ package: quartz_object,
  _ layer: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(layer, "layer")
    let canvas = try state.package(package).content.canvasLayer
    result.pointee = try state.give(canvas, QUARTZ_KIND_LAYER)
  }
}

@c @implementation
package func quartz_package_place(_ package: quartz_object, _ size: quartz_size) -> quartz_status {
  call { state throws(CallFailure) in
    let package = try state.package(package)
    for side in [size.width, size.height] { _ = try Argument.finite(side, "a side") }
    package.content.place(in: CGSize(size))
  }
}

@c @implementation
package func quartz_package_loop(
  _ package: quartz_object,
  _ start: UnsafeMutablePointer<Double>?,
  _ duration: UnsafeMutablePointer<Double>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let (start, duration) = (
      try Argument.result(start, "start"), try Argument.result(duration, "duration")
    )
    guard let range = try state.package(package).content.loopRange else {
      throw CallFailure(QUARTZ_NOT_FOUND, "the document has no loop")
    }
    (start.pointee, duration.pointee) = (range.lowerBound, range.upperBound - range.lowerBound)
  }
}

@c @implementation
package func quartz_package_rate(
  _ package: quartz_object,
  _ rate: UnsafeMutablePointer<Double>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(rate, "rate")
    guard let rate = try state.package(package).content.frameRate else {
      throw CallFailure(QUARTZ_NOT_FOUND, "the document has no rate")
    }
    result.pointee = rate
  }
}

@c @implementation
package func quartz_package_markers(
  _ package: quartz_object,
  _ markers: UnsafeMutablePointer<quartz_strings>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(markers, "markers")
    let content = try state.package(package).content
    state.scratch.reset()
    guard case .lottie(let scene) = content else { return result.pointee = quartz_strings() }
    result.pointee = state.scratch.strings(scene.animation.markers.map(\.name))
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
    let packages = try state.package(package).packages
    guard let layer = packages.lazy.compactMap({ $0.publishedObject(withName: name) }).first else {
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
    let content = try state.package(package).content
    state.scratch.reset()
    result.pointee = state.scratch.strings(content.warnings)
  }
}

@c @implementation
package func quartz_package_states(
  _ package: quartz_object,
  _ states: UnsafeMutablePointer<quartz_strings>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(states, "states")
    let package = try state.package(package)
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
    let transition: CAStateController.Transition = is_animated ? .played(at: nil) : .none
    // All of them take it, if they have it.
    let taken = package.states.filter { $0.setState(name, transition: transition) }
    guard name == nil || !taken.isEmpty else {
      throw CallFailure(QUARTZ_NOT_FOUND, "the package has no state \(name ?? "")")
    }
  }
}
