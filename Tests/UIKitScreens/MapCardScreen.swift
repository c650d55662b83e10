// A drawn map with a search field and a place card of two heights.
// Licensed under the MIT license; see LICENSE.

import UIKit

/// A place that the map shows as a pin and the card describes.
struct MapCardScreenPlace: Hashable {
  var name: String
  var category: String
  var rating: Double
  var reviews: Int
  var hours: String
  /// The tip of the pin in the unit square of the map.
  var position: CGPoint
  var photoSymbols: [String]

  static let samples = [
    MapCardScreenPlace(
      name: "Harbour Coffee",
      category: "Cafe",
      rating: 4.6,
      reviews: 312,
      hours: "Open until 18:00",
      position: CGPoint(x: 0.58, y: 0.34),
      photoSymbols: ["cup.and.saucer.fill", "leaf.fill", "sun.max.fill", "book.fill", "heart.fill"]
    ),
    MapCardScreenPlace(
      name: "Mill Street Books",
      category: "Bookshop",
      rating: 4.8,
      reviews: 97,
      hours: "Closes at 17:00",
      position: CGPoint(x: 0.24, y: 0.24),
      photoSymbols: ["book.fill", "bookmark.fill", "lightbulb.fill"]
    ),
    MapCardScreenPlace(
      name: "Orchard Park",
      category: "Park",
      rating: 4.3,
      reviews: 1_205,
      hours: "Open 24 hours",
      position: CGPoint(x: 0.82, y: 0.52),
      photoSymbols: ["leaf.fill", "sun.max.fill", "drop.fill", "bicycle"]
    ),
  ]
}

/// The map: land and water drawn with Core Graphics, roads, route and pins as shape layers.
final class MapCardScreenMapView: UIView {
  var places: [MapCardScreenPlace] = [] {
    didSet { rebuildPins() }
  }
  var selectedIndex = 0 {
    didSet { updateLayers() }
  }
  var showsRoute = false {
    didSet { updateLayers() }
  }
  var onSelect: ((Int) -> Void)?

  private let roadCasingLayer = CAShapeLayer()
  private let roadLayer = CAShapeLayer()
  private let routeLayer = CAShapeLayer()
  private var pinLayers: [CAShapeLayer] = []

