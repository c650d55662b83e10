// Every filter of Core Image on a layer and behind one: both renderers make the same bytes.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import CoreImage
import QuartzCore
import RenderScenes
import Testing

@Suite struct EveryFilterPlaceTests {
  /// The part of a layer whose filters are set.
  enum Place: CaseIterable {
    case filters, backgroundFilters
  }

  private static let names = CIFilter.filterNames(inCategory: nil)
  private static let (width, height, columns) = (48, 40, 14)

  /// A filter with pictures for the images that it needs, and lengths that fit a small layer.
  private func filter(_ name: String) throws -> CIFilter {
    let filter = try #require(CIFilter(name: name))
    let picture = try #require(
      bitmap(24, 20) { x, y in [UInt8(10 * x), UInt8(12 * y), UInt8(250 - 10 * x), 255] }
    )
    for key in filter.inputKeys where key != "inputImage" {
      let attributes = filter.attributes[key] as? [String: Any]
      switch attributes?[kCIAttributeClass] as? String {
      case "CIImage": filter.setValue(CIImage(cgImage: picture), forKey: key)
      case "NSNumber" where attributes?[kCIAttributeType] as? String == kCIAttributeTypeDistance:
        filter.setValue(5, forKey: key)
      default: break
      }
    }
    return filter
  }

  /// A cell for each filter, which cuts what reaches beyond it.
  private func picture(_ backend: Backend, _ place: Place, isFiltered: Bool) throws -> Picture {
    let rows = (Self.names.count + Self.columns - 1) / Self.columns
    let stage = try Stage(
      try backend.make(),
      width: Self.columns * Self.width,
      height: rows * Self.height
    )
    let filters = try Self.names.map { try filter($0) }
    stage.edit {
      for (index, filter) in filters.enumerated() {
        let (x, y) = (index % Self.columns * Self.width, index / Self.columns * Self.height)
        let cell = panel(
          CGFloat(x),
          CGFloat(y),
          CGFloat(Self.width),
          CGFloat(Self.height),
          rgba(0.9, 0.8, 0.6),
          in: stage.root
        )
        cell.masksToBounds = true
        panel(0, 14, 48, 9, sea, in: cell)
        let box = panel(10, 8, 24, 20, place == .filters ? rgba(0.7, 0.3, 0.2) : nil, in: cell)
        // Without rounded corners, whose edges the renderers round by a level.
        panel(4, 5, 9, 8, sun, in: box)
        guard isFiltered else { continue }
        switch place {
        case .filters: box.filters = [filter]
        case .backgroundFilters: box.backgroundFilters = [filter]
        }
      }
    }
    return Picture(try stage.frame())
  }

  @Test(.enabled(if: Backend.hasGLES), arguments: Place.allCases)
  func renderersAgree(_ place: Place) throws {
    let plain = try picture(.software, place, isFiltered: false)
    let software = try picture(.software, place, isFiltered: true)
    let gles = try picture(.gles, place, isFiltered: true)
    var (changed, different) = (0, [String]())
    for (index, name) in Self.names.enumerated() {
      let (x, y) = (index % Self.columns * Self.width, index / Self.columns * Self.height)
      let cell = (y..<y + Self.height).flatMap { y in (x..<x + Self.width).map { (x: $0, y: y) } }
      if cell.contains(where: { software[$0.x, $0.y] != plain[$0.x, $0.y] }) { changed += 1 }
      if cell.contains(where: { software[$0.x, $0.y] != gles[$0.x, $0.y] }) {
        different.append(name)
      }
    }
    #expect(different.isEmpty, "\(different)")
    // Blends and transitions need a second picture, codes a message, and some change nothing with
    // their defaults: 83 did on the layer, and 70 behind it.
    #expect(changed >= (place == .filters ? 83 : 69), "\(changed) of \(Self.names.count)")
  }
}
