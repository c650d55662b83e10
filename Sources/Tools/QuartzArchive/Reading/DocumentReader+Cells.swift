// Cells of emitters: `<emitterCells>` with a `<CAEmitterCell>` for each.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzModel

/// The class of cells in documents.
enum CellMarkup {
  static let name = "CAEmitterCell"
}

extension DocumentReader {
  /// Reads the cells of an element, with their nested cells.
  func cells(_ list: MarkupElement) throws(CAPackageError) -> [CAEmitterCell] {
    try inside(list) { () throws(CAPackageError) in
      var cells: [CAEmitterCell] = []
      for child in list.children where isKnownNamespace(child) {
        guard (child.attributes["type"] ?? child.name) == CellMarkup.name else {
          warn("\(child.name.shortened) is no cell and is left out", at: child)
          continue
        }
        cells.append(try cell(child))
      }
      return cells
    }
  }

  private func cell(_ element: MarkupElement) throws(CAPackageError) -> CAEmitterCell {
    try inside(element) { () throws(CAPackageError) in
      let cell = CAEmitterCell()
      for name in element.attributes.keys.sorted() {
        if let text = element.attributes[name] { readAttribute(name, text, of: cell) }
      }
      for child in element.children where isKnownNamespace(child) {
        try readChild(child, of: cell)
      }
      return cell
    }
  }

  private func readAttribute(_ name: String, _ text: String, of cell: CAEmitterCell) {
    if let property = CellProperty(named: name) {
      set(property, ValueText.value(text, property.type), text, of: cell)
    } else if CellKey(rawValue: name) == .name {
      cell.name = text
    } else if ReservedName(rawValue: name) == nil, MarkupElement.isName(name) {
      cell.setValue(text, forKey: name)
      if KnownAttribute.changesNothing(name, text) { return }
      warnOnce("cell " + name, "the attribute \(name.shortened) of cells is kept, without effect")
    }
  }

  private func readChild(
    _ element: MarkupElement,
    of cell: CAEmitterCell
  ) throws(CAPackageError) {
    if let property = CellProperty(named: element.name) {
      if property == .contents {
        cell.contents = isNull(element) ? nil : try contents(of: element)?.image
        return
      }
      if isNull(element) { return cell.setValue(NSNull(), forKey: property.name) }
      let text = valueElement(of: element).attributes["value"] ?? ""
      return set(property, value(of: element, property.type), text, of: cell)
    }
    if CellKey(rawValue: element.name) == .emitterCells {
      cell.emitterCells = try cells(element)
    } else if let value = try typedValue(element), KnownValueType(name: element.name) == nil {
      cell.setValue(value, forKey: element.name)
    } else {
      warn("this element of a cell is left out", at: element)
    }
  }

  /// Sets a property, or warns of the reason why not; infinite numbers stay infinite.
  private func set(
    _ property: CellProperty,
    _ value: PropertyValue?,
    _ text: String,
    of cell: CAEmitterCell
  ) {
    guard let value, value.isFinite || value.number?.isInfinite == true else {
      return warn("\(property)=\"\(text.shortened)\" is not understood; the default is used")
    }
    cell.setValue(value.bridged(property.type) { _ in nil }, forKey: property.name)
  }
}
