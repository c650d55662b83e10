// The API says of each filter what Apple's own attributes say.
// Licensed under the MIT license; see LICENSE.

import CoreImage
import Foundation
import QuartzFilters
import TestClaims
import Testing

@Suite struct FilterTableTests {
  /// The rows of a filter by its name.
  private func rows() throws -> [String: [[String]]] {
    Dictionary(grouping: try filterTable("attributes.tsv"), by: { $0[0] })
  }

  @Test func theTableHasAllFilters() throws {
    #expect(try rows().count == 242)
    // And the one without inputs.
    #expect(FilterAttributes.all.count == 243)
    #expect(CIFilter(name: "CIRandomGenerator")?.inputKeys == [])
    #expect(FilterAttributes.all.map(\.inputs.count).reduce(0, +) == 839)
  }

  @Test(.shows("CIFilter.filterNames(inCategory:)", "CIFilter.init(name:)"))
  func namesAreThoseOfFiltersThatAreDrawn() throws {
    let names = CIFilter.filterNames(inCategory: nil)
    #expect(names == names.sorted())
    for name in try rows().keys {
      let isDrawn = FilterAttributes.named(name)?.isDrawn == true
      #expect((CIFilter(name: name) != nil) == isDrawn, "\(name)")
      #expect(names.contains(name) == isDrawn, "\(name)")
    }
    for tier in ["CIGaussianBlur", "CIColorControls", "CISepiaTone", "CIQRCodeGenerator"] {
      #expect(names.contains(tier))
    }
  }

  @Test func unknownNamesAreNil() {
    for name in ["", "CIGaussianBlurr", "gaussianBlur", "CIMagic", "ciGaussianBlur"] {
      #expect(CIFilter(name: name) == nil)
    }
  }

  @Test(
    .shows(
      "CIFilter.attributes",
      "CIFilter.inputKeys",
      "CIFilter.outputKeys",
      "kCIAttributeFilterName",
      "kCIAttributeFilterCategories",
      "kCIAttributeClass",
      "kCIAttributeType",
      "kCIAttributeMin",
      "kCIAttributeMax"
    )
  ) func attributesAreThoseOfTheTable() throws {
    for (name, rows) in try rows() {
      guard let filter = CIFilter(name: name) else { continue }
      #expect(filter.inputKeys == rows.map { $0[3] }, "\(name)")
      #expect(filter.outputKeys == ["outputImage"])
      let attributes = filter.attributes
      #expect(attributes[kCIAttributeFilterName] as? String == name)
      #expect(
        attributes[kCIAttributeFilterCategories] as? [String]
          == rows[0][2].split(separator: ",").map { "CICategory\($0)" }
      )
      for row in rows {
        let input = try #require(attributes[row[3]] as? [String: Any])
        #expect(input[kCIAttributeClass] as? String == row[4], "\(name) \(row[3])")
        #expect(
          input[kCIAttributeType] as? String == (row[5].isEmpty ? nil : "CIAttributeType" + row[5])
        )
        #expect((input[kCIAttributeMin] as? NSNumber)?.doubleValue == Double(row[7]))
        #expect((input[kCIAttributeMax] as? NSNumber)?.doubleValue == Double(row[8]))
      }
    }
  }

  @Test func defaultsAreThoseOfTheTable() throws {
    var count = 0
    for (name, rows) in try rows() {
      guard let filter = CIFilter(name: name) else { continue }
      for row in rows where !row[6].isEmpty {
        count += 1
        let value = filter.value(forKey: row[3])
        switch value {
        case let number as NSNumber:
          let expected = Double(row[6]) ?? (row[6] == "true" ? 1 : 0)
          #expect(number.doubleValue == expected, "\(name) \(row[3])")
        case let vector as CIVector:
          #expect(vector.numbers == numbers(row[6]), "\(name) \(row[3])")
        case let map as CGAffineTransform:
          #expect(CIVector(cgAffineTransform: map).numbers == numbers(row[6]))
        default: Issue.record("\(name) \(row[3]) has no default")
        }
      }
    }
    #expect(count > 0)
  }

  /// The numbers of `[1 0]`, `CGPoint(x: 1.0, y: 2.0)` and `…(m11: 1.0, …)`.
  private func numbers(_ text: String) -> [Double] {
    text.replacing("[", with: " ").split { " ,)]".contains($0) }.compactMap { Double($0) }
  }

  @Test(
    .shows(
      "CIFilter.filterNames(inCategory:)",
      "CIFilter.filterNames(inCategories:)",
      "kCICategoryBlur",
      "kCICategoryGenerator",
      "kCICategoryStillImage"
    )
  ) func categoriesHaveTheirFilters() {
    #expect(CIFilter.filterNames(inCategory: kCICategoryBlur).contains("CIGaussianBlur"))
    #expect(!CIFilter.filterNames(inCategory: kCICategoryBlur).contains("CIColorInvert"))
    #expect(
      CIFilter.filterNames(inCategories: [kCICategoryGenerator, kCICategoryStillImage])
        .contains("CIQRCodeGenerator")
    )
    #expect(CIFilter.filterNames(inCategory: "CICategoryNone").isEmpty)
  }

  @Test(.shows("CIFilter.localizedName(forFilterName:)", "CIFilter.localizedName(forCategory:)"))
  func namesForPeopleAreWords() {
    #expect(CIFilter.localizedName(forFilterName: "CIGaussianBlur") == "Gaussian Blur")
    #expect(CIFilter.localizedName(forFilterName: "CIQRCodeGenerator") == "QR Code Generator")
    #expect(CIFilter.localizedName(forFilterName: "CISourceOverCompositing") == "Source Over")
    #expect(CIFilter.localizedName(forFilterName: "CINone") == nil)
    #expect(CIFilter.localizedName(forCategory: kCICategoryColorEffect) == "Color Effect")
  }
}
