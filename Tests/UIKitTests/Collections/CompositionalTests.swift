// Compositional layouts: lengths, groups, headers, and sections that scroll by themselves.
// Licensed under the MIT license; see LICENSE.

import TestClaims
import Testing

@testable import UIKit

/// Cells of a number of sections, whose wishes a test sets.
@MainActor
private final class Cells: UICollectionViewDataSource {
  var counts: [Int]
  var heights: [CGFloat] = []
  var widths: [CGFloat] = []

  init(_ counts: [Int]) { self.counts = counts }

  func numberOfSections(in collectionView: UICollectionView) -> Int { counts.count }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int)
    -> Int
  { counts[section] }

  func collectionView(_ collectionView: UICollectionView, cellForItemAt path: IndexPath)
    -> UICollectionViewCell
  {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    guard let wish = cell as? WishCell else { return cell }
    wish.set(
      width: widths.isEmpty ? nil : widths[path.item % widths.count],
      height: heights.isEmpty ? nil : heights[path.item % heights.count]
    )
    return cell
  }

  func collectionView(
    _ collectionView: UICollectionView,
    viewForSupplementaryElementOfKind kind: String,
    at path: IndexPath
  ) -> UICollectionReusableView {
    collectionView.dequeueReusableSupplementaryView(
      ofKind: kind,
      withReuseIdentifier: "view",
      for: path
    )
  }
}

/// A cell whose content is as large as a test says, by constraints.
private final class WishCell: UICollectionViewCell {
  private let box = UIView()
  private var width: NSLayoutConstraint?
  private var height: NSLayoutConstraint?

  override init(frame: CGRect) {
    super.init(frame: frame)
    box.translatesAutoresizingMaskIntoConstraints = false
    contentView.addSubview(box)
    NSLayoutConstraint.activate([
      box.leadingAnchor.constraint(equalTo: contentView.leadingAnchor),
      box.trailingAnchor.constraint(equalTo: contentView.trailingAnchor),
      box.topAnchor.constraint(equalTo: contentView.topAnchor),
      box.bottomAnchor.constraint(equalTo: contentView.bottomAnchor),
    ])
  }

  required init?(coder: NSCoder) { nil }

  func set(width: CGFloat?, height: CGFloat?) {
    if let width {
      let made = self.width ?? box.widthAnchor.constraint(equalToConstant: width)
      made.constant = width
      made.isActive = true
      self.width = made
    }
    if let height {
      let made = self.height ?? box.heightAnchor.constraint(equalToConstant: height)
      made.constant = height
      made.isActive = true
      self.height = made
    }
  }
}

/// A collection of 320 x 480 points in a window.
@MainActor
private struct CompositionalStage {
  let window: UIWindow
  let collection: UICollectionView
  let cells: Cells

  init(
    _ section: NSCollectionLayoutSection,
    _ counts: [Int],
    heights: [CGFloat] = [],
    widths: [CGFloat] = [],
    configuration: UICollectionViewCompositionalLayoutConfiguration? = nil
  ) {
    self.init(
      UICollectionViewCompositionalLayout(
        section: section,
        configuration: configuration ?? UICollectionViewCompositionalLayoutConfiguration()
      ),
      counts,
      heights: heights,
      widths: widths
    )
  }

  init(
    _ layout: UICollectionViewLayout,
    _ counts: [Int],
    heights: [CGFloat] = [],
    widths: [CGFloat] = []
  ) {
    window = makeWindow(CGSize(width: 320, height: 480))
    collection = UICollectionView(frame: window.bounds, collectionViewLayout: layout)
    collection.register(WishCell.self, forCellWithReuseIdentifier: "cell")
    for kind in ["header", "footer", "badge"] {
      collection.register(
        UICollectionReusableView.self,
        forSupplementaryViewOfKind: kind,
        withReuseIdentifier: "view"
      )
    }
    cells = Cells(counts)
    cells.heights = heights
    cells.widths = widths
    collection.dataSource = cells
    window.addSubview(collection)
    collection.layoutIfNeeded()
  }

