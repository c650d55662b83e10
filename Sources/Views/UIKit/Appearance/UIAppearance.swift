// Appearance proxies: values for all views and items of a class.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore
import QuartzInstances

/// A class that views and items can be in: views, and controllers of views.
@preconcurrency
@MainActor
public protocol UIAppearanceContainer: NSObjectProtocol {}

/// A class whose objects take values of a proxy.
///
///     UISwitch.appearance().onTintColor = .purple
///     UILabel.appearance(whenContainedInInstancesOf: [UITableView.self]).textColor = .gray
///
/// A proxy is an object of the class that is not shown. Views get the values that it was given when
/// they come into a window, and items of bars when the bar shows them, unless they have a value of
/// their own. Of several proxies that have a value, that of the most derived class is taken; then
/// one with containers, the outermost first, then the longer list; then one with traits; then the
/// last made.
///
/// **Differences**: a class whose objects are proxies implements `init(frame:)`, or `init()` for
/// items. A value counts as an object's own if it is another one than that of a new object of
/// UIKit's class. These properties are taken: colours and pictures of views, bars, controls and
/// tables; fonts and colours of texts; looks and attributes of bars, their items and segments.
/// Those of a program's classes are not.
@preconcurrency
@MainActor
public protocol UIAppearance: NSObjectProtocol {
  /// The proxy of the class.
  static func appearance() -> Self
  /// The proxy for objects in containers of classes, the innermost first.
  static func appearance(
    whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
  ) -> Self
  /// The proxy for objects whose traits contain these.
  static func appearance(for trait: UITraitCollection) -> Self
  /// The proxy for objects in containers, whose traits contain these.
  static func appearance(
    for trait: UITraitCollection,
    whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
  ) -> Self
}

extension UIAppearance {
  /// The proxy of the class.
  public static func appearance() -> Self { Appearances.proxy(Self.self, [], nil) }

  /// The proxy for objects in containers of classes, the innermost first.
  public static func appearance(
    whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
  ) -> Self { Appearances.proxy(Self.self, containerTypes, nil) }

  /// The proxy for objects whose traits contain these.
  public static func appearance(for trait: UITraitCollection) -> Self {
    Appearances.proxy(Self.self, [], trait)
  }

  /// The proxy for objects in containers, whose traits contain these.
  public static func appearance(
    for trait: UITraitCollection,
    whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
  ) -> Self { Appearances.proxy(Self.self, containerTypes, trait) }
}

extension UIView: UIAppearance, UIAppearanceContainer {}

extension UIBarItem: UIAppearance {
  @_silgen_name("quartz_UIBarItem_init")
  convenience init(proxy: Void) { self.init() }

  @_silgen_name("quartz_UIBarItem_init")
  fileprivate static func make() -> UIBarItem
}

extension UIViewController: UIAppearanceContainer {}

/// Makes proxies of classes.
@MainActor
enum AppearanceMaker {
  /// An object of a class; nil if the class does not implement the initialiser.
  static func object(of type: AnyClass) -> AnyObject? {
    switch type {
    case let type as UITableViewCell.Type: UITableViewCell.new(of: type, "")
    case let type as UIView.Type:
      UIView.view(of: type, .zero)
    case let type as UIBarItem.Type:
      Instances.attempt(type, "init()") { onViewThread { type.make() } }
    default: nil
    }
  }
}
