// Stack views: views in a row or a column.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A view that places others side by side or one below the other, by the sizes that fit them.
///
/// ```swift
/// let stack = UIStackView(arrangedSubviews: [icon, title])
/// stack.spacing = 8
/// stack.alignment = .center
/// ```
///
/// It makes constraints between itself and the views, which are listed in its `constraints` with
/// identifiers that begin with UISV.
///
/// **Differences**: of views that hug their contents equally the last one is stretched or shrunk.
@preconcurrency
@MainActor
open class UIStackView: UIView {
  /// The lengths of views along the axis.
  public enum Distribution: Int, Hashable, Sendable {
    /// As long as fits, and the whole room is filled.
    case fill = 0
    /// All alike.
    case fillEqually = 1
    /// In proportion to what fits.
    case fillProportionally = 2
    /// As long as fits, with equal distances.
    case equalSpacing = 3
    /// As long as fits, with equal distances of their middles.
    case equalCentering = 4
  }

  /// The places of views across the axis.
  public enum Alignment: Int, Hashable, Sendable {
    /// As long as the room.
    case fill = 0
    /// At the edge where lines begin, or at the top.
    case leading = 1
    /// At the top.
    case firstBaseline = 2
    /// In the middle.
    case center = 3
    /// At the edge where lines end, or at the bottom.
    case trailing = 4
    /// At the bottom.
    case lastBaseline = 5

    /// At the top.
    public static let top = Alignment.leading
    /// At the bottom.
    public static let bottom = Alignment.trailing
  }

  /// The distance that stands for `spacing`.
  public static let spacingUseDefault = CGFloat(Float.greatestFiniteMagnitude)
  /// The standard distance of views.
  public static let spacingUseSystem = CGFloat(Float.leastNormalMagnitude)

  final var arranged: [UIView] = []
  private var made: [NSLayoutConstraint] = []
  private var madeGuides: [UILayoutGuide] = []
  private var isStale = true
  private var customSpacings: [ObjectIdentifier: CGFloat] = [:]
  private var ownAxis = NSLayoutAxis.horizontal
  private var ownDistribution = Distribution.fill
  private var ownAlignment = Alignment.fill
  private var ownSpacing: CGFloat = 0
  private var usesMargins = false

