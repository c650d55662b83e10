// Zarra and Long, chapter 7: films in layers, with controls, texts and copies.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import BookKit
import UIKit

/// The demos of chapter 7, by AVFoundation: the text's classes of films are gone.
@MainActor
enum ZarraChapter7 {
  static let demos: [Demo] = [
    player, controls, seeking, progress, overlaid, timeCode, copies, actions,
  ]

  /// A window that a film fills.
  class FilmWindow: Zarra.Window {
    let player: AVPlayer
    let movie: AVPlayerLayer

    init(_ url: URL = Films.url()) {
      player = AVPlayer(url: url)
      movie = AVPlayerLayer(player: player)
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      movie.frame = CGRect(x: 0, y: 0, width: 320, height: 240)
      root.addSublayer(movie)
    }
  }

  /// A place of the film's grey half.
  private static let gray = CGPoint(x: 80, y: 120)

  // MARK: 7.1

  private static let player = Demo("ZL-7.1", "A film fills a window") { FilmWindow() }
    .screen(320, 240)
    .play(FilmWindow.self) { stage, window in
      try stage.show("before it plays")
      window.player.play()
      stage.move(to: 2)
      stage.expect(CGFloat(try stage.picture(at: gray)), is: 60, "the picture after 2 s")
      let red = UIColor.red
      for place in [CGPoint(x: 2, y: 2), CGPoint(x: 317, y: 2), CGPoint(x: 160, y: 19)] {
        stage.expect(at: place, red, within: 0, "the strip above")
      }
      stage.expect(at: CGPoint(x: 317, y: 237), .white, within: 0, "the lower right corner")
      stage.expect(at: CGPoint(x: 160, y: 20), .white, within: 0, "below the strip")
      try stage.show()
      let missing = AVPlayer(url: URL(filePath: "/there/is/none.mov"))
      window.movie.player = missing
      missing.play()
      stage.wait(0.1)
      stage.expect(missing.status == .failed && missing.error != nil, "a path without a film fails")
      stage.expect(at: gray, .black, within: 0, "and shows nothing")
      try stage.show("a path without a film")
    }

  // MARK: 7.2, 7.3, 7.5

  /// A film under five buttons and a slider that follows it.
  private final class ControlledFilm: FilmWindow {
    let slider = UISlider(frame: CGRect(x: 110, y: 200, width: 200, height: 30))
    private(set) var ticks = 0
    private var timer: Any?

    override func viewDidLoad() {
      super.viewDidLoad()
      // As the lowest layer: above the others it would hide the buttons.
      root.insertSublayer(movie, at: 0)
      for (index, (title, action)) in actions.enumerated() {
        addButton(title, x: 5, y: CGFloat(25 + index * 42), action)
      }
      slider.addAction(UIAction { [unowned self] _ in seek() }, for: .valueChanged)
      view.addSubview(slider)
    }

    private var actions: [(String, () -> Void)] {
      let player = player
      return [
        ("Play", { [unowned self] in toggle() }),
        ("Back", { player.currentItem?.step(byCount: -1) }),
        ("Forward", { player.currentItem?.step(byCount: 1) }),
        ("Beginning", { player.seek(to: .zero) }),
        ("End", { player.seek(to: player.currentItem?.duration ?? .zero) }),
      ].map { title, action in
        (
          title,
          { [unowned self] in
            action()
            updateSlider(player.currentTime())
          }
        )
      }
    }

    private func toggle() {
      if player.rate > 0 { return stop() }
      player.play()
      timer = player.addPeriodicTimeObserver(
        forInterval: CMTime(value: 1, timescale: 50),
        queue: nil
      ) { [weak self] time in
        MainActor.assumeIsolated {
          self?.ticks += 1
          self?.updateSlider(time)
        }
      }
    }

    private func stop() {
      player.pause()
      if let timer { player.removeTimeObserver(timer) }
      timer = nil
    }

