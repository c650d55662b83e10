// Images like others: with caps, tints, orientations; animations; thumbnails.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

extension UIImage {
  /// The image with another look.
  private func changed(_ change: (inout Look) -> Void) -> UIImage {
    var look = look
    change(&look)
    return UIImage(source, look)
  }

  // MARK: Caps

  /// The image with parts at the edges that keep their size; the middle is repeated.
  public func resizableImage(withCapInsets capInsets: UIEdgeInsets) -> UIImage {
    resizableImage(withCapInsets: capInsets, resizingMode: .tile)
  }

  /// The image with parts at the edges that keep their size.
  ///
  /// - Parameters:
  ///   - capInsets: The parts, in points.
  ///   - resizingMode: The way in which the middle fills more room.
  public func resizableImage(
    withCapInsets capInsets: UIEdgeInsets,
    resizingMode: ResizingMode
  ) -> UIImage {
    changed {
      $0.caps = capInsets
      $0.resizingMode = resizingMode
    }
  }

  /// The image with a middle of one point that is stretched.
  ///
  /// - Parameters:
  ///   - leftCapWidth: Points to the left of the middle; 0 for an image that stretches whole.
  ///   - topCapHeight: Points above the middle, likewise.
  public func stretchableImage(
    withLeftCapWidth leftCapWidth: Int,
    topCapHeight: Int
  ) -> UIImage {
    let (left, top) = (CGFloat(leftCapWidth), CGFloat(topCapHeight))
    return resizableImage(
      withCapInsets: UIEdgeInsets(
        top: top,
        left: left,
        bottom: top > 0 ? max(size.height - top - 1, 0) : 0,
        right: left > 0 ? max(size.width - left - 1, 0) : 0
      ),
      resizingMode: .stretch
    )
  }

  /// The left part that is not stretched, in whole points.
  public var leftCapWidth: Int { Int(exactly: capInsets.left.rounded(.towardZero)) ?? 0 }

  /// The upper part that is not stretched, in whole points.
  public var topCapHeight: Int { Int(exactly: capInsets.top.rounded(.towardZero)) ?? 0 }

  /// The image with parts at the edges that do not count where images are aligned.
  public func withAlignmentRectInsets(_ alignmentInsets: UIEdgeInsets) -> UIImage {
    changed { $0.alignment = alignmentInsets }
  }

  // MARK: Colours

