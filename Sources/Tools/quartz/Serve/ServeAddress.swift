// The addresses that a server listens on.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import Glibc

/// An address by number.
enum ServeAddress: ExpressibleByArgument, Sendable {
  case ip4(String)
  case ip6(String)

  init?(argument: String) {
    var (small, large) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, argument, &small) == 1 {
      self = .ip4(argument)
    } else if inet_pton(AF_INET6, argument, &large) == 1 {
      self = .ip6(argument)
    } else {
      return nil
    }
  }

  /// The number.
  var text: String {
    switch self {
    case .ip4(let text), .ip6(let text): text
    }
  }

  var defaultValueDescription: String { text }

  /// Whether only this machine reaches it.
  var isLoopback: Bool {
    switch self {
    case .ip4(let text): text.hasPrefix("127.")
    case .ip6(let text): text == "::1"
    }
  }

  /// The address as the host of a URL.
  var inURL: String {
    switch self {
    case .ip4(let text): text
    case .ip6(let text): "[\(text)]"
    }
  }
}