    private func updateSlider(_ time: CMTime) { slider.value = Float(time.seconds / 10) }

    private func seek() {
      guard let duration = player.currentItem?.duration else { return }
      player.seek(to: CMTimeMultiplyByFloat64(duration, multiplier: Float64(slider.value)))
    }
  }

  /// A place of the grey half beside the buttons.
  private static let beside = CGPoint(x: 140, y: 120)

  private static let controls = Demo("ZL-7.2", "Buttons over a film") { ControlledFilm() }
    .screen(320, 240)
    .play(ControlledFilm.self) { stage, window in
      @MainActor func expectPicture(_ number: Int, _ action: String) throws {
        let found = try stage.picture(at: beside)
        stage.expect(CGFloat(found), is: CGFloat(number % 256), "the picture after \(action)")
        let time = CGFloat(number) / 300
        stage.expect(
          CGFloat(window.slider.value),
          is: number == 299 ? 1 : time,
          within: 1 / 300,
          "the slider after \(action)"
        )
      }
      stage.press("Play")
      stage.playFrames(to: 1)
      try expectPicture(30, "a second")
      try stage.show("plays")
      stage.press("Play")
      stage.playFrames(to: 2)
      try expectPicture(30, "a stop")
      stage.press("Forward")
      stage.wait(1.0 / 60)
      try expectPicture(31, "a step on")
      stage.press("Back")
      stage.press("Back")
      stage.wait(1.0 / 60)
      try expectPicture(29, "two steps back")
      try stage.show("stepped to picture 29")
      stage.press("End")
      stage.wait(1.0 / 60)
      try expectPicture(299, "the end")
      try stage.show("the end")
      stage.press("Beginning")
      stage.wait(1.0 / 60)
      try expectPicture(0, "the beginning")
      stage.expect(at: CGPoint(x: 8, y: 28), .white, within: 0, "the buttons lie over the film")
      try stage.show("the beginning")
    }

  private static let seeking = Demo("ZL-7.3", "A slider that seeks") { ControlledFilm() }
    .screen(320, 240)
    .play(ControlledFilm.self) { stage, window in
      @MainActor func slide(to value: Float) {
        window.slider.value = value
        window.slider.sendActions(for: .valueChanged)
      }
      slide(to: 0.5)
      let time = window.player.currentTime()
      stage.expect(time == CMTime(value: 3000, timescale: 600), "half is 3000/600: \(time)")
      stage.expect(CGFloat(try stage.picture(at: beside)), is: 150, "its picture, at once")
      try stage.show("half of the film")
      for frame in 0...60 {
        slide(to: Float(frame) / 60)
        stage.wait(1.0 / 60)
        let found = try stage.picture(at: beside)
        stage.expect(CGFloat(found), is: CGFloat(min(frame * 5, 299) % 256), "scrubbed to \(frame)")
        if frame % 20 == 10 { try stage.show("scrubbed to \(frame) of 60") }
      }
    }

  private static let progress = Demo("ZL-7.5", "A slider that follows a film") { ControlledFilm() }
    .screen(320, 240)
    .play(ControlledFilm.self) { stage, window in
      stage.press("Play")
      let begin = stage.time
      for step in 1...90 {
        stage.move(to: begin + Double(step) / 60)
        let (found, expected) = (CGFloat(window.slider.value), CGFloat(step) / 600)
        stage.expect(found, is: expected, within: 0.002 + 1.0 / 300, "the slider at step \(step)")
        if step % 45 == 0 { try stage.show() }
      }
      // One each fiftieth of a second, and one when it began.
      stage.expect(CGFloat(window.ticks), is: 76, within: 1, "the ticks of 1.5 s")
      stage.press("Play")
      let ticks = window.ticks
      stage.playFrames(to: stage.time + 1)
      stage.expect(window.ticks == ticks, "no ticks after the stop: \(window.ticks - ticks)")
      try stage.show("stopped for a second")
    }
}
