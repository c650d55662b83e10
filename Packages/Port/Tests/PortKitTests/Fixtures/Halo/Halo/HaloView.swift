// A view whose layer is a halo, and one that sends halos out.
// Licensed under the MIT license; see LICENSE.

import UIKit

@objcMembers open class HaloView: UIView {
    @IBInspectable var ringColor: UIColor = .cyan {
        didSet { haloLayer.backgroundColor = ringColor.cgColor }
    }

    var haloLayer: HaloLayer { return layer as! HaloLayer }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
    }

    public required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    @IBAction func toggle(_ sender: Any?) {
        haloLayer.isPulsing ? haloLayer.stop() : haloLayer.start()
    }
}

extension HaloView {
    open override class var layerClass: AnyClass { return HaloLayer.self }

    open override func didMoveToWindow() {
        super.didMoveToWindow()
        if window != nil { haloLayer.start() }
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        haloLayer.radius = min(bounds.width, bounds.height) / 2
        haloLayer.sublayers?.first?.position = CGPoint(x: bounds.midX, y: bounds.midY)
    }
}

public extension UIView {
    private struct Keys { static var halo: UInt8 = 0 }

    /// A halo behind the view; made when it is first asked for.
    var halo: HaloLayer {
        if let known = objc_getAssociatedObject(self, &Keys.halo) as? HaloLayer { return known }
        let halo = HaloLayer()
        halo.position = CGPoint(x: bounds.midX, y: bounds.midY)
        layer.insertSublayer(halo, at: 0)
        objc_setAssociatedObject(self, &Keys.halo, halo, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
        return halo
    }
}
