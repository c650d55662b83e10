// A dial that is drawn, with names that Apple's systems have, too.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import UIKit
#if canImport(ObjectiveC)
import ObjectiveC
#endif

/// A path to badges; a type of the package that is called as one of Foundation.
public struct Selector {
    public var path: String

    public init(_ path: String) { self.path = path }
}

/// The properties that a dial may animate.
public enum LayerProperty: String {
    case angle
}

public final class DialLayer: CALayer {
    @NSManaged public var angle: CGFloat

    public override class func needsDisplay(forKey key: String) -> Bool {
        key == #keyPath(DialLayer.angle) || super.needsDisplay(forKey: key)
    }

    public override func draw(in context: CGContext) {
        let center = CGPoint(x: bounds.midX, y: bounds.midY)
        let radius = min(bounds.width, bounds.height) / 2 - 4
        context.setLineWidth(6)
        context.setStrokeColor(UIColor.orange.cgColor)
        context.addArc(
            center: center, radius: radius, startAngle: 0, endAngle: angle.size, clockwise: false)
        context.strokePath()
        context.setFillColor(UIColor.white.cgColor)
        let tip = CGPoint(x: center.x + cos(angle) * radius, y: center.y + sin(angle) * radius)
        context.fillEllipse(in: CGRect(x: tip.x - 5, y: tip.y - 5, width: 10, height: 10))
    }

    public func turn(to angle: CGFloat, duration: CFTimeInterval) {
        let animation = CABasicAnimation(keyPath: #keyPath(DialLayer.angle))
        animation.fromValue = self.angle as NSNumber
        animation.toValue = angle as NSNumber
        animation.duration = duration
        add(animation, forKey: LayerProperty.angle.rawValue)
        self.angle = angle
    }

    public func blink() {
        let animation = CAKeyframeAnimation(keyPath: #keyPath(CALayer.isHidden))
        animation.values = [false, true, false]
        animation.calculationMode = .discrete
        animation.duration = 1
        add(animation, forKey: "blink")
    }

    public func fade(_ stops: [CGFloat]) -> CAGradientLayer {
        let gradient = CAGradientLayer()
        gradient.frame = bounds
        gradient.colors = [UIColor.clear.cgColor, UIColor.blue.cgColor, UIColor.clear.cgColor]
        gradient.locations = stops as [NSNumber]
        addSublayer(gradient)
        return gradient
    }
}

extension CGFloat {
    var size: CGFloat { abs(self) }
}
