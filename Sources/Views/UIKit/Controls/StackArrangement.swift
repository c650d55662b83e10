// The constraints of stack views.
// Licensed under the MIT license; see LICENSE.
//
// Along the axis the first view that shows begins where the stack does, neighbours follow each
// other at their distances, and the last one ends where the stack ends. Hidden views have no length
// and share the distances of their neighbours. Distances that are to be equal are guides.
//
// Across the axis views are held to the first one. A guide, the spanner, is as long as the longest
// of them, and as the stack.

import CoreGraphics

/// The constraints between a stack view and the views that it arranges.
@MainActor
struct StackArrangement {
  typealias Attribute = NSLayoutConstraint.Attribute

  /// The attributes of a direction.
  struct Line {
    let start: Attribute
    let end: Attribute
    let center: Attribute
    let size: Attribute
  }

  let stack: UIStackView
  let items: [UIView]
  let visible: [UIView]
  /// The stack, or the guide of its margins.
  let canvas: AnyObject
  let along: Line
  let across: Line
  private(set) var made: [NSLayoutConstraint] = []
  private(set) var guides: [UILayoutGuide] = []

  init(_ stack: UIStackView) {
    self.stack = stack
    items = stack.arranged
    visible = items.filter { !$0.isHidden }
    canvas = stack.isLayoutMarginsRelativeArrangement ? stack.layoutMarginsGuide : stack
    let row = Line(start: .leading, end: .trailing, center: .centerX, size: .width)
    let column = Line(start: .top, end: .bottom, center: .centerY, size: .height)
    (along, across) = stack.axis == .horizontal ? (row, column) : (column, row)
  }

  mutating func make() {
    connect()
    space()
    for item in items where item.isHidden { size(item, 0, 1_000, "UISV-hiding") }
    distribute()
    if visible.isEmpty { return }
    if stack.alignment == .fill { fill() } else { align() }
  }

  // MARK: Parts

  private mutating func add(
    _ one: AnyObject,
    _ attribute: Attribute,
    _ other: AnyObject,
    _ otherAttribute: Attribute,
    _ identifier: String,
    by relation: NSLayoutConstraint.Relation = .equal
  ) {
    let first = LayoutOperand(one, attribute)
    let second = LayoutOperand(other, otherAttribute)
    add(NSLayoutConstraint(first, relation, second), identifier)
  }

  private mutating func add(
    _ constraint: NSLayoutConstraint,
    _ identifier: String,
    at priority: Float = 1_000
  ) {
    constraint.identifier = identifier
    constraint.rank = LayoutRank.stack
    constraint.priority = UILayoutPriority(priority)
    made.append(constraint)
  }

  private mutating func size(
    _ item: AnyObject,
    _ length: CGFloat,
    _ priority: Float,
    _ identifier: String,
    isAcross: Bool = false
  ) {
    let operand = LayoutOperand(item, isAcross ? across.size : along.size)
    add(NSLayoutConstraint(operand, .equal, nil, constant: length), identifier, at: priority)
  }

  private mutating func guide(_ identifier: String) -> UILayoutGuide {
    let guide = UILayoutGuide()
    guide.identifier = identifier
    guides.append(guide)
    return guide
  }

  // MARK: Along the axis

  private mutating func connect() {
    let name = "UISV-canvas-connection"
    if let first = visible.first, let last = visible.last {
      add(canvas, along.start, first, along.start, name)
      add(last, along.end, canvas, along.end, name)
    } else {
      let spacer = guide("UISV-spacer")
      add(canvas, along.start, spacer, along.start, name)
      add(spacer, along.end, canvas, along.end, name)
      size(canvas, 0, 49, "UISV-canvas-fit")
      size(canvas, 0, 49, "UISV-canvas-fit", isAcross: true)
    }
  }

