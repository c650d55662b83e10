// Diagnostics of wrong calls: each names the call, the value that was given and what was expected.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import Testing
import UIKit

private final class Tag: UIView {}
private final class Home: UIViewController {}
private final class Detail: UIViewController {}

@MainActor
@Suite("Messages of wrong calls", .serialized)
struct MessageTests {
  @Test("Tables say which rows there are")
  func tables() {
    let rows = Rows([3, 0])
    let stage = TableStage(rows)
    let lines = diagnostics {
      let paths = [
        IndexPath(row: 7, section: 0), IndexPath(row: 0, section: 4), IndexPath(index: 1),
      ]
      for path in paths { stage.table.scrollToRow(at: path, at: .top, animated: false) }
      stage.table.endUpdates()
    }
    let call = "UIKit: UITableView.scrollToRow(at:at:animated:): there is no row at"
    #expect(
      lines == [
        "\(call) [0, 7]; section 0 has 3 rows",
        "\(call) [4, 0]; there are 2 sections",
        "\(call) [1]; expected two indexes",
        "UIKit: UITableView.endUpdates(): no beginUpdates() is open",
      ]
    )
    let update = diagnostics {
      stage.table.deleteRows(at: [IndexPath(row: 5, section: 0)], with: .fade)
    }
    #expect(
      update == [
        "UIKit: UITableView update: cannot delete [0, 5]; section 0 has 3 rows before the update"
      ]
    )
  }

  @Test("A cell of two rows is named with both")
  func sharedCells() {
    let same = UITableViewCell(style: .default, reuseIdentifier: nil)
    let rows = Rows([2])
    rows.cell = { _, _ in same }
    let lines = diagnostics { _ = TableStage(rows) }
    #expect(
      lines == [
        "UIKit: tableView(_:cellForRowAt:) returned for [0, 1] a cell that is already displayed "
          + "for [0, 0]; expected a cell of its own"
      ]
    )
  }

  @Test("Collections say which sections there are")
  func collections() {
    let frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    let view = UICollectionView(frame: frame, collectionViewLayout: UICollectionViewFlowLayout())
    let lines = diagnostics {
      view.scrollToItem(at: IndexPath(item: 3, section: 0), at: .top, animated: false)
    }
    #expect(
      lines == [
        "UIKit: UICollectionView.scrollToItem(at:at:animated:): there is no item at [0, 3]; "
          + "there are 0 sections"
      ]
    )
  }

  @Test("Hierarchies say which view contains which")
  func hierarchies() {
    let (outer, inner) = (Tag(), UIView())
    outer.addSubview(inner)
    let lines = diagnostics {
      outer.addSubview(outer)
      inner.addSubview(outer)
      inner.mask = outer
    }
    #expect(
      lines == [
        "UIKit: UIView.addSubview(_:): Tag cannot be added to Tag; a view cannot contain itself",
        "UIKit: UIView.addSubview(_:): Tag cannot be added to UIView; it contains UIView",
        "UIKit: UIView.mask: Tag cannot mask UIView; it contains UIView",
      ]
    )
  }

  @Test("Controllers say why they are not shown")
  func controllers() {
    let (home, detail) = (Home(), Detail())
    let navigation = UINavigationController(rootViewController: home)
    let lines = diagnostics {
      home.present(detail, animated: false)
      detail.present(home, animated: false)
      home.addChild(home)
      navigation.pushViewController(home, animated: false)
      navigation.pushViewController(navigation, animated: false)
    }
    let present = "UIKit: UIViewController.present(_:animated:completion:):"
    let push = "UIKit: UINavigationController.pushViewController(_:animated:):"
    #expect(
      lines == [
        "\(present) Home cannot present Detail; the view of Home is in no window",
        "\(present) Detail cannot present Home; it is a child of UINavigationController",
        "UIKit: UIViewController.addChild(_:): Home cannot be a child of Home; "
          + "a controller cannot contain itself",
        "\(push) Home is already in the stack, at index 0",
        "\(push) UINavigationController cannot contain itself",
      ]
    )
  }

  @Test("A delegate that moves the content for ever is stopped and named")
  func scrolling() {
    final class Endless: UIScrollViewDelegate {
      func scrollViewDidScroll(_ scrollView: UIScrollView) { scrollView.contentOffset.y += 1 }
    }
    let delegate = Endless()
    let view = UIScrollView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    view.contentSize = CGSize(width: 10, height: 1000)
    view.delegate = delegate
    let lines = diagnostics {
      view.contentOffset.y = 1
      view.contentOffset.y = .nan
    }
    #expect(lines.count == 2)
    #expect(
      lines.first
        == "UIKit: scrollViewDidScroll(_:) changes contentOffset recursively; stopped after 16 calls"
    )
    #expect(lines.last?.contains("(0.0, nan) is not finite; it stays (0.0, ") == true)
  }
}
