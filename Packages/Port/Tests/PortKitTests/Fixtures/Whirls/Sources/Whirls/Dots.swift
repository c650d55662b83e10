// Spinners of dots.
// Licensed under the MIT license; see LICENSE.

import UIKit.UIView

extension CALayer {
    /// Where a square of that side begins if it is in the middle.
    func origin(of side: CGFloat) -> CGPoint {
        return CGPoint(x: (bounds.width - side) / 2, y: (bounds.height - side) / 2)
    }
}

struct Row: WhirlAnimation {
    let count: Int
    let delays: [CFTimeInterval]
    let scales: [CGFloat]
    let duration: CFTimeInterval

    func setUp(in layer: CALayer, size: CGSize, color: UIColor) {
        let spacing: CGFloat = 2
        let side = (size.width - spacing * CGFloat(count - 1)) / CGFloat(count)
        let origin = layer.origin(of: size.width)
        let begin = CACurrentMediaTime()
        let animation = CAKeyframeAnimation(keyPath: "transform")
        animation.keyTimes = [0, 0.3, 1]
        animation.timingFunctions = [
            CAMediaTimingFunction(controlPoints: 0.2, 0.68, 0.18, 1.08),
            CAMediaTimingFunction(controlPoints: 0.2, 0.68, 0.18, 1.08),
        ]
        animation.values = scales.map { NSValue(caTransform3D: CATransform3DMakeScale($0, $0, 1)) }
        animation.duration = duration
        animation.repeatCount = HUGE
        animation.isRemovedOnCompletion = false
        for index in 0 ..< count {
            let dot = WhirlShape.circle.layer(size: CGSize(width: side, height: side), color: color)
            dot.frame = CGRect(
                x: origin.x + (side + spacing) * CGFloat(index), y: layer.bounds.midY - side / 2,
                width: side, height: side)
            animation.beginTime = begin + delays[index]
            dot.add(animation, forKey: "animation")
            layer.addSublayer(dot)
        }
    }
}

struct Wave: WhirlAnimation {
    let delays: [CFTimeInterval]
    let rise: CGFloat
    let duration: CFTimeInterval

    func setUp(in layer: CALayer, size: CGSize, color: UIColor) {
        let spacing: CGFloat = 2
        let count = CGFloat(delays.count)
        let side = (size.width - spacing * (count - 1)) / count
        let origin = layer.origin(of: size.width)
        let begin = CACurrentMediaTime()
        for (index, delay) in delays.enumerated() {
            let dot = WhirlShape.circle.layer(size: CGSize(width: side, height: side), color: color)
            dot.position = CGPoint(
                x: origin.x + (side + spacing) * CGFloat(index) + side / 2, y: layer.bounds.midY)
            let animation = CAKeyframeAnimation(keyPath: #keyPath(CALayer.position))
            let high = CGPoint(x: dot.position.x, y: dot.position.y - rise * side)
            let low = CGPoint(x: dot.position.x, y: dot.position.y + rise * side)
            animation.values = [dot.position, low, high, dot.position].map { NSValue(cgPoint: $0) }
            animation.keyTimes = [0, 0.33, 0.66, 1]
            animation.duration = duration
            animation.beginTime = begin + delay
            animation.repeatCount = .infinity
            dot.add(animation, forKey: nil)
            layer.addSublayer(dot)
        }
    }
}

struct Grid: WhirlAnimation {
    let durations: [CFTimeInterval]
    let fades: Bool

    func setUp(in layer: CALayer, size: CGSize, color: UIColor) {
        let spacing: CGFloat = 2
        let side = (size.width - spacing * 2) / 3
        let origin = layer.origin(of: size.width)
        let begins: [CFTimeInterval] = [-0.06, 0.25, -0.17, 0.48, 0.31, 0.03, 0.46, 0.78, 0.45]
        let now = CACurrentMediaTime()
        let function = CAMediaTimingFunction(name: .default)
        let scale = CAKeyframeAnimation(keyPath: "transform.scale")
        scale.keyTimes = [0, 0.5, 1]
        scale.timingFunctions = [function, function]
        scale.values = [1, 0.5, 1]
        let opacity = CAKeyframeAnimation(keyPath: #keyPath(CALayer.opacity))
        opacity.keyTimes = [0, 0.5, 1]
        opacity.timingFunctions = [function, function]
        opacity.values = [1, 0.7, 1]
        let group = CAAnimationGroup()
        group.animations = fades ? [scale, opacity] : [opacity]
        group.repeatCount = HUGE
        group.isRemovedOnCompletion = false
        for index in 0 ..< 9 {
            let dot = WhirlShape.circle.layer(size: CGSize(width: side, height: side), color: color)
            dot.frame.origin = CGPoint(
                x: origin.x + (side + spacing) * CGFloat(index % 3),
                y: origin.y + (side + spacing) * CGFloat(index / 3))
            group.duration = durations[index]
            group.beginTime = now + begins[index]
            dot.add(group, forKey: "animation")
            layer.addSublayer(dot)
        }
    }
}

struct Ripples: WhirlAnimation {
    let count: Int
    let shape: WhirlShape
    let duration: CFTimeInterval

    func setUp(in layer: CALayer, size: CGSize, color: UIColor) {
        let scale = CABasicAnimation(keyPath: "transform.scale")
        scale.fromValue = 0
        scale.toValue = 1
        let opacity = CAKeyframeAnimation(keyPath: "opacity")
        opacity.keyTimes = [0, 0.05, 1]
        opacity.values = [0, 1, 0]
        let group = CAAnimationGroup()
        group.animations = [scale, opacity]
        group.timingFunction = CAMediaTimingFunction(name: .linear)
        group.duration = duration
        group.repeatCount = HUGE
        let begin = CACurrentMediaTime()
        for index in 0 ..< count {
            let ripple = shape.layer(size: size, color: color)
            ripple.frame.origin = layer.origin(of: size.width)
            ripple.opacity = 0
            group.beginTime = begin + 0.2 * CFTimeInterval(index)
            ripple.add(group, forKey: "animation")
            layer.addSublayer(ripple)
        }
    }
}

struct Paths: WhirlAnimation {
    /// Corners of the way, from the middle, in half sides.
    let corners: [(x: CGFloat, y: CGFloat)]
    let count: Int
    let duration: CFTimeInterval

    func setUp(in layer: CALayer, size: CGSize, color: UIColor) {
        let side = size.width / 5
        let reach = size.width / 2 - side / 2
        let middle = CGPoint(x: layer.bounds.midX, y: layer.bounds.midY)
        for index in 0 ..< count {
            let sign: CGFloat = count == 2 && index == 1 ? -1 : 1
            var points = corners.map {
                CGPoint(x: middle.x + $0.x * reach * sign, y: middle.y + $0.y * reach * sign)
            }
            if count > 2 { points = Array(points[index...] + points[..<index]) }
            points.append(points[0])
            let dot = WhirlShape.circle.layer(size: CGSize(width: side, height: side), color: color)
            dot.position = points[0]
            let animation = CAKeyframeAnimation(keyPath: "position")
            animation.values = points.map { NSValue(cgPoint: $0) }
            animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
            animation.duration = duration
            animation.repeatCount = HUGE
            dot.add(animation, forKey: "animation")
            layer.addSublayer(dot)
        }
    }
}
