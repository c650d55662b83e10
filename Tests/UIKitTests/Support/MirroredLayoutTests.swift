// Layouts of collections that are mirrored where lines run from right to left.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

@testable import UIKit

@Suite("Mirrored layouts", .serialized)
@MainActor
struct MirroredLayoutTests {
  /// A flow that programs mirror.
  private final class TurnedFlow: UICollectionViewFlowLayout {
    override var flipsHorizontallyInOppositeLayoutDirection: Bool { true }
  }

  @MainActor
  private struct Stage {
    let window = makeWindow()
    let items: BoxedItems
    let collection: UICollectionView

    init(
      _ layout: UICollectionViewLayout,
      _ counts: [Int],
      isRight: Bool = true,
      size: ((Int) -> CGSize)? = nil
    ) {
      items = BoxedItems(counts)
      items.size = size
      collection = UICollectionView(frame: window.bounds, collectionViewLayout: layout)
      fillBoxes(collection, items)
      collection.semanticContentAttribute = isRight ? .forceRightToLeft : .forceLeftToRight
      window.addSubview(collection)
      layOut()
    }

    func layOut() { CATransaction.flush() }

    func left(_ item: Int, _ section: Int = 0) -> CGFloat? {
      collection.layoutAttributesForItem(at: IndexPath(item: item, section: section))?.frame.minX
    }

    func cell(_ item: Int, _ section: Int = 0) -> CGRect? {
      collection.cellForItem(at: IndexPath(item: item, section: section))?.frame
    }
  }

