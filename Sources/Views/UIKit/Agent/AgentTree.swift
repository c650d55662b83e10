// The tree of elements that an agent sees, and queries in it.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

/// Gives views numbers, and finds them again.
@MainActor
final class AgentReferences {
  private struct Entry {
    weak var object: UIResponder?
    var number: Int
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var objects: [Int: ObjectIdentifier] = [:]
  private var last = 0

  /// Returns the name of a view; it keeps it for as long as it lives.
  func reference(of object: UIResponder) -> String {
    let key = ObjectIdentifier(object)
    if let entry = entries[key] {
      if entry.object === object { return "e\(entry.number)" }
      objects[entry.number] = nil
    }
    last += 1
    entries[key] = Entry(object: object, number: last)
    objects[last] = key
    if last % 1024 == 0 { forgetTheDead() }
    return "e\(last)"
  }

  private func forgetTheDead() {
    for (key, entry) in entries where entry.object == nil {
      objects[entry.number] = nil
      entries[key] = nil
    }
  }
}

/// The elements of the windows that show.
@MainActor
struct AgentTree {
  private(set) var elements: [AgentElement] = []
  private let references: AgentReferences
  private let isWhole: Bool

  /// The most levels of views that are looked at.
  private static let deepest = 500

  /// - Parameter isWhole: Whether views that show nothing, and parts of elements, are there too.
  init(_ windows: [UIWindow], _ references: AgentReferences, isWhole: Bool) {
    (self.references, self.isWhole) = (references, isWhole)
    for window in windows { add(window, in: window, area: window.bounds, depth: 0, level: 0) }
  }

  private mutating func add(
    _ view: UIView,
    in window: UIWindow,
    area: CGRect,
    depth: Int,
    level: Int
  ) {
    guard level < Self.deepest else { return }
    if !isWhole {
      // A view that fades out is transparent for the program already, and is still seen.
      let shownOpacity = view.layer.presentation()?.opacity ?? 0
      guard !view.isHidden, max(view.alpha, CGFloat(shownOpacity)) >= 0.01 else { return }
    }
    let frame = view.convert(view.bounds, to: nil)
    let isSeen = frame.intersects(area) || view is UIWindow
    let reference = references.reference(of: view)
    let element = AgentElement(view, in: window, reference: reference, depth: depth)
    let hasLine = isWhole || isSeen && element.isWorthALine
    if hasLine { elements.append(element) }
    let inner = depth + (hasLine ? 1 : 0)
    if view.accessibilityElementsHidden && !isWhole { return }
    for (index, part) in parts(of: view).enumerated() {
      guard !(part is UIView) else { continue }
      elements.append(
        AgentElement(part, in: window, reference: "\(reference).\(index)", depth: inner)
      )
    }
    if element.isWhole && !isWhole || view.ownAccessibilityParts != nil && !isWhole { return }
    let clipped = view.clipsToBounds ? area.intersection(frame) : area
    guard isWhole || !clipped.isEmpty else { return }
    // The words of a cell are in its label.
    let first = elements.count
    for subview in shownSubviews(of: view) {
      add(subview, in: window, area: clipped, depth: inner, level: level + 1)
    }
    if view is UITableViewCell || view is UICollectionViewCell, !isWhole, hasLine {
      let rest = elements[first...].filter { $0.role != "text" || $0.identifier != nil }
      elements.replaceSubrange(first..., with: rest)
    }
  }

  private func parts(of view: UIView) -> [UIResponder] {
    view.containedElements.compactMap { $0 as? UIResponder }
  }

  /// The subviews in the order in which they are read; the modal one alone, if there is one.
  private func shownSubviews(of view: UIView) -> [UIView] {
    if !isWhole,
      let modal = view.subviews.last(where: { $0.accessibilityViewIsModal && !$0.isHidden })
    {
      return [modal]
    }
    guard view is UITableView || view is UICollectionView else { return view.subviews }
    // Cells are reused, and lie in no order; they are read from the top, row by row.
    return view.subviews.enumerated().sorted { one, other in
      let (a, b) = (one.element.frame, other.element.frame)
      return (a.minY, a.minX, one.offset) < (b.minY, b.minX, other.offset)
    }.map(\.element)
  }

