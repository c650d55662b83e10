// The properties of typed filters that blur, move, and shade.
// Licensed under the MIT license; see LICENSE.

import CoreImage
import Foundation
import Testing

@Suite struct TypedPlaceTests {
  private let middle = CGPoint(x: 12, y: 12)
  private let aside = CGPoint(x: 7, y: 9)

  @Test func blurs() {
    let box = TypedFilter(CIFilter.boxBlur)
    box.input("CIBoxBlur.inputImage", \.inputImage)
    box.input("CIBoxBlur.radius", \.radius, 4)
    let disc = TypedFilter(CIFilter.discBlur)
    disc.input("CIDiscBlur.inputImage", \.inputImage)
    disc.input("CIDiscBlur.radius", \.radius, 4)
    let gaussian = TypedFilter(CIFilter.gaussianBlur)
    gaussian.input("CIGaussianBlur.inputImage", \.inputImage)
    gaussian.input("CIGaussianBlur.radius", \.radius, 4)
    let motion = TypedFilter(CIFilter.motionBlur)
    motion.input("CIMotionBlur.inputImage", \.inputImage)
    motion.input("CIMotionBlur.radius", \.radius, 4)
    motion.input("CIMotionBlur.angle", \.angle, 1)
    let zoom = TypedFilter(CIFilter.zoomBlur) { [middle] in $0.center = middle }
    zoom.input("CIZoomBlur.inputImage", \.inputImage)
    zoom.input("CIZoomBlur.center", \.center, aside)
    zoom.input("CIZoomBlur.amount", \.amount, 60)
    let masked = TypedFilter(CIFilter.maskedVariableBlur)
    masked.input("CIMaskedVariableBlur.inputImage", \.inputImage)
    masked.input("CIMaskedVariableBlur.mask", \.mask)
    masked.input("CIMaskedVariableBlur.radius", \.radius, 2)
    let bloom = TypedFilter(CIFilter.bloom)
    bloom.input("CIBloom.inputImage", \.inputImage)
    bloom.input("CIBloom.radius", \.radius, 3)
    bloom.input("CIBloom.intensity", \.intensity, 1)
    TypedFilter(CIFilter.median).input("CIMedian.inputImage", \.inputImage)
  }

  @Test func neighbourhoods() {
    let gradient = TypedFilter(CIFilter.morphologyGradient)
    gradient.input("CIMorphologyGradient.inputImage", \.inputImage)
    gradient.input("CIMorphologyGradient.radius", \.radius, 2)
    let high = TypedFilter(CIFilter.morphologyMaximum)
    high.input("CIMorphologyMaximum.inputImage", \.inputImage)
    high.input("CIMorphologyMaximum.radius", \.radius, 2)
    let low = TypedFilter(CIFilter.morphologyMinimum)
    low.input("CIMorphologyMinimum.inputImage", \.inputImage)
    low.input("CIMorphologyMinimum.radius", \.radius, 2)
    let highest = TypedFilter(CIFilter.morphologyRectangleMaximum)
    highest.input("CIMorphologyRectangleMaximum.inputImage", \.inputImage)
    highest.input("CIMorphologyRectangleMaximum.width", \.width, 9)
    highest.input("CIMorphologyRectangleMaximum.height", \.height, 9)
    let lowest = TypedFilter(CIFilter.morphologyRectangleMinimum)
    lowest.input("CIMorphologyRectangleMinimum.inputImage", \.inputImage)
    lowest.input("CIMorphologyRectangleMinimum.width", \.width, 9)
    lowest.input("CIMorphologyRectangleMinimum.height", \.height, 9)
    let sharp = TypedFilter(CIFilter.sharpenLuminance)
    sharp.input("CISharpenLuminance.inputImage", \.inputImage)
    sharp.input("CISharpenLuminance.sharpness", \.sharpness, 2)
    sharp.input("CISharpenLuminance.radius", \.radius, 5)
    let unsharp = TypedFilter(CIFilter.unsharpMask)
    unsharp.input("CIUnsharpMask.inputImage", \.inputImage)
    unsharp.input("CIUnsharpMask.intensity", \.intensity, 2)
    unsharp.input("CIUnsharpMask.radius", \.radius, 6)
    let edges = TypedFilter(CIFilter.edges)
    edges.input("CIEdges.inputImage", \.inputImage)
    edges.input("CIEdges.intensity", \.intensity, 4)
    let kernels: [(Int, () -> any CIFilter & CIConvolution)] = [
      (9, CIFilter.convolution3X3), (25, CIFilter.convolution5X5),
      (49, CIFilter.convolution7X7), (9, CIFilter.convolution9Horizontal),
      (9, CIFilter.convolution9Vertical), (9, CIFilter.convolutionRGB3X3),
      (25, CIFilter.convolutionRGB5X5), (49, CIFilter.convolutionRGB7X7),
      (9, CIFilter.convolutionRGB9Horizontal), (9, CIFilter.convolutionRGB9Vertical),
    ]
    for (count, make) in kernels {
      let kernel = TypedFilter(make)
      let weights = CIVector((0..<count).map { Double($0) / Double(count * count) })
      kernel.input("CIConvolution.inputImage", \.inputImage)
      kernel.input("CIConvolution.weights", \.weights, weights)
      kernel.input("CIConvolution.bias", \.bias, 0.25)
    }
  }

