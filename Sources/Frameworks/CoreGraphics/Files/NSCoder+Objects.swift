// Objects of keyed archives.
// Licensed under the MIT license; see LICENSE.

package import Foundation

// Foundation for Linux takes a key without an object for a damaged archive, and an object of
// another class too, also where an archive is not read securely. Both end a program whose
// unarchiver has the policy that it has by default. On Apple's platforms there is no object for the
// key then, and classes count for secure reading alone.

extension NSCoder {
  /// Returns the object of a key; nil if there is none, or one of another class.
  ///
  /// An unarchiver that reads securely fails for an object of another class, by its own policy.
  package func object<Object: NSObject & NSCoding>(
    of type: Object.Type,
    forKey key: String
  ) -> Object? {
    objects(of: [type], forKey: key) as? Object
  }

  // `Any` because: the object is of one of several classes.
  /// Returns the object of a key, with objects of other classes in it; nil if there is none.
  package func objects(of classes: [AnyClass], forKey key: String) -> Any? {
    guard containsValue(forKey: key) else { return nil }
    return requiresSecureCoding
      ? decodeObject(of: classes, forKey: key) : decodeObject(forKey: key)
  }
}
