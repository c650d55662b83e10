// Layer trees of other programs.
// Licensed under the MIT license; see LICENSE.

package import CQuartzInterface
import QuartzCore

extension ThreadState {
  fileprivate func client(_ object: quartz_object) throws(CallFailure) -> CARemoteLayerClient {
    try self.object(object, QUARTZ_KIND_CLIENT, as: CARemoteLayerClient.self)
  }
}

@c @implementation
package func quartz_host_port(_ port: UnsafeMutablePointer<UInt32>?) -> quartz_status {
  call { _ throws(CallFailure) in
    let result = try Argument.result(port, "port")
    let port = CARemoteLayerServer.shared().serverPort
    guard port != .max else {
      throw CallFailure(QUARTZ_LIMIT, "the system has no memory for the name of a host")
    }
    result.pointee = port
  }
}

@c @implementation
package func quartz_host_revoke(_ client_id: UInt32) -> quartz_status {
  call { _ throws(CallFailure) in CARemoteLayerServer.shared().revoke(clientId: client_id) }
}

@c @implementation
package func quartz_client_create(
  _ port: UInt32,
  _ client: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(client, "client")
    var made: CARemoteLayerClient?
    let lines = Diagnostics.lines { made = CARemoteLayerClient(serverPort: port) }
    guard let made, made.clientId != 0 else {
      throw CallFailure(QUARTZ_NO_SERVER, lines.first ?? "the client has no connection")
    }
    result.pointee = try state.give(made, QUARTZ_KIND_CLIENT)
  }
}

@c @implementation
package func quartz_client_id(
  _ client: quartz_object,
  _ client_id: UnsafeMutablePointer<UInt32>?
) -> quartz_status {
  call { state throws(CallFailure) in
    try Argument.result(client_id, "client_id").pointee = try state.client(client).clientId
  }
}

@c @implementation
package func quartz_client_set_layer(
  _ client: quartz_object,
  _ layer: quartz_object
) -> quartz_status {
  call { state throws(CallFailure) in
    let client = try state.client(client)
    client.layer = layer == 0 ? nil : try state.model(layer)
  }
}
