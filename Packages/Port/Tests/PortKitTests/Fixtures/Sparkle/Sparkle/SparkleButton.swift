// A button that throws sparks when it is chosen.
// Licensed under the MIT license; see LICENSE.

import Foundation
import UIKit

@objc public protocol SparkleButtonDelegate: NSObjectProtocol {
    @objc optional func sparkleButton(_ button: SparkleButton, willBe isSelected: Bool)
    @objc optional func sparkleButtonDidSparkle(_ button: SparkleButton)
}

@IBDesignable
open class SparkleButton: UIButton {
    @IBInspectable open var normalColor: UIColor = UIColor.gray
    @IBInspectable open var selectedColor: UIColor = UIColor(red: 0.9, green: 0.2, blue: 0.3, alpha: 1)
    @IBInspectable open var sparkCount: Int = 12
    @IBOutlet open weak var delegate: AnyObject?

    fileprivate let heart = CAShapeLayer()
    fileprivate let halo = CAShapeLayer()
    fileprivate let emitter = CAEmitterLayer()

    fileprivate struct Duration {
        static let total = 1.0
        static let bounce = 0.8
        static let halo = 0.35
    }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        applyInit()
    }

    public required init?(coder aDecoder: NSCoder) {
        super.init(coder: aDecoder)
        applyInit()
    }

    fileprivate func applyInit() {
        layer.addSublayer(halo)
        layer.addSublayer(heart)
        layer.addSublayer(emitter)
        heart.fillColor = normalColor.cgColor
        halo.fillColor = nil
        halo.opacity = 0
        emitter.birthRate = 0
        addTargets()
    }

    fileprivate func addTargets() {
        addTarget(self, action: #selector(self.toggle(_:)), for: UIControl.Event.touchUpInside)
        addTarget(self, action: #selector(SparkleButton.pressed), for: [.touchDown, .touchDragEnter])
        addTarget(self, action: #selector(SparkleButton.released as (SparkleButton) -> () -> Void), for: .touchCancel)
    }

    @objc func toggle(_ sender: SparkleButton) {
        (delegate as? SparkleButtonDelegate)?.sparkleButton?(self, willBe: !isSelected)
        setSelected(!isSelected, animated: true)
    }

    @objc func pressed() { heart.opacity = 0.6 }
    @objc func released() { heart.opacity = 1 }

    open func setSelected(_ selected: Bool, animated: Bool) {
        isSelected = selected
        released()
        heart.fillColor = (selected ? selectedColor : normalColor).cgColor
        guard selected, animated else { return }
        bounce()
        ring()
        sparks()
        perform(#selector(didSparkle), with: nil, afterDelay: Duration.total)
    }

    @objc fileprivate func didSparkle() {
        emitter.birthRate = 0
        (delegate as? SparkleButtonDelegate)?.sparkleButtonDidSparkle?(self)
    }
}

// MARK: layout

extension SparkleButton {
    open override func layoutSubviews() {
        super.layoutSubviews()
        for part in [heart, halo] { part.frame = bounds }
        heart.path = SparkleButton.heartPath(in: bounds.insetBy(dx: bounds.width * 0.2, dy: bounds.height * 0.2))
        halo.path = UIBezierPath(ovalIn: bounds).cgPath
        emitter.emitterPosition = CGPoint(x: bounds.midX, y: bounds.midY)
        emitter.emitterSize = bounds.size
    }

    override open func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        return bounds.insetBy(dx: -8, dy: -8).contains(point)
    }

    class func heartPath(in box: CGRect) -> CGPath {
        let path = UIBezierPath()
        path.move(to: CGPoint(x: box.midX, y: box.maxY))
        path.addCurve(
            to: CGPoint(x: box.midX, y: box.minY + box.height * 0.25),
            controlPoint1: CGPoint(x: box.minX - box.width * 0.35, y: box.midY),
            controlPoint2: CGPoint(x: box.minX + box.width * 0.1, y: box.minY - box.height * 0.25))
        path.addCurve(
            to: CGPoint(x: box.midX, y: box.maxY),
            controlPoint1: CGPoint(x: box.maxX - box.width * 0.1, y: box.minY - box.height * 0.25),
            controlPoint2: CGPoint(x: box.maxX + box.width * 0.35, y: box.midY))
        path.close()
        return path.cgPath
    }
}

// MARK: animations

extension SparkleButton {
    fileprivate func bounce() {
        var values = [CGFloat]()
        for step in 0...40 {
            let time = CGFloat(step) / 40
            values.append(1 - 0.8 * exp(-4 * time) * cos(12 * time))
        }
        let animation = CAKeyframeAnimation(keyPath: "transform.scale")
        animation.values = values
        animation.duration = Duration.bounce
        heart.add(animation, forKey: "bounce")
    }

    fileprivate func ring() {
        halo.strokeColor = selectedColor.cgColor
        let grow = CABasicAnimation(keyPath: "transform.scale")
        grow.fromValue = 0.3
        grow.toValue = 1.1
        let thin = CABasicAnimation(keyPath: #keyPath(CAShapeLayer.lineWidth))
        thin.fromValue = bounds.width * 0.3
        thin.toValue = 0
        let fade = CAKeyframeAnimation(keyPath: #keyPath(opacity))
        fade.values = [1, 1, 0]
        let group = CAAnimationGroup()
        group.animations = [grow, thin, fade]
        group.duration = Duration.halo
        halo.add(group, forKey: nil)
    }

    @objc var opacity: Float { return layer.opacity }

    fileprivate func sparks() {
        let cell = CAEmitterCell()
        cell.contents = SparkleButton.spark(selectedColor).cgImage
        cell.birthRate = Float(sparkCount) * 10
        cell.lifetime = 0.6
        cell.velocity = bounds.width
        cell.velocityRange = bounds.width / 4
        cell.emissionRange = 2 * .pi
        cell.scale = 0.5
        cell.scaleSpeed = -0.6
        cell.alphaSpeed = -1
        emitter.emitterCells = [cell]
        emitter.seed = 7
        emitter.beginTime = CACurrentMediaTime()
        emitter.birthRate = 1
    }

    class func spark(_ color: UIColor) -> UIImage {
        return UIGraphicsImageRenderer(size: CGSize(width: 8, height: 8)).image { context in
            color.setFill()
            context.cgContext.fillEllipse(in: CGRect(x: 0, y: 0, width: 8, height: 8))
        }
    }
}