  @Test func distortions() {
    let bump = TypedFilter(CIFilter.bumpDistortion) { [middle] in
      $0.center = middle
      $0.radius = 10
    }
    bump.input("CIBumpDistortion.inputImage", \.inputImage)
    bump.input("CIBumpDistortion.center", \.center, aside)
    bump.input("CIBumpDistortion.radius", \.radius, 6)
    bump.input("CIBumpDistortion.scale", \.scale, -0.5)
    let splash = TypedFilter(CIFilter.circleSplashDistortion) { [middle] in
      $0.center = middle
      $0.radius = 6
    }
    splash.input("CICircleSplashDistortion.inputImage", \.inputImage)
    splash.input("CICircleSplashDistortion.center", \.center, aside)
    splash.input("CICircleSplashDistortion.radius", \.radius, 3)
    let moved = TypedFilter(CIFilter.displacementDistortion)
    moved.input("CIDisplacementDistortion.inputImage", \.inputImage)
    moved.input("CIDisplacementDistortion.displacementImage", \.displacementImage)
    moved.input("CIDisplacementDistortion.scale", \.scale, 8)
    let glass = TypedFilter(CIFilter.glassDistortion)
    glass.input("CIGlassDistortion.inputImage", \.inputImage)
    glass.input("CIGlassDistortion.textureImage", \.textureImage, key: "inputTexture")
    glass.input("CIGlassDistortion.center", \.center, aside)
    glass.input("CIGlassDistortion.scale", \.scale, 8)
    let hole = TypedFilter(CIFilter.holeDistortion) { [middle] in
      $0.center = middle
      $0.radius = 6
    }
    hole.input("CIHoleDistortion.inputImage", \.inputImage)
    hole.input("CIHoleDistortion.center", \.center, aside)
    hole.input("CIHoleDistortion.radius", \.radius, 3)
    let pinch = TypedFilter(CIFilter.pinchDistortion) { [middle] in
      $0.center = middle
      $0.radius = 10
    }
    pinch.input("CIPinchDistortion.inputImage", \.inputImage)
    pinch.input("CIPinchDistortion.center", \.center, aside)
    pinch.input("CIPinchDistortion.radius", \.radius, 6)
    pinch.input("CIPinchDistortion.scale", \.scale, 1)
    let twirl = TypedFilter(CIFilter.twirlDistortion) { [middle] in
      $0.center = middle
      $0.radius = 10
    }
    twirl.input("CITwirlDistortion.inputImage", \.inputImage)
    twirl.input("CITwirlDistortion.center", \.center, aside)
    twirl.input("CITwirlDistortion.radius", \.radius, 6)
    twirl.input("CITwirlDistortion.angle", \.angle, 1)
    let vortex = TypedFilter(CIFilter.vortexDistortion) { [middle] in
      $0.center = middle
      $0.radius = 10
    }
    vortex.input("CIVortexDistortion.inputImage", \.inputImage)
    vortex.input("CIVortexDistortion.center", \.center, aside)
    vortex.input("CIVortexDistortion.radius", \.radius, 6)
    vortex.input("CIVortexDistortion.angle", \.angle, 1)
    let mirror = TypedFilter(CIFilter.kaleidoscope) { [middle] in $0.center = middle }
    mirror.input("CIKaleidoscope.inputImage", \.inputImage)
    mirror.input("CIKaleidoscope.count", \.count, 3)
    mirror.input("CIKaleidoscope.center", \.center, aside)
    mirror.input("CIKaleidoscope.angle", \.angle, 1)
  }

