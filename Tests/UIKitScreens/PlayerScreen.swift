// A music player with a list of tracks that come next.
// Licensed under the MIT license; see LICENSE.

import UIKit

struct PlayerScreenTrack: Hashable, Identifiable {
  let id: Int
  let title: String
  let artist: String
  let duration: TimeInterval
  let hue: CGFloat
  let lyrics: String
}

/// A player that plays, pauses, skips and marks favourites.
public final class PlayerScreen: UIViewController {
  private enum Page: Int {
    case upNext, lyrics
  }

  private(set) var tracks: [PlayerScreenTrack]
  private(set) var current: PlayerScreenTrack
  private(set) var favourites: Set<PlayerScreenTrack.ID> = []
  private(set) var isPlaying = false

  private let scrollView = UIScrollView()
  private let rootStack = UIStackView()
  private let artworkView = PlayerScreenArtworkView()
  private let titleLabel = UILabel()
  private let artistLabel = UILabel()
  private let progressSlider = UISlider()
  private let elapsedLabel = UILabel()
  private let remainingLabel = UILabel()
  private let volumeSlider = UISlider()
  private let lyricsLabel = UILabel()
  private let queueTable = PlayerScreenQueueTable(frame: .zero, style: .plain)
  private lazy var dataSource = makeDataSource()

  private lazy var favouriteButton: UIButton = makeButton(
    "heart",
    size: 22,
    identifier: "favourite"
  ) {
    $0.toggleFavourite()
  }
  private lazy var shuffleButton: UIButton = makeButton("shuffle", size: 18, identifier: "shuffle")
  {
    $0.shuffleButton.isSelected.toggle()
  }
  private lazy var previousButton: UIButton = makeButton(
    "backward.fill",
    size: 28,
    identifier: "previous"
  ) {
    $0.goBack()
  }
  private lazy var playButton: UIButton = makeButton("play.fill", size: 40, identifier: "play") {
    $0.togglePlaying()
  }
  private lazy var nextButton: UIButton = makeButton("forward.fill", size: 28, identifier: "next") {
    $0.skip(by: 1)
  }
  private lazy var repeatButton: UIButton = makeButton("repeat", size: 18, identifier: "repeat") {
    $0.repeatButton.isSelected.toggle()
  }

  private lazy var pageControl: UISegmentedControl = {
    let control = UISegmentedControl(
      frame: .zero,
      actions: [
        UIAction(title: "Up Next") { [weak self] _ in self?.show(.upNext) },
        UIAction(title: "Lyrics") { [weak self] _ in self?.show(.lyrics) },
      ]
    )
    control.selectedSegmentIndex = Page.upNext.rawValue
    control.accessibilityIdentifier = "player.page"
    return control
  }()

  /// Creates the player with its sample tracks.
  public convenience init() {
    self.init(first: PlayerScreenSamples.first, others: PlayerScreenSamples.others)
  }

