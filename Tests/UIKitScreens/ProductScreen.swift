// A page of a product with a sticky bar to buy it.
// Licensed under the MIT license; see LICENSE.

import UIKit

struct ProductScreenProduct {
  struct Paint {
    let name: String
    let color: UIColor
  }

  struct Size {
    let name: String
    let surcharge: Decimal
  }

  let name: String
  let maker: String
  let rating: Double
  let reviewCount: Int
  let price: Decimal
  let fullPrice: Decimal
  let paints: [Paint]
  let sizes: [Size]
  let summary: String

  static let sample = ProductScreenProduct(
    name: "Ridgeline Day Pack",
    maker: "NORTH & FELL",
    rating: 4.5,
    reviewCount: 218,
    price: 89,
    fullPrice: 119,
    paints: [
      Paint(name: "Moss", color: UIColor(red: 0.33, green: 0.47, blue: 0.29, alpha: 1)),
      Paint(name: "Rust", color: UIColor(red: 0.73, green: 0.34, blue: 0.2, alpha: 1)),
      Paint(name: "Slate", color: UIColor(red: 0.31, green: 0.38, blue: 0.5, alpha: 1)),
    ],
    sizes: [
      Size(name: "18 L", surcharge: 0),
      Size(name: "24 L", surcharge: 10),
      Size(name: "32 L", surcharge: 25),
    ],
    summary: """
      A light pack for long days out. The body is woven from recycled nylon with a coating that \
      keeps rain away, and the back panel leaves room for air. Two stretch pockets hold bottles \
      of up to one litre, and the lid has a dry pocket for keys and a phone. The straps adjust \
      in four places and the hip belt comes off. Wash by hand and dry in the shade. Repairs are \
      free for ten years.
      """
  )
}

/// Draws the pictures of a pack in a colour.
private enum ProductScreenArtist {
  enum View: CaseIterable {
    case front, side, pocket

    var label: String {
      switch self {
      case .front: return "Front"
      case .side: return "Side"
      case .pocket: return "Pocket"
      }
    }
  }

  static func picture(of view: View, color: UIColor) -> UIImage {
    let size = CGSize(width: 320, height: 240)
    return UIGraphicsImageRenderer(size: size).image { context in
      UIColor(white: 0.93, alpha: 1).setFill()
      context.fill(CGRect(origin: .zero, size: size))
      let shadow = UIBezierPath(ovalIn: CGRect(x: 80, y: 206, width: 160, height: 16))
      UIColor(white: 0, alpha: 0.12).setFill()
      shadow.fill()
      switch view {
      case .front: drawBody(CGRect(x: 98, y: 34, width: 124, height: 180), color, hasPocket: true)
      case .side: drawBody(CGRect(x: 124, y: 34, width: 72, height: 180), color, hasPocket: false)
      case .pocket: drawPocket(color, in: context.cgContext)
      }
    }
  }

  private static func drawBody(_ rect: CGRect, _ color: UIColor, hasPocket: Bool) {
    let handle = UIBezierPath(
      arcCenter: CGPoint(x: rect.midX, y: rect.minY + 2),
      radius: 16,
      startAngle: .pi,
      endAngle: 0,
      clockwise: true
    )
    handle.lineWidth = 6
    handle.lineCapStyle = .round
    UIColor.darkGray.setStroke()
    handle.stroke()
    color.setFill()
    UIBezierPath(
      roundedRect: rect,
      byRoundingCorners: [.topLeft, .topRight],
      cornerRadii: CGSize(width: 34, height: 34)
    ).fill()
    let band = CGRect(x: rect.minX, y: rect.minY + 62, width: rect.width, height: 5)
    UIColor(white: 0, alpha: 0.25).setFill()
    UIRectFillUsingBlendMode(band, .normal)
    guard hasPocket else { return }
    let pocket = CGRect(x: rect.minX + 16, y: rect.midY + 8, width: rect.width - 32, height: 66)
    UIColor(white: 1, alpha: 0.18).setFill()
    UIBezierPath(roundedRect: pocket, cornerRadius: 12).fill()
  }