  @Test func maps() {
    let clamp = TypedFilter(CIFilter.affineClamp)
    let map = CGAffineTransform(a: 0.5, b: 0.25, c: 0, d: 0.75, tx: 3, ty: 2)
    clamp.input("CIAffineClamp.inputImage", \.inputImage)
    clamp.input("CIAffineClamp.transform", \.transform, map)
    let tile = TypedFilter(CIFilter.affineTile)
    tile.input("CIAffineTile.inputImage", \.inputImage)
    tile.input("CIAffineTile.transform", \.transform, map)
    let lanczos = TypedFilter(CIFilter.lanczosScaleTransform)
    lanczos.input("CILanczosScaleTransform.inputImage", \.inputImage)
    lanczos.input("CILanczosScaleTransform.scale", \.scale, 0.5)
    lanczos.input("CILanczosScaleTransform.aspectRatio", \.aspectRatio, 0.5)
    let cubic = TypedFilter(CIFilter.bicubicScaleTransform)
    cubic.input("CIBicubicScaleTransform.inputImage", \.inputImage)
    cubic.input("CIBicubicScaleTransform.scale", \.scale, 0.5)
    cubic.input("CIBicubicScaleTransform.aspectRatio", \.aspectRatio, 0.5)
    // A picture that keeps its size is not sampled anew.
    cubic.input("CIBicubicScaleTransform.b", \.b, 1) { $0.scale = 0.75 }
    cubic.input("CIBicubicScaleTransform.c", \.c, 0) { $0.scale = 0.75 }
    let straight = TypedFilter(CIFilter.straighten)
    straight.input("CIStraighten.inputImage", \.inputImage)
    straight.input("CIStraighten.angle", \.angle, 0.25)
    corners(CIFilter.perspectiveTransform)
    corners(CIFilter.perspectiveTransformWithExtent)
    corners(CIFilter.perspectiveCorrection)
    let part = TypedFilter(CIFilter.perspectiveTransformWithExtent) { quadrilateral($0) }
    let rect = CGRect(x: 4, y: 4, width: 12, height: 16)
    part.input("CIPerspectiveTransformWithExtent.extent", \.extent, rect)
    let cropped = TypedFilter(CIFilter.perspectiveCorrection) {
      quadrilateral($0)
      $0.crop = true
    }
    cropped.input("CIPerspectiveCorrection.crop", \.crop, false)
  }

  private func quadrilateral(_ filter: any CIFourCoordinateGeometryFilter) {
    filter.bottomLeft = CGPoint(x: 2, y: 3)
    filter.bottomRight = CGPoint(x: 21, y: 2)
    filter.topRight = CGPoint(x: 18, y: 20)
    filter.topLeft = CGPoint(x: 5, y: 22)
  }

  private func corners(_ make: @escaping () -> any CIFilter & CIFourCoordinateGeometryFilter) {
    let filter = TypedFilter(make) { quadrilateral($0) }
    filter.input("CIFourCoordinateGeometryFilter.inputImage", \.inputImage)
    filter.input("CIFourCoordinateGeometryFilter.bottomLeft", \.bottomLeft, CGPoint(x: 6, y: 1))
    filter.input("CIFourCoordinateGeometryFilter.bottomRight", \.bottomRight, CGPoint(x: 15, y: 5))
    filter.input("CIFourCoordinateGeometryFilter.topRight", \.topRight, CGPoint(x: 23, y: 16))
    filter.input("CIFourCoordinateGeometryFilter.topLeft", \.topLeft, CGPoint(x: 2, y: 15))
  }

