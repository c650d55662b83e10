// An introduction in three pages.
// Licensed under the MIT license; see LICENSE.

import UIKit

/// An introduction in pages that turn by a swipe, by dots and by a button.
public final class OnboardingScreen: UIViewController {
  /// Called when the button of the last page is tapped.
  public var onFinish: (() -> Void)?
  /// The page that shows, from 0.
  public private(set) var currentPage = 0
  /// True after the button of the last page was tapped.
  public private(set) var isFinished = false

  private let pages = OnboardingScreenPage.all
  private lazy var collectionView = makeCollectionView()
  private lazy var dataSource = makeDataSource()
  private let pageControl = UIPageControl()

  private lazy var skipButton: UIButton = {
    var configuration = UIButton.Configuration.plain()
    configuration.title = "Skip"
    configuration.onboardingScreenTitle(style: .body)
    let action = UIAction { [weak self] _ in self?.skip() }
    let button = UIButton(configuration: configuration, primaryAction: action)
    button.onboardingScreenShrinkTitle()
    button.accessibilityIdentifier = "onboarding.skip"
    return button
  }()

  private lazy var nextButton: UIButton = {
    var configuration = UIButton.Configuration.filled()
    configuration.title = "Next"
    configuration.buttonSize = .large
    configuration.cornerStyle = .capsule
    configuration.imagePadding = 8
    configuration.onboardingScreenTitle(style: .headline)
    let action = UIAction { [weak self] _ in self?.goOn() }
    let button = UIButton(configuration: configuration, primaryAction: action)
    button.configurationUpdateHandler = { [weak self] in self?.updateNextButton($0) }
    button.onboardingScreenShrinkTitle()
    button.accessibilityIdentifier = "onboarding.next"
    return button
  }()

  /// Makes the introduction at its first page.
  public init() {
    super.init(nibName: nil, bundle: nil)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  public override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    configurePageControl()
    configureLayout()
    var snapshot = NSDiffableDataSourceSnapshot<Int, OnboardingScreenPage>()
    snapshot.appendSections([0])
    snapshot.appendItems(pages)
    dataSource.apply(snapshot, animatingDifferences: false)
    pageChanged()
  }

  public override func viewWillTransition(
    to size: CGSize,
    with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    super.viewWillTransition(to: size, with: coordinator)
    let page = currentPage
    coordinator.animate(alongsideTransition: { [weak self] _ in
      self?.collectionView.collectionViewLayout.invalidateLayout()
      self?.show(page: page, animated: false)
    })
  }

  // MARK: Views

