// Constraints of visual formats.
// Licensed under the MIT license; see LICENSE.

import Foundation

extension NSLayoutConstraint {
  /// The alignment and the direction of the views of a visual format.
  public struct FormatOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Options of these bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// Left edges are equal.
    public static let alignAllLeft = FormatOptions(rawValue: 1 << 1)
    /// Right edges are equal.
    public static let alignAllRight = FormatOptions(rawValue: 1 << 2)
    /// Upper edges are equal.
    public static let alignAllTop = FormatOptions(rawValue: 1 << 3)
    /// Lower edges are equal.
    public static let alignAllBottom = FormatOptions(rawValue: 1 << 4)
    /// Edges at which lines begin are equal.
    public static let alignAllLeading = FormatOptions(rawValue: 1 << 5)
    /// Edges at which lines end are equal.
    public static let alignAllTrailing = FormatOptions(rawValue: 1 << 6)
    /// The middles from left to right are equal.
    public static let alignAllCenterX = FormatOptions(rawValue: 1 << 9)
    /// The middles from top to bottom are equal.
    public static let alignAllCenterY = FormatOptions(rawValue: 1 << 10)
    /// The baselines of the last lines are equal.
    public static let alignAllLastBaseline = FormatOptions(rawValue: 1 << 11)
    /// The baselines of the first lines are equal.
    public static let alignAllFirstBaseline = FormatOptions(rawValue: 1 << 12)
    /// All bits of alignment.
    public static let alignmentMask = FormatOptions(rawValue: 0xFFFF)
    /// From where lines begin to where they end; the default.
    public static let directionLeadingToTrailing: FormatOptions = []
    /// From left to right.
    public static let directionLeftToRight = FormatOptions(rawValue: 1 << 16)
    /// From right to left.
    public static let directionRightToLeft = FormatOptions(rawValue: 2 << 16)
    /// All bits of the direction.
    public static let directionMask = FormatOptions(rawValue: 3 << 16)
    /// Distances are those of edges; the default.
    public static let spacingEdgeToEdge: FormatOptions = []
    /// Distances in a column are those of baselines.
    public static let spacingBaselineToBaseline = FormatOptions(rawValue: 1 << 19)
    /// All bits of distances.
    public static let spacingMask = FormatOptions(rawValue: 1 << 19)
  }

  /// Returns the constraints that a text draws, as `H:|-[title]-8-[button(>=44)]-|`.
  ///
  /// A text that is no format, or names what is in neither dictionary, ends the program.
  ///
  /// - Parameters:
  ///   - format: The text, with `H:` or `V:` before it.
  ///   - opts: An alignment across the direction, and the direction.
  ///   - metrics: Numbers by name.
  ///   - views: Views and guides by name.
  public class func constraints(
    withVisualFormat format: String,
    options opts: FormatOptions = [],
    metrics: [String: Any]?,
    views: [String: Any]
  ) -> [NSLayoutConstraint] {
    do throws(VisualFormatError) {
      var builder = FormatBuilder(
        format: try VisualFormat(format),
        options: opts,
        metrics: metrics ?? [:],
        views: views
      )
      return try builder.constraints()
    } catch {
      let mark = String(repeating: " ", count: error.column) + "^"
      preconditionFailure(
        "Unable to parse constraint format: \(error.message)\n\(format)\n\(mark)"
      )
    }
  }
}

/// Makes the constraints of a visual format.
@MainActor
struct FormatBuilder {
  typealias Attribute = NSLayoutConstraint.Attribute

  let format: VisualFormat
  let options: NSLayoutConstraint.FormatOptions
  let metrics: [String: Any]
  let views: [String: Any]
  private var made: [NSLayoutConstraint] = []

  init(
    format: VisualFormat,
    options: NSLayoutConstraint.FormatOptions,
    metrics: [String: Any],
    views: [String: Any]
  ) {
    (self.format, self.options, self.metrics, self.views) = (format, options, metrics, views)
  }

  private var start: Attribute {
    if format.isVertical { return .top }
    if options.contains(.directionLeftToRight) { return .left }
    return options.contains(.directionRightToLeft) ? .right : .leading
  }

  private var end: Attribute {
    if format.isVertical { return .bottom }
    if options.contains(.directionLeftToRight) { return .right }
    return options.contains(.directionRightToLeft) ? .left : .trailing
  }

  /// 1, or -1 where the views follow each other to the left.
  private var sign: CGFloat {
    !format.isVertical && options.contains(.directionRightToLeft) ? -1 : 1
  }

  mutating func constraints() throws(VisualFormatError) -> [NSLayoutConstraint] {
    let items = try format.views.map { view throws(VisualFormatError) in
      try item(view.name, view.column)
    }
    for (index, item) in items.enumerated() {
      if let link = format.links[index] {
        if index > 0 {
          try join(items[index - 1], item, link)
        } else {
          try joinToStart(item, link)
        }
      }
      for size in format.views[index].sizes { try resize(item, size) }
    }
    if let last = items.last, let link = format.links[items.count] { try joinToEnd(last, link) }
    try align(items)
    return made
  }

