// The parts of a sheet that shares items.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// A service in the list of a sheet: its text at the left, its picture at the right.
final class ActivityRow: UIControl {
  private let label = UILabel()
  private let image = UIImageView()
  private let line = UIView()
  /// The height of a row, in points.
  static let height: CGFloat = 50
  private static let margin: CGFloat = 16
  private static let imageSide: CGFloat = 24

  /// - Parameters:
  ///   - activity: The service.
  ///   - hasLine: Whether a line stands below it.
  ///   - action: Called when it is touched.
  convenience init(_ activity: UIActivity, hasLine: Bool, _ action: @escaping () -> Void) {
    self.init(frame: .zero)
    label.text = activity.activityTitle
    label.font = .preferredFont(forTextStyle: .body)
    label.textColor = .label
    image.image = activity.activityImage?.withRenderingMode(.alwaysTemplate)
    image.tintColor = .label
    image.contentMode = .scaleAspectFit
    line.backgroundColor = .separator
    line.isHidden = !hasLine
    for part in [label, image, line] as [UIView] {
      part.isUserInteractionEnabled = false
      addSubview(part)
    }
    isAccessibilityElement = true
    accessibilityLabel = activity.activityTitle
    accessibilityTraits = .button
    accessibilityIdentifier = activity.activityType?.rawValue
    addAction(UIAction { _ in action() }, for: .touchUpInside)
  }

  override var isHighlighted: Bool {
    didSet { backgroundColor = isHighlighted ? .systemGray4 : nil }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let margin = ActivityRow.margin
    let side = ActivityRow.imageSide
    let right = bounds.maxX - margin - side
    label.frame = CGRect(x: margin, y: 0, width: max(right - 2 * margin, 0), height: bounds.height)
    image.frame = CGRect(x: right, y: bounds.midY - side / 2, width: side, height: side)
    let thickness = 1 / max(traitCollection.displayScale, 1)
    line.frame = CGRect(
      x: margin,
      y: bounds.maxY - thickness,
      width: max(bounds.width - margin, 0),
      height: thickness
    )
  }
}

/// A service in the row of pictures of a sheet: a disc with its picture, and its text below.
final class ActivityDisc: UIControl {
  private let label = UILabel()
  private let plate = UIView()
  private let image = UIImageView()
  /// The room of a disc, in points.
  static let size = CGSize(width: 80, height: 96)
  private static let diameter: CGFloat = 60

  /// - Parameters:
  ///   - activity: The service.
  ///   - action: Called when it is touched.
  convenience init(_ activity: UIActivity, _ action: @escaping () -> Void) {
    self.init(frame: .zero)
    label.text = activity.activityTitle
    label.font = .systemFont(ofSize: 11)
    label.textAlignment = .center
    label.numberOfLines = 2
    plate.backgroundColor = .secondarySystemGroupedBackground
    plate.layer.cornerRadius = ActivityDisc.diameter / 2
    image.image = activity.activityImage
    image.tintColor = .label
    image.contentMode = .scaleAspectFit
    for part in [plate, image, label] as [UIView] {
      part.isUserInteractionEnabled = false
      addSubview(part)
    }
    isAccessibilityElement = true
    accessibilityLabel = activity.activityTitle
    accessibilityTraits = .button
    accessibilityIdentifier = activity.activityType?.rawValue
    addAction(UIAction { _ in action() }, for: .touchUpInside)
  }

  override var isHighlighted: Bool { didSet { alpha = isHighlighted ? 0.4 : 1 } }

  override func layoutSubviews() {
    super.layoutSubviews()
    let diameter = ActivityDisc.diameter
    plate.frame = CGRect(x: bounds.midX - diameter / 2, y: 0, width: diameter, height: diameter)
    image.frame = plate.frame.insetBy(dx: diameter / 4, dy: diameter / 4)
    let top = diameter + 4
    label.frame = CGRect(x: 0, y: top, width: bounds.width, height: max(bounds.height - top, 0))
  }
}

/// The items of a sheet: a picture, a title, and their kind.
final class ActivityHeader: UIView {
  private let image = UIImageView()
  private let title = UILabel()
  private let detail = UILabel()
  let close = UIButton(type: .system)
  /// The height of the header, in points.
  static let height: CGFloat = 72
  private static let imageSide: CGFloat = 40
  private static let margin: CGFloat = 16

  /// The picture of the items, or nil.
  var picture: UIImage? { didSet { image.image = picture } }

  /// Says the items.
  func show(_ title: String, _ detail: String) {
    (self.title.text, self.detail.text) = (title, detail)
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    title.font = .systemFont(ofSize: 15, weight: .semibold)
    detail.font = .systemFont(ofSize: 13)
    detail.textColor = .secondaryLabel
    image.contentMode = .scaleAspectFill
    image.clipsToBounds = true
    image.layer.cornerRadius = 6
    image.backgroundColor = .systemGray5
    image.tintColor = .secondaryLabel
    close.setImage(UIImage(systemName: "xmark"), for: .normal)
    close.tintColor = .secondaryLabel
    close.accessibilityLabel = "Close"
    for part in [image, title, detail, close] as [UIView] { addSubview(part) }
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    let (margin, side) = (ActivityHeader.margin, ActivityHeader.imageSide)
    image.frame = CGRect(x: margin, y: bounds.midY - side / 2, width: side, height: side)
    close.frame = CGRect(x: bounds.maxX - margin - 30, y: bounds.midY - 15, width: 30, height: 30)
    let left = image.frame.maxX + 12
    let width = max(close.frame.minX - 8 - left, 0)
    title.frame = CGRect(x: left, y: bounds.midY - 20, width: width, height: 20)
    detail.frame = CGRect(x: left, y: bounds.midY, width: width, height: 18)
  }
}
