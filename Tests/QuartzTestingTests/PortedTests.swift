// Tests as projects with layer code have them for swift-snapshot-testing: only imports were
// changed.
// Licensed under the MIT license; see LICENSE.
//
// `import SnapshotTesting` became `import QuartzTesting`, `import UIKit` became `import
// QuartzCore`.

import Foundation
import QuartzCore
import QuartzTesting
import Testing
import XCTest

// MARK: - 1: a progress ring in XCTest, its record mode set around each test

private final class ProgressRingLayer: CAShapeLayer {
  convenience init(progress: CGFloat, diameter: CGFloat) {
    self.init()
    frame = CGRect(x: 0, y: 0, width: diameter, height: diameter)
    path = CGPath(ellipseIn: bounds.insetBy(dx: 4, dy: 4), transform: nil)
    fillColor = nil
    strokeColor = CGColor(red: 0.2, green: 0.6, blue: 0.3, alpha: 1)
    lineWidth = 6
    lineCap = .round
    strokeEnd = progress
  }
}

final class ProgressRingTests: XCTestCase {
  override func invokeTest() {
    withSnapshotTesting(record: .missing, diffTool: .ksdiff) {
      super.invokeTest()
    }
  }

  func testEmptyHalfAndFull() {
    for progress: CGFloat in [0, 0.5, 1] {
      assertSnapshot(
        of: ProgressRingLayer(progress: progress, diameter: 60),
        as: .image,
        named: "\(Int(progress * 100))"
      )
    }
  }

  func testNearEnough() {
    let ring = ProgressRingLayer(progress: 0.25, diameter: 60)
    assertSnapshot(of: ring, as: .image(precision: 0.99, perceptualPrecision: 0.98))
  }
}

// MARK: - 2: a gradient banner in Swift Testing, parameterised, with a trait

private func makeBanner(_ kind: CAGradientLayerType) -> CAGradientLayer {
  let banner = CAGradientLayer()
  banner.frame = CGRect(x: 0, y: 0, width: 120, height: 40)
  banner.type = kind
  banner.colors = [
    CGColor(red: 1, green: 0.4, blue: 0.3, alpha: 1),
    CGColor(red: 0.4, green: 0.2, blue: 0.8, alpha: 1),
  ]
  banner.startPoint = kind == .axial ? CGPoint(x: 0, y: 0.5) : CGPoint(x: 0.5, y: 0.5)
  banner.endPoint = CGPoint(x: 1, y: kind == .axial ? 0.5 : 1)
  banner.cornerRadius = 8
  return banner
}

@Suite(.snapshots(record: .missing, diffTool: .ksdiff)) struct GradientBannerTests {
  @Test(arguments: [CAGradientLayerType.axial, .radial, .conic])
  func banner(kind: CAGradientLayerType) {
    assertSnapshot(of: makeBanner(kind), as: .image, named: kind.rawValue)
  }
}

// MARK: - 3: icons as paths, several strategies at once

private func makeHeart() -> CGPath {
  let path = CGMutablePath()
  path.move(to: CGPoint(x: 20, y: 36))
  path.addCurve(
    to: CGPoint(x: 20, y: 12),
    control1: CGPoint(x: -8, y: 18),
    control2: CGPoint(x: 8, y: -2)
  )
  path.addCurve(
    to: CGPoint(x: 20, y: 36),
    control1: CGPoint(x: 32, y: -2),
    control2: CGPoint(x: 48, y: 18)
  )
  path.closeSubpath()
  return path
}

@Suite struct IconTests {
  @Test func heart() {
    assertSnapshot(of: makeHeart(), as: .image(drawingMode: .fill))
    assertSnapshot(of: makeHeart(), as: .elementsDescription)
    assertSnapshots(
      of: makeHeart(),
      as: ["filled": .image(drawingMode: .fill), "outlined": .image(drawingMode: .stroke)]
    )
  }
}

// MARK: - 4: strategies of one's own

private struct BarChart: Codable {
  var title: String
  var values: [Double]
}

private func makeLayer(_ chart: BarChart) -> CALayer {
  let layer = CALayer()
  layer.frame = CGRect(x: 0, y: 0, width: 20 * CGFloat(chart.values.count), height: 50)
  layer.backgroundColor = CGColor(red: 0.95, green: 0.95, blue: 0.95, alpha: 1)
  for (index, value) in chart.values.enumerated() {
    let bar = CALayer()
    let height = 50 * CGFloat(value)
    bar.frame = CGRect(x: 20 * CGFloat(index) + 3, y: 50 - height, width: 14, height: height)
    bar.backgroundColor = CGColor(red: 0.1, green: 0.4, blue: 0.8, alpha: 1)
    layer.addSublayer(bar)
  }
  return layer
}

extension Snapshotting where Value == BarChart, Format == String {
  fileprivate static var legend: Snapshotting {
    SimplySnapshotting.lines.pullback { chart in
      chart.values.map { "\(chart.title): \($0)" }.joined(separator: "\n")
    }
  }
}

@Suite struct BarChartTests {
  private let chart = BarChart(title: "rain", values: [0.2, 0.9, 0.5])

  @Test func looks() {
    assertSnapshot(of: chart, as: Snapshotting<CALayer, CGImage>.image.pullback(makeLayer))
  }

  @Test func looksWhenLoaded() {
    let strategy = Snapshotting<CALayer, CGImage>.image.asyncPullback { (chart: BarChart) in
      Async<CALayer> { callback in callback(makeLayer(chart)) }
    }
    assertSnapshot(of: chart, as: strategy, timeout: 2)
  }

  @Test func texts() {
    assertSnapshot(of: chart, as: .legend)
    assertSnapshot(of: chart, as: .json)
    assertSnapshot(of: chart, as: .dump)
  }
}

// MARK: - 5: an assertion of one's own on top of verifySnapshot

private func assertLayer(
  _ layer: @autoclosure () throws -> CALayer,
  variant: String,
  fileID: StaticString = #fileID,
  file: StaticString = #filePath,
  testName: String = #function,
  line: UInt = #line,
  column: UInt = #column
) {
  let folder = URL(fileURLWithPath: "\(file)").deletingLastPathComponent()
    .appendingPathComponent("__Snapshots__/Badges").path
  let failure = verifySnapshot(
    of: try layer(),
    as: .image(precision: 1),
    named: variant,
    snapshotDirectory: folder,
    fileID: fileID,
    file: file,
    testName: testName,
    line: line,
    column: column
  )
  if let failure { XCTFail(failure, file: file, line: line) }
}

final class BadgeTests: XCTestCase {
  private func makeBadge(on isOn: Bool) -> CALayer {
    let badge = CALayer()
    badge.frame = CGRect(x: 5, y: 5, width: 44, height: 24)
    badge.cornerRadius = 12
    badge.backgroundColor = CGColor(
      red: isOn ? 0.2 : 0.7,
      green: 0.7,
      blue: isOn ? 0.3 : 0.7,
      alpha: 1
    )
    let knob = CALayer()
    knob.frame = CGRect(x: isOn ? 22 : 2, y: 2, width: 20, height: 20)
    knob.cornerRadius = 10
    knob.backgroundColor = CGColor(gray: 1, alpha: 1)
    knob.shadowOpacity = 0.3
    knob.shadowRadius = 2
    knob.shadowOffset = CGSize(width: 0, height: 1)
    badge.addSublayer(knob)
    return badge
  }

  func testOnAndOff() {
    assertLayer(makeBadge(on: true), variant: "on")
    assertLayer(makeBadge(on: false), variant: "off")
  }
}
