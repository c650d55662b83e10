// Pictures that were recorded from Core Animation, drawn again with layers, by every renderer.
// Licensed under the MIT license; see LICENSE.
//
// Shapes that were shape layers are layers with round corners here; a mask with a hole is one that
// was drawn. The bounds are the ones that the collection of recorded pictures names.

import CoreGraphics
import Foundation
import QuartzCore
import RenderScenes
import TestClaims
import Testing

@Suite struct RecordedPictureTests {
  /// A frame of layers in a root of `width` by `height` points, whose edges are hard as on iOS.
  private func drawn(
    _ width: Int,
    _ height: Int,
    scale: Int,
    _ backend: Backend,
    _ build: (CALayer) -> Void
  ) throws -> RecordedPicture {
    let stage = try Stage(
      backend.make(),
      width: width * scale,
      height: height * scale,
      scale: Double(scale)
    )
    stage.edit {
      build(stage.root)
      hardenEdges(stage.root)
    }
    return RecordedPicture(try stage.picture())
  }

  private func hardenEdges(_ layer: CALayer) {
    layer.allowsEdgeAntialiasing = false
    for sublayer in layer.sublayers ?? [] { hardenEdges(sublayer) }
  }

  private func byte(_ r: CGFloat, _ g: CGFloat, _ b: CGFloat, _ a: CGFloat = 1) -> CGColor {
    rgba(r / 255, g / 255, b / 255, a)
  }

