// Layers that draw themselves with OpenGL ES.
// Licensed under the MIT license; see LICENSE.

public import Foundation
public import QuartzCore
import QuartzModel

/// A layer whose subclasses draw with OpenGL ES.
///
///     final class Pulse: CAOpenGLLayer {
///       override func draw(
///         inCGLContext ctx: CGLContextObj, pixelFormat pf: CGLPixelFormatObj,
///         forLayerTime t: CFTimeInterval, displayTime ts: UnsafePointer<CVTimeStamp>?
///       ) {
///         glClearColor(GLfloat(0.5 + 0.5 * sin(t)), 0, 0, 1)
///         glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
///         super.draw(inCGLContext: ctx, pixelFormat: pf, forLayerTime: t, displayTime: ts)
///       }
///     }
///
/// Both methods are called with the layer's context current, a framebuffer bound that has the size
/// of the bounds in pixels (`contentsScale`), and the viewport over all of it; the rest of GL's
/// state is as the layer's last drawing left it. The picture's alpha counts unless the layer is
/// opaque; everything else is as with other contents.
///
/// **Differences**: the context is one of OpenGL ES, an `EAGLContext`, and the pixel format a
/// value, so there is no `releaseCGLContext(_:)` and no `releaseCGLPixelFormat(_:)`. All calls come
/// on the layer's own thread; asynchronous ones come from its run loop, or when a picture of a time
/// is requested.
open class CAOpenGLLayer: CALayer {
  private static let asynchronousKey = "asynchronous"

  private var context: EAGLContext?
  private var pixelFormat = CGLPixelFormat()
  private var framebuffer: LayerFramebuffer?
  private var slot = CAContentSlot()
  /// The layer that shows the drawing in place of this one; nil if it does so itself.
  package final weak var pictureLayer: CALayer?
  /// Takes the place of GL with each frame, for a class that does not draw; gets the frame's time.
  package final var frameWithoutGL: ((_ time: Double) -> Void)?
  /// The time of the last frame, in seconds of the context; nil before the first.
  package private(set) final var frameTime: Double?
  // The problem that was reported last, so that it is not reported with every frame.
  private var toldProblem: String?

  /// A layer of size zero that shows nothing.
  public override init() {
    super.init()
  }

  /// A copy of a layer's values, for presentation layers.
  public override init(layer: Any) {
    super.init(layer: layer)
  }

