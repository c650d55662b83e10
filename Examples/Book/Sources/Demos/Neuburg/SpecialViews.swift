// The chapter on special layers: views that are one, tiles, OpenGL ES and video.
// Licensed under the MIT license; see LICENSE.

import BookKit
import GLKit
import OpenGLES
import UIKit

@MainActor
enum SpecialViews {
  static let demos: [Demo] = [label, scrolling, tileCutter, triangle, video, styledVideo]

  private static let label = Demo("L6-6.4", "A label whose layer is a text layer") {
    LabelController()
  }
  .screen(300, 200, scale: 2)
  .play { stage in
    let label = try stage.the(LabelController.self).label
    stage.move(to: 0)
    stage.expect(label.layer is CATextLayer, "its layer draws the text")
    stage.expect(label.layer.contentsScale, is: 2, "at the scale of the screen")
    @MainActor func ink() throws -> CGRect {
      try stage.pixels().box(in: CGRect(x: 0, y: 0, width: 300, height: 200)) { $0[0] < 128 }
    }
    let narrow = try ink()
    stage.expect(narrow.maxX <= 151 && narrow.height > 30, "two lines or more: \(narrow)")
    try stage.show("140 wide")
    label.frame.size.width = 280
    stage.wait(0.3)
    let wide = try ink()
    stage.expect(wide.maxX > 160 && wide.height < narrow.height, "fewer when it is wider: \(wide)")
    try stage.show("280 wide")
  }

  private static let scrolling = Demo("L6-6.10", "A view that scrolls, without limits") {
    ScrollController()
  }
  .screen(220, 220)
  .play { stage in
    let controller = try stage.the(ScrollController.self)
    let app = UIApplication.shared
    try stage.show("at the start")
    // A pan begins when the finger has moved by ten points, which its translation leaves out.
    @MainActor func pan(_ x: CGFloat, _ y: CGFloat) {
      app.touchBegan(at: CGPoint(x: 120, y: 110))
      app.touchMoved(to: CGPoint(x: 110, y: 110))
      app.touchMoved(to: CGPoint(x: 110 + x / 2, y: 110 + y / 2))
      app.touchMoved(to: CGPoint(x: 110 + x, y: 110 + y))
      app.touchEnded()
      stage.wait(0.5)
    }
    pan(-50, -20)
    stage.expect(
      controller.scrollView.bounds.origin,
      is: CGPoint(x: 50, y: 20),
      "the picture follows the finger"
    )
    stage.expect(at: CGPoint(x: 55, y: 50), .green, "fifty to the left")
    try stage.show("by 50 and 20")
    pan(-2000, 0)
    stage.expect(controller.scrollView.bounds.origin.x, is: 2050, "there is no limit")
    stage.expect(at: CGPoint(x: 110, y: 110), .lightGray, "nothing is there")
    try stage.show("far away")
  }

  private static let tileCutter = Demo("L6-6.11", "A picture cut into tiles") { TilesController() }
    .screen(328, 328)
    .play { stage in
      let names = try stage.the(TilesController.self).names
      stage.expect(names.count == 64, "there are 64 tiles")
      stage.expect(
        names.first == "Snowman_00_00.jpg" && names.last == "Snowman_07_07.jpg",
        "they are named by column and row"
      )
      stage.expect(names.contains("Snowman_07_00.jpg"), "a column comes first")
      stage.expect(
        TileCutter.run([]) == "TileCutter arguments: inputfile",
        "it tells how to use it"
      )
      let odd = TileCutter.tiles(of: CGSize(width: 300, height: 256)).map(\.rect.width)
      stage.expect(odd == [256, 44], "tiles at the edge are smaller")
      try stage.show()
    }

