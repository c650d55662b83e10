// Screens that are brighter than SDR white: the monitor's words, the requests, and the pixels.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFilters
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzSoftware
import TestRandom
import Testing

@testable import QuartzGLES

@Suite
struct BrightScreenTests {
  private let backend = SoftwareBackend(threads: 1)

  /// An EDID with a block of CTA's extension that holds data blocks.
  private func edid(_ blocks: [UInt8], sum: UInt8 = 0) -> [UInt8] {
    var first = [UInt8](repeating: 0, count: 128)
    first[126] = 1
    var extent: [UInt8] = [2, 3, UInt8(4 + blocks.count), 0] + blocks
    extent += [UInt8](repeating: 0, count: 128 - extent.count)
    extent[127] = sum &- extent.reduce(0, &+)
    return first + extent
  }

  /// A block of static metadata: SDR, PQ and HLG; codes of light.
  private func hdr(_ light: [UInt8], functions: UInt8 = 0b1101) -> [UInt8] {
    let data = [6, functions, 1] + light
    return [7 << 5 | UInt8(data.count)] + data
  }

  private func reason(_ edid: [UInt8]) -> String? {
    do throws(DisplayRefusal) {
      _ = try MonitorLight(edid: edid)
      return nil
    } catch {
      return error.reason
    }
  }

  // MARK: The monitor's words

  /// 50 x 2^(v/32) nits, and of those (v/255)^2/100.
  @Test
  func lightIsThatOfTheCodes() throws {
    // A block of audio comes first.
    let light = try MonitorLight(edid: edid([1 << 5 | 3, 9, 7, 7] + hdr([138, 96, 51])))
    #expect(light.peak == 50 * exp2(138.0 / 32))
    #expect(light.least == light.peak * 0.2 * 0.2 / 100)
    #expect(light.headroom == light.peak / 203)
    let round = try MonitorLight(edid: edid(hdr([160])))
    #expect((round.peak, round.least) == (1600, 0))
    #expect(try MonitorLight(edid: edid(hdr([255]))).headroom < 64)
  }

  @Test
  func otherMonitorsAreOfStandardRange() {
    let silent = "its monitor says nothing of high dynamic range"
    #expect(reason([]) == silent)
    #expect(reason([UInt8](repeating: 255, count: 300)) == silent)
    #expect(reason(edid([])) == silent)
    #expect(reason(edid(hdr([138]), sum: 1)) == silent)
    #expect(reason(Array(edid(hdr([138])).prefix(255))) == silent)
    // A block that says that it is longer than all blocks.
    #expect(reason(edid([7 << 5 | 31, 6, 0b1101, 1, 138])) == silent)
    #expect(reason(edid([7 << 5])) == silent)
    #expect(reason(edid(hdr([138], functions: 0b1001))) == "its monitor takes no PQ")
    #expect(reason(edid([7 << 5 | 1, 6])) == "its monitor takes no PQ")
    let unsaid = "its monitor does not say how bright it is"
    #expect(reason(edid(hdr([]))) == unsaid)
    #expect(reason(edid(hdr([0]))) == unsaid)
    let dark = "its monitor is no brighter than SDR white, with 200 nits"
    #expect(reason(edid(hdr([64]))) == dark)
  }

  /// Any bytes are read, or refused.
  @Test
  func hostileDescriptionsAreRead() {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<20_000 {
      var bytes = edid(hdr([138]))
      for _ in 0..<4 {
        bytes[Int.random(in: 0..<256, using: &random)] = .random(in: 0...255, using: &random)
      }
      bytes[255] = 0
      bytes[255] = 0 &- bytes[128...].reduce(0, &+)
      bytes.removeLast(Int.random(in: 0...3, using: &random))
      _ = reason(bytes)
    }
  }

  /// `struct hdr_output_metadata`: offsets 0, 4, 5, 6, 18, 22, 24, 26, 28.
  @Test
  func metadataHasItsBytes() throws {
    let light = try MonitorLight(edid: edid(hdr([160, 96, 51])))
    // 1600 nits are 0x0640; 0.64 nits are 6400 = 0x1900.
    let expected: [UInt8] = [
      0, 0, 0, 0, 2, 0,
      0x48, 0x8A, 0x08, 0x39, 0x34, 0x21, 0xAA, 0x9B, 0x96, 0x19, 0xFC, 0x08,
      0x13, 0x3D, 0x42, 0x40,
      0x40, 0x06, 0x00, 0x19, 0x40, 0x06, 0, 0, 0, 0,
    ]
    #expect(light.metadata.count == 32)
    #expect(light.metadata == expected)
  }

