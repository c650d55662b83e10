// Auto Layout: nested stack views, changed and animated constraints, memory, and rows that decide
// their height.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import UIKit

enum LayoutBench {
  static let all = [
    Bench(name: "layout/1000 nested", preparing: { _ in first() }),
    Bench(name: "layout/constant", preparing: { _ in constant() }),
    Bench(name: "layout/animated", preparing: { _ in animated() }),
    Bench(name: "layout/fitting of a cell", preparing: { _ in fitting() }),
    Bench(name: "layout/memory", preparing: { _ in memory() }),
    Bench(name: "layout/list, first picture", preparing: { _ in firstRows() }),
    Bench(name: "layout/list, a frame of a flick", preparing: { _ in flick() }),
  ]

  // MARK: Nested stacks

  /// A view whose contents have a size.
  private final class Box: UIView {
    private let size: CGSize

    init(_ width: CGFloat, _ height: CGFloat) {
      size = CGSize(width: width, height: height)
      super.init(frame: .zero)
    }

    required init?(coder: NSCoder) { nil }

    override var intrinsicContentSize: CGSize { size }
  }

  /// A thousand views: a column of nine columns of ten rows of ten boxes.
  @MainActor
  struct Nest {
    static let views = 1_000
    let column: UIStackView
    /// Holds the width of a box in the middle.
    let box: NSLayoutConstraint
    /// Holds the width of all.
    let width: NSLayoutConstraint

    init(in window: UIWindow) {
      column = Self.stack(.vertical)
      var boxes: [UIView] = []
      for section in 0..<9 {
        let part = Self.stack(.vertical)
        for line in 0..<10 {
          let row = Self.stack(.horizontal)
          for place in 0..<10 {
            let box = Box(20 + CGFloat(place), 10 + CGFloat((section + line + place) % 7))
            box.setContentHuggingPriority(.init(place == 4 ? 249 : 250), for: .horizontal)
            row.addArrangedSubview(box)
            boxes.append(box)
          }
          part.addArrangedSubview(row)
        }
        column.addArrangedSubview(part)
      }
      column.translatesAutoresizingMaskIntoConstraints = false
      window.addSubview(column)
      box = boxes[452].widthAnchor.constraint(equalToConstant: 30)
      width = column.widthAnchor.constraint(equalToConstant: 380)
      NSLayoutConstraint.activate([
        column.topAnchor.constraint(equalTo: window.topAnchor),
        column.leadingAnchor.constraint(equalTo: window.leadingAnchor),
        width, box,
      ])
    }

    private static func stack(_ axis: NSLayoutConstraint.Axis) -> UIStackView {
      let stack = UIStackView()
      stack.axis = axis
      stack.spacing = 2
      return stack
    }
  }

  /// The first layout of a thousand views.
  private static func first() -> Bench.Frame {
    ViewBench.onMain {
      let window = ViewBench.shownWindow()
      return Bench.Frame(
        prepare: { _ in
          ViewBench.onMain {
            for view in window.subviews { view.removeFromSuperview() }
            window.layoutIfNeeded()
            _ = Nest(in: window)
          }
        },
        run: { _ in ViewBench.onMain { window.layoutIfNeeded() } }
      )
    }
  }

  /// Layout after one constant of a thousand views' constraints changed.
  private static func constant() -> Bench.Frame {
    changed { nest, frame in nest.box.constant = frame % 2 == 0 ? 31 : 30 }
  }

  /// Layout in a frame of an animation of the width of all thousand views.
  private static func animated() -> Bench.Frame {
    changed { nest, frame in
      nest.width.constant = 340 + 40 * CGFloat(1 - cos(Double(frame % 60) * .pi / 60)) / 2
    }
  }

  /// Layout after a change of a thousand views that were laid out.
  ///
  /// - Parameter change: Gets the views and the number of the frame.
  private static func changed(
    _ change: @escaping @Sendable @MainActor (Nest, Int) -> Void
  ) -> Bench.Frame {
    ViewBench.onMain {
      let window = ViewBench.shownWindow()
      let nest = Nest(in: window)
      window.layoutIfNeeded()
      return Bench.Frame { frame in
        ViewBench.onMain {
          change(nest, frame)
          window.layoutIfNeeded()
        }
      }
    }
  }

  /// Writes the equations of the thousand views as a system of `LayoutSystems`.
  static func nestedSystem() -> String {
    ViewBench.onMain {
      let window = ViewBench.shownWindow()
      _ = Nest(in: window)
      window.layoutIfNeeded()
      return window.layoutSystemText
    }
  }

  // MARK: Memory

