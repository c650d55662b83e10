// Patterns: pictures that are repeated to paint with.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzMath

/// Draws one cell of a pattern into a context, in the space of the pattern.
///
/// **Differences**: a Swift closure rather than a C function pointer, here and below.
public typealias CGPatternDrawPatternCallback =
  @Sendable (
    _ info: UnsafeMutableRawPointer?, _ context: CGContext
  ) -> Void

/// Frees the data of a pattern; called once, on any thread.
public typealias CGPatternReleaseInfoCallback = @Sendable (_ info: UnsafeMutableRawPointer?) -> Void

/// The callbacks of a pattern.
public struct CGPatternCallbacks: Sendable {
  /// 0.
  public var version: UInt32
  /// Draws a cell.
  public var drawPattern: CGPatternDrawPatternCallback?
  /// Called when the pattern goes; may be nil.
  public var releaseInfo: CGPatternReleaseInfoCallback?

  /// Callbacks.
  public init(
    version: UInt32,
    drawPattern: CGPatternDrawPatternCallback?,
    releaseInfo: CGPatternReleaseInfoCallback?
  ) {
    self.version = version
    self.drawPattern = drawPattern
    self.releaseInfo = releaseInfo
  }
}

/// The fitting of cells to pixels.
public enum CGPatternTiling: Int32, Hashable, Sendable {
  /// Cells keep their shape.
  case noDistortion = 0
  /// Cells keep their distance, and their shape within a pixel.
  case constantSpacingMinimalDistortion = 1
  /// Cells keep their distance.
  case constantSpacing = 2
}

/// A cell that is drawn once and repeated in both directions.
///
/// A colour made of it (`CGColor(patternSpace:pattern:components:)`) paints like any other. A
/// pattern is anchored to the bitmap, not to user space: shapes move over it like windows.
///
/// ```swift
/// var callbacks = CGPatternCallbacks( version: 0, drawPattern: { _, context in
/// context.fillEllipse(in: CGRect(x: 2, y: 2, width: 6, height: 6)) }, releaseInfo: nil) let dots =
/// CGPattern( info: nil, bounds: CGRect(x: 0, y: 0, width: 10, height: 10), matrix: .identity,
/// xStep: 10, yStep: 10, tiling: .constantSpacing, isColored: false, callbacks: &callbacks)
/// ```
///
/// **Differences**: a cell is drawn with as many pixels as fit its steps best, and these are mixed
/// linearly where they do not meet the pixels of the bitmap; `tiling` changes nothing.
public final class CGPattern: Sendable {
  private let info: UInt
  private let callbacks: CGPatternCallbacks
  /// The cell, in pattern space; drawing outside of it is clipped.
  let bounds: Rect
  /// Pattern space to the space of the bitmap, y up.
  let matrix: Affine
  /// The distance from one cell to the next, in pattern space; positive.
  let step: Size
  /// Whether the cell has its own colours; if not, it says where the colour is painted.
  let isColored: Bool

  /// A pattern whose cell `callbacks` draw.
  ///
  /// - Parameters:
  ///   - info: Handed to the callbacks as it is.
  ///   - bounds: The cell, in pattern space.
  ///   - matrix: Pattern space to the bitmap's space before all transforms.
  ///   - xStep: The distance between cells in pattern space; its sign does not matter.
  ///   - yStep: The distance between rows of cells, likewise.
  ///   - tiling: Changes nothing.
  ///   - isColored: Whether the cell has its own colours. If not, colours that are set while it is
  ///     drawn do not count, only alpha.
  ///   - callbacks: Draws the cell.
  /// - Returns: Nil if numbers are not finite, a step is 0, the cell is empty, the matrix has no
  ///   inverse, or without `drawPattern`.
  public init?(
    info: UnsafeMutableRawPointer?,
    bounds: CGRect,
    matrix: CGAffineTransform,
    xStep: CGFloat,
    yStep: CGFloat,
    tiling: CGPatternTiling,
    isColored: Bool,
    callbacks: UnsafePointer<CGPatternCallbacks>
  ) {
    guard let cell = Rect(drawn: bounds), cell.isFinite, cell.width > 0, cell.height > 0,
      xStep.isFinite, yStep.isFinite, xStep != 0, yStep != 0, Affine(matrix).inverse != nil,
      callbacks.pointee.drawPattern != nil
    else { return nil }
    self.info = UInt(bitPattern: info)
    self.callbacks = callbacks.pointee
    self.bounds = cell
    self.matrix = Affine(matrix)
    step = Size(abs(xStep), abs(yStep))
    self.isColored = isColored
  }

  deinit { callbacks.releaseInfo?(UnsafeMutableRawPointer(bitPattern: info)) }

  /// One period, in pattern space.
  var period: Rect { Rect(bounds.x, bounds.y, step.width, step.height) }

  /// Draws one cell.
  func drawCell(in context: CGContext) {
    callbacks.drawPattern?(UnsafeMutableRawPointer(bitPattern: info), context)
  }
}

extension CGColor {
  /// A colour that is a pattern.
  ///
  /// - Parameters:
  ///   - space: A space of patterns, with a base space for patterns without colours.
  ///   - pattern: The pattern to paint.
  ///   - components: The components of the base space, if there is one, then alpha.
  /// - Returns: Nil if `space` is not a pattern space.
  public convenience init?(
    patternSpace space: CGColorSpace,
    pattern: CGPattern,
    components: UnsafePointer<CGFloat>
  ) {
    guard space.model == .pattern else { return nil }
    self.init(patternSpace: space, object: pattern, components: components)
  }

  /// The pattern that the colour paints with; nil if it is no pattern.
  public var pattern: CGPattern? { patternObject as? CGPattern }
}