  private func makeCollectionView() -> UICollectionView {
    let size = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(1),
      heightDimension: .fractionalHeight(1)
    )
    let item = NSCollectionLayoutItem(layoutSize: size)
    let group = NSCollectionLayoutGroup.horizontal(layoutSize: size, subitems: [item])
    let configuration = UICollectionViewCompositionalLayoutConfiguration()
    configuration.scrollDirection = .horizontal
    let layout = UICollectionViewCompositionalLayout(
      section: NSCollectionLayoutSection(group: group),
      configuration: configuration
    )
    let collectionView = UICollectionView(frame: .zero, collectionViewLayout: layout)
    collectionView.backgroundColor = .clear
    collectionView.isPagingEnabled = true
    collectionView.showsHorizontalScrollIndicator = false
    collectionView.contentInsetAdjustmentBehavior = .never
    collectionView.allowsSelection = false
    collectionView.delegate = self
    collectionView.accessibilityIdentifier = "onboarding.pages"
    return collectionView
  }

  private func makeDataSource() -> UICollectionViewDiffableDataSource<Int, OnboardingScreenPage> {
    let registration = UICollectionView.CellRegistration<
      OnboardingScreenCell, OnboardingScreenPage
    > { cell, indexPath, page in
      cell.configure(with: page)
      cell.accessibilityIdentifier = "onboarding.page.\(indexPath.item)"
    }
    return .init(collectionView: collectionView) { collectionView, indexPath, page in
      collectionView.dequeueConfiguredReusableCell(using: registration, for: indexPath, item: page)
    }
  }

  private func configurePageControl() {
    pageControl.numberOfPages = pages.count
    pageControl.pageIndicatorTintColor = .quaternaryLabel
    pageControl.currentPageIndicatorTintColor = .tintColor
    pageControl.accessibilityIdentifier = "onboarding.dots"
    let action = UIAction { [weak self] action in
      guard let control = action.sender as? UIPageControl else { return }
      self?.show(page: control.currentPage, animated: true)
    }
    pageControl.addAction(action, for: .valueChanged)
  }

  private func configureLayout() {
    for subview in [collectionView, skipButton, pageControl, nextButton] {
      subview.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(subview)
    }
    let safe = view.safeAreaLayoutGuide
    let margins = view.layoutMarginsGuide
    let width = nextButton.widthAnchor.constraint(equalTo: margins.widthAnchor)
    width.priority = .required - 1
    NSLayoutConstraint.activate([
      skipButton.topAnchor.constraint(equalTo: safe.topAnchor, constant: 8),
      skipButton.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
      skipButton.leadingAnchor.constraint(greaterThanOrEqualTo: margins.leadingAnchor),

      collectionView.topAnchor.constraint(equalTo: skipButton.bottomAnchor, constant: 8),
      collectionView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      collectionView.trailingAnchor.constraint(equalTo: view.trailingAnchor),

      pageControl.topAnchor.constraint(equalTo: collectionView.bottomAnchor, constant: 8),
      pageControl.centerXAnchor.constraint(equalTo: view.centerXAnchor),

      nextButton.topAnchor.constraint(equalTo: pageControl.bottomAnchor, constant: 12),
      nextButton.centerXAnchor.constraint(equalTo: view.centerXAnchor),
      nextButton.widthAnchor.constraint(lessThanOrEqualToConstant: 400),
      nextButton.bottomAnchor.constraint(equalTo: safe.bottomAnchor, constant: -16),
      width,
    ])
  }

  private func updateNextButton(_ button: UIButton) {
    let isLast = currentPage == pages.count - 1
    var configuration = button.configuration
    if isFinished {
      configuration?.title = "All Set"
      configuration?.image = UIImage(
        systemName: "checkmark.circle.fill",
        withConfiguration: UIImage.SymbolConfiguration(textStyle: .headline)
      )
    } else {
      configuration?.title = isLast ? "Get Started" : "Next"
      configuration?.image = nil
    }
    configuration?.baseBackgroundColor = isFinished ? .systemGreen : pages[currentPage].color
    button.configuration = configuration
  }

  // MARK: Pages

  private func goOn() {
    guard currentPage == pages.count - 1 else {
      show(page: currentPage + 1, animated: true)
      return
    }
    guard !isFinished else { return }
    isFinished = true
    nextButton.setNeedsUpdateConfiguration()
    onFinish?()
  }

  private func skip() {
    show(page: pages.count - 1, animated: true)
  }

  private func show(page: Int, animated: Bool) {
    collectionView.scrollToItem(
      at: IndexPath(item: page, section: 0),
      at: .centeredHorizontally,
      animated: animated
    )
  }

  private func pageChanged() {
    let isLast = currentPage == pages.count - 1
    pageControl.currentPage = currentPage
    pageControl.accessibilityValue = "Page \(currentPage + 1) of \(pages.count)"
    nextButton.setNeedsUpdateConfiguration()
    UIView.animate(withDuration: 0.2) {
      self.skipButton.alpha = isLast ? 0 : 1
    }
    skipButton.isUserInteractionEnabled = !isLast
    skipButton.accessibilityElementsHidden = isLast
  }
}

