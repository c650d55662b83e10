// The parts that few buttons have: subtitles, spinning signs, indicators.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// Views of a button with a configuration, made when they are needed.
struct ButtonExtraParts {
  var subtitle: UILabel?
  var spinner: UIActivityIndicatorView?
  var indicator: UIImageView?
}

extension UIButton {
  /// The part of a key path; made and added if it is not there.
  private final func part<Part: UIView>(
    _ path: WritableKeyPath<ButtonExtraParts, Part?>,
    _ make: () -> Part
  ) -> Part {
    if let part = extraParts?[keyPath: path] { return part }
    let part = make()
    part.isUserInteractionEnabled = false
    var parts = extraParts ?? ButtonExtraParts()
    parts[keyPath: path] = part
    extraParts = parts
    addSubview(part)
    return part
  }

  /// The label of the subtitle.
  final var subtitleLabel: UILabel { part(\.subtitle) { UILabel() } }

  /// The sign that spins in the place of the image.
  final var spinner: UIActivityIndicatorView {
    part(\.spinner) { UIActivityIndicatorView(style: .medium) }
  }

  /// The view of the sign at the trailing side.
  final var indicatorView: UIImageView { part(\.indicator) { UIImageView(frame: .zero) } }
}
