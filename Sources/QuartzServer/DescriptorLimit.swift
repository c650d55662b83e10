// How many descriptors the process may have, and how many its clients are promised.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// The process's limit of open descriptors (RLIMIT_NOFILE).
package enum DescriptorLimit {
  /// What a server has for itself: standard streams, socket, lock, mailboxes, devices of a driver.
  static let ownDescriptors = 64
  /// Raises the soft limit to the hard one.
  ///
  /// It is kept low by default for programs that use `select`; this one does not.
  ///
  /// - Returns: How many descriptors the process may have now.
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

  /// How many descriptors a server needs that keeps all that its limits promise.
  package static func promised(_ limits: ServerLimits) -> Int {
    // A socket, a mailbox and a timer; frames; messages that are read and that wait.
    let each = 3 + limits.wire.framesInFlight + limits.descriptorsWaiting + limits.wire.descriptors
    let (all, overflows) = each.multipliedReportingOverflow(by: limits.clients)
    return overflows ? .max : all + ownDescriptors
  }
}
