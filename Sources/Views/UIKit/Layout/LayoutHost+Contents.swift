// Sizes of contents, frames and guides as equations.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzLayout

extension LayoutHost {
  // MARK: Contents

  /// Asks for a look at the size of a view's contents in the next update.
  func noteContent(_ node: LayoutNode) {
    guard !node.isContentDirty else { return }
    node.isContentDirty = true
    dirtyContents.append(node)
    mark()
  }

  func readContents() {
    let due = dirtyContents
    dirtyContents = []
    for node in due {
      node.isContentDirty = false
      guard let view = node.view, !node.isHeld else { continue }
      // Fonts of text styles follow the view's traits.
      var size = CGSize.zero
      view.asCurrentTraits { size = view.intrinsicContentSize }
      let wraps = view.wrapsLines
      node.widest = wraps ? size : nil
      let isListed = wrapping.contains { $0 === node }
      if wraps, !isListed { wrapping.append(node) }
      if !wraps, isListed { wrapping.removeAll { $0 === node } }
      setContent(size, of: node)
    }
  }

  /// Makes the equations of a size; equal ones are left alone.
  private func setContent(_ size: CGSize, of node: LayoutNode) {
    guard let view = node.view else { return }
    node.content = size
    for (index, axis) in [NSLayoutAxis.horizontal, .vertical].enumerated() {
      let metric = index == 0 ? size.width : size.height
      guard metric >= 0, metric.isFinite else {
        if let id = node.contentIDs[index] { engine.remove(equation: id) }
        node.contentIDs[index] = nil
        continue
      }
      let over = Self.strength(view.contentHuggingPriority(for: axis))
      let under = Self.strength(view.contentCompressionResistancePriority(for: axis))
      if let id = node.contentIDs[index] {
        engine.setConstant(Double(metric), of: id)
        engine.setStrengths(over: over, under: under, of: id)
      } else {
        let variable = index == 0 ? node.width : node.height
        node.contentIDs[index] = engine.add(
          LayoutEquation(
            [LayoutTerm(variable)],
            constant: Double(metric),
            over: over,
            under: under,
            sacrifice: LayoutSacrifice(rank: LayoutRank.content, depth: view.depth)
          )
        )
      }
    }
    updateBaselines(of: node)
  }

  /// Brings the distances of baselines into the constraints that name them.
  private func updateBaselines(of node: LayoutNode) {
    guard node.view?.ownBaselines != nil else { return }
    for id in engine.equations(of: node.minY) {
      guard let constraint = constraints[id] else { continue }
      let attributes = [constraint.firstAttribute, constraint.secondAttribute]
      if attributes.contains(.firstBaseline) || attributes.contains(.lastBaseline) {
        constantChanged(constraint)
      }
    }
  }

  /// Removes the equations of the size of a view's contents.
  func dropContent(_ node: LayoutNode) {
    for id in node.contentIDs.compactMap({ $0 }) { engine.remove(equation: id) }
    node.contentIDs = [nil, nil]
    wrapping.removeAll { $0 === node }
  }

  /// Gives texts of several lines the size that they have without breaks.
  func unwrap() {
    for node in wrapping {
      if let widest = node.widest, node.content != widest { setContent(widest, of: node) }
    }
  }

  /// Gives texts of several lines the size that they have in their width; false if nothing changed.
  func wrap() -> Bool {
    var hasChanged = false
    for node in wrapping {
      guard let view = node.view, let widest = node.widest else { continue }
      let width = CGFloat(engine.value(of: node.width))
      guard width < widest.width - 1e-6 else { continue }
      var size = view.wrappedSize(in: max(width, 1))
      size.width = min(size.width, width)
      guard abs(size.height - node.content.height) > 1e-6 || node.content.width > width + 1e-6
      else { continue }
      setContent(size, of: node)
      hasChanged = true
    }
    return hasChanged && engine.needsSolve
  }

  // MARK: Frames

  /// Tells the engine of the frame of a view that has one of its own.
  func frameChanged(of view: UIView) {
    if let node = knownNode(of: view), node.isHeld { hold(node, view) }
    if let guides = view.extras?.layout?.guides, !guides.isEmpty, let node = guides[.frame]?.node,
      node.hostNumber == number
    {
      engine.fix(node.minX, at: Double(view.bounds.minX))
      engine.fix(node.minY, at: Double(view.bounds.minY))
    }
    if engine.needsSolve { mark() }
  }

