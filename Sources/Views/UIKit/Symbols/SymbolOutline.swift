// The outlines of symbols by name.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// The outline of a symbol, in a square of side 1 with y down.
struct SymbolOutline {
  /// The frame around an outline.
  enum Frame {
    case circle, square
  }

  var path: CGPath
  var frame: Frame?
  /// Whether the frame is a plate that the outline is cut out of.
  var isPlate = false
  var hasSlash = false
  /// Whether holes are by the number of crossings, and not by the direction.
  private var usesEvenOdd = false

  /// The lines of the table, by name.
  private static let lines: [Substring: Substring] = {
    var lines: [Substring: Substring] = [:]
    for line in SymbolOutlines.text.description.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      for name in line[..<colon].split(separator: " ") {
        lines[name] = line[line.index(after: colon)...]
      }
    }
    return lines
  }()

  /// Whether a name has an outline of its own.
  static func isKnown(_ name: String) -> Bool { lines[Substring(name)] != nil }

  /// The outline of a name: its own one, or one with the words at its end that change others.
  ///
  /// - Returns: Nil for a name that is not in the table with or without such words.
  init?(_ name: String) {
    var words = name.split(separator: ".")
    var (frame, isFilled, hasSlash): (Frame?, Bool, Bool) = (nil, false, false)
    while !words.isEmpty {
      if let line = Self.lines[Substring(words.joined(separator: "."))] {
        usesEvenOdd = line.hasPrefix("e")
        path = Self.path(line)
        self.frame = frame
        isPlate = frame != nil && isFilled
        self.hasSlash = hasSlash
        return
      }
      switch words.removeLast() {
      case "fill": isFilled = true
      case "circle": frame = .circle
      case "square", "rectangle", "app": frame = .square
      case "slash": hasSlash = true
      default:
        // Words before the last one are dropped only with a badge.
        guard let badge = words.lastIndex(of: "badge") else { return nil }
        words.removeSubrange(badge...)
      }
    }
    return nil
  }

  /// The outline of names that are not in the table: a square with a line through it.
  init(placeholder: Void) {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0.1, y: 0.1, width: 0.8, height: 0.8))
    path.addRect(CGRect(x: 0.16, y: 0.16, width: 0.68, height: 0.68))
    self.path = path
    hasSlash = true
    usesEvenOdd = true
  }

  /// Reads a line of the table, which is this package's own.
  private static func path(_ line: Substring) -> CGPath {
    let path = CGMutablePath()
    var (at, start) = (CGPoint.zero, CGPoint.zero)
    var word: UInt8 = 0
    var numbers: [CGFloat] = []
    func end() {
      let points = stride(from: 0, to: numbers.count - 1, by: 2).map {
        CGPoint(x: at.x + numbers[$0], y: at.y + numbers[$0 + 1])
      }
      switch (word, points.count) {
      case (UInt8(ascii: "m"), 1):
        path.move(to: points[0])
        start = points[0]
      case (UInt8(ascii: "l"), 1): path.addLine(to: points[0])
      case (UInt8(ascii: "c"), 3):
        path.addCurve(to: points[2], control1: points[0], control2: points[1])
      case (UInt8(ascii: "z"), _):
        path.closeSubpath()
        at = start
      default: break
      }
      if let last = points.last { at = last }
      numbers = []
    }
    var (value, sign, hasDigits) = (0, 1, false)
    func endNumber() {
      if hasDigits { numbers.append(CGFloat(sign * value) / Self.unitsOfSide) }
      (value, sign, hasDigits) = (0, 1, false)
    }
    for byte in line.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        (value, hasDigits) = (value * 10 + Int(byte - UInt8(ascii: "0")), true)
      case UInt8(ascii: "-"):
        endNumber()
        sign = -1
      case UInt8(ascii: " "): endNumber()
      default:
        endNumber()
        end()
        word = byte
      }
    }
    endNumber()
    end()
    return path
  }

  private static let unitsOfSide: CGFloat = 1600

  // MARK: Drawing

  /// The part of a side that an outline has in a frame.
  private static let innerPart: CGFloat = 0.54
  /// The widths of lines, as parts of the side.
  private static let lineWidth: CGFloat = 0.065

  /// Draws the symbol in the fill colour into a square of a context with y down.
  ///
  /// - Parameters:
  ///   - context: The context.
  ///   - side: In points.
  ///   - weight: Heavier ones get lines around the outline.
  ///   - plate: The colour of the frame; nil for that of the outline.
  func draw(in context: CGContext, side: CGFloat, weight: UIFont.Weight, plate: CGColor? = nil) {
    context.saveGState()
    defer { context.restoreGState() }
    context.scaleBy(x: side, y: side)
    context.setLineJoin(.round)
    context.setLineCap(.round)
    drawFrame(in: context, plate)
    context.saveGState()
    if frame != nil {
      let margin = (1 - Self.innerPart) / 2
      context.translateBy(x: margin, y: margin)
      context.scaleBy(x: Self.innerPart, y: Self.innerPart)
    }
    if isPlate, plate == nil { context.setBlendMode(.destinationOut) }
    context.addPath(path)
    context.fillPath(using: usesEvenOdd ? .evenOdd : .winding)
    if weight.rawValue > 0 {
      // From regular to black, lines grow by a tenth of the side.
      context.setLineWidth(0.1 * min(weight.rawValue / UIFont.Weight.black.rawValue, 1))
      context.addPath(path)
      context.strokePath()
    }
    context.restoreGState()
    if hasSlash {
      context.setLineWidth(Self.lineWidth)
      context.move(to: CGPoint(x: 0.08, y: 0.08))
      context.addLine(to: CGPoint(x: 0.92, y: 0.92))
      context.strokePath()
    }
  }

  private func drawFrame(in context: CGContext, _ plate: CGColor?) {
    guard let frame else { return }
    context.saveGState()
    if let plate { context.setFillColor(plate) }
    let inset = isPlate ? 0 : Self.lineWidth / 2
    let area = CGRect(x: 0, y: 0, width: 1, height: 1).insetBy(dx: inset, dy: inset)
    switch frame {
    case .circle: context.addEllipse(in: area)
    case .square:
      context.addPath(
        CGPath(roundedRect: area, cornerWidth: 0.2, cornerHeight: 0.2, transform: nil)
      )
    }
    context.setLineWidth(Self.lineWidth)
    if isPlate { context.fillPath() } else { context.strokePath() }
    context.restoreGState()
  }
}
