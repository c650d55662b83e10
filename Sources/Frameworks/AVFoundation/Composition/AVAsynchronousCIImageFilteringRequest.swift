// A picture of a film on its way through a program's filters.
// Licensed under the MIT license; see LICENSE.

public import CoreImage
public import CoreMedia
public import Foundation

/// A picture of a film that a program filters, for
/// `AVVideoComposition.videoComposition(with:applyingCIFiltersWithHandler:)`.
///
/// It is finished once, on any thread, by one of the two functions; later calls change nothing. A
/// request that nobody holds any more, and that was not finished, counts as one with an error.
public final class AVAsynchronousCIImageFilteringRequest: NSObject, NSCopying, Sendable {
  private let picture: FilteredPicture

  /// The size of the picture in pixels: the composition's `renderSize` times its `renderScale`.
  public let renderSize: CGSize
  /// The picture's time in the film.
  public let compositionTime: CMTime
  /// The picture of the film, turned as the film says.
  ///
  /// Its extent is `renderSize`, with the origin at the bottom left. It is opaque, of 8 bits in
  /// sRGB; light of films brighter than white is made darker, from the film's brightest to white.
  public let sourceImage: CIImage

  init(_ picture: FilteredPicture, _ sourceImage: CIImage) {
    (self.picture, self.sourceImage) = (picture, sourceImage)
    (renderSize, compositionTime) = (sourceImage.extent.size, picture.time)
  }

  deinit {
    picture.finish(
      .failure(AVError(.videoCompositorFailed, "a handler dropped a picture without finishing it"))
    )
  }

  /// The request itself, which does not change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Gives the film a picture.
  ///
  /// It is drawn soon after, on another thread. Where it is clear, or has no pixels, the film is
  /// black; what is outside of `renderSize` does not show. An image that cannot be drawn is an
  /// error of the film.
  ///
  /// - Parameters:
  ///   - filteredImage: The picture, in the space of `sourceImage`.
  ///   - context: Draws it; nil for a context with the defaults.
  public func finish(with filteredImage: CIImage, context: CIContext?) {
    picture.finish(.success((filteredImage, context)))
  }

  /// Says that there is no picture.
  ///
  /// An export ends with the error; a player shows the picture before on.
  public func finish(with error: any Error) {
    picture.finish(.failure(FilterRefusal(reason: error)))
  }

  /// The class, with its module for a class of the program, and the address.
  public override var description: String { objectText }
}
