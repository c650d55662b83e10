// Lockwood, chapter 6: a film in a layer, turned, with corners and a border.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import FilmSamples
import Foundation
import Testing

@Suite struct LockwoodFilmTests {
  /// LW-D-6.15: 30 pictures a second, without a change of any layer; 4 : 3 keeps its proportions.
  @Test func aFilmPlaysInALayer() throws {
    let folder = try Folder()
    let url = try MovieFilm.make(folder, frames: 90)
    let stage = try MovieStage(url, size: CGSize(width: 300, height: 200))
    stage.movie.videoGravity = .resize
    func number(_ time: Double) throws -> Int { try stage.pixels(at: time)[60, 100][0] }
    #expect(try number(0.5) == 0)
    stage.player.play()
    let contents = stage.movie.contents as? CAContentSlot
    for frame in [0, 1, 10, 29, 30, 59] {
      #expect(try number(0.5 + (Double(frame) + 0.5) / 30) == frame)
      // The layer has the slot that it had; the pictures change in it.
      #expect(contents != nil && stage.movie.contents as? CAContentSlot === contents)
    }
    #expect(stage.movie.animationKeys()?.isEmpty != false)
    // The film has 4 : 3, the layer 3 : 2.
    stage.movie.videoGravity = .resizeAspect
    let rect = stage.movie.videoRect
    #expect(abs(rect.width - 266.67) < 0.01 && rect.height == 200 && rect.midX == 150)
    let pixels = try stage.pixels(at: 2.6)
    #expect(pixels[14, 2] == [0, 0, 0] && pixels[285, 2] == [0, 0, 0])
    #expect(pixels[19, 2] == [255, 0, 0] && pixels[280, 2] == [255, 0, 0])
  }

  /// LW-D-6.16: the film turns with its layer, inside of its round corners and its border.
  @Test func aFilmPlaysInATurnedLayer() throws {
    let folder = try Folder()
    let url = try MovieFilm.make(folder, strip: [0, 0, 255], frames: 60)
    let stage = try MovieStage(url, size: CGSize(width: 320, height: 480))
    let layer = stage.movie
    layer.videoGravity = .resize
    layer.frame = CGRect(x: 10, y: 140, width: 300, height: 200)
    var transform = CATransform3DIdentity
    transform.m34 = -1 / 500
    layer.transform = CATransform3DRotate(transform, .pi / 4, 1, 1, 0)
    layer.masksToBounds = true
    layer.cornerRadius = 20
    layer.borderColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    layer.borderWidth = 5
    let corners = [
      (0, 0, -150.19, -112.97), (300, 0, 90.71, -50.71), (300, 200, 135.88, 102.21),
      (0, 200, -151.18, 84.52),
    ]
    for (x, y, expectedX, expectedY) in corners {
      let found = layer.convert(CGPoint(x: x, y: y), to: stage.root)
      #expect(abs(found.x - 160 - expectedX) < 0.01 && abs(found.y - 240 - expectedY) < 0.01)
    }
    stage.player.play()
    for frame in [5, 40] {
      let pixels = try stage.pixels(at: (Double(frame) + 0.5) / 30)
      func color(_ x: Double, _ y: Double) -> [Int] {
        let point = layer.convert(CGPoint(x: x, y: y), to: stage.root)
        return pixels[Int(point.x), Int(point.y)]
      }
      for (x, y) in [(150, 2.5), (150, 197.5), (2.5, 100), (297.5, 100)] {
        #expect(color(x, y) == [255, 0, 0], "the border at \(x), \(y)")
      }
      for (x, y) in [(2.0, 2.0), (298, 2), (298, 198), (2, 198)] {
        #expect(color(x, y) == [0, 0, 0], "the corner at \(x), \(y)")
      }
      #expect(color(150, 10) == [0, 0, 255])
      #expect(color(70, 100) == [frame, frame, frame])
      #expect(color(230, 100) == [255, 255, 255])
    }
  }
}
