// Zarra and Long, chapter 7: layers over films, copies of their pictures, and all actions.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import BookKit
import UIKit

extension ZarraChapter7 {
  // MARK: 7.6

  private final class TitledFilm: FilmWindow {
    let text = CATextLayer()

    override func viewDidLoad() {
      super.viewDidLoad()
      text.frame = movie.bounds
      text.alignmentMode = .center
      text.fontSize = 24
      text.foregroundColor = UIColor.white.cgColor
      // The right half of this film is white, too.
      (text.shadowOpacity, text.shadowRadius, text.shadowOffset) = (1, 1, .zero)
      text.string = "Do Not Try This At Home!"
    }
  }

  static let overlaid = Demo("ZL-7.6", "A text over a film") { TitledFilm() }
    .screen(320, 240)
    .play(TitledFilm.self) { stage, window in
      window.player.play()
      stage.move(to: 1)
      let plain = try Lockwood1.Pixels(stage)
      Lockwood2.withoutActions { window.movie.addSublayer(window.text) }
      let pixels = try Lockwood1.Pixels(stage)
      @MainActor func isText(_ x: Int, _ y: Int) -> Bool {
        pixels[CGFloat(x), CGFloat(y)] != plain[CGFloat(x), CGFloat(y)]
      }
      let columns = (0..<320).filter { x in (0..<40).contains { isText(x, $0) } }
      let (left, right) = (columns.first ?? 0, 319 - (columns.last ?? 319))
      stage.expect(abs(left - right) <= 2 && left > 0, "equal margins: \(left) and \(right)")
      stage.expect((0..<12).contains { y in (0..<320).contains { isText($0, y) } }, "at the top")
      stage.expect(
        (44..<240).allSatisfy { y in (0..<320).allSatisfy { !isText($0, y) } },
        "in one line"
      )
      try stage.show()
      stage.move(to: 2)
      stage.expect(CGFloat(try stage.picture(at: CGPoint(x: 80, y: 120))), is: 60, "it plays on")
      try stage.show()
    }

  // MARK: 7.9

  /// Days, hours, minutes, seconds and hundredths of a time, and its scale.
  private nonisolated static func text(_ time: CMTime) -> String {
    let hundredths = Int((time.seconds * 100 + 1e-6).rounded(.down))
    let (seconds, part) = (hundredths / 100, hundredths % 100)
    return String(
      format: "%d:%02d:%02d:%02d.%02d/600",
      seconds / 86400,
      seconds / 3600 % 24,
      seconds / 60 % 60,
      seconds % 60,
      part
    )
  }

  private final class TimedFilm: FilmWindow {
    let code = CATextLayer()
    private(set) var changes: [Double] = []

