// The layers of a context that are looked at for every frame, or every commit.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

/// Layers with frame handlers, layers with tiles, and portals.
///
/// To be used under the lock of layers.
final class FrameObservers {
  private var tiled: [ObjectIdentifier: CATiledLayer] = [:]
  // Layers whose frame handlers are called with every frame.
  private var callbacks: [ObjectIdentifier: CALayer] = [:]
  private var portals: [ObjectIdentifier: CAPortalLayer] = [:]

  /// Whether there are layers whose frame handlers are called with every frame.
  var hasCallbacks: Bool { !callbacks.isEmpty }
  /// Whether tiled layers move, so that every frame may need other tiles.
  var hasMovingTiles: Bool { tiled.values.contains(where: \.isMoving) }

  /// The layers with frame handlers, in an order that is always the same.
  var callbackLayers: [CALayer] {
    callbacks.values.sorted { $0.link.id.rawValue < $1.link.id.rawValue }
  }

  /// The layers with tiles, in an order that is always the same.
  var tiledLayers: [CATiledLayer] {
    tiled.values.sorted { $0.link.id.rawValue < $1.link.id.rawValue }
  }

  /// The portals, in an order that is always the same.
  var portalLayers: [CAPortalLayer] {
    portals.values.sorted { $0.link.id.rawValue < $1.link.id.rawValue }
  }

  func insert(_ layer: CAPortalLayer) { portals[ObjectIdentifier(layer)] = layer }

  func insert(_ layer: CATiledLayer) { tiled[ObjectIdentifier(layer)] = layer }

  /// Records that a layer's frame handler was set or removed.
  func callbackChanged(_ layer: CALayer) {
    callbacks[ObjectIdentifier(layer)] = layer.frameCallback == nil ? nil : layer
  }

  /// Forgets a layer that leaves the context.
  func remove(_ layer: CALayer) {
    tiled.removeValue(forKey: ObjectIdentifier(layer))?.suspendTiles()
    callbacks[ObjectIdentifier(layer)] = nil
    portals[ObjectIdentifier(layer)] = nil
  }

  func removeAllCallbacks() { callbacks.removeAll() }
}
