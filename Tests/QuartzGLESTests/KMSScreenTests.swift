// Several screens of a device, and those that come and go.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzPlan
import QuartzSoftware
import Testing

@testable import QuartzGLES

@Suite
struct KMSScreenTests {
  private let backend = SoftwareBackend(threads: 1)

  /// A context of one red pixel.
  private func red() throws -> ScreenPicture {
    let sketch = GLESPlanSketch(1, 1, clear: [1, 0, 0, 1])
    try backend.createOutput(1, width: 1, height: 1)
    try backend.execute(sketch.finished(), context: 1)
    return ScreenPicture(context: 1, width: 1, height: 1)
  }

  private func twoScreens() -> FakeScreenDevice {
    FakeScreenDevice([
      ScreenConnector(1, width: 3, height: 1, crtcs: [10, 11]),
      ScreenConnector(2, width: 1, height: 3, hertz: 50, crtcs: [10, 11]),
    ])
  }

  private func show(_ picture: ScreenPicture?, on screen: KMSScreen) throws {
    try screen.draw(picture, by: backend)
    try screen.flip()
  }

  // MARK: CRTCs

  private func crtcs(
    _ connectors: [ScreenConnector],
    held: [UInt32: UInt32] = [:]
  ) -> [UInt32: UInt32] {
    let paths = ScreenPath.all(connectors, held: held)
    return Dictionary(uniqueKeysWithValues: paths.map { ($0.connector, $0.crtc) })
  }

  @Test
  func eachScreenHasACRTCOfItsOwn() {
    let (a, b) = (twoScreens().all[0], twoScreens().all[1])
    #expect(crtcs([a, b]) == [1: 10, 2: 11])
    // Two that a console drives with the same picture.
    let cloned = [a, b].map { connector in
      var connector = connector
      connector.crtc = 10
      return connector
    }
    #expect(crtcs(cloned) == [1: 10, 2: 11])
    // One that is driven keeps its own, though another comes first.
    #expect(crtcs([a, cloned[1]]) == [1: 11, 2: 10])
    #expect(crtcs([a, b], held: [2: 10]) == [1: 11, 2: 10])
  }

  @Test
  func screensWithLessChoiceAreServedFirst() {
    let wide = ScreenConnector(1, width: 1, height: 1, crtcs: [10, 11])
    let narrow = ScreenConnector(2, width: 1, height: 1, crtcs: [10])
    #expect(crtcs([wide, narrow]) == [1: 11, 2: 10])
    let third = ScreenConnector(3, width: 1, height: 1, crtcs: [10, 11])
    #expect(crtcs([wide, narrow, third]) == [1: 11, 2: 10])
    #expect(crtcs([ScreenConnector(id: 4, name: "DP-1")]) == [:])
  }

  // MARK: Pictures

  /// The picture is in the middle of each, B, G, R in memory, black around it.
  @Test
  func allScreensShowThePicture() throws {
    let device = twoScreens()
    let screen = try KMSScreen(device)
    let name = "kms:/dev/dri/card7 HDMI-A-1 3 x 1, 60.0 Hz + HDMI-A-2 1 x 3, 50.0 Hz"
    #expect(screen.name == name)
    #expect(screen.refreshRate == 50)
    #expect(screen.isStale)
    try show(red(), on: screen)
    #expect(!screen.isStale)
    #expect(!screen.isFlipping)
    let expected: [FakeScreenDevice.Request] = [
      .set(10, frame: 1, connector: 1), .set(11, frame: 3, connector: 2),
    ]
    #expect(device.takeRequests() == expected)
    let pixel: [UInt8] = [0, 0, 255, 255]
    let black: [UInt8] = [0, 0, 0, 0]
    #expect(device.buffers[1]?.bytes == black + pixel + black)
    #expect(device.buffers[3]?.bytes == black + pixel + black)
    #expect(device.buffers[2]?.bytes.allSatisfy { $0 == 7 } == true)
  }

  /// The next picture waits for all flips, and has the time of the last one.
  @Test
  func slowestScreenIsWaitedFor() throws {
    let device = twoScreens()
    let screen = try KMSScreen(device)
    try show(nil, on: screen)
    _ = device.takeRequests()
    try show(nil, on: screen)
    #expect(device.takeRequests() == [.flip(10, frame: 2), .flip(11, frame: 4)])
    #expect(screen.isFlipping)
    device.flips = [CRTCFlip(crtc: 10, time: 5)]
    #expect(try screen.takeFlip() == nil)
    #expect(screen.isFlipping)
    device.flips = [CRTCFlip(crtc: 12, time: 5.5), CRTCFlip(crtc: 11, time: 6)]
    #expect(try screen.takeFlip() == ScreenFlip(time: 6))
    #expect(!screen.isFlipping)
    #expect(try screen.takeFlip() == nil)
    try show(nil, on: screen)
    #expect(device.takeRequests() == [.flip(10, frame: 1), .flip(11, frame: 3)])
    // An old kernel does not say whose flip it is, and virtual screens not the time.
    device.flips = [CRTCFlip(crtc: 0, time: nil), CRTCFlip(crtc: 0, time: nil)]
    #expect(try screen.takeFlip() == ScreenFlip(time: nil))
  }

