// A layout of frames, without constraints.
// Licensed under the MIT license; see LICENSE.

import UIKit
import GameplayKit

@objc public enum BoxEdge: Int {
    case top, left, bottom, right, hCenter, vCenter
}

public protocol BoxLayoutable: class {
    var boxFrame: CGRect { get set }
    var boxSuper: CGRect { get }
}

extension UIView: BoxLayoutable {
    @objc public var boxFrame: CGRect {
        get { return CGRect(x: center.x - bounds.width / 2, y: center.y - bounds.height / 2, width: bounds.width, height: bounds.height) }
        set {
            bounds.size = newValue.size
            center = CGPoint(x: newValue.midX, y: newValue.midY)
        }
    }

    public var boxSuper: CGRect { return superview?.bounds ?? .zero }
}

public extension BoxLayoutable {
    /// Starts a layout; it takes effect with the last call.
    var box: BoxLayout { return BoxLayout(self) }
}

extension CALayer: BoxLayoutable {
    public var boxFrame: CGRect {
        get { return frame }
        set { frame = newValue }
    }

    public var boxSuper: CGRect { return superlayer?.bounds ?? .zero }
}

public final class BoxLayout {
    private let item: BoxLayoutable
    private var left: CGFloat?
    private var right: CGFloat?
    private var top: CGFloat?
    private var bottom: CGFloat?
    private var width: CGFloat?
    private var height: CGFloat?
    private var aspect: CGFloat?
    private var isCentred = (x: false, y: false)

    init(_ item: BoxLayoutable) { self.item = item }

    @discardableResult public func left(_ inset: CGFloat = 0) -> Self { left = inset; return self }
    @discardableResult public func right(_ inset: CGFloat = 0) -> Self { right = inset; return self }
    @discardableResult public func top(_ inset: CGFloat = 0) -> Self { top = inset; return self }
    @discardableResult public func bottom(_ inset: CGFloat = 0) -> Self { bottom = inset; return self }
    @discardableResult public func width(_ value: CGFloat) -> Self { width = value; return self }
    @discardableResult public func height(_ value: CGFloat) -> Self { height = value; return self }
    @discardableResult public func aspectRatio(_ value: CGFloat) -> Self { aspect = value; return self }
    @discardableResult public func center() -> Self { isCentred = (true, true); return self }

    @discardableResult
    public func below(_ other: UIView, _ gap: CGFloat = 0) -> Self {
        top = other.boxFrame.maxY + gap
        return self
    }

    @discardableResult
    public func after(_ other: UIView, _ gap: CGFloat = 0) -> Self {
        left = other.boxFrame.maxX + gap
        return self
    }

    public func layout() {
        let area = item.boxSuper
        var frame = item.boxFrame
        if let width = width { frame.size.width = width }
        if let height = height { frame.size.height = height }
        if let left = left, let right = right { frame.size.width = area.width - left - right }
        if let top = top, let bottom = bottom { frame.size.height = area.height - top - bottom }
        if let aspect = aspect { frame.size.height = frame.width / aspect }
        if let left = left { frame.origin.x = left } else if let right = right { frame.origin.x = area.width - right - frame.width }
        if let top = top { frame.origin.y = top } else if let bottom = bottom { frame.origin.y = area.height - bottom - frame.height }
        if isCentred.x { frame.origin.x = (area.width - frame.width) / 2 }
        if isCentred.y { frame.origin.y = (area.height - frame.height) / 2 }
        item.boxFrame = CGRect(x: frame.minX.rounded(), y: frame.minY.rounded(), width: frame.width.rounded(), height: frame.height.rounded())
    }
}

/// A view that stacks its subviews and wraps them into lines.
open class FlowView: UIView {
    @IBInspectable open var gap: CGFloat = 8 { didSet { setNeedsLayout() } }
    @objc open dynamic var insets = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)

    @objc open func frames(for width: CGFloat) -> [CGRect] {
        var (x, y, line): (CGFloat, CGFloat, CGFloat) = (insets.left, insets.top, 0)
        return subviews.map { view in
            let size = view.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude))
            if x > insets.left, x + size.width > width - insets.right {
                x = insets.left
                y += line + gap
                line = 0
            }
            defer { x += size.width + gap }
            line = max(line, size.height)
            return CGRect(origin: CGPoint(x: x, y: y), size: size)
        }
    }
}

extension FlowView {
    open override func layoutSubviews() {
        super.layoutSubviews()
        for (view, frame) in zip(subviews, frames(for: bounds.width)) { view.frame = frame }
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let height = frames(for: size.width).map { $0.maxY }.max() ?? 0
        return CGSize(width: size.width, height: height + insets.bottom)
    }

    @objc open func insert(_ view: UIView) { addSubview(view) }
}

/// A view of one size.
public final class Tag: UIView {
    let size: CGSize

    public init(_ size: CGSize, _ color: UIColor) {
        self.size = size
        super.init(frame: CGRect(origin: .zero, size: size))
        backgroundColor = color
        layer.cornerRadius = size.height / 2
    }

    required init?(coder: NSCoder) { fatalError() }
}

extension Tag {
    public override func sizeThatFits(_ size: CGSize) -> CGSize { return self.size }
}