  private static func drawPocket(_ color: UIColor, in context: CGContext) {
    context.saveGState()
    defer { context.restoreGState() }
    let rect = CGRect(x: 60, y: 50, width: 200, height: 150)
    UIBezierPath(roundedRect: rect, cornerRadius: 28).addClip()
    context.setFillColor(color.cgColor)
    context.fill(rect)
    let zip = UIBezierPath()
    zip.move(to: CGPoint(x: rect.minX + 24, y: rect.minY + 44))
    zip.addLine(to: CGPoint(x: rect.maxX - 24, y: rect.minY + 44))
    zip.lineWidth = 5
    zip.setLineDash([6, 4], count: 2, phase: 0)
    UIColor(white: 1, alpha: 0.7).setStroke()
    zip.stroke()
  }
}

/// Pictures side by side, one at a time, with dots below.
private final class ProductScreenCarousel: UIView, UIScrollViewDelegate {
  let pageControl = UIPageControl()
  let scrollView = UIScrollView()
  private let row = UIStackView()
  private var shownWidth: CGFloat = 0

  override init(frame: CGRect) {
    super.init(frame: frame)
    scrollView.isPagingEnabled = true
    scrollView.showsHorizontalScrollIndicator = false
    scrollView.delegate = self
    scrollView.accessibilityIdentifier = "product.carousel"
    pageControl.currentPageIndicatorTintColor = .label
    pageControl.pageIndicatorTintColor = .tertiaryLabel
    pageControl.accessibilityIdentifier = "product.pages"
    pageControl.addAction(
      UIAction { [weak self] _ in self?.scrollToPage(animated: true) },
      for: .valueChanged
    )
    [scrollView, pageControl].forEach {
      $0.translatesAutoresizingMaskIntoConstraints = false
      addSubview($0)
    }
    row.translatesAutoresizingMaskIntoConstraints = false
    scrollView.addSubview(row)
    let (content, visible) = (scrollView.contentLayoutGuide, scrollView.frameLayoutGuide)
    NSLayoutConstraint.activate([
      scrollView.topAnchor.constraint(equalTo: topAnchor),
      scrollView.leadingAnchor.constraint(equalTo: leadingAnchor),
      scrollView.trailingAnchor.constraint(equalTo: trailingAnchor),
      row.topAnchor.constraint(equalTo: content.topAnchor),
      row.bottomAnchor.constraint(equalTo: content.bottomAnchor),
      row.leadingAnchor.constraint(equalTo: content.leadingAnchor),
      row.trailingAnchor.constraint(equalTo: content.trailingAnchor),
      row.heightAnchor.constraint(equalTo: visible.heightAnchor),
      pageControl.topAnchor.constraint(equalTo: scrollView.bottomAnchor),
      pageControl.centerXAnchor.constraint(equalTo: centerXAnchor),
      pageControl.bottomAnchor.constraint(equalTo: bottomAnchor),
    ])
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) is not supported")
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    guard bounds.width != shownWidth else { return }
    shownWidth = bounds.width
    scrollToPage(animated: false)
  }

  func show(_ pictures: [(image: UIImage, label: String)]) {
    row.arrangedSubviews.forEach { $0.removeFromSuperview() }
    for picture in pictures {
      let view = UIImageView(image: picture.image)
      view.contentMode = .scaleAspectFill
      view.clipsToBounds = true
      view.isAccessibilityElement = true
      view.accessibilityLabel = picture.label
      view.setContentHuggingPriority(.fittingSizeLevel, for: .vertical)
      view.setContentCompressionResistancePriority(.fittingSizeLevel, for: .vertical)
      row.addArrangedSubview(view)
      view.widthAnchor.constraint(equalTo: scrollView.frameLayoutGuide.widthAnchor).isActive = true
    }
    pageControl.numberOfPages = pictures.count
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    let width = scrollView.bounds.width
    guard width > 0, scrollView.isTracking || scrollView.isDecelerating else { return }
    let page = Int((scrollView.contentOffset.x / width).rounded())
    pageControl.currentPage = isFlipped ? pageControl.numberOfPages - 1 - page : page
  }

  private var isFlipped: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

  private func scrollToPage(animated: Bool) {
    let page = pageControl.currentPage
    let index = isFlipped ? pageControl.numberOfPages - 1 - page : page
    let x = CGFloat(index) * scrollView.bounds.width
    scrollView.setContentOffset(CGPoint(x: x, y: 0), animated: animated)
  }
}

