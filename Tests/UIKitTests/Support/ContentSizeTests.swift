// Lists as high as their content, limits of the size of text, and mirrored layouts.
// Licensed under the MIT license; see LICENSE.

import Foundation
import TestClaims
import Testing

@testable import UIKit

/// A collection that is as high as its content, as programs write it.
private final class HighCollection: UICollectionView {
  var sizes: [CGSize] = []

  override var contentSize: CGSize {
    didSet {
      if contentSize != oldValue { sizes.append(contentSize) }
      invalidateIntrinsicContentSize()
    }
  }

  override var intrinsicContentSize: CGSize {
    layoutIfNeeded()
    return contentSize
  }
}

/// A table that is as high as its content, as programs write it.
private final class HighTable: UITableView {
  var sizes: [CGSize] = []

  override var contentSize: CGSize {
    didSet {
      sizes.append(contentSize)
      invalidateIntrinsicContentSize()
    }
  }

  override var intrinsicContentSize: CGSize {
    layoutIfNeeded()
    return CGSize(width: UIView.noIntrinsicMetric, height: contentSize.height)
  }
}

/// A collection whose observer lays out at once.
private final class HastyCollection: UICollectionView {
  override var contentSize: CGSize {
    didSet {
      setNeedsLayout()
      superview?.layoutIfNeeded()
      layoutIfNeeded()
    }
  }
}

/// A table whose observer lays out at once.
private final class HastyTable: UITableView {
  override var contentSize: CGSize {
    didSet {
      setNeedsLayout()
      superview?.layoutIfNeeded()
      layoutIfNeeded()
    }
  }
}

/// Notes the rows whose cells go.
@MainActor
private final class Endings: UITableViewDelegate {
  var rows: [Int] = []

  func tableView(
    _ tableView: UITableView,
    didEndDisplaying cell: UITableViewCell,
    forRowAt path: IndexPath
  ) { rows.append(path.row) }
}

/// A row as high as its box.
private final class BoxRow: UITableViewCell {
  let box = ContentView(10, 10)

  override init(style: CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    contentView.addSubview(box)
    NSLayoutConstraint.activate([
      box.leadingAnchor.constraint(equalTo: contentView.leadingAnchor),
      box.topAnchor.constraint(equalTo: contentView.topAnchor),
      box.bottomAnchor.constraint(equalTo: contentView.bottomAnchor),
    ])
  }

  required init?(coder: NSCoder) { nil }
}

/// A cell as wide and high as its box.
private final class BoxItem: UICollectionViewCell {
  let box = ContentView(10, 10)

  override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.addSubview(box)
    NSLayoutConstraint.activate([
      box.leadingAnchor.constraint(equalTo: contentView.leadingAnchor),
      box.trailingAnchor.constraint(equalTo: contentView.trailingAnchor),
      box.topAnchor.constraint(equalTo: contentView.topAnchor),
      box.bottomAnchor.constraint(equalTo: contentView.bottomAnchor),
    ])
  }

  required init?(coder: NSCoder) { nil }
}

/// Cells of a number of sections.
@MainActor
private final class Items: UICollectionViewDataSource {
  var counts: [Int]
  /// The sizes of boxes in cells; nil for plain cells.
  var size: ((Int) -> CGSize)?

  init(_ counts: [Int]) { self.counts = counts }

  func numberOfSections(in collectionView: UICollectionView) -> Int { counts.count }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int)
    -> Int
  { counts[section] }

  func collectionView(_ collectionView: UICollectionView, cellForItemAt path: IndexPath)
    -> UICollectionViewCell
  {
    guard let size else {
      return collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    }
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "box", for: path)
    (cell as? BoxItem)?.box.content = size(path.item)
    (cell as? BoxItem)?.box.invalidateIntrinsicContentSize()
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

/// A stack as wide as a scroll view of 200 x 200 points in a window.
@MainActor
private struct StackStage {
  let window = makeWindow()
  let scroll = UIScrollView()
  let stack = UIStackView()