  func frame(_ item: Int, _ section: Int = 0) -> CGRect? {
    collection.layoutAttributesForItem(at: IndexPath(item: item, section: section))?.frame
  }

  func view(_ kind: String, _ section: Int = 0) -> CGRect? {
    collection.layoutAttributesForSupplementaryElement(
      ofKind: kind,
      at: IndexPath(item: 0, section: section)
    )?.frame
  }
}

@MainActor
private func size(
  _ width: NSCollectionLayoutDimension,
  _ height: NSCollectionLayoutDimension
) -> NSCollectionLayoutSize {
  NSCollectionLayoutSize(widthDimension: width, heightDimension: height)
}

@MainActor
private func halves() -> (NSCollectionLayoutSection, NSCollectionLayoutItem) {
  let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(0.5), .fractionalHeight(1)))
  let group = NSCollectionLayoutGroup.horizontal(
    layoutSize: size(.fractionalWidth(1), .absolute(100)),
    subitems: [item]
  )
  let section = NSCollectionLayoutSection(group: group)
  section.contentInsets = NSDirectionalEdgeInsets(top: 10, leading: 10, bottom: 10, trailing: 10)
  return (section, item)
}

@MainActor
@Suite("Compositional layouts", .serialized)
struct CompositionalTests {
  @Test("T82: parts of a group, and groups below each other")
  func parts() {
    let stage = CompositionalStage(halves().0, [5])
    #expect(stage.frame(0) == rect(10, 10, 150, 100))
    #expect(stage.frame(1) == rect(160, 10, 150, 100))
    #expect(stage.frame(4) == rect(10, 210, 150, 100))
    #expect(stage.collection.contentSize == CGSize(width: 320, height: 320))
    #expect(stage.collection.cellForItem(at: IndexPath(item: 1, section: 0))?.frame.minX == 160)
  }

