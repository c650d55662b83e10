// Bar codes, read back.
// Licensed under the MIT license; see LICENSE.

import CoreImage
import Foundation
import TestClaims
import Testing

@Suite struct BarcodeTests {
  /// The dark modules of a picture, row by row from the top.
  private func modules(_ image: CIImage) -> [[Bool]] {
    let width = Int(image.extent.width)
    let pixels = bytes(image, image.extent)
    return stride(from: 0, to: pixels.count, by: width).map { start in
      pixels[start..<start + width].map { $0 == SIMD4(0, 0, 0, 255) }
    }
  }

  private func make(_ name: String, _ message: String, _ inputs: [String: Any] = [:]) -> CIImage? {
    var inputs = inputs
    inputs["inputMessage"] = Data(message.utf8)
    return CIFilter(name: name, parameters: inputs)?.outputImage
  }

  // MARK: QR

  /// Read by the reader of ISO/IEC 18004 at the end of this file.
  @Test(.shows("CIQRCodeGenerator")) func qrCodesSayTheirMessage() throws {
    for (level, bits) in [("L", 1), ("M", 0), ("Q", 3), ("H", 2)] {
      let image = try #require(
        make("CIQRCodeGenerator", "HELLO 42", ["inputCorrectionLevel": level])
      )
      // Version 1 has 21 modules; one is the margin on each side.
      #expect(image.extent == CGRect(x: 0, y: 0, width: 23, height: 23))
      let rows = modules(image)
      #expect(rows.allSatisfy { !$0[0] && !$0[22] } && !rows[0].contains(true))
      let code = SmallQRCode(rows.dropFirst().dropLast().map { Array($0[1..<22]) })
      #expect(code.level == bits, "table 12 of ISO/IEC 18004: \(level)")
      #expect(code.alphanumeric == "HELLO 42")
    }
  }

  @Test func qrCodesGrow() throws {
    // Table 7 of ISO/IEC 18004: 2953 bytes are the most, in version 40-L of 177 modules.
    let most = String(repeating: "z", count: 2953)
    let image = try #require(make("CIQRCodeGenerator", most, ["inputCorrectionLevel": "L"]))
    #expect(image.extent.width == 179)
    #expect(make("CIQRCodeGenerator", most + "z", ["inputCorrectionLevel": "L"]) == nil)
    #expect(make("CIQRCodeGenerator", most, ["inputCorrectionLevel": "M"]) == nil)
    #expect(make("CIQRCodeGenerator", "") == nil)
    #expect(make("CIQRCodeGenerator", "a", ["inputCorrectionLevel": "X"]) == nil)
    #expect(CIFilter(name: "CIQRCodeGenerator")?.outputImage == nil)
  }

  // MARK: Code 128

  /// ISO/IEC 15417, table 1: start B, A, check (104 + 33) mod 103 = 34, stop.
  @Test(.shows("CICode128BarcodeGenerator")) func code128IsThatOfTheStandard() throws {
    let image = try #require(make("CICode128BarcodeGenerator", "A"))
    let bars = "11010010000" + "10100011000" + "10001011000" + "1100011101011"
    let rows = modules(image)
    // The table of attributes: 10 modules of margin on each side, and bars of 32.
    let quiet = 10
    #expect(image.extent.size == CGSize(width: bars.count + 2 * quiet, height: 32 + 2 * quiet))
    let margin = [Bool](repeating: false, count: quiet)
    let middle = rows.dropFirst(quiet).dropLast(quiet)
    #expect(middle.allSatisfy { $0 == margin + bars.map { $0 == "1" } + margin })
    #expect((rows.prefix(quiet) + rows.suffix(quiet)).allSatisfy { !$0.contains(true) })
    let tall = make(
      "CICode128BarcodeGenerator",
      "A",
      ["inputQuietSpace": 3, "inputBarcodeHeight": 50]
    )
    #expect(tall?.extent.size == CGSize(width: bars.count + 6, height: 50 + 6))
  }

  // MARK: Aztec

  /// ISO/IEC 24778: a compact code of one layer has 15 modules, a full one of four has 31.
  @Test(.shows("CIAztecCodeGenerator")) func aztecCodesHaveTheirSizes() throws {
    let small = try #require(make("CIAztecCodeGenerator", "Code"))
    #expect(small.extent.size == CGSize(width: 15, height: 15))
    let rows = modules(small)
    // The bull's eye: rings around a dark centre.
    for distance in 0...4 {
      let isDark = distance % 2 == 0
      #expect(rows[7][7 + distance] == isDark && rows[7 - distance][7] == isDark)
    }
    let layers = make("CIAztecCodeGenerator", "Code", ["inputLayers": 4])
    #expect(layers?.extent.width == 31)
    let compact = make(
      "CIAztecCodeGenerator",
      "Code",
      ["inputLayers": 4, "inputCompactStyle": true]
    )
    #expect(compact?.extent.width == 27)
    // More correction takes more room.
    let text = String(repeating: "quartz ", count: 12)
    let sides = [5, 23, 50, 80, 95].compactMap { level in
      make("CIAztecCodeGenerator", text, ["inputCorrectionLevel": level])?.extent.width
    }
    #expect(sides.count == 5 && sides == sides.sorted() && sides[0] < sides[4])
    #expect(make("CIAztecCodeGenerator", text, ["inputCompactStyle": 1, "inputLayers": 1]) == nil)
  }

  // MARK: PDF417

  /// ISO/IEC 15438: start 81111113, stop 711311121, rows of 17 x columns + 69 modules; three
  /// modules high, in a margin of two.
  @Test(.shows("CIPDF417BarcodeGenerator")) func pdf417HasItsPatterns() throws {
    let image = try #require(
      make("CIPDF417BarcodeGenerator", "Quartz", ["inputDataColumns": 3])
    )
    #expect(image.extent.width == CGFloat(17 * 3 + 69 + 4))
    let rows = modules(image)
    #expect((rows.count - 4) % 3 == 0 && rows.count >= 3 * 3 + 4)
    let row = rows[2].dropFirst(2).dropLast(2)
    #expect(String(row.prefix(17).map { $0 ? "1" : "0" }) == "11111111010101000")
    #expect(String(row.suffix(18).map { $0 ? "1" : "0" }) == "111111101000101001")
    let compact = make(
      "CIPDF417BarcodeGenerator",
      "Quartz",
      ["inputDataColumns": 3, "inputCompactStyle": true]
    )
    #expect(compact?.extent.width == CGFloat(17 * 3 + 35 + 4))
    let wide = make("CIPDF417BarcodeGenerator", "Quartz", ["inputMinWidth": 200])
    #expect((wide?.extent.width ?? 0) >= 200)
    let none = make(
      "CIPDF417BarcodeGenerator",
      String(repeating: "a", count: 2000),
      ["inputMaxHeight": 13]
    )
    #expect(none == nil)
    let weak = make(
      "CIPDF417BarcodeGenerator",
      "Quartz",
      [
        "inputDataColumns": 3, "inputCorrectionLevel": 0,
      ]
    )
    let strong = make(
      "CIPDF417BarcodeGenerator",
      "Quartz",
      [
        "inputDataColumns": 3, "inputCorrectionLevel": 6,
      ]
    )
    #expect((weak?.extent.height ?? 0) < (strong?.extent.height ?? 0))
  }

  // MARK: Text

  @Test(.shows("CITextImageGenerator")) func textHasTheSizeOfItsFont() throws {
    let text = CIFilter.textImageGenerator()
    #expect(text.outputImage == nil)
    text.text = "Hill"
    text.fontName = "Liberation Sans"
    text.fontSize = 20
    let small = try #require(text.outputImage)
    #expect(small.extent.height > 20 && small.extent.height < 30)
    let pixels = bytes(small, small.extent)
    #expect(pixels.contains(SIMD4(0, 0, 0, 255)) && pixels.contains(.zero))
    text.scaleFactor = 2
    text.padding = 5
    let large = try #require(text.outputImage)
    #expect(abs(large.extent.width - 10 - 2 * small.extent.width) <= 2)
    let styled = CIFilter.attributedTextImageGenerator()
    styled.text = NSAttributedString(string: "two\nlines")
    #expect(styled.outputImage != nil)
    text.scaleFactor = 1e9
    #expect(text.outputImage == nil)
  }
}

