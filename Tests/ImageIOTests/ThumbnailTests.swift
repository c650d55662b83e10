// Thumbnails and orientation.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import ImageIO
import TestClaims
import Testing

@Suite struct OrientationTests {
  /// A 32 x 16 picture with red, blue and green at three corners, written with an orientation.
  private func file(_ orientation: Int) throws -> Data {
    let stored = try Fixture.image("turned.webp")
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, "public.jpeg", 1, nil))
    let options: CFDictionary = [
      kCGImagePropertyOrientation: orientation, kCGImageDestinationLossyCompressionQuality: 1,
    ]
    CGImageDestinationAddImage(destination, stored, options)
    #expect(CGImageDestinationFinalize(destination))
    return data as Data
  }

  private func name(_ color: [Int]) -> String {
    switch (color[0] > 128, color[1] > 128, color[2] > 128) {
    case (true, true, true): "white"
    case (true, false, false): "red"
    case (false, true, false): "green"
    case (false, false, true): "blue"
    default: "\(color)"
    }
  }

  // TIFF 6.0, tag 274: which corners of the upright picture red (first row, first column), blue
  // (first row, last column), green (last row, first column) and white are at: top left, top right,
  // bottom left, bottom right.
  @Test(
    .shows(
      "CGImageSourceCreateThumbnailAtIndex(_:_:_:)",
      "kCGImageSourceCreateThumbnailFromImageAlways",
      "kCGImageSourceCreateThumbnailWithTransform"
    ),
    arguments: [
      (1, ["red", "blue", "green", "white"]), (2, ["blue", "red", "white", "green"]),
      (3, ["white", "green", "blue", "red"]), (4, ["green", "white", "red", "blue"]),
      (5, ["red", "green", "blue", "white"]), (6, ["green", "red", "white", "blue"]),
      (7, ["white", "blue", "green", "red"]), (8, ["blue", "white", "red", "green"]),
    ]
  )
  func allEight(_ orientation: Int, _ corners: [String]) throws {
    let source = CGImageSource(try file(orientation))
    let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
    #expect(properties?[kCGImagePropertyOrientation] as? Int == orientation)
    let options: CFDictionary = [
      kCGImageSourceCreateThumbnailFromImageAlways: true,
      kCGImageSourceCreateThumbnailWithTransform: true,
    ]
    let upright = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options))
    let isTurned = orientation > 4
    #expect(upright.width == (isTurned ? 16 : 32) && upright.height == (isTurned ? 32 : 16))
    let (right, bottom) = (upright.width - 3, upright.height - 3)
    let found = [(2, 2), (right, 2), (2, bottom), (right, bottom)].map {
      name(pixel(upright, $0.0, $0.1))
    }
    #expect(found == corners)
    // Without the option, and as an image, it stays as it is stored.
    let plain = [kCGImageSourceCreateThumbnailFromImageAlways: true] as CFDictionary
    #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, plain)?.width == 32)
    #expect(name(pixel(try source.image(at: 0), 2, 2)) == "red")
  }

  @Test func pillowAgrees() throws {
    // ImageOps.exif_transpose of the file: 16 x 32, red at the top right, blue at the bottom right.
    let options: CFDictionary = [
      kCGImageSourceCreateThumbnailFromImageAlways: true,
      kCGImageSourceCreateThumbnailWithTransform: true,
    ]
    for file in ["turned.jpg", "turned.webp"] {
      let source = try Fixture.source(file)
      let upright = CGImageSourceCreateThumbnailAtIndex(source, 0, options)
      #expect(upright?.width == 16 && upright?.height == 32)
      #expect(name(pixel(upright, 13, 2)) == "red" && name(pixel(upright, 13, 29)) == "blue")
      #expect(name(pixel(upright, 2, 2)) == "green" && name(pixel(upright, 2, 29)) == "white")
    }
  }
}

@Suite struct ThumbnailTests {
  private func thumbnail(_ name: String, _ side: Int) throws -> CGImage? {
    CGImageSourceCreateThumbnailAtIndex(
      try Fixture.source(name),
      0,
      [
        kCGImageSourceCreateThumbnailFromImageIfAbsent: true,
        kCGImageSourceThumbnailMaxPixelSize: side,
      ]
    )
  }

  @Test(
    .shows("kCGImageSourceThumbnailMaxPixelSize", "kCGImageSourceCreateThumbnailFromImageIfAbsent"),
    arguments: ["photo.jpg", "photo.png", "lossy.webp", "interlaced.gif", "gray.jpg"]
  )
  func longerSideIsTheSize(_ name: String) throws {
    for (side, width, height) in [
      (48, 48, 32), (10, 10, 7), (1, 1, 1), (96, 96, 64), (500, 96, 64),
    ] {
      let small = try #require(try thumbnail(name, side))
      #expect(small.width == width && small.height == height, "\(name) \(side)")
    }
  }

  @Test func colorsAreMeansOfTheImage() throws {
    // The ramps of the photo: red waves, green and blue grow from 20 to 220.
    for name in ["photo.png", "photo.jpg", "lossy.webp"] {
      let small = try #require(try thumbnail(name, 12))
      #expect(small.width == 12 && small.height == 8)
      for x in 1..<11 {
        let expected = 20 + 200 * (Double(x) * 8 + 3.5) / 95
        #expect(abs(Double(pixel(small, x, 4)[1]) - expected) < 6, "\(name) \(x)")
      }
    }
  }

  @Test(
    arguments: ["public.png", "public.jpeg", "org.webmproject.webp"],
    [(1, 1), (1, 300), (300, 1)]
  )
  func imagesOfOnePixelAcross(_ type: String, _ size: (width: Int, height: Int)) throws {
    let pixels = PixelStorage(width: size.width, height: size.height) { target in
      target.initializeMemory(as: UInt8.self, repeating: 255)
      return true
    }
    let data = NSMutableData()
    let destination = try #require(
      CGImageDestinationCreateWithData(data, type as CFString, 1, nil)
    )
    CGImageDestinationAddImage(destination, CGImage(pixels), nil)
    #expect(CGImageDestinationFinalize(destination))
    for side in [1, 2, 7, 299, 300, 5000] {
      let options: CFDictionary = [
        kCGImageSourceCreateThumbnailFromImageAlways: true,
        kCGImageSourceThumbnailMaxPixelSize: side,
      ]
      let source = CGImageSource(data as Data)
      let small = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options))
      #expect(small.width == min(size.width, side) && small.height == min(size.height, side))
      #expect(pixel(small, small.width - 1, small.height - 1) == [255, 255, 255, 255])
    }
  }

  @Test func noThumbnailUnlessItIsAsked() throws {
    let source = try Fixture.source("photo.jpg")
    #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, nil) == nil)
    let size = [kCGImageSourceThumbnailMaxPixelSize: 10] as CFDictionary
    #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, size) == nil)
    let always = [kCGImageSourceCreateThumbnailFromImageAlways: true] as CFDictionary
    #expect(CGImageSourceCreateThumbnailAtIndex(source, 1, always) == nil)
    #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, always)?.width == 96)
  }
}
