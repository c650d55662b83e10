// Zarra and Long, chapter 9: two films in a composition.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import CoreVideo
import FilmSamples
import Foundation
import OpenGLES
import QuartzComposition
import Testing

@testable import QuartzCore

// Serialized because: a thread has one current context of OpenGL ES.
@Suite(.serialized) struct DualVideoTests {
  private let folder: Folder
  private let films: [String]

  init() throws {
    folder = try Folder()
    films = [
      try SampleFilm.make(folder, "a.mov", strip: DualVideo.red),
      try SampleFilm.make(folder, "b.mov", strip: DualVideo.green),
      try SampleFilm.make(folder, "c.mov", strip: DualVideo.blue),
    ]
  }

  private func window(
    dots: Bool = false
  ) throws -> (CompositionWindow, QCCompositionLayer) {
    let window = try CompositionWindow()
    return (window, try window.show(DualVideo.text(films[0], films[1], dots: dots)))
  }

  /// The colours of the strips and the numbers of the pictures on the left and on the right.
  private func shown(_ pixels: CompositionPixels) -> (strips: [[Int]], numbers: [Int]) {
    ([pixels[164, 150], pixels[475, 150]], [pixels[164, 300][0], pixels[475, 300][0]])
  }

  /// ZL-D-9.1.
  @Test func filmsLieSideBySide() throws {
    let (window, layer) = try window()
    let button = CALayer()
    button.frame = CGRect(x: 150, y: 290, width: 30, height: 20)
    button.backgroundColor = CGColor(red: 1, green: 0, blue: 1, alpha: 1)
    window.root.addSublayer(button)
    let pixels = try window.pixels(at: 2)
    // 272 wide, in the middle of 164.608 and 475.392; 204 high.
    let boards = try #require(layer.sublayers?.first?.sublayers).dropFirst()
    #expect(
      boards.map { ($0.frame.minX * 1000).rounded() / 1000 } == [28.608, 339.392]
    )
    #expect(
      boards.map { ($0.frame.maxX * 1000).rounded() / 1000 } == [300.608, 611.392]
    )
    #expect(boards.allSatisfy { $0.frame.minY == 138 && $0.frame.maxY == 342 })
    for x in [30, 299, 341, 610] {
      #expect(pixels[x, 200] == [60, 60, 60] && pixels[x, 339] == [60, 60, 60])
    }
    for (x, y) in [(27, 240), (302, 240), (338, 240), (613, 240), (164, 136), (164, 343)] {
      #expect(pixels[x, y] == [0, 0, 0], "\(x), \(y)")
    }
    #expect(shown(pixels).strips == [[255, 0, 0], [0, 255, 0]])
    #expect(pixels[164, 300] == [255, 0, 255], "what the program adds lies over it")
    // Times in any order, exactly.
    for number in [7, 119, 0, 31] {
      let pixels = try window.pixels(at: Double(number) / 30 + 0.001)
      #expect(pixels[475, 300] == [number, number, number])
    }
    #expect(try window.pixels(at: 5)[475, 300] == [30, 30, 30], "films of 4 s begin anew")
  }

  /// The JSON form, the XML list and the binary one draw the same bytes.
  @Test func listsShowTheSame() throws {
    let (first, _) = try window()
    let expected = try first.pixels(at: 1)
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let data = try PropertyListSerialization.data(
        fromPropertyList: DualVideo.list(films[0], films[1]),
        format: format,
        options: 0
      )
      let composition = try #require(QCComposition(data: data))
      #expect(composition.inputKeys == ["movie1_location", "movie2_location"])
      let window = try CompositionWindow()
      _ = try window.show(QCCompositionLayer(composition: composition))
      #expect(try window.pixels(at: 1) == expected)
    }
  }

  /// ZL-D-9.2.
  @Test func locationsAreSet() throws {
    let setters: [(QCCompositionLayer, String) -> Void] = [
      { $0.setValue($1, forKey: "movie1_location") },
      { #expect($0.setValue($1, forInputKey: "movie1_location")) },
      { $0.setValue($1, forKeyPath: "patch.movie1_location.value") },
    ]
    for set in setters {
      let (window, layer) = try window()
      #expect(shown(try window.pixels(at: 1)).strips == [[255, 0, 0], [0, 255, 0]])
      set(layer, films[2])
      let pixels = try window.pixels(at: 1.5)
      #expect(shown(pixels).strips == [[0, 0, 255], [0, 255, 0]])
      #expect(shown(pixels).numbers == [15, 45], "the left film begins, the right one goes on")
      for value in [
        layer.value(forKey: "movie1_location"), layer.value(forInputKey: "movie1_location"),
        layer.value(forKeyPath: "patch.movie1_location.value"),
      ] { #expect(value as? String == films[2]) }
    }
  }

  /// ZL-D-9.2: what cannot be shown changes nothing, and is told.
  @Test func badLocationsKeepTheFilm() throws {
    let (window, layer) = try window()
    let text = folder.file("notes.mov")
    try Data("no film".utf8).write(to: URL(fileURLWithPath: text))
    _ = try window.pixels(at: 1)
    for bad in [folder.file("none.mov"), folder.path, text] {
      let lines = Diagnostics.lines {
        #expect(!layer.setValue(bad, forInputKey: "movie1_location"))
      }
      #expect(lines.count == 1 && lines[0].contains(bad), "\(lines)")
    }
    let lines = Diagnostics.lines {
      #expect(!layer.setValue(films[2], forInputKey: "movie9"))
      #expect(!layer.setValue(7, forInputKey: "movie1_location"))
    }
    #expect(
      lines == [
        "a composition has no input \"movie9\"",
        "the input \"movie1_location\" of a composition takes no Int: 7",
      ]
    )
    #expect(layer.value(forInputKey: "movie1_location") as? String == films[0])
    let pixels = try window.pixels(at: 2)
    #expect(shown(pixels).strips == [[255, 0, 0], [0, 255, 0]])
    #expect(shown(pixels).numbers == [60, 60], "without a gap")
  }

  /// ZL-D-9.3.
  @Test func filteredPicturesAreRead() throws {
    let (window, layer) = try window(dots: true)
    let pixels = try window.pixels(at: 2)
    let board = try #require(layer.sublayers?.first?.sublayers?.last)
    let image = layer.value(forOutputKey: "dotscreen_image", ofType: "CGImage")
    let still = try #require(image as? CGImage)
    #expect(still === board.contents as? CGImage, "what shows is what is read")
    #expect(still.width == 80 && still.height == 60)
    #expect(shown(pixels).strips[0] == [255, 0, 0] && shown(pixels).numbers[0] == 60)
    // Dots have no colour, and are light and dark.
    let dots = try CompositionPixels(still)
    let greys = (0..<80 * 60).map { dots[$0 % 80, $0 / 80] }
    #expect(greys.allSatisfy { $0[0] == $0[1] && $0[1] == $0[2] })
    #expect(greys.contains { $0[0] < 20 } && greys.contains { $0[0] > 235 })
    // The still lies behind the composition.
    window.root.contents = still
    #expect(try window.pixels(at: 2) == pixels)
    layer.removeFromSuperlayer()
    #expect(try window.pixels(at: 2) != pixels)
    let core = try #require(layer.value(forOutputKey: "dotscreen_image", ofType: "CIImage"))
    #expect((core as? CIImage)?.extent == CGRect(x: 0, y: 0, width: 80, height: 60))
  }

  @Test func resultsHaveTypes() throws {
    let (window, layer) = try window(dots: true)
    _ = try window.pixels(at: 1)
    let buffer = try #require(
      layer.value(forOutputKey: "movie2_image", ofType: "CVPixelBuffer") as? CVPixelBuffer
    )
    #expect(CVPixelBufferGetWidth(buffer) == 80 && CVPixelBufferGetHeight(buffer) == 60)
    _ = CVPixelBufferLockBaseAddress(buffer, .readOnly)
    let base = try #require(CVPixelBufferGetBaseAddress(buffer))
    let row = CVPixelBufferGetBytesPerRow(buffer)
    let bytes = (0..<4).map { base.load(fromByteOffset: 30 * row + $0, as: UInt8.self) }
    _ = CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
    #expect(bytes == [30, 30, 30, 255])
    #expect(layer.value(forKey: "movie2_image") is CGImage)
    let lines = Diagnostics.lines {
      #expect(layer.value(forOutputKey: "movie2_image", ofType: "NSImage") == nil)
      #expect(layer.value(forOutputKey: "left", ofType: "CGImage") == nil)
    }
    #expect(
      lines == [
        "results of compositions are CGImage, CIImage or CVPixelBuffer, and no NSImage",
        "a composition has no result \"left\"",
      ]
    )
  }

  /// Draws a red square of 50 x 50 at the lower left, and keeps every second frame.
  private final class Squared: QCCompositionLayer {
    var asked = 0
    var drawn = 0

    override func canDraw(
      inCGLContext ctx: CGLContextObj,
      pixelFormat pf: CGLPixelFormatObj,
      forLayerTime t: CFTimeInterval,
      displayTime ts: UnsafePointer<CVTimeStamp>?
    ) -> Bool {
      asked += 1
      return asked % 2 == 1
        && super.canDraw(inCGLContext: ctx, pixelFormat: pf, forLayerTime: t, displayTime: ts)
    }

    override func draw(
      inCGLContext ctx: CGLContextObj,
      pixelFormat pf: CGLPixelFormatObj,
      forLayerTime t: CFTimeInterval,
      displayTime ts: UnsafePointer<CVTimeStamp>?
    ) {
      drawn += 1
      glClearColor(0, 0, 0, 0)
      glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
      glEnable(GLenum(GL_SCISSOR_TEST))
      glScissor(50, 180, 50, 50)
      glClearColor(1, 0, 0, 1)
      glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
      glDisable(GLenum(GL_SCISSOR_TEST))
      super.draw(inCGLContext: ctx, pixelFormat: pf, forLayerTime: t, displayTime: ts)
    }
  }

  /// ZL-D-9.4.
  @Test func subclassesDrawOverIt() throws {
    let text = DualVideo.text(films[0], films[1])
    let window = try CompositionWindow()
    let layer = Squared(composition: QCComposition(data: Data(text.utf8)))
    _ = try window.show(layer)
    var numbers: [[Int]] = []
    for frame in 0..<8 {
      let pixels = try window.pixels(at: Double(frame) / 30 + 0.001)
      numbers.append(shown(pixels).numbers)
      #expect(pixels[51, 260] == [255, 0, 0] && pixels[98, 290] == [255, 0, 0])
      #expect(pixels[102, 290] == [numbers[frame][0], numbers[frame][0], numbers[frame][0]])
      #expect(pixels[475, 150] == [0, 255, 0])
    }
    #expect(numbers.map { $0[0] } == [0, 0, 2, 2, 4, 4, 6, 6])
    #expect(numbers.allSatisfy { $0[0] == $0[1] })
    #expect(layer?.asked == 8 && layer?.drawn == 4)
  }
}
