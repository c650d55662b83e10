// A social feed with a row of stories above posts.
// Licensed under the MIT license; see LICENSE.

import UIKit

struct FeedScreenStory: Hashable, Identifiable {
  let id: String
  let name: String
  var isSeen = false
}

struct FeedScreenPost: Hashable, Identifiable {
  enum Scene: Int {
    case sunset, forest
  }

  let id: String
  let author: String
  let handle: String
  let time: String
  let text: String
  let scene: Scene?
  var likes: Int
  var comments: Int
  var shares: Int
  let reply: String
  var isLiked = false
  var showsReply = false
}

/// A feed of posts whose hearts can be toggled, below stories that scroll sideways.
public final class FeedScreen: UIViewController {
  private enum Section: Int, CaseIterable {
    case stories, posts
  }

  private enum Item: Hashable {
    case story(FeedScreenStory.ID)
    case post(FeedScreenPost.ID)
  }

  private(set) var stories = FeedScreenSamples.stories
  private(set) var posts = FeedScreenSamples.posts
  private lazy var dataSource = makeDataSource()

  private lazy var collectionView: UICollectionView = {
    let collectionView = UICollectionView(frame: .zero, collectionViewLayout: makeLayout())
    collectionView.translatesAutoresizingMaskIntoConstraints = false
    collectionView.backgroundColor = .systemGroupedBackground
    collectionView.alwaysBounceVertical = true
    collectionView.delegate = self
    collectionView.accessibilityIdentifier = "feed.collection"
    return collectionView
  }()

  /// Creates the feed with its sample posts.
  public init() {
    super.init(nibName: nil, bundle: nil)
    title = "Feed"
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) is not supported") }

  public override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemGroupedBackground
    view.addSubview(collectionView)
    NSLayoutConstraint.activate([
      collectionView.topAnchor.constraint(equalTo: view.topAnchor),
      collectionView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      collectionView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      collectionView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
    ])
    applySnapshot()
  }

  // MARK: Layout

  private func makeLayout() -> UICollectionViewCompositionalLayout {
    UICollectionViewCompositionalLayout { index, _ in
      switch Section(rawValue: index) {
      case .stories: return Self.makeStoriesSection()
      case .posts: return Self.makePostsSection()
      case nil: return nil
      }
    }
  }

  private static func makeStoriesSection() -> NSCollectionLayoutSection {
    let size = NSCollectionLayoutSize(
      widthDimension: .absolute(76),
      heightDimension: .estimated(96)
    )
    let item = NSCollectionLayoutItem(layoutSize: size)
    let group = NSCollectionLayoutGroup.horizontal(layoutSize: size, subitems: [item])
    let section = NSCollectionLayoutSection(group: group)
    section.orthogonalScrollingBehavior = .continuousGroupLeadingBoundary
    section.interGroupSpacing = 8
    section.contentInsets = NSDirectionalEdgeInsets(top: 12, leading: 16, bottom: 8, trailing: 16)
    return section
  }

  private static func makePostsSection() -> NSCollectionLayoutSection {
    let size = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(1),
      heightDimension: .estimated(360)
    )
    let item = NSCollectionLayoutItem(layoutSize: size)
    let group = NSCollectionLayoutGroup.vertical(layoutSize: size, subitems: [item])
    let section = NSCollectionLayoutSection(group: group)
    section.interGroupSpacing = 12
    section.contentInsetsReference = .readableContent
    section.contentInsets = NSDirectionalEdgeInsets(top: 4, leading: 0, bottom: 16, trailing: 0)
    let header = NSCollectionLayoutBoundarySupplementaryItem(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .estimated(36)
      ),
      elementKind: UICollectionView.elementKindSectionHeader,
      alignment: .top
    )
    section.boundarySupplementaryItems = [header]
    return section
  }

  // MARK: Data

  private func makeDataSource() -> UICollectionViewDiffableDataSource<Section, Item> {
    let storyCell = UICollectionView.CellRegistration<FeedScreenStoryCell, FeedScreenStory> {
      $0.configure(with: $2)
    }
    let postCell = UICollectionView.CellRegistration<FeedScreenPostCell, FeedScreenPost> {
      [weak self] cell, _, post in
      cell.configure(with: post)
      cell.onLike = { self?.toggleLike(of: post.id) }
      cell.onComment = { self?.update(post.id) { $0.showsReply.toggle() } }
      cell.onShare = { self?.update(post.id) { $0.shares += 1 } }
    }
    let header = UICollectionView.SupplementaryRegistration<FeedScreenHeaderView>(
      elementKind: UICollectionView.elementKindSectionHeader
    ) { header, _, _ in header.label.text = "Latest posts" }

    let dataSource = UICollectionViewDiffableDataSource<Section, Item>(
      collectionView: collectionView
    ) { [weak self] collectionView, indexPath, item in
      switch item {
      case .story(let id):
        return collectionView.dequeueConfiguredReusableCell(
          using: storyCell,
          for: indexPath,
          item: self?.stories.first { $0.id == id }
        )
      case .post(let id):
        return collectionView.dequeueConfiguredReusableCell(
          using: postCell,
          for: indexPath,
          item: self?.posts.first { $0.id == id }
        )
      }
    }
    dataSource.supplementaryViewProvider = { collectionView, _, indexPath in
      collectionView.dequeueConfiguredReusableSupplementary(using: header, for: indexPath)
    }
    return dataSource
  }

  private func applySnapshot() {
    var snapshot = NSDiffableDataSourceSnapshot<Section, Item>()
    snapshot.appendSections(Section.allCases)
    snapshot.appendItems(stories.map { .story($0.id) }, toSection: .stories)
    snapshot.appendItems(posts.map { .post($0.id) }, toSection: .posts)
    dataSource.apply(snapshot, animatingDifferences: false)
  }

  private func reconfigure(_ item: Item) {
    var snapshot = dataSource.snapshot()
    guard snapshot.indexOfItem(item) != nil else { return }
    snapshot.reconfigureItems([item])
    dataSource.apply(snapshot, animatingDifferences: false)
  }

  private func update(_ id: FeedScreenPost.ID, _ change: (inout FeedScreenPost) -> Void) {
    guard let index = posts.firstIndex(where: { $0.id == id }) else { return }
    change(&posts[index])
    reconfigure(.post(id))
  }

  private func toggleLike(of id: FeedScreenPost.ID) {
    update(id) { post in
      post.isLiked.toggle()
      post.likes += post.isLiked ? 1 : -1
    }
  }
}

