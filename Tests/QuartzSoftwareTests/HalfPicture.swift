// Pictures of half floats, for tests.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzRaster
import QuartzSoftware

/// A picture of extended range that a backend drew: four half floats for each pixel, as bits.
struct HalfPicture: Equatable {
  let width: Int
  var halves: [UInt16]

  /// The premultiplied colour of a pixel.
  subscript(x: Int, y: Int) -> SIMD4<Float> {
    halves.withUnsafeBytes { bytes in
      bytes.baseAddress.map { HalfPixels.color($0 + (y * width + x) * 8) } ?? .zero
    }
  }

  /// Whether each number is finite.
  var isFinite: Bool { halves.allSatisfy { $0 & 0x7C00 != 0x7C00 } }

  /// The greatest difference from a picture of bytes, in 255ths, colours clamped to 0...1.
  func difference(from other: SoftwarePicture) -> Int {
    var greatest = 0
    for index in other.pixels.indices {
      let color = self[index % width, index / width]
      for channel in 0..<4 {
        let value = min(max(color[channel], 0), 1)
        let byte = Int(other.pixels[index] >> UInt32(channel * 8) & 255)
        greatest = max(greatest, abs(Int((value * 255).rounded()) - byte))
      }
    }
    return greatest
  }
}

extension SoftwareBackend {
  /// Executes a plan on an extended output of its own size.
  func halfPicture(_ plan: RenderPlan, headroom: Float = 4) throws -> HalfPicture {
    var plan = plan
    plan.range = .extended(headroom: headroom)
    let frame = plan.outputFrame
    try createOutput(
      SoftwareBackend.context,
      width: Int(frame.width),
      height: Int(frame.height),
      range: plan.range
    )
    try execute(plan, context: SoftwareBackend.context)
    return try halfPicture(frame)
  }

  func halfPicture(_ frame: PixelRect) throws -> HalfPicture {
    var halves = [UInt16](repeating: 0, count: frame.area * 4)
    try halves.withUnsafeMutableBytes { bytes in
      try read(SoftwareBackend.context, frame, into: bytes, rowBytes: Int(frame.width) * 8)
    }
    return HalfPicture(width: Int(frame.width), halves: halves)
  }
}

extension PixelBuffer {
  /// The image as half floats, each channel the byte divided by 255.
  func inHalves(_ light: ContentLight = .standard) throws -> PixelBuffer {
    var halves = [UInt16](repeating: 0, count: width * height * 4)
    withBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          var color = SIMD4<Float>.zero
          for channel in 0..<4 {
            color[channel] = Float(bytes[y * rowBytes + x * 4 + channel]) / 255
          }
          halves.withUnsafeMutableBytes { halves in
            if let base = halves.baseAddress {
              HalfPixels.writeFinite(&color, to: base + (y * width + x) * 8, count: 1)
            }
          }
        }
      }
    }
    return try halves.withUnsafeBytes {
      try PixelBuffer(
        width: width,
        height: height,
        rowBytes: width * 8,
        isOpaque: isOpaque,
        copying: $0,
        form: .halves(light)
      )
    }
  }
}
