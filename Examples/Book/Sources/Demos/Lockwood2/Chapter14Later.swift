// Chapter 14: tiles, caches and formats.
// Licensed under the MIT license; see LICENSE.

import BookKit
import Synchronization
import UIKit

extension LockwoodChapter14 {
  static let later: [Demo] = [tiles, cache, benchmark, hybrid]

  // MARK: 14.4

  /// Draws a photograph into the one tile of a layer, on any thread.
  final class TileDrawer: CALayerDelegate, Sendable {
    let photos: [String]
    private let drawn = Mutex<[Int: CGRect]>([:])
    private let mainThreadCalls = Atomic(0)

    init(_ photos: [String]) {
      self.photos = photos
    }

    /// The rectangles that photographs were drawn into.
    var rectangles: [Int: CGRect] { drawn.withLock { $0 } }
    var callsOnMainThread: Int { mainThreadCalls.load(ordering: .relaxed) }

    func draw(_ layer: CALayer, in ctx: CGContext) {
      if Thread.isMainThread { mainThreadCalls.add(1, ordering: .relaxed) }
      guard let index = layer.value(forKey: "index") as? Int,
        let image = UIImage(contentsOfFile: photos[index])
      else { return }
      let bounds = layer.bounds
      let height = bounds.width * image.size.height / image.size.width
      let rect = CGRect(x: 0, y: (bounds.height - height) / 2, width: bounds.width, height: height)
      UIGraphicsPushContext(ctx)
      image.draw(in: rect)
      UIGraphicsPopContext()
      drawn.withLock { $0[index] = rect }
    }
  }

