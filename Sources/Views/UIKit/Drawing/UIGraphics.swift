// The current context of a thread, and drawing into it.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// The contexts of a thread, the current one on top.
final class ContextStack {
  /// A context, and whether it was begun for an image.
  struct Entry {
    var context: CGContext
    /// Pixels of a point; nil for a context that was only pushed.
    var imageScale: CGFloat?
    /// The box of pages, in points; nil for a context that was not begun for a document.
    var pageBox: CGRect?
  }

  var entries: [Entry] = []

  private static let threadKey: pthread_key_t = {
    var key = pthread_key_t()
    let code = pthread_key_create(&key) { pointer in
      guard let pointer else { return }
      Unmanaged<ContextStack>.fromOpaque(pointer).release()
    }
    precondition(code == 0, "no thread-specific key: \(code)")
    return key
  }()

  /// The stack of the calling thread; nil if it never had one.
  static var existing: ContextStack? {
    pthread_getspecific(threadKey).map {
      Unmanaged<ContextStack>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// The stack of the calling thread.
  static var current: ContextStack {
    if let existing { return existing }
    let stack = ContextStack()
    pthread_setspecific(threadKey, Unmanaged.passRetained(stack).toOpaque())
    return stack
  }
}

/// Returns the context that is drawn into on this thread; nil if there is none.
public func UIGraphicsGetCurrentContext() -> CGContext? {
  ContextStack.existing?.entries.last?.context
}

/// Makes a context the current one of this thread until it is popped.
public func UIGraphicsPushContext(_ context: CGContext) {
  ContextStack.current.entries.append(ContextStack.Entry(context: context))
}

/// Removes the context that was pushed last; does nothing without one.
public func UIGraphicsPopContext() {
  guard let stack = ContextStack.existing, let last = stack.entries.last, last.imageScale == nil,
    last.pageBox == nil
  else { return }
  stack.entries.removeLast()
}

// MARK: - Images

/// Begins a transparent image with one pixel for each point.
public func UIGraphicsBeginImageContext(_ size: CGSize) {
  UIGraphicsBeginImageContextWithOptions(size, false, 1)
}

/// Begins an image, and makes its context the current one.
///
/// The context's y points down. An image that is empty, not finite or too large has no context:
/// then nothing is drawn, and it must be ended all the same.
///
/// - Parameters:
///   - size: In points.
///   - opaque: Whether the image is opaque; then it begins black.
///   - scale: Pixels of a point; 0 for those of the main screen.
public func UIGraphicsBeginImageContextWithOptions(
  _ size: CGSize,
  _ opaque: Bool,
  _ scale: CGFloat
) {
  let scale = scale == 0 ? CurrentTraits.screenScale : scale
  let context = ImageCanvas(size: size, scale: scale, isOpaque: opaque)?.context
  // An image without pixels keeps its place in the order of begins and ends.
  guard let context = context ?? CGContext.nowhere else { return }
  ContextStack.current.entries.append(ContextStack.Entry(context: context, imageScale: scale))
}

/// Returns what was drawn so far into the image that was begun last; nil without one.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
  guard let last = ContextStack.existing?.entries.last, let scale = last.imageScale,
    last.context.colorSpace != nil, let image = last.context.makeImage()
  else { return nil }
  return UIImage(cgImage: image, scale: scale, orientation: .up)
}

/// Ends the image that was begun last; does nothing without one.
public func UIGraphicsEndImageContext() {
  guard let stack = ContextStack.existing, let last = stack.entries.last, last.imageScale != nil
  else { return }
  stack.entries.removeLast()
}

// MARK: - Rectangles

/// Fills a rectangle with the fill colour, in place of what is there.
public func UIRectFill(_ rect: CGRect) {
  UIRectFillUsingBlendMode(rect, .copy)
}

/// Fills a rectangle with the fill colour.
public func UIRectFillUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
  guard let context = UIGraphicsGetCurrentContext() else { return }
  context.saveGState()
  context.setBlendMode(blendMode)
  context.fill(rect)
  context.restoreGState()
}

/// Draws a line of 1 point inside a rectangle with the fill colour, in place of what is there.
public func UIRectFrame(_ rect: CGRect) {
  UIRectFrameUsingBlendMode(rect, .copy)
}

/// Draws a line of 1 point inside a rectangle with the fill colour.
public func UIRectFrameUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
  let rect = rect.standardized
  guard let context = UIGraphicsGetCurrentContext(), rect.width > 0, rect.height > 0 else { return }
  let (width, height) = (min(1, rect.width / 2), min(1, rect.height / 2))
  context.saveGState()
  context.setBlendMode(blendMode)
  let inner = rect.insetBy(dx: width, dy: height)
  context.fill([
    CGRect(x: rect.minX, y: rect.minY, width: rect.width, height: height),
    CGRect(x: rect.minX, y: rect.maxY - height, width: rect.width, height: height),
    CGRect(x: rect.minX, y: inner.minY, width: width, height: inner.height),
    CGRect(x: rect.maxX - width, y: inner.minY, width: width, height: inner.height),
  ])
  context.restoreGState()
}

/// Clips drawing to a rectangle.
public func UIRectClip(_ rect: CGRect) {
  UIGraphicsGetCurrentContext()?.clip(to: rect)
}
