// Drawing gradients and shadings.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzMath
import QuartzRaster

extension CGContext {
  /// Fills the clip with a gradient along the line from `start` to `end`.
  ///
  /// - Parameters:
  ///   - gradient: The colours.
  ///   - start: The place of 0, in user space.
  ///   - end: The place of 1, in user space. Nothing is drawn if it is the start.
  ///   - options: The ends beyond which the gradient continues.
  public func drawLinearGradient(
    _ gradient: CGGradient,
    start: CGPoint,
    end: CGPoint,
    options: CGGradientDrawingOptions
  ) {
    draw(gradient, .axial(start: Point(start), end: Point(end)), options)
  }

  /// Fills the clip with a gradient from one circle to another, later circles over earlier ones.
  ///
  /// - Parameters:
  ///   - gradient: The colours.
  ///   - startCenter: The centre of the circle of 0, in user space.
  ///   - startRadius: Its radius; negative ones count as 0.
  ///   - endCenter: The centre of the circle of 1, in user space.
  ///   - endRadius: Its radius; negative ones count as 0. Nothing is drawn if the circles are the
  ///     same.
  ///   - options: The ends beyond which the gradient continues.
  public func drawRadialGradient(
    _ gradient: CGGradient,
    startCenter: CGPoint,
    startRadius: CGFloat,
    endCenter: CGPoint,
    endRadius: CGFloat,
    options: CGGradientDrawingOptions
  ) {
    let shape = GradientShape.radial(
      start: Point(startCenter),
      startRadius: max(startRadius, 0),
      end: Point(endCenter),
      endRadius: max(endRadius, 0)
    )
    draw(gradient, shape, options)
  }

  /// Fills the clip with a gradient around a point.
  ///
  /// - Parameters:
  ///   - gradient: The colours, from `angle` on through a whole turn.
  ///   - center: The point, in user space.
  ///   - angle: In radians from the x axis towards the y axis, which is where the colours go, too.
  public func drawConicGradient(_ gradient: CGGradient, center: CGPoint, angle: CGFloat) {
    draw(
      gradient,
      .conic(center: Point(center), angle: angle),
      [.drawsBeforeStartLocation, .drawsAfterEndLocation]
    )
  }

  /// Fills the clip with a shading.
  public func drawShading(_ shading: CGShading) {
    let domain = shading.function.domain.first ?? 0...1
    let colors = (0...CGContext.samples).map { index in
      let part = CGFloat(index) / CGFloat(CGContext.samples)
      let input = domain.lowerBound + (domain.upperBound - domain.lowerBound) * part
      var components = shading.function(input)
      if components.count == shading.space.numberOfComponents { components.append(1) }
      return straight(components, shading.space)
    }
    let isStored = record(.gradient(evenStops(colors), shading.shape, shading.extent))
    if !isStored { fillClip(GradientRamp(samples: colors), shading.shape, shading.extent) }
  }

  /// The number of pieces for a function, or for a stretch of a gradient in another space: one for
  /// each level of a byte.
  private static let samples = 255

  private func draw(
    _ gradient: CGGradient,
    _ shape: GradientShape,
    _ options: CGGradientDrawingOptions
  ) {
    let extent = GradientExtent(
      start: options.contains(.drawsBeforeStartLocation),
      end: options.contains(.drawsAfterEndLocation)
    )
    let stops = stops(gradient)
    if record(.gradient(stops, shape, extent)) { return }
    fillClip(GradientRamp(stops), shape, extent)
  }

  /// Stops at even distances.
  private func evenStops(_ colors: [SIMD4<Float>]) -> [GradientStop] {
    colors.enumerated().map { GradientStop(Float($0) / Float(CGContext.samples), $1) }
  }

  func fillClip(_ ramp: GradientRamp, _ shape: GradientShape, _ extent: GradientExtent) {
    guard let inverse = pixelsPerUser.inverse else { return }
    let filler = GradientFiller(ramp, shape, extent: extent, pixelToGradient: inverse)
    draw(.gradient(filler)) { CoverageMask($0) }
  }

  /// The stops of a gradient in the space of the bitmap.
  ///
  /// Components that change linearly in one space do not in another, so gradients of another space
  /// are cut into pieces.
  private func stops(_ gradient: CGGradient) -> [GradientStop] {
    func stop(_ location: Double, _ components: [CGFloat]) -> GradientStop {
      GradientStop(Float(location), straight(components, gradient.space))
    }
    let whole = gradient.stops
    guard let space, let first = whole.first, !gradient.space.hasComponents(of: space) else {
      return whole.map { stop($0.location, $0.components) }
    }
    var result = [stop(first.location, first.components)]
    for (from, to) in zip(whole, whole.dropFirst()) {
      let pieces = max(Int((to.location - from.location) * Double(CGContext.samples)), 1)
      for piece in 1...pieces {
        let part = CGFloat(piece) / CGFloat(pieces)
        let components = zip(from.components, to.components).map { $0 + ($1 - $0) * part }
        // The end of a stretch is exactly where the next one begins.
        let location =
          piece == pieces ? to.location : from.location + (to.location - from.location) * part
        result.append(stop(location, components))
      }
    }
    return result
  }

  /// Components and alpha, straight in the space of the bitmap; grey in three equal channels.
  private func straight(_ components: [CGFloat], _ space: CGColorSpace) -> SIMD4<Float> {
    guard let color = CGColor(colorSpace: space, components: components) else { return .zero }
    // Alpha 1 avoids the loss of multiplying and dividing.
    var result = resolved(color.copy(alpha: 1) ?? color)
    result.w = Float(min(max(color.alpha, 0), 1))
    return result
  }
}

extension CGColorSpace {
  /// Whether components mean the same in both, but for the range.
  fileprivate func hasComponents(of other: CGColorSpace) -> Bool {
    model == other.model && ColorConversion(from: self, to: other).keepsComponents
  }
}
