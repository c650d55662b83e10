// Places sublayers by their constraints.
// Licensed under the MIT license; see LICENSE.
//
// Each sublayer has two axes, and each axis of a layer is solved on its own. The constraints of the
// layer on that axis define its frame there, from the axes that they depend on. Those axes are
// solved first: a walk in the order of dependencies, whatever the order of the sublayers. An axis
// that depends on itself in the end has no solution; it stays unchanged, with one diagnostic.
//
// Two constraints define an axis. Further ones are applied one after another, in the order in which
// they were added. Of the current two, the first in the order of attributes (min, middle, max,
// size) stays, and the new one replaces the other. So an axis has two constraints that stay sorted,
// as measured on Apple's framework:
//
//     max, min, size        min, max   then  min, size
//     size, max, mid        max, size  then  mid, max
//     min, mid, max, size   min, mid   then  min, max   then  min, size

import CoreGraphics
public import Foundation

/// Places the sublayers of a layer by their constraints.
///
///     root.layoutManager = CAConstraintLayoutManager()
///
/// One manager may serve any number of layers. On one axis of a layer, one constraint of an edge or
/// the middle moves its frame and keeps the size; two define both. If there are more, each further
/// one replaces one of the two before it: the later one in the order of least edge, middle,
/// greatest edge, size. A size alone, or one attribute twice, does nothing.
///
/// A constraint is ignored if its source does not exist, or is a sibling without constraints on the
/// axis that it refers to.
///
/// Layers that depend on each other in a circle stay where they are, and a diagnostic names them.
open class CAConstraintLayoutManager: NSObject, CALayoutManager, NSSecureCoding {
  /// Creates a manager.
  public override init() {
    super.init()
  }

  /// Creates a manager from an archive.
  public required init?(coder: NSCoder) {
    super.init()
  }

  /// Archives nothing: a manager has no properties.
  open func encode(with coder: NSCoder) {}

  /// Whether archives of the class are safe to read; true unless a subclass overrides it.
  open class var supportsSecureCoding: Bool { true }

