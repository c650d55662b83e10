// Zarra and Long, chapter 8: films as textures in layers of OpenGL.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import BookKit
import GLKit
import OpenGLES
import UIKit

/// A film, its newest picture as a texture, and the rectangle that shows it.
private final class VideoChannel {
  let player: AVPlayer
  /// The rectangle, in points of the layer.
  let rect: CGRect
  /// The opacity, from 0 to 1.
  var opacity: GLfloat = 1
  private let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [
    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32RGBA
  ])
  private var texture: GLuint = 0
  private var isLooping = false

  init(_ url: URL, _ rect: CGRect) {
    (player, self.rect) = (AVPlayer(url: url), rect)
    player.isMuted = true
    player.currentItem?.add(output)
  }

  /// Begins anew whenever the film has ended.
  func loop() {
    player.actionAtItemEnd = .none
    isLooping = true
  }

  /// Whether it plays, and has another picture than the one before.
  var hasNewPicture: Bool {
    guard player.rate != 0, let duration = player.currentItem?.duration else { return false }
    if isLooping, player.currentTime() >= duration { player.seek(to: .zero) }
    return output.hasNewPixelBuffer(forItemTime: player.currentTime())
  }

  /// Makes the picture of now the texture.
  func takePicture() {
    let time = player.currentTime()
    guard let buffer = output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil) else {
      return
    }
    if texture == 0 { glGenTextures(1, &texture) }
    let target = GLenum(GL_TEXTURE_2D)
    glBindTexture(target, texture)
    glTexParameteri(target, GLenum(GL_TEXTURE_MIN_FILTER), GL_LINEAR)
    glTexParameteri(target, GLenum(GL_TEXTURE_MAG_FILTER), GL_LINEAR)
    glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
    glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
    _ = CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { _ = CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), GLint(CVPixelBufferGetBytesPerRow(buffer) / 4))
    glTexImage2D(
      target,
      0,
      GL_RGBA,
      GLsizei(CVPixelBufferGetWidth(buffer)),
      GLsizei(CVPixelBufferGetHeight(buffer)),
      0,
      GLenum(GL_RGBA),
      GLenum(GL_UNSIGNED_BYTE),
      CVPixelBufferGetBaseAddress(buffer)
    )
  }

  /// Draws the texture over the rectangle; y counts from below.
  func draw(_ effect: GLKBaseEffect) {
    guard texture != 0 else { return }
    effect.texture2d0.name = texture
    effect.constantColor = GLKVector4Make(opacity, opacity, opacity, opacity)
    effect.prepareToDraw()
    let edges = [rect.minX, rect.minY, rect.maxX, rect.maxY].map { GLfloat($0) }
    let corners = [
      edges[0], edges[1], edges[0], edges[3], edges[2], edges[3], edges[2], edges[1],
    ]
    // The first row of texels is the upper one.
    let places: [GLfloat] = [0, 1, 0, 0, 1, 0, 1, 1]
    let position = GLuint(GLKVertexAttrib.position.rawValue)
    let place = GLuint(GLKVertexAttrib.texCoord0.rawValue)
    glEnableVertexAttribArray(position)
    glEnableVertexAttribArray(place)
    corners.withUnsafeBytes { corners in
      places.withUnsafeBytes { places in
        let (float, no) = (GLenum(GL_FLOAT), GLboolean(GL_FALSE))
        glVertexAttribPointer(position, 2, float, no, 0, corners.baseAddress)
        glVertexAttribPointer(place, 2, float, no, 0, places.baseAddress)
        glDrawArrays(GLenum(GL_TRIANGLE_FAN), 0, 4)
      }
    }
  }
}

/// A layer that draws films, as soon as one has a new picture.
private final class FilmGridLayer: CAOpenGLLayer {
  let channels: [VideoChannel]
  private(set) var drawings = 0
  private var effect: GLKBaseEffect?

  init(_ channels: [VideoChannel]) {
    self.channels = channels
    super.init()
    isAsynchronous = true
  }

  override init(layer: Any) {
    channels = []
    super.init(layer: layer)
  }

  required init?(coder: NSCoder) { nil }

  override func canDraw(
    inCGLContext ctx: CGLContextObj,
    pixelFormat pf: CGLPixelFormatObj,
    forLayerTime t: CFTimeInterval,
    displayTime ts: UnsafePointer<CVTimeStamp>?
  ) -> Bool {
    let fresh = channels.filter(\.hasNewPicture)
    for channel in fresh { channel.takePicture() }
    return !fresh.isEmpty
  }

  override func draw(
    inCGLContext ctx: CGLContextObj,
    pixelFormat pf: CGLPixelFormatObj,
    forLayerTime t: CFTimeInterval,
    displayTime ts: UnsafePointer<CVTimeStamp>?
  ) {
    drawings += 1
    let effect = effect ?? GLKBaseEffect()
    self.effect = effect
    effect.useConstantColor = GLboolean(GL_TRUE)
    effect.texture2d0.envMode = .modulate
    let (width, height) = (Float(bounds.width), Float(bounds.height))
    effect.transform.projectionMatrix = GLKMatrix4MakeOrtho(0, width, 0, height, -1, 1)
    glClearColor(0, 0, 0, 0)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    glEnable(GLenum(GL_BLEND))
    glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
    for channel in channels { channel.draw(effect) }
    glDisable(GLenum(GL_BLEND))
    super.draw(inCGLContext: ctx, pixelFormat: pf, forLayerTime: t, displayTime: ts)
  }
}

extension ZarraChapter8 {
  // MARK: 8.5

