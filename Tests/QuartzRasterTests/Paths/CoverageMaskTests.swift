// Sparse masks as values.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import QuartzMath
import QuartzRaster
import Testing

@Suite(.serialized) struct CoverageMaskTests {
  private let area = PixelRect(0, 0, 128, 128)

  @Test func empty() {
    let mask = CoverageMask()
    #expect(mask.isEmpty)
    #expect(mask.bounds.isEmpty)
    #expect(mask.rowBytes(PixelRect(0, 0, 2, 1)) == [0, 0])
    #expect(CoverageMask(PixelRect(5, 5, 5, 9)).isEmpty)
    #expect(mask == CoverageMask.filling(Path()))
  }

  @Test func boundsAreTight() {
    let mask = CoverageMask.filling(Figure.star.path)
    let bytes = mask.rowBytes(area)
    let covered = bytes.indices.filter { bytes[$0] > 0 }
    let columns = covered.map { Int32($0 % 128) }
    let rows = covered.map { Int32($0 / 128) }
    #expect(
      mask.bounds
        == PixelRect(columns.min()!, rows.min()!, columns.max()! + 1, rows.max()! + 1)
    )
  }

  @Test func singlePixels() {
    let mask = CoverageMask.filling(Figure.ring.path)
    let bytes = mask.rowBytes(area)
    for y in 0..<128 as Range<Int32> {
      for x in 0..<128 as Range<Int32> {
        #expect(mask.coverage(x: x, y: y) == bytes[Int(y) * 128 + Int(x)])
      }
    }
  }

  /// The strips of a mask, put together again, are the mask, and no byte is in two of them.
  @Test(arguments: Figure.allCases)
  func strips(figure: Figure) {
    let line = StrokeStyle(width: 1.5)
    for mask in [
      CoverageMask.filling(figure.path), .stroking(figure.path, line),
      CoverageMask.stroking(figure.path, line).offset(x: -31, y: 17),
    ] {
      let layout = CoverageStrips(mask)
      var block = [UInt8](repeating: 0, count: Int(layout.width * layout.height))
      var users = [Int](repeating: 0, count: block.count)
      block.withUnsafeMutableBufferPointer { block in
        if let base = block.baseAddress { layout.copy(mask, into: base) }
      }
      let bounds = mask.bounds
      var bytes = [UInt8](repeating: 0, count: bounds.area)
      for strip in layout.strips {
        #expect(bounds.contains(strip.rect))
        for y in strip.rect.minY..<strip.rect.maxY {
          for x in strip.rect.minX..<strip.rect.maxX {
            let place = Int(y + strip.shiftY) * Int(layout.width) + Int(x + strip.shiftX)
            users[place] += 1
            bytes[Int(y - bounds.minY) * Int(bounds.width) + Int(x - bounds.minX)] = block[place]
          }
        }
      }
      #expect(bytes == mask.rowBytes(bounds))
      #expect(users.allSatisfy { $0 <= 1 })
      #expect(layout.area == users.reduce(0, +))
    }
  }

  @Test func stripsOfNothing() {
    let layout = CoverageStrips(CoverageMask())
    #expect(layout.strips.isEmpty && layout.width == 0 && layout.height == 0)
  }

  @Test(arguments: Figure.allCases)
  func products(figure: Figure) {
    let mask = CoverageMask.filling(figure.path)
    let clips = [
      CoverageMask.filling(Figure.circle.path).offset(x: 9, y: -13),
      CoverageMask.filling(Figure.blades.path), CoverageMask(PixelRect(20, 30, 80, 90)), mask,
      CoverageMask(),
    ]
    for clip in clips {
      let product = mask.multiplied(by: clip)
      let bytes = zip(mask.rowBytes(area), clip.rowBytes(area)).map { a, b in
        UInt8((Double(a) * Double(b) / 255).rounded())
      }
      #expect(product.rowBytes(area) == bytes)
      #expect(product == clip.multiplied(by: mask))
      #expect(area.contains(product.bounds))
    }
    #expect(mask.multiplied(by: CoverageMask(area)) == mask)
  }

  @Test func paintedAsTheRuleSays() {
    defer { qk_use_instructions(qk_best_instructions()) }
    let mask = CoverageMask.filling(Figure.blades.path, .evenOdd).offset(x: -3, y: 5)
    let clip = PixelRect(7, 9, 121, 118)
    let bytes = mask.rowBytes(area)
    for color in [[0.2, 0.5, 0.1, 1], [0.1, 0.05, 0.3, 0.4], .zero] as [SIMD4<Float>] {
      let source = SourceOver.source(color)
      for set in 0...qk_best_instructions() {
        qk_use_instructions(set)
        var pixels = (0..<UInt32(area.area)).map { $0 &* 2_654_435_761 | 0xFF00_0000 }
        var expected = pixels
        for y in clip.minY..<clip.maxY {
          for x in clip.minX..<clip.maxX {
            let index = Int(y * 128 + x)
            let scaled = SourceOver.scaled(source, UInt16(bytes[index]) * 257)
            expected[index] = SourceOver.blend(scaled, over: pixels[index])
          }
        }
        pixels.withUnsafeMutableBufferPointer {
          mask.paint(source, onto: $0.baseAddress!, stride: 128, in: clip)
        }
        #expect(pixels == expected)
      }
    }
  }
}
