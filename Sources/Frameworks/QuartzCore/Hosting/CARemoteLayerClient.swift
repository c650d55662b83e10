// A layer tree that another program shows.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzModel
import QuartzSoftware
package import QuartzWire
import Synchronization

/// A layer tree that another program shows in a layer of its own.
///
/// The tree is committed like any other. Its root's superspace is the space of the hosting layer,
/// whose y axis, scale and clock it follows. The client ends with `invalidate()`, with its last
/// reference and with its process; its tree is then gone from the host's next frame. A render
/// server that ends is waited for, as by `CAContext`, and the client keeps its id.
///
/// **Differences**: `serverPort` is a file descriptor; see `CARemoteLayerServer`. In the program of
/// the host itself, where no render server draws, a client follows the clock of the context that
/// its thread used last.
open class CARemoteLayerClient: NSObject {
  /// The id that the host gives to `CALayer(remoteClientId:)`; 0 if there is no connection.
  ///
  /// It is random, and never that of another client of the host.
  open private(set) var clientId: UInt32 = 0
  private var context: CAContext?
  var fencedContext: CAContext? { context }

  /// Creates a client of the program that has given a port.
  ///
  /// If the port is not one, or no render server answers, the client's id is 0, the reason is
  /// reported, and its layer shows nowhere.
  ///
  /// - Parameter port: A descriptor that is the `serverPort` of the host, or a duplicate of it.
  public init(serverPort port: mach_port_t) {
    super.init()
    guard let descriptor = Int32(exactly: port),
      let name = LayerServerPort(descriptor: descriptor)
    else {
      Diagnostics.report("the descriptor \(port) is no port of a layer server")
      return
    }
    connect(to: name)
  }

  /// Creates a client by a host's name.
  package init(_ name: LayerServerPort) {
    super.init()
    connect(to: name)
  }

  private func connect(to name: LayerServerPort) {
    let id = UInt32.random(in: 1...UInt32.max)
    do throws(CAContextError) {
      context = try CAContext(offeredTo: name, as: id)
      clientId = id
    } catch {
      Diagnostics.report("a layer client has no connection: \(error)")
    }
  }

  /// The root of the tree; nil if there is none.
  ///
  /// The change is part of the current transaction.
  open var layer: CALayer? {
    get { context?.layer }
    set { context?.layer = newValue }
  }

  /// Called for each event over the tree, on the run loop of the thread that made the client.
  ///
  /// The host's context shows in a window of its render server (`quartzd --output window`). Points
  /// are those of the hosting layer's space, in which the client's layer lies. A button or a finger
  /// that went down on the tree belongs to it until it is up. Without a closure the host gets what
  /// happens over the tree.
  ///
  /// **Differences**: an addition.
  public final var onEvent: ((CAContext.Window.Event) -> Void)? {
    get { context?.onEvent }
    set { context?.onEvent = newValue }
  }

  /// Takes the tree away from the host, and ends the client.
  open func invalidate() {
    context?.onEvent = nil
    context?.layer = nil
    context?.carrier.close()
    context = nil
    clientId = 0
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

extension CAContext {
  private static let lastPath = Mutex<String?>(nil)

  /// The socket of the server that the last context of this process was made in; nil if there is
  /// none.
  static var lastServerPath: String? {
    get { lastPath.withLock { $0 } }
    set { lastPath.withLock { $0 = newValue } }
  }

  /// Creates a context that shows in a layer of another program.
  convenience init(
    offeredTo name: LayerServerPort,
    as client: UInt32
  ) throws(CAContextError) {
    // It is never drawn by itself.
    let configuration = ContextConfiguration(width: 1, height: 1, background: .clear)
    let hostClock = TransactionStack.current.mediaContext?.clock
    if name.path.isEmpty {
      guard name.key == LayerHost.shared.key else {
        throw .serverUnavailable("the host has no render server")
      }
      let carrier: InProcessCarrier
      do {
        carrier = try InProcessCarrier(backend: SoftwareBackend(), configuration: configuration)
      } catch {
        throw .refused("\(error)")
      }
      guard LocalHosting.shared.offer(carrier, as: client) else {
        throw .refused("another client has the id \(client)")
      }
      self.init(
        configuration: configuration,
        carrier: carrier,
        clock: hostClock,
        isMediaClock: false
      )
      return
    }
    let carrier: RemoteCarrier
    do {
      var options = ServerConnection.Options()
      options.clientName = ProcessInfo.processInfo.processName
      carrier = try RemoteCarrier(
        connection: try ServerConnection(path: name.path, options: options),
        configuration: configuration,
        clock: .real,
        offer: RemoteCarrier.Offer(key: name.key, client: client)
      )
    } catch {
      if case .refused(let failure) = error { throw .refused(failure.reason) }
      throw .serverUnavailable("\(error)")
    }
    let isOwn = name.key == LayerHost.shared.key
    self.init(
      configuration: configuration,
      carrier: carrier,
      clock: isOwn ? hostClock : nil,
      isMediaClock: false
    )
  }
}
