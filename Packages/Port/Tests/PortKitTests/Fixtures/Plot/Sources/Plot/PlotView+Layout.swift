// The layout of charts.
// Licensed under the MIT license; see LICENSE.

import UIKit
import ImageIO

extension PlotView {
    private var insets: UIEdgeInsets {
        return dataSource?.plotInsets?(self) ?? UIEdgeInsets(top: 10, left: 10, bottom: 10, right: 10)
    }
}

extension PlotView {
    open override func layoutSubviews() {
        super.layoutSubviews()
        let inner = bounds.inset(by: plotArea)
        axes.frame = inner
        let limits = self.limits
        for layer in series {
            layer.limits = limits
            layer.frame = inner
        }
    }

    var plotArea: UIEdgeInsets { insets }

    var limits: ClosedRange<Double> {
        let all = series.flatMap { $0.values }
        return min(all.min() ?? 0, 0)...max(all.max() ?? 1, 1)
    }

    /// A picture of the chart.
    @objc open func snapshot() -> UIImage {
        return UIGraphicsImageRenderer(bounds: bounds).image { context in layer.render(in: context.cgContext) }
    }
}
