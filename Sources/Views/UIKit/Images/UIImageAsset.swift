// Images that differ by traits.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import Synchronization

/// Images of one thing for different traits, such as a light and a dark one.
///
/// ```swift
/// let asset = UIImageAsset()
/// asset.register(sun, with: UITraitCollection(userInterfaceStyle: .light))
/// asset.register(moon, with: UITraitCollection(userInterfaceStyle: .dark))
/// imageView.image = asset.image(with: traitCollection)
/// ```
///
/// That of an image by name finds the image of the catalogue for any traits. Any thread may use it.
///
/// **Differences**: the compiler does not know that threads may share it. An image view does not
/// exchange the image by itself when its traits change.
open class UIImageAsset: NSObject {
  private struct Row {
    var traits: UITraitCollection
    var image: UIImage
  }

  private struct Source {
    var name: String
    var bundle: Bundle?
  }

  private let rows = Mutex<[Row]>([])
  private let source: Source?

  /// Creates an asset without images.
  public override init() {
    source = nil
    super.init()
  }

  init(name: String, bundle: Bundle?) {
    source = Source(name: name, bundle: bundle)
    super.init()
  }

  /// Adds an image, in place of the one for the same traits.
  open func register(_ image: UIImage, with traitCollection: UITraitCollection) {
    let kept = image.without(self)
    rows.withLock { rows in
      rows.removeAll { $0.traits == traitCollection }
      rows.append(Row(traits: traitCollection, image: kept))
    }
  }

  /// Adds an image for the traits of a configuration.
  open func register(_ image: UIImage, with configuration: UIImage.Configuration) {
    register(image, with: configuration.traitCollection ?? UITraitCollection())
  }

  /// Takes the image for just these traits away.
  open func unregister(with traitCollection: UITraitCollection) {
    rows.withLock { $0.removeAll { $0.traits == traitCollection } }
  }

  /// Takes the image for just the traits of a configuration away.
  open func unregister(with configuration: UIImage.Configuration) {
    unregister(with: configuration.traitCollection ?? UITraitCollection())
  }

  /// Returns the image that suits traits best; an empty one of an asset without images.
  open func image(with traitCollection: UITraitCollection) -> UIImage {
    let candidates = rows.withLock { $0 }
    let scored = candidates.map { ($0, traitCollection.agreement(with: $0.traits)) }
    var best: (row: Row, score: Int)?
    for (row, score) in scored {
      if let score, score > best?.score ?? -1 { best = (row, score) }
    }
    if let best { return best.row.image.with(self) }
    if let source {
      let named = UIImage(named: source.name, in: source.bundle, compatibleWith: traitCollection)
      if let named { return named.with(self) }
    }
    return candidates.first?.image.with(self) ?? UIImage()
  }

  /// Returns the image that suits the traits of a configuration best.
  open func image(with configuration: UIImage.Configuration) -> UIImage {
    image(with: configuration.traitCollection ?? .current)
  }
}

extension UITraitCollection {
  /// The number of values that a description of traits says and that are these; nil if it says
  /// another one.
  fileprivate func agreement(with said: UITraitCollection) -> Int? {
    var count = 0
    func compare<Value: Equatable>(_ field: KeyPath<UITraitCollection, Value>, _ none: Value)
      -> Bool
    {
      let value = said[keyPath: field]
      guard value != none else { return true }
      count += 1
      return self[keyPath: field] == value
    }
    let agrees =
      compare(\.userInterfaceStyle, .unspecified) && compare(\.userInterfaceIdiom, .unspecified)
      && compare(\.displayScale, 0) && compare(\.horizontalSizeClass, .unspecified)
      && compare(\.verticalSizeClass, .unspecified)
      && compare(\.accessibilityContrast, .unspecified)
      && compare(\.layoutDirection, .unspecified)
      && compare(\.preferredContentSizeCategory, .unspecified)
      && compare(\.userInterfaceLevel, .unspecified) && compare(\.displayGamut, .unspecified)
    return agrees ? count : nil
  }
}

extension UIImage {
  /// The images for other traits of the same thing; nil for an image that was made otherwise.
  public var imageAsset: UIImageAsset? { made.withLock { $0.asset } }

  /// The image of a name for the traits of a configuration; nil if there is none.
  ///
  /// - Parameters:
  ///   - name: The name of the file, with or without its extension.
  ///   - bundle: The bundle; nil for the main one and for `imageFolders`.
  ///   - configuration: Says the traits; nil for those of the screen.
  public convenience init?(
    named name: String,
    in bundle: Bundle?,
    with configuration: Configuration?
  ) {
    self.init(named: name, in: bundle, compatibleWith: configuration?.traitCollection)
  }

  /// A copy that belongs to an asset.
  fileprivate func with(_ asset: UIImageAsset) -> UIImage {
    let copy = UIImage(source, look)
    copy.made.withLock { $0.asset = asset }
    return copy
  }

  /// A copy that belongs to no asset, for an asset to keep; it becomes the asset's itself.
  fileprivate func without(_ asset: UIImageAsset) -> UIImage {
    made.withLock { $0.asset = asset }
    return UIImage(source, look)
  }
}
