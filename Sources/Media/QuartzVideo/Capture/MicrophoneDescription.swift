// The microphones of the machine: those of ALSA, and the sound server's.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFaults

/// A microphone of Linux.
package struct MicrophoneDescription: Equatable, Sendable {
  /// FFmpeg's names of the systems of sound.
  package enum System: String, Sendable {
    /// The devices of the kernel.
    case alsa
    /// A sound server, of PulseAudio or PipeWire.
    case pulse
  }

  package var system: System
  /// FFmpeg's name of the device, as `plughw:CARD=PCH,DEV=0`.
  package var node: String
  /// The name for people; one line.
  package var name: String

  package init(_ system: System, node: String, name: String) {
    (self.system, self.node, self.name) = (system, node, name)
  }

  /// The largest list that is read, in bytes; the kernel's are files of a few lines.
  private static let longestList = 1 << 16
  /// The most devices of a list.
  private static let mostDevices = 64

  /// The microphones of the machine: the sound server's own choice first, which shares its devices
  /// with other programs, then those of the kernel in the order of their numbers.
  ///
  /// - Parameters:
  ///   - folder: That in which the kernel lists its devices.
  ///   - runtime: That of the user's sockets; nil stands for the usual one.
  package static func all(
    in folder: String = "/proc/asound",
    runtime: String? = nil
  ) -> [MicrophoneDescription] {
    let socket = (runtime ?? "/run/user/\(getuid())") + "/pulse/native"
    let isServed = access(socket, R_OK | W_OK) == 0
    let server =
      isServed ? [MicrophoneDescription(.pulse, node: "default", name: "Sound server")] : []
    return server + listed(text(folder + "/pcm")) { text("\(folder)/card\($0)/id") }
  }

  /// The microphones of the kernel's list.
  ///
  /// - Parameters:
  ///   - list: Lines such as `00-02: ALC295 Analog : ALC295 Analog : playback 1 : capture 1`.
  ///   - identifier: Returns the word for a card; it stays when cards are plugged in otherwise.
  static func listed(
    _ list: String,
    _ identifier: (Int) -> String
  ) -> [MicrophoneDescription] {
    var found: [MicrophoneDescription] = []
    for line in list.split(whereSeparator: \.isNewline) where found.count < mostDevices {
      let parts = line.split(separator: ":").map { plain($0) }
      let digits = (parts.first ?? "").split(separator: "-", omittingEmptySubsequences: false)
      let numbers = digits.compactMap { Int($0) }
      guard parts.count >= 3, parts.contains(where: { $0.hasPrefix("capture ") }),
        digits.count == 2, numbers.count == 2, numbers.allSatisfy({ (0..<1000).contains($0) })
      else { continue }
      let word = plain(Substring(identifier(numbers[0])))
      let isWord = !word.isEmpty && word.count <= 32 && word.utf8.allSatisfy { $0.isWordByte }
      let card = isWord ? word : "\(numbers[0])"
      let name = parts[2].isEmpty ? parts[1] : parts[2]
      found.append(
        MicrophoneDescription(
          .alsa,
          node: "plughw:CARD=\(card),DEV=\(numbers[1])",
          name: name.isEmpty ? "Microphone \(card)" : name
        )
      )
    }
    return found
  }

  /// A part of a line without spaces around it, and nothing that a terminal takes for a command.
  private static func plain(_ part: Substring) -> String {
    let characters = part.unicodeScalars.map {
      $0.properties.generalCategory == .control ? " " : String($0)
    }
    return characters.joined().split(separator: " ").joined(separator: " ")
  }

  /// The text of a small file; empty if it cannot be read.
  private static func text(_ path: String) -> String {
    let file = Fault.descriptor { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: longestList)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        uninterrupted { read(file, buffer.baseAddress.map { $0 + count }, buffer.count - count) }
      }
      guard got > 0 else { break }
      count += got
    }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}

extension UInt8 {
  /// Whether it is a letter, a digit, `_` or `-` of ASCII.
  fileprivate var isWordByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