  init(_ views: [UIView]) {
    stack.axis = .vertical
    for view in views { stack.addArrangedSubview(view) }
    for (view, parent) in [(scroll, window as UIView), (stack, scroll)] {
      view.translatesAutoresizingMaskIntoConstraints = false
      parent.addSubview(view)
    }
    NSLayoutConstraint.activate([
      scroll.leadingAnchor.constraint(equalTo: window.leadingAnchor),
      scroll.trailingAnchor.constraint(equalTo: window.trailingAnchor),
      scroll.topAnchor.constraint(equalTo: window.topAnchor),
      scroll.bottomAnchor.constraint(equalTo: window.bottomAnchor),
      stack.leadingAnchor.constraint(equalTo: scroll.contentLayoutGuide.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: scroll.contentLayoutGuide.trailingAnchor),
      stack.topAnchor.constraint(equalTo: scroll.contentLayoutGuide.topAnchor),
      stack.bottomAnchor.constraint(equalTo: scroll.contentLayoutGuide.bottomAnchor),
      stack.widthAnchor.constraint(equalTo: scroll.frameLayoutGuide.widthAnchor),
    ])
    layOut()
  }

  func layOut() { CATransaction.flush() }
}

/// Gives a collection its items, and the classes of its views.
@MainActor
private func fill(_ collection: UICollectionView, _ items: Items) {
  collection.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
  collection.register(BoxItem.self, forCellWithReuseIdentifier: "box")
  for kind in [UICollectionView.elementKindSectionHeader, "edge"] {
    collection.register(
      UICollectionReusableView.self,
      forSupplementaryViewOfKind: kind,
      withReuseIdentifier: "view"
    )
  }
  collection.dataSource = items
}

@Suite("Lists as high as their content", .serialized)
@MainActor
struct ContentHeightTests {
  @Test(
    "A collection that observes the size of its content is as high as that in a stack",
    .shows("UIScrollView.contentSize", "UIView.invalidateIntrinsicContentSize()")
  )
  func collection() {
    let items = Items([7])
    let collection = HighCollection(
      frame: .zero,
      collectionViewLayout: UICollectionViewFlowLayout()
    )
    fill(collection, items)
    let stage = StackStage([ContentView(20, 30), collection])
    // Three cells of 50 points in a line, lines 10 points apart.
    #expect(collection.frame == rect(0, 30, 200, 170))
    #expect(stage.scroll.contentSize == CGSize(width: 200, height: 200))
    #expect(collection.visibleCells.count == 7)
    #expect(collection.sizes.last == CGSize(width: 200, height: 170))
    let calls = collection.sizes.count
    collection.reloadData()
    stage.layOut()
    #expect(collection.sizes.count == calls && collection.frame.height == 170)
    items.counts = [20]
    collection.reloadData()
    stage.layOut()
    // Seven lines.
    #expect(collection.frame.height == 410 && stage.scroll.contentSize.height == 440)
    #expect(collection.visibleCells.count == 20)
    items.counts = [3]
    collection.performBatchUpdates {
      collection.deleteItems(at: (3..<20).map { IndexPath(item: $0, section: 0) })
    }
    stage.layOut()
    #expect(collection.frame.height == 50 && stage.scroll.contentSize.height == 80)
  }

  @Test(
    "A table that observes the size of its content is as high as that in a stack",
    .shows("UIScrollView.contentSize")
  )
  func table() {
    let (rows, table) = (Rows([4]), HighTable(frame: .zero, style: .plain))
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    table.rowHeight = 40
    table.dataSource = rows
    let stage = StackStage([table, ContentView(20, 30)])
    #expect(table.frame == rect(0, 0, 200, 160))
    #expect(stage.scroll.contentSize == CGSize(width: 200, height: 190))
    #expect(table.sizes.last == CGSize(width: 200, height: 160))
    rows.counts = [4, 6]
    table.insertSections([1], with: .none)
    stage.layOut()
    #expect(table.frame.height == 400 && stage.scroll.contentSize.height == 430)
    #expect(table.visibleCells.count == 10)
    rows.counts = [1]
    table.reloadData()
    stage.layOut()
    #expect(table.frame.height == 40 && stage.scroll.contentSize.height == 70)
  }

