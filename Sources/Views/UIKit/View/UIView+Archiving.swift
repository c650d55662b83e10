// Archives of views.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

extension UIView {
  private enum Key {
    static let layer = "UIViewLayer"
    static let subviews = "UIViewSubviews"
    static let tag = "UIViewTag"
    static let flags = "UIViewFlags"
  }

  final func archive(to coder: NSCoder) {
    coder.encode(NSValue(rect: bounds), forKey: Key.layer + ".bounds")
    coder.encode(NSValue(point: center), forKey: Key.layer + ".center")
    coder.encode(NSValue(caTransform3D: transform3D), forKey: Key.layer + ".transform")
    coder.encode(Double(alpha), forKey: Key.layer + ".alpha")
    coder.encode(isHidden, forKey: Key.layer + ".hidden")
    coder.encode(clipsToBounds, forKey: Key.layer + ".clips")
    coder.encode(tag, forKey: Key.tag)
    coder.encode(Int(flags.rawValue), forKey: Key.flags)
    coder.encode(children.filter { $0 is any NSCoding }, forKey: Key.subviews)
  }

  /// Restores the values of an archive; missing values stay as they are.
  ///
  /// - Returns: False if the archive is damaged.
  final func restore(from coder: NSCoder) -> Bool {
    var isWhole = true
    func value(_ name: String) -> NSValue? {
      let key = Key.layer + name
      let value = coder.object(of: NSValue.self, forKey: key)
      if value == nil, coder.containsValue(forKey: key) { isWhole = false }
      return value
    }
    if let bounds = value(".bounds") { self.bounds = bounds.rectValue }
    if let center = value(".center") { self.center = center.pointValue }
    if let transform = value(".transform") { transform3D = transform.caTransform3DValue }
    if coder.containsValue(forKey: Key.layer + ".alpha") {
      alpha = CGFloat(coder.decodeDouble(forKey: Key.layer + ".alpha"))
    }
    isHidden = coder.decodeBool(forKey: Key.layer + ".hidden")
    clipsToBounds = coder.decodeBool(forKey: Key.layer + ".clips")
    if coder.containsValue(forKey: Key.tag) { tag = coder.decodeInteger(forKey: Key.tag) }
    if coder.containsValue(forKey: Key.flags) {
      let bits = UInt32(truncatingIfNeeded: coder.decodeInteger(forKey: Key.flags))
      flags = ViewFlags(rawValue: bits).subtracting(.passing)
      contentMode = ContentMode(rawValue: Int(modeNumber)) ?? .scaleToFill
    }
    guard coder.containsValue(forKey: Key.subviews) else { return isWhole }
    let below = coder.objects(of: [NSArray.self, UIView.self], forKey: Key.subviews)
    guard let views = below as? [UIView] else { return false }
    for view in views { addSubview(view) }
    return isWhole && coder.error == nil
  }
}
