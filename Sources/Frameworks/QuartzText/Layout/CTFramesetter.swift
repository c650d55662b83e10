// Text in columns and figures, as Core Text names it.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
import QuartzMath

/// Breaks a string into lines that stand in a path.
///
/// ```swift
/// let framesetter = CTFramesetterCreateWithAttributedString(string)
/// let path = CGPath(rect: CGRect(x: 20, y: 20, width: 300, height: 400), transform: nil)
/// let frame = CTFramesetterCreateFrame(framesetter, CFRangeMake(0, 0), path, nil)
/// CTFrameDraw(frame, context)
/// ```
///
/// **Differences**: lines run across, from above to below. In a path that is no rectangle a line
/// stands in each part of a row that is inside at its whole height. A framesetter belongs to one
/// thread.
public final class CTFramesetter {
  fileprivate let typesetter: CTTypesetter
  /// A copy that nobody changes.
  fileprivate var string: NSAttributedString { typesetter.string }

  fileprivate init(_ typesetter: CTTypesetter) {
    self.typesetter = typesetter
  }

  fileprivate func layout(
    _ range: CFRange,
    _ options: TextLayoutOptions
  ) -> (layout: TextLayout, part: NSRange) {
    let part = typesetter.part(range)
    let text = string.attributedSubstring(from: part)
    return (TextLayout(text, in: options, defaults: .coreText), part)
  }
}

/// Lines in a path.
public final class CTFrame: Sendable {
  fileprivate let lines: [CTLine]
  /// The starts of the baselines, from the lower left corner of the path's bounds, y up.
  fileprivate let origins: [CGPoint]
  fileprivate let path: CGPath
  fileprivate let fillRule: CTFramePathFillRule?
  fileprivate let range: CFRange
  fileprivate let visible: CFRange

  fileprivate init(
    _ framesetter: CTFramesetter,
    _ range: CFRange,
    _ path: CGPath,
    _ fillRule: CTFramePathFillRule?
  ) {
    // A path that can change is kept as it is now.
    let path = CGPath(path.path)
    let box = path.boundingBoxOfPath.standardized
    var options = TextLayoutOptions(width: 0, height: 0)
    options.keepsWholeLines = true
    if !box.isNull {
      (options.width, options.height) = (Double(box.width), Double(box.height))
      if !path.isRect(nil) {
        options.shape = TextShape(path, in: box, isEvenOdd: fillRule == .evenOdd)
      }
    }
    let (layout, part) = framesetter.layout(range, options)
    lines = layout.lines.indices.map {
      CTLine(layout, at: $0, of: framesetter.string, offset: part.location)
    }
    origins = layout.lines.map { line in
      CGPoint(x: line.origin.x, y: options.height - line.origin.y)
    }
    self.path = path
    self.fillRule = fillRule
    self.range = CFRange(location: part.location, length: part.length)
    let end = layout.lines.last?.range.upperBound ?? 0
    visible = CFRange(location: part.location, length: end)
  }

  fileprivate func draw(in context: CGContext) {
    let box = path.boundingBoxOfPath.standardized
    guard !box.isNull else { return }
    context.saveGState()
    defer { context.restoreGState() }
    for (line, origin) in zip(lines, origins) {
      let position = CGPoint(x: box.minX + origin.x, y: box.minY + origin.y)
      context.textPosition = position
      CTLineDraw(line, context)
    }
  }
}

/// The rule that decides which parts of a path are filled with lines.
public enum CTFramePathFillRule: UInt32, Hashable, Sendable {
  /// Parts that an odd number of edges lies before.
  case evenOdd = 0
  /// Parts that the path winds around.
  case windingNumber = 1
}

/// In the attributes of a frame, the number of a `CTFramePathFillRule`; without it, by winding
/// number.
public let kCTFramePathFillRuleAttributeName: CFString = "CTFramePathFillRule"

/// A framesetter of a string.
public func CTFramesetterCreateWithAttributedString(
  _ attrString: CFAttributedString
) -> CTFramesetter {
  CTFramesetter(CTTypesetter(attrString))
}

/// A framesetter of the string of a typesetter.
public func CTFramesetterCreateWithTypesetter(_ typesetter: CTTypesetter) -> CTFramesetter {
  CTFramesetter(typesetter)
}

