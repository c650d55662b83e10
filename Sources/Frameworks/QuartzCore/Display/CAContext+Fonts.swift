// The fonts of a context.
// Licensed under the MIT license; see LICENSE.

public import QuartzText

extension CAContext {
  /// The fonts for text that the context's layers draw; nil, the default, is those of the program.
  ///
  ///     context.fonts = try FontCollection(folder: URL(fileURLWithPath: "Fonts"))
  ///
  /// They count in `display()`, `draw(in:)` and the methods of delegates that these call, and for
  /// the size that a `CATextLayer` prefers. A font that was made elsewhere stays the font that it
  /// is. Layers that are drawn already stay as they are until they need display again.
  ///
  /// The layers of a package that has fonts of its own are drawn with those.
  public var fonts: FontCollection? {
    get { LayerLock.with { ownFonts } }
    set { LayerLock.with { ownFonts = newValue } }
  }
}

extension CALayer {
  /// Runs `body` with the fonts of the layer's context.
  final func withFonts<Result>(_ body: () throws -> Result) rethrows -> Result {
    try FontCollection.with(LayerLock.with { link.journal?.context?.ownFonts }, body)
  }
}
