// A layer with buffers to draw into.
// Licensed under the MIT license; see LICENSE.

public import OpenGLES
public import QuartzCore

/// An object that draws the content of a view.
public protocol GLKViewDelegate: AnyObject {
  /// Draws; the view's buffers are bound and its context is current. `rect` is its bounds, in
  /// points.
  func glkView(_ view: GLKView, drawIn rect: CGRect)
}

/// The format of a view's colours.
public enum GLKViewDrawableColorFormat: Int32, Sendable {
  /// Eight bits of red, green, blue and alpha.
  case RGBA8888 = 0
  /// Five bits of red, six of green and five of blue; always opaque.
  case RGB565
  /// Eight bits each; shaders write linear colours, which are encoded as sRGB.
  case SRGBA8888
}

/// The format of a view's depth.
public enum GLKViewDrawableDepthFormat: Int32, Sendable {
  /// There is none.
  case formatNone = 0
  /// 16 bits.
  case format16
  /// 24 bits.
  case format24
}

/// The format of a view's stencil.
public enum GLKViewDrawableStencilFormat: Int32, Sendable {
  /// There is none.
  case formatNone = 0
  /// Eight bits.
  case format8
}

/// The number of samples per pixel.
public enum GLKViewDrawableMultisample: Int32, Sendable {
  /// One.
  case multisampleNone = 0
  /// Four, of which the pixel is the mean.
  case multisample4X
}

/// A layer with buffers to draw into, which are made as they are needed.
///
///     let view = GLKView(frame: CGRect(x: 0, y: 0, width: 320, height: 240), context: context)
///     view.drawableDepthFormat = .format24
///     view.delegate = renderer
///     container.addSublayer(view.layer)
///
/// `display()` makes the context current and binds the buffers, lets the delegate draw, and
/// presents. A view displays with the next commit of a transaction after it was added to a tree,
/// after its size changed and after `setNeedsDisplay()`; a `GLKViewController` displays it for
/// every frame.
///
/// The view is used on one thread. Errors are reported in one line on the standard error stream.
///
/// **Differences**: there is no UIKit, so a view is not a UIView but has a layer, `layer`, for a
/// layer tree. The layer shows the drawing as long as the view lives. `snapshot` is a `CGImage`,
/// nil if nothing can be drawn.
open class GLKView {
  /// The layer of the view; add it to a layer tree.
  public let layer: CAEAGLLayer

  /// The object that draws; without one, `draw(_:)` does.
  public weak var delegate: (any GLKViewDelegate)?

  /// The context to draw with; another one gets buffers of its own.
  public var context: EAGLContext? {
    didSet {
      guard context !== oldValue else { return }
      deleteDrawable()
      setNeedsDisplay()
    }
  }

  private var formats = ViewFormats()
  private var drawable: ViewDrawable?

  /// A view of a size.
  ///
  /// - Parameters:
  ///   - frame: In points of the layer that the view's layer is put into.
  ///   - context: The context to draw with.
  public convenience init(frame: CGRect, context: EAGLContext) {
    self.init(frame: frame)
    self.context = context
  }

  /// A view without a context.
  public init(frame: CGRect) {
    let layer = ViewLayer()
    self.layer = layer
    layer.view = self
    layer.frame = frame
    layer.needsDisplayOnBoundsChange = true
    layer.setNeedsDisplay()
  }

  // MARK: Place

  /// The rectangle of the view in its superlayer, in points.
  public var frame: CGRect {
    get { layer.frame }
    set { layer.frame = newValue }
  }

  /// The view's own space, in points.
  public var bounds: CGRect {
    get { layer.bounds }
    set { layer.bounds = newValue }
  }

  /// Pixels per point; 1 by default.
  public var contentScaleFactor: CGFloat {
    get { layer.contentsScale }
    set {
      layer.contentsScale = newValue
      setNeedsDisplay()
    }
  }

  // MARK: Buffers

