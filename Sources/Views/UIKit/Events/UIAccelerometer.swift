// The accelerometer, which programs feed.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A component of an acceleration, in units of gravity.
public typealias UIAccelerationValue = Double

/// An acceleration of the device.
open class UIAcceleration: NSObject {
  /// To the right.
  public let x: UIAccelerationValue
  /// Up.
  public let y: UIAccelerationValue
  /// Towards the viewer.
  public let z: UIAccelerationValue
  /// When, in seconds of the window's clock.
  public let timestamp: TimeInterval

  init(
    x: UIAccelerationValue,
    y: UIAccelerationValue,
    z: UIAccelerationValue,
    timestamp: TimeInterval
  ) {
    (self.x, self.y, self.z, self.timestamp) = (x, y, z, timestamp)
    super.init()
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// Hears of accelerations.
@preconcurrency
@MainActor
public protocol UIAccelerometerDelegate: AnyObject {
  /// The device was accelerated.
  func accelerometer(_ accelerometer: UIAccelerometer, didAccelerate acceleration: UIAcceleration)
}

/// The accelerometer: it tells what `UIApplication.accelerate(x:y:z:time:)` injects.
@preconcurrency
@MainActor
open class UIAccelerometer: NSObject {
  private static let instance = UIAccelerometer()

  /// The accelerometer.
  open class var shared: UIAccelerometer { instance }

  /// The seconds between two updates that the program wishes.
  ///
  /// **Differences**: it is stored; every injected update is delivered.
  open var updateInterval: TimeInterval = 0.1

  /// The object notified of accelerations; nil by default.
  open weak var delegate: (any UIAccelerometerDelegate)?

  final func deliver(_ acceleration: UIAcceleration) {
    delegate?.accelerometer(self, didAccelerate: acceleration)
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}
