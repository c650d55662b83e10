// Cells of emitters as elements.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzModel

extension DocumentWriter {
  /// Returns the element of a list of cells.
  mutating func cells(_ cells: [CAEmitterCell], depth: Int = 1) -> MarkupElement {
    var list = MarkupElement(CellKey.emitterCells.rawValue)
    // Depths that no layer accepts are not written either, which also ends a cell that contains
    // itself.
    guard depth <= CellBox.maximumDepth else { return list }
    for cell in cells { list.children.append(element(of: cell, depth: depth)) }
    return list
  }

  private mutating func element(of cell: CAEmitterCell, depth: Int) -> MarkupElement {
    var element = MarkupElement(CellMarkup.name)
    for key in cell.archivedKeys {
      if let property = CellProperty(named: key) {
        write(property, of: cell, to: &element)
        continue
      }
      switch CellKey(rawValue: key) {
      case .name: element.attributes[key] = cell.name
      case .emitterCells:
        element.children.append(cells(cell.emitterCells ?? [], depth: depth + 1))
      case .style: warn(cell, "its style is left out")
      case nil:
        if let text = cell.value(forKey: key) as? String, MarkupElement.isName(key),
          ReservedName(rawValue: key) == nil
        {
          element.attributes[key] = text
        } else if let child = cell.value(forKey: key).flatMap({ typed($0, key: key) }) {
          element.children.append(child)
        } else {
          warn(cell, "the key \(key.shortened) is left out")
        }
      }
    }
    return element
  }

  private mutating func write(
    _ property: CellProperty,
    of cell: CAEmitterCell,
    to element: inout MarkupElement
  ) {
    if property == .contents {
      guard let image = cell.contents as? CGImage,
        let reference = try? assets.reference(to: image)
      else { return warn(cell, "contents that cannot be written are left out") }
      element.children.append(MarkupElement(property.name, reference.typed))
      return
    }
    let value = cell.cell.value(property)
    if let color = value.color, color.alpha != 1 || color.headroom != 0 {
      element.children.append(MarkupElement(property.name, ValueText.colorAttributes(color)))
    } else {
      element.attributes[property.name] = ValueText.text(value, property.type)
    }
  }

  private mutating func warn(_ cell: CAEmitterCell, _ message: String) {
    warn("cell \(cell.name.map { $0.shortened } ?? "without a name"): \(message)")
  }
}
