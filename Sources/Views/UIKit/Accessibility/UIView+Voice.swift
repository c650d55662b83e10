// The names by which voices call views, and views that keep their colours.
// Licensed under the MIT license; see LICENSE.

extension UIView {
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The names by which a voice may call the view; nil for its label.
  public var accessibilityUserInputLabels: [String]! {
    get { accessibilityFacts?.inputLabels ?? accessibilityLabel.map { [$0] } }
    set { ownFacts.inputLabels = newValue }
  }

  /// Whether the view keeps its colours where the screen inverts them; false by default.
  ///
  /// **Differences**: it is stored; no screen of a desktop inverts colours for a program.
  public var accessibilityIgnoresInvertColors: Bool {
    get { accessibilityFacts?.ignoresInversion ?? false }
    set { ownFacts.ignoresInversion = newValue }
  }
}