  private static let triangle = Demo("L6-6.14", "A triangle of OpenGL ES in a layer") {
    TriangleController()
  }
  .screen(320, 320)
  .play { stage in
    let controller = try stage.the(TriangleController.self)
    // A machine may have no OpenGL ES.
    guard controller.glContext != nil else { return try stage.show("no OpenGL ES") }
    stage.expect(at: CGPoint(x: 160, y: 40), .white, "the first frame is clear around it")
    try stage.show("cleared before the colour was set")
    controller.drawFrame()
    stage.expect(at: CGPoint(x: 160, y: 40), .black, "the second frame is black around it")
    let third = UIColor(red: 1 / 3, green: 1 / 3, blue: 1 / 3, alpha: 1)
    stage.expect(at: CGPoint(x: 160, y: 186.5), third, within: 8, "the colours meet in the middle")
    let pixels = try stage.pixels()
    let corners = [pixels[95, 228], pixels[160, 100], pixels[225, 228]]
    stage.expect(
      corners[0][2] > 220 && corners[1][1] > 220 && corners[2][0] > 220,
      "the corners are blue, green and red: \(corners)"
    )
    try stage.show("drawn again")
  }

  private static let video = Demo("L6-6.15", "A layer that plays pictures") {
    VideoController(isStyled: false)
  }
  .screen(300, 200)
  .play { stage in
    for time in [0.51, 1.01, 1.51] {
      stage.move(to: time)
      // The bar is five points further with each of thirty pictures a second.
      let frame = floor(CGFloat(time) * 30)
      stage.expect(
        [(frame * 5 + 2, 180, .white), (frame * 5 + 8, 180, .black)],
        "the picture of \(time) s"
      )
      try stage.show()
    }
  }

  private static let styledVideo = Demo("L6-6.16", "The same in space, with rounded corners") {
    VideoController(isStyled: true)
  }
  .screen(360, 280)
  .play { stage in
    stage.move(to: 1.01)
    // From its middle, which is at (180, 140).
    stage.expect([(32, 140, .red), (31, 29, .white), (27, 140, .white)], "the border and a corner")
    stage.expect(at: CGPoint(x: 60, y: 80), .blue, within: 8, "the picture within")
    try stage.show()
  }
}

// MARK: - The label

/// A label that leaves its text to its layer.
private final class LayerLabel: UILabel {
  override class var layerClass: AnyClass { CATextLayer.self }

  private var textLayer: CATextLayer? { layer as? CATextLayer }

  override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUp()
  }

  override var text: String? {
    didSet { textLayer?.string = text }
  }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  override var textColor: UIColor! {
    didSet { textLayer?.foregroundColor = textColor.cgColor }
  }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  override var font: UIFont! {
    didSet {
      textLayer?.font = CGFont(font.fontName as CFString)
      textLayer?.fontSize = font.pointSize
    }
  }

  private func setUp() {
    (text, textColor, font) = (text, textColor, font)
    textLayer?.alignmentMode = .justified
    textLayer?.isWrapped = true
    layer.display()
  }
}

private final class LabelController: UIViewController {
  let label = LayerLabel(frame: CGRect(x: 10, y: 20, width: 140, height: 150))

  override func viewDidLoad() {
    super.viewDidLoad()
    label.font = .systemFont(ofSize: 15)
    label.textColor = .black
    label.text = "A label that leaves its text to its layer, which is as wide as it is."
    view.addSubview(label)
  }
}

// MARK: - The scrolling view

/// A view that scrolls what is in it as the finger moves.
private final class ScrollView: UIView {
  override class var layerClass: AnyClass { CAScrollLayer.self }

  override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUp()
  }

  private func setUp() {
    layer.masksToBounds = true
    addGestureRecognizer(
      UIPanGestureRecognizer(target: self, action: Selector("pan:", ScrollView.pan))
    )
  }

  private func pan(_ recognizer: UIPanGestureRecognizer) {
    var offset = bounds.origin
    offset.x -= recognizer.translation(in: self).x
    offset.y -= recognizer.translation(in: self).y
    (layer as? CAScrollLayer)?.scroll(to: offset)
    recognizer.setTranslation(.zero, in: self)
  }
}

private final class ScrollController: UIViewController {
  let scrollView = ScrollView(frame: CGRect(x: 10, y: 10, width: 200, height: 200))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    view.addSubview(scrollView)
    let image = NeuburgAssets.picture(600, 400, isOpaque: true) { bounds in
      UIColor.red.setFill()
      UIRectFill(bounds)
      UIColor.green.setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 100, height: 400))
      for line in 0..<8 {
        UIColor.black.setFill()
        UIRectFill(CGRect(x: 0, y: CGFloat(line) * 50, width: 600, height: 2))
      }
    }
    scrollView.addSubview(UIImageView(image: image))
  }
}

