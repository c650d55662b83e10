// Snapshots of a layer of 200 x 200 points at 2x, and comparisons of 1920 x 1080 pixels.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Dispatch
import Foundation
import QuartzComparison
import QuartzCore
import QuartzTesting

enum SnapshotBench {
  /// The argument with which the program takes one snapshot and ends.
  static let firstArgument = "--first-snapshot"

  static var all: [Bench] {
    [
      Bench(name: "snapshots/one") { _ in
        let folder = try References()
        return { _ in try folder.verify() }
      },
      Bench(name: "snapshots/500 on all cores") { _ in
        let folder = try References()
        return { _ in
          DispatchQueue.concurrentPerform(iterations: 500) { _ in
            do { try folder.verify() } catch { fail("\(error)", code: 1) }
          }
        }
      },
      Bench(name: "snapshots/first, with its process") { _ in
        let folder = try References()
        return { _ in try folder.verifyInProcess() }
      },
      comparison("equal", ComparisonRules()) { _ in 0 },
      comparison("all pixels differ", ComparisonRules()) { 1 + UInt8(truncatingIfNeeded: $0 % 3) },
      comparison("perceptual, 1 in 100 differs", ComparisonRules(perceptualPrecision: 0.98)) {
        $0 % 100 == 0 ? 9 : 0
      },
      comparison("perceptual, all differ", ComparisonRules(perceptualPrecision: 0.98)) {
        1 + UInt8(truncatingIfNeeded: $0 % 3)
      },
      comparison("perceptual, all differ by much", ComparisonRules(perceptualPrecision: 0.98)) {
        9 + UInt8(truncatingIfNeeded: $0 * 7919 % 39)
      },
    ] + files
  }

  /// Takes the snapshot of `verifyInProcess` in this process.
  static func takeFirst(_ folder: String) throws {
    try References(existing: folder).verify()
  }

  // MARK: Snapshots

  private struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// A card with a shadow, a gradient, a ring and text.
  private static func makeScene() -> CALayer {
    let card = CALayer()
    card.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
    card.backgroundColor = CGColor(red: 0.95, green: 0.95, blue: 0.95, alpha: 1)
    let panel = CAGradientLayer()
    panel.frame = CGRect(x: 20, y: 20, width: 160, height: 100)
    panel.cornerRadius = 16
    panel.colors = [CGColor(gray: 1, alpha: 1), CGColor(red: 0.6, green: 0.8, blue: 1, alpha: 1)]
    panel.shadowOpacity = 0.4
    panel.shadowRadius = 6
    let ring = CAShapeLayer()
    ring.frame = CGRect(x: 20, y: 130, width: 50, height: 50)
    ring.path = CGPath(ellipseIn: ring.bounds.insetBy(dx: 3, dy: 3), transform: nil)
    ring.fillColor = nil
    ring.strokeColor = CGColor(red: 0.9, green: 0.3, blue: 0.2, alpha: 1)
    ring.lineWidth = 5
    let text = CATextLayer()
    text.frame = CGRect(x: 80, y: 140, width: 110, height: 30)
    text.string = "Snapshot"
    text.fontSize = 20
    text.contentsScale = 2
    text.foregroundColor = CGColor(red: 0.1, green: 0.1, blue: 0.1, alpha: 1)
    for layer in [panel, ring, text] { card.addSublayer(layer) }
    return card
  }

  /// A folder with the reference of the scene.
  private final class References: Sendable {
    private let path: String
    private let isOwned: Bool

    /// A new folder, which goes away with the object.
    init() throws {
      path = NSTemporaryDirectory() + "quartz-bench-\(UUID().uuidString)"
      isOwned = true
      _ = failure(record: .all)
    }

    init(existing path: String) {
      self.path = path
      isOwned = false
    }

    func verify() throws {
      if let text = failure(record: .never) { throw Failure(description: text) }
    }

    private func failure(record: SnapshotTestingConfiguration.Record) -> String? {
      verifySnapshot(
        of: SnapshotBench.makeScene(),
        as: .image(scale: 2),
        named: "scene",
        record: record,
        snapshotDirectory: path
      )
    }

    /// Takes the snapshot in a new process of this program.
    func verifyInProcess() throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      process.arguments = [SnapshotBench.firstArgument, path]
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw Failure(description: "the process failed: \(process.terminationStatus)")
      }
    }

    deinit {
      if isOwned { try? FileManager.default.removeItem(atPath: path) }
    }
  }

  // MARK: Comparisons

  private static let (width, height) = (1920, 1080)

  /// Gradients like those of a wallpaper; `step` is added to the red of each pixel.
  private static func makePicture(_ step: (Int) -> UInt8 = { _ in 0 }) -> CGImage {
    CGImage(
      PixelStorage(width: width, height: height) { target in
        for index in 0..<(width * height) {
          let (x, y) = (index % width, index / width)
          let pixel = SIMD4<UInt8>(
            UInt8(x * 200 / width) + step(index),
            UInt8(y * 250 / height),
            UInt8((x + y) * 250 / (width + height)),
            255
          )
          target.storeBytes(of: pixel, toByteOffset: index * 4, as: SIMD4<UInt8>.self)
        }
        return true
      }
    )
  }

  private static func comparison(
    _ name: String,
    _ rules: ComparisonRules,
    _ step: @escaping @Sendable (Int) -> UInt8
  ) -> Bench {
    Bench(name: "compare/1080p \(name)") { _ in
      let (one, other) = (makePicture(), makePicture(step))
      return { _ in _ = ImageComparison(one, other, rules: rules) }
    }
  }

  /// The same from files: two PNGs are read, decoded and compared.
  private static var files: [Bench] {
    [
      Bench(name: "compare/1080p two PNG files") { _ in
        let (one, other) = (try makePicture().pngData(), try makePicture { _ in 1 }.pngData())
        return { _ in
          let (old, new) = try bothOf({ try PNGFile(one).image() }, { try PNGFile(other).image() })
          _ = ImageComparison(old, new)
        }
      }
    ]
  }
}