extension OnboardingScreen: UICollectionViewDelegate {
  /// Follows the page in the middle.
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {
    let bounds = collectionView.bounds
    let middle = CGPoint(x: bounds.midX, y: bounds.midY)
    guard let page = collectionView.indexPathForItem(at: middle)?.item, page != currentPage else {
      return
    }
    currentPage = page
    pageChanged()
  }

  /// Tells assistive technologies of the page that a swipe led to.
  public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
    UIAccessibility.post(notification: .pageScrolled, argument: pages[currentPage].title)
  }
}

/// The contents of a page.
private struct OnboardingScreenPage: Hashable {
  let symbol: String
  let title: String
  let text: String
  let color: UIColor

  static let all = [
    OnboardingScreenPage(
      symbol: "map.fill",
      title: "Plan every trip",
      text: "Collect places, tickets and notes, and put them on a map that works offline.",
      color: UIColor { traits in
        traits.userInterfaceStyle == .dark ? .systemTeal : .systemBlue
      }
    ),
    OnboardingScreenPage(
      symbol: "person.2.fill",
      title: "Travel together",
      text: "Invite friends to a trip. Everybody sees the same plan and the same costs.",
      color: .systemOrange
    ),
    OnboardingScreenPage(
      symbol: "bell.fill",
      title: "Never miss a gate",
      text: "Changes of gates, platforms and times reach you before the announcement does.",
      color: .systemIndigo
    ),
  ]
}

/// A page: a picture and two texts that scroll if they do not fit.
private final class OnboardingScreenCell: UICollectionViewCell {
  private let scrollView = UIScrollView()
  private let artwork = OnboardingScreenArtwork()
  private let titleLabel = UILabel()
  private let textLabel = UILabel()
  private let stack = UIStackView()

  override init(frame: CGRect) {
    super.init(frame: frame)
    configureLabels()
    configureLayout()
    updateAxis()
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    if previousTraitCollection?.verticalSizeClass != traitCollection.verticalSizeClass {
      updateAxis()
    }
  }

  func configure(with page: OnboardingScreenPage) {
    artwork.image = UIImage(systemName: page.symbol)
    artwork.color = page.color
    titleLabel.text = page.title
    textLabel.text = page.text
    scrollView.contentOffset = .zero
  }

  private func configureLabels() {
    titleLabel.font = UIFontMetrics(forTextStyle: .largeTitle)
      .scaledFont(for: .systemFont(ofSize: 34, weight: .bold), maximumPointSize: 56)
    titleLabel.accessibilityTraits.insert(.header)
    titleLabel.accessibilityIdentifier = "onboarding.title"
    textLabel.font = .preferredFont(forTextStyle: .title3)
    textLabel.textColor = .secondaryLabel
    textLabel.accessibilityIdentifier = "onboarding.text"
    for label in [titleLabel, textLabel] {
      label.adjustsFontForContentSizeCategory = true
      label.numberOfLines = 0
      label.textAlignment = .center
      label.setContentCompressionResistancePriority(.required, for: .vertical)
    }
  }

  private func configureLayout() {
    let texts = UIStackView(arrangedSubviews: [titleLabel, textLabel])
    texts.axis = .vertical
    texts.spacing = 12
    stack.addArrangedSubview(artwork)
    stack.addArrangedSubview(texts)
    stack.alignment = .center
    stack.spacing = 32
    stack.translatesAutoresizingMaskIntoConstraints = false
    scrollView.alwaysBounceVertical = false
    scrollView.translatesAutoresizingMaskIntoConstraints = false
    scrollView.addSubview(stack)
    contentView.addSubview(scrollView)

    let content = scrollView.contentLayoutGuide
    let frame = scrollView.frameLayoutGuide
    let fits = content.heightAnchor.constraint(equalTo: frame.heightAnchor)
    fits.priority = .defaultLow
    NSLayoutConstraint.activate([
      scrollView.topAnchor.constraint(equalTo: contentView.topAnchor),
      scrollView.leadingAnchor.constraint(equalTo: contentView.leadingAnchor),
      scrollView.trailingAnchor.constraint(equalTo: contentView.trailingAnchor),
      scrollView.bottomAnchor.constraint(equalTo: contentView.bottomAnchor),

      content.widthAnchor.constraint(equalTo: frame.widthAnchor),
      content.heightAnchor.constraint(greaterThanOrEqualTo: frame.heightAnchor),
      fits,

      stack.centerXAnchor.constraint(equalTo: content.centerXAnchor),
      stack.centerYAnchor.constraint(equalTo: content.centerYAnchor),
      stack.topAnchor.constraint(greaterThanOrEqualTo: content.topAnchor, constant: 8),
      stack.leadingAnchor.constraint(equalTo: contentView.readableContentGuide.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: contentView.readableContentGuide.trailingAnchor),

      artwork.widthAnchor.constraint(equalToConstant: 220),
      artwork.heightAnchor.constraint(equalTo: artwork.widthAnchor),
    ])
  }