extension FeedScreen: UICollectionViewDelegate {
  /// Stories are selected, posts are not.
  public func collectionView(
    _ collectionView: UICollectionView,
    shouldSelectItemAt indexPath: IndexPath
  ) -> Bool {
    Section(rawValue: indexPath.section) == .stories
  }

  /// Marks the story as seen.
  public func collectionView(
    _ collectionView: UICollectionView,
    didSelectItemAt indexPath: IndexPath
  ) {
    collectionView.deselectItem(at: indexPath, animated: true)
    guard case .story(let id) = dataSource.itemIdentifier(for: indexPath),
      let index = stories.firstIndex(where: { $0.id == id })
    else { return }
    stories[index].isSeen = true
    reconfigure(.story(id))
  }
}

private enum FeedScreenSamples {
  static let stories = ["Ada", "Ben", "Chloe", "Dmitri", "Emeka", "Farah", "Grace", "Hiro"]
    .map { FeedScreenStory(id: $0.lowercased(), name: $0, isSeen: $0 == "Dmitri") }

  static let posts = [
    FeedScreenPost(
      id: "sunset",
      author: "Ada Moreno",
      handle: "@adamoreno",
      time: "12 min",
      text: "The light on the ridge lasted for ten minutes tonight. We walked up with cold hands "
        + "and walked down without saying much, which is the best kind of evening.",
      scene: .sunset,
      likes: 128,
      comments: 14,
      shares: 6,
      reply: "Ben Okafor: Next time wake me up, I want to see this."
    ),
    FeedScreenPost(
      id: "bread",
      author: "Ben Okafor",
      handle: "@benbakes",
      time: "1 h",
      text: "Third loaf this week. The crust sings when it cools.\n\nFlour, water, salt, patience.",
      scene: nil,
      likes: 41,
      comments: 9,
      shares: 2,
      reply: "Grace Abara: Save me a slice.",
      isLiked: true
    ),
    FeedScreenPost(
      id: "forest",
      author: "Chloe Lindqvist",
      handle: "@chloe",
      time: "3 h",
      text: "Trail notes: the bridge is repaired, the last kilometre is still muddy.",
      scene: .forest,
      likes: 310,
      comments: 27,
      shares: 18,
      reply: "Hiro Tanabe: Good to know, boots it is."
    ),
  ]
}

