// The parts of screens that need no device.
// Licensed under the MIT license; see LICENSE.

import QuartzPlan
import Testing

@testable import QuartzGLES

@Suite
struct ScreenPartsTests {
  /// `DRM_FORMAT_XRGB8888` of drm_fourcc.h.
  @Test
  func formatsAreLittleEndianWords() {
    #expect(DRMFormat.number("XR24") == 0x3432_5258)
  }

  @Test
  func placeIsInTheMiddle() {
    let place = ScreenPlacement(100, 60, on: 640, 480)
    #expect((place.x, place.y) == (270, 210))
    #expect((place.width, place.height) == (100, 60))
  }

  @Test
  func largerPictureShowsItsTopLeft() {
    let place = ScreenPlacement(700, 60, on: 640, 50)
    #expect((place.x, place.y) == (0, 0))
    #expect((place.width, place.height) == (640, 50))
  }

  /// Red and blue change places; all around is black, to the end of each row.
  @Test
  func pixelsAreWrittenInTheScreensOrder() {
    // R, G, B, A = 1, 2, 3, 255.
    let pixels: [UInt32] = [0xFF03_0201, 0xFF03_0201]
    var memory = [UInt8](repeating: 9, count: 4 * 20)
    memory.withUnsafeMutableBytes { memory in
      PictureCopy.write(
        pixels,
        columns: 1,
        ScreenPlacement(1, 2, on: 4, 4),
        to: memory,
        rowBytes: 20,
        form: PictureCopy.swapped
      )
    }
    var expected = [UInt8](repeating: 0, count: 4 * 20)
    for row in 1...2 {
      expected.replaceSubrange((row * 20 + 4)..<(row * 20 + 8), with: [3, 2, 1, 255])
    }
    #expect(memory == expected)
  }

  /// A screen shows what is in 0...1 of a picture of half floats.
  @Test
  func halvesAreClampedToBytes() {
    let pixel: [Float16] = [1.5, -0.25, 0.5, 1]
    let word = pixel.reversed().reduce(UInt64(0)) { $0 << 16 | UInt64($1.bitPattern) }
    #expect(PictureCopy.word(word) == 0xFF80_00FF)
    #expect(PictureCopy.word(UInt64(Float16.nan.bitPattern)) == 0)
  }

  @Test
  func missingNodeIsNamed() {
    let node = "/dev/dri/card999"
    let reason = "No such file or directory"
    #expect(throws: ScreenError("no screen: kms:\(node): \(reason)")) { try KMSScreen.open(node) }
    #expect(throws: ScreenError("\(node): \(reason)")) {
      try takeBuffer(node)
    }
  }

  @Test
  func fileThatIsNoDeviceIsRefused() {
    let error = #expect(throws: ScreenError.self) { try KMSScreen.open("/dev/null") }
    #expect(error?.description.hasPrefix("no screen: kms:/dev/null: ") == true)
  }

  /// A server with windows draws on their display, unless its user names another platform.
  @Test
  func displayOfWindowsIsTriedFirst() {
    var preferences = GLESPreferences()
    func platforms() -> [EGLPlatform] { DisplayConnection.candidates(preferences).map(\.platform) }
    let plain = platforms()
    #expect(!plain.contains(.x11))
    preferences.windowPlatform = .x11
    #expect(platforms() == [.x11] + plain)
    preferences.platforms = .only(.surfaceless)
    #expect(platforms() == [.surfaceless])
    preferences.platforms = .anyDevice
    #expect(!platforms().contains(.x11))
  }

  /// It is copied by way of memory then.
  @Test
  func bufferThatGLCannotDrawToIsLeftAlone() throws {
    let backend = try GLESBackend(GLESPreferences(platforms: .only(.surfaceless)))
    let buffer = DMABuffer(number: 1, descriptor: -1, width: 4, height: 4, rowBytes: 16)
    #expect(try backend.show(nil, in: buffer) == false)
    #expect(try backend.show(nil, in: buffer) == false)
  }

  private func takeBuffer(_ node: String) throws(ScreenError) {
    _ = try GBMBuffer(node: node, width: 4, height: 4)
  }
}