  override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = true
    contentMode = .redraw
    for (roads, width) in [(roadCasingLayer, 13), (roadLayer, 10), (routeLayer, 5)] {
      roads.fillColor = nil
      roads.lineWidth = CGFloat(width)
      roads.lineCap = .round
      roads.lineJoin = .round
      layer.addSublayer(roads)
    }
    addGestureRecognizer(
      UITapGestureRecognizer(target: self, action: Selector("tapped:", MapCardScreenMapView.tapped))
    )
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) is not used")
  }

  override func draw(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.setFillColor(MapCardScreenPalette.land.cgColor)
    context.fill(bounds)

    MapCardScreenPalette.park.setFill()
    UIBezierPath(roundedRect: unitRect(0.66, 0.44, 0.3, 0.2), cornerRadius: 18).fill()
    UIBezierPath(ovalIn: unitRect(0.06, 0.5, 0.22, 0.09)).fill()

    let water = UIBezierPath()
    water.move(to: point(0, 0.06))
    water.addCurve(
      to: point(1, 0.2),
      controlPoint1: point(0.35, 0.22),
      controlPoint2: point(0.62, 0.02)
    )
    water.addLine(to: point(1, 0))
    water.addLine(to: point(0, 0))
    water.close()
    MapCardScreenPalette.water.setFill()
    water.fill()

  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let roads = UIBezierPath()
    for y in [0.28, 0.415, 0.56] as [CGFloat] {
      roads.move(to: point(-0.05, y))
      roads.addLine(to: point(1.05, y + 0.03))
    }
    for x in [0.18, 0.45, 0.74] as [CGFloat] {
      roads.move(to: point(x, 0.17))
      roads.addQuadCurve(to: point(x - 0.04, 1), controlPoint: point(x + 0.05, 0.6))
    }
    roadCasingLayer.path = roads.cgPath
    roadLayer.path = roads.cgPath
    updateLayers()
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    setNeedsDisplay()
    updateLayers()
  }

  private func rebuildPins() {
    pinLayers.forEach { $0.removeFromSuperlayer() }
    pinLayers = places.map { _ in
      let pin = CAShapeLayer()
      pin.path = MapCardScreenMapView.pinPath.cgPath
      pin.fillRule = .evenOdd
      pin.lineWidth = 1.5
      layer.addSublayer(pin)
      return pin
    }
    setNeedsLayout()
  }

  private func routePath() -> UIBezierPath {
    let path = UIBezierPath()
    guard places.indices.contains(selectedIndex) else { return path }
    let end = places[selectedIndex].position
    path.move(to: point(0.47, 0.57))
    path.addLine(to: point(0.475, 0.43))
    path.addLine(to: point(end.x, 0.415 + 0.03 * end.x))
    path.addLine(to: point(end.x, end.y))
    return path
  }

  /// Brings colours, pins and the route into the layers, without implicit animations.
  private func updateLayers() {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    defer { CATransaction.commit() }
    let traits = traitCollection
    roadCasingLayer.strokeColor = MapCardScreenPalette.casing.resolvedColor(with: traits).cgColor
    roadLayer.strokeColor = MapCardScreenPalette.road.resolvedColor(with: traits).cgColor
    routeLayer.strokeColor = UIColor.systemBlue.resolvedColor(with: traits).cgColor
    routeLayer.path = routePath().cgPath
    routeLayer.isHidden = !showsRoute
    for (index, pin) in pinLayers.enumerated() {
      pin.position = point(places[index].position.x, places[index].position.y)
      let isSelected = index == selectedIndex
      let fill = isSelected ? UIColor.systemRed : UIColor.systemIndigo
      pin.fillColor = fill.resolvedColor(with: traits).cgColor
      pin.strokeColor = UIColor.white.cgColor
      pin.zPosition = isSelected ? 1 : 0
      pin.setAffineTransform(isSelected ? CGAffineTransform(scaleX: 1.4, y: 1.4) : .identity)
    }
  }

  private func tapped(_ recognizer: UITapGestureRecognizer) {
    let location = recognizer.location(in: self)
    let hit = places.indices.first { index in
      let pin = point(places[index].position.x, places[index].position.y)
      return CGRect(x: pin.x - 22, y: pin.y - 38, width: 44, height: 44).contains(location)
    }
    if let hit { onSelect?(hit) }
  }

  private func point(_ x: CGFloat, _ y: CGFloat) -> CGPoint {
    CGPoint(x: bounds.minX + x * bounds.width, y: bounds.minY + y * bounds.height)
  }

  private func unitRect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
    CGRect(
      origin: point(x, y),
      size: CGSize(width: width * bounds.width, height: height * bounds.height)
    )
  }

  /// A drop with a hole whose tip is at the origin.
  private static let pinPath: UIBezierPath = {
    let path = UIBezierPath()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: -10, y: -18))
    path.addArc(
      withCenter: CGPoint(x: 0, y: -18),
      radius: 10,
      startAngle: .pi,
      endAngle: 2 * .pi,
      clockwise: true
    )
    path.close()
    path.append(UIBezierPath(ovalIn: CGRect(x: -4, y: -22, width: 8, height: 8)))
    return path
  }()
}

private enum MapCardScreenPalette {
  static let land = dynamic(light: 0xF2EFE9, dark: 0x24262B)
  static let water = dynamic(light: 0xA9D3F5, dark: 0x17324D)
  static let park = dynamic(light: 0xC6E7BF, dark: 0x20402A)
  static let road = dynamic(light: 0xFFFFFF, dark: 0x474B55)
  static let casing = dynamic(light: 0xD5CFC3, dark: 0x1B1D21)