  @Test("T83: a number of items of one width")
  func repeated() {
    let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)))
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .absolute(100)),
      repeatingSubitem: item,
      count: 3
    )
    group.interItemSpacing = .fixed(6)
    let section = NSCollectionLayoutSection(group: group)
    section.contentInsets = NSDirectionalEdgeInsets(top: 0, leading: 10, bottom: 0, trailing: 10)
    let stage = CompositionalStage(section, [3])
    #expect((0..<3).map { stage.frame($0)?.minX } == [10, 112, 214])
    #expect((0..<3).map { stage.frame($0)?.width } == [96, 96, 96])
  }

  @Test("T84: insets of items shrink the view and not its room")
  func insets() {
    let (section, item) = halves()
    item.contentInsets = NSDirectionalEdgeInsets(top: 5, leading: 5, bottom: 5, trailing: 5)
    let stage = CompositionalStage(section, [2])
    #expect(stage.frame(0) == rect(15, 15, 140, 90))
    #expect(stage.frame(1) == rect(165, 15, 140, 90))
  }

  @Test("T85: heights that cells decide, and the group with them")
  func estimated() {
    let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(0.5), .estimated(50)))
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .estimated(50)),
      subitems: [item]
    )
    let section = NSCollectionLayoutSection(group: group)
    section.interGroupSpacing = 7
    let stage = CompositionalStage(section, [4], heights: [30, 80])
    #expect(stage.frame(0) == rect(0, 0, 160, 30))
    #expect(stage.frame(1) == rect(160, 0, 160, 80))
    #expect(stage.frame(2) == rect(0, 87, 160, 30))
    #expect(stage.collection.contentSize.height == 167)
  }

  @Test("T86: a header extends its section, one that does not lies over it")
  func headers() {
    let (section, _) = halves()
    let header = NSCollectionLayoutBoundarySupplementaryItem(
      layoutSize: size(.fractionalWidth(1), .absolute(44)),
      elementKind: "header",
      alignment: .top
    )
    section.boundarySupplementaryItems = [header]
    let stage = CompositionalStage(section, [2])
    #expect(stage.view("header") == rect(10, 0, 300, 44))
    #expect(stage.frame(0)?.minY == 54)
    #expect(stage.collection.contentSize.height == 164)
    header.extendsBoundary = false
    section.supplementariesFollowContentInsets = false
    stage.collection.collectionViewLayout.invalidateLayout()
    #expect(stage.view("header") == rect(0, 0, 320, 44))
    #expect(stage.frame(0)?.minY == 10)
  }

  @Test("Pinned headers stay while their section shows")
  func pinned() {
    let (section, _) = halves()
    let header = NSCollectionLayoutBoundarySupplementaryItem(
      layoutSize: size(.fractionalWidth(1), .absolute(44)),
      elementKind: "header",
      alignment: .top
    )
    header.pinToVisibleBounds = true
    section.boundarySupplementaryItems = [header]
    let stage = CompositionalStage(section, [4, 40])
    // The first section is 44 + 10 + 200 + 10 long.
    stage.collection.contentOffset.y = 100
    stage.collection.layoutIfNeeded()
    #expect(stage.view("header")?.minY == 100)
    stage.collection.contentOffset.y = 250
    stage.collection.layoutIfNeeded()
    #expect(stage.view("header")?.minY == 220)
    #expect(stage.view("header", 1)?.minY == 264)
  }

  @Test("Flexible spaces share what is left, edge spaces move across")
  func spaces() {
    let item = NSCollectionLayoutItem(layoutSize: size(.absolute(50), .absolute(40)))
    item.edgeSpacing = NSCollectionLayoutEdgeSpacing(
      leading: nil,
      top: .flexible(0),
      trailing: nil,
      bottom: nil
    )
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .absolute(100)),
      repeatingSubitem: item,
      count: 1
    )
    #expect(group.visualDescription().contains("count 1"))
    let row = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.absolute(300), .absolute(100)),
      subitems: [item, item, item]
    )
    row.interItemSpacing = .flexible(60)
    let stage = CompositionalStage(NSCollectionLayoutSection(group: row), [3])
    // 3 x 50 and two spaces of 75; the room above is flexible, so that items are at the bottom.
    #expect((0..<3).map { stage.frame($0)?.minX } == [0, 125, 250])
    #expect(stage.frame(0)?.minY == 60)
  }

  @Test("Groups in groups, and a group that a program arranges")
  func nested() {
    let large = NSCollectionLayoutItem(
      layoutSize: size(.fractionalWidth(0.75), .fractionalHeight(1))
    )
    let small = NSCollectionLayoutItem(
      layoutSize: size(.fractionalWidth(1), .fractionalHeight(0.5))
    )
    let column = NSCollectionLayoutGroup.vertical(
      layoutSize: size(.fractionalWidth(0.25), .fractionalHeight(1)),
      subitems: [small]
    )
    let row = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .fractionalWidth(0.5)),
      subitems: [large, column]
    )
    let stage = CompositionalStage(NSCollectionLayoutSection(group: row), [4])
    #expect(stage.frame(0) == rect(0, 0, 240, 160))
    #expect(stage.frame(1) == rect(240, 0, 80, 80))
    #expect(stage.frame(2) == rect(240, 80, 80, 80))
    #expect(stage.frame(3) == rect(0, 160, 240, 160))
    let own = NSCollectionLayoutGroup.custom(layoutSize: size(.fractionalWidth(1), .absolute(90))) {
      environment in
      let width = environment.container.contentSize.width
      return [
        NSCollectionLayoutGroupCustomItem(frame: CGRect(x: 0, y: 0, width: 30, height: 30)),
        NSCollectionLayoutGroupCustomItem(
          frame: CGRect(x: width - 40, y: 50, width: 40, height: 40)
        ),
      ]
    }
    let other = CompositionalStage(NSCollectionLayoutSection(group: own), [3])
    #expect(other.frame(1) == rect(280, 50, 40, 40))
    #expect(other.frame(2) == rect(0, 90, 30, 30))
  }

  @Test("Rows of tags break where the cells' own widths do not fit")
  func tags() {
    let item = NSCollectionLayoutItem(layoutSize: size(.estimated(100), .estimated(30)))
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .estimated(30)),
      subitems: [item]
    )
    group.interItemSpacing = .fixed(10)
    let section = NSCollectionLayoutSection(group: group)
    section.interGroupSpacing = 10
    let stage = CompositionalStage(section, [6], heights: [20], widths: [90, 120, 70, 150])
    #expect(stage.frame(0) == rect(0, 0, 90, 20))
    #expect(stage.frame(1) == rect(100, 0, 120, 20))
    #expect(stage.frame(2) == rect(230, 0, 70, 20))
    #expect(stage.frame(3) == rect(0, 30, 150, 20))
    #expect(stage.frame(4) == rect(160, 30, 90, 20))
    #expect(stage.frame(5) == rect(0, 60, 120, 20))
  }

  @Test("B30: siblings of one height take the greatest")
  func uniform() {
    let item = NSCollectionLayoutItem(
      layoutSize: size(.fractionalWidth(0.5), .uniformAcrossSiblings(estimate: 50))
    )
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .estimated(50)),
      subitems: [item]
    )
    let stage = CompositionalStage(NSCollectionLayoutSection(group: group), [2], heights: [30, 80])
    // A cell that is stretched asks for its own height still.
    #expect(stage.frame(0)?.height == 80)
    #expect(stage.frame(1)?.height == 80)
  }

  @Test("A badge at a corner of its item, a plate behind the section")
  func beside() {
    let badge = NSCollectionLayoutSupplementaryItem(
      layoutSize: size(.absolute(20), .absolute(20)),
      elementKind: "badge",
      containerAnchor: NSCollectionLayoutAnchor(
        edges: [.top, .trailing],
        fractionalOffset: CGPoint(x: 0.5, y: -0.5)
      )
    )
    let item = NSCollectionLayoutItem(
      layoutSize: size(.fractionalWidth(0.5), .fractionalHeight(1)),
      supplementaryItems: [badge]
    )
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .absolute(100)),
      subitems: [item]
    )
    let section = NSCollectionLayoutSection(group: group)
    section.contentInsets = NSDirectionalEdgeInsets(top: 20, leading: 0, bottom: 5, trailing: 0)
    section.decorationItems = [.background(elementKind: "plate")]
    let layout = UICollectionViewCompositionalLayout(section: section)
    layout.register(UICollectionReusableView.self, forDecorationViewOfKind: "plate")
    let stage = CompositionalStage(layout, [2])
    #expect(stage.view("badge") == rect(150, 10, 20, 20))
    let plate = layout.layoutAttributesForDecorationView(
      ofKind: "plate",
      at: IndexPath(item: 0, section: 0)
    )
    #expect(plate?.frame == rect(0, 0, 320, 125))
    #expect((plate?.zIndex ?? 0) < 0)
  }

  @Test("B31: a section that scrolls by itself")
  func orthogonal() {
    let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)))
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.absolute(200), .absolute(80)),
      subitems: [item]
    )
    let section = NSCollectionLayoutSection(group: group)
    section.interGroupSpacing = 10
    section.contentInsets = NSDirectionalEdgeInsets(top: 5, leading: 20, bottom: 5, trailing: 20)
    section.orthogonalScrollingBehavior = .groupPaging
    var offsets: [CGFloat] = []
    section.visibleItemsInvalidationHandler = { items, offset, _ in
      offsets.append(offset.x)
      for item in items { item.alpha = item.frame.minX < 0 ? 0.5 : 1 }
    }
    let stage = CompositionalStage(section, [10, 10])
    #expect(stage.collection.contentSize == CGSize(width: 320, height: 180))
    #expect(stage.frame(0) == rect(20, 5, 200, 80))
    #expect(stage.frame(1) == rect(230, 5, 200, 80))
    #expect(stage.frame(0, 1) == rect(20, 95, 200, 80))
    #expect(stage.collection.visibleCells.count == 4)
    let cell = stage.collection.cellForItem(at: IndexPath(item: 1, section: 0))
    let scroller = cell?.superview as? UIScrollView
    #expect(scroller?.contentSize == CGSize(width: 20 + 2_090 + 20, height: 80))
    #expect(scroller?.frame == rect(0, 5, 320, 80))
    scroller?.contentOffset.x = 210
    scroller?.layoutIfNeeded()
    stage.collection.layoutIfNeeded()
    #expect(stage.frame(1)?.minX == 20)
    #expect(cell?.frame == rect(230, 0, 200, 80))
    #expect(cell?.alpha == 1)
    #expect(offsets.contains(210))
    #expect(stage.collection.cellForItem(at: IndexPath(item: 2, section: 0)) != nil)
    let rest = (scroller as? OrthogonalScrollView)?.restingTarget(
      CGPoint(x: 900, y: 0),
      velocity: CGPoint(x: 3, y: 0)
    )
    #expect(rest?.x == 420)
  }

  @Test("Right to left, and from left to right as the direction of scrolling")
  func directions() {
    let stage = CompositionalStage(halves().0, [2])
    stage.collection.semanticContentAttribute = .forceRightToLeft
    stage.collection.collectionViewLayout.invalidateLayout()
    #expect(stage.frame(0) == rect(160, 10, 150, 100))
    #expect(stage.frame(1) == rect(10, 10, 150, 100))
    let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(0.5)))
    let group = NSCollectionLayoutGroup.vertical(
      layoutSize: size(.absolute(100), .fractionalHeight(1)),
      subitems: [item]
    )
    let configuration = UICollectionViewCompositionalLayoutConfiguration()
    configuration.scrollDirection = .horizontal
    configuration.interSectionSpacing = 30
    let other = CompositionalStage(
      NSCollectionLayoutSection(group: group),
      [3, 1],
      configuration: configuration
    )
    #expect(other.frame(1) == rect(0, 240, 100, 240))
    #expect(other.frame(2) == rect(100, 0, 100, 240))
    #expect(other.frame(0, 1) == rect(230, 0, 100, 240))
    #expect(other.collection.contentSize == CGSize(width: 330, height: 480))
  }

  @Test("Content does not jump where cells above turn out higher than guessed")
  func noJump() {
    let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .estimated(40)))
    let group = NSCollectionLayoutGroup.vertical(
      layoutSize: size(.fractionalWidth(1), .estimated(40)),
      subitems: [item]
    )
    let stage = CompositionalStage(
      NSCollectionLayoutSection(group: group),
      [1_000],
      heights: [30, 90, 60, 120, 20]
    )
    stage.collection.contentOffset.y = 20_000
    stage.collection.layoutIfNeeded()
    // Upwards, where no cell has shown before: what shows moves with the finger and no further.
    for _ in 0..<60 {
      let before = Dictionary(
        uniqueKeysWithValues: stage.collection.indexPathsForVisibleItems.map {
          ($0, stage.collection.cellForItem(at: $0).map { $0.frame.minY } ?? 0)
        }
      )
      let offset = stage.collection.contentOffset.y
      stage.collection.contentOffset.y = offset - 35
      stage.collection.layoutIfNeeded()
      let shown = stage.collection.contentOffset.y
      for path in stage.collection.indexPathsForVisibleItems {
        guard let old = before[path], let cell = stage.collection.cellForItem(at: path) else {
          continue
        }
        #expect(abs((cell.frame.minY - shown) - (old - offset) - 35) < 0.01)
      }
    }
  }

  @Test("A provider that returns none leaves the section empty, endless groups end")
  func bounds() {
    let layout = UICollectionViewCompositionalLayout { _, _ in nil }
    let lines = diagnostics {
      let stage = CompositionalStage(layout, [3])
      #expect(stage.collection.contentSize.height == 0)
    }
    #expect(lines.contains { $0.contains("returned no section 0") })
    let item = NSCollectionLayoutItem(layoutSize: size(.absolute(0), .absolute(.nan)))
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .absolute(10)),
      subitems: [item]
    )
    let stage = CompositionalStage(NSCollectionLayoutSection(group: group), [1_200])
    #expect(stage.collection.contentSize.height == 20)
  }

  private func diagnostics(_ body: () throws -> Void) rethrows -> [String] {
    try Diagnostics.lines(during: body)
  }
}
