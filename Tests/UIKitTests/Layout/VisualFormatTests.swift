// Visual formats.
// Licensed under the MIT license; see LICENSE.

import TestClaims
import Testing

@testable import UIKit

@MainActor
@Suite("Visual formats", .serialized)
struct VisualFormatTests {
  private let root = LayoutRoot()

  private func make(
    _ format: String,
    _ options: NSLayoutConstraint.FormatOptions = [],
    _ views: [String: Any]
  ) -> [NSLayoutConstraint] {
    NSLayoutConstraint.constraints(
      withVisualFormat: format,
      options: options,
      metrics: ["m": 12],
      views: views
    )
  }

  @Test("T87, T88: positions and sizes")
  func positions() {
    let (one, other) = (root.plain(), root.plain())
    let views: [String: Any] = ["a": one, "b": other]
    let row = make("H:|-10-[a(50)]-[b]-|", [], views)
    #expect(row.filter { $0.firstAttribute == .width }.count == 1 && row.count == 4)
    let column = make("V:|[a(==b)][b]|", [], views)
    NSLayoutConstraint.activate(row + column)
    let frames = root.frames(one, other)
    #expect(frames.flatMap { [$0.minX, $0.width] } == [10, 50, 68, 244])
    #expect(frames.flatMap { [$0.minY, $0.height] } == [0, 284, 284, 284])
  }

  @Test("T89, T90: lists, priorities, metrics")
  func lists() {
    let (one, other) = (root.plain(), root.plain())
    let views: [String: Any] = ["a": one, "b": other]
    let sizes = make("[a(>=70,<=100@250)]", [], views)
    #expect(sizes.map(\.constant) == [70, 100])
    #expect(sizes.map(\.priority) == [.required, .defaultLow])
    #expect(sizes.map(\.relation) == [.greaterThanOrEqual, .lessThanOrEqual])
    let link = make("H:[a]-(m@750)-[b]", [.alignAllTop], views)
    #expect(link[0].constant == 12 && link[0].priority == .defaultHigh)
    #expect(link[0].firstItem === other && link[0].firstAttribute == .leading)
    #expect(link[1].firstItem === one && link[1].firstAttribute == .top)
    let turned = make("H:[a]-m-[b(a*2)]", [.directionRightToLeft], views)
    #expect(turned[0].firstAttribute == .right && turned[0].constant == -12)
    #expect(turned[1].multiplier == 2)
  }

  @Test("Faults have a column", arguments: ["", "a", "[a", "[a]-", "H:|", "[a]--[b]", "[a(=3)]"])
  func faults(text: String) {
    #expect(throws: VisualFormatError.self) { try VisualFormat(text) }
  }
}