  /// Columns of two items, 100 points wide, in a collection that scrolls sideways.
  private func columns(
    _ change: (NSCollectionLayoutSection) -> Void = { _ in }
  ) -> UICollectionViewCompositionalLayout {
    func size(_ width: NSCollectionLayoutDimension, _ height: NSCollectionLayoutDimension)
      -> NSCollectionLayoutSize
    { NSCollectionLayoutSize(widthDimension: width, heightDimension: height) }
    let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(0.5)))
    let group = NSCollectionLayoutGroup.vertical(
      layoutSize: size(.absolute(100), .fractionalHeight(1)),
      subitems: [item]
    )
    let section = NSCollectionLayoutSection(group: group)
    change(section)
    let configuration = UICollectionViewCompositionalLayoutConfiguration()
    configuration.scrollDirection = .horizontal
    configuration.interSectionSpacing = 30
    return UICollectionViewCompositionalLayout(section: section, configuration: configuration)
  }

  @Test("Sections side by side run from the right, and show their begin first")
  func sections() {
    let plain = Stage(columns(), [6, 2], isRight: false)
    #expect([0, 1, 2].map { plain.left($0) } == [0, 0, 100] && plain.left(0, 1) == 330)
    #expect(plain.collection.contentOffset.x == 0)
    let stage = Stage(columns(), [6, 2])
    #expect(stage.collection.contentSize == CGSize(width: 430, height: 200))
    #expect([0, 1, 2].map { stage.left($0) } == [330, 330, 230] && stage.left(0, 1) == 0)
    #expect(stage.collection.contentOffset.x == 230)
    #expect(stage.cell(0) == rect(330, 0, 100, 100) && stage.cell(3) == rect(230, 100, 100, 100))
    #expect(stage.cell(4) == nil && stage.cell(0, 1) == nil)
    let path = stage.collection.indexPathForItem(at: CGPoint(x: 420, y: 150))
    #expect(path == IndexPath(item: 1, section: 0))
    let hit = stage.window.hitTest(CGPoint(x: 190, y: 150), with: nil)
    let first = stage.collection.cellForItem(at: IndexPath(item: 1, section: 0))
    #expect(first.map { hit?.isDescendant(of: $0) == true } == true)
    stage.collection.scrollToItem(
      at: IndexPath(item: 1, section: 1),
      at: .left,
      animated: false
    )
    stage.layOut()
    #expect(stage.collection.contentOffset.x == 0 && stage.cell(1, 1) == rect(0, 100, 100, 100))
  }

  @Test("The distance from the edge where lines begin stays")
  func distances() {
    let stage = Stage(columns(), [6])
    #expect(stage.collection.contentOffset.x == 100)
    stage.items.counts = [10]
    stage.collection.reloadData()
    stage.layOut()
    #expect(stage.collection.contentOffset.x == 300 && stage.cell(0)?.minX == 400)
    stage.collection.contentOffset.x = 250
    stage.items.counts = [12]
    stage.collection.insertItems(at: [10, 11].map { IndexPath(item: $0, section: 0) })
    stage.layOut()
    #expect(stage.collection.contentOffset.x == 350 && stage.left(0) == 500)
    stage.collection.frame.size.width = 120
    stage.layOut()
    #expect(stage.collection.contentOffset.x == 430)
    stage.collection.frame.size.width = 200
    stage.items.counts = [2]
    stage.collection.reloadData()
    stage.layOut()
    // Less than the room: at its right edge.
    #expect(stage.collection.contentOffset.x == 0 && stage.cell(0) == rect(100, 0, 100, 100))
  }

  @Test("Cells that decide their width leave what shows where it is")
  func measured() {
    let size = NSCollectionLayoutSize(
      widthDimension: .estimated(30),
      heightDimension: .fractionalHeight(1)
    )
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size,
      subitems: [NSCollectionLayoutItem(layoutSize: size)]
    )
    let configuration = UICollectionViewCompositionalLayoutConfiguration()
    configuration.scrollDirection = .horizontal
    let layout = UICollectionViewCompositionalLayout(
      section: NSCollectionLayoutSection(group: group),
      configuration: configuration
    )
    let stage = Stage(layout, [40], size: { CGSize(width: 50 + $0 % 3, height: 10) })
    let collection = stage.collection
    #expect(collection.contentOffset.x == collection.contentSize.width - 200)
    #expect(stage.cell(0).map { collection.contentSize.width - $0.maxX } == 0)
    #expect(stage.cell(1).map { collection.contentSize.width - $0.maxX } == 50)
    // Far on, then back, where no cell has shown before.
    collection.contentOffset.x = 300
    stage.layOut()
    for _ in 0..<8 {
      let paths = collection.indexPathsForVisibleItems
      let before = paths.map { ($0, stage.cell($0.item)?.minX ?? 0) }
      let offset = collection.contentOffset.x
      collection.contentOffset.x = offset + 20
      stage.layOut()
      for (path, left) in before {
        guard let now = stage.cell(path.item)?.minX else { continue }
        #expect(abs(now - collection.contentOffset.x - (left - offset - 20)) < 1.01)
      }
    }
  }

  @Test("Views at edges, and sections that scroll by themselves, are on the other side")
  func edges() {
    let header = NSCollectionLayoutBoundarySupplementaryItem(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .absolute(40),
        heightDimension: .fractionalHeight(1)
      ),
      elementKind: "edge",
      alignment: .leading
    )
    header.pinToVisibleBounds = true
    let stage = Stage(columns { $0.boundarySupplementaryItems = [header] }, [6])
    func edge() -> CGRect? {
      let path = IndexPath(item: 0, section: 0)
      return stage.collection.supplementaryView(forElementKind: "edge", at: path)?.frame
    }
    #expect(stage.collection.contentSize.width == 340 && stage.left(0) == 200)
    #expect(edge() == rect(300, 0, 40, 200))
    stage.collection.contentOffset.x = 50
    stage.layOut()
    #expect(edge() == rect(210, 0, 40, 200))
    let other = Stage(columns { $0.orthogonalScrollingBehavior = .continuous }, [6, 6])
    let scrollers = other.collection.subviews.compactMap { $0 as? OrthogonalScrollView }
    #expect(Set(scrollers.map(\.frame.minX)) == [0, 130])
    #expect(other.collection.contentOffset.x == 30)
    #expect(other.cell(0) == rect(0, 0, 100, 100))
  }

  @Test("A flow is mirrored where its class wants it")
  func flows() throws {
    #expect(UICollectionViewFlowLayout().flipsHorizontallyInOppositeLayoutDirection == false)
    #expect(UICollectionViewFlowLayout().developmentLayoutDirection == .leftToRight)
    let plain = Stage(UICollectionViewFlowLayout(), [5])
    #expect([0, 1, 2].map { plain.left($0) } == [0, 75, 150])
    let stage = Stage(TurnedFlow(), [5])
    #expect([0, 1, 2, 3].map { stage.left($0) } == [150, 75, 0, 150])
    #expect(stage.cell(0) == rect(150, 0, 50, 50) && stage.collection.contentOffset.x == 0)
    let path = IndexPath(item: 0, section: 0)
    let layout = stage.collection.collectionViewLayout
    #expect(layout.layoutAttributesForItem(at: path)?.frame.minX == 0)
    #expect(stage.collection.indexPathForItem(at: CGPoint(x: 160, y: 10)) == path)
    stage.items.counts = [6]
    stage.collection.insertItems(at: [path])
    _ = try stage.window.image(at: 1)
    #expect(stage.cell(0) == rect(150, 0, 50, 50) && stage.cell(1) == rect(75, 0, 50, 50))
    #expect(Stage(TurnedFlow(), [5], isRight: false).left(0) == 0)
  }

  @Test("A mirrored flow that scrolls sideways begins at the right, with its headers")
  func sideways() {
    let flow = TurnedFlow()
    flow.scrollDirection = .horizontal
    flow.headerReferenceSize = CGSize(width: 20, height: 0)
    flow.sectionHeadersPinToVisibleBounds = true
    flow.sectionInset.left = 5
    let stage = Stage(flow, [12])
    // Four columns of 50 points, 10 points apart.
    #expect(stage.collection.contentSize.width == 255)
    #expect(stage.collection.contentOffset.x == 55)
    #expect(stage.cell(0) == rect(180, 0, 50, 50) && stage.left(11) == 0)
    func header() -> CGRect? {
      stage.collection.supplementaryView(
        forElementKind: UICollectionView.elementKindSectionHeader,
        at: IndexPath(item: 0, section: 0)
      )?.frame
    }
    #expect(header() == rect(235, 0, 20, 200))
    stage.collection.contentOffset.x = 15
    stage.layOut()
    #expect(header() == rect(195, 0, 20, 200))
  }
}
