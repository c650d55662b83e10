// Filling and stroking.
// Licensed under the MIT license; see LICENSE.

public import Foundation
package import QuartzMath
import QuartzRaster

// MARK: - The current path

extension CGContext {
  /// Fills the current path, which is empty afterwards.
  public func fillPath(using rule: CGPathFillRule = .winding) {
    fill(takePath(), FillRule(rule), with: state.fill)
  }

  /// Strokes the current path, which is empty afterwards.
  public func strokePath() {
    stroke(takePath(), state.line, with: state.stroke)
  }

  /// Fills, strokes or does both with the current path, which is empty afterwards.
  public func drawPath(using mode: CGPathDrawingMode) {
    let path = takePath()
    switch mode {
    case .fill: fill(path, .nonZero, with: state.fill)
    case .eoFill: fill(path, .evenOdd, with: state.fill)
    case .stroke: stroke(path, state.line, with: state.stroke)
    case .fillStroke:
      fill(path, .nonZero, with: state.fill)
      stroke(path, state.line, with: state.stroke)
    case .eoFillStroke:
      fill(path, .evenOdd, with: state.fill)
      stroke(path, state.line, with: state.stroke)
    }
  }
}

// MARK: - Shapes

extension CGContext {
  /// Fills a rectangle; the current path is empty afterwards.
  public func fill(_ rect: CGRect) {
    beginPath()
    addRect(rect)
    fillPath()
  }

  /// Fills rectangles together, once where they overlap; the current path is empty afterwards.
  public func fill(_ rects: [CGRect]) {
    beginPath()
    addRects(rects.map(\.standardized))
    fillPath()
  }

  /// Strokes a rectangle; the current path is empty afterwards.
  public func stroke(_ rect: CGRect) {
    stroke(rect, width: state.line.width)
  }

  /// Strokes a rectangle with a line of `width`; the current path is empty afterwards.
  public func stroke(_ rect: CGRect, width: CGFloat) {
    beginPath()
    addRect(rect)
    var line = state.line
    line.width = width
    stroke(takePath(), line, with: state.stroke)
  }

  /// Fills the ellipse that touches the edges of `rect`; the current path is empty afterwards.
  public func fillEllipse(in rect: CGRect) {
    beginPath()
    addEllipse(in: rect)
    fillPath()
  }

  /// Strokes the ellipse that touches the edges of `rect`; the current path is empty afterwards.
  public func strokeEllipse(in rect: CGRect) {
    beginPath()
    addEllipse(in: rect)
    strokePath()
  }

  /// Strokes lines between the first and second point, the third and fourth, and so on; the current
  /// path is empty afterwards.
  ///
  /// A last point without a partner is left out.
  public func strokeLineSegments(between points: [CGPoint]) {
    beginPath()
    for index in stride(from: 0, to: points.count - 1, by: 2) {
      move(to: points[index])
      addLine(to: points[index + 1])
    }
    strokePath()
  }

  /// Makes a rectangle clear: transparent, or black where the bitmap has no alpha.
  ///
  /// The clip holds; alpha, blend mode and shadow do not. A page becomes white.
  public func clear(_ rect: CGRect) {
    var path = Path()
    path.addRect(rect, ctm)
    if document != nil { return whiten(path) }
    guard let canvas else { return }
    let bounds = state.clip.rect.intersection(canvas.bounds)
    let mask = state.clip.applied(to: coverage(of: path, .nonZero, in: bounds))
    canvas.draw(.color(.zero), mode: .clear, opacity: 1, through: mask)
  }
}

// MARK: - Outlines of text

extension CGContext {
  /// The position of the next text, which is the translation of `textMatrix`.
  public var textPosition: CGPoint {
    get { CGPoint(x: textMatrix.tx, y: textMatrix.ty) }
    set { (textMatrix.tx, textMatrix.ty) = (newValue.x, newValue.y) }
  }

  /// Sets the mode in which glyphs are drawn; initially they are filled.
  public func setTextDrawingMode(_ mode: CGTextDrawingMode) {
    state.textDrawingMode = mode
  }

  /// Fills, strokes and clips to outlines of glyphs as the text drawing mode says.
  ///
  /// The current path stays as it is. Modes that clip do so at once: text that is to clip together
  /// comes in one call.
  ///
  /// - Parameter outlines: In user space; filled by the winding rule.
  package func drawGlyphs(_ outlines: Path) {
    let path = outlines.transformed(by: state.ctm)
    func fill() { self.fill(path, .nonZero, with: state.fill) }
    func stroke() { self.stroke(path, state.line, with: state.stroke) }
    switch state.textDrawingMode {
    case .invisible: break
    case .fill: fill()
    case .stroke: stroke()
    case .fillStroke:
      fill()
      stroke()
    case .fillClip:
      fill()
      clip(path, .nonZero)
    case .strokeClip:
      stroke()
      clip(path, .nonZero)
    case .fillStrokeClip:
      fill()
      stroke()
      clip(path, .nonZero)
    case .clip: clip(path, .nonZero)
    }
  }

  /// Fills a path of user space with the fill colour; the current path stays as it is.
  package func fill(_ path: Path, using rule: CGPathFillRule = .winding) {
    fill(path.transformed(by: state.ctm), FillRule(rule), with: state.fill)
  }
}