  /// Photographs in a row, each a tile of its own.
  final class TiledCarousel: UIViewController, UICollectionViewDataSource {
    let drawer = TileDrawer(photos)
    private(set) var collectionView: UICollectionView?

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .lightGray
      let layout = UICollectionViewFlowLayout()
      layout.scrollDirection = .horizontal
      layout.itemSize = CGSize(width: 200, height: 200)
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
      let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "Cell", for: indexPath)
      let tile: CATiledLayer
      if let old = cell.contentView.layer.sublayers?.last as? CATiledLayer {
        tile = old
      } else {
        let scale = UIScreen.main.scale
        tile = CATiledLayer()
        tile.frame = cell.bounds
        tile.contentsScale = scale
        tile.tileSize = CGSize(width: cell.bounds.width * scale, height: cell.bounds.height * scale)
        tile.delegate = drawer
        tile.setValue(indexPath.item, forKey: "index")
        cell.contentView.layer.addSublayer(tile)
      }
      // The drawing of another photograph goes.
      tile.contents = nil
      tile.setValue(indexPath.item, forKey: "index")
      tile.setNeedsDisplay()
      return cell
    }
  }

  private static let tiles = Demo("LW-14.4", "Pictures as tiles") { TiledCarousel() }
    .play(TiledCarousel.self) { stage, controller in
      stage.move(to: 0.1)
      try stage.show("LW-F-14.4")
      stage.move(to: 1)
      let point = CGPoint(x: 100, y: 250)
      stage.expect(at: point, color(0), "the first photograph")
      stage.expect(at: CGPoint(x: 100, y: 150), .white, "above it")
      try stage.show()
      let expected = CGRect(x: 0, y: 25, width: 200, height: 150)
      stage.expect(controller.drawer.rectangles[0] == expected, "where it is drawn")
      controller.collectionView?.contentOffset = CGPoint(x: 5 * 220, y: 0)
      stage.wait(0.1)
      stage.move(to: 2.5)
      stage.expect(at: point, color(5), "the sixth photograph, in a cell that is used again")
      try stage.show()
    }

  // MARK: 14.5

  /// Photographs that are kept when they were loaded once.
  final class CachedCarousel: UIViewController, UICollectionViewDataSource {
    let arrivals = Arrivals()
    private(set) var collectionView: UICollectionView?
    private(set) var loads: [Int: Int] = [:]
    private let cache = NSCache<NSNumber, UIImage>()
    private var isLoading: Set<Int> = []

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .lightGray
      let layout = UICollectionViewFlowLayout()
      layout.scrollDirection = .horizontal
      layout.itemSize = CGSize(width: 320, height: 200)
      layout.minimumLineSpacing = 0
      let frame = CGRect(x: 0, y: 140, width: 320, height: 200)
      let collectionView = UICollectionView(frame: frame, collectionViewLayout: layout)
      collectionView.isPagingEnabled = true
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
      let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "Cell", for: indexPath)
      let imageView: UIImageView
      if let old = cell.contentView.subviews.last as? UIImageView {
        imageView = old
      } else {
        imageView = UIImageView(frame: cell.contentView.bounds)
        imageView.contentMode = .scaleAspectFit
        cell.contentView.addSubview(imageView)
      }
      imageView.image = image(indexPath.item)
      // Those beside it are wanted soon.
      if indexPath.item + 1 < photoCount { _ = image(indexPath.item + 1) }
      if indexPath.item > 0 { _ = image(indexPath.item - 1) }
      return cell
    }

    /// Returns a photograph if it is there; else it comes later.
    private func image(_ index: Int) -> UIImage? {
      if let image = cache.object(forKey: NSNumber(value: index)) { return image }
      guard isLoading.insert(index).inserted else { return nil }
      loads[index, default: 0] += 1
      let (path, scale) = (photos[index], UIScreen.main.scale)
      arrivals.perform {
        LockwoodChapter14.load(
          path,
          .drawn,
          in: CGRect(x: 0, y: 0, width: 267, height: 200),
          scale: scale
        )
      } then: { [self] image in
        guard let image else { return }
        cache.setObject(image, forKey: NSNumber(value: index))
        isLoading.remove(index)
        let cell = collectionView?.cellForItem(at: IndexPath(item: index, section: 0))
        (cell?.contentView.subviews.last as? UIImageView)?.image = image
      }
      return nil
    }
  }

  private static let cache = Demo("LW-14.5", "Pictures that are kept") { CachedCarousel() }
    .play(CachedCarousel.self) { stage, controller in
      controller.arrivals.finish()
      for page in 0..<photoCount {
        controller.collectionView?.contentOffset = CGPoint(x: 320 * page, y: 0)
        stage.wait(0.1)
        // It was loaded in advance, so it is there before anything arrives.
        stage.expect(at: CGPoint(x: 160, y: 300), color(page), "photograph \(page)")
        if page == 0 || page == 3 { try stage.show("page \(page)") }
        controller.arrivals.finish()
        stage.wait(0.1)
      }
      for page in (0..<photoCount).reversed() {
        controller.collectionView?.contentOffset = CGPoint(x: 320 * page, y: 0)
        stage.wait(0.1)
        stage.expect(at: CGPoint(x: 160, y: 300), color(page), "photograph \(page) again")
      }
      controller.arrivals.finish()
      let loads = controller.loads
      stage.expect(loads.count == photoCount, "all were loaded: \(loads.keys.sorted())")
      stage.expect(loads.values.allSatisfy { $0 == 1 }, "each of them once: \(loads)")
      try stage.show()
    }

  // MARK: 14.6

  /// Measures how long pictures of two formats take to load and draw.
  final class Benchmark: UIViewController, UITableViewDataSource {
    let tableView = UITableView(frame: UIScreen.main.bounds, style: .plain)
    let sizes = [
      (2048, 1536), (1024, 768), (512, 384), (256, 192), (128, 96), (64, 48), (32, 24),
    ]
    /// The least time of a measurement, in seconds.
    let leastTime: CFTimeInterval
    let arrivals = Arrivals()
    private(set) var results: [Int: [Double]] = [:]

    init(leastTime: CFTimeInterval) {
      self.leastTime = leastTime
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      tableView.dataSource = self
      view.addSubview(tableView)
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      sizes.count
    }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell =
        tableView.dequeueReusableCell(withIdentifier: "Cell")
        ?? UITableViewCell(style: .subtitle, reuseIdentifier: "Cell")
      let size = sizes[indexPath.row]
      cell.textLabel?.text = "\(size.0) x \(size.1)"
      if let result = results[indexPath.row] {
        let times = result.map { String(format: "%03.0f ms", $0 * 1000) }
        cell.detailTextLabel?.text =
          "photo: PNG \(times[0]), JPEG \(times[1]); gradient: PNG \(times[2]), JPEG \(times[3])"
      } else {
        cell.detailTextLabel?.text = "Loading…"
        measure(indexPath.row)
      }
      return cell
    }

    private var started: Set<Int> = []

    private func measure(_ row: Int) {
      guard started.insert(row).inserted else { return }
      let (size, leastTime) = (sizes[row], leastTime)
      arrivals.perform {
        let photo = LockwoodChapter14.files("photo", size.0, size.1, LockwoodChapter14.drawPhoto)
        let gradient = LockwoodChapter14.files(
          "gradient",
          size.0,
          size.1,
          LockwoodChapter14.drawGradient
        )
        return (photo + gradient).map { LockwoodChapter14.time($0, leastTime) }
      } then: { [self] times in
        results[row] = times
        tableView.reloadRows(at: [IndexPath(row: row, section: 0)], with: .none)
      }
    }
  }

  /// A picture as a PNG and a JPEG file.
  nonisolated static func files(
    _ name: String,
    _ width: Int,
    _ height: Int,
    _ draw: (CGContext, CGSize) -> Void
  ) -> [String] {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    format.opaque = true
    let size = CGSize(width: width, height: height)
    let image = UIGraphicsImageRenderer(size: size, format: format).image {
      draw($0.cgContext, size)
    }
    return [
      Lockwood2.write(image.pngData(), to: "\(name)\(width).png"),
      Lockwood2.write(image.jpegData(compressionQuality: 0.6), to: "\(name)\(width).jpg"),
    ]
  }

  /// All colours from the left to the right.
  nonisolated static func drawGradient(_ context: CGContext, _ size: CGSize) {
    let colors = (0...6).map { hue in
      UIColor(hue: CGFloat(hue) / 6, saturation: 1, brightness: 1, alpha: 1).cgColor
    }
    let space = CGColorSpaceCreateDeviceRGB()
    guard let rainbow = CGGradient(colorsSpace: space, colors: colors as CFArray, locations: nil)
    else { return }
    let end = CGPoint(x: size.width, y: 0)
    context.drawLinearGradient(rainbow, start: .zero, end: end, options: [])
  }

  /// Many translucent discs, as uneven as a photograph.
  nonisolated static func drawPhoto(_ context: CGContext, _ size: CGSize) {
    var state: UInt32 = 5
    func random() -> CGFloat {
      state = state &* 1_664_525 &+ 1_013_904_223
      return CGFloat(state >> 8) / CGFloat(1 << 24)
    }
    for _ in 0..<400 {
      context.setFillColor(red: random(), green: random(), blue: random(), alpha: 0.4)
      let radius = random() * size.width / 8
      let center = CGPoint(x: random() * size.width, y: random() * size.height)
      context.fillEllipse(
        in: CGRect(
          x: center.x - radius,
          y: center.y - radius,
          width: 2 * radius,
          height: 2 * radius
        )
      )
    }
  }

  /// Returns the mean time of loading and drawing a file, in seconds.
  nonisolated static func time(_ path: String, _ leastTime: CFTimeInterval) -> Double {
    let start = Date()
    var count = 0
    repeat {
      let image = UIImage(contentsOfFile: path)
      UIGraphicsBeginImageContext(CGSize(width: 1, height: 1))
      image?.draw(at: .zero)
      UIGraphicsEndImageContext()
      count += 1
    } while Date().timeIntervalSince(start) < leastTime
    return Date().timeIntervalSince(start) / Double(count)
  }

  private static let benchmark = Demo("LW-14.6", "Formats compared") { Benchmark(leastTime: 0.01) }
    .play(Benchmark.self) { stage, controller in
      try stage.show("Loading")
      controller.arrivals.finish()
      stage.wait(1)
      stage.expect(controller.results.count == 7, "a row for each size")
      for (row, times) in controller.results {
        stage.expect(times.count == 4 && times.allSatisfy { $0 > 0 }, "four times of row \(row)")
      }
      let (large, small) = (controller.results[0] ?? [], controller.results[6] ?? [])
      stage.expect(zip(large, small).allSatisfy { $0 > $1 }, "decoding is part of it")
    }

  // MARK: 14.7

  /// The colours of a JPEG file with the alpha of a PNG file.
  final class Hybrid: Lockwood2.WhiteView {
    let imageView = UIImageView(frame: CGRect(x: 60, y: 140, width: 200, height: 200))
    private(set) var colors: UIImage?

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = Lockwood2.orange
      layerView.isHidden = true
      let (colorFile, maskFile) = files()
      colors = UIImage(contentsOfFile: colorFile)
      let mask = UIImage(contentsOfFile: maskFile)?.cgImage?.copy(
        colorSpace: CGColorSpaceCreateDeviceGray()
      )
      if let colors = colors?.cgImage, let mask, let masked = colors.masking(mask) {
        imageView.image = UIImage(cgImage: masked)
      }
      view.addSubview(imageView)
    }

    private func files() -> (String, String) {
      let format = UIGraphicsImageRendererFormat()
      format.scale = 1
      format.opaque = true
      let bounds = CGRect(x: 0, y: 0, width: 200, height: 200)
      let renderer = UIGraphicsImageRenderer(size: bounds.size, format: format)
      let colors = renderer.image { context in
        UIColor(red: 0.2, green: 0.4, blue: 0.8, alpha: 1).setFill()
        context.fill(bounds)
        Lockwood2.snowman(200).draw(in: bounds)
      }
      let mask = CGContext(
        data: nil,
        width: 200,
        height: 200,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceGray(),
        bitmapInfo: CGImageAlphaInfo.none.rawValue
      )
      mask?.setFillColor(gray: 0, alpha: 1)
      mask?.fill(bounds)
      mask?.setFillColor(gray: 1, alpha: 1)
      // From below: the body, the head and the hat.
      mask?.fillEllipse(in: CGRect(x: 44, y: 0, width: 112, height: 112))
      mask?.fillEllipse(in: CGRect(x: 60, y: 96, width: 80, height: 80))
      mask?.fill(CGRect(x: 70, y: 160, width: 60, height: 30))
      let maskData = mask?.makeImage().flatMap { UIImage(cgImage: $0).pngData() }
      return (
        Lockwood2.write(colors.jpegData(compressionQuality: 0.9), to: "snowman.jpg"),
        Lockwood2.write(maskData, to: "snowman-mask.png")
      )
    }
  }

  private static let hybrid = Demo("LW-14.7", "Colours of one file, alpha of another") { Hybrid() }
    .play(Hybrid.self) { stage, controller in
      stage.expect(controller.imageView.image != nil, "there is a picture")
      stage.expect(at: CGPoint(x: 70, y: 150), Lockwood2.orange, "behind the black")
      stage.expect(at: CGPoint(x: 250, y: 330), Lockwood2.orange, "in the other corner too")
      let body = UIColor(white: 0.93, alpha: 1)
      stage.expect(at: CGPoint(x: 140, y: 280), body, within: 6, "the colour, where it is white")
      try stage.show()
    }
}
