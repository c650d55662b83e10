// Changes of several programs in one frame.
// Licensed under the MIT license; see LICENSE.

import QuartzWire

/// A change of several programs that shows in the same frame or not at all.
///
/// One program makes the fence and gives its text to the others. Each party sets it before the
/// commit that is its part. The render server holds the parts until all parties have committed, and
/// then shows them in one frame.
///
///     // In one of two programs.
///     guard let fence = CAFence(parties: 2) else { return }
///     print(fence)
///     context.setFence(fence)
///     box.position = CGPoint(x: 100, y: 100)
///     // In the other one.
///     if let fence = CAFence(text) { client.setFence(fence) }
///     panel.position = CGPoint(x: 100, y: 100)
///
/// A party that does not commit within a second, or ends, breaks the fence: nothing of it shows.
/// The other parties report it, and send their whole trees with their next commit, as they are
/// then. A fence holds once. Its text cannot be guessed.
///
/// **Differences**: Apple's platforms have no such public type.
public struct CAFence: Hashable, Sendable, CustomStringConvertible {
  let token: FenceToken
  let parties: UInt8

  /// Makes a fence.
  ///
  /// - Parameter parties: The contexts and clients that take part, 1...64; nil for other numbers.
  public init?(parties: Int) {
    guard Fence.parties.contains(parties) else { return nil }
    token = .random()
    self.parties = UInt8(parties)
  }

  /// Parses a fence; returns nil if the text is malformed.
  ///
  /// - Parameter description: The text of a fence of another program.
  public init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let parties = UInt8(parts[0]), Fence.parties.contains(Int(parties)),
      let high = UInt64(parts[1], radix: 16), let low = UInt64(parts[2], radix: 16)
    else { return nil }
    self.parties = parties
    token = FenceToken(high: high, low: low)
  }

  /// A text for other programs: digits, letters and hyphens.
  public var description: String {
    "\(parties)-\(String(token.high, radix: 16))-\(String(token.low, radix: 16))"
  }
}

extension CAContext {
  /// Makes the next commit of the context a part of a fenced change.
  ///
  /// Contexts that a render server draws wait for the other parties; one that is drawn in this
  /// process shows its changes at once.
  ///
  /// - Parameter fence: The fence, which the other parties set too.
  public func setFence(_ fence: CAFence) {
    LayerLock.with { (carrier as? RemoteCarrier)?.fence = fence }
  }
}

extension CARemoteLayerClient {
  /// Makes the next commit of the client a part of a fenced change.
  ///
  /// - Parameter fence: The fence, which the other parties set too.
  public func setFence(_ fence: CAFence) {
    fencedContext?.setFence(fence)
  }
}
