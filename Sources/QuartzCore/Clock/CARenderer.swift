// Frames of a layer tree, one by one, into a bitmap of the program's own.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
import QuartzMath
import QuartzModel
import QuartzSoftware

/// Draws a layer tree into a CGContext, frame by frame, at the times that the program says.
///
///     let renderer = CARenderer(cgContext: bitmap)
///     renderer.layer = root
///     renderer.bounds = CGRect(x: 0, y: 0, width: 320, height: 240)
///     renderer.beginFrame(atTime: time, timeStamp: nil)
///     renderer.render()
///     renderer.endFrame()
///
/// Between `beginFrame` and `endFrame`, `updateBounds()` says what differs from the frame before; only
/// that, and what was added by `addUpdate(_:)`, is drawn. `nextFrameTime()` says when there will be
/// something new.
///
/// **Differences**: a CGContext takes the place of an OpenGL context or a Metal texture. Its pixels are
/// the points of the layer's superlayer, the bounds' top left corner in that of the bitmap.
open class CARenderer: NSObject {
  /// What happens between the begin and the end of a frame.
  private struct Frame {
    var time: Double
    var updates: [CGRect]
  }

  /// The time of the frame.
  private final class Clock: CAContext.Clock {
    var currentTime = 0.0
  }

  private let target: CGContext
  private let clock = Clock()
  private var context: CAContext?
  private var root: CALayer?
  private var frame: Frame?

  /// A renderer without a layer.
  ///
  /// - Parameters:
  ///   - cgContext: What it draws into; its transform and clip do not count.
  ///   - options: None are known.
  public init(cgContext: CGContext, options: [AnyHashable: Any]? = nil) {
    target = cgContext
  }

  /// The root of the tree; a layer that has a superlayer leaves it.
  open var layer: CALayer? {
    get { root }
    set {
      root = newValue
      context?.layer = newValue
    }
  }

  /// The part of the superlayer's space that is drawn, in points, whose origin is not negative; empty
  /// at first, which draws nothing.
  open var bounds = CGRect.zero {
    didSet {
      guard bounds != oldValue else { return }
      context?.layer = nil
      context = nil
      // Another output: all of it is new.
      frame?.updates = [bounds]
    }
  }

  /// Begins the frame of a time: changes are committed, animations are where they are then.
  ///
  /// - Parameters:
  ///   - t: In seconds of the clock that the layers' animations run by.
  ///   - ts: When the frame will show; of no use here.
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
        // Times of frames come from `CACurrentMediaTime()`, and so that is not the frames' own.
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

  /// A rectangle around all that is to be drawn of the frame, in the superlayer's space; null if there
  /// is nothing.
  open func updateBounds() -> CGRect {
    let updates = frame?.updates ?? []
    return updates.reduce(CGRect.null) { $0.union($1) }.intersection(bounds)
  }

  /// Has a rectangle of the superlayer's space drawn that does not differ from the frame before.
  open func addUpdate(_ r: CGRect) {
    frame?.updates.append(r.integral.intersection(bounds))
  }

  /// Draws what is to be drawn of the frame.
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
      let place = CGRect(
        x: -bounds.minX,
        y: top + bounds.minY - CGFloat(image.height),
        width: CGFloat(image.width),
        height: CGFloat(image.height)
      )
      target.draw(image, in: place)
    } catch {
      Diagnostics.report("CARenderer: \(error)")
    }
  }

  /// When the picture will change by itself after this frame: the frame's own time while animations
  /// run, infinity if nothing will move.
  open func nextFrameTime() -> CFTimeInterval {
    guard let frame, let carrier = context?.carrier as? InProcessCarrier else { return .infinity }
    return carrier.renderer.tree.nextActivity(after: frame.time) ?? .infinity
  }

  /// Ends the frame; what was to be drawn and was not is forgotten.
  open func endFrame() {
    frame = nil
  }
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
