// Core Image's bar code generators.
// Licensed under the MIT license; see LICENSE.
//
// Zint chooses how a message is written. Margins are Apple's where they are known: a QR code has
// one module, Code 128 has `inputQuietSpace`. The ranges of PDF417's inputs, 56...583 wide and at
// least 13 high, are those of symbols of 1...30 columns and at least 3 rows, if rows are three
// modules high and margins two wide: (17 x 30 + 69) + 4 = 583, 3 x 3 + 4 = 13.

import CQuartzBarcode
import QuartzFilters

/// The inputs of a generator.
struct GeneratorInputs {
  let attributes: FilterAttributes
  let description: FilterDescription

  private func value(_ key: String) -> FilterInputValue? {
    description[key] ?? attributes.input(key)?.defaultValue
  }

  /// A number in its input's range; nil for an input without a value.
  func number(_ key: String) -> Double? {
    guard case .number(let number) = value(key), number.isFinite else { return nil }
    let input = attributes.input(key)
    let low = input?.minimum ?? -.infinity
    return min(max(number, low), max(input?.maximum ?? .infinity, low))
  }

  /// A whole number in its input's range; nil for an input without a value.
  func integer(_ key: String) -> Int? {
    number(key).flatMap { Int(exactly: $0.rounded()) }
  }

  /// Whether a switch is on.
  func isOn(_ key: String) -> Bool { (number(key) ?? 0) != 0 }

  func text(_ key: String) -> String? {
    if case .text(let text) = value(key) { text } else { nil }
  }

  func bytes(_ key: String) -> [UInt8]? {
    if case .data(let bytes) = value(key) { bytes } else { nil }
  }
}

/// The pictures of the generators of bar codes.
enum BarcodePictures {
  /// Returns the picture of a generator, one pixel for each module; nil for a message that is
  /// empty or does not fit.
  static func picture(_ inputs: GeneratorInputs) -> FilterPicture? {
    guard let message = inputs.bytes("inputMessage"), !message.isEmpty else { return nil }
    switch inputs.attributes.name {
    case "CIQRCodeGenerator": return qrCode(message, inputs)
    case "CIAztecCodeGenerator": return aztec(message, inputs)
    case "CICode128BarcodeGenerator": return code128(message, inputs)
    case "CIPDF417BarcodeGenerator": return pdf417(message, inputs)
    default: return nil
    }
  }

  private static func qrCode(_ message: [UInt8], _ inputs: GeneratorInputs) -> FilterPicture? {
    let levels = ["L": Int32(1), "M": 2, "Q": 3, "H": 4]
    guard let level = levels[inputs.text("inputCorrectionLevel") ?? "M"] else { return nil }
    let shape = QuartzBarcodeShape(
      kind: QUARTZ_BARCODE_QR,
      correction: level,
      columns: 0,
      rows: 0
    )
    return BarcodeModules(message, shape)?.picture(marginX: 1, marginY: 1)
  }

  private static func code128(_ message: [UInt8], _ inputs: GeneratorInputs) -> FilterPicture? {
    let shape = QuartzBarcodeShape(
      kind: QUARTZ_BARCODE_CODE128,
      correction: 0,
      columns: 0,
      rows: 0
    )
    let height = inputs.integer("inputBarcodeHeight") ?? 32
    // The quiet space surrounds the bars, so that the picture is higher than they are.
    let quiet = inputs.integer("inputQuietSpace") ?? 10
    return BarcodeModules(message, shape)?
      .rowsRepeated(height)
      .picture(marginX: quiet, marginY: quiet)
  }
}

// MARK: - Aztec

extension BarcodePictures {
  private static func aztec(_ message: [UInt8], _ inputs: GeneratorInputs) -> FilterPicture? {
    let percent = inputs.number("inputCorrectionLevel") ?? 23
    let isCompact = inputs.isOn("inputCompactStyle")
    let sizes: [Int32]
    switch (inputs.integer("inputLayers"), isCompact) {
    case (let layers?, true):
      guard layers <= 4 else { return nil }
      sizes = [Int32(layers)]
    case (let layers?, false): sizes = [Int32(layers + 4)]
    case (nil, let isCompact): sizes = aztecSizes(message, percent, isCompact: isCompact)
    }
    for size in sizes {
      let shape = QuartzBarcodeShape(
        kind: QUARTZ_BARCODE_AZTEC,
        correction: 0,
        columns: size,
        rows: 0
      )
      if let modules = BarcodeModules(message, shape) {
        return modules.picture(marginX: 0, marginY: 0)
      }
    }
    return nil
  }

