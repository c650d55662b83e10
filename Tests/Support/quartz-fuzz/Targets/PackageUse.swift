// A program's use of a package that it was given.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzArchive
import QuartzCore

/// Uses a package as a viewer and an editor would.
enum PackageUse {
  /// Draws it at a few times, puts it into its states, and writes it in both forms.
  ///
  /// - Throws: `WrongResult` if what was written cannot be read.
  static func use(_ package: CAPackage) throws {
    let folder = try ScratchFolder()
    let written = folder.url.appending(path: "written.ca")
    let isWritten = (try? package.write(to: written)) != nil
    let archive = try? package.archivedData()
    try draw(package)
    if isWritten {
      do throws(CAPackageError) {
        _ = try CAPackage(contentsOf: written).rootLayer.debugDescription
      } catch {
        throw WrongResult("what it wrote as a package is refused: \(error)")
      }
    }
    if let archive, archive.count < 1 << 20 {
      do throws(CAPackageError) {
        _ = try CAPackage(archive: archive).rootLayer.debugDescription
      } catch {
        throw WrongResult("what it wrote as an archive is refused: \(error)")
      }
    }
  }

  private static func draw(_ package: CAPackage) throws {
    guard let context = try? CAContext(size: CGSize(width: 64, height: 64)) else {
      throw WrongResult("there is no context of 64 x 64 points")
    }
    context.layer = package.canvasLayer
    let controller = CAStateController(package: package)
    _ = try? context.image(at: 0)
    for name in package.stateNames.prefix(3) {
      _ = controller.setState(name, transition: .none)
      _ = try? context.image(at: 0.5)
    }
    _ = package.rootLayer.hitTest(CGPoint(x: 10, y: 10))
    _ = package.rootLayer.debugDescription
    _ = try? context.image(at: 0.7)
    context.layer = nil
  }
}