/// Stars for a rating, with the number of reviews.
private final class ProductScreenRatingView: UIStackView {
  init(rating: Double, count: Int) {
    super.init(frame: .zero)
    spacing = 2
    alignment = .center
    let configuration = UIImage.SymbolConfiguration(textStyle: .footnote)
    for index in 0..<5 {
      let filled = rating - Double(index)
      let symbol =
        filled >= 1 ? "star.fill" : filled >= 0.5 ? "star.leadinghalf.filled" : "star"
      let star = UIImageView(
        image: UIImage(systemName: symbol, withConfiguration: configuration)
      )
      star.tintColor = .systemYellow
      addArrangedSubview(star)
    }
    let label = UILabel()
    label.text = "\(rating) (\(count) reviews)"
    label.font = .preferredFont(forTextStyle: .footnote)
    label.adjustsFontForContentSizeCategory = true
    label.textColor = .secondaryLabel
    label.accessibilityIdentifier = "product.rating"
    addArrangedSubview(label)
    setCustomSpacing(6, after: arrangedSubviews[4])
  }

  @available(*, unavailable)
  required init(coder: NSCoder) {
    fatalError("init(coder:) is not supported")
  }
}

/// A page that shows a product and adds it to a cart.
public final class ProductScreen: UIViewController {
  private let product: ProductScreenProduct
  private(set) var paintIndex = 0
  private(set) var sizeIndex = 1
  private(set) var quantity = 1
  private(set) var cartCount = 0

  private let scrollView = UIScrollView()
  private let carousel = ProductScreenCarousel()
  private let priceLabel = UILabel()
  private let paintLabel = UILabel()
  private let summaryLabel = UILabel()
  private let quantityLabel = UILabel()
  private let cartLabel = UILabel()
  private let stepper = UIStepper()
  private let bar = UIVisualEffectView(effect: UIBlurEffect(style: .systemMaterial))
  private var paintButtons: [UIButton] = []

  private lazy var moreButton = UIButton(
    configuration: .plain(),
    primaryAction: UIAction { [weak self] _ in self?.toggleSummary() }
  )
  private lazy var addButton = UIButton(
    configuration: .filled(),
    primaryAction: UIAction { [weak self] _ in self?.addToCart() }
  )
  private lazy var sizeControl = UISegmentedControl(
    frame: .zero,
    actions: product.sizes.enumerated().map { index, size in
      UIAction(title: size.name) { [weak self] _ in self?.chooseSize(index) }
    }
  )

  private static let currency: NumberFormatter = {
    let formatter = NumberFormatter()
    formatter.numberStyle = .currency
    formatter.locale = Locale(identifier: "en_US")
    formatter.currencyCode = "USD"
    return formatter
  }()

  /// Makes the page of the sample product.
  public convenience init() {
    self.init(product: .sample)
  }

