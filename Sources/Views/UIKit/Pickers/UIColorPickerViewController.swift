// A sheet that picks a colour.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore

/// Hears of the colours of a picker.
///
/// **Differences**: optional methods have default implementations.
@preconcurrency
@MainActor
public protocol UIColorPickerViewControllerDelegate: AnyObject {
  /// A colour was chosen, or is being chosen while a finger moves.
  func colorPickerViewController(
    _ viewController: UIColorPickerViewController,
    didSelect color: UIColor,
    continuously: Bool
  )
  /// A colour was chosen, or is being chosen; the older form, which is called as well.
  func colorPickerViewControllerDidSelectColor(_ viewController: UIColorPickerViewController)
  /// The picker is done.
  func colorPickerViewControllerDidFinish(_ viewController: UIColorPickerViewController)
}

extension UIColorPickerViewControllerDelegate {
  /// Does nothing.
  public func colorPickerViewController(
    _ viewController: UIColorPickerViewController,
    didSelect color: UIColor,
    continuously: Bool
  ) {}
  /// Does nothing.
  public func colorPickerViewControllerDidSelectColor(
    _ viewController: UIColorPickerViewController
  ) {}
  /// Does nothing.
  public func colorPickerViewControllerDidFinish(_ viewController: UIColorPickerViewController) {}
}

/// Picks a colour: from a grid, or by its red, green, blue and alpha.
///
/// **Differences**: the look is plain; there is no spectrum, no pipette and no list of favourites.
@preconcurrency
@MainActor
open class UIColorPickerViewController: UIViewController {
  private static let margin: CGFloat = 16
  private static let rowHeight: CGFloat = 44

  /// The object that hears of colours.
  open weak var delegate: (any UIColorPickerViewControllerDelegate)?

  /// The colour; black by default.
  ///
  /// Colours of other spaces become those of sRGB that are nearest; each component is in 0...1.
  open var selectedColor: UIColor {
    get { parts.color(withAlpha: supportsAlpha) }
    set {
      parts = ColorParts(newValue, traitCollection)
      showColor()
    }
  }

  /// Whether the alpha can be chosen, and is not 1; true by default.
  open var supportsAlpha = true { didSet { showColor() } }

  private var parts = ColorParts()
  private let heading = UILabel()
  private let closer = UIButton(type: .close)
  private let swatch = UIView()
  final let grid = ColorGrid()
  private(set) final var sliders: [UISlider] = []
  private var names: [UILabel] = []

  /// Creates a picker.
  public init() {
    super.init(nibName: nil, bundle: nil)
    modalPresentationStyle = .formSheet
    title = "Colors"
  }

  /// Creates a picker from an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    title = "Colors"
  }

  /// Makes the grid, the sliders and the button that ends the picker.
  open override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    heading.text = title
    heading.font = .boldSystemFont(ofSize: 17)
    swatch.layer.cornerRadius = 8
    closer.addAction(
      UIAction { [weak self] _ in
        self?.presentingViewController?.dismiss(animated: true)
      },
      for: .touchUpInside
    )
    grid.onPick = { [weak self] red, green, blue, isMoving in
      guard let self else { return }
      (parts.red, parts.green, parts.blue) = (red, green, blue)
      changed(isMoving: isMoving)
    }
    for (index, name) in ["Red", "Green", "Blue", "Opacity"].enumerated() {
      let label = UILabel()
      label.text = name
      label.font = .systemFont(ofSize: 15)
      let slider = UISlider()
      slider.accessibilityLabel = name
      slider.addAction(
        UIAction { [weak self] _ in self?.slid(index, isMoving: true) },
        for: .valueChanged
      )
      slider.addAction(
        UIAction { [weak self] _ in self?.slid(index, isMoving: false) },
        for: [.touchUpInside, .touchUpOutside]
      )
      names.append(label)
      sliders.append(slider)
    }
    for part in [heading, closer, swatch, grid] + names + sliders as [UIView] {
      view.addSubview(part)
    }
    showColor()
  }

  private func slid(_ index: Int, isMoving: Bool) {
    let value = CGFloat(sliders[index].value)
    switch index {
    case 0: parts.red = value
    case 1: parts.green = value
    case 2: parts.blue = value
    default: parts.alpha = value
    }
    changed(isMoving: isMoving)
  }

  private func changed(isMoving: Bool) {
    showColor()
    delegate?.colorPickerViewController(self, didSelect: selectedColor, continuously: isMoving)
    delegate?.colorPickerViewControllerDidSelectColor(self)
  }

  private func showColor() {
    guard isViewLoaded else { return }
    swatch.backgroundColor = selectedColor
    for (slider, value) in zip(sliders, [parts.red, parts.green, parts.blue, parts.alpha])
    where !slider.isTracking {
      slider.value = Float(value)
    }
    for view in [names.last, sliders.last] as [UIView?] { view?.isHidden = !supportsAlpha }
  }

  /// Places the parts below each other.
  open override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let margin = Self.margin
    let safe = view.bounds.inset(by: view.safeAreaInsets).insetBy(dx: margin, dy: margin)
    var y = safe.minY
    swatch.frame = CGRect(x: safe.minX, y: y, width: 30, height: 30)
    heading.frame = CGRect(x: safe.minX + 40, y: y, width: max(safe.width - 80, 0), height: 30)
    closer.frame = CGRect(x: safe.maxX - 30, y: y, width: 30, height: 30)
    y += 30 + margin
    let rows = CGFloat(supportsAlpha ? 4 : 3)
    let most = safe.maxY - y - rows * Self.rowHeight - margin
    let cell = max(min(safe.width / CGFloat(ColorGrid.columns), most / CGFloat(ColorGrid.rows)), 1)
    grid.frame = CGRect(
      x: safe.minX,
      y: y,
      width: cell * CGFloat(ColorGrid.columns),
      height: cell * CGFloat(ColorGrid.rows)
    )
    y = grid.frame.maxY + margin
    for (name, slider) in zip(names, sliders) {
      name.frame = CGRect(x: safe.minX, y: y, width: 70, height: Self.rowHeight)
      slider.frame = CGRect(
        x: safe.minX + 80,
        y: y,
        width: max(safe.width - 80, 0),
        height: Self.rowHeight
      )
      y += Self.rowHeight
    }
  }

  /// Tells the delegate that the picker is done.
  open override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    delegate?.colorPickerViewControllerDidFinish(self)
  }
}