  @Test("A table whose rows decide their height is as high as all of them in a stack")
  func selfSizing() {
    let (rows, table) = (Rows([6]), HighTable(frame: .zero, style: .plain))
    rows.cell = { _, path in
      let cell = BoxRow(style: .default, reuseIdentifier: nil)
      cell.box.content = CGSize(width: 10, height: CGFloat(20 + 10 * path.row))
      return cell
    }
    table.separatorStyle = .none
    table.dataSource = rows
    let stage = StackStage([table])
    // 20 + 30 + 40 + 50 + 60 + 70.
    #expect(table.contentSize.height == 270)
    #expect(table.frame.height == 270 && stage.scroll.contentSize.height == 270)
  }

  @Test("A collection whose cells decide their height is as high as all of them in a stack")
  func estimates() {
    let size = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(1),
      heightDimension: .estimated(44)
    )
    let group = NSCollectionLayoutGroup.vertical(
      layoutSize: size,
      subitems: [NSCollectionLayoutItem(layoutSize: size)]
    )
    let layout = UICollectionViewCompositionalLayout(
      section: NSCollectionLayoutSection(group: group)
    )
    let items = Items([6])
    items.size = { CGSize(width: 10, height: 20 + 10 * $0) }
    let collection = HighCollection(frame: .zero, collectionViewLayout: layout)
    fill(collection, items)
    let stage = StackStage([collection, ContentView(20, 30)])
    #expect(collection.contentSize == CGSize(width: 200, height: 270))
    #expect(collection.frame.height == 270 && stage.scroll.contentSize.height == 300)
    #expect(collection.visibleCells.count == 6)
  }

  @Test("Observers that lay out at once end, and find the views in their places")
  func hasty() throws {
    let window = makeWindow()
    let items = Items([4])
    let collection = HastyCollection(
      frame: window.bounds,
      collectionViewLayout: UICollectionViewFlowLayout()
    )
    fill(collection, items)
    let (rows, table) = (Rows([3]), HastyTable(frame: window.bounds, style: .plain))
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    table.rowHeight = 20
    table.dataSource = rows
    window.addSubview(collection)
    window.addSubview(table)
    CATransaction.flush()
    #expect(collection.contentSize.height == 110 && collection.visibleCells.count == 4)
    #expect(table.contentSize.height == 60 && table.visibleCells.count == 3)
    let first = table.cellForRow(at: IndexPath(row: 0, section: 0))
    items.counts = [8]
    collection.insertItems(at: (0..<4).map { IndexPath(item: $0, section: 0) })
    rows.counts = [5]
    table.insertRows(
      at: [IndexPath(row: 0, section: 0), IndexPath(row: 2, section: 0)],
      with: .fade
    )
    // New cells fade in, and rows keep their cells.
    let made = collection.cellForItem(at: IndexPath(item: 0, section: 0))
    #expect(made?.layer.animationKeys()?.contains("opacity") == true)
    #expect(table.cellForRow(at: IndexPath(row: 1, section: 0)) === first)
    _ = try window.image(at: 1)
    #expect(table.subviews.count { $0 is UITableViewCell } == 5)
    #expect(collection.contentSize.height == 170 && collection.visibleCells.count == 8)
    let cell = collection.cellForItem(at: IndexPath(item: 7, section: 0))
    #expect(cell?.frame == rect(75, 120, 50, 50) && cell?.alpha == 1)
    #expect(table.contentSize.height == 100 && table.visibleCells.count == 5)
    let tops = (0..<5).map { table.cellForRow(at: IndexPath(row: $0, section: 0))?.frame.minY }
    #expect(tops == [0, 20, 40, 60, 80])
    let ends = Endings()
    table.delegate = ends
    table.layoutIfNeeded()
    ends.rows = []
    rows.counts = [4]
    table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
    _ = try window.image(at: 2)
    #expect(ends.rows == [0] && table.visibleCells.count == 4)
  }
}

@Suite("Limits of the size of text", .serialized)
@MainActor
struct ContentSizeLimitTests {
  private final class Told: UIView {
    var before: [UIContentSizeCategory?] = []

    override func traitCollectionDidChange(_ previous: UITraitCollection?) {
      before.append(previous?.preferredContentSizeCategory)
    }
  }