  @Test
  func formerPicturesComeBack() throws {
    let device = twoScreens()
    let mode = try #require(device.all[0].mode)
    device.former[10] = ScanOut(frame: 99, connector: 1, mode: mode)
    var screen: KMSScreen? = try KMSScreen(device)
    if let screen { try show(nil, on: screen) }
    _ = device.takeRequests()
    screen = nil
    #expect(device.takeRequests() == [.set(10, frame: 99, connector: 1), .off(11)])
    // Nothing was shown: nothing is set.
    screen = try KMSScreen(device)
    screen = nil
    #expect(device.takeRequests() == [])
  }

  // MARK: Plugging

  @Test
  func screenThatComesShowsThePicture() throws {
    let device = twoScreens()
    let second = device.all.removeLast()
    let screen = try KMSScreen(device)
    try show(nil, on: screen)
    device.all.append(second)
    device.wasPlugged = true
    #expect(try screen.takeFlip() == nil)
    #expect(screen.takeNews() == ["the screen HDMI-A-2 1 x 3, 50.0 Hz came"])
    #expect(screen.isStale)
    _ = device.takeRequests()
    try show(red(), on: screen)
    #expect(!screen.isStale)
    let expected: [FakeScreenDevice.Request] = [
      .flip(10, frame: 2), .set(11, frame: 3, connector: 2),
    ]
    #expect(device.takeRequests() == expected)
    #expect(device.buffers[3]?.bytes[4..<8] == [0, 0, 255, 255])
    // An event of something else.
    device.wasPlugged = true
    #expect(try screen.takeFlip() == nil)
    #expect(screen.takeNews() == [])
  }

  /// Nobody waits for the flip of a screen that went.
  @Test
  func screenThatGoesIsLetGoOf() throws {
    let device = twoScreens()
    let screen = try KMSScreen(device)
    try show(nil, on: screen)
    try show(nil, on: screen)
    device.flips = [CRTCFlip(crtc: 10, time: 5)]
    device.wasPlugged = true
    device.all[1].mode = nil
    _ = device.takeRequests()
    #expect(try screen.takeFlip() == ScreenFlip(time: 5))
    #expect(screen.takeNews() == ["the screen HDMI-A-2 1 x 3, 50.0 Hz went"])
    #expect(device.takeRequests() == [.off(11)])
    #expect(screen.refreshRate == 60)
    try show(nil, on: screen)
    #expect(device.takeRequests() == [.flip(10, frame: 1)])
  }

