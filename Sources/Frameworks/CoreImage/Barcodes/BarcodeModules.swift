// The dark and light squares of a bar code.
// Licensed under the MIT license; see LICENSE.

import CQuartzBarcode
import QuartzFilters

/// The modules of a symbol, row by row from the top.
struct BarcodeModules {
  private(set) var width: Int
  private(set) var height: Int
  /// Whether each module is dark.
  private(set) var isDark: [Bool]

  /// Makes a symbol; nil if the bytes do not fit.
  init?(_ message: [UInt8], _ shape: QuartzBarcodeShape) {
    var symbol = QuartzBarcode()
    guard quartz_barcode_make(shape, message, message.count, &symbol), let modules = symbol.modules
    else { return nil }
    defer { quartz_barcode_free(&symbol) }
    width = Int(symbol.width)
    height = Int(symbol.height)
    // Bounds: the library's header says that there are width x height of them.
    isDark = (0..<width * height).map { modules[$0] != 0 }
  }

  /// The symbol with each row repeated.
  func rowsRepeated(_ count: Int) -> BarcodeModules {
    var result = self
    result.height = height * count
    result.isDark = (0..<height).flatMap { row in
      let modules = isDark[row * width..<(row + 1) * width]
      return (0..<count).flatMap { _ in modules }
    }
    return result
  }

  /// A picture of one pixel for each module, black on white, with a light margin.
  func picture(marginX: Int, marginY: Int) -> FilterPicture? {
    let (wide, high) = (width + 2 * marginX, height + 2 * marginY)
    var bytes = [UInt8](repeating: 255, count: wide * high * 4)
    for y in 0..<height {
      for x in 0..<width where isDark[y * width + x] {
        let start = ((y + marginY) * wide + x + marginX) * 4
        for index in start..<start + 3 { bytes[index] = 0 }
      }
    }
    return FilterPicture(width: wide, height: high, pixels: .bytes(bytes))
  }
}
