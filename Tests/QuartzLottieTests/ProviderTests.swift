// Values, pictures, texts and fonts from outside.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import ImageIO
import QuartzCore
import QuartzTesting
import Synchronization
import Testing

@testable import QuartzLottie

/// The requests that a provider got.
private final class Asked<Request: Sendable>: Sendable {
  private let list = Mutex<[Request]>([])

  var all: [Request] { list.withLock { $0 } }

  func add(_ request: Request) { list.withLock { $0.append(request) } }
}

struct LottieProviderTests {
  private static func picture(_ red: UInt8) -> CGImage? {
    var bytes: [UInt8] = [red, 0, 255, 255]
    return bytes.withUnsafeMutableBytes { memory in
      CGContext(
        data: memory.baseAddress,
        width: 1,
        height: 1,
        bitsPerComponent: 8,
        bytesPerRow: 4,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )?.makeImage()
    }
  }

  private static let image = Part.document(
    [#"{"ty":2,"nm":"Photo","refId":"p","ip":0,"op":10,"ks":{}}"#],
    #","assets":[{"id":"p","w":40,"h":40,"u":"img/","p":"a.png","e":0}]"#
  )

  @Test func picturesByAsset() throws {
    var settings = LottieSettings()
    settings.provideImages { request in
      let isKnown =
        request.id == "p" && request.fileName == "img/a.png"
        && request.size == CGSize(width: 40, height: 40)
      return isKnown ? Self.picture(128) : nil
    }
    let picture = try LottiePicture(Self.image, settings: settings)
    #expect(picture[20, 20].isNear([128, 0, 255, 255]))
    #expect(picture.alpha(60, 20) == 0)
    // Without one it is missing, and said.
    let animation = try LottieAnimation(data: Data(Self.image.utf8))
    var report = animation.report
    _ = try animation.makeLayer { report = $0 }
    #expect(report.warnings == ["layers[0]: the picture p cannot be read"])
  }

  @Test func aPictureByKeyPath() throws {
    let data = NSMutableData()
    let image = try #require(Self.picture(64))
    let target = try #require(
      CGImageDestinationCreateWithData(data as CFMutableData, "public.png" as CFString, 1, nil)
    )
    CGImageDestinationAddImage(target, image, nil)
    #expect(CGImageDestinationFinalize(target))
    var settings = LottieSettings()
    settings.set(keyPath: "Photo.Image", .image(data as Data))
    #expect(try LottiePicture(Self.image, settings: settings)[20, 20].isNear([64, 0, 255, 255]))
  }

