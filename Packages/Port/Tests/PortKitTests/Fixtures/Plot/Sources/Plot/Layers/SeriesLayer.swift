// The layers of charts.
// Licensed under the MIT license; see LICENSE.

import class QuartzCore.CALayer
import struct CoreGraphics.CGFloat
import UIKit

@objc(PlotSeriesLayer)
public class SeriesLayer: CALayer {
    @objc public dynamic var progress: CGFloat = 1
    var values: [Double] = []
    var limits: ClosedRange<Double> = 0...1
    var isBars = false
    var color: CGColor = UIColor.systemBlue.cgColor

    override init() {
        super.init()
        contentsScale = plotScale()
        needsDisplayOnBoundsChange = true
    }

    public override init(layer: Any) {
        super.init(layer: layer)
        if let other = layer as? SeriesLayer {
            progress = other.progress
            (values, limits, isBars, color) = (other.values, other.limits, other.isBars, other.color)
        }
    }

    required public init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    public override class func needsDisplay(forKey key: String) -> Bool {
        return key == #keyPath(progress) ? true : super.needsDisplay(forKey: key)
    }

    private func point(_ index: Int) -> CGPoint {
        let span = limits.upperBound - limits.lowerBound
        let part = span == 0 ? 0 : (values[index] - limits.lowerBound) / span
        let step = bounds.width / CGFloat(max(values.count, 1))
        return CGPoint(x: (CGFloat(index) + 0.5) * step, y: bounds.height * (1 - CGFloat(part) * progress))
    }

    public override func draw(in ctx: CGContext) {
        guard !values.isEmpty else { return }
        let step = bounds.width / CGFloat(values.count)
        ctx.setFillColor(color)
        ctx.setStrokeColor(color)
        if isBars {
            for index in values.indices {
                let top = point(index)
                ctx.fill(CGRect(x: top.x - step * 0.35, y: top.y, width: step * 0.7, height: bounds.height - top.y))
            }
        } else {
            ctx.setLineWidth(2)
            ctx.setLineJoin(.round)
            ctx.addLines(between: values.indices.map(point))
            ctx.strokePath()
            for index in values.indices {
                let middle = point(index)
                ctx.fillEllipse(in: CGRect(x: middle.x - 3, y: middle.y - 3, width: 6, height: 6))
            }
        }
    }
}

final class AxesLayer: CAShapeLayer {
    override func layoutSublayers() {
        super.layoutSublayers()
        let path = UIBezierPath()
        for part in stride(from: CGFloat(0), through: 1, by: 0.25) {
            path.move(to: CGPoint(x: 0, y: bounds.height * part))
            path.addLine(to: CGPoint(x: bounds.width, y: bounds.height * part))
        }
        self.path = path.cgPath
        strokeColor = UIColor(white: 0.5, alpha: 0.6).cgColor
        lineWidth = 1 / plotScale()
        lineDashPattern = [4, 2]
    }
}
