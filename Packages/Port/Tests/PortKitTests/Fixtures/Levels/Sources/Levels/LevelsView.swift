// Bars of a model.
// Licensed under the MIT license; see LICENSE.

import Combine
import UIKit

public final class LevelsView: UIView {
    private let bars = [UIView(), UIView()]
    private var heights: [NSLayoutConstraint] = []
    private var bag: [AnyCancellable] = []
    public private(set) var peaks = 0

    public init(model: LevelsModel) {
        super.init(frame: .zero)
        backgroundColor = .systemBackground
        for (index, bar) in bars.enumerated() {
            bar.backgroundColor = index == 0 ? .systemIndigo : .systemTeal
            bar.layer.cornerRadius = 6
            bar.translatesAutoresizingMaskIntoConstraints = false
            addSubview(bar)
            let height = bar.heightAnchor.constraint(equalToConstant: 0)
            heights.append(height)
            NSLayoutConstraint.activate([
                bar.leadingAnchor.constraint(equalTo: leadingAnchor, constant: CGFloat(12 + index * 44)),
                bar.widthAnchor.constraint(equalToConstant: 32),
                bar.bottomAnchor.constraint(equalTo: bottomAnchor, constant: -8),
                height,
            ])
        }
        model.levels
            .map { $0.map { CGFloat($0) * 100 } }
            .sink { [unowned self] in zip(heights, $0).forEach { $0.constant = $1 } }
            .store(in: &bag)
        model.$isLoud
            .map { $0 ? UIColor.systemRed.cgColor : UIColor.clear.cgColor }
            .assign(to: \.borderColor, on: layer)
            .store(in: &bag)
        model.peaks.sink { [unowned self] _ in peaks += 1 }.store(in: &bag)
        layer.borderWidth = 3
    }

    required init?(coder: NSCoder) { fatalError("made in code") }
}