  private static func dynamic(light: Int, dark: Int) -> UIColor {
    UIColor { traits in
      let value = traits.userInterfaceStyle == .dark ? dark : light
      let parts = [16, 8, 0].map { CGFloat(value >> $0 & 0xFF) / 255 }
      return UIColor(red: parts[0], green: parts[1], blue: parts[2], alpha: 1)
    }
  }
}

/// A map with a search field on top and a card about the chosen place below.
public final class MapCardScreen: UIViewController {
  private let places: [MapCardScreenPlace]
  private(set) var selectedIndex = 0
  private(set) var isExpanded = false
  private(set) var isRouting = false
  let mapView = MapCardScreenMapView()
  let searchField = UITextField()
  let cardView = UIView()
  private let searchCard = UIVisualEffectView(effect: UIBlurEffect(style: .systemMaterial))
  private let handleButton = UIButton(type: .custom)
  private let handleBar = UIView()
  private let scrollView = UIScrollView()
  private let nameLabel = UILabel()
  private let categoryLabel = UILabel()
  private let ratingLabel = UILabel()
  private let hoursLabel = UILabel()
  private let photoScrollView = UIScrollView()
  private let photoStack = UIStackView()
  private lazy var expandButton = UIButton(
    configuration: .gray(),
    primaryAction: UIAction { [weak self] _ in self?.toggleCard() }
  )
  private lazy var directionsButton = actionButton("Directions", "arrow.turn.up.right", .filled()) {
    [weak self] in self?.toggleRoute()
  }
  private lazy var callButton = actionButton("Call", "phone.fill", .tinted()) {
    [weak self] in self?.confirmCall()
  }
  private lazy var shareButton = actionButton("Share", "square.and.arrow.up", .tinted()) {
    [weak self] in self?.share()
  }
  /// The height of the card above the safe area's bottom.
  private lazy var cardHeight = view.safeAreaLayoutGuide.bottomAnchor.constraint(
    equalTo: cardView.topAnchor,
    constant: collapsedHeight
  )

  private var collapsedHeight: CGFloat { UIFontMetrics.default.scaledValue(for: 166) }
  private var expandedHeight: CGFloat { UIFontMetrics.default.scaledValue(for: 200) + 128 }