private enum FeedScreenPalette {
  static let heart = UIColor { traits in
    traits.userInterfaceStyle == .dark
      ? UIColor(red: 1, green: 0.42, blue: 0.48, alpha: 1)
      : UIColor(red: 0.86, green: 0.11, blue: 0.24, alpha: 1)
  }

  static func avatar(for name: String) -> UIColor {
    let colors: [UIColor] = [.systemIndigo, .systemTeal, .systemOrange, .systemPink, .systemGreen]
    let sum = name.unicodeScalars.reduce(0) { $0 + Int($1.value) }
    return colors[sum % colors.count]
  }
}

private final class FeedScreenAvatarView: UIView {
  private let initials = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    initials.font = .systemFont(ofSize: 17, weight: .semibold)
    initials.textColor = .white
    initials.textAlignment = .center
    initials.translatesAutoresizingMaskIntoConstraints = false
    addSubview(initials)
    NSLayoutConstraint.activate([
      initials.centerXAnchor.constraint(equalTo: centerXAnchor),
      initials.centerYAnchor.constraint(equalTo: centerYAnchor),
      heightAnchor.constraint(equalTo: widthAnchor),
    ])
    isAccessibilityElement = false
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) is not supported") }

  override func layoutSubviews() {
    super.layoutSubviews()
    layer.cornerRadius = bounds.height / 2
  }

  func show(_ name: String) {
    initials.text = name.split(separator: " ").prefix(2).compactMap(\.first).map(String.init)
      .joined()
    backgroundColor = FeedScreenPalette.avatar(for: name)
  }
}

private final class FeedScreenStoryCell: UICollectionViewCell {
  private let ring = CAShapeLayer()
  private let avatar = FeedScreenAvatarView()
  private let nameLabel = UILabel()
  private var isSeen = false

  override init(frame: CGRect) {
    super.init(frame: frame)
    ring.fillColor = nil
    ring.lineWidth = 3
    contentView.layer.addSublayer(ring)

    nameLabel.font = .preferredFont(forTextStyle: .caption1)
    nameLabel.adjustsFontForContentSizeCategory = true
    nameLabel.textAlignment = .center

    for view in [avatar, nameLabel] {
      view.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview(view)
    }
    NSLayoutConstraint.activate([
      avatar.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 6),
      avatar.centerXAnchor.constraint(equalTo: contentView.centerXAnchor),
      avatar.widthAnchor.constraint(equalToConstant: 58),
      nameLabel.topAnchor.constraint(equalTo: avatar.bottomAnchor, constant: 8),
      nameLabel.leadingAnchor.constraint(equalTo: contentView.leadingAnchor),
      nameLabel.trailingAnchor.constraint(equalTo: contentView.trailingAnchor),
      nameLabel.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -2),
    ])
    isAccessibilityElement = true
    accessibilityTraits = .button
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) is not supported") }

  override func layoutSubviews() {
    super.layoutSubviews()
    contentView.layoutIfNeeded()
    ring.frame = contentView.bounds
    ring.path = UIBezierPath(ovalIn: avatar.frame.insetBy(dx: -4, dy: -4)).cgPath
    updateRing()
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    updateRing()
  }

  private func updateRing() {
    let color: UIColor = isSeen ? .systemGray4 : .systemPink
    ring.strokeColor = color.resolvedColor(with: traitCollection).cgColor
  }

  func configure(with story: FeedScreenStory) {
    isSeen = story.isSeen
    avatar.show(story.name)
    nameLabel.text = story.name
    nameLabel.textColor = story.isSeen ? .secondaryLabel : .label
    accessibilityIdentifier = "feed.story.\(story.id)"
    accessibilityLabel = "Story of \(story.name)"
    accessibilityValue = story.isSeen ? "seen" : "new"
    updateRing()
  }
}

