// Rows of collections that a finger moves aside.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import TestClaims
import Testing

@testable import UIKit

@MainActor
@Suite("Rows of collections that a finger moves aside", .serialized)
struct ListSwipeTests {
  private final class Source: NSObject, UICollectionViewDataSource, UICollectionViewDelegate {
    var selected: [Int] = []

    func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int { 4 }

    func collectionView(
      _ view: UICollectionView,
      cellForItemAt path: IndexPath
    ) -> UICollectionViewCell {
      view.dequeueReusableCell(withReuseIdentifier: "row", for: path)
    }

    func collectionView(_ view: UICollectionView, didSelectItemAt path: IndexPath) {
      selected.append(path.item)
    }
  }

  private func drag(from x: CGFloat, to end: CGFloat, time: Double) {
    let (app, y) = (UIApplication.shared, CGFloat(60))
    app.touchBegan(at: CGPoint(x: x, y: y), time: time)
    app.touchMoved(to: CGPoint(x: x + (end > x ? 10 : -10), y: y), time: time + 0.05)
    app.touchMoved(to: CGPoint(x: end, y: y), time: time + 0.1)
    app.touchEnded(time: time + 0.4)
  }

  @Test(
    "Actions show beside a row, a tap on one performs it, and a tap elsewhere closes the row",
    .shows(
      "UICollectionLayoutListConfiguration.trailingSwipeActionsConfigurationProvider",
      "UICollectionLayoutListConfiguration.leadingSwipeActionsConfigurationProvider",
      "UICellConfigurationState.isSwiped"
    )
  )
  func actions() throws {
    let window = makeWindow(CGSize(width: 300, height: 200))
    var done: [String] = []
    func configuration(_ names: String...) -> UISwipeActionsConfiguration {
      let configuration = UISwipeActionsConfiguration(
        actions: names.map { name in
          UIContextualAction(style: .normal, title: name) { _, _, end in
            done.append(name)
            end(true)
          }
        }
      )
      configuration.performsFirstActionWithFullSwipe = false
      return configuration
    }
    var look = UICollectionLayoutListConfiguration(appearance: .plain)
    look.trailingSwipeActionsConfigurationProvider = { path in
      path.item == 1 ? configuration("A", "B") : nil
    }
    look.leadingSwipeActionsConfigurationProvider = { _ in configuration("C") }
    let list = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 300, height: 200),
      collectionViewLayout: UICollectionViewCompositionalLayout.list(using: look)
    )
    let source = Source()
    list.register(UICollectionViewListCell.self, forCellWithReuseIdentifier: "row")
    list.dataSource = source
    list.delegate = source
    window.addSubview(list)
    list.layoutIfNeeded()
    CATransaction.flush()
    let cell = try #require(
      list.cellForItem(at: IndexPath(item: 1, section: 0)) as? UICollectionViewListCell
    )
    #expect(cell.frame == CGRect(x: 0, y: 44, width: 300, height: 44))
    drag(from: 250, to: 150, time: 0)
    try window.context?.advance(to: 1)
    // Two buttons of 74 points.
    #expect(cell.layer.sublayerTransform.m41 == -148)
    #expect(cell.configurationState.isSwiped)
    UIApplication.shared.touchBegan(at: CGPoint(x: 260, y: 60), time: 2)
    UIApplication.shared.touchEnded(time: 2.1)
    #expect(done == ["A"])
    try window.context?.advance(to: 3)
    #expect(cell.layer.sublayerTransform.m41 == 0)
    #expect(!cell.configurationState.isSwiped)
    drag(from: 50, to: 150, time: 4)
    try window.context?.advance(to: 5)
    #expect(cell.layer.sublayerTransform.m41 == 74)
    UIApplication.shared.touchBegan(at: CGPoint(x: 200, y: 20), time: 6)
    UIApplication.shared.touchEnded(time: 6.1)
    try window.context?.advance(to: 7)
    #expect(cell.layer.sublayerTransform.m41 == 0)
    #expect(source.selected.isEmpty && done == ["A"])
  }
}