  /// Puts the picture beside the texts where there is little height.
  private func updateAxis() {
    let isCompact = traitCollection.verticalSizeClass == .compact
    stack.axis = isCompact ? .horizontal : .vertical
  }
}

/// A symbol on a round gradient.
private final class OnboardingScreenArtwork: UIView {
  private let imageView = UIImageView()
  private let ring = CAShapeLayer()

  override class var layerClass: AnyClass { CAGradientLayer.self }

  var image: UIImage? {
    get { imageView.image }
    set {
      let size = UIImage.SymbolConfiguration(pointSize: 90, weight: .regular)
      imageView.image = newValue?.applyingSymbolConfiguration(size)
    }
  }

  var color = UIColor.systemBlue {
    didSet { updateColors() }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    isAccessibilityElement = false
    imageView.tintColor = .white
    imageView.contentMode = .scaleAspectFit
    imageView.translatesAutoresizingMaskIntoConstraints = false
    addSubview(imageView)
    NSLayoutConstraint.activate([
      imageView.centerXAnchor.constraint(equalTo: centerXAnchor),
      imageView.centerYAnchor.constraint(equalTo: centerYAnchor),
      imageView.widthAnchor.constraint(equalTo: widthAnchor, multiplier: 0.45),
      imageView.heightAnchor.constraint(equalTo: imageView.widthAnchor),
    ])
    ring.fillColor = nil
    ring.lineWidth = 2
    ring.lineDashPattern = [2, 8]
    ring.lineCap = .round
    layer.addSublayer(ring)
    updateColors()
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    layer.cornerRadius = bounds.width / 2
    ring.frame = bounds
    ring.path = UIBezierPath(ovalIn: bounds.insetBy(dx: 16, dy: 16)).cgPath
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    if traitCollection.hasDifferentColorAppearance(comparedTo: previousTraitCollection) {
      updateColors()
    }
  }

  private func updateColors() {
    let resolved = color.resolvedColor(with: traitCollection)
    let gradient = layer as? CAGradientLayer
    gradient?.colors = [resolved.withAlphaComponent(0.65).cgColor, resolved.cgColor]
    gradient?.startPoint = CGPoint(x: 0, y: 0)
    gradient?.endPoint = CGPoint(x: 1, y: 1)
    ring.strokeColor = UIColor.white.withAlphaComponent(0.6).cgColor
  }
}

extension UIButton.Configuration {
  /// Gives the title a text style.
  fileprivate mutating func onboardingScreenTitle(style: UIFont.TextStyle) {
    titleTextAttributesTransformer = UIConfigurationTextAttributesTransformer { incoming in
      var outgoing = incoming
      outgoing.font = UIFont.preferredFont(forTextStyle: style)
      return outgoing
    }
  }
}

extension UIButton {
  /// Shrinks a title that does not fit.
  fileprivate func onboardingScreenShrinkTitle() {
    titleLabel?.adjustsFontSizeToFitWidth = true
    titleLabel?.minimumScaleFactor = 0.5
  }
}