/// A reader of QR codes of version 1 (ISO/IEC 18004) that are not damaged.
private struct SmallQRCode {
  private let modules: [[Bool]]

  init(_ modules: [[Bool]]) {
    self.modules = modules
  }

  /// The 15 bits of format, most significant first, without their mask.
  private var format: Int {
    let places =
      (0...5).map { (8, $0) } + [(8, 7), (8, 8), (7, 8)] + (0...5).reversed().map { ($0, 8) }
    return places.reduce(0) { $0 << 1 | (modules[$1.0][$1.1] ? 1 : 0) } ^ 0b101_0100_0001_0010
  }

  /// The bits of the level: 01 is L, 00 M, 11 Q, 10 H.
  var level: Int { format >> 13 }

  private func isMasked(_ row: Int, _ column: Int) -> Bool {
    switch format >> 10 & 7 {
    case 0: (row + column) % 2 == 0
    case 1: row % 2 == 0
    case 2: column % 3 == 0
    case 3: (row + column) % 3 == 0
    case 4: (row / 2 + column / 3) % 2 == 0
    case 5: row * column % 2 + row * column % 3 == 0
    case 6: (row * column % 2 + row * column % 3) % 2 == 0
    default: ((row + column) % 2 + row * column % 3) % 2 == 0
    }
  }

  private func isFunction(_ row: Int, _ column: Int) -> Bool {
    (row <= 8 && column <= 8) || (row <= 8 && column >= 13) || (row >= 13 && column <= 8)
      || row == 6 || column == 6
  }

  /// The bits of data and correction, in the order of their placement.
  private var bits: [Int] {
    var bits: [Int] = []
    var isUp = true
    for right in [20, 18, 16, 14, 12, 10, 8, 5, 3, 1] {
      for step in 0...20 {
        let row = isUp ? 20 - step : step
        for column in [right, right - 1] where !isFunction(row, column) {
          bits.append(modules[row][column] != isMasked(row, column) ? 1 : 0)
        }
      }
      isUp.toggle()
    }
    return bits
  }

  /// The message of one segment of letters and digits; nil for another kind.
  var alphanumeric: String? {
    let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
    var rest = bits[...]
    func take(_ count: Int) -> Int {
      let value = rest.prefix(count).reduce(0) { $0 << 1 | $1 }
      rest = rest.dropFirst(count)
      return value
    }
    guard take(4) == 0b0010 else { return nil }
    let count = take(9)
    var text = ""
    while text.count + 1 < count {
      let pair = take(11)
      guard pair < 45 * 45 else { return nil }
      text.append(alphabet[pair / 45])
      text.append(alphabet[pair % 45])
    }
    if text.count < count { text.append(alphabet[take(6) % 45]) }
    return text
  }
}
