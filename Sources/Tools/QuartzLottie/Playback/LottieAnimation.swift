// An animation that was read from a document.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
import ImageIO
public import QuartzCore

/// An animation of a Lottie document, read and checked; it makes layers that show it.
///
///     let animation = try LottieAnimation(contentsOf: URL(fileURLWithPath: "hello.json"))
///     let layer = try animation.makeLayer()
///
/// The value can be shared between threads.
public struct LottieAnimation: Sendable {
  /// Bytes of a document.
  static let largestSize = 1 << 26

  let document: LottieDocument
  private let source: JSONDocument
  private let files: any LottieFiles
  private let settings: LottieSettings
  /// The features that reading met, and its remarks.
  public let report: LottieReport
  /// The key paths of all properties that settings can replace, in the order of the document.
  public let keyPaths: [String]

  /// Reads a document, or the initial animation of a dotLottie archive.
  ///
  /// - Parameter settings: Values that replace those of the document.
  /// - Throws: `LottieError` for bytes that are no animation, or one beyond the limits.
  public init(
    data: Data,
    settings: LottieSettings = LottieSettings()
  ) throws(LottieError) {
    if ArchiveFiles.isArchive(data) {
      self = try DotLottie(data: data).animation(settings: settings)
    } else {
      try self.init(data, settings, files: NoLottieFiles())
    }
  }

  /// Reads a file and, when layers are made, the pictures beside it or in it.
  ///
  /// - Parameter settings: Values that replace those of the document.
  /// - Throws: `LottieError` for a file that cannot be read or is no animation.
  public init(
    contentsOf url: URL,
    settings: LottieSettings = LottieSettings()
  ) throws(LottieError) {
    let data = try FolderFiles.read(url, limit: ArchiveFiles.largestSize)
    if ArchiveFiles.isArchive(data) {
      self = try DotLottie(data: data).animation(settings: settings)
    } else {
      try self.init(data, settings, files: FolderFiles(folder: url.deletingLastPathComponent()))
    }
  }

  init(
    _ data: Data,
    _ settings: LottieSettings,
    files: any LottieFiles
  ) throws(LottieError) {
    guard data.count <= Self.largestSize else {
      throw .limit(what: "bytes", limit: Self.largestSize)
    }
    try self.init(try JSONParser.document(of: [UInt8](data)), settings, files)
  }

  private init(
    _ source: JSONDocument,
    _ settings: LottieSettings,
    _ files: any LottieFiles
  ) throws(LottieError) {
    let reader = LottieReader(source, settings)
    document = try reader.document()
    report = reader.report
    keyPaths = reader.keyPaths
    self.source = source
    self.files = files
    self.settings = settings
  }

  /// The same animation with other values in place of its own.
  ///
  /// Settings that it was read with, such as those of a theme, stay where these have none.
  ///
  /// - Throws: `LottieError` if it is beyond the limits with these.
  public func applying(_ settings: LottieSettings) throws(LottieError) -> LottieAnimation {
    try LottieAnimation(source, self.settings.merging(settings), files)
  }

  /// The size of the canvas in points.
  public var size: CGSize { CGSize(width: document.size.x, height: document.size.y) }

  /// Frames in a second.
  public var frameRate: Double { document.frameRate }

  /// The first frame.
  public var startFrame: Double { document.startFrame }

  /// The frame at which the animation is over; it is not shown.
  public var endFrame: Double { document.endFrame }

  /// The length in seconds.
  public var duration: TimeInterval { (endFrame - startFrame) / frameRate }

  /// The named parts of the time, in the order of the document.
  public var markers: [LottieMarker] { document.markers }

  /// The names of values that settings and themes can replace, sorted.
  public var slots: [String] { document.slots }

  /// The document's name, or nil.
  public var name: String? { document.name }

  /// The program that wrote the document, or nil.
  public var generator: String? { document.generator }

  /// The frame at a progress, 0 for the first one and 1 for the end.
  public func frame(forProgress progress: Double) -> Double {
    startFrame + (endFrame - startFrame) * progress
  }

  /// The frame that is shown some seconds after the first one.
  private func frame(atTime seconds: TimeInterval) -> Double { startFrame + seconds * frameRate }

  /// The seconds after the first frame at which a frame is shown.
  public func time(forFrame frame: Double) -> TimeInterval { (frame - startFrame) / frameRate }

  /// The frames of the first marker of a name; nil if there is none.
  ///
  /// One without a length lasts until the next marker, or until the end.
  public func markerRange(named name: String) -> Range<Double>? {
    guard let marker = markers.first(where: { $0.name == name }) else { return nil }
    let next = markers.map(\.startFrame).filter { $0 > marker.startFrame }.min() ?? endFrame
    let end = marker.frameCount > 0 ? marker.startFrame + marker.frameCount : next
    let start = min(max(marker.startFrame, startFrame), endFrame)
    return start..<min(max(end, start), endFrame)
  }

  /// The seconds of the first marker of a name; nil if there is none, or it has no frames.
  package func markerSeconds(named name: String) -> Range<TimeInterval>? {
    guard let frames = markerRange(named: name), !frames.isEmpty else { return nil }
    return time(forFrame: frames.lowerBound)..<time(forFrame: frames.upperBound)
  }

  /// Makes layers that show the animation by their own time: 0 is the first frame.
  ///
  /// - Throws: `LottieError.limit` for a document that needs too many layers.
  public func makeLayer() throws(LottieError) -> CALayer {
    try makeLayer(reportingTo: { _ in })
  }

  /// Makes layers that show the animation, and says how well.
  ///
  /// - Parameter body: Gets the report of reading and of making layers.
  /// - Throws: `LottieError.limit` for a document that needs too many layers.
  public func makeLayer(
    reportingTo body: (LottieReport) -> Void
  ) throws(LottieError) -> CALayer {
    try makeLayer(showing: nil, reportingTo: body)
  }

  /// Makes layers as `makeLayer(reportingTo:)`, for some times alone.
  ///
  /// - Parameter seconds: The times that are shown, of which alone the layers show what the
  ///   animation does; nil for all. Few times take less work than all.
  package func makeLayer(
    showing seconds: ClosedRange<TimeInterval>?,
    reportingTo body: (LottieReport) -> Void
  ) throws(LottieError) -> CALayer {
    var report = report
    let (files, providers) = (files, settings.providers)
    let frames = seconds.map { frame(atTime: $0.lowerBound)...frame(atTime: $0.upperBound) }
    let layer = try LottieBuilder.layer(of: document, &report, showing: frames) { asset in
      providers.image?(asset.request) ?? asset.image(from: files)
    } files: { path in
      path.staysInside ? files.data(of: path) : nil
    } fonts: { font in
      providers.font?(LottieFontRequest(name: font.name, family: font.family, style: font.style))
    }
    body(report)
    return layer
  }
}

extension LottieAsset {
  fileprivate var request: LottieImageRequest {
    let file = if case .file(let path) = source { path } else { "" }
    return LottieImageRequest(
      id: id,
      fileName: file,
      size: CGSize(width: size.x, height: size.y)
    )
  }

  fileprivate func image(from files: any LottieFiles) -> CGImage? {
    let data: Data? =
      switch source {
      case .bytes(let bytes): Data(bytes)
      case .file(let path): files.data(of: path)
      case .missing: nil
      }
    guard let data, let reader = CGImageSourceCreateWithData(data as CFData, nil) else {
      return nil
    }
    return CGImageSourceCreateImageAtIndex(reader, 0, nil)
  }
}
