// The view that plays a composition.
// Licensed under the MIT license; see LICENSE.

import Foundation
#if os(iOS) || os(tvOS) || os(watchOS) || targetEnvironment(macCatalyst)
import UIKit

@objc public protocol MotionViewDelegate: AnyObject {
  @objc optional func motionView(_ view: MotionView, didFinish finished: Bool)
  @objc optional func motionView(_ view: MotionView, shouldLoopAfter count: Int) -> Bool
}

/// The root of a composition; its progress moves by animations.
@objc
final class MainLayer: CALayer {
  @NSManaged var progress: CGFloat
  var onProgress: ((CGFloat) -> Void)?

  override class func needsDisplay(forKey key: String) -> Bool {
    if key == #keyPath(MainLayer.progress) { return true }
    return super.needsDisplay(forKey: key)
  }

  override init() { super.init() }

  override init(layer: Any) {
    super.init(layer: layer)
    guard let other = layer as? MainLayer else { return }
    onProgress = other.onProgress
    progress = other.progress
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  override func display() {
    onProgress?((presentation() ?? self).progress)
  }

  override func action(forKey event: String) -> CAAction? {
    return nil
  }
}

@IBDesignable
public final class MotionView: UIView {
  public var composition: Composition? { didSet { makeLayers() } }
  public weak var delegate: MotionViewDelegate?
  public var speed: CGFloat = 1

  private let main = MainLayer()
  private var content: CALayer?
  private var loops = 0

  public var currentProgress: CGFloat {
    get { return main.presentation()?.progress ?? main.progress }
    set {
      main.removeAllAnimations()
      main.progress = newValue
      scrub(to: newValue)
    }
  }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    commonInit()
  }

  required public init?(coder: NSCoder) {
    super.init(coder: coder)
    commonInit()
  }

  private func commonInit() {
    layer.addSublayer(main)
    main.onProgress = { [weak self] in self?.scrub(to: $0) }
  }

  private func makeLayers() {
    content?.removeFromSuperlayer()
    guard let composition = composition else { return }
    let context = CompileContext(
      framerate: composition.framerate, startFrame: composition.startFrame, endFrame: composition.endFrame)
    let root = CALayer()
    root.bounds = CGRect(origin: .zero, size: composition.size)
    root.masksToBounds = true
    root.speed = 0
    for model in composition.layers.reversed() {
      root.addSublayer(BaseCompositionLayer(model, size: composition.size, context))
    }
    main.addSublayer(root)
    content = root
    setNeedsLayout()
  }

  private func scrub(to progress: CGFloat) {
    guard let composition = composition else { return }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    content?.timeOffset = Double(progress) * composition.duration
    CATransaction.commit()
  }

  @objc public func play() {
    guard let composition = composition else { return }
    let animation = CABasicAnimation(keyPath: #keyPath(MainLayer.progress))
    animation.fromValue = 0
    animation.toValue = 1
    animation.duration = composition.duration / Double(speed)
    animation.isRemovedOnCompletion = false
    animation.fillMode = .both
    animation.delegate = self
    main.add(animation, forKey: "play")
  }

  @objc func again() {
    loops += 1
    play()
  }
}

extension MotionView: CAAnimationDelegate {
  public override var intrinsicContentSize: CGSize { return composition?.size ?? .zero }

  public override func layoutSubviews() {
    super.layoutSubviews()
    main.frame = bounds
    guard let content = content, content.bounds.width > 0, content.bounds.height > 0 else { return }
    let scale = min(bounds.width / content.bounds.width, bounds.height / content.bounds.height)
    content.position = CGPoint(x: bounds.midX, y: bounds.midY)
    content.transform = CATransform3DMakeScale(scale, scale, 1)
  }

  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    delegate?.motionView?(self, didFinish: flag)
    guard flag, delegate?.motionView?(self, shouldLoopAfter: loops + 1) ?? false else { return }
    Timer.scheduledTimer(timeInterval: 0, target: self, selector: #selector(again), userInfo: nil, repeats: false)
  }
}
#endif
