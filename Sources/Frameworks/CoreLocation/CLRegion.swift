// Parts of the earth that a program asks about.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// Where a device is, seen from a region.
public enum CLRegionState: Int, Sendable {
  /// It is not known.
  case unknown = 0
  /// It is in the region.
  case inside = 1
  /// It is not in the region.
  case outside = 2
}

/// A part of the earth with a name.
///
/// Regions are equal if their names are: a region that a manager watches takes the place of
/// another one of its name.
///
/// **Differences**: ``CLCircularRegion`` is the only kind; beacons are left out.
public class CLRegion: NSObject, NSCopying, NSSecureCoding {
  /// The name.
  public let identifier: String
  /// Whether a manager tells when a device comes in; true by default.
  public var notifyOnEntry = true
  /// Whether a manager tells when a device goes out; true by default.
  public var notifyOnExit = true

  init(_ identifier: String) {
    self.identifier = identifier
    super.init()
  }

  /// Whether another object is a region of the same name.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CLRegion)?.identifier == identifier
  }

  /// A number that is the same for equal regions.
  public override var hash: Int { identifier.hashValue }

  // `Any` because: it is the protocol's type.
  /// Returns a region with the same values.
  public func copy(with zone: NSZone? = nil) -> Any {
    let region = CLRegion(identifier)
    take(region)
    return region
  }

  /// Gives another region what tells when.
  fileprivate func take(_ region: CLRegion) {
    (region.notifyOnEntry, region.notifyOnExit) = (notifyOnEntry, notifyOnExit)
  }

  /// True: archives of regions can be read securely.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the values.
  public func encode(with coder: NSCoder) {
    coder.encode(identifier as NSString, forKey: "region.identifier")
    coder.encode(notifyOnEntry, forKey: "region.notifyOnEntry")
    coder.encode(notifyOnExit, forKey: "region.notifyOnExit")
  }

  /// Reads a region; nil if it has no name.
  public required init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "region.identifier") else {
      return nil
    }
    identifier = String(describing: name)
    notifyOnEntry = coder.decodeBool(forKey: "region.notifyOnEntry")
    notifyOnExit = coder.decodeBool(forKey: "region.notifyOnExit")
    super.init()
  }
}

/// A circle on the earth.
///
/// ```swift
/// let park = CLCircularRegion(center: fountain, radius: 250, identifier: "park")
/// let isThere = park.contains(location.coordinate)
/// ```
public final class CLCircularRegion: CLRegion {
  /// The place in the middle.
  public let center: CLLocationCoordinate2D
  /// The distance from the middle to the rim along the earth, in metres.
  public let radius: CLLocationDistance

  /// Creates a circle.
  ///
  /// - Parameters:
  ///   - center: The place in the middle.
  ///   - radius: Metres from the middle to the rim; a negative circle contains nothing.
  ///   - identifier: The name.
  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
    (self.center, self.radius) = (center, radius)
    super.init(identifier)
  }

  /// Returns whether a place is in the circle or on its rim; false for an invalid place.
  public func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    Geodesic.distance(center, coordinate) <= radius
  }

  /// The name, the middle and the radius, in words.
  public override var description: String {
    let circle = String(
      format: "<%+.8f,%+.8f> radius:%.2fm",
      center.latitude,
      center.longitude,
      radius
    )
    return "CLCircularRegion (identifier:'\(identifier)' center:\(circle))"
  }

  // `Any` because: it is the protocol's type.
  /// Returns a circle with the same values.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let region = CLCircularRegion(center: center, radius: radius, identifier: identifier)
    take(region)
    return region
  }

  /// Writes the values.
  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(center.latitude, forKey: "circle.latitude")
    coder.encode(center.longitude, forKey: "circle.longitude")
    coder.encode(radius, forKey: "circle.radius")
  }

  /// Reads a circle; nil if a value is missing.
  public required init?(coder: NSCoder) {
    let keys = ["circle.latitude", "circle.longitude", "circle.radius"]
    guard keys.allSatisfy({ coder.containsValue(forKey: $0) }) else { return nil }
    center = CLLocationCoordinate2D(
      latitude: coder.decodeDouble(forKey: keys[0]),
      longitude: coder.decodeDouble(forKey: keys[1])
    )
    radius = coder.decodeDouble(forKey: keys[2])
    super.init(coder: coder)
  }
}