  /// A layer from an archive, which shows nothing yet; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    updateFrameCallback()
  }

  /// Whether `encode(with:)` writes the value of a key; GL's drawing is not written.
  open override func shouldArchiveValue(forKey key: String) -> Bool {
    key == "contents" ? false : super.shouldArchiveValue(forKey: key)
  }

  /// Sets the value of a key; see `CALayer`.
  open override func setValue(_ value: Any?, forKey key: String) {
    super.setValue(value, forKey: key)
    if key == CAOpenGLLayer.asynchronousKey { updateFrameCallback() }
  }

  // MARK: When it draws

  /// Whether `canDraw` is called for every frame; false by default: the layer draws only after
  /// `setNeedsDisplay()`.
  ///
  /// Asynchronous drawing is shown without a transaction.
  open var isAsynchronous: Bool {
    get { value(forKey: CAOpenGLLayer.asynchronousKey) as? Bool ?? false }
    set { setValue(newValue, forKey: CAOpenGLLayer.asynchronousKey) }
  }

  /// Whether there is something new to draw; true unless a subclass says otherwise.
  ///
  /// If not, the picture before stays.
  ///
  /// - Parameters:
  ///   - ctx: The layer's context, which is current.
  ///   - pf: The format of the buffers.
  ///   - t: The layer's own time of the frame, in seconds.
  ///   - ts: When the frame shows; nil after `setNeedsDisplay()`.
  open func canDraw(
    inCGLContext ctx: CGLContextObj,
    pixelFormat pf: CGLPixelFormatObj,
    forLayerTime t: CFTimeInterval,
    displayTime ts: UnsafePointer<CVTimeStamp>?
  ) -> Bool {
    true
  }

  /// Draws the picture of a time; subclasses call `super` last, which flushes GL.
  ///
  /// Parameters as above.
  open func draw(
    inCGLContext ctx: CGLContextObj,
    pixelFormat pf: CGLPixelFormatObj,
    forLayerTime t: CFTimeInterval,
    displayTime ts: UnsafePointer<CVTimeStamp>?
  ) {
    glFlush()
  }

  /// The format of the buffers that the layer draws into; requested before the first picture.
  ///
  /// - Parameter mask: 1, for the only display there is.
  open func copyCGLPixelFormat(forDisplayMask mask: UInt32) -> CGLPixelFormatObj {
    CGLPixelFormat()
  }

  /// The context that the layer draws with; requested before the first picture.
  ///
  /// A subclass may return a context that shares objects with others.
  ///
  /// - Parameter pf: The result of `copyCGLPixelFormat(forDisplayMask:)`.
  /// - Returns: Nil if there is no OpenGL ES; the layer shows nothing then.
  open func copyCGLContext(forPixelFormat pf: CGLPixelFormatObj) -> CGLContextObj? {
    EAGLContext(api: pf.api)
  }

  /// Draws the content of the layer if `canDraw` allows it; part of the transaction.
  open override func display() {
    // An asynchronous layer is asked with the next frame anyway.
    guard !isAsynchronous else { return }
    drawPicture(layerTime: currentLocalTime, displayTime: nil) {
      (framebuffer) throws(DrawableProblem) in
      slot = slot.successor(showing: try framebuffer.picture(for: slot, isOpaque: isOpaque))
      (pictureLayer ?? self).storeContents(slot)
    }
  }

  private func updateFrameCallback() {
    guard isAsynchronous else {
      if frameCallback != nil { frameCallback = nil }
      return
    }
    guard frameCallback == nil else { return }
    frameCallback = { [weak self] time, period in self?.drawFrame(at: time, period: period) }
  }

  /// Draws the picture of a frame of the context.
  private func drawFrame(at time: Double, period: Double) {
    frameTime = time
    if let frameWithoutGL { return frameWithoutGL(time) }
    let displayTime = CVTimeStamp(seconds: time, period: period)
    drawPicture(layerTime: localTime(at: time), displayTime: displayTime) {
      (framebuffer) throws(DrawableProblem) in
      try framebuffer.present(in: slot, isOpaque: isOpaque)
      let shown = pictureLayer ?? self
      if (shown.contents as? CAContentSlot) !== slot { shown.storeContents(slot) }
    }
  }

  // MARK: Drawing

  /// Draws if there is something new and visible.
  ///
  /// - Parameter show: Shows the drawing; the context is current.
  private func drawPicture(
    layerTime: Double,
    displayTime: CVTimeStamp?,
    show: (LayerFramebuffer) throws(DrawableProblem) -> Void
  ) {
    guard let context = makeContext() else { return }
    let result = context.asCurrent { () -> Result<Void, any Error> in
      Result {
        guard let framebuffer = try makeFramebuffer(context) else { return }
        framebuffer.bind()
        if draws(context, layerTime, displayTime) { try show(framebuffer) }
      }
    }
    do {
      try result?.get()
      toldProblem = nil
    } catch DrawableProblem.allInUse {
      // The picture that is drawn next is the newer one.
      if !isAsynchronous { setNeedsDisplay() }
    } catch {
      tell("\(error)")
    }
  }

  /// The layer's context, made when it is first needed.
  private func makeContext() -> EAGLContext? {
    if let context { return context }
    pixelFormat = copyCGLPixelFormat(forDisplayMask: 1)
    context = copyCGLContext(forPixelFormat: pixelFormat)
    if context == nil { tell("there is no context of OpenGL ES to draw with") }
    return context
  }

  /// The layer's buffers, in its size of now; nil if it has none.
  private func makeFramebuffer(
    _ context: EAGLContext
  ) throws(DrawableProblem) -> LayerFramebuffer? {
    guard let size = try DrawableSize(ofNonEmpty: self) else { return nil }
    if framebuffer?.width != size.width || framebuffer?.height != size.height {
      framebuffer = nil
      framebuffer = try LayerFramebuffer(
        context,
        pixelFormat,
        width: size.width,
        height: size.height
      )
    }
    return framebuffer
  }

  /// Draws if `canDraw` allows it, and returns whether it did.
  private func draws(
    _ context: EAGLContext,
    _ layerTime: Double,
    _ displayTime: CVTimeStamp?
  ) -> Bool {
    func call(_ stamp: UnsafePointer<CVTimeStamp>?) -> Bool {
      guard
        canDraw(
          inCGLContext: context,
          pixelFormat: pixelFormat,
          forLayerTime: layerTime,
          displayTime: stamp
        )
      else { return false }
      draw(
        inCGLContext: context,
        pixelFormat: pixelFormat,
        forLayerTime: layerTime,
        displayTime: stamp
      )
      return true
    }
    guard let displayTime else { return call(nil) }
    return withUnsafePointer(to: displayTime) { call($0) }
  }

  private func tell(_ problem: String) {
    guard problem != toldProblem else { return }
    toldProblem = problem
    Diagnostics.report("CAOpenGLLayer: \(problem)")
  }
}
