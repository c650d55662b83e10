// Segmented controls.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzInteraction

/// A control of several segments, of which one may be chosen.
///
/// The look is plain: a grey capsule with a white plate under the chosen segment.
@preconcurrency
@MainActor
open class UISegmentedControl: UIControl {
  override var answers: GestureRules.Control { .button }

  /// The index of no segment.
  public static let noSegment = -1

  /// A segment: a title, an image or an action, a width and whether it takes touches.
  private struct Segment {
    var title: String?
    var image: UIImage?
    var action: UIAction?
    /// 0 for a share of the room.
    var width: CGFloat = 0
    var isEnabled = true
    let view: UIView
  }

  private static let ownHeight: CGFloat = 32
  private static let margin: CGFloat = 2
  private static let padding: CGFloat = 10

  private static let plainPlateColor = UIColor { traits in
    traits.userInterfaceStyle == .dark ? .systemGray2 : .white
  }

  private var segments: [Segment] = []
  private var chosen = UISegmentedControl.noSegment
  private var touched: Int?
  private let plate = UIView()
  private var plateColor: UIColor?
  final var textAttributes: [State.RawValue: [NSAttributedString.Key: Any]] = [:]
  private var sharesByContent = false

  // `Any` because: it is Apple's type.
  /// Creates a control of segments.
  ///
  /// - Parameter items: Strings and images; others are left out. Nil for no segments.
  public init(items: [Any]?) {
    super.init(frame: .zero)
    prepare()
    for item in items ?? [] {
      if let title = item as? String {
        insert(title: title, at: segments.count)
      } else if let title = item as? NSString {
        insert(title: title as String, at: segments.count)
      } else if let image = item as? UIImage {
        insert(image: image, at: segments.count)
      }
    }
    bounds.size = intrinsicContentSize
  }

  /// Creates a control without segments.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  /// Creates a control with a segment for each action.
  public convenience init(frame: CGRect, actions: [UIAction]) {
    self.init(frame: frame)
    for action in actions { insertSegment(action: action, at: numberOfSegments, animated: false) }
  }

