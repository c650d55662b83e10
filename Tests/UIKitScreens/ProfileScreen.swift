// A profile with a banner, statistics and a grid of drawn tiles.
// Licensed under the MIT license; see LICENSE.

import UIKit

/// A person's profile.
struct ProfileScreenPerson {
  struct Link {
    var text: String
    var address: String
  }

  var name: String
  var handle: String
  var bio: String
  var links: [Link]
  var posts: Int
  var followers: Int
  var following: Int

  static let sample = ProfileScreenPerson(
    name: "Mara Lindqvist",
    handle: "@maralind",
    bio: "Architect and slow cyclist. Draws houses at linden.studio, writes for Field Notes. "
      + "Usually somewhere near water.",
    links: [
      Link(text: "linden.studio", address: "https://linden.example"),
      Link(text: "Field Notes", address: "https://notes.example/mara"),
    ],
    posts: 128,
    followers: 2_416,
    following: 311
  )
}

/// The pages of a profile.
enum ProfileScreenPage: Int, CaseIterable {
  case posts, media, likes

  var title: String {
    switch self {
    case .posts: return "Posts"
    case .media: return "Media"
    case .likes: return "Likes"
    }
  }

  /// The numbers of the tiles, each with its own drawing.
  var tiles: [Int] {
    switch self {
    case .posts: return Array(0..<15)
    case .media: return Array(0..<15).filter { $0 % 2 == 0 }
    case .likes: return Array(20..<25)
    }
  }
}

/// A tile of the grid: shapes on a coloured ground, by number.
final class ProfileScreenTileCell: UICollectionViewCell {
  var number = 0 {
    didSet { setNeedsDisplay() }
  }
  private let heart = UIImageView(image: UIImage(systemName: "heart.fill"))

  override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = true
    contentMode = .redraw
    heart.tintColor = .white
    heart.isHidden = true
    heart.translatesAutoresizingMaskIntoConstraints = false
    contentView.addSubview(heart)
    NSLayoutConstraint.activate([
      heart.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -6),
      heart.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -6),
    ])
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) is not used")
  }

  override func updateConfiguration(using state: UICellConfigurationState) {
    super.updateConfiguration(using: state)
    heart.isHidden = !state.isSelected
  }

  override func draw(_ rect: CGRect) {
    let grounds: [UIColor] = [.systemTeal, .systemIndigo, .systemOrange, .systemGreen, .systemPink]
    grounds[number % grounds.count].setFill()
    UIRectFill(bounds)
    let size = bounds.size
    UIColor.white.withAlphaComponent(0.35).setFill()
    switch number % 4 {
    case 0:
      UIBezierPath(ovalIn: bounds.insetBy(dx: size.width * 0.25, dy: size.height * 0.25)).fill()
    case 1:
      let peak = UIBezierPath()
      peak.move(to: CGPoint(x: 0, y: size.height))
      peak.addLine(to: CGPoint(x: size.width * 0.4, y: size.height * 0.3))
      peak.addLine(to: CGPoint(x: size.width * 0.8, y: size.height))
      peak.close()
      peak.fill()
    case 2:
      for index in 0..<3 {
        let x = size.width * (0.15 + 0.26 * CGFloat(index))
        let height = size.height * (0.3 + 0.15 * CGFloat((number + index) % 3))
        let bar = CGRect(x: x, y: size.height - height, width: size.width * 0.18, height: height)
        UIBezierPath(
          roundedRect: bar,
          byRoundingCorners: [.topLeft, .topRight],
          cornerRadii: CGSize(width: 4, height: 4)
        ).fill()
      }
    default:
      let wave = UIBezierPath()
      wave.move(to: CGPoint(x: 0, y: size.height * 0.6))
      wave.addCurve(
        to: CGPoint(x: size.width, y: size.height * 0.6),
        controlPoint1: CGPoint(x: size.width * 0.35, y: size.height * 0.2),
        controlPoint2: CGPoint(x: size.width * 0.65, y: size.height)
      )
      wave.lineWidth = size.width * 0.08
      UIColor.white.withAlphaComponent(0.5).setStroke()
      wave.stroke()
    }
  }
}

/// The banner: a gradient that follows dark mode.
private final class ProfileScreenBannerView: UIView {
  override class var layerClass: AnyClass { CAGradientLayer.self }