  /// Makes the screen with its sample places.
  public init() {
    places = MapCardScreenPlace.samples
    super.init(nibName: nil, bundle: nil)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) is not used")
  }

  public override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    setUpMap()
    setUpSearch()
    setUpCard()
    setUpCardContent()
    setUpPhotos()
    select(0)
    updateExpansion()
  }

  public override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    updateExpansion()
  }

  // MARK: Set-up

  private func setUpMap() {
    mapView.places = places
    mapView.accessibilityIdentifier = "map.canvas"
    mapView.onSelect = { [weak self] index in self?.select(index) }
    mapView.frame = view.bounds
    mapView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(mapView)
  }

  private func setUpSearch() {
    let icon = UIImageView(image: UIImage(systemName: "magnifyingglass"))
    icon.tintColor = .secondaryLabel
    icon.setContentHuggingPriority(.required, for: .horizontal)
    icon.setContentCompressionResistancePriority(.required, for: .horizontal)

    searchField.placeholder = "Search for a place"
    searchField.font = .preferredFont(forTextStyle: .body)
    searchField.adjustsFontForContentSizeCategory = true
    searchField.clearButtonMode = .whileEditing
    searchField.returnKeyType = .search
    searchField.delegate = self
    searchField.accessibilityIdentifier = "map.search"
    let changed = UIAction { [weak self] _ in self?.searchChanged() }
    searchField.addAction(changed, for: .editingChanged)

    let stack = UIStackView(arrangedSubviews: [icon, searchField])
    stack.spacing = 8
    stack.alignment = .center
    stack.isLayoutMarginsRelativeArrangement = true
    stack.directionalLayoutMargins = .init(top: 10, leading: 14, bottom: 10, trailing: 14)

    searchCard.layer.cornerRadius = 14
    searchCard.clipsToBounds = true
    stack.translatesAutoresizingMaskIntoConstraints = false
    searchCard.translatesAutoresizingMaskIntoConstraints = false
    searchCard.contentView.addSubview(stack)
    view.addSubview(searchCard)
    let content = searchCard.contentView
    NSLayoutConstraint.activate([
      searchCard.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 8),
      searchCard.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
      searchCard.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor),
      searchCard.heightAnchor.constraint(greaterThanOrEqualToConstant: 44),
      stack.topAnchor.constraint(equalTo: content.topAnchor),
      stack.leadingAnchor.constraint(equalTo: content.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: content.trailingAnchor),
      stack.bottomAnchor.constraint(equalTo: content.bottomAnchor),
    ])
  }

  private func setUpCard() {
    cardView.backgroundColor = .secondarySystemBackground
    cardView.accessibilityIdentifier = "map.card"
    cardView.layer.cornerRadius = 20
    cardView.layer.cornerCurve = .continuous
    cardView.layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
    cardView.layer.shadowColor = UIColor.black.cgColor
    cardView.layer.shadowOpacity = 0.18
    cardView.layer.shadowRadius = 10
    cardView.preservesSuperviewLayoutMargins = true

    handleBar.backgroundColor = .tertiaryLabel
    handleBar.layer.cornerRadius = 2.5
    handleBar.isUserInteractionEnabled = false
    handleButton.accessibilityIdentifier = "map.handle"
    handleButton.accessibilityLabel = "Card handle"
    let toggle = Selector("toggleCard", MapCardScreen.toggleCard)
    handleButton.addTarget(self, action: toggle, for: .touchUpInside)
    scrollView.showsVerticalScrollIndicator = false
    scrollView.preservesSuperviewLayoutMargins = true

    for subview in [cardView, handleButton, handleBar, scrollView] {
      subview.translatesAutoresizingMaskIntoConstraints = false
    }
    view.addSubview(cardView)
    cardView.addSubview(handleButton)
    handleButton.addSubview(handleBar)
    cardView.addSubview(scrollView)

    cardHeight.priority = .defaultHigh
    NSLayoutConstraint.activate([
      cardHeight,
      cardView.topAnchor.constraint(greaterThanOrEqualTo: searchCard.bottomAnchor, constant: 12),
      cardView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      cardView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      cardView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
      handleButton.topAnchor.constraint(equalTo: cardView.topAnchor),
      handleButton.centerXAnchor.constraint(equalTo: cardView.centerXAnchor),
      handleButton.widthAnchor.constraint(equalToConstant: 88),
      handleButton.heightAnchor.constraint(equalToConstant: 24),
      handleBar.centerXAnchor.constraint(equalTo: handleButton.centerXAnchor),
      handleBar.centerYAnchor.constraint(equalTo: handleButton.centerYAnchor),
      handleBar.widthAnchor.constraint(equalToConstant: 36),
      handleBar.heightAnchor.constraint(equalToConstant: 5),
      scrollView.topAnchor.constraint(equalTo: handleButton.bottomAnchor),
      scrollView.leadingAnchor.constraint(equalTo: cardView.leadingAnchor),
      scrollView.trailingAnchor.constraint(equalTo: cardView.trailingAnchor),
      scrollView.bottomAnchor.constraint(equalTo: view.safeAreaLayoutGuide.bottomAnchor),
    ])
  }

  private func setUpCardContent() {
    style(nameLabel, .title2, .label, "map.name")
    style(categoryLabel, .subheadline, .secondaryLabel, "map.category")
    style(ratingLabel, .subheadline, .secondaryLabel, "map.rating")
    style(hoursLabel, .footnote, .systemGreen, "map.hours")
    nameLabel.numberOfLines = 2
    expandButton.configuration?.cornerStyle = .capsule
    expandButton.configuration?.buttonSize = .small
    expandButton.accessibilityIdentifier = "map.expand"
    expandButton.setContentHuggingPriority(.required, for: .horizontal)
    expandButton.setContentCompressionResistancePriority(.required, for: .horizontal)
    directionsButton.accessibilityIdentifier = "map.directions"
    callButton.accessibilityIdentifier = "map.call"
    shareButton.accessibilityIdentifier = "map.share"

    let titleRow = UIStackView(arrangedSubviews: [nameLabel, expandButton])
    titleRow.alignment = .center
    titleRow.spacing = 12
    let starSize = UIImage.SymbolConfiguration(textStyle: .subheadline, scale: .small)
    let star = UIImageView(image: UIImage(systemName: "star.fill", withConfiguration: starSize))
    star.tintColor = .systemYellow
    let detailRow = UIStackView(arrangedSubviews: [categoryLabel, star, ratingLabel])
    detailRow.alignment = .center
    detailRow.spacing = 4
    detailRow.setCustomSpacing(12, after: categoryLabel)
    ratingLabel.setContentHuggingPriority(.defaultLow - 1, for: .horizontal)
    let actions = UIStackView(arrangedSubviews: [directionsButton, callButton, shareButton])
    actions.distribution = .fillEqually
    actions.spacing = 10
    let content = UIStackView(
      arrangedSubviews: [titleRow, detailRow, actions, hoursLabel, photoScrollView]
    )
    content.axis = .vertical
    content.spacing = 4
    content.setCustomSpacing(14, after: detailRow)
    content.setCustomSpacing(14, after: actions)
    content.setCustomSpacing(12, after: hoursLabel)
    content.translatesAutoresizingMaskIntoConstraints = false
    scrollView.addSubview(content)

    let guide = scrollView.contentLayoutGuide
    NSLayoutConstraint.activate([
      content.topAnchor.constraint(equalTo: guide.topAnchor, constant: 2),
      content.bottomAnchor.constraint(equalTo: guide.bottomAnchor, constant: -16),
      content.leadingAnchor.constraint(equalTo: scrollView.layoutMarginsGuide.leadingAnchor),
      content.trailingAnchor.constraint(equalTo: scrollView.layoutMarginsGuide.trailingAnchor),
      guide.widthAnchor.constraint(equalTo: scrollView.frameLayoutGuide.widthAnchor),
    ])
  }

  private func setUpPhotos() {
    photoScrollView.showsHorizontalScrollIndicator = false
    photoScrollView.clipsToBounds = false
    photoScrollView.accessibilityIdentifier = "map.photos"
    photoStack.spacing = 10
    photoScrollView.addSubview(photoStack)
    photoStack.translatesAutoresizingMaskIntoConstraints = false
    let guide = photoScrollView.contentLayoutGuide
    NSLayoutConstraint.activate([
      photoStack.topAnchor.constraint(equalTo: guide.topAnchor),
      photoStack.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      photoStack.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
      photoStack.bottomAnchor.constraint(equalTo: guide.bottomAnchor),
      photoStack.heightAnchor.constraint(equalTo: photoScrollView.frameLayoutGuide.heightAnchor),
    ])
  }

  private func style(_ label: UILabel, _ font: UIFont.TextStyle, _ color: UIColor, _ id: String) {
    label.font = .preferredFont(forTextStyle: font)
    label.adjustsFontForContentSizeCategory = true
    label.textColor = color
    label.accessibilityIdentifier = id
  }

  private func actionButton(
    _ title: String,
    _ symbol: String,
    _ base: UIButton.Configuration,
    handler: @escaping () -> Void
  ) -> UIButton {
    var configuration = base
    configuration.image = UIImage(systemName: symbol)
    configuration.imagePlacement = .top
    configuration.imagePadding = 4
    configuration.cornerStyle = .large
    configuration.attributedTitle = caption(title)
    return UIButton(configuration: configuration, primaryAction: UIAction { _ in handler() })
  }

  private func caption(_ text: String) -> AttributedString {
    var container = AttributeContainer()
    container.font = UIFont.preferredFont(forTextStyle: .caption1)
    return AttributedString(text, attributes: container)
  }

  // MARK: State

  private func select(_ index: Int) {
    selectedIndex = index
    mapView.selectedIndex = index
    let place = places[index]
    nameLabel.text = place.name
    categoryLabel.text = place.category
    ratingLabel.text = String(format: "%.1f (%d)", place.rating, place.reviews)
    hoursLabel.text = place.hours
    let colors: [UIColor] = [.systemBrown, .systemGreen, .systemOrange, .systemTeal, .systemPink]
    photoStack.arrangedSubviews.forEach { $0.removeFromSuperview() }
    for (symbol, color) in zip(place.photoSymbols, colors) {
      photoStack.addArrangedSubview(UIImageView(image: photo(symbol: symbol, color: color)))
    }
  }

  private func photo(symbol: String, color: UIColor) -> UIImage {
    let bounds = CGRect(x: 0, y: 0, width: 132, height: 96)
    return UIGraphicsImageRenderer(bounds: bounds).image { _ in
      UIBezierPath(roundedRect: bounds, cornerRadius: 10).addClip()
      color.setFill()
      UIRectFill(bounds)
      UIColor.white.withAlphaComponent(0.2).setFill()
      UIBezierPath(ovalIn: CGRect(x: -30, y: 44, width: 130, height: 130)).fill()
      let size = UIImage.SymbolConfiguration(pointSize: 30, weight: .medium)
      let image = UIImage(systemName: symbol, withConfiguration: size)?
        .withTintColor(.white, renderingMode: .alwaysOriginal)
      image?.draw(in: CGRect(x: bounds.midX - 18, y: bounds.midY - 18, width: 36, height: 36))
    }
  }

  private func toggleCard() {
    isExpanded.toggle()
    UIView.animate(withDuration: 0.3, delay: 0, options: .curveEaseInOut) {
      self.updateExpansion()
      self.view.layoutIfNeeded()
    }
  }

  private func updateExpansion() {
    cardHeight.constant = isExpanded ? expandedHeight : collapsedHeight
    hoursLabel.alpha = isExpanded ? 1 : 0
    photoScrollView.alpha = isExpanded ? 1 : 0
    scrollView.isScrollEnabled = isExpanded
    if !isExpanded { scrollView.contentOffset = .zero }
    expandButton.configuration?.title = isExpanded ? "Less" : "More"
    handleButton.accessibilityValue = isExpanded ? "Expanded" : "Collapsed"
  }

  private func toggleRoute() {
    isRouting.toggle()
    mapView.showsRoute = isRouting
    directionsButton.configuration?.attributedTitle =
      caption(isRouting ? "End Route" : "Directions")
    directionsButton.configuration?.baseBackgroundColor = isRouting ? .systemRed : nil
  }

  private func confirmCall() {
    let alert = UIAlertController(
      title: "Call \(places[selectedIndex].name)?",
      message: "+44 20 7946 0000",
      preferredStyle: .alert
    )
    alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
    alert.addAction(UIAlertAction(title: "Call", style: .default))
    present(alert, animated: true)
  }

  private func share() {
    let place = places[selectedIndex]
    let sheet = UIActivityViewController(activityItems: [place.name], applicationActivities: nil)
    sheet.popoverPresentationController?.sourceView = shareButton
    sheet.popoverPresentationController?.sourceRect = shareButton.bounds
    present(sheet, animated: true)
  }

  private func searchChanged() {
    guard let query = searchField.text?.trimmingCharacters(in: .whitespaces), !query.isEmpty
    else { return }
    let match = places.firstIndex { $0.name.localizedCaseInsensitiveContains(query) }
    if let match, match != selectedIndex { select(match) }
  }
}

extension MapCardScreen: UITextFieldDelegate {
  /// Closes the keyboard on the search key.
  public func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    textField.resignFirstResponder()
    return true
  }
}