  /// A server that is told to waits for its first screen; any other says that there is none.
  @Test
  func theFirstScreenMayComeLater() throws {
    let device = twoScreens()
    let first = device.all.removeFirst()
    device.all = []
    #expect(throws: DisplayRefusal.self) { try KMSScreen(device) }
    let screen = try KMSScreen(device, waits: true)
    #expect(screen.name == "kms:/dev/dri/card7 no screen" && screen.refreshRate == 60)
    #expect(
      screen.takeNews() == ["no screen is connected to /dev/dri/card7; the first one is waited for"]
    )
    try show(nil, on: screen)
    try show(red(), on: screen)
    #expect(device.takeRequests() == [] && !screen.isFlipping)
    device.all = [first]
    device.wasPlugged = true
    #expect(try screen.takeFlip() == nil)
    #expect(screen.isStale)
    try show(red(), on: screen)
    #expect(device.takeRequests() == [.set(10, frame: 1, connector: 1)])
    // Nobody would hear of it.
    device.all = []
    device.hearsPlugs = false
    #expect(throws: DisplayRefusal.self) { try KMSScreen(device, waits: true) }
  }

  /// A server without screens goes on, and shows on the next one, which takes the free CRTC.
  @Test
  func lastScreenMayGo() throws {
    let device = twoScreens()
    let second = device.all.removeLast()
    let screen = try KMSScreen(device)
    try show(nil, on: screen)
    device.all = []
    device.wasPlugged = true
    #expect(try screen.takeFlip() == nil)
    #expect(screen.name == "kms:/dev/dri/card7 no screen")
    #expect(screen.refreshRate == 60)
    try show(red(), on: screen)
    _ = device.takeRequests()
    device.all = [second]
    device.wasPlugged = true
    #expect(try screen.takeFlip() == nil)
    try show(red(), on: screen)
    #expect(device.takeRequests() == [.set(10, frame: 3, connector: 2)])
  }

  /// Another monitor at the same connector, or another mode, is another screen.
  @Test
  func exchangedScreenIsSetAnew() throws {
    let device = twoScreens()
    let screen = try KMSScreen(device)
    try show(nil, on: screen)
    _ = device.takeRequests()
    device.all[0].edid = [1]
    device.all[1].mode?.hdisplay = 2
    device.wasPlugged = true
    #expect(try screen.takeFlip() == nil)
    let news = [
      "the screen HDMI-A-1 3 x 1, 60.0 Hz went", "the screen HDMI-A-2 1 x 3, 50.0 Hz went",
      "the screen HDMI-A-1 3 x 1, 60.0 Hz came", "the screen HDMI-A-2 2 x 3, 50.0 Hz came",
    ]
    #expect(screen.takeNews() == news)
    try show(nil, on: screen)
    let expected: [FakeScreenDevice.Request] = [
      .off(10), .off(11), .set(10, frame: 5, connector: 1), .set(11, frame: 7, connector: 2),
    ]
    #expect(device.takeRequests() == expected)
  }

  // MARK: Failures

  @Test
  func screenThatRefusesIsGivenUpAndTheLastOneFails() throws {
    let device = twoScreens()
    let screen = try KMSScreen(device)
    try show(nil, on: screen)
    device.refusing = [11]
    try show(nil, on: screen)
    let reason = "drmModePageFlip: refused"
    let line = "the screen HDMI-A-2 1 x 3, 50.0 Hz is given up: \(reason)"
    #expect(screen.takeNews() == [line])
    device.flips = [CRTCFlip(crtc: 10, time: 5)]
    #expect(try screen.takeFlip() == ScreenFlip(time: 5))
    device.refusing = [10]
    let error = ScreenError("kms:/dev/dri/card7 HDMI-A-1 3 x 1, 60.0 Hz: \(reason)")
    #expect(throws: error) { try show(nil, on: screen) }
  }

  /// A screen may refuse before the kernel's event of its end is read.
  @Test
  func unpluggedScreenThatRefusesIsNoFailure() throws {
    let device = twoScreens()
    device.all.removeLast()
    let screen = try KMSScreen(device)
    try show(nil, on: screen)
    device.all[0].mode = nil
    device.refusing = [10]
    try show(nil, on: screen)
    let reason = "drmModePageFlip: refused"
    #expect(screen.takeNews() == ["the screen HDMI-A-1 3 x 1, 60.0 Hz went: \(reason)"])
    #expect(!screen.isFlipping)
  }

  @Test
  func screenThatIsTooLargeIsLeftOut() throws {
    let device = twoScreens()
    device.widest = 2
    let screen = try KMSScreen(device)
    #expect(screen.name == "kms:/dev/dri/card7 HDMI-A-2 1 x 3, 50.0 Hz")
    let line = "the screen HDMI-A-1 cannot be shown on: gbm_bo_create, 3"
    #expect(screen.takeNews() == [line])
    device.widest = 0
    #expect(throws: DisplayRefusal.self) { try KMSScreen(device) }
    #expect(throws: DisplayRefusal.self) { try KMSScreen(FakeScreenDevice([])) }
  }

  @Test
  func deviceThatIsGoneIsAnError() throws {
    let device = twoScreens()
    let screen = try KMSScreen(device)
    device.failure = ScreenError("No such device")
    let error = ScreenError("\(screen.name): No such device")
    #expect(throws: error) { try screen.takeFlip() }
  }

  /// The kernel's message: a line, then fields, each ended by a zero.
  @Test
  func eventsOfScreensAreToldFromOthers() {
    func isOfScreens(_ fields: [String]) -> Bool {
      PlugEvents.isOfScreens(fields.flatMap { Array($0.utf8) + [0] })
    }
    #expect(isOfScreens(["change@/devices/card0", "ACTION=change", "SUBSYSTEM=drm", "HOTPLUG=1"]))
    #expect(!isOfScreens(["add@/devices/usb1", "ACTION=add", "SUBSYSTEM=usb", "X=SUBSYSTEM=drm"]))
    #expect(!isOfScreens([]))
  }
}