  /// Notes the bytes that a constraint takes, with its part of the engine.
  private static func memory() -> Bench.Frame {
    ViewBench.onMain {
      let count = 10_000
      var each = 0
      return Bench.Frame(
        note: { "\(each) bytes each" },
        run: { _ in
          ViewBench.onMain {
            let window = ViewBench.shownWindow()
            let views = (0..<count).map { _ in UIView() }
            for view in views {
              view.translatesAutoresizingMaskIntoConstraints = false
              window.addSubview(view)
            }
            window.layoutIfNeeded()
            let before = ViewBench.residentBytes
            for (index, view) in views.enumerated() {
              let above = index % 10 == 0 ? nil : views[index - 1]
              NSLayoutConstraint.activate([
                view.leadingAnchor.constraint(equalTo: window.leadingAnchor, constant: 8),
                view.topAnchor.constraint(equalTo: above?.bottomAnchor ?? window.topAnchor),
                view.widthAnchor.constraint(equalToConstant: 20),
                view.heightAnchor.constraint(equalToConstant: CGFloat(index % 7)),
              ])
            }
            window.layoutIfNeeded()
            // Later ones take the memory of earlier ones: the first tell.
            each = max(each, (ViewBench.residentBytes - before) / (4 * count))
            window.isHidden = true
          }
        }
      )
    }
  }

  // MARK: Rows

  /// A row with a picture and two texts, which constraints hold.
  private final class Row: UITableViewCell {
    let title = UILabel()
    let text = UILabel()
    static let words =
      "A row of a list says as much as it has to say and is as high as that takes. "

    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
      super.init(style: style, reuseIdentifier: reuseIdentifier)
      let mark = UIView()
      mark.backgroundColor = .orange
      text.numberOfLines = 0
      for view in [mark, title, text] {
        view.translatesAutoresizingMaskIntoConstraints = false
        contentView.addSubview(view)
      }
      let area = contentView.layoutMarginsGuide
      NSLayoutConstraint.activate([
        mark.leadingAnchor.constraint(equalTo: area.leadingAnchor),
        mark.topAnchor.constraint(equalTo: area.topAnchor),
        mark.widthAnchor.constraint(equalToConstant: 30),
        mark.heightAnchor.constraint(equalToConstant: 30),
        title.leadingAnchor.constraint(equalTo: mark.trailingAnchor, constant: 8),
        title.trailingAnchor.constraint(equalTo: area.trailingAnchor),
        title.topAnchor.constraint(equalTo: area.topAnchor),
        text.leadingAnchor.constraint(equalTo: title.leadingAnchor),
        text.trailingAnchor.constraint(equalTo: title.trailingAnchor),
        text.topAnchor.constraint(equalTo: title.bottomAnchor, constant: 4),
        text.bottomAnchor.constraint(equalTo: area.bottomAnchor),
      ])
    }

    required init?(coder: NSCoder) { nil }

    func show(_ number: Int) {
      title.text = "Row \(number)"
      text.text = String(repeating: Self.words, count: 1 + number * 7 % 3)
    }
  }

  private final class Rows: NSObject, UITableViewDataSource {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 10_000 }

    func tableView(
      _ tableView: UITableView,
      cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      (cell as? Row)?.show(indexPath.row)
      return cell
    }
  }

  @MainActor
  private static func table(_ source: Rows, in window: UIWindow) -> UITableView {
    let table = UITableView(frame: window.bounds, style: .plain)
    table.register(Row.self, forCellReuseIdentifier: "row")
    table.dataSource = source
    window.addSubview(table)
    return table
  }

  /// The first layout and commit of a table of 10,000 rows that decide their height.
  private static func firstRows() -> Bench.Frame {
    ViewBench.onMain {
      let (window, source) = (ViewBench.shownWindow(), Rows())
      return Bench.Frame(
        prepare: { _ in
          ViewBench.onMain {
            for view in window.subviews { view.removeFromSuperview() }
            CATransaction.flush()
          }
        },
        run: { _ in
          ViewBench.onMain {
            table(source, in: window).layoutIfNeeded()
            CATransaction.flush()
          }
        }
      )
    }
  }

  /// Scrolls it by 60 points.
  private static func flick() -> Bench.Frame {
    ViewBench.onMain {
      let (window, source) = (ViewBench.shownWindow(), Rows())
      let table = table(source, in: window)
      table.layoutIfNeeded()
      CATransaction.flush()
      return Bench.Frame { frame in
        ViewBench.onMain {
          withExtendedLifetime(source) {
            table.contentOffset.y = CGFloat(frame + 1) * 60
            table.layoutIfNeeded()
            CATransaction.flush()
          }
        }
      }
    }
  }

  /// The size that fits a row of a list, asked for again and again.
  private static func fitting() -> Bench.Frame {
    ViewBench.onMain {
      let row = Row(style: .default, reuseIdentifier: nil)
      row.frame = CGRect(x: 0, y: 0, width: 400, height: 44)
      row.show(1)
      return Bench.Frame { _ in
        ViewBench.onMain {
          _ = row.systemLayoutSizeFitting(
            CGSize(width: 400, height: 0),
            withHorizontalFittingPriority: .required,
            verticalFittingPriority: .fittingSizeLevel
          )
        }
      }
    }
  }
}
