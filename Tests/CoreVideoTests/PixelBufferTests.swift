// Pictures in memory: their planes, locks, notes and pools.
// Licensed under the MIT license; see LICENSE.

import CoreVideo
import Glibc
import QuartzFaults
import TestClaims
import Testing

@Suite struct PixelBufferTests {
  private func make(_ width: Int, _ height: Int, _ format: OSType) -> CVPixelBuffer? {
    var buffer: CVPixelBuffer?
    let result = CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, nil, &buffer)
    #expect((result == kCVReturnSuccess) == (buffer != nil))
    return buffer
  }

  @Test(
    .shows(
      "CVPixelBufferCreate(_:_:_:_:_:_:)",
      "CVPixelBufferGetWidth(_:)",
      "CVPixelBufferGetHeight(_:)",
      "CVPixelBufferGetPixelFormatType(_:)",
      "CVPixelBufferGetPlaneCount(_:)",
      "CVPixelBufferIsPlanar(_:)",
      "CVPixelBufferGetBytesPerRow(_:)",
      "CVPixelBufferGetWidthOfPlane(_:_:)",
      "CVPixelBufferGetHeightOfPlane(_:_:)",
      "CVPixelBufferGetBaseAddressOfPlane(_:_:)",
      "CVPixelBufferGetBytesPerRowOfPlane(_:_:)",
      "CVPixelBufferGetDataSize(_:)",
      "kCVPixelFormatType_32BGRA",
      "kCVPixelFormatType_OneComponent8",
      "kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange",
      "kCVPixelFormatType_420YpCbCr8BiPlanarFullRange",
      "kCVPixelFormatType_420YpCbCr8Planar",
      "kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange",
      "kCVPixelFormatType_64RGBAHalf",
      "kCVPixelFormatType_ARGB2101010LEPacked",
      "kCVPixelFormatType_30RGBLEPackedWideGamut"
    ),
    arguments: [
      (kCVPixelFormatType_32BGRA, 0, 5 * 4), (kCVPixelFormatType_OneComponent8, 0, 5),
      (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, 2, 5),
      (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, 2, 5),
      (kCVPixelFormatType_420YpCbCr8Planar, 3, 5),
      (kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, 2, 10),
      (kCVPixelFormatType_64RGBAHalf, 0, 5 * 8),
      (kCVPixelFormatType_ARGB2101010LEPacked, 0, 5 * 4),
      (kCVPixelFormatType_30RGBLEPackedWideGamut, 0, 5 * 4),
    ] as [(OSType, Int, Int)]
  )
  func planesOfEachFormat(format: OSType, planes: Int, rowBytes: Int) throws {
    let buffer = try #require(make(5, 3, format))
    #expect(CVPixelBufferGetWidth(buffer) == 5 && CVPixelBufferGetHeight(buffer) == 3)
    #expect(CVPixelBufferGetPixelFormatType(buffer) == format)
    #expect(CVPixelBufferGetPlaneCount(buffer) == planes)
    #expect(CVPixelBufferIsPlanar(buffer) == (planes > 0))
    #expect(CVPixelBufferGetBytesPerRow(buffer) >= rowBytes)
    #expect(CVPixelBufferGetBytesPerRow(buffer) % 64 == 0)
    // Half of an odd side is rounded up.
    if planes > 1 {
      #expect(CVPixelBufferGetWidthOfPlane(buffer, 1) == 3)
      #expect(CVPixelBufferGetHeightOfPlane(buffer, 1) == 2)
    }
    #expect(CVPixelBufferLockBaseAddress(buffer, []) == kCVReturnSuccess)
    var end: UnsafeMutableRawPointer?
    for plane in 0..<max(planes, 1) {
      let base = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane))
      let size =
        CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
        * CVPixelBufferGetHeightOfPlane(buffer, plane)
      if let end { #expect(base >= end) }
      memset(base, 255, size)
      end = base + size
    }
    let base = try #require(CVPixelBufferGetBaseAddress(buffer))
    #expect(try #require(end) - base == CVPixelBufferGetDataSize(buffer))
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnSuccess)
  }

  @Test(
    .shows(
      "CVPixelBufferLockBaseAddress(_:_:)",
      "CVPixelBufferUnlockBaseAddress(_:_:)",
      "CVPixelBufferGetBaseAddress(_:)",
      "CVPixelBufferLockFlags.readOnly"
    )
  ) func addressesNeedALock() throws {
    let buffer = try #require(make(4, 4, kCVPixelFormatType_32BGRA))
    #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnInvalidArgument)
    _ = CVPixelBufferLockBaseAddress(buffer, .readOnly)
    _ = CVPixelBufferLockBaseAddress(buffer, .readOnly)
    _ = CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
    #expect(CVPixelBufferGetBaseAddress(buffer) != nil)
    _ = CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
    #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
    #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 7) == nil)
    #expect(CVPixelBufferGetWidthOfPlane(buffer, -1) == 0)
  }

  @Test(
    .shows(
      "CVPixelBufferCreate(_:_:_:_:_:_:)",
      "kCVReturnInvalidSize",
      "kCVReturnInvalidPixelFormat",
      "kCVReturnInvalidPixelBufferAttributes",
      "kCVPixelBufferBytesPerRowAlignmentKey"
    )
  ) func badSizesAndFormatsAreRefused() {
    var buffer: CVPixelBuffer?
    for (width, height) in [(0, 1), (1, 0), (-1, 1), (16385, 1), (1, .max)] {
      let result = CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &buffer)
      #expect(result == kCVReturnInvalidSize && buffer == nil)
    }
    #expect(CVPixelBufferCreate(nil, 1, 1, 0, nil, &buffer) == kCVReturnInvalidPixelFormat)
    let attributes: [CFString: Any] = [kCVPixelBufferBytesPerRowAlignmentKey: 3]
    let result = CVPixelBufferCreate(nil, 1, 1, kCVPixelFormatType_32BGRA, attributes, &buffer)
    #expect(result == kCVReturnInvalidPixelBufferAttributes)
  }

  @Test(.shows("kCVReturnAllocationFailed"), arguments: [Fault.Kind.descriptor, .memory])
  func missingMemoryIsReported(kind: Fault.Kind) {
    let fault = Fault(kind, at: 1)
    var buffer: CVPixelBuffer?
    let result = fault.run {
      CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_32BGRA, nil, &buffer)
    }
    #expect(fault.hasStruck && result == kCVReturnAllocationFailed && buffer == nil)
  }

  @Test func memoryIsAFileForOtherProcesses() throws {
    let buffer = try #require(make(4, 4, kCVPixelFormatType_32BGRA))
    _ = CVPixelBufferLockBaseAddress(buffer, [])
    let base = try #require(CVPixelBufferGetBaseAddress(buffer))
    let size = CVPixelBufferGetDataSize(buffer)
    let other = try #require(mmap(nil, size, PROT_READ, MAP_SHARED, buffer.descriptor, 0))
    base.storeBytes(of: 0x1234_5678, as: UInt32.self)
    #expect(other.load(as: UInt32.self) == 0x1234_5678)
    munmap(other, size)
  }

  @Test(.shows("CVPixelBufferCreateWithBytes(_:_:_:_:_:_:_:_:_:_:)", "kCVReturnInvalidArgument"))
  func callersMemoryIsReleasedOnce() throws {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 3 * 40, alignment: 16)
    let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    count.initialize(to: 0)
    defer {
      memory.deallocate()
      count.deallocate()
    }
    var buffer: CVPixelBuffer?
    let format = kCVPixelFormatType_32BGRA
    var result = CVPixelBufferCreateWithBytes(
      nil,
      10,
      3,
      format,
      memory,
      39,
      { _, _ in },
      count,
      nil,
      &buffer
    )
    #expect(result == kCVReturnInvalidArgument && buffer == nil)
    result = CVPixelBufferCreateWithBytes(
      nil,
      10,
      3,
      format,
      memory,
      40,
      { context, _ in context?.assumingMemoryBound(to: Int.self).pointee += 1 },
      count,
      nil,
      &buffer
    )
    let made = try #require(buffer)
    _ = CVPixelBufferLockBaseAddress(made, [])
    #expect(CVPixelBufferGetBaseAddress(made) == memory)
    _ = CVPixelBufferUnlockBaseAddress(made, [])
    #expect(CVPixelBufferGetBytesPerRow(made) == 40 && count.pointee == 0)
  }

  @Test(
    .shows(
      "CVBufferSetAttachment(_:_:_:_:)",
      "CVBufferPropagateAttachments(_:_:)",
      "CVBufferCopyAttachment(_:_:_:)",
      "CVBufferHasAttachment(_:_:)",
      "CVBufferCopyAttachments(_:_:)",
      "CVBufferRemoveAttachment(_:_:)",
      "CVBufferRemoveAllAttachments(_:)",
      "CVAttachmentMode",
      "CVAttachmentMode.shouldPropagate",
      "CVAttachmentMode.shouldNotPropagate"
    )
  ) func notesGoAlongOrStay() throws {
    let (one, two) = (
      try #require(make(1, 1, kCVPixelFormatType_32BGRA)),
      try #require(make(1, 1, kCVPixelFormatType_32BGRA))
    )
    let matrix = kCVImageBufferYCbCrMatrix_ITU_R_709_2
    CVBufferSetAttachment(one, kCVImageBufferYCbCrMatrixKey, matrix, .shouldPropagate)
    CVBufferSetAttachment(one, "own", 3, .shouldNotPropagate)
    CVBufferPropagateAttachments(one, two)
    var mode = CVAttachmentMode.shouldNotPropagate
    let copy = CVBufferCopyAttachment(two, kCVImageBufferYCbCrMatrixKey, &mode)
    #expect(copy as? CFString == matrix && mode == .shouldPropagate)
    #expect(!CVBufferHasAttachment(two, "own") && CVBufferHasAttachment(one, "own"))
    #expect(CVBufferCopyAttachments(one, .shouldNotPropagate)?["own"] as? Int == 3)
    CVBufferRemoveAttachment(one, "own")
    #expect(CVBufferCopyAttachments(one, .shouldNotPropagate) == nil)
    CVBufferRemoveAllAttachments(two)
    #expect(CVBufferCopyAttachment(two, kCVImageBufferYCbCrMatrixKey, nil) == nil)
  }

  @Test(
    .shows(
      "CVPixelBufferPool",
      "CVPixelBufferPoolCreate(_:_:_:_:)",
      "CVPixelBufferPoolCreatePixelBuffer(_:_:_:)",
      "CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(_:_:_:_:)",
      "kCVPixelBufferPoolAllocationThresholdKey",
      "kCVReturnWouldExceedAllocationThreshold",
      "kCVPixelBufferWidthKey",
      "kCVPixelBufferHeightKey",
      "kCVPixelBufferPixelFormatTypeKey"
    )
  ) func poolsUseMemoryAgain() throws {
    var pool: CVPixelBufferPool?
    let attributes: [CFString: Any] = [
      kCVPixelBufferWidthKey: 16, kCVPixelBufferHeightKey: 16,
      kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA,
    ]
    #expect(CVPixelBufferPoolCreate(nil, nil, attributes, &pool) == kCVReturnSuccess)
    let made = try #require(pool)
    func take() -> CVPixelBuffer? {
      var buffer: CVPixelBuffer?
      _ = CVPixelBufferPoolCreatePixelBuffer(nil, made, &buffer)
      return buffer
    }
    var (one, two) = (take(), take())
    let first = try #require(one).descriptor
    #expect(two?.descriptor != first)
    let threshold: [CFString: Any] = [kCVPixelBufferPoolAllocationThresholdKey: 2]
    var third: CVPixelBuffer?
    #expect(
      CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, made, threshold, &third)
        == kCVReturnWouldExceedAllocationThreshold
    )
    one = nil
    one = take()
    #expect(one?.descriptor == first)
    (one, two) = (nil, nil)
    CVPixelBufferPoolFlush(made, .excessBuffers)
    #expect(CVPixelBufferPoolCreate(nil, nil, [:], &pool) == kCVReturnInvalidPixelBufferAttributes)
    #expect(pool == nil)
  }
}