// MARK: - Tiles

/// Cuts a picture into tiles of 256 by 256 pixels.
@MainActor
enum TileCutter {
  /// The side of a tile, in pixels.
  nonisolated static let side: CGFloat = 256

  /// Runs as a command; returns what it says.
  static func run(_ arguments: [String]) -> String {
    guard let path = arguments.first else { return "TileCutter arguments: inputfile" }
    guard let image = UIImage(contentsOfFile: path) else { return "no picture: \(path)" }
    do {
      let base = (path as NSString).deletingPathExtension
      return try "\(cut(image, base: base).count) tiles"
    } catch {
      return "\(error)"
    }
  }

  /// Returns the places of the tiles of a picture, by columns.
  static func tiles(of size: CGSize) -> [(column: Int, row: Int, rect: CGRect)] {
    let whole = CGRect(origin: .zero, size: size)
    let (columns, rows) = (Int(ceil(size.width / side)), Int(ceil(size.height / side)))
    return (0..<columns).flatMap { column in
      (0..<rows).map { row in
        let origin = CGPoint(x: CGFloat(column) * side, y: CGFloat(row) * side)
        let rect = CGRect(origin: origin, size: CGSize(width: side, height: side))
        return (column, row, rect.intersection(whole))
      }
    }
  }

  /// Writes the tiles of a picture beside it; returns their paths.
  static func cut(_ image: UIImage, base: String) throws -> [String] {
    let size = CGSize(
      width: image.size.width * image.scale,
      height: image.size.height * image.scale
    )
    return try tiles(of: size).compactMap { tile in
      guard let part = image.cgImage?.cropping(to: tile.rect),
        let data = UIImage(cgImage: part).jpegData(compressionQuality: 0.9)
      else { return nil }
      let path = String(format: "%@_%02i_%02i.jpg", base, tile.column, tile.row)
      try data.write(to: URL(fileURLWithPath: path))
      return path
    }
  }
}

/// Cuts a snowman, and shows the tiles with gaps between them.
private final class TilesController: UIViewController {
  private(set) var names: [String] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tiles-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let base = folder.appendingPathComponent("Snowman").path
      let paths = try TileCutter.cut(NeuburgAssets.snowman(2048), base: base)
      names = paths.map { ($0 as NSString).lastPathComponent }
      for (index, path) in paths.enumerated() {
        let tile = UIImageView(image: UIImage(contentsOfFile: path))
        tile.frame = CGRect(x: 4 + index / 8 * 40, y: 4 + index % 8 * 40, width: 38, height: 38)
        view.addSubview(tile)
      }
    } catch {
      names = ["\(error)"]
    }
  }
}

// MARK: - OpenGL ES