  init(product: ProductScreenProduct) {
    self.product = product
    super.init(nibName: nil, bundle: nil)
    title = "Product"
    navigationItem.largeTitleDisplayMode = .never
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) is not supported")
  }

  public override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    configureControls()
    layOutContent()
    layOutBar()
    choosePaint(0)
    updatePrices()
  }

  public override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let covered = bar.bounds.height - view.safeAreaInsets.bottom
    scrollView.contentInset.bottom = covered
    scrollView.verticalScrollIndicatorInsets.bottom = covered
  }

  private func configureControls() {
    priceLabel.adjustsFontForContentSizeCategory = true
    priceLabel.accessibilityIdentifier = "product.price"
    paintLabel.font = .preferredFont(forTextStyle: .subheadline)
    paintLabel.adjustsFontForContentSizeCategory = true
    paintLabel.accessibilityIdentifier = "product.colour"
    sizeControl.selectedSegmentIndex = sizeIndex
    sizeControl.accessibilityIdentifier = "product.size"
    summaryLabel.text = product.summary
    summaryLabel.font = .preferredFont(forTextStyle: .body)
    summaryLabel.adjustsFontForContentSizeCategory = true
    summaryLabel.numberOfLines = 3
    summaryLabel.accessibilityIdentifier = "product.summary"
    moreButton.configuration?.title = "Read more"
    moreButton.configuration?.contentInsets = NSDirectionalEdgeInsets(
      top: 6,
      leading: 0,
      bottom: 6,
      trailing: 0
    )
    moreButton.contentHorizontalAlignment = .leading
    moreButton.accessibilityIdentifier = "product.more"

    stepper.minimumValue = 1
    stepper.maximumValue = 9
    stepper.value = Double(quantity)
    stepper.accessibilityIdentifier = "product.quantity"
    stepper.addAction(
      UIAction { [weak self] action in
        guard let stepper = action.sender as? UIStepper else { return }
        self?.changeQuantity(Int(stepper.value))
      },
      for: .valueChanged
    )
    quantityLabel.font = .monospacedDigitSystemFont(ofSize: 17, weight: .medium)
    quantityLabel.textAlignment = .center
    quantityLabel.accessibilityIdentifier = "product.quantity.value"
    cartLabel.font = .preferredFont(forTextStyle: .footnote)
    cartLabel.adjustsFontForContentSizeCategory = true
    cartLabel.textColor = .secondaryLabel
    cartLabel.textAlignment = .center
    cartLabel.isHidden = true
    cartLabel.accessibilityIdentifier = "product.cart"
    addButton.configuration?.buttonSize = .large
    addButton.configuration?.cornerStyle = .large
    addButton.configuration?.image = UIImage(systemName: "cart.fill")
    addButton.configuration?.imagePadding = 8
    addButton.accessibilityIdentifier = "product.add"
  }

  private func makePaintButton(_ index: Int) -> UIButton {
    let paint = product.paints[index]
    var configuration = UIButton.Configuration.gray()
    configuration.title = paint.name
    configuration.cornerStyle = .capsule
    configuration.buttonSize = .small
    configuration.imagePadding = 6
    configuration.image = UIImage(systemName: "circle.fill")?
      .withTintColor(paint.color, renderingMode: .alwaysOriginal)
    let button = UIButton(
      configuration: configuration,
      primaryAction: UIAction { [weak self] _ in self?.choosePaint(index) }
    )
    button.configurationUpdateHandler = { button in
      button.configuration?.baseForegroundColor = button.isSelected ? .tintColor : .label
      button.configuration?.background.strokeColor = button.isSelected ? .tintColor : .clear
      button.configuration?.background.strokeWidth = 2
    }
    button.accessibilityIdentifier = "product.colour.\(index)"
    return button
  }

  private func layOutContent() {
    let makerLabel = makeLabel(product.maker, .caption1, color: .secondaryLabel)
    let nameLabel = makeLabel(product.name, .title1)
    nameLabel.accessibilityIdentifier = "product.name"
    nameLabel.accessibilityTraits.insert(.header)
    let rating = ProductScreenRatingView(rating: product.rating, count: product.reviewCount)
    paintButtons = product.paints.indices.map(makePaintButton)
    let paintRow = UIStackView(arrangedSubviews: paintButtons)
    paintRow.spacing = 8
    let texts = UIStackView(arrangedSubviews: [
      makerLabel, nameLabel, rating, priceLabel, paintLabel, paintRow,
      makeLabel("Size", .subheadline), sizeControl, summaryLabel, moreButton,
    ])
    texts.axis = .vertical
    texts.alignment = .leading
    texts.spacing = 8
    texts.setCustomSpacing(2, after: makerLabel)
    texts.setCustomSpacing(20, after: priceLabel)
    texts.setCustomSpacing(20, after: paintRow)
    texts.setCustomSpacing(20, after: sizeControl)

    scrollView.alwaysBounceVertical = true
    scrollView.accessibilityIdentifier = "product.page"
    scrollView.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(scrollView)
    [carousel, texts].forEach {
      $0.translatesAutoresizingMaskIntoConstraints = false
      scrollView.addSubview($0)
    }
    let content = scrollView.contentLayoutGuide
    let readable = view.readableContentGuide
    let share = carousel.scrollView.heightAnchor.constraint(
      equalTo: carousel.widthAnchor,
      multiplier: 0.75
    )
    share.priority = .defaultHigh
    NSLayoutConstraint.activate([
      scrollView.topAnchor.constraint(equalTo: view.topAnchor),
      scrollView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
      scrollView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      scrollView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      content.widthAnchor.constraint(equalTo: scrollView.frameLayoutGuide.widthAnchor),
      carousel.topAnchor.constraint(equalTo: content.topAnchor),
      carousel.leadingAnchor.constraint(equalTo: content.leadingAnchor),
      carousel.trailingAnchor.constraint(equalTo: content.trailingAnchor),
      share,
      carousel.scrollView.heightAnchor.constraint(lessThanOrEqualToConstant: 360),
      texts.topAnchor.constraint(equalToSystemSpacingBelow: carousel.bottomAnchor, multiplier: 1),
      texts.leadingAnchor.constraint(equalTo: readable.leadingAnchor),
      texts.trailingAnchor.constraint(equalTo: readable.trailingAnchor),
      texts.bottomAnchor.constraint(equalTo: content.bottomAnchor, constant: -20),
      sizeControl.widthAnchor.constraint(equalTo: texts.widthAnchor),
    ])
  }

  private func layOutBar() {
    let quantityTitle = makeLabel("Quantity", .body)
    quantityTitle.setContentHuggingPriority(.defaultLow - 1, for: .horizontal)
    let amount = UIStackView(arrangedSubviews: [quantityTitle, quantityLabel, stepper])
    amount.spacing = 12
    amount.alignment = .center
    let column = UIStackView(arrangedSubviews: [amount, addButton, cartLabel])
    column.axis = .vertical
    column.spacing = 8
    let line = UIView()
    line.backgroundColor = .separator
    [bar, column, line].forEach { $0.translatesAutoresizingMaskIntoConstraints = false }
    view.addSubview(bar)
    bar.contentView.addSubview(column)
    bar.contentView.addSubview(line)
    NSLayoutConstraint.activate([
      bar.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      bar.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      bar.bottomAnchor.constraint(equalTo: view.bottomAnchor),
      line.topAnchor.constraint(equalTo: bar.topAnchor),
      line.leadingAnchor.constraint(equalTo: bar.leadingAnchor),
      line.trailingAnchor.constraint(equalTo: bar.trailingAnchor),
      line.heightAnchor.constraint(equalToConstant: 1 / max(traitCollection.displayScale, 1)),
      column.topAnchor.constraint(equalTo: bar.topAnchor, constant: 10),
      column.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
      column.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor),
      column.bottomAnchor.constraint(equalTo: view.safeAreaLayoutGuide.bottomAnchor, constant: -10),
    ])
  }

  private func makeLabel(
    _ text: String,
    _ style: UIFont.TextStyle,
    color: UIColor = .label
  ) -> UILabel {
    let label = UILabel()
    label.text = text
    label.font = .preferredFont(forTextStyle: style)
    label.adjustsFontForContentSizeCategory = true
    label.textColor = color
    label.numberOfLines = 0
    return label
  }
}

