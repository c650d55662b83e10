// The film of a movie patch.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import CoreImage

/// Plays the film of a movie patch, again and again.
///
/// Another film takes its place once it is open; one that cannot be opened never does.
final class PatchFilm {
  /// A film that plays, or is being opened.
  private final class Reel {
    let location: String
    let item: AVPlayerItem
    let player = AVQueuePlayer()
    let looper: AVPlayerLooper
    let output = AVPlayerItemVideoOutput(
      pixelBufferAttributes: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32RGBA]
    )

    init(_ url: URL, _ location: String) {
      self.location = location
      item = AVPlayerItem(url: url)
      looper = AVPlayerLooper(player: player, templateItem: item)
      item.add(output)
    }
  }

  private var shown: Reel?
  private var opening: Reel?
  /// A location that waits until it is known in whose time the film plays.
  private var waiting: (url: URL, location: String)?
  /// The last picture that was asked for.
  private var picture: Picture?
  private var rate: Float
  /// The layers that show the film themselves.
  private var layers: [AVPlayerLayer] = []
  /// Called when a film turns out to be none, with the location that stays.
  var onFailure: (String?) -> Void = { _ in }

  /// - Parameter rate: Seconds of the film in a second.
  init(rate: Double) {
    self.rate = Float(rate)
  }

  deinit {
    shown?.player.pause()
    opening?.player.pause()
  }

  /// The file whose film shows; nil if none does.
  var location: String? { shown?.location }

  /// The size of the pictures; zero before the film is open.
  var size: CGSize { shown?.item.presentationSize ?? .zero }

  /// Shows the film in a layer.
  func add(_ layer: AVPlayerLayer) {
    layers.append(layer)
    layer.player = shown?.player
  }

  /// Changes the rate; 0 stands still.
  func setRate(_ rate: Double) {
    self.rate = Float(rate)
    for reel in [shown, opening] { reel?.player.rate = self.rate }
  }

  /// Plays the film of another file.
  ///
  /// - Parameter base: The folder of relative paths; nil for the program's.
  /// - Returns: Whether there is such a file, and it is not known to be no film.
  func play(_ location: String, base: URL?) -> Bool {
    let url = URL(fileURLWithPath: location, relativeTo: base)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder),
      !isFolder.boolValue
    else {
      Diagnostics.report(
        "a movie patch: there is no file at \(url.path)",
        from: QCComposition.module
      )
      return false
    }
    guard CAContext.ofCurrentTime != nil else {
      waiting = (url, location)
      return true
    }
    return open(url, location)
  }

  private func open(_ url: URL, _ location: String) -> Bool {
    let reel = Reel(url, location)
    reel.player.rate = rate
    // Where pictures are requested one by one, this has opened the film.
    if rate == 0 { _ = reel.output.hasNewPixelBuffer(forItemTime: .zero) }
    opening?.player.pause()
    opening = reel
    update()
    return opening === reel || shown === reel
  }

  /// Shows a film that has been opened meanwhile.
  func update() {
    if let (url, location) = waiting {
      waiting = nil
      if !open(url, location) { onFailure(shown?.location) }
    }
    guard let reel = opening else { return }
    switch reel.item.status {
    case .unknown: return
    case .readyToPlay:
      shown?.player.pause()
      shown = reel
      picture = nil
      for layer in layers { layer.player = reel.player }
    case .failed:
      let reason = reel.item.error.map { "\($0)" } ?? "it cannot be read"
      Diagnostics.report("a movie patch: \(reel.location): \(reason)", from: QCComposition.module)
      reel.player.pause()
      opening = nil
      return onFailure(shown?.location)
    }
    opening = nil
  }

  /// Returns the picture of a time, the same object as long as it is the same picture; nil if there
  /// is none.
  ///
  /// - Parameter time: In seconds of the context.
  func picture(at time: Double) -> Picture? {
    guard let output = shown?.output else { return nil }
    let itemTime = output.itemTime(forHostTime: time)
    guard picture == nil || output.hasNewPixelBuffer(forItemTime: itemTime) else { return picture }
    guard let buffer = output.copyPixelBuffer(forItemTime: itemTime, itemTimeForDisplay: nil),
      let image = buffer.makeImage()
    else { return picture }
    picture = Picture(image)
    return picture
  }
}
