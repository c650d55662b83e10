// The sheet that shares items with services of the program.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore

/// Shows items, and the services that take them; a touch chooses one.
///
/// ```swift
/// let sheet = UIActivityViewController(activityItems: [text, url], applicationActivities: [print])
/// sheet.completionWithItemsHandler = { type, isDone, _, _ in … }
/// present(sheet, animated: true)
/// ```
///
/// It is a sheet of half the window's height where the window is narrow, and a popover elsewhere.
///
/// **Differences**: of the system's services there is `Copy` alone; Mail, Messages and the like do
/// not exist on Linux. The look is plain. The sheet stays until the chosen service calls
/// `activityDidFinish(_:)`.
open class UIActivityViewController: UIViewController {
  // `Any` because: a program shares any objects.
  /// Called after the sheet went: with the chosen service, or nil; whether its work was done; items
  /// that an extension returned: nil; an error: nil.
  public typealias CompletionWithItemsHandler = (
    _ activityType: UIActivity.ActivityType?, _ completed: Bool, _ returnedItems: [Any]?,
    _ activityError: (any Error)?
  ) -> Void

  private let items: [Any]
  private let ownActivities: [UIActivity]
  private var shownActivities: [UIActivity] = []
  private let header = ActivityHeader()
  private let scroller = UIScrollView()
  private let discRow = UIScrollView()
  private let list = UIView()
  private var discs: [ActivityDisc] = []
  private var rows: [ActivityRow] = []
  /// The chosen service, until the sheet has gone.
  private var chosen: UIActivity?
  private var hasEnded = false

  private static let margin: CGFloat = 16

  // `Any` because: a program shares any objects.
  /// Creates a sheet.
  ///
  /// - Parameters:
  ///   - activityItems: Texts, addresses, pictures, other objects for own services, and objects
  ///     that are ``UIActivityItemSource``.
  ///   - applicationActivities: Services of the program; or nil.
  public init(activityItems: [Any], applicationActivities: [UIActivity]?) {
    items = activityItems
    ownActivities = applicationActivities ?? []
    super.init(nibName: nil, bundle: nil)
    modalPresentationStyle = .popover
  }

  /// Sheets have no archives.
  public required init?(coder: NSCoder) { nil }

  /// Services that are not shown; nil by default.
  open var excludedActivityTypes: [UIActivity.ActivityType]? {
    didSet { if isViewLoaded { build() } }
  }

  /// Called after the sheet went; nil by default.
  open var completionWithItemsHandler: CompletionWithItemsHandler?

  /// Whether the first share service may be one of the program's; true by default.
  ///
  /// **Differences**: it is stored; there are no people to share with above the services.
  open var allowsProminentActivity = true

  // MARK: Services

  /// The items before a service is chosen.
  private var placeholders: [Any] {
    items.map { item in
      (item as? any UIActivityItemSource)?.activityViewControllerPlaceholderItem(self) ?? item
    }
  }

  private func items(for type: UIActivity.ActivityType?) -> [Any] {
    items.compactMap { item in
      guard let source = item as? any UIActivityItemSource else { return item }
      return source.activityViewController(self, itemForActivityType: type)
    }
  }

  private func isShown(_ activity: UIActivity, _ items: [Any]) -> Bool {
    if let type = activity.activityType, excludedActivityTypes?.contains(type) == true {
      return false
    }
    return activity.activityTitle != nil && activity.canPerform(withActivityItems: items)
  }

  // MARK: Views