  override init(frame: CGRect) {
    super.init(frame: frame)
    updateColors()
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) is not used")
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    if traitCollection.hasDifferentColorAppearance(comparedTo: previousTraitCollection) {
      updateColors()
    }
  }

  private func updateColors() {
    guard let gradient = layer as? CAGradientLayer else { return }
    let colors: [UIColor] = [.systemIndigo, .systemPurple, .systemOrange]
    gradient.colors = colors.map { $0.resolvedColor(with: traitCollection).cgColor }
    gradient.locations = [0, 0.55, 1]
    gradient.startPoint = CGPoint(x: 0, y: 0.2)
    gradient.endPoint = CGPoint(x: 1, y: 0.8)
  }
}

/// A number above its name.
private final class ProfileScreenStatView: UIStackView {
  private let valueLabel = UILabel()
  private let nameLabel = UILabel()

  var value = 0 {
    didSet {
      valueLabel.text = value.formatted(.number.locale(Locale(identifier: "en_US")))
      accessibilityValue = valueLabel.text
    }
  }

  init(name: String) {
    super.init(frame: .zero)
    axis = .vertical
    alignment = .center
    spacing = 2
    valueLabel.font = .preferredFont(forTextStyle: .headline)
    nameLabel.font = .preferredFont(forTextStyle: .caption1)
    nameLabel.textColor = .secondaryLabel
    nameLabel.text = name
    for label in [valueLabel, nameLabel] {
      label.adjustsFontForContentSizeCategory = true
      addArrangedSubview(label)
    }
    valueLabel.accessibilityIdentifier = "profile.\(name.lowercased())"
  }

  @available(*, unavailable)
  required init(coder: NSCoder) {
    fatalError("init(coder:) is not used")
  }
}

/// The part above the grid.
final class ProfileScreenHeaderView: UICollectionReusableView {
  var onFollow: (() -> Void)?
  var onPage: ((ProfileScreenPage) -> Void)?
  var onLink: ((URL) -> Void)?

  private let banner = ProfileScreenBannerView()
  private let avatar = UIImageView()
  private let nameLabel = UILabel()
  private let handleLabel = UILabel()
  private let bioView = UITextView()
  private let postsView = ProfileScreenStatView(name: "Posts")
  private let followersView = ProfileScreenStatView(name: "Followers")
  private let followingView = ProfileScreenStatView(name: "Following")
  private lazy var followButton = UIButton(
    configuration: .filled(),
    primaryAction: UIAction { [weak self] _ in self?.onFollow?() }
  )
  private lazy var pages = UISegmentedControl(
    frame: .zero,
    actions: ProfileScreenPage.allCases.map { page in
      UIAction(title: page.title) { [weak self] _ in self?.onPage?(page) }
    }
  )