private final class FeedScreenHeaderView: UICollectionReusableView {
  let label = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    label.font = UIFontMetrics(forTextStyle: .title3)
      .scaledFont(for: .systemFont(ofSize: 20, weight: .bold))
    label.adjustsFontForContentSizeCategory = true
    label.accessibilityIdentifier = "feed.header"
    label.accessibilityTraits = .header
    label.translatesAutoresizingMaskIntoConstraints = false
    addSubview(label)
    NSLayoutConstraint.activate([
      label.topAnchor.constraint(equalTo: topAnchor, constant: 4),
      label.leadingAnchor.constraint(equalTo: leadingAnchor),
      label.trailingAnchor.constraint(lessThanOrEqualTo: trailingAnchor),
      label.bottomAnchor.constraint(equalTo: bottomAnchor, constant: -8),
    ])
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) is not supported") }
}

private final class FeedScreenPostCell: UICollectionViewCell {
  var onLike: (() -> Void)?
  var onComment: (() -> Void)?
  var onShare: (() -> Void)?

  private var scene: FeedScreenPost.Scene?
  private let avatar = FeedScreenAvatarView()
  private let authorLabel = UILabel()
  private let detailLabel = UILabel()
  private let bodyLabel = UILabel()
  private let replyLabel = UILabel()
  private let pictureView = UIImageView()
  private lazy var likeButton = makeButton(symbol: "heart") { [weak self] in self?.onLike?() }
  private lazy var commentButton = makeButton(symbol: "bubble.right") { [weak self] in
    self?.onComment?()
  }
  private lazy var shareButton = makeButton(symbol: "arrowshape.turn.up.right") { [weak self] in
    self?.onShare?()
  }
  private lazy var actionStack = UIStackView(
    arrangedSubviews: [likeButton, commentButton, shareButton]
  )

  override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.backgroundColor = .secondarySystemGroupedBackground
    contentView.layer.cornerRadius = 14
    contentView.layer.cornerCurve = .continuous
    contentView.directionalLayoutMargins = .init(top: 14, leading: 14, bottom: 8, trailing: 14)
    configureLabels()
    configurePicture()
    likeButton.configurationUpdateHandler = { button in
      button.configuration?.image = UIImage(systemName: button.isSelected ? "heart.fill" : "heart")
      button.configuration?.baseForegroundColor =
        button.isSelected ? FeedScreenPalette.heart : .secondaryLabel
    }
    layOut()
    updateActionAxis()
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) is not supported") }

  private func configureLabels() {
    authorLabel.font = .preferredFont(forTextStyle: .headline)
    authorLabel.setContentCompressionResistancePriority(.required, for: .vertical)
    detailLabel.font = .preferredFont(forTextStyle: .footnote)
    detailLabel.textColor = .secondaryLabel
    bodyLabel.font = .preferredFont(forTextStyle: .body)
    bodyLabel.numberOfLines = 0
    bodyLabel.setContentCompressionResistancePriority(.required, for: .vertical)
    replyLabel.font = .preferredFont(forTextStyle: .footnote)
    replyLabel.textColor = .secondaryLabel
    replyLabel.numberOfLines = 0
    for label in [authorLabel, detailLabel, bodyLabel, replyLabel] {
      label.adjustsFontForContentSizeCategory = true
    }
  }

  private func configurePicture() {
    pictureView.contentMode = .scaleAspectFill
    pictureView.clipsToBounds = true
    pictureView.layer.cornerRadius = 10
    pictureView.isUserInteractionEnabled = true
    pictureView.setContentCompressionResistancePriority(.defaultLow, for: .vertical)
    let doubleTap = UITapGestureRecognizer(
      target: self,
      action: Selector("likeFromPicture", FeedScreenPostCell.likeFromPicture)
    )
    doubleTap.numberOfTapsRequired = 2
    pictureView.addGestureRecognizer(doubleTap)
  }

  private func layOut() {
    let names = UIStackView(arrangedSubviews: [authorLabel, detailLabel])
    names.axis = .vertical
    names.spacing = 2
    let header = UIStackView(arrangedSubviews: [avatar, names])
    header.alignment = .center
    header.spacing = 10
    actionStack.spacing = 4
    actionStack.distribution = .equalSpacing

    let stack = UIStackView(
      arrangedSubviews: [header, bodyLabel, pictureView, actionStack, replyLabel]
    )
    stack.axis = .vertical
    stack.spacing = 10
    stack.setCustomSpacing(6, after: pictureView)
    stack.translatesAutoresizingMaskIntoConstraints = false
    contentView.addSubview(stack)

    let margins = contentView.layoutMarginsGuide
    let bottom = stack.bottomAnchor.constraint(equalTo: margins.bottomAnchor)
    bottom.priority = .required - 1
    let aspect = pictureView.heightAnchor.constraint(
      equalTo: pictureView.widthAnchor,
      multiplier: 9.0 / 16.0
    )
    aspect.priority = .required - 1
    NSLayoutConstraint.activate([
      avatar.widthAnchor.constraint(equalToConstant: 44),
      stack.topAnchor.constraint(equalTo: margins.topAnchor),
      stack.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
      bottom,
      aspect,
    ])
  }

  private func makeButton(symbol: String, action: @escaping () -> Void) -> UIButton {
    var configuration = UIButton.Configuration.plain()
    configuration.image = UIImage(systemName: symbol)
    configuration.buttonSize = .small
    configuration.imagePadding = 6
    configuration.contentInsets = .init(top: 8, leading: 6, bottom: 8, trailing: 6)
    configuration.baseForegroundColor = .secondaryLabel
    configuration.background.backgroundColor = .clear
    return UIButton(configuration: configuration, primaryAction: UIAction { _ in action() })
  }

  private func likeFromPicture() {
    onLike?()
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    updateActionAxis()
  }

  private func updateActionAxis() {
    let isLarge = traitCollection.preferredContentSizeCategory.isAccessibilityCategory
    actionStack.axis = isLarge ? .vertical : .horizontal
    actionStack.alignment = isLarge ? .leading : .fill
  }

  func configure(with post: FeedScreenPost) {
    avatar.show(post.author)
    authorLabel.text = post.author
    detailLabel.text = "\(post.handle) \u{00B7} \(post.time)"
    bodyLabel.text = post.text
    replyLabel.text = post.reply
    replyLabel.isHidden = !post.showsReply
    pictureView.isHidden = post.scene == nil
    if post.scene != scene {
      scene = post.scene
      pictureView.image = scene.map(FeedScreenPicture.image)
    }
    likeButton.configuration?.title = "\(post.likes)"
    likeButton.isSelected = post.isLiked
    commentButton.configuration?.title = "\(post.comments)"
    shareButton.configuration?.title = "\(post.shares)"

    let prefix = "feed.post.\(post.id)"
    authorLabel.accessibilityIdentifier = "\(prefix).author"
    bodyLabel.accessibilityIdentifier = "\(prefix).text"
    pictureView.accessibilityIdentifier = "\(prefix).picture"
    likeButton.accessibilityIdentifier = "\(prefix).like"
    likeButton.accessibilityLabel = post.isLiked ? "Unlike" : "Like"
    commentButton.accessibilityIdentifier = "\(prefix).comment"
    replyLabel.accessibilityIdentifier = "\(prefix).reply"
    commentButton.accessibilityLabel = "Comment"
    shareButton.accessibilityIdentifier = "\(prefix).share"
    shareButton.accessibilityLabel = "Share"
  }
}

