// Chapter 14: loading pictures.
// Licensed under the MIT license; see LICENSE.

import BookKit
import Dispatch
import ImageIO
import Synchronization
import UIKit

/// The demos of chapter 14.
@MainActor
enum LockwoodChapter14 {
  static let demos: [Demo] =
    [
      carousel("LW-14.1", "Pictures loaded at once", .atOnce, figure: "LW-F-14.1"),
      carousel("LW-14.2", "Pictures loaded in the background", .background),
      carousel("LW-14.2a", "Pictures decoded as they are loaded", .decoded),
      carousel("LW-14.3", "Pictures drawn in the background", .drawn),
    ] + later + textures

  // MARK: Photographs

  static let photoCount = 12

  /// The colour that a photograph is known by.
  static func color(_ index: Int) -> UIColor {
    UIColor(hue: CGFloat(index) / CGFloat(photoCount), saturation: 0.8, brightness: 0.9, alpha: 1)
  }

  /// Photographs of 800 x 600 pixels, as files.
  static let photos: [String] = (0..<photoCount).map { index in
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    format.opaque = true
    let size = CGSize(width: 800, height: 600)
    let image = UIGraphicsImageRenderer(size: size, format: format).image { context in
      color(index).setFill()
      context.fill(CGRect(origin: .zero, size: size))
      UIColor.white.setFill()
      for stripe in 0...index {
        context.fill(CGRect(x: 20 + 60 * stripe, y: 20, width: 30, height: 90))
      }
    }
    return Lockwood2.write(image.pngData(), to: "photo\(index).png")
  }

  /// Work that other threads have for the main one.
  ///
  /// The script has the main thread for itself, so it does what arrives when it says so.
  final class Arrivals: Sendable {
    private let jobs = Mutex<[@MainActor @Sendable () -> Void]>([])
    private let arrived = DispatchSemaphore(value: 0)
    private let expected = Atomic(0)

    /// Calls a closure on another thread, and one on the main thread when it is done.
    func perform<Value: Sendable>(
      _ work: @escaping @Sendable () -> Value,
      then end: @escaping @MainActor @Sendable (Value) -> Void
    ) {
      expected.add(1, ordering: .relaxed)
      DispatchQueue.global(qos: .utility).async { [self] in
        let value = work()
        jobs.withLock { $0.append { end(value) } }
        arrived.signal()
      }
    }

    /// Waits for all that is expected.
    @MainActor
    func finish() {
      while expected.load(ordering: .relaxed) > 0 {
        guard arrived.wait(timeout: .now() + 30) == .success else { return }
        expected.subtract(1, ordering: .relaxed)
        let job = jobs.withLock { $0.removeFirst() }
        job()
      }
    }
  }

  // MARK: 14.1 to 14.3

  /// The ways to load a picture.
  enum Loading: Sendable {
    /// When the cell is requested.
    case atOnce
    /// When the cell is requested, with its pixels.
    case decodedAtOnce
    /// On another thread; it is decoded when it is shown.
    case background
    /// On another thread, with its pixels.
    case decoded
    /// On another thread, drawn in the size in which it is shown.
    case drawn
  }

  /// Photographs in a row.
  final class Carousel: UIViewController, UICollectionViewDataSource {
    let loading: Loading
    let arrivals = Arrivals()
    private(set) var collectionView: UICollectionView?
    private(set) var loadsOfMainThread = 0
    private(set) var requests = 0

    init(_ loading: Loading) {
      self.loading = loading
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .lightGray
      let layout = UICollectionViewFlowLayout()
      layout.scrollDirection = .horizontal
      layout.itemSize = CGSize(width: 240, height: 180)
      layout.minimumLineSpacing = 20
      let frame = CGRect(x: 0, y: 140, width: 320, height: 200)
      let collectionView = UICollectionView(frame: frame, collectionViewLayout: layout)
      collectionView.backgroundColor = .white
      collectionView.showsHorizontalScrollIndicator = false
      collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "Cell")
      collectionView.dataSource = self
      view.addSubview(collectionView)
      self.collectionView = collectionView
    }

    func collectionView(
      _ collectionView: UICollectionView,
      numberOfItemsInSection section: Int
    ) -> Int { photoCount }