/// The typesetter of a framesetter's string.
public func CTFramesetterGetTypesetter(_ framesetter: CTFramesetter) -> CTTypesetter {
  framesetter.typesetter
}

/// The lines of a part of the string that fit a path.
///
/// A line that does not end above the lowest place of the path is left out, with all that follows
/// it.
///
/// - Parameters:
///   - framesetter: The string.
///   - stringRange: In UTF-16 code units; of length 0 up to the end.
///   - path: In user space, y up.
///   - frameAttributes: `kCTFramePathFillRuleAttributeName`.
public func CTFramesetterCreateFrame(
  _ framesetter: CTFramesetter,
  _ stringRange: CFRange,
  _ path: CGPath,
  _ frameAttributes: CFDictionary?
) -> CTFrame {
  let rule = number(frameAttributes?[kCTFramePathFillRuleAttributeName])
  return CTFrame(
    framesetter,
    stringRange,
    path,
    rule.flatMap { CTFramePathFillRule(rawValue: UInt32(min(max($0, 0), 2))) }
  )
}

/// The size that a part of the string takes.
///
/// - Parameters:
///   - framesetter: The string.
///   - stringRange: In UTF-16 code units; of length 0 up to the end.
///   - frameAttributes: Not looked at.
///   - constraints: The greatest width and height in points; 0 and `CGFLOAT_MAX` for none.
///   - fitRange: Receives the part that fits.
/// - Returns: In points: the width of the widest line with its indents, and from the top of the
///   first line to the bottom of the last one.
public func CTFramesetterSuggestFrameSizeWithConstraints(
  _ framesetter: CTFramesetter,
  _ stringRange: CFRange,
  _ frameAttributes: CFDictionary?,
  _ constraints: CGSize,
  _ fitRange: UnsafeMutablePointer<CFRange>?
) -> CGSize {
  func limit(_ length: CGFloat) -> Double {
    length > 0 && length < .greatestFiniteMagnitude ? Double(length) : .infinity
  }
  var options = TextLayoutOptions(
    width: limit(constraints.width),
    height: limit(constraints.height)
  )
  options.keepsWholeLines = true
  let (layout, part) = framesetter.layout(stringRange, options)
  let end = layout.lines.last?.range.upperBound ?? 0
  fitRange?.pointee = CFRange(location: part.location, length: end)
  return CGSize(width: layout.size.width, height: layout.size.height)
}

/// The part of the string that a frame was made for.
public func CTFrameGetStringRange(_ frame: CTFrame) -> CFRange { frame.range }

/// The part of the string that fits the frame.
public func CTFrameGetVisibleStringRange(_ frame: CTFrame) -> CFRange { frame.visible }

/// The path of a frame.
public func CTFrameGetPath(_ frame: CTFrame) -> CGPath { frame.path }

/// Returns the attributes that a frame was made with; nil if there were none.
public func CTFrameGetFrameAttributes(_ frame: CTFrame) -> CFDictionary? {
  frame.fillRule.map { [kCTFramePathFillRuleAttributeName: $0.rawValue] }
}

/// The lines of a frame, as `CTLine`, from above to below.
public func CTFrameGetLines(_ frame: CTFrame) -> CFArray { frame.lines }

/// Copies the starts of baselines, from the lower left corner of the path's bounds, y up, in
/// points.
///
/// - Parameters:
///   - frame: The frame.
///   - range: Of lines; of length 0 up to the last one.
///   - origins: Receives a point for each of them.
public func CTFrameGetLineOrigins(
  _ frame: CTFrame,
  _ range: CFRange,
  _ origins: UnsafeMutablePointer<CGPoint>
) {
  let start = min(max(range.location, 0), frame.origins.count)
  let rest = frame.origins.count - start
  let count = range.length > 0 ? min(range.length, rest) : rest
  // Bounds: the caller vouches for room for the lines of the range.
  for index in 0..<count { origins[index] = frame.origins[start + index] }
}

/// Draws the lines of a frame where its path is.
public func CTFrameDraw(_ frame: CTFrame, _ context: CGContext) {
  frame.draw(in: context)
}
