// Layers over the pictures of a film.
// Licensed under the MIT license; see LICENSE.

public import CoreMedia
public import Foundation
public import QuartzCore

/// The begin time of an animation that begins with its film.
///
/// A begin time of 0 would mean the moment at which the animation is added.
public let AVCoreAnimationBeginTimeAtZero: CFTimeInterval = FilmBeginning.beginTime

/// Shows layers over the pictures of a film that is exported.
///
///     let (parent, video) = (CALayer(), CALayer())
///     parent.frame = CGRect(origin: .zero, size: size)
///     video.frame = parent.bounds
///     parent.addSublayer(video)
///     parent.addSublayer(title)
///     composition.animationTool = AVVideoCompositionCoreAnimationTool(
///       postProcessingAsVideoLayer: video, in: parent)
///
/// The time of the layers is that of the film. Their space has its origin at the bottom left; set
/// `isGeometryFlipped` of the parent for one at the top left.
open class AVVideoCompositionCoreAnimationTool: NSObject {
  /// How the layers come into the film.
  enum Place {
    /// The pictures show in the first layer, and the film is all of the second one.
    case around(video: CALayer, all: CALayer)
    /// The layer is a track of a number.
    case track(CALayer, CMPersistentTrackID)
  }

  let place: Place

  /// The pictures show in `videoLayer`, and the film is all of `animationLayer`.
  ///
  /// - Parameters:
  ///   - videoLayer: In the tree of `animationLayer`.
  ///   - animationLayer: As large as the film, without a superlayer.
  public init(postProcessingAsVideoLayer videoLayer: CALayer, in animationLayer: CALayer) {
    place = .around(video: videoLayer, all: animationLayer)
  }

  /// The layer is a track of the film, where instructions name its number.
  ///
  /// It has the film's size, with its origin at the bottom left, and shows with the transform, the
  /// opacity and the place among tracks of its instruction. Without one it does not show.
  ///
  /// - Parameters:
  ///   - layer: Without a superlayer.
  ///   - trackID: Of no other track.
  public init(additionalLayer layer: CALayer, asTrackID trackID: CMPersistentTrackID) {
    place = .track(layer, trackID)
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}