  // MARK: Lines

  /// Returns the lines of the tree, or of the part below an element.
  ///
  /// - Parameter depth: The most levels below the first; nil for all.
  func lines(below element: AgentElement?, depth: Int?) -> [String] {
    var first = 0
    var end = elements.count
    if let element, let index = elements.firstIndex(where: { $0.reference == element.reference }) {
      first = index
      end = elements[(index + 1)...].firstIndex { $0.depth <= element.depth } ?? elements.count
    }
    let base = element?.depth ?? 0
    return elements[first..<end].compactMap { element in
      let level = element.depth - base
      guard level <= depth ?? .max else { return nil }
      return String(repeating: "  ", count: level) + element.line
    }
  }

  // MARK: Queries

  /// Returns the elements that a query finds.
  ///
  ///     e12              the element of a reference
  ///     #total           that of an identifier
  ///     button "Save"    those of a role and a label; either may be alone
  ///     cell [3]         the third of them
  ///     Save             those of a label; without one, those that have the text in the label
  ///
  /// - Throws: `AgentRefusal` for a query that is none.
  func find(_ query: String) throws(AgentRefusal) -> [AgentElement] {
    var text = query.trimmingCharacters(in: .whitespaces)
    var place: Int?
    if text.hasSuffix("]"), let open = text.lastIndex(of: "[") {
      let inside = text[text.index(after: open)...].dropLast()
      guard let number = Int(inside), number > 0 else {
        throw AgentRefusal("a place such as [2] was expected: \(query.prefix(60))")
      }
      place = number
      text = text[..<open].trimmingCharacters(in: .whitespaces)
    }
    guard !text.isEmpty else {
      throw AgentRefusal("the query is empty; try #identifier, button \"label\" or e12")
    }
    let found = try matches(text)
    guard let place else { return found }
    return found.count >= place ? [found[place - 1]] : []
  }

  private func matches(_ text: String) throws(AgentRefusal) -> [AgentElement] {
    if text.hasPrefix("#") {
      let name = text.dropFirst()
      return elements.filter { $0.identifier ?? "" == name }
    }
    let reference = text.hasPrefix("@") ? String(text.dropFirst()) : text
    if let found = elements.first(where: { $0.reference == reference }) { return [found] }
    let words = try AgentWords.words(of: text)
    switch (words.first, words.dropFirst().first, words.count) {
    case (.quoted(let label), _, 1): return named(label, elements)
    case (.plain(let role), .quoted(let label), 2):
      return named(label, elements.filter { $0.role == role })
    case (.plain(let role), _, 1):
      let found = elements.filter { $0.role == role }
      return found.isEmpty ? named(text, elements) : found
    default: return named(text, elements)
    }
  }

  /// Those with a label; without any, those that have the text in the label or the value.
  private func named(_ text: String, _ elements: [AgentElement]) -> [AgentElement] {
    let exact = elements.filter { $0.label == text }
    if !exact.isEmpty { return exact }
    return elements.filter { element in
      [element.label, element.value].contains {
        $0?.range(of: text, options: .caseInsensitive) != nil
      }
    }
  }

  /// Returns the one element that a query finds.
  func one(_ query: String) throws(AgentRefusal) -> AgentElement {
    let found = try find(query)
    guard let first = found.first else {
      throw AgentRefusal("nothing that shows is \(query.prefix(80)); the tree has what shows")
    }
    guard found.count == 1 else {
      let lines = found.prefix(8).map { "\n  " + $0.line }.joined()
      throw AgentRefusal(
        "\(found.count) elements are \(query.prefix(80)); a reference, or [1] to [\(found.count)] "
          + "behind it, tells which:\(lines)"
      )
    }
    return first
  }
}
