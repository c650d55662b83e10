// The sounds of notifications.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The name of a sound's file.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
  /// The name of the file, in the program's bundle.
  public let rawValue: String
  /// A name of a file.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A name of a file.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The sound of a notification.
///
/// **Differences**: nothing sounds. It is no `NSSecureCoding`.
public final class UNNotificationSound: NSObject, NSCopying, Sendable {
  private let name: UNNotificationSoundName?
  private let isCritical: Bool
  private let isRingtone: Bool
  private let volume: Float?

  private init(
    _ name: UNNotificationSoundName?,
    isCritical: Bool = false,
    isRingtone: Bool = false,
    volume: Float? = nil
  ) {
    self.name = name
    self.isCritical = isCritical
    self.isRingtone = isRingtone
    self.volume = volume.map { $0.isNaN ? 0 : min(max($0, 0), 1) }
    super.init()
  }

  /// A sound of the program's bundle.
  public convenience init(named name: UNNotificationSoundName) { self.init(name, volume: nil) }

  /// The sound of most notifications.
  public class var `default`: UNNotificationSound { UNNotificationSound(nil) }

  /// The sound of calls.
  public class var defaultRingtone: UNNotificationSound {
    UNNotificationSound(nil, isRingtone: true)
  }

  /// The sound of critical notifications.
  public class var defaultCritical: UNNotificationSound {
    UNNotificationSound(nil, isCritical: true)
  }

  /// The sound of critical notifications at a volume in 0...1.
  public class func defaultCriticalSound(withAudioVolume volume: Float) -> UNNotificationSound {
    UNNotificationSound(nil, isCritical: true, volume: volume)
  }

  /// A sound of the program's bundle for critical notifications.
  public class func criticalSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
    UNNotificationSound(name, isCritical: true)
  }

  /// A sound of the program's bundle for critical notifications, at a volume in 0...1.
  public class func criticalSoundNamed(
    _ name: UNNotificationSoundName,
    withAudioVolume volume: Float
  ) -> UNNotificationSound { UNNotificationSound(name, isCritical: true, volume: volume) }

  /// Returns itself: it does not change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the other object is the same sound.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationSound else { return false }
    return name == other.name && isCritical == other.isCritical && isRingtone == other.isRingtone
      && volume == other.volume
  }

  /// A number that equal sounds share.
  public override var hash: Int { name.hashValue }
}