  open override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemGroupedBackground
    list.backgroundColor = .secondarySystemGroupedBackground
    list.layer.cornerRadius = 10
    list.clipsToBounds = true
    discRow.showsHorizontalScrollIndicator = false
    header.close.addAction(
      UIAction { [weak self] _ in self?.dismiss(animated: true) },
      for: .touchUpInside
    )
    view.addSubview(header)
    view.addSubview(scroller)
    scroller.addSubview(discRow)
    scroller.addSubview(list)
    build()
  }

  private func build() {
    for view in discs as [UIView] + rows { view.removeFromSuperview() }
    let items = placeholders
    showItems(items)
    shownActivities = ([CopyActivity()] + ownActivities).filter { isShown($0, items) }
    let shared = shownActivities.filter { type(of: $0).activityCategory == .share }
    let listed = shownActivities.filter { type(of: $0).activityCategory == .action }
    discs = shared.map { activity in
      ActivityDisc(activity) { [weak self] in self?.choose(activity) }
    }
    rows = listed.enumerated().map { index, activity in
      ActivityRow(activity, hasLine: index < listed.count - 1) { [weak self] in
        self?.choose(activity)
      }
    }
    for disc in discs { discRow.addSubview(disc) }
    for row in rows { list.addSubview(row) }
    view.setNeedsLayout()
  }

  private func showItems(_ items: [Any]) {
    let contents = SharedContents(items)
    let sources = self.items.compactMap { $0 as? any UIActivityItemSource }
    let size = CGSize(width: 40, height: 40)
    let subject = sources.lazy.map {
      $0.activityViewController(self, subjectForActivityType: nil)
    }.first { !$0.isEmpty }
    let thumbnail = sources.lazy.compactMap {
      $0.activityViewController(self, thumbnailImageForActivityType: nil, suggestedSize: size)
    }.first
    let (kind, symbol) =
      !contents.urls.isEmpty
      ? ("Link", "link")
      : !contents.texts.isEmpty
        ? ("Text", "doc")
        : contents.images.isEmpty
          ? ("Item", "doc") : ("Image", "photo")
    let url = contents.urls.first.map { $0.isFileURL ? $0.lastPathComponent : $0.absoluteString }
    header.show(
      subject ?? contents.texts.first ?? url ?? kind,
      items.count > 1 ? "\(items.count) items" : kind
    )
    header.picture = thumbnail ?? contents.images.first ?? UIImage(systemName: symbol)
  }

  open override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let area: CGRect = view.bounds
    let margin = UIActivityViewController.margin
    header.frame = CGRect(x: 0, y: 0, width: area.width, height: ActivityHeader.height)
    scroller.frame = CGRect(
      x: 0,
      y: header.frame.maxY,
      width: area.width,
      height: max(area.height - header.frame.maxY, 0)
    )
    var y: CGFloat = 0
    let disc = ActivityDisc.size
    discRow.isHidden = discs.isEmpty
    discRow.frame = CGRect(x: 0, y: y, width: area.width, height: disc.height)
    for (index, view) in discs.enumerated() {
      view.frame = CGRect(
        origin: CGPoint(x: margin + CGFloat(index) * disc.width, y: 0),
        size: disc
      )
    }
    discRow.contentSize = CGSize(
      width: 2 * margin + CGFloat(discs.count) * disc.width,
      height: disc.height
    )
    if !discs.isEmpty { y += disc.height + margin }
    let height = ActivityRow.height
    let width = max(area.width - 2 * margin, 0)
    list.frame = CGRect(x: margin, y: y, width: width, height: CGFloat(rows.count) * height)
    for (index, row) in rows.enumerated() {
      row.frame = CGRect(x: 0, y: CGFloat(index) * height, width: width, height: height)
    }
    scroller.contentSize = CGSize(width: area.width, height: list.frame.maxY + margin)
  }

  // MARK: The way of a service

  private func choose(_ activity: UIActivity) {
    guard chosen == nil, !hasEnded else { return }
    chosen = activity
    activity.whenFinished = { [weak self] isDone in self?.end(activity, isDone: isDone) }
    activity.prepare(withActivityItems: items(for: activity.activityType))
    // Its preparation may have ended it.
    guard chosen === activity, !hasEnded else { return }
    if let controller = activity.activityViewController, controller !== self {
      present(controller, animated: true)
    } else {
      activity.perform()
    }
  }

  private func end(_ activity: UIActivity, isDone: Bool) {
    guard chosen === activity, !hasEnded else { return }
    hasEnded = true
    let tell = { [self] in
      completionWithItemsHandler?(activity.activityType, isDone, nil, nil)
      return
    }
    guard let presentingViewController else { return tell() }
    presentingViewController.dismiss(animated: true, completion: tell)
  }

  /// Reports that the sheet went without a service.
  open override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    guard chosen == nil, !hasEnded, presentedViewController == nil else { return }
    hasEnded = true
    completionWithItemsHandler?(nil, false, nil, nil)
  }

  /// Chooses a service, as a finger would.
  ///
  /// **Differences**: an addition for tests.
  ///
  /// - Returns: Whether the sheet shows a service of that name.
  @discardableResult
  open func tap(_ type: UIActivity.ActivityType) -> Bool {
    loadViewIfNeeded()
    guard let activity = shownActivities.first(where: { $0.activityType == type }) else {
      return false
    }
    choose(activity)
    return true
  }
}