  @Test func cellsAndScreens() {
    let pixels = TypedFilter(CIFilter.pixellate)
    pixels.input("CIPixellate.inputImage", \.inputImage)
    pixels.input("CIPixellate.center", \.center, aside)
    pixels.input("CIPixellate.scale", \.scale, 5)
    let hexagons = TypedFilter(CIFilter.hexagonalPixellate)
    hexagons.input("CIHexagonalPixellate.inputImage", \.inputImage)
    hexagons.input("CIHexagonalPixellate.center", \.center, aside)
    hexagons.input("CIHexagonalPixellate.scale", \.scale, 5)
    let crystals = TypedFilter(CIFilter.crystallize)
    crystals.input("CICrystallize.inputImage", \.inputImage)
    crystals.input("CICrystallize.center", \.center, aside)
    crystals.input("CICrystallize.radius", \.radius, 5)
    let dots = TypedFilter(CIFilter.dotScreen)
    dots.input("CIDotScreen.inputImage", \.inputImage)
    dots.input("CIDotScreen.center", \.center, aside)
    dots.input("CIDotScreen.angle", \.angle, 0.5)
    dots.input("CIDotScreen.width", \.width, 4)
    dots.input("CIDotScreen.sharpness", \.sharpness, 0.25)
    let lines = TypedFilter(CIFilter.lineScreen)
    lines.input("CILineScreen.inputImage", \.inputImage)
    lines.input("CILineScreen.center", \.center, aside)
    lines.input("CILineScreen.angle", \.angle, 0.5)
    lines.input("CILineScreen.width", \.width, 4)
    lines.input("CILineScreen.sharpness", \.sharpness, 0.25)
    let hatches = TypedFilter(CIFilter.hatchedScreen)
    hatches.input("CIHatchedScreen.inputImage", \.inputImage)
    hatches.input("CIHatchedScreen.center", \.center, aside)
    hatches.input("CIHatchedScreen.angle", \.angle, 0.5)
    hatches.input("CIHatchedScreen.width", \.width, 4)
    hatches.input("CIHatchedScreen.sharpness", \.sharpness, 0.25)
    let circles = TypedFilter(CIFilter.circularScreen)
    circles.input("CICircularScreen.inputImage", \.inputImage)
    circles.input("CICircularScreen.center", \.center, aside)
    circles.input("CICircularScreen.width", \.width, 4)
    circles.input("CICircularScreen.sharpness", \.sharpness, 0.25)
  }

  @Test func areas() {
    let part = CGRect(x: 3, y: 4, width: 3, height: 2)
    areas(CIFilter.areaAverage, part)
    areas(CIFilter.areaHistogram, part)
    areas(CIFilter.areaMaximum, part)
    areas(CIFilter.areaMinimum, part)
    areas(CIFilter.areaMinMax, part)
    let histogram = TypedFilter(CIFilter.areaHistogram) { $0.extent = part }
    histogram.input("CIAreaHistogram.scale", \.scale, 4)
    histogram.input("CIAreaHistogram.count", \.count, 16)
    let columns = TypedFilter(CIFilter.columnAverage)
    columns.input("CIColumnAverage.inputImage", \.inputImage)
    columns.input("CIColumnAverage.extent", \.extent, part)
    let rows = TypedFilter(CIFilter.rowAverage)
    rows.input("CIRowAverage.inputImage", \.inputImage)
    rows.input("CIRowAverage.extent", \.extent, part)
  }

  private func areas(_ make: @escaping () -> any CIFilter & CIAreaReductionFilter, _ part: CGRect) {
    let area = TypedFilter(make)
    area.input("CIAreaReductionFilter.inputImage", \.inputImage)
    area.input("CIAreaReductionFilter.extent", \.extent, part)
  }
}