  // MARK: Requests

  /// The numbers of properties by their names.
  private let connectorIDs: [(String, UInt32)] = [
    ("CRTC_ID", 20), ("HDR_OUTPUT_METADATA", 21), ("Colorspace", 22), ("max bpc", 23),
  ]
  private let crtcIDs: [(String, UInt32)] = [("MODE_ID", 30), ("ACTIVE", 31)]
  private let planeIDs: [(String, UInt32)] = [
    ("FB_ID", 40), ("CRTC_ID", 41), ("SRC_X", 42), ("SRC_Y", 43), ("SRC_W", 44), ("SRC_H", 45),
    ("CRTC_X", 46), ("CRTC_Y", 47), ("CRTC_W", 48), ("CRTC_H", 49), ("type", 50),
  ]

  private func brightDevice() -> FakeScreenDevice {
    func named(_ ids: [(String, UInt32)]) -> [String: ScreenProperty] {
      Dictionary(uniqueKeysWithValues: ids.map { ($0, ScreenProperty(id: $1)) })
    }
    var connector = ScreenConnector(1, width: 3, height: 1, crtcs: [10])
    connector.edid = edid(hdr([160, 96, 51]))
    let device = FakeScreenDevice([connector])
    var ofConnector = named(connectorIDs)
    ofConnector["Colorspace"]?.choices = ["Default": 0, "BT2020_RGB": 9, "BT2020_YCC": 10]
    ofConnector["max bpc"]?.value = 8
    ofConnector["max bpc"]?.most = 16
    device.properties[.connector(1)] = ofConnector
    device.properties[.crtc(10)] = named(crtcIDs)
    var ofPlane = named(planeIDs)
    device.properties[.plane(5)] = ofPlane
    ofPlane["type"]?.value = 1
    device.properties[.plane(6)] = ofPlane
    device.allPlanes = [5, 6].map {
      ScreenPlane(id: $0, crtcs: [10], formats: [DRMFormat.bgrx, DRMFormat.bgrx10])
    }
    return device
  }

  /// A context of one pixel of extended range, of half floats.
  private func bright(_ color: SIMD4<Float>) throws -> ScreenPicture {
    let sketch = GLESPlanSketch(1, 1, clear: color)
    let plan = sketch.extended(headroom: 64)
    backend.destroyOutput(2)
    try backend.createOutput(2, width: 1, height: 1, range: plan.range)
    try backend.execute(plan, context: 2)
    return ScreenPicture(context: 2, width: 1, height: 1, range: plan.range)
  }

  private func show(_ picture: ScreenPicture?, on screen: KMSScreen) throws {
    try screen.draw(picture, by: backend)
    try screen.flip()
  }

  private func finishFlip(_ device: FakeScreenDevice, _ screen: KMSScreen) throws {
    device.flips = [CRTCFlip(crtc: 10, time: 1)]
    #expect(try screen.takeFlip() == ScreenFlip(time: 1))
  }

  /// The request of one commit, by names and numbers alike.
  private func changes(
    frame: UInt64,
    metadata: PropertyChange.Value,
    colorspace: UInt64,
    bits: UInt64,
    mode: [UInt8]
  ) -> [PropertyChange] {
    func change(_ object: UInt32, _ property: UInt32, _ value: UInt64) -> PropertyChange {
      PropertyChange(object: object, property: property, value: .number(value))
    }
    return [
      change(1, 20, 10), PropertyChange(object: 1, property: 21, value: metadata),
      change(1, 22, colorspace), change(1, 23, bits),
      PropertyChange(object: 10, property: 30, value: .blob(mode)), change(10, 31, 1),
      change(6, 40, frame), change(6, 41, 10), change(6, 42, 0), change(6, 43, 0),
      change(6, 44, 3 << 16), change(6, 45, 1 << 16), change(6, 46, 0), change(6, 47, 0),
      change(6, 48, 3), change(6, 49, 1),
    ]
  }

