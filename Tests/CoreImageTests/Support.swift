// Helpers of the tests of Core Image.
// Licensed under the MIT license; see LICENSE.

import CoreImage
import Foundation
import Testing

/// The RGBA bytes of a part of an image, row by row from the top, in sRGB.
func bytes(
  _ image: CIImage,
  _ rect: CGRect,
  context: CIContext = CIContext()
) -> [SIMD4<UInt8>] {
  let (width, height) = (Int(rect.width), Int(rect.height))
  var pixels = [SIMD4<UInt8>](repeating: .zero, count: width * height)
  pixels.withUnsafeMutableBytes { target in
    guard let start = target.baseAddress else { return }
    context.render(
      image,
      toBitmap: start,
      rowBytes: width * 4,
      bounds: rect,
      format: .RGBA8,
      colorSpace: CGColorSpaceCreateDeviceRGB()
    )
  }
  return pixels
}

/// An image of RGBA bytes in sRGB, row by row from the top.
func image(_ pixels: [SIMD4<UInt8>], width: Int) -> CIImage {
  let data = pixels.withUnsafeBytes { Data($0) }
  return CIImage(
    bitmapData: data,
    bytesPerRow: width * 4,
    size: CGSize(width: width, height: pixels.count / width),
    format: .RGBA8,
    colorSpace: CGColorSpaceCreateDeviceRGB()
  )
}

/// Runs a body and returns the lines that it reports.
func diagnostics(_ body: () throws -> Void) rethrows -> [String] {
  try Diagnostics.lines(during: body)
}

/// The fields of a table in Generators/Filters/, without its head.
func filterTable(_ name: String) throws -> [[String]] {
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  let text = try String(
    contentsOf: root.appendingPathComponent("Generators/Filters/\(name)"),
    encoding: .utf8
  )
  return text.split(separator: "\n").dropFirst().map { line in
    line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  }
}
