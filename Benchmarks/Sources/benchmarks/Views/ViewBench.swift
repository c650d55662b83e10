// Views: a thousand of them beside the same layers made by hand, blocks, and a table.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Glibc
import QuartzCore
import UIKit

enum ViewBench {
  static let all = [
    Bench(name: "views/1000 layers by hand") { _ in
      let context = try CAContext(size: CGSize(width: 400, height: 400))
      return { _ in
        context.layer = layers()
        CATransaction.flush()
      }
    },
    Bench(name: "views/1000 views") { _ in
      try onMain {
        let window = shownWindow()
        return { _ in
          onMain {
            for view in window.subviews { view.removeFromSuperview() }
            window.addSubview(views())
            CATransaction.flush()
          }
        }
      }
    },
    Bench(name: "views/block that animates 1000") { _ in
      try onMain {
        let (window, tree) = (shownWindow(), views())
        window.addSubview(tree)
        CATransaction.flush()
        return { frame in
          onMain {
            UIView.animate(withDuration: 1) {
              for (index, view) in tree.subviews.enumerated() {
                view.center = CGPoint(x: index % 40 * 10, y: frame % 2 * 100 + index / 40 * 10)
              }
            }
            CATransaction.flush()
          }
        }
      }
    },
    Bench(name: "views/table of 10,000, one row on", preparing: { _ in try table() }),
    Bench(name: "views/bytes of 10,000", preparing: { _ in bytes() }),
  ]

  /// The benches run on the main thread.
  static func onMain<Result>(_ body: @MainActor () throws -> Result) rethrows -> Result {
    try withoutActuallyEscaping(body) { body in
      try unsafeBitCast(body, to: (() throws -> Result).self)()
    }
  }

  private static let count = 1000

  private static func frame(_ index: Int) -> CGRect {
    CGRect(x: index % 40 * 10, y: index / 40 * 10, width: 8, height: 8)
  }

  private static func layers() -> CALayer {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 400, height: 400)
    let color = CGColor(red: 0.2, green: 0.5, blue: 0.9, alpha: 1)
    for index in 1..<count {
      let layer = CALayer()
      layer.frame = frame(index)
      layer.backgroundColor = color
      root.addSublayer(layer)
    }
    return root
  }

  @MainActor
  private static func views() -> UIView {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
    let color = UIColor(red: 0.2, green: 0.5, blue: 0.9, alpha: 1)
    for index in 1..<count {
      let view = UIView(frame: frame(index))
      view.backgroundColor = color
      root.addSubview(view)
    }
    return root
  }

  @MainActor
  static func shownWindow() -> UIWindow {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
    window.isHidden = false
    return window
  }

  /// Scrolls a table with an image and two labels in each row, by one row.
  private static func table() throws -> Bench.Frame {
    try onMain {
      let (window, source) = (shownWindow(), Rows())
      let table = UITableView(frame: window.bounds, style: .plain)
      table.register(RowCell.self, forCellReuseIdentifier: "row")
      table.dataSource = source
      table.rowHeight = 44
      window.addSubview(table)
      table.layoutIfNeeded()
      CATransaction.flush()
      return Bench.Frame(
        note: { onMain { "\(RowCell.made) cells made" } },
        run: { frame in
          onMain {
            withExtendedLifetime(source) {
              table.contentOffset.y = CGFloat(frame + 1) * 44
              table.layoutIfNeeded()
              CATransaction.flush()
            }
          }
        }
      )
    }
  }

  /// Notes the bytes that a view without subviews takes, with its layer.
  private static func bytes() -> Bench.Frame {
    onMain {
      var made: [UIView] = []
      var each = 0
      return Bench.Frame(
        prepare: { _ in onMain { made = [] } },
        note: { "\(each) bytes each" },
        run: { _ in
          onMain {
            made.reserveCapacity(10_000)
            let before = residentBytes
            for _ in 0..<10_000 { made.append(UIView()) }
            // Later views take the memory of earlier ones: the first thousands tell.
            each = max(each, (residentBytes - before) / 10_000)
          }
        }
      )
    }
  }

  /// The memory of this process, in bytes.
  static var residentBytes: Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let fields = pages.split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
  }

  final class Rows: NSObject, UITableViewDataSource {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 10_000 }

    func tableView(
      _ tableView: UITableView,
      cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      cell.textLabel?.text = "Row \(indexPath.row)"
      cell.detailTextLabel?.text = "of ten thousand"
      cell.imageView?.image = RowCell.picture
      return cell
    }
  }

  final class RowCell: UITableViewCell {
    static var made = 0
    static let picture = UIGraphicsImageRenderer(size: CGSize(width: 30, height: 30)).image {
      UIColor.orange.setFill()
      $0.fill(CGRect(x: 0, y: 0, width: 30, height: 30))
    }

    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
      RowCell.made += 1
      super.init(style: .subtitle, reuseIdentifier: reuseIdentifier)
    }

    required init?(coder: NSCoder) { nil }
  }
}