  /// Everything changes in one commit, and back in another; flips in between are as ever.
  @Test
  func extendedPictureIsShownInPQ() throws {
    let device = brightDevice()
    let mode = try #require(device.all[0].mode)
    let bytes = withUnsafeBytes(of: mode) { Array($0) }
    #expect(bytes.count == 68)
    let screen = try KMSScreen(device)
    try show(nil, on: screen)
    #expect(screen.takeNews() == [])
    #expect(device.takeRequests() == [.set(10, frame: 1, connector: 1)])
    let metadata = try MonitorLight(edid: device.all[0].edid).metadata
    func entering(_ frame: UInt64) -> [PropertyChange] {
      changes(frame: frame, metadata: .blob(metadata), colorspace: 9, bits: 10, mode: bytes)
    }
    let picture = try bright([1, 1, 1, 1])
    try show(picture, on: screen)
    let line = "the screen HDMI-A-1 3 x 1, 60.0 Hz shows up to 1600 nits, 7.88 times SDR white"
    #expect(screen.takeNews() == [line])
    #expect(device.takeRequests() == [.test(entering(3)), .commit(entering(3))])
    #expect(!screen.isFlipping)
    // 203 nits are code 594.
    let white: UInt32 = 594 << 20 | 594 << 10 | 594
    let words = device.buffers[3]?.bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    #expect(words == [0, white, 0])
    try show(picture, on: screen)
    #expect(device.takeRequests() == [.flip(10, frame: 4)])
    try finishFlip(device, screen)
    try show(nil, on: screen)
    let leaving = changes(frame: 5, metadata: .number(0), colorspace: 0, bits: 8, mode: bytes)
    #expect(device.takeRequests() == [.commit(leaving)])
    try show(nil, on: screen)
    #expect(device.takeRequests() == [.flip(10, frame: 6)])
    try finishFlip(device, screen)
    try show(picture, on: screen)
    #expect(device.takeRequests() == [.test(entering(7)), .commit(entering(7))])
    #expect(screen.takeNews() == [])
  }

  /// The former picture comes back in its own range, and an unplugged screen goes off in it.
  @Test(arguments: [true, false])
  func standardRangeComesBackAtTheEnd(isUnplugged: Bool) throws {
    let device = brightDevice()
    let mode = try #require(device.all[0].mode)
    device.former[10] = ScanOut(frame: 99, connector: 1, mode: mode)
    var screen: KMSScreen? = try KMSScreen(device)
    if let screen { try show(bright([2, 1, 1, 1]), on: screen) }
    _ = device.takeRequests()
    if isUnplugged {
      device.all = []
      device.wasPlugged = true
      _ = try screen?.takeFlip()
      let off: [(UInt32, UInt32, UInt64)] = [
        (1, 20, 0), (1, 21, 0), (1, 22, 0), (1, 23, 8), (10, 30, 0), (10, 31, 0), (6, 40, 0),
        (6, 41, 0),
      ]
      let changes = off.map { PropertyChange(object: $0, property: $1, value: .number($2)) }
      #expect(device.takeRequests() == [.commit(changes)])
    } else {
      screen = nil
      let bytes = withUnsafeBytes(of: mode) { Array($0) }
      let back = changes(frame: 99, metadata: .number(0), colorspace: 0, bits: 8, mode: bytes)
      #expect(device.takeRequests() == [.commit(back)])
    }
  }

