// Strings with attributes, fonts and paragraph styles in documents.
// Licensed under the MIT license; see LICENSE.
//
//     <string type="NSAttributedString" value="Hello">
//       <run length="5">
//         <NSFont type="CTFont" value="Helvetica-Bold" size="24"/>
//         <NSColor type="CGColor" value="1 0 0"/>
//       </run>
//     </string>
//
// The form is this project's own: no document of Apple's with such a string is known. A run has as
// many UTF-16 units as its `length`. Characters behind the last run have no attributes. A reader
// that does not know the form still finds the text.
//
// A font has its PostScript name, its size in points, and a matrix unless that is the identity. A
// paragraph style has the numbers of `CTParagraphStyle.Values.numbers`, in their order.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzText

/// The element with the attributes of a part of a string.
private let runName = "run"

extension DocumentWriter {
  /// Adds the runs of a string to its element, with those attributes that documents support.
  mutating func writeRuns(of string: NSAttributedString, to element: inout MarkupElement) {
    element.attributes["value"] = string.string
    let whole = NSRange(location: 0, length: string.length)
    var runs: [(length: Int, attributes: [NSAttributedString.Key: Any])] = []
    string.enumerateAttributes(in: whole, options: []) { attributes, range, _ in
      runs.append((range.length, attributes))
    }
    for run in runs {
      var child = MarkupElement(runName, ["length": "\(run.length)"])
      for (key, value) in run.attributes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        if let attribute = typed(value, key: key.rawValue) {
          child.children.append(attribute)
        } else {
          warn(
            "the attribute \(key.rawValue.shortened) of a string is left out: \(type(of: value))"
          )
        }
      }
      element.children.append(child)
    }
  }

  /// Adds a font's name, size and matrix to its element.
  func writeFont(_ font: CTFont, to element: inout MarkupElement) {
    element.attributes["value"] = CTFontCopyPostScriptName(font)
    element.attributes["size"] = ValueText.text(font.size)
    guard font.matrix != .identity else { return }
    element.attributes["matrix"] = KnownValueType.affine.text(font.matrix)
  }
}

extension DocumentReader {
  /// Returns the string of an element with runs; nil if it has no text.
  func styledString(_ element: MarkupElement) throws(CAPackageError) -> NSAttributedString? {
    guard let text = element.attributes["value"] else { return nil }
    let string = NSMutableAttributedString(string: text)
    var position = 0
    for child in element.children {
      let length = child.attributes["length"].flatMap { Int($0) }
      guard child.name == runName, let length, length >= 0,
        length <= string.length - position
      else {
        warn("a part of a string is left out", at: child)
        continue
      }
      let range = NSRange(location: position, length: length)
      for attribute in child.children {
        let isNamed = attribute.name == ReservedName.p.rawValue
        let key = isNamed ? attribute.attributes["key"] : attribute.name
        guard let key, let value = try typedValue(attribute) else {
          warn("an attribute of a string is left out", at: attribute)
          continue
        }
        string.addAttribute(NSAttributedString.Key(rawValue: key), value: value, range: range)
      }
      position += length
    }
    return string
  }

  /// Returns the font of an element; nil if it has no name.
  func font(_ element: MarkupElement) -> CTFont? {
    guard let name = element.attributes["value"], let font = CGFont(name) else { return nil }
    let size = element.attributes["size"].flatMap { ValueText.number($0) } ?? 0
    let matrix = element.attributes["matrix"]
      .flatMap { KnownValueType.affine.value($0, opacity: 1) as? CGAffineTransform }
    return CTFont(font.face, size: size, matrix: matrix ?? .identity)
  }
}
