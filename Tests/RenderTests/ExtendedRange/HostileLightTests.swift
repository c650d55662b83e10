// Values that are no light: numbers that are not finite, headrooms that nothing has, long images.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzModel
import RenderScenes
import Testing

@Suite struct HostileLightTests {
  private func stage(_ backend: Backend, on headroom: Float = 4) throws -> Stage {
    try Stage(backend.make(), width: 32, height: 32, range: .extended(headroom: headroom))
  }

  /// The bits of half floats: NaN, infinities, the largest, the smallest, -0, 1.
  private static let halves: [UInt16] = [
    0x7E00, 0xFE01, 0x7C00, 0xFC00, 0x7BFF, 0xFBFF, 0x0001, 0x8000, 0x3C00,
  ]

  /// An image of half floats in extended sRGB, premultiplied.
  private func image(_ bits: [UInt16], width: Int, height: Int) throws -> CGImage {
    let space = try #require(CGColorSpace(name: CGColorSpace.extendedSRGB))
    return CGImage(
      samples: bits.withUnsafeBytes { Data($0) },
      size: (width, height),
      .halves,
      space: space,
      alpha: .premultipliedLast
    )
  }

  /// Each component is finite and at most the encoded headroom, and alpha lies in 0...1.
  private func expectLight(_ frame: HalfFrame, upTo top: Float, _ what: String) {
    var worst: SIMD4<Float>?
    for y in 0..<frame.height {
      for x in 0..<frame.width {
        let color = frame[x, y]
        let isFinite = (0..<4).allSatisfy { color[$0].isFinite }
        let fits = max(color.x, color.y, color.z) <= top && (0...1).contains(color.w)
        if !isFinite || !fits { worst = color }
      }
    }
    #expect(worst == nil, "\(what)")
  }

