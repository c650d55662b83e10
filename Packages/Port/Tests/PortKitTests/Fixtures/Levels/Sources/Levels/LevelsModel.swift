// The values of the bars, and what follows from them.
// Licensed under the MIT license; see LICENSE.

import Combine
import Foundation

extension Notification.Name {
    /// Something outside wants the bars at their beginning.
    public static let levelsReset = Notification.Name("levels.reset")
}

public final class LevelsModel: ObservableObject {
    @Published public var bass: Double = 0.2
    @Published public var treble: Double = 0.6
    @Published public private(set) var isLoud = false

    /// Both values, as they are now.
    public var levels: AnyPublisher<[Double], Never> {
        $bass.combineLatest($treble) { [$0, $1] }
            .removeDuplicates()
            .eraseToAnyPublisher()
    }

    /// Each value that becomes too large, whichever it is.
    public var peaks: AnyPublisher<Double, Never> {
        Publishers.MergeMany([$bass, $treble].map { $0.filter { $0 > 0.9 } }).eraseToAnyPublisher()
    }

    private var cancellables = Set<Combine.AnyCancellable>()

    public init() {
        $bass.merge(with: $treble)
            .scan(0) { max($0, $1) }
            .map { $0 > 0.5 }
            .assign(to: &$isLoud)
        NotificationCenter.default.publisher(for: .levelsReset)
            .sink { [weak self] _ in
                self?.bass = 0.2
                self?.treble = 0.6
            }
            .store(in: &cancellables)
    }
}
