// A program's use of a package that it was given.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzArchive
import QuartzCore

/// Uses a package as a viewer and an editor would.
enum PackageUse {
  /// Draws a package; one in eight is drawn at several times, put into its states, and written in
  /// both forms, which takes ten times as long.
  ///
  /// - Parameter file: The bytes that the package was read from; they decide which one it is.
  /// - Throws: `WrongResult` if a file that was written cannot be read.
  static func use(_ package: CAPackage, file: Data) throws {
    let sum = file.reduce(UInt8(0)) { $0 &* 31 &+ $1 }
    guard sum % 8 == 0 else {
      try draw(package, times: [0.5], states: 0)
      return
    }
    let folder = try ScratchFolder()
    let written = folder.url.appending(path: "written.ca")
    let isWritten = (try? package.write(to: written)) != nil
    let archive = try? package.archivedData()
    try draw(package, times: [0, 0.5, 0.7], states: 3)
    if isWritten {
      do throws(CAPackageError) {
        _ = try CAPackage(contentsOf: written).rootLayer.debugDescription
      } catch {
        throw WrongResult("a package that was written is refused: \(error)")
      }
    }
    if let archive, archive.count < 1 << 20 {
      do throws(CAPackageError) {
        _ = try CAPackage(archive: archive).rootLayer.debugDescription
      } catch {
        throw WrongResult("an archive that was written is refused: \(error)")
      }
    }
  }

  private static func draw(_ package: CAPackage, times: [Double], states: Int) throws {
    guard let context = try? CAContext(size: CGSize(width: 64, height: 64)) else {
      throw WrongResult("there is no context of 64 x 64 points")
    }
    // As quartz does with files of others.
    (context.carrier as? InProcessCarrier)?.renderer.budget = .standard
    context.layer = package.canvasLayer
    let controller = CAStateController(package: package)
    for time in times { _ = try? context.image(at: time) }
    for name in package.stateNames.prefix(states) {
      _ = controller.setState(name, transition: .none)
      _ = try? context.image(at: 0.8)
    }
    _ = package.rootLayer.hitTest(CGPoint(x: 10, y: 10))
    _ = package.rootLayer.debugDescription
    context.layer = nil
  }
}
