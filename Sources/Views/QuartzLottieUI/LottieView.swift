// A view that shows and plays an animation.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import QuartzLottie
public import UIKit

/// A view that shows a Lottie animation and plays it.
///
///     let view = LottieView()
///     view.animation = try LottieAnimation(contentsOf: url)
///     view.loopMode = .loop
///     view.play()
///
/// Its layer is a `LottieLayer`, which does all of that; the view adds a size for layouts, the
/// content mode of views, and what people with reduced motion see.
@MainActor open class LottieView: UIView {
  /// The playback where people have asked for less motion.
  public enum ReducedMotion: Sendable {
    /// Less where people have asked for it.
    case automatic
    /// The same for all.
    case full
    /// The part that a marker names `reduced motion`, in any case, with blanks, lines or nothing
    /// between the words; without one, the last frame at once.
    case reduced
  }

  /// The class of the layer.
  open override class var layerClass: AnyClass { LottieLayer.self }

  /// The layer, which plays.
  public var lottieLayer: LottieLayer? { layer as? LottieLayer }

  /// Creates an empty view.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    contentMode = .scaleAspectFit
    clipsToBounds = true
  }

  /// Creates a view of an animation's size that shows its first frame.
  public convenience init(animation: LottieAnimation) {
    self.init(frame: CGRect(origin: .zero, size: animation.size))
    self.animation = animation
  }

  /// Creates a view from an archive, without an animation.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// The animation; nil, the default, shows nothing.
  ///
  /// Setting it stops, at the first frame.
  open var animation: LottieAnimation? {
    get { lottieLayer?.animation }
    set {
      lottieLayer?.animation = newValue
      invalidateIntrinsicContentSize()
    }
  }

  /// Values and providers in place of those of the animation.
  open var settings: LottieSettings {
    get { lottieLayer?.settings ?? LottieSettings() }
    set { lottieLayer?.settings = newValue }
  }

  /// The repetition of the parts that play from now on; once by default.
  open var loopMode: LottieLoopMode {
    get { lottieLayer?.loopMode ?? .once }
    set { lottieLayer?.loopMode = newValue }
  }

  /// The speed of the parts that play from now on; negative ones play backwards.
  open var animationSpeed: Double {
    get { lottieLayer?.animationSpeed ?? 1 }
    set { lottieLayer?.animationSpeed = newValue }
  }

  /// The playback where people have asked for less motion.
  open var reducedMotion = ReducedMotion.automatic

  /// The frame that is shown; setting it stops, and shows that frame.
  open var currentFrame: Double {
    get { lottieLayer?.currentFrame ?? 0 }
    set { lottieLayer?.currentFrame = newValue }
  }

  /// The share of the animation that is shown, 0...1; setting it stops, and shows that moment.
  open var currentProgress: Double {
    get { lottieLayer?.currentProgress ?? 0 }
    set { lottieLayer?.currentProgress = newValue }
  }

  /// The seconds after the first frame that are shown; setting it stops, and shows that moment.
  open var currentTime: Double {
    get { lottieLayer?.currentTime ?? 0 }
    set { lottieLayer?.currentTime = newValue }
  }

  /// Whether a part is being played.
  open var isPlaying: Bool { lottieLayer?.isPlaying ?? false }

  /// The features of the animation, and how well they are shown; nil without an animation.
  open var report: LottieReport? { lottieLayer?.report }

  // MARK: Playing

  /// Plays the whole animation.
  ///
  /// - Parameter completion: Called at the end with true, or with false if something else is shown
  ///   before.
  open func play(completion: ((Bool) -> Void)? = nil) {
    let isReduced =
      reducedMotion == .automatic
      ? UIAccessibility.isReduceMotionEnabled : reducedMotion == .reduced
    guard isReduced else {
      lottieLayer?.play(completion: completion)
      return
    }
    if let marker = animation?.markers.first(where: { Self.isReduced($0.name) }) {
      lottieLayer?.play(marker: marker.name, completion: completion)
      return
    }
    currentProgress = 1
    completion?(true)
  }

  /// Plays a part by its frames, the last of which is not shown.
  ///
  /// - Parameter completion: As that of `play(completion:)`.
  open func play(
    fromFrame start: Double,
    toFrame end: Double,
    completion: ((Bool) -> Void)? = nil
  ) {
    lottieLayer?.play(fromFrame: start, toFrame: end, completion: completion)
  }

  /// Plays a part by its progress, 0...1.
  ///
  /// - Parameter completion: As that of `play(completion:)`.
  open func play(
    fromProgress start: Double,
    toProgress end: Double,
    completion: ((Bool) -> Void)? = nil
  ) {
    lottieLayer?.play(fromProgress: start, toProgress: end, completion: completion)
  }

  /// Plays the part that a marker names.
  ///
  /// - Parameter completion: As that of `play(completion:)`, and called with false if there is no
  ///   such marker.
  open func play(marker name: String, completion: ((Bool) -> Void)? = nil) {
    lottieLayer?.play(marker: name, completion: completion)
  }

  /// Plays the parts that markers name, one after the other.
  ///
  /// - Parameter completion: As that of `play(marker:completion:)`.
  open func play(markers names: [String], completion: ((Bool) -> Void)? = nil) {
    lottieLayer?.play(markers: names, completion: completion)
  }

  /// Stops, and shows the moment at which it was.
  open func pause() { lottieLayer?.pause() }

  /// Stops, and shows the first frame.
  open func stop() { lottieLayer?.stop() }

  private static func isReduced(_ name: String) -> Bool {
    name.lowercased().filter { ![" ", "_", "-"].contains($0) } == "reducedmotion"
  }

  // MARK: Layout

  /// The size of the animation; no size without one.
  open override var intrinsicContentSize: CGSize {
    animation?.size
      ?? CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
  }

  /// The fit of the animation into the bounds; as large as fits by default.
  open override var contentMode: UIView.ContentMode {
    didSet { lottieLayer?.contentMode = LottieContentMode(contentMode) }
  }
}

extension LottieContentMode {
  /// The mode of a view; one that draws anew is stretched.
  fileprivate init(_ mode: UIView.ContentMode) {
    switch mode {
    case .scaleToFill, .redraw: self = .scaleToFill
    case .scaleAspectFit: self = .scaleAspectFit
    case .scaleAspectFill: self = .scaleAspectFill
    case .center: self = .center
    case .top: self = .top
    case .bottom: self = .bottom
    case .left: self = .left
    case .right: self = .right
    case .topLeft: self = .topLeft
    case .topRight: self = .topRight
    case .bottomLeft: self = .bottomLeft
    case .bottomRight: self = .bottomRight
    }
  }
}
