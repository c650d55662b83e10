// Rings that grow and fade.
// Licensed under the MIT license; see LICENSE.

#if os(iOS)
import UIKit
#elseif os(macOS)
import Cocoa
#endif
import QuartzCore.CALayer

@objc public protocol HaloDelegate: NSObjectProtocol {
    @objc optional func haloDidStart(_ halo: HaloLayer)
    @objc optional func halo(_ halo: HaloLayer, didFinish finished: Bool)
    @objc optional func timingFunction(for halo: HaloLayer) -> CAMediaTimingFunction?
    @objc optional func halo(_ halo: HaloLayer, opacityOf ring: Int) -> Float
}

internal let haloKey = "halo"

@objc(SHHaloLayer)
open class HaloLayer: CAReplicatorLayer, CAAnimationDelegate {

    // MARK: Properties

    fileprivate let ring = CALayer()
    fileprivate var isAnimatingBeforeLeaving = false
    fileprivate weak var previousSuperlayer: CALayer?
    fileprivate var group: CAAnimationGroup!

    @objc open weak var events: HaloDelegate?

    override open var backgroundColor: CGColor? {
        get { return ring.backgroundColor }
        set {
            ring.backgroundColor = newValue
            guard let newValue = newValue else { return }
            let oldAlpha = alpha
            alpha = newValue.alpha
            if alpha != oldAlpha { recreate() }
        }
    }

    override open var repeatCount: Float {
        didSet { if let group = group { group.repeatCount = repeatCount } }
    }

    @objc open var radius: CGFloat = 60 {
        didSet { updateRing() }
    }

    @objc dynamic open var keyTime: Float = 0.2
    open var fromRadius: Float = 0
    open var animationDuration: TimeInterval = 3 { didSet { updateDelay() } }
    open var pulseInterval: TimeInterval = 0
    open var useTimingFunction = true
    open var autoRemove = false
    @objc open var ringCount: Int = 1 {
        didSet {
            instanceCount = max(ringCount, 1)
            updateDelay()
        }
    }
    private var alpha: CGFloat = 0.45

    // MARK: Life

    override public init() {
        super.init()
        setUp()
    }

    override public init(layer: Any) {
        super.init(layer: layer)
        guard let other = layer as? HaloLayer else { return }
        radius = other.radius
        animationDuration = other.animationDuration
        fromRadius = other.fromRadius
    }

    required public init?(coder aDecoder: NSCoder) {
        super.init(coder: aDecoder)
        setUp()
    }

    deinit {
        NotificationCenter.default.removeObserver(self)
    }

    private func setUp() {
        ring.contentsScale = UIScreen.main.scale
        ring.opacity = 0
        addSublayer(ring)
        updateRing()
        repeatCount = MAXFLOAT
        backgroundColor = UIColor(red: 0, green: 0.46, blue: 0.76, alpha: 0.45).cgColor
        instanceCount = 1
        NotificationCenter.default.addObserver(
            self, selector: #selector(save), name: UIApplication.didEnterBackgroundNotification, object: nil)
        NotificationCenter.default.addObserver(
            self, selector: #selector(HaloLayer.resume(_:)),
            name: UIApplication.willEnterForegroundNotification, object: nil)
    }

    fileprivate func updateRing() {
        ring.bounds = CGRect(x: 0, y: 0, width: radius * 2, height: radius * 2)
        ring.cornerRadius = radius
    }

    fileprivate func updateDelay() {
        instanceDelay = (animationDuration + pulseInterval) / Double(max(ringCount, 1))
    }

    // MARK: Animation

    fileprivate func makeGroup() {
        let scale = CABasicAnimation(keyPath: "transform.scale.xy")
        scale.fromValue = fromRadius
        scale.toValue = 1.0
        scale.duration = animationDuration

        let opacity = CAKeyframeAnimation(keyPath: #keyPath(CALayer.opacity))
        opacity.duration = animationDuration
        let start = events?.halo?(self, opacityOf: 0) ?? Float(alpha)
        opacity.values = [start, start * 0.5, 0]
        opacity.keyTimes = [0.0, NSNumber(value: keyTime), 1.0]

        group = CAAnimationGroup()
        group.animations = [scale, opacity]
        group.duration = animationDuration + pulseInterval
        group.repeatCount = repeatCount
        if useTimingFunction {
            group.timingFunction = events?.timingFunction?(for: self) ?? CAMediaTimingFunction(name: .default)
        }
        group.delegate = self
    }

    @objc open func start() {
        makeGroup()
        ring.add(group, forKey: haloKey)
        events?.haloDidStart?(self)
    }

    @objc open func stop() {
        ring.removeAllAnimations()
    }

    open var isPulsing: Bool {
        guard let keys = ring.animationKeys() else { return false }
        return !keys.isEmpty
    }

    private func recreate() {
        guard isPulsing else { return }
        stop()
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.2) { [weak self] in self?.start() }
    }

    @objc internal func save() {
        isAnimatingBeforeLeaving = isPulsing
        previousSuperlayer = superlayer
    }

    @objc private func resume(_ note: Notification) {
        if let layer = previousSuperlayer, superlayer == nil { layer.addSublayer(self) }
        if isAnimatingBeforeLeaving && !isPulsing { start() }
    }

    public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        if isPulsing { ring.removeAllAnimations() }
        ring.opacity = 0
        if autoRemove { removeFromSuperlayer() }
        events?.halo?(self, didFinish: flag)
    }
}
