// Calls of tools that look into contexts of other programs.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

extension ServerConnection {
  /// Images of at most this many bytes are copied, so that what the server lends is returned soon.
  private static let copiedBytes = 1 << 20

  /// Returns the contexts of all programs.
  package func contexts() throws(WireError) -> ContextList {
    try locked { (session) throws(WireError) in
      let answer = try session.call(RequestContexts())
      guard case .contexts(let list) = answer else { throw session.unexpected(answer) }
      return list
    }
  }

  /// Returns the next change of a context, `.nothing` if there is none now.
  ///
  /// - Parameter fromStart: Whether the whole tree is wanted; it comes first in any case.
  package func change(
    of token: UInt64,
    fromStart: Bool = false
  ) throws(WireError) -> ObservedChange {
    var change = try locked { (session) throws(WireError) in
      let answer = try session.call(RequestChange(token: token, fromStart: fromStart))
      guard case .change(let change) = answer else { throw session.unexpected(answer) }
      return change
    }
    change.update.copySmallImages(atMost: Self.copiedBytes)
    return change
  }

  /// Ends an observation, and what this connection overrides in the context.
  package func endObservation(of token: UInt64) throws(WireError) {
    try locked { (session) throws(WireError) in
      try session.post(EndObservation(token: token))
    }
  }

  /// Shows another value of a layer, until the connection ends; nil shows the program's again.
  ///
  /// - Returns: The number of values that are overridden in the context.
  @discardableResult
  package func override(
    _ property: PropertyID,
    of layer: LayerID,
    in token: UInt64,
    _ value: PropertyValue?
  ) throws(WireError) -> Int {
    try locked { (session) throws(WireError) in
      let answer = try session.call(
        OverrideValue(token: token, layer: layer, property: property, value: value)
      )
      guard case .overridden(let done) = answer else { throw session.unexpected(answer) }
      return done.count
    }
  }

  /// Returns the statistics of a context of any connection.
  package func statistics(ofToken token: UInt64) throws(WireError) -> ContextStatistics {
    try locked { (session) throws(WireError) in
      let answer = try session.call(CaptureStatistics(token: token))
      guard case .contextStatistics(let report) = answer else { throw session.unexpected(answer) }
      return report.statistics
    }
  }
}

extension ObservedUpdate {
  /// Puts small images into memory of their own.
  fileprivate mutating func copySmallImages(atMost limit: Int) {
    func own(_ pixels: PixelBuffer) -> PixelBuffer {
      pixels.byteCount <= limit ? pixels.copy() ?? pixels : pixels
    }
    func own(_ commit: inout Commit) {
      for index in commit.createdImages.indices {
        commit.createdImages[index].pixels = own(commit.createdImages[index].pixels)
      }
      for index in commit.updatedImages.indices {
        commit.updatedImages[index].pixels = own(commit.updatedImages[index].pixels)
      }
    }
    switch self {
    case .part(var part):
      own(&part.commit)
      self = .part(part)
    case .commit(var commit):
      own(&commit)
      self = .commit(commit)
    case .present(var present):
      present.pixels = own(present.pixels)
      self = .present(present)
    case .nothing, .flush, .time, .ended: break
    }
  }
}
