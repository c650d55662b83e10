// Contexts: bitmaps, formats, the state, transforms, the current path.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestClaims
import Testing

@Suite struct ContextTests {
  private static let rgb = CGColorSpaceCreateDeviceRGB()
  private static let gray = CGColorSpaceCreateDeviceGray()

  private func context(
    _ space: CGColorSpace?,
    _ alpha: CGImageAlphaInfo,
    _ order: CGBitmapInfo = [],
    bits: Int = 8,
    width: Int = 2,
    height: Int = 2,
    rowBytes: Int = 0,
    data: UnsafeMutableRawPointer? = nil
  ) -> CGContext? {
    CGContext(
      data: data,
      width: width,
      height: height,
      bitsPerComponent: bits,
      bytesPerRow: rowBytes,
      space: space,
      bitmapInfo: alpha.rawValue | order.rawValue
    )
  }

  private func bytes(_ context: CGContext?) -> [UInt8] {
    guard let context, let data = context.data else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: data, count: context.bitsPerPixel / 8))
  }

  /// The bytes of a pixel after a colour (R 255, G 128, B 0, alpha 0.4) was drawn into it.
  private func drawn(_ context: CGContext?) -> [UInt8] {
    context?.setFillColor(red: 1, green: 128.0 / 255, blue: 0, alpha: 0.4)
    context?.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    return bytes(context)
  }

  @Test(
    .shows(
      "CGContext.init(data:width:height:bitsPerComponent:bytesPerRow:space:bitmapInfo:)",
      "CGContext.data",
      "CGBitmapInfo",
      "CGBitmapInfo.byteOrder32Little",
      "CGBitmapInfo.byteOrder32Big"
    )
  ) func formatsOfFourBytes() {
    #expect(drawn(context(Self.rgb, .premultipliedLast)) == [102, 51, 0, 102])
    #expect(drawn(context(Self.rgb, .premultipliedFirst)) == [102, 102, 51, 0])
    #expect(
      drawn(context(Self.rgb, .premultipliedFirst, .byteOrder32Little)) == [0, 51, 102, 102]
    )
    #expect(drawn(context(Self.rgb, .premultipliedLast, .byteOrder32Little)) == [102, 0, 51, 102])
    #expect(drawn(context(Self.rgb, .premultipliedLast, .byteOrder32Big)) == [102, 51, 0, 102])
    // Without alpha pixels begin black and stay opaque.
    #expect(drawn(context(Self.rgb, .noneSkipLast)) == [102, 51, 0, 255])
    #expect(drawn(context(Self.rgb, .noneSkipFirst, .byteOrder32Little)) == [0, 51, 102, 255])
  }

  @Test(.shows("CGContext.init(data:width:height:bitsPerComponent:bytesPerRow:space:bitmapInfo:)"))
  func formatsOfOneByte() {
    let gray = context(Self.gray, .none)
    gray?.setFillColor(gray: 0.6, alpha: 0.5)
    gray?.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(bytes(gray) == [77], "0.3 of 255, half up")
    // Green weighs 0.7152 of the light: (0.7152 ^ (1 / 2.4)) · 1.055 - 0.055 = 0.8625.
    gray?.setFillColor(.green)
    gray?.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(bytes(gray) == [220])
    for space in [nil, Self.gray] {
      #expect(drawn(context(space, .alphaOnly)) == [102])
    }
  }

  @Test(
    .shows(
      "CGContext.bitsPerPixel",
      "CGContext.bytesPerRow",
      "CGBitmapInfo.floatComponents",
      "CGBitmapInfo.byteOrder16Little",
      "CGColorSpace.extendedSRGB"
    )
  ) func formatOfHalves() throws {
    let info: CGBitmapInfo = [.floatComponents, .byteOrder16Little]
    let space = try #require(CGColorSpace(name: CGColorSpace.extendedSRGB))
    let half = try #require(context(space, .premultipliedLast, info, bits: 16))
    #expect(half.bitsPerPixel == 64 && half.bytesPerRow == 32)
    half.setFillColor(
      try #require(CGColor(colorSpace: space, components: [1.5, -0.25, 0.5, 1]))
    )
    half.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    let data = try #require(half.data)
    let pixel = data.load(as: SIMD4<Float16>.self)
    #expect(pixel == SIMD4<Float16>(1.5, -0.25, 0.5, 1))
    // A space with a range keeps to it.
    let plain = try #require(context(Self.rgb, .premultipliedLast, info, bits: 16))
    plain.setFillColor(try #require(CGColor(colorSpace: space, components: [1.5, -0.25, 0.5, 1])))
    plain.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(plain.data?.load(as: SIMD4<Float16>.self) == SIMD4<Float16>(1, 0, 0.5, 1))
  }

  @Test(.shows("CGContext.makeImage()", "CGImage.colorSpace", "CGColorSpace.displayP3"))
  func colorsComeIntoTheSpaceOfTheBitmap() throws {
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let wide = try #require(context(p3, .premultipliedLast))
    wide.setFillColor(.red)
    wide.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    // The published P3 components of sRGB's red: 0.917, 0.200, 0.139.
    #expect(close(bytes(wide), [234, 51, 35, 255], 1))
    let image = try #require(wide.makeImage())
    #expect(image.colorSpace == p3)
    let back = try PaintedPicture(2, 2)
    back.context.draw(image, in: CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(close(back.pixel(0, 0), PaintedPicture.red, 1))
    // And images come into it: the red picture again.
    let again = try #require(context(p3, .premultipliedLast))
    again.draw(try #require(back.context.makeImage()), in: CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(close(bytes(again), [234, 51, 35, 255], 1))
  }

  @Test(.shows("CGContext.init(data:width:height:bitsPerComponent:bytesPerRow:space:bitmapInfo:)"))
  func formatsThatAreNotTaken() {
    #expect(context(Self.rgb, .none) == nil)
    #expect(context(Self.rgb, .last) == nil)
    #expect(context(Self.rgb, .alphaOnly) == nil)
    #expect(context(nil, .premultipliedLast) == nil)
    #expect(context(Self.gray, .premultipliedLast) == nil)
    #expect(context(Self.rgb, .premultipliedLast, bits: 5) == nil)
    #expect(context(Self.rgb, .premultipliedLast, .byteOrder16Little) == nil)
    #expect(context(CGColorSpaceCreateDeviceCMYK(), .none) == nil)
    #expect(context(CGColorSpace(patternBaseSpace: nil), .premultipliedLast) == nil)
    #expect(
      CGContext(
        data: nil,
        width: 1,
        height: 1,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: Self.rgb,
        bitmapInfo: .max
      ) == nil
    )
  }

  @Test(.shows("CGContext.init(data:width:height:bitsPerComponent:bytesPerRow:space:bitmapInfo:)"))
  func sizesThatAreNotTaken() {
    for size in [0, -1, 16385, Int.max, Int.min] {
      #expect(context(Self.rgb, .premultipliedLast, width: size) == nil)
      #expect(context(Self.rgb, .premultipliedLast, height: size) == nil)
    }
    for rowBytes in [7, -8, Int.max, Int.min] {
      #expect(context(Self.rgb, .premultipliedLast, rowBytes: rowBytes) == nil)
    }
    #expect(context(Self.rgb, .premultipliedLast, rowBytes: 8) != nil)
  }

  @Test(
    "Rows of a context's own memory are multiples of 32 bytes, as on Apple's systems",
    .shows("CGContext.bytesPerRow", "CGImage.bytesPerRow")
  ) func rowsAreAligned() throws {
    for (width, bytes) in [(1, 32), (8, 32), (9, 64), (100, 416), (256, 1024)] {
      let made = try #require(context(Self.rgb, .premultipliedLast, width: width))
      #expect(made.bytesPerRow == bytes && made.makeImage()?.bytesPerRow == bytes)
    }
    #expect(context(Self.gray, .none, width: 33)?.bytesPerRow == 64)
    // Rows that are asked for, and memory of the caller's, are as they are.
    #expect(context(Self.rgb, .premultipliedLast, width: 3, rowBytes: 12)?.bytesPerRow == 12)
    var memory = [UInt8](repeating: 0, count: 24)
    memory.withUnsafeMutableBytes {
      let made = context(Self.rgb, .premultipliedLast, width: 3, data: $0.baseAddress)
      #expect(made?.bytesPerRow == 12)
    }
  }

  @Test(.shows("CGContext.data", "CGContext.bytesPerRow")) func memoryOfTheCaller() {
    // Rows of 11 bytes: no pixel but the first is aligned.
    var memory = [UInt8](repeating: 7, count: 22)
    memory.withUnsafeMutableBytes { bytes in
      let context = context(Self.rgb, .premultipliedLast, rowBytes: 11, data: bytes.baseAddress)
      #expect(context?.data == bytes.baseAddress && context?.bytesPerRow == 11)
      context?.setFillColor(.red)
      context?.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    }
    #expect(memory[..<11] == [7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7], "nothing is cleared")
    #expect(memory[11...] == [7, 7, 7, 7, 255, 0, 0, 255, 7, 7, 7])
  }

  @Test(
    .shows(
      "CGContext.init(data:width:height:bitsPerComponent:bytesPerRow:space:bitmapInfo:releaseCallback:releaseInfo:)",
      "CGBitmapContextReleaseDataCallback",
      "CGContext.width"
    )
  ) func memoryIsGivenBack() {
    let data = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
    let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    count.pointee = 0
    defer { count.deallocate() }
    func make(width: Int) -> CGContext? {
      CGContext(
        data: data,
        width: width,
        height: 2,
        bitsPerComponent: 8,
        bytesPerRow: 8,
        space: Self.rgb,
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue,
        releaseCallback: { info, data in
          data?.deallocate()
          info?.assumingMemoryBound(to: Int.self).pointee += 1
        },
        releaseInfo: count
      )
    }
    #expect(make(width: 3) == nil && count.pointee == 0)
    #expect(make(width: 2)?.width == 2)
    #expect(count.pointee == 1)
  }

  @Test(.shows("CGContext.makeImage()", "CGImage.width", "CGImage.height", "CGImage.colorSpace"))
  func imagesAreCopies() throws {
    let picture = try PaintedPicture(4, 3)
    picture.context.setFillColor(.red)
    picture.context.fill(CGRect(x: 0, y: 2, width: 4, height: 1))
    let image = try #require(picture.context.makeImage())
    picture.context.clear(CGRect(x: 0, y: 0, width: 4, height: 3))
    #expect(
      image.width == 4 && image.height == 3 && image.colorSpace == .init(name: CGColorSpace.sRGB)
    )
    let target = try PaintedPicture(4, 3)
    target.context.draw(image, in: CGRect(x: 0, y: 0, width: 4, height: 3))
    #expect(target.pixel(3, 0) == PaintedPicture.red && target.pixel(0, 1) == PaintedPicture.clear)
  }

  @Test(.shows("CGContext.makeImage()")) func imagesOfEachFormat() throws {
    let half = context(
      Self.rgb,
      .premultipliedLast,
      [.floatComponents, .byteOrder16Little],
      bits: 16
    )
    let contexts = [
      context(Self.rgb, .premultipliedFirst, .byteOrder32Little), context(Self.rgb, .noneSkipFirst),
      context(Self.gray, .none), half,
    ]
    for context in contexts {
      let context = try #require(context)
      context.setFillColor(gray: 0.4, alpha: 1)
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 2))
      let image = try #require(context.makeImage())
      let picture = try PaintedPicture(2, 2)
      picture.context.draw(image, in: CGRect(x: 0, y: 0, width: 2, height: 2))
      #expect(picture.pixel(0, 0) == [102, 102, 102, 255])
    }
  }
}