  override init(frame: CGRect) {
    super.init(frame: frame)
    setUpLabels()
    setUpControls()
    setUpLayout()
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) is not used")
  }

  func show(_ person: ProfileScreenPerson, isFollowed: Bool, page: ProfileScreenPage) {
    nameLabel.text = person.name
    handleLabel.text = person.handle
    bioView.attributedText = bioText(of: person)
    postsView.value = person.posts
    followersView.value = person.followers + (isFollowed ? 1 : 0)
    followingView.value = person.following
    pages.selectedSegmentIndex = page.rawValue

    var configuration: UIButton.Configuration = isFollowed ? .bordered() : .borderedProminent()
    configuration.title = isFollowed ? "Following" : "Follow"
    configuration.image = UIImage(
      systemName: isFollowed ? "checkmark" : "plus",
      withConfiguration: UIImage.SymbolConfiguration(scale: .small)
    )
    configuration.imagePadding = 4
    configuration.cornerStyle = .capsule
    followButton.configuration = configuration
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    let border = UIColor.systemBackground.resolvedColor(with: traitCollection)
    avatar.layer.borderColor = border.cgColor
  }

  private func setUpLabels() {
    avatar.image = Self.avatarImage(side: 84)
    avatar.layer.cornerRadius = 45
    avatar.layer.borderWidth = 4
    avatar.layer.borderColor = UIColor.systemBackground.cgColor
    avatar.clipsToBounds = true
    avatar.accessibilityIdentifier = "profile.avatar"

    nameLabel.font = UIFontMetrics(forTextStyle: .title2)
      .scaledFont(for: .systemFont(ofSize: 22, weight: .bold))
    handleLabel.font = .preferredFont(forTextStyle: .subheadline)
    handleLabel.textColor = .secondaryLabel
    for label in [nameLabel, handleLabel] { label.adjustsFontForContentSizeCategory = true }
    nameLabel.accessibilityIdentifier = "profile.name"
    handleLabel.accessibilityIdentifier = "profile.handle"

    bioView.isScrollEnabled = false
    bioView.isEditable = false
    bioView.backgroundColor = .clear
    bioView.textContainerInset = .zero
    bioView.textContainer.lineFragmentPadding = 0
    bioView.linkTextAttributes = [.foregroundColor: UIColor.link]
    bioView.font = .preferredFont(forTextStyle: .body)
    bioView.adjustsFontForContentSizeCategory = true
    bioView.delegate = self
    bioView.accessibilityIdentifier = "profile.bio"
  }

  private func setUpControls() {
    followButton.accessibilityIdentifier = "profile.follow"
    followButton.setContentHuggingPriority(.required, for: .horizontal)
    followButton.setContentCompressionResistancePriority(.required, for: .horizontal)
    pages.accessibilityIdentifier = "profile.pages"
  }

  private func setUpLayout() {
    directionalLayoutMargins = .init(top: 0, leading: 16, bottom: 0, trailing: 16)
    let names = UIStackView(arrangedSubviews: [nameLabel, handleLabel])
    names.axis = .vertical
    names.spacing = 2
    let stats = UIStackView(arrangedSubviews: [postsView, followersView, followingView])
    stats.distribution = .fillEqually
    stats.isLayoutMarginsRelativeArrangement = true
    stats.directionalLayoutMargins = .init(top: 10, leading: 8, bottom: 10, trailing: 8)
    stats.backgroundColor = .secondarySystemBackground
    stats.layer.cornerRadius = 12
    let content = UIStackView(arrangedSubviews: [names, bioView, stats, pages])
    content.axis = .vertical
    content.spacing = 12

    for subview in [banner, avatar, followButton, content] {
      subview.translatesAutoresizingMaskIntoConstraints = false
      addSubview(subview)
    }
    let bottom = content.bottomAnchor.constraint(equalTo: bottomAnchor, constant: -10)
    bottom.priority = .required - 1
    NSLayoutConstraint.activate([
      banner.topAnchor.constraint(equalTo: topAnchor),
      banner.leadingAnchor.constraint(equalTo: leadingAnchor),
      banner.trailingAnchor.constraint(equalTo: trailingAnchor),
      banner.heightAnchor.constraint(equalToConstant: 130),
      avatar.centerYAnchor.constraint(equalTo: banner.bottomAnchor),
      avatar.leadingAnchor.constraint(equalTo: content.leadingAnchor),
      avatar.widthAnchor.constraint(equalToConstant: 90),
      avatar.heightAnchor.constraint(equalTo: avatar.widthAnchor),
      followButton.topAnchor.constraint(equalTo: banner.bottomAnchor, constant: 10),
      followButton.trailingAnchor.constraint(equalTo: content.trailingAnchor),
      followButton.leadingAnchor.constraint(
        greaterThanOrEqualTo: avatar.trailingAnchor,
        constant: 12
      ),
      content.topAnchor.constraint(equalTo: avatar.bottomAnchor, constant: 10),
      content.leadingAnchor.constraint(equalTo: layoutMarginsGuide.leadingAnchor),
      content.trailingAnchor.constraint(equalTo: layoutMarginsGuide.trailingAnchor),
      bottom,
    ])
  }

  private func bioText(of person: ProfileScreenPerson) -> NSAttributedString {
    let paragraph = NSMutableParagraphStyle()
    paragraph.lineSpacing = 2
    let text = NSMutableAttributedString(
      string: person.bio,
      attributes: [
        .font: UIFont.preferredFont(forTextStyle: .body),
        .foregroundColor: UIColor.label,
        .paragraphStyle: paragraph,
      ]
    )
    for link in person.links {
      let range = (person.bio as NSString).range(of: link.text)
      guard range.location != NSNotFound, let url = URL(string: link.address) else { continue }
      text.addAttribute(.link, value: url, range: range)
    }
    return text
  }

  private static func avatarImage(side: CGFloat) -> UIImage {
    let bounds = CGRect(x: 0, y: 0, width: side, height: side)
    return UIGraphicsImageRenderer(bounds: bounds).image { context in
      UIColor.systemYellow.setFill()
      context.fill(bounds)
      UIColor.systemBrown.setFill()
      UIBezierPath(
        ovalIn: CGRect(x: side * 0.3, y: side * 0.2, width: side * 0.4, height: side * 0.4)
      ).fill()
      UIColor.systemIndigo.setFill()
      UIBezierPath(
        ovalIn: CGRect(x: side * 0.12, y: side * 0.66, width: side * 0.76, height: side * 0.7)
      ).fill()
    }
  }
}

