// Traits for the claims of a test: symbols of Apple's API, and values recorded from it.
// Licensed under the MIT license; see LICENSE.
//
//     @Test(.shows("CALayer.superlayer"), .recorded("mask-superlayer")) func superlayer() {
//
// scripts/conformance reads the traits out of the sources. It knows the names from
// Documentation/Symbols, those of recorded values from Tests/RenderTests/Recorded, and refuses
// others. A test shows a symbol if it fails when the symbol misbehaves. A test in which the symbol
// only occurs, or is read back, does not show it.

public import Testing

/// The symbols of Apple's API that a test shows.
public struct ShownSymbols: TestTrait, SuiteTrait {
  /// Their names, as in Documentation/Symbols.
  public var names: [String]
}

/// The recorded values that a test compares with.
public struct RecordedValues: TestTrait, SuiteTrait {
  /// Their names: pictures of Tests/RenderTests/Recorded, or rows of its facts.tsv.
  public var names: [String]
}

extension Trait where Self == ShownSymbols {
  /// Says which symbols of Apple's API a test shows.
  public static func shows(_ names: String...) -> Self { ShownSymbols(names: names) }
}

extension Trait where Self == RecordedValues {
  /// Says with which values, recorded from Apple's framework, a test compares.
  public static func recorded(_ names: String...) -> Self { RecordedValues(names: names) }
}