private enum FeedScreenPicture {
  private static let size = CGSize(width: 640, height: 360)

  static func image(of scene: FeedScreenPost.Scene) -> UIImage {
    UIGraphicsImageRenderer(size: size).image { context in
      let (top, bottom, land) = colors(of: scene)
      let end = CGPoint(x: 0, y: size.height)
      if let gradient = CGGradient(
        colorsSpace: CGColorSpaceCreateDeviceRGB(),
        colors: [top.cgColor, bottom.cgColor] as CFArray,
        locations: [0, 1]
      ) {
        context.cgContext.drawLinearGradient(gradient, start: .zero, end: end, options: [])
      }
      UIColor.white.withAlphaComponent(0.85).setFill()
      UIBezierPath(ovalIn: CGRect(x: 430, y: 70, width: 80, height: 80)).fill()
      for layer in 0..<3 {
        land.withAlphaComponent(0.4 + 0.3 * CGFloat(layer)).setFill()
        let x = CGFloat(layer) * 210 - 150
        UIBezierPath(ovalIn: CGRect(x: x, y: 250 - x / 10, width: 520, height: 300)).fill()
      }
    }
  }

  private static func colors(
    of scene: FeedScreenPost.Scene
  ) -> (top: UIColor, bottom: UIColor, land: UIColor) {
    switch scene {
    case .sunset: return (.systemPurple, .systemOrange, UIColor(white: 0.15, alpha: 1))
    case .forest:
      return (.systemTeal, .white, UIColor(red: 0.1, green: 0.35, blue: 0.2, alpha: 1))
    }
  }
}