  /// A film in a layer of films, and beside it in one of OpenGL before a blue layer.
  private final class FilmWindow: Zarra.Window {
    let movie = AVPlayerLayer(player: AVPlayer(url: Films.url()))
    let layer = FilmGridLayer([
      VideoChannel(Films.url(), CGRect(x: 0, y: 0, width: 320, height: 240))
    ])

    override func viewDidLoad() {
      super.viewDidLoad()
      movie.frame = CGRect(x: 0, y: 0, width: 320, height: 240)
      root.addSublayer(movie)
      let behind = CALayer()
      behind.frame = CGRect(x: 320, y: 0, width: 320, height: 280)
      behind.backgroundColor = UIColor.blue.cgColor
      root.addSublayer(behind)
      layer.frame = behind.frame
      root.addSublayer(layer)
    }

    var players: [AVPlayer] { [movie.player, layer.channels[0].player].compactMap { $0 } }
  }

  static let film = Demo("ZL-8.5", "A film as a texture of OpenGL") { FilmWindow() }
    .screen(640, 280)
    .play(FilmWindow.self) { stage, window in
      for player in window.players { player.play() }
      for frame in [15, 60] {
        stage.move(to: (Double(frame) + 0.5) / 30)
        let pixels = try Lockwood1.Pixels(stage)
        stage.expect(pixels[80, 160] == [frame, frame, frame], "the film's picture \(frame)")
        var difference = 0
        for (x, y) in stride(from: 4, to: 320, by: 12).flatMap({ x in
          stride(from: 44, to: 280, by: 12).map { (CGFloat(x), CGFloat($0)) }
        }) {
          let pair = zip(pixels[x, y], pixels[320 + x, y])
          difference = max(difference, pair.map { abs($0.0 - $0.1) }.max() ?? 0)
        }
        stage.expect(difference <= 3, "OpenGL's picture \(frame) is that one: \(difference)")
        stage.expect(pixels[330, 20] == [0, 0, 255], "above it shows what is behind")
        try stage.show("picture \(frame)")
      }
      for player in window.players { player.pause() }
      stage.wait(1.0 / 60)
      let drawings = window.layer.drawings
      stage.playFrames(to: stage.time + 1)
      stage.count("drawings of a film that stands", window.layer.drawings - drawings, is: 0)
      let last = try Lockwood1.Pixels(stage)[400, 160]
      stage.expect(last == [60, 60, 60], "its last picture stays: \(last)")
      try stage.show("stopped for a second")
    }

  // MARK: 8.8

  /// Films in rows of three, the first one at the lower left.
  private final class GridWindow: Zarra.Window {
    /// The place of a film.
    static func cell(_ index: Int, of count: Int) -> CGRect {
      let (size, margin, columns) = (CGSize(width: 640, height: 480), 10.0, 3)
      let width = size.width / CGFloat(columns) - margin
      let height = size.height / (CGFloat(count) / CGFloat(columns)) - margin
      return CGRect(
        x: CGFloat(index % columns) * width + margin,
        y: CGFloat(index / columns) * height + margin,
        width: width - margin,
        height: height - margin
      )
    }

    let layer = FilmGridLayer(
      Films.Strip.allCases.enumerated().map { index, strip in
        VideoChannel(Films.url(strip), cell(index, of: Films.Strip.allCases.count))
      }
    )

    override func viewDidLoad() {
      super.viewDidLoad()
      layer.frame = root.bounds
      layer.backgroundColor = UIColor.black.cgColor
      root.addSublayer(layer)
    }
  }

  static let grid = Demo("ZL-8.8", "Six films in one layer of OpenGL") { GridWindow() }
    .screen(640, 480)
    .play(GridWindow.self) { stage, window in
      let channels = window.layer.channels
      let cell = channels[4].rect
      stage.expect(cell.minX, is: 213.33, within: 0.01, "the left edge of the fifth film")
      stage.expect(cell.minY == 240 && cell.height == 220, "its lower edge and its height")
      stage.expect(cell.width, is: 193.33, within: 0.01, "its width")
      let five = GridWindow.cell(4, of: 5)
      stage.expect(five.height + 10, is: 278, "the step of rows of five films")
      for channel in channels {
        channel.loop()
        channel.player.play()
      }
      @MainActor func expectPictures(_ number: Int) throws {
        let pixels = try Lockwood1.Pixels(stage)
        for (index, (channel, strip)) in zip(channels, Films.Strip.allCases).enumerated() {
          let (x, top) = (channel.rect.midX, 480 - channel.rect.maxY)
          let color = strip.color.bytes.prefix(3).map { Int($0) }
          stage.expect(pixels[x, top + 8] == color, "the strip of film \(index + 1)")
          let found = pixels[x - 40, top + 110]
          stage.expect(found == [number, number, number], "picture \(number) of film \(index + 1)")
        }
        stage.expect(pixels[5, 240] == [0, 0, 0] && pixels[300, 245] == [0, 0, 0], "black beside")
      }
      stage.move(to: 1.01)
      try expectPictures(30)
      try stage.show()
      for frame in 1...300 { stage.move(to: 1.01 + Double(frame) / 30) }
      try expectPictures(30)
      try stage.show("all have begun anew")
      channels[1].opacity = 0.5
      stage.wait(1.0 / 30)
      let pixels = try Lockwood1.Pixels(stage)
      let dim = pixels[channels[1].rect.midX + 40, 480 - channels[1].rect.midY]
      stage.expect(dim.allSatisfy { (126...129).contains($0) }, "half as bright: \(dim)")
      try stage.show("the second one at half its opacity")
    }
}