  @Test(arguments: Backend.all)
  func coloursThatAreNoNumbers(backend: Backend) throws {
    let values: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, 1e-320, 65504, -65504]
    for value in values {
      for color in [CGColor.extended(value, 0.5, 0.5), .extended(1, value, value)] {
        let stage = try stage(backend)
        stage.edit {
          let layer = CALayer()
          layer.frame = CGRect(x: 4, y: 4, width: 20, height: 20)
          (layer.backgroundColor, layer.borderColor, layer.borderWidth) = (color, color, 3)
          (layer.shadowColor, layer.shadowOpacity) = (color, 1)
          layer.preferredDynamicRange = .high
          stage.root.addSublayer(layer)
          let gradient = CAGradientLayer()
          gradient.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
          gradient.colors = [CGColor.white, color]
          (gradient.preferredDynamicRange, gradient.opacity) = (.high, 0.5)
          stage.root.addSublayer(gradient)
        }
        expectLight(try HalfFrame(stage, at: 0), upTo: LightPixels.half(1.824796), "\(value)")
      }
    }
  }

  @Test(
    arguments: Backend.all,
    [CAToneMapMode.automatic, .ifSupported, .never]
  )
  func imagesThatAreNoNumbers(backend: Backend, mode: CAToneMapMode) throws {
    // Each as every component of a pixel: colours of alpha 0, infinite and negative alphas.
    let bits = Self.halves.flatMap { a in
      Self.halves.flatMap { b -> [UInt16] in [a, b, a, b] }
    }
    let side = Self.halves.count
    let image = try image(bits, width: side, height: side)
    for range in [CALayer.DynamicRange.standard, .high] {
      let stage = try stage(backend)
      stage.edit {
        let layer = CALayer()
        layer.frame = CGRect(x: 1.5, y: 1.5, width: 29, height: 29)
        (layer.contents, layer.toneMapMode, layer.preferredDynamicRange) = (image, mode, range)
        stage.root.addSublayer(layer)
      }
      let top: Float = range == .high ? 1.824796 : 1
      expectLight(try HalfFrame(stage, at: 0), upTo: LightPixels.half(top), "\(mode) \(range)")
    }
  }

  @Test(arguments: Backend.all)
  func coloursOfClearPixelsDoNotShow(backend: Backend) throws {
    // Alpha 0 with the brightest colours.
    let bits = [UInt16](repeating: 0x7BFF, count: 64 * 4).enumerated().map {
      $0.offset % 4 == 3 ? 0 : $0.element
    }
    let image = try image(bits, width: 8, height: 8)
    let stage = try stage(backend)
    stage.edit {
      let layer = CALayer()
      layer.frame = CGRect(x: 0, y: 0, width: 32, height: 32)
      (layer.contents, layer.preferredDynamicRange) = (image, .high)
      stage.root.addSublayer(layer)
    }
    let frame = try HalfFrame(stage, at: 0)
    #expect(frame[16, 16] == .zero && frame[0, 0] == .zero)
  }

  /// A5.4: numbers that are no headroom count as 0, and the largest is 65504.
  @Test(arguments: Backend.all)
  func headroomsThatAreNone(backend: Backend) throws {
    // 1.353256 as a half: white of twice the light, without a headroom of its own.
    let bits = [UInt16](repeating: 0, count: 64 * 4).enumerated().map { entry -> UInt16 in
      entry.offset % 4 == 3 ? 0x3C00 : 0x3D6A
    }
    let image = try image(bits, width: 8, height: 8)
    func shown(_ headroom: CGFloat, on output: Float) throws -> Float {
      let stage = try stage(backend, on: output)
      stage.edit {
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 32, height: 32)
        (layer.contents, layer.preferredDynamicRange) = (image, .high)
        layer.contentsHeadroom = headroom
        stage.root.addSublayer(layer)
      }
      return try HalfFrame(stage, at: 0)[16, 16].x
    }
    let untagged = try shown(0, on: 4)
    #expect(untagged == Float(bitPattern: 0x3FAD_4000))
    for headroom in [CGFloat.nan, -1, 0.5, -CGFloat.infinity, .infinity] {
      #expect(try shown(headroom, on: 4) == untagged, "\(headroom)")
    }
    let largest = try shown(65504, on: 4)
    #expect(largest < untagged && largest > 0)
    for headroom in [CGFloat(1e9), .greatestFiniteMagnitude] {
      #expect(try shown(headroom, on: 4) == largest, "\(headroom)")
    }
  }

  @Test func imagesWithoutPixels() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.extendedSRGB))
    let provider = try #require(CGDataProvider(data: Data(count: 64)))
    let info: CGBitmapInfo = [.floatComponents, .byteOrder16Little]
    for (width, height) in [(0, 0), (0, 4), (4, 0), (-1, 4), (16385, 1)] {
      let image = CGImage(
        headroom: 4,
        width: width,
        height: height,
        bitsPerComponent: 16,
        bitsPerPixel: 64,
        bytesPerRow: 64,
        space: space,
        bitmapInfo: info.union(CGBitmapInfo(.premultipliedLast)),
        provider: provider,
        decode: nil,
        shouldInterpolate: true,
        intent: .defaultIntent
      )
      #expect(image == nil, "\(width) x \(height)")
    }
  }

  @Test(arguments: Backend.all)
  func longestImage(backend: Backend) throws {
    let bits = (0..<16384 * 4).map { $0 % 4 == 3 ? UInt16(0x3C00) : 0x3D6A }
    let image = try image(bits, width: 16384, height: 1)
    let stage = try stage(backend)
    stage.edit {
      let layer = CALayer()
      layer.frame = CGRect(x: 0, y: 0, width: 32, height: 8)
      (layer.contents, layer.preferredDynamicRange) = (image, .high)
      stage.root.addSublayer(layer)
    }
    let frame = try HalfFrame(stage, at: 0)
    #expect(frame[16, 4].x == Float(bitPattern: 0x3FAD_4000) && frame[16, 20] == .zero)
  }
}
