// The context that a thread draws into.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// A Core Graphics context, as the one that is drawn into.
open class NSGraphicsContext: NSObject {
  /// The Core Graphics context.
  public final let cgContext: CGContext
  /// Whether y points down.
  public final let isFlipped: Bool
  private var saved = 0

  private static let key = "AppKit.graphicsContexts"

  /// The contexts of the thread: the current one, and those saved below it.
  private final class Stack {
    var current: NSGraphicsContext?
    var saved: [NSGraphicsContext?] = []
  }

  private static var stack: Stack {
    let values = Thread.current.threadDictionary
    if let stack = values[key] as? Stack { return stack }
    let stack = Stack()
    values[key] = stack
    return stack
  }

  /// Creates a context of a Core Graphics context.
  ///
  /// - Parameters:
  ///   - cgContext: The context.
  ///   - initialFlippedState: Whether y points down in it.
  public init(cgContext: CGContext, flipped initialFlippedState: Bool) {
    self.cgContext = cgContext
    isFlipped = initialFlippedState
    super.init()
  }

  /// The context that the thread draws into; nil if there is none.
  open class var current: NSGraphicsContext? {
    get { stack.current }
    set { stack.current = newValue }
  }

  /// Saves the current context and its state.
  open class func saveGraphicsState() {
    let stack = stack
    stack.saved.append(stack.current)
    stack.current?.saveGraphicsState()
  }

  /// Makes the saved context the current one again, in its saved state; does nothing without one.
  open class func restoreGraphicsState() {
    let stack = stack
    guard let last = stack.saved.popLast() else { return }
    stack.current = last
    last?.restoreGraphicsState()
  }

  /// Saves the state of the context.
  open func saveGraphicsState() {
    saved += 1
    cgContext.saveGState()
  }

  /// Restores the state that was saved last; does nothing without one.
  open func restoreGraphicsState() {
    guard saved > 0 else { return }
    saved -= 1
    cgContext.restoreGState()
  }

  /// Whether edges are smooth; true by default.
  open var shouldAntialias = true {
    didSet { cgContext.setShouldAntialias(shouldAntialias) }
  }

  /// Draws with another context as the current one.
  static func with(_ context: CGContext, flipped: Bool, _ draw: () -> Void) {
    let stack = stack
    let old = stack.current
    stack.current = NSGraphicsContext(cgContext: context, flipped: flipped)
    draw()
    stack.current = old
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

extension NSRect {
  /// Fills the rectangle with the current colour.
  public func fill() { NSGraphicsContext.current?.cgContext.fill(self) }

  /// Clips the drawing to the rectangle.
  public func clip() { NSGraphicsContext.current?.cgContext.clip(to: self) }

  /// Draws the inner edge of the rectangle with the current fill colour.
  public func frame(withWidth width: CGFloat = 1) {
    guard let context = NSGraphicsContext.current?.cgContext else { return }
    let inner = insetBy(dx: width, dy: width)
    context.beginPath()
    context.addRect(self)
    if !inner.isNull { context.addRect(inner) }
    context.fillPath(using: .evenOdd)
  }
}

/// Fills a rectangle with the current colour.
public func NSRectFill(_ rect: NSRect) { rect.fill() }
