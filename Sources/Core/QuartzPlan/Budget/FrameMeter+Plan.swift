// The costs of a plan for a renderer: pixels and memory.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

extension FrameCosts {
  /// The plain pixels that a surface counts as which is drawn, whatever its size.
  static let pixelsOfSurface = 1 << 14
  /// The plain pixels that a draw counts as that a capture has in common with other surfaces.
  static let pixelsOfCapturedDraw = 64
  /// The bytes that the planner and a renderer take for a surface, whatever its size.
  static let bytesOfSurface = 3072
}

extension FrameMeter {
  /// Counts the pixels that the visible draws touch, by their weights, and the surfaces.
  func spendOnPixels(of plan: RenderPlan) {
    if plan.damage.isEmpty { return }
    var filterBytes = 0
    for surface in plan.surfaces where !surface.isReady {
      guard spend(on: surface, of: plan), spendOnFilters(of: surface, in: plan, &filterBytes)
      else { return }
    }
  }

  /// Counts the memory of filters that the processor draws.
  ///
  /// It is given back before the next filters are drawn, so only those count that need most.
  ///
  /// - Parameter counted: The bytes that were counted for others.
  private func spendOnFilters(
    of surface: Surface,
    in plan: RenderPlan,
    _ counted: inout Int
  ) -> Bool {
    guard surface.isWhole, case .effect(.filter(let program), let source) = surface.content,
      source >= 0
    else { return true }
    let frame = plan.surfaces[Int(source)].frame
    let bytes = program.keptBytes(from: frame, to: surface.frame)
    guard bytes > counted else { return true }
    defer { counted = bytes }
    return spend(bytes - counted, of: .memory, for: surface.slot)
  }

  private func spend(on surface: Surface, of plan: RenderPlan) -> Bool {
    let isShown = surface.effect != nil ? surface.isWhole : !surface.visible.isEmpty
    if isShown, surface.reason != .output,
      !spend(FrameCosts.pixelsOfSurface, of: .pixels, for: surface.slot)
    {
      return false
    }
    if let effect = surface.effect {
      guard surface.isWhole else { return true }
      let pixels = surface.frame.area
      return spend(effect.plainPixels(of: surface.frame), of: .pixels, for: surface.slot)
        && spend(pixels * plan.range.pixelBytes, of: .memory, for: surface.slot)
    }
    guard !surface.visible.isEmpty else { return true }
    if surface.isWhole {
      let bytes = surface.frame.area * plan.range.pixelBytes
      guard spend(bytes, of: .memory, for: surface.slot) else { return false }
    }
    for position in surface.visible {
      let draw = plan.draws[Int(plan.visible[Int(position)])]
      var pixels = 0
      if surface.isWhole {
        pixels = draw.bounds.intersection(surface.frame).area
      } else {
        for rect in 0..<plan.damage.count {
          pixels += draw.bounds.intersection(plan.damage[rect]).area
        }
      }
      let hidden = plan.hidden(at: Int(position))
      if !hidden.isEmpty { pixels = max(pixels - hidden.area, 0) }
      let weight = plan.pixelWeight(of: draw)
      guard spend(pixels * weight, of: .pixels, for: draw.slot) else { return false }
    }
    return true
  }
}