    override func viewDidLoad() {
      super.viewDidLoad()
      code.frame = CGRect(x: 0, y: 0, width: 320, height: 30)
      code.alignmentMode = .center
      code.fontSize = 24
      code.foregroundColor = UIColor.yellow.cgColor
      code.backgroundColor = UIColor(white: 0, alpha: 0.6).cgColor
      code.string = ZarraChapter7.text(.zero)
      root.addSublayer(code)
      _ = player.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 30), queue: nil) {
        [weak self] time in MainActor.assumeIsolated { self?.update(time) }
      }
    }

    private func update(_ time: CMTime) {
      let text = ZarraChapter7.text(time)
      guard text != code.string as? String else { return }
      changes.append(time.seconds)
      Lockwood2.withoutActions { code.string = text }
    }
  }

  static let timeCode = Demo("ZL-7.9", "The time of a film as a text") { TimedFilm() }
    .screen(320, 240)
    .play(TimedFilm.self) { stage, window in
      stage.expect(window.code.string as? String == "0:00:00:00.00/600", "the time 0 as a text")
      try stage.show("before it plays")
      window.player.play()
      for frame in 1...60 {
        stage.move(to: Double(frame) / 30 + 0.001)
        let shown = window.code.string as? String ?? ""
        let seconds = shown.split(separator: ":").last?.split(separator: "/").first
        let time = seconds.flatMap { Double(String($0)) } ?? .nan
        stage.expect(
          CGFloat(time),
          is: CGFloat(window.player.currentTime().seconds),
          within: 0.04,
          "the text of frame \(frame)"
        )
        stage.expect(window.code.animationKeys()?.isEmpty != false, "no text fades into the next")
        if frame % 30 == 0 { try stage.show() }
      }
      let (first, last) = (window.changes.first ?? 0, window.changes.last ?? 0)
      let rate = Double(window.changes.count - 1) / (last - first)
      stage.expect(rate >= 25, "at least 25 texts in a second: \(rate)")
    }

  // MARK: 7.F6

  private final class CopiedFilm: FilmWindow {
    private(set) var pieces: [CALayer] = []

    /// Adds pieces, each with the film's own contents.
    func addPieces() {
      for index in 0..<16 {
        let (row, column) = (index / 4, index % 4)
        let piece = CALayer()
        piece.frame = CGRect(x: 340 + column * 65, y: 25 + row * 50, width: 60, height: 45)
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
    }
  }

  static let copies = Demo("ZL-7.F6", "Sixteen layers show parts of one film") { CopiedFilm() }
    .screen(620, 240)
    .play(CopiedFilm.self) { stage, window in
      window.player.play()
      window.addPieces()
      for frame in 1...30 {
        stage.move(to: (Double(frame) + 0.5) / 30)
        let pixels = try Lockwood1.Pixels(stage)
        stage.expect(pixels[80, 120] == [frame, frame, frame], "picture \(frame)")
        for (index, piece) in window.pieces.enumerated() {
          let (x, y) = (piece.frame.midX, 240 - piece.frame.midY)
          let expected = index % 4 < 2 ? [frame, frame, frame] : [255, 255, 255]
          stage.expect(pixels[x, y] == expected, "piece \(index) at picture \(frame)")
          // The strip is in the uppermost row of pieces, which is the last one.
          let isStrip = pixels[x, 240 - piece.frame.maxY + 2] == [255, 0, 0]
          stage.expect(isStrip == (index / 4 == 3), "the strip of piece \(index)")
        }
        if frame % 15 == 0 { try stage.show("picture \(frame)") }
      }
    }

  // MARK: 7.T1

  static let actions = Demo("ZL-7.T1", "The actions of a film") { FilmWindow() }
    .screen(320, 240)
    .play(FilmWindow.self) { stage, window in
      let player = window.player
      @MainActor func expect(_ action: String, _ picture: Int, _ time: Double) throws {
        stage.wait(1.0 / 60)
        let shown = try stage.picture(at: CGPoint(x: 80, y: 120))
        stage.expect(CGFloat(shown), is: CGFloat(picture % 256), "the picture after \(action)")
        let found = player.currentTime().seconds
        stage.expect(CGFloat(found), is: CGFloat(time), "the time after \(action)")
      }
      @MainActor func seek(_ seconds: Double) {
        player.seek(to: CMTime(seconds: seconds, preferredTimescale: 600))
      }
      // A selection and a poster are times of the program.
      let (selection, poster) = (4.0, 1.0)
      @MainActor func nextSelection() {
        if player.currentTime().seconds < selection { seek(selection) }
      }
      @MainActor func previousSelection() {
        if player.currentTime().seconds > selection { seek(selection) }
      }
      seek(2)
      try expect("a seek to 2 s", 60, 2)
      previousSelection()
      try expect("a selection that does not come before", 60, 2)
      nextSelection()
      try expect("the next selection", 120, 4)
      try stage.show("the selection")
      seek(6)
      previousSelection()
      try expect("the selection before 6 s", 120, 4)
      seek(poster)
      try expect("the poster", 30, 1)
      try stage.show("the poster")
      player.currentItem?.step(byCount: 1)
      try expect("a step on", 31, 31.0 / 30)
      player.currentItem?.step(byCount: -1)
      try expect("a step back", 30, 1)
      seek(3.5)
      try expect("a seek to 3.5 s", 105, 3.5)
      player.seek(to: player.currentItem?.duration ?? .zero)
      try expect("the end", 299, 10)
      player.seek(to: .zero)
      try expect("the beginning", 0, 0)
      player.play()
      stage.expect(player.rate == 1, "playing is the rate 1")
      player.pause()
      stage.expect(player.rate == 0, "and a stop the rate 0")
      try stage.show("the beginning")
    }
}
