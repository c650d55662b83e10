// The host of layer trees of other programs.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzWire
import Synchronization

/// The name of something that another process may be given; on Linux, a file descriptor.
public typealias mach_port_t = UInt32

/// The part of a program that hosts layer trees of other programs.
///
/// A program that is given `serverPort` makes a `CARemoteLayerClient` with it, sets the client's
/// `layer`, and tells the host the client's `clientId` in some way of its own. The host shows the
/// tree in a layer made with `CALayer(remoteClientId:)`. The tree is drawn as if it were that
/// layer's first sublayer, and the render server animates it even while its program is stopped.
///
///     // In the host.
///     let child = Process()
///     child.standardInput = FileHandle(
///       fileDescriptor: Int32(CARemoteLayerServer.shared().serverPort))
///     // In the other program.
///     let client = CARemoteLayerClient(serverPort: 0)
///     client.layer = layer
///     print(client.clientId)
///
/// Ids are random, and stand for something only together with the port: a program that was not
/// given the port can neither show its layers in the host nor show those of others.
///
/// **Differences**: the port is a file descriptor, which child processes inherit by
/// `Process.standardInput` or get over a socket. It names the render server of the context that
/// was made last. `revoke(clientId:)` is an addition.
open class CARemoteLayerServer: NSObject {
  // Safe because: immutable but for the descriptor, which has a lock of its own.
  private nonisolated(unsafe) static let instance = CARemoteLayerServer()

  /// The server of this program.
  open class func shared() -> CARemoteLayerServer { instance }

  private let port = Mutex<UInt32?>(nil)

  override init() {}

  /// A descriptor to give to programs whose layers may show here; `UInt32.max` if there is none.
  ///
  /// It belongs to the server and stays open. It is made when it is asked for first.
  open var serverPort: mach_port_t {
    port.withLock { port in
      if let port { return port }
      do throws(WireError) {
        let name = LayerServerPort(key: LayerHost.shared.key, path: CAContext.lastServerPath ?? "")
        let descriptor = try name.makeMemory()
        let number = UInt32(clamping: descriptor.release())
        port = number
        return number
      } catch {
        Diagnostics.report("a layer server has no port: \(error)")
        return .max
      }
    }
  }

  /// Shows nothing of a client any more, whatever it does.
  ///
  /// - Parameter clientId: The client's id.
  open func revoke(clientId: UInt32) {
    LayerHost.shared.revoke(clientId)
    LocalHosting.shared.noteChange()
  }

  /// The client whose tree a layer shows; 0 for a layer that hosts none.
  ///
  /// Hit testing finds the hosting layer wherever its bounds are hit. The layers of other programs
  /// are known to those programs alone; they find their own with the converted point.
  ///
  /// - Parameter layer: A layer that `hitTest(_:)` has found, for instance.
  open func clientId(of layer: CALayer) -> UInt32 { layer.remoteClientId }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

extension CALayer {
  /// Creates a layer that shows the layer tree of another program.
  ///
  /// The tree's root shows as if it were the layer's first sublayer, in front of the layer's own
  /// contents. An id of no client shows nothing; the tree appears when there is one.
  ///
  /// - Parameter clientId: The `clientId` of a `CARemoteLayerClient` that was made with this
  ///   program's `CARemoteLayerServer.shared().serverPort`.
  public convenience init(remoteClientId clientId: UInt32) {
    self.init()
    set(.remoteClientId, .integer(Int64(clientId)))
  }

  /// The client whose tree the layer shows; 0 if there is none.
  final var remoteClientId: UInt32 {
    values.value(.remoteClientId).integer.flatMap { UInt32(exactly: $0) } ?? 0
  }
}
