// Single frames of a layer tree, drawn into a bitmap of the program's own.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
import QuartzMath
import QuartzModel
import QuartzSoftware

/// Draws a layer tree into a CGContext, frame by frame, at times that the program chooses.
///
///     let renderer = CARenderer(cgContext: bitmap)
///     renderer.layer = root
///     renderer.bounds = CGRect(x: 0, y: 0, width: 320, height: 240)
///     renderer.beginFrame(atTime: time, timeStamp: nil)
///     renderer.render()
///     renderer.endFrame()
///
/// Between `beginFrame` and `endFrame`, `updateBounds()` returns the part that differs from the
/// frame before. Only that part, and the rectangles added by `addUpdate(_:)`, are drawn.
/// `nextFrameTime()` returns the time of the next change.
///
/// **Differences**: a CGContext takes the place of an OpenGL context or a Metal texture. Its pixels
/// are the points of the layer's superlayer, the bounds' top left corner in that of the bitmap.
open class CARenderer: NSObject {
  /// The state between the start and the end of a frame.
  private struct Frame {
    var time: Double
    var updates: [CGRect]
  }

  /// A clock that shows the time of the frame.
  private final class Clock: CAContext.Clock {
    var currentTime = 0.0
  }

  private let target: CGContext
  private let clock = Clock()
  private var context: CAContext?
  private var root: CALayer?
  private var frame: Frame?

  /// Creates a renderer without a layer.
  ///
  /// - Parameters:
  ///   - cgContext: The context that it draws into; its transform and clip do not count.
  ///   - options: None are known.
  public init(cgContext: CGContext, options: [AnyHashable: Any]? = nil) {
    target = cgContext
  }

  /// The root of the tree; a layer that has a superlayer is removed from it.
  open var layer: CALayer? {
    get { root }
    set {
      root = newValue
      context?.layer = newValue
    }
  }

  /// The part of the superlayer's space that is drawn, in points; its origin is not negative.
  ///
  /// Empty by default, which draws nothing.
  open var bounds = CGRect.zero {
    didSet {
      guard bounds != oldValue else { return }
      context?.layer = nil
      context = nil
      // Another output is completely new.
      frame?.updates = [bounds]
    }
  }

  /// Begins the frame of a time: commits changes and evaluates animations at that time.
  ///
  /// - Parameters:
  ///   - t: In seconds of the clock that the layers' animations run by.
  ///   - ts: The time at which the frame will show; unused here.
  open func beginFrame(atTime t: CFTimeInterval, timeStamp ts: UnsafePointer<CVTimeStamp>?) {
    guard t.isFinite else { return }
    clock.currentTime = t
    frame = Frame(time: t, updates: [])
    guard let carrier = makeCarrier() else { return }
    context?.prepareFrame(at: t)
    do {
      let damage = try carrier.render(at: t)
      for index in 0..<damage.count { frame?.updates.append(CGRect(damage[index])) }
    } catch {
      Diagnostics.report("CARenderer: \(error)")
    }
  }

  private func makeCarrier() -> InProcessCarrier? {
    if context == nil, bounds.maxX >= 1, bounds.maxY >= 1 {
      do {
        let size = CGSize(width: bounds.maxX, height: bounds.maxY)
        let configuration = try ContextConfiguration(size: size, scale: 1)
        // Times of frames come from `CACurrentMediaTime()`, so it must not follow the frames' own
        // clock.
        context = CAContext(
          configuration: configuration,
          carrier: try InProcessCarrier(backend: SoftwareBackend(), configuration: configuration),
          clock: clock,
          isMediaClock: false
        )
        context?.layer = root
      } catch {
        Diagnostics.report("CARenderer: \(error)")
      }
    }
    return context?.carrier as? InProcessCarrier
  }

  /// Returns a rectangle around everything to be drawn in the frame, in the superlayer's space;
  /// null if there is nothing.
  open func updateBounds() -> CGRect {
    let updates = frame?.updates ?? []
    return updates.reduce(CGRect.null) { $0.union($1) }.intersection(bounds)
  }

  /// Adds a rectangle of the superlayer's space that is drawn although it does not differ from the
  /// frame before.
  open func addUpdate(_ r: CGRect) {
    frame?.updates.append(r.integral.intersection(bounds))
  }

  /// Draws the changed parts of the frame.
  open func render() {
    guard let frame, let context, !updateBounds().isEmpty else { return }
    do {
      let image = CGImage(try context.frame(at: frame.time).pixels)
      target.saveGState()
      defer { target.restoreGState() }
      target.concatenate(target.userSpaceToDeviceSpaceTransform.inverted())
      // Device space has y up; the first row of the output is the top row of the bitmap.
      let top = CGFloat(target.height)
      target.clip(
        to: frame.updates.map { update in
          CGRect(
            x: update.minX - bounds.minX,
            y: top - (update.maxY - bounds.minY),
            width: update.width,
            height: update.height
          )
        }
      )
      target.setBlendMode(.copy)
      target.interpolationQuality = .none
      let rect = CGRect(
        x: -bounds.minX,
        y: top + bounds.minY - CGFloat(image.height),
        width: CGFloat(image.width),
        height: CGFloat(image.height)
      )
      target.draw(image, in: rect)
    } catch {
      Diagnostics.report("CARenderer: \(error)")
    }
  }

  /// Returns the time at which the picture will next change by itself: the frame's own time while
  /// animations run, infinity if nothing will move.
  open func nextFrameTime() -> CFTimeInterval {
    guard let frame, let carrier = context?.carrier as? InProcessCarrier else { return .infinity }
    return carrier.renderer.nextActivity(after: frame.time) ?? .infinity
  }

  /// Ends the frame; undrawn updates are discarded.
  open func endFrame() {
    frame = nil
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

extension CGRect {
  fileprivate init(_ rect: PixelRect) {
    self.init(
      x: Double(rect.minX),
      y: Double(rect.minY),
      width: Double(rect.width),
      height: Double(rect.height)
    )
  }
}