  /// A driver without one of the parts shows the standard range, and the log says so once.
  @Test(arguments: [
    "HDR_OUTPUT_METADATA", "Colorspace", "max bpc", "MODE_ID", "SRC_W", "EDID", "commits",
    "BT2020_RGB", "8 bits", "XR30", "primary", "buffers", "test",
  ])
  func absentPartsMeanStandardRange(part: String) throws {
    let device = brightDevice()
    for object in device.properties.keys { device.properties[object]?[part] = nil }
    var reason = "it has no property \(part)"
    switch part {
    case "EDID":
      device.all[0].edid = []
      reason = "its monitor says nothing of high dynamic range"
    case "commits":
      device.hasCommits = false
      reason = "its driver has no atomic commits"
    case "BT2020_RGB":
      device.properties[.connector(1)]?["Colorspace"]?.choices = ["Default": 0]
      reason = "its property Colorspace has no BT2020_RGB"
    case "8 bits":
      device.properties[.connector(1)]?["max bpc"]?.most = 8
      reason = "its property max bpc is below 10"
    case "XR30":
      device.allPlanes[1].formats = [DRMFormat.bgrx]
      reason = "its plane has no format XR30"
    case "primary":
      device.allPlanes.removeLast()
      reason = "its CRTC has no primary plane"
    case "buffers":
      device.formats = [DRMFormat.bgrx]
      reason = "gbm_bo_create, 3"
    case "test":
      device.refusesCommits = true
      reason = "drmModeAtomicCommit: refused"
    default: break
    }
    let screen = try KMSScreen(device)
    let picture = try bright([4, 0.5, -1, 1])
    for _ in 0..<3 {
      try show(picture, on: screen)
      if screen.isFlipping { try finishFlip(device, screen) }
    }
    let head = "the screen HDMI-A-1 3 x 1, 60.0 Hz shows no more light than SDR white: "
    let news = screen.takeNews().filter { !$0.contains("1600 nits") }
    #expect(news == [head + reason])
    // Clipped: B, G, R.
    #expect(device.buffers[1]?.bytes[4..<8] == [0, 128, 255, 255])
    let expected: [FakeScreenDevice.Request] = [
      .set(10, frame: 1, connector: 1), .flip(10, frame: 2), .flip(10, frame: 1),
    ]
    let requests = device.takeRequests().filter { request in
      if case .test = request { false } else { true }
    }
    #expect(requests == expected)
  }

  /// A bright screen and another one show the same picture, each as it can.
  @Test
  func screensOfBothKindsShowOnePicture() throws {
    let device = brightDevice()
    device.all.append(ScreenConnector(2, width: 1, height: 1, crtcs: [11]))
    let screen = try KMSScreen(device)
    try show(bright([1.995198, 0, 0, 1]), on: screen)
    // The other screen's first buffer is the third; the bright ones came after all of these.
    #expect(device.buffers[3]?.bytes == [0, 0, 255, 255])
    #expect(device.buffers[5]?.bytes.contains { $0 != 0 } == true)
    #expect(screen.takeNews().count == 2)
  }

  // MARK: Pixels

  private func word(_ color: SIMD3<Float>, _ signal: ScreenSignal) -> [UInt32] {
    let halves = [color.x, color.y, color.z, 1].reversed().reduce(UInt64(0)) {
      $0 << 16 | UInt64(Float16($1).bitPattern)
    }
    let word = signal.word(halves)
    return [word >> 20, word >> 10 & 1023, word & 1023]
  }

  /// Greys of 203 and 1000 nits, clipping at the peak, and what is no light.
  @Test
  func codesArePQ() {
    let signal = ScreenSignal(peak: 1000)
    #expect(word([0, 0, 0], signal) == [0, 0, 0])
    #expect(word([1, 1, 1], signal) == [594, 594, 594])
    // 1000 nits are 769; beyond it nothing is brighter.
    for value in [1.996, 4, 60_000, .infinity] as [Float] {
      #expect(word([value, value, value], signal) == [769, 769, 769])
    }
    #expect(word([-1, -1, -1], signal) == [0, 0, 0])
    #expect(word([.nan, .nan, .nan], signal) == [0, 0, 0])
    // Green of BT.2020 has no other component, but for what halves cut off.
    let green = word([-0.79037, 1.05630, -0.35016], signal)
    #expect(green[1] == 594)
    #expect(green[0] < 60 && green[2] < 60)
  }

  /// At most a code from the formulas, which the table's entries are rounded to.
  @Test
  func tablesAreTheFormulas() {
    var random = SeededGenerator(seed: 3)
    let peak = 1600.0
    let signal = ScreenSignal(peak: peak)
    var differing = 0
    for _ in 0..<20_000 {
      var color = SIMD3<Float>.zero
      for channel in 0..<3 {
        color[channel] = Float(Float16.random(in: -0.5...2.5, using: &random))
      }
      let light = SIMD3<Double>(
        FilterSpace.light(Double(color.x)),
        FilterSpace.light(Double(color.y)),
        FilterSpace.light(Double(color.z))
      )
      let nits = WideLight.of(light) * ReferenceWhiteCurve.whiteNits
      let found = word(color, signal)
      for channel in 0..<3 {
        let held = min(max(nits[channel], 0), peak)
        let exact = PerceptualQuantizer.signal(held) * 1023
        let distance = abs(Double(found[channel]) - exact)
        #expect(distance <= 0.53, "\(color) \(channel): \(exact)")
        if distance > 0.5 { differing += 1 }
      }
    }
    #expect(differing < 1200)
  }
}
