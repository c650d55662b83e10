// The commands that editing menus begin with.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The commands that editing menus begin with.
@MainActor
enum StandardCommands {
  private static let all: [(title: String, action: StandardEditAction)] = [
    ("Cut", .cut), ("Copy", .copy), ("Paste", .paste), ("Delete", .delete), ("Select", .select),
    ("Select All", .selectAll),
  ]

  /// The commands for which a responder, or one further on in its chain, has a method.
  static func available(from responder: UIResponder) -> [UICommand] {
    all.map { UICommand(title: $0.title, action: Selector($0.action.rawValue)) }
      .filter { responder.target(forAction: $0.action, withSender: nil) != nil }
  }
}

extension UIView {
  /// The responder that commands of menus of the view begin with.
  final var menuResponder: UIResponder { window?.firstResponder ?? self }
}
