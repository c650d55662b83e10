// Code shared by the tests of snapshots.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzTesting
import Testing

@testable import QuartzTesting

/// A folder that goes away with the object; what failures leave goes there too.
final class SnapshotFolder: Sendable {
  let path = NSTemporaryDirectory() + "quartz-snapshots-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  var artifacts: String { path + "/artifacts" }
  var references: String { path + "/references" }

  /// All files below, by their paths from here, sorted.
  var files: [String] {
    FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String }
      .filter { name in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder)
          && !isFolder.boolValue
      }
      .sorted() ?? []
  }

  func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  /// Compares with a reference in this folder.
  func verify<Value, Format>(
    _ value: Value,
    _ strategy: Snapshotting<Value, Format>,
    record: SnapshotTestingConfiguration.Record? = nil,
    timeout: TimeInterval = 5,
    environment: String? = nil,
    test: String = #function
  ) -> String? {
    let environment = SnapshotEnvironment(record: environment, artifacts: artifacts)
    return SnapshotEnvironment.$replacement.withValue(environment) {
      verifySnapshot(
        of: value,
        as: strategy,
        named: "a",
        record: record,
        snapshotDirectory: references,
        timeout: timeout,
        testName: test
      )
    }
  }
}

/// A layer of a size in one colour.
func makeSquare(
  _ side: CGFloat = 10,
  _ color: CGColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
) -> CALayer {
  let layer = CALayer()
  layer.frame = CGRect(x: 0, y: 0, width: side, height: side)
  layer.backgroundColor = color
  return layer
}

/// A white card with a picture's place, a ring and two bars.
func makeCard() -> CALayer {
  let card = CALayer()
  card.name = "card"
  card.frame = CGRect(x: 0, y: 0, width: 160, height: 90)
  card.backgroundColor = CGColor(gray: 1, alpha: 1)
  card.cornerRadius = 12
  card.borderWidth = 1
  card.borderColor = CGColor(red: 0.8, green: 0.8, blue: 0.8, alpha: 1)
  let ring = CAShapeLayer()
  ring.name = "ring"
  ring.frame = CGRect(x: 12, y: 20, width: 50, height: 50)
  ring.path = CGPath(ellipseIn: CGRect(x: 3, y: 3, width: 44, height: 44), transform: nil)
  ring.fillColor = nil
  ring.strokeColor = CGColor(red: 0.1, green: 0.5, blue: 0.9, alpha: 1)
  ring.lineWidth = 5
  ring.strokeEnd = 0.7
  card.addSublayer(ring)
  for index in 0..<2 {
    let bar = CALayer()
    bar.frame = CGRect(x: 76, y: 28 + 22 * index, width: 70 - 20 * index, height: 12)
    bar.cornerRadius = 6
    bar.backgroundColor = CGColor(red: 0.85, green: 0.85, blue: 0.85, alpha: 1)
    card.addSublayer(bar)
  }
  return card
}

/// A dot that grows and fades in a second, again and again.
func makePulse() -> CALayer {
  let stage = CALayer()
  stage.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
  let dot = CALayer()
  dot.name = "dot"
  dot.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
  dot.cornerRadius = 10
  dot.backgroundColor = CGColor(red: 0.9, green: 0.3, blue: 0.2, alpha: 1)
  stage.addSublayer(dot)
  let growth = CABasicAnimation(keyPath: "transform.scale")
  growth.fromValue = 1.0
  growth.toValue = 2.0
  let fade = CABasicAnimation(keyPath: "opacity")
  fade.fromValue = 1.0
  fade.toValue = 0.0
  let group = CAAnimationGroup()
  group.animations = [growth, fade]
  group.duration = 1
  group.repeatCount = .infinity
  dot.add(group, forKey: "pulse")
  return stage
}

extension CGImage {
  /// R, G, B, A bytes, premultiplied, rows from the top.
  var pixelBytes: [UInt8] { pixelStorage.withBytes { Array($0) } }
}
