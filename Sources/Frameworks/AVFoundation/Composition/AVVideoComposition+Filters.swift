// Compositions whose pictures a program filters.
// Licensed under the MIT license; see LICENSE.

import Foundation

extension AVVideoComposition {
  /// The composition of a film's first track of pictures, turned as it says, whose pictures a
  /// handler filters.
  ///
  /// A film that cannot be read, or has no pictures, makes a composition without a size, which
  /// players and exports refuse; see
  /// `AVMutableVideoComposition.videoComposition(with:applyingCIFiltersWithHandler:)`, which waits
  /// for the film and says why.
  public convenience init(
    asset: AVAsset,
    applyingCIFiltersWithHandler applier:
      @escaping @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void
  ) {
    self.init(propertiesOf: asset)
    values.filter = FilmFilter(handler: applier)
  }

  /// The values of a film whose pictures a handler filters; waits for the film.
  static func filteredValues(
    of asset: AVAsset,
    _ applier: @escaping @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void
  ) async throws -> Values {
    let (tracks, duration) = try await Waiting.run {
      (try asset.loadTracks(), try asset.loadDuration())
    }
    var values = values(of: tracks, duration: duration)
    guard values.renderSize != .zero else {
      throw AVError(.failedToLoadMediaData, "a film without pictures")
    }
    values.filter = FilmFilter(handler: applier)
    return values
  }
}