  /// The sizes, from small to large, that hold a message with at least so much correction.
  ///
  /// The library knows four shares of correction, and fills up what a given size leaves. So the
  /// least size is found with the next higher share; above 50 % it has to have as many bits more
  /// as the message leaves fewer.
  private static func aztecSizes(
    _ message: [UInt8],
    _ percent: Double,
    isCompact: Bool
  ) -> [Int32] {
    let shares = [10.0, 23, 36, 50]
    let level = shares.firstIndex { percent <= $0 } ?? 3
    let shape = QuartzBarcodeShape(
      kind: QUARTZ_BARCODE_AZTEC,
      correction: Int32(level + 1),
      columns: 0,
      rows: 0
    )
    guard let modules = BarcodeModules(message, shape) else { return [] }
    let all = (1...36).map { AztecSize(number: $0) }
    guard let found = all.first(where: { $0.side == modules.width }) else { return [] }
    let surplus = max(1, (1 - shares[level] / 100) / max(1 - percent / 100, 0.01))
    let bits = Double(found.bits) * surplus
    return all.filter { size in
      Double(size.bits) >= bits && (!isCompact || size.isCompact)
    }.sorted { $0.bits < $1.bits }.map { Int32($0.number) }
  }
}

/// A size of Aztec codes (ISO/IEC 24778): 1...4 are compact, 5...36 have 1...32 layers.
private struct AztecSize {
  let number: Int

  var isCompact: Bool { number <= 4 }
  private var layers: Int { isCompact ? number : number - 4 }

  /// The bits in the layers.
  var bits: Int { ((isCompact ? 88 : 112) + 16 * layers) * layers }

  /// The modules of a side; larger full codes have lines of reference every 16 modules.
  var side: Int {
    if isCompact { return 11 + 4 * layers }
    let plain = 14 + 4 * layers
    return plain + 1 + 2 * ((plain / 2 - 1) / 15)
  }
}

// MARK: - PDF417

extension BarcodePictures {
  private static let rowHeight = 3
  private static let margin = 2
  /// The ratio of width to height where none is asked for.
  private static let usualRatio = 3.0

  private static func pdf417(_ message: [UInt8], _ inputs: GeneratorInputs) -> FilterPicture? {
    let columns = inputs.integer("inputDataColumns")
    let ratio = inputs.number("inputPreferredAspectRatio") ?? usualRatio
    guard ratio > 0 else { return nil }
    let wide = (inputs.integer("inputMinWidth") ?? 0)...
    let high = (inputs.integer("inputMinHeight") ?? 0)...
    let widest = inputs.integer("inputMaxWidth") ?? .max
    let highest = inputs.integer("inputMaxHeight") ?? .max
    var best: (distance: Double, modules: BarcodeModules)?
    for column in columns.map({ $0...$0 }) ?? 1...30 {
      guard let modules = BarcodeModules(message, pdf417Shape(inputs, columns: column))
      else { continue }
      let size = (modules.width + 2 * margin, modules.height * rowHeight + 2 * margin)
      guard wide.contains(size.0), high.contains(size.1), size.0 <= widest, size.1 <= highest
      else { continue }
      let distance = abs(Double(size.0) / Double(size.1) / ratio - 1)
      if best.map({ distance < $0.distance }) ?? true { best = (distance, modules) }
    }
    return best?.modules.rowsRepeated(rowHeight).picture(marginX: margin, marginY: margin)
  }

  private static func pdf417Shape(_ inputs: GeneratorInputs, columns: Int) -> QuartzBarcodeShape {
    let isCompact = inputs.isOn("inputCompactStyle")
    return QuartzBarcodeShape(
      kind: isCompact ? QUARTZ_BARCODE_PDF417_COMPACT : QUARTZ_BARCODE_PDF417,
      correction: inputs.integer("inputCorrectionLevel").map { Int32($0 + 1) } ?? 0,
      columns: Int32(columns),
      rows: Int32(inputs.integer("inputRows") ?? 0)
    )
  }
}