    func collectionView(
      _ collectionView: UICollectionView,
      cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      requests += 1
      let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "Cell", for: indexPath)
      let imageView: UIImageView
      if let old = cell.contentView.viewWithTag(99) as? UIImageView {
        imageView = old
      } else {
        imageView = UIImageView(frame: cell.contentView.bounds)
        imageView.contentMode = .scaleAspectFit
        imageView.tag = 99
        cell.contentView.addSubview(imageView)
      }
      load(indexPath.item, in: cell, imageView)
      return cell
    }

    private func load(_ index: Int, in cell: UICollectionViewCell, _ imageView: UIImageView) {
      let path = photos[index]
      guard loading != .atOnce, loading != .decodedAtOnce else {
        loadsOfMainThread += 1
        imageView.image = LockwoodChapter14.load(path, loading, in: .zero, scale: 1)
        return
      }
      cell.tag = index
      imageView.image = nil
      let (loading, bounds, scale) = (loading, imageView.bounds, UIScreen.main.scale)
      arrivals.perform {
        LockwoodChapter14.load(path, loading, in: bounds, scale: scale)
      } then: { image in
        // The cell may show another picture by now.
        if cell.tag == index { imageView.image = image }
      }
    }
  }

  /// Loads a picture on any thread.
  nonisolated static func load(
    _ path: String,
    _ loading: Loading,
    in bounds: CGRect,
    scale: CGFloat
  ) -> UIImage? {
    Signposts.measure("loading pictures") { loaded(path, loading, in: bounds, scale: scale) }
  }

  private nonisolated static func loaded(
    _ path: String,
    _ loading: Loading,
    in bounds: CGRect,
    scale: CGFloat
  ) -> UIImage? {
    switch loading {
    case .atOnce, .background: return UIImage(contentsOfFile: path)
    case .decoded, .decodedAtOnce:
      let options: [CFString: Any] = [kCGImageSourceShouldCacheImmediately: true]
      let url = URL(fileURLWithPath: path)
      guard let source = CGImageSourceCreateWithURL(url as CFURL, nil),
        let image = CGImageSourceCreateImageAtIndex(source, 0, options as CFDictionary)
      else { return nil }
      return UIImage(cgImage: image)
    case .drawn:
      let image = UIImage(contentsOfFile: path)
      UIGraphicsBeginImageContextWithOptions(bounds.size, true, scale)
      defer { UIGraphicsEndImageContext() }
      image?.draw(in: bounds)
      return UIGraphicsGetImageFromCurrentImageContext()
    }
  }

  private static func carousel(
    _ id: String,
    _ title: String,
    _ loading: Loading,
    figure: String? = nil
  ) -> Demo {
    Demo(id, title) { Carousel(loading) }
      .play(Carousel.self) { stage, controller in
        guard let collectionView = controller.collectionView else { return }
        if loading != .atOnce { try stage.show("while it loads") }
        controller.arrivals.finish()
        stage.wait(0.1)
        expectPhotos(stage, controller)
        try stage.show(figure)
        // A fling through all of them; what was requested for recycled cells arrives late.
        for page in 1...9 {
          collectionView.contentOffset = CGPoint(x: CGFloat(page) * 260 + 100, y: 0)
          stage.wait(1 / 60)
        }
        controller.arrivals.finish()
        stage.wait(0.1)
        expectPhotos(stage, controller)
        try stage.show("after a fling")
        stage.drag(CGPoint(x: 80, y: 240), to: CGPoint(x: 240, y: 240), duration: 0.2)
        stage.wait(2)
        controller.arrivals.finish()
        stage.wait(0.1)
        expectPhotos(stage, controller)
        let loads = controller.loadsOfMainThread
        stage.expect(loads == (loading == .atOnce ? controller.requests : 0), "\(loads) loads")
        guard loading == .drawn, let cell = collectionView.visibleCells.first else { return }
        let image = (cell.contentView.viewWithTag(99) as? UIImageView)?.image
        stage.expect(image?.cgImage?.width == 240, "it has the pixels that are shown")
      }
  }

  /// States that each cell shows its own photograph.
  private static func expectPhotos(_ stage: Stage, _ controller: Carousel) {
    guard let collectionView = controller.collectionView else { return }
    stage.expect(!collectionView.visibleCells.isEmpty, "there are cells")
    for cell in collectionView.visibleCells {
      guard let item = collectionView.indexPath(for: cell)?.item else { continue }
      let middle = cell.convert(CGPoint(x: 120, y: 120), to: nil)
      let x = min(max(middle.x, cell.convert(CGPoint.zero, to: nil).x + 20), 300)
      guard x > 4, x < cell.convert(CGPoint(x: 220, y: 0), to: nil).x else { continue }
      stage.expect(at: CGPoint(x: x, y: middle.y), color(item), "photograph \(item)")
    }
  }
}
