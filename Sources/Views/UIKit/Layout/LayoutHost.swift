// The engine of a tree of views, and its part in the passes of layout.
// Licensed under the MIT license; see LICENSE.
//
// Problem: views, guides and constraints have to become variables and equations of one engine, and
// values of variables frames of views, in the order that programs know: constraints are updated
// from the leaves to the root, then views are laid out from the root to the leaves.
//
// Idea: the root of a tree, a window or a view without a superview, has the engine. Something that
// changes there marks the root's layer, so that it is looked at before the next commit. The engine
// is solved then, and the superviews of views with other values are marked for layout. Their
// `layoutSubviews()` places the subviews. Views that nobody constrains are not in the engine, and a
// view with a frame of its own has four variables that are fixed at that frame.

import CoreGraphics
import QuartzCore
import QuartzLayout

@MainActor
final class LayoutHost {
  /// The number of activations of constraints.
  static var activations = 0
  /// The rounds after which constraints that keep changing are left alone.
  static let limit = 32

  private static var hosts = 0

  /// Which of all hosts it is, from 1.
  let number: Int
  var engine = LayoutEngine()
  private let rootHandle: ObjectHandle<UIView>
  private var owned = OwnedHandle<LayoutHost>()
  /// The nodes of variables, by their numbers.
  var nodes: [LayoutNode?] = []
  var constraints: [LayoutEquationID: NSLayoutConstraint] = [:]
  var dirtyContents: [LayoutNode] = []
  /// Texts of several lines.
  var wrapping: [LayoutNode] = []
  var views: [UIView] = []
  /// The nodes of a measure, which are no others' business; nil for engines that lay out.
  var measured: [ObjectIdentifier: LayoutNode]?
  private var isUpdating = false
  private var isMarked = false
  /// The conflicts that a report lists; a second passes before the next one.
  private static let listed = 8
  private var lastReport: ContinuousClock.Instant?
  private var unlisted = 0
  private var hasReportedUnrest = false

  init(root: UIView, measures: Bool = false) {
    Self.hosts += 1
    number = Self.hosts
    rootHandle = root.ownLayout.handle(of: root)
    if measures { measured = [:] }
  }

  /// The view at the top of the tree; nil once it is gone.
  var root: UIView? { rootHandle.object }

  /// The handle by which nodes and constraints know the engine.
  var handle: ObjectHandle<LayoutHost> { owned.handle(of: self) }

  // MARK: Marks

  /// Asks for a look at the engine before the next commit.
  func mark() {
    guard measured == nil, !isMarked, !isUpdating, let root else { return }
    isMarked = true
    if root.layer.needsLayout() { return }
    root.flags.insert(.engineOnly)
    root.layer.setNeedsLayout()
  }

  func updateConstraints(of view: UIView) {
    views.append(view)
    mark()
  }

  // MARK: The update pass

  /// Updates constraints and contents, solves, and marks for layout what moved.
  func update() {
    guard !isUpdating else { return }
    isMarked = false
    isUpdating = true
    defer { isUpdating = false }
    var rounds = 0
    repeat {
      updateViews(within: nil)
      readContents()
      rounds += 1
    } while rounds < Self.limit && !(views.isEmpty && dirtyContents.isEmpty)
    if rounds == Self.limit { reportUnrest() }
    solve()
  }

  /// Reports, once for a tree, that each round of updates asks for another one.
  private func reportUnrest() {
    guard !hasReportedUnrest else { return }
    hasReportedUnrest = true
    let names = Set(views.map { "\(type(of: $0))" }).sorted().joined(separator: ", ")
    Diagnostics.report(
      "UIKit: constraints still change after \(Self.limit) rounds of updates; they are left as they "
        + "are until the next layout" + (names.isEmpty ? "" : ". Updates are asked for by \(names)")
    )
  }

  /// Calls `updateConstraints()` of marked views, those deepest in the tree first.
  func updateViews(within top: UIView?) {
    guard !views.isEmpty else { return }
    var due = views.filter { view in top.map { view.isDescendant(of: $0) } ?? true }
    if due.isEmpty { return }
    views.removeAll { view in due.contains { $0 === view } }
    due = due.enumerated().sorted { one, other in
      let (left, right) = (one.element.depth, other.element.depth)
      return left != right ? left > right : one.offset < other.offset
    }.map(\.element)
    for view in due where view.flags.contains(.needsConstraints) {
      view.flags.remove(.needsConstraints)
      if let controller = view.extras?.controller {
        controller.updateViewConstraints()
      } else {
        view.updateConstraints()
      }
    }
    // A mark that a view sets for itself meanwhile is not followed.
    views.removeAll { view in due.contains { $0 === view } }
    for view in due { view.flags.remove(.needsConstraints) }
  }

