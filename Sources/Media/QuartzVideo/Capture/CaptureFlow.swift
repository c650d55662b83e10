// Pictures of cameras, as they come: a thread for each camera that runs.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFaults
import QuartzSharing
import Synchronization

/// A picture of a camera.
package struct CameraPicture: Sendable {
  /// Its number is that among the pictures since the camera was started, from 0.
  package var picture: VideoPicture
  /// The time at which it was there, in seconds of CLOCK_MONOTONIC.
  package var moment: Double

  package init(_ picture: VideoPicture, at moment: Double) {
    (self.picture, self.moment) = (picture, moment)
  }

  /// The form of all pictures of cameras: limited range, colours as in BT.601 with half the samples
  /// of both axes, beside the even pixels of a row.
  static func format(width: Int, height: Int) -> VideoFormat {
    var format = VideoFormat(
      width: width,
      height: height,
      layout: .planar,
      pixelFormat: "yuv420p"
    )
    (format.halvesX, format.halvesY) = (true, true)
    (format.betweenX, format.betweenY) = (false, true)
    return format
  }
}

/// Makes pictures, one after the other, until it is told to end.
package protocol CameraSource: Sendable {
  /// The name in messages.
  var name: String { get }

  /// Makes pictures on the thread that calls.
  ///
  /// - Throws: `CameraError` if the pictures end by themselves.
  func run(_ flow: CameraFlow) throws(CameraError)
}

/// A camera that runs: its thread, and the way of its pictures.
package final class CameraFlow: Sendable {
  private let deliver: @Sendable (CameraPicture) -> Void
  private let isOver = Atomic(false)
  private let memories = Mutex<[VideoMemory]>([])
  private let thread = Monitor<(handle: pthread_t?, hasEnded: Bool)>((nil, false))
  // Something to read, or its end, wakes the thread.
  private let wake: Mutex<SystemPipe>
  let wakeDescriptor: Int32

  /// So much memory is kept for further pictures.
  private static let mostMemories = 6

  private init(_ deliver: @escaping @Sendable (CameraPicture) -> Void) throws(CameraError) {
    self.deliver = deliver
    do throws(ProcessError) {
      let pipe = try SystemPipe(size: 4096)
      wakeDescriptor = pipe.reading
      wake = Mutex(pipe)
    } catch {
      throw .system(reason: "\(error)")
    }
  }

  /// Starts a camera.
  ///
  /// - Parameters:
  ///   - deliver: Gets each picture, on the camera's thread, which it may not keep waiting.
  ///   - ended: Called once on that thread if the pictures end by themselves, with the reason.
  package static func start(
    _ source: any CameraSource,
    deliver: @escaping @Sendable (CameraPicture) -> Void,
    ended: @escaping @Sendable (CameraError) -> Void
  ) throws(CameraError) -> CameraFlow {
    let flow = try CameraFlow(deliver)
    do throws(ThreadError) {
      try SystemThread.detach(name: "quartz-camera") {
        flow.thread.change { $0.handle = pthread_self() }
        do throws(CameraError) {
          try source.run(flow)
        } catch {
          // Nobody wants to hear of the end of a camera that was stopped.
          if !flow.isEnding { ended(error) }
        }
        flow.thread.change { $0.hasEnded = true }
      }
    } catch {
      throw .system(reason: "no thread: \(String(cString: strerror(error.code)))")
    }
    return flow
  }

  /// Whether the camera was stopped.
  package var isEnding: Bool { isOver.load(ordering: .sequentiallyConsistent) }

  /// Stops the camera, and waits until nobody has its device any more.
  ///
  /// On the camera's own thread it waits for nothing.
  package func stop() {
    if !isOver.exchange(true, ordering: .sequentiallyConsistent) {
      wake.withLock { pipe in
        // The end of the pipe is what the thread sees.
        _ = close(pipe.takeWriting())
      }
    }
    let handle = thread.withLock { $0.handle }
    let isOwn = handle.map { pthread_equal($0, pthread_self()) != 0 } ?? false
    if !isOwn { thread.wait(until: { $0.hasEnded }, then: { _ in }) }
  }

  /// The seconds of CLOCK_MONOTONIC.
  package static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Waits for a moment, unless the camera is stopped.
  func wait(until moment: Double) {
    while !isEnding {
      let rest = moment - Self.now
      guard rest > 0 else { return }
      var ready = pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0)
      poll(&ready, 1, Int32(min((rest * 1000).rounded(.up), 1000)))
    }
  }

  /// Memory for a picture: that of an earlier one which nobody has any more, or fresh.
  func memory(_ format: VideoFormat) throws(CameraError) -> VideoMemory {
    let count = format.byteCount
    let old = memories.withLock { memories -> VideoMemory? in
      memories.removeAll { $0.count != count }
      for place in memories.indices where isKnownUniquelyReferenced(&memories[place]) {
        return memories[place]
      }
      return nil
    }
    if let old { return old }
    do {
      let memory = try VideoMemory(count: count)
      memories.withLock { if $0.count < Self.mostMemories { $0.append(memory) } }
      return memory
    } catch {
      throw .system(reason: "\(error)")
    }
  }

  /// Hands a picture over.
  func deliver(_ number: Int, _ format: VideoFormat, _ memory: VideoMemory, at moment: Double) {
    guard !isEnding else { return }
    deliver(
      CameraPicture(VideoPicture(number: number, format: format, memory: memory), at: moment)
    )
  }
}

/// A camera without a device: picture n is black but for a white bar in column n mod width.
package struct TestCamera: CameraSource {
  package let name: String
  private let format: VideoFormat
  private let rate: Double
  private let count: Int?

  /// - Parameters:
  ///   - width: In pixels, 1...16384.
  ///   - height: In pixels, 1...16384.
  ///   - rate: Pictures a second; they come later on a machine that is too slow for it.
  ///   - count: The number of pictures after which the camera vanishes; nil for no end.
  package init(name: String, width: Int, height: Int, rate: Double, count: Int? = nil) {
    (self.name, self.rate, self.count) = (name, rate, count)
    format = CameraPicture.format(width: width, height: height)
  }

  package func run(_ flow: CameraFlow) throws(CameraError) {
    let start = CameraFlow.now
    for number in 0... {
      flow.wait(until: start + Double(number) / rate)
      guard !flow.isEnding else { return }
      if number == count { throw .gone(name: name, reason: "it was unplugged") }
      let memory = try flow.memory(format)
      draw(number, memory)
      flow.deliver(number, format, memory, at: start + Double(number) / rate)
    }
  }

  private func draw(_ number: Int, _ memory: VideoMemory) {
    let (black, white, gray): (UInt8, UInt8, UInt8) = (16, 235, 128)
    let planes = format.planes
    // Bounds: the memory has all planes of the format.
    for (place, plane) in planes.enumerated() {
      let samples = memory.base + plane.offset
      memset(samples, Int32(place == 0 ? black : gray), plane.rowBytes * plane.rows)
    }
    let column = memory.base + planes[0].offset + number % format.width
    for row in 0..<format.height {
      column.storeBytes(of: white, toByteOffset: row * planes[0].rowBytes, as: UInt8.self)
    }
  }
}