  private mutating func space() {
    let isLoose = stack.distribution == .equalSpacing || stack.distribution == .equalCentering
    let first = items.firstIndex { !$0.isHidden } ?? items.count
    let last = items.lastIndex { !$0.isHidden } ?? -1
    let usesBaselines = stack.axis == .vertical && stack.isBaselineRelativeArrangement
    for index in items.indices.dropFirst() {
      let (before, item) = (items[index - 1], items[index])
      var gap = stack.gap(after: before)
      if index <= first || index - 1 >= last {
        gap = 0
      } else {
        let hidden = (before.isHidden ? 1 : 0) + (item.isHidden ? 1 : 0)
        gap -= gap / 2 * CGFloat(hidden)
      }
      let constraint = NSLayoutConstraint(
        LayoutOperand(item, usesBaselines ? .firstBaseline : along.start),
        isLoose ? .greaterThanOrEqual : .equal,
        LayoutOperand(before, usesBaselines ? .lastBaseline : along.end),
        constant: gap
      )
      add(constraint, "UISV-spacing")
    }
  }

  private mutating func distribute() {
    switch stack.distribution {
    case .fill: break
    case .fillEqually: fillEqually()
    case .fillProportionally: fillProportionally()
    case .equalSpacing:
      spread(from: along.end, to: along.start, isCentering: false)
    case .equalCentering:
      spread(from: along.center, to: along.center, isCentering: true)
    }
  }

  private mutating func fillEqually() {
    guard let first = visible.first else { return }
    for item in visible.dropFirst() {
      add(item, along.size, first, along.size, "UISV-fill-equally")
    }
  }

  private mutating func fillProportionally() {
    let lengths = visible.map { view in
      let size = view.intrinsicContentSize
      let length = stack.axis == .horizontal ? size.width : size.height
      return length.isFinite && length > 0 ? length : 0
    }
    let sized = lengths.filter { $0 > 0 }.count
    guard sized > 0 else { return fillEqually() }
    let total = lengths.reduce(0, +) + max(stack.spacing, 0) * CGFloat(visible.count - 1)
    let isRequired = sized == 1 && (visible.count == 1 || stack.spacing == 0)
    var priority: Float = 999
    for (item, length) in zip(visible, lengths) {
      let name = "UISV-fill-proportionally"
      if length > 0 {
        let constraint = NSLayoutConstraint(
          LayoutOperand(item, along.size),
          .equal,
          LayoutOperand(canvas, along.size),
          multiplier: length / total
        )
        add(constraint, name, at: isRequired ? 1_000 : priority)
      } else {
        size(item, 0, priority, name)
      }
      priority = max(priority - 1, 1)
    }
  }

  private mutating func spread(from end: Attribute, to start: Attribute, isCentering: Bool) {
    var first: UILayoutGuide?
    var priority: Float = 149
    for index in visible.indices.dropFirst() {
      let gap = guide("UISV-distributing-guide")
      add(gap, along.start, visible[index - 1], end, "UISV-distributing-edge")
      add(gap, along.end, visible[index], start, "UISV-distributing-edge")
      if let first {
        let constraint = NSLayoutConstraint(
          LayoutOperand(gap, along.size),
          .equal,
          LayoutOperand(first, along.size)
        )
        add(constraint, "UISV-fill-equally", at: isCentering ? priority : 1_000)
        priority = max(priority - 1, 1)
      } else {
        first = gap
      }
    }
    if !visible.isEmpty { size(canvas, 0, 49, "UISV-canvas-fit") }
  }

  // MARK: Across the axis

  private mutating func fill() {
    let name = "UISV-alignment"
    for item in items.dropFirst() {
      add(item, across.start, items[0], across.start, name)
      add(item, across.end, items[0], across.end, name)
    }
    add(canvas, across.start, items[0], across.start, "UISV-canvas-connection")
    add(items[0], across.end, canvas, across.end, "UISV-canvas-connection")
  }

  /// The attribute that alignment makes equal; nil where there is none.
  private var aligned: Attribute? {
    switch stack.alignment {
    case .leading: across.start
    case .trailing: across.end
    case .center: across.center
    case .firstBaseline: stack.axis == .horizontal ? .firstBaseline : nil
    case .lastBaseline: stack.axis == .horizontal ? .lastBaseline : nil
    case .fill: nil
    }
  }