  /// Solves, texts of several lines in a second step, and marks what moved.
  private func solve() {
    guard engine.needsSolve else { return }
    unwrap()
    var changed = engine.solve()
    for _ in 0..<4 {
      guard wrap() else { break }
      changed = Set(changed).union(engine.solve()).sorted()
    }
    report(engine.takeConflicts())
    guard measured == nil else { return }
    // Four variables of a view, and views side by side, follow each other.
    var marked: UIView?
    for variable in changed {
      guard let node = nodes[Int(variable)] else { continue }
      if let view = node.view, view.flags.contains(.constrained) {
        if view.parent !== marked { view.parent?.setNeedsLayout() }
        marked = view.parent
      } else if let guide = node.guide, guide.system == .content {
        node.isContentDirty = true
        guide.owner?.flags.insert(.placing)
        guide.owner?.setNeedsLayout()
      }
    }
  }

  private func report(_ conflicts: [LayoutConflict]) {
    guard !conflicts.isEmpty else { return }
    let now = ContinuousClock.now
    if let lastReport, now - lastReport < .seconds(1) {
      unlisted += conflicts.count
      return
    }
    lastReport = now
    for conflict in conflicts.prefix(Self.listed) {
      let lines = conflict.equations.compactMap { text(of: $0) }
      Diagnostics.report(
        "UIKit: constraints cannot be satisfied at the same time: "
          + lines.joined(separator: "; ")
          + "; given up is " + (text(of: conflict.broken) ?? "a constraint of the system")
      )
    }
    unlisted += max(conflicts.count - Self.listed, 0)
    guard unlisted > 0 else { return }
    Diagnostics.report("UIKit: \(unlisted) more conflicts of constraints are not listed")
    unlisted = 0
  }

  private func text(of equation: LayoutEquationID) -> String? {
    if let constraint = constraints[equation] { return constraint.text }
    let variables = engine.terms(of: equation).map(\.variable)
    guard let node = variables.lazy.compactMap({ self.nodes[Int($0)] }).first else { return nil }
    if let view = node.view {
      if let mask = maskText(of: equation, view) { return mask }
      return "<NSContentSizeLayoutConstraint \(type(of: view))>"
    }
    return node.guide.map { "<NSLayoutConstraint '\($0.identifier)'>" }
  }

  // MARK: Nodes

  private func make(_ place: LayoutOperand.Item) -> LayoutNode {
    let node = LayoutNode(place, self)
    for variable in node.variables {
      while nodes.count <= Int(variable) { nodes.append(nil) }
      nodes[Int(variable)] = node
    }
    return node
  }

  /// The variables of a view, made on first use.
  func node(of view: UIView) -> LayoutNode {
    if let node = knownNode(of: view) { return node }
    let made = make(.view(view.ownLayout.handle(of: view)))
    if measured != nil {
      measured?[ObjectIdentifier(view)] = made
    } else {
      view.ownLayout.node = made
      view.flags.insert(.engaged)
      if view.flags.contains(.constrained) { view.parent?.flags.insert(.placing) }
    }
    if view === root {
      if measured == nil { hold(made, view) }
    } else if !view.flags.contains(.constrained) {
      hold(made, view)
    }
    if !made.isHeld { noteContent(made) }
    if measured == nil {
      if let parent = view.parent, view.flags.contains(.constrained) { _ = node(of: parent) }
      if view.wantsConstraintUpdates { view.setNeedsUpdateConstraints() }
    }
    mark()
    return made
  }

  func knownNode(of view: UIView) -> LayoutNode? {
    if let measured { return measured[ObjectIdentifier(view)] }
    guard let node = view.extras?.layout?.node, node.hostNumber == number else { return nil }
    return node
  }

  /// The variables of a guide, made on first use.
  func node(of guide: UILayoutGuide) -> LayoutNode {
    if let measured, let node = measured[ObjectIdentifier(guide)] { return node }
    if measured == nil, let node = guide.node, node.hostNumber == number { return node }
    let made = make(.guide(guide.handle))
    if measured != nil {
      measured?[ObjectIdentifier(guide)] = made
    } else {
      guide.node = made
    }
    if let owner = guide.owner { addSystemEquations(made, guide, node(of: owner)) }
    return made
  }

