// The animations that views give their layers within blocks.
// Licensed under the MIT license; see LICENSE.
//
// As measured on iOS since version 8: geometry and corner radius animate by differences that run
// out (from old - new to 0, additive), so that several animations of one property go on together.
// The rest animates from the old value.

import CoreGraphics
import Foundation
import QuartzCore

/// Which keys of layers blocks animate.
enum BlockKeys {
  /// Those whose animations add up.
  static let additive: Set<String> = ["position", "bounds", "transform", "cornerRadius"]
  /// The others.
  static let plain: Set<String> = [
    "opacity", "backgroundColor", "anchorPoint", "shadowOpacity", "contentsCenter", "contentsRect",
  ]
}

/// The action for a change within a block; on running it adds the block's animation.
///
/// A view that animates keys of its own takes one from super and changes key path and values.
final class BlockAnimation: CABasicAnimation {
  private var block: AnimationBlock?
  private weak var view: UIView?
  // The value before the change.
  private var old: Any?
  private var original: String?

  override init() { super.init() }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  @MainActor
  convenience init(_ event: String, of layer: CALayer, in view: UIView, _ block: AnimationBlock) {
    self.init()
    self.block = block
    self.view = view
    original = event
    keyPath = event
    block.time(self, of: layer)
    old = BlockAnimation.value(event, of: layer)
    fromValue = old
    guard !BlockKeys.additive.contains(event), block.options.contains(.beginFromCurrentState),
      let shown = layer.presentation()
    else { return }
    old = BlockAnimation.value(event, of: shown)
    fromValue = old
  }

  /// Returns a layer's value as UIKit's animations have it: opacities are Floats.
  private static func value(_ event: String, of layer: CALayer) -> Any {
    switch event {
    case "opacity": NSNumber(value: layer.opacity)
    case "shadowOpacity": NSNumber(value: layer.shadowOpacity)
    default: layer.value(forKey: event) ?? NSNull()
    }
  }

  override func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
  {
    guard let layer = anObject as? CALayer, let block else {
      return super.run(forKey: event, object: anObject, arguments: dict)
    }
    // Views' layers are changed on the views' thread.
    onViewThread((self, layer)) { animation, layer in animation.start(event, on: layer, block) }
  }

  @MainActor
  private func start(_ event: String, on layer: CALayer, _ block: AnimationBlock) {
    if event == "bounds", let view { block.resized.append(view) }
    guard keyPath == original, event == original else {
      // The view has made it an animation of another key.
      return block.add(self, to: layer, forKey: event, of: view)
    }
    let new = layer.value(forKey: event)
    switch block.timing {
    case .keyframes(let recorder): recorder.record(event, of: layer, view, from: old, to: new)
    case .animator(let recorder): recorder.record(event, of: layer, view, from: old, to: new)
    case .curve, .spring:
      for part in BlockAnimation.parts(event, from: old, to: new) {
        let animation = block.makeAnimation(part.keyPath, of: layer)
        animation.fromValue = part.from
        animation.toValue = part.to
        animation.isAdditive = part.isAdditive
        let key = part.isAdditive ? layer.freeKey(part.keyPath) : part.keyPath
        block.add(animation, to: layer, forKey: key, of: view)
      }
    }
  }

  /// A part of the motion of a property.
  struct Part {
    var keyPath: String
    var from: Any?
    var to: Any?
    var isAdditive: Bool
  }

  /// Returns the animations of a change.
  static func parts(_ event: String, from old: Any?, to new: Any?) -> [Part] {
    switch event {
    case "position":
      guard let old = point(old), let new = point(new) else { return [] }
      return [Part(keyPath: event, from: minus(old, new), to: CGPoint.zero, isAdditive: true)]
    case "bounds":
      guard let old = rect(old), let new = rect(new) else { return [] }
      let size = CGSize(width: old.width - new.width, height: old.height - new.height)
      return [
        Part(
          keyPath: "bounds.origin",
          from: minus(old.origin, new.origin),
          to: CGPoint.zero,
          isAdditive: true
        ),
        Part(keyPath: "bounds.size", from: size, to: CGSize.zero, isAdditive: true),
      ]
    case "transform":
      guard let old = transform(old), let new = transform(new) else { return [] }
      guard let inverse = invertible(new) else {
        // Nothing is added to a transform that makes a point or a line of everything.
        return [Part(keyPath: event, from: old, to: nil, isAdditive: false)]
      }
      let from = CATransform3DConcat(old, inverse)
      return [Part(keyPath: event, from: from, to: CATransform3DIdentity, isAdditive: true)]
    case "cornerRadius":
      guard let old = number(old), let new = number(new) else { return [] }
      let from = NSNumber(value: old - new)
      return [Part(keyPath: event, from: from, to: NSNumber(value: 0.0), isAdditive: true)]
    default: return [Part(keyPath: event, from: old ?? NSNull(), to: nil, isAdditive: false)]
    }
  }

  private static func invertible(_ m: CATransform3D) -> CATransform3D? {
    let inverse = CATransform3DInvert(m)
    // The inverse of a matrix that has none is the matrix itself.
    guard !CATransform3DEqualToTransform(inverse, m) || CATransform3DIsIdentity(m) else {
      let product = CATransform3DConcat(m, inverse)
      return abs(product.m11 - 1) < 1e-6 && abs(product.m22 - 1) < 1e-6 ? inverse : nil
    }
    return inverse
  }

  private static func minus(_ one: CGPoint, _ other: CGPoint) -> CGPoint {
    CGPoint(x: one.x - other.x, y: one.y - other.y)
  }

  static func point(_ any: Any?) -> CGPoint? {
    any as? CGPoint ?? (any as? NSValue)?.structure as? CGPoint
  }

  static func rect(_ any: Any?) -> CGRect? {
    any as? CGRect ?? (any as? NSValue)?.structure as? CGRect
  }

  static func transform(_ any: Any?) -> CATransform3D? {
    any as? CATransform3D ?? (any as? NSValue)?.structure as? CATransform3D
  }

  static func number(_ any: Any?) -> Double? {
    any as? Double ?? (any as? NSNumber)?.doubleValue ?? (any as? Float).map { Double($0) }
  }
}

extension CALayer {
  /// Returns a key that no animation of the layer has: the name, or the name and a number.
  final func freeKey(_ name: String) -> String {
    if animation(forKey: name) == nil { return name }
    var number = 2
    while animation(forKey: "\(name)-\(number)") != nil { number += 1 }
    return "\(name)-\(number)"
  }
}

extension UIView {
  /// Does the default work of `action(for:forKey:)`.
  nonisolated final func viewAction(_ layer: CALayer, _ event: String) -> (any CAAction)? {
    // Layers ask their view on its own thread.
    onViewThread(layer) { asking in
      guard asking === self.layer else { return nil }
      guard let block = AnimationBlock.current, block.duration > 0,
        BlockKeys.additive.contains(event) || BlockKeys.plain.contains(event)
      else { return NSNull() }
      return BlockAnimation(event, of: asking, in: self, block)
    }
  }
}
