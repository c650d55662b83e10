// Lockwood, chapter 6: text, scroll and tiled layers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Case {
  static let clientCases: [Case] = [
    Case(
      "LW-D-6.2",
      .picturesBut(.test("TextLayerTests.wrappedAndJustified")),
      [filler("LW-D-6.2", scale: 1)]
    ),
    Case("LW-D-6.2a", .pictures, [filler("LW-D-6.2a", scale: 2)]),
    Case("LW-D-6.3", .test("TextLayerTests.attributesOfAString")),
    Case("LW-D-6.4", .book),
    Case("LW-D-6.10", .pictures, panned),
    Case("LW-D-6.11", .book),
    Case("LW-D-6.12", .picturesBut(.test("TiledLayerTests.visibleTilesAlone")), [tiledMap]),
  ]

  /// The paragraph of the book's pictures, on a screen of scale 2.
  private static func filler(_ name: String, scale: CGFloat) -> Scene {
    // Every line begins at the left margin; below the last one there is nothing.
    let below = [Probe(140, 165, Tone.white), Probe(275, 148, Tone.white)]
    return Scene.page(name, 280, 170, scale: 2, probes: below) { root in
      let text =
        "Lorem ipsum dolor sit amet, consectetur adipiscing elit. Quisque massa arcu, eleifend vel "
        + "varius in, facilisis pulvinar leo. Nunc quis nunc at mauris pharetra condimentum ut ac "
        + "neque. Nunc elementum, libero ut porttitor dictum, diam odio congue lacus, vel fringilla "
        + "sapien diam at purus. Etiam suscipit pretium nunc sit amet lobortis"
      let layer = label(text, root.bounds, size: 15, black, in: root)
      layer.font = CGFont("Helvetica")
      (layer.isWrapped, layer.alignmentMode, layer.contentsScale) = (true, .justified, scale)
    }
  }

  /// A view of 200 x 200 over an image of 600 x 400, panned by three gestures.
  private static let panned: [Scene] = [
    ("LW-D-6.10-1", 1, Tone.red), ("LW-D-6.10-2", 2, Tone.red), ("LW-D-6.10-3", 3, gray),
  ].map { name, count, middle in
    let probes = [
      Probe(110, 110, middle), Probe(5, 100, gray),
      // The image's first hundred pixels are green.
      Probe(15, 100, count == 2 ? Tone.green : count == 1 ? Tone.green : gray),
    ]
    return Scene(name: name, width: 220, height: 220, probes: probes) { root in
      root.backgroundColor = lightGray
      let window = CAScrollLayer()
      window.frame = CGRect(x: 10, y: 10, width: 200, height: 200)
      root.addSublayer(window)
      let image = panel(0, 0, 600, 400, red, in: window)
      panel(0, 0, 70, 400, green, in: image)
      for pan in [(-50.0, -20.0), (30, 0), (-2000, 0)].prefix(count) {
        let origin = window.bounds.origin
        window.scroll(to: CGPoint(x: origin.x - pan.0, y: origin.y - pan.1))
      }
    }
  }

  /// A map of 2048 x 2048 of which a window shows the place of nine tiles.
  private static let tiledMap = Scene(
    name: "LW-D-6.12",
    width: 300,
    height: 200,
    probes: [Probe(2, 2, [153, 77, 77], within: 3), Probe(298, 198, [204, 77, 77], within: 3)]
  ) { root in
    let map = NumberedMap()
    map.frame = CGRect(x: -700, y: -300, width: 2048, height: 2048)
    root.addSublayer(map)
  }
}

/// Draws each tile in a colour of its column and row, with a frame, as files of tiles would be.
// Safe because: it has no state of its own.
private final class NumberedMap: CATiledLayer, @unchecked Sendable {
  override class func fadeDuration() -> CFTimeInterval { 0 }

  override func draw(in context: CGContext) {
    let clip = context.boundingBoxOfClipPath
    let (column, row) = ((clip.minX / 256).rounded(.down), (clip.minY / 256).rounded(.down))
    let tile = CGRect(x: column * 256, y: row * 256, width: 256, height: 256)
    context.setFillColor(rgba(0.2 + column / 5, 0.2 + row / 10, 0.3))
    context.fill(tile)
    context.setFillColor(white)
    for dot in 0..<Int(column) {
      context.fillEllipse(
        in: CGRect(x: tile.minX + 20 + CGFloat(dot) * 24, y: tile.minY + 20, width: 16, height: 16)
      )
    }
    for dot in 0..<Int(row) {
      context.fill(
        CGRect(x: tile.minX + 20 + CGFloat(dot) * 24, y: tile.minY + 60, width: 16, height: 16)
      )
    }
  }
}