private final class TriangleController: UIViewController {
  private(set) var glContext: EAGLContext?
  private let glLayer = CAEAGLLayer()
  private let effect = GLKBaseEffect()
  private var framebuffer: GLuint = 0
  private var colorRenderbuffer: GLuint = 0
  private var framebufferWidth: GLint = 0
  private var framebufferHeight: GLint = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    glContext = EAGLContext(api: .openGLES2)
    guard EAGLContext.setCurrent(glContext) else { return }
    glLayer.frame = view.bounds
    glLayer.isOpaque = false
    view.layer.addSublayer(glLayer)
    glLayer.drawableProperties = [
      kEAGLDrawablePropertyRetainedBacking: false,
      kEAGLDrawablePropertyColorFormat: kEAGLColorFormatRGBA8,
    ]
    setUpBuffers()
    drawFrame()
  }

  isolated deinit {
    guard EAGLContext.setCurrent(glContext) else { return }
    glDeleteFramebuffers(1, &framebuffer)
    glDeleteRenderbuffers(1, &colorRenderbuffer)
    EAGLContext.setCurrent(nil)
  }

  private func setUpBuffers() {
    glGenFramebuffers(1, &framebuffer)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    glGenRenderbuffers(1, &colorRenderbuffer)
    let renderbuffer = GLenum(GL_RENDERBUFFER)
    glBindRenderbuffer(renderbuffer, colorRenderbuffer)
    glFramebufferRenderbuffer(
      GLenum(GL_FRAMEBUFFER),
      GLenum(GL_COLOR_ATTACHMENT0),
      renderbuffer,
      colorRenderbuffer
    )
    glContext?.renderbufferStorage(Int(GL_RENDERBUFFER), from: glLayer)
    glGetRenderbufferParameteriv(renderbuffer, GLenum(GL_RENDERBUFFER_WIDTH), &framebufferWidth)
    glGetRenderbufferParameteriv(renderbuffer, GLenum(GL_RENDERBUFFER_HEIGHT), &framebufferHeight)
  }

  func drawFrame() {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    glViewport(0, 0, framebufferWidth, framebufferHeight)
    effect.prepareToDraw()
    // The colour is set after the clearing: the first frame is cleared with nothing.
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    glClearColor(0, 0, 0, 1)
    let vertices: [GLfloat] = [-0.5, -0.5, -1, 0, 0.5, -1, 0.5, -0.5, -1]
    let colors: [GLfloat] = [0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 1]
    let position = GLuint(GLKVertexAttrib.position.rawValue)
    let color = GLuint(GLKVertexAttrib.color.rawValue)
    glEnableVertexAttribArray(position)
    glEnableVertexAttribArray(color)
    let (float, isNormalised) = (GLenum(GL_FLOAT), GLboolean(GL_FALSE))
    vertices.withUnsafeBytes { vertices in
      colors.withUnsafeBytes { colors in
        glVertexAttribPointer(position, 3, float, isNormalised, 0, vertices.baseAddress)
        glVertexAttribPointer(color, 4, float, isNormalised, 0, colors.baseAddress)
        glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
      }
    }
    glBindRenderbuffer(GLenum(GL_RENDERBUFFER), colorRenderbuffer)
    glContext?.presentRenderbuffer(Int(GL_RENDERBUFFER))
  }
}

// MARK: - Video

/// A layer that plays pictures, thirty a second: the renderer shows them, without more commits.
private final class PlayerLayer: CALayer {
  func play(_ frames: [UIImage]) {
    let animation = CAKeyframeAnimation(keyPath: "contents")
    animation.values = frames.compactMap(\.cgImage)
    animation.calculationMode = .discrete
    animation.duration = Double(frames.count) / 30
    add(animation, forKey: "video")
  }
}

private final class VideoController: UIViewController {
  private let isStyled: Bool

  init(isStyled: Bool) {
    self.isStyled = isStyled
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    let playerLayer = PlayerLayer()
    playerLayer.bounds = CGRect(x: 0, y: 0, width: 300, height: 200)
    playerLayer.position = CGPoint(x: view.bounds.midX, y: view.bounds.midY)
    view.layer.addSublayer(playerLayer)
    if isStyled {
      var transform = CATransform3DIdentity
      transform.m34 = -1 / 500
      transform = CATransform3DRotate(transform, .pi / 4, 1, 1, 0)
      playerLayer.transform = transform
      playerLayer.masksToBounds = true
      playerLayer.cornerRadius = 20
      playerLayer.borderColor = UIColor.red.cgColor
      playerLayer.borderWidth = 5
    }
    playerLayer.play((0..<60).map(frame))
  }

  /// Returns a picture with its number, and a bar that moves from one to the next.
  private func frame(_ number: Int) -> UIImage {
    NeuburgAssets.picture(300, 200, isOpaque: true) { bounds in
      UIColor.blue.setFill()
      UIRectFill(bounds)
      UIColor.black.setFill()
      UIRectFill(CGRect(x: 0, y: 170, width: 300, height: 20))
      UIColor.white.setFill()
      UIRectFill(CGRect(x: CGFloat(number) * 5, y: 170, width: 5, height: 20))
      "\(number)".draw(
        at: CGPoint(x: 110, y: 60),
        withAttributes: [
          .font: UIFont.boldSystemFont(ofSize: 60), .foregroundColor: UIColor.yellow,
        ]
      )
    }
  }
}