  /// RGBA8888 by default; a change takes effect when the view draws again, as for the others.
  public var drawableColorFormat: GLKViewDrawableColorFormat {
    get { formats.color }
    set { formats.color = newValue }
  }

  /// None by default.
  public var drawableDepthFormat: GLKViewDrawableDepthFormat {
    get { formats.depth }
    set { formats.depth = newValue }
  }

  /// None by default.
  public var drawableStencilFormat: GLKViewDrawableStencilFormat {
    get { formats.stencil }
    set { formats.stencil = newValue }
  }

  /// One sample by default.
  public var drawableMultisample: GLKViewDrawableMultisample {
    get { formats.samples }
    set { formats.samples = newValue }
  }

  /// In pixels, as the view has it when it draws again.
  public var drawableWidth: Int { ViewDrawable.size(of: layer).width }

  /// In pixels, as the view has it when it draws again.
  public var drawableHeight: Int { ViewDrawable.size(of: layer).height }

  /// Makes the context current and binds the framebuffer, and sets the viewport to all of it.
  ///
  /// For drawing into other framebuffers meanwhile; `display()` has done it before the delegate
  /// draws.
  public func bindDrawable() {
    report { () throws(ViewProblem) in try bound().bind() }
  }

  /// Deletes the buffers; they are made again when they are needed.
  public func deleteDrawable() {
    drawable = nil
  }

  /// Returns the buffers of the requested formats and size, with the context current.
  private func bound() throws(ViewProblem) -> ViewDrawable {
    guard let context else { throw .noContext }
    guard EAGLContext.current() === context || EAGLContext.setCurrent(context) else {
      throw .notCurrent
    }
    if let drawable, drawable.isFor(layer, formats) { return drawable }
    // The old buffers are deleted before new ones are made.
    drawable = nil
    let made = try ViewDrawable(layer, formats, in: context)
    drawable = made
    return made
  }

  // MARK: Drawing

  /// Whether the view draws after `setNeedsDisplay()`, a new size or its insertion into a tree;
  /// true by default.
  ///
  /// Set it to false for a view that a loop draws.
  public var enableSetNeedsDisplay = true {
    didSet { layer.needsDisplayOnBoundsChange = enableSetNeedsDisplay }
  }

  /// Asks for a drawing with the next commit of a transaction.
  open func setNeedsDisplay() {
    if enableSetNeedsDisplay { layer.setNeedsDisplay() }
  }

  /// Draws if there is no delegate; for subclasses.
  ///
  /// - Parameter rect: The bounds, in points.
  open func draw(_ rect: CGRect) {}

  /// Draws and presents, now.
  open func display() {
    report { () throws(ViewProblem) in
      let drawable = try drawn()
      // The context reports errors.
      _ = drawable.present()
    }
  }

  /// A picture of the view, drawn anew; nil if it cannot be drawn.
  public var snapshot: CGImage? {
    var image: CGImage?
    report { () throws(ViewProblem) in
      let isOpaque = layer.isOpaque || formats.color == .RGB565
      image = try drawn().image(isOpaque: isOpaque)
    }
    return image
  }

  private func drawn() throws(ViewProblem) -> ViewDrawable {
    let drawable = try bound()
    drawable.bind()
    if let delegate { delegate.glkView(self, drawIn: bounds) } else { draw(bounds) }
    // Drawing code may use other contexts.
    guard EAGLContext.current() === context || EAGLContext.setCurrent(context) else {
      throw .notCurrent
    }
    return drawable
  }

  private func report(_ body: () throws(ViewProblem) -> Void) {
    do throws(ViewProblem) {
      try body()
    } catch {
      Diagnostics.report("GLKView: \(error)")
    }
  }
}

/// The layer of a view, which draws by calling the view.
private final class ViewLayer: CAEAGLLayer {
  weak var view: GLKView?

  override func display() {
    guard let view, view.enableSetNeedsDisplay, view.context != nil else { return }
    view.display()
  }
}
