// Progress views.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A bar that is filled as far as something has gone.
@preconcurrency
@MainActor
open class UIProgressView: UIView {
  /// The height of the bar.
  public enum Style: Int, Hashable, Sendable {
    /// 4 points, with round ends.
    case `default` = 0
    /// 2.5 points, with straight ends, for bars.
    case bar = 1
  }

  private let track = UIImageView(frame: .zero)
  private let filled = UIImageView(frame: .zero)
  private var share: Float = 0
  private var style = Style.default
  private var filledColor: UIColor?
  private var trackColor: UIColor?
  private var observed: Progress?
  private var ticker: FrameTicker?

  /// Creates a view of a style, 150 points wide.
  public convenience init(progressViewStyle style: Style) {
    self.init(frame: .zero)
    self.style = style
    bounds.size = CGSize(width: 150, height: ownHeight)
  }

  /// Creates a view of the default style.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  /// Creates a view from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    for view in subviews { view.removeFromSuperview() }
    prepare()
    progress = coder.decodeFloat(forKey: "UIProgress")
    coder.finish(self, UIProgressView.self)
  }

  /// Archives the view with its progress.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(share, forKey: "UIProgress")
  }

  private func prepare() {
    addSubview(track)
    addSubview(filled)
    isUserInteractionEnabled = false
  }

  private var ownHeight: CGFloat { style == .bar ? 2.5 : 4 }

  /// The height of the bar.
  open var progressViewStyle: Style {
    get { style }
    set {
      style = newValue
      setNeedsLayout()
      invalidateIntrinsicContentSize()
    }
  }

  /// How far it is, 0...1; clamped to that.
  open var progress: Float {
    get { share }
    set { setProgress(newValue, animated: false) }
  }

  /// Sets how far it is; animated, the bar grows there.
  open func setProgress(_ progress: Float, animated: Bool) {
    share = progress > 0 ? min(progress, 1) : 0
    guard animated else { return setNeedsLayout() }
    UIView.animate(withDuration: 0.25) { [self] in placeParts() }
  }

  /// A progress that the bar follows; nil by default.
  ///
  /// **Differences**: the bar looks at it with each frame of its window, until it is finished or
  /// cancelled, because Foundation on Linux tells nobody of its changes; a change is shown without
  /// a motion.
  open var observedProgress: Progress? {
    get { observed }
    set {
      observed = newValue
      follow()
    }
  }

  /// Looks at the progress from now on.
  private func follow() {
    ticker?.cancel()
    ticker = nil
    takeProgress()
    guard let observed, !observed.isFinished, !observed.isCancelled, window != nil else { return }
    ticker = FrameTicker(self, until: .infinity) { [weak self] _, _ in self?.takeProgress() }
  }

  private func takeProgress() {
    guard let observed else { return }
    let share = Float(observed.fractionCompleted)
    if share != self.share { progress = share }
    if observed.isFinished || observed.isCancelled {
      ticker?.cancel()
      ticker = nil
    }
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    if observed != nil { follow() }
  }

  /// The colour of the filled part; nil, the default, for the tint.
  open var progressTintColor: UIColor? {
    get { filledColor }
    set {
      filledColor = newValue
      setNeedsLayout()
    }
  }
  /// The colour of the rest; nil, the default, for grey.
  open var trackTintColor: UIColor? {
    get { trackColor }
    set {
      trackColor = newValue
      setNeedsLayout()
    }
  }
  /// The image of the filled part; nil for the plain look.
  open var progressImage: UIImage? {
    get { filled.image }
    set {
      filled.image = newValue
      setNeedsLayout()
    }
  }
  /// The image of the rest; nil for the plain look.
  open var trackImage: UIImage? {
    get { track.image }
    set {
      track.image = newValue
      setNeedsLayout()
    }
  }

  /// As wide as it is, as high as the style.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: bounds.width, height: ownHeight)
  }

  /// As high as the style.
  open override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: ownHeight)
  }

  /// Places the parts.
  open override func layoutSubviews() {
    super.layoutSubviews()
    placeParts()
  }

  private func placeParts() {
    let height = min(ownHeight, max(bounds.height, 0))
    let rect = CGRect(
      x: 0,
      y: (bounds.height - height) / 2,
      width: max(bounds.width, 0),
      height: height
    )
    track.frame = rect
    filled.frame = CGRect(
      x: 0,
      y: rect.minY,
      width: rect.width * CGFloat(share),
      height: height
    )
    let radius = style == .bar ? 0 : height / 2
    for part in [track, filled] {
      part.layer.cornerRadius = radius
      part.clipsToBounds = true
    }
    track.backgroundColor = track.image == nil ? trackColor ?? .systemGray5 : nil
    filled.backgroundColor = filled.image == nil ? filledColor ?? tintColor : nil
  }

  /// Shows the tint.
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    setNeedsLayout()
  }
}
