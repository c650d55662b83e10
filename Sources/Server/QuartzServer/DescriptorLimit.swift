// The process's limit of descriptors, and the number that the server's limits promise to clients.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// The process's limit of open descriptors (RLIMIT_NOFILE).
package enum DescriptorLimit {
  /// The server's own descriptors: standard streams, socket, lock, mailboxes, devices of a driver.
  static let ownDescriptors = 64
  /// Raises the soft limit to the hard one.
  ///
  /// The default is low for programs that use `select`, which this one does not.
  ///
  /// - Returns: The number of descriptors that the process may now have.
  package static func raise() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
    if limit.rlim_cur < limit.rlim_max {
      var raised = limit
      raised.rlim_cur = limit.rlim_max
      if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// Returns the number of descriptors that a server needs to keep the promises of its limits.
  package static func promised(_ limits: ServerLimits) -> Int {
    // A socket, a mailbox and a timer; frames; messages that are read and that wait.
    let each = 3 + limits.wire.framesInFlight + limits.descriptorsWaiting + limits.wire.descriptors
    let (all, overflows) = each.multipliedReportingOverflow(by: limits.clients)
    return overflows ? .max : all + ownDescriptors
  }
}
