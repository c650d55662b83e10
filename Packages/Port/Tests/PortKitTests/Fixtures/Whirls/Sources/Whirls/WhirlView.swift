// A view that spins while something takes its time.
// Licensed under the MIT license; see LICENSE.

#if os(iOS) || os(tvOS)
import UIKit

@objc public protocol WhirlViewDelegate: AnyObject {
    @objc optional func whirlViewDidStart(_ view: WhirlView)
    @objc optional func whirlViewDidStop(_ view: WhirlView)
    @objc optional func minimumTime(of view: WhirlView) -> TimeInterval
}

@IBDesignable
@objcMembers
public final class WhirlView: UIView {
    public static var defaultPadding: CGFloat = 0
    public static var defaultKind = WhirlKind.ballPulse

    public var kind: WhirlKind = WhirlView.defaultKind {
        didSet { if isAnimating { rebuild() } }
    }

    @IBInspectable public var color: UIColor = .white
    @IBInspectable public var padding: CGFloat = WhirlView.defaultPadding
    @IBOutlet public weak var delegate: WhirlViewDelegate?

    public private(set) var isAnimating = false
    private var startedAt: CFTimeInterval = 0
    private var stopTimer: Timer?

    public init(frame: CGRect, kind: WhirlKind? = nil, color: UIColor = .white, padding: CGFloat? = nil) {
        self.kind = kind ?? WhirlView.defaultKind
        self.color = color
        self.padding = padding ?? WhirlView.defaultPadding
        super.init(frame: frame)
        isHidden = true
        let tap = UITapGestureRecognizer(target: self, action: #selector(tapped(_:)))
        addGestureRecognizer(tap)
    }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
        isHidden = true
    }

    public func startAnimating() {
        guard !isAnimating else { return }
        isAnimating = true
        isHidden = false
        layer.speed = 1
        startedAt = CACurrentMediaTime()
        rebuild()
        delegate?.whirlViewDidStart?(self)
    }

    public func stopAnimating() {
        guard isAnimating else { return }
        let least = delegate?.minimumTime?(of: self) ?? 0
        let rest = least - (CACurrentMediaTime() - startedAt)
        if rest > 0 {
            stopTimer = Timer.scheduledTimer(
                timeInterval: rest, target: self, selector: #selector(stopNow), userInfo: nil, repeats: false)
        } else {
            stopNow()
        }
    }

    @objc private func stopNow() {
        stopTimer?.invalidate()
        stopTimer = nil
        isAnimating = false
        isHidden = true
        layer.sublayers?.removeAll()
        delegate?.whirlViewDidStop?(self)
    }

    @objc
    private func tapped(_ recognizer: UITapGestureRecognizer) {
        guard recognizer.state == .ended else { return }
        isAnimating ? stopAnimating() : startAnimating()
    }

    private func rebuild() {
        layer.sublayers = nil
        let inner = bounds.inset(by: UIEdgeInsets(top: padding, left: padding, bottom: padding, right: padding))
        let side = min(inner.width, inner.height)
        kind.animation.setUp(in: layer, size: CGSize(width: side, height: side), color: color)
    }
}

extension WhirlView {
    override public var intrinsicContentSize: CGSize {
        return CGSize(width: bounds.width, height: bounds.height)
    }

    override public var bounds: CGRect {
        didSet {
            // The animation is made for one size.
            if oldValue.size != bounds.size && isAnimating { rebuild() }
        }
    }
}
#endif
