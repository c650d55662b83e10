// The battery, as the kernel knows it, and the number of a vendor.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The charge of a battery.
struct BatteryReading: Equatable {
  /// In 0...1; -1 if it is not known.
  var level: Float = -1
  var state = UIDevice.BatteryState.unknown

  /// No battery.
  static let none = BatteryReading()

  private init() {}

  /// Reads the first battery of a folder that is laid out as `/sys/class/power_supply`.
  ///
  /// Source: Documentation/ABI/testing/sysfs-class-power of Linux. Batteries of mice and the like
  /// have the scope `Device`.
  init(folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names.sorted() {
      func value(_ key: String) -> String? {
        let data = FileManager.default.contents(atPath: "\(folder)/\(name)/\(key)")
        return data.map {
          String(decoding: $0.prefix(100), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        }
      }
      guard value("type") == "Battery", value("scope") != "Device",
        let percent = value("capacity").flatMap({ Int($0) })
      else { continue }
      level = Float(min(max(percent, 0), 100)) / 100
      state =
        switch value("status") {
        case "Charging": .charging
        case "Full": .full
        // Held below its end with power from outside.
        case "Not charging": percent >= 100 ? .full : .charging
        case "Discharging": .unplugged
        default: .unknown
        }
      return
    }
  }
}

/// Looks at the battery while somebody wants to know.
@MainActor
final class BatteryWatch {
  /// Seconds.
  private static let interval: TimeInterval = 60
  /// The kernel's list of batteries, or another folder in tests.
  var folder = "/sys/class/power_supply"
  private var timer: Timer?
  private var last = BatteryReading.none

  nonisolated init() {}

  var isOn: Bool {
    get { timer != nil }
    set {
      guard newValue != isOn else { return }
      timer?.invalidate()
      timer = nil
      guard newValue else { return }
      last = BatteryReading(folder: folder)
      timer = Timer.scheduledTimer(withTimeInterval: Self.interval, repeats: true) { _ in
        onViewThread { UIDevice.current.lookAtBattery() }
      }
    }
  }

  var current: BatteryReading { isOn ? BatteryReading(folder: folder) : .none }

  /// Posts what changed since the last look.
  func look(from device: UIDevice) {
    guard isOn else { return }
    let now = BatteryReading(folder: folder)
    let old = last
    last = now
    let center = NotificationCenter.default
    if now.level != old.level {
      center.post(name: UIDevice.batteryLevelDidChangeNotification, object: device)
    }
    if now.state != old.state {
      center.post(name: UIDevice.batteryStateDidChangeNotification, object: device)
    }
  }
}

/// The number of a vendor on a machine.
enum VendorIdentifier {
  static let own: UUID? = {
    let machine = FileManager.default.contents(atPath: "/etc/machine-id")
      .map { String(decoding: $0, as: UTF8.self) }
    let bundle = Bundle.main.bundleIdentifier.map {
      $0.split(separator: ".").dropLast().joined(separator: ".")
    }
    return make(
      machine ?? ProcessInfo.processInfo.hostName,
      bundle ?? ProcessInfo.processInfo.processName
    )
  }()

  /// A number that is the same for the same texts, of the version for such numbers, 8 (RFC 9562,
  /// section 5.8): two hashes by FNV-1a of 64 bits with different beginnings.
  static func make(_ machine: String, _ vendor: String) -> UUID {
    func hash(_ start: UInt64) -> UInt64 {
      var value = start
      for byte in Array(machine.utf8) + [0] + Array(vendor.utf8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
      }
      return value
    }
    // The beginning of FNV-1a, and its complement.
    let (first, second) = (hash(0xCBF2_9CE4_8422_2325), hash(0x340D_631B_7BDD_DCDA))
    var bytes = [first, second].flatMap { half in
      (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) }
    }
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8],
        bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      )
    )
  }
}

extension UIDevice {
  /// Posts what changed of the battery.
  final func lookAtBattery() { battery.look(from: self) }
}