  @Test(
    "The traits of a view and all in it stay within its limits",
    .shows("UIView.minimumContentSizeCategory", "UIView.maximumContentSizeCategory")
  )
  func traits() {
    let (outer, inner) = (UIView(), UIView())
    outer.addSubview(inner)
    func categories() -> [UIContentSizeCategory] {
      [outer, inner].map(\.traitCollection.preferredContentSizeCategory)
    }
    #expect(outer.minimumContentSizeCategory == nil && outer.maximumContentSizeCategory == nil)
    #expect(categories() == [.large, .large])
    outer.maximumContentSizeCategory = .medium
    #expect(outer.maximumContentSizeCategory == .medium && categories() == [.medium, .medium])
    inner.minimumContentSizeCategory = .extraLarge
    #expect(categories() == [.medium, .extraLarge])
    outer.minimumContentSizeCategory = .accessibilityLarge
    #expect(categories() == [.medium, .extraLarge])
    outer.maximumContentSizeCategory = nil
    #expect(categories() == [.accessibilityLarge, .accessibilityLarge])
    inner.maximumContentSizeCategory = .small
    #expect(categories() == [.accessibilityLarge, .small])
    outer.minimumContentSizeCategory = .unspecified
    #expect(categories() == [.large, .small])
    inner.overrideUserInterfaceStyle = .dark
    #expect(inner.traitCollection.userInterfaceStyle == .dark && categories() == [.large, .small])
  }

  @Test("A change arrives at the end of the transaction, where it counts")
  func told() {
    let window = makeWindow()
    let (outer, inner, still, night) = (Told(), Told(), Told(), Told())
    still.maximumContentSizeCategory = .large
    night.overrideUserInterfaceStyle = .dark
    window.addSubview(outer)
    for view in [inner, still, night] { outer.addSubview(view) }
    CATransaction.flush()
    for view in [outer, inner, still, night] { view.before = [] }
    var heard: [UIContentSizeCategory] = []
    inner.registerForTraitChanges([UITraitPreferredContentSizeCategory.self]) {
      (view: Told, _: UITraitCollection) in
      heard.append(view.traitCollection.preferredContentSizeCategory)
    }
    outer.minimumContentSizeCategory = .extraLarge
    #expect(outer.before.isEmpty && inner.before.isEmpty)
    CATransaction.flush()
    #expect(outer.before == [.large] && inner.before == [.large] && heard == [.extraLarge])
    #expect(still.before.isEmpty && night.before == [.large])
    // Dark already: the window's change passes it by.
    window.overrideUserInterfaceStyle = .dark
    CATransaction.flush()
    #expect(inner.before.count == 2 && night.before.count == 1)
  }

  @Test(
    "Labels that adjust their font follow the limits",
    .shows(
      "UIView.maximumContentSizeCategory",
      "UIContentSizeCategoryAdjusting.adjustsFontForContentSizeCategory"
    )
  )
  func labels() {
    let window = makeWindow()
    window.screen = UIScreen(
      size: CGSize(width: 200, height: 200),
      scale: 1,
      safeArea: .zero,
      traits: UITraitCollection(preferredContentSizeCategory: .accessibilityExtraLarge)
    )
    let (card, label, free, still) = (UIView(), UILabel(), UILabel(), UILabel())
    for text in [label, free, still] {
      text.font = .preferredFont(forTextStyle: .body)
      text.text = "Text"
      text.adjustsFontForContentSizeCategory = text !== still
    }
    card.maximumContentSizeCategory = .extraExtraExtraLarge
    card.addSubview(label)
    card.addSubview(still)
    window.addSubview(card)
    window.addSubview(free)
    // Sizes: Human Interface Guidelines, "Typography".
    #expect(label.font.pointSize == 23 && free.font.pointSize == 40 && still.font.pointSize == 17)
    let width = label.intrinsicContentSize.width
    card.maximumContentSizeCategory = .small
    CATransaction.flush()
    #expect(label.font.pointSize == 15 && free.font.pointSize == 40)
    #expect(label.intrinsicContentSize.width < width)
    card.maximumContentSizeCategory = nil
    CATransaction.flush()
    #expect(label.font.pointSize == 40 && still.font.pointSize == 17)
  }
}

