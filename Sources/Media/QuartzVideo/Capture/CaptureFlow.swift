// Samples of capture devices, as they come: a thread for each device that runs.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFaults
import QuartzSharing
import Synchronization

/// A picture, or a piece of sound.
package enum CaptureSample: Sendable {
  case picture(CameraPicture)
  case sound(CapturedSound)

  package var medium: CaptureMedium {
    switch self {
    case .picture: .pictures
    case .sound: .sound
    }
  }
}

/// Makes samples, one after the other, until it is told to end.
package protocol CaptureSource: Sendable {
  /// The name in messages.
  var name: String { get }
  /// The medium of its samples.
  var medium: CaptureMedium { get }

  /// Makes samples on the thread that calls.
  ///
  /// - Throws: `CaptureDeviceError` if they end by themselves.
  func run(_ flow: CaptureFlow) throws(CaptureDeviceError)
}

/// A device that runs: its thread, and the way of its samples.
package final class CaptureFlow: Sendable {
  private let take: @Sendable (CaptureSample) -> Void
  private let isOver = Atomic(false)
  private let memories = Mutex<[VideoMemory]>([])
  private let thread = Monitor<(handle: pthread_t?, hasEnded: Bool)>((nil, false))
  // Something to read, or its end, wakes the thread.
  private let wake: Mutex<SystemPipe>
  let wakeDescriptor: Int32

  /// So much memory is kept for further pictures.
  private static let mostMemories = 6

  private init(_ take: @escaping @Sendable (CaptureSample) -> Void) throws(CaptureDeviceError) {
    self.take = take
    do throws(ProcessError) {
      let pipe = try SystemPipe(size: 4096)
      wakeDescriptor = pipe.reading
      wake = Mutex(pipe)
    } catch {
      throw .system(reason: "\(error)")
    }
  }

  /// Starts a device.
  ///
  /// - Parameters:
  ///   - deliver: Gets each sample, on the device's thread, which it may not keep waiting.
  ///   - ended: Called once on that thread if the samples end by themselves, with the reason.
  package static func start(
    _ source: any CaptureSource,
    deliver: @escaping @Sendable (CaptureSample) -> Void,
    ended: @escaping @Sendable (CaptureDeviceError) -> Void
  ) throws(CaptureDeviceError) -> CaptureFlow {
    let flow = try CaptureFlow(deliver)
    do throws(ThreadError) {
      try SystemThread.detach(name: "quartz-capture") {
        flow.thread.change { $0.handle = pthread_self() }
        do throws(CaptureDeviceError) {
          try source.run(flow)
        } catch {
          // Nobody wants to hear of the end of a device that was stopped.
          if !flow.isEnding { ended(error) }
        }
        flow.thread.change { $0.hasEnded = true }
      }
    } catch {
      throw .system(reason: "no thread: \(String(cString: strerror(error.code)))")
    }
    return flow
  }

  /// Whether the device was stopped.
  package var isEnding: Bool { isOver.load(ordering: .sequentiallyConsistent) }

  /// Stops the device, and waits until nobody has it any more.
  ///
  /// On its own thread it waits for nothing.
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

  /// Waits for a moment, unless the device is stopped.
  func wait(until moment: Double) {
    while !isEnding {
      let rest = moment - Self.now
      guard rest > 0 else { return }
      var ready = pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0)
      poll(&ready, 1, Int32(min((rest * 1000).rounded(.up), 1000)))
    }
  }

  /// Memory for a picture: that of an earlier one which nobody has any more, or fresh.
  func memory(_ format: VideoFormat) throws(CaptureDeviceError) -> VideoMemory {
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

  /// Hands a sample over.
  func deliver(_ sample: CaptureSample) {
    if !isEnding { take(sample) }
  }

  /// Hands a picture over.
  func deliver(_ number: Int, _ format: VideoFormat, _ memory: VideoMemory, at moment: Double) {
    let picture = VideoPicture(number: number, format: format, memory: memory)
    deliver(.picture(CameraPicture(picture, at: moment)))
  }
}