  /// Sets the frames of the sublayers that have constraints.
  open func layoutSublayers(of layer: CALayer) {
    var solver = ConstraintSolver(layer)
    solver.solve()
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

extension CAConstraintAttribute {
  /// The part of an axis that the attribute names.
  fileprivate enum Part: Int {
    case min, mid, max, size
  }

  fileprivate var isVertical: Bool {
    switch self {
    case .minX, .midX, .maxX, .width: false
    case .minY, .midY, .maxY, .height: true
    }
  }

  fileprivate var part: Part {
    switch self {
    case .minX, .minY: .min
    case .midX, .midY: .mid
    case .maxX, .maxY: .max
    case .width, .height: .size
    }
  }
}

/// A stretch of one axis.
private struct Extent: Equatable {
  var min: CGFloat
  var size: CGFloat

  subscript(part: CAConstraintAttribute.Part) -> CGFloat {
    switch part {
    case .min: min
    case .mid: min + size / 2
    case .max: min + size
    case .size: size
    }
  }

  /// Returns the extent moved so that a part has a value; its size stays unless that is the part.
  func moved(_ part: CAConstraintAttribute.Part, to value: CGFloat) -> Extent {
    switch part {
    case .min: Extent(min: value, size: size)
    case .mid: Extent(min: value - size / 2, size: size)
    case .max: Extent(min: value - size, size: size)
    case .size: Extent(min: min, size: value)
    }
  }

  /// Creates the extent with these values of two different parts.
  init(_ a: CAConstraintAttribute.Part, _ x: CGFloat, _ b: CAConstraintAttribute.Part, _ y: CGFloat)
  {
    switch (a, b) {
    case (.min, .max): self.init(min: x, size: y - x)
    case (.min, .mid): self.init(min: x, size: 2 * (y - x))
    case (.mid, .max): self.init(min: 2 * x - y, size: 2 * (y - x))
    case (_, .size): self = Extent(min: 0, size: y).moved(a, to: x)
    default: self.init(b, y, a, x)
    }
  }

  init(min: CGFloat, size: CGFloat) {
    self.min = min
    self.size = size
  }
}

/// The constraints of the sublayers of one layer, solved once.
private struct ConstraintSolver {
  /// The index of a sublayer's axis: twice the sublayer's index, and 1 more for y.
  private typealias Axis = Int

  private enum State {
    case open, entered, solved
  }

  private let layers: [CALayer]
  private let bounds: CGRect
  private var names: [String: Int] = [:]
  // Index 2i is the x axis of layer i, 2i + 1 its y axis.
  private var extents: [Extent] = []
  private var constraints: [[CAConstraint]] = []
  private var states: [State]
  // The axes that constraints have placed; the others cannot be sources.
  private var placed: Set<Axis> = []
  private var circular: Set<Axis> = []

  init(_ superlayer: CALayer) {
    layers = superlayer.sublayers ?? []
    bounds = superlayer.bounds.standardized
    states = Array(repeating: .open, count: layers.count * 2)
    for (index, layer) in layers.enumerated() {
      // The name refers to the first of several layers that have it.
      if let name = layer.name, names[name] == nil { names[name] = index }
      let frame = layer.frame
      extents.append(Extent(min: frame.minX, size: frame.width))
      extents.append(Extent(min: frame.minY, size: frame.height))
      let all = layer.constraints ?? []
      constraints.append(all.filter { !$0.attribute.isVertical })
      constraints.append(all.filter(\.attribute.isVertical))
    }
  }

  /// Solves all axes and moves the layers.
  mutating func solve() {
    for axis in states.indices { solveInOrder(axis) }
    report()
    for (index, layer) in layers.enumerated() { move(layer, index) }
  }

  private func move(_ layer: CALayer, _ index: Int) {
    guard placed.contains(2 * index) || placed.contains(2 * index + 1) else { return }
    let (x, y) = (extents[2 * index], extents[2 * index + 1])
    let frame = CGRect(x: x.min, y: y.min, width: max(x.size, 0), height: max(y.size, 0))
    let numbers = [x.min, x.size, y.min, y.size]
    if numbers.allSatisfy(\.isFinite), frame != layer.frame { layer.frame = frame }
  }

  // MARK: Order

  /// Solves an axis after the axes that it depends on.
  ///
  /// The walk is depth-first with an explicit stack, so no chain is too long for it. An axis that
  /// is met again before it is solved closes a circle.
  private mutating func solveInOrder(_ first: Axis) {
    guard states[first] == .open else { return }
    var path: [(axis: Axis, next: Int)] = [(first, 0)]
    states[first] = .entered
    while let (axis, next) = path.last {
      guard next < constraints[axis].count else {
        if !circular.contains(axis), let solution = solution(axis) {
          extents[axis] = solution
          placed.insert(axis)
        }
        states[axis] = .solved
        path.removeLast()
        continue
      }
      path[path.count - 1].next += 1
      guard let source = source(of: constraints[axis][next]) else { continue }
      switch states[source] {
      case .open:
        states[source] = .entered
        path.append((source, 0))
      case .entered:
        let start = path.lastIndex { $0.axis == source } ?? 0
        circular.formUnion(path[start...].map(\.axis))
      case .solved: break
      }
    }
  }

  /// Returns the axis of a sibling that a constraint depends on; nil for the superlayer, or for
  /// none.
  private func source(of constraint: CAConstraint) -> Axis? {
    guard constraint.sourceName != Self.superlayerName else { return nil }
    return names[constraint.sourceName].map {
      2 * $0 + (constraint.sourceAttribute.isVertical ? 1 : 0)
    }
  }

  private static let superlayerName = "superlayer"

  private func report() {
    guard !circular.isEmpty else { return }
    let found = Set(circular.map { $0 / 2 }).sorted().map { layers[$0].label }
    Diagnostics.report(
      "constraints of \(found.joined(separator: ", ")) depend on each other; they are left out"
    )
  }

  // MARK: One axis

  /// Returns the value of a constraint's attribute; nil if there is no such source, or it is not
  /// placed.
  private func value(_ constraint: CAConstraint) -> CGFloat? {
    let attribute = constraint.sourceAttribute
    let extent: Extent
    if constraint.sourceName == Self.superlayerName {
      extent =
        attribute.isVertical
        ? Extent(min: bounds.minY, size: bounds.height)
        : Extent(min: bounds.minX, size: bounds.width)
    } else if let source = source(of: constraint), placed.contains(source) {
      extent = extents[source]
    } else {
      return nil
    }
    return extent[attribute.part] * constraint.scale + constraint.offset
  }

  /// Returns the axis according to its constraints, from solved sources; nil if they do not place
  /// it.
  private func solution(_ axis: Axis) -> Extent? {
    typealias Known = (part: CAConstraintAttribute.Part, value: CGFloat)
    var first: Known?
    var second: Known?
    for constraint in constraints[axis] {
      guard let value = value(constraint) else { continue }
      let new: Known = (constraint.attribute.part, value)
      guard let old = first else {
        first = new
        continue
      }
      (first, second) = new.part.rawValue < old.part.rawValue ? (new, old) : (old, new)
    }
    guard let first else { return nil }
    guard let second else {
      return first.part == .size ? nil : extents[axis].moved(first.part, to: first.value)
    }
    return first.part == second.part
      ? nil : Extent(first.part, first.value, second.part, second.value)
  }
}