@Suite("Stacks and symbols of a program", .serialized)
@MainActor
struct StackAndSymbolTests {
  /// A stack of a program, whose initialisers are those that Apple's SDK asks for.
  private final class OwnStack: UIStackView {
    override init(frame: CGRect) { super.init(frame: frame) }
    required init(coder: NSCoder) { super.init(coder: coder) }
  }

  private func unarchiver(_ write: (NSKeyedArchiver) -> Void) throws -> NSKeyedUnarchiver {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    write(archiver)
    archiver.finishEncoding()
    return try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
  }

  @Test(
    "Every archive makes a stack, and a damaged one is reported",
    .shows("UIStackView.init(coder:)")
  )
  func archives() throws {
    let stack = OwnStack(frame: CGRect(x: 1, y: 2, width: 30, height: 40))
    (stack.axis, stack.spacing) = (.vertical, 7)
    let copy: OwnStack = OwnStack(coder: try unarchiver { stack.encode(with: $0) })
    #expect(copy.frame == stack.frame && copy.axis == .vertical && copy.spacing == 7)
    let damaged = try unarchiver {
      $0.encode("text" as NSString, forKey: "UIViewLayer.bounds")
      $0.encode(Int64(1), forKey: "UIStackAxis")
    }
    let lines = diagnostics {
      let made: UIStackView = UIStackView(coder: damaged)
      #expect(made.bounds == .zero && made.axis == .vertical)
    }
    #expect(lines == ["UIKit: UIStackView.init(coder:): the archive is damaged"])
  }

  @Test(
    "Signs of shops, people and lists have outlines",
    .shows("UIImage.init(systemName:)")
  )
  func symbols() throws {
    func bytes(_ name: String) throws -> [UInt8] {
      try #require(Pixels(UIImage(systemName: name)), "\(name)").bytes
    }
    let names = """
      cart.badge.plus cart.badge.minus cart.fill.badge.plus bag.badge.plus
      person.crop.circle.badge.plus person.crop.circle.badge.minus bell.badge bell.badge.fill
      square.and.arrow.up square.and.arrow.up.on.square heart.fill ellipsis.circle
      ellipsis.circle.fill clipboard square.on.square rectangle.grid.2x2 arrow.left.to.line
      arrowtriangle.right chevron.forward.2 1.circle 9.circle.fill eurosign.circle multiply.circle
      cloud.rain.fill icloud.and.arrow.up.fill photo.fill.on.rectangle.fill tablecells storefront
      phone.arrow.up.right delete.backward battery.100percent.bolt tree.fill
      """
    let placeholder = try bytes("no.such.symbol")
    for name in names.split(whereSeparator: \.isWhitespace).map(String.init) {
      #expect(try bytes(name) != placeholder, "\(name)")
    }
    for (badge, plain) in [
      ("cart.badge.plus", "cart"), ("cart.badge.minus", "cart.badge.plus"),
      ("cloud.rain.fill", "cloud.rain"), ("person.crop.circle.badge.minus", "person.crop.circle"),
      ("1.circle", "2.circle"),
    ] {
      #expect(try bytes(badge) != bytes(plain), "\(badge)")
    }
  }
}

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
    let items: Items
    let collection: UICollectionView

    init(
      _ layout: UICollectionViewLayout,
      _ counts: [Int],
      isRight: Bool = true,
      size: ((Int) -> CGSize)? = nil
    ) {
      items = Items(counts)
      items.size = size
      collection = UICollectionView(frame: window.bounds, collectionViewLayout: layout)
      fill(collection, items)
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

  @Test(
    "Sections side by side run from the right, and show their begin first",
    .shows("UICollectionViewLayout.flipsHorizontallyInOppositeLayoutDirection")
  )
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

  @Test(
    "A flow is mirrored where its class wants it",
    .shows(
      "UICollectionViewLayout.flipsHorizontallyInOppositeLayoutDirection",
      "UICollectionViewLayout.developmentLayoutDirection"
    )
  )
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
