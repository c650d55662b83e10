// Layers of a composition, with animations over its frames.
// Licensed under the MIT license; see LICENSE.

import QuartzCore.CALayer
import UIKit

struct CompileContext {
  let framerate: CGFloat
  let startFrame: CGFloat
  let endFrame: CGFloat

  var duration: TimeInterval { return Double((endFrame - startFrame) / framerate) }

  func progress(_ frame: CGFloat) -> NSNumber {
    return NSNumber(value: Double((frame - startFrame) / (endFrame - startFrame)))
  }
}

extension CALayer {
  /// Adds keyframes for a property; a single one sets it.
  @nonobjc
  func add<Value>(
    _ animated: Animated<Value>?,
    for keyPath: String,
    _ context: CompileContext,
    _ value: (Value) -> Any
  ) {
    guard let animated = animated, let first = animated.keyframes.first else { return }
    setValue(value(first.value), forKeyPath: keyPath)
    guard animated.keyframes.count > 1 else { return }
    let animation = CAKeyframeAnimation(keyPath: keyPath)
    animation.values = animated.keyframes.map { value($0.value) }
    animation.keyTimes = animated.keyframes.map { context.progress($0.time) }
    animation.timingFunctions = zip(animated.keyframes, animated.keyframes.dropFirst()).map { from, to in
      guard let out = from.outTangent, let into = to.inTangent, out.count > 1, into.count > 1 else {
        return CAMediaTimingFunction(name: .linear)
      }
      return CAMediaTimingFunction(
        controlPoints: Float(out[0]), Float(out[1]), Float(into[0]), Float(into[1]))
    }
    if animated.keyframes.contains(where: { $0.hold == true }) { animation.calculationMode = .discrete }
    // The keyframes of a mode that holds have one time more than values.
    if animation.calculationMode == .discrete { animation.keyTimes?.append(1) }
    animation.duration = context.duration
    animation.fillMode = .both
    animation.isRemovedOnCompletion = false
    animation.beginTime = .leastNonzeroMagnitude
    add(animation, forKey: keyPath)
  }

  func add(_ transform: TransformModel, _ context: CompileContext) {
    if let anchor = transform.anchor, bounds.width > 0, bounds.height > 0 {
      anchorPoint = CGPoint(x: anchor[0] / bounds.width, y: anchor[1] / bounds.height)
    }
    add(transform.position, for: #keyPath(CALayer.position), context) {
      NSValue(cgPoint: CGPoint(x: $0[0], y: $0[1]))
    }
    add(transform.scale, for: "transform.scale.x", context) { $0[0] / 100 }
    add(transform.scale, for: "transform.scale.y", context) { $0[1] / 100 }
    add(transform.rotation, for: "transform.rotation.z", context) { $0 * .pi / 180 }
    add(transform.opacity, for: #keyPath(CALayer.opacity), context) { $0 / 100 }
  }
}

/// A layer with shapes and children.
class BaseCompositionLayer: CALayer {
  let model: LayerModel?

  init(_ model: LayerModel, size: CGSize, _ context: CompileContext) {
    self.model = model
    super.init()
    name = model.name
    bounds = CGRect(origin: .zero, size: size)
    anchorPoint = .zero
    for shape in model.shapes { addSublayer(ShapeItemLayer(shape, context)) }
    for child in model.children.reversed() {
      addSublayer(BaseCompositionLayer(child, size: size, context))
    }
    add(model.transform, context)
    addVisibility(model, context)
  }

  override init(layer: Any) {
    model = (layer as? BaseCompositionLayer)?.model
    super.init(layer: layer)
  }

  required init?(coder _: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func action(forKey _: String) -> CAAction? { return NSNull() }

  private func addVisibility(_ model: LayerModel, _ context: CompileContext) {
    guard model.inFrame > context.startFrame || model.outFrame < context.endFrame else { return }
    let animation = CAKeyframeAnimation(keyPath: #keyPath(isHidden))
    animation.calculationMode = .discrete
    animation.values = [true, false, true]
    animation.keyTimes = [
      0, context.progress(max(model.inFrame, context.startFrame)),
      context.progress(min(model.outFrame, context.endFrame)), 1,
    ]
    animation.duration = context.duration
    animation.fillMode = .both
    animation.isRemovedOnCompletion = false
    animation.beginTime = .leastNonzeroMagnitude
    add(animation, forKey: #keyPath(isHidden))
  }
}

final class ShapeItemLayer: CAShapeLayer {
  init(_ shape: ShapeModel, _ context: CompileContext) {
    super.init()
    path = ShapeItemLayer.path(shape)
    fillColor = shape.fill.map(ShapeItemLayer.color)
    strokeColor = shape.stroke.map(ShapeItemLayer.color)
    add(shape.lineWidth, for: #keyPath(CAShapeLayer.lineWidth), context) { $0 }
    add(shape.trim?.start, for: #keyPath(CAShapeLayer.strokeStart), context) { $0 / 100 }
    add(shape.trim?.end, for: #keyPath(CAShapeLayer.strokeEnd), context) { $0 / 100 }
  }

  override init(layer: Any) { super.init(layer: layer) }

  required init?(coder _: NSCoder) { fatalError("init(coder:) has not been implemented") }

  private static func color(_ parts: [CGFloat]) -> CGColor {
    return UIColor(
      red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count > 3 ? parts[3] : 1).cgColor
  }

  private static func path(_ shape: ShapeModel) -> CGPath {
    let size = CGSize(width: shape.size?.first ?? 0, height: shape.size?.last ?? 0)
    let box = CGRect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height)
    switch shape.kind {
    case .rectangle:
      return CGPath(
        roundedRect: box, cornerWidth: shape.roundness ?? 0, cornerHeight: shape.roundness ?? 0, transform: nil)
    case .ellipse: return CGPath(ellipseIn: box, transform: nil)
    case .path:
      let path = CGMutablePath()
      path.addLines(between: (shape.points ?? []).map { CGPoint(x: $0[0], y: $0[1]) })
      path.closeSubpath()
      return path
    }
  }
}
