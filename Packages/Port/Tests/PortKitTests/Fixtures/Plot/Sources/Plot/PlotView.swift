// A chart of lines and bars.
// Licensed under the MIT license; see LICENSE.

import Foundation
import UIKit

@objc public protocol PlotDataSource: AnyObject {
    func numberOfSeries(in plot: PlotView) -> Int
    func plot(_ plot: PlotView, valuesOf series: Int) -> [Double]
    @objc optional func plot(_ plot: PlotView, colorOf series: Int) -> UIColor
    @objc optional func plot(_ plot: PlotView, isBars series: Int) -> Bool
    @objc optional func plotInsets(_ plot: PlotView) -> UIEdgeInsets
}

@objc public protocol PlotDelegate: AnyObject {
    @objc optional func plot(_ plot: PlotView, didSelect index: Int)
    @objc(plotDidEndSelecting:) optional func plotDidEndSelecting(_ plot: PlotView)
}

@objcMembers
open class PlotView: PlotBaseView {
    open weak var dataSource: PlotDataSource? { didSet { reload() } }
    open weak var delegate: PlotDelegate?
    open var selectedIndex: Int = NSNotFound
    internal var series: [SeriesLayer] = []
    internal let axes = AxesLayer()

    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
    }

    private func setUp() {
        layer.addSublayer(axes)
        let press = UILongPressGestureRecognizer(target: self, action: #selector(choose(_:)))
        press.minimumPressDuration = 0
        addGestureRecognizer(press)
    }

    open func reload() {
        series.forEach { $0.removeFromSuperlayer() }
        guard let source = dataSource else { return }
        series = (0..<source.numberOfSeries(in: self)).map { index in
            let layer = SeriesLayer()
            layer.values = source.plot(self, valuesOf: index)
            layer.color = (source.plot?(self, colorOf: index) ?? .systemBlue).cgColor
            layer.isBars = source.plot?(self, isBars: index) == true
            self.layer.addSublayer(layer)
            return layer
        }
        setNeedsLayout()
    }

    @objc func choose(_ press: UILongPressGestureRecognizer) {
        switch press.state {
        case .began, .changed:
            let count = series.map { $0.values.count }.max() ?? 0
            let part = press.location(in: self).x / max(bounds.width, 1)
            let index = min(max(Int(part * CGFloat(count)), 0), count - 1)
            guard index != selectedIndex else { return }
            selectedIndex = index
            delegate?.plot?(self, didSelect: index)
        case .ended:
            selectedIndex = NSNotFound
            delegate?.plotDidEndSelecting?(self)
        default: break
        }
    }

    open func animate(duration: TimeInterval) {
        for (index, layer) in series.enumerated() {
            let animation = CABasicAnimation(keyPath: #keyPath(SeriesLayer.progress))
            animation.fromValue = 0
            animation.toValue = 1
            animation.duration = duration
            animation.beginTime = CACurrentMediaTime() + Double(index) * 0.1
            animation.fillMode = .backwards
            layer.add(animation, forKey: "progress")
        }
    }
}
