// The limits of a connection. They bound everything that a message can make the receiver allocate.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

/// The limits of messages that one end of a connection accepts from the other.
///
/// The server sends its limits in `Welcome`.
package struct WireLimits: Equatable, Sendable {
  /// Bytes of one message, its header included.
  package var messageBytes = 32 << 20
  /// Bytes of one message before the handshake is done.
  package static let handshakeBytes = 1024
  /// The kernel's limit for one message (SCM_MAX_FD).
  package static let maximumDescriptors = 253
  /// Descriptors that travel with one message, at most 253.
  package var descriptors = 64
  /// Bytes of UTF-8 of one string: names of layers, keys of animations.
  package var stringBytes = 64 << 10
  /// Elements of one path.
  package var pathElements = 1 << 20
  /// Layers, image bytes and animations of one context; a single commit stays within them too.
  package var tree = TreeLimits()
  /// Contexts of one client.
  package var contexts = 256
  /// Buffers of images that the server maps for one client at once.
  package var buffers = 4096
  /// Frames that a client may hold before it releases one.
  package var framesInFlight = 16
  /// Queued bytes for a peer that does not read, beyond which it counts as dead.
  package var queueBytes = 4 << 20

  package init() {}
}