@Suite struct ContextStateTests {
  @Test(
    .shows(
      "CGContext.saveGState()",
      "CGContext.restoreGState()",
      "CGContext.ctm",
      "CGContext.interpolationQuality",
      "CGContext.boundingBoxOfClipPath"
    )
  ) func stateIsSavedAndRestored() throws {
    let context = try PaintedPicture(10, 10).context
    context.saveGState()
    context.translateBy(x: 5, y: 5)
    context.setFillColor(.red)
    context.interpolationQuality = .none
    context.clip(to: CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 2, height: 2))
    context.saveGState()
    context.scaleBy(x: 2, y: 2)
    context.restoreGState()
    #expect(context.ctm == CGAffineTransform(translationX: 5, y: 5))
    context.restoreGState()
    #expect(context.ctm == .identity && context.interpolationQuality == .default)
    #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 10, height: 10))
    context.restoreGState()
    #expect(context.ctm == .identity, "one restore too many does nothing")
  }

  @Test(.shows("CGContext.fill(_:)")) func originIsAtTheBottomLeft() throws {
    let picture = try PaintedPicture(4, 4)
    picture.context.setFillColor(.red)
    picture.context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    #expect(picture.pixel(1, 3) == PaintedPicture.red)
    #expect(picture.area == 1)
  }

  @Test(
    .shows(
      "CGContext.translateBy(x:y:)",
      "CGContext.rotate(by:)",
      "CGContext.scaleBy(x:y:)",
      "CGContext.convertToDeviceSpace(_:)",
      "CGContext.convertToUserSpace(_:)",
      "CGContext.userSpaceToDeviceSpaceTransform"
    )
  ) func transformsApplyInReverse() throws {
    let context = try PaintedPicture(100, 100).context
    context.translateBy(x: 10, y: 20)
    context.rotate(by: .pi / 2)
    context.scaleBy(x: 2, y: 3)
    let point = CGPoint(x: 1, y: 1)
    // Scaled to (2, 3), turned to (-3, 2), moved to (7, 22).
    let device = context.convertToDeviceSpace(point)
    #expect(abs(device.x - 7) < 1e-12 && abs(device.y - 22) < 1e-12)
    let user = context.convertToUserSpace(device)
    #expect(abs(user.x - 1) < 1e-12 && abs(user.y - 1) < 1e-12)
    let size = context.convertToDeviceSpace(CGSize(width: 1, height: 1))
    #expect(abs(size.width + 3) < 1e-12 && abs(size.height - 2) < 1e-12)
    let rect = context.convertToDeviceSpace(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(abs(rect.minX - 7) < 1e-12 && abs(rect.maxY - 22) < 1e-12)
    #expect(context.userSpaceToDeviceSpaceTransform == context.ctm)
  }

  @Test(
    .shows(
      "CGContext.move(to:)",
      "CGContext.addLine(to:)",
      "CGContext.currentPointOfPath",
      "CGContext.boundingBoxOfPath",
      "CGContext.path",
      "CGContext.beginPath()",
      "CGContext.isPathEmpty"
    )
  ) func pathPointsKeepTheTransformOfTheirTime() throws {
    let context = try PaintedPicture(100, 100).context
    context.move(to: CGPoint(x: 1, y: 1))
    context.scaleBy(x: 10, y: 10)
    context.addLine(to: CGPoint(x: 2, y: 3))
    #expect(context.currentPointOfPath == CGPoint(x: 2, y: 3))
    #expect(context.boundingBoxOfPath == CGRect(x: 0.1, y: 0.1, width: 1.9, height: 2.9))
    context.scaleBy(x: 0.1, y: 0.1)
    let path = try #require(context.path)
    #expect(elements(path) == ["move 1,1", "line 20,30"])
    context.beginPath()
    #expect(context.isPathEmpty && context.path == nil && context.boundingBoxOfPath.isNull)
    #expect(context.currentPointOfPath == .zero)
  }

  @Test(
    .shows(
      "CGContext.addQuadCurve(to:control:)",
      "CGContext.addCurve(to:control1:control2:)",
      "CGContext.addArc(center:radius:startAngle:endAngle:clockwise:)",
      "CGContext.addArc(tangent1End:tangent2End:radius:)",
      "CGContext.closePath()",
      "CGContext.addEllipse(in:)",
      "CGContext.addRects(_:)",
      "CGContext.addLines(between:)",
      "CGContext.concatenate(_:)"
    )
  ) func pathBuildingMatchesPaths() throws {
    let context = try PaintedPicture(100, 100).context
    let path = CGMutablePath()
    let turn = CGAffineTransform(rotationAngle: 0.5).translatedBy(x: 3, y: 4)
    context.concatenate(turn)
    let box = CGRect(x: 1, y: 2, width: 30, height: 20)
    context.move(to: box.origin)
    path.move(to: box.origin, transform: turn)
    context.addQuadCurve(to: CGPoint(x: 4, y: 4), control: CGPoint(x: 9, y: 1))
    path.addQuadCurve(to: CGPoint(x: 4, y: 4), control: CGPoint(x: 9, y: 1), transform: turn)
    context.addCurve(to: .zero, control1: CGPoint(x: 1, y: 0), control2: CGPoint(x: 0, y: 1))
    path.addCurve(
      to: .zero,
      control1: CGPoint(x: 1, y: 0),
      control2: CGPoint(x: 0, y: 1),
      transform: turn
    )
    context.addArc(
      center: CGPoint(x: 5, y: 5),
      radius: 3,
      startAngle: 1,
      endAngle: 2,
      clockwise: true
    )
    path.addArc(
      center: CGPoint(x: 5, y: 5),
      radius: 3,
      startAngle: 1,
      endAngle: 2,
      clockwise: true,
      transform: turn
    )
    context.addArc(
      tangent1End: CGPoint(x: 20, y: 5),
      tangent2End: CGPoint(x: 20, y: 20),
      radius: 3
    )
    path.addArc(
      tangent1End: CGPoint(x: 20, y: 5),
      tangent2End: CGPoint(x: 20, y: 20),
      radius: 3,
      transform: turn
    )
    context.closePath()
    path.closeSubpath()
    context.addEllipse(in: box)
    path.addEllipse(in: box, transform: turn)
    context.addRects([box, box])
    path.addRects([box, box], transform: turn)
    context.addLines(between: [.zero, box.origin])
    path.addLines(between: [.zero, box.origin], transform: turn)
    context.concatenate(turn.inverted())
    #expect(elements(try #require(context.path)) == elements(path))
  }

  @Test(.shows("CGContext.pathContains(_:mode:)", "CGContext.addRect(_:)", "CGPathDrawingMode"))
  func pathContainsByMode() throws {
    let context = try PaintedPicture(100, 100).context
    context.setLineWidth(4)
    context.addRect(CGRect(x: 10, y: 10, width: 40, height: 40))
    context.addRect(CGRect(x: 20, y: 20, width: 20, height: 20))
    let (middle, outside, edge) = (
      CGPoint(x: 30, y: 30), CGPoint(x: 60, y: 30), CGPoint(x: 51, y: 30)
    )
    #expect(context.pathContains(middle, mode: .fill))
    #expect(!context.pathContains(middle, mode: .eoFill))
    #expect(context.pathContains(edge, mode: .stroke) && !context.pathContains(edge, mode: .fill))
    #expect(context.pathContains(edge, mode: .eoFillStroke))
    #expect(context.pathContains(middle, mode: .fillStroke))
    #expect(!context.pathContains(outside, mode: .fillStroke))
  }
}
