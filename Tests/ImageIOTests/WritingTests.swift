// JPEG and WebP files that are written.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import ImageIO
import Synchronization
import TestClaims
import Testing

@Suite struct WritingTests {
  private func written(
    _ image: CGImage,
    _ type: CFString,
    _ options: CFDictionary = [:]
  ) throws -> Data {
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, type, 1, nil))
    CGImageDestinationAddImage(destination, image, options)
    #expect(CGImageDestinationFinalize(destination), "\(String(describing: destination.failure))")
    return data as Data
  }

  private func quality(_ value: Double) -> CFDictionary {
    [kCGImageDestinationLossyCompressionQuality: value]
  }

  @Test(.shows("kCGImageDestinationLossyCompressionQuality")) func qualityOfJPEG() throws {
    let photo = try Fixture.image("photo.png")
    var sizes: [Int] = []
    var means: [Double] = []
    for value in [0, 0.5, 0.8, 1] {
      let file = try written(photo, "public.jpeg", quality(value))
      sizes.append(file.count)
      means.append(difference(try CGImageSource(file).image(at: 0), photo).mean)
    }
    #expect(sizes == sizes.sorted() && sizes[0] < sizes[3] / 4)
    #expect(means == means.sorted(by: >) && means[3] < 0.7, "\(means)")
    #expect(try written(photo, "public.jpeg") == written(photo, "public.jpeg", quality(0.8)))
  }

  @Test func grayJPEG() throws {
    let gray = try Fixture.image("gray.jpg")
    let source = CGImageSource(try written(gray, "public.jpeg", quality(1)))
    let image = try source.image(at: 0)
    #expect(image.colorSpace?.model == .monochrome)
    #expect(difference(image, gray).largest <= 2)
  }

  @Test(.shows("kCGImageDestinationBackgroundColor")) func backgroundOfTranslucentPixels() throws {
    let clear = CGImage(
      PixelStorage(width: 8, height: 8) { target in
        target.initializeMemory(as: UInt8.self, repeating: 0)
        return false
      }
    )
    let white = try CGImageSource(try written(clear, "public.jpeg", quality(1))).image(at: 0)
    #expect(pixel(white, 3, 3) == [255, 255, 255, 255])
    let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let options = quality(1).merging([kCGImageDestinationBackgroundColor: red]) { $1 }
    let image = try CGImageSource(try written(clear, "public.jpeg", options)).image(at: 0)
    #expect(near(pixel(image, 3, 3), [254, 0, 0, 255], 1))
  }

  @Test func propertiesOfJPEG() throws {
    let options: CFDictionary = [
      kCGImagePropertyDPIWidth: 300, kCGImagePropertyDPIHeight: 150,
      kCGImagePropertyJFIFDictionary: [kCGImagePropertyJFIFIsProgressive: true],
    ]
    let source = CGImageSource(try written(try Fixture.image("photo.png"), "public.jpeg", options))
    let all = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
    #expect(all[kCGImagePropertyDPIWidth] as? Double == 300)
    #expect(all[kCGImagePropertyDPIHeight] as? Double == 150)
    #expect(all[kCGImagePropertyOrientation] == nil)
    let jfif = all[kCGImagePropertyJFIFDictionary] as? CFDictionary
    #expect(jfif?[kCGImagePropertyJFIFIsProgressive] as? Bool == true)
  }

  @Test func webPOfQualityOneIsExact() throws {
    // Straight colours of translucent pixels come back as the same premultiplied ones.
    let image = try Fixture.image("alpha.png")
    let exact = try written(image, "org.webmproject.webp", quality(1))
    #expect(difference(try CGImageSource(exact).image(at: 0), image).largest == 0)
    let photo = try Fixture.image("photo.png")
    let lossy = try written(photo, "org.webmproject.webp", quality(0.5))
    #expect(lossy.count < 2500)
    #expect(difference(try CGImageSource(lossy).image(at: 0), photo).mean < 8)
  }

  @Test(
    .shows("kCGImageDestinationImageMaxPixelSize"),
    arguments: ["public.png", "public.jpeg", "org.webmproject.webp"]
  )
  func largestSide(_ type: String) throws {
    let options = [kCGImageDestinationImageMaxPixelSize: 24] as CFDictionary
    let file = try written(try Fixture.image("photo.png"), type, options)
    let image = try CGImageSource(file).image(at: 0)
    #expect(image.width == 24 && image.height == 16)
  }

  @Test func orientationIsKeptFromASource() throws {
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, "public.jpeg", 1, nil))
    CGImageDestinationAddImageFromSource(destination, try Fixture.source("turned.jpg"), 0, nil)
    #expect(CGImageDestinationFinalize(destination))
    let all = CGImageSourceCopyPropertiesAtIndex(CGImageSource(data as Data), 0, nil)
    #expect(all?[kCGImagePropertyOrientation] as? Int == 6)
  }

  @Test(.shows("CGImageDestinationCreateWithDataConsumer(_:_:_:_:)")) func consumersGetTheFile()
    throws
  {
    let data = NSMutableData()
    let consumer = try #require(CGDataConsumer(data: data))
    let photo = try Fixture.image("photo.png")
    let destination = try #require(
      CGImageDestinationCreateWithDataConsumer(consumer, "public.png", 1, nil)
    )
    CGImageDestinationAddImage(destination, photo, nil)
    #expect(data.length == 0)
    #expect(CGImageDestinationFinalize(destination))
    #expect(difference(try CGImageSource(data as Data).image(at: 0), photo).largest == 0)
  }

  @Test(.shows("CGImageDestinationCopyTypeIdentifiers()")) func formatsThatAreNotWritten() throws {
    let data = NSMutableData()
    #expect(CGImageDestinationCreateWithData(data, "public.heic", 1, nil) == nil)
    for type in ["public.jpeg", "org.webmproject.webp", "public.jpeg-2000"] {
      #expect(CGImageDestinationCreateWithData(data, type, 2, nil) == nil)
    }
    // All that is read is written.
    #expect(
      Set(CGImageDestinationCopyTypeIdentifiers()) == Set(CGImageSourceCopyTypeIdentifiers())
    )
  }
}