  /// Creates a view that arranges others.
  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    for view in views { addArrangedSubview(view) }
  }

  /// Creates a view that arranges nothing yet.
  public override init(frame: CGRect) {
    super.init(frame: frame)
  }

  /// Creates a view from an archive, which arranges its subviews.
  ///
  /// Of a damaged archive the values that can be read are taken over, and a diagnostic says so.
  public required init(coder: NSCoder) {
    super.init(frame: .zero)
    if !restore(from: coder) {
      Diagnostics.report("UIKit: UIStackView.init(coder:): the archive is damaged")
    }
    coder.finish(self, UIView.self)
    arranged = subviews
    for view in arranged { view.translatesAutoresizingMaskIntoConstraints = false }
    ownAxis = NSLayoutAxis(rawValue: Int(coder.decodeInt64(forKey: "UIStackAxis"))) ?? .horizontal
    ownSpacing = CGFloat(coder.decodeDouble(forKey: "UIStackSpacing"))
    coder.finish(self, UIStackView.self)
  }

  /// Archives the view with its axis and spacing.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(Int64(ownAxis.rawValue), forKey: "UIStackAxis")
    coder.encode(Double(ownSpacing), forKey: "UIStackSpacing")
  }

  // MARK: Views

  /// The views that are arranged, in order.
  open var arrangedSubviews: [UIView] { arranged }

  /// Adds a view after the others, as a subview too.
  open func addArrangedSubview(_ view: UIView) {
    insertArrangedSubview(view, at: arranged.count)
  }

  /// Adds a view at an index, as a subview too; an index beyond the end is the end.
  open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
    arranged.removeAll { $0 === view }
    arranged.insert(view, at: min(max(stackIndex, 0), arranged.count))
    view.translatesAutoresizingMaskIntoConstraints = false
    if view.superview !== self { addSubview(view) }
    changed()
  }

  /// Stops arranging a view; it stays a subview.
  open func removeArrangedSubview(_ view: UIView) {
    arranged.removeAll { $0 === view }
    customSpacings[ObjectIdentifier(view)] = nil
    changed()
  }

  /// Stops arranging a view that goes.
  open override func willRemoveSubview(_ subview: UIView) {
    super.willRemoveSubview(subview)
    if arranged.contains(where: { $0 === subview }) { removeArrangedSubview(subview) }
  }

  /// Sets the distance after a view; `spacingUseDefault` for `spacing`.
  open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
    customSpacings[ObjectIdentifier(arrangedSubview)] =
      spacing == Self.spacingUseDefault ? nil : spacing
    changed()
  }

  /// The distance after a view that was set; `spacingUseDefault` if there is none.
  open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
    customSpacings[ObjectIdentifier(arrangedSubview)] ?? Self.spacingUseDefault
  }

  final func arranges(_ view: UIView) -> Bool { arranged.contains { $0 === view } }

  override func takesSize(from view: UIView) -> Bool { arranges(view) }

  /// Hides or shows a view, whose room goes or comes with it.
  ///
  /// In an animation block the view loses its length, and is hidden afterwards; a view that appears
  /// begins without length.
  final func setHidden(_ isHidden: Bool, of view: UIView) {
    let block = AnimationBlock.current
    changed()
    guard let block, block.duration > 0, window != nil else {
      view.extras?.hidesLater = false
      view.layer.isHidden = isHidden
      return
    }
    if isHidden {
      view.ownExtras.hidesLater = true
      block.whenOver { [weak view] in
        guard let view, let extras = view.extras, extras.hidesLater else { return }
        extras.hidesLater = false
        view.layer.isHidden = true
      }
    } else if view.extras?.hidesLater == true {
      view.extras?.hidesLater = false
    } else {
      // Views that the block has hidden give up their room in the animation.
      if !block.rearranged.isEmpty { layoutIfNeeded() }
      UIView.performWithoutAnimation {
        layoutIfNeeded()
        view.layer.isHidden = false
        changed()
      }
    }
    block.rearranged.append(self)
  }

  private func changed() {
    isStale = true
    setNeedsUpdateConstraints()
    setNeedsLayout()
    invalidateIntrinsicContentSize()
  }

  /// Says that the size of a view's contents changed.
  final func contentChanged() {
    guard ownDistribution == .fillProportionally else { return }
    isStale = true
    setNeedsUpdateConstraints()
  }

  /// Makes the constraints between the views anew, if something about them changed.
  open override func updateConstraints() {
    if isStale {
      isStale = false
      NSLayoutConstraint.deactivate(made)
      for guide in madeGuides { removeLayoutGuide(guide) }
      var arrangement = StackArrangement(self)
      arrangement.make()
      (made, madeGuides) = (arrangement.made, arrangement.guides)
      for guide in madeGuides { addLayoutGuide(guide) }
      NSLayoutConstraint.activate(made)
    }
    super.updateConstraints()
  }

  // MARK: Arrangement

  /// Side by side, which is the default, or one below the other.
  open var axis: NSLayoutAxis {
    get { ownAxis }
    set {
      ownAxis = newValue
      changed()
    }
  }
  /// The lengths along the axis; as long as fits by default.
  open var distribution: Distribution {
    get { ownDistribution }
    set {
      ownDistribution = newValue
      changed()
    }
  }
  /// The places across the axis; as long as the room by default.
  open var alignment: Alignment {
    get { ownAlignment }
    set {
      ownAlignment = newValue
      changed()
    }
  }
  /// The distance between views in points; 0 by default.
  open var spacing: CGFloat {
    get { ownSpacing }
    set {
      ownSpacing = newValue.isFinite ? newValue : 0
      changed()
    }
  }
  /// Whether the layout margins stay free; false by default.
  open var isLayoutMarginsRelativeArrangement: Bool {
    get { usesMargins }
    set {
      usesMargins = newValue
      changed()
    }
  }

  private var usesBaselines = false
  /// Whether distances in a column are those of baselines; false by default.
  open var isBaselineRelativeArrangement: Bool {
    get { usesBaselines }
    set {
      usesBaselines = newValue
      changed()
    }
  }

  /// The distance after a view, in points.
  final func gap(after view: UIView) -> CGFloat {
    let gap = customSpacings[ObjectIdentifier(view)] ?? ownSpacing
    return gap == Self.spacingUseSystem ? UIView.standardSpacing : gap
  }

  /// The size that the views take.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
  }

  /// The view with the first baseline: the first one of a column, the highest one of a row.
  open override var forFirstBaselineLayout: UIView {
    let shown = arranged.filter { !$0.isHidden }
    return (ownAxis == .vertical ? shown.first : highest(shown))?.forFirstBaselineLayout ?? self
  }

  /// The view with the last baseline: the last one of a column, the highest one of a row.
  open override var forLastBaselineLayout: UIView {
    let shown = arranged.filter { !$0.isHidden }
    return (ownAxis == .vertical ? shown.last : highest(shown))?.forLastBaselineLayout ?? self
  }

  private func highest(_ views: [UIView]) -> UIView? {
    views.max { $0.intrinsicContentSize.height < $1.intrinsicContentSize.height }
  }
}
