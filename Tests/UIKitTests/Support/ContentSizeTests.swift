// Lists as high as their content, limits of the size of text, stacks and symbols.
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
final class BoxedItem: UICollectionViewCell {
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
final class BoxedItems: UICollectionViewDataSource {
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
    (cell as? BoxedItem)?.box.content = size(path.item)
    (cell as? BoxedItem)?.box.invalidateIntrinsicContentSize()
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
func fillBoxes(_ collection: UICollectionView, _ items: BoxedItems) {
  collection.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
  collection.register(BoxedItem.self, forCellWithReuseIdentifier: "box")
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
    let items = BoxedItems([7])
    let collection = HighCollection(
      frame: .zero,
      collectionViewLayout: UICollectionViewFlowLayout()
    )
    fillBoxes(collection, items)
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
    let items = BoxedItems([6])
    items.size = { CGSize(width: 10, height: 20 + 10 * $0) }
    let collection = HighCollection(frame: .zero, collectionViewLayout: layout)
    fillBoxes(collection, items)
    let stage = StackStage([collection, ContentView(20, 30)])
    #expect(collection.contentSize == CGSize(width: 200, height: 270))
    #expect(collection.frame.height == 270 && stage.scroll.contentSize.height == 300)
    #expect(collection.visibleCells.count == 6)
  }

  @Test("Observers that lay out at once end, and find the views in their places")
  func hasty() throws {
    let window = makeWindow()
    let items = BoxedItems([4])
    let collection = HastyCollection(
      frame: window.bounds,
      collectionViewLayout: UICollectionViewFlowLayout()
    )
    fillBoxes(collection, items)
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