  init(first: PlayerScreenTrack, others: [PlayerScreenTrack]) {
    tracks = [first] + others
    current = first
    super.init(nibName: nil, bundle: nil)
    title = "Now Playing"
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) is not supported")
  }

  public override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    configureLabels()
    configureSliders()
    configureTable()
    layOut()
    updateAxis()
    show(.upNext)
    showTrack()
  }

  public override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    updateAxis()
  }

  // MARK: Views

  private func makeButton(
    _ symbol: String,
    size: CGFloat,
    identifier: String,
    action: @escaping (PlayerScreen) -> Void
  ) -> UIButton {
    var configuration = UIButton.Configuration.plain()
    configuration.image = Self.symbol(symbol, size: size)
    configuration.contentInsets = .init(top: 6, leading: 6, bottom: 6, trailing: 6)
    let button = UIButton(
      configuration: configuration,
      primaryAction: UIAction { [weak self] _ in
        if let self { action(self) }
      }
    )
    button.configurationUpdateHandler = { button in
      button.configuration?.baseForegroundColor = button.isSelected ? .systemPink : .label
      button.configuration?.background.backgroundColor = .clear
    }
    button.accessibilityIdentifier = "player.\(identifier)"
    button.accessibilityLabel = identifier.capitalized
    button.setContentHuggingPriority(.required, for: .horizontal)
    return button
  }

  private static func symbol(_ name: String, size: CGFloat) -> UIImage? {
    UIImage(
      systemName: name,
      withConfiguration: UIImage.SymbolConfiguration(pointSize: size, weight: .medium)
    )
  }

  private func configureLabels() {
    titleLabel.font = UIFontMetrics(forTextStyle: .title2)
      .scaledFont(for: .systemFont(ofSize: 22, weight: .bold))
    titleLabel.accessibilityIdentifier = "player.title"
    artistLabel.font = .preferredFont(forTextStyle: .body)
    artistLabel.textColor = .secondaryLabel
    artistLabel.accessibilityIdentifier = "player.artist"
    elapsedLabel.accessibilityIdentifier = "player.elapsed"
    remainingLabel.accessibilityIdentifier = "player.remaining"
    for label in [elapsedLabel, remainingLabel] {
      label.font = UIFontMetrics(forTextStyle: .caption1)
        .scaledFont(for: .monospacedDigitSystemFont(ofSize: 12, weight: .medium))
      label.textColor = .secondaryLabel
    }
    lyricsLabel.font = .preferredFont(forTextStyle: .headline)
    lyricsLabel.numberOfLines = 0
    lyricsLabel.accessibilityIdentifier = "player.lyrics"
    titleLabel.numberOfLines = 2
    for label in [titleLabel, artistLabel, elapsedLabel, remainingLabel, lyricsLabel] {
      label.adjustsFontForContentSizeCategory = true
    }
  }

  private func configureSliders() {
    let thumb = UIGraphicsImageRenderer(size: CGSize(width: 14, height: 14)).image { context in
      UIColor.systemPink.setFill()
      context.cgContext.fillEllipse(in: CGRect(x: 1, y: 1, width: 12, height: 12))
    }
    progressSlider.setThumbImage(thumb, for: .normal)
    progressSlider.minimumTrackTintColor = .systemPink
    progressSlider.accessibilityIdentifier = "player.progress"
    progressSlider.addAction(
      UIAction { [weak self] _ in self?.updateTimes() },
      for: .valueChanged
    )

    volumeSlider.value = 0.6
    volumeSlider.minimumTrackTintColor = .secondaryLabel
    volumeSlider.minimumValueImage = UIImage(systemName: "speaker.fill")
    volumeSlider.maximumValueImage = UIImage(systemName: "speaker.wave.3.fill")
    volumeSlider.tintColor = .secondaryLabel
    volumeSlider.accessibilityIdentifier = "player.volume"
    volumeSlider.accessibilityLabel = "Volume"
  }

  private func configureTable() {
    queueTable.register(UITableViewCell.self, forCellReuseIdentifier: "track")
    queueTable.delegate = self
    queueTable.isScrollEnabled = false
    queueTable.rowHeight = UITableView.automaticDimension
    queueTable.estimatedRowHeight = 56
    queueTable.backgroundColor = .clear
    queueTable.accessibilityIdentifier = "player.queue"
  }

  private func layOut() {
    let names = UIStackView(arrangedSubviews: [titleLabel, artistLabel])
    names.axis = .vertical
    names.spacing = 2
    let heading = UIStackView(arrangedSubviews: [names, favouriteButton])
    heading.alignment = .center
    heading.spacing = 12

    let times = UIStackView(arrangedSubviews: [elapsedLabel, remainingLabel])
    times.distribution = .equalSpacing
    let progress = UIStackView(arrangedSubviews: [progressSlider, times])
    progress.axis = .vertical

    let transport = UIStackView(
      arrangedSubviews: [shuffleButton, previousButton, playButton, nextButton, repeatButton]
    )
    transport.distribution = .equalCentering
    transport.alignment = .center
    transport.semanticContentAttribute = .playback

    let controls = UIStackView(
      arrangedSubviews: [
        heading, progress, transport, volumeSlider, pageControl, queueTable, lyricsLabel,
      ]
    )
    controls.axis = .vertical
    controls.spacing = 18

    rootStack.addArrangedSubview(artworkView)
    rootStack.addArrangedSubview(controls)
    rootStack.spacing = 28
    rootStack.translatesAutoresizingMaskIntoConstraints = false
    scrollView.translatesAutoresizingMaskIntoConstraints = false
    scrollView.alwaysBounceVertical = true
    scrollView.accessibilityIdentifier = "player.scroll"
    view.addSubview(scrollView)
    scrollView.addSubview(rootStack)

    let content = scrollView.contentLayoutGuide
    let readable = view.readableContentGuide
    NSLayoutConstraint.activate([
      scrollView.topAnchor.constraint(equalTo: view.topAnchor),
      scrollView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      scrollView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      scrollView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
      content.widthAnchor.constraint(equalTo: scrollView.frameLayoutGuide.widthAnchor),
      rootStack.topAnchor.constraint(equalTo: content.topAnchor, constant: 20),
      rootStack.bottomAnchor.constraint(equalTo: content.bottomAnchor, constant: -20),
      rootStack.leadingAnchor.constraint(equalTo: readable.leadingAnchor, constant: 8),
      rootStack.trailingAnchor.constraint(equalTo: readable.trailingAnchor, constant: -8),
    ])
  }

  private func updateAxis() {
    let isCompact = traitCollection.verticalSizeClass == .compact
    rootStack.axis = isCompact ? .horizontal : .vertical
    rootStack.alignment = isCompact ? .top : .fill
    rootStack.distribution = isCompact ? .fillEqually : .fill
  }

  // MARK: Data

  private func makeDataSource() -> UITableViewDiffableDataSource<Int, PlayerScreenTrack.ID> {
    UITableViewDiffableDataSource(tableView: queueTable) { [weak self] tableView, indexPath, id in
      let cell = tableView.dequeueReusableCell(withIdentifier: "track", for: indexPath)
      guard let track = self?.tracks.first(where: { $0.id == id }) else { return cell }
      var content = UIListContentConfiguration.subtitleCell()
      content.text = track.title
      content.secondaryText = track.artist
      content.secondaryTextProperties.color = .secondaryLabel
      content.image = PlayerScreenArtwork.image(hue: track.hue, side: 40)
      content.imageProperties.cornerRadius = 6
      content.imageProperties.maximumSize = CGSize(width: 40, height: 40)
      cell.contentConfiguration = content
      cell.backgroundConfiguration = .clear()
      cell.accessibilityIdentifier = "player.track.\(id)"
      let length = UILabel()
      length.text = Self.clock(track.duration)
      length.font = .preferredFont(forTextStyle: .footnote)
      length.textColor = .tertiaryLabel
      length.sizeToFit()
      cell.accessoryView = length
      return cell
    }
  }

  private func showTrack() {
    titleLabel.text = current.title
    artistLabel.text = current.artist
    lyricsLabel.text = current.lyrics
    artworkView.image = PlayerScreenArtwork.image(hue: current.hue, side: 320)
    progressSlider.maximumValue = Float(current.duration)
    progressSlider.value = Float(current.duration / 4)
    updateTimes()
    updateFavourite()
    updatePlaying()

    let index = tracks.firstIndex(of: current) ?? 0
    var snapshot = NSDiffableDataSourceSnapshot<Int, PlayerScreenTrack.ID>()
    snapshot.appendSections([0])
    snapshot.appendItems((tracks[(index + 1)...] + tracks[..<index]).map(\.id))
    dataSource.apply(snapshot, animatingDifferences: false)
  }

  private func show(_ page: Page) {
    queueTable.isHidden = page != .upNext
    lyricsLabel.isHidden = page != .lyrics
  }

  private func updateTimes() {
    let elapsed = TimeInterval(progressSlider.value)
    elapsedLabel.text = Self.clock(elapsed)
    remainingLabel.text = "-" + Self.clock(current.duration - elapsed.rounded(.down))
    progressSlider.accessibilityValue = elapsedLabel.text
  }

  private static func clock(_ time: TimeInterval) -> String {
    let seconds = Int(time)
    return String(format: "%d:%02d", seconds / 60, seconds % 60)
  }

  private func updateFavourite() {
    let isFavourite = favourites.contains(current.id)
    favouriteButton.isSelected = isFavourite
    favouriteButton.configuration?.image = Self.symbol(
      isFavourite ? "heart.fill" : "heart",
      size: 22
    )
    favouriteButton.accessibilityValue = isFavourite ? "On" : "Off"
  }

  private func updatePlaying() {
    playButton.configuration?.image = Self.symbol(isPlaying ? "pause.fill" : "play.fill", size: 40)
    playButton.accessibilityLabel = isPlaying ? "Pause" : "Play"
    artworkView.setRaised(isPlaying)
  }

  // MARK: Actions

  private func toggleFavourite() {
    favourites.formSymmetricDifference([current.id])
    updateFavourite()
  }

  private func togglePlaying() {
    isPlaying.toggle()
    UIView.animate(
      withDuration: 0.4,
      delay: 0,
      usingSpringWithDamping: 0.7,
      initialSpringVelocity: 0,
      options: [.allowUserInteraction, .beginFromCurrentState]
    ) {
      self.updatePlaying()
    }
  }

  private func goBack() {
    if progressSlider.value > 3 {
      progressSlider.setValue(0, animated: true)
      updateTimes()
    } else {
      skip(by: -1)
    }
  }

  private func skip(by step: Int) {
    guard let index = tracks.firstIndex(of: current) else { return }
    current = tracks[(index + step + tracks.count) % tracks.count]
    showTrack()
  }
}

