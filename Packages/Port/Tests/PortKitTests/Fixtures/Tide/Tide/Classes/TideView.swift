// Waves that fill a view, and water that rises in it.
// Licensed under the MIT license; see LICENSE.

import UIKit

@objc public protocol TideViewDelegate: class {
    @objc optional func tideView(_ tideView: TideView, didRiseTo level: CGFloat)
    @objc optional func colors(for tideView: TideView) -> [UIColor]
}

@IBDesignable
public class TideView: UIView {

    // MARK: - Look

    @IBInspectable public var level: CGFloat = 0.5 {
        didSet { delegate?.tideView?(self, didRiseTo: level) }
    }
    @IBInspectable public var amplitude: CGFloat = 8
    @IBInspectable public var frontColor: UIColor = UIColor(red: 0.2, green: 0.6, blue: 0.9, alpha: 0.8)
    @IBInspectable public var backColor: UIColor = UIColor(red: 0.1, green: 0.4, blue: 0.8, alpha: 0.6)

    @IBOutlet public weak var delegate: TideViewDelegate?

    // MARK: - State

    private let front = CAShapeLayer()
    private let back = CAShapeLayer()
    private lazy var displayLink: CADisplayLink = {
        let link = CADisplayLink(target: self, selector: #selector(updateWaves))
        link.isPaused = true
        return link
    }()
    private var phase: CGFloat = 0
    private var lastTimestamp: CFTimeInterval?
    fileprivate var target: CGFloat?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        commonInit()
    }

    public required init?(coder aDecoder: NSCoder) {
        super.init(coder: aDecoder)
        commonInit()
    }

    private func commonInit() {
        clipsToBounds = true
        layer.addSublayer(back)
        layer.addSublayer(front)
        displayLink.add(to: RunLoop.main, forMode: RunLoop.Mode.common)
    }

    public func start() { displayLink.isPaused = false }

    public func stop() {
        displayLink.isPaused = true
        lastTimestamp = nil
    }

    public func rise(to level: CGFloat, after delay: TimeInterval = 0) {
        NSObject.cancelPreviousPerformRequests(withTarget: self, selector: #selector(rise(number:)), object: nil)
        perform(#selector(rise(number:)), with: NSNumber(value: Double(level)), afterDelay: delay)
    }

    @objc private func rise(number: NSNumber) {
        target = CGFloat(number.doubleValue)
    }

    @objc private func updateWaves() {
        let now = displayLink.timestamp
        let step = CGFloat(now - (lastTimestamp ?? now))
        lastTimestamp = now
        phase += step * 2 * .pi * 0.5
        if let target = target {
            let change = step * 0.4
            level = abs(target - level) <= change ? target : level + (target > level ? change : -change)
        }
        draw()
    }

    private func draw() {
        let colors = delegate?.colors?(for: self) ?? [frontColor, backColor]
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        front.path = wave(shift: 0)
        back.path = wave(shift: .pi * 0.7)
        front.fillColor = colors.first?.cgColor
        back.fillColor = colors.last?.cgColor
        CATransaction.commit()
    }

    private func wave(shift: CGFloat) -> CGPath {
        let path = CGMutablePath()
        let height = bounds.height * (1 - level)
        path.move(to: CGPoint(x: 0, y: bounds.maxY))
        for x in stride(from: 0, through: bounds.width, by: 2) {
            let y = height + amplitude * sin(2 * .pi * x / max(bounds.width, 1) + phase + shift)
            path.addLine(to: CGPoint(x: x, y: y))
        }
        path.addLine(to: CGPoint(x: bounds.maxX, y: bounds.maxY))
        path.closeSubpath()
        return path
    }

    deinit { displayLink.invalidate() }
}

// MARK: - Taps

private class ClosureSleeve {
    let closure: () -> Void

    init(_ closure: @escaping () -> Void) {
        self.closure = closure
    }

    @objc func invoke() {
        closure()
    }
}

private var sleeveKey: UInt8 = 0

public extension UIView {
    /// Calls a closure for each tap.
    func onTap(_ closure: @escaping () -> Void) {
        let sleeve = ClosureSleeve(closure)
        let tap = UITapGestureRecognizer(target: sleeve, action: #selector(ClosureSleeve.invoke))
        addGestureRecognizer(tap)
        isUserInteractionEnabled = true
        objc_setAssociatedObject(self, &sleeveKey, sleeve, .OBJC_ASSOCIATION_RETAIN)
    }
}

public extension UIControl {
    func on(_ events: UIControl.Event = .touchUpInside, _ closure: @escaping () -> Void) {
        let sleeve = ClosureSleeve(closure)
        addTarget(sleeve, action: #selector(ClosureSleeve.invoke), for: events)
        objc_setAssociatedObject(self, "[\(events.rawValue)]", sleeve, objc_AssociationPolicy.OBJC_ASSOCIATION_RETAIN)
    }
}
