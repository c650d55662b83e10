// Zarra and Long, chapters 7 and 8: films by players, in place of classes that Apple has dropped.
// Licensed under the MIT license; see LICENSE.

@testable import AVFoundation
import FilmSamples
import Foundation
import QuartzModel
import QuartzSoftware
import QuartzVideo
import Synchronization
import Testing

@Suite struct ZarraFilmTests {
  private func seconds(_ value: Double) -> CMTime {
    CMTime(seconds: value, preferredTimescale: 600)
  }

  /// ZL-D-7.1: the film fills the window; a path without a film shows nothing.
  @Test func aFilmFillsTheWindow() throws {
    let folder = try Folder()
    let stage = try MovieStage(try MovieFilm.make(folder))
    stage.player.play()
    let pixels = try stage.pixels(at: 2)
    #expect(pixels[60, 160] == [60, 60, 60] && pixels[240, 160] == [255, 255, 255])
    for (x, y) in [(2, 2), (317, 2), (160, 15)] { #expect(pixels[x, y] == [255, 0, 0]) }
    #expect(pixels[2, 237] == [60, 60, 60] && pixels[317, 237] == [255, 255, 255])
    let nothing = try MovieStage(URL(fileURLWithPath: folder.file("none.mov")))
    nothing.player.play()
    #expect(try nothing.pixels(at: 1)[160, 120] == [0, 0, 0])
    #expect(nothing.player.status == .failed && nothing.player.error != nil)
  }

  /// ZL-D-7.2: buttons over the film stop it, step it, and go to its ends.
  @Test func buttonsControlTheFilm() throws {
    let folder = try Folder()
    let stage = try MovieStage(try MovieFilm.make(folder))
    let button = CALayer()
    button.frame = CGRect(x: 20, y: 200, width: 40, height: 20)
    button.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    stage.root.insertSublayer(button, at: 0)
    // Above all others the film hides the button; as the lowest layer it does not.
    #expect(try stage.pixels(at: 0)[30, 210] != [0, 0, 255])
    stage.root.insertSublayer(stage.movie, at: 0)
    #expect(try stage.pixels(at: 0)[30, 210] == [0, 0, 255])
    #expect(stage.root.hitTest(CGPoint(x: 30, y: 210)) === button)
    stage.player.play()
    #expect(try stage.number(at: 1) == 30)
    stage.player.pause()
    #expect(try stage.number(at: 2) == 30)
    let item = try #require(stage.player.currentItem)
    item.step(byCount: 1)
    #expect(try stage.number(at: 2) == 31)
    item.step(byCount: -1)
    item.step(byCount: -1)
    #expect(try stage.number(at: 2) == 29)
    stage.player.seek(to: .zero)
    #expect(try stage.number(at: 2) == 0)
    stage.player.seek(to: item.duration)
    #expect(try stage.number(at: 2) == 299 % 256)
  }

  /// ZL-D-7.3: half of the slider is picture 150, at once; scrubbing shows each picture.
  @Test func aSliderSeeks() throws {
    let folder = try Folder()
    let stage = try MovieStage(try MovieFilm.make(folder))
    #expect(try stage.number(at: 0) == 0)
    let duration = try #require(stage.player.currentItem?.duration)
    #expect(duration == CMTime(value: 6000, timescale: 600))
    func slide(to value: Double) {
      stage.player.seek(to: CMTimeMultiplyByFloat64(duration, multiplier: value))
    }
    slide(to: 0.5)
    #expect(stage.player.currentTime() == CMTime(value: 3000, timescale: 600))
    #expect(try stage.number(at: 0) == 150)
    for frame in stride(from: 0, through: 60, by: 4) {
      slide(to: Double(frame) / 60)
      #expect(try stage.number(at: Double(frame) / 60) == min(frame * 5, 299) % 256)
    }
  }

  /// ZL-D-7.5, ZL-D-7.9: a slider and a time code follow the film; a timer that is ended is silent.
  @Test func sliderAndTimeCodeFollowTheFilm() throws {
    let folder = try Folder()
    let stage = try MovieStage(try MovieFilm.make(folder))
    let code = CATextLayer()
    code.frame = CGRect(x: 0, y: 40, width: 200, height: 30)
    stage.root.addSublayer(code)
    func text(_ time: CMTime) -> String { String(format: "%05.2f", time.seconds) }
    code.string = text(.zero)
    let ticks = Mutex<[Double]>([])
    // Safe because: the observer is called on this thread.
    nonisolated(unsafe) let layer = code
    let token = stage.player.addPeriodicTimeObserver(
      forInterval: CMTime(value: 1, timescale: 30),
      queue: nil
    ) { time in
      ticks.withLock { $0.append(time.seconds / 10) }
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.string = String(format: "%05.2f", time.seconds)
      CATransaction.commit()
    }
    stage.player.play()
    for step in 1...60 {
      let time = Double(step) / 60
      _ = try stage.pixels(at: time)
      let slider = try #require(ticks.withLock { $0.last })
      #expect(abs(slider - time / 10) <= 0.002 + 1.0 / 300)
      let shown = try #require((code.string as? String).flatMap(Double.init))
      #expect(abs(shown - stage.player.currentTime().seconds) <= 0.04)
      // Nothing fades from one text to the next.
      #expect(code.animationKeys()?.isEmpty != false)
    }
    // One at each picture, and one when it began.
    #expect((30...32).contains(ticks.withLock { $0.count }))
    stage.player.removeTimeObserver(token)
    let count = ticks.withLock { $0.count }
    _ = try stage.pixels(at: 3)
    #expect(ticks.withLock { $0.count } == count)
  }

  /// ZL-D-7.6: a line of text in the middle of the film's upper edge.
  ///
  /// The letters are blue: white ones would not be seen on the right half.
  @Test func textLiesOverTheFilm() throws {
    let folder = try Folder()
    let stage = try MovieStage(try MovieFilm.make(folder))
    stage.player.play()
    let plain = try stage.pixels(at: 1)
    let text = CATextLayer()
    text.frame = stage.movie.bounds
    text.alignmentMode = .center
    text.fontSize = 24
    text.foregroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    text.string = "Do Not Try This At Home!"
    CATransaction.setDisableActions(true)
    stage.movie.addSublayer(text)
    let pixels = try stage.pixels(at: 1)
    let columns = (0..<320).filter { x in (0..<40).contains { pixels[x, $0] != plain[x, $0] } }
    let (first, last) = (try #require(columns.first), try #require(columns.last))
    #expect(abs(first - (319 - last)) <= 2 && last - first > 160)
    #expect((0..<12).contains { y in (0..<320).contains { pixels[$0, y] != plain[$0, y] } })
    #expect((40..<240).allSatisfy { y in (0..<320).allSatisfy { pixels[$0, y] == plain[$0, y] } })
    #expect(try stage.number(at: 2) == 60)
  }

  /// A clock that stands where a test puts it.
  private final class StandingClock: CAContext.Clock {
    let currentTime: CFTimeInterval = 0
  }

  /// ZL-D-7.F6: sixteen layers show parts of one film, with one decoding and one upload a picture.
  @Test func copiesOfTheContentsCostNothing() throws {
    let folder = try Folder()
    let url = try MovieFilm.make(folder, frames: 40)
    let configuration = ContextConfiguration(width: 640, height: 240, scale: 1, background: .black)
    let carrier = try InProcessCarrier(
      backend: SoftwareBackend(threads: 1),
      configuration: configuration
    )
    let context = CAContext(configuration: configuration, carrier: carrier, clock: StandingClock())
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 640, height: 240)
    context.layer = root
    let player = AVPlayer(url: url)
    let movie = AVPlayerLayer(player: player)
    movie.frame = CGRect(x: 0, y: 0, width: 320, height: 240)
    root.addSublayer(movie)
    player.play()
    _ = try context.image(at: 0)
    var pieces: [CALayer] = []
    for (row, column) in (0..<16).map({ ($0 / 4, $0 % 4) }) {
      let piece = CALayer()
      piece.frame = CGRect(x: 340 + column * 65, y: row * 50, width: 60, height: 45)
      piece.contents = movie.contents
      piece.contentsRect = CGRect(
        x: Double(column) / 4,
        y: Double(row) / 4,
        width: 0.25,
        height: 0.25
      )
      root.addSublayer(piece)
      pieces.append(piece)
    }
    let decoder = try #require(player.currentItem?.decoder as? VideoDecoder)
    for frame in 1..<30 {
      let pixels = try MoviePixels(context.image(at: (Double(frame) + 0.5) / 30))
      // Each picture goes to the renderer once, whatever shows it.
      #expect(carrier.renderer.counters.bytesUploaded == 80 * 60 * 4)
      #expect(pixels[60, 160] == [frame, frame, frame])
      for row in 1..<4 {
        for column in 0..<4 {
          let found = pixels[340 + column * 65 + 30, row * 50 + 22]
          #expect(found == (column < 2 ? [frame, frame, frame] : [255, 255, 255]))
        }
      }
    }
    // One picture is decoded ahead.
    #expect((30...31).contains(decoder.decodedCount))
  }

  /// ZL-D-7.T1: each action leads to its time and its picture.
  ///
  /// A selection and a poster are times of the program.
  @Test func actionsLeadToTheirPictures() throws {
    let folder = try Folder()
    let url = try MovieFilm.make(folder)
    let stage = try MovieStage(url)
    let (selection, poster) = (seconds(4), seconds(1))
    func expect(_ picture: Int, _ time: Double) throws {
      #expect(try stage.number(at: 0) == picture % 256)
      #expect(abs(stage.player.currentTime().seconds - time) < 1e-9)
    }
    func nextSelection() {
      if stage.player.currentTime() < selection { stage.player.seek(to: selection) }
    }
    func previousSelection() {
      if stage.player.currentTime() > selection { stage.player.seek(to: selection) }
    }
    stage.player.seek(to: seconds(2))
    try expect(60, 2)
    previousSelection()
    try expect(60, 2)
    nextSelection()
    try expect(120, 4)
    stage.player.seek(to: seconds(6))
    previousSelection()
    try expect(120, 4)
    stage.player.seek(to: poster)
    try expect(30, 1)
    let item = try #require(stage.player.currentItem)
    item.step(byCount: 1)
    try expect(31, 31.0 / 30)
    item.step(byCount: -1)
    try expect(30, 1)
    stage.player.seek(to: seconds(3.5))
    try expect(105, 3.5)
    stage.player.seek(to: .zero)
    try expect(0, 0)
    stage.player.seek(to: item.duration)
    try expect(299, 10)
    stage.player.play()
    #expect(stage.player.rate == 1)
    stage.player.pause()
    #expect(stage.player.rate == 0)
    // The poster is a picture of its own, too.
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
    let image = try generator.copyCGImage(at: poster, actualTime: nil)
    #expect(try MoviePixels(image)[10, 30] == [30, 30, 30])
  }

  /// ZL-D-8.5: pictures that an output takes are those of the layer; while the film stands still
  /// there is no new one.
  ///
  /// They are contents here; layers that draw with OpenGL ES have their own tests.
  @Test func anOutputTakesThePicturesOfTheLayer() throws {
    let folder = try Folder()
    let stage = try MovieStage(try MovieFilm.make(folder, frames: 60))
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32RGBA
    ])
    let item = try #require(stage.player.currentItem)
    item.add(output)
    stage.player.play()
    for frame in [0, 7, 31] {
      let pixels = try stage.pixels(at: Double(frame) / 30 + 0.01)
      let time = item.currentTime()
      #expect(output.hasNewPixelBuffer(forItemTime: time))
      let buffer = try #require(output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil))
      _ = CVPixelBufferLockBaseAddress(buffer, .readOnly)
      defer { _ = CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      let base = try #require(CVPixelBufferGetBaseAddress(buffer))
      let rowBytes = CVPixelBufferGetBytesPerRow(buffer)
      for (x, y) in [(10, 2), (10, 30), (60, 30)] {
        let found = (0..<3).map {
          Int(base.load(fromByteOffset: y * rowBytes + x * 4 + $0, as: UInt8.self))
        }
        #expect(found == pixels[x * 4 + 2, y * 4 + 2])
      }
      #expect(!output.hasNewPixelBuffer(forItemTime: time))
    }
    stage.player.pause()
    _ = try stage.pixels(at: 5)
    #expect(!output.hasNewPixelBuffer(forItemTime: item.currentTime()))
  }

