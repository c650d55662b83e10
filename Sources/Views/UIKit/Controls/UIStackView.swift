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
/// **Differences**: there are no constraints. Where views must be longer than fits them, those
/// without a size of their own are, and else the last one; where they must be shorter, all are in
/// proportion. Baselines are taken for the upper and the lower edge.
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
  public static let spacingUseDefault = CGFloat.greatestFiniteMagnitude

  private var arranged: [UIView] = []
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

  /// Creates a view from an archive, which arranges its subviews; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    arranged = subviews
    ownAxis = NSLayoutAxis(rawValue: Int(coder.decodeInt64(forKey: "UIStackAxis"))) ?? .horizontal
    ownSpacing = CGFloat(coder.decodeDouble(forKey: "UIStackSpacing"))
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
        view.frame = collapsedFrame(of: view)
        // Its new size asks for a layout of this one, too, in which it still takes no room.
        view.layoutIfNeeded()
        view.layer.isHidden = false
        changed()
      }
    }
    block.rearranged.append(self)
  }

  /// The place of a view that has no room: after the view before it that has.
  private func collapsedFrame(of view: UIView) -> CGRect {
    let room = bounds.inset(by: margins)
    let index = arranged.firstIndex { $0 === view } ?? 0
    let before = arranged[..<index].last { !$0.isHidden }?.frame
    var frame = room
    if isRow {
      frame.origin.x = before?.maxX ?? room.minX
      frame.size.width = 0
    } else {
      frame.origin.y = before?.maxY ?? room.minY
      frame.size.height = 0
    }
    return frame
  }

  private func changed() {
    setNeedsLayout()
    invalidateIntrinsicContentSize()
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

  private var isRow: Bool { ownAxis == .horizontal }

  /// Those that are shown: hidden ones take no room.
  private var shown: [UIView] { arranged.filter { !$0.isHidden } }

  private var margins: UIEdgeInsets { usesMargins ? layoutMargins : .zero }

  private func fitting(_ view: UIView, across: CGFloat) -> CGSize {
    let own = view.intrinsicContentSize
    let room =
      isRow
      ? CGSize(width: CGFloat.infinity, height: across) : CGSize(width: across, height: .infinity)
    let fits = view.sizeThatFits(room)
    return CGSize(
      width: own.width >= 0 ? max(own.width, isRow ? 0 : min(fits.width, own.width)) : fits.width,
      height: own.height >= 0 && (isRow || !own.width.isFinite || own.width <= across)
        ? own.height : fits.height
    )
  }

  private func along(_ size: CGSize) -> CGFloat {
    let length = isRow ? size.width : size.height
    return length.isFinite && length > 0 ? length : 0
  }

  private func across(_ size: CGSize) -> CGFloat {
    let length = isRow ? size.height : size.width
    return length.isFinite && length > 0 ? length : 0
  }

  private func gaps(_ views: [UIView]) -> [CGFloat] {
    views.dropLast().map { customSpacings[ObjectIdentifier($0)] ?? ownSpacing }
  }

  /// The size that the views take side by side.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let views = shown
    let margins = margins
    let room = isRow ? size.height : size.width
    let sizes = views.map { fitting($0, across: room > 0 ? room : .infinity) }
    let length =
      distribution == .fillEqually
      ? (sizes.map { along($0) }.max() ?? 0) * CGFloat(sizes.count)
      : sizes.reduce(0) { $0 + along($1) }
    let total = length + gaps(views).reduce(0, +)
    let width = sizes.map { across($0) }.max() ?? 0
    let content =
      isRow ? CGSize(width: total, height: width) : CGSize(width: width, height: total)
    return CGSize(
      width: content.width + margins.left + margins.right,
      height: content.height + margins.top + margins.bottom
    )
  }

  /// The size that the views take side by side.
  open override var intrinsicContentSize: CGSize { sizeThatFits(.zero) }

  /// Places the views.
  open override func layoutSubviews() {
    super.layoutSubviews()
    defer {
      for view in arranged where view.extras?.hidesLater == true {
        view.frame = collapsedFrame(of: view)
      }
    }
    let views = shown
    guard !views.isEmpty else { return }
    let room = bounds.inset(by: margins)
    let (length, width) = (
      max(isRow ? room.width : room.height, 0), max(isRow ? room.height : room.width, 0)
    )
    let sizes = views.map { fitting($0, across: width) }
    let (places, lengths) = placed(views, sizes, length)
    for (index, view) in views.enumerated() {
      var own = ownAlignment == .fill ? width : min(across(sizes[index]), width)
      if !own.isFinite { own = 0 }
      let start: CGFloat =
        switch ownAlignment {
        case .fill, .leading, .firstBaseline: 0
        case .center: (width - own) / 2
        case .trailing, .lastBaseline: width - own
        }
      view.frame =
        isRow
        ? CGRect(
          x: room.minX + places[index],
          y: room.minY + start,
          width: lengths[index],
          height: own
        )
        : CGRect(
          x: room.minX + start,
          y: room.minY + places[index],
          width: own,
          height: lengths[index]
        )
    }
  }

  /// Where the views begin along the axis, and how long they are.
  private func placed(
    _ views: [UIView],
    _ sizes: [CGSize],
    _ length: CGFloat
  ) -> (places: [CGFloat], lengths: [CGFloat]) {
    var gaps = gaps(views)
    var lengths = sizes.map { along($0) }
    let free = length - gaps.reduce(0, +)
    let sum = lengths.reduce(0, +)
    switch distribution {
    case .fillEqually:
      lengths = lengths.map { _ in max(free, 0) / CGFloat(views.count) }
    case .fillProportionally:
      lengths = lengths.map {
        sum > 0 ? max(free, 0) * $0 / sum : max(free, 0) / CGFloat(views.count)
      }
    case .fill:
      lengths = filled(views, lengths, free: max(free, 0))
    case .equalSpacing, .equalCentering:
      guard sum <= free, !gaps.isEmpty else {
        lengths = filled(views, lengths, free: max(free, 0))
        break
      }
      gaps = spread(lengths, gaps.reduce(0, +) + free - sum)
    }
    var places: [CGFloat] = []
    var place: CGFloat = 0
    for index in lengths.indices {
      places.append(place)
      place += lengths[index] + (index < gaps.count ? gaps[index] : 0)
    }
    return (places, lengths)
  }

  /// The distances between views when `room` is shared out.
  private func spread(_ lengths: [CGFloat], _ room: CGFloat) -> [CGFloat] {
    let count = CGFloat(lengths.count - 1)
    guard distribution == .equalCentering, let first = lengths.first, let last = lengths.last else {
      return lengths.dropLast().map { _ in room / count }
    }
    let total = lengths.reduce(0, +) + room
    let step = (total - first / 2 - last / 2) / count
    return lengths.indices.dropLast().map { step - lengths[$0] / 2 - lengths[$0 + 1] / 2 }
  }

  private func filled(_ views: [UIView], _ lengths: [CGFloat], free: CGFloat) -> [CGFloat] {
    var lengths = lengths
    let sum = lengths.reduce(0, +)
    guard sum <= free else { return lengths.map { $0 * free / sum } }
    let soft = views.indices.filter { index in
      let own = views[index].intrinsicContentSize
      return (isRow ? own.width : own.height) < 0
    }
    let growing = soft.isEmpty ? [views.count - 1] : soft
    for index in growing { lengths[index] += (free - sum) / CGFloat(growing.count) }
    return lengths
  }
}
