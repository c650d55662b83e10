// The edges at which scrolling begins: of sections from right to left, and of indicators.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

@testable import UIKit

@MainActor
@Suite("Edges of scrolling", .serialized)
struct ScrollEdgeTests {
  private final class Source: NSObject, UICollectionViewDataSource {
    func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int { 8 }

    func collectionView(_ view: UICollectionView, cellForItemAt path: IndexPath)
      -> UICollectionViewCell
    {
      view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    }
  }

  private func stories() -> UICollectionViewCompositionalLayout {
    let size = NSCollectionLayoutSize(
      widthDimension: .absolute(76),
      heightDimension: .absolute(96)
    )
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size,
      subitems: [NSCollectionLayoutItem(layoutSize: size)]
    )
    let section = NSCollectionLayoutSection(group: group)
    section.orthogonalScrollingBehavior = .continuous
    section.interGroupSpacing = 8
    section.contentInsets = NSDirectionalEdgeInsets(top: 0, leading: 16, bottom: 0, trailing: 16)
    return UICollectionViewCompositionalLayout(section: section)
  }

  @Test("Sections that scroll by themselves begin at the right from right to left, once they know")
  func reversed() throws {
    UIScreen.setMain(UIScreen(size: CGSize(width: 320, height: 480), scale: 2))
    let source = Source()
    // The first preparation knows no width.
    let view = UICollectionView(frame: .zero, collectionViewLayout: stories())
    view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
    view.semanticContentAttribute = .forceRightToLeft
    view.dataSource = source
    view.layoutIfNeeded()
    view.collectionViewLayout.prepare()
    view.frame = rect(0, 0, 320, 480)
    view.layoutIfNeeded()
    let cell = try #require(view.cellForItem(at: IndexPath(item: 0, section: 0)))
    let scroller = try #require(cell.superview as? UIScrollView)
    // 16 + 8 * 76 + 7 * 8 + 16
    #expect(scroller.contentSize.width == 696)
    #expect(scroller.contentOffset.x == 376)
    #expect(cell.convert(cell.bounds, to: view) == rect(228, 0, 76, 96))
    // Scrolled on by 100 points, a wider collection shows the same distance from the begin.
    scroller.contentOffset.x = 276
    scroller.layoutIfNeeded()
    view.layoutIfNeeded()
    let second = try #require(view.cellForItem(at: IndexPath(item: 1, section: 0)))
    #expect(second.convert(second.bounds, to: view).minX == 244)
    view.frame.size.width = 400
    view.layoutIfNeeded()
    #expect(scroller.contentOffset.x == 196)
    withExtendedLifetime(source) {}
  }

  @Test("Indicators begin below bars, unless they are told not to")
  func indicators() {
    let controller = UIViewController()
    let window = makeWindow(CGSize(width: 320, height: 480), controller)
    controller.additionalSafeAreaInsets.top = 50
    let scroll = UIScrollView(frame: rect(0, 0, 320, 480))
    scroll.contentInsetAdjustmentBehavior = .always
    controller.view.addSubview(scroll)
    scroll.contentSize = CGSize(width: 320, height: 2_000)
    window.layoutIfNeeded()
    #expect(scroll.contentOffset.y == -50)
    scroll.showIndicators()
    func top() -> CGFloat? { scroll.scroll.indicators.map { $0.vertical.frame.minY + 50 } }
    #expect(scroll.automaticallyAdjustsScrollIndicatorInsets)
    #expect(top() == 53)
    scroll.verticalScrollIndicatorInsets.top = 7
    #expect(top() == 60)
    scroll.automaticallyAdjustsScrollIndicatorInsets = false
    #expect(top() == 10)
    window.isHidden = true
  }
}
