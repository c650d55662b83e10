// Views of classes that a program registered; see QuartzInstances.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import QuartzInstances

extension UITableViewCell {
  @_silgen_name("quartz_UITableViewCell_init")
  convenience init(dequeuedWith reuseIdentifier: __owned String) {
    self.init(style: .default, reuseIdentifier: reuseIdentifier)
  }

  @_silgen_name("quartz_UITableViewCell_init")
  static func make(_ reuseIdentifier: __owned String) -> UITableViewCell

  /// Returns a new cell of a class.
  static func new(of type: UITableViewCell.Type, _ identifier: String) -> UITableViewCell {
    let name = "init(style:reuseIdentifier:)"
    let made = Instances.attempt(type, name) { onViewThread { type.make(identifier) } }
    if let made { return made }
    reportMissing(name, of: type)
    return UITableViewCell(style: .default, reuseIdentifier: identifier)
  }
}

extension UITableViewHeaderFooterView {
  @_silgen_name("quartz_UITableViewHeaderFooterView_init")
  convenience init(dequeuedWith reuseIdentifier: __owned String) {
    self.init(reuseIdentifier: reuseIdentifier)
  }

  @_silgen_name("quartz_UITableViewHeaderFooterView_init")
  static func make(_ reuseIdentifier: __owned String) -> UITableViewHeaderFooterView

  /// Returns a new header or footer of a class.
  static func new(of type: UITableViewHeaderFooterView.Type, _ identifier: String)
    -> UITableViewHeaderFooterView
  {
    let name = "init(reuseIdentifier:)"
    let made = Instances.attempt(type, name) { onViewThread { type.make(identifier) } }
    if let made { return made }
    reportMissing(name, of: type)
    return UITableViewHeaderFooterView(reuseIdentifier: identifier)
  }
}

extension UICollectionReusableView {
  @_silgen_name("quartz_UICollectionReusableView_init")
  convenience init(dequeuedWith frame: CGRect) { self.init(frame: frame) }

  @_silgen_name("quartz_UICollectionReusableView_init")
  static func make(_ frame: CGRect) -> UICollectionReusableView

  /// Returns a new view of a class; nil if the class does not implement `init(frame:)`.
  static func new(of type: UICollectionReusableView.Type) -> UICollectionReusableView? {
    let name = "init(frame:)"
    let made = Instances.attempt(type, name) { onViewThread { type.make(.zero) } }
    if made == nil { reportMissing(name, of: type) }
    return made
  }
}

extension UICollectionViewLayoutAttributes {
  @_silgen_name("quartz_UICollectionViewLayoutAttributes_init")
  convenience init(_: Void) { self.init() }

  @_silgen_name("quartz_UICollectionViewLayoutAttributes_init")
  static func make() -> UICollectionViewLayoutAttributes

  /// Returns new attributes of a class.
  static func new(of type: UICollectionViewLayoutAttributes.Type)
    -> UICollectionViewLayoutAttributes
  {
    guard type != UICollectionViewLayoutAttributes.self else {
      return UICollectionViewLayoutAttributes()
    }
    let made = Instances.attempt(type, "init()") { onViewThread { type.make() } }
    return made ?? UICollectionViewLayoutAttributes()
  }
}

extension UICollectionViewLayoutInvalidationContext {
  @_silgen_name("quartz_UICollectionViewLayoutInvalidationContext_init")
  convenience init(_: Void) { self.init() }

  @_silgen_name("quartz_UICollectionViewLayoutInvalidationContext_init")
  static func make() -> UICollectionViewLayoutInvalidationContext

  /// Returns a new context of a layout's class.
  static func new(for layout: UICollectionViewLayout) -> UICollectionViewLayoutInvalidationContext {
    let named: AnyClass = Swift.type(of: layout).invalidationContextClass
    guard let type = named as? UICollectionViewLayoutInvalidationContext.Type,
      type != UICollectionViewLayoutInvalidationContext.self,
      let made = Instances.attempt(type, "init()", { onViewThread { type.make() } })
    else { return UICollectionViewLayoutInvalidationContext() }
    return made
  }
}

private func reportMissing(_ initializer: String, of type: AnyClass) {
  Diagnostics.report(
    "UIKit: \(type) is registered for reuse and does not implement \(initializer)"
  )
}