  @Test func valuesByFrame() throws {
    let rect = Part.layer([Part.rect(50, 50, 20, 20), Part.red], #","nm":"L""#)
    var settings = LottieSettings()
    settings.set(keyPath: "L.Transform.Position") { .numbers([$0 * 4, 0]) }
    let pictures = try LottiePicture.all(
      Part.document([rect]),
      at: [0, 5, 7.5],
      settings: settings
    )
    #expect(pictures.map { $0.box[0] } == [40, 60, 70])
    settings.set(keyPath: "**.Color") { .color(red: 0, green: $0 / 10, blue: 0, alpha: 1) }
    let green = try LottiePicture(Part.document([rect]), at: 5, settings: settings)
    #expect(green[65, 50].isNear([0, 128, 0, 255]))
    // A value of the wrong kind ends the list.
    settings.set(keyPath: "**.Color") { $0 < 3 ? .numbers([1, 1, 0]) : .text("red") }
    #expect(try LottiePicture(Part.document([rect]), at: 9, settings: settings)[76, 50][1] == 255)
    // A function of too many frames is refused.
    let long = Part.document([rect]).replacing(#""op":10,"w""#, with: #""op":900000,"w""#)
    settings.set(keyPath: "**.Size") { _ in .numbers([1, 1]) }
    #expect(throws: LottieError.self) {
      try LottieAnimation(data: Data(long.utf8), settings: settings)
    }
  }

  @Test func coloursDashesAndStops() throws {
    let stops = #"{"p":2,"k":{"a":0,"k":[0,1,0,0,1,1,0,0]}}"#
    let gradient =
      #"{"ty":"gf","nm":"G","t":1,"s":{"k":[0,0]},"e":{"k":[100,0]},"o":{"k":100},"g":\#(stops)}"#
    let line = Part.line([(0, 80), (100, 80)])
    let json = Part.document([
      Part.layer([Part.rect(50, 20, 100, 20), gradient], #","nm":"A""#),
      Part.layer([line, Part.stroke(4, "1,0,0", #","nm":"St""#)], #","nm":"B""#),
      Part.solid("#102030", 100, 100, #","nm":"C""#),
    ])
    var settings = LottieSettings()
    settings.set(keyPath: "A.G.Colors", .numbers([0, 0, 0, 1, 1, 0, 0, 1]))
    settings.set(keyPath: "B.St.Dash Pattern", .numbers([10, 20]))
    settings.set(keyPath: "B.St.Dash Phase", .numbers([5]))
    settings.set(keyPath: "C.Color", .color(red: 0, green: 1, blue: 0, alpha: 1))
    let animation = try LottieAnimation(data: Data(json.utf8), settings: settings)
    for path in ["A.G.Colors", "B.St.Dash Pattern", "C.Color"] {
      #expect(animation.keyPaths.contains(path))
    }
    let picture = try LottiePicture(json, settings: settings)
    #expect(picture[50, 20].isNear([0, 0, 255, 255]))
    #expect(picture[50, 50] == [0, 255, 0, 255])
    // A solid line keeps its phase to itself; one with a pattern of its own begins with it.
    #expect(picture[2, 80][0] == 255 && picture[10, 80] == [0, 255, 0, 255])
  }

  private static let text = Part.document(
    [
      #"{"ty":5,"nm":"T","ip":0,"op":10,"ks":{"p":{"k":[10,50]}},"t":{"d":{"k":["#
        + #"{"t":0,"s":{"f":"F","s":40,"t":"a","fc":[1,0,0]}},{"t":5,"s":{"f":"F","s":40,"t":"b","fc":[1,0,0]}}]},"#
        + #""a":[]}}"#
    ],
    #","fonts":{"list":[{"fName":"F","fFamily":"Nowhere","fStyle":"Bold","ascent":70}]}"#
  )

  @Test func textsByKeyPath() throws {
    let asked = Asked<LottieTextRequest>()
    var settings = LottieSettings()
    settings.provideTexts { request in
      asked.add(request)
      return request.text == "b" ? "" : nil
    }
    settings.set(keyPath: "T.Fill Color", .color(red: 0, green: 0, blue: 1, alpha: 1))
    let pictures = try LottiePicture.all(Self.text, at: [1, 6], settings: settings)
    #expect(pictures[0].area > 50 && pictures[1].area == 0)
    let requests = asked.all
    #expect(requests.map(\.keyPath) == ["T.Text", "T.Text"])
    #expect(requests.map(\.text) == ["a", "b"])
    let row = (0..<100).first { pictures[0].alpha($0, 45) == 255 }
    #expect(pictures[0][try #require(row), 45] == [0, 0, 255, 255])
  }

  @Test func fontsByName() throws {
    let asked = Asked<LottieFontRequest>()
    var settings = LottieSettings()
    settings.provideFonts { request in
      asked.add(request)
      return nil
    }
    let animation = try LottieAnimation(data: Data(Self.text.utf8), settings: settings)
    var report = animation.report
    _ = try animation.makeLayer { report = $0 }
    #expect(
      asked.all == [LottieFontRequest(name: "F", family: "Nowhere", style: "Bold")]
    )
    #expect(report.warnings.contains { $0.hasPrefix("fonts: the font F is not there; ") })
  }

  /// A layer's settings leave those of the animation, such as a theme's.
  @Test func settingsOfLayersAreAdded() throws {
    let json = Part.document([Part.solid("#ff0000", 100, 100, #","nm":"C""#)])
    var theme = LottieSettings()
    theme.set(keyPath: "C.Color", .color(red: 0, green: 1, blue: 0, alpha: 1))
    let layer = LottieLayer(animation: try LottieAnimation(data: Data(json.utf8), settings: theme))
    let size = CGSize(width: 100, height: 100)
    #expect(try LottiePicture(renderedImage(of: layer, size: size))[50, 50] == [0, 255, 0, 255])
    layer.settings.set(keyPath: "C.Transform.Opacity", .numbers([0]))
    #expect(try LottiePicture(renderedImage(of: layer, size: size)).area == 0)
  }
}