  /// Creates a control from an archive, with the titles of its segments; nil if it is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    for view in subviews { view.removeFromSuperview() }
    prepare()
    let titles = coder.objects(of: [NSArray.self, NSString.self], forKey: "UISegments")
    for title in titles as? [String] ?? [] { insert(title: title, at: segments.count) }
    if coder.containsValue(forKey: "UISelectedSegmentIndex") {
      selectedSegmentIndex = Int(coder.decodeInt64(forKey: "UISelectedSegmentIndex"))
    }
    coder.finish(self, UISegmentedControl.self)
  }

  /// Archives the control with the titles of its segments and the chosen one.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(segments.map { NSString(string: $0.title ?? "") } as NSArray, forKey: "UISegments")
    coder.encode(Int64(chosen), forKey: "UISelectedSegmentIndex")
  }

  private func prepare() {
    layer.cornerRadius = 8
    plate.layer.cornerRadius = 7
    plate.layer.shadowOpacity = 0.12
    plate.layer.shadowRadius = 3
    plate.layer.shadowOffset = CGSize(width: 0, height: 2)
    plate.isUserInteractionEnabled = false
    plate.isHidden = true
    addSubview(plate)
  }

  // MARK: Segments

  /// The number of segments.
  open var numberOfSegments: Int { segments.count }

  /// Inserts a segment with a title; an index beyond the end is the end.
  open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {
    insert(title: title, at: segment)
  }

  /// Inserts a segment with an image; an index beyond the end is the end.
  open func insertSegment(with image: UIImage?, at segment: Int, animated: Bool) {
    insert(image: image, at: segment)
  }

  /// Inserts a segment that calls an action when it is chosen; an index beyond the end is the end.
  open func insertSegment(action: UIAction, at segment: Int, animated: Bool) {
    if let image = action.image {
      insert(image: image, at: segment, action)
    } else {
      insert(title: action.title, at: segment, action)
    }
  }

  private func insert(title: String?, at index: Int, _ action: UIAction? = nil) {
    let label = UILabel()
    label.textAlignment = .center
    label.font = .systemFont(ofSize: 13, weight: .medium)
    add(Segment(title: title, action: action, view: label), at: index)
  }

  private func insert(image: UIImage?, at index: Int, _ action: UIAction? = nil) {
    let view = UIImageView(frame: .zero)
    view.contentMode = .center
    add(Segment(image: image, action: action, view: view), at: index)
  }

  private func add(_ segment: Segment, at index: Int) {
    let index = min(max(index, 0), segments.count)
    segments.insert(segment, at: index)
    if chosen >= index { chosen += 1 }
    addSubview(segment.view)
    changed()
  }

  private func changed() {
    setNeedsLayout()
    invalidateIntrinsicContentSize()
  }

  /// Removes a segment; does nothing for an index without one.
  open func removeSegment(at segment: Int, animated: Bool) {
    guard segments.indices.contains(segment) else { return }
    segments.remove(at: segment).view.removeFromSuperview()
    if chosen == segment {
      chosen = Self.noSegment
    } else if chosen > segment {
      chosen -= 1
    }
    changed()
  }

  /// Removes all segments.
  open func removeAllSegments() {
    for segment in segments { segment.view.removeFromSuperview() }
    segments.removeAll()
    chosen = Self.noSegment
    changed()
  }

  private func change(_ index: Int, _ change: (inout Segment) -> Void) {
    guard segments.indices.contains(index) else { return }
    change(&segments[index])
    changed()
  }

  /// Sets the title of a segment.
  open func setTitle(_ title: String?, forSegmentAt segment: Int) {
    guard segments.indices.contains(segment) else { return }
    let old = segments[segment]
    guard old.view is UILabel else {
      removeSegment(at: segment, animated: false)
      return insert(title: title, at: segment)
    }
    change(segment) { $0.title = title }
  }

  /// The title of a segment; nil if there is none.
  open func titleForSegment(at segment: Int) -> String? {
    segments.indices.contains(segment) ? segments[segment].title : nil
  }

  /// Sets the image of a segment.
  open func setImage(_ image: UIImage?, forSegmentAt segment: Int) {
    guard segments.indices.contains(segment) else { return }
    guard segments[segment].view is UIImageView else {
      let isChosen = chosen == segment
      removeSegment(at: segment, animated: false)
      insert(image: image, at: segment)
      if isChosen { selectedSegmentIndex = segment }
      return
    }
    change(segment) { $0.image = image }
  }

  /// The image of a segment; nil if there is none.
  open func imageForSegment(at segment: Int) -> UIImage? {
    segments.indices.contains(segment) ? segments[segment].image : nil
  }

  /// The action of a segment; nil if there is none.
  open func actionForSegment(at segment: Int) -> UIAction? {
    segments.indices.contains(segment) ? segments[segment].action : nil
  }

  /// Sets the width of a segment in points; 0 for a share of the room.
  open func setWidth(_ width: CGFloat, forSegmentAt segment: Int) {
    change(segment) { $0.width = width > 0 && width.isFinite ? width : 0 }
  }

  /// The width that was set for a segment; 0 for a share of the room.
  open func widthForSegment(at segment: Int) -> CGFloat {
    segments.indices.contains(segment) ? segments[segment].width : 0
  }

  /// Sets whether a segment takes touches.
  open func setEnabled(_ enabled: Bool, forSegmentAt segment: Int) {
    change(segment) { $0.isEnabled = enabled }
  }

  /// Whether a segment takes touches; false for an index without one.
  open func isEnabledForSegment(at segment: Int) -> Bool {
    segments.indices.contains(segment) && segments[segment].isEnabled
  }

  /// The index of the chosen segment; `noSegment` if there is none.
  ///
  /// Setting it sends no event; an index without a segment selects none.
  open var selectedSegmentIndex: Int {
    get { chosen }
    set {
      chosen = segments.indices.contains(newValue) ? newValue : Self.noSegment
      setNeedsLayout()
    }
  }

  /// Whether a segment is chosen only while it is touched; false by default.
  open var isMomentary = false

  /// Whether segments share the room by their contents; false by default.
  open var apportionsSegmentWidthsByContent: Bool {
    get { sharesByContent }
    set {
      sharesByContent = newValue
      changed()
    }
  }

  /// The colour under the chosen segment; nil, the default, for white.
  open var selectedSegmentTintColor: UIColor? {
    get { plateColor }
    set {
      plateColor = newValue
      setNeedsLayout()
    }
  }

  // `Any` because: it is the type of attributes in Foundation.
  /// Sets the attributes of titles in a state; nil means none.
  open func setTitleTextAttributes(
    _ attributes: [NSAttributedString.Key: Any]?,
    for state: State
  ) {
    textAttributes[state.rawValue] = attributes
    changed()
  }

  // `Any` because: it is the type of attributes in Foundation.
  /// The attributes of titles in a state.
  open func titleTextAttributes(for state: State) -> [NSAttributedString.Key: Any]? {
    textAttributes[state.rawValue]
  }

  // MARK: Geometry

  private func contentWidth(_ index: Int) -> CGFloat {
    let segment = segments[index]
    if let label = segment.view as? UILabel {
      show(label, segment, index)
      return label.sizeThatFits(CGSize(width: CGFloat.infinity, height: .infinity)).width
        + 2 * Self.padding
    }
    return (segment.image?.size.width ?? 0) + 2 * Self.padding
  }

  /// The widths of the segments, in points.
  final var widths: [CGFloat] {
    let fixed = segments.reduce(0) { $0 + $1.width }
    let free = segments.filter { $0.width == 0 }.count
    let room = max(bounds.width - fixed, 0)
    guard sharesByContent, free > 0 else {
      return segments.map { $0.width > 0 ? $0.width : room / CGFloat(max(free, 1)) }
    }
    let contents = segments.indices.map { segments[$0].width > 0 ? 0 : contentWidth($0) }
    let sum = contents.reduce(0, +)
    return segments.indices.map { index in
      segments[index].width > 0 ? segments[index].width : room * contents[index] / max(sum, 1)
    }
  }

  /// The size that all contents fit, 32 points high.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  /// The size that all contents fit, 32 points high.
  open override var intrinsicContentSize: CGSize {
    let contents = segments.indices.map {
      segments[$0].width > 0 ? segments[$0].width : contentWidth($0)
    }
    let width =
      sharesByContent
      ? contents.reduce(0, +) : (contents.max() ?? 0) * CGFloat(max(contents.count, 1))
    return CGSize(width: width.rounded(.up), height: Self.ownHeight)
  }

  /// Places the segments.
  open override func layoutSubviews() {
    super.layoutSubviews()
    backgroundColor = backgroundColor ?? .tertiarySystemFill
    var x: CGFloat = 0
    plate.isHidden = shownIndex == nil
    for (index, width) in widths.enumerated() {
      let segment = segments[index]
      let frame = CGRect(x: x, y: 0, width: width, height: bounds.height)
      segment.view.frame = frame.insetBy(dx: min(Self.margin, width / 2), dy: 0)
      segment.view.alpha = segment.isEnabled && isEnabled ? 1 : 0.3
      if let label = segment.view as? UILabel { show(label, segment, index) }
      if let view = segment.view as? UIImageView, view.image !== segment.image {
        view.image = segment.image
      }
      if index == shownIndex {
        plate.frame = frame.insetBy(
          dx: min(Self.margin, width / 2),
          dy: min(Self.margin, bounds.height / 2)
        )
      }
      x += width
    }
    plate.backgroundColor = plateColor ?? Self.plainPlateColor
  }

  private var shownIndex: Int? {
    if let touched, isMomentary { return touched }
    return chosen >= 0 ? chosen : nil
  }

  private func show(_ label: UILabel, _ segment: Segment, _ index: Int) {
    var attributes = textAttributes[State.normal.rawValue] ?? [:]
    if index == shownIndex {
      attributes.merge(textAttributes[State.selected.rawValue] ?? [:]) { $1 }
    }
    if attributes.isEmpty {
      label.text = segment.title
    } else {
      let text = segment.title.map { NSAttributedString(string: $0, attributes: attributes) }
      if label.attributedText != text { label.attributedText = text }
    }
  }

  // MARK: Tracking

  private func segment(at x: CGFloat) -> Int? {
    var end: CGFloat = 0
    for (index, width) in widths.enumerated() {
      end += width
      if x < end { return segments[index].isEnabled ? index : nil }
    }
    return nil
  }

  /// Follows a touch on a segment.
  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    touched = segment(at: touch.location(in: self).x)
    setNeedsLayout()
    return touched != nil
  }

  /// Follows the touch to other segments.
  open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    touched = segment(at: touch.location(in: self).x) ?? touched
    setNeedsLayout()
    return true
  }

  /// Chooses the segment that is touched.
  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    defer {
      touched = nil
      setNeedsLayout()
    }
    guard let touched, isTouchInside, isMomentary || touched != chosen else { return }
    chosen = touched
    if let action = segments[touched].action { sendAction(action) }
    send(.valueChanged, event)
    send(.primaryActionTriggered, event)
    if isMomentary { chosen = Self.noSegment }
  }

  /// Forgets the touch.
  open override func cancelTracking(with event: UIEvent?) {
    touched = nil
    setNeedsLayout()
  }
}
