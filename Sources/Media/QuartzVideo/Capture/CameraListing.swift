// The capture devices of the machine, by what they say of themselves.
// Licensed under the MIT license; see LICENSE.

import CQuartzVideo
import Glibc
import QuartzFaults

/// The questions that a capture device answers; nil is the end of a list.
protocol CameraQuestions {
  /// Asks who the device is.
  func card() -> (name: String, place: String, captures: Bool)?
  /// Asks for the four characters of a kind of pictures, the first one in the lowest byte.
  func format(_ index: Int) -> UInt32?
  /// Asks for sizes of pictures.
  func size(_ format: UInt32, _ index: Int) -> quartz_camera_size?
  /// Asks for times of pictures.
  func interval(
    _ format: UInt32,
    _ width: Int,
    _ height: Int,
    _ index: Int
  ) -> quartz_camera_interval?
}

/// An open device of the system.
private struct DeviceQuestions: CameraQuestions {
  let device: Int32

  func card() -> (name: String, place: String, captures: Bool)? {
    var card = quartz_camera_card()
    guard quartz_camera_ask_card(device, &card) == 0 else { return nil }
    func text<Characters>(_ characters: Characters) -> String {
      withUnsafeBytes(of: characters) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
    return (text(card.name), text(card.place), card.captures)
  }

  func format(_ index: Int) -> UInt32? {
    var format: UInt32 = 0
    return quartz_camera_ask_format(device, UInt32(index), &format) == 0 ? format : nil
  }

  func size(_ format: UInt32, _ index: Int) -> quartz_camera_size? {
    var size = quartz_camera_size()
    return quartz_camera_ask_size(device, format, UInt32(index), &size) == 0 ? size : nil
  }

  func interval(
    _ format: UInt32,
    _ width: Int,
    _ height: Int,
    _ index: Int
  ) -> quartz_camera_interval? {
    var interval = quartz_camera_interval()
    let (width, height) = (UInt32(clamping: width), UInt32(clamping: height))
    let code = quartz_camera_ask_interval(device, format, width, height, UInt32(index), &interval)
    return code == 0 ? interval : nil
  }
}

extension CameraDescription {
  /// A driver that has more answers than this repeats itself.
  private static let mostAnswers = 64
  /// The most modes of a camera.
  private static let mostModes = 256
  /// The highest number of a device that is looked at.
  private static let lastNumber = 63

  /// Sizes of devices that make any between two.
  private static let usualSizes = [
    (320, 240), (640, 480), (800, 600), (1280, 720), (1920, 1080), (3840, 2160),
  ]

  /// The kinds of samples that FFmpeg takes from devices: its names, and its four characters for
  /// the same on Apple's platforms.
  private static let samples: [String: (name: String, code: String)] = [
    "YUYV": ("yuyv422", "yuvs"), "UYVY": ("uyvy422", "2vuy"), "NV12": ("nv12", "420v"),
    "YU12": ("yuv420p", "y420"), "MJPG": ("mjpeg", "jpeg"),
    "RGB3": ("rgb24", "24RG"), "BGR3": ("bgr24", "24BG"),
  ]

  /// The cameras of the machine, in the order of their numbers.
  ///
  /// - Parameter folder: That of the devices.
  package static func all(in folder: String = "/dev") -> [CameraDescription] {
    (0...lastNumber).compactMap { number in
      let node = "\(folder)/video\(number)"
      let flags = O_RDWR | O_NONBLOCK | O_CLOEXEC
      let device = Fault.descriptor { open(node, flags) }
      guard device >= 0 else { return nil }
      defer { close(device) }
      return CameraDescription(node: node, DeviceQuestions(device: device))
    }
  }

  /// The description of a device by its answers; nil for one that makes no pictures of a known
  /// kind.
  init?(node: String, _ questions: some CameraQuestions) {
    guard let card = questions.card(), card.captures else { return nil }
    var modes: [CameraMode] = []
    var known: Set<UInt32> = []
    for index in 0..<Self.mostAnswers {
      guard let format = questions.format(index) else { break }
      guard known.insert(format).inserted, let samples = Self.samples[Self.text(format)] else {
        continue
      }
      modes += Self.modes(questions, format, samples)
    }
    guard !modes.isEmpty else { return nil }
    let name = Self.line(card.name)
    self.init(
      node: node,
      name: name.isEmpty ? node : name,
      place: Self.line(card.place),
      modes: Array(modes.prefix(Self.mostModes))
    )
  }

  private static func modes(
    _ questions: some CameraQuestions,
    _ format: UInt32,
    _ samples: (name: String, code: String)
  ) -> [CameraMode] {
    var sizes: [(Int, Int)] = []
    for index in 0..<mostAnswers {
      guard let size = questions.size(format, index) else { break }
      sizes += Self.sizes(size).filter { new in !sizes.contains { $0 == new } }
      // Steps are one answer.
      if size.has_steps { break }
    }
    let code = samples.code.utf8.reduce(0) { $0 << 8 | UInt32($1) }
    return sizes.compactMap { width, height in
      let (intervals, hasSteps) = intervals(questions, format, width, height)
      guard !intervals.isEmpty else { return nil }
      return CameraMode(
        samples: samples.name,
        code: code,
        width: width,
        height: height,
        intervals: intervals,
        hasSteps: hasSteps
      )
    }
  }

  /// The sizes of an answer that films can have.
  private static func sizes(_ size: quartz_camera_size) -> [(Int, Int)] {
    let least = (Int(size.least_width), Int(size.least_height))
    let most = (Int(size.most_width), Int(size.most_height))
    var sizes = [least, most]
    if size.has_steps {
      sizes += usualSizes.filter { width, height in
        width >= least.0 && width <= most.0 && height >= least.1 && height <= most.1
      }
    }
    let side = 1...VideoLimits.side
    var found: [(Int, Int)] = []
    for new in sizes.sorted(by: { $0 < $1 }) where side.contains(new.0) && side.contains(new.1) {
      if found.last.map({ $0 != new }) ?? true { found.append(new) }
    }
    return found
  }

  /// The times of pictures of a size; of a device that does not say them, a thirtieth of a second.
  private static func intervals(
    _ questions: some CameraQuestions,
    _ format: UInt32,
    _ width: Int,
    _ height: Int
  ) -> (intervals: [Ratio], hasSteps: Bool) {
    var found: [Ratio] = []
    func add(_ numerator: UInt32, _ denominator: UInt32) {
      let interval = Ratio(Int64(numerator), Int64(denominator))
      guard numerator > 0, denominator > 0, (0.0001...100).contains(interval.value),
        !found.contains(where: { $0.value == interval.value })
      else { return }
      found.append(interval)
    }
    var hasSteps = false
    for index in 0..<mostAnswers {
      guard let answer = questions.interval(format, width, height, index) else {
        if index == 0 { found = [Ratio(1, 30)] }
        break
      }
      add(answer.least_numerator, answer.least_denominator)
      add(answer.most_numerator, answer.most_denominator)
      hasSteps = answer.has_steps
      if hasSteps { break }
    }
    return (found.sorted { $0.value < $1.value }, hasSteps)
  }

  /// Four characters as a text.
  private static func text(_ format: UInt32) -> String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: format >> ($0 * 8)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A device's text as one line.
  private static func line(_ text: String) -> String {
    let characters = text.unicodeScalars.map {
      $0.properties.generalCategory == .control ? " " : String($0)
    }
    let words = characters.joined().split(separator: " ")
    return words.joined(separator: " ")
  }
}
