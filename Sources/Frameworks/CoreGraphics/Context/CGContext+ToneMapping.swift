// Drawing images brighter than white by a method that the program chooses.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzFaults
import QuartzMath

/// A way to make an image darker that is brighter than what it is drawn into.
public enum CGToneMapping: UInt32, Hashable, Sendable {
  /// The way of `CGContext.draw(_:in:byTiling:)`.
  case `default` = 0
  /// That which the image's file says.
  case imageSpecificLumaScaling = 1
  /// The reference-white curve of SMPTE ST 2094-50.
  case referenceWhiteBased = 2
  /// ITU-R BT.2446-1, method A, for pictures of 1000 nits.
  case ITURecommended = 3
  /// Exposure, a knee and a gamma, as OpenEXR's viewer has them.
  case exrGamma = 4
  /// None: what is brighter than white is white.
  case none = 5
}

/// A number, 0...0.01, that `CGToneMapping.exrGamma` takes from all light; 0 by default.
public let kCGEXRToneMappingGammaDefog: CFString = "kCGEXRToneMappingGammaDefog"
/// The exposure of `CGToneMapping.exrGamma` in stops, -10...10; 0 by default.
public let kCGEXRToneMappingGammaExposure: CFString = "kCGEXRToneMappingGammaExposure"
/// The stops at which the knee of `CGToneMapping.exrGamma` begins, -2.85...3; 0 by default.
public let kCGEXRToneMappingGammaKneeLow: CFString = "kCGEXRToneMappingGammaKneeLow"
/// The stops that become white by `CGToneMapping.exrGamma`, 3.5...7.5; 5 by default.
public let kCGEXRToneMappingGammaKneeHigh: CFString = "kCGEXRToneMappingGammaKneeHigh"

extension CGContext {
  /// Draws an image, made darker by a method if it is brighter than what the context shows.
  ///
  /// Images of at most 8 bits a component in a standard range are drawn as they are.
  ///
  /// - Parameters:
  ///   - image: The image; all of it is drawn.
  ///   - rect: Where it lies, in user space.
  ///   - method: The way in which it is made darker.
  ///   - options: Numbers by the names of options, for the methods that have some, or nil. A number
  ///     outside of its range counts as the nearest one in it.
  /// - Returns: Whether the image was drawn by that method; if not, it is drawn by the default one.
  ///
  /// **Differences**: `ITURecommended`, `exrGamma` and `none` map to a standard range, whatever the
  /// target of the context. `imageSpecificLumaScaling` has no effect, as files are read without
  /// such metadata. The options of `ITURecommended` are absent.
  @discardableResult
  public func draw(
    _ image: CGImage,
    in rect: CGRect,
    by method: CGToneMapping,
    options: CFDictionary?
  ) -> Bool {
    let tone: any ToneMethod
    switch method {
    case .default, .referenceWhiteBased:
      draw(image, in: rect)
      return true
    case .imageSpecificLumaScaling:
      draw(image, in: rect)
      return image.containsImageSpecificToneMappingMetadata
    case .ITURecommended: tone = BroadcastTone()
    case .exrGamma: tone = ViewerTone(options ?? [:])
    case .none: tone = ClippedTone()
    }
    let mapped = image.mapped(by: tone)
    draw(mapped ?? image, in: rect)
    return mapped != nil || image.ownLight == nil
  }
}

extension ViewerTone {
  fileprivate init(_ options: CFDictionary) {
    func number(_ name: CFString, _ usual: Double) -> Double {
      (options[name] as? NSNumber)?.doubleValue ?? usual
    }
    self.init(
      defog: number(kCGEXRToneMappingGammaDefog, 0),
      exposure: number(kCGEXRToneMappingGammaExposure, 0),
      kneeLow: number(kCGEXRToneMappingGammaKneeLow, 0),
      kneeHigh: number(kCGEXRToneMappingGammaKneeHigh, 5)
    )
  }
}

extension CGImage {
  /// The picture with its light made darker, in a standard range of floats; nil if bytes say all,
  /// and if there is no memory for it.
  fileprivate func mapped(by tone: any ToneMethod) -> CGImage? {
    guard let light = ownLight, let space = CGColorSpace(name: CGColorSpace.extendedLinearSRGB),
      (try? MemoryProbe.ensure(bytes: width * height * MemoryLayout<SIMD4<Float>>.stride)) != nil
    else { return nil }
    var pixels = [SIMD4<Float>](repeating: .zero, count: width * height)
    pixels.withUnsafeMutableBufferPointer { pixels in
      // Bounds: the pixels are as many as rows have, times the rows.
      for y in 0..<height {
        let row = UnsafeMutableBufferPointer(rebasing: pixels[y * width..<(y + 1) * width])
        light.read(row: y, into: row)
        for x in row.indices {
          let color = row[x]
          guard color.w > 0, (color * 0) == .zero else {
            row[x] = .zero
            continue
          }
          let shown = tone.shown(SIMD3<Double>(SIMD3(color.x, color.y, color.z)))
          row[x] = SIMD4(SIMD3<Float>(shown), min(color.w, 1))
        }
      }
    }
    return CGImage(
      samples: pixels.withUnsafeBytes { Data($0) },
      size: (width, height),
      .floats,
      space: space,
      alpha: .last,
      tags: (nil, 1)
    )
  }
}
