// A view with buffers to draw into.
// Licensed under the MIT license; see LICENSE.

public import OpenGLES
import QuartzCore
import QuartzViews
public import UIKit

/// An object that draws the content of a view.
@preconcurrency
@MainActor
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

/// A view with buffers to draw into, which are made as they are needed.
///
///     let view = GLKView(frame: CGRect(x: 0, y: 0, width: 320, height: 240), context: context)
///     view.drawableDepthFormat = .format24
///     view.delegate = renderer
///     window.addSubview(view)
///
/// `display()` makes the context current and binds the buffers, lets the delegate draw, and
/// presents. A view displays with the next commit of a transaction after it came into a window,
/// after its size changed and after `setNeedsDisplay()`; a `GLKViewController` displays it for
/// every frame.
///
/// Errors are reported in one line on the standard error stream. The layer is a `CAEAGLLayer`; it
/// shows the drawing as long as the view lives.
open class GLKView: UIView {
  /// The class of the layer; a subclass of CAEAGLLayer.
  open override class var layerClass: AnyClass { ViewLayer.self }

  /// The object that draws; without one, `draw(_:)` does.
  open weak var delegate: (any GLKViewDelegate)?

  /// The context to draw with; another one gets buffers of its own.
  open var context: EAGLContext? {
    didSet {
      guard context !== oldValue else { return }
      deleteDrawable()
      setNeedsDisplay()
    }
  }

  private var formats = ViewFormats()
  private var drawable: ViewDrawable?

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - frame: Position and size in the superview's coordinates, in points.
  ///   - context: The context to draw with.
  public convenience init(frame: CGRect, context: EAGLContext) {
    self.init(frame: frame)
    self.context = context
  }

  /// Creates a view without a context.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepareLayer()
  }

  /// Creates a view without a context from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepareLayer()
  }

  private func prepareLayer() {
    layer.needsDisplayOnBoundsChange = true
    layer.setNeedsDisplay()
  }

  /// A promise that the drawing has no transparency; true by default.
  open override var isOpaque: Bool {
    get { super.isOpaque }
    set {
      super.isOpaque = newValue
      layer.isOpaque = newValue
    }
  }

  /// The colour behind the drawing; it is seen where the view is not opaque.
  open override var backgroundColor: UIColor? {
    get { super.backgroundColor }
    set {
      super.backgroundColor = newValue
      layer.isOpaque = isOpaque
    }
  }

  /// The layer as one that GL draws into.
  private var glLayer: CAEAGLLayer? { layer as? CAEAGLLayer }

  // MARK: Buffers

  /// RGBA8888 by default; a change takes effect when the view draws again, as for the others.
  open var drawableColorFormat: GLKViewDrawableColorFormat {
    get { formats.color }
    set { formats.color = newValue }
  }

  /// None by default.
  open var drawableDepthFormat: GLKViewDrawableDepthFormat {
    get { formats.depth }
    set { formats.depth = newValue }
  }

  /// None by default.
  open var drawableStencilFormat: GLKViewDrawableStencilFormat {
    get { formats.stencil }
    set { formats.stencil = newValue }
  }

  /// One sample by default.
  open var drawableMultisample: GLKViewDrawableMultisample {
    get { formats.samples }
    set { formats.samples = newValue }
  }

  /// In pixels, as the view has it when it draws again.
  open var drawableWidth: Int { glLayer.map { ViewDrawable.size(of: $0).width } ?? 0 }

  /// In pixels, as the view has it when it draws again.
  open var drawableHeight: Int { glLayer.map { ViewDrawable.size(of: $0).height } ?? 0 }

  /// Makes the context current and binds the framebuffer, and sets the viewport to all of it.
  ///
  /// For drawing into other framebuffers meanwhile; `display()` has done it before the delegate
  /// draws.
  open func bindDrawable() {
    report { () throws(ViewProblem) in try bound().bind() }
  }

  /// Deletes the buffers; they are made again when they are needed.
  open func deleteDrawable() {
    drawable = nil
  }

  /// Returns the buffers of the requested formats and size, with the context current.
  private func bound() throws(ViewProblem) -> ViewDrawable {
    guard let context else { throw .noContext }
    guard let layer = glLayer else { throw .otherLayer }
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
  open var enableSetNeedsDisplay = true {
    didSet { layer.needsDisplayOnBoundsChange = enableSetNeedsDisplay }
  }

  /// Asks for a drawing with the next commit of a transaction.
  open override func setNeedsDisplay() {
    if enableSetNeedsDisplay { layer.setNeedsDisplay() }
  }

  /// Draws if there is no delegate; for subclasses.
  ///
  /// - Parameter rect: The bounds, in points.
  open override func draw(_ rect: CGRect) {}

  /// Draws and presents, now.
  open func display() {
    report { () throws(ViewProblem) in
      let drawable = try drawn()
      // The context reports errors.
      _ = drawable.present()
    }
  }

  /// A picture of the view, drawn anew; an empty one if it cannot be drawn.
  open var snapshot: UIImage {
    var image: CGImage?
    report { () throws(ViewProblem) in
      let isOpaque = layer.isOpaque || formats.color == .RGB565
      image = try drawn().image(isOpaque: isOpaque)
    }
    return image.map {
      UIImage(cgImage: $0, scale: contentScaleFactor, orientation: .up)
    } ?? UIImage()
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
  override func display() {
    let view = delegate as? GLKView
    onViewThread {
      guard let view, view.enableSetNeedsDisplay, view.context != nil else { return }
      view.display()
    }
  }
}
