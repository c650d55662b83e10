// dma-bufs of bytes and of planes: what becomes a texture, what is refused and read by its mapping.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzSoftware
import Synchronization
import TestRandom
import Testing

@testable import QuartzGLES
@testable import QuartzPlan

/// Memory that says that it is a dma-buf, for tests without a device.
private final class PretendedDevice: DeviceMemory {
  let block: MemoryBlock
  /// Whether its device ends writing in time.
  let endsInTime: Bool
  private let waits = Atomic<Int>(0)

  init(_ block: MemoryBlock, endsInTime: Bool = true) {
    (self.block, self.endsInTime) = (block, endsInTime)
  }

  /// How often the processor asked before it read.
  var waitCount: Int { waits.load(ordering: .relaxed) }

  // No driver is given it: the number is of no open file.
  var deviceDescriptor: Int32 { 1 << 20 }

  func deviceOffset(of pixels: PixelBuffer) -> Int? {
    pixels.withStorage { $0.baseAddress.map { $0 - UnsafeRawPointer(block.base) } }
  }

  func awaitDevice() -> Bool {
    waits.add(1, ordering: .relaxed)
    return endsInTime
  }
}

@Suite struct DeviceImportTests {
  private static let tenBits: PlaneLayout = {
    var layout = PlaneLayout(.interleaved)
    (layout.depth, layout.lowBits) = (10, 6)
    return layout
  }()

  // MARK: Formats