  private mutating func align() {
    if let aligned {
      for item in items.dropFirst() { add(item, aligned, items[0], aligned, "UISV-alignment") }
    }
    if items.count == 1 { alignOne() } else { span() }
    for item in items { size(item, 0, 25, "UISV-ambiguity-suppression", isAcross: true) }
    shareWidths()
  }

  /// Gives texts of several lines in a row that is aligned by baselines equal parts of the width,
  /// where their contents leave open which of them breaks its lines.
  ///
  /// The priority is above the one at which texts resist, and below what programs require.
  private mutating func shareWidths() {
    let isByBaselines = stack.alignment == .firstBaseline || stack.alignment == .lastBaseline
    guard isByBaselines, stack.axis == .horizontal, stack.distribution == .fill,
      let first = visible.first, visible.count > 1
    else { return }
    let (hugging, resistance) = (
      first.contentHuggingPriority(for: .horizontal),
      first.contentCompressionResistancePriority(for: .horizontal)
    )
    let areAlike = visible.allSatisfy {
      $0.wrapsLines && $0.contentHuggingPriority(for: .horizontal) == hugging
        && $0.contentCompressionResistancePriority(for: .horizontal) == resistance
    }
    guard areAlike else { return }
    for item in visible {
      let constraint = NSLayoutConstraint(
        LayoutOperand(item, .width),
        .equal,
        LayoutOperand(canvas, .width),
        multiplier: 1 / CGFloat(visible.count)
      )
      add(constraint, "UISV-text-width-disambiguation", at: 760)
    }
  }

  private mutating func alignOne() {
    let name = "UISV-canvas-connection"
    let alignment = stack.alignment
    let startsThere = alignment == .leading || alignment == .firstBaseline
    let endsThere = alignment == .trailing || alignment == .lastBaseline
    let (head, tail): (NSLayoutConstraint.Relation, NSLayoutConstraint.Relation) = (
      startsThere ? .equal : .lessThanOrEqual, endsThere ? .equal : .lessThanOrEqual
    )
    add(canvas, across.start, items[0], across.start, name, by: head)
    add(items[0], across.end, canvas, across.end, name, by: tail)
    if alignment == .center { add(canvas, across.center, items[0], across.center, name) }
    size(canvas, 0, 49, "UISV-canvas-fit", isAcross: true)
  }

  private mutating func span() {
    let spanner = guide("UISV-alignment-spanner")
    let (edge, name) = ("UISV-spanning-boundary", "UISV-canvas-connection")
    let alignment = stack.alignment
    for item in items where !item.isHidden {
      span(spanner, across.start, .lessThanOrEqual, item, isHeld: alignment == .leading, edge)
      span(spanner, across.end, .greaterThanOrEqual, item, isHeld: alignment == .trailing, edge)
    }
    size(spanner, 0, 51, "UISV-spanning-fit", isAcross: true)
    let holdsStart = alignment == .leading
    let holdsEnd = alignment == .trailing
    add(canvas, across.start, holdsStart ? items[0] : spanner, across.start, name)
    add(holdsEnd ? items[0] : spanner, across.end, canvas, across.end, name)
    if alignment == .center { add(canvas, across.center, items[0], across.center, name) }
    if alignment == .firstBaseline || alignment == .lastBaseline {
      size(canvas, 0, 49, "UISV-canvas-fit", isAcross: true)
    }
  }

  private mutating func span(
    _ spanner: UILayoutGuide,
    _ attribute: Attribute,
    _ relation: NSLayoutConstraint.Relation,
    _ item: UIView,
    isHeld: Bool,
    _ identifier: String
  ) {
    let constraint = NSLayoutConstraint(
      LayoutOperand(spanner, attribute),
      isHeld ? .equal : relation,
      LayoutOperand(item, attribute)
    )
    add(constraint, identifier, at: isHeld ? 999.5 : 1_000)
  }
}
