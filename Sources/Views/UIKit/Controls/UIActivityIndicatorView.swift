// Activity indicators.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzCore

/// Spokes that light up in turn while a task is in progress.
///
/// Eight spokes, one turn a second.
@preconcurrency
@MainActor
open class UIActivityIndicatorView: UIView {
  /// The size of an indicator.
  public enum Style: Int, Hashable, Sendable {
    /// 20 points.
    case medium = 100
    /// 37 points.
    case large = 101
    /// 37 points, white; the former name of a large one.
    case whiteLarge = 0
    /// 20 points, white.
    case white = 1
    /// 20 points, grey.
    case gray = 2

    fileprivate var side: CGFloat {
      switch self {
      case .large, .whiteLarge: 37
      case .medium, .white, .gray: 20
      }
    }

    fileprivate var color: UIColor {
      switch self {
      case .white, .whiteLarge: .white
      case .medium, .large, .gray: .systemGray
      }
    }
  }

  private static let spokeCount = 8
  private static let turn: TimeInterval = 1
  private static let faintest = 0.25
  private static let animationKey = "spokes"

  private let wheel = CAReplicatorLayer()
  private let spoke = CALayer()
  private var ownStyle: Style
  final var ownColor: UIColor?
  private var running = false

  /// Creates an indicator of a style, of its size.
  public init(style: Style) {
    ownStyle = style
    super.init(frame: CGRect(x: 0, y: 0, width: style.side, height: style.side))
    prepare()
  }

  /// Creates an indicator of middle size.
  public override init(frame: CGRect) {
    ownStyle = .medium
    super.init(frame: frame)
    prepare()
  }

  /// Creates an indicator from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    ownStyle = Style(rawValue: Int(coder.decodeInt64(forKey: "UIActivityStyle"))) ?? .medium
    super.init(coder: coder)
    prepare()
    coder.finish(self, UIActivityIndicatorView.self)
  }

  /// Archives the indicator with its style.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(Int64(ownStyle.rawValue), forKey: "UIActivityStyle")
  }

  private func prepare() {
    isUserInteractionEnabled = false
    wheel.instanceCount = Self.spokeCount
    wheel.instanceDelay = Self.turn / Double(Self.spokeCount)
    wheel.instanceTransform = CATransform3DMakeRotation(
      2 * .pi / CGFloat(Self.spokeCount),
      0,
      0,
      1
    )
    spoke.opacity = Float(Self.faintest)
    wheel.addSublayer(spoke)
    layer.addSublayer(wheel)
    wheel.isHidden = true
  }

  /// The size.
  open var style: Style {
    get { ownStyle }
    set {
      ownStyle = newValue
      setNeedsLayout()
      invalidateIntrinsicContentSize()
    }
  }

  // `!` because: it is Apple's type.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The colour of the spokes; that of the style by default.
  open var color: UIColor! {
    get { ownColor ?? ownStyle.color }
    set {
      ownColor = newValue
      setNeedsLayout()
    }
  }

  private var hides = true

  /// Whether it is hidden while it is stopped; true by default.
  open var hidesWhenStopped: Bool {
    get { hides }
    set {
      hides = newValue
      show()
    }
  }

  /// Whether the spokes take turns.
  open var isAnimating: Bool { running }

  /// Makes the spokes take turns.
  open func startAnimating() {
    guard !running else { return }
    running = true
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.fromValue = Float(1)
    animation.toValue = Float(Self.faintest)
    animation.duration = Self.turn
    animation.repeatCount = .infinity
    animation.isRemovedOnCompletion = false
    spoke.add(animation, forKey: Self.animationKey)
    show()
  }

  /// Stops the spokes.
  open func stopAnimating() {
    running = false
    spoke.removeAnimation(forKey: Self.animationKey)
    show()
  }

  private func show() {
    withoutActions { wheel.isHidden = hides && !running }
    setNeedsLayout()
  }

  /// Layers without a view animate each change by themselves.
  private func withoutActions(_ body: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    body()
    CATransaction.commit()
  }

  /// The size of the style.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: ownStyle.side, height: ownStyle.side)
  }

  /// The size of the style.
  open override var intrinsicContentSize: CGSize { sizeThatFits(.zero) }

  /// Places the spokes in the middle.
  open override func layoutSubviews() {
    super.layoutSubviews()
    let side = ownStyle.side
    withoutActions {
      wheel.frame = CGRect(
        x: (bounds.width - side) / 2,
        y: (bounds.height - side) / 2,
        width: side,
        height: side
      )
      let (width, length) = (side * 0.12, side * 0.3)
      spoke.frame = CGRect(x: (side - width) / 2, y: 0, width: width, height: length)
      spoke.cornerRadius = width / 2
      spoke.backgroundColor = color.cgColor
    }
  }
}
