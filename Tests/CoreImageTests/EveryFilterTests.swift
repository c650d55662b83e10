// Each filter there is, drawn: as it comes, and with inputs that make no sense.
// Licensed under the MIT license; see LICENSE.

import CoreImage
import Foundation
import QuartzFilters
import Testing

@Suite(.serialized) struct EveryFilterTests {
  private static let names = CIFilter.filterNames(inCategory: nil)
  private let rect = CGRect(x: 0, y: 0, width: 8, height: 8)

  /// A filter with pictures of 8 x 8 pixels for all of its images, and data where it needs them.
  private func filter(_ name: String) throws -> CIFilter {
    let filter = try #require(CIFilter(name: name))
    let pixels = (0..<64).map { SIMD4<UInt8>(UInt8($0 * 4), UInt8(255 - $0 * 4), 128, 255) }
    for input in FilterAttributes.named(name)?.inputs ?? [] {
      switch input.valueClass {
      case .image: filter.setValue(image(pixels, width: 8), forKey: input.key)
      case .data where input.key == "inputMessage":
        filter.setValue(Data("42".utf8), forKey: input.key)
      // A cube of 2 x 2 x 2 colours in floats.
      case .data: filter.setValue(Data(repeating: 0, count: 2 * 2 * 2 * 16), forKey: input.key)
      case .string where input.key == "inputText": filter.setValue("text", forKey: input.key)
      case .attributedString:
        filter.setValue(NSAttributedString(string: "text"), forKey: input.key)
      default: break
      }
    }
    return filter
  }

  @Test(arguments: names) func drawsWithItsDefaults(_ name: String) throws {
    let output = try filter(name).outputImage
    let image = try #require(output, "\(name)")
    #expect(bytes(image, rect).count == 64)
  }

  /// Nothing traps, and nothing hangs: a picture that takes too much is refused.
  @Test(arguments: names) func survivesHostileInputs(_ name: String) throws {
    let numbers = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e9, -1, 0]
    for input in FilterAttributes.named(name)?.inputs ?? [] {
      for number in numbers {
        let filter = try filter(name)
        switch input.valueClass {
        case .number: filter.setValue(number, forKey: input.key)
        case .vector:
          let count = (filter.value(forKey: input.key) as? CIVector)?.count ?? 4
          filter.setValue(CIVector(Array(repeating: number, count: count)), forKey: input.key)
        case .color:
          filter.setValue(
            CIColor(red: number, green: number, blue: number, alpha: number),
            forKey: input.key
          )
        case .transform:
          filter.setValue(
            CGAffineTransform(a: number, b: 0, c: 0, d: number, tx: number, ty: number),
            forKey: input.key
          )
        case .data: filter.setValue(Data([1, 2, 3]), forKey: input.key)
        default: continue
        }
        if let output = filter.outputImage { #expect(bytes(output, rect).count == 64) }
      }
    }
  }

  @Test(arguments: names) func imagesThatAreEmptyOrWithoutEndAreTaken(_ name: String) throws {
    for image in [CIImage.empty(), .red] {
      let filter = try filter(name)
      for input in FilterAttributes.named(name)?.inputs ?? [] where input.valueClass == .image {
        filter.setValue(image, forKey: input.key)
      }
      if let output = filter.outputImage { #expect(bytes(output, rect).count == 64) }
    }
  }
}