  private func item(_ name: String, _ column: Int) throws(VisualFormatError) -> AnyObject {
    guard let any = views[name] else {
      throw VisualFormatError(
        message: "\(name) is not a key in the views dictionary",
        column: column
      )
    }
    return LayoutOperand.item(any)
  }

  private func around(_ item: AnyObject) throws(VisualFormatError) -> UIView {
    let view = (item as? UIView)?.superview ?? (item as? UILayoutGuide)?.owningView
    guard let view else {
      throw VisualFormatError(message: "the view has no superview for '|'", column: 0)
    }
    return view
  }

  private func metric(_ name: String) -> Double? {
    let value = metrics[name]
    if let number = value as? NSNumber { return number.doubleValue }
    return (value as? CGFloat).map(Double.init) ?? (value as? Double)
      ?? (value as? Int).map(Double.init)
  }

  private func length(_ predicate: VisualFormat.Predicate) throws(VisualFormatError) -> CGFloat {
    if let number = predicate.number { return number }
    if let name = predicate.name, let number = metric(name) {
      return number * predicate.factor + predicate.addend
    }
    throw VisualFormatError(message: "\(predicate.name ?? "") is not a metric", column: 0)
  }

  // MARK: Links

  private mutating func join(
    _ one: AnyObject,
    _ other: AnyObject,
    _ link: VisualFormat.Link
  ) throws(VisualFormatError) {
    let usesBaselines = format.isVertical && options.contains(.spacingBaselineToBaseline)
    let first = LayoutOperand(other, usesBaselines ? .firstBaseline : start)
    let second = LayoutOperand(one, usesBaselines ? .lastBaseline : end)
    try add(first, second, link, standard: UIView.standardSpacing)
  }

  private mutating func joinToStart(
    _ item: AnyObject,
    _ link: VisualFormat.Link
  ) throws(VisualFormatError) {
    let around = try around(item)
    let other = LayoutOperand(link == .standard ? around.layoutMarginsGuide : around, start)
    try add(LayoutOperand(item, start), other, link, standard: 0)
  }

  private mutating func joinToEnd(
    _ item: AnyObject,
    _ link: VisualFormat.Link
  ) throws(VisualFormatError) {
    let around = try around(item)
    let first = LayoutOperand(link == .standard ? around.layoutMarginsGuide : around, end)
    try add(first, LayoutOperand(item, end), link, standard: 0)
  }

  private mutating func add(
    _ first: LayoutOperand,
    _ second: LayoutOperand,
    _ link: VisualFormat.Link,
    standard: CGFloat
  ) throws(VisualFormatError) {
    switch link {
    case .none: made.append(NSLayoutConstraint(first, .equal, second))
    case .standard:
      made.append(NSLayoutConstraint(first, .equal, second, constant: sign * standard))
    case .lengths(let predicates):
      for predicate in predicates {
        let relation = relation(sign < 0 ? -predicate.relation : predicate.relation)
        let constant = sign * (try length(predicate))
        let constraint = NSLayoutConstraint(first, relation, second, constant: constant)
        try append(constraint, predicate.priority)
      }
    }
  }

  private func relation(_ number: Int) -> NSLayoutConstraint.Relation {
    NSLayoutConstraint.Relation(rawValue: number) ?? .equal
  }

  private mutating func append(
    _ constraint: NSLayoutConstraint,
    _ priority: VisualFormat.Number?
  ) throws(VisualFormatError) {
    switch priority {
    case nil: break
    case .value(let number): constraint.priority = UILayoutPriority(Float(number))
    case .name(let name):
      guard let number = metric(name) else {
        throw VisualFormatError(message: "\(name) is not a metric", column: 0)
      }
      constraint.priority = UILayoutPriority(Float(number))
    }
    made.append(constraint)
  }

  // MARK: Sizes and alignment

  private mutating func resize(
    _ item: AnyObject,
    _ predicate: VisualFormat.Predicate
  ) throws(VisualFormatError) {
    let size: Attribute = format.isVertical ? .height : .width
    let first = LayoutOperand(item, size)
    let relation = relation(predicate.relation)
    guard let name = predicate.name, let other = views[name] else {
      let constraint = NSLayoutConstraint(first, relation, nil, constant: try length(predicate))
      return try append(constraint, predicate.priority)
    }
    let attribute: Attribute =
      switch predicate.attribute {
      case "width": .width
      case "height": .height
      default: size
      }
    let constraint = NSLayoutConstraint(
      first,
      relation,
      LayoutOperand(LayoutOperand.item(other), attribute),
      multiplier: predicate.factor,
      constant: predicate.addend
    )
    try append(constraint, predicate.priority)
  }

  private mutating func align(_ items: [AnyObject]) throws(VisualFormatError) {
    for number in 1...12 where options.contains(.init(rawValue: 1 << UInt(number))) {
      guard let attribute = Attribute(rawValue: number) else { continue }
      guard attribute.isVertical != format.isVertical else {
        throw VisualFormatError(message: "views cannot be aligned along their direction", column: 0)
      }
      for (one, other) in zip(items, items.dropFirst()) {
        let (first, second) = (LayoutOperand(one, attribute), LayoutOperand(other, attribute))
        made.append(NSLayoutConstraint(first, .equal, second))
      }
    }
  }
}