  func remove(_ node: LayoutNode) {
    for variable in node.variables {
      engine.remove(variable: variable)
      nodes[Int(variable)] = nil
    }
    node.leave()
    dirtyContents.removeAll { $0 === node }
    wrapping.removeAll { $0 === node }
  }

  // MARK: Constraints

  /// Adds the equation of a constraint, unless an item of it is gone.
  ///
  /// - Parameter ancestor: The closest view that contains its items, if it is known.
  func add(_ constraint: NSLayoutConstraint, ancestor: UIView? = nil) {
    guard let view = ancestor ?? constraint.commonAncestor else { return }
    let isRight = isRightToLeft(constraint, in: view)
    let owner = constraint.first.owner
    let sum = sum(of: constraint, owner, in: view, isRightToLeft: isRight)
    let (over, under) = strengths(of: constraint)
    let id = engine.add(
      LayoutEquation(
        sum.terms,
        constant: constant(of: constraint, sum, isRightToLeft: isRight),
        over: over,
        under: under,
        sacrifice: sacrifice(of: constraint, depth: owner?.depth ?? 0)
      )
    )
    if measured == nil {
      constraint.hostHandle = handle
      constraint.equation = id
      constraints[id] = constraint
    }
    mark()
  }

  /// Whether a constraint speaks of leading and trailing edges, and lines begin at the right.
  private func isRightToLeft(_ constraint: NSLayoutConstraint, in view: UIView) -> Bool {
    guard constraint.first.isDirectional || constraint.second?.isDirectional ?? false else {
      return false
    }
    return view.effectiveUserInterfaceLayoutDirection == .rightToLeft
  }

  /// - Parameter owner: That of the first side.
  private func sum(
    of constraint: NSLayoutConstraint,
    _ owner: UIView?,
    in view: UIView,
    isRightToLeft: Bool
  ) -> LayoutSum {
    let (first, second) = (constraint.first, constraint.second)
    var sum = first.sum(in: view, self, isRightToLeft: isRightToLeft, with: second?.owner)
    if let second, constraint.multiplier != 0 {
      let other = second.sum(in: view, self, isRightToLeft: isRightToLeft, with: owner)
      sum.add(other, times: -Double(constraint.multiplier))
    }
    return sum
  }

  private func constant(
    of constraint: NSLayoutConstraint,
    _ sum: LayoutSum,
    isRightToLeft: Bool
  ) -> Double {
    let isTurned = isRightToLeft && constraint.first.isDirectional && constraint.first.end == nil
    return Double(isTurned ? -constraint.constant : constraint.constant) - sum.constant
  }

  private func strengths(
    of constraint: NSLayoutConstraint
  ) -> (over: LayoutStrength, under: LayoutStrength) {
    let own = Self.strength(constraint.priority)
    var relation = constraint.relation
    // In the other direction the order of edges along a line turns, too.
    if constraint.first.isDirectional, relation != .equal, constraint.first.end == nil,
      constraint.commonAncestor?.effectiveUserInterfaceLayoutDirection == .rightToLeft
    {
      relation = relation == .lessThanOrEqual ? .greaterThanOrEqual : .lessThanOrEqual
    }
    return (
      relation == .greaterThanOrEqual ? .free : own, relation == .lessThanOrEqual ? .free : own
    )
  }

  static func strength(_ priority: UILayoutPriority) -> LayoutStrength {
    if priority.rawValue >= 1_000 { return .required }
    return priority.rawValue > 0 ? .optional(priority.rawValue) : .free
  }

  private func sacrifice(of constraint: NSLayoutConstraint, depth: Int) -> LayoutSacrifice {
    let isSize = constraint.second == nil && constraint.relation != .lessThanOrEqual
    return LayoutSacrifice(rank: constraint.rank, isSize: isSize, depth: depth)
  }

  func remove(_ constraint: NSLayoutConstraint) {
    engine.remove(equation: constraint.equation)
    constraints[constraint.equation] = nil
    constraint.hostHandle = nil
    constraint.equation = -1
    mark()
  }

  func constantChanged(_ constraint: NSLayoutConstraint) {
    guard let view = constraint.commonAncestor else { return }
    let isRight = isRightToLeft(constraint, in: view)
    let sum = sum(of: constraint, constraint.first.owner, in: view, isRightToLeft: isRight)
    engine.setConstant(
      constant(of: constraint, sum, isRightToLeft: isRight),
      of: constraint.equation
    )
    mark()
  }

  func strengthChanged(_ constraint: NSLayoutConstraint) {
    let (over, under) = strengths(of: constraint)
    engine.setStrengths(over: over, under: under, of: constraint.equation)
    mark()
  }
}