  // MARK: Guides

  func addSystemEquations(_ node: LayoutNode, _ guide: UILayoutGuide, _ owner: LayoutNode) {
    guard let system = guide.system, let view = guide.owner else { return }
    func equation(_ terms: LayoutTerms, _ constant: CGFloat) {
      node.systemIDs.append(
        engine.add(
          LayoutEquation(
            terms,
            constant: Double(constant),
            sacrifice: LayoutSacrifice(rank: LayoutRank.guide, depth: view.depth)
          )
        )
      )
    }
    switch system {
    case .content:
      engine.fix(node.minX, at: 0)
      engine.fix(node.minY, at: 0)
    case .frame:
      engine.fix(node.minX, at: Double(view.bounds.minX))
      engine.fix(node.minY, at: Double(view.bounds.minY))
      equation([LayoutTerm(node.width), LayoutTerm(owner.width, -1)], 0)
      equation([LayoutTerm(node.height), LayoutTerm(owner.height, -1)], 0)
    case .margins, .safeArea, .readable, .keyboard:
      let insets = system.insets(in: view)
      let area = system == .margins ? (view as? UIScrollView)?.contentLayoutGuide : nil
      let around = area.map { self.node(of: $0) } ?? owner
      equation([LayoutTerm(node.minX)], insets.left)
      equation(
        [LayoutTerm(node.minX), LayoutTerm(node.width), LayoutTerm(around.width, -1)],
        -insets.right
      )
      if system == .keyboard {
        equation([LayoutTerm(node.height)], view.bounds.height - insets.top)
      } else {
        equation([LayoutTerm(node.minY)], insets.top)
      }
      equation(
        [LayoutTerm(node.minY), LayoutTerm(node.height), LayoutTerm(around.height, -1)],
        -insets.bottom
      )
    }
  }

  /// Brings the insets of a view's guides into the engine.
  func guidesChanged(of view: UIView) {
    for guide in view.extras?.layout?.guides.values.map({ $0 }) ?? [] { guideChanged(guide) }
  }

  func guideChanged(_ guide: UILayoutGuide) {
    guard let node = guide.node, node.hostNumber == number, let view = guide.owner,
      let system = guide.system, node.systemIDs.count == 4
    else { return }
    let insets = system.insets(in: view)
    let top = system == .keyboard ? view.bounds.height - insets.top : insets.top
    let constants = [insets.left, -insets.right, top, -insets.bottom]
    for (id, constant) in zip(node.systemIDs, constants) {
      engine.setConstant(Double(constant), of: id)
    }
    if engine.needsSolve { mark() }
    (guide as? UITrackingLayoutGuide)?.track()
  }

  // MARK: Trees

  /// Removes a view and all in it.
  func removeTree(_ view: UIView) {
    var pending = [view]
    var isPart = false
    while let next = pending.popLast() {
      pending.append(contentsOf: next.children)
      if !next.flags.isDisjoint(with: [.constrained, .needsConstraints]) { isPart = true }
      guard let layout = next.extras?.layout else { continue }
      if !layout.held.isEmpty { isPart = true }
      for constraint in layout.held where constraint.host === self { remove(constraint) }
      for guide in layout.ownGuides + layout.guides.values.map({ $0 }) {
        if let node = guide.node, node.hostNumber == number { remove(node) }
        guide.node = nil
      }
      if let node = layout.node, node.hostNumber == number { remove(node) }
      layout.node = nil
      next.flags.subtract([.engaged, .placing])
    }
    views.removeAll { $0.isDescendant(of: view) }
    view.set(.layoutBelow, to: isPart)
    mark()
  }

  /// Adds a view and all in it that takes part in layout.
  func addTree(_ view: UIView) {
    var found: [NSLayoutConstraint] = []
    var pending = [view]
    while let next = pending.popLast() {
      pending.append(contentsOf: next.children.reversed())
      if next.flags.contains(.constrained), next.parent != nil { _ = node(of: next) }
      if next.flags.contains(.needsConstraints), measured == nil { views.append(next) }
      found.append(contentsOf: next.extras?.layout?.held ?? [])
    }
    for constraint in found.sorted(by: { $0.activation < $1.activation }) { add(constraint) }
    mark()
  }
}
