// Spinners that turn.
// Licensed under the MIT license; see LICENSE.

import CoreImage.CIFilterBuiltins
import UIKit

private func spin(_ duration: CFTimeInterval, _ sign: CGFloat = 1) -> CAKeyframeAnimation {
    let animation = CAKeyframeAnimation(keyPath: "transform.rotation.z")
    animation.keyTimes = [0, 0.5, 1]
    animation.values = [0, CGFloat.pi * sign, 2 * CGFloat.pi * sign]
    animation.duration = duration
    animation.repeatCount = HUGE
    animation.isRemovedOnCompletion = false
    return animation
}

struct Rings: WhirlAnimation {
    let radii: [CGFloat]
    let parts: [CGFloat]
    let duration: CFTimeInterval

    func setUp(in layer: CALayer, size: CGSize, color: UIColor) {
        for (index, radius) in radii.enumerated() {
            let side = size.width * radius
            let ring = WhirlShape.ring.layer(size: CGSize(width: side, height: side), color: color) as! CAShapeLayer
            ring.strokeEnd = parts[index]
            ring.lineWidth = 3
            ring.frame.origin = layer.origin(of: side)
            ring.add(spin(duration, index % 2 == 0 ? 1 : -1), forKey: "animation")
            layer.addSublayer(ring)
        }
    }
}

struct Flip: WhirlAnimation {
    let shape: WhirlShape
    let axis: (x: CGFloat, y: CGFloat)
    let duration: CFTimeInterval

    private func turn(x: CGFloat, y: CGFloat) -> NSValue {
        var transform = CATransform3DMakeRotation(x, 1, 0, 0)
        transform = CATransform3DRotate(transform, y, 0, 1, 0)
        transform.m34 = -1 / 100
        return NSValue(caTransform3D: transform)
    }

    func setUp(in layer: CALayer, size: CGSize, color: UIColor) {
        let card = shape.layer(size: size, color: color)
        card.frame.origin = layer.origin(of: size.width)
        let animation = CAKeyframeAnimation(keyPath: "transform")
        animation.keyTimes = [0, 0.25, 0.5, 0.75, 1]
        let half = CGFloat.pi
        animation.values = [
            turn(x: 0, y: 0), turn(x: half * axis.x, y: half * axis.y), turn(x: half, y: half),
            turn(x: half * axis.y, y: half * axis.x), turn(x: 0, y: 0),
        ]
        animation.duration = duration
        animation.repeatCount = HUGE
        card.add(animation, forKey: "animation")
        layer.addSublayer(card)
    }
}

struct Turning: WhirlAnimation {
    let count: Int
    let duration: CFTimeInterval

    func setUp(in layer: CALayer, size: CGSize, color: UIColor) {
        let side = size.width / 5
        let whole = CALayer()
        whole.frame = CGRect(origin: layer.origin(of: size.width), size: size)
        for index in 0 ..< count {
            let dot = WhirlShape.circle.layer(size: CGSize(width: side, height: side), color: color)
            dot.opacity = index == count / 2 ? 1 : 0.8
            dot.position = CGPoint(
                x: side / 2 + CGFloat(index) * (size.width - side) / CGFloat(count - 1), y: size.height / 2)
            whole.addSublayer(dot)
        }
        whole.add(spin(duration), forKey: "animation")
        layer.addSublayer(whole)
    }
}

struct Spokes: WhirlAnimation {
    let shape: WhirlShape
    let count: Int
    let duration: CFTimeInterval

    func setUp(in layer: CALayer, size: CGSize, color: UIColor) {
        let replicator = CAReplicatorLayer()
        replicator.frame = CGRect(origin: layer.origin(of: size.width), size: size)
        replicator.instanceCount = count
        replicator.instanceDelay = duration / CFTimeInterval(count)
        replicator.instanceTransform = CATransform3DMakeRotation(2 * .pi / CGFloat(count), 0, 0, 1)
        let unit = size.width / 10
        let isLine: Bool
        if case .line = shape { isLine = true } else { isLine = false }
        let spoke = shape.layer(size: CGSize(width: unit * 1.6, height: unit * (isLine ? 3 : 1.6)), color: color)
        spoke.position = CGPoint(x: size.width / 2, y: unit * 1.6)
        let fade = CAKeyframeAnimation(keyPath: "opacity")
        fade.values = [1, 0.3, 1]
        fade.keyTimes = [0, 0.5, 1]
        fade.duration = duration
        fade.repeatCount = HUGE
        spoke.add(fade, forKey: "animation")
        replicator.addSublayer(spoke)
        layer.addSublayer(replicator)
    }
}

struct Orbit: WhirlAnimation {
    func setUp(in layer: CALayer, size: CGSize, color: UIColor) {
        let core = WhirlShape.circle.layer(size: CGSize(width: size.width / 3, height: size.width / 3), color: color)
        core.position = CGPoint(x: layer.bounds.midX, y: layer.bounds.midY)
        let beat = CAKeyframeAnimation(keyPath: "transform.scale")
        beat.values = [1, 1.3, 1]
        beat.duration = 0.95
        beat.repeatCount = HUGE
        core.add(beat, forKey: nil)
        let moon = WhirlShape.circle.layer(size: CGSize(width: size.width / 8, height: size.width / 8), color: color)
        let way = CAKeyframeAnimation(keyPath: "position")
        way.path = UIBezierPath(
            arcCenter: core.position, radius: size.width / 2 - size.width / 16, startAngle: 1.5 * .pi,
            endAngle: 3.5 * .pi, clockwise: true).cgPath
        way.calculationMode = .paced
        way.duration = 1.9
        way.repeatCount = HUGE
        moon.add(way, forKey: nil)
        layer.addSublayer(core)
        layer.addSublayer(moon)
    }
}