  /// ZL-D-8.8: six films in a grid, from the lower left on, that begin anew after ten seconds.
  @Test func aGridOfFilms() throws {
    let folder = try Folder()
    let colors: [[UInt8]] = [
      [255, 0, 0], [0, 255, 0], [0, 0, 255], [0, 255, 255], [255, 0, 255], [255, 255, 0],
    ]
    var options = CAContext.Options()
    options.isYUp = true
    let context = try CAContext(size: CGSize(width: 640, height: 480), options: options)
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 640, height: 480)
    root.backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
    context.layer = root
    let (width, height) = ((640.0 - 30) / 3, (480.0 - 20) / 2)
    var loopers: [AVPlayerLooper] = []
    var channels: [AVPlayerLayer] = []
    for (number, color) in colors.enumerated() {
      let url = try MovieFilm.make(folder, "\(number).mov", strip: color)
      let queue = AVQueuePlayer()
      loopers.append(AVPlayerLooper(player: queue, templateItem: AVPlayerItem(url: url)))
      let layer = AVPlayerLayer(player: queue)
      layer.videoGravity = .resize
      layer.frame = CGRect(
        x: 10 + Double(number % 3) * width,
        y: 10 + Double(number / 3) * height,
        width: width - 10,
        height: height - 10
      )
      root.addSublayer(layer)
      channels.append(layer)
    }
    #expect(abs(width - 203.33) < 0.01 && height == 230)
    #expect(abs(channels[4].frame.minX - 213.33) < 0.01 && channels[4].frame.minY == 240)
    for channel in channels { channel.player?.play() }
    for time in [1.0, 11] {
      let pixels = try MoviePixels(context.image(at: time))
      for (number, color) in colors.enumerated() {
        let frame = channels[number].frame
        let (x, top) = (Int(frame.midX), 480 - Int(frame.maxY))
        #expect(pixels[x, top + 6] == color.map { Int($0) })
        #expect(pixels[x - 40, top + 110] == [30, 30, 30])
      }
      #expect(pixels[5, 240] == [0, 0, 0] && pixels[320, 245] == [0, 0, 0])
    }
    // Channel 2 at half its opacity is half as bright.
    CATransaction.setDisableActions(true)
    channels[1].opacity = 0.5
    let dim = try MoviePixels(context.image(at: 11))[Int(channels[1].frame.midX) + 40, 360]
    #expect(dim.allSatisfy { (127...128).contains($0) })
  }
}
