// The coder that init(coder:) gets while an object of a nib is made.
// Licensed under the MIT license; see LICENSE.
//
// On iOS the values of a nib are in the object when the `init(coder:)` of UIKit's class returns, so
// that the rest of a subclass's initialiser sees and may change them. The coder therefore carries
// the values that an initialiser needs, and a closure that sets the others. The class of UIKit's
// that the nib names calls it at the end of its initialiser.

public import Foundation

/// The coder that `init(coder:)` gets while a nib or a storyboard makes an object.
///
/// Programs hand it on to `super.init(coder:)`. Other keys than those of UIKit's own have no value.
///
/// **Differences**: an addition; on iOS it is a private class of coders.
public final class NibCoder: NSCoder {
  // `Any` because: the values are numbers, texts and objects.
  private let values: [String: Any]
  private var known: AnyClass?
  private var configure: ((AnyObject) -> Void)?

  // `Any` because: the values are numbers, texts and objects.
  /// - Parameters:
  ///   - values: The values by their keys.
  ///   - known: The class whose initialiser calls `configure` at its end.
  ///   - configure: Sets the other values of the object.
  init(_ values: [String: Any], known: AnyClass, _ configure: @escaping (AnyObject) -> Void) {
    self.values = values
    self.known = known
    self.configure = configure
    super.init()
  }

  /// Sets the values of an object, unless that is done, or waits for another class's initialiser.
  func finish(_ object: AnyObject, of type: AnyClass) {
    guard type == known, let configure else { return }
    self.configure = nil
    configure(object)
  }

  /// Sets the values of an object whose class of UIKit's has no initialiser of its own.
  func finish(_ object: AnyObject) { if let known { finish(object, of: known) } }

  /// The layout of a collection; nil for that of the class.
  var layout: UICollectionViewLayout? { values["UICollectionLayout"] as? UICollectionViewLayout }

  /// Whether there are keys: always.
  public override var allowsKeyedCoding: Bool { true }
  /// Whether classes are checked: never.
  public override var requiresSecureCoding: Bool { false }

  /// Whether a key has a value.
  public override func containsValue(forKey key: String) -> Bool { values[key] != nil }

  // `Any` because: it is NSCoder's.
  /// Returns the object of a key; nil if there is none.
  public override func decodeObject(forKey key: String) -> Any? { values[key] }

  // `Any` because: it is NSCoder's.
  /// Returns the object of a key; nil if there is none.
  public override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? {
    values[key]
  }

  private func number(_ key: String) -> NSNumber? { values[key] as? NSNumber }

  /// Returns the value of a key; false if there is none.
  public override func decodeBool(forKey key: String) -> Bool { number(key)?.boolValue ?? false }
  /// Returns the value of a key; 0 if there is none.
  public override func decodeInt32(forKey key: String) -> Int32 { number(key)?.int32Value ?? 0 }
  /// Returns the value of a key; 0 if there is none.
  public override func decodeInt64(forKey key: String) -> Int64 { number(key)?.int64Value ?? 0 }
  /// Returns the value of a key; 0 if there is none.
  public override func decodeInteger(forKey key: String) -> Int { number(key)?.intValue ?? 0 }
  /// Returns the value of a key; 0 if there is none.
  public override func decodeFloat(forKey key: String) -> Float { number(key)?.floatValue ?? 0 }
  /// Returns the value of a key; 0 if there is none.
  public override func decodeDouble(forKey key: String) -> Double { number(key)?.doubleValue ?? 0 }
}

extension NSCoder {
  /// Sets the values of a nib's object at the end of an initialiser of UIKit's.
  final func finish(_ object: AnyObject, _ type: AnyClass) {
    (self as? NibCoder)?.finish(object, of: type)
  }
}