extension PlayerScreen: UITableViewDelegate {
  /// Plays the track.
  public func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    guard let id = dataSource.itemIdentifier(for: indexPath),
      let track = tracks.first(where: { $0.id == id })
    else { return }
    current = track
    isPlaying = true
    showTrack()
  }
}

private enum PlayerScreenSamples {
  static let first = PlayerScreenTrack(
    id: 1,
    title: "Paper Lanterns",
    artist: "The Quiet Hours",
    duration: 222,
    hue: 0.92,
    lyrics:
      "Paper lanterns on the water\nEvery one a little light\nCarry all the words we gave them"
      + "\nOver into night"
  )

  static let others = [
    PlayerScreenTrack(
      id: 2,
      title: "Northbound",
      artist: "Ilse Varga",
      duration: 187,
      hue: 0.58,
      lyrics: "Two hundred miles of winter road\nAnd the radio off"
    ),
    PlayerScreenTrack(
      id: 3,
      title: "Glass Garden",
      artist: "Mono Harbour",
      duration: 304,
      hue: 0.38,
      lyrics: "Everything grows in the glass garden"
    ),
    PlayerScreenTrack(
      id: 4,
      title: "Slow Electric",
      artist: "The Quiet Hours",
      duration: 259,
      hue: 0.1,
      lyrics: "Instrumental"
    ),
  ]
}

