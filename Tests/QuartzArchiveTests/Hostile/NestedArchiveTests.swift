// Archives of masks in one another, as deep as is promised, on a small stack.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzArchive
import QuartzCore
import QuartzFaults
import Testing

/// Runs a body on a thread with a stack of 512 KB.
private func onSmallStack(_ body: @escaping () throws -> Void) throws {
  // Safe because: this thread waits meanwhile.
  nonisolated(unsafe) let body = body
  // Safe because: as above.
  nonisolated(unsafe) var problem: (any Error)?
  try SystemThread.start(name: "small", stackBytes: 512 << 10) {
    do { try body() } catch { problem = error }
  }.join()
  if let problem { throw problem }
}

@Suite struct NestedArchiveTests {
  private static let side = 4096

  /// A red layer with a mask, which has a mask, and so on; the last one shows 16 x 16 points.
  private static func masks(_ count: Int) -> CALayer {
    let root = layer(count == 0 ? 16 : 32)
    root.position = CGPoint(x: side / 2, y: side / 2)
    root.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    var last = root
    for index in 1...count {
      let mask = layer(index == count ? 16 : 32)
      mask.position = CGPoint(x: 16, y: 16)
      mask.backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
      last.mask = mask
      last = mask
    }
    return root
  }

  private static func layer(_ side: Int) -> CALayer {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: side, height: side)
    return layer
  }

  /// R, G, B and A of a pixel.
  private static func pixel(_ image: CGImage?, _ x: Int, _ y: Int) -> [UInt8] {
    let part = image?.cropping(to: CGRect(x: x, y: y, width: 1, height: 1))
    let context = CGContext(
      data: nil,
      width: 1,
      height: 1,
      bitsPerComponent: 8,
      bytesPerRow: 4,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
    if let part { context?.draw(part, in: CGRect(x: 0, y: 0, width: 1, height: 1)) }
    let bytes = context?.data?.assumingMemoryBound(to: UInt8.self)
    return (0..<4).map { bytes?[$0] ?? 0 }
  }

  private static func expectSquare(_ image: CGImage?, _ count: Int) {
    let middle = side / 2
    #expect(pixel(image, middle, middle) == [255, 0, 0, 255], "\(count) masks")
    #expect(pixel(image, middle - 8, middle + 7) == [255, 0, 0, 255], "\(count) masks")
    #expect(pixel(image, middle - 9, middle) == [0, 0, 0, 0], "\(count) masks")
    #expect(pixel(image, middle + 12, middle) == [0, 0, 0, 0], "\(count) masks")
  }

  /// Read on a small stack, drawn by a context and into a CGContext, each at 4096 x 4096 pixels.
  @Test func masksInOneAnother() async {
    await #expect(processExitsWith: .success) {
      let size = CGSize(width: NestedArchiveTests.side, height: NestedArchiveTests.side)
      for count in [310, 510] {
        let written = try CAPackage(rootLayer: NestedArchiveTests.masks(count), size: size)
        let data = try written.archivedData()
        try onSmallStack {
          let root = try CAPackage(archive: data).rootLayer
          let context = try CAContext(size: size)
          let canvas = CALayer()
          canvas.frame = CGRect(origin: .zero, size: size)
          canvas.addSublayer(root)
          context.layer = canvas
          NestedArchiveTests.expectSquare(try context.image(at: 0), count)
          let bitmap = CGContext(
            data: nil,
            width: NestedArchiveTests.side,
            height: NestedArchiveTests.side,
            bitsPerComponent: 8,
            bytesPerRow: 0,
            space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
          )
          if let bitmap { canvas.render(in: bitmap) }
          NestedArchiveTests.expectSquare(bitmap?.makeImage(), count)
          CATransaction.flush()
        }
      }
    }
  }

  /// One level more than are drawn is an error that says so, when it is written.
  @Test func oneTooMany() throws {
    let size = CGSize(width: 64, height: 64)
    let package = try CAPackage(rootLayer: NestedArchiveTests.masks(512), size: size)
    #expect(
      throws: CAPackageError.limit(
        file: "archive",
        line: nil,
        what: "layers inside one another",
        limit: 512
      )
    ) { try package.archivedData() }
  }
}
