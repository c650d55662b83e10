// The drawing of images whose texels are copied.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzPlan

extension FrameDrawer {
  /// Copies the texels of a batch's images to the target.
  func copyTexels(of batch: Batch, _ plan: RenderPlan, _ target: RenderTarget) {
    guard let copier else { return }
    // The driver copies at once.
    settle()
    copier.bind(textures.texture(of: batch.texture).name, to: target)
    var index = batch.firstItem
    while index >= 0 {
      let item = planner.items[Int(index)]
      index = item.next
      let draw = plan.draws[Int(item.draw)]
      guard let placement = placements.images[Int(draw.source)] else { continue }
      let surfacePlacement = layout.placements[Int(item.surface)]
      var record = plan.imageRecords[Int(draw.record)]
      record.place(at: placement, isCopy: true)
      // The texel that the centre of a pixel lies in.
      let offset = (record.texelMap.highHalf + 0.5).rounded(.down)
      copier.copy(
        item.quad.offset(x: surfacePlacement.shiftX, y: surfacePlacement.shiftY),
        fromTexelAtOffset: Int32(offset.x) - surfacePlacement.shiftX,
        Int32(offset.y) - surfacePlacement.shiftY
      )
      counters.drawCalls += 1
    }
    copier.unbind()
  }
}
