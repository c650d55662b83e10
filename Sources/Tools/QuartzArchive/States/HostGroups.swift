// The data of gyro wallpapers for their host: layers that follow the device's tilt, and values for
// its states.
// Licensed under the MIT license; see LICENSE.
//
// Both are lists of dictionaries in the style of the root layer. They name layers by `name`, not by
// ids. Their names and meaning are known only from files.

import Foundation
import QuartzCore
import QuartzModel

/// Keys of the root layer's style and of the dictionaries in it.
private enum HostKey {
  static let parallaxGroups = "wallpaperParallaxGroups"
  static let propertyGroups = "wallpaperPropertyGroups"
  static let layerName = "layerName"
  static let keyPath = "keyPath"
  static let axis = "axis"
  static let minimum = "mapMinTo"
  static let maximum = "mapMaxTo"
  /// The states that a property group has values for, by their keys.
  static let states = [("Locked", "v_lock"), ("Unlock", "v_home"), ("Sleep", "v_sleep")]
}

/// An entry of a list: a key path of a layer, and its use by the host.
private struct HostGroup {
  var layer: CALayer
  var target: AnimationTarget
  var entry: [String: Any]

  /// Creates an entry; nil if it names no layer, or no number of a layer.
  init?(_ entry: [String: Any], _ layers: [String: CALayer]) {
    guard let name = entry[HostKey.layerName] as? String, let layer = layers[name],
      let keyPath = entry[HostKey.keyPath] as? String,
      let target = AnimationTarget(keyPath: keyPath, of: type(of: layer).layerClass),
      target.valueType == .number
    else { return nil }
    self.layer = layer
    self.target = target
    self.entry = entry
  }

  func number(_ key: String) -> Double? {
    (entry[key] as? NSNumber).map(\.doubleValue).flatMap { $0.isFinite ? $0 : nil }
  }

  static func groups(_ key: String, of root: CALayer) -> [HostGroup] {
    guard let entries = root.style?[key] as? [Any] else { return [] }
    var layers: [String: CALayer] = [:]
    root.collectNames(&layers)
    return entries.compactMap { ($0 as? [String: Any]).flatMap { HostGroup($0, layers) } }
  }
}

extension CAPackage {
  /// Moves the layers that follow the device's tilt.
  ///
  /// - Parameters:
  ///   - x: The tilt of the device, from -1 to 1; values outside count as the nearer end.
  ///   - y: The same about the other axis.
  /// - Returns: Whether the package has such layers.
  @discardableResult
  public func tilt(x: Double, y: Double) -> Bool {
    let groups = HostGroup.groups(HostKey.parallaxGroups, of: rootLayer)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for group in groups {
      guard let low = group.number(HostKey.minimum), let high = group.number(HostKey.maximum) else {
        continue
      }
      let tilt = group.entry[HostKey.axis] as? String == "y" ? y : x
      let fraction = (min(max(tilt, -1), 1) + 1) / 2
      let value = low * (1 - fraction) + high * fraction
      group.layer.setValue(NSNumber(value: value), forKeyPath: group.target.keyPath)
    }
    CATransaction.commit()
    return !groups.isEmpty
  }

  /// Returns the states in a root layer's style; nil if there are none.
  static func hostStates(of root: CALayer) -> StateGroup? {
    let groups = HostGroup.groups(HostKey.propertyGroups, of: root)
    guard !groups.isEmpty else { return nil }
    var states = StateGroup()
    for (name, key) in HostKey.states {
      states.add(
        CAState(name: name, basedOn: nil, isInitial: false),
        groups.compactMap { group in
          group.number(key).map {
            StateValue(layer: group.layer, target: .row(group.target), value: NSNumber(value: $0))
          }
        }
      )
    }
    return states
  }
}

extension CALayer {
  /// Collects the first layer of each name, in the order of the tree.
  fileprivate func collectNames(_ layers: inout [String: CALayer]) {
    if let name, layers[name] == nil { layers[name] = self }
    for layer in sublayers ?? [] { layer.collectNames(&layers) }
  }
}