private enum PlayerScreenArtwork {
  static func image(hue: CGFloat, side: CGFloat) -> UIImage {
    let size = CGSize(width: side, height: side)
    return UIGraphicsImageRenderer(size: size).image { context in
      UIColor(hue: hue, saturation: 0.75, brightness: 0.35, alpha: 1).setFill()
      context.fill(CGRect(origin: .zero, size: size))
      for ring in 0..<5 {
        let inset = side * CGFloat(ring) * 0.09
        let circle = UIBezierPath(
          ovalIn: CGRect(origin: .zero, size: size)
            .insetBy(dx: inset, dy: inset)
            .offsetBy(dx: side * 0.18, dy: side * 0.14)
        )
        UIColor(
          hue: (hue + CGFloat(ring) * 0.03).truncatingRemainder(dividingBy: 1),
          saturation: 0.8 - CGFloat(ring) * 0.1,
          brightness: 0.5 + CGFloat(ring) * 0.11,
          alpha: 1
        ).setFill()
        circle.fill()
      }
    }
  }
}

private final class PlayerScreenArtworkView: UIView {
  private let imageView = UIImageView()

  var image: UIImage? {
    get { imageView.image }
    set { imageView.image = newValue }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    imageView.layer.cornerRadius = 16
    imageView.layer.cornerCurve = .continuous
    imageView.clipsToBounds = true
    imageView.contentMode = .scaleAspectFill
    imageView.translatesAutoresizingMaskIntoConstraints = false
    imageView.isAccessibilityElement = true
    imageView.accessibilityLabel = "Artwork"
    imageView.accessibilityIdentifier = "player.artwork"
    addSubview(imageView)
    layer.shadowColor = UIColor.black.cgColor
    layer.shadowOpacity = 0.3
    layer.shadowRadius = 18
    layer.shadowOffset = CGSize(width: 0, height: 10)
    let fill = imageView.widthAnchor.constraint(equalTo: widthAnchor)
    fill.priority = .defaultHigh
    NSLayoutConstraint.activate([
      imageView.topAnchor.constraint(equalTo: topAnchor),
      imageView.bottomAnchor.constraint(equalTo: bottomAnchor),
      imageView.centerXAnchor.constraint(equalTo: centerXAnchor),
      imageView.widthAnchor.constraint(lessThanOrEqualTo: widthAnchor),
      imageView.widthAnchor.constraint(lessThanOrEqualToConstant: 320),
      imageView.heightAnchor.constraint(equalTo: imageView.widthAnchor),
      fill,
    ])
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) is not supported")
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    layer.shadowPath = UIBezierPath(roundedRect: imageView.frame, cornerRadius: 16).cgPath
  }

  func setRaised(_ isRaised: Bool) {
    transform = isRaised ? .identity : CGAffineTransform(scaleX: 0.86, y: 0.86)
  }
}

private final class PlayerScreenQueueTable: UITableView {
  override var contentSize: CGSize {
    didSet {
      if contentSize != oldValue { invalidateIntrinsicContentSize() }
    }
  }

  override var intrinsicContentSize: CGSize {
    layoutIfNeeded()
    return CGSize(width: UIView.noIntrinsicMetric, height: contentSize.height)
  }
}