extension ProductScreen {
  private func choosePaint(_ index: Int) {
    paintIndex = index
    let paint = product.paints[index]
    paintLabel.text = "Colour: \(paint.name)"
    for (other, button) in paintButtons.enumerated() { button.isSelected = other == index }
    carousel.show(
      ProductScreenArtist.View.allCases.map { view in
        (
          ProductScreenArtist.picture(of: view, color: paint.color),
          "\(view.label), \(paint.name)"
        )
      }
    )
  }

  private func chooseSize(_ index: Int) {
    sizeIndex = index
    updatePrices()
  }

  private func changeQuantity(_ count: Int) {
    quantity = count
    updatePrices()
  }

  private func toggleSummary() {
    let isOpen = summaryLabel.numberOfLines == 0
    summaryLabel.numberOfLines = isOpen ? 3 : 0
    moreButton.configuration?.title = isOpen ? "Read more" : "Show less"
    UIView.animate(withDuration: 0.25) { self.view.layoutIfNeeded() }
  }

  private func addToCart() {
    cartCount += quantity
    cartLabel.text = cartCount == 1 ? "1 item in the cart" : "\(cartCount) items in the cart"
    UIView.animate(withDuration: 0.25) {
      self.cartLabel.isHidden = false
      self.view.layoutIfNeeded()
    }
    UIAccessibility.post(notification: .announcement, argument: cartLabel.text)
  }

  private func updatePrices() {
    let surcharge = product.sizes[sizeIndex].surcharge
    let price = product.price + surcharge
    let text = NSMutableAttributedString(
      string: money(price),
      attributes: [
        .font: UIFont.preferredFont(forTextStyle: .title2),
        .foregroundColor: UIColor.systemRed,
      ]
    )
    text.append(
      NSAttributedString(
        string: "  " + money(product.fullPrice + surcharge),
        attributes: [
          .font: UIFont.preferredFont(forTextStyle: .body),
          .foregroundColor: UIColor.secondaryLabel,
          .strikethroughStyle: NSUnderlineStyle.single.rawValue,
        ]
      )
    )
    priceLabel.attributedText = text
    quantityLabel.text = "\(quantity)"
    addButton.configuration?.title = "Add to cart  \(money(price * Decimal(quantity)))"
  }

  private func money(_ amount: Decimal) -> String {
    Self.currency.string(from: amount as NSDecimalNumber) ?? ""
  }
}