extension ProfileScreenHeaderView: UITextViewDelegate {
  /// Leaves links to the screen.
  func textView(
    _ textView: UITextView,
    shouldInteractWith url: URL,
    in characterRange: NSRange,
    interaction: UITextItemInteraction
  ) -> Bool {
    if interaction == .invokeDefaultAction { onLink?(url) }
    return false
  }
}

/// A profile: who it is above, a grid of three columns below.
public final class ProfileScreen: UICollectionViewController {
  private let person: ProfileScreenPerson
  private(set) var isFollowed = false
  private(set) var page = ProfileScreenPage.posts
  private lazy var dataSource = makeDataSource()

  /// Makes the screen with its sample person.
  public init() {
    person = .sample
    super.init(collectionViewLayout: Self.makeLayout())
    title = person.name
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) is not used")
  }

  public override func viewDidLoad() {
    super.viewDidLoad()
    navigationItem.largeTitleDisplayMode = .never
    collectionView.backgroundColor = .systemBackground
    collectionView.allowsMultipleSelection = true
    collectionView.accessibilityIdentifier = "profile.grid"
    applySnapshot(animated: false)
  }

  private static func makeLayout() -> UICollectionViewLayout {
    UICollectionViewCompositionalLayout { _, environment in
      let columns = environment.traitCollection.horizontalSizeClass == .regular ? 5 : 3
      let item = NSCollectionLayoutItem(
        layoutSize: NSCollectionLayoutSize(
          widthDimension: .fractionalWidth(1),
          heightDimension: .fractionalHeight(1)
        )
      )
      let group = NSCollectionLayoutGroup.horizontal(
        layoutSize: NSCollectionLayoutSize(
          widthDimension: .fractionalWidth(1),
          heightDimension: .fractionalWidth(1 / CGFloat(columns))
        ),
        subitem: item,
        count: columns
      )
      group.interItemSpacing = .fixed(2)
      let section = NSCollectionLayoutSection(group: group)
      section.interGroupSpacing = 2
      let header = NSCollectionLayoutBoundarySupplementaryItem(
        layoutSize: NSCollectionLayoutSize(
          widthDimension: .fractionalWidth(1),
          heightDimension: .estimated(430)
        ),
        elementKind: UICollectionView.elementKindSectionHeader,
        alignment: .top
      )
      section.boundarySupplementaryItems = [header]
      return section
    }
  }

  private func makeDataSource() -> UICollectionViewDiffableDataSource<Int, Int> {
    let cell = UICollectionView.CellRegistration<ProfileScreenTileCell, Int> {
      cell,
      indexPath,
      number in
      cell.number = number
      cell.accessibilityIdentifier = "profile.tile.\(number)"
      cell.accessibilityLabel = "Picture \(indexPath.item + 1)"
    }
    let header = UICollectionView.SupplementaryRegistration<ProfileScreenHeaderView>(
      elementKind: UICollectionView.elementKindSectionHeader
    ) { [weak self] header, _, _ in
      self?.fill(header)
    }
    let source = UICollectionViewDiffableDataSource<Int, Int>(collectionView: collectionView) {
      collectionView,
      indexPath,
      number in
      collectionView.dequeueConfiguredReusableCell(using: cell, for: indexPath, item: number)
    }
    source.supplementaryViewProvider = { collectionView, _, indexPath in
      collectionView.dequeueConfiguredReusableSupplementary(using: header, for: indexPath)
    }
    return source
  }

  private func fill(_ header: ProfileScreenHeaderView) {
    header.show(person, isFollowed: isFollowed, page: page)
    header.onFollow = { [weak self, weak header] in
      guard let self, let header else { return }
      self.isFollowed.toggle()
      header.show(self.person, isFollowed: self.isFollowed, page: self.page)
    }
    header.onPage = { [weak self] page in
      self?.page = page
      self?.applySnapshot(animated: true)
    }
    header.onLink = { [weak self] url in self?.open(url) }
  }

  private func applySnapshot(animated: Bool) {
    var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
    snapshot.appendSections([0])
    snapshot.appendItems(page.tiles)
    dataSource.apply(snapshot, animatingDifferences: animated)
  }

  private func open(_ url: URL) {
    let alert = UIAlertController(
      title: "Open Link",
      message: url.absoluteString,
      preferredStyle: .alert
    )
    alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
    alert.addAction(UIAlertAction(title: "Open", style: .default))
    present(alert, animated: true)
  }
}
