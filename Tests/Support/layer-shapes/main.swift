// Looks at the presentations of subclasses, in a build of any kind; fails if one is not right.
// Licensed under the MIT license; see LICENSE.

import Foundation
import LayerShapes
import QuartzCore

/// The names of the shapes whose presentations are not right.
var wrong: [String] = []

/// Shows a layer half-way from 0 to 1 in opacity, and looks at its presentation.
@MainActor func check<Layer: CALayer>(
  _ name: String,
  _ layer: Layer,
  _ isRight: (Layer) -> Bool
) throws {
  let context = try CAContext(size: CGSize(width: 8, height: 8))
  context.layer = layer
  let fade = CABasicAnimation(keyPath: "opacity")
  fade.fromValue = 0
  fade.toValue = 1
  fade.duration = 1
  layer.add(fade, forKey: nil)
  try context.advance(to: 0.5)
  guard let shown = layer.presentation(), type(of: shown) == type(of: layer), shown !== layer,
    shown.model() === layer, shown.opacity == 0.5, layer.opacity == 1, isRight(shown)
  else {
    wrong.append(name)
    return
  }
}

let neighbour = CALayer()
let meter = Meter(title: "volume")
(meter.level, meter.neighbour) = (0.75, neighbour)
try check("an initialiser of its own", meter) {
  $0.title == "volume" && $0.level == 0.75 && $0.neighbour === neighbour
}
try check("init(layer:)", Plain()) { _ in true }
try check("init(layer:) with a property", ProgressRing(progress: 3)) { $0.progress == 4 }
try check("convenience initialisers", Card(title: "one")) { $0.title == "untitled" }
try check("init(coder:)", Coded()) { $0.stops == [3] }
try check("a generic class", Generic(model: ["a": 1])) { $0.model == ["a": 1] }
try check("a final class", Last(note: "n")) { $0.note == "n" }
let third = Third(third: [neighbour])
third.first = 7
try check("three classes deep", third) {
  $0.third.first === neighbour && $0.second == "of third" && $0.first == 7
}
try check("tiled layers", TiledMap(zoom: 4)) { $0.zoom == 4 }

for name in wrong { print("layer-shapes: the presentation of \(name) is not right") }
exit(wrong.isEmpty ? 0 : 1)
