// Spinners of bars, squares and strokes.
// Licensed under the MIT license; see LICENSE.

import UIKit

struct Bars: WhirlAnimation {
    let delays: [CFTimeInterval]
    let heights: [CGFloat]
    let duration: CFTimeInterval

    func setUp(in layer: CALayer, size: CGSize, color: UIColor) {
        let width = size.width / CGFloat(delays.count * 2 - 1)
        let origin = layer.origin(of: size.width)
        let now = CACurrentMediaTime()
        for (index, delay) in delays.enumerated() {
            let bar = WhirlShape.line.layer(size: CGSize(width: width, height: size.height), color: color)
            bar.frame.origin = CGPoint(x: origin.x + width * 2 * CGFloat(index), y: origin.y)
            let animation = CAKeyframeAnimation(keyPath: "transform.scale.y")
            animation.values = heights
            animation.duration = duration
            animation.beginTime = now + delay
            animation.repeatCount = HUGE
            bar.add(animation, forKey: "animation")
            layer.addSublayer(bar)
        }
    }
}

struct Pacman: WhirlAnimation {
    func setUp(in layer: CALayer, size: CGSize, color: UIColor) {
        let side = size.width * 0.6
        let mouth = CAShapeLayer()
        mouth.frame = CGRect(x: layer.origin(of: size.width).x, y: layer.origin(of: side).y, width: side, height: side)
        mouth.path = UIBezierPath(
            arcCenter: CGPoint(x: side / 2, y: side / 2), radius: side / 4, startAngle: 0,
            endAngle: 2 * .pi, clockwise: true).cgPath
        mouth.fillColor = nil
        mouth.strokeColor = color.cgColor
        mouth.lineWidth = side / 2
        let start = CAKeyframeAnimation(keyPath: #keyPath(CAShapeLayer.strokeStart))
        start.values = [0.125, 0, 0.125]
        let end = CAKeyframeAnimation(keyPath: #keyPath(CAShapeLayer.strokeEnd))
        end.values = [0.875, 1, 0.875]
        let group = CAAnimationGroup()
        group.animations = [start, end]
        group.duration = 0.5
        group.repeatCount = HUGE
        mouth.add(group, forKey: "animation")
        let food = WhirlShape.circle.layer(size: CGSize(width: side / 5, height: side / 5), color: color)
        let from = CGPoint(x: mouth.frame.minX + size.width - side / 10, y: mouth.frame.midY)
        let move = CABasicAnimation(keyPath: "position")
        move.fromValue = NSValue(cgPoint: from)
        move.toValue = NSValue(cgPoint: CGPoint(x: mouth.frame.midX, y: mouth.frame.midY))
        move.duration = 0.65
        move.repeatCount = HUGE
        food.position = from
        food.add(move, forKey: "animation")
        layer.addSublayer(food)
        layer.addSublayer(mouth)
    }
}

struct Cubes: WhirlAnimation {
    func setUp(in layer: CALayer, size: CGSize, color: UIColor) {
        let side = size.width / 5
        let origin = layer.origin(of: size.width)
        let reach = size.width - side
        let now = CACurrentMediaTime()
        for index in 0 ..< 2 {
            let square = WhirlShape.rectangle.layer(size: CGSize(width: side, height: side), color: color)
            square.frame.origin = origin
            let scale = CAKeyframeAnimation(keyPath: "transform.scale")
            scale.values = [1, 0.5, 1, 0.5, 1]
            let way = CAKeyframeAnimation(keyPath: "transform.translation")
            way.values = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)].map { (x: CGFloat, y: CGFloat) in
                NSValue(cgSize: CGSize(width: x * reach, height: y * reach))
            }
            let turn = CAKeyframeAnimation(keyPath: "transform.rotation.z")
            turn.values = [0, -CGFloat.pi / 2, -CGFloat.pi, -1.5 * CGFloat.pi, -2 * CGFloat.pi]
            let group = CAAnimationGroup()
            group.animations = [scale, way, turn]
            group.duration = 1.6
            group.beginTime = now + (index == 0 ? 0 : -0.8)
            group.repeatCount = HUGE
            square.add(group, forKey: "animation")
            layer.addSublayer(square)
        }
    }
}

struct StrokeSpin: WhirlAnimation {
    func setUp(in layer: CALayer, size: CGSize, color: UIColor) {
        let begin = CABasicAnimation(keyPath: "strokeStart")
        begin.duration = 1.2
        begin.beginTime = 0.5
        begin.timingFunction = CAMediaTimingFunction(controlPoints: 0.4, 0, 0.2, 1)
        begin.fromValue = 0
        begin.toValue = 1
        let end = CABasicAnimation(keyPath: "strokeEnd")
        end.duration = 0.7
        end.timingFunction = CAMediaTimingFunction(controlPoints: 0.4, 0, 0.2, 1)
        end.fromValue = 0
        end.toValue = 1
        let turn = CABasicAnimation(keyPath: "transform.rotation")
        turn.byValue = Float.pi * 2
        turn.timingFunction = CAMediaTimingFunction(name: .linear)
        let group = CAAnimationGroup()
        group.animations = [turn, end, begin]
        group.duration = 1.7
        group.repeatCount = .infinity
        group.fillMode = .forwards
        group.isRemovedOnCompletion = false
        let ring = WhirlShape.ring.layer(size: size, color: color)
        ring.frame.origin = layer.origin(of: size.width)
        ring.add(group, forKey: "animation")
        layer.addSublayer(ring)
    }
}