  /// drm_fourcc.h.
  @Test func formatsAreThoseOfTheKernel() {
    #expect(DRMFormat.red == 0x2020_3852)
    #expect(DRMFormat.redGreen == 0x3838_5247)
    #expect(DRMFormat.rgba == 0x3432_4241)
    #expect(DRMFormat.rgbaHalf == 0x4834_4241 && DRMFormat.rgbx10 == 0x3033_4258)
    #expect(DRMFormat.rgba10 == 0x3033_4241)
    #expect(
      DRMFormat.imported.map(DRMFormat.name) == [
        "AB24", "AR24", "R8", "GR88", "AB4H", "XB30", "AB30", "XR30", "AR30",
      ]
    )
  }

  @Test func onlyListedFormatsAreTaken() throws {
    let formats = DeviceFormats(answers: [
      DRMFormat.rgba: .listed(modifier: 0), DRMFormat.red: .notListed,
      DRMFormat.redGreen: .onlyExternal, DRMFormat.bgra: .listed(modifier: nil),
    ])
    #expect(try formats.modifier(DRMFormat.rgba) == 0)
    #expect(try formats.modifier(DRMFormat.bgra) == nil)
    #expect(throws: ImportRefusal(reason: "the driver does not list R8 without tiling")) {
      try formats.modifier(DRMFormat.red)
    }
    #expect(throws: ImportRefusal(reason: "the driver takes GR88 for external samplers alone")) {
      try formats.modifier(DRMFormat.redGreen)
    }
    // A format that nobody asked about, and a driver that lists nothing.
    #expect(throws: ImportRefusal.self) { try formats.modifier(DRMFormat.bgrx) }
    #expect(try DeviceFormats(answers: nil).modifier(DRMFormat.red) == nil)
  }

  // MARK: Planes

  private func planes(
    _ layout: PlaneLayout,
    _ width: Int,
    _ height: Int,
    offset: Int = 0
  ) throws -> [DevicePlane] {
    let location = DeviceLocation(descriptor: 7, offset: offset)
    return try (0..<layout.chroma.planeCount).map { index in
      try DevicePlane(location, index, of: layout, width: width, height: height)
    }
  }

  private func plane(_ format: UInt32, _ width: Int, _ height: Int, _ offset: Int, _ row: Int)
    -> DevicePlane
  {
    DevicePlane(
      format: format,
      width: width,
      height: height,
      place: DMABufferPlane(descriptor: 7, offset: offset, rowBytes: row)
    )
  }

  /// NV12, P010 and I420 of 5 x 3 pixels: chroma is rounded up.
  @Test func planesAreTexturesOfBytes() throws {
    var layout = PlaneLayout(.interleaved)
    layout.planes = [.init(offset: 0, rowBytes: 64), .init(offset: 256, rowBytes: 32)]
    #expect(
      try planes(layout, 5, 3)
        == [plane(DRMFormat.red, 5, 3, 0, 64), plane(DRMFormat.redGreen, 3, 2, 256, 32)]
    )
    layout = DeviceImportTests.tenBits
    layout.planes = [.init(offset: 16, rowBytes: 64), .init(offset: 256, rowBytes: 32)]
    #expect(
      try planes(layout, 5, 3, offset: 4096)
        == [plane(DRMFormat.redGreen, 5, 3, 4112, 64), plane(DRMFormat.rgba, 3, 2, 4352, 32)]
    )
    layout = PlaneLayout(.planar)
    layout.planes = [
      .init(offset: 0, rowBytes: 8), .init(offset: 24, rowBytes: 4), .init(offset: 32, rowBytes: 3),
    ]
    #expect(
      try planes(layout, 5, 3)
        == [
          plane(DRMFormat.red, 5, 3, 0, 8), plane(DRMFormat.red, 3, 2, 24, 4),
          plane(DRMFormat.red, 3, 2, 32, 3),
        ]
    )
  }

  /// Half floats keep their order, words have that of the other textures; light is no texture.
  @Test func deepPicturesAreTexturesOfTheirFormat() throws {
    let block = try MemoryBlock(count: 4096)
    func image(_ layout: PlaneLayout) throws -> PixelBuffer {
      try PixelBuffer(
        width: 5,
        height: 3,
        planes: layout,
        base: UnsafeRawPointer(block.base),
        byteCount: block.count,
        owner: block
      )
    }
    let location = DeviceLocation(descriptor: 7, offset: 16)
    let halves = try PixelBuffer(
      width: 5,
      height: 3,
      rowBytes: 48,
      isOpaque: false,
      base: UnsafeRawPointer(block.base),
      byteCount: block.count,
      owner: block,
      form: .halves(ContentLight(.extended, headroom: 4))
    )
    var words = PlaneLayout.words
    words.planes = [.init(offset: 32, rowBytes: 24)]
    for (order, opaque, translucent) in [
      (ChannelOrder.rgba, DRMFormat.rgbx10, DRMFormat.rgba10),
      (.bgra, DRMFormat.bgrx10, DRMFormat.bgra10),
    ] {
      #expect(
        try DevicePlane(location, of: halves, order) == plane(DRMFormat.rgbaHalf, 5, 3, 16, 48)
      )
      words.hasAlpha = false
      #expect(try DevicePlane(location, of: image(words), order) == plane(opaque, 5, 3, 48, 24))
      words.hasAlpha = true
      #expect(
        try DevicePlane(location, of: image(words), order) == plane(translucent, 5, 3, 48, 24)
      )
    }
    words.planes[0].rowBytes = 27
    #expect(throws: ImportRefusal(reason: "rows of 27 bytes are no whole texels")) {
      try DevicePlane(location, of: image(words), .rgba)
    }
    (words.hasAlpha, words.light) = (false, PlaneLayout.Light(.pq, headroom: 4))
    #expect(throws: ImportRefusal(reason: "the processor makes half floats of its light")) {
      try DevicePlane(location, of: image(words), .rgba)
    }
    var bright = DeviceImportTests.tenBits.packed(width: 5, height: 3)
    bright.light = PlaneLayout.Light(.hlg, headroom: 4)
    #expect(throws: ImportRefusal(reason: "the processor makes half floats of its light")) {
      try DevicePlane(location, of: image(bright), .rgba)
    }
  }

  @Test func planesThatAreNoTexturesAreRefused() {
    var layout = DeviceImportTests.tenBits
    layout.planes = [.init(offset: 0, rowBytes: 11), .init(offset: 64, rowBytes: 12)]
    #expect(throws: ImportRefusal(reason: "rows of 11 bytes are no whole texels")) {
      try planes(layout, 5, 3)
    }
    layout = PlaneLayout(.interleaved)
    layout.planes = [.init(offset: 0, rowBytes: 20000), .init(offset: 40000, rowBytes: 20000)]
    #expect(throws: ImportRefusal(reason: "20000 x 2 texels, at most 16384 a side")) {
      try planes(layout, 20000, 2)
    }
    #expect(throws: ImportRefusal(reason: "rows of 20000 bytes from byte 3000000000 on")) {
      try planes(layout, 4, 2, offset: 3_000_000_000)
    }
  }

  /// A million records of any numbers: what is not refused lies in its memory.
  @Test func anyRecordIsRefusedOrLiesInItsMemory() throws {
    var random = SeededGenerator(seed: 40)
    let odd = [-1, 0, 1, 2, 3, 4, 7, 16, 63, 64, 1 << 14, 1 << 20, Int(Int32.max), 1 << 40, .max]
    func number() -> Int {
      Bool.random(using: &random)
        ? odd[Int.random(in: 0..<odd.count, using: &random)]
        : Int.random(in: 0..<512, using: &random)
    }
    var taken = 0
    for _ in 0..<1_000_000 {
      var layout = PlaneLayout(PlaneLayout.Chroma.allCases.randomElement(using: &random) ?? .planar)
      if Bool.random(using: &random) { (layout.depth, layout.lowBits) = (10, 6) }
      let (width, height) = (
        Int.random(in: 1...9, using: &random), Int.random(in: 1...9, using: &random)
      )
      layout.planes = (0..<layout.chroma.planeCount).map { _ in
        PlaneLayout.Plane(offset: number(), rowBytes: number())
      }
      let size = 4096
      guard (try? layout.byteCount(width: width, height: height, limit: size)) != nil,
        let planes = try? planes(layout, width, height)
      else { continue }
      taken += 1
      for (index, plane) in planes.enumerated() {
        let bytes = layout.texelBytes(ofPlane: index)
        let place = plane.place
        let end = place.offset + place.rowBytes * (plane.height - 1) + plane.width * bytes
        if place.offset < 0 || end > size || place.rowBytes < plane.width * bytes {
          Issue.record("\(layout) of \(width) x \(height): \(plane)")
        }
      }
    }
    #expect(taken > 1000)
  }

  // MARK: Mappings

  private static let formats: [PlaneLayout?] = [
    nil, PlaneLayout(.interleaved), PlaneLayout(.planar), tenBits, .words,
  ]

  /// An image of random bytes, or samples, twice: in plain memory, and in that of a device.
  private func images(
    _ layout: PlaneLayout?,
    endsInTime: Bool = true
  ) throws -> (plain: PixelBuffer, device: PixelBuffer, PretendedDevice) {
    let (width, height) = (21, 14)
    let planes = layout?.packed(width: width, height: height)
    let count =
      try planes?.byteCount(width: width, height: height, limit: .max / 4) ?? width * height * 4
    var random = SeededGenerator(seed: 5)
    let block = try MemoryBlock(count: count)
    for index in 0..<count {
      let byte = UInt8.random(in: 0...255, using: &random)
      block.base.storeBytes(
        of: planes == nil && index % 4 == 3 ? 255 : byte,
        toByteOffset: index,
        as: UInt8.self
      )
    }
    let device = PretendedDevice(block, endsInTime: endsInTime)
    func image(_ owner: any AnyObject & Sendable) throws -> PixelBuffer {
      let base = UnsafeRawPointer(block.base)
      if let planes {
        return try PixelBuffer(
          width: width,
          height: height,
          planes: planes,
          base: base,
          byteCount: count,
          owner: owner
        )
      }
      return try PixelBuffer(
        width: width,
        height: height,
        rowBytes: width * 4,
        isOpaque: true,
        base: base,
        byteCount: count,
        owner: owner
      )
    }
    return (try image(block), try image(device), device)
  }

  /// A driver that imports nothing shows the bytes of shared memory, and says why.
  @Test(
    .enabled(if: GLMachine.isAvailable, GLMachine.reason),
    arguments: formats.indices,
    [true, false]
  )
  func mappedPicturesAreEqual(index: Int, drawsPlanes: Bool) throws {
    let backend = try debugBackend { $0.weighsPixels = !drawsPlanes }
    try #require(backend.report.chosen?.driver.isSoftware == true)
    let (plain, inDevice, device) = try images(DeviceImportTests.formats[index])
    var sketch = GLESPlanSketch(30, 20)
    sketch.image(SketchShape(2, 3, 23, 17), ImageID(1), texels: [0, 0, 21, 14])
    let expected = try TargetPicture(sketch.finished(), [(ImageID(1), plain)], with: backend)
    #expect(backend.deviceImports == DeviceImports())
    let found = try TargetPicture(sketch.finished(), [(ImageID(1), inDevice)], with: backend)
    #expect(found == expected)
    #expect(
      "\(backend.deviceImports)" == "0 imported, 1 mapped (1: the driver draws on the processor)"
    )
    #expect(device.waitCount == 1)
  }

  /// Half floats and light in PQ and HLG of a device are those of shared memory, in extended range.
  @Test(
    .enabled(if: GLMachine.isAvailable, GLMachine.reason),
    arguments: [nil, PlaneLayout.Transfer.pq, .hlg],
    [true, false]
  )
  func mappedLightIsEqual(transfer: PlaneLayout.Transfer?, isOfWords: Bool) throws {
    let backend = try debugBackend()
    try #require(backend.report.chosen?.driver.isSoftware == true)
    let pictures: (plain: PixelBuffer, device: PixelBuffer, PretendedDevice)
    if let transfer {
      var layout = isOfWords ? PlaneLayout.words : DeviceImportTests.tenBits
      layout.light = PlaneLayout.Light(transfer, headroom: 4)
      pictures = try images(layout)
    } else {
      pictures = try halves()
    }
    let (plain, inDevice, device) = pictures
    var sketch = GLESPlanSketch(30, 20)
    sketch.image(SketchShape(2, 3, 23, 17), ImageID(1), texels: [0, 0, 21, 14])
    let plan = sketch.extended()
    let expected = try TargetHalves(plan, [(ImageID(1), plain)], with: backend)
    #expect(backend.deviceImports == DeviceImports())
    #expect(try TargetHalves(plan, [(ImageID(1), inDevice)], with: backend) == expected)
    #expect(
      "\(backend.deviceImports)" == "0 imported, 1 mapped (1: the driver draws on the processor)"
    )
    #expect(device.waitCount == 1)
    // The software renderer waits for the device once as well.
    let software = SoftwareBackend(threads: 1)
    _ = try TargetHalves(plan, [(ImageID(1), inDevice)], with: software)
    #expect(device.waitCount == 2)
  }

  /// Random half floats of any bits, in plain memory and in that of a device.
  private func halves() throws -> (plain: PixelBuffer, device: PixelBuffer, PretendedDevice) {
    var random = SeededGenerator(seed: 6)
    let block = try MemoryBlock(count: 21 * 14 * 8)
    for index in 0..<21 * 14 * 4 {
      let value = Float16(Float.random(in: -2...6, using: &random))
      block.base.storeBytes(
        of: index % 4 == 3 ? 1 : value,
        toByteOffset: index * 2,
        as: Float16.self
      )
    }
    let device = PretendedDevice(block)
    func image(_ owner: any AnyObject & Sendable) throws -> PixelBuffer {
      try PixelBuffer(
        width: 21,
        height: 14,
        rowBytes: 168,
        isOpaque: true,
        base: UnsafeRawPointer(block.base),
        byteCount: block.count,
        owner: owner,
        form: .halves(ContentLight(.extended, headroom: 6))
      )
    }
    return (try image(block), try image(device), device)
  }

  /// A device that does not end in time delays nobody: what was there is shown, and counted.
  @Test(.enabled(if: GLMachine.isAvailable, GLMachine.reason))
  func lateDevicesAreCounted() throws {
    let backend = try debugBackend()
    try #require(backend.report.chosen?.driver.isSoftware == true)
    let (_, inDevice, _) = try images(nil, endsInTime: false)
    var sketch = GLESPlanSketch(30, 20)
    sketch.image(SketchShape(2, 3, 23, 17), ImageID(1), texels: [0, 0, 21, 14])
    _ = try TargetPicture(sketch.finished(), [(ImageID(1), inDevice)], with: backend)
    #expect(backend.deviceImports.late == 1)
    #expect("\(backend.deviceImports)".hasSuffix(", 1 of them late"))
  }

  /// Reasons are few, whatever a driver says.
  @Test func reasonsAreLimited() {
    var imports = DeviceImports()
    for number in 0..<100 { imports.add(ImportRefusal(reason: "reason \(number)")) }
    #expect(imports.mapped == 100)
    #expect(imports.refusals.count == 16)
  }
}
