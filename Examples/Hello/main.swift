// The program of the guide Layers without views: an animation of a second in four pictures.
// Licensed under the MIT license; see LICENSE.

import ImageIO
import QuartzCore

// An output of 60 x 60 points, 2 pixels each. Its time begins at 0.
let context = try CAContext(size: CGSize(width: 60, height: 60), scale: 2)

let ring = CAShapeLayer()
ring.frame = CGRect(x: 0, y: 0, width: 60, height: 60)
ring.path = CGPath(ellipseIn: CGRect(x: 10, y: 10, width: 40, height: 40), transform: nil)
ring.fillColor = nil
ring.strokeColor = CGColor(red: 0.1, green: 0.45, blue: 0.9, alpha: 1)
ring.lineWidth = 8
ring.backgroundColor = CGColor(red: 0.93, green: 0.94, blue: 0.96, alpha: 1)
ring.cornerRadius = 12
context.layer = ring

let drawing = CABasicAnimation(keyPath: "strokeEnd")
drawing.fromValue = 0
drawing.toValue = 1
drawing.duration = 1
ring.add(drawing, forKey: nil)

// Its four pictures in a row, in a picture of their own.
let row = CALayer()
for (index, time) in [0, 0.25, 0.5, 1].enumerated() {
  let picture = CALayer()
  picture.frame = CGRect(x: index * 130, y: 0, width: 120, height: 120)
  picture.contents = try context.image(at: time)
  row.addSublayer(picture)
}
let strip = try CAContext(size: CGSize(width: 510, height: 120))
strip.layer = row

let file = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "first.png")
guard
  let destination = CGImageDestinationCreateWithURL(file as CFURL, "public.png" as CFString, 1, nil)
else { fatalError("\(file.path) cannot be written") }
CGImageDestinationAddImage(destination, try strip.image(), nil)
guard CGImageDestinationFinalize(destination) else {
  fatalError("\(file.path) cannot be written")
}
