// Time 0 of films and documents, and what has begun by then.
// Licensed under the MIT license; see LICENSE.

/// The beginning of a film or a document, which its layers' animations can begin with.
///
/// A begin time of 0 means the moment at which an animation is added. So those that begin with the
/// film have the smallest time that is not 0, and the film's layers are ahead of it by a little
/// more: in the first picture these animations have begun. Later the difference is far below what a
/// Double tells apart.
package enum FilmBeginning {
  /// The begin time that means the beginning, in seconds: `AVCoreAnimationBeginTimeAtZero`.
  package static let beginTime = 1e-100
  /// How far layers are ahead of their film, in seconds.
  private static let lead = 1e-99

  /// The time of layers at a time of their film; both in seconds.
  package static func layerTime(at filmTime: Double) -> Double { filmTime + lead }
}
