// Speeds of films that people choose from.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A speed in the menu of a player's controls.
open class AVPlaybackSpeed: NSObject {
  /// Seconds of the film in a second.
  public let rate: Float
  /// The name.
  public let localizedName: String

  /// A speed with a name.
  ///
  /// - Parameters:
  ///   - rate: Seconds of the film in a second.
  ///   - localizedName: The name, in the person's language.
  public init(rate: Float, localizedName: String) {
    self.rate = rate
    self.localizedName = localizedName
    super.init()
  }

  /// The rate as a text, such as `1.5x`.
  open var localizedNumericName: String {
    var number = "\(rate)"
    if number.hasSuffix(".0") { number.removeLast(2) }
    return number + "x"
  }

  /// Half the speed up to twice the speed.
  ///
  /// **Differences**: the names are in English.
  open class var systemDefaultSpeeds: [AVPlaybackSpeed] {
    [
      AVPlaybackSpeed(rate: 0.5, localizedName: "Half Speed"),
      AVPlaybackSpeed(rate: 1, localizedName: "Normal Speed"),
      AVPlaybackSpeed(rate: 1.25, localizedName: "1.25x Speed"),
      AVPlaybackSpeed(rate: 1.5, localizedName: "1.5x Speed"),
      AVPlaybackSpeed(rate: 2, localizedName: "Double Speed"),
    ]
  }

  /// Whether another object is a speed of the same rate and name.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVPlaybackSpeed else { return false }
    return other.rate == rate && other.localizedName == localizedName
  }

  /// That of the rate and the name.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(rate)
    hasher.combine(localizedName)
    return hasher.finalize()
  }
}
