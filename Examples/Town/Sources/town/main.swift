// A flight over a town of 20,000 x 20,000 points, as an animated PNG.
// Licensed under the MIT license; see LICENSE.
//
//     town [FILE]
//
// The town is one tiled layer: only what is seen of it is drawn, at the resolution it is seen at.
// The flight is an animation of the transform above it; each picture has all the tiles that it
// needs.

import ImageIO
import QuartzCore

/// A stopped clock: pictures are asked for by their times.
final class StillClock: CAContext.Clock {
  let currentTime: CFTimeInterval = 0
}

let size = CGSize(width: 480, height: 270)
let (frameCount, duration) = (64, 8.0)

/// Where the camera is: a point of the town and pixels for a point.
func camera(at progress: Double) -> CATransform3D {
  let stops: [(x: Double, y: Double, scale: Double)] = [
    (10_000, 10_000, 0.0135), (9300, 11_900, 0.12), (9300, 11_900, 1), (10_100, 11_600, 1),
    (11_500, 10_300, 0.25), (10_000, 10_000, 0.0135),
  ]
  let place = min(max(progress, 0), 1) * Double(stops.count - 1)
  let index = min(Int(place), stops.count - 2)
  let (from, to) = (stops[index], stops[index + 1])
  let part = place - Double(index)
  let eased = part * part * (3 - 2 * part)
  // Zooms at an even pace multiply; the place follows what is seen.
  let scale = from.scale * exp2(log2(to.scale / from.scale) * eased)
  let share =
    from.scale == to.scale ? eased : (1 / scale - 1 / from.scale) / (1 / to.scale - 1 / from.scale)
  let (x, y) = (from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
  let center = CATransform3DMakeTranslation(size.width / 2, size.height / 2, 0)
  return CATransform3DTranslate(CATransform3DScale(center, scale, scale, 1), -x, -y, 0)
}

var options = CAContext.Options()
options.clock = StillClock()
options.backgroundColor = CGColor(srgbRed: 0.85, green: 0.87, blue: 0.88, alpha: 1)
let context = try CAContext(size: size, options: options)

let sky = CALayer()
sky.anchorPoint = .zero
sky.bounds.size = size
let town = TownLayer()
town.anchorPoint = .zero
town.bounds.size = CGSize(width: TownLayer.side, height: TownLayer.side)
town.levelsOfDetail = 8
sky.addSublayer(town)

let title = CATextLayer()
title.frame = CGRect(x: 12, y: 12, width: 168, height: 24)
title.string = "20,000 × 20,000"
title.fontSize = 17
title.alignmentMode = .center
title.backgroundColor = CGColor(srgbRed: 0.1, green: 0.15, blue: 0.25, alpha: 0.75)
title.cornerRadius = 12
let screen = CALayer()
screen.anchorPoint = .zero
screen.bounds.size = size
screen.sublayers = [sky, title]
context.layer = screen

let flight = CAKeyframeAnimation(keyPath: "sublayerTransform")
flight.values = (0...240).map { camera(at: Double($0) / 240) }
flight.duration = duration
sky.add(flight, forKey: "flight")

let file = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "town.png")
guard let output = CGImageDestinationCreateWithURL(file, "public.png", frameCount, nil) else {
  fatalError("cannot write \(file.path)")
}
let delay = [
  kCGImagePropertyPNGDictionary: [kCGImagePropertyAPNGDelayTime: duration / Double(frameCount)]
]
let start = CACurrentMediaTime()
for frame in 0..<frameCount {
  let time = duration * Double(frame) / Double(frameCount)
  CGImageDestinationAddImage(output, try context.image(at: time), delay as CFDictionary)
}
let seconds = CACurrentMediaTime() - start
guard CGImageDestinationFinalize(output) else { fatalError("cannot write \(file.path)") }
print("\(file.path): \(frameCount) pictures in \((seconds * 10).rounded() / 10) s")