  /// The image with another meaning of its colours.
  public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
    changed { $0.renderingMode = renderingMode }
  }

  /// The image in one colour, which its alpha shows; the rendering mode stays.
  public func withTintColor(_ color: UIColor) -> UIImage {
    changed { $0.tint = color }
  }

  /// The image in one colour, which its alpha shows.
  ///
  /// - Parameters:
  ///   - color: The colour.
  ///   - renderingMode: Always original for an image that keeps the colour; always template for one
  ///     that views give their tint colour in place of it.
  public func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
    changed {
      $0.tint = color
      $0.renderingMode = renderingMode
    }
  }

  // MARK: Orientation

  /// The image that is mirrored where layout goes from right to left.
  public func imageFlippedForRightToLeftLayoutDirection() -> UIImage {
    changed { $0.flipsForRightToLeft = true }
  }

  /// The image mirrored from left to right.
  public func withHorizontallyFlippedOrientation() -> UIImage {
    changed { $0.orientation = $0.orientation.mirrored }
  }

  // MARK: Animations

  /// An image that shows others one after the other; nil without any.
  ///
  /// - Parameters:
  ///   - images: The images; its size and scale are those of the first one.
  ///   - duration: The seconds of one run; 0, or a number that is not finite, for 1/30 s for each.
  public class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
    guard let first = images.first else { return nil }
    var look = first.look
    look.frames = images
    look.duration =
      duration > 0 && duration.isFinite ? duration : Double(images.count) / 30
    return UIImage(first.source, look)
  }

  /// An image that shows those of the names `name0`, `name1` and so on, at most 1024; nil without
  /// any.
  public class func animatedImageNamed(_ name: String, duration: TimeInterval) -> UIImage? {
    var images: [UIImage] = []
    for number in 0..<1024 {
      guard let image = UIImage(named: "\(name)\(number)") else {
        // Numbers may begin at 1.
        if number == 0 { continue }
        break
      }
      images.append(image)
    }
    return animatedImage(with: images, duration: duration)
  }

  /// As `animatedImageNamed(_:duration:)`, with parts at the edges that keep their size.
  public class func animatedResizableImageNamed(
    _ name: String,
    capInsets: UIEdgeInsets,
    resizingMode: ResizingMode = .tile,
    duration: TimeInterval
  ) -> UIImage? {
    guard let animation = animatedImageNamed(name, duration: duration) else { return nil }
    let images = (animation.images ?? []).map {
      $0.resizableImage(withCapInsets: capInsets, resizingMode: resizingMode)
    }
    return animatedImage(with: images, duration: duration)
  }

  // MARK: Preparing

  /// The image with its pixels made; nil if it has none.
  public func preparingForDisplay() -> UIImage? {
    guard let shown = shownImage else { return nil }
    _ = shown.pixelStorage
    return self
  }

  /// The image with its pixels made; nil if it has none.
  public func byPreparingForDisplay() async -> UIImage? { preparingForDisplay() }

  /// A smaller copy that fits into `size` points; nil if the image or the copy has no pixels.
  public func preparingThumbnail(of size: CGSize) -> UIImage? { thumbnail(fitting: size) }

  /// A smaller copy that fits into `size` points and keeps its light; nil if the image or the copy
  /// has no pixels.
  func thumbnail(fitting size: CGSize) -> UIImage? {
    let own = self.size
    guard own.width > 0, own.height > 0 else { return nil }
    let factor = min(size.width / own.width, size.height / own.height, 1)
    let fitted = CGSize(width: own.width * factor, height: own.height * factor)
    let canvas = ImageCanvas(
      size: fitted,
      scale: scale,
      isOpaque: false,
      isExtended: isHighDynamicRange
    )
    guard let canvas else { return nil }
    draw(in: canvas.context, CGRect(origin: .zero, size: fitted), blendMode: .normal, alpha: 1)
    return canvas.context.makeImage().map { UIImage(cgImage: $0, scale: scale, orientation: .up) }
  }

  /// As `preparingThumbnail(of:)`.
  public func byPreparingThumbnail(ofSize size: CGSize) async -> UIImage? {
    preparingThumbnail(of: size)
  }

  // MARK: Files

  /// The image as a PNG file, as it is shown; nil if it has no pixels.
  public func pngData() -> Data? { shownImage?.fileBytes("public.png") }

  /// The image as a JPEG file, as it is shown; nil if it has no pixels.
  ///
  /// - Parameter compressionQuality: 0 for the smallest file, 1 for the best one; clamped to that.
  public func jpegData(compressionQuality: CGFloat) -> Data? {
    let quality = compressionQuality > 0 ? min(compressionQuality, 1) : 0
    return shownImage?.fileBytes("public.jpeg", quality: Double(quality))
  }
}

extension UIImage.Orientation {
  /// Whether the image is shown as wide as it is stored high.
  var exchangesSides: Bool {
    switch self {
    case .up, .down, .upMirrored, .downMirrored: false
    case .left, .right, .leftMirrored, .rightMirrored: true
    }
  }

  /// The orientation that shows the image mirrored from left to right.
  var mirrored: UIImage.Orientation {
    switch self {
    case .up: .upMirrored
    case .down: .downMirrored
    case .left: .rightMirrored
    case .right: .leftMirrored
    case .upMirrored: .up
    case .downMirrored: .down
    case .leftMirrored: .right
    case .rightMirrored: .left
    }
  }
}
