// A desk: a program that shows three others, each a process of its own, in windows with shadows and
// in a dock. One is minimised, one is stopped and one is killed meanwhile.
// Licensed under the MIT license; see LICENSE.
//
//     desk FILE        writes a picture of four moments
//     desk --window    shows the desk in a window, until that is closed
//     desk --served    the same in a window of `quartzd --output window`

import CoreGraphics
import ExampleSupport
import Foundation
import QuartzCore

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.count == 2, arguments[0] == "--app" {
  App(arguments[1]).run()
} else if arguments == ["--window"] || arguments == ["--served"] {
  let desk = try Desk(try ServerProcess.find(at: CAContext.defaultServerPath))
  let isServed = arguments == ["--served"]
  let window = isServed ? DeskWindow.served(desk) : try DeskWindow.opened(desk)
  withExtendedLifetime(window) { RunLoop.main.run() }
} else {
  let server = try ServerProcess.find(at: CAContext.defaultServerPath)
  let desk = try Desk(server)
  let pictures = try desk.play()
  let strip = try CAContext(size: CGSize(width: 1000, height: 660))
  let sheet = CALayer()
  for (index, picture) in pictures.enumerated() {
    let layer = CALayer()
    layer.frame = CGRect(x: index % 2 * 505, y: index / 2 * 335, width: 495, height: 325)
    layer.contents = picture
    sheet.addSublayer(layer)
  }
  strip.layer = sheet
  try PictureFile(arguments.first ?? "desk.png").write(try strip.image())
}
