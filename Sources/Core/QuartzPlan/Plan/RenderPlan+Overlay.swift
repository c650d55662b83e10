// Whether a plan draws over one image and never looks at it.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
package import QuartzModel

extension RenderPlan {
  /// Whether the output is an opaque image, pixel for pixel, and draws over it that do not look at
  /// the pixels below them.
  ///
  /// These draws, over nothing, are then all that an image of the same size needs to have over it.
  /// Draws below the image do not show and do not count.
  ///
  /// - Parameter image: An image that nothing else may show, at any place.
  package func isOverlay(on image: ImageID) -> Bool {
    guard let output = surfaces.last, output.content == .draws,
      let number = images.firstIndex(of: image)
    else { return false }
    var place: Int32?
    for (index, surface) in surfaces.enumerated() {
      for draw in surface.draws where shows(draws[Int(draw)], Int32(number)) {
        guard place == nil, index == surfaces.count - 1 else { return false }
        place = draw
      }
    }
    guard let place, isWhole(draws[Int(place)], output.frame) else { return false }
    return (place + 1..<output.draws.upperBound).allSatisfy { draws[Int($0)].blend == .normal }
  }

  private func shows(_ draw: Draw, _ image: Int32) -> Bool {
    draw.kind == .image && !draw.flags.contains(.fromSurface) && draw.source == image
  }

  /// Whether each pixel of a frame is the texel of an image at the same place.
  private func isWhole(_ draw: Draw, _ frame: PixelRect) -> Bool {
    let record = imageRecords[Int(draw.record)]
    return draw.flags.isSuperset(of: [.hides, .copies]) && draw.clip < 0 && draw.bounds == frame
      && record.color == .one && record.texelMap.z == Float(-frame.minX)
      && record.texelMap.w == Float(-frame.minY)
  }
}
