// Collections: views of the elements that show, at the places of a layout.
// Licensed under the MIT license; see LICENSE.

import TestClaims
import Testing
import UIKit

/// A data source whose answers a test sets.
@MainActor
private final class Items: UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
  var counts: [Int]
  var size: ((IndexPath) -> CGSize)?

  init(_ counts: [Int]) { self.counts = counts }

  func numberOfSections(in collectionView: UICollectionView) -> Int { counts.count }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int)
    -> Int
  { counts[section] }

  func collectionView(_ collectionView: UICollectionView, cellForItemAt path: IndexPath)
    -> UICollectionViewCell
  {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "item", for: path)
    cell.tag = path.item
    return cell
  }

  func collectionView(
    _ collectionView: UICollectionView,
    viewForSupplementaryElementOfKind kind: String,
    at path: IndexPath
  ) -> UICollectionReusableView {
    collectionView.dequeueReusableSupplementaryView(
      ofKind: kind,
      withReuseIdentifier: "header",
      for: path
    )
  }
}

/// A cell that counts how often it was made.
private final class CountedCell: UICollectionViewCell {
  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .red
  }

  required init?(coder: NSCoder) { nil }
}

/// Items on a wheel, turned in space.
private final class WheelLayout: UICollectionViewLayout {
  var preparations = 0

  override func prepare() {
    super.prepare()
    preparations += 1
  }

  override var collectionViewContentSize: CGSize { CGSize(width: 2000, height: 480) }

  override func layoutAttributesForElements(in rect: CGRect)
    -> [UICollectionViewLayoutAttributes]?
  { (0..<5).compactMap { layoutAttributesForItem(at: IndexPath(item: $0, section: 0)) } }

  override func layoutAttributesForItem(at path: IndexPath) -> UICollectionViewLayoutAttributes? {
    let place = UICollectionViewLayoutAttributes(forCellWith: path)
    place.size = CGSize(width: 100, height: 100)
    let x = (collectionView?.contentOffset.x ?? 0) + 160
    place.center = CGPoint(x: x, y: 240)
    var turn = CATransform3DIdentity
    turn.m34 = -1 / 500
    turn = CATransform3DRotate(turn, CGFloat(path.item) * .pi / 5, 0, 1, 0)
    place.transform3D = CATransform3DTranslate(turn, 0, 0, 200)
    place.zIndex = -path.item
    place.alpha = 0.5
    return place
  }

  override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { true }
}

@MainActor
@Suite("Collections", .serialized)
struct CollectionTests {
  @MainActor
  private struct Stage {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let collection: UICollectionView

    init(_ items: Items, _ layout: UICollectionViewLayout) {
      collection = UICollectionView(frame: window.bounds, collectionViewLayout: layout)
      collection.register(CountedCell.self, forCellWithReuseIdentifier: "item")
      collection.register(
        UICollectionReusableView.self,
        forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
        withReuseIdentifier: "header"
      )
      collection.dataSource = items
      collection.delegate = items
      window.addSubview(collection)
      window.makeKeyAndVisible()
      collection.layoutIfNeeded()
    }

    func scroll(to y: CGFloat) {
      collection.contentOffset.y = y
      collection.layoutIfNeeded()
    }
  }