  private func add(
    _ frame: CGRect,
    _ color: CGColor? = nil,
    radius: CGFloat = 0,
    to parent: CALayer
  ) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    layer.backgroundColor = color
    layer.cornerRadius = radius
    parent.addSublayer(layer)
    return layer
  }

  private func shade(
    _ layer: CALayer,
    _ color: CGColor,
    opacity: Float,
    radius: CGFloat,
    y: CGFloat = 0
  ) {
    layer.shadowColor = color
    layer.shadowOpacity = opacity
    layer.shadowRadius = radius
    layer.shadowOffset = CGSize(width: 0, height: y)
  }

  // MARK: Boxes

  @Test(
    .shows("CALayer.borderWidth", "CALayer.borderColor", "CALayer.backgroundColor"),
    .recorded("cpu/pf-border-square@3x.png", "cpu/bp-border-square@1x.png"),
    arguments: Backend.all
  ) func squareBorders(backend: Backend) throws {
    let thick = try drawn(100, 100, scale: 3, backend) {
      $0.backgroundColor = red
      $0.borderWidth = 4
    }
    let result = try RecordedPicture("cpu/pf-border-square@3x.png").difference(to: thick)
    #expect(result.largest <= 1, "\(result)")
    let thin = try drawn(100, 100, scale: 1, backend) {
      $0.backgroundColor = blue
      $0.borderWidth = 1
      $0.borderColor = rgba(1, 0.5, 0)
    }
    let other = try RecordedPicture("cpu/bp-border-square@1x.png").difference(to: thin)
    #expect(other.largest <= 1, "\(other)")
  }

  @Test(
    .shows("CALayer.borderWidth", "CALayer.borderColor", "CALayer.cornerRadius"),
    .recorded("cpu/bp-border-rounded-r10@1x.png"),
    arguments: Backend.all
  ) func roundBorder(backend: Backend) throws {
    let picture = try drawn(100, 100, scale: 1, backend) {
      $0.backgroundColor = blue
      $0.borderWidth = 1
      $0.borderColor = rgba(1, 0.5, 0)
      $0.cornerRadius = 10
    }
    let result = try RecordedPicture("cpu/bp-border-rounded-r10@1x.png").difference(to: picture)
    #expect(result.edge <= 48 && result.flat <= 1 && result.rms <= 1.5, "\(result)")
  }

  @Test(
    .shows("CALayer.backgroundColor"),
    .recorded("cpu/af-alpha-background@3x.png"),
    arguments: Backend.all
  ) func translucentColor(backend: Backend) throws {
    let picture = try drawn(200, 200, scale: 3, backend) { $0.backgroundColor = rgba(0, 0, 0, 0.3) }
    let result = try RecordedPicture("cpu/af-alpha-background@3x.png")
      .difference(to: picture, channels: 3..<4)
    #expect(result.largest <= 1, "\(result)")
    #expect((76...77).contains(picture[300, 300, 3]))
  }

  @Test(
    .shows("CALayer.cornerRadius"),
    .recorded(
      "cpu/bp-rounded-r10@1x.png",
      "cpu/bp-capsule-200x100@1x.png",
      "cpu/pf-circle-macos@2x.png"
    ),
    arguments: Backend.all
  ) func corners(backend: Backend) throws {
    for (name, width, radius, rms) in [
      ("bp-rounded-r10@1x", 100, 10.0, 1.0), ("bp-capsule-200x100@1x", 200, 50, 1.2),
    ] {
      let picture = try drawn(width, 100, scale: 1, backend) {
        $0.backgroundColor = blue
        $0.cornerRadius = radius
      }
      let result = try RecordedPicture("cpu/\(name).png").difference(to: picture)
      #expect(result.edge <= 30 && result.flat <= 1 && result.rms <= rms, "\(name) \(result)")
    }
    let circle = try drawn(10, 10, scale: 2, backend) {
      $0.backgroundColor = green
      $0.cornerRadius = 5
    }
    let result = try RecordedPicture("cpu/pf-circle-macos@2x.png")
      .difference(to: circle, channels: 3..<4)
    #expect(result.largest <= 20 && result.rms <= 4, "\(result)")
  }

  @Test(
    .shows("CALayer.cornerCurve", "CALayerCornerCurve.continuous"),
    .recorded("cpu/af-continuous-corner-r40@3x.png"),
    arguments: Backend.all
  ) func continuousCorner(backend: Backend) throws {
    let picture = try drawn(200, 200, scale: 3, backend) {
      $0.backgroundColor = blue
      $0.cornerRadius = 40
      $0.cornerCurve = .continuous
    }
    let result = try RecordedPicture("cpu/af-continuous-corner-r40@3x.png").difference(to: picture)
    #expect(result.edge <= 32 && result.flat <= 1 && result.rms <= 0.6, "\(result)")
  }

  // MARK: Shadows

  @Test(
    .shows(
      "CALayer.shadowPath",
      "CALayer.shadowColor",
      "CALayer.shadowOpacity",
      "CALayer.shadowRadius"
    ),
    .recorded("cpu/bp-shadow-r8-magenta@1x.png"),
    arguments: Backend.all
  ) func shadowOfAPath(backend: Backend) throws {
    let picture = try drawn(100, 100, scale: 1, backend) {
      $0.backgroundColor = white
      let box = add(CGRect(x: 20, y: 20, width: 60, height: 60), green, radius: 10, to: $0)
      shade(box, rgba(1, 0, 1), opacity: 1, radius: 8)
      box.shadowPath = CGPath(
        roundedRect: box.bounds,
        cornerWidth: 10,
        cornerHeight: 10,
        transform: nil
      )
    }
    let result = try RecordedPicture("cpu/bp-shadow-r8-magenta@1x.png")
      .difference(to: picture) { x, y in !(20..<80).contains(x) || !(20..<80).contains(y) }
    #expect(result.largest <= 6 && result.rms <= 2, "\(result)")
  }

  @Test(
    .shows("CALayer.shadowOpacity", "CALayer.shadowRadius", "CALayer.shadowOffset"),
    .recorded("cpu/bsw-shadow-r10-black50@3x.png"),
    arguments: Backend.all
  ) func shadowOnAScreen(backend: Backend) throws {
    let picture = try drawn(375, 812, scale: 3, backend) {
      $0.backgroundColor = white
      let frame = CGRect(x: 263.0 / 3, y: 306, width: 200, height: 200)
      let box = add(frame, byte(255, 59, 48), radius: 10, to: $0)
      shade(box, black, opacity: 0.5, radius: 10, y: 1)
    }
    let result = try RecordedPicture("cpu/bsw-shadow-r10-black50@3x.png")
      .difference(to: picture) { x, y in
        (113..<1013).contains(x) && (768..<1668).contains(y)
          && (!(263..<863).contains(x) || !(918..<1518).contains(y))
      }
    #expect(result.largest <= 5 && result.rms <= 1.2, "\(result)")
  }

  @Test(
    .shows("CALayer.shadowOpacity", "CALayer.shadowRadius", "CALayer.shadowOffset"),
    .recorded("cpu/lottie-shadow-style@2x.png"),
    arguments: Backend.all
  ) func shadowOfARoundedSquare(backend: Backend) throws {
    let picture = try drawn(200, 200, scale: 2, backend) {
      let frame = CGRect(x: 50, y: 50, width: 100, height: 100)
      let box = add(frame, byte(74, 147, 254), radius: 12, to: $0)
      shade(box, black, opacity: 0.9, radius: 6, y: 5)
    }
    let result = try RecordedPicture("cpu/lottie-shadow-style@2x.png")
      .difference(to: picture, channels: 3..<4) { x, y in
        !(100..<300).contains(x) || !(100..<300).contains(y)
      }
    #expect(result.largest <= 8 && result.rms <= 1.5, "\(result)")
  }

  /// The two shadows of a raised card, each a layer of its own over the square.
  private func raise(_ layer: CALayer, _ color: CGColor, path: CGPath, mask: CGImage? = nil) {
    for (opacity, radius, y) in [(Float(0.26), 8.001, 14.735), (0.08, 10.671, 0)] {
      let shadow = add(layer.bounds, to: layer)
      shade(shadow, color, opacity: opacity, radius: radius, y: y)
      shadow.shadowPath = path
      guard let mask else { continue }
      // 120 points more on all sides than the square.
      shadow.mask = CALayer()
      shadow.mask?.frame = layer.bounds.insetBy(dx: -120, dy: -120)
      shadow.mask?.contents = mask
    }
  }

  /// 340 x 340 points at two pixels each, with a hole of 100 in the middle.
  private func maskWithHole(isRound: Bool) -> CGImage? {
    RenderScenes.drawn(680, 680) {
      let hole = CGRect(x: 240, y: 240, width: 200, height: 200)
      $0.addRect(CGRect(x: 0, y: 0, width: 680, height: 680))
      if isRound { $0.addEllipse(in: hole) } else { $0.addRect(hole) }
      $0.fillPath(using: .evenOdd)
    }
  }

  private let square = CGRect(x: 40, y: 40, width: 100, height: 100)

  @Test(
    .shows("CALayer.shadowPath", "CALayer.shadowColor", "CALayer.shadowOffset", "CALayer.mask"),
    .recorded(
      "gpu/mdc-shadowlayer-open-e00@2x.png",
      "gpu/mdc-shadowlayer-open-e12@2x.png",
      "gpu/mdc-shadowlayer-holed-e12@2x.png"
    ),
    arguments: Backend.all
  ) func raisedSquares(backend: Backend) throws {
    for (name, isRaised, hasHole) in [
      ("mdc-shadowlayer-open-e00", false, false), ("mdc-shadowlayer-open-e12", true, false),
      ("mdc-shadowlayer-holed-e12", true, true),
    ] {
      let picture = try drawn(180, 220, scale: 2, backend) {
        $0.backgroundColor = byte(204, 204, 204)
        let layer = add(square, white, to: $0)
        let path = CGPath(rect: layer.bounds, transform: nil)
        if isRaised {
          raise(layer, red, path: path, mask: hasHole ? maskWithHole(isRound: false) : nil)
        }
      }
      let result = try RecordedPicture("gpu/\(name)@2x.png").difference(to: picture)
      #expect(result.largest <= (isRaised ? 5 : 1) && result.rms <= 1, "\(name) \(result)")
    }
  }

  @Test(
    .shows("CALayer.shadowPath", "CALayer.shadowOffset", "CALayer.mask"),
    .recorded("gpu/mdc-pill-shadow-e12@2x.png"),
    arguments: Backend.all
  ) func raisedPill(backend: Backend) throws {
    let picture = try drawn(180, 220, scale: 2, backend) {
      $0.backgroundColor = byte(204, 204, 204)
      let layer = add(square, rgba(1, 0, 1), radius: 50, to: $0)
      let path = CGPath(ellipseIn: layer.bounds, transform: nil)
      raise(layer, black, path: path, mask: maskWithHole(isRound: true))
    }
    let recorded = try RecordedPicture("gpu/mdc-pill-shadow-e12@2x.png")
    // The edge is the circle's; shadows have no flat places.
    func isRim(_ x: Int, _ y: Int) -> Bool {
      let (dx, dy) = (Double(x) + 0.5 - 180, Double(y) + 0.5 - 180)
      return abs((dx * dx + dy * dy).squareRoot() - 100) < 2
    }
    let off = try recorded.difference(to: picture) { !isRim($0, $1) }
    #expect(off.largest <= 6 && off.rms <= 1.2, "\(off)")
    let rim = try recorded.difference(to: picture, where: isRim)
    #expect(rim.largest <= 60, "\(rim)")
  }

  @Test(
    .shows("CALayer.shadowRadius"),
    .recorded("gpu/vs-four-nested-shadows-circle@1x.png"),
    arguments: Backend.all
  ) func fourNestedShadows(backend: Backend) throws {
    let picture = try drawn(200, 200, scale: 1, backend) { root in
      var parent = root
      for color in [byte(0, 122, 255), byte(255, 59, 48), byte(52, 199, 89)] {
        let group = add(CGRect(x: 0, y: 0, width: 200, height: 200), to: parent)
        shade(group, color, opacity: 1, radius: 10)
        parent = group
      }
      let frame = CGRect(x: 50, y: 50, width: 100, height: 100)
      shade(add(frame, byte(52, 199, 89), radius: 50, to: parent), black, opacity: 1, radius: 10)
    }
    let recorded = try RecordedPicture("gpu/vs-four-nested-shadows-circle@1x.png")
    let result = try recorded.difference(to: picture, channels: 3..<4)
    #expect(result.largest <= 8 && result.rms <= 2, "\(result)")
  }

  // MARK: Space

  /// The root of both recordings: a grid, a square for each matrix, and the one that moves.
  private func planes(_ matrices: [CATransform3D], shown: CATransform3D, in root: CALayer) {
    root.backgroundColor = white
    let gray = byte(170, 170, 170)
    let grid = add(CGRect(x: 0, y: 0, width: 150, height: 150), to: root)
    grid.contents = RenderScenes.drawn(450, 450) {
      $0.setStrokeColor(gray)
      $0.setLineWidth(1.5)
      for step in stride(from: 15, to: 450, by: 30) {
        $0.move(to: CGPoint(x: step, y: 0))
        $0.addLine(to: CGPoint(x: step, y: 450))
        $0.move(to: CGPoint(x: 0, y: step))
        $0.addLine(to: CGPoint(x: 450, y: step))
      }
      $0.strokePath()
    }
    let frame = CGRect(x: 65, y: 65, width: 20, height: 20)
    for matrix in matrices {
      let layer = add(frame, gray, to: root)
      layer.opacity = 0.5
      layer.transform = matrix
    }
    let moving = add(frame, to: root)
    for (index, color) in [red, green, blue, yellow].enumerated() {
      let place = CGRect(x: index % 2 * 10, y: index / 2 * 10, width: 10, height: 10)
      _ = add(place, color, to: moving)
    }
    moving.transform = shown
  }

  @Test(
    .shows("CALayer.transform", "CATransform3DMakeRotation"),
    .recorded("gpu/stagehand-3d-rotation@3x.apng"),
    arguments: Backend.all
  ) func rotatedPlanes(backend: Backend) throws {
    let matrices = [(0.0, 0.0, 1.0), (0, 1, 0), (0, 1, 1)].map {
      CATransform3DMakeRotation(.pi / 4, $0.0, $0.1, $0.2)
    }
    for (index, shown) in ([CATransform3DIdentity] + matrices).enumerated() {
      let picture = try drawn(150, 150, scale: 3, backend) {
        planes(matrices, shown: shown, in: $0)
      }
      let recorded = try RecordedPicture("gpu/stagehand-3d-rotation@3x.apng", frame: index * 10)
      let result = try recorded.difference(to: picture)
      // because: the first two lie in one plane with a translucent square.
      #expect(result.shareAbove48 <= (index < 2 ? 0.015 : 0.01), "frame \(index * 10): \(result)")
    }
  }

  @Test(
    .shows("CALayer.transform", "CATransform3DMakeScale"),
    .recorded("gpu/stagehand-3d-scale@3x.apng"),
    arguments: Backend.all
  ) func scaledPlanes(backend: Backend) throws {
    let matrices = [CATransform3DMakeScale(3, 1, 1), CATransform3DMakeScale(1, 3, 1)]
    for (index, shown) in ([CATransform3DIdentity] + matrices).enumerated() {
      let picture = try drawn(150, 150, scale: 3, backend) {
        planes(matrices, shown: shown, in: $0)
      }
      let recorded = try RecordedPicture("gpu/stagehand-3d-scale@3x.apng", frame: index * 10)
      let result = try recorded.difference(to: picture)
      #expect(result.shareAbove48 == 0, "frame \(index * 10): \(result)")
    }
  }

  // MARK: Time

  /// Frames a second of the recorded animation, and the length of its composition in seconds.
  private static let (frameRate, length) = (23.976, 49 / 23.976)

  /// The composition at half of its size: a square that turns and moves, while its clock is within.
  ///
  /// Only its purple part can be told from the white below.
  private func composition(at place: CGPoint, speed: Float, offset: Double = 0, in root: CALayer) {
    let content = add(CGRect(x: 0, y: 0, width: 300, height: 300), to: root)
    content.position = place
    content.transform = CATransform3DMakeScale(0.50667, 0.50667, 1)
    (content.speed, content.timeOffset) = (speed, offset)
    let turning = add(CGRect(x: 150, y: 60, width: 0, height: 0), to: content)
    // A line of two points lies half within the square.
    let side = 109.172 - 2
    let frame = CGRect(x: 0.32 - side / 2, y: 4.668 - side / 2, width: side, height: side)
    let square = add(frame, byte(110, 0, 230), to: turning)
    square.opacity = 0
    let seen = CABasicAnimation(keyPath: "opacity")
    (seen.fromValue, seen.toValue, seen.duration) = (1, 1, Self.length)
    let turn = CABasicAnimation(keyPath: "transform.rotation.z")
    (turn.fromValue, turn.toValue, turn.duration) = (0, 2 * Double.pi, 48 / Self.frameRate)
    let move = CAKeyframeAnimation(keyPath: "position.y")
    (move.values, move.keyTimes) = ([60.0, 225.0, 60.0], [0, 13.0 / 48, 1] as [NSNumber])
    move.duration = turn.duration
    for (animation, layer) in [(seen, square), (turn, turning), (move, turning)]
      as [(CAAnimation, CALayer)]
    {
      // From 0 on; zero itself would be the time of the commit.
      animation.beginTime = -1e-100
      animation.isRemovedOnCompletion = false
      if animation !== seen { animation.fillMode = .both }
      layer.add(animation, forKey: nil)
    }
  }

  /// How much purple there is in a part of a picture, in pixels, and where its middle is, in
  /// points.
  private func purple(
    _ picture: RecordedPicture,
    x: Range<Int>,
    y: Range<Int>
  ) -> (area: Double, x: Double, y: Double) {
    var sums = SIMD3<Double>.zero
    for row in y {
      for column in x {
        let share = Double(255 - picture[column, row, 1]) / 255
        sums += SIMD3(1, (Double(column) + 0.5) / 2, (Double(row) + 0.5) / 2) * share
      }
    }
    return (sums.x, sums.y / max(sums.x, 1), sums.z / max(sums.x, 1))
  }

  @Test(
    .shows(
      "CAMediaTiming.speed",
      "CAMediaTiming.timeOffset",
      "CAKeyframeAnimation.values",
      "CAKeyframeAnimation.keyTimes"
    ),
    .recorded(
      "cpu/lottie-timeremap-0@2x.png",
      "cpu/lottie-timeremap-25@2x.png",
      "cpu/lottie-timeremap-50@2x.png",
      "cpu/lottie-timeremap-75@2x.png",
      "cpu/lottie-timeremap-100@2x.png"
    ),
    arguments: [0, 25, 50, 75, 100],
    Backend.all
  )
  func remappedTimes(percent: Int, backend: Backend) throws {
    let stage = try Stage(backend.make(), width: 600, height: 600, scale: 2)
    stage.edit {
      stage.root.backgroundColor = white
      stage.root.speed = 0
      // The last picture is that of the last frame.
      stage.root.timeOffset = min(Self.length * Double(percent) / 100, 48 / Self.frameRate)
      composition(at: CGPoint(x: 43, y: 220), speed: 1, in: stage.root)
      composition(at: CGPoint(x: 247, y: 220), speed: -1, offset: 2.044, in: stage.root)
      composition(at: CGPoint(x: 146, y: 220), speed: 0, offset: 0.876, in: stage.root)
      composition(at: CGPoint(x: 44, y: 71), speed: 5, in: stage.root)
    }
    let drawn = RecordedPicture(try stage.picture())
    let recorded = try RecordedPicture("cpu/lottie-timeremap-\(percent)@2x.png")
    for (x, y) in [
      (0..<190, 240..<600), (400..<600, 240..<600), (190..<400, 240..<600), (0..<190, 0..<240),
    ] {
      let (ours, theirs) = (purple(drawn, x: x, y: y), purple(recorded, x: x, y: y))
      #expect(abs(ours.area - theirs.area) <= max(0.015 * theirs.area, 1), "\(ours) \(theirs)")
      let distance = max(abs(ours.x - theirs.x), abs(ours.y - theirs.y)) * 2
      #expect(distance <= 1, "\(ours) \(theirs)")
    }
  }
}
