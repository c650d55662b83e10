// Layers over the pictures of a film.
// Licensed under the MIT license; see LICENSE.

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
  let videoLayer: CALayer
  let animationLayer: CALayer

  /// The pictures show in `videoLayer`, and the film is all of `animationLayer`.
  ///
  /// - Parameters:
  ///   - videoLayer: In the tree of `animationLayer`.
  ///   - animationLayer: As large as the film, without a superlayer.
  public init(postProcessingAsVideoLayer videoLayer: CALayer, in animationLayer: CALayer) {
    (self.videoLayer, self.animationLayer) = (videoLayer, animationLayer)
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}