/// The components of a colour in sRGB, each in 0...1, not premultiplied.
struct ColorParts {
  var red: CGFloat = 0
  var green: CGFloat = 0
  var blue: CGFloat = 0
  var alpha: CGFloat = 1

  init() {}

  @MainActor init(_ color: UIColor, _ traits: UITraitCollection) {
    var parts: (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 1)
    guard
      color.resolvedColor(with: traits).getRed(
        &parts.0,
        green: &parts.1,
        blue: &parts.2,
        alpha: &parts.3
      )
    else { return }
    func bounded(_ value: CGFloat) -> CGFloat { min(max(value, 0), 1) }
    (red, green) = (bounded(parts.0), bounded(parts.1))
    (blue, alpha) = (bounded(parts.2), bounded(parts.3))
  }

  func color(withAlpha: Bool) -> UIColor {
    UIColor(red: red, green: green, blue: blue, alpha: withAlpha ? alpha : 1)
  }
}

/// A grid of greys and of twelve hues, from dark to light.
final class ColorGrid: UIView {
  static let columns = 12
  static let rows = 10

  /// Takes red, green and blue in 0...1, and whether the finger is still down.
  var onPick: (@MainActor (CGFloat, CGFloat, CGFloat, _ isMoving: Bool) -> Void)?

  override init(frame: CGRect) {
    super.init(frame: frame)
    contentMode = .redraw
    layer.cornerRadius = 8
    clipsToBounds = true
    accessibilityLabel = "Grid of colors"
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The red, green and blue of a place in the grid.
  static func color(column: Int, row: Int) -> (CGFloat, CGFloat, CGFloat) {
    if row == 0 {
      let white = 1 - CGFloat(column) / CGFloat(columns - 1)
      return (white, white, white)
    }
    let light = CGFloat(row) / CGFloat(rows - 1)
    // Dark hues up to the middle, light ones below.
    let (saturation, brightness) =
      light <= 0.5 ? (1, 0.3 + 1.4 * light) : (2 - 1.8 * light, CGFloat(1))
    let sector = CGFloat(column) / CGFloat(columns) * 6
    func part(_ offset: CGFloat) -> CGFloat {
      let place = (sector + offset).truncatingRemainder(dividingBy: 6)
      let way = min(max(min(place, 4 - place), 0), 1)
      return brightness * (1 - saturation * way)
    }
    return (part(5), part(3), part(1))
  }

  override func draw(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    let (width, height) = (
      bounds.width / CGFloat(Self.columns), bounds.height / CGFloat(Self.rows)
    )
    for row in 0..<Self.rows {
      for column in 0..<Self.columns {
        let (red, green, blue) = Self.color(column: column, row: row)
        context.setFillColor(CGColor(srgbRed: red, green: green, blue: blue, alpha: 1))
        context.fill(
          CGRect(
            x: CGFloat(column) * width,
            y: CGFloat(row) * height,
            width: width,
            height: height
          )
        )
      }
    }
  }

  private func pick(_ touches: Set<UITouch>, isMoving: Bool) {
    guard let place = touches.first?.location(in: self), bounds.width > 0, bounds.height > 0 else {
      return
    }
    func index(_ part: CGFloat, _ count: Int) -> Int {
      min(max(Int((part * CGFloat(count)).rounded(.down)), 0), count - 1)
    }
    let (red, green, blue) = Self.color(
      column: index(place.x / bounds.width, Self.columns),
      row: index(place.y / bounds.height, Self.rows)
    )
    onPick?(red, green, blue, isMoving)
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    pick(touches, isMoving: true)
  }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    pick(touches, isMoving: true)
  }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    pick(touches, isMoving: false)
  }
}