  private func flow(_ side: CGFloat = 100) -> UICollectionViewFlowLayout {
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: side, height: side)
    return layout
  }

  @Test(
    "Ten thousand items: scrolling by a line makes no more than a line of cells",
    .shows("UICollectionView", "UICollectionView.visibleCells")
  )
  func scrollingIsCheap() {
    let items = Items([10_000])
    let stage = Stage(items, flow())
    let collection = stage.collection
    // Three columns; 480 points show 5 lines of 110.
    #expect(collection.visibleCells.count == 15)
    #expect(collection.contentSize == CGSize(width: 320, height: 3334 * 110 - 10))
    let first = collection.workCounts
    #expect(first.made == 15)
    var last = first
    for step in 1...100 {
      stage.scroll(to: CGFloat(step) * 110)
      let now = collection.workCounts
      #expect(now.placed - last.placed <= 6)
      #expect(now.visited - last.visited <= 2 * 18)
      last = now
    }
    #expect(last.made - first.made <= 3)
  }

  @Test(
    "Items are placed by the flow, with headers, insets and sizes of the delegate",
    .shows(
      "UICollectionViewFlowLayout.headerReferenceSize",
      "UICollectionViewFlowLayout",
      "UICollectionViewFlowLayout.itemSize",
      "UICollectionViewFlowLayout.sectionInset",
      "UICollectionView.cellForItem(at:)",
      "UICollectionView.supplementaryView(forElementKind:at:)",
      "UICollectionView.elementKindSectionHeader",
      "UICollectionView.indexPathForItem(at:)"
    )
  )
  func places() throws {
    let items = Items([4, 2])
    let layout = flow()
    layout.headerReferenceSize = CGSize(width: 0, height: 30)
    layout.sectionInset = UIEdgeInsets(top: 5, left: 10, bottom: 5, right: 10)
    let stage = Stage(items, layout)
    let collection = stage.collection
    // Two columns of 100 in 300: 100 points between them.
    let second = try #require(collection.cellForItem(at: IndexPath(item: 1, section: 0)))
    #expect(second.frame == CGRect(x: 210, y: 35, width: 100, height: 100))
    let next = try #require(collection.cellForItem(at: IndexPath(item: 0, section: 1)))
    // 30 + 5 + 210 + 5 is the first section's end.
    #expect(next.frame == CGRect(x: 10, y: 285, width: 100, height: 100))
    let header = collection.supplementaryView(
      forElementKind: UICollectionView.elementKindSectionHeader,
      at: IndexPath(item: 0, section: 1)
    )
    #expect(header?.frame == CGRect(x: 0, y: 250, width: 320, height: 30))
    #expect(
      collection.indexPathForItem(at: CGPoint(x: 250, y: 50)) == IndexPath(item: 1, section: 0)
    )
    #expect(collection.indexPathForItem(at: CGPoint(x: 150, y: 50)) == nil)
  }

  @Test(
    "Headers that are pinned stay in view while their section shows",
    .shows("UICollectionViewFlowLayout.sectionHeadersPinToVisibleBounds")
  )
  func pinnedHeaders() throws {
    let items = Items([30, 30])
    let layout = flow()
    layout.headerReferenceSize = CGSize(width: 0, height: 30)
    layout.sectionHeadersPinToVisibleBounds = true
    let stage = Stage(items, layout)
    stage.scroll(to: 200)
    let kind = UICollectionView.elementKindSectionHeader
    let header = try #require(
      stage.collection.supplementaryView(
        forElementKind: kind,
        at: IndexPath(item: 0, section: 0)
      )
    )
    #expect(header.frame.minY == 200)
    // The section ends at 30 + 10 * 110 - 10.
    stage.scroll(to: 1110)
    #expect(header.frame.minY == 1090)
  }

  @Test(
    "A layout of one's own turns items in space; each scroll asks it again",
    .shows(
      "UICollectionViewLayoutAttributes.transform3D",
      "UICollectionViewLayoutAttributes.center",
      "UICollectionViewLayoutAttributes.alpha",
      "UICollectionViewLayout",
      "UICollectionViewLayout.prepare()",
      "UICollectionViewLayout.collectionViewContentSize",
      "UICollectionViewLayout.layoutAttributesForElements(in:)",
      "UICollectionViewLayout.layoutAttributesForItem(at:)",
      "UICollectionViewLayout.shouldInvalidateLayout(forBoundsChange:)",
      "UICollectionViewLayout.collectionView",
      "UICollectionViewLayoutAttributes",
      "UICollectionViewLayoutAttributes.init(forCellWith:)",
      "UICollectionViewLayoutAttributes.size",
      "UICollectionViewLayoutAttributes.zIndex"
    )
  )
  func ownLayout() throws {
    let items = Items([5])
    let layout = WheelLayout()
    let stage = Stage(items, layout)
    let collection = stage.collection
    #expect(collection.visibleCells.count == 5)
    let cell = try #require(collection.cellForItem(at: IndexPath(item: 2, section: 0)))
    #expect(cell.layer.zPosition == -2)
    #expect(cell.alpha == 0.5)
    #expect(!CATransform3DIsAffine(cell.layer.transform))
    let before = layout.preparations
    collection.contentOffset.x = 50
    collection.layoutIfNeeded()
    #expect(layout.preparations == before + 1)
    #expect(cell.center.x == 210)
  }

  @Test(
    "Inserted and deleted items: cells move with their items",
    .shows(
      "UICollectionView.deleteItems(at:)",
      "UICollectionView.insertItems(at:)",
      "UICollectionView.numberOfItems(inSection:)"
    )
  )
  func updates() throws {
    let items = Items([6])
    let stage = Stage(items, flow())
    let collection = stage.collection
    let third = try #require(collection.cellForItem(at: IndexPath(item: 2, section: 0)))
    items.counts = [5]
    collection.deleteItems(at: [IndexPath(item: 0, section: 0)])
    collection.layoutIfNeeded()
    #expect(collection.cellForItem(at: IndexPath(item: 1, section: 0)) === third)
    #expect(third.frame.minX == 110)
    #expect(collection.numberOfItems(inSection: 0) == 5)
    items.counts = [9]
    let lines = diagnostics {
      collection.insertItems(at: [IndexPath(item: 0, section: 0)])
    }
    #expect(lines.count == 1)
    collection.layoutIfNeeded()
    #expect(collection.visibleCells.count == 9)
  }

  @Test(
    "Another layout moves the cells that show before and after",
    .shows("UICollectionView.collectionViewLayout")
  )
  func changeOfLayout() throws {
    let items = Items([4])
    let stage = Stage(items, flow())
    let collection = stage.collection
    let cell = try #require(collection.cellForItem(at: IndexPath(item: 3, section: 0)))
    #expect(cell.frame == CGRect(x: 0, y: 110, width: 100, height: 100))
    collection.collectionViewLayout = flow(150)
    collection.layoutIfNeeded()
    #expect(collection.cellForItem(at: IndexPath(item: 3, section: 0)) === cell)
    #expect(cell.frame == CGRect(x: 170, y: 160, width: 150, height: 150))
  }

  @Test("Layouts with impossible places give no views, and diagnostics")
  func hostileLayouts() {
    final class Wild: UICollectionViewLayout {
      override var collectionViewContentSize: CGSize { CGSize(width: CGFloat.nan, height: 1e300) }
      override func layoutAttributesForElements(in rect: CGRect)
        -> [UICollectionViewLayoutAttributes]?
      {
        collectionView?.reloadData()
        invalidateLayout()
        let far = UICollectionViewLayoutAttributes(forCellWith: IndexPath(item: 99, section: 7))
        far.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        let odd = UICollectionViewLayoutAttributes(forCellWith: IndexPath(item: 0, section: 0))
        odd.center = CGPoint(x: CGFloat.nan, y: 0)
        let none = UICollectionViewLayoutAttributes(forCellWith: IndexPath())
        none.frame = far.frame
        return [far, odd, none]
      }
    }
    let lines = diagnostics {
      let stage = Stage(Items([3]), Wild())
      #expect(stage.collection.visibleCells.isEmpty)
      #expect(stage.collection.contentSize == CGSize(width: 0, height: 1e9))
    }
    #expect(!lines.isEmpty)
    for side in [CGFloat.nan, 0, -3, .infinity, 1e9] {
      let stage = Stage(Items([1000]), flow(side))
      stage.scroll(to: 500)
      #expect(stage.collection.visibleCells.count <= 1000)
    }
  }
}
