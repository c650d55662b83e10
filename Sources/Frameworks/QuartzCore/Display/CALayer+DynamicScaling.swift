// Drawings that systems may make again at another scale.
// Licensed under the MIT license; see LICENSE.

extension CALayer {
  /// Whether a drawing of the layer may be made again for whole scales at which it is shown; false
  /// by default.
  ///
  /// **Differences**: the wish is kept, also in archives, and nothing is drawn again: a drawing has
  /// the scale of `contentsScale`.
  public final var wantsDynamicContentScaling: Bool {
    get { Bridge.bool(value(forKey: "wantsDynamicContentScaling")) ?? false }
    set { setValue(newValue, forKey: "wantsDynamicContentScaling") }
  }
}
